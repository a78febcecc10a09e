"""The verbs of the game: one frozen dataclass for each kind of action (NOTATION.md, Actions).

A player's action carries the seat that makes it. `Shuffle` is the dealer's.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.state import Direction, Face, Mask, Seat, Sector, Square


@dataclass(frozen=True, slots=True)
class Setup:
    """Put four cubes on four squares of an empty corner sector (RULES.md section 2)."""

    seat: Seat
    squares: Mask


@dataclass(frozen=True, slots=True)
class Deal:
    """Keep one card and give one to each of the others, clockwise (RULES.md section 3.2). Sectors as read this turn."""

    seat: Seat
    keep: Sector
    first: Sector
    second: Sector


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the card (RULES.md section 3.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Reject:
    """Reject the card (RULES.md section 3.3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Place:
    """Place a cube, from the supply or from the hand (RULES.md sections 4 and 8)."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class MoveSyntagma:
    """Move a single cube one or two steps (RULES.md section 6)."""

    seat: Seat
    origin: Square
    target: Square


@dataclass(frozen=True, slots=True)
class MovePhalanx:
    """Move a phalanx one square (RULES.md section 7). `corners` as in NOTATION.md: two for a line, else three."""

    seat: Seat
    corners: tuple[Square, ...]
    direction: Direction


@dataclass(frozen=True, slots=True)
class MoveJuggernaut:
    """Move a juggernaut one square (RULES.md section 8); `square` is its south-west square."""

    seat: Seat
    square: Square
    direction: Direction


@dataclass(frozen=True, slots=True)
class FormJuggernaut:
    """Form a juggernaut from four cubes (RULES.md section 4); `square` is its south-west square."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class DissolveJuggernaut:
    """Dissolve a juggernaut into four cubes (RULES.md section 4); `square` is its south-west square."""

    seat: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give a captured cube of `owner` back for a white one (RULES.md section 5)."""

    seat: Seat
    owner: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing (RULES.md section 3, pass)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The dealer's action: the order of the new draw pile, next card first (RULES.md section 3.1).

    Due, with all 45 faces, when the pile is empty at the start of a turn. At any other time after the setup it may
    hold exactly the cards that are still hidden in the running turn (see `rules.hidden`), which are then dealt anew:
    so a game that went back past a draw tells nobody what will be drawn.
    """

    faces: tuple[Face, ...]


Action = (
    Setup
    | Deal
    | Accept
    | Reject
    | Place
    | MoveSyntagma
    | MovePhalanx
    | MoveJuggernaut
    | FormJuggernaut
    | DissolveJuggernaut
    | Exchange
    | Pass
)
"""What a player can do; `Shuffle` is the dealer's alone."""
