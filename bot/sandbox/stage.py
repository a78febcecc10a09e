"""The sandbox on stage: the local Discord, the real bot in its own process, and the page in a browser."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.sandbox import keep
from bot.sandbox.browser import Browser
from bot.sandbox.keep import KeepError
from bot.sandbox.people import People, build_sample
from bot.sandbox.process import BotProcess
from bot.sandbox.sandbox import Sandbox

PORT: Final = 8765
"""The port unless another is asked for; where it is taken, any free one."""

SAVING: Final = 10.0
"""Seconds between two savings of a kept world."""

Say = Callable[[str], None]


async def run(port: int | None, *, browser: bool, kept: Path | None, database: Path | None, say: Say = print) -> int:
    """Shows the page until SIGINT or SIGTERM; returns the exit status, 2 if it could not be begun.

    `port` None takes 8765 or any free one. `kept` is the file in which the world is kept and from which it is restored;
    the bot's database then lies beside it unless `database` says where, and is temporary without either.
    """
    with contextlib.ExitStack() as stack:
        try:
            sandbox, people = _world(kept)
            where = _database(stack, kept, database)
            return await _show(sandbox, people, where, kept, port, browser=browser, say=say)
        except KeepError as error:
            say(str(error))
            return 2


def _database(stack: contextlib.ExitStack, kept: Path | None, chosen: Path | None) -> Path:
    """Where the bot's database lies: as chosen, beside the kept world, or where the stack will take it away."""
    if chosen is not None:
        return chosen.resolve()
    if kept is not None:
        return kept.with_name(f"{kept.name}.db").resolve()
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="syntagma-sandbox-"))) / "syntagma.db"


def _world(kept: Path | None) -> tuple[Sandbox, People]:
    """The kept world, or the sample one. Raises `KeepError`."""
    if kept is None or not kept.exists():
        sandbox = Sandbox()
        return sandbox, build_sample(sandbox)
    old = keep.read(kept)
    sandbox = Sandbox(start_time=old.start_time())
    keep.restore(sandbox.world, old)
    return sandbox, People(sandbox, old.extra)


async def _show(
    sandbox: Sandbox, people: People, database: Path, kept: Path | None, port: int | None, *, browser: bool, say: Say
) -> int:
    page = Browser(sandbox, people)
    try:
        await _listen(sandbox, port)
    except OSError as error:
        say(f"Port {port} on 127.0.0.1 cannot be had: {error.strerror}. Choose another with --port.")
        return 2
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    process = page.process = BotProcess(sandbox, database)
    saving = None if kept is None else asyncio.create_task(_keep_saving(sandbox, people, kept, say))
    try:
        await process.start()
        say(f"The sandbox is at {sandbox.url}/ (Ctrl-C ends it).")
        if browser and _has_screen():
            await asyncio.to_thread(webbrowser.open, f"{sandbox.url}/")
        await stop.wait()
    finally:
        if saving is not None:
            saving.cancel()
        if process.is_running:
            with contextlib.suppress(TimeoutError):
                await process.terminate()
        await sandbox.stop()
        if kept is not None:
            keep.write(keep.snapshot(sandbox.world, people.pack()), kept)
    return 0


async def _listen(sandbox: Sandbox, port: int | None) -> None:
    """Listens on the port, or without one on 8765 or else any. Raises `OSError` for a port that is taken."""
    try:
        await sandbox.start(PORT if port is None else port)
    except OSError:
        if port is not None:
            raise
        await sandbox.start(0)


def _has_screen() -> bool:
    """Whether a browser with windows can open: on a bare console a text browser would take the terminal over."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


async def _keep_saving(sandbox: Sandbox, people: People, path: Path, say: Say) -> None:
    """Saves the world now and then if anything has happened in it; a disk that refuses is told of once."""
    happened = asyncio.Event()
    sandbox.world.listen(lambda _: happened.set())
    told = False
    while True:
        await asyncio.sleep(SAVING)
        if not happened.is_set():
            continue
        happened.clear()
        try:
            await asyncio.to_thread(keep.write, keep.snapshot(sandbox.world, people.pack()), path)
            told = False
        except KeepError as error:
            happened.set()
            if not told:
                say(str(error))
            told = True
