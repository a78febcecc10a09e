"""A room over which time passes: the watch without Discord, and what it would have told."""

from __future__ import annotations

import random
from typing import Any, cast

import discord

import engine
from bot.game import lobby
from bot.game.session import Session
from bot.history.clocks import Pace, pace_of
from bot.store.store import Job, NoticeRow
from bot.table.watch import Watch
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, GUILD, NAMES, Room


class Server:
    """A server that knows who has left it."""

    def __init__(self) -> None:
        self.unavailable = False
        self.left: set[int] = set()
        self.asked: list[int] = []

    async def fetch_member(self, user: int) -> object:
        self.asked.append(user)
        if user in self.left:
            raise discord.NotFound(cast(Any, Answer()), {"code": 10007, "message": "Unknown Member"})
        return object()


class Answer:
    """What discord.py wants to know of a response."""

    status = 404
    reason = "Not Found"


class Clockwork:
    """A watch over a room. `passes` moves the time and looks; `told` is what was told since it was last asked."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.server = Server()
        self.client: Any = type("Client", (), {"get_guild": lambda _, number: self.server})()
        self.watch = self._watch()
        self.delivers = True
        """Whether what is to be told is sent at once."""
        self._seen = 0

    def _watch(self) -> Watch:
        return Watch(self.client, self.room.games, self.room.clock, random.Random(3))

    def now(self) -> int:
        return int(self.room.clock.now() * 1000)

    async def passes(self, hours: float = 0, minutes: float = 0) -> None:
        """Let time go by at once, then look."""
        self.room.clock.set(self.room.clock.now() + hours * 3600 + minutes * 60)
        await self.watch.tick()
        if self.delivers:
            await self.room.store.write(Job().add("UPDATE notices SET sent = 1 WHERE sent IS NULL"))

    async def goes_by(self, hours: int, every: float = 1) -> None:
        """Let time go by with a look every so many hours."""
        for _ in range(round(hours / every)):
            await self.passes(every)

    async def restarts(self, hours: float, session: Session) -> Session:
        """The bot is down for some hours."""
        await self.room.store.set_setting("watched", str(self.now()))
        self.room.clock.set(self.room.clock.now() + hours * 3600)
        self.room.reload()
        self.watch = self._watch()
        await self.watch.begin()
        await self.watch.found()
        await self.watch.tick()
        return await self.room.games.get(session.id)

    async def told(self, *kinds: str) -> list[NoticeRow]:
        """What was to be told since the last question and is of these kinds."""
        rows = await self.room.store.select(
            "SELECT kind, user, text, created, id FROM notices WHERE id > ? ORDER BY id", self._seen
        )
        notices = [NoticeRow(*row) for row in rows]
        self._seen = max((notice.id for notice in notices), default=self._seen)
        return [notice for notice in notices if not kinds or notice.kind in kinds]

    async def open(self, kind: str = "relaxed", time: int | None = None, channel: int = CHANNEL) -> Session:
        """A started game of a pace, of which all that was to be told was told."""
        session = await lobby_of(self.room, pace_of(kind, time), channel)
        await lobby.start(session, ANN)
        await self.passes()
        await self.told()
        return session


async def lobby_of(room: Room, pace: Pace, channel: int = CHANNEL) -> Session:
    """Ann, Ben and Cleo in a lobby."""
    session = await lobby.open_lobby(room.games, GUILD, channel, ANN, NAMES[ANN], engine.Options(), pace.to_text())
    for user in (BEN, CLEO):
        await lobby.join(session, user, NAMES[user])
    return session


async def play(session: Session, user: int | None = None) -> None:
    """The first legal action of whoever is to act."""
    action = engine.legal_actions(session.state)[0]
    await session.play(user or session.waiting or 0, engine.format_action(action))
