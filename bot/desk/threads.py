"""Opening a thread for a game, once, whatever happens to the word of it.

Discord knows no nonce for threads: a request that is repeated after a failure makes a second one. What was made since
the command was given is therefore looked for afterwards: one thread is used, and an empty one beside it is closed.
"""

from __future__ import annotations

import contextlib
import logging

import discord

from bot import text
from bot.client import Interaction
from bot.refusals import Refusal, Refused
from bot.table.acknowledgement import LOST
from bot.table.voice import Poster, Unreachable

log = logging.getLogger(__name__)

FAULTS = (discord.DiscordServerError, *LOST)


async def open_thread(interaction: Interaction) -> int:
    """A public thread in the channel of the command, named after who gave it. Raises Refused."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refused(Refusal.BAD_OPTION, detail="A thread can be opened only in a text channel.")
    name = f"Syntagma: {interaction.user.display_name}"[:100]
    try:
        thread = await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        made = await _made(channel, name, interaction.id)
    except FAULTS as error:
        log.warning("no word of a thread: %s", error)
        made = await _made(channel, name, interaction.id)
        if not made:
            raise Refused(Refusal.NO_THREAD) from error
        thread = made[-1]
    for other in made:
        if other.id != thread.id:
            # Closed, not deleted: that takes no right, and a word in it would open it again.
            with contextlib.suppress(discord.HTTPException, *LOST):
                await other.edit(archived=True)
    return thread.id


async def point_to(interaction: Interaction, thread: int) -> None:
    """Tell those in the channel of the command where a lobby is open, for a thread alone is easily overlooked."""
    words = text.opened_in_thread(text.name(interaction.user.display_name), thread)
    poster = Poster(words, None, None, "", "", f"h{interaction.id}"[:25])
    with contextlib.suppress(Unreachable, discord.HTTPException, *LOST):
        await interaction.client.voice.post(interaction.channel_id or 0, poster)


async def _made(channel: discord.TextChannel, name: str, since: int) -> list[discord.Thread]:
    """The bot's own threads of a name in a channel that are younger than an interaction, the oldest first."""
    try:
        threads = await channel.guild.active_threads()
    except (discord.HTTPException, *LOST) as error:
        log.warning("threads cannot be looked for: %s", error)
        return []
    mine = (each for each in threads if each.owner_id == channel.guild.me.id and each.parent_id == channel.id)
    return sorted((each for each in mine if each.name == name and each.id > since), key=lambda each: each.id)
