"""Databases that earlier programs left behind: each is lifted, plays on, and loses nothing.

The files under `old` were written by the programs of their time; new ones join them, none is ever changed.
"""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.host.checking import examine
from bot.host.upkeep import backup, restore
from bot.store.schema import MIGRATIONS, VERSION
from bot.store.store import StoreError, open_store
from tests.bot.growth import grow
from tests.bot.room import Room

OLD = sorted((Path(__file__).parent / "old").glob("schema-*.sql"))


def stored(dump: Path, folder: Path) -> Path:
    """A database out of an old dump."""
    database = folder / "syntagma.db"
    with closing(sqlite3.connect(database)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
    return database


def test_there_is_a_file_of_every_schema_that_was() -> None:
    assert [int(re.sub(r"\D", "", dump.stem)) for dump in OLD] == list(range(1, VERSION + 1))


@pytest.mark.parametrize("dump", OLD, ids=lambda dump: dump.stem)
async def test_an_old_file_is_lifted_and_passes_the_check(dump: Path, tmp_path: Path) -> None:
    database = stored(dump, tmp_path)
    before = database.read_bytes()
    found = await examine(database)
    assert (found.games, found.differences) == (8, [])
    assert database.read_bytes() == before, "check lifts a copy, never the file itself"
    store = await open_store(database)
    assert (await store.select("PRAGMA user_version"))[0][0] == VERSION
    assert (await store.select("PRAGMA integrity_check"))[0][0] == "ok"
    assert not await store.select("PRAGMA foreign_key_check")
    await store.close()
    assert (await examine(database)).differences == []


@pytest.mark.parametrize("dump", OLD, ids=lambda dump: dump.stem)
async def test_an_old_game_is_played_on(dump: Path, tmp_path: Path) -> None:
    store = await open_store(stored(dump, tmp_path))
    room = Room(store)
    session = await room.games.get(1)
    assert session.ply > 20
    assert [row.name for row in session.seats] == ["Ann", "Ben *the* 2nd", "Cleo"]
    await grow(session, lambda state: state.phase is engine.Phase.OVER, random.Random(3))
    assert session.row.ending == "supply"
    open_seat = await room.games.get(5)
    assert [row.name for row in open_seat.seats if row.user is None] == ["open seat"]
    assert await store.unsent(1), "what was untold is told after the lifting"
    assert not await store.dms_reachable(3)
    await store.close()
    assert (await examine(tmp_path / "syntagma.db")).differences == []


@pytest.mark.parametrize("dump", OLD, ids=lambda dump: dump.stem)
async def test_an_old_backup_can_be_put_back(dump: Path, tmp_path: Path) -> None:
    source = stored(dump, tmp_path)
    target = tmp_path / "new" / "syntagma.db"
    assert await restore(target, source) == 0
    assert (await examine(target)).games == 8


async def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = stored(OLD[0], tmp_path)

    broken = (MIGRATIONS[0], (*MIGRATIONS[1][:-1], "INSERT INTO nowhere VALUES (1)"), *MIGRATIONS[2:])
    monkeypatch.setattr("bot.store.store.MIGRATIONS", broken)
    with pytest.raises(StoreError, match="nowhere"):
        await open_store(database)
    monkeypatch.undo()
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1
        columns = [row[1] for row in db.execute("PRAGMA table_info(games)")]
    assert "pace" not in columns, "the whole migration is one transaction"
    assert (await examine(database)).differences == []


async def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    database = stored(OLD[-1], tmp_path)
    with closing(sqlite3.connect(database)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(StoreError, match="newer"):
        await open_store(database)
    before = database.read_bytes()
    with pytest.raises(StoreError, match="schema"):
        await examine(database)
    with pytest.raises(StoreError, match="schema"):
        await backup(database, tmp_path / "copy.db")
    assert database.read_bytes() == before
    assert not (tmp_path / "copy.db").exists()
