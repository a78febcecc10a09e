"""Where everything lies on the picture: squares, labels, plates and cards, in whole pixels. No drawing here.

The picture is portrait and never square. From the outside in: a margin of more than 4 % that holds ornament only, two
plates above and two below, a frame with the coordinates, and the board. The four plates belong to the four corners of
the board: a player's plate lies at the player's home, the plate of the empty corner tells how the game stands.

A picture may be turned by quarter turns so that any seat sees its own home at the bottom left. Everything on the
screen is therefore addressed by *column* and *row* (0 to 8, from the left and from the top) and by *corner*:
0 bottom left, 1 top left, 2 top right, 3 bottom right, which is the clockwise order of RULES.md section 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine import Sector, Square

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

HOMES: Final = (Sector.SW, Sector.NW, Sector.NE, Sector.SE)
"""The corner sectors clockwise; a home's index is the number of quarter turns that bring it to the bottom left."""

BASE: Final = 70
"""The cell size at which all sizes below are given."""

LABEL: Final = 24
"""Height of the coordinates at that size: more than 11 px when a board is shrunk to 360."""

FILES: Final = "abcdefghi"


PREVIEW: Final = (550, 350)
"""The room that Discord gives to a picture in a window, in its own pixels."""
PHONE: Final = 360
"""The width it gives to a picture on a narrow phone."""


def shown_scale(width: int, height: int) -> tuple[float, float]:
    """How large a picture is shown where it is not opened, of its own size: in a window, and on a phone."""
    return min(PREVIEW[0] / width, PREVIEW[1] / height), PHONE / width


