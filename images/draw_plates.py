"""The plates around the board: one for each player, one that tells how the game stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine import WHITE, Seat
from images import draw_art as art
from images.draw_faces import CardLook, card_tile, stamp_compass
from images.draw_ink import Ink
from images.draw_text import Face, base_line, fitted, label, paint
from images.geometry import Box, Layout
from images.theme import Colours, Rgb


class Head(NamedTuple):
    """What seldom changes on a player's plate."""

    seat: Seat
    name: str
    active: bool
    archon: bool
    winner: bool
    right: bool
    """The card lies at the right."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """Where things lie on a player's plate, in pixels from its top left."""

    card: Box
    band: Box
    name: tuple[int, ...]
    """Sizes for the name, the largest first."""
    score: int
    points: int
    row: int
    height: int
    icon: int
    small: int
    digits: int
    supply: int
    pen: int

    @property
    def number(self) -> int:
        """The room for a number of two digits."""
        return self.digits * 6 // 5 + 2


@lru_cache(maxsize=64)
def rooms(layout: Layout, size: tuple[int, int], right: bool) -> Rooms:
    """The rooms of a plate of that size; `right`: the card lies at the right."""
    s = layout.scaled
    width, height = size
    edge, card = s(7), s(54)
    left, end = (edge, width - edge - card - edge) if right else (edge + card + edge, width - edge)
    slot = (
        (width - edge - card, edge, width - edge, height - edge) if right else (edge, edge, edge + card, height - edge)
    )
    band = (left, edge, end, edge + s(42))
    row = band[3] + s(4)
    icon, digits = s(34), s(28)
    supply = left + s(1)
    pen = supply + icon + digits * 6 // 5 + s(6)
    return Rooms(
        card=slot,
        band=band,
        name=tuple(s(points) for points in (28, 26, 24)),
        score=s(66),
        points=s(35),
        row=row,
        height=height - edge - row,
        icon=icon,
        small=s(26),
        digits=digits,
        supply=supply,
        pen=pen,
    )


@lru_cache(maxsize=1024)
def plate(
    ink: Ink,
    layout: Layout,
    size: tuple[int, int],
    head: Head,
    card: CardLook | None,
    score: int,
    supply: int,
    prisoners: tuple[int, int, int, int],
) -> Image.Image:
    """A player's plate as a tile."""
    colours = ink.colours
    look = rooms(layout, size, head.right)
    side = colours.sides[head.seat]
    tile = _head(ink, layout, head, size).copy()
    if card is not None:
        lying = card_tile(ink, card, look.card[2] - look.card[0], look.card[3] - look.card[1], colours.plate)
        tile.paste(lying, look.card[:2])
    inset = layout.scaled(4)
    room = (look.score, look.band[3] - look.band[1] - 2 * inset)
    points = label(ink, str(score), Face.DISPLAY, look.points, side.emblem, side.shield, room, "r")
    tile.paste(points, (look.band[2] - layout.scaled(10) - look.score, look.band[1] + inset))
    tile.paste(_count(ink, head.seat, supply, look.icon, look, colours.plate), (look.supply, look.row))
    at = look.pen + layout.scaled(5)
    step = (look.band[2] - at) // 3
    for colour in (*Seat, WHITE):
        if colour != head.seat:
            count = _count(ink, colour, prisoners[colour], look.small, look, pen_colour(colours))
            tile.paste(count, (at, look.row + layout.scaled(2)))
            at += step
    return tile


