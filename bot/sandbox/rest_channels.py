"""Routes of channels and threads: get, change, delete, overwrite, open threads and enter them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form
from bot.sandbox.happenings import ChannelHappened, MessageHappened, ThreadMembersHappened
from bot.sandbox.limits import LIMITS
from bot.sandbox.nouns import PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel, Overwrite
from bot.sandbox.payloads import channel_json, thread_member_json
from bot.sandbox.permissions import NOTHING, Permission
from bot.sandbox.site import Answer, Call, Route, Site, channel_of, guild_of, message_of
from bot.sandbox.threads import archive, open_thread
from bot.sandbox.world import World

Json = dict[str, Any]


def _seen(site: Site, call: Call) -> Channel:
    channel = channel_of(site, call)
    _need(site, channel, Permission.VIEW_CHANNEL, Refusal.MISSING_ACCESS)
    return channel


def _need(site: Site, channel: Channel, needed: Permission, refusal: Refusal = Refusal.MISSING_PERMISSIONS) -> None:
    if not site.world.may(site.world.bot.id, channel, needed):
        raise ApiError(refusal)


def get_channel(site: Site, call: Call) -> Answer:
    """GET /channels/{channel_id}"""
    return Answer(channel_json(site.world, _seen(site, call)))


def edit_channel(site: Site, call: Call) -> Answer:
    """PATCH /channels/{channel_id}: name and topic of a channel; name, archived and locked of a thread."""
    channel = _seen(site, call)
    if channel.is_dm:
        raise ApiError(Refusal.WRONG_ON_DM)
    body, form = call.table(), Form()
    name = form.text(("name",), body.get("name"), low=1, high=LIMITS.thread_name)
    if channel.is_thread:
        _edit_thread(site, channel, body, form)
    else:
        _need(site, channel, Permission.MANAGE_CHANNELS)
        topic = form.text(("topic",), body.get("topic"), high=1024)
        form.check()
        channel.topic = topic if "topic" in body else channel.topic
    channel.name = name or channel.name
    site.world.publish(ChannelHappened("edited", channel))
    return Answer(channel_json(site.world, channel))


def _edit_thread(site: Site, thread: Channel, body: Json, form: Form) -> None:
    """The thread's owner may archive and rename it; locking, and reopening a locked one, need the right."""
    manages = site.world.may(site.world.bot.id, thread, Permission.MANAGE_THREADS)
    archived = form.flag(("archived",), body.get("archived"), default=thread.archived)
    locked = form.flag(("locked",), body.get("locked"), default=thread.locked)
    duration = form.number(
        ("auto_archive_duration",), body.get("auto_archive_duration"), low=60, high=10080, default=thread.auto_archive
    )
    form.check()
    if not manages and (locked != thread.locked or thread.locked or thread.owner_id != site.world.bot.id):
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    if thread.archived and archived and set(body) - {"archived", "locked"}:
        raise ApiError(Refusal.THREAD_ARCHIVED)
    thread.locked, thread.auto_archive = locked, duration
    archive(site.world, thread, archived)


