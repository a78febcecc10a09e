"""What a play adds to the picture across squares: the path of a syntagma, the outline of what moves, and its arrow.

An `Overlay` is plain values, made by `overlay` from an action and the board on which it is to be played, or by hand
for a drawing in the help.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import (
    PHALANXES,
    Action,
    Board,
    Direction,
    DissolveJuggernaut,
    FormJuggernaut,
    Marks,
    Mask,
    MoveJuggernaut,
    MovePhalanx,
    MoveSyntagma,
    Place,
    Seat,
    Sector,
    Setup,
    Square,
    juggernaut_squares,
    occupied,
    own_squares,
    squares,
)


@dataclass(frozen=True, slots=True)
class Overlay:
    """One thing that moves or is meant. All parts are optional."""

    path: tuple[Square, ...] = ()
    """The squares a syntagma steps on, the first the one it leaves."""
    group: Mask = 0
    """Squares outlined as one thing: a phalanx, a juggernaut, or squares that are spoken of."""
    direction: Direction | None = None
    """Where the group goes, by one square: adds its sweep and an arrow."""
    strength: int = 0
    """Written on the group; 0 for none."""
    met: Mask = 0
    """Pieces in the way, which stay clear of its sweep and of the tips of its arrows."""
    crossed: Mask = 0
    """Squares crossed out: what would be captured."""
    blocked: Mask = 0
    """Squares that stop the move: a barred disc."""
    good: bool | None = None
    """Drawn in green (True), in red (False) or without judgement."""
    landed: bool = False
    """What moved stands already where its path ends, and the arrow stops short of it; nothing else is said of it."""


def overlay(action: Action, board: Board, good: bool | None = None) -> Overlay:
    """What to draw for an action on the board before it. Nothing for actions that move no pieces.

    `crossed` are the pieces of others in the way: what a legal action captures. An action that the rules refuse (`good`
    is False) can be drawn too, as long as its squares exist; it captures nothing.
    """
    match action:
        case MoveSyntagma(origin=origin, target=target):
            return Overlay(path=_path(board, origin, target), met=1 << target & occupied(board), good=good)
        case MovePhalanx(seat=seat, corners=corners, direction=direction):
            phalanx = PHALANXES[corners]
            path = phalanx.path(direction)
            return Overlay(
                group=phalanx.cubes,
                direction=direction,
                strength=phalanx.strength(direction),
                met=path & occupied(board),
                crossed=0 if good is False else path & occupied(board) & ~own_squares(board, seat),
                good=good,
            )
        case MoveJuggernaut(seat=seat, square=square, direction=direction):
            group = juggernaut_squares(square)
            ahead = juggernaut_squares(square + direction) & ~group
            met = ahead & occupied(board)
            crossed = 0 if good is False else met & ~own_squares(board, seat)
            return Overlay(group=group, direction=direction, met=met, crossed=crossed, good=good)
        case FormJuggernaut(square=square) | DissolveJuggernaut(square=square):
            return Overlay(group=juggernaut_squares(square), good=good)
        case Place(square=square):
            return Overlay(group=1 << square, good=good)
        case Setup(squares=chosen):
            return Overlay(group=chosen, good=good)
        case _:
            return Overlay(good=good)


def trail(action: Action, board: Board) -> tuple[Overlay, ...]:
    """How what was moved by an action came to where it stands now, for the board after it; `board` is the one before.

    An arrow from each square that was left, and an outline around what moved as one. Nothing for other actions.
    """
    match action:
        case MoveSyntagma(origin=origin, target=target):
            return (Overlay(path=_path(board, origin, target), landed=True),)
        case MovePhalanx(corners=corners, direction=direction):
            return _shifted(PHALANXES[corners].cubes, direction)
        case MoveJuggernaut(square=square, direction=direction):
            return _shifted(juggernaut_squares(square), direction)
        case _:
            return ()


def _shifted(group: Mask, direction: Direction) -> tuple[Overlay, ...]:
    moved = sum(1 << square + direction for square in squares(group))
    left = squares(group & ~moved)
    return (
        Overlay(group=moved, landed=True),
        *(Overlay(path=(square, square + direction), landed=True) for square in left),
    )


def _path(board: Board, origin: Square, target: Square) -> tuple[Square, ...]:
    """One or two steps over empty squares, the straightest way that there is."""
    if target - origin in Direction.__members__.values():
        return origin, target
    steps = tuple(Direction)
    full = occupied(board)
    ways = [
        origin + step
        for step in steps
        if (target - origin - step) in steps and 0 <= origin + step <= 88 and (origin + step) % 10 != 9
    ]
    # Free squares first, then the middle of a straight line, then by number so that equal boards give equal pictures.
    ways.sort(key=lambda middle: (full >> middle & 1, 2 * middle != origin + target, middle))
    return (origin, ways[0], target) if ways else (origin, target)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a replay: the board after a play, what the play changed, and a line that tells it."""

    board: Board
    scores: tuple[int, int, int]
    caption: str = ""
    marks: Marks | None = None
    active: Seat | None = None
    """Whose play it was."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A card that lies before an Archon, and what it means from that side (RULES.md section 2)."""

    face: int
    """As printed: the cell that is filled, by its digit on a numeric keypad."""
    archon: Seat
    homes: tuple[Sector | None, Sector | None, Sector | None]
    sector: Sector


@dataclass(frozen=True, slots=True)
class Diagram:
    """A drawn position for an explanation: a board or a part of it, and a line below."""

    board: Board
    overlays: tuple[Overlay, ...] = ()
    marks: Marks | None = None
    lit: Mask = 0
    area: tuple[Square, Square] = (0, 88)
    """The south-west and north-east squares of the part to show."""
    caption: str = ""
    verdict: bool | None = None
    """A green tick (True) or a red cross (False) before the caption."""
    prisoners: tuple[int, int, int, int] | None = None
    """Little cubes in a row for each colour, the most numerous first, between the board and the caption."""
    reading: Reading | None = None
    """A card to be read: then the board is small and whole, north above, with the card before its Archon."""
    key: bool = False
    """Beside the board is told what the kinds of pieces are."""
