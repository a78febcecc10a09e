"""Damaged games: set aside, shown up to their last good position, and mended from there.

A game whose log does not replay, or whose row or seats are out of order, harms no other. Players cannot act in it;
moderators see it as it was before the damage, and mending it is an entry of the log like all else: a note that takes
the damaged entries out of account. What nobody has seen openly is then shuffled anew, for nobody knows what was lost.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, replace

import engine
from bot.clock import Clock
from bot.game.change import Change
from bot.game.session import Session
from bot.history.clocks import Pace
from bot.history.line import MEND, RULES_VERSIONS, Damaged
from bot.refusals import Refusal, Refused
from bot.store.rows import OPEN, EntryRow, GameRow, SeatRow
from bot.store.store import Store
from engine import Seat

TOLD = "damaged "
"""How the setting begins that says that a game's players know of its damage."""
UNKNOWN_RULES = -1
"""The `seq` of the damage of a game that follows rules this program does not know: only a newer program mends it."""


def load(
    store: Store,
    clock: Clock,
    dice: random.Random,
    row: GameRow,
    seats: Sequence[SeatRow],
    entries: Sequence[EntryRow],
) -> Session:
    """The session of a stored game. A damaged one has its `damage`, and shows the last good position."""
    try:
        require_sound(row, seats)
        return Session(store, clock, dice, row, seats, entries)
    except Damaged as found:
        damage = found
    while True:
        good = [entry for entry in entries if entry.seq < damage.seq]
        try:
            session = Session(store, clock, dice, _cleaned(row), _completed(row, seats), good)
        except Damaged as earlier:
            damage = earlier
            continue
        session.seq = max((entry.seq + 1 for entry in entries), default=0)
        session.damage = damage
        return session


def require_sound(row: GameRow, seats: Sequence[SeatRow]) -> None:
    """Raises Damaged for what is wrong with a game beside its log."""
    if row.rules not in RULES_VERSIONS:
        raise Damaged(f"it follows version {row.rules} of the rules, which this program does not know", UNKNOWN_RULES)
    try:
        engine.Options(**json.loads(row.options))
        Pace.from_text(row.pace)
    except (ValueError, TypeError) as error:
        raise Damaged("its options cannot be read") from error
    if row.status == "live" and sorted(-1 if seat.seat is None else seat.seat for seat in seats) != [0, 1, 2]:
        raise Damaged("its seats are not those of three colours", 10**9)


def _cleaned(row: GameRow) -> GameRow:
    """The row with the usual options and pace where its own cannot be read."""
    try:
        engine.Options(**json.loads(row.options))
        Pace.from_text(row.pace)
    except (ValueError, TypeError):
        return replace(row, options=json.dumps(asdict(engine.Options())), pace=Pace().to_text())
    return row


def _completed(row: GameRow, seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats, with open ones for colours that nobody has; of two of one colour the first stays."""
    if row.status == "lobby":
        return list(seats)
    by_colour = {seat.seat: seat for seat in reversed(seats) if seat.seat is not None}
    return [
        replace(by_colour[colour], place=int(colour))
        if colour in by_colour
        else SeatRow(int(colour), int(colour), None, OPEN)
        for colour in Seat
    ]


def require_mendable(session: Session) -> None:
    """Raises Refused for damage that this program must not touch."""
    if session.damage is not None and session.damage.seq == UNKNOWN_RULES:
        raise Refused(Refusal.DAMAGED, detail=str(session.id))


def mend(session: Session, change: Change, user: int, ply: int | None = None) -> bool:
    """Take the damage out of account in a change, which goes on from `ply` (default: the last good position).

    Returns whether there was any. Whoever commits the change calls `mended` after it.
    """
    if session.damage is None:
        return False
    require_mendable(session)
    change.note(f"{MEND}{min(session.damage.seq, session.seq)}", user)
    change.job.game(session.id, options=session.row.options, pace=session.row.pace)
    change.job.seats(session.id, change.seats)
    change.job.add("DELETE FROM settings WHERE name = ?", f"{TOLD}{session.id}")
    if session.row.status == "live":
        change.go_back(len(change.line) if ply is None else ply, user, anew=True)
    return True


def mended(session: Session) -> None:
    """After the change was stored: the game is one like all others again."""
    session.damage = None
