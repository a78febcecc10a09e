"""A game as an animated GIF.

GIF's own compression is the slow part, and it goes by the pixel. So all frames share the palette of the boards, and a
play is several small frames of the file, one right after the other: the words below the board, then each part of the
board that changed, with everything in it that did not change left transparent. A single rectangle around all of it
would be nearly the whole picture each time.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, reduce
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

_WORTH: Final = 3_000
"""Pixels that are as dear as one more frame of the file."""

_PARTS: Final = 4
"""Into how many parts the changes of a play fall at most, its words left out, lest one sees them come."""

_BITS: Final = 6
"""Of the palette: the fewer, the shorter each code, and crisp drawings need few colours."""

_CELLS: Final = (56, 44, 36, 28)
"""Cell sizes to try, until the file is small enough."""

Names = tuple[str, str, str]
Spot = tuple[int, int]
Tile = tuple[Image.Image, Spot]
"""A tile and where it lies."""


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
        parts += [part.block(at, _BLINK, colours.clear) for part, at in first]
        parts.append(last[0].block(last[1], max(_BLINK, stay - _BLINK * len(first)), colours.clear))
    return b"".join(parts) + b";"


class _Part:
    """A piece of the picture. Many come back in other plays and games, and with them their codes in the file."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @cached_property
    def codes(self) -> bytes:
        return self.image.tobytes("gif", "L", _BITS)

    def block(self, at: Spot, delay: int, clear: int) -> bytes:
        """One frame of the file; what is transparent shows what was there before."""
        control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b0000_0101, delay, clear, 0)
        head = struct.pack("<BHHHHB", 0x2C, *at, *self.image.size, 0)
        return control + head + bytes((_BITS,)) + self.codes + b"\0"


Placed = tuple[_Part, Spot]
"""A part and where it lies."""


class _Film:
    """Remembers what each place shows, so that only what changes is drawn."""

    def __init__(self, frame: Frame, names: Names, colours: Ink, base: Layout, turn: int) -> None:
        shown = tuple(tidy(name) or COLOUR_NAMES[seat] for seat, name in enumerate(names))
        self.names, self.colours, self.base, self.turn = shown, colours, base, turn
        self.frame = frame
        self.words = _caption(colours, base, frame.caption)
        self.looks = self._looks(frame, BOARD)

    def start(self) -> Placed:
        """The whole first picture."""
        base = self.base
        sheet = ground(self.colours, base, self.turn, (None, None, None)).copy()
        for square, look in self.looks.items():
            sheet.paste(_tile(self.colours, look, base.cell), base.square_box(square, self.turn)[:2])
        for seat in Seat:
            sheet.paste(self._plate(self.frame, seat), base.plates[seat][:2])
        for tile in self.words:
            sheet.paste(*tile)
        if self.frame.active is not None:
            bar, at = _bar(self.colours, base, None, self.frame.active)
            sheet.paste(bar.image, at)
        return _Part(sheet.crop((0, 0, *sheet.size))), (0, 0)

    def step(self, frame: Frame) -> list[Placed]:
        """What differs from the frame before, in small parts: its words, then all else, clear where nothing does."""
        before, self.frame = self.frame, frame
        changed = self._new_scores(before, frame) + self._new_squares(before, frame)
        parts = [_joined(*group, self.colours.clear) for group in _gathered(changed)]
        if before.active != frame.active:
            parts = [_bar(self.colours, self.base, before.active, frame.active), *parts]
        if before.caption != frame.caption:
            parts = self._new_words(frame.caption) + parts
        return parts or [(_Part(Image.new("L", (1, 1), self.colours.clear)), (0, 0))]

    def _new_words(self, caption: str) -> list[Placed]:
        """The words where they differ, with their ground: letters among the remains of others take more than alone."""
        before, self.words = self.words, _caption(self.colours, self.base, caption)
        kept = {(id(word), at) for word, at in before} & {(id(word), at) for word, at in self.words}
        changed = [_box((word, at)) for word, at in (*before, *self.words) if (id(word), at) not in kept]
        if not changed:
            return []
        box = reduce(_around, changed)
        ground = Image.new("L", _size(box), self.colours.index(self.colours.colours.page))
        return [(_Part(_pasted(ground, self.words, box)), box[:2])]

    def _new_scores(self, before: Frame, after: Frame) -> list[Placed]:
        return [
            _new_score(self.colours, seat, self.names[seat], before.scores[seat], after.scores[seat], plate)
            for seat, plate in zip(Seat, self.base.plates, strict=False)
            if before.scores[seat] != after.scores[seat]
        ]

    def _plate(self, frame: Frame, seat: Seat) -> Image.Image:
        return _score(self.colours, seat, self.names[seat], frame.scores[seat], _size(self.base.plates[seat]))

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
def _turned(colours: Ink, before: Look, after: Look, size: int) -> _Part:
    """What is new in a square, the rest clear. The same comes back: a piece that was just moved, and then was not."""
    old, new = _tile(colours, before, size), _tile(colours, after, size)
    differing = ImageChops.difference(old, new)
    image = Image.new("L", new.size, colours.clear)
    # Every difference, however small, becomes a whole one: the mask of what is new.
    image.paste(new, (0, 0), ImageChops.add(differing, differing, scale=1 / 256))
    return _Part(image)


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
    for part, at in parts:
        box = _box((part.image, at))
        joined = [(_area(_around(box, other)) - _area(other), number) for number, (other, _) in enumerate(result)]
        growth, number = min(joined, default=(0, 0))
        if result and (growth - _area(box) <= _WORTH or len(result) == _PARTS):
            result[number] = (_around(box, result[number][0]), [*result[number][1], (part, at)])
        else:
            result.append((box, [(part, at)]))
    return result


