"""The drawings themselves, in full colour and at any size: emblems, cubes, juggernauts, fields, ornament.

Each is drawn once at several times its size and scaled down. Nothing here knows about the fixed palette of the
finished pictures; `draw_tiles` turns these drawings into tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from images.theme import EMBLEMS, SHIELDS, Colours, Rgb, Shape, Side

OVER = 4
"""How many times larger things are drawn before they are scaled down."""


def smooth(width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """A mask drawn by `paint(draw, scale)` at several times its size: smooth edges."""
    big = Image.new("L", (width * OVER, height * OVER), 0)
    paint(ImageDraw.Draw(big), OVER)
    return big.resize((width, height), Image.Resampling.BOX)


def sheet(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty transparent sheet at several times the size, to be brought down by `shrink`."""
    big = Image.new("RGBA", (width * OVER, height * OVER), (0, 0, 0, 0))
    return big, ImageDraw.Draw(big)


def shrink(big: Image.Image) -> Image.Image:
    return big.resize((big.width // OVER, big.height // OVER), Image.Resampling.BOX)


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """`share` of the second colour in the first."""
    a, b, c = (round(x + (y - x) * share) for x, y in zip(first, second, strict=True))
    return a, b, c


@lru_cache(maxsize=256)
def shape_mask(shapes: tuple[Shape, ...], size: int) -> Image.Image:
    """A drawing of unit shapes as a mask of `size` pixels."""
    scale = size * OVER
    mask = Image.new("L", (scale, scale), 0)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        points = [point * scale for point in shape.points]
        fill = 0 if shape.cut else 255
        if shape.kind == "ellipse":
            draw.ellipse(points, fill=fill)
        else:
            draw.polygon(points, fill=fill)
    return mask.resize((size, size), Image.Resampling.BOX)


def emblem(seat: int, size: int) -> Image.Image:
    """A side's emblem as a mask."""
    return shape_mask(EMBLEMS[seat], size)


def stamp(target: Image.Image, mask: Image.Image, at: tuple[int, int], colour: Rgb) -> None:
    """Lays a colour on an image through a mask."""
    target.paste(colour, (at[0], at[1], at[0] + mask.width, at[1] + mask.height), mask)


def _bevel(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], edge: int, side: Side, scale: int) -> None:
    left, top, right, bottom = box
    draw.rounded_rectangle(box, radius=edge, fill=side.rim)
    line = max(1, 2 * scale)
    left, top, right, bottom = left + line, top + line, right - line, bottom - line
    draw.rounded_rectangle((left, top, right, bottom), radius=edge - line, fill=side.face)
    a, b, c, d = left + edge, top + edge, right - edge, bottom - edge
    middle = mixed(side.face, side.light, 0.45)
    low = mixed(side.face, side.dark, 0.5)
    inset = edge // 4
    draw.polygon([(left + inset, top), (right - inset, top), (c, b), (a, b)], fill=side.light)
    draw.polygon([(left, top + inset), (a, b), (a, d), (left, bottom - inset)], fill=middle)
    draw.polygon([(right, top + inset), (c, b), (c, d), (right, bottom - inset)], fill=low)
    draw.polygon([(left + inset, bottom), (right - inset, bottom), (c, d), (a, d)], fill=side.dark)
    draw.rectangle((a, b, c, d), fill=side.face)


@lru_cache(maxsize=128)
def cube(side: Side, seat: int, size: int) -> Image.Image:
    """A cube seen from above in a square of `size` pixels, on nothing: bevelled, with its shield and emblem.

    Colour 3 (white) bears no shield: a plain block of marble.
    """
    big, draw = sheet(size, size)
    unit = size * OVER / 80
    left, right = round(6 * unit), round(72 * unit)
    lift = round(4 * unit)
    draw.rounded_rectangle((left + lift, left + lift, right + lift, right + lift), radius=9 * unit, fill=(0, 0, 0, 90))
    _bevel(draw, (left, left, right, right), round(9 * unit), side, OVER * size // 80)
    middle = (left + right) // 2
    if seat == 3:
        half = round(17 * unit)
        width = max(1, round(2 * unit))
        draw.rectangle((middle - half, middle - half, middle + half, middle + half), outline=side.shield, width=width)
        draw.line((middle - half, middle + half // 2, middle + half // 3, middle - half), fill=side.shield, width=width)
        draw.line((middle - half // 4, middle + half, middle + half, middle - half // 5), fill=side.shield, width=width)
    else:
        reach = round(44 * unit)
        shield = shape_mask(SHIELDS[seat], reach)
        corner = middle - reach // 2
        stamp(big, shield, (corner, corner), side.shield)
        big.putalpha(ImageChops.lighter(big.getchannel("A"), _on(big.size, shield, corner)))
        height = round((34, 34, 35)[seat] * unit)
        mask = shape_mask(EMBLEMS[seat], height)
        stamp(big, mask, (middle - height // 2, middle - height // 2 - round((2, 0, 0)[seat] * unit)), side.emblem)
    return shrink(big)


def _on(size: tuple[int, int], mask: Image.Image, corner: int) -> Image.Image:
    result = Image.new("L", size, 0)
    result.paste(mask, (corner, corner))
    return result


@lru_cache(maxsize=32)
def juggernaut(side: Side, seat: int, size: int) -> Image.Image:
    """A juggernaut in a square of `size` pixels (two cells): one great block with a studded shield."""
    big, draw = sheet(size, size)
    unit = size * OVER / 160
    left, right = round(6 * unit), round(152 * unit)
    lift = round(5 * unit)
    draw.rounded_rectangle((left + lift, left + lift, right + lift, right + lift), radius=14 * unit, fill=(0, 0, 0, 90))
    _bevel(draw, (left, left, right, right), round(13 * unit), side, OVER * size // 160)
    middle = (left + right) / 2
    for dx in (-1, 1):
        for dy in (-1, 1):
            x, y = middle + dx * 50 * unit, middle + dy * 50 * unit
            draw.ellipse((x - 6 * unit, y - 6 * unit, x + 6 * unit, y + 6 * unit), fill=side.rim)
            draw.ellipse((x - 4 * unit, y - 5 * unit, x + 3 * unit, y + 2 * unit), fill=side.light)
    for radius, colour in ((56, side.rim), (53, side.emblem), (49, side.rim), (47, side.shield)):
        reach = radius * unit
        draw.ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=colour)
    height = round(66 * unit)
    mask = shape_mask(EMBLEMS[seat], height)
    lower = (6, 0, 0)[seat] * unit
    stamp(big, mask, (round(middle - height / 2), round(middle - height / 2 - lower)), side.emblem)
    return shrink(big)


@lru_cache(maxsize=64)
def field(colours: Colours, kind: int, cell: int, lit: bool) -> Image.Image:
    """A sector as ground: 0 a corner, 1 between corners, 2 the centre. Three cells wide, with lines and border."""
    ground, furrow = colours.fields[kind], colours.furrows[kind]
    if lit:
        ground, furrow = mixed(ground, colours.gold, 0.38), mixed(furrow, colours.gold, 0.38)
    size = 3 * cell
    image = Image.new("RGB", (size, size), ground)
    draw = ImageDraw.Draw(image)
    unit = cell / 80
    if kind == 0:
        _tufts(draw, size, unit, furrow)
    elif kind == 1:
        pitch = max(4, round(10 * unit))
        for y in range(pitch // 2, size, pitch):
            draw.line((0, y, size, y), fill=furrow, width=max(1, round(2 * unit)))
    else:
        _paving(draw, size, cell, furrow)
    thin, thick = max(1, round(1 * unit)), max(2, round(3 * unit))
    line = mixed(colours.line, colours.gold, 0.3) if lit else colours.line
    for i in (1, 2):
        draw.line((i * cell, 0, i * cell, size), fill=line, width=thin)
        draw.line((0, i * cell, size, i * cell), fill=line, width=thin)
    half = (thick + 1) // 2
    draw.rectangle((0, 0, size - 1, size - 1), outline=colours.border, width=half)
    if lit:
        inset = half
        draw.rectangle((inset, inset, size - 1 - inset, size - 1 - inset), outline=colours.gold, width=2 * thick)
    return image


def _tufts(draw: ImageDraw.ImageDraw, size: int, unit: float, colour: Rgb) -> None:
    pitch = max(6, round(20 * unit))
    blade = max(2, round(5 * unit))
    for row, y in enumerate(range(pitch // 2, size, pitch)):
        for x in range(pitch // 2 + (pitch // 2 if row % 2 else 0), size, pitch):
            width = max(1, round(1.6 * unit))
            draw.line((x, y, x - blade, y - blade), fill=colour, width=width)
            draw.line((x, y, x + blade, y - blade), fill=colour, width=width)


def _paving(draw: ImageDraw.ImageDraw, size: int, cell: int, colour: Rgb) -> None:
    course = cell // 4
    width = max(1, cell // 60)
    for row in range(12):
        y = row * course
        draw.line((0, y, size, y), fill=colour, width=width)
        for x in range(cell // 4 if row % 2 else 0, size, cell // 2):
            draw.line((x, y, x, y + course), fill=colour, width=width)


def meander(draw: ImageDraw.ImageDraw, start: tuple[int, int], length: int, band: int, side: int, colour: Rgb) -> None:
    """A Greek key along one side of a page: 0 left to right above, 1 down the right, 2 below, 3 down the left.

    `start` is the band's top left corner. The key is made of whole periods spread over the length.
    """
    stroke = max(1, band // 9)
    pitch = 8 * stroke
    count = max(1, length // pitch)
    offset = (length - count * pitch) // 2
    key: tuple[tuple[int, int], ...] = ((0, 7), (0, 1), (6, 1), (6, 5), (3, 5), (3, 3))

    def spot(along: int, across: int) -> tuple[int, int]:
        if side == 2:
            across = 8 - across
        if side == 3:
            across = across + 0
        if side == 1:
            across = 8 - across
        a, b = offset + along * stroke, across * stroke
        return (start[0] + a, start[1] + b) if side in (0, 2) else (start[0] + b, start[1] + a)

    for period in range(count):
        base = period * 8
        path = [spot(base + a, b) for a, b in key]
        _bars(draw, path, stroke, colour)
        _bars(draw, [spot(base, 7), spot(base + 8, 7)], stroke, colour)
    for across in (-1, 9):
        _bars(draw, [spot(-1, across), spot(count * 8, across)], stroke, colour)


def _bars(draw: ImageDraw.ImageDraw, path: Iterable[tuple[int, int]], stroke: int, colour: Rgb) -> None:
    points = list(path)
    for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
        left, right = min(ax, bx), max(ax, bx)
        top, bottom = min(ay, by), max(ay, by)
        draw.rectangle((left, top, right + stroke - 1, bottom + stroke - 1), fill=colour)
