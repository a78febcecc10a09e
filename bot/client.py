"""The bot as Discord's client: what it is made of, how it starts, and the one door by which errors reach people."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import random
import secrets
from collections.abc import AsyncIterator

import discord
from discord import app_commands

import engine
from bot import commands, inspection, metrics, panels, reasons, text
from bot.clock import Clock, SetClock
from bot.commands.privacy import Own
from bot.games import Games
from bot.orphans import Orphans
from bot.pictures import Painter
from bot.refusals import Refused
from bot.store import Store, StoreError
from bot.table import Table
from bot.voice import Voice
from bot.watch import Watch

log = logging.getLogger(__name__)

Interaction = discord.Interaction["Syntagma"]


class Tree(app_commands.CommandTree["Syntagma"]):
    """All slash commands. Each is acknowledged before anything is done for it, and only the caller sees the answer."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.defer(ephemeral=True)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("autocomplete failed", exc_info=error)
            return
        await explain(interaction, error.original if isinstance(error, app_commands.CommandInvokeError) else error)


class Syntagma(discord.AutoShardedClient):
    """The bot. It needs no privileged intent: people are known from what they press and type."""

    def __init__(self, store: Store, clock: Clock, dice: random.Random | None = None) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.store = store
        self.clock = clock
        self.games = Games(store, clock, dice or secrets.SystemRandom())
        self.painter = Painter()
        self.voice = Voice(self, store, self.painter)
        self.table = Table(self, self.games, clock, self.voice)
        self.tree = Tree(self)
        commands.add_to(self.tree)
        self.watch = Watch(self, self.games, clock, self.games.dice)
        self.orphans = Orphans(self, self.games, self.table)
        self._watching: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(panels.Press, panels.Pick, Own)
        await self.sync()

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

    async def on_ready(self) -> None:
        """Once the guilds are known, tell what the last run left untold, and begin to watch the time."""
        log.info("ready", extra={"servers": len(self.guilds)})
        if self._watching is None:
            await self.watch.give_back()
            await self.table.wake_all()
            self.games.on_change = self._changed
            if isinstance(self.clock, SetClock):
                self.clock.on_set = self.watch.poke
            self._watching = asyncio.create_task(self.watch.run(), name="watch")
            await inspection.inspect(self.games, self.voice)
            await self.orphans.look()

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
        await self.orphans.changed(after.guild.id, after.id)

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
        await self.table.close()
        self.painter.close()
        await super().close()


@contextlib.asynccontextmanager
async def door(interaction: Interaction) -> AsyncIterator[None]:
    """Let nothing that goes wrong with a press leave without a word."""
    try:
        yield
    except Exception as error:
        await explain(interaction, error)


async def explain(interaction: Interaction, error: Exception) -> None:
    """Tell the one who asked, privately, why it was not done; what nobody foresaw goes to the log with a reference."""
    if isinstance(error, Refused):
        metrics.REFUSALS.labels(error.refusal.value).inc()
        words = reasons.refused(error)
        if error.link_needed:
            words = f"{words} {await _link(interaction)}"
    elif isinstance(error, engine.GameError):
        words = text.STALE
    elif isinstance(error, app_commands.CommandSignatureMismatch):
        words = text.UPDATED
    elif isinstance(error, StoreError):
        words = text.STORE_TROUBLE
        log.error("the store refused: %s", error)
    else:
        reference = secrets.token_hex(4)
        metrics.UNFORESEEN.inc()
        log.error("unforeseen", exc_info=error, extra={"reference": reference})
        words = text.unforeseen(reference)
    try:
        await answer(interaction, words)
    except discord.HTTPException as failure:
        log.warning("a refusal could not be told: %s", failure)


async def _link(interaction: Interaction) -> str:
    """Where the present board of the pressed message's game is."""
    target = panels.target_of(interaction)
    if target is None:
        return ""
    session = await interaction.client.games.get(target.game)
    return await interaction.client.table.link(session)


async def answer(interaction: Interaction, words: str) -> None:
    """A private sentence, whether or not the interaction was acknowledged already."""
    response = interaction.response
    if not response.is_done():
        await response.send_message(words, ephemeral=True)
    elif response.type is discord.InteractionResponseType.deferred_channel_message:
        await interaction.edit_original_response(content=words, attachments=[], view=None)
    else:
        await interaction.followup.send(words, ephemeral=True)
