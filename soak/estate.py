"""One process that holds ten thousand running games in two thousand servers: how soon it serves, what it takes.

The games are of a hundred plies and more, and each has its own channel. Measured are the time from the start of the
process until a press is answered and until all servers are known, and the memory: at first, after every game has been
looked at by the bot itself, and after people have looked at games all over the place.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.sandbox import BotProcess, Channel, Person, Sandbox
from soak.broken import Broken
from soak.scratch import scratch
from soak.stock import EPOCH, Script, fill, make, script

CHANNELS = 5
"""In each server, with a game in each."""
BESIDE = 40
"""Channels without a game in each server of `cities`."""
ROLES = 20
"""In each server of `cities`."""
DISTINCT = 200
"""So many games differ; the others are the same again."""
LOOKS = 1000
PATIENCE = 600.0
"""Seconds after which no more is waited for."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel with a running game, and who plays in it."""

    channel: Channel
    players: list[Person]


def run(count: int, seed: int) -> str:
    """Hold `count` games in servers that have nothing else; returns the figure. Raises Broken."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, folder / "estate.db"))


def cities(count: int, seed: int) -> str:
    """The same in servers with many more channels, and with roles: the library remembers them all."""
    with scratch() as folder:
        return asyncio.run(_run(count, seed, folder / "cities.db", beside=BESIDE, roles=ROLES))


def scripts(seed: int, number: int = DISTINCT) -> list[Script]:
    """Games in their middle: of 100 to 180 plies."""
    rng = random.Random(seed)
    return [script(seed * 1000 + each, rng.randrange(100, 181)) for each in range(number)]


async def build(
    sandbox: Sandbox, database: Path, count: int, seed: int, *, untold: bool = False, beside: int = 0, roles: int = 0
) -> list[Place]:
    """A world with so many games, and the database that goes with it. `untold`: all tables are still to be called.

    `beside`: channels without a game in each server, which has so many `roles`.
    """
    places = []
    for number in range(-(-count // CHANNELS)):
        guild = sandbox.add_guild(f"Server {number}")
        for each in range(roles):
            sandbox.add_role(guild, f"Role {each}")
        for each in range(beside):
            sandbox.add_channel(guild, f"channel-{each}")
        players = [sandbox.add_person(guild, f"Player {number} {letter}") for letter in "RBY"]
        places += [Place(sandbox.add_channel(guild, f"table-{each}"), players) for each in range(CHANNELS)]
    del places[count:]
    await make(database)
    stock = scripts(seed)
    rows = [
        (place.channel.id, place.channel.guild_id or 0, [each.id for each in place.players], stock[number % len(stock)])
        for number, place in enumerate(places)
    ]
    await asyncio.to_thread(partial(fill, untold=untold), database, rows)
    return places


async def _run(count: int, seed: int, database: Path, beside: int = 0, roles: int = 0) -> str:
    rng = random.Random(seed)
    async with Sandbox(start_time=EPOCH / 1000 + 200 * 60) as sandbox:
        places = await build(sandbox, database, count, seed, beside=beside, roles=roles)
        process = BotProcess(sandbox, database, environment={"SYNTAGMA_LOG_LEVEL": "INFO"})
        begun = time.monotonic()
        async with process:
            first = await _answered(process, rng.choice(places), begun)
            ready = await _ready(process, begun)
            worked, fresh = seconds(process), memory(process)
            await _rested(process, 5 if count > 1000 else 1)
            settled = memory(process)
            slowest = 0.0
            for place in rng.sample(places, min(LOOKS, len(places))):
                used = await rng.choice(place.players).slash(place.channel, "game info")
                if used.failed or used.response is None:
                    raise Broken(f"seed {seed}: no answer in {place.channel.name}: {used!r}")
                slowest = max(slowest, used.acknowledged_after or 0.0)
            looked = memory(process)
            size = (await asyncio.to_thread(database.stat)).st_size
            if await process.terminate() != 0 or "level=error" in process.output:
                raise Broken(f"seed {seed}: {process.output[-3000:]}")
    servers, channels = -(-count // CHANNELS), CHANNELS + beside
    return (
        f"{count:,} games in {servers:,} servers of {channels} channels ({size / 1e6:.0f} MB on disk): the first press "
        f"answered {first:.1f} s after the start, all servers known after {ready:.1f} s (of which {worked:.1f} s of "
        f"work); {fresh:.0f} MB of memory then, {settled:.0f} MB once every game was looked at, {looked:.0f} MB after "
        f"people looked at {LOOKS} of them (slowest acknowledgement {1000 * slowest:.0f} ms)"
    )


async def _answered(process: BotProcess, place: Place, begun: float) -> float:
    """Seconds until somebody is answered who asks as soon as there is a bot to ask."""
    await process.ready()
    used = await place.players[0].slash(place.channel, "game info")
    if used.failed:
        raise Broken(f"the first press was not answered: {used!r}")
    return time.monotonic() - begun


async def _ready(process: BotProcess, begun: float) -> float:
    """Seconds until the bot says that it knows all servers."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if "event=ready" in process.output:
                return time.monotonic() - begun
            await asyncio.sleep(0.02)


async def _rested(process: BotProcess, pause: float) -> None:
    """Wait until the bot has hardly anything to do between two looks."""
    until, before = time.monotonic() + PATIENCE, seconds(process)
    while time.monotonic() < until:
        await asyncio.sleep(pause)
        now = seconds(process)
        if now - before < 0.3:
            return
        before = now


def memory(process: BotProcess) -> float:
    """The resident memory of the bot, in megabytes."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1000


def seconds(process: BotProcess) -> float:
    """The processor time that the bot has taken."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