@lru_cache(maxsize=512)
def _head(ink: Ink, layout: Layout, head: Head, size: tuple[int, int]) -> Image.Image:
    colours = ink.colours
    side = colours.sides[head.seat]
    s = layout.scaled
    look = rooms(layout, size, head.right)
    image = panel(colours, size, layout, head.active)
    draw = ImageDraw.Draw(image)
    band = look.band
    art.rounded(draw, (band[0], band[1], band[2] - 1, band[3] - 1), s(5), side.shield)
    left = band[0] + s(9)
    if head.archon or head.winner:
        reach = s(30)
        mark = art.laurel(reach) if head.winner else art.crown(reach)
        art.stamp(image, mark, (left, (band[1] + band[3] - reach) // 2), side.emblem)
        left += reach + s(5)
    room = band[2] - s(14) - look.score - left
    text, points = fitted(head.name, Face.TEXT, look.name, room)
    base = band[1] + base_line(Face.TEXT, points, band[3] - band[1])
    paint(image, (left, base), text, Face.TEXT, points, side.emblem, "l")
    slot = look.card
    draw.rounded_rectangle((slot[0], slot[1], slot[2] - 1, slot[3] - 1), s(5), outline=colours.plate_edge, width=s(1))
    # The prisoners stand in a pen of their own.
    art.rounded(draw, (look.pen, look.row, band[2] - 1, look.row + look.height - 1), s(5), pen_colour(colours))
    return ink.press(image)


def pen_colour(colours: Colours) -> Rgb:
    """The ground that prisoners stand on."""
    return art.mixed(colours.plate, colours.plate_edge, 0.28)


def panel(colours: Colours, size: tuple[int, int], layout: Layout, active: bool) -> Image.Image:
    """An empty plate: a tablet with an edge, in gold when it is this player's turn."""
    s = layout.scaled
    image = Image.new("RGB", size, colours.page)
    draw = ImageDraw.Draw(image)
    art.rounded(draw, (0, 0, size[0] - 1, size[1] - 1), s(8), colours.gold_dark if active else colours.plate_edge)
    if active:
        art.rounded(draw, (s(1), s(1), size[0] - 1 - s(1), size[1] - 1 - s(1)), s(7), colours.gold)
    edge = s(5) if active else s(2)
    art.rounded(draw, (edge, edge, size[0] - 1 - edge, size[1] - 1 - edge), s(5), colours.plate)
    return image


@lru_cache(maxsize=4096)
def _count(ink: Ink, colour: int, count: int, icon: int, look: Rooms, ground: Rgb) -> Image.Image:
    """A small cube with a number beside it."""
    colours = ink.colours
    height = look.height - 4
    image = Image.new("RGB", (icon + look.number, height), ground)
    cube = art.cube(colours.sides[colour], colour, icon)
    image.paste(cube, (0, (height - icon) // 2 + 1), cube)
    shade = colours.ink if count else colours.muted
    paint(image, (icon + 1, base_line(Face.TEXT, look.digits, height)), str(count), Face.TEXT, look.digits, shade, "l")
    return ink.press(image)


@lru_cache(maxsize=1024)
def tally(ink: Ink, layout: Layout, size: tuple[int, int], head: Head, score: int, supply: int) -> Image.Image:
    """What the large print shows of a player: emblem, score and supply, and whether it is the Archon or has won."""
    colours, s = ink.colours, layout.scaled
    side, (width, height) = colours.sides[head.seat], size
    image = panel(colours, size, layout, head.active)
    edge = s(6)
    shield = (edge, edge, width - edge - 1 - s(88), height - edge - 1)
    art.rounded(ImageDraw.Draw(image), shield, s(5), side.shield)
    icon, left = s(40), edge + s(5)
    middle = height // 2
    mark = art.laurel(icon) if head.winner else art.crown(icon) if head.archon else art.emblem(head.seat, icon - s(6))
    art.stamp(image, mark, (left, middle - mark.height // 2), side.emblem)
    shown, high = fitted(str(score), Face.DISPLAY, (s(48), s(42), s(36)), shield[2] - s(16) - left - mark.width)
    line = base_line(Face.DISPLAY, high, height)
    paint(image, (shield[2] - s(7), line), shown, Face.DISPLAY, high, side.emblem, "r")
    at = shield[2] + s(6)
    cube = art.cube(side, head.seat, s(36))
    image.paste(cube, (at, middle - s(36) // 2), cube)
    points = s(38)
    paint(image, (at + s(37), base_line(Face.TEXT, points, height)), str(supply), Face.TEXT, points, colours.ink, "l")
    return ink.press(image)


_COMPASS: Final = 64
STATUS_POINTS: Final = (31, 28, 25, 22)
"""Sizes for the line that tells how the game stands, the largest first."""


def status_room(layout: Layout, width: int) -> int:
    """How wide a line on the plate of the empty corner can be, beside the compass."""
    return width - layout.scaled(_COMPASS) - layout.scaled(14) - layout.scaled(10) - layout.scaled(8)


@lru_cache(maxsize=512)
def status(
    ink: Ink, layout: Layout, size: tuple[int, int], turn: int, lines: tuple[str, str], right: bool
) -> Image.Image:
    """The plate of the empty corner as a tile: a compass and two lines."""
    colours = ink.colours
    s = layout.scaled
    image = panel(colours, size, layout, False)
    reach = s(_COMPASS)
    x = size[0] - s(10) - reach if right else s(10)
    stamp_compass(image, colours, (x, (size[1] - reach) // 2), reach, turn)
    left = s(14) if right else x + reach + s(10)
    middle, room = size[1] // 2, status_room(layout, size[0])
    text, points = fitted(lines[0], Face.DISPLAY, tuple(s(p) for p in STATUS_POINTS), room)
    paint(image, (left, middle - s(5)), text, Face.DISPLAY, points, colours.ink, "l")
    text, points = fitted(lines[1], Face.TEXT, tuple(s(p) for p in (25, 23, 21)), room)
    paint(image, (left, middle + s(28)), text, Face.TEXT, points, colours.muted, "l")
    return ink.press(image)
