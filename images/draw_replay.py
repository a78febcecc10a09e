"""A game as an animated GIF.

GIF's own compression is the slow part, and it goes by the pixel. So all frames share the palette of the boards, and a
frame holds only the rectangle in which something changed, with everything in it that did not change left transparent.
The words below the board and the board itself are two frames of the file, one right after the other, because a single
rectangle around both would hold the whole picture each time.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine import Seat, Square, juggernaut_squares
from engine import squares as squares_of
from images import draw_art as art
from images.draw import Content, contents_of, ground, tile_of
from images.draw import great as great_tile
from images.draw_ink import Ink, ink
from images.draw_text import Face, base_line, fitted, label, paint, width_of, wrapped
from images.geometry import Box, Layout, strip_layout
from images.overlay import Frame
from images.theme import Palette, Theme
from images.words import COLOUR_NAMES, tidy

GIF_LIMIT: Final = 8 * 1024 * 1024
_BLINK: Final = 2
"""Hundredths of a second between the words of a play and its board; most programs take less for a tenth."""

_BITS: Final = 6
"""Of the palette: the fewer, the shorter each code, and crisp drawings need few colours."""

_CELLS: Final = (56, 44, 36, 28)
"""Cell sizes to try, until the file is small enough."""

Names = tuple[str, str, str]
Spot = tuple[int, int]
Slot = Square | str
"""A place of the picture: a square, a seat's letter (its score), or `caption`."""


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
    film = _Film(names, colours, base, turn)
    for number, frame in enumerate(frames, 1):
        stay = 4 * delay if number == len(frames) else delay
        *words, board = film.step(frame)
        parts += [_block(*part, _BLINK, colours.clear) for part in words]
        parts.append(_block(*board, stay - _BLINK * len(words), colours.clear))
    return b"".join(parts) + b";"


def _block(part: Image.Image, at: Spot, delay: int, clear: int) -> bytes:
    """One frame of the file; what is transparent shows what was there before."""
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b0000_0101, delay, clear, 0)
    head = struct.pack("<BHHHHB", 0x2C, at[0], at[1], part.width, part.height, 0)
    return control + head + bytes((_BITS,)) + part.tobytes("gif", "L", _BITS) + b"\0"


