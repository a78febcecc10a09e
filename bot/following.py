"""The sandbox, followed: whoever moves the time there moves it for the bot, and without it the bot ends."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time

import aiohttp

from bot.clock import SetClock

log = logging.getLogger(__name__)


async def follow(url: str) -> tuple[SetClock, asyncio.Task[None]]:
    """A clock that shows the time of the sandbox at `url`, and the task that keeps it right.

    While the sandbox is out of reach the clock shows the host's time.
    """
    clock = SetClock(time.time())
    try:
        await _look(url, clock)
    except (aiohttp.ClientError, OSError) as error:
        log.warning("the sandbox's clock is out of reach: %s", type(error).__name__)
    return clock, asyncio.create_task(_keep(url, clock), name="sandbox-clock")


async def _look(url: str, clock: SetClock) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/sandbox/clock") as response:
        clock.set((await response.json())["now"])


async def _keep(url: str, clock: SetClock) -> None:
    timeout = aiohttp.ClientTimeout(total=None)
    while True:
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.get(f"{url}/sandbox/clock/stream") as response,
            ):
                await _look(url, clock)
                async for line in response.content:
                    if line.startswith(b"data:"):
                        clock.set(json.loads(line[5:])["now"])
        except (aiohttp.ClientError, OSError) as error:
            log.debug("the sandbox's clock is out of reach: %s", error)
        await asyncio.sleep(0.5)


async def orphaned(parent: int) -> None:
    """Wait until the process that started this one is no more, however it ended.

    It is asked for by its number, for whoever is orphaned gets another parent at once.
    """
    while os.getppid() == parent:  # noqa: ASYNC110 - no event tells of it
        await asyncio.sleep(0.5)
    log.warning("the sandbox that started me is gone")
