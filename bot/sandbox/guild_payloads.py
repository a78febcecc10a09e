"""A guild as the JSON that Discord sends for it, over REST and over the gateway."""

from __future__ import annotations

from typing import Any

from bot.sandbox.clock import iso
from bot.sandbox.nouns import Guild
from bot.sandbox.payloads import channel_json, member_json, role_json
from bot.sandbox.permissions import Permission
from bot.sandbox.world import World

Json = dict[str, Any]


def guild_json(world: World, guild: Guild) -> Json:
    """The guild as REST gives it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(guild.owner_id),
        "application_id": None,
        "region": "local",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(each) for each in guild.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [emoji_json(number, name) for number, name in guild.emojis.items()],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create_json(world: World, guild: Guild) -> Json:
    """The guild as GUILD_CREATE gives it to a bot without the members intent: of the members only itself."""
    me = guild.members[world.bot.id]
    return guild_json(world, guild) | {
        "joined_at": iso(me.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(world, me)],
        "channels": [channel_json(world, each) for each in world.channels_of(guild.id)],
        "threads": [
            channel_json(world, each)
            for each in world.threads_of(guild.id)
            if not each.archived and world.may(world.bot.id, each, Permission.VIEW_CHANNEL)
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji_json(number: int, name: str) -> Json:
    return {
        "id": str(number),
        "name": name,
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
