"""Which actions are legal now: generation, made for speed (RULES.md sections 3 to 8).

The page of theory is at the head of `board`. What comes out here are numbers of the `catalogue`; `legal_actions` sorts
them, which is the byte order of the notation, and picks the ready-made actions.

For each axis, in both ways at once: `lines` holds the lower ends of all lines of `p` own cubes. One of them can move
up when the square above its upper end is open to strength `p`, down when the square below its lower end is: two
shifts of one mask of open squares. The lower ends of lines that can move, ANDed with themselves shifted back along a
second axis, are the lowest corners of two such lines side by side, again of three, and so on: each set bit is one
legal move.
"""

from __future__ import annotations

from itertools import permutations

from engine.actions import Action
from engine.board import (
    BOARD,
    CORNERS,
    NEIGHBOURS,
    SECTOR_MASKS,
    SQUARES,
    blocks,
    juggernaut_squares,
    occupied,
    shift,
    squares,
    strong,
)
from engine.cards import CARD_DIRECTIONS, card_sector
from engine.catalogue import ACTIONS, NUMBERS, ByBit, Ways
from engine.state import WHITE, Board, Mask, Options, Phase, Seat, Sector, Square, State


def legal_actions(state: State) -> tuple[Action, ...]:
    """What the seat to act may do, in byte order of the notation; empty exactly when over or when the dealer acts."""
    seat = state.to_act
    if seat is None:
        return ()
    numbers = _numbers(state, seat)
    numbers.sort()
    actions = ACTIONS[seat]
    return tuple([actions[number] for number in numbers])


def _numbers(state: State, seat: Seat) -> list[int]:
    board = state.board
    phase = state.phase
    if phase is Phase.PLAY:
        if state.answers[seat]:
            return _card_plays(state, seat)
        found: list[int] = []
        _phalanx_moves(found, board, seat, state.options, BOARD)
        _syntagma_moves(found, board.cubes[seat], BOARD & ~occupied(board))
        found.append(NUMBERS.do_nothing)
        if state.supply[WHITE]:
            held = state.prisoners[seat]
            found += [number for owner, number in NUMBERS.exchanges if held[owner]]
        return found
    if phase is Phase.MANOEUVRE:
        assert state.placed is not None
        return _manoeuvres(board, seat, state.placed, state.options)
    if phase is Phase.REDEPLOY:
        return _places(board, _own_sector(state, seat))
    if phase is Phase.ANSWER:
        return [NUMBERS.accept, NUMBERS.reject]
    if phase is Phase.DEAL:
        return _deals(state)
    return [number for corner in CORNERS if corner not in state.homes for number in NUMBERS.setups[corner]]


def _own_sector(state: State, seat: Seat) -> Sector:
    """The sector of a seat's own card."""
    face = state.cards[seat]
    assert face is not None
    return card_sector(state, face)


def _deals(state: State) -> list[int]:
    hand = [card_sector(state, face) for face in state.hand]
    return [NUMBERS.deals[keep, first, second] for keep, first, second in set(permutations(hand))]


def _card_plays(state: State, seat: Seat) -> list[int]:
    """What an accepted card allows (RULES.md section 4)."""
    board = state.board
    sector = _own_sector(state, seat)
    found = _places(board, sector) if state.supply[seat] else []
    found.append(NUMBERS.do_nothing)
    area = SECTOR_MASKS[sector]
    own = board.juggernauts[seat]
    if own:
        inside = area | area >> 1
        _collect(found, own & (inside | inside >> 10), NUMBERS.dissolves)
        for square in squares(own):
            _juggernaut_moves(found, state, seat, square, sector)
    cubes = board.cubes[seat]
    pairs = cubes & cubes >> 1
    pairs &= pairs >> 10
    if pairs:
        inside = area | area >> 1
        _collect(found, pairs & (inside | inside >> 10), NUMBERS.forms)
    return found


def _places(board: Board, sector: Sector) -> list[int]:
    """Where a cube may be placed (RULES.md section 4, place)."""
    empty = BOARD & ~occupied(board)
    found: list[int] = []
    _collect(found, empty & SECTOR_MASKS[sector] or empty, NUMBERS.places)
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


def _manoeuvres(board: Board, seat: Seat, placed: Square, options: Options) -> list[int]:
    """What may be done with the cube just placed (RULES.md section 4, place)."""
    bit = 1 << placed
    found: list[int] = []
    if NEIGHBOURS[placed] & board.cubes[seat]:
        _phalanx_moves(found, board, seat, options, bit)
    _syntagma_moves(found, bit, BOARD & ~occupied(board))
    found.append(NUMBERS.do_nothing)
    return found


