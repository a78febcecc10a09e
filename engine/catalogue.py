"""Every action that a seat can ever take, ready made and numbered in byte order of the notation.

There are some 14,500 of them for each seat. Generation finds their numbers by shape, sorts the numbers and picks the
actions: nothing is built while a game is searched, and the order asked for in NOTATION.md is the order of integers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

from engine.actions import (
    Accept,
    Action,
    Deal,
    DissolveJuggernaut,
    Exchange,
    FormJuggernaut,
    MoveJuggernaut,
    MovePhalanx,
    MoveSyntagma,
    Pass,
    Place,
    Reject,
    Setup,
)
from engine.board import (
    AXES,
    CORNERS,
    JUGGERNAUT_SQUARES,
    PHALANXES,
    SECTOR_MASKS,
    SQUARES,
    axis_of,
    is_square,
    squares,
)
from engine.notation import format_action
from engine.state import Direction, Mask, Seat, Sector, Square


def _universe(seat: Seat) -> Iterator[Action]:
    """Every action that some position allows this seat, in no special order; also to exchange a cube of its own.

    The last is never legal. It is there so that the numbers are the same for every seat.
    """
    for corner in CORNERS:
        for four in combinations(squares(SECTOR_MASKS[corner]), 4):
            yield Setup(seat, sum(1 << square for square in four))
    for keep, first, second in product(Sector, repeat=3):
        yield Deal(seat, keep, first, second)
    yield from (Accept(seat), Reject(seat), Pass(seat))
    yield from (Exchange(seat, owner) for owner in Seat)
    for square in SQUARES:
        yield Place(seat, square)
        for target in SQUARES:
            if target != square and abs(target % 10 - square % 10) <= 2 and abs(target // 10 - square // 10) <= 2:
                yield MoveSyntagma(seat, square, target)
    for phalanx in PHALANXES.values():
        for axis, _ in phalanx.axes:
            for direction in (axis, Direction(-axis)):
                if not phalanx.leaving(direction):
                    yield MovePhalanx(seat, phalanx.corners, direction)
    for square in JUGGERNAUT_SQUARES:
        yield FormJuggernaut(seat, square)
        yield DissolveJuggernaut(seat, square)
        for direction in Direction:
            if is_square(square + direction) and is_square(square + 11 + direction):
                yield MoveJuggernaut(seat, square, direction)


class _Catalogue(dict[Seat, tuple[Action, ...]]):
    """Filled when a seat is first asked for: building takes a while, and who only reads notation needs none of it."""

    def __missing__(self, seat: Seat) -> tuple[Action, ...]:
        self[seat] = actions = tuple(sorted(_universe(seat), key=format_action))
        return actions


ACTIONS = _Catalogue()
"""For each seat its actions in byte order of the notation; an action's number is its place here."""

BySquare = list[int]
"""A number for each square, at one place more than the square: that is the length of its bit as an integer."""


DOWN = 100
"""How far a move down its axis stands behind the same move up."""

Stacks = tuple[tuple[int, tuple[BySquare, ...]], ...]
"""For each second axis the moves of two lines side by side, of three, and so on."""


def _by_square() -> BySquare:
    return [0] * 2 * DOWN


class Numbers:
    """The numbers of all actions by their shape."""

    def __init__(self) -> None:
        self.setups: dict[Sector, list[int]] = defaultdict(list)
        self.deals: dict[tuple[Sector, Sector, Sector], int] = {}
        self.places: BySquare = _by_square()
        self.syntagmas: dict[Square, dict[Square, int]] = defaultdict(dict)
        self.juggernauts: dict[tuple[Square, Direction], int] = {}
        self.forms: BySquare = _by_square()
        self.dissolves: BySquare = _by_square()
        self.exchanges: list[tuple[Seat, int]] = []
        self.cubes: dict[int, Mask] = {}
        """The phalanx that a phalanx's move is about."""
        self._phalanxes: dict[tuple[Direction, int, int, int], BySquare] = defaultdict(_by_square)
        for number, action in enumerate(ACTIONS[Seat.RED]):
            self._enter(number, action)
        self.axes = tuple(
            (
                int(axis),
                tuple((self._phalanxes[axis, length, 0, 1], self._stacks(axis, length)) for length in range(2, 10)),
            )
            for axis in AXES
        )
        """For each axis and each length of lines from 2: the moves of single lines, and of stacks of them.

        Each by the phalanx's lowest corner, `DOWN` places behind for a move down the axis.
        """

    def _enter(self, number: int, action: Action) -> None:
        match action:
            case MovePhalanx(corners=corners, direction=direction):
                phalanx = PHALANXES[corners]
                crosses = [(int(axis), length) for axis, length in phalanx.axes if axis != abs(direction)]
                cross, depth = crosses[0] if crosses else (0, 1)
                shape = (axis_of(direction), phalanx.strength(direction), cross, depth)
                self._phalanxes[shape][1 + corners[0] + (DOWN if direction < 0 else 0)] = number
                self.cubes[number] = phalanx.cubes
            case MoveSyntagma(origin=origin, target=target):
                self.syntagmas[origin][target] = number
            case Setup(squares=mask):
                corner = next(corner for corner in CORNERS if mask & SECTOR_MASKS[corner])
                self.setups[corner].append(number)
            case Deal(keep=keep, first=first, second=second):
                self.deals[keep, first, second] = number
            case Place(square=square):
                self.places[1 + square] = number
            case MoveJuggernaut(square=square, direction=direction):
                self.juggernauts[square, direction] = number
            case FormJuggernaut(square=square):
                self.forms[1 + square] = number
            case DissolveJuggernaut(square=square):
                self.dissolves[1 + square] = number
            case Exchange(owner=owner):
                self.exchanges.append((owner, number))
            case Accept():
                self.accept = number
            case Reject():
                self.reject = number
            case Pass():
                self.do_nothing = number

    def _stacks(self, axis: Direction, length: int) -> Stacks:
        found = []
        for cross in map(int, AXES):
            depths = (self._phalanxes.get((axis, length, cross, depth)) for depth in range(2, 10))
            found.append((cross, tuple(ways for ways in depths if ways)))
        return tuple((cross, depths) for cross, depths in found if depths)


NUMBERS = Numbers()
