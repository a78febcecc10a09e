"""Which actions are legal now: one generator for each phase (RULES.md sections 2 to 8).

The actions are not built but picked from the `catalogue`, where all of a seat's actions lie ready in byte order of the
notation. So a generator finds numbers, sorts them and picks; the two kinds of moves, which are most of all actions,
have modules of their own. None of this decides what is legal: `refusals` does, and a test proves that both agree.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from operator import itemgetter

from engine.actions import Action
from engine.board import (
    BOARD,
    CORNERS,
    NEIGHBOURS,
    SECTOR_MASKS,
    blocks,
    juggernaut_squares,
    occupied,
    shift,
    squares,
    strong,
)
from engine.cards import CARD_DIRECTIONS, card_sector
from engine.catalogue import ACTIONS, NUMBERS
from engine.phalanxes import collect, phalanx_moves
from engine.state import WHITE, Phase, Seat, Sector, Square, State
from engine.syntagmas import syntagma_moves


def legal_actions(state: State) -> tuple[Action, ...]:
    """What the seat to act may do, in byte order of the notation; empty exactly when over or when the dealer acts."""
    seat = state.to_act
    return () if seat is None else _GENERATORS[state.phase](state, seat)


def _picked(seat: Seat, numbers: list[int]) -> tuple[Action, ...]:
    """The actions of these numbers, in order."""
    actions = ACTIONS[seat]
    if len(numbers) == 1:
        return (actions[numbers[0]],)
    numbers.sort()
    # All entries at once, as a tuple. (The type of `itemgetter` cannot tell that several make a tuple.)
    picked: tuple[Action, ...] = itemgetter(*numbers)(actions)
    return picked


def _setups(state: State, seat: Seat) -> tuple[Action, ...]:
    """Four squares of an empty corner (RULES.md section 2)."""
    return _picked(
        seat, [number for corner in CORNERS if corner not in state.homes for number in NUMBERS.setups[corner]]
    )


class _Deals(dict[tuple[Seat, tuple[Sector, ...]], tuple[Action, ...]]):
    """For three cards, in the order drawn, the deals that differ; put together when first met."""

    def __missing__(self, drawn: tuple[Seat, tuple[Sector, ...]]) -> tuple[Action, ...]:
        seat, hand = drawn
        numbers = {NUMBERS.deals[keep, first, second] for keep, first, second in permutations(hand)}
        self[drawn] = found = _picked(seat, list(numbers))
        return found


_DEALS = _Deals()


def _deals(state: State, seat: Seat) -> tuple[Action, ...]:
    """Who gets which of the drawn cards (RULES.md section 3.2)."""
    return _DEALS[seat, tuple([card_sector(state, face) for face in state.hand])]


def _answers(_: State, seat: Seat) -> tuple[Action, ...]:
    """Accept or reject (RULES.md section 3.3)."""
    actions = ACTIONS[seat]
    return actions[NUMBERS.accept], actions[NUMBERS.reject]


def _plays(state: State, seat: Seat) -> tuple[Action, ...]:
    return _card_plays(state, seat) if state.answers[seat] else _rejected_plays(state, seat)


def _card_plays(state: State, seat: Seat) -> tuple[Action, ...]:
    """What an accepted card allows (RULES.md section 4)."""
    board = state.board
    sector = _own_sector(state, seat)
    found = _places(state, sector) if state.supply[seat] else []
    found.append(NUMBERS.do_nothing)
    # The south-west squares of all blocks that overlap the sector.
    anchors = SECTOR_MASKS[sector]
    anchors |= anchors >> 1
    anchors |= anchors >> 10
    own = board.juggernauts[seat]
    if own:
        collect(found, own & anchors, NUMBERS.dissolves)
        for square in squares(own):
            _juggernaut_moves(found, state, seat, square, sector)
    cubes = board.cubes[seat]
    fours = cubes & cubes >> 1
    fours &= fours >> 10
    if fours & anchors:
        collect(found, fours & anchors, NUMBERS.forms)
    return _picked(seat, found)


def _own_sector(state: State, seat: Seat) -> Sector:
    """The sector of a seat's own card."""
    face = state.cards[seat]
    assert face is not None
    return card_sector(state, face)


def _places(state: State, sector: Sector) -> list[int]:
    """Where a cube may be placed (RULES.md section 4, place)."""
    empty = BOARD & ~occupied(state.board)
    found: list[int] = []
    collect(found, empty & SECTOR_MASKS[sector] or empty, NUMBERS.places)
    return found


def _juggernaut_moves(found: list[int], state: State, seat: Seat, square: Square, sector: Sector) -> None:
    """The moves of one juggernaut with a card (RULES.md section 8)."""
    board = state.board
    body = juggernaut_squares(square)
    others = blocks(board) & ~body
    for direction in CARD_DIRECTIONS[sector]:
        number = NUMBERS.juggernauts.get((square, direction))
        if number is not None:
            entered = shift(body, direction) & ~body
            if not entered & (others | strong(board, seat, abs(direction), 2, state.options)):
                found.append(number)


def _rejected_plays(state: State, seat: Seat) -> tuple[Action, ...]:
    """What rejecting a card allows (RULES.md section 5)."""
    board = state.board
    found = syntagma_moves(board.cubes[seat], BOARD & ~occupied(board))
    found += phalanx_moves(board, seat, state.options)
    found.append(NUMBERS.do_nothing)
    if state.supply[WHITE]:
        held = state.prisoners[seat]
        found += [number for owner, number in NUMBERS.exchanges if held[owner]]
    return _picked(seat, found)


def _manoeuvres(state: State, seat: Seat) -> tuple[Action, ...]:
    """What may be done with the cube just placed (RULES.md section 4, place)."""
    board, placed = state.board, state.placed
    assert placed is not None
    bit = 1 << placed
    found = syntagma_moves(bit, BOARD & ~occupied(board))
    if NEIGHBOURS[placed] & board.cubes[seat]:
        cubes = NUMBERS.cubes
        found += [number for number in phalanx_moves(board, seat, state.options, bit) if cubes[number] & bit]
    found.append(NUMBERS.do_nothing)
    return _picked(seat, found)


def _redeployments(state: State, seat: Seat) -> tuple[Action, ...]:
    """Where a cube in hand may be placed (RULES.md section 8)."""
    return _picked(seat, _places(state, _own_sector(state, seat)))


_GENERATORS: dict[Phase, Callable[[State, Seat], tuple[Action, ...]]] = {
    Phase.SETUP: _setups,
    Phase.DEAL: _deals,
    Phase.ANSWER: _answers,
    Phase.PLAY: _plays,
    Phase.MANOEUVRE: _manoeuvres,
    Phase.REDEPLOY: _redeployments,
}