def _joined(box: Box, parts: Sequence[Placed], clear: int) -> Placed:
    """Parts as one."""
    if len(parts) == 1:
        return parts[0]
    ground = Image.new("L", _size(box), clear)
    return _Part(_pasted(ground, [(part.image, at) for part, at in parts], box)), box[:2]


def _pasted(ground: Image.Image, tiles: Iterable[Tile], box: Box) -> Image.Image:
    """The ground of a box, with tiles on it."""
    for tile, at in tiles:
        ground.paste(tile, (at[0] - box[0], at[1] - box[1]))
    return ground


def _box(tile: Tile) -> Box:
    image, (left, top) = tile
    return left, top, left + image.width, top + image.height


def _size(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def _around(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _area(box: Box) -> int:
    width, height = _size(box)
    return width * height


@lru_cache(maxsize=64)
def _bar(colours: Ink, base: Layout, before: Seat | None, after: Seat | None) -> Placed:
    """The bar below the plate of who acts, and the ground where it was."""
    left, top, right, _ = base.plates[3]
    high = top - base.plates[0][3]
    bar = Image.new("L", (right - left, high // 2), colours.index(colours.colours.page))
    if after is not None:
        plate = base.plates[after]
        bar.paste(colours.index(colours.colours.ink), (plate[0] - left, 0, plate[2] - left, bar.height))
    reach = [base.plates[seat] for seat in (before, after) if seat is not None]
    box = (min(plate[0] for plate in reach) - left, 0, max(plate[2] for plate in reach) - left, bar.height)
    return _Part(bar.crop(box)), (left + box[0], top - high * 3 // 4)


def _caption(colours: Ink, base: Layout, caption: str) -> list[Tile]:
    """What was done, in one line or in two: the tiles of its words."""
    left, top, right, bottom = base.plates[3]
    width, high = right - left, bottom - top
    points = high * 2 // 5
    lines = wrapped(caption, Face.TEXT, points, width)
    if len(lines) > 2:
        lines[1:] = [fitted(" ".join(lines[1:]), Face.TEXT, (points,), width)[0]]
    row = high // 2
    y = top + (high - len(lines) * row) // 2
    space = width_of("n n", Face.TEXT, points) - width_of("nn", Face.TEXT, points)
    result: list[Tile] = []
    for line in lines:
        # Word by word, for words come back in other captions; but a line that runs to the left is one piece.
        words = [line] if _to_the_left(line) else line.split()
        rooms = [width_of(word, Face.TEXT, points) for word in words]
        x = left + (width - sum(rooms) - space * (len(words) - 1)) // 2
        for word, room in zip(words, rooms, strict=True):
            tile, at = _word(colours, word, points, row)
            result.append((tile, (x + at[0], y + at[1])))
            x += room + space
        y += row
    return result


@lru_cache(maxsize=4096)
def _word(colours: Ink, word: str, points: int, row: int) -> Tile:
    """A word without the ground around it, and its place in its row."""
    c = colours.colours
    room = (width_of(word, Face.TEXT, points) + 2, row)
    # Without shades: the words change with every play, and each shade costs.
    tile = label(colours, word, Face.TEXT, points, c.ink, c.page, room, "l", levels=1)
    ground = Image.new("L", room, colours.index(c.page))
    box = ImageChops.difference(tile, ground).getbbox() or (0, 0, 1, 1)
    return tile.crop(box), box[:2]


def _to_the_left(line: str) -> bool:
    return not line.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in line)


@lru_cache(maxsize=1024)
def _new_score(colours: Ink, seat: Seat, name: str, before: int, after: int, plate: Box) -> Placed:
    """A plate as far as the score changes it."""
    old, new = (_score(colours, seat, name, score, _size(plate)) for score in (before, after))
    box = ImageChops.difference(old, new).getbbox() or (0, 0, 1, 1)
    return _Part(new.crop(box)), (plate[0] + box[0], plate[1] + box[1])


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
