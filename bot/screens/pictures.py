"""Pictures drawn beside the event loop, each with its alt text, ready to be attached."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import discord

Draw = Callable[[], tuple[bytes, str]]
"""Makes a picture and its alt text; runs in a worker thread, so it must hold all that it needs."""


class Painter:
    """A few threads that draw. More than a few would only wait for each other."""

    def __init__(self, threads: int = 2) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="painter")

    async def paint(self, draw: Draw, filename: str) -> discord.File:
        """Draw a picture. `filename` is unique to what it shows, for clients keep pictures by name."""
        picture, alt = await asyncio.get_running_loop().run_in_executor(self._pool, draw)
        return discord.File(io.BytesIO(picture), filename=filename, description=alt)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
