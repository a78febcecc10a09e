"""The fixed palette of a theme, and the sheet of palette indices that becomes a PNG.

A picture is made of tiles of palette indices pasted side by side, so the palette must be settled before the first tile
is pressed. It is made once per theme: the colours that carry meaning are taken exactly, the rest are chosen from a
specimen that shows every drawing on every ground.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Final

from PIL import Image

from images import draw_art as art
from images.theme import Colours, Palette, Rgb, Side, Theme, colours

try:
    from isal import isal_zlib as deflate
except ImportError:  # pragma: no cover - where no build of isal is to be had, zlib does the same more slowly
    import zlib as deflate  # type: ignore[no-redef]

_SPECIMEN_CELL: Final = 40


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """A theme's colours with their palette. Compared and hashed by identity: there is one for each theme and palette."""

    colours: Colours
    master: Image.Image
    """An image that carries the palette."""
    table: bytes
    """The palette as it stands in files: 256 times red, green, blue."""

    def press(self, image: Image.Image) -> Image.Image:
        """An RGB image as palette indices."""
        return image.quantize(palette=self.master, dither=Image.Dither.NONE)

    def index(self, colour: Rgb) -> int:
        """The palette entry nearest to a colour."""
        return int(self.press(Image.new("RGB", (1, 1), colour)).getpixel((0, 0)))  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def ink(theme: Theme, palette: Palette) -> Ink:
    """The ink of a theme and a palette of sides."""
    chosen = colours(theme, palette)
    exact = _exact(chosen)
    specimen = _specimen(chosen)
    rest = specimen.quantize(256 - len(exact), method=Image.Quantize.MEDIANCUT)
    mixed = rest.getpalette() or []
    table = bytes([part for colour in exact for part in colour] + mixed[: 3 * (256 - len(exact))])
    table = table.ljust(768, b"\0")
    master = Image.new("P", (1, 1))
    master.putpalette(table)
    return Ink(chosen, master, table)


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
        (chosen.good, chosen.card),
        (chosen.bad, chosen.card),
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
    """A picture in the making. Coordinates are pixels of the finished picture.

    The image is one column wider than the picture: its first column holds index 0 and serves as the filter byte that
    PNG wants before each row, so that the image's memory is the stream to deflate.
    """

    image: Image.Image
    ink: Ink

    @classmethod
    def new(cls, width: int, height: int, ink: Ink, colour: Rgb) -> Sheet:
        image = Image.new("P", (width + 1, height), ink.index(colour))
        image.paste(0, (0, 0, 1, height))
        image.putpalette(ink.table)
        return cls(image, ink)

    @property
    def size(self) -> tuple[int, int]:
        return self.image.width - 1, self.image.height

    def copy(self) -> Sheet:
        return Sheet(self.image.copy(), self.ink)

    def paste(self, tile: Image.Image, at: tuple[int, int]) -> None:
        self.image.paste(tile, (at[0] + 1, at[1]))

    def crop(self, box: tuple[int, int, int, int]) -> Image.Image:
        return self.image.crop((box[0] + 1, box[1], box[2] + 1, box[3]))

    def picture(self) -> Image.Image:
        """The finished picture, of mode P."""
        return self.crop((0, 0, *self.size))

    def png(self) -> bytes:
        """The picture as a PNG file with a palette of 256 colours."""
        width, height = self.size
        header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
        body = deflate.compress(self.image.tobytes(), 1)
        chunks = ((b"IHDR", header), (b"PLTE", self.ink.table), (b"IDAT", body), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
            for kind, content in chunks
        )
