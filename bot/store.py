"""All SQL. What has happened in every game, kept so that a crash at any instant loses nothing that was acknowledged.

One connection writes, a second one reads. Every change is a `Job`, a few statements that hold together; one task takes
the waiting jobs and commits them in one transaction, each within a savepoint of its own, so that a job that is refused
(two writers for one `seq`, two games in one channel) takes nothing else with it. On a connection shared by tasks, one
task's rollback would otherwise erase another's rows, and each game would pay for a flush of the disk of its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import aiosqlite

from bot.schema import MIGRATIONS, VERSION

LIVE = ("lobby", "live")


class StoreError(Exception):
    """The store cannot do what was asked; the text is for the host's log."""


class StoreBusy(StoreError):
    """The file is locked, full or read-only: nothing was written, and trying again later may work."""


class Conflict(StoreError):
    """Another writer was first, or the rule of one live game per channel forbids it. Nothing was written."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of `games`; times in milliseconds."""

    id: int
    guild: int
    channel: int
    status: str
    ending: str | None
    options: str
    rules: int
    creator: int
    created: int
    started: int | None
    ended: int | None
    waiting: int | None
    waiting_since: int | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of `seats`."""

    place: int
    seat: int | None
    user: int | None
    name: str


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of `log`."""

    seq: int
    batch: int
    kind: str
    text: str
    user: int | None
    at: int
    interaction: int | None = None


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A row of `notices`. Before it is stored its id is 0."""

    kind: str
    user: int | None
    text: str
    created: int
    id: int = 0


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of `shown`; `sent` in milliseconds."""

    channel: int
    message: int
    sent: int


Statement = tuple[str, Sequence[Any]]


@dataclass(slots=True)
class Job:
    """Statements that are carried out together or not at all."""

    statements: list[Statement] = field(default_factory=list)

    def add(self, sql: str, *values: Any) -> Job:
        self.statements.append((sql, values))
        return self

    def entries(self, game: int, rows: Iterable[EntryRow]) -> Job:
        for row in rows:
            self.add(
                "INSERT INTO log (game, seq, batch, kind, text, user, at, interaction) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                *(game, row.seq, row.batch, row.kind, row.text, row.user, row.at, row.interaction),
            )
        return self

    def notices(self, game: int, rows: Iterable[NoticeRow]) -> Job:
        for row in rows:
            self.add(
                "INSERT INTO notices (game, kind, user, text, created) VALUES (?, ?, ?, ?, ?)",
                *(game, row.kind, row.user, row.text, row.created),
            )
        return self

    def game(self, game: int, **columns: str | int | None) -> Job:
        """Set columns of a game's row."""
        names = ", ".join(f"{name} = ?" for name in columns)
        return self.add(f"UPDATE games SET {names} WHERE id = ?", *columns.values(), game)

    def seats(self, game: int, rows: Iterable[SeatRow]) -> Job:
        """Replace who sits where."""
        self.add("DELETE FROM seats WHERE game = ?", game)
        for row in rows:
            self.add(
                "INSERT INTO seats (game, place, seat, user, name) VALUES (?, ?, ?, ?, ?)",
                *(game, row.place, row.seat, row.user, row.name),
            )
        return self


