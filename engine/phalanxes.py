"""Which phalanxes can move: generation, made for speed (RULES.md section 7).

The page of theory is at the head of `board`. For each axis, in both ways at once: `lines` holds the lower ends of all
lines of `p` own cubes. One of them can move up when the square above its upper end is open to strength `p`, down when
the square below its lower end is: two shifts of one mask of open squares. The lower ends of lines that can move, ANDed
with themselves shifted back along a second axis, are the lowest corners of two such lines side by side, again of
three, and so on: each set bit is one legal move, and the catalogue has its number.

Strength costs little more. A rival's cube in front of a line begins its own run there, since the square behind it is
the line's: going up it is the lower end of its run, going down the upper end. So it is as strong as the line exactly
when it is such an end of some line of `p` cubes of its colour.
"""

from __future__ import annotations

from engine.board import BOARD, blocks
from engine.catalogue import DOWN, NUMBERS, BySquare, Stacks
from engine.state import Board, Mask, Options, Seat

_BITS = [0, *(1 << place for place in range(2 * DOWN))]
"""The highest bit of an integer, by its length."""

ANYWHERE: Mask = -1
"""All squares and more: a set for which Python's integers have a short form."""


def phalanx_moves(board: Board, seat: Seat, options: Options, through: Mask = ANYWHERE) -> list[int]:
    """The numbers of the moves of all phalanxes of a seat that contain a square of `through`, in no order.

    There may be others among them: only axes and lengths are left out on which no line goes through `through`.
    """
    found: list[int] = []
    red, blue, yellow, white = board.cubes
    cubes, first, second = ((red, blue, yellow), (blue, red, yellow), (yellow, red, blue))[seat]
    third = white if options.neutral_phalanxes else 0
    free = BOARD & ~(cubes | blocks(board))
    for axis, levels in NUMBERS.axes:
        # The lower ends: of lines of this length, of such lines through `through`, and of the rivals' runs as long.
        lines = cubes & cubes >> axis
        wanted = through | through >> axis
        if not lines & wanted:
            continue
        ends1, ends2, ends3 = first & first >> axis, second & second >> axis, third & third >> axis
        reach = axis
        for ways, stacks in levels:
            reach += axis
            up = lines & free >> reach
            down = lines & free << axis
            strong = ends1 | ends2 | ends3
            if strong:
                up &= ~(strong >> reach)
                down &= ~(strong << reach)
                ends1 &= ends1 >> axis
                ends2 &= ends2 >> axis
                ends3 &= ends3 >> axis
            movable = up | down << DOWN
            if movable:
                collect(found, movable, ways)
                if movable & movable - 1:
                    _collect_stacks(found, movable, stacks)
            lines &= lines >> axis
            wanted |= wanted >> axis
            if not lines & wanted:
                break
    return found


def _collect_stacks(found: list[int], movable: Mask, stacks: Stacks) -> None:
    """The moves of several lines side by side, each of which has its lower end in `movable`."""
    for cross, depths in stacks:
        corners = movable & movable >> cross
        if corners:
            for ways in depths:
                collect(found, corners, ways)
                corners &= corners >> cross
                if not corners:
                    break


def collect(found: list[int], mask: Mask, numbers: BySquare) -> None:
    """The numbers of some squares."""
    while mask:
        length = mask.bit_length()
        found.append(numbers[length])
        mask ^= _BITS[length]
