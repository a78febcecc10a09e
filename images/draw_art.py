"""The drawings themselves, in full colour and at any size: emblems, cubes, juggernauts, fields, ornament.

Straight edges lie on whole pixels and slanting ones have few shades: a picture is shrunk on most screens anyway, and
every shade costs bytes in each picture that shows it. Nothing here knows about the fixed palette of the finished
pictures; `draw_tiles` turns these drawings into tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from images.theme import EMBLEMS, Colours, Rgb, Shape, Side

OVER: Final = 8
"""How many times larger slanting things are drawn before they are scaled down."""

UNIT: Final = 70
"""The cell size for which all measures below are given."""

_SHADOW: Final = (0, 0, 0, 85)


def smooth(width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, int], None], levels: int = 3) -> Image.Image:
    """A mask drawn by `paint(draw, scale)` at several times its size; `levels` shades on its edges."""
    big = Image.new("L", (width * OVER, height * OVER), 0)
    paint(ImageDraw.Draw(big), OVER)
    return stepped(big.resize((width, height), Image.Resampling.BOX), levels)


def stepped(mask: Image.Image, levels: int) -> Image.Image:
    """A mask with only `levels` + 1 different values."""
    return mask.point([round(value * levels / 255) * 255 // levels for value in range(256)])


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """`share` of the second colour in the first."""
    a, b, c = (round(x + (y - x) * share) for x, y in zip(first, second, strict=True))
    return a, b, c


@lru_cache(maxsize=256)
def shape_mask(shapes: tuple[Shape, ...], size: int, levels: int = 2) -> Image.Image:
    """A drawing of unit shapes as a mask of `size` pixels."""

    def draw_shapes(draw: ImageDraw.ImageDraw, scale: int) -> None:
        for shape in shapes:
            points = [point * size * scale for point in shape.points]
            fill = 0 if shape.cut else 255
            if shape.kind == "ellipse":
                draw.ellipse(points, fill=fill)
            else:
                draw.polygon(points, fill=fill)

    return smooth(size, size, draw_shapes, levels)


def emblem(seat: int, size: int) -> Image.Image:
    """A side's emblem as a mask: without shades where it is small and drawn often."""
    return shape_mask(EMBLEMS[seat], size, 1 if size < UNIT * 3 // 4 else 2)


def stamp(target: Image.Image, mask: Image.Image, at: tuple[int, int], colour: Rgb) -> None:
    """Lays a colour on an image through a mask."""
    target.paste(colour, (at[0], at[1], at[0] + mask.width, at[1] + mask.height), mask)


def disc_mask(size: int, reach: float, levels: int = 3) -> Image.Image:
    """A disc in the middle of a square of `size` pixels; `reach` is its radius as a share of the side."""
    a, b = 0.5 - reach, 0.5 + reach
    return shape_mask((Shape("ellipse", (a, a, b, b)),), size, levels)


def rounded(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], radius: int, fill: Rgb | tuple[int, ...]
) -> None:
    """A filled rectangle with cut corners; the box includes its last row and column."""
    draw.rounded_rectangle(box, radius=radius, fill=fill)


def block(image: Image.Image, box: tuple[int, int, int, int], rim: int, edge: int, side: Side) -> None:
    """A bevelled block lit from the top left; the box includes its last row and column."""
    draw = ImageDraw.Draw(image)
    a, top, b, bottom = box
    rounded(draw, box, 2 * rim, side.edge)
    line = max(1, rim // 2)
    rounded(draw, (a + line, top + line, b - line, bottom - line), rim, side.rim)
    a, top, b, bottom = a + rim, top + rim, b - rim, bottom - rim
    draw.rectangle((a, top, b, bottom), fill=side.face)
    middle, low = mixed(side.face, side.light, 0.45), mixed(side.face, side.dark, 0.5)
    for i in range(edge):
        draw.line((a + i, top + i, b - i, top + i), fill=side.light)
        draw.line((a + i, bottom - i, b - i, bottom - i), fill=side.dark)
        draw.line((a + i, top + i + 1, a + i, bottom - i - 1), fill=middle)
        draw.line((b - i, top + i + 1, b - i, bottom - i - 1), fill=low)


@lru_cache(maxsize=256)
def cube(side: Side, seat: int, size: int) -> Image.Image:
    """A cube seen from above in a square of `size` pixels, on nothing: bevelled, with its shield and emblem.

    Colour 3 (white) bears no shield: a plain block of marble.
    """
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)

    def unit(number: float) -> int:
        return max(1, round(number * size / UNIT))

    near, far, rim, edge = unit(5), unit(62), unit(2), unit(6)
    lift = unit(3)
    rounded(draw, (near + lift, near + lift, far + lift, far + lift), 2 * rim, _SHADOW)
    block(image, (near, near, far, far), rim, edge, side)
    corner, end = near + rim + edge, far - rim - edge
    if seat == 3:
        inset = unit(6)
        draw.rectangle((corner + inset, corner + inset, end - inset, end - inset), outline=side.shield, width=unit(2))
        return image
    draw.rectangle((corner, corner, end, end), fill=side.shield)
    inside = end - corner + 1
    height = inside - 2 * unit(3)
    inset = (inside - height) // 2
    stamp(image, emblem(seat, height), (corner + inset, corner + inset), side.emblem)
    return image


