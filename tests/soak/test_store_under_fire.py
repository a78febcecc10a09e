"""The store when the world is unkind: values it cannot hold, a full disk, a locked or read-only file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.rows import Job
from bot.store.store import Conflict, Store, StoreBusy, StoreError, open_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(tmp_path / "syntagma.db")
    yield opened
    await opened.close()


async def set_now(store: Store, pragma: str) -> None:
    """Run a pragma on the connection that writes."""
    await store._db.execute(pragma)


def kept(path: Path, name: str) -> str | None:
    with closing(sqlite3.connect(path)) as db:
        row = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


@pytest.mark.parametrize("value", ["\ud800", 1 << 70], ids=["half a character", "a number too large"])
async def test_a_value_that_no_table_holds_concerns_only_who_sent_it(store: Store, value: str | int) -> None:
    """The connection refuses some values by errors that are none of SQL; the one task that writes must outlive them."""
    bad = Job().add("INSERT INTO settings (name, value) VALUES ('bad', ?)", value)
    results = await asyncio.gather(
        store.set_setting("before", "1"), store.write(bad), store.set_setting("after", "2"), return_exceptions=True
    )
    assert isinstance(results[1], StoreError)
    assert results[0] is None
    assert results[2] is None
    async with asyncio.timeout(5):
        await store.set_setting("later", "3")
    assert [kept(store.path, name) for name in ("before", "after", "later", "bad")] == ["1", "2", "3", None]


async def test_each_connection_flushes_every_commit(store: Store) -> None:
    for connection in (store._db, store._reader):
        for pragma, wanted in (("synchronous", 2), ("journal_mode", "wal"), ("foreign_keys", 1)):
            async with connection.execute(f"PRAGMA {pragma}") as cursor:
                row = await cursor.fetchone()
            assert row is not None
            assert row[0] == wanted


async def test_a_full_disk_is_said_and_outlived(store: Store) -> None:
    async with store._db.execute("PRAGMA page_count") as cursor:
        pages = await cursor.fetchone()
    assert pages is not None
    await set_now(store, f"PRAGMA max_page_count = {pages[0]}")
    with pytest.raises(StoreBusy, match="full"):
        await store.set_setting("long", "x" * 100_000)
    assert await store.setting("long") is None
    await set_now(store, "PRAGMA max_page_count = 1000000")
    await store.set_setting("long", "x" * 100_000)
    assert await store.setting("long") == "x" * 100_000


async def test_a_file_that_became_read_only_is_said_and_outlived(store: Store) -> None:
    await set_now(store, "PRAGMA query_only = ON")
    with pytest.raises(StoreBusy, match="readonly"):
        await store.set_setting("name", "value")
    await set_now(store, "PRAGMA query_only = OFF")
    await store.set_setting("name", "value")
    assert await store.setting("name") == "value"


async def test_a_short_lock_is_waited_for_and_a_long_one_is_said(store: Store) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.set_setting("name", "value"))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        assert await store.setting("name") is None, "reading goes on meanwhile"
        other.execute("ROLLBACK")
        await waiting
        await set_now(store, "PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="locked"):
            await store.set_setting("name", "other")
        other.execute("ROLLBACK")
    assert await store.setting("name") == "value"
    await store.set_setting("name", "other")
    assert await store.setting("name") == "other"


async def test_one_refused_job_takes_no_other_with_it(store: Store) -> None:
    def job(name: str) -> Job:
        return Job().add("INSERT INTO settings (name, value) VALUES (?, '1')", name)

    names = ["a", "b", "a", "c", "d"]
    results = await asyncio.gather(*(store.write(job(name)) for name in names), return_exceptions=True)
    assert [isinstance(result, Conflict) for result in results] == [False, False, True, False, False]
    assert all(kept(store.path, name) == "1" for name in "abcd")


async def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "syntagma.db"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(StoreError, match="cannot be opened"):
        await open_store(path)
    assert path.read_bytes() == b"not a database" * 1000
