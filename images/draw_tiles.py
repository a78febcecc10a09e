"""The tiles of the board: one square with its ground, its piece and its marks, or a juggernaut on four squares."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from images import draw_art as art
from images.draw_ink import Ink
from images.draw_text import Face, cap_height, paint
from images.theme import Colours, Rgb

LEFT: Final = 1
ENTERED: Final = 2
CAPTURED: Final = 4
CROSSED: Final = 8
TICKED: Final = 16
LETTER: Final = 32
"""The side's letter on its pieces, for the large print."""


class Ground(NamedTuple):
    """A piece of ground: the kind of field, the place within the sector, and whether the sector is lit."""

    kind: int
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
    number: int = 0
    """The number of a candidate; 0 for none."""


def ground(column: int, row: int, lit: bool) -> Ground:
    """The ground at a column and row of the picture."""
    a, b = column // 3, row // 3
    kind = 2 if (a, b) == (1, 1) else (a + b) % 2
    return Ground(kind, column % 3, row % 3, lit)


def ground_image(colours: Colours, place: Ground, size: int) -> Image.Image:
    field = art.field(colours, place.kind, size, place.lit)
    left, top = place.column * size, place.row * size
    return field.crop((left, top, left + size, top + size))


@lru_cache(maxsize=4096)
def cell(ink: Ink, content: Cell, size: int) -> Image.Image:
    """One square as a tile."""
    colours = ink.colours
    image = ground_image(colours, content.ground, size)
    if content.colour >= 0:
        piece = art.cube(colours.sides[content.colour], content.colour, size)
        image.paste(piece, (0, 0), piece)
    occupied = content.colour >= 0
    for layer in _layers(colours, content, size, occupied):
        image.paste(layer, (0, 0), layer)
    _write(image, colours, content, size, occupied)
    return ink.press(image)


@lru_cache(maxsize=512)
def great(ink: Ink, seat: int, cells: tuple[Cell, Cell, Cell, Cell], size: int) -> Image.Image:
    """A juggernaut as a tile of two by two squares; the four contents from the top left, row by row."""
    colours = ink.colours
    image = Image.new("RGB", (2 * size, 2 * size))
    spots = ((0, 0), (size, 0), (0, size), (size, size))
    for content, spot in zip(cells, spots, strict=True):
        image.paste(ground_image(colours, content.ground, size), spot)
    piece = art.juggernaut(colours.sides[seat], seat, 2 * size)
    image.paste(piece, (0, 0), piece)
    for content, spot in zip(cells, spots, strict=True):
        for layer in _layers(colours, content, size, True):
            image.paste(layer, spot, layer)
        part = image.crop((*spot, spot[0] + size, spot[1] + size))
        _write(part, colours, content, size, True)
        image.paste(part, spot)
    return ink.press(image)


def _layers(colours: Colours, content: Cell, size: int, occupied: bool) -> list[Image.Image]:
    layers = []
    flags = content.flags
    if flags & LEFT:
        layers.append(_left(colours, size, occupied))
    if flags & ENTERED:
        layers.append(_entered(colours, size))
    if flags & CROSSED:
        layers.append(_cross(colours, size))
    if flags & TICKED:
        layers.append(_tick(colours, size))
    if flags & CAPTURED:
        layers.append(_captured(colours, size))
    if content.badge:
        layers.append(_disc(size, badge_spot(size), round(size * 0.165), colours.ink, colours.plate))
    if content.number:
        x, y, radius = number_spot(size, occupied)
        layers.append(_disc(size, (x, y), radius, colours.gold_dark, colours.card))
    return layers


def badge_spot(size: int) -> tuple[int, int]:
    return round(size * 0.19), round(size * 0.19)