class Store:
    """The open database. Made by `open_store`; `close` ends it."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, lock: IO[bytes] | None) -> None:
        self._db = writer
        self._reader = reader
        self._lock = lock
        self._queue: asyncio.Queue[tuple[Job, asyncio.Future[list[int]]]] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_for_ever())

    async def close(self) -> None:
        """Finish what was begun, then close the file."""
        await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._reader.close()
        await self._db.close()
        if self._lock is not None:
            self._lock.close()

    # Writing

    async def write(self, job: Job) -> list[int]:
        """Carry out `job`; returns the row id that each statement left behind, once it is on the disk.

        Raises Conflict when the tables' own rules forbid it and StoreBusy when the file cannot be written now; either
        way nothing of the job was done.
        """
        done: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, done))
        # Shielded: whoever waits may be cancelled, the job is carried out all the same.
        return await asyncio.shield(done)

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            results = await self._commit([job for job, _ in batch])
            for (_, done), result in zip(batch, results, strict=True):
                self._queue.task_done()
                if done.cancelled():
                    continue
                if isinstance(result, StoreError):
                    done.set_exception(result)
                    done.exception()  # marked as seen: a caller that was cancelled does not look at it
                else:
                    done.set_result(result)

    async def _commit(self, jobs: list[Job]) -> list[list[int] | StoreError]:
        try:
            await self._db.execute("BEGIN IMMEDIATE")
            results = [await self._carry_out(job) for job in jobs]
            await self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                await self._db.execute("ROLLBACK")
            return [StoreBusy(str(error)) for _ in jobs]
        return results

    async def _carry_out(self, job: Job) -> list[int] | StoreError:
        await self._db.execute("SAVEPOINT job")
        rows = []
        try:
            for sql, values in job.statements:
                async with self._db.execute(sql, values) as cursor:
                    rows.append(cursor.lastrowid or 0)
        except sqlite3.IntegrityError as error:
            await self._db.execute("ROLLBACK TO job")
            await self._db.execute("RELEASE job")
            return Conflict(str(error))
        await self._db.execute("RELEASE job")
        return rows

    async def create_game(
        self, row: GameRow, seats: Sequence[SeatRow], notices: Sequence[NoticeRow], after: Job | None = None
    ) -> int:
        """Store a new lobby or game, once the statements of `after` are done, and return its id.

        Raises Conflict when its channel has a live one.
        """
        job = Job() if after is None else after
        created = len(job.statements)
        columns = ("guild", "channel", "status", "options", "rules", "creator", "created", "started", "waiting")
        job.add(
            f"INSERT INTO games ({', '.join(columns)}, waiting_since) VALUES ({'?, ' * len(columns)}?)",
            *(getattr(row, column) for column in columns),
            row.waiting_since,
        )
        for seat in seats:
            job.add(
                "INSERT INTO seats (game, place, seat, user, name) VALUES ((SELECT max(id) FROM games), ?, ?, ?, ?)",
                *(seat.place, seat.seat, seat.user, seat.name),
            )
        for notice in notices:
            job.add(
                "INSERT INTO notices (game, kind, user, text, created)"
                " VALUES ((SELECT max(id) FROM games), ?, ?, ?, ?)",
                *(notice.kind, notice.user, notice.text, notice.created),
            )
        return (await self.write(job))[created]

    async def mark_sent(self, game: int, notices: Sequence[int], at: int, shown: ShownRow | None = None) -> None:
        """Note that notices were told, and with it the message that now stands for the game's table."""
        job = Job()
        for notice in notices:
            job.add("UPDATE notices SET sent = ? WHERE id = ?", at, notice)
        if shown is not None:
            job.add(
                "INSERT OR REPLACE INTO shown (game, channel, message, sent) VALUES (?, ?, ?, ?)",
                *(game, shown.channel, shown.message, shown.sent),
            )
        await self.write(job)

    async def set_setting(self, name: str, value: str) -> None:
        """Keep something about the bot itself."""
        await self.write(Job().add("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", name, value))

    async def set_dms(self, user: int, reachable: bool) -> None:
        """Note how the last direct message to somebody went."""
        await self.write(
            Job().add(
                "INSERT INTO users (user, dms) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET dms = excluded.dms",
                *(user, int(reachable)),
            )
        )

    # Reading

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        async with self._reader.execute(sql, values) as cursor:
            return list(await cursor.fetchall())

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
        """The newest game of a channel, whatever became of it."""
        rows = await self.games("id = (SELECT max(id) FROM games WHERE channel = ?)", channel)
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
        lock = _lock(path) if serving else None
    except OSError as error:
        raise StoreError(f"The database {path} cannot be opened: {error.strerror}.") from error
    connections: list[aiosqlite.Connection] = []
    try:
        for _ in range(2):
            connections.append(await aiosqlite.connect(path, isolation_level=None))
            await _set_up(connections[-1])
        await _migrate(connections[0])
        if serving:
            os.chmod(path, 0o600)
    except (sqlite3.Error, OSError, StoreError) as error:
        for connection in connections:
            await connection.close()
        if lock is not None:
            lock.close()
        raise StoreError(f"The database {path} cannot be opened: {error}.") from error
    return Store(connections[0], connections[1], lock)


def _lock(path: Path) -> IO[bytes]:
    """Hold the file beside the database that says «served»; the kernel lets go of it when the process ends."""
    lock = open(path.with_name(path.name + ".lock"), "wb")  # noqa: SIM115 - it stays open as long as the store
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise StoreError(f"Another bot is serving {path}; stop that one first.") from error
    return lock


async def _set_up(db: aiosqlite.Connection) -> None:
    await db.execute("PRAGMA busy_timeout = 10000")
    await db.execute("PRAGMA journal_mode = WAL")
    await db.execute("PRAGMA synchronous = FULL")
    await db.execute("PRAGMA foreign_keys = ON")


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
