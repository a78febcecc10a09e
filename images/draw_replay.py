"""A game as an animated GIF.

GIF's own compression is the slow part, and it goes by the pixel. So all frames share the palette of the boards, and a
play is several small frames of the file, one right after the other: the words below the board, then each part of the
board that changed, with everything in it that did not change left transparent. A single rectangle around all of it
would be nearly the whole picture each time.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import BOARD, Board, Marks, Mask, Seat, Square, juggernaut_squares
from engine import squares as squares_of
from images import draw_art as art
from images import draw_tiles as tiles
from images.draw import BARE, cell_of, contents_of, great_cells, ground
from images.draw_ink import Ink, ink
from images.draw_text import Face, base_line, fitted, label, paint, width_of, wrapped
from images.geometry import Box, Layout, strip_layout
from images.overlay import Frame
from images.theme import Palette, Theme
from images.words import COLOUR_NAMES, tidy

GIF_LIMIT: Final = 8 * 1024 * 1024
_BLINK: Final = 2
"""Hundredths of a second between two parts of a play; most programs take less for a tenth."""

_WORTH: Final = 6_000
"""Pixels that are as dear as one more frame of the file."""

_PARTS: Final = 4
"""Into how many parts the changes of a play fall at most, its words left out, lest one sees them come."""

_BITS: Final = 6
"""Of the palette: the fewer, the shorter each code, and crisp drawings need few colours."""

_CELLS: Final = (56, 44, 36, 28)
"""Cell sizes to try, until the file is small enough."""

Names = tuple[str, str, str]
Spot = tuple[int, int]
Placed = tuple[Image.Image, Spot]
"""A tile or a part, and where it lies."""


def draw_replay(
    frames: Sequence[Frame], names: Names, theme: Theme, palette: Palette, turn: int, pace: float, limit: int
) -> bytes:
    """The bytes of `replay`."""
    colours = ink(theme, palette, 1 << _BITS)
    result = b""
    for cell in _CELLS:
        result = _encode(frames, names, colours, strip_layout(cell), turn, pace)
        if len(result) <= limit:
            return result
    while len(result) > limit and len(frames) > 1:
        # Half of the plays, evenly, and always the last one.
        frames = frames[::-2][::-1]
        result = _encode(frames, names, colours, strip_layout(_CELLS[-1]), turn, pace)
    return result


def _encode(frames: Sequence[Frame], names: Names, colours: Ink, base: Layout, turn: int, pace: float) -> bytes:
    width, height = base.width, base.height
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF0 | _BITS - 1, 0, 0) + colours.table
    parts = [head, b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"]
    delay = round(100 * pace)
    film = _Film(frames[0], names, colours, base, turn)
    for number, frame in enumerate(frames, 1):
        stay = 4 * delay if number == len(frames) else delay
        *first, last = film.step(frame) if number > 1 else [film.start()]
        parts += [_block(*part, _BLINK, colours.clear) for part in first]
        parts.append(_block(*last, max(_BLINK, stay - _BLINK * len(first)), colours.clear))
    return b"".join(parts) + b";"


def _block(part: Image.Image, at: Spot, delay: int, clear: int) -> bytes:
    """One frame of the file; what is transparent shows what was there before."""
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b0000_0101, delay, clear, 0)
    head = struct.pack("<BHHHHB", 0x2C, at[0], at[1], part.width, part.height, 0)
    return control + head + bytes((_BITS,)) + part.tobytes("gif", "L", _BITS) + b"\0"


class _Film:
    """Remembers what each place shows, so that only what changes is drawn."""

    def __init__(self, frame: Frame, names: Names, colours: Ink, base: Layout, turn: int) -> None:
        shown = tuple(tidy(name) or COLOUR_NAMES[seat] for seat, name in enumerate(names))
        self.names, self.colours, self.base, self.turn = shown, colours, base, turn
        self.frame = frame
        self.words = _caption(colours, base, frame)
        self.looks = self._looks(frame, BOARD)

    def start(self) -> Placed:
        """The whole first picture."""
        base = self.base
        sheet = ground(self.colours, base, self.turn, (None, None, None)).copy()
        for square, look in self.looks.items():
            sheet.paste(_tile(self.colours, look, base.cell), base.square_box(square, self.turn)[:2])
        for seat in Seat:
            sheet.paste(self._plate(self.frame, seat), base.plates[seat][:2])
        sheet.paste(*self.words)
        return sheet.crop((0, 0, *sheet.size)), (0, 0)

    def step(self, frame: Frame) -> list[Placed]:
        """What differs from the frame before, in small parts: its words, then all else, clear where nothing does."""
        before, self.frame = self.frame, frame
        changed = self._new_scores(before, frame) + self._new_squares(before, frame)
        parts = [_joined(*group, self.colours.clear) for group in _gathered(changed)]
        if (before.caption, before.active) != (frame.caption, frame.active):
            parts = self._new_words(frame) + parts
        return parts or [(Image.new("L", (1, 1), self.colours.clear), (0, 0))]

    def _new_words(self, frame: Frame) -> list[Placed]:
        before, self.words = self.words[0], _caption(self.colours, self.base, frame)
        return _redone(before, *self.words)

    def _new_scores(self, before: Frame, after: Frame) -> list[Placed]:
        result: list[Placed] = []
        for seat in Seat:
            if before.scores[seat] != after.scores[seat]:
                at = self.base.plates[seat][:2]
                result += _redone(self._plate(before, seat), self._plate(after, seat), at)
        return result

    def _plate(self, frame: Frame, seat: Seat) -> Image.Image:
        left, top, right, bottom = self.base.plates[seat]
        return _score(self.colours, seat, self.names[seat], frame.scores[seat], (right - left, bottom - top))

    def _new_squares(self, before: Frame, after: Frame) -> list[Placed]:
        """The squares that look different, from left to right."""
        touched = 0
        for old, new in zip(_masks(before), _masks(after), strict=True):
            touched |= old ^ new
        result: list[Placed] = []
        for square, look in self._looks(after, touched).items():
            part = _turned(self.colours, self.looks[square], look, self.base.cell)
            result.append((part, self.base.square_box(square, self.turn)[:2]))
            self.looks[square] = look
        return sorted(result, key=lambda placed: placed[1])

    def _looks(self, frame: Frame, touched: Mask) -> dict[Square, Look]:
        """How some squares look, and with them all others of the juggernauts that stand there."""
        great = [
            (seat, corner)
            for seat in Seat
            for corner in squares_of(frame.board.juggernauts[seat])
            if juggernaut_squares(corner) & touched
        ]
        for _, corner in great:
            touched |= juggernaut_squares(corner)
        cubes, marks = frame.board.cubes, frame.marks or Marks(0, 0, 0)
        board = Board((cubes[0] & touched, cubes[1] & touched, cubes[2] & touched, cubes[3] & touched), (0, 0, 0))
        contents = contents_of(board, Marks(marks.left & touched, marks.entered & touched, marks.captured & touched))
        looks: dict[Square, Look] = {
            square: cell_of(self.turn, square, contents.get(square, BARE)) for square in squares_of(touched)
        }
        for seat, corner in great:
            four, cells = great_cells(self.turn, corner, contents)
            looks.update((square, (seat, cells, quarter)) for quarter, square in enumerate(four))
        return looks


Look = tiles.Cell | tuple[Seat, tuple[tiles.Cell, tiles.Cell, tiles.Cell, tiles.Cell], int]
"""How a square looks: by itself, or as a quarter of a juggernaut with the contents of its four."""


@lru_cache(maxsize=2048)
def _turned(colours: Ink, before: Look, after: Look, size: int) -> Image.Image:
    """What is new in a square, the rest clear. The same comes back: a piece that was just moved, and then was not."""
    old, new = _tile(colours, before, size), _tile(colours, after, size)
    differing = ImageChops.difference(old, new)
    part = Image.new("L", new.size, colours.clear)
    # Every difference, however small, becomes a whole one: the mask of what is new.
    part.paste(new, (0, 0), ImageChops.add(differing, differing, scale=1 / 256))
    return part


def _redone(before: Image.Image, after: Image.Image, at: Spot) -> list[Placed]:
    """Where letters are new, all of the smallest box: letters among the remains of others take more than alone."""
    box = ImageChops.difference(before, after).getbbox()
    return [] if box is None else [(after.crop(box), (at[0] + box[0], at[1] + box[1]))]


def _tile(colours: Ink, look: Look, size: int) -> Image.Image:
    if isinstance(look, tiles.Cell):
        return tiles.cell(colours, look, size)
    seat, cells, quarter = look
    left, top = quarter % 2 * size, quarter // 2 * size
    return tiles.great(colours, seat, cells, size).crop((left, top, left + size, top + size))


def _masks(frame: Frame) -> tuple[Mask, ...]:
    """The squares of all that can be seen on them: cubes by colour, juggernauts by seat, marks."""
    marks = frame.marks or Marks(0, 0, 0)
    covered = (corners | corners << 1 | corners << 10 | corners << 11 for corners in frame.board.juggernauts)
    return *frame.board.cubes, *covered, marks.left, marks.entered, marks.captured


def _gathered(parts: Sequence[Placed]) -> list[tuple[Box, list[Placed]]]:
    """Parts in few groups, each with the box around it: one joins where the room is cheaper than another frame."""
    result: list[tuple[Box, list[Placed]]] = []
    for part in parts:
        box = (*part[1], part[1][0] + part[0].width, part[1][1] + part[0].height)
        joined = [(_area(_around(box, other)) - _area(other), number) for number, (other, _) in enumerate(result)]
        growth, number = min(joined, default=(0, 0))
        if result and (growth - _area(box) <= _WORTH or len(result) == _PARTS):
            result[number] = (_around(box, result[number][0]), [*result[number][1], part])
        else:
            result.append((box, [part]))
    return result


def _joined(box: Box, parts: Sequence[Placed], clear: int) -> Placed:
    """Parts as one."""
    if len(parts) == 1:
        return parts[0]
    whole = Image.new("L", (box[2] - box[0], box[3] - box[1]), clear)
    for part, at in parts:
        whole.paste(part, (at[0] - box[0], at[1] - box[1]))
    return whole, box[:2]


def _around(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _caption(colours: Ink, base: Layout, frame: Frame) -> Placed:
    """What was done, in one line or in two, and above it a bar below the plate of who did it."""
    c = colours.colours
    left, top, right, bottom = base.plates[3]
    above = top - base.plates[0][3]
    width, high = right - left, bottom - top
    points = high * 2 // 5
    lines = wrapped(frame.caption, Face.TEXT, points, width)
    if len(lines) > 2:
        lines[1:] = [fitted(" ".join(lines[1:]), Face.TEXT, (points,), width)[0]]
    tile = Image.new("L", (width, above + high), colours.index(c.page))
    if frame.active is not None:
        plate = base.plates[frame.active]
        tile.paste(colours.index(c.ink), (plate[0] - left, above // 4, plate[2] - left, above * 3 // 4))
    row = high // 2
    y = above + (high - len(lines) * row) // 2
    space = width_of("n n", Face.TEXT, points) - width_of("nn", Face.TEXT, points)
    for line in lines:
        # Word by word, for words come back in other captions; but a line that runs to the left is one piece.
        pieces = [line] if _to_the_left(line) else line.split()
        rooms = [width_of(piece, Face.TEXT, points) for piece in pieces]
        x = (width - sum(rooms) - space * (len(pieces) - 1)) // 2
        for piece, room in zip(pieces, rooms, strict=True):
            # Without shades: the words change with every play, and each shade costs.
            part = label(colours, piece, Face.TEXT, points, c.ink, c.page, (room + 2, row), "l", levels=1)
            tile.paste(part, (x, y))
            x += room + space
        y += row
    return tile, (left, top - above)


def _to_the_left(line: str) -> bool:
    return not line.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in line)


@lru_cache(maxsize=1024)
def _score(colours: Ink, seat: Seat, name: str, score: int, size: tuple[int, int]) -> Image.Image:
    c = colours.colours
    side = c.sides[seat]
    width, height = size
    image = Image.new("RGB", size, c.page)
    draw = ImageDraw.Draw(image)
    edge = max(2, height // 16)
    art.rounded(draw, (0, 0, width - 1, height - 1), height // 8, c.plate_edge)
    inner = edge // 2
    art.rounded(draw, (inner, inner, width - 1 - inner, height - 1 - inner), height // 10, side.shield)
    icon = height - 4 * edge
    art.stamp(image, art.emblem(seat, icon), (3 * edge, 2 * edge), side.emblem)
    points = height * 6 // 10
    base = base_line(Face.DISPLAY, points, height)
    paint(image, (width - 3 * edge, base), str(score), Face.DISPLAY, points, side.emblem, "r")
    left = 3 * edge + icon + 2 * edge
    room = width - 3 * edge - left - points * 5 // 3
    text, points = fitted(name, Face.TEXT, (height * 4 // 10, height // 3, height * 3 // 10), room)
    paint(image, (left, base_line(Face.TEXT, points, height)), text, Face.TEXT, points, side.emblem, "l")
    return colours.press(image)
