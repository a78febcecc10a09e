"""Letters: names of any script as masks and tiles, cut to their room.

A name is laid out in runs, each in the first font of the chain that has its letters. What no font has becomes a small
middle dot, and a name of which nothing is left becomes the colour's own name (that is the caller's part).
"""

from __future__ import annotations

import threading
import unicodedata
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

from images import draw_art as art
from images.draw_ink import Ink
from images.theme import Rgb
from images.words import tidy

_ASSETS: Final = Path(__file__).parent / "assets"
_MISSING: Final = "\U0010ffff"
_LOCK: Final = threading.RLock()
_RAQM: Final = bool(features.check("raqm"))


_SCRIPTS: Final = (
    "NotoSans-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "DroidSansFallback.ttf",
    "SyntagmaHangul-Bold.ttf",
    "NotoEmoji-Bold.ttf",
)


_SPACED: Final = _SCRIPTS[1:5]
"""Fonts that write their spaces themselves, so that words keep their order and joins."""


class Face(Enum):
    """A chain of fonts; the first that has a letter draws it."""

    DISPLAY = ("Cinzel-Bold.ttf", *_SCRIPTS)
    TEXT = _SCRIPTS


@lru_cache(maxsize=256)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_ASSETS / name), size)


@lru_cache(maxsize=32)
def _plain(name: str) -> ImageFont.FreeTypeFont:
    """A font without shaping, which would put a dotted circle below a lone vowel sign and so make it look different."""
    return ImageFont.truetype(str(_ASSETS / name), 16, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16384)
def _covers(name: str, letter: str) -> bool:
    """Whether a font has a letter: it does not when the letter looks like the font's sign for a missing one."""
    font = _plain(name)
    with _LOCK:
        return bytes(font.getmask(letter)) != bytes(font.getmask(_MISSING))


def _found(letter: str, face: Face) -> tuple[str, str]:
    """A letter with the first font that has it, or the plain letters it stands for, or a dot."""
    for shown in (letter, unicodedata.normalize("NFKC", letter)):
        for name in face.value:
            if all(_covers(name, part) for part in shown):
                return name, shown
    return _SCRIPTS[0], "·"


def _runs(text: str, face: Face) -> list[tuple[str, str]]:
    """The text in visual order of its runs: font file and letters."""
    runs: list[tuple[str, str]] = []
    for letter in text:
        if runs and (unicodedata.combining(letter) or (letter == " " and runs[-1][0] in _SPACED)):
            name, shown = runs[-1][0], letter
        elif letter == " ":
            name, shown = face.value[0], letter
        else:
            name, shown = _found(letter, face)
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + shown)
        else:
            runs.append((name, shown))
    strong = next((d for d in map(unicodedata.bidirectional, text) if d in ("L", "R", "AL")), "L")
    if strong == "L":
        return runs
    # Pillow orders the letters of a run itself where it has Raqm.
    return [(name, run if _RAQM else run[::-1]) for name, run in reversed(runs)]


@lru_cache(maxsize=4096)
def width_of(text: str, face: Face, size: int) -> int:
    """The width of a text in pixels."""
    with _LOCK:
        return round(sum(_font(name, size).getlength(run) for name, run in _runs(text, face)))


@lru_cache(maxsize=1024)
def fitted(text: str, face: Face, sizes: tuple[int, ...], room: int) -> tuple[str, int]:
    """A text and the first of the sizes at which it fits the room; at the last size it is cut with an ellipsis."""
    text = tidy(text)
    for size in sizes:
        if width_of(text, face, size) <= room:
            return text, size
    size = sizes[-1]
    while text and width_of(text + "…", face, size) > room:
        text = text[:-1]
        while text and (unicodedata.combining(text[-1]) or text[-1] == " "):
            text = text[:-1]
    return text + "…", size


