"""How guild, roles and channel overwrites add up to what somebody may do.

https://discord.com/developers/docs/topics/permissions is what this page computes.
"""

from __future__ import annotations

from bot.sandbox.nouns import Channel, Guild
from bot.sandbox.permissions import EVERYTHING, IN_DM, NOTHING, Permission


def in_guild(guild: Guild, user_id: int) -> Permission:
    """A member's permissions before channel overwrites; nothing for who is not a member."""
    member = guild.members.get(user_id)
    if member is None:
        return NOTHING
    if guild.owner_id == user_id:
        return EVERYTHING
    total = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        total |= guild.roles[role_id].permissions
    return EVERYTHING if total & Permission.ADMINISTRATOR else total


def in_channel(guild: Guild | None, channel: Channel, place: Channel, user_id: int) -> Permission:
    """What the user may do in a channel or thread of the guild, or in a direct message.

    `place`: the channel whose overwrites count, which is the parent of a thread.
    """
    if channel.guild_id is None:
        return IN_DM if user_id in channel.recipient_ids else NOTHING
    if guild is None:
        return NOTHING
    base = in_guild(guild, user_id)
    if base & Permission.ADMINISTRATOR or base == NOTHING:
        return base
    total = _overwritten(guild, place, user_id, base)
    if not total & Permission.VIEW_CHANNEL:
        return NOTHING
    if channel.is_private_thread and user_id not in channel.thread_members and not total & Permission.MANAGE_THREADS:
        return NOTHING
    if not channel.is_thread and not total & Permission.SEND_MESSAGES:
        total &= ~(Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE)
    return total


def _overwritten(guild: Guild, channel: Channel, user_id: int, base: Permission) -> Permission:
    """@everyone's overwrite first, then those of all roles together, then the member's own."""
    member = guild.members[user_id]
    everyone = channel.overwrites.get(guild.id)
    if everyone:
        base = base & ~everyone.deny | everyone.allow
    allow = deny = NOTHING
    for role_id in member.role_ids:
        if overwrite := channel.overwrites.get(role_id):
            allow |= overwrite.allow
            deny |= overwrite.deny
    base = base & ~deny | allow
    own = channel.overwrites.get(user_id)
    if own:
        base = base & ~own.deny | own.allow
    return base
