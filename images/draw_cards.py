"""Cards as a picture: each with its grid as printed, and its sector on a small board turned as the Archon sits."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import SECTOR_MASKS, WHITE, Board, PlayerView, Seat, Sector, square_name, squares
from images import draw_art as art
from images.draw_faces import card_back, stamp_compass
from images.draw_ink import Ink, Sheet, ink
from images.draw_text import Face, base_line, fitted, paint
from images.draw_tiles import kind_of
from images.geometry import place, sector_place, turn_of
from images.theme import Colours, Palette, Theme
from images.words import COLOUR_NAMES

_CARD: Final = (172, 236)
_CELL: Final = 24
"""Side of a square of the small boards; of a single one twice that."""
_COLUMN: Final = 240
_MARGIN: Final = 36
_TITLE: Final = 64
_NAMES: Final = {
    Sector.NW: "North-west",
    Sector.N: "North",
    Sector.NE: "North-east",
    Sector.W: "West",
    Sector.C: "Centre",
    Sector.E: "East",
    Sector.SW: "South-west",
    Sector.S: "South",
    Sector.SE: "South-east",
}


def draw_cards(view: PlayerView, theme: Theme, palette: Palette) -> Sheet:
    """The sheet of `cards`."""
    colours = ink(theme, palette)
    known: list[Sector | None] = list(view.hand)
    if not known and view.seat is not None and view.cards[view.seat] is not None:
        known = [view.cards[view.seat]]
    turn = turn_of(view.homes[view.archon]) if view.archon is not None else 0
    shown = known or [None]
    alone = len(shown) == 1
    tiles = [_column(colours, sector, turn, view.board, alone) for sector in shown]
    width = 2 * _MARGIN + 3 * _COLUMN
    sheet = Sheet.new(width, 2 * _MARGIN + _TITLE + tiles[0].height, colours, colours.colours.page)
    sheet.paste(_title(colours, view, len(known), turn, width - 2 * _MARGIN), (_MARGIN, _MARGIN))
    left = (width - sum(tile.width for tile in tiles)) // 2
    for tile in tiles:
        sheet.paste(tile, (left, _MARGIN + _TITLE))
        left += tile.width
    return sheet


def _title(colours: Ink, view: PlayerView, count: int, turn: int, width: int) -> Image.Image:
    """Whose cards they are, who reads them, and where north lies."""
    c = colours.colours
    image = Image.new("RGB", (width, _TITLE), c.page)
    high = _TITLE - 14
    text = "No card" if count == 0 else "Your card" if count == 1 else "Your cards"
    if view.archon is not None:
        side = c.sides[view.archon]
        art.rounded(ImageDraw.Draw(image), (0, 0, high - 1, high - 1), 6, side.shield)
        art.stamp(image, art.crown(high - 14), (7, 7), side.emblem)
        text += f" · Archon: {COLOUR_NAMES[view.archon]}"
    paint(image, (high + 14, base_line(Face.DISPLAY, 32, high)), text, Face.DISPLAY, 32, c.ink, "l")
    stamp_compass(image, c, (width - high - 4, 0), high, turn)
    return colours.press(image)


@lru_cache(maxsize=256)
def _column(colours: Ink, sector: Sector | None, turn: int, board: Board, alone: bool) -> Image.Image:
    """A card, its sector in words, and its sector on the board: below, or at the right of a card that is alone."""
    c = colours.colours
    cell = 2 * _CELL if alone else _CELL
    small = small_board(c, sector, turn, board, cell)
    words = _CARD[1] + 84
    size = (_COLUMN + small.width + 24, small.height) if alone else (_COLUMN, words + small.height)
    image = Image.new("RGB", size, c.page)
    top = (small.height - words) // 2 if alone else 0
    image.paste(_card(c, sector, turn), ((_COLUMN - _CARD[0]) // 2, top))
    name, span = "Not known", ""
    if sector is not None:
        found = list(squares(SECTOR_MASKS[sector]))
        name, span = _NAMES[sector], f"{square_name(found[0])} to {square_name(found[-1])}"
    text, points = fitted(name, Face.TEXT, (28, 26, 24), _COLUMN - 12)
    paint(image, (_COLUMN // 2, top + _CARD[1] + 34), text, Face.TEXT, points, c.ink, "m")
    paint(image, (_COLUMN // 2, top + _CARD[1] + 64), span, Face.TEXT, 24, c.muted, "m")
    image.paste(small, (_COLUMN + 24, 0) if alone else ((_COLUMN - small.width) // 2, words - 4))
    return colours.press(image)


def _card(colours: Colours, sector: Sector | None, turn: int) -> Image.Image:
    """A card as printed, large: its sector's letters, and the grid with one cell filled."""
    width, height = _CARD
    if sector is None:
        return card_back(colours, width, height, colours.page)
    image = Image.new("RGB", _CARD, colours.page)
    draw = ImageDraw.Draw(image)
    art.rounded(draw, (0, 0, width - 1, height - 1), 14, colours.card_ink)
    art.rounded(draw, (2, 2, width - 3, height - 3), 12, colours.card)
    draw.rectangle((10, 10, width - 11, height - 11), outline=colours.card_line, width=2)
    paint(image, (width // 2, 50), sector.name, Face.DISPLAY, 36, colours.seal, "m")
    side, gap = 40, 6
    left, top = (width - 3 * side - 2 * gap) // 2, 64
    face = sector_place(sector, turn)
    pale = art.mixed(colours.card, colours.card_line, 0.3)
    for row in range(3):
        for column in range(3):
            x, y = left + column * (side + gap), top + row * (side + gap)
            lit = (column, row) == face
            draw.rectangle((x, y, x + side - 1, y + side - 1), fill=colours.seal if lit else pale)
    stroke = 1
    band = width - 2 * 18
    art.meander(draw, (18, height - 27), band, stroke, 0, colours.card_line)
    return image


def small_board(colours: Colours, sector: Sector | None, turn: int, board: Board, cell: int) -> Image.Image:
    """A board without frame, pale but for one sector."""
    size = 9 * cell
    image = Image.new("RGB", (size, size))
    for each in Sector:
        column, row = sector_place(each, turn)
        ground = art.field(colours, kind_of(column, row), cell, each is sector)
        image.paste(ground, (3 * cell * column, 3 * cell * row))
    for colour in (*Seat, WHITE):
        for square in squares(board.cubes[colour]):
            column, row = place(square, turn)
            piece = art.cube(colours.sides[colour], colour, cell)
            image.paste(piece, (column * cell, row * cell), piece)
    for seat in Seat:
        for square in squares(board.juggernauts[seat]):
            corners = [place(part, turn) for part in (square, square + 11)]
            column, row = min(corner[0] for corner in corners), min(corner[1] for corner in corners)
            piece = art.juggernaut(colours.sides[seat], seat, 2 * cell)
            image.paste(piece, (column * cell, row * cell), piece)
    draw = ImageDraw.Draw(image)
    if sector is not None:
        column, row = sector_place(sector, turn)
        box = (3 * cell * column, 3 * cell * row, 3 * cell * (column + 1), 3 * cell * (row + 1))
        lit = image.crop(box)
        image = Image.blend(image, Image.new("RGB", image.size, colours.page), 0.4)
        image.paste(lit, box[:2])
        draw = ImageDraw.Draw(image)
        for inset, colour in ((0, colours.gold_dark), (1, colours.gold), (2, colours.gold), (3, colours.gold)):
            draw.rectangle((box[0] + inset, box[1] + inset, box[2] - 1 - inset, box[3] - 1 - inset), outline=colour)
    draw.rectangle((0, 0, size - 1, size - 1), outline=colours.border, width=2)
    return image
