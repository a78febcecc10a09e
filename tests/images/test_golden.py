"""Pictures that somebody has looked at. `GOLDEN=write` draws them anew; look at each before it is committed.

Fonts are drawn a little differently by other versions of FreeType, so a picture may differ a little, and in few places.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import engine
import images
from engine import Seat, Sector
from images import Frame, Palette, Theme
from tests.images.positions import NAMES, archon, plays_of, sample, squares

FOLDER = Path(__file__).parent / "golden"


def play(number: int, **arguments: object) -> bytes:
    view, marks, _ = plays_of(3)[number]
    return images.render(view, names=NAMES, marks=marks, **arguments)  # type: ignore[arg-type]


def judged() -> bytes:
    board = engine.parse_board("9/2rrr4/5y3/1www5/3w1b3/rr3b3/1rr2b3/4w4/6yy1")
    texts = {
        "c8:e8>E": (Seat.RED, False),
        "f3:f5>N": (Seat.BLUE, True),
        "b3:c3:a4>E": (Seat.RED, True),
        "g1>i3": (Seat.YELLOW, None),
    }
    drawn = [images.overlay(engine.parse_action(text, seat), board, good) for text, (seat, good) in texts.items()]
    return images.render(replace(sample(), board=board), overlays=drawn, lit=0)


def trails() -> bytes:
    before = engine.parse_board("9/2rrr4/5y3/1www5/3w1b3/rr3b3/1rr2b3/4w4/6yy1")
    after = engine.parse_board("9/9/2rrry3/1www1b3/3w1b3/1rr2b3/2rr3y1/4w4/7y1")
    moves = {"c8:e8>S": Seat.RED, "f3:f5>N": Seat.BLUE, "b3:c3:a4>E": Seat.RED, "g1>h3": Seat.YELLOW}
    ways = [way for text, seat in moves.items() for way in images.trail(engine.parse_action(text, seat), before)]
    return images.render(replace(sample(), board=after), overlays=ways, lit=0)


def over() -> bytes:
    view, marks, _ = plays_of(3)[-1]
    assert view.outcome is not None
    return images.render(view, names=NAMES, marks=marks)


def hand(view: engine.PlayerView, **arguments: object) -> bytes:
    return images.cards(view, **arguments)  # type: ignore[arg-type]


def lesson(topic: str) -> bytes:
    found = images.lesson(topic)
    assert found is not None
    return found[0]


def one_frame() -> bytes:
    view, marks, seat = plays_of(3)[60]
    return images.replay([Frame(view.board, view.scores, "61. Blue: @i5 i5>i7", marks, seat)], names=NAMES)


MARKS = engine.Marks(squares("c5", "e5"), squares("c6", "d6"), squares("c6"))
SINCE = (engine.Marks(squares("h1"), squares("g1"), 0), engine.Marks(0, squares("b9"), 0))

NUMBERS = {
    40: [1],
    1: [2],
    50: [3, 4],
    63: [12],
    88: [25],
    52: [5, 6, 7],
    45: [8],
    46: list(range(13, 20)),
    36: [20, 21],
}
CHOSEN = (images.Overlay(group=squares("c5")), images.Overlay(crossed=squares("f5", "g4")))

PICTURES: dict[str, Callable[[], bytes]] = {
    "start": lambda: images.render(engine.view(engine.new_game(), None)),
    "middle": lambda: images.render(sample(), names=NAMES, marks=MARKS),
    "dark": lambda: images.render(sample(), names=NAMES, marks=MARKS, theme=Theme.DARK),
    "red-green": lambda: images.render(sample(), palette=Palette.RED_GREEN, since=SINCE, marks=MARKS),
    "blue-yellow": lambda: images.render(sample(), palette=Palette.BLUE_YELLOW, theme=Theme.DARK),
    "large": lambda: images.render(sample(), names=NAMES, large=True, orientation=Seat.BLUE),
    "turned": lambda: play(40, orientation=Seat.YELLOW),
    "own-card": lambda: images.render(replace(sample(), seat=Seat.RED, cards=(Sector.S, Sector.NE, Sector.C))),
    "numbers": lambda: images.render(sample(), numbers=NUMBERS, lit=squares("d1", "e1"), overlays=CHOSEN),
    "judged": judged,
    "trails": trails,
    "over": over,
    "hand": lambda: hand(archon(), orientation=Seat.BLUE),
    "dealt": lambda: hand(archon(), theme=Theme.DARK, receivers=(Seat.YELLOW, Seat.BLUE, Seat.RED)),
    "card": lambda: hand(replace(sample(), seat=Seat.YELLOW), theme=Theme.DARK, orientation=Seat.YELLOW),
    "back": lambda: hand(sample()),
    "overview": lambda: lesson("overview"),
    "cards": lambda: lesson("cards"),
    "phalanx": lambda: lesson("phalanx"),
    "strength": lambda: lesson("strength"),
    "juggernaut": lambda: lesson("juggernaut"),
    "frame": one_frame,
}


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    drawn = Image.open(io.BytesIO(PICTURES[name]())).convert("RGB")
    drawn.info.clear()
    path = FOLDER / f"{name}.png"
    if os.environ.get("GOLDEN") == "write":
        drawn.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    with Image.open(path) as file:
        golden = file.convert("RGB")
    assert drawn.size == golden.size
    far = ImageChops.difference(drawn, golden).convert("L").point([255 if value > 40 else 0 for value in range(256)])
    share = far.histogram()[255] / (far.width * far.height)
    assert share < 0.004, f"{share:.2%} of the picture look different"
