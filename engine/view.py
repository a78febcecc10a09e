"""What one seat, or an onlooker, may see of a state (RULES.md section 10).

Texts, pictures and exports are made from a `PlayerView` and never from a `State`: what cannot be reached cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.state import Board, Mask, Options, Phase, Seat, Sector, Square


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended (RULES.md section 9)."""

    termination: str
    scores: tuple[int, int, int]
    winners: tuple[Seat, ...]
    """One seat, or several that share the win."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A state as `seat` sees it, or as everybody sees it when `seat` is None. Cards are sectors as read this turn."""

    seat: Seat | None
    options: Options
    phase: Phase
    to_act: Seat | None
    board: Board
    homes: tuple[Sector | None, Sector | None, Sector | None]
    supply: tuple[int, int, int, int]
    prisoners: tuple[tuple[int, int, int, int], tuple[int, int, int, int], tuple[int, int, int, int]]
    scores: tuple[int, int, int]
    archon: Seat | None
    turn: int
    hand: tuple[Sector, ...]
    """The three drawn cards while the Archon deals, for the Archon alone; else empty."""
    cards: tuple[Sector | None, Sector | None, Sector | None]
    """Each player's card that this viewer may see, from the deal to the end of the turn."""
    face_down: Seat | None
    """The Archon, while the Archon's card lies face down on the table (whether or not this viewer knows it)."""
    answers: tuple[bool | None, bool | None, bool | None]
    played: tuple[bool, bool, bool]
    placed: Square | None
    in_hand: int
    pile: int
    """How many cards are left to draw."""
    seen: tuple[int, ...]
    """How often each face 1 to 9 (index 0 to 8) has been shown openly since the last shuffle, this turn included."""
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Marks:
    """What a play changed on the board, for pictures and words: three sets of squares."""

    left: Mask
    entered: Mask
    captured: Mask
