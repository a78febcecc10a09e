"""What one person may see of the world, as JSON: for the start of a page, and for each of its updates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.sandbox import commands, options
from bot.sandbox.nouns import Channel, Guild, InteractionRecord, Message, User
from bot.sandbox.payloads import channel_json, member_json, message_json, role_json, user_json
from bot.sandbox.permissions import Permission
from bot.sandbox.site import Site

Json = dict[str, Any]


def sight(site: Site, user: User) -> Json:
    """Everything: guilds with members, channels and messages, conversations, and the person's open interactions."""
    world = site.world
    return {
        "now": world.now(),
        "me": own_sight(user),
        "bot": user_json(world.bot),
        "guilds": [guild_sight(site, user, each) for each in world.guilds.values() if user.id in each.members],
        "dms": [
            channel_sight(site, user, each)
            for each in world.channels.values()
            if each.is_dm and user.id in each.recipient_ids
        ],
        "interactions": [
            interaction_sight(each)
            for each in world.interactions.values()
            if each.user_id == user.id and each.state in ("waiting", "thinking", "modal", "failed")
        ],
    }


def own_sight(user: User) -> Json:
    return user_json(user) | {"accepts_dms": user.accepts_dms}


def guild_sight(site: Site, user: User, guild: Guild) -> Json:
    """A guild with the channels and threads that the person sees in it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "roles": [role_json(each) for each in guild.roles.values()],
        "members": [member_json(site.world, each) for each in guild.members.values()],
        "channels": [channel_sight(site, user, each) for each in seen_channels(site, user, guild)],
    }


def seen_channels(site: Site, user: User, guild: Guild) -> Iterator[Channel]:
    """Channels, each followed by its threads."""
    world = site.world
    for channel in sorted(world.channels_of(guild.id), key=lambda each: each.position):
        for each in (channel, *world.threads_of(guild.id, channel.id)):
            if world.may(user.id, each, Permission.VIEW_CHANNEL):
                yield each


def channel_sight(site: Site, user: User, channel: Channel, *, with_messages: bool = True) -> Json:
    """A channel, what the person may do in it, and what it shows them."""
    body = channel_json(site.world, channel)
    body["permissions"] = str(int(site.world.permissions(user.id, channel)))
    if channel.is_dm:
        others = [each for each in channel.recipient_ids if each != user.id]
        body["recipients"] = [user_json(site.world.users[each]) for each in others]
    if channel.is_thread:
        body["joined"] = user.id in channel.thread_members
    if with_messages:
        body["messages"] = [message_sight(site, user, each) for each in site.world.seen_in(user.id, channel)]
    return body


def message_sight(site: Site, user: User, message: Message) -> Json:
    """A message, with `pinged` (whether its sending notified this person) and `ephemeral`."""
    body = message_json(site.world, message, site.url)
    body |= {
        "pinged": user.id in message.pings,
        "silent": message.silent,
        "ephemeral": message.ephemeral_for is not None,
        "thinking": message.is_loading,
    }
    if message.interaction_id is not None:
        interaction = site.world.interactions[message.interaction_id]
        body["interaction_of"] = user_json(site.world.users[interaction.user_id])
    return body


def interaction_sight(interaction: InteractionRecord) -> Json:
    """How far the person's own interaction has got, with the modal or the choices that it brought."""
    return {
        "id": str(interaction.id),
        "kind": interaction.kind,
        "state": interaction.state,
        "name": interaction.name,
        "channel_id": str(interaction.channel_id),
        "message_id": None if interaction.message_id is None else str(interaction.message_id),
        "custom_id": interaction.data.get("custom_id"),
        "acknowledged_after": interaction.acknowledged_after,
        "modal": interaction.modal,
        "choices": interaction.choices,
    }


def commands_sight(site: Site, user: User, channel: Channel) -> list[Json]:
    """What may be called there: for each line (`game new`) its command's id, description and options."""
    found = []
    for command in options.offered(site, channel, user.id):
        for words, inner in commands.leaves(command.body):
            leaf = _leaf(command.body, words)
            found.append(
                {
                    "command_id": str(command.id),
                    "line": " ".join(words),
                    "description": leaf["description"],
                    "options": inner,
                }
            )
    return found


def _leaf(body: Json, words: tuple[str, ...]) -> Json:
    for word in words[1:]:
        body = next(each for each in body["options"] if each["name"] == word)
    return body
