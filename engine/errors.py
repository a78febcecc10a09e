"""Why an action is refused, and that a text cannot be read.

Two different things can be wrong with what a player sends. `NotationError` says that the text is no action at all;
`IllegalAction` says that it is an action, but not one that the rules allow now. The second carries a `Reason` from a
closed list, each naming the paragraph of RULES.md it comes from, and the squares that are to blame.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from engine.state import Direction, Square


class GameError(Exception):
    """What the engine raises about what it is given."""


class NotationError(GameError):
    """A text, or a piece of JSON, that says nothing the engine can read. Its message is one sentence."""


class Reason(StrEnum):
    """Why the rules refuse an action. `paragraph` is the place in RULES.md.

    What `IllegalAction.squares` holds is told beside each; where nothing is told it is empty.
    """

    paragraph: str

    def __new__(cls, value: str, paragraph: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.paragraph = paragraph
        return member

    # Whose turn it is, and for what.
    GAME_OVER = "game-over", "section 9, end"
    DEALER_TO_ACT = "dealer-to-act", "section 3.1, deck"
    NOT_TO_ACT = "not-to-act", "section 3"
    WRONG_PHASE = "wrong-phase", "section 3"
    CARD_ACCEPTED = "card-accepted", "section 3.4"
    """A move or an exchange is for who rejected the card."""
    CARD_REJECTED = "card-rejected", "section 3.4"
    """Placing and juggernauts are for who accepted the card."""
    NO_SUCH_SQUARE = "no-such-square", "section 1"

    # Setup, deck and deal.
    NOT_FOUR_SQUARES = "not-four-squares", "section 2, setup"
    """The squares given."""
    NOT_A_CORNER = "not-a-corner", "section 2, setup"
    """Those given that do not lie in one corner sector with the first."""
    CORNER_TAKEN = "corner-taken", "section 2, setup"
    """The squares given."""
    NOT_THE_HIDDEN_CARDS = "not-the-hidden-cards", "section 3.1, deck"
    CARDS_NOT_DRAWN = "cards-not-drawn", "section 3.2"

    # Placing.
    NO_SUPPLY = "no-supply", "section 4, place"
    SQUARE_OCCUPIED = "square-occupied", "section 4, place"
    """The square."""
    WRONG_SECTOR = "wrong-sector", "section 4, place"
    """The square."""

    # Syntagma and manoeuvre.
    NOT_THE_PLACED_CUBE = "not-the-placed-cube", "section 4, place"
    """The cube to be moved, and the placed one."""
    NOT_OWN_CUBE = "not-own-cube", "section 6"
    """The square that holds no cube of the player."""
    NO_MOVE = "no-move", "section 6"
    """The square."""
    TOO_FAR = "too-far", "section 6"
    """Both squares."""
    TARGET_OCCUPIED = "target-occupied", "section 6"
    """The square."""
    NO_FREE_PATH = "no-free-path", "section 6"
    """The occupied squares between."""

    # Phalanx.
    NO_SUCH_PHALANX = "no-such-phalanx", "section 7"
    """The corners given."""
    NOT_OWN_CUBES = "not-own-cubes", "section 7"
    """The squares of the phalanx that hold no cube of the player."""
    WITHOUT_PLACED_CUBE = "without-placed-cube", "section 4, place"
    """The placed cube."""
    SIDEWAYS = "sideways", "section 7"
    """The corners given."""
    PATH_OFF_BOARD = "path-off-board", "section 7, path"
    """The cubes that would leave the board."""
    PATH_OWN_CUBE = "path-own-cube", "section 7, path"
    """The cubes in the way."""
    PATH_JUGGERNAUT = "path-juggernaut", "section 7, path"
    """The squares in the way."""
    PATH_ENEMY_STRONG = "path-enemy-strong", "section 7, path"
    """The cubes in the way that are strong enough; `strengths` are the phalanx's and the greatest of theirs."""

    # Juggernaut.
    NO_JUGGERNAUT = "no-juggernaut", "section 8"
    """The square that is not the south-west square of a juggernaut of the player."""
    WRONG_DIRECTION = "wrong-direction", "section 4, move a juggernaut"
    JUGGERNAUT_OFF_BOARD = "juggernaut-off-board", "section 8, blocking"
    """The quarters that would leave the board."""
    JUGGERNAUT_BLOCKED = "juggernaut-blocked", "section 8, blocking"
    """The squares of other juggernauts in the way."""
    JUGGERNAUT_ENEMY_STRONG = "juggernaut-enemy-strong", "section 8, blocking"
    """The cubes in the way that are strong enough; `strengths` are 2 and the greatest of theirs."""
    NOT_FOUR_OWN_CUBES = "not-four-own-cubes", "section 4, form a juggernaut"
    """Those of the four squares that hold no cube of the player."""
    FORM_OUTSIDE_SECTOR = "form-outside-sector", "section 4, form a juggernaut"
    """The four squares."""
    DISSOLVE_OUTSIDE_SECTOR = "dissolve-outside-sector", "section 4, dissolve a juggernaut"
    """The four squares."""

    # Prisoner exchange.
    NO_PRISONER = "no-prisoner", "section 5, prisoner exchange"
    NO_WHITE_SUPPLY = "no-white-supply", "section 5, prisoner exchange"


class IllegalAction(GameError):
    """An action that the rules do not allow now: the reason, the squares to blame, the direction of a blocked move.

    `strengths` is set where a path is closed by strength: what the mover brings, and what stands in the way.
    """

    def __init__(
        self,
        reason: Reason,
        squares: tuple[Square, ...] = (),
        direction: Direction | None = None,
        strengths: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(reason, squares, direction, strengths)
        self.reason = reason
        self.squares = squares
        self.direction = direction
        self.strengths = strengths

    def __str__(self) -> str:
        return f"{self.reason} (RULES.md {self.reason.paragraph})"
