"""Cards as a picture: each with its grid, its sector in words, and its sector lit on a small board.

Grid and board are turned alike, to the viewer's side or as the board lies at the table, and say so: the board bears its
coordinates and homes, a line tells where north is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine import SECTOR_MASKS, Board, Mask, PlayerView, Seat, Sector, square_name
from engine import squares as squares_of
from images import draw_art as art
from images.draw import Homes, contents_of, ground, squares
from images.draw_faces import card_back, stamp_compass
from images.draw_ink import Ink, Sheet, ink
from images.draw_text import Face, base_line, fitted, paint
from images.geometry import bare_layout, sector_place, turn_of
from images.theme import Colours, Palette, Theme
from images.words import COLOUR_NAMES, side_line

_CARD: Final = (172, 236)
"""Of a single card; of three a little more than half of it each way."""
_CELL: Final = 24
"""Side of a square of the small boards; of a single one twice that."""
_GAP: Final = 20
_MARGIN: Final = 36
_TITLE: Final = 96
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


Ribbon = tuple[Seat, str]
"""Who gets a card, and the words for it."""


class Table(NamedTuple):
    """What the small boards of a picture have in common."""

    board: Board
    homes: Homes
    turn: int


def draw_cards(
    view: PlayerView, theme: Theme, palette: Palette, orientation: Seat | None, receivers: Sequence[Seat]
) -> Sheet:
    """The sheet of `cards`."""
    colours = ink(theme, palette)
    known: list[Sector | None] = list(view.hand)
    if not known and view.seat is not None and view.cards[view.seat] is not None:
        known = [view.cards[view.seat]]
    home = view.homes[orientation] if orientation is not None else None
    below = Table(view.board, view.homes, turn_of(home))
    shown = known or [None]
    if len(shown) == 1:
        tiles = [_alone(colours, shown[0], below)]
    else:
        ribbons: list[Ribbon | None] = [_ribbon(view, seat) for seat in receivers]
        tiles = [
            _column(colours, sector, below, ribbon)
            for sector, ribbon in zip(shown, ribbons or [None] * len(shown), strict=True)
        ]
    width = sum(tile.width for tile in tiles) + _GAP * (len(tiles) - 1) + 2 * _MARGIN
    sheet = Sheet.new(width, 2 * _MARGIN + _TITLE + tiles[0].height, colours, colours.colours.page)
    sheet.paste(_title(colours, view.archon, len(known), home, width - 2 * _MARGIN), (_MARGIN, _MARGIN))
    left = _MARGIN
    for tile in tiles:
        sheet.paste(tile, (left, _MARGIN + _TITLE))
        left += tile.width + _GAP
    return sheet


@lru_cache(maxsize=128)
def _title(colours: Ink, archon: Seat | None, count: int, home: Sector | None, width: int) -> Image.Image:
    """Whose cards they are, who is Archon, and how the boards lie."""
    c = colours.colours
    image = Image.new("RGB", (width, _TITLE), c.page)
    high = 50
    text = "No card" if count == 0 else "Your card" if count == 1 else "Your cards"
    if archon is not None:
        side = c.sides[archon]
        art.rounded(ImageDraw.Draw(image), (0, 0, high - 1, high - 1), 6, side.shield)
        art.stamp(image, art.crown(high - 14), (7, 7), side.emblem)
        text += f" · Archon: {COLOUR_NAMES[archon]}"
    paint(image, (high + 14, base_line(Face.DISPLAY, 32, high)), text, Face.DISPLAY, 32, c.ink, "l")
    reach = _TITLE - 14
    line, points = fitted(side_line(home), Face.TEXT, (24, 22, 20), width - reach - 10)
    paint(image, (0, high + 26), line, Face.TEXT, points, c.muted, "l")
    stamp_compass(image, c, (width - reach, 0), reach, turn_of(home))
    return colours.press(image)


def _named(sector: Sector | None) -> tuple[str, str]:
    """A sector in words, and its squares."""
    if sector is None:
        return "Not known", ""
    found = list(squares_of(SECTOR_MASKS[sector]))
    return _NAMES[sector], f"{square_name(found[0])} to {square_name(found[-1])}"


def _ribbon(view: PlayerView, seat: Seat) -> Ribbon:
    return seat, "You keep it" if seat is view.seat else f"To {COLOUR_NAMES[seat]}"


def _column(colours: Ink, sector: Sector | None, below: Table, ribbon: Ribbon | None) -> Image.Image:
    """One of several cards with its name and its receiver at its right, and its sector on the board below."""
    small = small_board(colours, sector, below, _CELL)
    above = _headed(colours, sector, below.turn, ribbon, small.width)
    tile = Image.new("L", (small.width, above.height + small.height))
    tile.paste(above, (0, 0))
    tile.paste(small, (0, above.height))
    return tile


@lru_cache(maxsize=512)
def _headed(colours: Ink, sector: Sector | None, turn: int, ribbon: Ribbon | None, wide: int) -> Image.Image:
    """What stands above the board of one of several cards."""
    c = colours.colours
    width, height = _CARD[0] * 4 // 7, _CARD[1] * 4 // 7
    image = Image.new("RGB", (wide, height + 14), c.page)
    image.paste(_card(c, sector, turn, width, height), (0, 0))
    name, span = _named(sector)
    room = wide - width - 12
    text, points = fitted(name, Face.TEXT, (28, 26, 24), room)
    paint(image, (width + 12, height // 2), text, Face.TEXT, points, c.ink, "l")
    paint(image, (width + 12, height // 2 + 32), span, Face.TEXT, 24, c.muted, "l")
    if ribbon is not None:
        side = c.sides[ribbon[0]]
        art.rounded(ImageDraw.Draw(image), (width + 12, 0, wide - 1, 35), 6, side.shield)
        text, points = fitted(ribbon[1], Face.TEXT, (24, 22), room - 12)
        paint(
            image, (width + 12 + room // 2, base_line(Face.TEXT, points, 36)), text, Face.TEXT, points, side.emblem, "m"
        )
    return colours.press(image)


def _alone(colours: Ink, sector: Sector | None, below: Table) -> Image.Image:
    """A single card with its name below it, and its sector on the board at its right."""
    small = small_board(colours, sector, below, 2 * _CELL)
    beside = _named_card(colours, sector, below.turn, small.height)
    tile = Image.new("L", (beside.width + small.width, small.height))
    tile.paste(beside, (0, 0))
    tile.paste(small, (beside.width, 0))
    return tile


@lru_cache(maxsize=128)
def _named_card(colours: Ink, sector: Sector | None, turn: int, high: int) -> Image.Image:
    """What stands beside the board of a single card."""
    c = colours.colours
    width, height = _CARD
    column = width + 36
    image = Image.new("RGB", (column + 12, high), c.page)
    top = (high - height - 84) // 2
    image.paste(_card(c, sector, turn, width, height), ((column - width) // 2, top))
    name, span = _named(sector)
    text, points = fitted(name, Face.TEXT, (30, 28, 26), column)
    paint(image, (column // 2, top + height + 38), text, Face.TEXT, points, c.ink, "m")
    paint(image, (column // 2, top + height + 72), span, Face.TEXT, 26, c.muted, "m")
    return colours.press(image)


def _card(colours: Colours, sector: Sector | None, turn: int, width: int, height: int) -> Image.Image:
    """A card: its sector's letters, and the grid with one cell filled."""
    if sector is None:
        return card_back(colours, width, height, colours.page)

    def unit(number: int) -> int:
        return max(1, round(number * width / _CARD[0]))

    image = Image.new("RGB", (width, height), colours.page)
    draw = ImageDraw.Draw(image)
    art.rounded(draw, (0, 0, width - 1, height - 1), unit(14), colours.card_ink)
    art.rounded(draw, (2, 2, width - 3, height - 3), unit(12), colours.card)
    inset = unit(10)
    draw.rectangle((inset, inset, width - 1 - inset, height - 1 - inset), outline=colours.card_line, width=unit(2))
    paint(image, (width // 2, unit(51)), sector.name, Face.DISPLAY, unit(38), colours.seal, "m")
    side, gap = unit(40), unit(6)
    left, top = (width - 3 * side - 2 * gap) // 2, unit(64)
    face = sector_place(sector, turn)
    pale = art.mixed(colours.card, colours.card_line, 0.3)
    for row in range(3):
        for column in range(3):
            x, y = left + column * (side + gap), top + row * (side + gap)
            lit = (column, row) == face
            draw.rectangle((x, y, x + side - 1, y + side - 1), fill=colours.seal if lit else pale)
    art.meander(draw, (unit(18), height - unit(27)), width - 2 * unit(18), 1, 0, colours.card_line)
    return image


def small_board(colours: Ink, sector: Sector | None, below: Table, cell: int) -> Image.Image:
    """A board in its frame, pale but for one sector, as a tile."""
    c = colours.colours
    board, homes, turn = below
    base = bare_layout(cell)
    sheet = ground(colours, base, turn, homes).copy()
    for at, tile in squares(colours, board, base, turn, contents_of(board, None, lit=_mask(sector))):
        sheet.paste(tile, at)
    whole = sheet.crop((0, 0, *sheet.size))
    if sector is not None:
        column, row = sector_place(sector, turn)
        left, top = base.board[0] + 3 * cell * column, base.board[1] + 3 * cell * row
        lit = whole.crop((left, top, left + 3 * cell, top + 3 * cell))
        draw = ImageDraw.Draw(lit)
        for inset, shade in ((0, c.gold_dark), (1, c.gold), (2, c.gold), (3, c.gold)):
            last = 3 * cell - 1 - inset
            draw.rectangle((inset, inset, last, last), outline=colours.index(shade))
        whole.paste(whole.crop(base.board).point(_paled(colours)), base.board[:2])
        whole.paste(lit, (left, top))
    return whole


def _mask(sector: Sector | None) -> Mask:
    return 0 if sector is None else SECTOR_MASKS[sector]


@lru_cache(maxsize=16)
def _paled(colours: Ink) -> bytes:
    """For each entry of the palette the one that stands for it where the board is pale."""
    every = Image.frombytes("RGB", (len(colours.table) // 3, 1), colours.table)
    return colours.press(Image.blend(every, Image.new("RGB", every.size, colours.colours.page), 0.4)).tobytes()
