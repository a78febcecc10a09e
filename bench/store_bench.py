"""How fast plays are stored, and what one costs in long games and beside many: `python bench/store_bench.py`.

The yardstick of the first figure is what one writes at first: a transaction of its own for each play, in four awaits on
a shared aiosqlite connection under a lock. Both flush the disk for all that they call done (WAL, synchronous=FULL), and
both work by turns in short slices, so that whatever else the machine does falls on both.

The other figures are curves: a play from the call to its commit, with the sentence and the buttons of the table message
that tells it. They ought to be level.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import aiosqlite

import engine
from bot.assembly import assemble
from bot.client import Syntagma
from bot.clock import SetClock
from bot.game.session import Session
from bot.store.rows import Job
from bot.store.store import Store, open_store
from soak.stock import EPOCH, fill, make, put, script

AT_ONCE = 200
"""Players who act at the same time."""
SLICE, SLICES = 1.0, 6
USERS = (11, 12, 13)
INSERT = "INSERT INTO log (game, seq, batch, kind, text, user, at) VALUES (?, ?, ?, 'action', 'pass', 1, 1)"
UPDATE = "UPDATE games SET waiting = ?, waiting_since = ? WHERE id = ?"
PLIES = (10, 100, 300, 1000)
GAMES = (10, 100, 1000, 10_000)
PLAYS = 40


class Plain:
    """The yardstick."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._lock = asyncio.Lock()

    async def write(self, game: int, seq: int) -> None:
        async with self._lock:
            await self._db.execute("BEGIN IMMEDIATE")
            await self._db.execute(INSERT, (game, seq, seq))
            await self._db.execute(UPDATE, (seq, seq, game))
            await self._db.commit()


class Together:
    """The store's writer."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def write(self, game: int, seq: int) -> None:
        await self._store.write(Job().add(INSERT, game, seq, seq).add(UPDATE, seq, seq, game))


async def slice_of(write: Callable[[int, int], Awaitable[None]], seqs: dict[int, int]) -> float:
    """Plays a second, when each of many games waits for its own play to be on the disk before it goes on."""
    until = time.perf_counter() + SLICE
    done = 0

    async def play_on(game: int) -> None:
        nonlocal done
        while time.perf_counter() < until:
            seqs[game] += 1
            await write(game, seqs[game])
            done += 1

    begun = time.perf_counter()
    await asyncio.gather(*(play_on(game) for game in seqs))
    return done / (time.perf_counter() - begun)


async def commits(folder: Path) -> None:
    path = folder / "commits.db"
    await make(path)
    fill(path, [(channel, 1, USERS, script(1, 10)) for channel in range(1, AT_ONCE + 1)])
    store = await open_store(path)
    plain_path = folder / "plain.db"
    await make(plain_path)
    fill(plain_path, [(channel, 1, USERS, script(1, 10)) for channel in range(1, AT_ONCE + 1)])
    async with aiosqlite.connect(plain_path, isolation_level=None) as db:
        await db.execute("PRAGMA synchronous = FULL")
        plain, together = Plain(db), Together(store)
        rates: dict[str, list[float]] = {"plain": [], "together": []}
        seqs = {name: dict.fromkeys(range(1, AT_ONCE + 1), 10_000) for name in rates}
        for _ in range(SLICES):
            rates["plain"].append(await slice_of(plain.write, seqs["plain"]))
            rates["together"].append(await slice_of(together.write, seqs["together"]))
    await store.close()
    ours, theirs = (statistics.median(rates[name]) for name in ("together", "plain"))
    print(f"durable plays, {AT_ONCE} at once {ours:8,.0f} a second")
    print(f"  one transaction each     {theirs:8,.0f} a second   {ours / theirs:.1f} x")


async def one_play(bot: Syntagma, session: Session, rng: random.Random) -> tuple[float, float]:
    """Milliseconds of the clock and of work that a play takes."""
    while True:
        legal = engine.legal_actions(session.state)
        idle = (engine.Reject, engine.MovePhalanx, engine.MoveSyntagma, engine.Exchange, engine.Pass)
        action = rng.choice([each for each in legal if isinstance(each, idle)] or legal)
        begun, worked = time.perf_counter(), time.process_time()
        await session.play(session.waiting or 0, engine.format_action(action))
        await bot.table._board(session, await bot.store.unsent(session.id))
        taken = 1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - worked)
        untold = [notice.id for notice in await bot.store.unsent(session.id)]
        await bot.store.mark_sent(session.id, untold, EPOCH)
        if session.live:
            return taken


async def cost(bot: Syntagma, game: int) -> tuple[float, float]:
    session = await bot.games.get(game)
    rng = random.Random(game)
    await one_play(bot, session, rng)
    taken = [await one_play(bot, session, rng) for _ in range(PLAYS)]
    return statistics.median(t for t, _ in taken), statistics.median(t for _, t in taken)


async def curves(folder: Path) -> None:
    path = folder / "plies.db"
    store = await open_store(path)
    bot = assemble(store, SetClock(EPOCH / 1000 + 86400), random.Random(1))
    bot.games.on_change = lambda game: None
    print("a play, by how long its game is already (ms; of which work)")
    for number, plies in enumerate(PLIES, 1):
        game = await put(store, number, 1, script(7, plies, engine.Options(supply=40)), USERS)
        taken, worked = await cost(bot, game)
        print(f"  at ply {plies:>6,}           {taken:8.2f} ms   {worked:.2f}")
    await store.close()
    print("a play, by how many games are stored (ms; of which work)")
    stock = [script(seed, 120) for seed in range(20)]
    for games in GAMES:
        path = folder / f"games-{games}.db"
        await make(path)
        fill(path, ((channel, 1, USERS, stock[channel % len(stock)]) for channel in range(1, games + 1)))
        store = await open_store(path)
        bot = assemble(store, SetClock(EPOCH / 1000 + 86400), random.Random(1))
        bot.games.on_change = lambda game: None
        taken, worked = await cost(bot, games // 2)
        print(f"  beside {games:>6,}           {taken:8.2f} ms   {worked:.2f}")
        await store.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(commits(Path(folder)))
        asyncio.run(curves(Path(folder)))


if __name__ == "__main__":
    main()
