"""The plates around the board: one for each player, one that tells how the game stands."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.state import Seat, Sector
from images import draw_art as art
from images.draw_ink import Ink, Sheet
from images.draw_text import Face, base_line, fitted, label, paint
from images.geometry import Box, Layout
from images.theme import Colours, Rgb, Side

Spot = tuple[int, int]


class CardLook(NamedTuple):
    """A card as it lies on a plate."""

    face: Spot | None
    """Column and row of the lit cell of its grid, as on this picture; none for a back."""
    secret: bool = False
    """Face down on the table, though this viewer may know it."""
    answer: bool | None = None
    spent: bool = False
    """Its play is over."""


class Head(NamedTuple):
    """The upper part of a player's plate: what seldom changes."""

    seat: Seat
    name: str
    active: bool
    archon: bool
    winner: bool
    right: bool
    """At a right-hand corner: the card lies at the right."""
    home: bool


def plate(
    sheet: Sheet,
    layout: Layout,
    corner: int,
    head: Head,
    card: CardLook | None,
    score: int,
    supply: int,
    prisoners: tuple[int, int, int, int],
) -> None:
    """Draws a player's plate at a corner of the picture."""
    ink, colours = sheet.ink, sheet.ink.colours
    box = layout.plates[corner]
    size = (box[2] - box[0], box[3] - box[1])
    sheet.paste(_head(ink, layout, head, size), box[:2])
    look = _Rooms(layout, size, head.right)
    x, y = box[0], box[1]
    side = colours.sides[head.seat]
    if card is not None:
        tile = card_tile(ink, card, look.card[2] - look.card[0], look.card[3] - look.card[1], colours.plate)
        sheet.paste(tile, (x + look.card[0], y + look.card[1]))
    band = look.band
    room = (look.score, band[3] - band[1] - layout.scaled(8))
    tile = label(ink, str(score), Face.DISPLAY, look.score_size, side.emblem, side.shield, room, "r")
    sheet.paste(tile, (x + band[2] - layout.scaled(10) - look.score, y + band[1] + layout.scaled(4)))
    at = look.supply
    for colour, count, tile in _counts(ink, head.seat, supply, prisoners, look):
        sheet.paste(tile, (x + at, y + look.row))
        at += tile.width
        if colour == head.seat:
            at += look.gap
        del count


def _counts(
    ink: Ink, seat: Seat, supply: int, prisoners: tuple[int, int, int, int], look: _Rooms
) -> list[tuple[int, int, Image.Image]]:
    parts = [(int(seat), supply)]
    parts += [(colour, prisoners[colour]) for colour in range(4) if colour != seat]
    return [
        (
            colour,
            count,
            _count(
                ink,
                colour,
                count,
                look.icon if colour == seat else look.small,
                look.height,
                look.digits,
                colour != seat,
            ),
        )
        for colour, count in parts
    ]


class _Rooms:
    """Where things lie on a plate, in pixels from its top left."""

    def __init__(self, layout: Layout, size: tuple[int, int], right: bool) -> None:
        s = layout.scaled
        width, height = size
        edge, card = s(7), s(66)
        self.card: Box = (
            (width - edge - card, edge, width - edge, height - edge)
            if right
            else (edge, edge, edge + card, height - edge)
        )
        left = edge if right else edge + card + edge
        end = width - edge - card - edge if right else width - edge
        self.band: Box = (left, edge, end, edge + s(56 if layout.large else 48))
        self.name_size = s(42 if layout.large else 32)
        self.score = s(100 if layout.large else 74)
        self.score_size = s(50 if layout.large else 40)
        self.row = self.band[3] + s(5)
        self.height = height - edge - self.row
        self.icon = s(46 if layout.large else 40)
        self.small = s(40 if layout.large else 30)
        self.digits = s(42 if layout.large else 31)
        self.gap = s(20 if layout.large else 12)
        self.supply = left + s(2)


