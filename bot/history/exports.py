"""A game as a file: one JSON object on one line, in the notation. Once over, `python -m engine replay` accepts it.

A game that is over is all in the clear. Of one that may still go on, the file says what everybody may see; the rest
lies in its entry `sealed`, which only this bot can open and which is the only entry in which two games may differ that
look the same to everybody. Numbers of users are in no clear text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import engine
from bot.history import audit, sealing
from bot.history.audit import Deed
from bot.history.clocks import Pace
from bot.history.line import LINE
from bot.store.rows import EntryRow, GameRow, SeatRow
from engine import Seat

Json = dict[str, Any]
FORMAT, VERSION = "syntagma-game", 1
_WIDTH = 20
"""Digits of a user's number, so that all are of one length."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as the store holds it."""

    row: GameRow
    seats: Sequence[SeatRow]
    entries: Sequence[EntryRow]

    @property
    def options(self) -> engine.Options:
        return engine.Options(**json.loads(self.row.options))


def written(game: Stored) -> bytes:
    """A game that is over for good, in the clear."""
    return _line(_body(game, audit.deeds(game.options, game.entries, open_record=True)))


def sealed(game: Stored, key: bytes, bot: str) -> bytes:
    """A game that may still go on. `bot` names the database, so that it can be told where the game is from."""
    deeds = audit.deeds(game.options, game.entries)
    body = _body(game, deeds)
    secret = {
        "bot": bot,
        "game": f"{game.row.id:0{_WIDTH}}",
        "users": [_number(_at(game.seats, seat).user) for seat in Seat],
        "by": [_number(deed.entry.user) for deed in deeds],
        # One character more for a kept card of two letters: nothing hidden may show in a length.
        "texts": [deed.entry.text.ljust(len(deed.text) + 1) for deed in deeds if deed.text != deed.entry.text],
    }
    return _line({**body, "sealed": sealing.seal(key, json.dumps(secret).encode(), beside(body))})


def beside(body: Json) -> bytes:
    """The bytes that a file's seal is bound to: all of it but the seal, however it is spaced."""
    clear = {name: value for name, value in body.items() if name != "sealed"}
    return json.dumps(clear, sort_keys=True, separators=(",", ":")).encode()


def _line(body: Json) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode() + b"\n"


def _body(game: Stored, deeds: Sequence[Deed]) -> Json:
    row = game.row
    over = [deed.after.outcome for deed in deeds if deed.stands and deed.after is not None and deed.after.outcome]
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": row.id,
        "rules": row.rules,
        "options": asdict(game.options),
        "pace": asdict(Pace.from_text(row.pace)),
        "ending": row.ending,
        "created": stamp(row.created),
        "started": stamp(row.started),
        "ended": stamp(row.ended),
        "seats": [{"seat": seat.letter, "name": _at(game.seats, seat).name} for seat in Seat],
        "winners": [seat.letter for seat in over[-1].winners] if over else [],
        "actions": [deed.text for deed in deeds if deed.stands and deed.entry.kind in LINE],
        "log": [_entry(deed, game.seats) for deed in deeds],
    }


def _entry(deed: Deed, seats: Sequence[SeatRow]) -> Json:
    entry = deed.entry
    by = next((Seat(row.seat).letter for row in seats if row.user == entry.user and row.seat is not None), "another")
    return {
        "seq": entry.seq,
        "batch": entry.batch,
        "kind": entry.kind,
        "text": deed.text,
        "by": by if entry.user is not None else None,
        "at": stamp(entry.at),
    }


def _at(seats: Sequence[SeatRow], seat: Seat) -> SeatRow:
    return next(row for row in seats if row.seat == seat)


def _number(user: int | None) -> str:
    return f"{user or 0:0{_WIDTH}}"


def stamp(milliseconds: int | None) -> str | None:
    """A time as it is written in files: in UTC, to the millisecond."""
    if milliseconds is None:
        return None
    at = datetime.fromtimestamp(milliseconds // 1000, UTC).replace(microsecond=milliseconds % 1000 * 1000)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
