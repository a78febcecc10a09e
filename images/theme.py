"""Colours, letters and emblems of the pictures. No drawing here.

Sides are told apart twice over: by colour, and by the emblem on the shield (a lambda, an owl, a trident). The colours
of a palette lie far apart in lightness, so that they also hold in grey and for every kind of colour vision; the tests
measure it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

Rgb = tuple[int, int, int]


class Theme(StrEnum):
    """The ground of the picture."""

    LIGHT = "light"
    DARK = "dark"


class Palette(StrEnum):
    """The colours of the sides."""

    DEFAULT = "default"
    RED_GREEN = "red-green"
    """Safe where red and green look alike (protanopia, deuteranopia)."""
    BLUE_YELLOW = "blue-yellow"
    """Safe where blue and yellow look alike (tritanopia)."""


@dataclass(frozen=True, slots=True)
class Side:
    """The colours of one side's pieces."""

    face: Rgb
    light: Rgb
    dark: Rgb
    rim: Rgb
    shield: Rgb
    emblem: Rgb
    edge: Rgb = (0, 0, 0)
    """The outermost line, which parts a piece from the ground: dark on light ground, light on dark."""


@dataclass(frozen=True, slots=True)
class Colours:
    """All colours of a picture."""

    page: Rgb
    meander: Rgb
    frame: Rgb
    frame_edge: Rgb
    label: Rgb
    fields: tuple[Rgb, Rgb, Rgb]
    """Ground of the corner sectors, of the sectors between them, of the centre."""
    furrows: tuple[Rgb, Rgb, Rgb]
    line: Rgb
    border: Rgb
    plate: Rgb
    plate_edge: Rgb
    ink: Rgb
    muted: Rgb
    gold: Rgb
    gold_dark: Rgb
    trace: Rgb
    """Marks of squares that were left."""
    glow: Rgb
    """Frames of squares that were entered: a colour that nothing else on the board has."""
    glow_edge: Rgb
    seal: Rgb
    """The filled cell of a card, the compass's north."""
    card: Rgb
    card_line: Rgb
    card_ink: Rgb
    back: Rgb
    back_line: Rgb
    sides: tuple[Side, Side, Side, Side]
    """Red, blue, yellow, white."""


