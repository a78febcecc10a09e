"""The bot as Discord's client: what it is made of, how it starts, what it hears of servers and channels.

It knows neither commands nor buttons; `bot.assembly` puts those in.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import random
import re
import secrets
from typing import cast

import discord
from discord import app_commands

from bot import metrics, text
from bot.clock import Clock, SetClock
from bot.game.games import Games
from bot.history import line
from bot.refusals import Refused
from bot.screens.pictures import Painter
from bot.store.store import Store, StoreError
from bot.table import inspection
from bot.table.acknowledgement import Received, answer
from bot.table.orphans import Orphans
from bot.table.places import Places
from bot.table.table import Table
from bot.table.voice import Voice
from bot.table.watch import Watch

log = logging.getLogger(__name__)

LAST_SERVER = 0.5
"""Seconds after the last server that Discord told of, at which the start is held for done. Nothing is lost if more come
then: until it has come, a server is known as one that is out of reach just now."""
ENDING = 5.0
"""Seconds for which what has begun may come to its end when the bot is to end."""
Interaction = discord.Interaction["Syntagma"]


class Syntagma(discord.AutoShardedClient):
    """The bot. It needs no privileged intent: people are known from what they press and type."""

    tree: app_commands.CommandTree[Syntagma]
    """Its slash commands; set by `bot.assembly`."""
    forms: tuple[re.Pattern[str], ...] = ()
    """The forms of the `custom_id`s that it answers to; set likewise. Old messages may bear others."""

    def __init__(self, store: Store, clock: Clock, dice: random.Random | None = None) -> None:
        # It has no use for voice, and a host should not read at each start that something is not installed.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=LAST_SERVER,
        )
        self.store = store
        self.clock = clock
        self.games = Games(store, clock, dice or secrets.SystemRandom())
        self.painter = Painter()
        self.received = Received()
        self.voice = Voice(self, store, self.painter, clock)
        self.places = Places(self)
        self.table = Table(self, self.games, clock, self.voice, self.places)
        self.watch = Watch(self, self.games, clock, self.games.dice)
        self.orphans = Orphans(self, self.games, self.table, self.places)
        self._watching: asyncio.Future[tuple[None, None]] | None = None
        self._lost: set[int] = set()
        """The shards without a connection: the people of their servers cannot act."""

    async def setup_hook(self) -> None:
        # While Discord is being waited for anyway.
        await asyncio.gather(asyncio.to_thread(line.warm), self.watch.begin(), self.sync())

    async def sync(self) -> None:
        """Register the slash commands, if they are not those that were registered last."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
        known = await self.tree.fetch_commands()
        if digest != await self.store.setting("commands") or len(known) != len(payload):
            await self.tree.sync()
            await self.store.set_setting("commands", digest)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        metrics.INTERACTIONS.labels(interaction.type.name).inc()
        if interaction.type is discord.InteractionType.component:
            custom_id = str({**(interaction.data or {})}.get("custom_id"))
            if not any(form.fullmatch(custom_id) for form in self.forms):
                await answer(cast("Interaction", interaction), text.STALE)

    async def on_ready(self) -> None:
        """Once the guilds are known, tell what the last run left untold, and begin to watch the time."""
        log.info("ready", extra={"servers": len(self.guilds)})
        if not self._lost:
            await self.watch.found()
        if self._watching is None:
            await self.table.wake_all()
            self.games.on_change = self._changed
            if isinstance(self.clock, SetClock):
                self.clock.on_set = self.watch.poke
            self._watching = asyncio.gather(
                asyncio.create_task(self.watch.run(), name="watch"),
                asyncio.create_task(self._look_around(), name="watch-around"),
            )

    async def _look_around(self) -> None:
        """Once after a start: damaged games, games whose channel is gone, players who have left."""
        try:
            await inspection.inspect(self.games, self.voice)
            await self.orphans.look()
            await self.watch.ask_around()
        except (StoreError, Refused) as error:
            log.error("the look around was broken off: %s", error)

    async def on_shard_disconnect(self, shard: int) -> None:
        self._lost.add(shard)
        self.watch.lost()

    async def on_shard_resumed(self, shard: int) -> None:
        await self._found(shard)

    async def on_shard_ready(self, shard: int) -> None:
        # `on_ready` comes at the start alone, not when one of several shards had to begin anew.
        await self._found(shard)

    async def _found(self, shard: int) -> None:
        self._lost.discard(shard)
        if not self._lost and self._watching is not None:
            await self.watch.found()

    def _changed(self, game: int) -> None:
        self.table.wake(game)
        self.watch.poke()

    # What becomes of the places where games are played

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        threads = channel.threads if isinstance(channel, discord.TextChannel) else []
        await self.orphans.channel_gone({channel.id, *(thread.id for thread in threads)})

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.orphans.channel_gone({payload.thread_id})

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        await self.orphans.thread_changed(after)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        # Also one that was archived, and so forgotten, and is open again.
        await self.orphans.thread_changed(thread)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        await self.orphans.changed(after.guild.id, after.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        await self.orphans.changed(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if after.id == after.guild.me.id:
            await self.orphans.changed(after.guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.orphans.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.orphans.joined(guild.id)

    async def close(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        await self.received.close(ENDING)
        await self.table.close(ENDING)
        self.painter.close()
        await super().close()
