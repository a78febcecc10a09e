"""Which gateway events a happening becomes for the bot: name, content, the intent it needs, and its guild."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.clock import iso
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
from bot.sandbox.payloads import (
    channel_json,
    gateway_message_json,
    guild_create_json,
    interaction_json,
    member_json,
    role_json,
    thread_member_json,
    user_json,
)
from bot.sandbox.permissions import Permission
from bot.sandbox.site import Site
from bot.sandbox.world import Channel

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
    world = site.world
    match happening:
        case InteractionHappened(interaction):
            if interaction.state == "waiting":
                data = interaction_json(world, interaction, site.url, LIMITS.attachment_size)
                yield Dispatch("INTERACTION_CREATE", data, 0, interaction.guild_id)
        case MessageHappened():
            yield from _message(site, happening)
        case ReactionHappened(change, message, user_id, emoji):
            channel = world.channels[message.channel_id]
            if _sees(site, channel):
                name, _, number = emoji.partition(":")
                data = {
                    "user_id": str(user_id),
                    "channel_id": str(channel.id),
                    "message_id": str(message.id),
                    "emoji": {"id": number or None, "name": name},
                    "type": 0,
                    "burst": False,
                } | _in_guild(channel)
                event = "MESSAGE_REACTION_ADD" if change == "created" else "MESSAGE_REACTION_REMOVE"
                intent = DIRECT_REACTIONS if channel.is_dm else GUILD_REACTIONS
                yield Dispatch(event, data, intent, channel.guild_id)
        case PinsHappened(channel):
            if _sees(site, channel):
                last = None if channel.last_pin is None else iso(channel.last_pin)
                data = {"channel_id": str(channel.id), "last_pin_timestamp": last} | _in_guild(channel)
                yield Dispatch("CHANNEL_PINS_UPDATE", data, GUILDS, channel.guild_id)
        case ChannelHappened():
            yield from _channel(site, happening)
        case ThreadMembersHappened(channel, added, removed):
            if _sees(site, channel) and _has_bot(site, channel.guild_id):
                data = {
                    "id": str(channel.id),
                    "guild_id": str(channel.guild_id),
                    "member_count": len(channel.thread_members),
                    "added_members": [thread_member_json(channel, each) for each in added],
                    "removed_member_ids": [str(each) for each in removed],
                }
                yield Dispatch("THREAD_MEMBERS_UPDATE", data, GUILDS, channel.guild_id)
        case GuildHappened(change, guild):
            if _has_bot(site, guild.id):
                full = guild_create_json(world, guild)
                data = {"id": str(guild.id)} if change == "deleted" else full
                if change == "created":
                    del data["unavailable"]
                yield Dispatch(f"GUILD_{_SUFFIX[change]}", data, GUILDS, guild.id)
        case RoleHappened(change, role):
            if _has_bot(site, role.guild_id):
                data = {"guild_id": str(role.guild_id)}
                data |= {"role_id": str(role.id)} if change == "deleted" else {"role": role_json(role)}
                yield Dispatch(f"GUILD_ROLE_{_SUFFIX[change]}", data, GUILDS, role.guild_id)
        case MemberHappened(change, member):
            if not _has_bot(site, member.guild_id):
                return
            event = {"created": "ADD", "edited": "UPDATE", "deleted": "REMOVE"}[change]
            data = {"guild_id": str(member.guild_id)}
            if change == "deleted":
                data["user"] = user_json(world.users[member.user_id])
            else:
                data |= member_json(world, member)
            own = member.user_id == world.bot.id and change == "edited"
            yield Dispatch(f"GUILD_MEMBER_{event}", data, GUILDS if own else GUILD_MEMBERS, member.guild_id)
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


def _channel(site: Site, happening: ChannelHappened) -> Iterator[Dispatch]:
    channel = happening.channel
    if channel.is_dm:
        # Discord has not told bots of new conversations since version 8 of its interface.
        return
    if not _has_bot(site, channel.guild_id):
        return
    event = f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{_SUFFIX[happening.change]}"
    data = channel_json(site.world, channel)
    if channel.is_thread:
        if happening.change != "deleted" and not _sees(site, channel):
            return
        if happening.change == "created":
            data["newly_created"] = True
    yield Dispatch(event, data, GUILDS, channel.guild_id)


def _sees(site: Site, channel: Channel) -> bool:
    return site.world.may(site.world.bot.id, channel, Permission.VIEW_CHANNEL)


def _has_bot(site: Site, guild_id: int | None) -> bool:
    return guild_id is not None and site.world.is_member(guild_id, site.world.bot.id)


def _in_guild(channel: Channel) -> Json:
    return {} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}


def without_content(data: Json) -> Json:
    """A message as a bot without the message content intent gets it."""
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
