"""Routes of guilds and their members and roles, and the bot's leaving."""

from __future__ import annotations

from typing import Any, Final

from bot.sandbox.dispatches import GUILD_MEMBERS
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form
from bot.sandbox.guild_payloads import guild_json
from bot.sandbox.happenings import GuildHappened, MemberHappened
from bot.sandbox.nouns import Guild, Member
from bot.sandbox.payloads import member_json, role_json
from bot.sandbox.permissions import Permission
from bot.sandbox.rights import in_guild
from bot.sandbox.site import Answer, Call, Route, Site, guild_of
from bot.sandbox.world import World

Json = dict[str, Any]


def get_guild(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}"""
    guild = guild_of(site, call)
    body = guild_json(site.world, guild)
    if call.query.get("with_counts") in ("1", "true", "True"):
        body |= {"approximate_member_count": len(guild.members), "approximate_presence_count": len(guild.members)}
    return Answer(body)


def list_own_guilds(site: Site, call: Call) -> Answer:
    """GET /users/@me/guilds"""
    world, bot = site.world, site.world.bot.id
    limit = call.count("limit", 200, 200)
    joined = [each for each in world.guilds.values() if bot in each.members]
    if "after" in call.query:
        joined = [each for each in joined if each.id > int(call.query["after"])]
    return Answer([_own_guild_json(each, bot) for each in joined[:limit]])


def _own_guild_json(guild: Guild, bot: int) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": guild.owner_id == bot,
        "permissions": str(int(in_guild(guild, bot))),
        "features": [],
    }


def leave_guild(site: Site, call: Call) -> Answer:
    """DELETE /users/@me/guilds/{guild_id}"""
    remove_bot(site.world, guild_of(site, call))
    return Answer(status=204)


def remove_bot(world: World, guild: Guild) -> None:
    """The bot is no longer in the guild: it left or was sent away."""
    world.publish(GuildHappened("deleted", guild))
    member = guild.members.pop(world.bot.id)
    for role_id in [each for each in member.role_ids if guild.roles[each].managed]:
        del guild.roles[role_id]


def get_member(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}/members/{user_id}: 10013 for nobody at all, 10007 for who is not here."""
    return Answer(member_json(site.world, _member(site, call)))


def _member(site: Site, call: Call) -> Member:
    guild = guild_of(site, call)
    user_id = call.id("user_id")
    if user_id not in site.world.users:
        raise ApiError(Refusal.UNKNOWN_USER)
    if user_id not in guild.members:
        raise ApiError(Refusal.UNKNOWN_MEMBER)
    return guild.members[user_id]


def list_members(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}/members, only for who has been granted the members intent."""
    guild = guild_of(site, call)
    limit = call.count("limit", 1, 1000)
    if not site.privileged & GUILD_MEMBERS:
        raise ApiError(Refusal.MISSING_ACCESS)
    after = int(call.query.get("after", "0"))
    members = sorted((each for each in guild.members.values() if each.user_id > after), key=lambda each: each.user_id)
    return Answer([member_json(site.world, each) for each in members[:limit]])


def search_members(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}/members/search"""
    guild = guild_of(site, call)
    limit = call.count("limit", 1, 1000)
    start = call.query.get("query", "").lower()
    found = [
        each
        for each in guild.members.values()
        if start and (each.nick or site.world.users[each.user_id].name).lower().startswith(start)
    ]
    return Answer([member_json(site.world, each) for each in found[:limit]])


def edit_own_member(site: Site, call: Call) -> Answer:
    """PATCH /guilds/{guild_id}/members/@me: the nickname."""
    guild = guild_of(site, call)
    member = guild.members[site.world.bot.id]
    form = Form()
    nick = form.text(("nick",), call.table().get("nick"), high=32)
    form.check()
    if not in_guild(guild, member.user_id) & Permission.CHANGE_NICKNAME:
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    member.nick = nick
    site.world.publish(MemberHappened("edited", member))
    return Answer(member_json(site.world, member))


def change_role(site: Site, call: Call) -> Answer:
    """PUT and DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}"""
    member = _member(site, call)
    guild = site.world.guilds[member.guild_id]
    role_id = call.id("role_id")
    if role_id not in guild.roles:
        raise ApiError(Refusal.UNKNOWN_ROLE)
    if not in_guild(guild, site.world.bot.id) & Permission.MANAGE_ROLES:
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    if call.method == "PUT":
        member.role_ids.add(role_id)
    else:
        member.role_ids.discard(role_id)
    site.world.publish(MemberHappened("edited", member))
    return Answer(status=204)


def list_roles(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}/roles"""
    return Answer([role_json(each) for each in guild_of(site, call).roles.values()])


_GUILD: Final = "/guilds/{guild_id}"
_ROLE: Final = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"

ROUTES: Final = (
    Route("GET", _GUILD, get_guild),
    Route("GET", "/users/@me/guilds", list_own_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("GET", _GUILD + "/members", list_members),
    Route("GET", _GUILD + "/members/search", search_members),
    Route("PATCH", _GUILD + "/members/@me", edit_own_member),
    Route("GET", _GUILD + "/members/{user_id}", get_member),
    Route("PUT", _ROLE, change_role),
    Route("DELETE", _ROLE, change_role),
    Route("GET", _GUILD + "/roles", list_roles),
)
