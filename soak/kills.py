"""The whole bot killed with -9 at random instants, while three people play against it through the local Discord."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from pathlib import Path

from bot.sandbox import BotProcess, Sandbox
from bot.sandbox.rest import Exchange
from soak.broken import Broken, require
from soak.ledger import POSTS, Ledger
from soak.people import Company
from soak.scratch import scratch

STARTING, PLAYING = 1.5, 4.0
"""Seconds that the bot may live at most, counted from the start of its process, or from when it is ready."""
MESSAGES = 12
"""How many messages it may send at most in a life that ends when Discord has taken one."""
PATIENCE = 3.0
"""Seconds after such an end for which nobody plays, so that what was told is told again if it ever is."""


class Blow:
    """Kills the bot when Discord has taken a message of it, before it hears of that: the instant hardest to outlive."""

    def __init__(self, process: BotProcess) -> None:
        self._process = process
        self.messages = 0
        """After so many more; 0: never."""
        self.fallen = 0

    def see(self, exchange: Exchange) -> None:
        """Count an exchange with Discord."""
        if self.messages and exchange.call.route == POSTS and exchange.status == 200:
            self.messages -= 1
            if not self.messages and self._process.is_running:
                os.kill(self._process.pid, signal.SIGKILL)
                self.fallen += 1


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
        blow = Blow(process)
        sandbox.rest.observers.append(blow.see)
        struck, fallen = False, 0
        for life in range(count):
            # Of five lives one ends somewhere in the start, two when a message was sent, two at any time.
            blow.messages = rng.randint(1, MESSAGES) if life % 5 in (1, 3) else 0
            await process.start()
            if life % 5 == 4:
                await asyncio.sleep(rng.uniform(0, STARTING))
            else:
                with contextlib.suppress(RuntimeError):  # what was still to be told may bring the blow
                    await process.ready()
                if struck:
                    await quiet(ledger, PATIENCE)
                await company.play_for(rng.uniform(0, PLAYING))
            await process.kill()
            struck, fallen = blow.fallen > fallen, blow.fallen
            require(ledger.amiss(), f"seed {seed}, after kill {life + 1}")
        blow.messages = 0
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
        f"{count} kills of the whole bot ({blow.fallen} when Discord had taken a message): "
        f"{len(ledger.acknowledged)} plays acknowledged, 0 lost, 0 twice; "
        f"{len(ledger.calls)} calls to the table, 0 missing, 0 doubled; {company.lost} presses cut off; {took:.0f} s"
    )


async def quiet(ledger: Ledger, patience: float = 30.0) -> None:
    """Wait until all is told."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if not list(ledger.untold()):
            return
        await asyncio.sleep(0.2)
