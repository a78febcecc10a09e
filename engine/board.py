"""Squares, sectors and masks; runs and strength; the shapes of phalanxes and juggernauts (RULES.md sections 1, 6 to 8).

**A set of squares is one integer.** Square n is bit n of a mask, and n is 10 * rank + file: nine files and, to the east
of them, a tenth column that is never used.

    80 81 82 83 84 85 86 87 88 | 89        N  is << 10      S  is >> 10
    ...                                    E  is <<  1      W  is >>  1
    10 11 12 13 14 15 16 17 18 | 19        NE is << 11      SW is >> 11
     0  1  2  3  4  5  6  7  8 |  9        NW is <<  9      SE is >>  9

One shift moves every cube of a set at once. A cube that steps over the east edge lands in the border column, one that
steps over the west edge lands in the border column of a neighbouring row, one over the south edge falls out of the
number and one over the north edge lands above bit 89. So `& BOARD`, or `&` with any set of cubes, removes all who left
the board, and nothing ever wraps around.

**Runs and strength.** Of a colour's cubes `c`, those with a cube of that colour to the east are `c & c >> 1`: the
western ends of every line of two. `& c >> 2` leaves the western ends of lines of three, and so on. Smearing these ends
back over their lines (`ends | ends << 1 ...`) gives the cubes that stand in a run of at least that length. The
strength of a cube on an axis is the length of the unbroken run through it (section 7): a longer line through it is no
other phalanx but a longer part of the same run, and a phalanx of several lines is only several such lines side by side.

**A phalanx is a parallelogram** between two axes. Call the four axes by the half of the compass that counts upward,
E, NE, N and NW. From its lowest corner `o` a phalanx fills the squares `o + i*u + j*v` for `i < p`, `j < q`, where `u`
and `v` are two of those axes:

    E and N      E and NE     E and NW     N and NE     N and NW
                                             . x          x .
     x x x        . x x x      x x x .       x x          x x
     x x x        x x x .      . x x x       x x          x x
                                             x .          . x
    a rectangle      rows shifted           columns shifted

The sixth pair, NE and NW, is the rectangle turned by 45 degrees, which the rules exclude. With `q = 1` it is a line.
Seen along `u` it is a stack of `q` lines of length `p`; it can move along `u` when `p > 1`, with strength `p`, and then
its **path** is the squares just beyond the `q` line ends. The same holds for `v` with `p` and `q` exchanged. A line
has no second axis: it moves along itself only.

Two consequences carry the fast generation in `phalanxes`. A line that moves must end where its run ends, since the
square beyond it must not be of its own colour; so lines that can move are found from the ends of runs. And a stack can
move exactly when each of its lines can, on its own, with that strength; so stacks are neighbouring lines that can move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.state import WHITE, Board, Direction, Mask, Options, Seat, Sector, Square

SQUARES: tuple[Square, ...] = tuple(10 * rank + file for rank in range(9) for file in range(9))
"""All squares, in the order of their numbers."""

BOARD: Mask = sum(1 << square for square in SQUARES)
"""All squares as a set."""

SECTOR_MASKS: tuple[Mask, ...] = tuple(
    sum(1 << (10 * (3 * (sector // 3) + y) + 3 * (sector % 3) + x) for y in range(3) for x in range(3))
    for sector in Sector
)
"""The nine squares of each sector (RULES.md section 1)."""

CORNERS = (Sector.NW, Sector.NE, Sector.SE, Sector.SW)
"""The corner sectors, clockwise (RULES.md section 2)."""

AXES = (Direction.E, Direction.NE, Direction.N, Direction.NW)
"""The four axes, in the order in which the notation lists a phalanx's edges."""

PHALANX_AXES = (
    (Direction.E, Direction.NE),
    (Direction.E, Direction.N),
    (Direction.E, Direction.NW),
    (Direction.NE, Direction.N),
    (Direction.N, Direction.NW),
)
"""The pairs of axes that a phalanx of several lines may have (RULES.md section 7)."""


def square_at(file: int, rank: int) -> Square:
    """The square of a file and a rank, both from 0."""
    return 10 * rank + file


