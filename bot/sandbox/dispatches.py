"""Which gateway events a happening becomes for the bot: name, content, the intent it needs, and its guild."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.clock import iso
from bot.sandbox.guild_payloads import guild_create_json
from bot.sandbox.happenings import (
    ChannelHappened,
    GuildHappened,
    Happening,
    InteractionHappened,
    MemberHappened,
    MessageHappened,
    PinsHappened,
    ReactionHappened,
    RoleHappened,
    ThreadMembersHappened,
)
from bot.sandbox.limits import LIMITS
from bot.sandbox.nouns import Channel
from bot.sandbox.payloads import (
    channel_json,
    gateway_message_json,
    interaction_json,
    member_json,
    role_json,
    thread_member_json,
    user_json,
)
from bot.sandbox.permissions import Permission
from bot.sandbox.site import Site

Json = dict[str, Any]

GUILDS: Final = 1 << 0
GUILD_MEMBERS: Final = 1 << 1
GUILD_PRESENCES: Final = 1 << 8
GUILD_MESSAGES: Final = 1 << 9
GUILD_REACTIONS: Final = 1 << 10
DIRECT_MESSAGES: Final = 1 << 12
DIRECT_REACTIONS: Final = 1 << 13
MESSAGE_CONTENT: Final = 1 << 15

PRIVILEGED: Final = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT

_SUFFIX: Final = {"created": "CREATE", "edited": "UPDATE", "deleted": "DELETE"}


@dataclass(frozen=True, slots=True)
class Dispatch:
    """One event on its way to the bot. `intent` 0 is for everybody; `guild_id` None goes to the first shard.

    `hides_content`: without the privileged intent the message's content, embeds, files and components are left out.
    """

    name: str
    data: Json
    intent: int = 0
    guild_id: int | None = None
    hides_content: bool = False


def dispatches(site: Site, happening: Happening) -> Iterator[Dispatch]:
    """What the bot hears of a happening; nothing of what it may not see, nor of guilds that it is not in."""
    match happening:
        case InteractionHappened(interaction):
            if interaction.state == "waiting":
                data = interaction_json(site.world, interaction, site.url, LIMITS.attachment_size)
                yield Dispatch("INTERACTION_CREATE", data, 0, interaction.guild_id)
        case MessageHappened():
            yield from _message(site, happening)
        case ReactionHappened(_, message) if _sees(site, site.world.channels[message.channel_id]):
            yield _reaction(site, happening)
        case PinsHappened(channel) if _sees(site, channel):
            last = None if channel.last_pin is None else iso(channel.last_pin)
            data = {"channel_id": str(channel.id), "last_pin_timestamp": last} | _in_guild(channel)
            yield Dispatch("CHANNEL_PINS_UPDATE", data, GUILDS, channel.guild_id)
        case ChannelHappened(_, channel) if _has_bot(site, channel.guild_id):
            yield from _channel(site, happening)
        case ThreadMembersHappened(channel) if _sees(site, channel):
            yield _thread_members(happening)
        case GuildHappened(_, guild) if _has_bot(site, guild.id):
            yield _guild(site, happening)
        case RoleHappened(_, role) if _has_bot(site, role.guild_id):
            yield _role(happening)
        case MemberHappened(_, member) if _has_bot(site, member.guild_id):
            yield _member(site, happening)
        case _:
            return


def _message(site: Site, happening: MessageHappened) -> Iterator[Dispatch]:
    message = happening.message
    channel = site.world.channels.get(message.channel_id)
    if message.ephemeral_for is not None or channel is None or not _sees(site, channel):
        return
    intent = DIRECT_MESSAGES if channel.is_dm else GUILD_MESSAGES
    event = f"MESSAGE_{_SUFFIX[happening.change]}"
    if happening.change == "deleted":
        data = {"id": str(message.id), "channel_id": str(channel.id)} | _in_guild(channel)
        yield Dispatch(event, data, intent, channel.guild_id)
        return
    bot = site.world.bot.id
    hides = not channel.is_dm and message.author_id != bot and bot not in message.mention_ids
    data = gateway_message_json(site.world, message, site.url)
    yield Dispatch(event, data, intent, channel.guild_id, hides)


def _reaction(site: Site, happening: ReactionHappened) -> Dispatch:
    message = happening.message
    channel = site.world.channels[message.channel_id]
    name, _, number = happening.emoji.partition(":")
    data = {
        "user_id": str(happening.user_id),
        "channel_id": str(channel.id),
        "message_id": str(message.id),
        "emoji": {"id": number or None, "name": name},
        "type": 0,
        "burst": False,
    } | _in_guild(channel)
    event = "MESSAGE_REACTION_ADD" if happening.change == "created" else "MESSAGE_REACTION_REMOVE"
    return Dispatch(event, data, DIRECT_REACTIONS if channel.is_dm else GUILD_REACTIONS, channel.guild_id)


def _channel(site: Site, happening: ChannelHappened) -> Iterator[Dispatch]:
    """A guild's channel or thread. (Of new direct messages Discord has not told bots since its version 8.)"""
    channel = happening.channel
    event = f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{_SUFFIX[happening.change]}"
    data = channel_json(site.world, channel)
    if channel.is_thread:
        if happening.change != "deleted" and not _sees(site, channel):
            return
        if happening.change == "created":
            data["newly_created"] = True
    yield Dispatch(event, data, GUILDS, channel.guild_id)


