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

from collections.abc import Callable
from itertools import permutations
from operator import itemgetter

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
from engine.catalogue import ACTIONS, DOWN, NUMBERS, ByBit, Stacks
from engine.state import WHITE, Board, Mask, Options, Phase, Seat, Sector, Square, State


def legal_actions(state: State) -> tuple[Action, ...]:
    """What the seat to act may do, in byte order of the notation; empty exactly when over or when the dealer acts."""
    seat = state.to_act
    if seat is None:
        return ()
    actions = ACTIONS[seat]
    numbers = _GENERATORS[state.phase](state, seat)
    if len(numbers) == 1:
        return (actions[numbers[0]],)
    numbers.sort()
    # A tuple of all these entries at once. (The type of `itemgetter` cannot tell that several make a tuple.)
    chosen: tuple[Action, ...] = itemgetter(*numbers)(actions)
    return chosen


# One generator of numbers for each phase in which a player acts, in any order


def _setups(state: State, _: Seat) -> list[int]:
    return [number for corner in CORNERS if corner not in state.homes for number in NUMBERS.setups[corner]]


def _deals(state: State, _: Seat) -> list[int]:
    return _DEALS[tuple([card_sector(state, face) for face in state.hand])]


def _answers(_: State, __: Seat) -> list[int]:
    return [NUMBERS.accept, NUMBERS.reject]


def _plays(state: State, seat: Seat) -> list[int]:
    return _card_plays(state, seat) if state.answers[seat] else _rejected_plays(state, seat)


def _redeployments(state: State, seat: Seat) -> list[int]:
    return _places(state.board, _own_sector(state, seat))


def _rejected_plays(state: State, seat: Seat) -> list[int]:
    """What rejecting a card allows (RULES.md section 5)."""
    board = state.board
    found = _phalanx_moves(board, seat, state.options, _ANYWHERE)
    _syntagma_moves(found, board.cubes[seat], BOARD & ~occupied(board))
    found.append(NUMBERS.do_nothing)
    if state.supply[WHITE]:
        held = state.prisoners[seat]
        found += [number for owner, number in NUMBERS.exchanges if held[owner]]
    return found


_ANYWHERE: Mask = -1
"""The set of all squares and more, for which Python's integers have a short form."""


def _own_sector(state: State, seat: Seat) -> Sector:
    """The sector of a seat's own card."""
    face = state.cards[seat]
    assert face is not None
    return card_sector(state, face)


class _Deals(dict[tuple[Sector, ...], list[int]]):
    """For three cards in the order drawn the deals that differ (RULES.md section 3.2)."""

    def __missing__(self, drawn: tuple[Sector, ...]) -> list[int]:
        self[drawn] = found = sorted(
            {NUMBERS.deals[keep, first, second] for keep, first, second in permutations(drawn)}
        )
        return found


_DEALS = _Deals()


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


def _manoeuvres(state: State, seat: Seat) -> list[int]:
    """What may be done with the cube just placed (RULES.md section 4, place)."""
    board, placed = state.board, state.placed
    assert placed is not None
    bit = 1 << placed
    found = [NUMBERS.do_nothing]
    if NEIGHBOURS[placed] & board.cubes[seat]:
        phalanxes = NUMBERS.cubes
        found += [number for number in _phalanx_moves(board, seat, state.options, bit) if phalanxes[number] & bit]
    _syntagma_moves(found, bit, BOARD & ~occupied(board))
    return found


def _phalanx_moves(board: Board, seat: Seat, options: Options, through: Mask) -> list[int]:
    """The moves of the phalanxes of a seat (RULES.md section 7).

    Among them are all whose phalanx contains a square of `through`; axes and lengths where there is none are left out.
    """
    found: list[int] = []
    red, blue, yellow, white = board.cubes
    cubes, first, second = ((red, blue, yellow), (blue, red, yellow), (yellow, red, blue))[seat]
    third = white if options.neutral_phalanxes else 0
    free = BOARD & ~(cubes | blocks(board))
    for axis, levels in NUMBERS.axes:
        # The lower ends: of lines of this length, of those of them through `through`, and of the rivals' runs that
        # are as long.
        lines = cubes & cubes >> axis
        wanted = through | through >> axis
        runs1, runs2, runs3 = first & first >> axis, second & second >> axis, third & third >> axis
        reach = axis
        for ways, stacks in levels:
            if not lines & wanted:
                break
            reach += axis
            up = lines & free >> reach
            down = lines & free << axis
            strong = runs1 | runs2 | runs3
            if strong:
                # A rival's cube in front of a line is the lower end of its own run, or going down, the upper end.
                up &= ~(strong >> reach)
                down &= ~(strong << reach)
                runs1 &= runs1 >> axis
                runs2 &= runs2 >> axis
                runs3 &= runs3 >> axis
            movable = up | down << DOWN
            if movable:
                _collect(found, movable, ways)
                if movable & movable - 1:
                    _collect_stacks(found, movable, stacks)
            lines &= lines >> axis
            wanted |= wanted >> axis
    return found


def _collect_stacks(found: list[int], movable: Mask, stacks: Stacks) -> None:
    """The numbers of all phalanxes of several lines, each of which has its lower end in `movable`."""
    for cross, depths in stacks:
        corners = movable & movable >> cross
        for ways in depths:
            if not corners:
                break
            _collect(found, corners, ways)
            corners &= corners >> cross


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


_Steps = tuple[Mask, _FirstSteps, Mask, _Chosen, Mask, _Chosen]


def _steps(square: Square) -> _Steps:
    """The tables of a square's syntagma moves: its neighbours, and the two halves of the ring around them.

    At most 256 entries each, whatever is played.
    """
    numbers = NUMBERS.syntagmas[square]
    near = NEIGHBOURS[square]
    ring = sum(numbers) & ~near
    low = ring & (1 << square) - 1
    return near, _FirstSteps(numbers), low, _Chosen(numbers), ring ^ low, _Chosen(numbers)


class _Origins(dict[Mask, tuple[_Steps, ...]]):
    """The tables of some squares of one rank, put together when first met."""

    def __missing__(self, mask: Mask) -> tuple[_Steps, ...]:
        self[mask] = found = tuple([_STEPS[square] for square in squares(mask)])
        return found


_STEPS = {square: _steps(square) for square in SQUARES}
_ORIGINS = _Origins()
_RANKS = tuple(0b111111111 << start for start in range(0, 90, 10))


def _syntagma_moves(found: list[int], cubes: Mask, empty: Mask) -> None:
    """The moves of each of some cubes as a syntagma (RULES.md section 6)."""
    for rank in _RANKS:
        for near, firsts, low, lows, high, highs in _ORIGINS[cubes & rank]:
            numbers, beyond = firsts[near & empty]
            if numbers:
                found += numbers
                beyond &= empty
                found += lows[beyond & low]
                found += highs[beyond & high]


_GENERATORS: dict[Phase, Callable[[State, Seat], list[int]]] = {
    Phase.SETUP: _setups,
    Phase.DEAL: _deals,
    Phase.ANSWER: _answers,
    Phase.PLAY: _plays,
    Phase.MANOEUVRE: _manoeuvres,
    Phase.REDEPLOY: _redeployments,
}
