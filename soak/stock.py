"""Games played by chance through the engine, written straight into a store: stock for trials of many games."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import engine
from bot.store.rows import EntryRow, GameRow, Job, NoticeRow, SeatRow
from bot.store.store import Store, open_store

NAMES = ("Ann", "Ben", "Cleo")
EPOCH = 1_767_225_600_000
"""When all stock was begun, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Script:
    """The log of a game that somebody has still to act in."""

    options: engine.Options
    entries: tuple[tuple[str, str, int], ...]
    """Kind, text and seat of each."""
    to_act: engine.Seat
    digest: str
    deals: bool
    """Whether it waits for the Archon's deal."""

    @property
    def plies(self) -> int:
        return len(self.entries)

    def rows(self, users: Sequence[int]) -> list[EntryRow]:
        """The log as those users would have made it, a minute after the other."""
        found: list[EntryRow] = []
        batch = 0
        for seq, (kind, text, seat) in enumerate(self.entries):
            batch = seq if kind == "action" else batch
            user = users[seat] if kind != "shuffle" else None
            found.append(EntryRow(seq, batch, kind, text, user, EPOCH + seq * 60_000))
        return found


def script(seed: int, plies: int, options: engine.Options | None = None) -> Script:
    """A game of at least `plies` plies; of a long one the players are slow to place their cubes."""
    rng = random.Random(seed)
    options = options or engine.Options()
    slow = plies > 200
    while True:
        state, entries = engine.new_game(options), list[tuple[str, str, int]]()
        while state.phase is not engine.Phase.OVER:
            if state.to_act is None:
                shuffle = engine.Shuffle(tuple(rng.sample(engine.DECK, len(engine.DECK))))
                entries.append(("shuffle", engine.format_action(shuffle), 0))
                state = engine.apply(state, shuffle)
                continue
            legal = engine.legal_actions(state)
            forced = state.phase in (engine.Phase.PLAY, engine.Phase.MANOEUVRE) and len(legal) == 1
            if len(entries) >= plies and not forced:
                deals = state.phase is engine.Phase.DEAL
                return Script(options, tuple(entries), state.to_act, engine.digest(state), deals)
            action = _chosen(rng, legal, slow)
            entries.append(("auto" if forced else "action", engine.format_action(action), state.to_act))
            state = engine.apply(state, action)


def _chosen(rng: random.Random, legal: Sequence[engine.Action], slow: bool) -> engine.Action:
    if slow and rng.random() < 0.97:
        idle = (engine.Reject, engine.MovePhalanx, engine.MoveSyntagma, engine.Exchange, engine.Pass)
        return rng.choice([action for action in legal if isinstance(action, idle)] or legal)
    return rng.choice([action for action in legal if not isinstance(action, engine.Pass)] or legal)


def game_row(channel: int, guild: int, written: Script, users: Sequence[int], due: int | None = None) -> GameRow:
    """The row of a running game."""
    return GameRow(
        id=0,
        guild=guild,
        channel=channel,
        status="live",
        ending=None,
        options=json.dumps(asdict(written.options)),
        rules=1,
        creator=users[0],
        created=EPOCH,
        started=EPOCH,
        ended=None,
        waiting=users[written.to_act],
        waiting_since=EPOCH + written.plies * 60_000,
        due=due,
    )


async def put(
    store: Store,
    channel: int,
    guild: int,
    written: Script,
    users: Sequence[int],
    names: Sequence[str] = NAMES,
    notices: Sequence[NoticeRow] = (),
    due: int | None = None,
) -> int:
    """Write a game into the store; returns its id."""
    seats = [SeatRow(seat, seat, users[seat], names[seat]) for seat in range(3)]
    row = game_row(channel, guild, written, users, due)
    return await store.create_game(row, seats, notices, Job(), written.rows(users))


async def make(database: Path) -> None:
    """A database with nothing in it."""
    await (await open_store(database)).close()


def fill(database: Path, games: Iterable[tuple[int, int, Sequence[int], Script]], *, untold: bool = False) -> None:
    """Write many games (channel, guild, users, script) into a database that nobody serves, as `put` does one.

    `untold`: their tables are still to be called.
    """
    columns = [column.name for column in fields(GameRow) if column.name != "id"]
    slots = ", ".join("?" * len(columns))
    with closing(sqlite3.connect(database)) as db, db:
        for channel, guild, users, written in games:
            row = game_row(channel, guild, written, users)
            values = [getattr(row, column) for column in columns]
            game = db.execute(f"INSERT INTO games ({', '.join(columns)}) VALUES ({slots})", values).lastrowid
            db.executemany(
                "INSERT INTO seats (game, place, seat, user, name) VALUES (?, ?, ?, ?, ?)",
                [(game, seat, seat, users[seat], NAMES[seat]) for seat in range(3)],
            )
            db.executemany(
                "INSERT INTO log (game, seq, batch, kind, text, user, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(game, e.seq, e.batch, e.kind, e.text, e.user, e.at) for e in written.rows(users)],
            )
            if untold:
                db.execute(
                    "INSERT INTO notices (game, kind, user, text, created) VALUES (?, 'table', ?, '', ?)",
                    (game, row.waiting, row.waiting_since),
                )