@dataclass(frozen=True, slots=True)
class Layout:
    """All sizes of one kind of picture. `cell` is the side of a square; `large` is the large print."""

    cell: int
    large: bool
    width: int
    height: int
    margin_x: int
    margin_y: int
    strip: int
    """Width of the frame that holds the coordinates."""
    label: int
    """Height of the coordinates: of digits and of letters like `a`."""
    frame: Box
    """The board with its frame."""
    board: Box
    plates: tuple[Box, ...]
    """By corner; of the large print by seat."""

    def scaled(self, units: int) -> int:
        """Units of the base cell size as pixels of this layout, at least 1."""
        return max(1, units * self.cell // BASE)

    def cell_box(self, column: int, row: int) -> Box:
        left = self.board[0] + column * self.cell
        top = self.board[1] + row * self.cell
        return (left, top, left + self.cell, top + self.cell)

    def square_box(self, square: Square, turn: int) -> Box:
        """Where a square lies on a picture turned by `turn` quarter turns."""
        return self.cell_box(*place(square, turn))

    def label_boxes(self, turn: int) -> tuple[tuple[str, Box], ...]:
        """The coordinates, each with the piece of the frame it is centred in: on all sides where the frame is wide."""
        left, top, right, bottom = self.board
        result: list[tuple[str, Box]] = []
        for i in range(9):
            column, row = column_label(i, turn), row_label(i, turn)
            x, y = left + i * self.cell, top + i * self.cell
            result.append((column, (x, bottom, x + self.cell, bottom + self.strip)))
            result.append((row, (left - self.strip, y, left, y + self.cell)))
            if top - self.frame[1] >= self.strip:
                result.append((column, (x, top - self.strip, x + self.cell, top)))
            if self.frame[2] - right >= self.strip:
                result.append((row, (right, y, right + self.strip, y + self.cell)))
        return tuple(result)


@lru_cache(maxsize=8)
def bare_layout(cell: int) -> Layout:
    """The layout of a board in its frame and nothing else, for boards that are part of a larger picture."""
    strip = max(22, cell * 7 // 10)
    side = 9 * cell + 2 * strip
    board = (strip, strip, side - strip, side - strip)
    label = min(strip * 6 // 11, cell // 2)
    return Layout(cell, False, side, side, 0, 0, strip, label, _around(board, strip), board, ())


@lru_cache(maxsize=32)
def layout(cell: int = BASE) -> Layout:
    """The layout of a board for a cell size."""

    def scaled(units: int) -> int:
        return max(1, units * cell // BASE)

    strip, margin_x, gap, plate, between = scaled(45), scaled(32), scaled(8), scaled(94), scaled(8)
    width = 2 * (margin_x + strip) + 9 * cell
    inner = 2 * (gap + plate + strip) + 9 * cell
    # 4 % of the whole height at least, the margins included: margin >= 0.04 * (inner + 2 * margin).
    margin_y = max(-(-inner * 4 // 92) + 1, margin_x)
    height = inner + 2 * margin_y
    left, top = margin_x + strip, margin_y + plate + gap + strip
    bottom = top + 9 * cell + strip + gap
    right_edge = width - margin_x
    half = (width - 2 * margin_x - between) // 2
    plates = (
        (margin_x, bottom, margin_x + half, bottom + plate),
        (margin_x, margin_y, margin_x + half, margin_y + plate),
        (right_edge - half, margin_y, right_edge, margin_y + plate),
        (right_edge - half, bottom, right_edge, bottom + plate),
    )
    board = (left, top, left + 9 * cell, top + 9 * cell)
    label = -(-LABEL * cell // BASE)
    frame = _around(board, strip)
    return Layout(cell, False, width, height, margin_x, margin_y, strip, label, frame, board, plates)


def _around(board: Box, strip: int) -> Box:
    return board[0] - strip, board[1] - strip, board[2] + strip, board[3] + strip


@lru_cache(maxsize=32)
def large_layout(cell: int = BASE) -> Layout:
    """The layout of the large print: all the room for the squares and the coordinates, at the left and below only.

    A window gives a picture little height and a phone little width. So of the plates there remain three scores in a
    row, and the words beside the picture tell the rest.
    """

    def scaled(units: int) -> int:
        return max(1, units * cell // BASE)

    strip, rim, gap, score = scaled(58), scaled(8), scaled(8), scaled(62)
    across, down = 9 * cell + strip + rim, 9 * cell + strip + rim + gap + score
    # 4 % of the whole at least, as above.
    margin_x, margin_y = -(-across * 4 // 92) + 1, -(-down * 4 // 92) + 1
    left, top = margin_x + strip, margin_y + rim
    board = (left, top, left + 9 * cell, top + 9 * cell)
    frame = (margin_x, margin_y, board[2] + rim, board[3] + strip)
    row, third = frame[3] + gap, (across - 2 * gap) // 3
    lefts = [margin_x + seat * (third + gap) for seat in range(3)]
    plates = tuple((each, row, each + third, row + score) for each in lefts)
    label, width, height = scaled(30), across + 2 * margin_x, down + 2 * margin_y
    return Layout(cell, True, width, height, margin_x, margin_y, strip, label, frame, board, plates)


@lru_cache(maxsize=32)
def strip_layout(cell: int) -> Layout:
    """The layout of a replay: below the board three scores side by side and, as fourth plate, a line of words."""

    def scaled(units: int) -> int:
        return max(1, units * cell // BASE)

    strip, margin_x, gap, score, line = scaled(48), scaled(34), scaled(10), scaled(64), scaled(70)
    width = 2 * (margin_x + strip) + 9 * cell
    inner = 9 * cell + 2 * strip + gap + score + gap + line
    margin_y = -(-inner * 4 // 92) + 1
    left, top = margin_x + strip, margin_y + strip
    row = top + 9 * cell + strip + gap
    below = row + score + gap
    third = (width - 2 * margin_x - 2 * gap) // 3
    lefts = [margin_x + seat * (third + gap) for seat in range(3)]
    plates = (
        (lefts[0], row, lefts[0] + third, row + score),
        (lefts[1], row, lefts[1] + third, row + score),
        (lefts[2], row, width - margin_x, row + score),
        (margin_x, below, width - margin_x, below + line),
    )
    board = (left, top, left + 9 * cell, top + 9 * cell)
    label, height, frame = -(-LABEL * cell // BASE), inner + 2 * margin_y, _around(board, strip)
    return Layout(cell, False, width, height, margin_x, margin_y, strip, label, frame, board, plates)


def place(square: Square, turn: int) -> tuple[int, int]:
    """Column and row on the picture of a square, after `turn` quarter turns (0: south at the bottom)."""
    rank, file = divmod(square, 10)
    match turn:
        case 0:
            return file, 8 - rank
        case 1:
            return 8 - rank, 8 - file
        case 2:
            return 8 - file, rank
        case _:
            return rank, file


def reading_order(square: Square, home: Sector | None) -> int:
    """The place of a square as one reads a picture with that home at the bottom left: by rows from the top left."""
    column, row = place(square, turn_of(home))
    return 9 * row + column


def square_at(column: int, row: int, turn: int) -> Square:
    """The square at a column and row of the picture; the inverse of `place`."""
    match turn:
        case 0:
            return 10 * (8 - row) + column
        case 1:
            return 10 * (8 - column) + 8 - row
        case 2:
            return 10 * row + 8 - column
        case _:
            return 10 * column + row


def sector_place(sector: Sector, turn: int) -> tuple[int, int]:
    """Column and row, 0 to 2, of a sector on the picture: also its cell on a card read with that home at the left."""
    column, row = place(10 * (3 * (sector // 3) + 1) + 3 * (sector % 3) + 1, turn)
    return column // 3, row // 3


def turn_of(home: Sector | None) -> int:
    """The quarter turns that bring a home to the bottom left; 0 without one."""
    return HOMES.index(home) if home is not None else 0


def corner_of(home: Sector, turn: int) -> int:
    """The corner of the picture at which a home lies."""
    return (HOMES.index(home) - turn) % 4


def step(direction: int, turn: int) -> tuple[int, int]:
    """A direction (as a difference of squares) as a step of columns and rows on the picture."""
    column, row = place(44, turn)
    after = place(44 + direction, turn)
    return after[0] - column, after[1] - row


def column_label(column: int, turn: int) -> str:
    """What stands above and below a column: a file, or a rank on a board turned by a quarter."""
    rank, file = divmod(square_at(column, 4, turn), 10)
    return str(rank + 1) if turn % 2 else FILES[file]


def row_label(row: int, turn: int) -> str:
    """What stands left and right of a row."""
    rank, file = divmod(square_at(4, row, turn), 10)
    return FILES[file] if turn % 2 else str(rank + 1)
