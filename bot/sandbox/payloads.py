"""The world's nouns as the JSON that Discord sends for them, over REST and over the gateway."""

from __future__ import annotations

import struct
from typing import Any

from bot.sandbox.clock import iso
from bot.sandbox.nouns import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    Attachment,
    Channel,
    InteractionRecord,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)
from bot.sandbox.world import World

Json = dict[str, Any]


def user_json(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "global_name": None if user.bot else user.name,
        "discriminator": "0000" if user.bot else "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
        "bot": user.bot,
        "system": False,
    }


def own_user_json(user: User) -> Json:
    """The bot's own user, as it sees itself."""
    return user_json(user) | {
        "mfa_enabled": True,
        "locale": "en-US",
        "premium_type": 0,
        "email": None,
        "verified": True,
    }


def role_json(role: Role) -> Json:
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": role.color,
        "colors": {"primary_color": role.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def member_json(world: World, member: Member, *, with_user: bool = True) -> Json:
    body: Json = {
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "collectibles": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": iso(member.joined),
        "nick": member.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(each) for each in sorted(member.role_ids)],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        body["user"] = user_json(world.users[member.user_id])
    return body


def overwrite_json(overwrite: Overwrite) -> Json:
    return {
        "id": str(overwrite.target_id),
        "type": 0 if overwrite.is_role else 1,
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def channel_json(world: World, channel: Channel) -> Json:
    """A channel of any kind. A direct message lists who is there besides the bot, as Discord does."""
    body: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "flags": 0,
        "last_message_id": _id_or_null(channel.last_message_id),
        "last_pin_timestamp": None if channel.last_pin is None else iso(channel.last_pin),
    }
    if channel.is_dm:
        others = [each for each in channel.recipient_ids if each != world.bot.id]
        return body | {"recipients": [user_json(world.users[each]) for each in others]}
    body |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": _id_or_null(channel.parent_id),
        "rate_limit_per_user": 0,
    }
    if channel.is_thread:
        return body | _thread_part(world, channel)
    return body | {
        "topic": channel.topic,
        "position": channel.position,
        "nsfw": False,
        "permission_overwrites": [overwrite_json(each) for each in channel.overwrites.values()],
    }


def _thread_part(world: World, thread: Channel) -> Json:
    body: Json = {
        "owner_id": str(thread.owner_id),
        "message_count": len(thread.messages),
        "total_message_sent": len(thread.messages),
        "member_count": min(50, len(thread.thread_members)),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": iso(thread.archived_at),
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": iso((thread.id >> 22) / 1000 + 1_420_070_400.0),
        },
    }
    if thread.is_private_thread:
        body["thread_metadata"]["invitable"] = True
    if world.bot.id in thread.thread_members:
        body["member"] = thread_member_json(thread, world.bot.id)
    return body


def thread_member_json(thread: Channel, user_id: int) -> Json:
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": iso(thread.thread_members[user_id]),
        "flags": 0,
    }


def attachment_json(attachment: Attachment, url: str) -> Json:
    """A file; `url` is the sandbox's own address, since the bytes are served from there."""
    where = f"{url}{attachment_path(attachment)}"
    body: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.content),
        "url": where,
        "proxy_url": where,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.ephemeral:
        body["ephemeral"] = True
    if size := png_size(attachment.content):
        body["width"], body["height"] = size
    return body


