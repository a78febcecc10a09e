"""The legal actions of a play, worked out slowly from the words of RULES.md, to compare the engine with.

It knows nothing of masks, numbers and shapes: squares are pairs, a board is a dictionary, and every phalanx is found
by trying all.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from engine import Phase, Seat, State, card_sector, format_board

Spot = tuple[int, int]
Pieces = dict[Spot, str]

STEPS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
EDGES = ("E", "NE", "N", "NW")
SPOTS = [(x, y) for x in range(9) for y in range(9)]
SECTORS = {
    "SW": (0, 0),
    "S": (1, 0),
    "SE": (2, 0),
    "W": (0, 1),
    "C": (1, 1),
    "E": (2, 1),
    "NW": (0, 2),
    "N": (1, 2),
    "NE": (2, 2),
}


def pieces(text: str) -> Pieces:
    """What stands where, by the letters of the board string."""
    found: Pieces = {}
    for y, rank in zip(range(8, -1, -1), text.split("/"), strict=True):
        x = 0
        for character in rank:
            if character.isdigit():
                x += int(character)
            else:
                found[x, y] = character
                x += 1
    return found


def juggernauts(board: Pieces, letter: str) -> list[Spot]:
    """The south-west squares of a colour's juggernauts."""
    quarters = {spot for spot, piece in board.items() if piece == letter}
    found = []
    for y, x in product(range(9), range(9)):
        if (x, y) in quarters:
            found.append((x, y))
            quarters -= block((x, y))
    return found


def block(spot: Spot) -> set[Spot]:
    return {(spot[0] + dx, spot[1] + dy) for dx in (0, 1) for dy in (0, 1)}


def name(spot: Spot) -> str:
    return "abcdefghi"[spot[0]] + str(spot[1] + 1)


def plus(spot: Spot, step: Spot, times: int = 1) -> Spot:
    return spot[0] + times * step[0], spot[1] + times * step[1]


def sector(spot: Spot) -> Spot:
    return spot[0] // 3, spot[1] // 3


Phalanx = tuple[tuple[Spot, ...], dict[str, int], frozenset[Spot]]


@cache
def phalanxes() -> list[Phalanx]:
    """Every phalanx on the board: its corners, the length of its lines on each axis, its squares (section 7)."""
    found: list[Phalanx] = []
    for corner, edge, length in product(SPOTS, EDGES, range(2, 10)):
        line = frozenset(plus(corner, STEPS[edge], i) for i in range(length))
        if line <= set(SPOTS):
            found.append(((corner, plus(corner, STEPS[edge], length - 1)), {edge: length}, line))
    for corner, (one, two), p, q in product(SPOTS, product(EDGES, EDGES), range(2, 10), range(2, 10)):
        if EDGES.index(one) >= EDGES.index(two) or (one, two) == ("NE", "NW"):
            continue
        u, v = STEPS[one], STEPS[two]
        if plus(plus(corner, u, p - 1), v, q - 1) not in SPOTS:
            continue
        filled = frozenset(plus(plus(corner, u, i), v, j) for i in range(p) for j in range(q))
        if filled <= set(SPOTS):
            found.append(((corner, plus(corner, u, p - 1), plus(corner, v, q - 1)), {one: p, two: q}, filled))
    return found


def strength(board: Pieces, spot: Spot, edge: str, neutral: bool) -> int:
    """The greatest strength on an axis of the phalanxes that a cube is part of, and 1 if none (section 7)."""
    letter = board[spot]
    if letter == "w" and not neutral:
        return 1
    of_its_colour = {other for other, piece in board.items() if piece == letter}
    return max(
        [axes.get(edge, 1) for _, axes, filled in phalanxes() if spot in filled and filled <= of_its_colour], default=1
    )


def axis(direction: str) -> str:
    return direction if direction in EDGES else {"S": "N", "SW": "NE", "W": "E", "SE": "NW"}[direction]


