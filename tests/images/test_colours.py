"""Contrast and colour vision, by numbers."""

from __future__ import annotations

from itertools import combinations
from math import sqrt

import pytest
from PIL import Image

from images import draw_art as art
from images import draw_tiles as tiles
from images.draw_ink import ink
from images.theme import EMBLEMS, Palette, Rgb, Theme, colours

Floats = tuple[float, float, float]

# How a colour looks without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1), in linear light.
VISIONS: dict[str, tuple[Floats, Floats, Floats]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}


def linear(colour: Floats) -> Floats:
    a, b, c = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return a, b, c


def luminance(colour: Floats) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, second: Rgb) -> float:
    """The contrast ratio of WCAG 2."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: Floats, vision: str) -> Floats:
    """CIE L*a*b* of a colour as somebody sees it."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in VISIONS[vision]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(first: Floats, second: Floats, vision: str) -> float:
    pairs = zip(seen(first, vision), seen(second, vision), strict=True)
    return sqrt(sum((a - b) ** 2 for a, b in pairs))


def mean(image: Image.Image) -> Floats:
    pixels = [image.getpixel((x, y)) for x in range(8, 60) for y in range(8, 60)]
    a, b, c = (sum(pixel[part] for pixel in pixels) / len(pixels) for part in range(3))  # type: ignore[index,misc]
    return a, b, c


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("palette", Palette)
def test_words_stand_out_from_their_ground(theme: Theme, palette: Palette) -> None:
    c = colours(theme, palette)
    pairs = [(c.label, c.frame), (c.ink, c.plate), (c.muted, c.plate), (c.ink, c.page), (c.muted, c.page)]
    pairs += [(c.card_ink, c.card), (c.seal, c.card), *((side.emblem, side.shield) for side in c.sides[:3])]
    for colour, ground in pairs:
        assert contrast(colour, ground) >= 4.5


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", Palette)
def test_every_pair_of_sides_is_told_apart_by_colour(palette: Palette, vision: str) -> None:
    """A whole cube, mixed to one colour: a difference of 10 is plain to see, 2 the least that anybody sees."""
    sides = colours(Theme.LIGHT, palette).sides
    cubes = [mean(art.cube(side, colour, art.UNIT)) for colour, side in enumerate(sides)]
    least = 12.0 if vision == "grey" else 25.0
    for first, second in combinations(cubes, 2):
        assert difference(first, second, vision) >= least


@pytest.mark.parametrize(
    ("palette", "vision"),
    [
        (Palette.RED_GREEN, "protanopia"),
        (Palette.RED_GREEN, "deuteranopia"),
        (Palette.BLUE_YELLOW, "tritanopia"),
    ],
)
def test_a_palette_serves_those_it_is_made_for(palette: Palette, vision: str) -> None:
    sides = colours(Theme.LIGHT, palette).sides
    cubes = [mean(art.cube(side, colour, art.UNIT)) for colour, side in enumerate(sides)]
    for first, second in combinations(cubes, 2):
        assert difference(first, second, vision) >= 34


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("palette", Palette)
def test_pieces_stand_out_from_every_ground(theme: Theme, palette: Palette) -> None:
    """By their face or by their outermost line, also in grey."""
    c = colours(theme, palette)
    for side in c.sides:
        for ground in c.fields:
            assert max(contrast(side.face, ground), contrast(side.edge, ground)) >= 2.5


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("palette", Palette)
def test_what_was_entered_stands_out_on_every_ground_and_piece(theme: Theme, palette: Palette) -> None:
    """By its band or by the edges of it, also where the sector is lit, and most of all from what is gold."""
    c = colours(theme, palette)
    assert contrast(c.glow, c.glow_edge) >= 7
    for other in (*c.fields, *(art.mixed(field, c.gold, 0.34) for field in c.fields), *(s.face for s in c.sides)):
        assert max(contrast(c.glow, other), contrast(c.glow_edge, other)) >= 3
    assert difference(c.glow, c.gold, "full") >= 50


@pytest.mark.parametrize("size", [28, 56, 70])
def test_a_frame_lies_around_what_was_entered(size: int) -> None:
    """A juggernaut has one around the whole of it, though only some of its squares are new to it."""
    chosen = ink(Theme.LIGHT, Palette.DEFAULT)
    bare = [tiles.Cell(tiles.ground(square, 0, False), -1) for square in (10, 11, 0, 1)]
    cells = (bare[0], bare[1]._replace(flags=tiles.ENTERED), bare[2], bare[3])
    single = tiles.cell(chosen, bare[0]._replace(colour=0, flags=tiles.ENTERED), size)
    for tile in (single, tiles.great(chosen, 0, cells, size)):
        middle, last = tile.width // 2, tile.width - 1
        inside = round(5.5 * size / art.UNIT)
        band = [(inside, middle), (last - inside, middle), (middle, inside), (middle, last - inside)]
        assert {tile.getpixel(spot) for spot in band} == {chosen.index(chosen.colours.glow)}
        assert tile.getpixel((0, middle)) == chosen.index(chosen.colours.glow_edge)


def test_emblems_alone_suffice() -> None:
    """Any two emblems differ in a fifth of their area at least, and white bears none."""
    masks = [art.emblem(seat, 36) for seat in range(len(EMBLEMS))]
    for first, second in combinations(masks, 2):
        differing = sum(abs(int(a) - int(b)) > 127 for a, b in zip(first.tobytes(), second.tobytes(), strict=True))
        assert differing >= 0.2 * 36 * 36


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("palette", Palette)
def test_the_palette_keeps_the_colours_that_matter(theme: Theme, palette: Palette) -> None:
    chosen = ink(theme, palette)
    for side in chosen.colours.sides:
        for colour in (side.face, side.emblem, side.shield):
            at = 3 * chosen.index(colour)
            shown = chosen.table[at : at + 3]
            assert max(abs(a - b) for a, b in zip(shown, colour, strict=True)) <= 4


def test_no_tile_uses_the_clear_entry() -> None:
    for size in (64, 256):
        chosen = ink(Theme.LIGHT, Palette.DEFAULT, size)
        tile = tiles.cell(chosen, tiles.Cell(tiles.ground(44, 0, True), 1, tiles.ENTERED), 44)
        assert chosen.clear == size - 1
        assert chosen.clear not in tile.tobytes()