def square_name(square: Square) -> str:
    """`a1` to `i9`."""
    return "abcdefghi"[square % 10] + "123456789"[square // 10]


def squares(mask: Mask) -> Iterator[Square]:
    """The squares of a set, in the order of their numbers: rank by rank from the south, each from the west."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def is_square(number: int) -> bool:
    """Whether a number is a square's."""
    return 0 <= number <= 88 and number % 10 != 9


def sector_of(square: Square) -> Sector:
    """The sector that a square lies in (RULES.md section 1)."""
    return Sector(square // 30 * 3 + square % 10 // 3)


def axis_of(direction: Direction) -> Direction:
    """The axis of a direction: the direction itself or its opposite."""
    return direction if direction > 0 else Direction(-direction)


def shift(mask: Mask, direction: int) -> Mask:
    """Every square one step on. Whoever leaves the board is outside of `BOARD`."""
    return mask << direction if direction > 0 else mask >> -direction


NEIGHBOURS: dict[Square, Mask] = {
    square: sum(1 << square + step for step in Direction if is_square(square + step)) for square in SQUARES
}
"""The up to eight squares around each square."""


def reach(square: Square, empty: Mask) -> Mask:
    """The squares that a syntagma can move to: one or two steps over empty squares (RULES.md section 6)."""
    first = NEIGHBOURS[square] & empty
    row = first | first << 1 | first >> 1
    return (row | row << 10 | row >> 10) & empty & ~(1 << square)


def quarters(juggernauts: Mask) -> Mask:
    """All squares of the juggernauts whose south-west squares are given (RULES.md section 8)."""
    row = juggernauts | juggernauts << 1
    return row | row << 10


def juggernaut_squares(square: Square) -> Mask:
    """The four squares of the juggernaut whose south-west square is given."""
    return 3 << square | 3 << square + 10


JUGGERNAUT_SQUARES: tuple[Square, ...] = tuple(square for square in SQUARES if square % 10 < 8 and square < 80)
"""The squares that can be a juggernaut's south-west square."""


def blocks(board: Board) -> Mask:
    """Every square of every juggernaut."""
    red, blue, yellow = board.juggernauts
    anchors = red | blue | yellow
    return quarters(anchors) if anchors else 0


def occupied(board: Board) -> Mask:
    """Every square that holds something."""
    red, blue, yellow, white = board.cubes
    return red | blue | yellow | white | blocks(board)


def own_squares(board: Board, seat: Seat) -> Mask:
    """Every square that holds a cube or a quarter of a juggernaut of this seat."""
    return board.cubes[seat] | quarters(board.juggernauts[seat])


def runs(cubes: Mask, axis: int, length: int) -> Mask:
    """The cubes of one colour that stand in an unbroken run of at least this length (RULES.md section 7, strength)."""
    ends = cubes
    for _ in range(length - 1):
        ends &= ends >> axis
    for _ in range(length - 1):
        ends |= ends << axis
    return ends


def strength(cubes: Mask, square: Square, axis: int) -> int:
    """The strength on an axis of the cube on a square, among the cubes of its colour (RULES.md section 7)."""
    length = 1
    for step in (axis, -axis):
        at = square + step
        while at >= 0 and cubes >> at & 1:
            length += 1
            at += step
    return length


def strong(board: Board, seat: Seat, axis: int, length: int, options: Options) -> Mask:
    """The cubes that are not this seat's and have at least this strength on an axis (RULES.md section 7).

    White cubes have strength 1 whatever stands beside them, but for the option `neutral_phalanxes`.
    """
    found = 0
    for colour, cubes in enumerate(board.cubes):
        if colour == WHITE and not options.neutral_phalanxes:
            found |= cubes if length == 1 else 0
        elif colour != seat:
            found |= runs(cubes, axis, length)
    return found


class Phalanx(NamedTuple):
    """A parallelogram of squares (RULES.md section 7)."""

    corners: tuple[Square, ...]
    """As in the notation: the lowest corner, then the far end of each edge."""
    cubes: Mask
    axes: tuple[tuple[Direction, int], ...]
    """Each axis it can move along, and its strength there: one for a line, else two."""

    def strength(self, direction: Direction) -> int:
        """The length of its lines along a direction; 0 when it cannot move that way at all."""
        axis = abs(direction)
        for own, length in self.axes:
            if own == axis:
                return length
        return 0

    def path(self, direction: Direction) -> Mask:
        """The squares just in front of its lines, those off the board left out."""
        return shift(self.cubes, direction) & ~self.cubes & BOARD

    def leaving(self, direction: Direction) -> Mask:
        """The cubes that would leave the board."""
        return self.cubes & ~shift(shift(self.cubes, direction) & BOARD, -direction)


def _phalanxes() -> Iterator[Phalanx]:
    """Every phalanx that fits on the board, each once."""
    for corner in SQUARES:
        for axis in AXES:
            line = 1 << corner
            end = corner + axis
            length = 2
            while is_square(end):
                line |= 1 << end
                yield Phalanx((corner, end), line, ((axis, length),))
                end += axis
                length += 1
        for first, second in PHALANX_AXES:
            yield from _parallelograms(corner, first, second)


def _parallelograms(corner: Square, first: Direction, second: Direction) -> Iterator[Phalanx]:
    """The phalanxes of two or more lines that have this lowest corner and these axes."""
    line = 1 << corner
    for p in range(2, 10):
        end = corner + (p - 1) * first
        if not is_square(end):
            return
        line |= 1 << end
        cubes = line
        for q in range(2, 10):
            row = line << (q - 1) * second
            if row & ~BOARD:
                break
            cubes |= row
            yield Phalanx((corner, end, corner + (q - 1) * second), cubes, ((first, p), (second, q)))


PHALANXES: dict[tuple[Square, ...], Phalanx] = {phalanx.corners: phalanx for phalanx in _phalanxes()}
"""Every phalanx that fits on the board, by its corners as the notation writes them."""
