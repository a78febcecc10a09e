"""The tiles of the board: one square with its ground, its piece and its marks, or a juggernaut on four squares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, sqrt
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine import WHITE, Sector, Square, sector_of
from images import draw_art as art
from images.draw_ink import Ink
from images.draw_text import Face, cap_height, paint
from images.geometry import place
from images.theme import Colours, Rgb

LEFT: Final = 1
ENTERED: Final = 2
CAPTURED: Final = 4
LETTER: Final = 8
"""The side's letter on its pieces, for the large print."""

Spot = tuple[int, int]
Sign = tuple[Spot, Image.Image, Image.Image]
"""Its place in a square, a tile and the tile's mask."""
_CHALK: Final[Rgb] = (255, 255, 255)
_NAME: Final = 1.1
"""Size of the letters of a sector's name, as a share of a square's side."""


class Ground(NamedTuple):
    """A piece of ground: its sector, the place within it on the picture, and whether the sector is lit."""

    sector: Sector
    column: int
    row: int
    lit: bool


class Cell(NamedTuple):
    """All that can be seen on one square. `colour` is 0 to 3, or -1 for none."""

    ground: Ground
    colour: int = -1
    flags: int = 0
    badge: int = 0
    """The number of the play that marked the square; 0 for none."""


def ground(square: Square, turn: int, lit: bool) -> Ground:
    """The ground of a square on a picture turned by `turn` quarter turns."""
    column, row = place(square, turn)
    return Ground(sector_of(square), column % 3, row % 3, lit)