def wrapped(text: str, face: Face, size: int, room: int) -> list[str]:
    """A text in lines that fit the room, broken at spaces; a word that is too long alone is cut."""
    lines: list[str] = []
    used, space = 0, width_of("n n", face, size) - width_of("nn", face, size)
    for word in tidy(text).split():
        # Measured word by word: words come back, lines do not.
        width = width_of(word, face, size)
        if lines and used + space + width <= room:
            lines[-1] += f" {word}"
            used += space + width
        else:
            lines.append(fitted(word, face, (size,), room)[0])
            used = min(width, room)
    return lines


def _written(text: str, face: Face, size: int) -> Image.Image:
    """A text as a mask whose base line lies at 3/2 of the size, with half a size of room before and after it."""
    with _LOCK:
        mask = Image.new("L", (width_of(text, face, size) + size, 2 * size), 0)
        draw = ImageDraw.Draw(mask)
        x = size / 2
        for name, run in _runs(text, face):
            font = _font(name, size)
            draw.text((x, size * 3 // 2), run, fill=255, font=font, anchor="ls")
            x += font.getlength(run)
    return mask


def _start(at: tuple[int, int], text: str, face: Face, size: int, anchor: str) -> tuple[int, int]:
    width = width_of(text, face, size)
    left = at[0] - {"l": 0, "m": width // 2, "r": width}[anchor]
    return left - size // 2, at[1] - size * 3 // 2


def paint(
    image: Image.Image,
    at: tuple[int, int],
    text: str,
    face: Face,
    size: int,
    colour: Rgb,
    anchor: str,
    levels: int = 2,
) -> None:
    """Writes a text on an RGB image, `at` on its base line. The anchor is `l`eft, `m`iddle or `r`ight.

    The edges of letters have few shades (`levels`), like those of everything else.
    """
    art.stamp(image, art.stepped(_written(text, face, size), levels), _start(at, text, face, size, anchor), colour)


@lru_cache(maxsize=4096)
def label(
    ink: Ink,
    text: str,
    face: Face,
    size: int,
    colour: Rgb,
    ground: Rgb,
    room: tuple[int, int],
    anchor: str,
    levels: int = 2,
) -> Image.Image:
    """A text as a tile of the size `room` on plain ground, centred in height by the height of capitals."""
    mask = Image.new("L", room, 0)
    x = {"l": 0, "m": room[0] // 2, "r": room[0]}[anchor]
    at = (x, base_line(face, size, room[1]))
    mask.paste(_written(text, face, size), _start(at, text, face, size, anchor))
    return mask.point(_shades(ink, colour, ground, levels))


@lru_cache(maxsize=256)
def _shades(ink: Ink, colour: Rgb, ground: Rgb, levels: int) -> tuple[int, ...]:
    """For each value of a mask the palette index of that much of a colour on a ground, in few shades."""
    shades = [ink.index(art.mixed(ground, colour, part / levels)) for part in range(levels + 1)]
    return tuple(shades[round(value * levels / 255)] for value in range(256))


@lru_cache(maxsize=256)
def base_line(face: Face, size: int, height: int) -> int:
    """Where the base line lies in a row of that height whose capitals are centred."""
    return (height + cap_height(face, size)) // 2


@lru_cache(maxsize=256)
def cap_height(face: Face, size: int, letter: str = "H") -> int:
    """The height of a letter in pixels."""
    with _LOCK:
        box = _font(face.value[0], size).getbbox(letter, anchor="ls")
    return round(box[3] - box[1])


@lru_cache(maxsize=64)
def letter_line(size: int, height: int) -> int:
    """Where the base line of small letters lies in a row, so that `d` and `g` have the same room above and below."""
    with _LOCK:
        font = _font(Face.TEXT.value[0], size)
        above, below = -font.getbbox("d", anchor="ls")[1], font.getbbox("g", anchor="ls")[3]
    return round((height + above - below) / 2)


@lru_cache(maxsize=64)
def size_for(face: Face, letter: str, height: int) -> int:
    """The smallest size at which a letter is at least that high."""
    size = 8
    while cap_height(face, size, letter) < height:
        size += 1
    return size
