"""A table for three in a sandbox, with the real client in this process, and games grown without pressing a button."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import engine
from bot.assembly import assemble
from bot.client import Syntagma
from bot.clock import SetClock
from bot.demo import Evening, Player
from bot.game import lobby
from bot.game.session import Session
from bot.history.clocks import Pace
from bot.sandbox import Channel, Guild, Interaction, MessageView, Permission, Person, Sandbox
from bot.sandbox.connect import point_discord_at
from bot.store.store import Store, open_store
from tests.bot.growth import Condition, grow

RELAXED = Pace()


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
        sandbox.clock.watch(self.clock.set)
        self.dice = random.Random(7)
        self.store: Store
        self.bot: Syntagma
        self._running: asyncio.Task[None]

    async def start(self) -> None:
        """Start the bot, or start it again after `stop`."""
        point_discord_at(self.sandbox.url)
        self.store = await open_store(self.database)
        self.bot = assemble(self.store, self.clock, self.dice)
        # All guilds are there at once here; the client would wait two seconds for more.
        self.bot._connection.guild_ready_timeout = 0.05
        await self.bot.login(self.sandbox.token)
        self._running = asyncio.create_task(self.bot.connect())
        await self.bot.wait_until_ready()

    async def stop(self) -> None:
        await self.bot.close()
        await asyncio.gather(self._running, return_exceptions=True)
        await self.store.close()

    # Games without pressing a button

    async def seat(self, channel: Channel | None = None, pace: Pace = RELAXED, **options: int | bool) -> Session:
        """Ann, Ben and Cleo at a started game, of which the table has been told."""
        channel = channel or self.channel
        chosen = engine.Options(**options)  # type: ignore[arg-type]  # as a test gives them
        ann, *others = self.players
        session = await lobby.open_lobby(
            self.bot.games, self.guild.id, channel.id, ann.id, ann.name, chosen, pace.to_text()
        )
        for person in others:
            await lobby.join(session, person.id, person.name)
        await lobby.start(session, ann.id)
        await self.told(session)
        return session

    async def grown(
        self, until: Condition | Callable[[engine.State], bool], seed: int = 5, **options: int | bool
    ) -> Session:
        """A game played by chance until a state fits."""
        session = await self.seat(None, RELAXED, **options)
        await grow(session, until, random.Random(seed))
        await self.told(session)
        return session

    async def told(self, session: Session) -> None:
        """Wait until all that happened is on the table."""
        async with asyncio.timeout(60):
            while await self.store.unsent(session.id):
                await self.bot.table.told(session.id)
        await self.bot.table.told(session.id)

    async def later(self, hours: float = 0) -> None:
        """Let time go by at once for Discord and the bot, and wait until all that it brings is done and told."""
        self.sandbox.advance(hours * 3600)
        await self.bot.watch.tick()
        async with asyncio.timeout(60):
            while games := await self.store.games_with_unsent():
                for game in games:
                    await self.bot.table.told(game)

    # What tests do again and again

    async def deal_out(self, **options: object) -> None:
        """A started game in which it is the first player's turn to set up, all of it by buttons."""
        await self.evening.open(**options)

    async def session(self) -> Session:
        return await self.bot.games.here(self.channel.id)

    def person(self, session: Session, seat: engine.Seat | None) -> Person:
        """Who has a seat."""
        assert seat is not None
        return next(person for person in self.players if person.id == session.player(seat).user)

    def actor(self, session: Session) -> Person:
        """Who is to act."""
        return self.person(session, session.state.to_act)

    def idle(self, session: Session) -> Person:
        """A player who is not to act."""
        return next(person for person in self.players if person.id != session.waiting)

    @property
    def shown(self) -> list[MessageView]:
        """The messages in the channel, oldest first."""
        return self.ann.messages(self.channel)

    def table(self) -> MessageView:
        """The only message that lets somebody act."""
        [table] = [message for message in self.shown if "Act" in message.labels]
        return table

    async def play(self, person: Person, words: str) -> str:
        """`/play` by somebody; returns the private answer."""
        return said(await person.slash(self.channel, "play", action=words))


def said(used: Interaction) -> str:
    """All that the bot answered to a press or command, which was the user's alone to see."""
    assert not used.failed, "the bot did not answer"
    messages = used.messages
    assert messages, f"nothing was said: {used!r}"
    assert all(message.ephemeral_for == used.record.user_id for message in messages), "said for others to see"
    return "\n".join(message.content for message in messages)


def pinged(person: Person, words: str) -> list[MessageView]:
    """The messages with these words that notified somebody."""
    return [message for message in person.notifications() if words in message.content]


def latest(hall: Hall, words: str) -> MessageView:
    """The newest message in the channel with these words."""
    return next(message for message in reversed(hall.shown) if words in message.content)
