"""What a host does beside the running bot: check, backup, restore, health; drilled while games are played."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.history.sealing import key_beside, key_file
from bot.host import life
from bot.host.checking import examine
from bot.host.upkeep import backup, check, health, restore
from bot.store.store import Store, StoreError, lock_file, open_store
from tests.bot.growth import in_phase
from tests.bot.room import Room


def spoil(database: Path, sql: str, *values: object) -> None:
    """Damage a stored game from outside."""
    with closing(sqlite3.connect(database)) as db, db:
        assert db.execute(sql, values).rowcount == 1


def scratch(database: Path, table: str) -> None:
    """Damage a table's first page on the disk."""
    with closing(sqlite3.connect(database)) as db:
        [page] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with open(database, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def beside(folder: Path, pattern: str) -> list[str]:
    """The names of files in a folder, those that SQLite makes for reading left out."""
    return sorted(path.name for path in folder.glob(pattern) if not path.name.endswith(("-wal", "-shm")))


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    store = await open_store(tmp_path / "games" / "syntagma.db")
    room = Room(store)
    await room.grown(in_phase(engine.Phase.ANSWER), supply=12)
    await room.seat(902)
    await store.close()
    return store.path


DAMAGE = {
    "an entry that the rules refuse": "UPDATE log SET text = 'reject' WHERE game = 1 AND seq = 0",
    "an entry that cannot be read": "UPDATE log SET text = '@j9' WHERE game = 1 AND seq = 5",
    "an entry that is missing": "DELETE FROM log WHERE game = 1 AND seq = 4",
    "options that cannot be read": "UPDATE games SET options = '{\"supply\": 3}' WHERE id = 1",
    "a pace that cannot be read": "UPDATE games SET pace = '[]' WHERE id = 1",
    "rules of a newer program": "UPDATE games SET rules = 99 WHERE id = 1",
    "an end that was none": "UPDATE games SET status = 'over', ending = 'supply' WHERE id = 1",
    "a seat that is missing": "DELETE FROM seats WHERE game = 1 AND place = 1",
    "somebody else who is waited for": "UPDATE games SET waiting = 77 WHERE id = 1",
}


@pytest.mark.parametrize("what", DAMAGE)
async def test_check_finds(what: str, database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await check(database) == 0
    spoil(database, DAMAGE[what])
    assert await check(database) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line.startswith("game 1: ")]
    assert not [line for line in said if line.startswith("game 2")]
    assert said[-1] == "2 games, 1 differences"


async def test_check_finds_rows_of_no_game(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("INSERT INTO plans (game, user, text) VALUES (99, 1, 'pass')")
    assert (await examine(database)).differences == ["table plans: a row belongs to no game"]


async def test_check_finds_a_page_that_is_damaged(database: Path) -> None:
    scratch(database, "log")
    with pytest.raises(StoreError, match="cannot be read"):
        await examine(database)


async def test_check_quotes_no_cards(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(database, "UPDATE log SET text = text || '1' WHERE kind = 'shuffle' AND seq = 3 AND game = 1")
    await check(database)
    assert "shuffle 1" not in (said := capsys.readouterr().out)
    assert "entry 3 (shuffle)" in said


async def test_what_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no database"):
        await check(tmp_path / "nothing.db")
    (tmp_path / "text.db").write_text("Syntagma " * 2000)
    with pytest.raises(StoreError, match="cannot be read"):
        await check(tmp_path / "text.db")
    with closing(sqlite3.connect(tmp_path / "other.db")) as db, db:
        db.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(StoreError, match="no database of mine"):
        await check(tmp_path / "other.db")


async def test_a_backup_is_whole_private_and_has_the_key(database: Path, tmp_path: Path) -> None:
    key = key_beside(database)
    target = tmp_path / "copy.db"
    assert await backup(database, target) == 0
    assert beside(tmp_path, "copy*") == ["copy.db", "copy.db.key"]
    for path in (target, key_file(target)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert key_file(target).read_bytes() == key
    assert (await examine(target)).games == 2
    with pytest.raises(StoreError, match="is there already"):
        await backup(database, target)
    store = await open_store(database)
    assert time.time() - int(await store.setting("backup") or 0) < 60
    await store.close()


async def test_a_damaged_game_is_copied_and_told_of(database: Path, tmp_path: Path) -> None:
    spoil(database, DAMAGE["an entry that is missing"])
    assert await backup(database, tmp_path / "copy.db") == 1
    assert (tmp_path / "copy.db").exists()


async def test_what_cannot_be_copied_leaves_nothing_behind(database: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        await backup(database, tmp_path / "nowhere" / "copy.db")
    for table in ("vacations", "log"):
        scratch(database, table)
        with pytest.raises(StoreError):
            await backup(database, tmp_path / "copy.db")
        assert not beside(tmp_path, "copy*")


async def test_restore_keeps_what_was_there(database: Path, tmp_path: Path) -> None:
    await backup(database, tmp_path / "copy.db")
    store = await open_store(database)
    await Room(store).seat(903)
    await store.close()
    assert await restore(database, tmp_path / "copy.db") == 0
    assert (await examine(database)).games == 2
    [name] = beside(database.parent, "syntagma.db.before-*")
    kept = database.with_name(name)
    assert (await examine(kept)).games == 3
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert await restore(database, tmp_path / "copy.db") == 0, "twice within a second, too"
    assert len(beside(database.parent, "syntagma.db.before-*")) == 2


async def test_restore_keeps_the_log_of_a_crash(database: Path, tmp_path: Path) -> None:
    await backup(database, tmp_path / "copy.db")
    writer = sqlite3.connect(database)
    writer.execute("PRAGMA wal_autocheckpoint = 0")
    with writer:
        writer.execute("UPDATE seats SET name = 'Zoe' WHERE game = 1 AND place = 0")
    wal = database.with_name("syntagma.db-wal")
    left = wal.read_bytes()
    writer.close()
    wal.write_bytes(left)
    assert await restore(database, tmp_path / "copy.db") == 0
    assert not wal.exists(), "it would be taken for a part of the new database"
    [kept] = beside(database.parent, "syntagma.db.before-*")
    with closing(sqlite3.connect(database.with_name(kept))) as db:
        assert db.execute("SELECT name FROM seats WHERE game = 1 AND place = 0").fetchone() == ("Zoe",)


@pytest.mark.parametrize("what", DAMAGE)
async def test_restore_refuses_what_check_would_not_pass(what: str, database: Path, tmp_path: Path) -> None:
    await backup(database, tmp_path / "copy.db")
    spoil(tmp_path / "copy.db", DAMAGE[what])
    before = digest(database)
    assert await restore(database, tmp_path / "copy.db") == 1
    assert digest(database) == before
    assert beside(database.parent, "*") == ["syntagma.db", "syntagma.db.lock"]


async def test_restore_refuses_other_files_and_a_database_in_use(database: Path, tmp_path: Path) -> None:
    await backup(database, tmp_path / "copy.db")
    (tmp_path / "text.db").write_text("no database")
    for source in ("nothing.db", "text.db"):
        with pytest.raises(StoreError):
            await restore(database, tmp_path / source)
    store = await open_store(database)
    with pytest.raises(StoreError, match="stop that one first"):
        await restore(database, tmp_path / "copy.db")
    await store.close()
    assert await restore(database, tmp_path / "copy.db") == 0


async def test_restore_brings_the_key_along(database: Path, tmp_path: Path) -> None:
    key = key_beside(database)
    await backup(database, tmp_path / "copy.db")
    assert await restore(tmp_path / "new" / "syntagma.db", tmp_path / "copy.db") == 0
    assert key_beside(tmp_path / "new" / "syntagma.db") == key


async def test_the_drill_under_load(tmp_path: Path) -> None:
    """Backups and checks while games are played: each copy is sound, and its games are beginnings of the real ones."""
    store = await open_store(tmp_path / "syntagma.db")
    room = Room(store)
    sessions = [await room.seat(1000 + number, supply=12) for number in range(6)]
    playing = True

    async def play() -> None:
        while playing:
            for session in sessions:
                if session.live and session.waiting is not None:
                    legal = engine.legal_actions(session.state)
                    await session.play(session.waiting, engine.format_action(room.dice.choice(legal)))
            await asyncio.sleep(0)

    task = asyncio.create_task(play())
    sizes = []
    for number in range(4):
        copy = tmp_path / f"copy-{number}.db"
        # In a thread and a loop of its own, as the command line has it.
        assert await asyncio.to_thread(asyncio.run, backup(store.path, copy)) == 0
        assert await asyncio.to_thread(asyncio.run, check(store.path)) == 0
        sizes.append(await _lengths(copy))
    playing = False
    await task
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1], "the games went on meanwhile"
    logs = {session.id: await store.entries(session.id) for session in sessions}
    await store.close()
    assert await restore(tmp_path / "syntagma.db", tmp_path / "copy-2.db") == 0
    again = await open_store(tmp_path / "syntagma.db")
    after = Room(again)
    for game, log in logs.items():
        entries = await again.entries(game)
        assert entries == log[: len(entries)]
        session = await after.games.get(game)
        if session.live and session.waiting is not None:
            await session.play(session.waiting, engine.format_action(engine.legal_actions(session.state)[0]))
    await again.close()
    assert await check(tmp_path / "syntagma.db") == 0


async def _lengths(database: Path) -> int:
    store = await open_store(database, serving=False)
    [[count]] = await store.select("SELECT count(*) FROM log")
    await store.close()
    return int(count)


async def test_health_tells_what_is_stuck(
    store: Store, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said() -> str:
        status = health(store.path)
        return f"{status} {capsys.readouterr().out.strip()}"

    monkeypatch.setattr(life, "PAUSE", 0.01)
    assert said().startswith("1 the store is stuck")
    living = asyncio.create_task(life.live(store))
    await asyncio.sleep(0.1)
    assert said() == "0 well"
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)
    old = time.time() - 300
    await store.set_setting("alive", str(int(old)))
    assert said().startswith("1 the store is stuck")
    os.utime(lock_file(store.path), (old, old))
    assert said().startswith("1 the bot does not run, or its event loop is stuck")
    await store.set_setting("alive", str(int(time.time())))
    assert said().startswith("1 the event loop is stuck")


async def test_a_store_that_hangs_does_not_stop_the_loops_own_sign(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(life, "PAUSE", 0.01)
    hanging = asyncio.Event()

    async def hang(*_: object) -> None:
        await hanging.wait()

    monkeypatch.setattr(store, "set_setting", hang)
    old = time.time() - 300
    os.utime(lock_file(store.path), (old, old))
    living = asyncio.create_task(life.live(store))
    await asyncio.sleep(0.1)
    assert time.time() - lock_file(store.path).stat().st_mtime < 60
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)


def test_health_without_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert health(tmp_path / "nothing.db") == 1
    assert "no database" in capsys.readouterr().out
