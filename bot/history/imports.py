"""Reading a game from a file. It may come from anybody: it is believed when every action of it has been replayed.

A sealed file is one of this bot's own, unchanged, and carries the players and what is hidden. A clear one is anybody's
word: its names stand in it, but no user is bound to its seats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Never, TypeVar

import engine
from bot.history import sealing
from bot.history.clocks import Clocks, Pace
from bot.history.exports import FORMAT, VERSION, Json, beside
from bot.history.line import LINE, RULES_VERSIONS, Damaged, counted, fold
from bot.history.notes import is_note
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow, SeatRow
from engine import Seat

T = TypeVar("T")
LARGEST = 2 * 2**20
"""Bytes that a file may have; a game of a thousand plies has a fifth of it."""
SKEW = 5 * 60 * 1000
"""Milliseconds by which the clock of the host that wrote a file may be ahead of this one's."""
_ENTRIES, _TEXT, _NAME = 10_000, 400, 100
_ENDINGS = ("supply", "scored", "void", "abandoned", "reset")
_KINDS = (*LINE, "back", "note")
_NOT = "That is no game that I could read: "


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was read and replayed."""

    options: engine.Options
    pace: Pace
    rules: int
    ending: str | None
    """None for a game that may go on."""
    created: int
    started: int
    ended: int | None
    seats: tuple[SeatRow, ...]
    entries: tuple[EntryRow, ...]
    origin: tuple[str, int] | None
    """The database and the game that a sealed file was made of."""


def read(blob: bytes, key: Callable[[], bytes], now: int) -> Imported:
    """The game in a file, read at the instant `now`. `key` opens seals.

    Raises Refused with a sentence for whatever is wrong with it.

    It replays the whole game, so it belongs into a thread.
    """
    body = _object(blob)
    if body.get("format") != FORMAT:
        _refuse(f"its `format` is not `{FORMAT}`")
    if _is(int, body, "version") != VERSION or _is(int, body, "rules") not in RULES_VERSIONS:
        _refuse("it was written by another version of me")
    secret = _opened(body, key) if "sealed" in body else None
    try:
        found = _read(body, secret)
        _require_past(found, now)
        return found
    except Damaged as error:
        _refuse(f"{error}")
    except (engine.GameError, ValueError, TypeError, OverflowError) as error:
        _refuse(f"one of its entries is out of place ({type(error).__name__})")


def _read(body: Json, secret: Json | None) -> Imported:
    options = engine.Options(**_options(body))
    pace = _pace(_is(dict, body, "pace"))
    seats = _seats(body, secret)
    entries = _entries(body, secret)
    _require_forms(entries)
    created, started = _time(body, "created"), _time(body, "started")
    line, states, _ = fold(options, entries, Clocks.start(pace, Seat.RED, started or created or 0))
    if created is None or started is None:
        _refuse("it does not say when it began")
    ending = body.get("ending")
    if secret is None and ending not in _ENDINGS:
        _refuse("it is not over, and there is no seal on it")
    if (ending == "supply") != (engine.outcome(states[-1]) is not None):
        _refuse("its end is not the one that its actions lead to")
    if secret is None and body.get("actions") != [entry.text for entry in line]:
        _refuse("its `actions` are not those of its `log`")
    origin = None if secret is None else (_is(str, secret, "bot"), int(_is(str, secret, "game")))
    goes_on = secret is not None and ending != "supply"
    if ending == "reset":
        # Set aside is only what nobody has looked into since; what lies open in a file is not.
        ending = "void"
    return Imported(
        options=options,
        pace=pace,
        rules=_is(int, body, "rules"),
        ending=None if goes_on else str(ending),
        created=created,
        started=started,
        ended=_time(body, "ended"),
        seats=seats,
        entries=entries,
        origin=origin,
    )


def _require_past(found: Imported, now: int) -> None:
    """Refuse what is said to have happened later than now, or to have ended before it began."""
    times = [found.created, found.started, *(entry.at for entry in found.entries)]
    times += [] if found.ended is None else [found.ended]
    if min(times) < 0 or max(times) > now + SKEW:
        _refuse("something in it has not happened yet, or too long ago")
    if found.ended is not None and found.ended < found.started:
        _refuse("it ended before it began")


def _refuse(why: str) -> Never:
    raise Refused(Refusal.BAD_FILE, detail=f"{_NOT}{why}.")


def _object(blob: bytes) -> Json:
    if len(blob) > LARGEST:
        _refuse(f"it is larger than {LARGEST // 2**20} MiB")
    try:
        body = json.loads(blob.decode("utf-8"))
    except (ValueError, RecursionError):
        _refuse("it is not JSON in UTF-8")
    if not isinstance(body, dict):
        _refuse("it is not a JSON object")
    return body


def _opened(body: Json, key: Callable[[], bytes]) -> Json:
    try:
        found = json.loads(sealing.unseal(key(), _is(str, body, "sealed"), beside(body)))
    except (sealing.SealError, UnicodeEncodeError, RecursionError) as error:
        _refuse(f"its seal does not open: {error}")
    return found if isinstance(found, dict) else {}


def _is(kind: type[T], body: Json, name: str) -> T:
    """An entry of exactly that type."""
    value = body.get(name)
    if type(value) is not kind:
        _refuse(f"`{name}` is missing or of the wrong kind")
    return value


def _options(body: Json) -> dict[str, Any]:
    found = _is(dict, body, "options")
    for name, value in found.items():
        wanted = {"supply": int, "white_supply": int, "neutral_phalanxes": bool, "finish_turn": bool}.get(name)
        if type(value) is not wanted:
            _refuse("its `options` are not those of a game")
    return found


def _pace(found: Json) -> Pace:
    try:
        return Pace.read(found)
    except ValueError:
        _refuse("its `pace` is none")


def _seats(body: Json, secret: Json | None) -> tuple[SeatRow, ...]:
    rows = _is(list, body, "seats")
    users = [None] * 3 if secret is None else [_user(user) for user in _is(list, secret, "users")]
    if len(rows) != 3 or len(users) != 3:
        _refuse("it has not three seats")
    found = []
    for seat, row, user in zip(Seat, rows, users, strict=True):
        if not isinstance(row, dict) or row.get("seat") != seat.letter:
            _refuse("its seats are not R, B and Y")
        found.append(SeatRow(int(seat), int(seat), user, _text(row.get("name"), _NAME)))
    return tuple(found)


def _entries(body: Json, secret: Json | None) -> tuple[EntryRow, ...]:
    rows = _is(list, body, "log")
    if len(rows) > _ENTRIES:
        _refuse(f"it has more than {_ENTRIES} entries")
    by = [None] * len(rows) if secret is None else [_user(user) for user in _is(list, secret, "by")]
    hidden = iter([] if secret is None else _is(list, secret, "texts"))
    found = []
    for row, user in zip(rows, by, strict=True):
        if not isinstance(row, dict) or row.get("kind") not in _KINDS:
            _refuse("its `log` holds something that is no entry")
        words = _text(row.get("text"), _TEXT)
        if secret is not None and (words == "?" or (row["kind"] in LINE and "?" in words)):
            words = _text(next(hidden, None), _TEXT).rstrip()
        at = _time(row, "at")
        if at is None or at < 0:
            _refuse("an entry of its `log` has no time")
        found.append(EntryRow(_number(row, "seq"), _number(row, "batch"), str(row["kind"]), words, user, at))
    return tuple(found)


def _require_forms(entries: Sequence[EntryRow]) -> None:
    """Refuse what stands in a log beside the actions and is not written as here; damaged entries are never shown."""
    for entry in counted(entries):
        if entry.kind == "note" and not is_note(entry.text):
            _refuse(f"its entry {entry.seq} is no note that I write")
        if entry.kind == "back" and not (entry.text.isascii() and entry.text.isdigit()):
            _refuse(f"its entry {entry.seq} does not say to which ply the game goes back")


def _number(row: Json, name: str) -> int:
    number = _is(int, row, name)
    if not 0 <= number < 10**9:
        _refuse(f"`{name}` is out of range")
    return number


def _user(digits: object) -> int | None:
    return int(str(digits)) or None


def _text(found: object, longest: int) -> str:
    if not isinstance(found, str) or len(found) > longest:
        _refuse("a text in it is none, or too long")
    found.encode()  # lone surrogates cannot be stored
    return found


def _time(body: Json, name: str) -> int | None:
    """A time in milliseconds; none where there is none."""
    found = body.get(name)
    if found is None:
        return None
    at = datetime.fromisoformat(_text(found, 40))
    if at.tzinfo is None:
        _refuse(f"`{name}` is in no time zone")
    return round(at.timestamp() * 1000)