def number_spot(size: int, occupied: bool) -> tuple[int, int, int]:
    """Centre and radius of a candidate's number: in the middle of an empty square, in a corner of an occupied one."""
    return (
        (round(size * 0.77), round(size * 0.77), round(size * 0.22))
        if occupied
        else (size // 2, size // 2, round(size * 0.3))
    )


def _write(image: Image.Image, colours: Colours, content: Cell, size: int, occupied: bool) -> None:
    if content.badge:
        _centred(image, str(content.badge), badge_spot(size), round(size * 0.25), colours.plate)
    if content.number:
        x, y, radius = number_spot(size, occupied)
        _centred(image, str(content.number), (x, y), round(radius * 1.25), colours.card_ink)
    if content.flags & LETTER and 0 <= content.colour < 3:
        spot = (round(size * 0.8), round(size * 0.8))
        layer = _disc(size, spot, round(size * 0.17), colours.sides[content.colour].rim, colours.card)
        image.paste(layer, (0, 0), layer)
        _centred(image, "RBY"[content.colour], spot, round(size * 0.27), colours.card_ink)


def _centred(image: Image.Image, text: str, spot: tuple[int, int], size: int, colour: Rgb) -> None:
    if len(text) > 1:
        size = size * 5 // 6
    y = spot[1] + (cap_height(Face.TEXT, size) + 1) // 2
    paint(image, (spot[0], y), text, Face.TEXT, size, colour, "ms")


def _rounded(draw: ImageDraw.ImageDraw, size: int, inset: float, width: float, colour: Rgb) -> None:
    full = size * art.OVER
    a, b = inset * full, (1 - inset) * full - 1
    draw.rounded_rectangle((a, a, b, b), radius=0.1 * full, outline=colour, width=round(width * full))


@lru_cache(maxsize=64)
def _left(colours: Colours, size: int, occupied: bool) -> Image.Image:
    big, draw = art.sheet(size, size)
    full = size * art.OVER
    _rounded(draw, size, 0.045, 0.045, colours.gold_dark)
    gap = full // 9
    for i in range(1, 9, 2):
        for box in ((i * gap, 0, (i + 1) * gap, full), (0, i * gap, full, (i + 1) * gap)):
            draw.rectangle(box, fill=(0, 0, 0, 0))
    if not occupied:
        for radius, fill in ((0.15, (*colours.gold_dark, 255)), (0.10, (0, 0, 0, 0))):
            a, b = (0.5 - radius) * full, (0.5 + radius) * full
            draw.ellipse((a, a, b, b), fill=fill)
    return art.shrink(big)


@lru_cache(maxsize=64)
def _entered(colours: Colours, size: int) -> Image.Image:
    big, draw = art.sheet(size, size)
    _rounded(draw, size, 0.012, 0.1, colours.gold_dark)
    _rounded(draw, size, 0.03, 0.065, colours.gold)
    return art.shrink(big)


@lru_cache(maxsize=64)
def _captured(colours: Colours, size: int) -> Image.Image:
    big, draw = art.sheet(size, size)
    full = size * art.OVER
    x = y = 0.2 * full
    x = full - x
    for radius, fill in ((0.185, (255, 255, 255)), (0.16, (190, 30, 30))):
        r = radius * full
        draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)
    reach = 0.075 * full
    for slope in (1, -1):
        draw.line(
            (x - reach, y - slope * reach, x + reach, y + slope * reach), fill=(255, 255, 255), width=round(0.05 * full)
        )
    return art.shrink(big)


@lru_cache(maxsize=64)
def _cross(colours: Colours, size: int) -> Image.Image:
    big, draw = art.sheet(size, size)
    full = size * art.OVER
    for width, fill in ((0.17, (255, 255, 255)), (0.11, (200, 30, 30))):
        a, b = (0.14 + (0.17 - width) / 2) * full, (0.86 - (0.17 - width) / 2) * full
        for y0, y1 in ((a, b), (b, a)):
            draw.line((a, y0, b, y1), fill=fill, width=round(width * full))
    return art.shrink(big)


@lru_cache(maxsize=64)
def _tick(colours: Colours, size: int) -> Image.Image:
    big, draw = art.sheet(size, size)
    full = size * art.OVER
    path = [(0.2 * full, 0.52 * full), (0.42 * full, 0.74 * full), (0.82 * full, 0.26 * full)]
    for width, fill in ((0.17, (255, 255, 255)), (0.11, (30, 130, 50))):
        draw.line(path, fill=fill, width=round(width * full), joint="curve")
    return art.shrink(big)


@lru_cache(maxsize=128)
def _disc(size: int, spot: tuple[int, int], radius: int, rim: Rgb, fill: Rgb) -> Image.Image:
    big, draw = art.sheet(size, size)
    x, y = spot[0] * art.OVER, spot[1] * art.OVER
    outer, inner = radius * art.OVER, (radius - max(1, size // 40)) * art.OVER
    draw.ellipse((x - outer, y - outer, x + outer, y + outer), fill=rim)
    draw.ellipse((x - inner, y - inner, x + inner, y + inner), fill=fill)
    return art.shrink(big)