def _phalanx_moves(found: list[int], board: Board, seat: Seat, options: Options, through: Mask) -> None:
    """The moves of all phalanxes of a seat that contain a square of `through` (RULES.md section 7)."""
    cubes = board.cubes[seat]
    free = BOARD & ~(cubes | blocks(board))
    rivals = _rivals(board, seat, options)
    for axis, levels in NUMBERS.axes:
        lines = cubes & cubes >> axis
        wanted = through | through >> axis
        ends = rivals & rivals >> axis
        reach = axis
        for up, down in levels:
            # `lines` are the lower ends of lines of this length, `wanted` those of lines through `through`.
            if not lines & wanted:
                break
            reach += axis
            open_squares = free
            if ends:
                closed = ends
                for _ in range(axis, reach, axis):
                    closed |= closed << axis
                open_squares &= ~(closed | closed >> 100 | closed >> 200)
            movable = lines & open_squares >> reach
            if movable & wanted:
                _collect_ways(found, movable, wanted, up)
            movable = lines & open_squares << axis
            if movable & wanted:
                _collect_ways(found, movable, wanted, down)
            lines &= lines >> axis
            wanted |= wanted >> axis
            ends &= ends >> axis


def _rivals(board: Board, seat: Seat, options: Options) -> Mask:
    """The colours whose cubes have strength, side by side in one number, a hundred bits for each.

    So one shift serves them all: what leaves the lowest row of one falls above the highest row of the next.
    """
    rivals = 0
    for colour, cubes in enumerate(board.cubes[: 4 if options.neutral_phalanxes else 3]):
        if colour != seat:
            rivals = rivals << 100 | cubes
    return rivals


def _collect_ways(found: list[int], movable: Mask, wanted: Mask, ways: Ways) -> None:
    """The numbers of all phalanxes whose lines, each with its lower end in `movable`, can move; one in `wanted`."""
    for cross, stacks in ways.stacks:
        corners = movable & movable >> cross
        if corners:
            near = wanted
            for stack in stacks:
                near |= near >> cross
                _collect(found, corners & near, stack)
                corners &= corners >> cross
                if not corners:
                    break
    _collect(found, movable & wanted, ways.line)


def _collect(found: list[int], mask: Mask, numbers: ByBit) -> None:
    while mask:
        bit = mask & -mask
        found.append(numbers[bit])
        mask ^= bit


class _Chosen(dict[Mask, tuple[int, ...]]):
    """For a subset of some targets the numbers of the moves there, worked out when first met."""

    def __init__(self, numbers: ByBit) -> None:
        super().__init__({0: ()})
        self._numbers = numbers

    def __missing__(self, mask: Mask) -> tuple[int, ...]:
        bit = mask & -mask
        self[mask] = found = (self._numbers[bit], *self[mask ^ bit])
        return found


class _FirstSteps(dict[Mask, tuple[tuple[int, ...], Mask]]):
    """For the empty neighbours of a square: the moves there, and all squares a step beyond."""

    def __init__(self, numbers: ByBit) -> None:
        super().__init__({0: ((), 0)})
        self._numbers = numbers

    def __missing__(self, mask: Mask) -> tuple[tuple[int, ...], Mask]:
        bit = mask & -mask
        numbers, beyond = self[mask ^ bit]
        self[mask] = found = (self._numbers[bit], *numbers), beyond | NEIGHBOURS[bit.bit_length() - 1]
        return found


def _steps(square: Square) -> tuple[Mask, _FirstSteps, Mask, _Chosen, Mask, _Chosen]:
    """The tables of a square's syntagma moves: its neighbours, and the two halves of the ring around them.

    At most 256 entries each, whatever is played.
    """
    numbers = NUMBERS.syntagmas[square]
    near = NEIGHBOURS[square]
    ring = sum(numbers) & ~near
    low = ring & (1 << square) - 1
    return near, _FirstSteps(numbers), low, _Chosen(numbers), ring ^ low, _Chosen(numbers)


_STEPS = {1 << square: _steps(square) for square in SQUARES}


def _syntagma_moves(found: list[int], cubes: Mask, empty: Mask) -> None:
    """The moves of each of some cubes as a syntagma (RULES.md section 6)."""
    while cubes:
        bit = cubes & -cubes
        cubes ^= bit
        near, firsts, low, lows, high, highs = _STEPS[bit]
        numbers, beyond = firsts[near & empty]
        if numbers:
            found += numbers
            beyond &= empty
            found += lows[beyond & low]
            found += highs[beyond & high]
