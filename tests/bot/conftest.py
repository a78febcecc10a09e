"""The bot at three distances: a game without Discord, the client in this process, the bot in a process of its own."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.demo import Evening, Player
from bot.sandbox import BotProcess, Sandbox
from bot.store.store import Store, open_store
from tests.bot.hall import Hall
from tests.bot.room import Room


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(tmp_path / "syntagma.db")
    yield store
    await store.close()


@pytest.fixture
async def room(store: Store) -> Room:
    return Room(store)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Sandbox() as sandbox:
        hall = Hall(sandbox, tmp_path / "syntagma.db")
        await hall.start()
        yield hall
        await hall.stop()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox() as sandbox:
        yield sandbox


Run = Callable[..., Awaitable[tuple[BotProcess, Evening]]]


@pytest.fixture
async def run(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Run]:
    """Start the bot in a process of its own and seat three players of a style at a table."""
    started: list[BotProcess] = []

    async def start(seed: int, styles: tuple[str, str, str]) -> tuple[BotProcess, Evening]:
        guild = sandbox.add_guild("Hellas")
        channel = sandbox.add_channel(guild, "agora")
        dice = random.Random(seed)
        names = ("Ann", "Ben", "Cleo")
        players = [Player(sandbox.add_person(guild, n), dice, style) for n, style in zip(names, styles, strict=True)]
        process = BotProcess(sandbox, tmp_path / "syntagma.db", environment={"SYNTAGMA_SEED": str(seed)})
        started.append(process)
        await process.start()
        await process.ready()
        return process, Evening(sandbox, channel, players)

    yield start
    for process in started:
        if process.is_running:
            await process.kill()
