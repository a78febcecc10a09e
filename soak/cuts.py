"""A power cut leaves of the write-ahead log what had reached the disk: any first part of it, with anything behind.

The log of a database is cut at every byte of its last frames, and after each cut filled up with noise or with nothing.
Whatever is left must open to the history as it was after the last play that was wholly in it, not a row more or less.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import engine
from bot.clock import SystemClock
from bot.game import lobby
from bot.game.games import Games
from bot.store.store import open_store
from soak.broken import require
from soak.history import histories
from soak.scratch import scratch

PLAYS = 40
HEADER, FRAME = 32, 24 + 4096
USERS = (11, 12, 13)


def run(count: int, seed: int, step: int = 1) -> str:
    """Cut at every byte (or every `step`-th) of the last `count` frames; returns the figure. Raises Broken."""
    begun = time.monotonic()
    with scratch(memory=True) as folder:
        marks = asyncio.run(_written(folder, seed))
        base, whole = (folder / "syntagma.db").read_bytes(), (folder / "wal").read_bytes()
        first = max(HEADER, len(whole) - count * FRAME)
        places = range(len(whole), first - 1, -step)
        require(_amiss(folder, base, whole, marks, places, random.Random(seed)), f"seed {seed}")
    plays = sum(size > first for size, _ in marks)
    return (
        f"the log cut at each of {len(places)} bytes of its last {count} frames ({plays} plays), "
        f"0 open to anything but the history before; {time.monotonic() - begun:.0f} s"
    )


async def _written(folder: Path, seed: int) -> list[tuple[int, int]]:
    """Play a while, and leave the files as they are; returns after each play how long the log and the history were."""
    live = folder / "live.db"
    wal = live.with_name("live.db-wal")
    store = await open_store(live)
    dice = random.Random(seed)
    games = Games(store, SystemClock(), dice)
    session = await lobby.open_lobby(games, 1, 1, USERS[0], "Ann", engine.Options())
    for user in USERS[1:]:
        await lobby.join(session, user, f"user {user}")
    await lobby.start(session, USERS[0])
    marks = [(wal.stat().st_size, 0)]
    for number in range(1, PLAYS + 1):
        action = dice.choice(engine.legal_actions(session.state))
        await session.play(session.waiting or 0, engine.format_action(action), interaction=number)
        marks.append((wal.stat().st_size, session.seq))
    # Copied while the store is open and at rest: when it is closed, the log would go into the database.
    (folder / "syntagma.db").write_bytes(live.read_bytes())
    (folder / "wal").write_bytes(wal.read_bytes())
    await store.close()
    return marks


def _amiss(
    folder: Path, base: bytes, whole: bytes, marks: Sequence[tuple[int, int]], places: Sequence[int], rng: random.Random
) -> Iterator[str]:
    torn = folder / "torn.db"
    wal, shared = torn.with_name("torn.db-wal"), torn.with_name("torn.db-shm")
    sizes = [size for size, _ in marks]
    for number, place in enumerate(places):
        filling = (b"", rng.randbytes(FRAME), bytes(len(whole) - place))[number % 3]
        torn.write_bytes(base)
        wal.write_bytes(whole[:place] + filling)
        shared.unlink(missing_ok=True)
        wanted = marks[bisect_right(sizes, place) - 1][1]
        with closing(sqlite3.connect(torn)) as db:
            db.execute("PRAGMA synchronous = OFF")  # of what is only looked at
            found = histories(db)[1]
            sound = db.execute("PRAGMA integrity_check").fetchone()[0] if number % 50 == 0 else "ok"
        if len(found.entries) != wanted:
            yield f"cut at byte {place}: {len(found.entries)} entries instead of {wanted}"
        if number % 50 == 0:
            yield from (f"cut at byte {place}: {each}" for each in found.amiss())
        if sound != "ok":
            yield f"cut at byte {place}: {sound}"