def phalanx_moves(board: Pieces, letter: str, neutral: bool, through: Spot | None = None) -> set[str]:
    """The moves of all of a player's phalanxes, or of those that contain one square (section 7)."""
    own = {spot for spot, piece in board.items() if piece == letter}
    found = set()
    for corners, axes, filled in phalanxes():
        if not filled <= own or (through is not None and through not in filled):
            continue
        for direction, step in STEPS.items():
            power = axes.get(axis(direction), 1)
            path = {plus(spot, step) for spot in filled} - filled
            if power > 1 and all(open_to(board, letter, spot, axis(direction), power, neutral) for spot in path):
                found.add(f"{':'.join(map(name, corners))}>{direction}")
    return found


def open_to(board: Pieces, letter: str, spot: Spot, edge: str, power: int, neutral: bool) -> bool:
    """Whether a phalanx of this strength can step on a square of its path."""
    if spot not in SPOTS:
        return False
    piece = board.get(spot)
    if piece is None:
        return True
    return piece.islower() and piece != letter and strength(board, spot, edge, neutral) < power


def syntagma_moves(board: Pieces, spots: set[Spot]) -> set[str]:
    """One or two steps over empty squares (section 6)."""
    found = set()
    for origin in spots:
        reached = {plus(origin, step) for step in STEPS.values()}
        reached = {spot for spot in reached if spot in SPOTS and spot not in board}
        further = {plus(spot, step) for spot in reached for step in STEPS.values()}
        reached |= {spot for spot in further if spot in SPOTS and spot not in board}
        found |= {f"{name(origin)}>{name(spot)}" for spot in reached - {origin}}
    return found


def places(board: Pieces, area: Spot) -> set[str]:
    """The empty squares of the sector, or of the board when it has none (section 4)."""
    empty = [spot for spot in SPOTS if spot not in board]
    return {f"@{name(spot)}" for spot in [spot for spot in empty if sector(spot) == area] or empty}


def card_plays(board: Pieces, letter: str, card: str, neutral: bool) -> set[str]:
    """What juggernauts do with a card (sections 4 and 8)."""
    found = set()
    area = SECTORS[card]
    for spot in juggernauts(board, letter.upper()):
        if any(sector(part) == area for part in block(spot)):
            found.add(f"-J{name(spot)}")
        for direction in STEPS if card == "C" else [card]:
            entered = block(plus(spot, STEPS[direction])) - block(spot)
            if all(juggernaut_can(board, letter, part, axis(direction), neutral) for part in entered):
                found.add(f"J{name(spot)}>{direction}")
    for spot in SPOTS:
        if all(board.get(part) == letter for part in block(spot)) and any(sector(part) == area for part in block(spot)):
            found.add(f"+J{name(spot)}")
    return found


def juggernaut_can(board: Pieces, letter: str, spot: Spot, edge: str, neutral: bool) -> bool:
    if spot not in SPOTS:
        return False
    piece = board.get(spot)
    if piece is None or piece == letter:
        return True
    return piece.islower() and strength(board, spot, edge, neutral) < 2


def legal(state: State) -> list[str]:
    """The legal actions of a state in play, manoeuvre or redeploy, sorted."""
    seat = state.to_act
    assert seat is not None
    board, letter, neutral = pieces(format_board(state.board)), seat.letter.lower(), state.options.neutral_phalanxes
    own = {spot for spot, piece in board.items() if piece == letter}
    face = state.cards[seat]
    assert face is not None
    card = card_sector(state, face).name
    if state.phase is Phase.REDEPLOY:
        return sorted(places(board, SECTORS[card]))
    if state.phase is Phase.MANOEUVRE:
        assert state.placed is not None
        placed = (state.placed % 10, state.placed // 10)
        return sorted({"pass"} | syntagma_moves(board, {placed}) | phalanx_moves(board, letter, neutral, placed))
    if state.answers[seat]:
        found = {"pass"} | card_plays(board, letter, card, neutral)
        return sorted(found | places(board, SECTORS[card]) if state.supply[seat] else found)
    found = {"pass"} | syntagma_moves(board, own) | phalanx_moves(board, letter, neutral)
    if state.supply[3]:
        found |= {f"x{owner.letter}" for owner in Seat if owner != seat and state.prisoners[seat][owner]}
    return sorted(found)
