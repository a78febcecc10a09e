"""The whole bot killed with -9 at random instants, while three people play against it through the local Discord."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

from bot.sandbox import BotProcess, Sandbox
from soak.broken import Broken, require
from soak.ledger import Ledger
from soak.people import Company
from soak.scratch import scratch

STARTING, PLAYING = 1.5, 4.0
"""Seconds that the bot may live at most, counted from the start of its process, or from when it is ready."""


def run(count: int, seed: int) -> str:
    """Kill the bot `count` times; returns the figure. Raises Broken."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, folder / "kills.db"))


async def _run(count: int, seed: int, database: Path) -> str:
    rng = random.Random(seed)
    begun = time.monotonic()
    async with Sandbox() as sandbox:
        guild = sandbox.add_guild("Hellas")
        company = Company(sandbox, guild, sandbox.add_channel(guild, "agora"), seed)
        ledger = Ledger(sandbox, database)
        process = BotProcess(sandbox, database, environment={"SYNTAGMA_LOG_LEVEL": "WARNING"})
        for life in range(count):
            await process.start()
            # One life in five ends somewhere in the start.
            if life % 5 == 4:
                await asyncio.sleep(rng.uniform(0, STARTING))
            else:
                await process.ready()
                await company.play_for(rng.uniform(0, PLAYING))
            await process.kill()
            require(ledger.amiss(), f"seed {seed}, after kill {life + 1}")
        await process.start()
        await process.ready()
        await quiet(ledger)
        require(ledger.untold(), f"seed {seed}, at the end")
        if await process.terminate() != 0:
            raise Broken(f"seed {seed}: the bot did not end in order")
        if "Traceback" in process.output:
            raise Broken(f"seed {seed}: an error nobody foresaw\n{process.output[-3000:]}")
    took = time.monotonic() - begun
    return (
        f"{count} kills of the whole bot: {len(ledger.acknowledged)} plays acknowledged, 0 lost, 0 twice; "
        f"{len(ledger.calls)} calls to the table, 0 missing, 0 doubled; {company.lost} presses cut off; {took:.0f} s"
    )


async def quiet(ledger: Ledger, patience: float = 30.0) -> None:
    """Wait until all is told."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if not list(ledger.untold()):
            return
        await asyncio.sleep(0.2)
