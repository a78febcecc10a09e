"""Cards and the compass: small things that lie on plates and on the picture of one's hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from images import draw_art as art
from images.draw_ink import Ink
from images.draw_text import Face, cap_height, paint
from images.theme import Colours, Rgb

_ACCEPTED: Final[Rgb] = (34, 120, 52)
_REJECTED: Final[Rgb] = (192, 30, 30)
_CHALK: Final[Rgb] = (255, 255, 255)


class CardLook(NamedTuple):
    """A card as it lies on the table."""

    face: tuple[int, int] | None
    """Column and row of the lit cell of its grid, as on this picture; none for a back."""
    secret: bool = False
    """Face down on the table, though this viewer knows it: shown with a corner of its back."""
    answer: bool | None = None
    spent: bool = False
    """Its play is over: pale."""


@lru_cache(maxsize=512)
def card_tile(ink: Ink, look: CardLook, width: int, height: int, ground: Rgb) -> Image.Image:
    """A card as a tile on plain ground."""
    return ink.press(card_image(ink.colours, look, width, height, ground))


def card_image(colours: Colours, look: CardLook, width: int, height: int, ground: Rgb) -> Image.Image:
    """A card: its grid of nine with one cell filled, or its back; and the sign of its answer."""
    if look.face is None:
        image = card_back(colours, width, height, ground)
    else:
        image = Image.new("RGB", (width, height), ground)
        draw = ImageDraw.Draw(image)
        unit = max(1, round(width / 54))
        art.rounded(draw, (0, 0, width - 1, height - 1), 5 * unit, colours.card_ink)
        inner = (unit, unit, width - 1 - unit, height - 1 - unit)
        art.rounded(draw, inner, 4 * unit, colours.card)
        _grid(draw, colours, look.face, (width, height), unit)
        if look.secret:
            reach = 18 * unit
            corner = [(inner[2] - reach, inner[1]), (inner[2], inner[1]), (inner[2], inner[1] + reach)]
            draw.polygon(corner, fill=colours.back)
            draw.line((*corner[0], *corner[2]), fill=colours.card_ink, width=unit)
    if look.spent:
        image = Image.blend(image, Image.new("RGB", image.size, ground), 0.5)
    if look.answer is not None:
        size = round(width * 0.54)
        stamp_verdict(image, ((width - size) // 2, height - size - 1), size, look.answer)
    return image


def card_back(colours: Colours, width: int, height: int, ground: Rgb) -> Image.Image:
    """The back that all cards have."""
    image = Image.new("RGB", (width, height), ground)
    draw = ImageDraw.Draw(image)
    unit = max(1, round(width / 54))
    art.rounded(draw, (0, 0, width - 1, height - 1), 5 * unit, colours.card_ink)
    art.rounded(draw, (unit, unit, width - 1 - unit, height - 1 - unit), 4 * unit, colours.back)
    _back(image, draw, colours, unit)
    return image


def _grid(draw: ImageDraw.ImageDraw, colours: Colours, face: tuple[int, int], size: tuple[int, int], unit: int) -> None:
    """The nine cells in the upper part; the lower part is left to the sign of the answer."""
    gap = 2 * unit
    side = (size[0] - 6 * gap) // 3
    left = (size[0] - 3 * side - 2 * gap) // 2
    top = left + unit
    pale = art.mixed(colours.card, colours.card_line, 0.35)
    for row in range(3):
        for column in range(3):
            x, y = left + column * (side + gap), top + row * (side + gap)
            fill = colours.seal if (column, row) == face else pale
            draw.rectangle((x, y, x + side - 1, y + side - 1), fill=fill)
    for y in (size[1] - left - 5 * unit, size[1] - left - unit):
        draw.rectangle((left, y, size[0] - 1 - left, y + unit), fill=pale)


def _back(image: Image.Image, draw: ImageDraw.ImageDraw, colours: Colours, unit: int) -> None:
    width, height = image.size
    inset = 4 * unit
    draw.rectangle((inset, inset, width - 1 - inset, height - 1 - inset), outline=colours.back_line, width=unit)
    inset = 7 * unit
    draw.rectangle((inset, inset, width - 1 - inset, height - 1 - inset), outline=colours.back_line, width=unit)
    reach = width * 12 // 54
    middle = (width // 2, height // 2)
    for radius, colour in ((reach, colours.back_line), (reach - 2 * unit, colours.back)):
        art.stamp(image, art.disc_mask(2 * radius, 0.5, 2), (middle[0] - radius, middle[1] - radius), colour)

    def star(pen: ImageDraw.ImageDraw, scale: int) -> None:
        full = 2 * reach * scale
        points = []
        for i in range(16):
            dx, dy = ((0, -1), (0.383, -0.924), (0.707, -0.707), (0.924, -0.383))[i % 4]
            for _ in range(i // 4):
                dx, dy = -dy, dx
            length = full * (0.36 if i % 2 == 0 else 0.12)
            points.append((full / 2 + dx * length, full / 2 + dy * length))
        pen.polygon(points, fill=255)

    mask = art.smooth(2 * reach, 2 * reach, star)
    art.stamp(image, mask, (middle[0] - reach, middle[1] - reach), colours.back_line)


def stamp_verdict(image: Image.Image, at: tuple[int, int], size: int, good: bool) -> None:
    """A white-rimmed disc: a tick on green, or a cross on red."""

    def sign(draw: ImageDraw.ImageDraw, scale: int) -> None:
        full = size * scale
        width = round(full * 0.13)
        if good:
            path = (0.28, 0.52, 0.44, 0.68, 0.73, 0.34)
            draw.line([part * full for part in path], fill=255, width=width, joint="curve")
        else:
            a, b = full * 0.33, full * 0.67
            draw.line((a, a, b, b), fill=255, width=width)
            draw.line((a, b, b, a), fill=255, width=width)

    art.stamp(image, art.disc_mask(size, 0.48, 2), at, _CHALK)
    art.stamp(image, art.disc_mask(size, 0.41, 2), at, _ACCEPTED if good else _REJECTED)
    art.stamp(image, art.smooth(size, size, sign, 2), at, _CHALK)


@lru_cache(maxsize=64)
def compass(size: int, turn: int) -> tuple[Image.Image, Image.Image]:
    """A rose of four points as two masks: the one that points north, and the rest with the ring."""

    def points(quarters: tuple[int, ...]) -> Image.Image:
        def rose(draw: ImageDraw.ImageDraw, scale: int) -> None:
            full = size * scale
            middle = full / 2
            if 0 not in quarters:
                for reach, fill in ((0.36, 255), (0.33, 0)):
                    box = (middle - reach * full, middle - reach * full, middle + reach * full, middle + reach * full)
                    draw.ellipse(box, fill=fill)
            for quarter in quarters:
                # North, then clockwise; a turn of the board by a quarter turns the needle to the left.
                dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[(quarter - turn) % 4]
                tip, waist = full * (0.5 if quarter == 0 else 0.3), full * 0.1
                draw.polygon(
                    [
                        (middle + dx * tip, middle + dy * tip),
                        (middle - dy * waist, middle + dx * waist),
                        (middle + dy * waist, middle - dx * waist),
                    ],
                    fill=255,
                )

        return art.smooth(size, size, rose, 2)

    return points((0,)), points((1, 2, 3))


def stamp_compass(image: Image.Image, colours: Colours, at: tuple[int, int], size: int, turn: int) -> None:
    """Draws the compass in a square of `size` pixels, with an N at the end of its needle."""
    dx, dy = ((0, -1), (-1, 0), (0, 1), (1, 0))[turn]
    rose = round(size * 0.68)
    middle = (at[0] + size / 2, at[1] + size / 2)
    corner = tuple(round(m - d * size * 0.16 - rose / 2) for m, d in zip(middle, (dx, dy), strict=True))
    north, rest = compass(rose, turn)
    art.stamp(image, rest, (corner[0], corner[1]), colours.muted)
    art.stamp(image, north, (corner[0], corner[1]), colours.seal)
    points = round(size * 0.42)
    x, y = (round(m + d * size * 0.35) for m, d in zip(middle, (dx, dy), strict=True))
    paint(image, (x, y + cap_height(Face.TEXT, points) // 2), "N", Face.TEXT, points, colours.seal, "m")
