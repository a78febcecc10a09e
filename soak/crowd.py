"""Two hundred games played at the same time through the local Discord: how soon people are answered.

The games are in their middle. Each player thinks for a while, and then plays through buttons, menus and typed actions.
The local Discord and all the people live in one process beside the bot's; how late its event loop is, is printed too,
for what it is late by is no fault of the bot.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

from bot.demo import Evening, Player
from bot.sandbox import BotProcess, Sandbox
from soak.broken import Broken, require
from soak.estate import Place, build, seconds
from soak.ledger import Ledger
from soak.people import LOST, STYLES
from soak.scratch import scratch
from soak.stock import EPOCH

SPAN = 120.0
"""Seconds for which they play."""
THINKING = 24.0
"""Seconds for which a player thinks, in the middle."""
TICK = 0.01
UNLIMITED = ("/interactions/", "/webhooks/")
"""In the routes of answers to interactions, which do not count towards the limit of all requests of a bot."""


def run(count: int, seed: int, span: float = SPAN) -> str:
    """Let `count` games be played at once; returns the figure. Raises Broken."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, span, folder / "crowd.db"))


async def _run(count: int, seed: int, span: float, database: Path) -> str:
    rng = random.Random(seed)
    async with Sandbox(start_time=EPOCH / 1000 + 200 * 60) as sandbox:
        places = await build(sandbox, database, count, seed, untold=True)
        ledger = Ledger(sandbox, database)
        async with BotProcess(sandbox, database, environment={"SYNTAGMA_LOG_LEVEL": "WARNING"}) as process:
            await process.ready()
            games = [_Game(sandbox, place, random.Random(rng.random())) for place in places]
            called = [game.evening.called() for game in games]
            await asyncio.wait_for(asyncio.gather(*called), 120)
            late: list[float] = []
            counted: list[str] = []
            sandbox.rest.observers.append(lambda exchange: counted.append(exchange.call.route))
            worked, begun = seconds(process), time.monotonic()
            tasks = [asyncio.create_task(_tick(late)), *(asyncio.create_task(game.live()) for game in games)]
            await asyncio.sleep(span)
            worked = (seconds(process) - worked) / (time.monotonic() - begun)
            await _end(tasks)
            await sandbox.idle(0.5, 60)
            require(ledger.amiss(), f"seed {seed}")
            if await process.terminate() != 0 or "level=error" in process.output:
                raise Broken(f"seed {seed}: {process.output[-3000:]}")
    used = [each for game in games for player in game.players for each in player.used]
    after = sorted(each.acknowledged_after for each in used if each.acknowledged_after is not None)
    require((f"it was not answered: {each!r}" for each in used if each.failed), f"seed {seed}")
    plays = sum(game.plays for game in games)
    lag, number = sorted(late), len(used)
    limited = sum(not any(free in route for free in UNLIMITED) for route in counted)
    return (
        f"{count} games at once for {span:.0f} s: {plays} plays, {number} presses and commands ({number / span:.0f} a "
        f"second), 0 unanswered; acknowledged after {_ms(after, 0.5)} ms in the middle, {_ms(after, 0.99)} ms "
        f"at 99 %, {_ms(after, 1)} ms at most; the bot used {100 * worked:.0f} % of a processor, the local Discord "
        f"itself was {_ms(lag, 0.5)} ms late in the middle, {_ms(lag, 0.99)} ms at 99 %; "
        f"{limited / max(1, plays):.1f} requests for each play count towards Discord's 50 a second"
    )


class _Game:
    """A table of three and what they do at it."""

    def __init__(self, sandbox: Sandbox, place: Place, dice: random.Random) -> None:
        self._dice = dice
        self.players = [Player(who, dice, style) for who, style in zip(place.players, STYLES, strict=True)]
        self.evening = Evening(sandbox, place.channel, self.players)
        self.plays = 0

    async def live(self) -> None:
        await asyncio.sleep(self._dice.uniform(0, THINKING))
        while True:
            table = self.evening.table()
            if table is None:
                return
            try:
                await self.evening.waiting().act(table)
                self.plays += 1
            except LOST:
                await asyncio.sleep(1)
            await asyncio.sleep(self._dice.expovariate(1 / THINKING))


async def _tick(late: list[float]) -> None:
    """Note how late the event loop of the local Discord is."""
    while True:
        due = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        late.append(time.monotonic() - due)


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.2)


def _ms(values: Sequence[float], share: float) -> int:
    """A place in sorted seconds, in milliseconds."""
    return round(1000 * values[min(len(values) - 1, int(share * len(values)))]) if values else 0
