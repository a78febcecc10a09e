"""Discord's permission bits and how guild, roles and channel overwrites add up.

https://discord.com/developers/docs/topics/permissions is what this page computes.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.sandbox.world import Channel, Guild, World


class Permission(IntFlag):
    """The bits, by Discord's names."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    MANAGE_EXPRESSIONS = 1 << 30
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    USE_EXTERNAL_STICKERS = 1 << 37
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_VOICE_MESSAGES = 1 << 46
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51
    BYPASS_SLOWMODE = 1 << 52


EVERYTHING = Permission((1 << 53) - 1)
NOTHING = Permission(0)

EVERYONE = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.SEND_POLLS
)
"""What @everyone may do in a new guild."""

IN_DM = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.PIN_MESSAGES
)
"""What either side may do in a direct message."""


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


def in_channel(world: World, channel: Channel, user_id: int) -> Permission:
    """What the user may do in the channel, thread (its parent's overwrites count) or direct message."""
    if channel.guild_id is None:
        return IN_DM if user_id in channel.recipient_ids else NOTHING
    guild = world.guilds.get(channel.guild_id)
    if guild is None:
        return NOTHING
    base = in_guild(guild, user_id)
    if base & Permission.ADMINISTRATOR or base == NOTHING:
        return base
    place = world.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
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
