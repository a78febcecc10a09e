"""Whether a database is what it should be: every stored game replayed, every row held against its log.

The database is only read, in one transaction, so it may be served meanwhile. One of an earlier schema is copied and the
copy lifted to the present one, for what counts is whether this program can go on with it.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import engine
from bot.game.quarantine import require_sound
from bot.history.line import Damaged, fold
from bot.store.rows import EntryRow, GameRow, SeatRow
from bot.store.schema import VERSION
from bot.store.store import StoreError, open_store


@dataclass(slots=True)
class Findings:
    """How many games there are, and what is wrong, a line each."""

    games: int = 0
    differences: list[str] = field(default_factory=list)


async def examine(database: Path) -> Findings:
    """Replay all games of a database. Raises StoreError when it is none, or of a newer program."""
    with reading(database) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('games', 'log')").fetchone()[0]
        if version > VERSION:
            raise StoreError(f"{database} has schema {version}, and this program knows only {VERSION}.")
        if version == 0 or tables < 2:
            raise StoreError(f"{database} is no database of mine.")
        if version == VERSION:
            return _findings(db)
        with tempfile.TemporaryDirectory(prefix="syntagma-") as folder:
            lifted = Path(folder) / "lifted.db"
            copy(db, lifted)
            store = await open_store(lifted, serving=False)
            await store.close()
            with reading(lifted) as newer:
                return _findings(newer)


@contextmanager
def reading(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. Raises StoreError for what SQLite cannot read."""
    if not database.is_file():
        raise StoreError(f"There is no database {database}.")
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as db:
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"The database {database} cannot be read: {error}.") from error


def copy(db: sqlite3.Connection, target: Path) -> None:
    """A copy of a whole database, as it is at one instant, in a single file."""
    with closing(sqlite3.connect(target)) as written:
        db.backup(written)
        written.execute("PRAGMA journal_mode = DELETE")


def _findings(db: sqlite3.Connection) -> Findings:
    db.execute("BEGIN")
    found = Findings()
    for (said,) in db.execute("PRAGMA integrity_check(10)").fetchall():
        if said != "ok":
            found.differences.append(f"the file: {said}")
    for table, *_ in db.execute("PRAGMA foreign_key_check").fetchmany(10):
        found.differences.append(f"table {table}: a row belongs to no game")
    for values in db.execute("SELECT * FROM games ORDER BY id"):
        found.games += 1
        row = GameRow(*values)
        try:
            _replay(db, row)
        except Damaged as error:
            found.differences.append(f"game {row.id}: {error}")
    return found


def _replay(db: sqlite3.Connection, row: GameRow) -> None:
    """Raises Damaged when a game is not what its log says."""
    columns = "place, seat, user, name"
    seats = [SeatRow(*each) for each in db.execute(f"SELECT {columns} FROM seats WHERE game = ?", (row.id,))]
    columns = "seq, batch, kind, text, user, at, interaction"
    log = db.execute(f"SELECT {columns} FROM log WHERE game = ? ORDER BY seq", (row.id,))
    require_sound(row, seats)
    _, states, _ = fold(engine.Options(**json.loads(row.options)), [EntryRow(*each) for each in log])
    over = engine.outcome(states[-1]) is not None
    if over != (row.status == "over" and row.ending == "supply"):
        raise Damaged(f"it is noted as {row.status} ({row.ending}), its log says otherwise")
    to_act = states[-1].to_act if row.status == "live" else None
    waiting = next((seat.user for seat in seats if seat.seat == to_act), None) if to_act is not None else None
    if row.waiting != waiting:
        raise Damaged("it is noted to wait for somebody else than its log says")