@lru_cache(maxsize=128)
def field(colours: Colours, sector: Sector, size: int, lit: bool) -> Image.Image:
    """A sector as ground, three squares of `size` pixels wide: on boards of full size with its name below all else."""
    kind = kind_of(sector % 3, sector // 3)
    image = art.field(colours, kind, size, lit)
    if size < art.UNIT:
        return image
    image, high = image.copy(), round(size * _NAME)
    shade = art.mixed(colours.fields[kind], colours.ink, 0.3 if lit else 0.22)
    middle = 3 * size // 2
    line = middle + cap_height(Face.TEXT, high) // 2
    paint(image, (middle, line), sector.name, Face.TEXT, high, shade, "m", 1)
    return image


def kind_of(column: int, row: int) -> int:
    """The kind of field of a sector: 0 a corner, 1 between corners, 2 the centre."""
    return 2 if (column, row) == (1, 1) else (column + row) % 2


@lru_cache(maxsize=4096)
def cell(ink: Ink, content: Cell, size: int) -> Image.Image:
    """One square as a tile."""
    image = _ground_image(ink.colours, content, size)
    if content.colour >= 0:
        piece = art.cube(ink.colours.sides[content.colour], content.colour, size)
        image.paste(piece, (0, 0), piece)
    if content.flags & ENTERED:
        _frame(image, ink.colours, size)
    _mark(image, ink.colours, content, size)
    return ink.press(image)


@lru_cache(maxsize=512)
def great(ink: Ink, seat: int, cells: tuple[Cell, Cell, Cell, Cell], size: int) -> Image.Image:
    """A juggernaut as a tile of two by two squares; the four contents from the top left, row by row."""
    image = Image.new("RGB", (2 * size, 2 * size))
    spots = ((0, 0), (size, 0), (0, size), (size, size))
    for content, spot in zip(cells, spots, strict=True):
        image.paste(_ground_image(ink.colours, content, size), spot)
    piece = art.juggernaut(ink.colours.sides[seat], seat, 2 * size)
    image.paste(piece, (0, 0), piece)
    if any(content.flags & ENTERED for content in cells):
        _frame(image, ink.colours, size)
    for content, spot in zip(cells, spots, strict=True):
        part = image.crop((*spot, spot[0] + size, spot[1] + size))
        _mark(part, ink.colours, content, size)
        image.paste(part, spot)
    if cells[3].flags & LETTER:
        _letter(image, ink.colours, seat, 2 * size, size)
    return ink.press(image)


def _ground_image(colours: Colours, content: Cell, size: int) -> Image.Image:
    """The ground of a square, with the marks that lie under the pieces."""
    below = content.ground
    left, top = below.column * size, below.row * size
    image = field(colours, below.sector, size, below.lit).crop((left, top, left + size, top + size))
    draw = ImageDraw.Draw(image)
    last = size - 1

    def unit(number: int) -> int:
        return max(1, round(number * size / art.UNIT))

    if content.flags & LEFT:
        kind = kind_of(below.sector % 3, below.sector // 3)
        tint = art.mixed(colours.fields[kind], colours.trace, 0.16)
        draw.rectangle((1, 1, last - 1, last - 1), fill=tint)
        edge, dash = unit(3), max(2, size // 9)
        draw.rectangle((1, 1, last - 1, last - 1), outline=colours.trace, width=edge)
        for i in range(1, 9, 2):
            draw.rectangle((i * dash, 1, (i + 1) * dash - 1, last - 1), fill=tint)
        inner = (1 + edge, 1 + edge, last - 1 - edge, last - 1 - edge)
        for i in range(1, 9, 2):
            draw.rectangle((1, i * dash, last - 1, (i + 1) * dash - 1), fill=tint)
        draw.rectangle(inner, fill=tint)
        if content.colour < 0:
            reach = unit(16)
            art.stamp(image, art.disc_mask(2 * reach, 0.5, 1), (size // 2 - reach, size // 2 - reach), colours.trace)
            reach -= unit(4)
            art.stamp(image, art.disc_mask(2 * reach, 0.5, 1), (size // 2 - reach, size // 2 - reach), tint)
    return image


def _frame(image: Image.Image, colours: Colours, size: int) -> None:
    """What was entered, framed: over the edge of the piece, for beside it there is too little room to be seen."""
    draw = ImageDraw.Draw(image)
    last, edge, line = image.width - 1, round(11 * size / art.UNIT), max(1, round(2 * size / art.UNIT))
    draw.rectangle((0, 0, last, last), outline=colours.glow_edge, width=edge)
    draw.rectangle((line, line, last - line, last - line), outline=colours.glow, width=edge - 2 * line)


def _mark(image: Image.Image, colours: Colours, content: Cell, size: int) -> None:
    """The marks that lie over the pieces."""
    if content.flags & CAPTURED:
        _captured(image, size)
    if content.badge:
        radius = round(size * 0.19)
        spot = (radius + 1, radius + 1)
        _disc(image, spot, radius, colours.card, colours.card_ink)
        _centred(image, str(content.badge), spot, round(radius * 1.5), colours.card)
    if content.flags & LETTER and 0 <= content.colour < WHITE:
        _letter(image, colours, content.colour, size, size)


_BAD: Final[Rgb] = (192, 30, 30)


def _captured(image: Image.Image, size: int) -> Spot:
    """The sign of a capture, at the top right; returns its place."""
    radius = round(size * 0.17)
    spot = (size - radius - 2, radius + 1)
    _disc(image, spot, radius, _CHALK, _BAD)
    reach = round(radius * 0.45)
    mask = art.smooth(2 * reach, 2 * reach, lambda draw, scale: _saltire(draw, 2 * reach * scale))
    art.stamp(image, mask, (spot[0] - reach, spot[1] - reach), _CHALK)
    return spot


@lru_cache(maxsize=16)
def captured(ink: Ink, size: int) -> Sign:
    """The sign of a capture, for a square that something was drawn over."""
    image = Image.new("RGB", (size, size), _BAD)
    x, y = _captured(image, size)
    radius = round(size * 0.17)
    box = (x - radius, y - radius, x + radius, y + radius)
    return box[:2], ink.press(image.crop(box)), art.disc_mask(2 * radius, 0.5, 1)


def numbered(ink: Ink, numbers: Sequence[int], size: int, occupied: bool) -> list[Sign]:
    """The numbers of candidates on one square.

    One alone lies in the middle, or at a corner of the piece; more lie in rows.
    """
    across = ceil(sqrt(len(numbers)))
    down = ceil(len(numbers) / across)
    found = []
    for nth, number in enumerate(numbers):
        row, column = divmod(nth, across)
        radius = round(size * (0.25 if occupied else 0.3)) if across == 1 else size // (2 * across) - 1
        x, y = (2 * column + 1) * size // (2 * across), size // 2 + (2 * row + 1 - down) * size // (2 * across)
        if across == 1 and occupied:
            x, y = radius + 1, size - radius - 1
        found.append(((x - radius, y - radius), *_candidate(ink, number, radius)))
    return found


@lru_cache(maxsize=512)
def _candidate(ink: Ink, number: int, radius: int) -> tuple[Image.Image, Image.Image]:
    image = Image.new("RGB", (2 * radius, 2 * radius), ink.colours.card_ink)
    _disc(image, (radius, radius), radius, ink.colours.card_ink, ink.colours.card)
    _centred(image, str(number), (radius, radius), round(radius * 1.4), ink.colours.card_ink)
    return ink.press(image), art.disc_mask(2 * radius, 0.5, 1)


def _letter(image: Image.Image, colours: Colours, seat: int, full: int, size: int) -> None:
    radius = round(size * 0.2)
    spot = (full - radius - 2, full - radius - 2)
    _disc(image, spot, radius, colours.sides[seat].rim, colours.card)
    _centred(image, "RBY"[seat], spot, round(radius * 1.5), colours.card_ink)


def _centred(image: Image.Image, text: str, spot: Spot, size: int, colour: Rgb) -> None:
    if len(text) > 1:
        size = size * 6 // 7
    y = spot[1] + (cap_height(Face.TEXT, size) + 1) // 2
    paint(image, (spot[0], y), text, Face.TEXT, size, colour, "m")


def _disc(image: Image.Image, spot: Spot, radius: int, rim: Rgb, fill: Rgb) -> None:
    width = max(1, radius // 7)
    for reach, colour in ((radius, rim), (radius - width, fill)):
        art.stamp(image, art.disc_mask(2 * reach, 0.5, 2), (spot[0] - reach, spot[1] - reach), colour)


def _saltire(draw: ImageDraw.ImageDraw, full: int) -> None:
    width = round(full * 0.32)
    draw.line((0, 0, full, full), fill=255, width=width)
    draw.line((0, full, full, 0), fill=255, width=width)
