"""Cards as a picture: each with its grid as printed, and its sector on a small board turned as the Archon sits."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from engine import SECTOR_MASKS, Mask, PlayerView, Sector
from engine import squares as squares_of
from images import draw_art as art
from images.draw_faces import CardLook, card_image, stamp_compass
from images.draw_ink import Ink, Sheet, ink
from images.draw_text import Face, fitted, paint
from images.geometry import place, sector_place, turn_of
from images.theme import Palette, Theme

_CARD: Final = (132, 184)
_SMALL: Final = 26
"""Side of a square of the small boards."""
_COLUMN: Final = 9 * _SMALL + 56
_MARGIN: Final = 40
_NAMES: Final = {
    Sector.NW: "North-west", Sector.N: "North", Sector.NE: "North-east", Sector.W: "West", Sector.C: "Centre",
    Sector.E: "East", Sector.SW: "South-west", Sector.S: "South", Sector.SE: "South-east",
}  # fmt: skip


def draw_cards(view: PlayerView, theme: Theme, palette: Palette) -> Sheet:
    """The sheet of `cards`."""
    colours = ink(theme, palette)
    known: list[Sector | None] = list(view.hand)
    if not known and view.seat is not None:
        own = view.cards[view.seat]
        known = [own] if own is not None else []
    if not known:
        known = [None]
    turn = turn_of(view.homes[view.archon]) if view.archon is not None else 0
    width = max(2 * _MARGIN + _COLUMN * len(known), 3 * _COLUMN)
    height = 2 * _MARGIN + _CARD[1] + 9 * _SMALL + 72
    sheet = Sheet.new(width, height, colours, colours.colours.page)
    left = (width - _COLUMN * len(known)) // 2
    for number, sector in enumerate(known):
        sheet.paste(_column(colours, sector, turn, view), (left + number * _COLUMN, _MARGIN))
    return sheet


def _column(colours: Ink, sector: Sector | None, turn: int, view: PlayerView) -> Image.Image:
    c = colours.colours
    image = Image.new("RGB", (_COLUMN, _CARD[1] + 9 * _SMALL + 72), c.page)
    look = CardLook(sector_place(sector, turn) if sector is not None else None)
    image.paste(card_image(c, look, *_CARD, c.page), ((_COLUMN - _CARD[0]) // 2, 0))
    title = f"{sector.name} · {_NAMES[sector]}" if sector is not None else "No card"
    text, size = fitted(title, Face.TEXT, (28, 26, 24, 22), _COLUMN - 8)
    paint(image, (_COLUMN // 2, _CARD[1] + 38), text, Face.TEXT, size, c.ink, "m")
    at = ((_COLUMN - 9 * _SMALL) // 2, _CARD[1] + 60)
    image.paste(small_board(colours, SECTOR_MASKS[sector] if sector is not None else 0, turn, view), at)
    stamp_compass(image, c, (_COLUMN - 52, 4), 44, turn)
    return colours.press(image)


@lru_cache(maxsize=128)
def small_board(colours: Ink, lit: Mask, turn: int, view: PlayerView) -> Image.Image:
    """A board without plates and labels, its pieces as plain squares with emblems."""
    c = colours.colours
    image = Image.new("RGB", (9 * _SMALL, 9 * _SMALL))
    draw = ImageDraw.Draw(image)
    for sector in Sector:
        column, row = sector_place(sector, turn)
        kind = 2 if (column, row) == (1, 1) else (column + row) % 2
        image.paste(
            art.field(c, kind, _SMALL, bool(lit & SECTOR_MASKS[sector])), (3 * _SMALL * column, 3 * _SMALL * row)
        )
    for colour in range(4):
        for square in squares_of(view.board.cubes[colour]):
            column, row = place(square, turn)
            piece = art.cube(c.sides[colour], colour, _SMALL)
            image.paste(piece, (column * _SMALL, row * _SMALL), piece)
    for seat in range(3):
        for square in squares_of(view.board.juggernauts[seat]):
            four = [place(s, turn) for s in (square, square + 11)]
            column, row = min(p[0] for p in four), min(p[1] for p in four)
            piece = art.juggernaut(c.sides[seat], seat, 2 * _SMALL)
            image.paste(piece, (column * _SMALL, row * _SMALL), piece)
    draw.rectangle((0, 0, image.width - 1, image.height - 1), outline=c.border, width=2)
    return image
