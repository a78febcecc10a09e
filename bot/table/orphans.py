"""Games whose table is out of reach: channel or thread deleted, archived or locked, a right taken, the bot sent away.

Such a game is kept. Nobody's time runs in it, its players can go on by direct message, a moderator can carry it to
another channel; and as soon as the table can be reached again, the game shows itself there.
"""

from __future__ import annotations

import contextlib
import logging

import discord

from bot import text
from bot.game import reach
from bot.game.games import Games
from bot.game.session import Session
from bot.refusals import Refused
from bot.store.rows import GameRow, NoticeRow
from bot.store.store import LIVE, Store
from bot.table import permissions
from bot.table.places import Places
from bot.table.table import Table

log = logging.getLogger(__name__)

LOST, FOUND = "lost", "found"
"""How a note begins that says that a game's channel is gone, and that the table can be reached again."""
SILENT = """'stop mute' = (SELECT text FROM log
    WHERE log.game = games.id AND kind = 'note' AND text IN ('stop mute', 'go mute') ORDER BY seq DESC LIMIT 1)"""
"""Of a game whose time stands still because its table could not be written to, and was not written to since."""
GONE, UNSEEN, LACKING, LOCKED = 10003, 50001, 50013, 160005
"""Discord's codes for why a channel cannot be written to."""


class Orphans:
    """Watches what becomes of the places where games are played. One for each bot."""

    def __init__(self, client: discord.Client, games: Games, table: Table, places: Places) -> None:
        self._client = client
        self._games = games
        self._table = table
        self._places = places

    async def look(self) -> None:
        """After a start: what was lost or has come back while nobody looked, and which tables cannot be written to."""
        silent = {row.id for row in await _living(self._games.store, SILENT)}
        for row in await _living(self._games.store):
            guild = self._client.get_guild(row.guild)
            if guild is None:
                await self._silent(row, UNSEEN)
                continue
            place = self._place(row) or (None if guild.unavailable else await self._find(row))
            if place is not None and not permissions.may_write_in(place):
                await self._silent(row, LOCKED if _locked(place) else LACKING)
            elif place is not None and row.id in silent:
                await self._show(row)

    async def _silent(self, row: GameRow, code: int) -> None:
        """A table cannot be written to, though nothing is to be written just now: nobody's time runs."""
        self._table.out_of_reach(row, code)
        with contextlib.suppress(Refused):
            await reach.lost(await self._games.get(row.id))

    async def _find(self, row: GameRow) -> permissions.Place | None:
        """An archived thread is not among what Discord tells of; so it is asked for before it is held for lost."""
        try:
            found = await self._client.fetch_channel(row.channel)
        except discord.NotFound:
            self._table.out_of_reach(row, GONE)
            await self._lost(row)
            return None
        except discord.HTTPException as error:
            log.info("its channel could not be asked for", extra={"game": row.id, "code": error.code})
            return None
        if isinstance(found, discord.Thread):
            self._places.note(found)
        return found if isinstance(found, permissions.Place) else None

    async def channel_gone(self, channels: set[int]) -> None:
        """Channels or threads were deleted."""
        for channel in channels:
            self._places.forget(channel)
        marks = ", ".join("?" * len(channels))
        for row in await _living(self._games.store, f"channel IN ({marks})", *channels):
            self._table.out_of_reach(row, GONE)
            await self._lost(row)

    async def left(self, guild: int) -> None:
        """The bot is no longer in a server."""
        for row in await _living(self._games.store, "guild = ?", guild):
            await self._silent(row, UNSEEN)

    async def changed(self, guild: int, channel: int | None = None) -> None:
        """Rights or the bot's membership have changed, in one channel with its threads or in a whole server.

        Whatever game could not be shown and now can be shows itself.
        """
        for row in await _living(self._games.store, "guild = ?", guild):
            place = self._place(row)
            if place is None or channel not in (None, place.id, getattr(place, "parent_id", None)):
                continue
            await self._look_at(row, place)

    async def thread_changed(self, thread: discord.Thread) -> None:
        """A thread was archived, locked or opened again; what is archived is known from what is told of it alone."""
        played = await self._games.store.games("channel = ?", thread.id)
        if played:
            self._places.note(thread)
        for row in played:
            if row.status in LIVE:
                await self._look_at(row, thread)

    async def _look_at(self, row: GameRow, place: permissions.Place) -> None:
        if not permissions.may_write_in(place):
            if row.id not in self._table.troubles:
                await self._silent(row, LOCKED if _locked(place) else LACKING)
        elif row.id in self._table.troubles:
            await self._show(row)

    async def joined(self, guild: int) -> None:
        """The bot is in a server, perhaps again."""
        for row in await _living(self._games.store, "guild = ?", guild):
            if self._place(row) or await self._find(row):
                await self._show(row)

    def _place(self, row: GameRow) -> permissions.Place | None:
        found = self._places.find(row.guild, row.channel)
        return found if isinstance(found, permissions.Place) else None

    async def _show(self, row: GameRow) -> None:
        try:
            session = await self._games.get(row.id)
        except Refused:
            return
        async with session.lock:
            if session.row.status not in LIVE:
                return
            change = session.begin()
            if session.live:
                change.note(FOUND, None)
                change.words.append("I can write here again.")
            await session.commit(change)

    async def _lost(self, row: GameRow) -> None:
        """Tell the players once that their channel is gone; a lobby is closed."""
        try:
            session = await self._games.get(row.id)
        except Refused:
            return
        note = f"{LOST} {row.channel}"
        known = "SELECT 1 FROM log WHERE game = ? AND kind = 'note' AND text = ?"
        if await self._games.store.select(known, row.id, note):
            return
        async with session.lock:
            if session.row.status not in LIVE:
                return
            change = session.begin()
            if session.row.status == "lobby":
                change.columns.update(status="cancelled", ending="cancelled", ended=session.now())
            else:
                change.note(note, None)
                guild = self._client.get_guild(row.guild)
                words = _gone(session, text.name(guild.name) if guild else "a server")
                users = [seat.user for seat in session.seats if seat.user]
                change.extra += [NoticeRow("word", user, words, session.now()) for user in users]
            await session.commit(change)
        await reach.lost(session)


async def _living(store: Store, where: str = "1", *values: int) -> list[GameRow]:
    return await store.games(f"status IN ('lobby', 'live') AND {where}", *values)


def _locked(place: permissions.Place) -> bool:
    return isinstance(place, discord.Thread) and place.locked


def _gone(session: Session, server: str) -> str:
    return (
        f"The channel of game {session.id} in {server} is gone, but the game is kept. You can go on here: "
        f"`/play game:{session.id}`, `/board game:{session.id}`. A moderator of the server can carry it to another "
        f"channel: `/mod move game:{session.id}`."
    )