def _thread_members(happening: ThreadMembersHappened) -> Dispatch:
    thread = happening.channel
    data = {
        "id": str(thread.id),
        "guild_id": str(thread.guild_id),
        "member_count": len(thread.thread_members),
        "added_members": [thread_member_json(thread, each) for each in happening.added],
        "removed_member_ids": [str(each) for each in happening.removed],
    }
    return Dispatch("THREAD_MEMBERS_UPDATE", data, GUILDS, thread.guild_id)


def _guild(site: Site, happening: GuildHappened) -> Dispatch:
    guild = happening.guild
    if happening.change == "deleted":
        return Dispatch("GUILD_DELETE", {"id": str(guild.id)}, GUILDS, guild.id)
    data = guild_create_json(site.world, guild)
    if happening.change == "created":
        # Said of guilds that come back after an outage only; its absence means that the bot is new there.
        del data["unavailable"]
    return Dispatch(f"GUILD_{_SUFFIX[happening.change]}", data, GUILDS, guild.id)


def _role(happening: RoleHappened) -> Dispatch:
    role = happening.role
    data: Json = {"guild_id": str(role.guild_id)}
    data |= {"role_id": str(role.id)} if happening.change == "deleted" else {"role": role_json(role)}
    return Dispatch(f"GUILD_ROLE_{_SUFFIX[happening.change]}", data, GUILDS, role.guild_id)


def _member(site: Site, happening: MemberHappened) -> Dispatch:
    """Of members only who has the privileged intent is told, but of changes of itself every bot."""
    member = happening.member
    event = {"created": "ADD", "edited": "UPDATE", "deleted": "REMOVE"}[happening.change]
    data: Json = {"guild_id": str(member.guild_id)}
    if happening.change == "deleted":
        data["user"] = user_json(site.world.users[member.user_id])
    else:
        data |= member_json(site.world, member)
    own = member.user_id == site.world.bot.id and happening.change == "edited"
    return Dispatch(f"GUILD_MEMBER_{event}", data, GUILDS if own else GUILD_MEMBERS, member.guild_id)


def _sees(site: Site, channel: Channel) -> bool:
    return site.world.may(site.world.bot.id, channel, Permission.VIEW_CHANNEL)


def _has_bot(site: Site, guild_id: int | None) -> bool:
    return guild_id is not None and site.world.is_member(guild_id, site.world.bot.id)


def _in_guild(channel: Channel) -> Json:
    return {} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}


def without_content(data: Json) -> Json:
    """A message as a bot without the message content intent gets it."""
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
