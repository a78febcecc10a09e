"""Discord on bad days: limits, errors before and after the effect, lost answers, lost sessions, presses twice or late.

Whole games are played through random mixes of these. They must end right, everything must have been told exactly once,
and of the requests that Discord counts as invalid (401, 403, 429) there must be far fewer than it forgives.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, deque
from pathlib import Path

from bot.sandbox import BotProcess, Sandbox
from bot.sandbox.rest import Exchange
from soak.broken import Broken, require
from soak.kills import quiet
from soak.ledger import Ledger
from soak.people import Company
from soak.scratch import scratch

INVALID = (401, 403, 429)
FORGIVEN, SPAN = 10_000, 600.0
"""So many invalid requests in so many seconds make Discord shut a bot out."""
FEW = FORGIVEN // 20
"""So many of them are far fewer; the storm brings about a third of that by itself."""
ROUTES = (
    "*",
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "POST /interactions/*",
    "* /webhooks/*",
    "POST /users/@me/channels",
)
KINDS = ("limit", "global limit", "before", "after", "lost", "slow", "drop", "forget", "reconnect", "twice", "late")
OUTAGE = 2
"""So many messages in a row are once in each game refused with 503, after which the library does not try again."""
STUCK = 240.0
"""Seconds within which something must have been played."""


class Weather:
    """Brings about one trouble after the other."""

    def __init__(self, sandbox: Sandbox, rng: random.Random) -> None:
        self._sandbox = sandbox
        self._rng = rng
        self.brought: Counter[str] = Counter()
        self.invalid = 0
        self.worst = 0
        """Most invalid requests within any ten minutes."""
        self._recent: deque[float] = deque()
        sandbox.rest.observers.append(self._see)

    def _see(self, exchange: Exchange) -> None:
        if exchange.status in INVALID:
            now = time.monotonic()
            self.invalid += 1
            self._recent.append(now)
            while self._recent[0] < now - SPAN:
                self._recent.popleft()
            self.worst = max(self.worst, len(self._recent))

    async def storm(self) -> None:
        """Troubles without end, a few in a second at times and none for a while at others; once an outage."""
        until_outage = self._rng.randint(5, 30)
        while True:
            await asyncio.sleep(self._rng.expovariate(1 / 0.8))
            until_outage -= 1
            if not until_outage:
                self.brought["outage"] += 1
                self._sandbox.faults.fail_before(ROUTES[1], count=OUTAGE, status=503)
            kind = self._rng.choice(KINDS)
            self.brought[kind] += 1
            await self._bring(kind)

    async def _bring(self, kind: str) -> None:
        sandbox, rng = self._sandbox, self._rng
        faults, route, count = sandbox.faults, rng.choice(ROUTES), rng.randint(1, 3)
        match kind:
            case "limit":
                faults.rate_limit(route, retry_after=rng.uniform(0.1, 1.5), count=count)
            case "global limit":
                faults.rate_limit("*", retry_after=rng.uniform(0.1, 1.0), everywhere=True)
            case "before":
                faults.fail_before(route, count=count, status=rng.choice((500, 502, 503)))
            case "after":
                faults.fail_after(route, count=count, status=rng.choice((500, 502, 503)))
            case "lost":
                faults.lose_answer(route, count=count)
            case "slow":
                faults.delay(route, seconds=rng.uniform(0.1, 2.5), count=count)
            case "drop":
                sandbox.drop_gateway()
            case "forget":
                sandbox.drop_gateway(resumable=False)
            case "reconnect":
                sandbox.gateway.reconnect()
            case "twice":
                sandbox.deliver_twice(rng.randint(1, 4))
            case "late":
                sandbox.pause_delivery()
                await asyncio.sleep(rng.uniform(0.2, 4.0))
                sandbox.resume_delivery()


def run(count: int, seed: int, plays: int | None = None) -> str:
    """Play `count` games to the end, or so many `plays`, through bad weather; returns the figure. Raises Broken."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, plays, folder / "weather.db"))


async def _run(count: int, seed: int, most: int | None, database: Path) -> str:
    rng = random.Random(seed)
    begun = time.monotonic()
    async with Sandbox() as sandbox:
        guild = sandbox.add_guild("Hellas")
        company = Company(sandbox, guild, sandbox.add_channel(guild, "agora"), seed)
        ledger = Ledger(sandbox, database)
        async with BotProcess(sandbox, database, environment={"SYNTAGMA_LOG_LEVEL": "WARNING"}) as process:
            await process.ready()
            weather = Weather(sandbox, rng)
            for game in range(count):
                storm = asyncio.create_task(weather.storm())
                await _play_on(company, ledger, game + 1, most, seed, process)
                storm.cancel()
                await asyncio.gather(storm, return_exceptions=True)
                sandbox.resume_delivery()
                sandbox.faults.clear()
                sandbox.gateway.twice = 0
                await quiet(ledger, 120)
                require(ledger.amiss(), f"seed {seed}, game {game + 1}")
                require(ledger.untold(), f"seed {seed}, game {game + 1}")
                if weather.worst > FEW:
                    raise Broken(f"seed {seed}: {weather.worst} invalid requests in ten minutes")
            status = await process.terminate()
            errors = [line for line in process.output.splitlines() if "Traceback" in line or "unforeseen" in line]
            if status != 0 or errors:
                raise Broken(f"seed {seed}: an error nobody foresaw (status {status})\n{process.output[-6000:]}")
    took, plays, calls = time.monotonic() - begun, len(ledger.acknowledged), len(ledger.calls)
    return (
        f"{company.overs} games through {weather.brought.total()} troubles, all ended right: {plays} plays, "
        f"0 lost, 0 twice; {calls} calls, 0 missing, 0 doubled; {weather.invalid} invalid requests in {took:.0f} s, "
        f"at most {weather.worst} in ten minutes of {FORGIVEN} forgiven"
    )


async def _play_on(
    company: Company, ledger: Ledger, game: int, most: int | None, seed: int, process: BotProcess
) -> None:
    """Play until so many games are over, or so many plays are done."""
    plays, since = company.plays, time.monotonic()
    while company.overs < game if most is None else company.plays < most:
        await company.play_for(3.0)
        if company.plays > plays:
            plays, since = company.plays, time.monotonic()
        elif time.monotonic() - since > STUCK:
            shown = "\n".join(f"{each.labels} {each.content}" for each in company.evening.shown[-4:])
            untold = list(ledger.untold())
            raise Broken(f"seed {seed}: game {game} does not go on\n{shown}\n{untold}\n{process.output[-6000:]}")