@lru_cache(maxsize=256)
def _head(ink: Ink, layout: Layout, head: Head, size: tuple[int, int]) -> Image.Image:
    colours = ink.colours
    side = colours.sides[head.seat]
    s = layout.scaled
    look = _Rooms(layout, size, head.right)
    image = panel(colours, size, layout, head.active)
    band = look.band
    mask = art.smooth(
        size[0],
        size[1],
        lambda draw, scale: draw.rounded_rectangle([scale * part for part in band], radius=scale * s(6), fill=255),
    )
    image.paste(side.shield, (0, 0), mask)
    left = band[0] + s(10)
    if head.archon or head.winner:
        reach = s(34)
        mark = wreath(reach, 0 if head.winner else 1)
        art.stamp(image, mark, (left, (band[1] + band[3] - reach) // 2), side.emblem)
        left += reach + s(6)
    room = band[2] - s(10) - look.score - left
    sizes = tuple(s(points) for points in ((42, 38, 34) if layout.large else (32, 29, 26)))
    text, points = fitted(head.name, Face.TEXT, sizes, room)
    paint(
        image,
        (left, band[1] + base_line(Face.TEXT, points, band[3] - band[1])),
        text,
        Face.TEXT,
        points,
        side.emblem,
        "ls",
    )
    slot = look.card
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(
        (slot[0], slot[1], slot[2] - 1, slot[3] - 1), radius=s(5), outline=colours.plate_edge, width=s(1)
    )
    # The prisoners stand in a pen of their own.
    pen_left = look.supply + look.icon + _number_room(look.digits) + look.gap - s(6)
    pen = (pen_left, look.row, band[2] - 1, look.row + look.height - 1)
    draw.rounded_rectangle(pen, radius=s(6), fill=pen_colour(colours))
    return ink.press(image)


def pen_colour(colours: Colours) -> Rgb:
    return art.mixed(colours.plate, colours.plate_edge, 0.28)


def panel(colours: Colours, size: tuple[int, int], layout: Layout, active: bool) -> Image.Image:
    """An empty plate: a tablet with an edge, in gold when it is this player's turn."""
    s = layout.scaled
    image = Image.new("RGB", size, colours.page)
    width = s(4) if active else s(2)
    edge = colours.gold if active else colours.plate_edge
    for inset, fill in ((0, edge), (width, colours.plate)):
        mask = art.smooth(
            size[0],
            size[1],
            lambda draw, scale, inset=inset: draw.rounded_rectangle(  # type: ignore[misc]
                (inset * scale, inset * scale, (size[0] - inset) * scale - 1, (size[1] - inset) * scale - 1),
                radius=scale * max(1, s(10) - inset),
                fill=255,
            ),
        )
        image.paste(fill, (0, 0), mask)
    return image


def _number_room(digits: int) -> int:
    return digits * 5 // 4 + 3


@lru_cache(maxsize=2048)
def _count(ink: Ink, colour: int, count: int, icon: int, height: int, digits: int, pen: bool) -> Image.Image:
    colours = ink.colours
    ground = pen_colour(colours) if pen else colours.plate
    width = icon + _number_room(digits)
    image = Image.new("RGB", (width, height), ground)
    cube = art.cube(colours.sides[colour], colour, icon)
    image.paste(cube, (0, (height - icon) // 2 + icon // 24), cube)
    shade = colours.ink if count else colours.muted
    paint(image, (icon + 2, base_line(Face.TEXT, digits, height)), str(count), Face.TEXT, digits, shade, "ls")
    return ink.press(image)


@lru_cache(maxsize=32)
def wreath(size: int, kind: int) -> Image.Image:
    """A mask: kind 0 a laurel wreath (who won), kind 1 a sceptre's crown (the Archon)."""

    def laurel(draw: ImageDraw.ImageDraw, scale: int) -> None:
        from math import cos, pi, sin

        full = size * scale
        middle, radius = full / 2, full * 0.36
        for step in range(6):
            angle = pi / 2 + 0.28 + step * 0.44
            for sign in (1, -1):
                x, y = middle + sign * radius * cos(angle), middle + radius * sin(angle)
                reach = full * 0.1
                draw.ellipse((x - reach, y - reach * 1.2, x + reach, y + reach * 1.2), fill=255)

    def crown(draw: ImageDraw.ImageDraw, scale: int) -> None:
        full = size * scale
        points = ((0.06, 0.26), (0.30, 0.52), (0.5, 0.12), (0.70, 0.52), (0.94, 0.26), (0.84, 0.74), (0.16, 0.74))
        draw.polygon([(x * full, y * full) for x, y in points], fill=255)
        draw.rectangle((0.16 * full, 0.79 * full, 0.84 * full, 0.9 * full), fill=255)
        for x, y in ((0.06, 0.24), (0.5, 0.1), (0.94, 0.24)):
            reach = 0.07 * full
            draw.ellipse((x * full - reach, y * full - reach, x * full + reach, y * full + reach), fill=255)

    return art.smooth(size, size, crown if kind else laurel)


def card_image(colours: Colours, look: CardLook, width: int, height: int, ground: Rgb) -> Image.Image:
    """A card: its grid of nine with one cell lit, or its back."""
    over = art.OVER
    big = Image.new("RGB", (width * over, height * over), ground)
    draw = ImageDraw.Draw(big)
    unit = width * over / 66
    full = (0, 0, width * over - 1, height * over - 1)
    face = look.face is not None
    draw.rounded_rectangle(full, radius=7 * unit, fill=colours.card_ink)
    inner = (1.5 * unit, 1.5 * unit, full[2] - 1.5 * unit, full[3] - 1.5 * unit)
    shade = colours.card if face else colours.back
    draw.rounded_rectangle(inner, radius=6 * unit, fill=shade)
    if face:
        _grid(draw, colours, look, full, unit)
    else:
        _back(draw, colours, full, unit)
    if look.secret and face:
        draw.polygon(
            [(full[2] - 22 * unit, inner[1]), (inner[2] - 1, inner[1]), (inner[2] - 1, 22 * unit)], fill=colours.back
        )
        draw.line(
            [(full[2] - 22 * unit, inner[1]), (inner[2] - 1, 22 * unit)], fill=colours.card_ink, width=round(1.5 * unit)
        )
    image = big.resize((width, height), Image.Resampling.BOX)
    if look.spent:
        image = Image.blend(image, Image.new("RGB", image.size, ground), 0.45)
    if look.answer is not None:
        _answer(image, colours, look.answer)
    return image


def _grid(draw: ImageDraw.ImageDraw, colours: Colours, look: CardLook, full: Box, unit: float) -> None:
    reach = min(full[2], full[3]) - 14 * unit
    pitch = reach / 3
    left, top = (full[2] - reach) / 2, (full[3] - reach) / 2
    for row in range(3):
        for column in range(3):
            x, y = left + column * pitch, top + row * pitch
            lit = (column, row) == look.face
            fill = colours.bad if lit else art.mixed(colours.card, colours.card_line, 0.22)
            fill = (176, 58, 32) if lit else fill
            draw.rectangle(
                (x + unit, y + unit, x + pitch - unit, y + pitch - unit),
                fill=fill,
                outline=colours.card_line,
                width=round(unit),
            )
    for y in (top - 8 * unit, top + reach + 6 * unit):
        draw.rectangle((left, y, left + reach, y + 1.5 * unit), fill=colours.card_line)


def _back(draw: ImageDraw.ImageDraw, colours: Colours, full: Box, unit: float) -> None:
    for inset in (5, 8):
        draw.rounded_rectangle(
            (inset * unit, inset * unit, full[2] - inset * unit, full[3] - inset * unit),
            radius=4 * unit,
            outline=colours.back_line,
            width=round(1.3 * unit),
        )
    x, y = full[2] / 2, full[3] / 2
    for radius in (18, 12.5):
        draw.ellipse(
            (x - radius * unit, y - radius * unit, x + radius * unit, y + radius * unit),
            outline=colours.back_line,
            width=round(1.8 * unit),
        )
    for dx, dy in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)):
        draw.line(
            (x - dx * 11 * unit, y - dy * 11 * unit, x + dx * 11 * unit, y + dy * 11 * unit),
            fill=colours.back_line,
            width=round(2.2 * unit),
        )


def _answer(image: Image.Image, colours: Colours, accepted: bool) -> None:
    size = round(image.width * 0.52)
    fill: Rgb = (46, 125, 50) if accepted else (190, 30, 30)

    def disc(reach: float) -> Image.Image:
        def draw_disc(draw: ImageDraw.ImageDraw, scale: int) -> None:
            full = size * scale
            a, b = full * (0.5 - reach), full * (0.5 + reach)
            draw.ellipse((a, a, b, b), fill=255)

        return art.smooth(size, size, draw_disc)

    def sign(draw: ImageDraw.ImageDraw, scale: int) -> None:
        full = size * scale
        width = round(full * 0.13)
        if accepted:
            draw.line(
                [(full * 0.27, full * 0.52), (full * 0.44, full * 0.69), (full * 0.74, full * 0.33)],
                fill=255,
                width=width,
                joint="curve",
            )
        else:
            draw.line((full * 0.32, full * 0.32, full * 0.68, full * 0.68), fill=255, width=width)
            draw.line((full * 0.32, full * 0.68, full * 0.68, full * 0.32), fill=255, width=width)

    spot = (image.width - size, image.height - size)
    art.stamp(image, disc(0.48), spot, (255, 255, 255))
    art.stamp(image, disc(0.42), spot, fill)
    art.stamp(image, art.smooth(size, size, sign), spot, (255, 255, 255))


@lru_cache(maxsize=512)
def card_tile(ink: Ink, look: CardLook, width: int, height: int, ground: Rgb) -> Image.Image:
    return ink.press(card_image(ink.colours, look, width, height, ground))


@lru_cache(maxsize=512)
def status(
    ink: Ink, layout: Layout, size: tuple[int, int], turn: int, lines: tuple[str, str], right: bool
) -> Image.Image:
    """The plate of the empty corner: a compass and two lines."""
    colours = ink.colours
    s = layout.scaled
    image = panel(colours, size, layout, False)
    reach = s(84)
    x = size[0] - s(10) - reach if right else s(10)
    y = (size[1] - reach) // 2
    rose = compass(colours, reach, turn)
    image.paste(rose, (x, y), rose)
    _north(image, colours, (x, y), reach, turn)
    left = s(14) if right else x + reach + s(12)
    end = x - s(10) if right else size[0] - s(12)
    middle = size[1] // 2
    big = (44, 40, 36, 32) if layout.large else (32, 30, 28, 26, 24)
    text, points = fitted(lines[0], Face.DISPLAY, tuple(s(p) for p in big), end - left)
    paint(image, (left, middle - s(7)), text, Face.DISPLAY, points, colours.ink, "ls")
    small = (38, 34) if layout.large else (27, 25, 23)
    text, points = fitted(lines[1], Face.TEXT, tuple(s(p) for p in small), end - left)
    paint(image, (left, middle + s(32)), text, Face.TEXT, points, colours.muted, "ls")
    return ink.press(image)


def compass(colours: Colours, size: int, turn: int) -> Image.Image:
    """A rose of four points; the one that points north is filled."""
    big, draw = art.sheet(size, size)
    full = size * art.OVER
    c = full / 2
    draw.ellipse(
        (full * 0.14, full * 0.14, full * 0.86, full * 0.86), outline=colours.plate_edge, width=round(full * 0.025)
    )
    for quarter in range(4):
        dx, dy = (
            ((0, -1), (1, 0), (0, 1), (-1, 0))[(quarter + turn) % 4]
            if False
            else ((0, -1), (-1, 0), (0, 1), (1, 0))[(turn - quarter) % 4]
        )
        tip = full * (0.36 if quarter == 0 else 0.3)
        waist = full * 0.09
        north = quarter == 0
        points = [(c + dx * tip, c + dy * tip), (c + dy * waist, c - dx * waist), (c - dy * waist, c + dx * waist)]
        draw.polygon(points, fill=(176, 58, 32) if north else colours.muted)
    return art.shrink(big)


def _north(image: Image.Image, colours: Colours, at: Spot, size: int, turn: int) -> None:
    dx, dy = ((0, -1), (-1, 0), (0, 1), (1, 0))[turn]
    del dx, dy, image, colours, at, size


def side_of(colours: Colours, seat: Seat) -> Side:
    return colours.sides[seat]


__all__ = ["CardLook", "Head", "Sector", "plate", "status"]