def delete_channel(site: Site, call: Call) -> Answer:
    """DELETE /channels/{channel_id}"""
    channel = _seen(site, call)
    if not channel.is_dm:
        _need(site, channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
        remove_channel(site.world, channel)
    return Answer(channel_json(site.world, channel))


def remove_channel(world: World, channel: Channel) -> None:
    """Takes the channel away with its threads and messages, and tells of it."""
    threads = [] if channel.guild_id is None else list(world.threads_of(channel.guild_id, channel.id))
    for each in (*threads, channel):
        for message in each.messages.values():
            message.deleted = True
        del world.channels[each.id]
        world.publish(ChannelHappened("deleted", each))


def set_overwrite(site: Site, call: Call) -> Answer:
    """PUT /channels/{channel_id}/permissions/{overwrite_id}"""
    channel = _seen(site, call)
    _need(site, channel, Permission.MANAGE_ROLES)
    body, form = call.table(), Form()
    kind = form.choice(("type",), body.get("type"), (0, 1))
    bits = [form.snowflake((name,), body.get(name) or "0") for name in ("allow", "deny")]
    form.check()
    target = call.id("overwrite_id")
    allow, deny = (Permission(each or 0) for each in bits)
    channel.overwrites[target] = Overwrite(target, kind == 0, allow, deny)
    site.world.publish(ChannelHappened("edited", channel))
    return Answer(status=204)


def remove_overwrite(site: Site, call: Call) -> Answer:
    """DELETE /channels/{channel_id}/permissions/{overwrite_id}"""
    channel = _seen(site, call)
    _need(site, channel, Permission.MANAGE_ROLES)
    channel.overwrites.pop(call.id("overwrite_id"), None)
    site.world.publish(ChannelHappened("edited", channel))
    return Answer(status=204)


def change_overwrite(
    world: World, channel: Channel, target_id: int, *, allow: Permission = NOTHING, deny: Permission = NOTHING
) -> None:
    """Allows and denies bits on top of what the overwrite says, and tells of it."""
    guild = world.guild_of(channel)
    is_role = guild is not None and target_id in guild.roles
    old = channel.overwrites.get(target_id, Overwrite(target_id, is_role))
    new = replace(old, allow=old.allow & ~deny | allow, deny=old.deny & ~allow | deny)
    channel.overwrites[target_id] = new
    world.publish(ChannelHappened("edited", channel))


def create_channel(site: Site, call: Call) -> Answer:
    """POST /guilds/{guild_id}/channels: text channels only."""
    guild = guild_of(site, call)
    world = site.world
    from_everywhere = any(
        world.may(world.bot.id, each, Permission.MANAGE_CHANNELS) for each in world.channels_of(guild.id)
    )
    if not from_everywhere:
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    body, form = call.table(), Form()
    name = form.text(("name",), body.get("name"), low=1, high=LIMITS.thread_name, required=True)
    form.choice(("type",), body.get("type", TEXT), (TEXT,))
    topic = form.text(("topic",), body.get("topic"), high=1024)
    form.check()
    channel = Channel(world.snowflake(), TEXT, name or "", guild.id, topic=topic)
    world.add_channel(channel)
    world.publish(ChannelHappened("created", channel))
    return Answer(channel_json(world, channel), 201)


def list_channels(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}/channels"""
    guild = guild_of(site, call)
    return Answer([channel_json(site.world, each) for each in site.world.channels_of(guild.id)])


def create_thread(site: Site, call: Call) -> Answer:
    """POST /channels/{channel_id}/threads: public, or private (the default of Discord's, too)."""
    channel = _seen(site, call)
    if channel.kind != TEXT:
        raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
    body, form = call.table(), Form()
    kind = form.choice(("type",), body.get("type", PRIVATE_THREAD), (10, PUBLIC_THREAD, PRIVATE_THREAD))
    name, duration = _read_thread(form, body)
    private = kind == PRIVATE_THREAD
    _need(site, channel, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    thread = open_thread(site.world, channel, site.world.bot.id, name, private=private, duration=duration)
    return Answer(channel_json(site.world, thread), 201)


def create_thread_at(site: Site, call: Call) -> Answer:
    """POST /channels/{channel_id}/messages/{message_id}/threads: a public thread that starts from the message."""
    channel = _seen(site, call)
    if channel.kind != TEXT:
        raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
    name, duration = _read_thread(Form(), call.table())
    _need(site, channel, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(site, call, channel)
    if message.thread_id is not None:
        raise ApiError(Refusal.THREAD_EXISTS)
    world = site.world
    message.thread_id = message.id
    thread = open_thread(world, channel, world.bot.id, name, duration=duration, thread_id=message.id)
    world.publish(MessageHappened("edited", message))
    return Answer(channel_json(world, thread), 201)


def _read_thread(form: Form, body: Json) -> tuple[str, int]:
    name = form.text(("name",), body.get("name"), low=1, high=LIMITS.thread_name, required=True)
    duration = body.get("auto_archive_duration") or 1440
    form.choice(("auto_archive_duration",), duration, (60, 1440, 4320, 10080))
    form.check()
    return name or "", duration


def _thread(site: Site, call: Call) -> Channel:
    thread = _seen(site, call)
    if not thread.is_thread:
        raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
    return thread


def _who(site: Site, call: Call) -> int:
    if call.params["user_id"] == "@me":
        return site.world.bot.id
    user_id = call.id("user_id")
    if user_id not in site.world.users:
        raise ApiError(Refusal.UNKNOWN_USER)
    return user_id


def enter_thread(site: Site, call: Call) -> Answer:
    """PUT /channels/{channel_id}/thread-members/{user_id}"""
    thread = _thread(site, call)
    user_id = _who(site, call)
    if thread.archived:
        raise ApiError(Refusal.THREAD_ARCHIVED)
    if user_id != site.world.bot.id:
        _need(site, thread, Permission.SEND_MESSAGES_IN_THREADS)
        parent = site.world.channels[thread.parent_id or 0]
        if not site.world.may(user_id, parent, Permission.VIEW_CHANNEL):
            raise ApiError(Refusal.MISSING_ACCESS)
    if user_id not in thread.thread_members:
        thread.thread_members[user_id] = site.world.now()
        site.world.publish(ThreadMembersHappened(thread, added=(user_id,)))
    return Answer(status=204)


def leave_thread(site: Site, call: Call) -> Answer:
    """DELETE /channels/{channel_id}/thread-members/{user_id}"""
    thread = _thread(site, call)
    user_id = _who(site, call)
    if user_id != site.world.bot.id and thread.owner_id != site.world.bot.id:
        _need(site, thread, Permission.MANAGE_THREADS)
    if thread.thread_members.pop(user_id, None) is not None:
        site.world.publish(ThreadMembersHappened(thread, removed=(user_id,)))
    return Answer(status=204)


def list_thread_members(site: Site, call: Call) -> Answer:
    """GET /channels/{channel_id}/thread-members"""
    thread = _thread(site, call)
    return Answer([thread_member_json(thread, each) for each in thread.thread_members])


def get_thread_member(site: Site, call: Call) -> Answer:
    """GET /channels/{channel_id}/thread-members/{user_id}"""
    thread = _thread(site, call)
    user_id = _who(site, call)
    if user_id not in thread.thread_members:
        raise ApiError(Refusal.UNKNOWN_MEMBER)
    return Answer(thread_member_json(thread, user_id))


def active_threads(site: Site, call: Call) -> Answer:
    """GET /guilds/{guild_id}/threads/active"""
    guild = guild_of(site, call)
    world, bot = site.world, site.world.bot.id
    threads = [
        each
        for each in world.threads_of(guild.id)
        if not each.archived and world.may(bot, each, Permission.VIEW_CHANNEL)
    ]
    own = [thread_member_json(each, bot) for each in threads if bot in each.thread_members]
    return Answer({"threads": [channel_json(world, each) for each in threads], "members": own, "has_more": False})


_CHANNEL: Final = "/channels/{channel_id}"
_MEMBER: Final = "/channels/{channel_id}/thread-members/{user_id}"
_OVERWRITE: Final = "/channels/{channel_id}/permissions/{overwrite_id}"

ROUTES: Final = (
    Route("GET", _CHANNEL, get_channel),
    Route("PATCH", _CHANNEL, edit_channel),
    Route("DELETE", _CHANNEL, delete_channel),
    Route("PUT", _OVERWRITE, set_overwrite),
    Route("DELETE", _OVERWRITE, remove_overwrite),
    Route("POST", _CHANNEL + "/threads", create_thread),
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", create_thread_at),
    Route("GET", _CHANNEL + "/thread-members", list_thread_members),
    Route("GET", _MEMBER, get_thread_member),
    Route("PUT", _MEMBER, enter_thread),
    Route("DELETE", _MEMBER, leave_thread),
    Route("GET", "/guilds/{guild_id}/channels", list_channels),
    Route("POST", "/guilds/{guild_id}/channels", create_channel),
    Route("GET", "/guilds/{guild_id}/threads/active", active_threads),
)
