"""The serving process: one store, one client after another until the first connection holds, an orderly end."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import signal
import sys

import aiohttp
import discord

from bot import metrics
from bot.assembly import assemble
from bot.client import Syntagma
from bot.clock import Clock, SystemClock
from bot.config import Config
from bot.host import life
from bot.store.store import open_store

log = logging.getLogger(__name__)

WRONG_TOKEN = """\
Discord does not accept this DISCORD_TOKEN. Copy the bot's token anew at https://discord.com/developers/applications
(Bot, Reset Token) into the environment or the file .env, and start again."""
NO_VOLUME = """\
{folder} is no volume, so all games would be gone with this container.
Start it with one: docker run -v syntagma:{folder} ..."""
WRITABLE = re.compile(r"[!-~]+")
"""What can be sent as a token at all."""
TOKEN_TAKEN_BACK = 4004
"""The gateway's code for a token that is no longer good."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0


async def serve(config: Config) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit status. Raises StoreError when the database cannot be opened."""
    if not WRITABLE.fullmatch(config.token):
        print(WRONG_TOKEN, file=sys.stderr)
        return 2
    if config.volume is not None and not config.volume.is_mount():
        print(NO_VOLUME.format(folder=config.volume), file=sys.stderr)
        return 2
    # Threads that draw hand the interpreter back to the event loop sooner: its lag behind eight pictures is halved.
    sys.setswitchinterval(0.001)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    clock: Clock = SystemClock()
    following = leaving = None
    if config.sandbox is not None:
        from bot.following import follow, orphaned
        from bot.sandbox.connect import point_discord_at

        point_discord_at(config.sandbox)
        clock, following = await follow(config.sandbox)
        if config.parent is not None:
            leaving = asyncio.create_task(orphaned(config.parent), name="sandbox-gone")
            leaving.add_done_callback(lambda _: stop.set())
    store = await open_store(config.database)
    living = asyncio.create_task(life.live(store), name="sign-of-life")
    try:
        _expose(config)
        pause = FIRST_PAUSE
        while not stop.is_set():
            client = assemble(store, clock, None if config.seed is None else random.Random(config.seed))
            _watch(client)
            try:
                if await _run(client, config.token, stop):
                    break
            except discord.LoginFailure:
                print(WRONG_TOKEN, file=sys.stderr)
                return 2
            except discord.ConnectionClosed as error:
                if error.code == TOKEN_TAKEN_BACK:
                    print(WRONG_TOKEN, file=sys.stderr)
                    return 2
                log.warning("Discord closed the connection (code %d), again in %.0f s", error.code, pause)
            except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
                log.warning("no connection to Discord (%s), again in %.0f s", type(error).__name__, pause)
            await _sleep(stop, pause)
            pause = min(pause * 2, LONGEST_PAUSE)
    finally:
        for task in (living, following, leaving):
            if task is not None:
                task.cancel()
        await store.close()
    log.info("ended")
    return 0


def _watch(client: Syntagma) -> None:
    metrics.watch(lambda: len(client.guilds), lambda: len(client.table.troubles))


def _expose(config: Config) -> None:
    """Serve metrics, if the host wants any; that they cannot be served is no reason not to play."""
    if config.metrics_port is not None:
        try:
            metrics.expose(config.metrics_port)
        except OSError as error:
            log.error("no metrics at port %d: %s", config.metrics_port, error.strerror)


async def _run(client: Syntagma, token: str, stop: asyncio.Event) -> bool:
    """Run a client until it is to stop (True), or let out what ended it."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([running, stopping], return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await client.close()
    if running.done():
        running.result()
        return stop.is_set()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return True


async def _sleep(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
