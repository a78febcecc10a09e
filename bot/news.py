"""What a change of a game gives to be told: the notices that are stored together with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import engine
from bot.change import Change
from bot.rows import GameRow, NoticeRow, SeatRow
from engine import State


def of(change: Change, before: GameRow, after: GameRow, seats: Sequence[SeatRow], state: State) -> list[NoticeRow]:
    """What has to be told: to new players who they are, to the Archon the cards drawn, the rest at the table.

    `before`, `seats` and `state` are the game before the change, `after` is its row after it.
    """
    if after.status == "lobby" or (after.status == "cancelled" and before.status == "lobby"):
        return [NoticeRow("lobby", None, "", change.at), *change.extra]
    told = [*change.extra]
    told += _whispers(change, before, seats, state) if after.status == "live" else []
    if not change.quiet:
        moved_on = after.waiting != before.waiting or after.status != before.status
        kind = "table" if moved_on or change.words else "refresh"
        told.append(NoticeRow(kind, None, " ".join(change.words), change.at))
    return told


def _whispers(change: Change, before: GameRow, seats: Sequence[SeatRow], state: State) -> Iterator[NoticeRow]:
    archon = change.state.archon
    dealt = _dealt(change, state)
    started = before.status == "lobby"
    for seat in change.seats:
        if seat.user is None:
            continue
        newcomer = all(seat.user != old.user for old in seats)
        if newcomer or started:
            yield NoticeRow("whisper", seat.user, "greeting", change.at)
        if seat.seat == archon is not None and (dealt or newcomer):
            yield NoticeRow("whisper", seat.user, "cards", change.at)


def _dealt(change: Change, before: State) -> bool:
    """Whether the Archon has got secret cards that are not those of before."""
    after = change.state
    if after.hand:
        return (after.hand, after.turn) != (before.hand, before.turn)
    # Going back past a draw deals the kept card anew, unless it is rejected and nobody will ever see it.
    archon = after.archon
    if archon is None or after.answers[archon] is False or engine.view(after, None).face_down is None:
        return False
    return any(entry.kind == "shuffle" for entry in change.entries)
