"""The bot in this process, against a local Discord: quick to start, and open to be looked into."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bot.assembly import assemble
from bot.client import Syntagma
from bot.clock import SetClock
from bot.sandbox import Sandbox
from bot.sandbox.connect import point_discord_at
from bot.store.store import open_store


@asynccontextmanager
async def indoors(sandbox: Sandbox, database: Path, seed: int = 7) -> AsyncIterator[Syntagma]:
    """A bot that is ready, and follows the sandbox's clock. One at a time: the library has but one address."""
    point_discord_at(sandbox.url)
    clock = SetClock(sandbox.clock.now())
    unwatch = sandbox.clock.watch(clock.set)
    store = await open_store(database)
    bot = assemble(store, clock, random.Random(seed))
    # All guilds are there at once; the client would wait two seconds for more.
    bot._connection.guild_ready_timeout = 0.05
    await bot.login(sandbox.token)
    running = asyncio.create_task(bot.connect())
    try:
        await bot.wait_until_ready()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await store.close()
        unwatch()


async def told(bot: Syntagma) -> None:
    """Wait until all that is stored is told. Raises TimeoutError when that takes longer than anything should."""
    async with asyncio.timeout(60):
        while games := await bot.store.games_with_unsent():
            for game in games:
                await bot.table.told(game)


@contextmanager
def listening(name: str, level: int) -> Iterator[list[logging.LogRecord]]:
    """What the logger of that name (empty: all of them) is told at `level` and above, as it comes."""
    records: list[logging.LogRecord] = []
    listener = logging.Handler(level)
    listener.emit = records.append  # type: ignore[assignment, method-assign]
    logger = logging.getLogger(name)
    before = logger.level
    logger.addHandler(listener)
    logger.setLevel(min(before or level, level))
    try:
        yield records
    finally:
        logger.removeHandler(listener)
        logger.setLevel(before)
