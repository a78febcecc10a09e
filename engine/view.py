"""What one seat, or an onlooker, may see of a state and of an action (RULES.md section 10).

Texts, pictures and exports are made from a `PlayerView` and never from a `State`: what cannot be reached cannot leak.
Secret are the order of the pile, the three drawn cards until they are dealt, and the Archon's kept card until it is
played; when that is rejected, until the game is over. Then everything is open.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.actions import Action, Deal, Shuffle
from engine.board import own_squares
from engine.cards import FACES, card_sector, turned_up
from engine.notation import format_action
from engine.rules import outcome, scores
from engine.state import WHITE, Board, Mask, Options, Outcome, Phase, Seat, Sector, Square, State


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


def view(state: State, seat: Seat | None) -> PlayerView:
    """The state as a seat sees it, or an onlooker when there is none."""
    archon = state.archon
    covered = archon is not None and state.cards[archon] is not None and not turned_up(state)
    faces = list(state.cards)
    if covered and archon is not None and seat != archon:
        faces[archon] = None
    red, blue, yellow = (None if face is None else card_sector(state, face) for face in faces)
    return PlayerView(
        seat=seat,
        options=state.options,
        phase=state.phase,
        to_act=state.to_act,
        board=state.board,
        homes=state.homes,
        supply=state.supply,
        prisoners=state.prisoners,
        scores=scores(state),
        archon=archon,
        turn=state.turn,
        hand=tuple(card_sector(state, face) for face in state.hand) if seat == archon else (),
        cards=(red, blue, yellow),
        face_down=archon if covered else None,
        answers=state.answers,
        played=state.played,
        placed=state.placed,
        in_hand=state.in_hand,
        pile=len(state.pile),
        seen=_seen(state, covered),
        outcome=outcome(state),
    )


def _seen(state: State, covered: bool) -> tuple[int, ...]:
    """Openly shown faces: what everybody can count, whoever looks."""
    shown = Counter(state.discards)
    if state.phase is not Phase.OVER:
        shown.subtract(state.buried)
    shown.update(
        face for seat, face in enumerate(state.cards) if face is not None and not (covered and seat == state.archon)
    )
    return tuple(shown[face] for face in FACES)


@dataclass(frozen=True, slots=True)
class Marks:
    """What a play changed on the board, for pictures and words: three sets of squares."""

    left: Mask
    entered: Mask
    captured: Mask


def changes(before: Board, after: Board, seat: Seat) -> Marks:
    """What a seat's play changed: squares it left, squares it entered, and squares where it took a cube."""
    had, has = own_squares(before, seat), own_squares(after, seat)
    captured = 0
    for colour in (*Seat, WHITE):
        if colour != seat:
            captured |= before.cubes[colour] & ~after.cubes[colour]
    return Marks(had & ~has, has & ~had, captured)


@dataclass(frozen=True, slots=True)
class SeenAction:
    """An action as somebody may see it in the log."""

    seat: Seat | None
    """Who acted; none for the dealer."""
    text: str
    """The notation, with `?` for what this viewer may not see."""
    action: Action | Shuffle | None
    """The action itself; none when a part of it is hidden."""
    given: tuple[Sector, Sector] | None
    """For a deal the two cards given face up, clockwise from the Archon."""


def seen(action: Action | Shuffle, before: State, seat: Seat | None, open_record: bool = False) -> SeenAction:
    """An action, taken in the state `before`, as a seat or an onlooker may see it.

    `open_record` says that the game is over by now, and everything of it open.
    """
    if isinstance(action, Shuffle):
        if open_record:
            return SeenAction(None, format_action(action), action, None)
        return SeenAction(None, "shuffle ?", None, None)
    if isinstance(action, Deal):
        given = (action.first, action.second)
        if open_record or seat == before.archon:
            return SeenAction(action.seat, format_action(action), action, given)
        return SeenAction(action.seat, f"deal ? {action.first.name} {action.second.name}", None, given)
    return SeenAction(action.seat, format_action(action), action, None)
