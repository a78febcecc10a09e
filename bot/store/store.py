"""All SQL. What has happened in every game, kept so that a crash at any instant loses nothing that was acknowledged.

One connection writes, by `bot.store.writer`, a second one reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

import aiosqlite

from bot.store.rows import EntryRow, GameRow, Job, NoticeRow, PersonRow, SeatRow, ShownRow
from bot.store.schema import MIGRATIONS, VERSION
from bot.store.writer import Conflict, StoreBusy, StoreError, Writer

__all__ = [
    "Conflict",
    "EntryRow",
    "GameRow",
    "Job",
    "NoticeRow",
    "PersonRow",
    "SeatRow",
    "ShownRow",
    "Store",
    "StoreBusy",
    "StoreError",
    "open_store",
]

LIVE = ("lobby", "live")


class Store:
    """The open database. Made by `open_store`; `close` ends it."""

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lock: IO[bytes] | None
    ) -> None:
        self.path = path
        self._db = writer
        self._reader = reader
        self._lock = lock
        self.settling = asyncio.Lock()
        """Held by whoever reads what a person or a server has set and then writes what follows from it."""
        self._writer = Writer(writer)

    async def close(self) -> None:
        """Finish what was begun, then close the file."""
        await self._writer.close()
        await self._reader.close()
        await self._db.close()
        if self._lock is not None:
            self._lock.close()

    # Writing

    async def write(self, job: Job) -> list[int]:
        """Carry out `job`; returns, once it is on the disk, the row id that each statement left, if the job is `alone`.

        Raises Conflict when the tables' own rules forbid it and StoreBusy when the file cannot be written now; either
        way nothing of the job was done.
        """
        return await self._writer.write(job)

    async def create_game(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        notices: Sequence[NoticeRow],
        after: Job | None = None,
        entries: Sequence[EntryRow] = (),
        invited: Sequence[int] = (),
    ) -> int:
        """Store a new lobby or game, once the statements of `after` are done, and return its id.

        `invited`: by whoever opens it.

        Raises Conflict when its channel has a live one.
        """
        job = Job() if after is None else after
        job.alone = True
        created = len(job.statements)
        columns = [column.name for column in fields(row) if column.name != "id"]
        job.add(
            f"INSERT INTO games ({', '.join(columns)}) VALUES (?{', ?' * (len(columns) - 1)})",
            *(getattr(row, column) for column in columns),
        )
        last = "(SELECT max(id) FROM games)"
        for seat in seats:
            job.add(
                f"INSERT INTO seats (game, place, seat, user, name) VALUES ({last}, ?, ?, ?, ?)",
                *(seat.place, seat.seat, seat.user, seat.name),
            )
        for entry in entries:
            job.add(
                f"INSERT INTO log (game, seq, batch, kind, text, user, at) VALUES ({last}, ?, ?, ?, ?, ?, ?)",
                *(entry.seq, entry.batch, entry.kind, entry.text, entry.user, entry.at),
            )
        for user in invited:
            job.add(
                f"INSERT INTO invitations (game, user, inviter, created) VALUES ({last}, ?, ?, ?)",
                *(user, row.creator, row.created),
            )
        for notice in notices:
            job.add(
                f"INSERT INTO notices (game, kind, user, text, created) VALUES ({last}, ?, ?, ?, ?)",
                *(notice.kind, notice.user, notice.text, notice.created),
            )
        return (await self.write(job))[created]

    async def mark_sent(self, game: int, notices: Sequence[int], at: int, shown: ShownRow | None = None) -> None:
        """Note that notices were told, and with it the message that now stands for the game's table."""
        job = Job()
        for notice in notices:
            # What was said is not kept: there are names in it, of people who may not want to be known any more.
            job.add("UPDATE notices SET sent = ?, text = '' WHERE id = ?", at, notice)
        if shown is not None:
            job.add(
                "INSERT OR REPLACE INTO shown (game, channel, message, sent) VALUES (?, ?, ?, ?)",
                *(game, shown.channel, shown.message, shown.sent),
            )
        await self.write(job)

    async def set_setting(self, name: str, value: str) -> None:
        """Keep something about the bot itself."""
        await self.write(Job().add("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value))

    async def set_person(self, user: int, **columns: str | int | None) -> None:
        """Set columns of what is known of a person."""
        await self.write(Job().person(user, **columns))

    async def set_dms(self, user: int, reachable: bool) -> None:
        """Note how the last direct message to somebody went."""
        await self.set_person(user, dms=int(reachable))

    # Reading

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            # In one go: a query that is begun and waits for its end holds the connection, and whatever others ask on
            # it meanwhile, to what was stored when the first of them began.
            return list(await self._reader.execute_fetchall(sql, values))
        except sqlite3.Error as error:
            raise StoreError(f"it cannot be read: {error}") from error

    async def select(self, sql: str, *values: Any) -> list[Any]:
        """The rows of a query that only one other module needs."""
        return await self._rows(sql, *values)

    async def games(self, where: str = "1", *values: Any) -> list[GameRow]:
        """The games for which `where` (SQL over `games`) holds, oldest first."""
        return [GameRow(*row) for row in await self._rows(f"SELECT * FROM games WHERE {where} ORDER BY id", *values)]

    async def game(self, game: int) -> GameRow | None:
        rows = await self.games("id = ?", game)
        return rows[0] if rows else None

    async def live_game(self, channel: int) -> GameRow | None:
        """The lobby or running game of a channel."""
        rows = await self.games("channel = ? AND status IN ('lobby', 'live')", channel)
        return rows[0] if rows else None

    async def last_game(self, channel: int) -> GameRow | None:
        """The game of a channel that ended last, or, if none has, the newest; a closed lobby if there is no game."""
        order = "status = 'cancelled', coalesce(ended, created) DESC, id DESC"
        rows = await self.games(f"id = (SELECT id FROM games WHERE channel = ? ORDER BY {order} LIMIT 1)", channel)
        return rows[0] if rows else None

    async def games_of(self, user: int, live: bool = True) -> list[GameRow]:
        """The games in which somebody sits; only lobbies and running ones if `live`."""
        seated = "id IN (SELECT game FROM seats WHERE user = ?)"
        return await self.games(f"{seated} AND status IN ('lobby', 'live')" if live else seated, user)

    async def seats(self, game: int) -> list[SeatRow]:
        rows = await self._rows("SELECT place, seat, user, name FROM seats WHERE game = ? ORDER BY place", game)
        return [SeatRow(*row) for row in rows]

    async def entries(self, game: int) -> list[EntryRow]:
        """A game's whole log in order."""
        rows = await self._rows(
            "SELECT seq, batch, kind, text, user, at, interaction FROM log WHERE game = ? ORDER BY seq", game
        )
        return [EntryRow(*row) for row in rows]

    async def unsent(self, game: int) -> list[NoticeRow]:
        """What has still to be told of a game, in order."""
        rows = await self._rows(
            "SELECT kind, user, text, created, id FROM notices WHERE game = ? AND sent IS NULL ORDER BY id", game
        )
        return [NoticeRow(*row) for row in rows]

    async def shown(self, game: int) -> ShownRow | None:
        """The message that stands for a game's table."""
        rows = await self._rows("SELECT channel, message, sent FROM shown WHERE game = ?", game)
        return ShownRow(*rows[0]) if rows else None

    async def games_with_unsent(self) -> list[int]:
        return [
            row[0] for row in await self._rows("SELECT DISTINCT game FROM notices WHERE sent IS NULL ORDER BY game")
        ]

    async def setting(self, name: str) -> str | None:
        rows = await self._rows("SELECT value FROM settings WHERE name = ?", name)
        return rows[0][0] if rows else None

    async def person(self, user: int) -> PersonRow:
        """What is known of somebody; the defaults where nothing is."""
        rows = await self._rows("SELECT dms, settings, away_from, away_until FROM users WHERE user = ?", user)
        return PersonRow(*rows[0]) if rows else PersonRow()

    async def back_from_vacation(self, at: int) -> list[int]:
        """The users whose vacation is over at an instant."""
        return [row[0] for row in await self._rows("SELECT user FROM users WHERE away_until <= ?", at)]

    async def vacation_days(self, user: int, year: int) -> float:
        """The days of vacation that somebody has used in a year."""
        rows = await self._rows("SELECT days FROM vacations WHERE user = ? AND year = ?", user, year)
        return float(rows[0][0]) if rows else 0.0

    async def due(self, at: int, most: int = 200) -> list[tuple[int, int]]:
        """The games for which time brings something by an instant, each with when; the longest overdue first."""
        rows = await self._rows("SELECT id, due FROM games WHERE due <= ? ORDER BY due LIMIT ?", at, most)
        return [(row[0], row[1]) for row in rows]

    async def add_downtime(self, began: int, ended: int) -> None:
        """Note that the bot did not run from one instant to another."""
        job = Job().add("INSERT INTO downtimes (began, ended) VALUES (?, ?)", began, ended)
        await self.write(job.add("INSERT OR REPLACE INTO settings (name, value) VALUES ('watched', ?)", str(ended)))

    async def downtimes(self, after: int) -> list[tuple[int, int]]:
        """The times in which the bot did not run that ended after an instant, in order."""
        rows = await self._rows("SELECT began, ended FROM downtimes WHERE ended > ? ORDER BY ended", after)
        return [(row[0], row[1]) for row in rows]

    async def dms_reachable(self, user: int) -> bool:
        """Whether the last direct message to somebody arrived; True when there was none yet."""
        rows = await self._rows("SELECT dms FROM users WHERE user = ?", user)
        return not rows or bool(rows[0][0])


async def open_store(path: Path, *, serving: bool = True) -> Store:
    """Open the database at `path`, made anew where there is none, and lift it to the present schema.

    Raises StoreError when the folder cannot be written, the schema is newer than this program, the file is no
    database, or (if `serving`) another process serves it already.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = hold(path) if serving else None
    except OSError as error:
        raise StoreError(f"The database {path} cannot be opened: {error.strerror}.") from error
    connections: list[aiosqlite.Connection] = []
    try:
        if serving:
            _make_private(path)
        for _ in range(2):
            connections.append(await aiosqlite.connect(path, isolation_level=None))
            await _set_up(connections[-1])
        await _migrate(connections[0])
    except (sqlite3.Error, OSError, StoreError) as error:
        for connection in connections:
            await connection.close()
        if lock is not None:
            lock.close()
        raise StoreError(f"The database {path} cannot be opened: {error}.") from error
    return Store(path, connections[0], connections[1], lock)


def lock_file(path: Path) -> Path:
    """The file beside the database that says «served», and whose time is the event loop's last sign of life."""
    return path.with_name(f"{path.name}.lock")


def hold(path: Path) -> IO[bytes]:
    """Keep all others from serving a database until what is returned is closed, or this process ends.

    Raises StoreError when another one serves it.
    """
    lock = open(lock_file(path), "wb")  # noqa: SIM115 - it stays open as long as the store
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StoreError(f"Another bot is serving {path}; stop that one first.") from error
    return lock


def _make_private(path: Path) -> None:
    """Let nobody else read the database, which holds cards. What SQLite lays beside it is made with the same mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for beside in ("", "-wal", "-shm", ".lock"):
        with contextlib.suppress(FileNotFoundError):
            os.chmod(path.with_name(path.name + beside), 0o600)


async def _set_up(db: aiosqlite.Connection) -> None:
    await db.execute("PRAGMA busy_timeout = 10000")
    for pragma, wanted, found in (
        ("journal_mode", "WAL", "wal"),
        ("synchronous", "FULL", 2),
        ("foreign_keys", "ON", 1),
    ):
        await db.execute(f"PRAGMA {pragma} = {wanted}")
        async with db.execute(f"PRAGMA {pragma}") as cursor:
            row = await cursor.fetchone()
        # A file system that cannot do it is answered by another mode, not by an error.
        if row is None or row[0] != found:
            raise StoreError(f"{pragma} cannot be {wanted} here, and without it a power cut would lose plays")


async def _migrate(db: aiosqlite.Connection) -> None:
    async with db.execute("PRAGMA user_version") as cursor:
        row = await cursor.fetchone()
    version = row[0] if row else 0
    if version > VERSION:
        raise StoreError(f"it has schema {version}, and this program knows only {VERSION}; use a newer one")
    for number in range(version, VERSION):
        await db.execute("BEGIN IMMEDIATE")
        for statement in MIGRATIONS[number]:
            await db.execute(statement)
        await db.execute(f"PRAGMA user_version = {number + 1}")
        await db.execute("COMMIT")
