"""The store: what it promises about a file that is locked, full, read-only, or written by two at once."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.game import lobby
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow, Job
from bot.store.store import Conflict, Store, StoreBusy, StoreError, open_store
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.room import ANN, BEN, CHANNEL, GUILD, Room, why


async def pragma(store: Store, name: str) -> object:
    async with store._db.execute(f"PRAGMA {name}") as cursor:
        row = await cursor.fetchone()
    assert row is not None
    return row[0]


def entry(seq: int, kind: str = "note") -> EntryRow:
    return EntryRow(seq, seq, kind, "x", None, 0)


async def test_what_is_written_survives_a_power_cut(store: Store) -> None:
    assert await pragma(store, "journal_mode") == "wal"
    assert await pragma(store, "synchronous") == 2
    assert await pragma(store, "foreign_keys") == 1
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


async def test_a_second_bot_is_refused_with_a_sentence(store: Store) -> None:
    with pytest.raises(StoreError, match="Another bot is serving"):
        await open_store(store.path)


async def test_the_file_may_be_looked_at_while_it_is_served(store: Store) -> None:
    beside = await open_store(store.path, serving=False)
    assert await beside.games() == []
    await beside.close()


async def test_a_file_that_is_none_of_ours_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann, " * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        await open_store(tmp_path / "letter")


async def test_two_writers_of_one_seq_do_not_both_write(room: Room) -> None:
    session = await room.seat()
    job = Job().entries(session.id, [entry(session.seq)])
    await room.store.write(job)
    with pytest.raises(Conflict):
        await room.store.write(job)
    assert [row.seq for row in await room.store.entries(session.id)] == [session.seq]


async def test_a_game_that_another_has_written_to_is_read_anew(room: Room) -> None:
    """Its player is told that it has moved on, nothing is lost, and then it can be played on."""
    session = await room.grown(in_phase(Phase.ANSWER))
    seq = session.seq
    await room.store.write(Job().entries(session.id, [entry(seq)]))
    with pytest.raises(Refused) as refused:
        await room.play(session, "accept")
    assert why(refused.value) is Refusal.OUTDATED
    session = await room.games.get(session.id)
    await room.play(session, "accept")
    assert [row.seq for row in await room.store.entries(session.id)] == list(range(session.seq))
    assert session.seq > seq + 1


async def test_one_live_game_for_each_channel(room: Room) -> None:
    session = await room.seat()
    with pytest.raises(Refused) as refused:
        await lobby.open_lobby(room.games, GUILD, CHANNEL, BEN, "Ben", engine.Options())
    assert why(refused.value) is Refusal.CHANNEL_TAKEN
    await lobby.open_lobby(room.games, GUILD, CHANNEL + 1, BEN, "Ben", engine.Options())
    assert [game.channel for game in await room.store.games()] == [session.row.channel, CHANNEL + 1]


@pytest.mark.parametrize(
    "bad",
    [
        Job().add("INSERT INTO log (game, seq) VALUES (1, 1)"),
        Job().add("INSERT INTO settings (name, value) VALUES (?, ?)", "big", 1 << 80),
        Job().add("INSERT INTO settings (name, value) VALUES (?, ?)", "half", "\ud800"),
        Job().add("INSERT INTO settings (name, value) VALUES (?, ?)", "few"),
    ],
)
async def test_a_job_that_fails_takes_no_other_with_it(store: Store, bad: Job) -> None:
    """Whatever it fails for; and those that come after are carried out too."""
    good = [Job().add("INSERT INTO settings (name, value) VALUES (?, '1')", f"good {n}") for n in range(4)]
    results = await asyncio.gather(*(store.write(job) for job in (*good[:2], bad, *good[2:])), return_exceptions=True)
    assert [isinstance(result, StoreError) for result in results] == [False, False, True, False, False]
    await store.set_setting("after", "1")
    assert [await store.setting(f"good {n}") for n in range(4)] == ["1"] * 4
    assert await store.setting("after") == "1"


async def test_a_caller_that_is_gone_does_not_undo_the_write(store: Store) -> None:
    task = asyncio.create_task(store.set_setting("gone", "1"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.set_setting("next", "1")
    assert await store.setting("gone") == "1"


async def test_a_play_waits_for_a_lock_that_ends(room: Room) -> None:
    """Four seconds, while the loop goes on: then it is played, once."""
    session = await room.grown(in_phase(Phase.ANSWER))
    ply, ticks = session.ply, 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.1)
            ticks += 1

    ticking = asyncio.create_task(tick())
    with closing(sqlite3.connect(room.store.path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        playing = asyncio.create_task(room.play(session, "accept"))
        await asyncio.sleep(4)
        assert not playing.done()
        assert session.ply == ply, "shown before it was stored"
        assert len(session.view(None).answers) == 3, "a look at the game does not wait"
        other.execute("ROLLBACK")
    await playing
    ticking.cancel()
    assert session.ply == ply + 1
    assert ticks > 10, "the loop stood still"


async def refused_while(room: Room, session_id: int) -> None:
    """A play is refused as `BUSY`, and nothing of it is left anywhere."""
    session = await room.games.get(session_id)
    before = (session.ply, session.seq, await room.store.entries(session.id), await room.store.unsent(session.id))
    with pytest.raises(Refused) as refused:
        await room.play(session, "accept")
    assert why(refused.value) is Refusal.BUSY
    after = (session.ply, session.seq, await room.store.entries(session.id), await room.store.unsent(session.id))
    assert after == before


async def test_a_lock_that_does_not_end_refuses_the_play(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    await room.store._db.execute("PRAGMA busy_timeout = 200")
    with closing(sqlite3.connect(room.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await refused_while(room, session.id)
        other.execute("ROLLBACK")
    await room.play(session, "accept")


async def test_a_read_only_file_refuses_the_play(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    await room.store._db.execute("PRAGMA query_only = ON")
    await refused_while(room, session.id)
    await room.store._db.execute("PRAGMA query_only = OFF")
    await room.play(session, "accept")


async def fill(store: Store) -> None:
    """Write what nobody needs, for ever."""
    while True:
        await store.write(Job().add("INSERT INTO settings VALUES (hex(randomblob(8)), ?)", "x" * 500))


async def play_on(room: Room, session: Session) -> None:
    """The first legal action again and again, for ever."""
    while True:
        await room.play(session, engine.format_action(engine.legal_actions(session.state)[0]))


async def test_a_full_disk_refuses_the_play(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER))
    await room.store._db.execute(f"PRAGMA max_page_count = {await pragma(room.store, 'page_count')}")
    with pytest.raises(StoreBusy, match="full"):
        await fill(room.store)
    # A few plays may still fit on pages that are half full.
    with pytest.raises(Refused) as refused:
        await play_on(room, session)
    assert why(refused.value) is Refusal.BUSY
    assert [row.seq for row in await room.store.entries(session.id)] == list(range(session.seq))
    await room.store._db.execute("PRAGMA max_page_count = 100000")
    await room.play(session, engine.format_action(engine.legal_actions(session.state)[0]))


async def test_what_cannot_be_read_is_a_trouble_of_the_store(store: Store) -> None:
    await store._reader.execute("DROP TABLE settings")
    with pytest.raises(StoreError):
        await store.setting("alive")


async def test_a_game_keeps_its_number_for_ever(room: Room) -> None:
    """Numbers stand in buttons, so those of games that are gone are not given again."""
    first = await lobby.open_lobby(room.games, GUILD, CHANNEL, ANN, "Ann", engine.Options())
    for table in ("seats", "notices", "games"):
        await room.store.write(
            Job().add(f"DELETE FROM {table} WHERE {'id' if table == 'games' else 'game'} = ?", first.id)
        )
    second = await lobby.open_lobby(room.games, GUILD, CHANNEL, ANN, "Ann", engine.Options())
    assert second.id > first.id


async def test_what_was_written_is_read_at_once_however_much_others_read(store: Store) -> None:
    """A reader that others keep busy must not go on showing what was stored before."""
    reading = [asyncio.create_task(_read_on(store)) for _ in range(8)]
    try:
        for number in range(200):
            await store.set_setting("number", str(number))
            assert await store.setting("number") == str(number)
    finally:
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)


async def _read_on(store: Store) -> None:
    while True:
        await store.select("WITH RECURSIVE n (i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 50) SELECT i FROM n")
        await store.select("SELECT name FROM settings")
