"""Signs of life, for `python -m bot health` and for a host's metrics: one of the event loop, one of the store.

Each is given by itself, so that it can be told which of the two is stuck.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time

from bot import metrics
from bot.host.upkeep import BACKUP
from bot.store.store import Store, StoreError, lock_file

log = logging.getLogger(__name__)

PAUSE = 20.0
"""Seconds between signs of life."""


async def live(store: Store) -> None:
    """Give both signs until cancelled."""
    await asyncio.gather(_beat(store), _write(store))


async def _beat(store: Store) -> None:
    """The event loop's: the time of a file, which needs no database."""
    while True:
        os.utime(lock_file(store.path))
        due = time.monotonic() + PAUSE
        await asyncio.sleep(PAUSE)
        metrics.LAG.set(max(0.0, time.monotonic() - due))


async def _write(store: Store) -> None:
    """The store's: a row, written the way all are."""
    while True:
        begun = time.monotonic()
        try:
            await store.set_setting("alive", str(int(time.time())))
            metrics.WRITE.set(time.monotonic() - begun)
            await _measure(store)
        except StoreError as error:
            log.error("no sign of life could be written: %s", error)
        await asyncio.sleep(PAUSE)


async def _measure(store: Store) -> None:
    living = await store.select("SELECT count(*) FROM games WHERE status IN ('lobby', 'live')")
    untold = await store.select("SELECT count(*) FROM notices WHERE sent IS NULL")
    metrics.LIVE.set(living[0][0])
    metrics.UNTOLD.set(untold[0][0])
    metrics.BACKUP.set(float(await store.setting(BACKUP) or 0))
