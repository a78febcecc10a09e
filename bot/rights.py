"""Who may moderate a game, checked when a command is given and again when it is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.refusals import Refusal, Refused
from bot.session import Session

if TYPE_CHECKING:
    from bot.client import Interaction

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What the bot must be allowed in a channel in which a game is played."""


def may_moderate(interaction: Interaction, session: Session) -> bool:
    """Whether the one who asks may manage the channel of the game."""
    if interaction.guild_id != session.row.guild or not isinstance(interaction.user, discord.Member):
        return False
    if interaction.channel_id == session.row.channel:
        return interaction.permissions.manage_channels
    guild = interaction.guild
    channel = guild.get_channel_or_thread(session.row.channel) if guild else None
    if channel is None:
        # The channel is gone or not to be seen: what counts is the right in the whole server.
        return interaction.user.guild_permissions.manage_channels
    return channel.permissions_for(interaction.user).manage_channels


def require_moderator(interaction: Interaction, session: Session) -> None:
    """Raises Refused for all who may not moderate the game."""
    if not may_moderate(interaction, session):
        raise Refused(Refusal.NO_RIGHT)


def missing(interaction: Interaction) -> list[str]:
    """The rights that the bot lacks in the channel of an interaction, in Discord's words."""
    rights = interaction.app_permissions
    needed = [right for right in NEEDED if not getattr(rights, right)]
    if isinstance(interaction.channel, discord.Thread) and "send_messages" in needed:
        needed.remove("send_messages")
    if isinstance(interaction.channel, discord.Thread) and not rights.send_messages_in_threads:
        needed.append("send_messages_in_threads")
    return [right.replace("_", " ").title() for right in needed]
