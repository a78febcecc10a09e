"""Chapters of drawn examples: what the rules allow and what they do not.

Each example is a position and an action in the notation, so that the engine can be asked whether the claim is true; a
test does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import (
    SECTOR_MASKS,
    Board,
    Place,
    Seat,
    Sector,
    Setup,
    parse_action,
    parse_board,
    parse_sector,
    parse_square,
    square_name,
    squares,
)
from images.overlay import Diagram, Overlay, Reading, overlay


@dataclass(frozen=True, slots=True)
class Example:
    """A position, an action in it, and whether the rules allow the action."""

    board: str
    action: str
    legal: bool
    words: str
    seat: Seat = Seat.RED
    card: str | None = None
    """The sector of an accepted card; none when the card was rejected."""
    phase: str = "play"
    """`setup` or `play`."""
    area: tuple[str, str] = ("a1", "i9")
    """The part that is drawn, by two corners."""
    spoken: tuple[str, ...] = ()
    """Squares to outline, for an action that the notation cannot even write."""
    blocked: tuple[str, ...] = ()
    """Squares that stop an action that is not legal."""

    @property
    def diagram(self) -> Diagram:
        """The drawing: the position before the action, with what it does."""
        board = parse_board(self.board)
        action = parse_action(self.action, self.seat)
        if isinstance(action, Place | Setup):
            # What is placed is drawn: an outline around nothing would show little.
            new = 1 << action.square if isinstance(action, Place) else action.squares
            cubes = list(board.cubes)
            cubes[self.seat] |= new
            board = Board((cubes[0], cubes[1], cubes[2], cubes[3]), board.juggernauts)
        if self.spoken:
            shown = Overlay(group=sum(1 << parse_square(name) for name in self.spoken), good=self.legal)
        else:
            shown = overlay(action, board, self.legal)
        shown = replace(shown, blocked=sum(1 << parse_square(name) for name in self.blocked))
        return Diagram(
            board,
            (shown,),
            lit=SECTOR_MASKS[parse_sector(self.card)] if self.card is not None else 0,
            area=(parse_square(self.area[0]), parse_square(self.area[1])),
            caption=self.words,
            verdict=self.legal,
        )


_START: Final = "9/9/9/3www3/3www3/3www3/9/9/9"
_SOUTH: Final = ("a1", "e4")
_LONE: Final = "9/9/9/9/9/4w4/3r1b3/4y4/9"
_ROW: Final = "9/9/9/9/9/9/1rrr1b3/9/9"
_BLOCK: Final = "9/9/9/9/9/1rrr5/1rrr1b3/9/9"
_GREAT: Final = "9/9/9/5b3/3RR1b2/3RRw3/9/9/9"

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "setup": (
        Example(
            _START,
            "setup a1,b2,c1,c3",
            True,
            "Four cubes on any squares of an empty corner sector",
            phase="setup",
            area=_SOUTH,
        ),
        Example(_START, "setup a1,b2,c1,d3", False, "d3 lies outside of the sector", phase="setup", area=_SOUTH),
    ),
    "cards": (
        Example(
            "6r1b/6y2/9/3www3/3www3/3www3/9/9/rr7",
            "@h9",
            True,
            "An accepted NE card: place a cube on an empty square of that sector",
            card="NE",
            area=("e5", "i9"),
        ),
        Example(
            "6r1b/6y2/9/3www3/3www3/3www3/9/9/rr7",
            "@f8",
            False,
            "Not outside of it, as long as it has room",
            card="NE",
            area=("e5", "i9"),
        ),
        Example(
            "6rbb/6yrb/6ywr/3www3/3w1w3/3www3/9/9/rr7",
            "@e5",
            True,
            "The sector is full: any empty square of the board will do",
            card="NE",
            area=("e5", "i9"),
        ),
    ),
    "phalanx": (
        Example(
            _LONE,
            "d3>e5",
            True,
            "A single cube: one or two steps over empty squares",
            area=("b2", "f5"),
        ),
        Example(_LONE, "d3>e4", False, "It captures nothing", area=("b2", "f5"), blocked=("e4",)),
        Example(_ROW, "b3:d3>E", True, "A line moves one square along itself", area=("b2", "f4")),
        Example(_ROW, "b3:d3>N", False, "A line never moves sideways", area=("b2", "f4")),
        Example(_BLOCK, "b3:d3:b4>E", True, "A rectangle moves along either side", area=("b2", "f5")),
        Example(_BLOCK, "b3:d3:b4>N", True, "This way its strength is two", area=("b2", "f5")),
        Example(_BLOCK, "c3:d3:c4>E", True, "A part of a phalanx may move too", area=("b2", "f5")),
        Example(
            "9/9/9/9/2rrr4/1rrr5/9/9/9",
            "b4:d4:c5>NE",
            True,
            "Rows shifted by one square: a phalanx too, along its slant",
            area=("b3", "f6"),
        ),
        Example(
            "9/9/9/9/3r5/2r1r4/3r5/9/9",
            "d3:e4:c4>NE",
            False,
            "A rectangle turned by 45 degrees is none",
            area=("b2", "f5"),
            spoken=("d3", "e4", "c4", "d5"),
        ),
    ),
    "strength": (
        Example(
            "9/9/9/9/9/9/rrrbb4/9/9", "a3:c3>E", True, "Three against a row of two: d3 is captured", area=("a2", "e4")
        ),
        Example(
            "9/9/9/9/9/9/1rrbb4/9/9",
            "b3:c3>E",
            False,
            "Two against two: equal strength blocks",
            area=("a2", "e4"),
            blocked=("d3",),
        ),
        Example(
            "9/9/9/9/9/3b5/1rrb5/3b5/9",
            "b3:c3>E",
            True,
            "Only the row along the move counts: d3 stands alone there",
            area=("a2", "e4"),
        ),
        Example(
            "9/9/9/9/9/1rrb5/1rrbb4/9/9",
            "b3:c3:b4>E",
            False,
            "One square that blocks, blocks the whole phalanx",
            area=("b2", "f5"),
            blocked=("d3",),
        ),
        Example(
            "9/9/9/9/9/9/1rrwww3/9/9",
            "b3:c3>E",
            True,
            "White cubes form no phalanx: each has a strength of one",
            area=("b2", "f4"),
        ),
    ),
    "juggernaut": (
        Example(
            "9/9/9/9/3rr4/3rr4/9/9/9",
            "+Jd4",
            True,
            "Four cubes in a square, one in the card's sector, form it",
            card="C",
            area=("c3", "g6"),
        ),
        Example(
            _GREAT,
            "Jd4>NE",
            True,
            "In the card's direction; a diagonal enters three squares",
            card="NE",
            area=("c3", "g7"),
        ),
        Example(
            "9/9/9/9/3RRbb2/3RRw3/9/9/9",
            "Jd4>E",
            False,
            "A strength of two on the axis of the move stops it",
            card="E",
            area=("c3", "g6"),
            blocked=("f5",),
        ),
        Example(
            "9/9/9/9/3RRr3/3RRr3/9/9/9",
            "Jd4>E",
            True,
            "Your own cubes are picked up, and each is placed again",
            card="E",
            area=("c3", "g6"),
        ),
    ),
}
"""The examples of the chapters about actions."""

_SEATED: Final = "bb5yy/b6yy/1b7/3www3/3www3/3www3/9/rr7/rr7"
_HOMES: Final = (Sector.SW, Sector.NW, Sector.NE)


def _reading(archon: Seat, sector: Sector, words: str) -> Diagram:
    """A card of which the top is filled, as this Archon reads it."""
    return Diagram(parse_board(_SEATED), caption=words, reading=Reading(8, archon, _HOMES, sector))


READINGS: Final = (
    _reading(Seat.RED, Sector.N, "Red is Archon and sits south: the card's top is north, so it is N"),
    _reading(Seat.BLUE, Sector.E, "The same card with Blue as Archon, who sits west: its top is east, so it is E"),
)
"""How the sector of a card depends on the Archon's side."""