def _rgb(code: str) -> Rgb:
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def _paler(colour: Rgb) -> Rgb:
    red, green, blue = (part + (255 - part) * 2 // 5 for part in colour)
    return red, green, blue


def _side(codes: str) -> Side:
    return Side(*(_rgb(code) for code in codes.split()))


_WHITE: Final = _side("F3EDDF FFFDF6 C9BFA8 6E6350 E4DAC4 B5A88C")

_SIDES: Final = {
    Palette.DEFAULT: (
        _side("8E1C1C BC4237 641113 360907 6E1416 FFEFD2"),
        _side("4388D6 82B8F0 2C62A2 122E57 1D4F90 F2F8FF"),
        _side("F2BC32 FFDF7C BC8414 5E3D04 FFD966 4E3000"),
        _WHITE,
    ),
    Palette.RED_GREEN: (
        _side("98220F C44A2E 6A1508 380A05 76170B FFF0D8"),
        _side("3F92D8 86C4F4 2668A4 0C2C4E 175A96 F0F8FF"),
        _side("F7D04A FFEC9A BF931C 5C4305 FFE27C 473200"),
        _WHITE,
    ),
    Palette.BLUE_YELLOW: (
        _side("981426 C84450 6A0C18 380509 760D1C FFEDE6"),
        _side("318AA8 74BDD4 1B5E76 06242F 11566E F2FCFF"),
        _side("F2B446 FFDA92 B67E26 5A3A0A FFCE78 482A00"),
        _WHITE,
    ),
}

_LIGHT: Final = {
    "page": "EBDFC4",
    "meander": "B4663E",
    "frame": "43301F",
    "frame_edge": "77583A",
    "label": "F7ECD0",
    "line": "A98D5C",
    "border": "6E5230",
    "plate": "F6EDD7",
    "plate_edge": "B7935B",
    "ink": "2E2118",
    "muted": "6E563D",
    "gold": "E0A21B",
    "gold_dark": "7A4F00",
    "trace": "6B4A1E",
    "glow": "B2EA3C",
    "glow_edge": "23330A",
    "seal": "A83A22",
    "card": "FBF5E4",
    "card_line": "A48A5E",
    "card_ink": "2E2118",
    "back": "7A3B22",
    "back_line": "E3B877",
}

_DARK: Final = {
    "page": "201A17",
    "meander": "8A5434",
    "frame": "0F0B09",
    "frame_edge": "5E4630",
    "label": "F1E2C2",
    "line": "3A3023",
    "border": "1A140E",
    "plate": "2F2722",
    "plate_edge": "7D6038",
    "ink": "F3E8D0",
    "muted": "C3AC8C",
    "gold": "F0B93A",
    "gold_dark": "6A4600",
    "trace": "D6B98A",
    "glow": "B2EA3C",
    "glow_edge": "23330A",
    "seal": "A23A22",
    "card": "E9DDC3",
    "card_line": "8D7549",
    "card_ink": "2E2118",
    "back": "6B3019",
    "back_line": "D9AE70",
}

_GROUNDS: Final = {
    Theme.LIGHT: (("CDBF8C", "E0C892", "D9C4A4"), ("BFB07A", "D3B87E", "CBB492")),
    Theme.DARK: (("4A4732", "5A4C36", "554A40"), ("423F2B", "51432E", "4C4138")),
}


def colours(theme: Theme, palette: Palette) -> Colours:
    """The colours of a theme with the sides of a palette."""
    table = _LIGHT if theme is Theme.LIGHT else _DARK
    fields, furrows = _GROUNDS[theme]
    plain = {name: _rgb(code) for name, code in table.items()}
    red, blue, yellow, white = (
        replace(side, edge=side.rim if theme is Theme.LIGHT else _paler(side.light)) for side in _SIDES[palette]
    )
    return Colours(
        fields=(_rgb(fields[0]), _rgb(fields[1]), _rgb(fields[2])),
        furrows=(_rgb(furrows[0]), _rgb(furrows[1]), _rgb(furrows[2])),
        sides=(red, blue, yellow, white),
        **plain,
    )


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of a drawing in a unit square, y downwards: an ellipse by its box, a polygon by its points."""

    kind: str
    """`polygon` or `ellipse`."""
    points: tuple[float, ...]
    cut: bool = False
    """Taken away from what was drawn before, instead of added."""


def _polygon(*points: float, cut: bool = False) -> Shape:
    """A polygon on a grid of 36: the size at which an emblem stands on a cube, so that straight edges stay crisp."""
    return Shape("polygon", tuple(point / 36 for point in points), cut)


def _disc(x: float, y: float, radius: float, *, cut: bool = False) -> Shape:
    return Shape("ellipse", tuple(part / 36 for part in (x - radius, y - radius, x + radius, y + radius)), cut)


_LAMBDA: Final = (_polygon(14, 1, 22, 1, 36, 35, 27, 35, 18, 13, 9, 35, 0, 35),)

_OWL: Final = (
    _polygon(2, 0, 12, 5, 24, 5, 34, 0, 34, 17, 31, 22, 5, 22, 2, 17),
    _polygon(4, 18, 32, 18, 32, 26, 29, 31, 25, 34, 11, 34, 7, 31, 4, 26),
    _polygon(9, 32, 15, 32, 15, 36, 9, 36),
    _polygon(21, 32, 27, 32, 27, 36, 21, 36),
    _disc(10.5, 12, 6.5, cut=True),
    _disc(25.5, 12, 6.5, cut=True),
    _disc(10.5, 12, 3),
    _disc(25.5, 12, 3),
    _polygon(15, 17, 21, 17, 18, 22, cut=True),
    _polygon(9, 24, 12, 24, 12, 28, 9, 28, cut=True),
    _polygon(16.5, 26, 19.5, 26, 19.5, 30, 16.5, 30, cut=True),
    _polygon(24, 24, 27, 24, 27, 28, 24, 28, cut=True),
)

_TRIDENT: Final = (
    _polygon(16, 6, 20, 6, 20, 36, 16, 36),
    _polygon(18, 0, 24, 9, 12, 9),
    _polygon(2, 10, 7, 10, 7, 16, 12, 21, 24, 21, 29, 16, 29, 10, 34, 10, 34, 18, 27, 25, 9, 25, 2, 18),
    _polygon(4.5, 2, 10, 11, -1, 11),
    _polygon(31.5, 2, 37, 11, 26, 11),
    _polygon(10, 28, 26, 28, 26, 32, 10, 32),
)

EMBLEMS: Final = (_LAMBDA, _OWL, _TRIDENT)
"""By seat: the lambda of Sparta, the owl of Athens, the trident of Poseidon."""