class _Film:
    """Remembers what each place shows, so that only what changes is drawn."""

    def __init__(self, names: Names, colours: Ink, base: Layout, turn: int) -> None:
        shown = tuple(tidy(name) or COLOUR_NAMES[seat] for seat, name in enumerate(names))
        self.names, self.colours, self.base, self.turn = shown, colours, base, turn
        self.bare = ground(colours, base, turn, (None, None, None))
        self.sheet = self.bare.copy()
        self.shown: dict[Slot, object] = {}
        self.started = False

    def step(self, frame: Frame) -> list[tuple[Image.Image, Spot]]:
        """What differs from the frame before: the words, if they do, then the board; the first time all in one.

        Each is the smallest rectangle that holds all that differs, transparent where nothing does.
        """
        changed = self._changes(frame)
        if not self.started:
            self.started = True
            for tile, at in changed:
                self.sheet.paste(tile, at)
            return [(self.sheet.crop((0, 0, *self.sheet.size)), (0, 0))]
        words = [change for change in changed if change[1][1] >= self.base.board[3]]
        board = [change for change in changed if change[1][1] < self.base.board[3]]
        return [self._difference(part) for part in ([words, board] if words else [board])]

    def _difference(self, changed: Sequence[tuple[Image.Image, Spot]]) -> tuple[Image.Image, Spot]:
        left, top = min((at[0] for _, at in changed), default=0), min((at[1] for _, at in changed), default=0)
        right = max((at[0] + tile.width for tile, at in changed), default=1)
        bottom = max((at[1] + tile.height for tile, at in changed), default=1)
        box = (left, top, right, bottom)
        before = self.sheet.crop(box)
        for tile, at in changed:
            self.sheet.paste(tile, at)
        after = self.sheet.crop(box)
        # Every difference, however small, becomes a whole one: the mask of what is new.
        new = ImageChops.difference(after, before)
        new = ImageChops.add(new, new, scale=1 / 256)
        part = Image.new("L", after.size, self.colours.clear)
        part.paste(after, (0, 0), new)
        return part, (left, top)

    def _changes(self, frame: Frame) -> list[tuple[Image.Image, Spot]]:
        """The tiles that differ from the frame before, with their places."""
        base, before = self.base, self.shown
        contents = contents_of(frame.board, frame.marks)
        after: dict[Slot, object] = dict(contents.items())
        great: dict[Square, tuple[Seat, Square]] = {}
        for seat in Seat:
            for corner in squares_of(frame.board.juggernauts[seat]):
                for square in squares_of(juggernaut_squares(corner)):
                    great[square] = (seat, corner)
                    after[square] = (
                        seat,
                        corner,
                        tuple(contents.get(s) for s in squares_of(juggernaut_squares(corner))),
                    )
        for seat in Seat:
            after[seat.letter] = (self.names[seat], frame.scores[seat], frame.active is seat)
        after["caption"] = frame.caption
        self.shown = after
        result: list[tuple[Image.Image, Spot]] = []
        for slot in after.keys() | before.keys():
            if before.get(slot) == after.get(slot):
                continue
            if isinstance(slot, int):
                box = base.square_box(slot, self.turn)
                result.append((self._square(slot, box, contents, great), box[:2]))
            else:
                result.append(self._plate(slot, frame))
        # The order of a set is not the same in every run, and a picture must be.
        return sorted(result, key=lambda change: change[1])

    def _square(
        self, square: Square, box: Box, contents: dict[Square, Content], great: dict[Square, tuple[Seat, Square]]
    ) -> Image.Image:
        if square in great:
            at, tile = great_tile(self.colours, self.base, self.turn, *great[square], contents)
            left, top = box[0] - at[0], box[1] - at[1]
            return tile.crop((left, top, left + self.base.cell, top + self.base.cell))
        if square in contents:
            return tile_of(self.colours, self.base, self.turn, square, contents[square])
        return self.bare.crop(box)

    def _plate(self, slot: str, frame: Frame) -> tuple[Image.Image, Spot]:
        plates, colours = self.base.plates, self.colours
        box = plates["RBY".index(slot)] if slot != "caption" else plates[3]
        size = (box[2] - box[0], box[3] - box[1])
        if slot == "caption":
            return _caption(colours, frame.caption, size), box[:2]
        seat = Seat("RBY".index(slot))
        return _score(colours, seat, self.names[seat], frame.scores[seat], frame.active is seat, size), box[:2]


def _caption(colours: Ink, text: str, size: tuple[int, int]) -> Image.Image:
    """What was done, in one line or in two."""
    c = colours.colours
    width, high = size
    points = high * 2 // 5
    lines = wrapped(text, Face.TEXT, points, width)
    if len(lines) > 2:
        lines[1:] = [fitted(" ".join(lines[1:]), Face.TEXT, (points,), width)[0]]
    tile = Image.new("L", size, colours.index(c.page))
    row = high // 2
    top = (high - len(lines) * row) // 2
    space = width_of("n n", Face.TEXT, points) - width_of("nn", Face.TEXT, points)
    for number, line in enumerate(lines):
        # Word by word, for words come back in other captions; but a line that runs to the left is one piece.
        pieces = [line] if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in line) else line.split()
        rooms = [width_of(piece, Face.TEXT, points) for piece in pieces]
        left = (width - sum(rooms) - space * (len(pieces) - 1)) // 2
        for piece, room in zip(pieces, rooms, strict=True):
            # Without shades: the words change with every play, and each shade costs.
            part = label(colours, piece, Face.TEXT, points, c.ink, c.page, (room + 2, row), "l", levels=1)
            tile.paste(part, (left, top + number * row))
            left += room + space
    return tile


@lru_cache(maxsize=1024)
def _score(colours: Ink, seat: Seat, name: str, score: int, active: bool, size: tuple[int, int]) -> Image.Image:
    c = colours.colours
    side = c.sides[seat]
    width, height = size
    image = Image.new("RGB", size, c.page)
    draw = ImageDraw.Draw(image)
    edge = max(2, height // 16)
    art.rounded(draw, (0, 0, width - 1, height - 1), height // 8, c.gold if active else c.plate_edge)
    inner = edge if active else edge // 2
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
