"""The fixed palette of a theme, and the sheet of palette indices that becomes a PNG.

A picture is made of tiles of palette indices pasted side by side, so the palette must be settled before the first tile
is pressed. It is made once per theme: the colours that carry meaning are taken exactly, the rest are chosen from a
specimen that shows every drawing on every ground.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from images import draw_art as art
from images.theme import Colours, Palette, Rgb, Side, Theme, colours

# Where there is no build of these, zlib does the same more slowly.
try:
    from isal.isal_zlib import compress as quickly
except ImportError:  # pragma: no cover
    from zlib import compress as quickly
try:
    from zlib_ng.zlib_ng import compress as well
except ImportError:  # pragma: no cover
    from zlib import compress as well

_SPECIMEN_CELL: Final = 35
_UP: Final = 2
_WAYS: Final[tuple[tuple[Callable[[bytes, int], bytes], int], ...]] = ((quickly, 1), (well, 2), (well, 5))
"""How to deflate, with the level: each takes about twice as long as the one before it, and a tenth less room."""
_ROOM: Final = 39_000
"""Bytes that the pixels of a picture may take; the first way that keeps to it will do."""

# Pillow gives the memory of every image back at once, and fetching it anew costs a fifth of the time of a board. One
# block is kept for the next; of more, the small pieces that live long would each hold the rest of a large one: two
# thousand boards then took 900 MB instead of 120.
Image.core.set_blocks_max(1)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """A theme's colours with their palette. Compared by identity: there is one for each theme, palette and size."""

    colours: Colours
    master: Image.Image
    """An image that carries the palette."""
    table: bytes
    """The palette as it stands in files: red, green and blue of each entry."""

    @property
    def clear(self) -> int:
        """The last entry, which no drawing uses."""
        return len(self.table) // 3 - 1

    def press(self, image: Image.Image) -> Image.Image:
        """An RGB image as a tile: an image of mode L whose values are palette indices."""
        pressed = image.quantize(palette=self.master, dither=Image.Dither.NONE)
        return Image.frombytes("L", pressed.size, pressed.tobytes())

    def rgb(self, tile: Image.Image) -> Image.Image:
        """A tile in full colour."""
        shown = tile.copy()
        shown.putpalette(self.table)
        return shown.convert("RGB")

    def index(self, colour: Rgb) -> int:
        """The palette entry nearest to a colour."""
        return _index(self, colour)


@lru_cache(maxsize=1024)
def _index(ink: Ink, colour: Rgb) -> int:
    return int(ink.press(Image.new("RGB", (1, 1), colour)).getpixel((0, 0)))  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def ink(theme: Theme, palette: Palette, size: int = 256) -> Ink:
    """The ink of a theme and a palette of sides, with a palette of `size` entries: 64, 128 or 256."""
    chosen = colours(theme, palette)
    exact = _exact(chosen)
    room = size - 1 - len(exact)
    found = _specimen(chosen).quantize(room, method=Image.Quantize.MEDIANCUT).getpalette() or []
    table = bytes([part for colour in exact for part in colour] + found[: 3 * room])
    master = Image.new("P", (1, 1))
    master.putpalette(table)
    return Ink(chosen, master, table.ljust(3 * size, b"\0"))


def _exact(chosen: Colours) -> list[Rgb]:
    found: dict[Rgb, None] = {}
    for item in fields(chosen):
        value = getattr(chosen, item.name)
        if item.name == "sides":
            for side in value:
                found.update(dict.fromkeys(getattr(side, part.name) for part in fields(Side)))
        elif isinstance(value[0], tuple):
            found.update(dict.fromkeys(value))
        else:
            found[value] = None
    return list(found)


def _specimen(chosen: Colours) -> Image.Image:
    cell = _SPECIMEN_CELL
    size = 3 * cell
    image = Image.new("RGB", (6 * size, 2 * size + 3 * cell), chosen.page)
    for kind in range(3):
        for lit in (False, True):
            x, y = kind * size + (3 * size if lit else 0), 0
            ground = art.field(chosen, kind, cell, lit)
            image.paste(ground, (x, y))
            image.paste(ground, (x, y + size))
            for colour, side in enumerate(chosen.sides):
                piece = art.cube(side, colour, cell)
                image.paste(piece, (x + colour % 3 * cell, y + colour // 3 * cell), piece)
            great = art.juggernaut(chosen.sides[kind], kind, 2 * cell)
            image.paste(great, (x + cell, y + size + cell), great)
    pairs = [
        (chosen.label, chosen.frame),
        (chosen.ink, chosen.plate),
        (chosen.muted, chosen.plate),
        (chosen.gold, chosen.plate),
        (chosen.seal, chosen.card),
        (chosen.card, (192, 30, 30)),
        (chosen.card, (34, 120, 52)),
        (chosen.card_ink, chosen.card),
        (chosen.card_line, chosen.card),
        (chosen.back_line, chosen.back),
        (chosen.meander, chosen.page),
        *((side.emblem, side.shield) for side in chosen.sides[:3]),
        *((side.face, chosen.plate) for side in chosen.sides),
    ]
    steps = 8
    width = 6 * size // steps
    for row, (first, second) in enumerate(pairs):
        for part in range(steps):
            top = 2 * size + row * 8
            shade = art.mixed(first, second, part / (steps - 1))
            image.paste(shade, (part * width, top, (part + 1) * width, top + 8))
    return image


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture in the making. Coordinates are pixels of the finished picture, values are palette indices.

    The image is one column wider than the picture. Its first column becomes the filter byte that PNG wants before each
    row, so that the image's memory, once each row is replaced by its difference to the row above (PNG's filter "up",
    which makes long runs of zeros of all that goes straight down), is the very stream to deflate.
    """

    image: Image.Image
    ink: Ink

    @classmethod
    def new(cls, width: int, height: int, ink: Ink, colour: Rgb) -> Sheet:
        return cls(Image.new("L", (width + 1, height), ink.index(colour)), ink)

    @property
    def size(self) -> tuple[int, int]:
        return self.image.width - 1, self.image.height

    def copy(self) -> Sheet:
        return Sheet(self.image.copy(), self.ink)

    def paste(self, tile: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
        self.image.paste(tile, (at[0] + 1, at[1]), mask)

    def crop(self, box: tuple[int, int, int, int]) -> Image.Image:
        """A part as a tile."""
        return self.image.crop((box[0] + 1, box[1], box[2] + 1, box[3]))

    def rgb(self, box: tuple[int, int, int, int]) -> Image.Image:
        """A part in full colour."""
        return self.ink.rgb(self.crop(box))

    def png(self) -> bytes:
        """The picture as a PNG file with a palette of 256 colours."""
        width, height = self.size
        above = Image.new("L", self.image.size)
        above.paste(self.image, (0, 1))
        rows = ImageChops.subtract_modulo(self.image, above)
        rows.paste(_UP, (0, 0, 1, height))
        header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
        stream = rows.tobytes()
        for compress, level in _WAYS:
            body = compress(stream, level)
            if len(body) <= _ROOM:
                break
        chunks = ((b"IHDR", header), (b"PLTE", self.ink.table), (b"IDAT", body), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
            for kind, content in chunks
        )
