"""What a change of a game gives to be told: the notices that are stored together with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import engine
from bot.rows import GameRow, NoticeRow

if TYPE_CHECKING:
    from bot.session import Change, Session


def of(session: Session, change: Change, row: GameRow) -> list[NoticeRow]:
    """What has to be told: to new players who they are, to the Archon the cards drawn, the rest at the table."""
    now = session.now()
    if row.status == "lobby" or (row.status == "cancelled" and session.row.status == "lobby"):
        return [NoticeRow("lobby", None, "", now), *change.extra]
    told = [*change.extra]
    told += _whispers(session, change) if row.status == "live" else []
    if not change.quiet:
        moved_on = row.waiting != session.row.waiting or row.status != session.row.status
        kind = "table" if moved_on or change.words else "refresh"
        told.append(NoticeRow(kind, None, " ".join(change.words), now))
    return told


def _whispers(session: Session, change: Change) -> Iterator[NoticeRow]:
    now, archon = session.now(), change.state.archon
    dealt = _dealt(session, change)
    started = session.row.status == "lobby"
    for seat in change.seats:
        if seat.user is None:
            continue
        newcomer = all(seat.user != old.user for old in session.seats)
        if newcomer or started:
            yield NoticeRow("whisper", seat.user, "greeting", now)
        if seat.seat == archon is not None and (dealt or newcomer):
            yield NoticeRow("whisper", seat.user, "cards", now)


def _dealt(session: Session, change: Change) -> bool:
    """Whether the Archon has got secret cards that are not those of before."""
    before, after = session.state, change.state
    if after.hand:
        return (after.hand, after.turn) != (before.hand, before.turn)
    # Going back past a draw deals the kept card anew, unless it is rejected and nobody will ever see it.
    archon = after.archon
    if archon is None or after.answers[archon] is False or engine.view(after, None).face_down is None:
        return False
    return any(entry.kind == "shuffle" for entry in change.entries)
