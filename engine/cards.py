"""The deck and how a card is read (RULES.md sections 1 to 3).

A card shows one position of a 3 x 3 grid. Printed, it is a digit as on a numeric keypad:

    7 8 9
    4 5 6
    1 2 3

What sector of the board that means depends on the side from which the Archon looks: the card is read upright from
there, for everybody. The player at home in SW sits south and reads the card as the map lies; each corner clockwise
from there turns the card by a quarter.
"""

from __future__ import annotations

from itertools import permutations

from engine.board import CORNERS
from engine.state import Direction, Face, Phase, Seat, Sector, State

FACES: tuple[Face, ...] = tuple(range(1, 10))
DECK: tuple[Face, ...] = tuple(face for face in FACES for _ in range(5))
"""The 45 cards, sorted."""


def _readings() -> dict[Sector, tuple[Sector, ...]]:
    """For each home of the Archon the sectors of the faces 1 to 9."""
    grid = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    found: dict[Sector, tuple[Sector, ...]] = {}
    for home in (Sector.SW, Sector.NW, Sector.NE, Sector.SE):
        found[home] = tuple(Sector(3 * (y + 1) + x + 1) for x, y in grid)
        # The next corner clockwise looks a quarter turn to the right: what was north is east now.
        grid = [(y, -x) for x, y in grid]
    return found


_SECTORS = _readings()
_FACES = {home: tuple(row.index(sector) + 1 for sector in Sector) for home, row in _SECTORS.items()}


def read_card(face: Face, archon_home: Sector) -> Sector:
    """The card's sector, read from the Archon's side (RULES.md section 2, orientation)."""
    return _SECTORS[archon_home][face - 1]


def face_of(sector: Sector, archon_home: Sector) -> Face:
    """The printed card that is read as this sector; the inverse of `read_card`."""
    return _FACES[archon_home][sector]


CARD_DIRECTIONS: tuple[tuple[Direction, ...], ...] = tuple(
    tuple(Direction) if sector is Sector.C else (Direction[sector.name],) for sector in Sector
)
"""For each sector the directions in which its card moves a juggernaut (RULES.md section 4)."""

Homes = tuple[Sector | None, Sector | None, Sector | None]


def _orders(homes: tuple[Sector, ...]) -> tuple[tuple[Seat, Seat, Seat], ...]:
    red, blue, yellow = sorted(Seat, key=lambda seat: CORNERS.index(homes[seat]))
    turns = (red, blue, yellow), (blue, yellow, red), (yellow, red, blue)
    return tuple(sorted(turns))


_ORDERS: dict[Homes, tuple[tuple[Seat, Seat, Seat], ...]] = {
    (homes[0], homes[1], homes[2]): _orders(homes) for homes in permutations(CORNERS, 3)
}
"""For each way of sitting and each seat, the seats clockwise from there (RULES.md section 2)."""


def clockwise(homes: Homes, seat: Seat) -> tuple[Seat, Seat, Seat]:
    """The three seats clockwise from this one on, when all have a home (RULES.md section 2).

    From the Archon's this is the order of the plays.
    """
    return _ORDERS[homes][seat]


def next_seat(homes: Homes, seat: Seat) -> Seat:
    """Who acts after this seat (RULES.md section 2)."""
    return _ORDERS[homes][seat][1]


def card_sector(state: State, face: Face) -> Sector:
    """The sector that a card means in the running turn."""
    assert state.archon is not None
    home = state.homes[state.archon]
    assert home is not None
    return _SECTORS[home][face - 1]


def turned_up(state: State) -> bool:
    """Whether the Archon's card has been played, or the game is over and all is open (RULES.md sections 3.4, 10)."""
    if state.phase is Phase.OVER:
        return True
    archon = state.archon
    # The Archon plays first, so whoever manoeuvres is the Archon or comes later.
    return (
        archon is not None
        and state.answers[archon] is True
        and (state.played[archon] or state.phase in (Phase.MANOEUVRE, Phase.REDEPLOY))
    )


def hidden(state: State) -> tuple[Face, ...]:
    """The cards that a `Shuffle` may deal anew now, sorted.

    That is the whole deck when a shuffle is due. Else it is the pile, the hand while the Archon deals, and the
    Archon's kept card while it may still be played and has not been turned up. None during setup, or when over.
    """
    if state.phase in (Phase.SETUP, Phase.OVER):
        return ()
    if state.to_act is None:
        return DECK
    kept = kept_hidden(state)
    return tuple(sorted((*state.pile, *state.hand, *(() if kept is None else (kept,)))))


def kept_hidden(state: State) -> Face | None:
    """The Archon's card, while it may still be played and nobody else has seen it."""
    archon = state.archon
    if archon is None or state.answers[archon] is False or turned_up(state):
        return None
    return state.cards[archon]