OVERVIEW: Final = Diagram(
    parse_board("bb4y2/1bb3yy1/2b1w3y/3www3/2r1ww1b1/2rrw4/1rr3YY1/RR4YY1/RR1r5"),
    (Overlay(group=sum(1 << parse_square(name) for name in ("b3", "c3", "c4", "d4"))),),
    caption="In the middle of a game: a phalanx of Red is outlined",
    key=True,
)
"""What there is on a board."""

REWARD: Final = Diagram(
    parse_board("9/9/1bbb5/1bbb5/1bbb1BB2/5BB2/9/9/9"),
    area=(20, 78),
    caption="Nine cubes and a juggernaut: 2 x 13 = 26. Prisoners by colour, the most first: 4 + 2 x 3 + 3 x 2 = 16.",
    prisoners=(4, 0, 2, 3),
)
"""The example of the score: RULES.md section 9, for blue."""


_SINGLE: Final = {"overview": OVERVIEW, "score": REWARD}
_COLOURS: Final = ("red", "blue", "yellow", "white")

LESSONS: Final = ("overview", *EXAMPLES, "score")
"""The chapters that have drawings."""


def diagrams(topic: str) -> tuple[Diagram, ...]:
    """The drawings of a chapter; none when it has none."""
    if topic in _SINGLE:
        return (_SINGLE[topic],)
    readings = READINGS if topic == "cards" else ()
    return (*readings, *(example.diagram for example in EXAMPLES.get(topic, ())))


def lesson_words(topic: str) -> str:
    """The same for those who cannot see it: each example with its squares and its verdict."""
    if topic == "score":
        return REWARD.caption
    if topic == "overview":
        return _shown(OVERVIEW)
    card = ("A card with its top filled.", *(f"{each.caption}." for each in READINGS)) if topic == "cards" else ()
    return " ".join((*card, *(_told(example) for example in EXAMPLES.get(topic, ()))))


def _shown(diagram: Diagram) -> str:
    board = diagram.board
    great = " and ".join(f"{square_name(s)}-{square_name(s + 11)}" for s in squares(sum(board.juggernauts)))
    cubes = "; ".join(f"{name} {' '.join(_names(board.cubes[colour]))}" for colour, name in enumerate(_COLOURS))
    outlined = " ".join(_names(diagram.overlays[0].group))
    return f"{diagram.caption}: {outlined}. Juggernauts {great}. Cubes: {cubes}."


def _told(example: Example) -> str:
    what = example.action if not example.spoken else ", ".join(example.spoken)
    board = parse_board(example.board)
    cubes = "; ".join(
        f"{name} {' '.join(_names(board.cubes[colour]))}"
        for colour, name in enumerate(_COLOURS[:3])
        if board.cubes[colour]
    )
    verdict = "Legal" if example.legal else "Not legal"
    stops = f", stopped by {' '.join(example.blocked)}" if example.blocked else ""
    return f"{verdict}: {what} with {cubes or 'an empty corner'}{stops}. {example.words}."


def _names(mask: int) -> list[str]:
    return [square_name(square) for square in squares(mask)]
