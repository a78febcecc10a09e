"""Routes of users, direct messages, the application itself, and where the gateway is."""

from __future__ import annotations

from typing import Any, Final

from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form
from bot.sandbox.happenings import ChannelHappened
from bot.sandbox.nouns import DM, Channel
from bot.sandbox.payloads import channel_json, own_user_json, user_json
from bot.sandbox.site import Answer, Call, Route, Site
from bot.sandbox.world import World

Json = dict[str, Any]


def get_own_user(site: Site, call: Call) -> Answer:
    """GET /users/@me"""
    del call
    return Answer(own_user_json(site.world.bot))


def get_user(site: Site, call: Call) -> Answer:
    """GET /users/{user_id}"""
    user = site.world.users.get(call.id("user_id"))
    if user is None:
        raise ApiError(Refusal.UNKNOWN_USER)
    return Answer(user_json(user))


def open_dm(site: Site, call: Call) -> Answer:
    """POST /users/@me/channels: the conversation with a user, whether or not they take messages from the bot."""
    form = Form()
    recipient = form.snowflake(("recipient_id",), call.table().get("recipient_id"))
    form.check()
    user = site.world.users.get(recipient or 0)
    if user is None or user is site.world.bot:
        raise ApiError(Refusal.INVALID_RECIPIENTS)
    return Answer(channel_json(site.world, dm_with(site.world, user.id)))


def dm_with(world: World, user_id: int) -> Channel:
    """The bot's conversation with the user, opened if there is none."""
    channel = world.dm_between(world.bot.id, user_id)
    if channel is None:
        channel = world.add_channel(Channel(world.snowflake(), DM, recipient_ids=(world.bot.id, user_id)))
        world.publish(ChannelHappened("created", channel))
    return channel


def application_json(world: World) -> Json:
    """The application as its own bot sees it."""
    number = len([each for each in world.guilds.values() if world.bot.id in each.members])
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.owner),
        "approximate_guild_count": number,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {"oauth2_install_params": {"scopes": [], "permissions": "0"}}},
    }


def get_application(site: Site, call: Call) -> Answer:
    """GET /applications/@me and /oauth2/applications/@me"""
    del call
    return Answer(application_json(site.world))


def get_gateway(site: Site, call: Call) -> Answer:
    """GET /gateway"""
    del call
    return Answer({"url": site.gateway_url})


def get_bot_gateway(site: Site, call: Call) -> Answer:
    """GET /gateway/bot: one shard is enough for so small a world, unless the sandbox is asked for more."""
    del call
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return Answer({"url": site.gateway_url, "shards": site.shards, "session_start_limit": limit})


def list_application_emojis(site: Site, call: Call) -> Answer:
    """GET /applications/{application_id}/emojis"""
    if call.id("application_id") != site.world.application_id:
        raise ApiError(Refusal.UNKNOWN_APPLICATION)
    emojis = site.world.application_emojis
    user = user_json(site.world.bot)
    parts = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
    return Answer({"items": [{"id": str(key), "name": name, "user": user} | parts for key, name in emojis.items()]})


ROUTES: Final = (
    Route("GET", "/users/@me", get_own_user),
    Route("POST", "/users/@me/channels", open_dm),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/applications/@me", get_application),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", "/applications/{application_id}/emojis", list_application_emojis),
    Route("GET", "/gateway", get_gateway, needs_token=False),
    Route("GET", "/gateway/bot", get_bot_gateway),
)
