"""Who may moderate a game, open one, or set up a server; and what the bot itself lacks.

Checked when a command is given and again when it is confirmed. Discord is not asked to check for us: it knows nothing
of the role set by `/mod role`, and would keep its holders away before the bot is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.client import Interaction
from bot.game.session import Session
from bot.people.servers import MODERATORS, settings_of
from bot.refusals import Refusal, Refused
from bot.table.permissions import IN_THREADS, NEEDED, lacking, missing_in, title
from bot.table.places import Found
from bot.table.voice import Unreachable


async def may_moderate(interaction: Interaction, session: Session) -> bool:
    """Whether the one who asks may manage the game's channel, or holds the moderators' role and sees that channel."""
    if interaction.guild_id != session.row.guild or not isinstance(interaction.user, discord.Member):
        return False
    return await may_moderate_in(interaction, session.row.channel)


async def may_moderate_in(interaction: Interaction, channel: int) -> bool:
    """The same for any channel of the server in which is asked."""
    await interaction.client.places.look_up(interaction.guild_id, channel)
    return moderates(interaction, channel, await moderators_role(interaction))


async def moderators_role(interaction: Interaction) -> int | None:
    """The role set by `/mod role` in the server in which is asked."""
    return (await settings_of(interaction.client.store, interaction.guild_id)).role


def moderates(interaction: Interaction, channel: int, role: int | None) -> bool:
    """Whether the one who asks may manage a channel, or holds the role and sees the channel."""
    if not isinstance(interaction.user, discord.Member):
        return False
    return _moderates(interaction.user, permissions(interaction, channel), role)


async def still_moderates(interaction: Interaction, user: int, guild: discord.Guild, channels: Sequence[int]) -> bool:
    """Whether somebody who asked for something some time ago is still in a server and may moderate in its channels."""
    try:
        member = await guild.fetch_member(user)
    except discord.NotFound:
        return False
    role, places = (await settings_of(interaction.client.store, guild.id)).role, interaction.client.places
    found = [await places.look_up(guild.id, channel) for channel in channels]
    return all(_moderates(member, permissions_of(member, place), role) for place in found)


def _moderates(member: discord.Member, may: discord.Permissions, role: int | None) -> bool:
    return may.manage_channels or (may.view_channel and holds(member, role))


def permissions(interaction: Interaction, channel: int) -> discord.Permissions:
    """What the one who asks may do in a channel of the same server; in one that is gone, what they may everywhere."""
    if interaction.channel_id == channel:
        return interaction.permissions
    member, place = interaction.user, interaction.client.places.find(interaction.guild_id, channel)
    return permissions_of(member, place) if isinstance(member, discord.Member) else discord.Permissions.none()


def permissions_of(member: discord.Member, place: Found | None) -> discord.Permissions:
    """What somebody may do in a channel of their server; in one that is gone, what they may everywhere."""
    return member.guild_permissions if place is None else place.permissions_for(member)


def holds(member: discord.Member, role: int | None) -> bool:
    """Whether somebody holds a role, if there is one."""
    return role is not None and member.get_role(role) is not None


async def require_moderator(interaction: Interaction, session: Session) -> None:
    """Raises Refused for all who may not moderate the game."""
    if not await may_moderate(interaction, session):
        raise Refused(Refusal.NO_RIGHT)


def require_own_right(interaction: Interaction) -> int:
    """The server, if the one who asks may manage its channels by a right of their own. Raises Refused.

    The moderators' role is not enough for what says who moderates.
    """
    if interaction.guild_id is None or not isinstance(interaction.user, discord.Member):
        raise Refused(Refusal.NOT_IN_SERVER)
    if not interaction.user.guild_permissions.manage_channels:
        raise Refused(Refusal.ROLE_NOT_ENOUGH)
    return interaction.guild_id


async def require_opener(interaction: Interaction) -> None:
    """Raises Refused for those whom the server does not let open games."""
    settings = await settings_of(interaction.client.store, interaction.guild_id)
    if settings.openers != MODERATORS or interaction.permissions.manage_channels:
        return
    member = interaction.user
    if not isinstance(member, discord.Member) or not any(
        holds(member, role) for role in (settings.role, settings.openers_role)
    ):
        raise Refused(Refusal.MAY_NOT_OPEN)


def missing(interaction: Interaction, *, for_thread: bool = False) -> list[str]:
    """The rights that the bot lacks in the channel of an interaction, in Discord's words.

    `for_thread`: those to open a thread there and to write in it, too.
    """
    have = interaction.app_permissions
    more = [right for right in ("create_public_threads", IN_THREADS) if for_thread and not getattr(have, right)]
    return [*lacking(have, isinstance(interaction.channel, discord.Thread)), *map(title, more)]


async def missing_at(interaction: Interaction, session: Session) -> list[str]:
    """The same in the channel of a game, wherever it is asked. Of a channel that is not seen, the first of them."""
    if session.row.channel == interaction.channel_id:
        return missing(interaction)
    try:
        place = await interaction.client.voice.channel(session.row.channel)
    except Unreachable:
        return [title(NEEDED[0])]
    return missing_in(place)
