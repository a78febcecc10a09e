"""Drawn positions for explanations: a board, or a part of one, with its words below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import Square, square_name
from images import draw_art as art
from images.draw import contents_of, squares
from images.draw_faces import stamp_verdict
from images.draw_ink import Ink, Sheet, ink
from images.draw_overlay import lay
from images.draw_text import Face, base_line, letter_line, paint, size_for, wrapped
from images.draw_tiles import kind_of
from images.geometry import Layout, layout
from images.overlay import Diagram
from images.theme import Palette, Theme

_CELL: Final = 48
_STRIP: Final = 43
"""Width of the frame with the coordinates."""
_LABEL: Final = 23
_POINTS: Final = 28
_LINE: Final = 34
_GAP: Final = 26
_CAPTIVE: Final = 36
_WIDEST: Final = 680
"""Diagrams stand side by side as long as they are not wider than this together: words stay readable on a phone."""
_NARROWEST: Final = 326


def draw_diagrams(diagrams: Sequence[Diagram], theme: Theme, palette: Palette) -> Sheet:
    """The sheet of `diagram`."""
    colours = ink(theme, palette)
    rows: list[list[Image.Image]] = []
    for tile in (_drawn(colours, one) for one in diagrams):
        if rows and _across(rows[-1]) + _GAP + tile.width <= _WIDEST:
            rows[-1].append(tile)
        else:
            rows.append([tile])
    heights = [max(tile.height for tile in row) for row in rows]
    across, down = max(map(_across, rows)), sum(heights) + _GAP * (len(rows) - 1)
    # 4 % and a little more of the whole on each side.
    margin_x, margin_y = max(_GAP, across // 20), max(_GAP, down // 20)
    width, height = across + 2 * margin_x, down + 2 * margin_y
    sheet = Sheet.new(width, height + 8 if width == height else height, colours, colours.colours.page)
    top = margin_y
    for row, high in zip(rows, heights, strict=True):
        left = margin_x + (across - _across(row)) // 2
        for tile in row:
            sheet.paste(tile, (left, top))
            left += tile.width + _GAP
        top += high + _GAP
    return sheet


def _across(row: Sequence[Image.Image]) -> int:
    return sum(tile.width for tile in row) + _GAP * (len(row) - 1)


@lru_cache(maxsize=8)
def _ground(colours: Ink, base: Layout) -> Sheet:
    """The whole board without frame, at the place where the layout has it."""
    c = colours.colours
    image = Image.new("RGB", (base.width, base.height), c.page)
    for column in range(3):
        for row in range(3):
            at = base.cell_box(3 * column, 3 * row)
            image.paste(art.field(c, kind_of(column, row), base.cell, False), at[:2])
    sheet = Sheet.new(base.width, base.height, colours, c.page)
    sheet.paste(colours.press(image), (0, 0))
    return sheet


def _drawn(colours: Ink, diagram: Diagram) -> Image.Image:
    """One diagram as a tile."""
    c = colours.colours
    base = layout(_CELL)
    sheet = _ground(colours, base).copy()
    contents = contents_of(diagram.board, diagram.marks, (), diagram.lit)
    for at, tile in squares(colours, diagram.board, base, 0, contents):
        sheet.paste(tile, at)
    lay(sheet, base, 0, diagram.overlays)
    west_south, east_north = diagram.area
    left, bottom = base.square_box(west_south, 0)[0], base.square_box(west_south, 0)[3]
    right, top = base.square_box(east_north, 0)[2], base.square_box(east_north, 0)[1]
    part = sheet.rgb((left, top, right, bottom))
    across = max(part.width + 2 * _STRIP, _NARROWEST)
    lines = wrapped(diagram.caption, Face.TEXT, _POINTS, across - (_LINE + 8 if diagram.verdict is not None else 0))
    words = _LINE * len(lines) + 12 if lines else 0
    captive = sorted(
        ((n, colour) for colour, n in enumerate(diagram.prisoners or ()) if n), key=lambda p: (-p[0], p[1])
    )
    pen = _CAPTIVE * len(captive) + 10 if captive else 0
    image = Image.new("RGB", (across, part.height + 2 * _STRIP + pen + words), c.page)
    inset = (across - part.width - 2 * _STRIP) // 2
    frame = (inset, 0, inset + part.width + 2 * _STRIP - 1, part.height + 2 * _STRIP - 1)
    draw = ImageDraw.Draw(image)
    draw.rectangle(frame, fill=c.frame, outline=c.frame_edge, width=3)
    image.paste(part, (inset + _STRIP, _STRIP))
    draw.rectangle(
        (inset + _STRIP, _STRIP, inset + _STRIP + part.width - 1, _STRIP + part.height - 1), outline=c.border, width=2
    )
    _label(image, colours, diagram.area, inset)
    for row, (count, colour) in enumerate(captive):
        cube = art.cube(c.sides[colour], colour, _CAPTIVE)
        for place in range(count):
            image.paste(cube, (place * _CAPTIVE, frame[3] + 10 + row * _CAPTIVE), cube)
    top = frame[3] + 10 + pen
    start = 0
    if diagram.verdict is not None:
        stamp_verdict(image, (0, top), _LINE, diagram.verdict)
        start = _LINE + 8
    for number, line in enumerate(lines):
        at = (start, top + number * _LINE + base_line(Face.TEXT, _POINTS, _LINE))
        paint(image, at, line, Face.TEXT, _POINTS, c.ink, "l")
    return colours.press(image)


def _label(image: Image.Image, colours: Ink, area: tuple[Square, Square], inset: int) -> None:
    """The coordinates of the part that is shown, on all four sides."""
    digits, letters = size_for(Face.TEXT, "1", _LABEL), size_for(Face.TEXT, "x", _LABEL)
    (low, west), (high, east) = divmod(area[0], 10), divmod(area[1], 10)
    tall, half = image_height(low, high), _CELL // 2
    for file in range(west, east + 1):
        x = inset + _STRIP + (file - west) * _CELL + half
        for top in (0, tall - _STRIP):
            at = (x, top + letter_line(letters, _STRIP))
            paint(image, at, square_name(file)[0], Face.TEXT, letters, colours.colours.label, "m")
    for rank in range(low, high + 1):
        y = _STRIP + (high - rank) * _CELL + (_CELL + _LABEL) // 2
        for x in (inset + _STRIP // 2, inset + _STRIP + (east - west + 1) * _CELL + _STRIP // 2):
            paint(image, (x, y), str(rank + 1), Face.TEXT, digits, colours.colours.label, "m")


def image_height(low: int, high: int) -> int:
    """The height of the board with its frame, for the ranks that are shown."""
    return (high - low + 1) * _CELL + 2 * _STRIP