def attachment_path(attachment: Attachment) -> str:
    kind = "ephemeral-attachments" if attachment.ephemeral else "attachments"
    return f"/{kind}/{attachment.channel_id}/{attachment.id}/{attachment.filename}"


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG in pixels, nothing for other bytes."""
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def message_json(world: World, message: Message, url: str) -> Json:
    """The message as REST gives it."""
    mentioned = [world.users[each] for each in message.mention_ids]
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": 0,
        "content": message.content,
        "author": user_json(world.users[message.author_id]),
        "timestamp": iso(message.created),
        "edited_timestamp": None if message.edited is None else iso(message.edited),
        "tts": message.tts,
        "mention_everyone": message.mention_everyone,
        "mentions": [user_json(each) for each in mentioned],
        "mention_roles": [str(each) for each in message.mention_role_ids],
        "attachments": [attachment_json(each, url) for each in message.attachments],
        "embeds": message.embeds,
        "components": message.components,
        "pinned": message.pinned is not None,
        "flags": message.flags,
    }
    if message.reactions:
        body["reactions"] = [_reaction_json(world, emoji, users) for emoji, users in message.reactions.items()]
    if message.thread_id is not None and message.thread_id in world.channels:
        body["thread"] = channel_json(world, world.channels[message.thread_id])
    return body | _origin(world, message, url)


def _origin(world: World, message: Message, url: str) -> Json:
    """Where the message comes from: an interaction, a reply's reference, the sender's nonce."""
    body: Json = {}
    if message.nonce is not None:
        body["nonce"] = message.nonce
    if message.interaction_id is not None:
        interaction = world.interactions[message.interaction_id]
        body["type"] = 20 if interaction.kind == COMMAND and message.followup_of is None else 0
        body["application_id"] = str(world.application_id)
        body["webhook_id"] = str(world.application_id)
        body["interaction_metadata"] = _interaction_metadata(world, interaction, message)
        if interaction.kind == COMMAND and message.followup_of is None:
            body["interaction"] = {
                "id": str(interaction.id),
                "type": interaction.kind,
                "name": interaction.name,
                "user": user_json(world.users[interaction.user_id]),
            }
    if message.reference is not None:
        channel_id, message_id = message.reference
        referred = world.messages.get(message_id)
        body["type"] = 19
        body["message_reference"] = {"type": 0, "channel_id": str(channel_id), "message_id": str(message_id)}
        if (guild_id := world.channels[channel_id].guild_id) is not None:
            body["message_reference"]["guild_id"] = str(guild_id)
        body["referenced_message"] = None
        if referred is not None and not referred.deleted:
            plain = message_json(world, referred, url)
            for name in ("referenced_message", "reactions"):
                plain.pop(name, None)
            body["referenced_message"] = plain
    return body


def _interaction_metadata(world: World, interaction: InteractionRecord, message: Message) -> Json:
    body: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": user_json(world.users[interaction.user_id]),
        "authorizing_integration_owners": owners_json(interaction),
    }
    if message.followup_of is not None:
        body["original_response_message_id"] = str(message.followup_of)
    if interaction.kind == COMMAND:
        return body
    if interaction.kind == COMPONENT:
        return body | _interacted(interaction)
    trigger = world.interactions[interaction.modal_of or interaction.id]
    cause: Json = {
        "id": str(trigger.id),
        "type": trigger.kind,
        "user": user_json(world.users[trigger.user_id]),
        "authorizing_integration_owners": owners_json(trigger),
    }
    return body | {"triggering_interaction_metadata": cause | _interacted(trigger)}


def _interacted(interaction: InteractionRecord) -> Json:
    """The message of the component, if there is one."""
    return {} if interaction.message_id is None else {"interacted_message_id": str(interaction.message_id)}


def owners_json(interaction: InteractionRecord) -> Json:
    """Whose installation of the application the interaction uses: the guild's."""
    return {"0": str(interaction.guild_id or 0)}


def _reaction_json(world: World, emoji: str, users: list[int]) -> Json:
    name, _, number = emoji.partition(":")
    return {
        "emoji": {"id": number or None, "name": name},
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "burst_colors": [],
        "me_burst": False,
        "me": world.bot.id in users,
    }


def gateway_message_json(world: World, message: Message, url: str) -> Json:
    """The message as the gateway gives it: with its guild and the author as a member of it."""
    body = message_json(world, message, url)
    channel = world.channels[message.channel_id]
    guild = world.guild_of(channel)
    if guild is not None:
        body["guild_id"] = str(guild.id)
        if member := guild.members.get(message.author_id):
            body["member"] = member_json(world, member, with_user=False)
        for mention in body["mentions"]:
            if mentioned := guild.members.get(int(mention["id"])):
                mention["member"] = member_json(world, mentioned, with_user=False)
    return body


def interaction_json(world: World, interaction: InteractionRecord, url: str, size_limit: int) -> Json:
    """INTERACTION_CREATE's content."""
    channel = world.channels[interaction.channel_id]
    member_bits = world.permissions(interaction.user_id, channel)
    channel_body = channel_json(world, channel)
    if channel.guild_id is not None:
        channel_body["permissions"] = str(int(member_bits))
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel_body,
        "locale": "en-US",
        "app_permissions": str(int(world.permissions(world.bot.id, channel))),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": owners_json(interaction),
        "context": 0 if interaction.guild_id else 1,
        "attachment_size_limit": size_limit,
    }
    user = world.users[interaction.user_id]
    guild = world.guilds.get(interaction.guild_id or 0)
    if guild is None:
        body["user"] = user_json(user)
    else:
        body |= {
            "guild_id": str(guild.id),
            "guild_locale": "en-US",
            "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
            "member": member_json(world, guild.members[user.id]) | {"permissions": str(int(member_bits))},
        }
    if interaction.message_id is not None and interaction.kind != AUTOCOMPLETE:
        body["message"] = message_json(world, world.messages[interaction.message_id], url)
    return body


def _id_or_null(number: int | None) -> str | None:
    return None if number is None else str(number)
