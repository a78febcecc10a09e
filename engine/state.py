"""The nouns of the game: seats, sectors, phases, options, outcome and the state of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

Square = int
"""A square's number, 10 * rank + file, both from 0: a1 is 0, i1 is 8, a2 is 10, i9 is 88; also its bit in a mask."""

Mask = int
"""A set of squares, bit n for square n. Bit 9 of each group of ten is the border column, always clear."""

Face = int
"""A card as printed: 1 to 9 as on a numeric keypad, 7 the top left (RULES.md section 2, orientation)."""

WHITE = 3
"""The index of the neutral colour wherever tuples are indexed by colour; seats are 0, 1 and 2."""


class Seat(IntEnum):
    """A player's colour (RULES.md section 1). Indexes every tuple that has an entry per player."""

    RED = 0
    BLUE = 1
    YELLOW = 2

    @property
    def letter(self) -> str:
        return "RBY"[self]


class Sector(IntEnum):
    """A 3 x 3 sector of the board (RULES.md section 1), numbered by row from the south-west."""

    SW = 0
    S = 1
    SE = 2
    W = 3
    C = 4
    E = 5
    NW = 6
    N = 7
    NE = 8


class Direction(IntEnum):
    """One of the eight directions; the value is the difference of square numbers of one step."""

    N = 10
    NE = 11
    E = 1
    SE = -9
    S = -10
    SW = -11
    W = -1
    NW = 9


class Phase(StrEnum):
    """What kind of choice comes next (NOTATION.md, Phases)."""

    SETUP = "setup"
    DEAL = "deal"
    ANSWER = "answer"
    PLAY = "play"
    MANOEUVRE = "manoeuvre"
    REDEPLOY = "redeploy"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What may be agreed before a game (RULES.md sections 1, 7, 9). Out of range: ValueError."""

    supply: int = 24
    white_supply: int = 15
    neutral_phalanxes: bool = False
    finish_turn: bool = False

    def __post_init__(self) -> None:
        if not 5 <= self.supply <= 40:
            raise ValueError("supply must be from 5 to 40")
        if not 0 <= self.white_supply <= 40:
            raise ValueError("white_supply must be from 0 to 40")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended (RULES.md section 9)."""

    termination: str
    scores: tuple[int, int, int]
    winners: tuple[Seat, ...]
    """One seat, or several that share the win."""


class Board(NamedTuple):
    """What stands on the 81 squares."""

    cubes: tuple[Mask, Mask, Mask, Mask]
    """Single cubes by colour: red, blue, yellow, white."""
    juggernauts: tuple[Mask, Mask, Mask]
    """The south-west squares of each seat's juggernauts."""


@dataclass(frozen=True, slots=True)
class State:
    """The full truth about a game between two actions. Only `rules` makes one from another."""

    options: Options
    phase: Phase
    to_act: Seat | None
    """Who chooses next; none when the dealer shuffles or the game is over."""
    board: Board
    homes: tuple[Sector | None, Sector | None, Sector | None]
    supply: tuple[int, int, int, int]
    prisoners: tuple[tuple[int, int, int, int], tuple[int, int, int, int], tuple[int, int, int, int]]
    """By capturer, then colour captured."""
    archon: Seat | None
    turn: int
    """0 during setup, 1 in the first turn."""
    pile: tuple[Face, ...]
    """The draw pile, next card first. Secret (RULES.md section 10)."""
    discards: tuple[Face, ...]
    """The discard pile, oldest first. Secret in part: see `buried`."""
    buried: tuple[Face, ...]
    """Those of the discards that were rejected Archon's cards, and so never seen. Secret until the game is over."""
    hand: tuple[Face, ...]
    """The three drawn cards while the Archon deals, else empty. Secret to all but the Archon."""
    cards: tuple[Face | None, Face | None, Face | None]
    """Each player's card from the deal to the end of the turn, rejected ones too. The Archon's is secret."""
    answers: tuple[bool | None, bool | None, bool | None]
    """Each player's answer in this turn: True accepted, False rejected, None not yet."""
    played: tuple[bool, bool, bool]
    """Whose play of this turn is complete."""
    placed: Square | None
    """The cube just placed, in phase manoeuvre."""
    in_hand: int
    """Cubes picked up by a juggernaut that are not yet on the board again."""
