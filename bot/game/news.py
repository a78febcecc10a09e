"""What a change of a game leads to beside its log: the game's row, and the notices of what has to be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import engine
from bot.game.change import Change
from bot.store.rows import GameRow, NoticeRow, SeatRow
from engine import State

EXCHANGED = "cards anew"
"""What the whisper's notice says where the Archon's cards are in place of others that went back into the pile."""


def row_after(change: Change, before: GameRow, was_active: bool) -> GameRow:
    """The game's row after a change: who is waited for since when, and that time has to look at it anew.

    `was_active`: whether the clock of the one waited for was running, or would have been with a deadline.
    """
    row = replace(before, **change.columns)  # type: ignore[arg-type]  # columns are checked by the store
    if row.status == "live" and change.state.phase is engine.Phase.OVER:
        row = replace(row, status="over", ending="supply", ended=change.at)
    waiting = change.user_of(change.state.to_act) if row.status == "live" and change.state.to_act is not None else None
    if waiting != row.waiting or any(entry.kind != "note" for entry in change.entries):
        row = replace(row, waiting=waiting, waiting_since=change.at if waiting else None)
        row = replace(row, reminded=0, reminded_at=None, vote=None)
    elif change.clocks.active and not was_active:
        # What stood still goes on: the next reminder comes as long after this as after the call.
        row = replace(row, reminded_at=change.at)
    # Whatever has happened, what time brings next has to be found anew.
    return replace(row, due=change.at if row.status in ("lobby", "live") else None)


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
        called = after.waiting if kind == "table" and (moved_on or change.calls) else None
        told.append(NoticeRow(kind, called, " ".join(change.words), change.at))
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
            yield NoticeRow("whisper", seat.user, EXCHANGED if _exchanged(change) else "cards", change.at)


def _exchanged(change: Change) -> bool:
    """Whether a shuffle in the middle of a turn, after going back, has taken in the Archon's cards."""
    entries = change.entries
    return bool(entries) and entries[-1].kind == "shuffle" and change.states[-2].to_act is not None


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
