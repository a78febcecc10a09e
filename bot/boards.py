"""Boards and cards of a game as pictures: what is drawn, for whom, with which plays marked."""

from __future__ import annotations

import engine
import images
from bot import text
from bot.pictures import Draw
from bot.session import Session


def since_last_turn(session: Session) -> int:
    """The ply from which on the table message tells: after the latest play of the one called, if others played since.

    Where nobody has, and at the end of the game, the last play alone is told.
    """
    last = session.last_batch()
    seat = session.state.to_act
    start = session.last_turn_of(seat) if seat is not None else last
    return min(start, last)


def marks_of(session: Session, ply: int) -> list[engine.Marks]:
    """What each play since the last turn of whoever is to act changed on the board, oldest first."""
    start = since_last_turn(session) if ply == session.ply else session.last_batch(ply)
    marks = []
    while start < ply:
        actor = session.states[start].to_act
        end = start + 1
        while end < ply and session.states[end].to_act == actor:
            end += 1
        if actor is not None:
            change = engine.changes(session.states[start].board, session.states[end].board, actor)
            if change.left | change.entered | change.captured:
                marks.append(change)
        start = end
    return marks


def board_of(
    session: Session, seat: engine.Seat | None, ply: int | None = None, orientation: engine.Seat | None = None
) -> Draw:
    """How to draw a game's board as a seat, or everybody, sees it, with the last plays marked."""
    view, names = session.view(seat, ply), session.raw_names
    plays = marks_of(session, session.ply if ply is None else ply)
    marks, since = (plays[-1], plays[:-1]) if plays else (None, [])

    def draw() -> tuple[bytes, str]:
        picture = images.render(view, names=names, marks=marks, since=since, orientation=orientation)
        return picture, images.alt_text(view, names, marks)

    return draw


def cards_of(view: engine.PlayerView) -> Draw:
    """How to draw somebody's own cards."""
    alt = text.hand(view)

    def draw() -> tuple[bytes, str]:
        return images.cards(view), alt

    return draw
