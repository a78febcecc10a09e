"""Millions of texts that are nearly right, given to everything that reads what people or files write.

What can be read must read the same when it is written again; what cannot must be refused by a named error, soon.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import engine
from bot.game import plans
from bot.history import imports
from bot.history.exports import Stored, sealed, written
from bot.history.line import split_actions
from bot.people import vacation
from bot.people.preferences import read_quiet, read_zone
from bot.refusals import Refused
from bot.screens import components
from bot.store.rows import SeatRow
from engine import Seat
from soak.broken import Broken
from soak.stock import EPOCH, NAMES, game_row, script

KEY = bytes(32)
LATER = 4_000_000_000_000
"""In milliseconds, after all that stands in a file of the soak."""
WORDS = (
    *(" ", "\x00", "\n", "\t", "\u00a0", "\u200b", "\u202e", "\u0661", "\u00b2", "\uff21", "\U0001f469", "\ud800"),
    *("-1", "0", "00", "99999999999999999999", "1e9", "NaN", "null", "[]", "{}", '"', "\\", "/", "é", "ß", "İ", "="),
    *("deal", "setup", "shuffle", "if", "or", "accept", ">", ",", ":", ";", "@", "x", "a1", "i9", "NW", "N", "C", "R"),
)


@dataclass(slots=True)
class Reader:
    """Something that reads: with good texts to start from, and how many of a thousand inputs it gets."""

    name: str
    share: int
    good: Sequence[str]
    read: Callable[[str], Any]
    refuses: tuple[type[Exception], ...]
    again: Callable[[Any], str] | None = None
    """Writes what was read."""
    inputs: int = 0
    readable: int = 0
    slowest: float = 0.0


@dataclass(slots=True)
class Mutator:
    """Makes texts out of good ones."""

    rng: random.Random

    def mutate(self, text: str, other: str) -> str:
        rng = self.rng
        for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
            at = rng.randrange(len(text) + 1)
            to = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
            match rng.randrange(8):
                case 0:
                    text = text[:at] + text[to:]
                case 1:
                    text = text[:at] + text[at:to] + text[at:]
                case 2:
                    text = text[:at] + rng.choice(WORDS) + text[at:]
                case 3:
                    text = text[:at] + rng.choice(WORDS) + text[to:]
                case 4:
                    text = text[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + text[to:]
                case 5:
                    cut = rng.randrange(len(other) + 1)
                    text = text[:at] + other[cut:]
                case 6:
                    text = text[:at] + text[at:to][::-1] + text[to:]
                case _:
                    text = text[:at] + text[at:to].swapcase() + text[to:]
        return text * rng.choice((2, 20)) if rng.random() < 0.001 else text


def run(count: int, seed: int) -> str:
    """Give `count` texts to the readers; returns the figure. Raises Broken."""
    rng = random.Random(seed)
    mutator = Mutator(rng)
    everyone = readers(seed)
    chosen = [reader for reader in everyone for _ in range(reader.share)]
    begun = time.monotonic()
    for _ in range(count):
        reader = rng.choice(chosen)
        text = mutator.mutate(rng.choice(reader.good), rng.choice(reader.good))
        _give(reader, text, seed)
    took = time.monotonic() - begun
    slow = max(everyone, key=lambda reader: reader.slowest)
    listed = ", ".join(f"{reader.name} {reader.inputs:,} ({reader.readable:,})" for reader in everyone)
    return (
        f"{count:,} inputs to {len(everyone)} readers, only named errors; slowest {1000 * slow.slowest:.0f} ms "
        f"({slow.name}); {took:.0f} s. Inputs (and how many were readable): {listed}"
    )


def _give(reader: Reader, text: str, seed: int) -> None:
    reader.inputs += 1
    begun = time.perf_counter()
    try:
        found = reader.read(text)
        reader.readable += 1
        if reader.again is not None:
            written_again = reader.again(found)
            if reader.read(written_again) != found:
                raise Broken(f"seed {seed}: {reader.name} reads {text!r} as {found}, and {written_again!r} otherwise")
    except reader.refuses as error:
        if isinstance(error, UnicodeError):
            raise Broken(f"seed {seed}: {reader.name} refuses {text!r} with {error!r}") from error
    except Exception as error:
        raise Broken(f"seed {seed}: {reader.name} lets {error!r} out at {text!r}") from error
    reader.slowest = max(reader.slowest, time.perf_counter() - begun)


def readers(seed: int) -> list[Reader]:
    """All that reads, with texts of games by chance to start from."""
    games = [script(seed + number, 60 + 20 * number) for number in range(6)]
    actions = sorted({text for game in games for kind, text, _ in game.entries if kind != "shuffle"})
    shuffles = [text for game in games for kind, text, _ in game.entries if kind == "shuffle"]
    positions, boards = [], []
    for game in games:
        state = engine.new_game(game.options)
        for kind, text, seat in game.entries:
            act = engine.parse_shuffle(text) if kind == "shuffle" else engine.parse_action(text, Seat(seat))
            state = engine.apply(state, act)
        positions.append(engine.format_position(state))
        boards.append(engine.format_board(state.board))
    records = [json.dumps({"options": asdict(g.options), "actions": [e[1] for e in g.entries]}) for g in games]
    users = (11, 12, 13)
    seats = [SeatRow(seat, seat, users[seat], NAMES[seat]) for seat in range(3)]
    stored = [Stored(game_row(1, 1, game, users), seats, game.rows(users)) for game in games]
    files = [sealed(each, KEY, "bot").decode() for each in stored] + [written(each).decode() for each in stored]
    custom_ids = [f"{kind}:{n}:{n * 7}:{verb}:0:{text}" for n, (kind, verb, text) in enumerate(_presses(actions))]
    wishes = [f"if N,C: {actions[n]}; {actions[n + 1]}" for n in range(0, len(actions) - 1, 9)]
    wishes += ["accept if it is N or C, else reject", "reject unless it is SW", "@e5 e5>f7; pass"]
    days = ["2026-12-24", "14", "24.12.2026", "tomorrow", "3 days", "2026-12-24T12:00"]
    notation, bad, value = (engine.GameError,), (Refused,), (ValueError,)
    return [
        Reader(
            "actions", 500, actions, lambda text: engine.parse_action(text, Seat.RED), notation, engine.format_action
        ),
        Reader("sequences", 60, [" ".join(actions[n : n + 3]) for n in range(len(actions) - 3)], _sequence, notation),
        Reader("custom_ids", 200, custom_ids, _custom_id, (KeyError,)),
        Reader("shuffles", 60, shuffles, engine.parse_shuffle, notation, engine.format_action),
        Reader("plans", 60, wishes, plans.read, bad, plans.told),
        Reader("boards", 50, boards, engine.parse_board, notation, engine.format_board),
        Reader("positions", 40, positions, engine.parse_position, notation, engine.format_position),
        Reader("quiet hours", 10, ["22-7", "none", "22:00-07:00", "0-24"], read_quiet, value),
        Reader("zones", 10, ["Europe/Athens", "UTC", "athens", "America/Argentina/Ushuaia"], read_zone, value),
        Reader("days", 10, days, lambda text: vacation.read_until(text, EPOCH, "Europe/Athens"), bad),
        Reader("records", 5, records, _record, notation),
        Reader("files", 5, files, _file, bad),
    ]


def _presses(actions: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    for number, text in enumerate(actions[::7]):
        yield "sm"[number % 2], ("p", "do", "act", "undo")[number % 4], text


def _file(text: str) -> object:
    return imports.read(text.encode(errors="surrogatepass"), lambda: KEY, LATER)


def _action(text: str) -> engine.Action:
    return engine.parse_action(text, Seat.RED)


def _sequence(text: str) -> object:
    return [_action(part) for part in split_actions(text)]


def _custom_id(text: str) -> object:
    match = re.fullmatch(f"[sm]:{components.PATTERN}", text)
    if match is None:
        raise KeyError(text)
    target = components.read(match)
    assert target.game < 10**15
    assert target.seq < 10**9
    return target


def _record(text: str) -> object:
    try:
        source = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise engine.NotationError(f"no JSON: {error}") from error
    return engine.parse_record(source)
