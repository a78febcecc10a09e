"""A table for three in a sandbox, with the real client in this process or in one of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.client import Syntagma
from bot.clock import SetClock
from bot.demo import Evening, Player
from bot.sandbox import BotProcess, Channel, Guild, MessageView, Permission, Person, Sandbox
from bot.sandbox.connect import point_discord_at
from bot.session import Session
from bot.store import Store, open_store


class Hall:
    """A server with one channel, three players, a moderator and an outsider; the bot runs in this process."""

    def __init__(self, sandbox: Sandbox, database: Path) -> None:
        self.sandbox = sandbox
        self.database = database
        self.guild: Guild = sandbox.add_guild("Hellas")
        self.channel: Channel = sandbox.add_channel(self.guild, "agora")
        self.ann, self.ben, self.cleo = (sandbox.add_person(self.guild, name) for name in ("Ann", "Ben", "Cleo"))
        self.mod = sandbox.add_person(self.guild, "Mod", permissions=Permission.MANAGE_CHANNELS)
        self.otto = sandbox.add_person(self.guild, "Otto")
        self.players = (self.ann, self.ben, self.cleo)
        self.evening = Evening(sandbox, self.channel, [Player(p, random.Random(1)) for p in self.players])
        self.clock = SetClock(sandbox.clock.now())
        self.store: Store
        self.bot: Syntagma
        self._running: asyncio.Task[None]

    async def start(self) -> None:
        """Start the bot, or start it again after `stop`."""
        point_discord_at(self.sandbox.url)
        self.store = await open_store(self.database)
        self.bot = Syntagma(self.store, self.clock, random.Random(7))
        await self.bot.login(self.sandbox.token)
        self._running = asyncio.create_task(self.bot.connect())
        await self.bot.wait_until_ready()

    async def stop(self) -> None:
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()

    # What tests do again and again

    async def deal_out(self, **options: object) -> None:
        """A started game in which it is the first player's turn to set up."""
        await self.evening.open(**options)

    async def session(self) -> Session:
        return await self.bot.games.here(self.channel.id)

    def waiting(self) -> Person:
        return self.evening.waiting().person

    def others(self) -> list[Person]:
        """The two who are not to act."""
        return [person for person in self.players if person is not self.waiting()]

    def table(self) -> MessageView:
        table = self.evening.table()
        assert table is not None
        return table

    async def said(self, words: str) -> MessageView:
        """Wait for a message in the channel that contains `words`."""
        await self.sandbox.wait_for(lambda: any(words in m.content for m in self.evening.shown), what=repr(words))
        return next(message for message in reversed(self.evening.shown) if words in message.content)

    async def play(self, person: Person, words: str) -> str:
        """`/play` by somebody; returns the private answer."""
        used = await person.slash(self.channel, "play", action=words)
        assert used.response is not None
        return used.response.content

    async def play_on(self, plays: int) -> None:
        """Some plays by chance."""
        await self.evening.play(plays=plays)

    async def until(self, condition: Callable[[Session], bool], most: int = 200) -> Session:
        """Play by chance until a condition holds."""
        for _ in range(most):
            session = await self.session()
            if condition(session):
                await self.bot.table.told(session.id)
                return session
            await self.play_on(1)
        raise AssertionError("it never came to that")


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
        process = BotProcess(sandbox, tmp_path / "syntagma.db")
        started.append(process)
        await process.start()
        await process.ready()
        return process, Evening(sandbox, channel, players)

    yield start
    for process in started:
        if process.is_running:
            await process.kill()
