"""A disk that is full and a database that somebody else holds locked, while people play: said clearly, and outlived."""

from __future__ import annotations

import asyncio
import random
import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.sandbox import BotProcess, Sandbox
from soak.broken import Broken, require
from soak.kills import quiet
from soak.ledger import Ledger
from soak.people import Company
from soak.scratch import scratch

CLEAR = ("My store is busy or full just now", "My store cannot be read or written just now")
"""How the sentences begin that somebody gets whose wish could not be stored."""
UNFORESEEN = "Something went wrong"
SHORT, LONG = 4.0, 14.0
"""Seconds for which the database is locked: shorter and longer than the bot waits for it."""


@contextmanager
def full(process: BotProcess, database: Path) -> Iterator[None]:
    """No file of the bot may grow any more, which is how a full disk shows."""
    before = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked(process: BotProcess, database: Path) -> Iterator[None]:
    """Somebody else is writing and does not come to an end."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


TROUBLES = ((full, 5.0), (locked, SHORT), (locked, LONG))


def run(count: int, seed: int) -> str:
    """Bring about each trouble `count` times; returns the figure. Raises Broken."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, folder / "disks.db"))


async def _run(count: int, seed: int, database: Path) -> str:
    rng = random.Random(seed)
    begun = time.monotonic()
    async with Sandbox() as sandbox:
        guild = sandbox.add_guild("Hellas")
        company = Company(sandbox, guild, sandbox.add_channel(guild, "agora"), seed)
        ledger = Ledger(sandbox, database)
        async with BotProcess(sandbox, database, environment={"SYNTAGMA_LOG_LEVEL": "WARNING"}) as process:
            await process.ready()
            await company.play_for(3)
            for number in range(count):
                for trouble, seconds in TROUBLES:
                    with trouble(process, database):
                        await company.play_for(seconds)
                    require(ledger.amiss(), f"seed {seed}, {trouble.__name__} {number + 1}")
                    before = company.plays
                    await company.play_for(rng.uniform(4, 8))
                    if company.plays == before or not process.is_running:
                        raise Broken(
                            f"seed {seed}: nobody could play after {trouble.__name__}\n{process.output[-3000:]}"
                        )
            await quiet(ledger, 90)
            require(ledger.untold(), f"seed {seed}, at the end")
            words = [message.content for message in sandbox.world.messages.values()]
            clear = sum(any(said in each for said in CLEAR) for each in words)
            require((each for each in words if UNFORESEEN in each), f"seed {seed}, an error nobody foresaw")
            if not clear:
                raise Broken(f"seed {seed}: nobody was told of a trouble")
    told, took = len(ledger.acknowledged), time.monotonic() - begun
    return (
        f"{count} x a full disk, a database locked for {SHORT:g} s and for {LONG:g} s: "
        f"{told} plays acknowledged, 0 lost; {clear} wishes refused in clear words; {took:.0f} s"
    )