@lru_cache(maxsize=64)
def juggernaut(side: Side, seat: int, size: int) -> Image.Image:
    """A juggernaut in a square of `size` pixels (two cells): one great block with a studded shield."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)

    def unit(number: float) -> int:
        return max(1, round(number * size / (2 * UNIT)))

    near, far, rim, edge = unit(5), unit(131), unit(3), unit(9)
    lift = unit(4)
    rounded(draw, (near + lift, near + lift, far + lift, far + lift), 2 * rim, _SHADOW)
    block(image, (near, near, far, far), rim, edge, side)
    middle = (near + far + 1) // 2
    for dx in (-1, 1):
        for dy in (-1, 1):
            x, y = middle + dx * unit(43), middle + dy * unit(43)
            reach = unit(5)
            rounded(draw, (x - reach, y - reach, x + reach, y + reach), unit(3), side.rim)
            rounded(draw, (x - reach + unit(2), y - reach + unit(2), x + unit(1), y + unit(1)), unit(1), side.light)
    for half, cut, colour in ((47, 20, side.rim), (45, 19, side.emblem), (41, 17, side.shield)):
        a, b, c = middle - unit(half), middle + unit(half) - 1, unit(cut)
        corners = [(a + c, a), (b - c, a), (b, a + c), (b, b - c), (b - c, b), (a + c, b), (a, b - c), (a, a + c)]
        draw.polygon(corners, fill=colour)
    height = unit(60)
    stamp(image, emblem(seat, height), (middle - height // 2, middle - height // 2), side.emblem)
    return image


@lru_cache(maxsize=64)
def field(colours: Colours, kind: int, cell: int, lit: bool) -> Image.Image:
    """A sector as ground: 0 a corner, 1 between corners, 2 the centre. Three cells wide, with lines and border."""
    ground, furrow, line = colours.fields[kind], colours.furrows[kind], colours.line
    if lit:
        ground, furrow, line = (mixed(colour, colours.gold, 0.34) for colour in (ground, furrow, line))
    size = 3 * cell
    image = Image.new("RGB", (size, size), ground)
    draw = ImageDraw.Draw(image)
    for row in range(3):
        for column in range(3):
            _texture(draw, kind, column * cell, row * cell, cell, furrow)
    for i in (1, 2):
        draw.line((i * cell, 0, i * cell, size), fill=line)
        draw.line((0, i * cell, size, i * cell), fill=line)
    edge = max(1, round(2 * cell / UNIT))
    if lit:
        width = max(2, round(5 * cell / UNIT))
        draw.rectangle((edge, edge, size - 1 - edge, size - 1 - edge), outline=colours.gold, width=width)
    draw.rectangle((0, 0, size - 1, size - 1), outline=colours.border, width=edge)
    return image


def _texture(draw: ImageDraw.ImageDraw, kind: int, left: int, top: int, cell: int, colour: Rgb) -> None:
    """Grass, furrows or paving on one cell."""
    if cell < UNIT // 2:
        return
    unit = max(1, round(cell / UNIT))
    if kind == 1:
        pitch = cell // 4
        for y in range(pitch // 2, cell, pitch):
            draw.rectangle((left, top + y, left + cell - 1, top + y + 2 * unit), fill=colour)
    elif kind == 0:
        pitch = cell // 2
        for row in range(2):
            for column in range(2):
                x = left + column * pitch + (pitch // 4 if row % 2 else 3 * pitch // 4)
                y = top + row * pitch + pitch // 2
                for step, height in ((-4, 3), (0, 6), (4, 4)):
                    draw.rectangle((x + step * unit, y - height * unit, x + step * unit + unit, y), fill=colour)
    else:
        course = cell // 2
        for row in range(2):
            y = top + row * course
            draw.rectangle((left, y, left + cell - 1, y + unit - 1), fill=colour)
            x = left + (course // 2 if row else cell // 2 + course // 2)
            draw.rectangle((x, y, x + unit - 1, y + course - 1), fill=colour)


def meander(
    draw: ImageDraw.ImageDraw, start: tuple[int, int], length: int, stroke: int, side: int, colour: Rgb
) -> None:
    """A Greek key along one side of a page: 0 above, 1 at the right, 2 below, 3 at the left.

    `start` is the top left corner of a band nine strokes deep; a line runs beside it on both sides. The key is made of
    whole periods in the middle of the length.
    """
    count = max(1, (length - stroke) // (8 * stroke))
    offset = (length - (count * 8 + 1) * stroke) // 2

    def spot(along: int, across: int) -> tuple[int, int]:
        if side in (1, 2):
            across = 8 - across
        a, b = offset + along * stroke, across * stroke
        return (start[0] + a, start[1] + b) if side in (0, 2) else (start[0] + b, start[1] + a)

    key = ((0, 7), (0, 1), (6, 1), (6, 5), (3, 5), (3, 3))
    for period in range(count):
        _bars(draw, [spot(8 * period + a, b) for a, b in key], stroke, colour)
    _bars(draw, [spot(0, 7), spot(8 * count, 7)], stroke, colour)
    for across in (-1, 9):
        _bars(draw, [spot(0, across), spot(8 * count, across)], stroke, colour)


def _bars(draw: ImageDraw.ImageDraw, path: Iterable[tuple[int, int]], stroke: int, colour: Rgb) -> None:
    for (ax, ay), (bx, by) in pairwise(path):
        box = (min(ax, bx), min(ay, by), max(ax, bx) + stroke - 1, max(ay, by) + stroke - 1)
        draw.rectangle(box, fill=colour)


@lru_cache(maxsize=32)
def crown(size: int) -> Image.Image:
    """The Archon's sign as a mask."""

    def draw_crown(draw: ImageDraw.ImageDraw, scale: int) -> None:
        full = size * scale
        points = ((0.06, 0.26), (0.30, 0.52), (0.5, 0.12), (0.70, 0.52), (0.94, 0.26), (0.84, 0.74), (0.16, 0.74))
        draw.polygon([(x * full, y * full) for x, y in points], fill=255)
        draw.rectangle((0.16 * full, 0.79 * full, 0.84 * full, 0.9 * full), fill=255)
        for x, y in ((0.07, 0.24), (0.5, 0.1), (0.93, 0.24)):
            reach = 0.07 * full
            draw.ellipse((x * full - reach, y * full - reach, x * full + reach, y * full + reach), fill=255)

    return smooth(size, size, draw_crown)


@lru_cache(maxsize=32)
def laurel(size: int) -> Image.Image:
    """The winner's wreath as a mask."""

    def draw_laurel(draw: ImageDraw.ImageDraw, scale: int) -> None:
        full = size * scale
        middle, radius = full / 2, full * 0.36
        for step in range(6):
            angle = pi / 2 + 0.26 + step * 0.45
            for sign in (1, -1):
                x, y = middle + sign * radius * cos(angle), middle + radius * sin(angle)
                along = (sign * -sin(angle), cos(angle))
                tip, waist = full * 0.2, full * 0.085
                draw.polygon(
                    [
                        (x + along[0] * tip, y + along[1] * tip),
                        (x - along[1] * waist, y + along[0] * waist),
                        (x - along[0] * tip, y - along[1] * tip),
                        (x + along[1] * waist, y - along[0] * waist),
                    ],
                    fill=255,
                )

    return smooth(size, size, draw_laurel)
