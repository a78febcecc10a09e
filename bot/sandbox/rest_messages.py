"""Routes of messages in channels: list, get, send, edit, delete, pin, react, type."""

from __future__ import annotations

from typing import Any, Final

from bot.sandbox import messages
from bot.sandbox.clock import iso
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form
from bot.sandbox.happenings import MessageHappened, PinsHappened, ReactionHappened
from bot.sandbox.limits import LIMITS
from bot.sandbox.messages import read_draft
from bot.sandbox.nouns import CATEGORY, Channel, Message
from bot.sandbox.payloads import message_json, user_json
from bot.sandbox.permissions import Permission
from bot.sandbox.site import Answer, Call, Route, Site, channel_of, message_of

Json = dict[str, Any]


def _visible_channel(site: Site, call: Call) -> Channel:
    """The channel of the path, if the bot sees it and it holds messages."""
    channel = channel_of(site, call)
    if not site.world.may(site.world.bot.id, channel, Permission.VIEW_CHANNEL):
        raise ApiError(Refusal.MISSING_ACCESS)
    if channel.kind == CATEGORY:
        raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
    return channel


def _need(site: Site, channel: Channel, needed: Permission, refusal: Refusal = Refusal.MISSING_PERMISSIONS) -> None:
    if not site.world.may(site.world.bot.id, channel, needed):
        raise ApiError(refusal)


def _need_open(channel: Channel) -> None:
    if channel.archived:
        raise ApiError(Refusal.THREAD_ARCHIVED)


def list_messages(site: Site, call: Call) -> Answer:
    """GET /channels/{channel_id}/messages: newest first; empty without the right to read history."""
    channel = _visible_channel(site, call)
    limit = call.count("limit", 50, LIMITS.messages_page)
    if not site.world.may(site.world.bot.id, channel, Permission.READ_MESSAGE_HISTORY):
        return Answer([])
    found = [each for each in channel.messages.values() if each.ephemeral_for is None]
    if "before" in call.query:
        found = [each for each in found if each.id < int(call.query["before"])]
    if "after" in call.query:
        found = [each for each in found if each.id > int(call.query["after"])][:limit]
    page = sorted(found, key=lambda each: each.id, reverse=True)[:limit]
    return Answer([message_json(site.world, each, site.url) for each in page])


def get_message(site: Site, call: Call) -> Answer:
    """GET /channels/{channel_id}/messages/{message_id}"""
    channel = _visible_channel(site, call)
    _need(site, channel, Permission.READ_MESSAGE_HISTORY, Refusal.MISSING_ACCESS)
    return Answer(message_json(site.world, message_of(site, call, channel), site.url))


def create_message(site: Site, call: Call) -> Answer:
    """POST /channels/{channel_id}/messages. With `enforce_nonce` a repeated nonce answers the message it made first."""
    channel = channel_of(site, call)
    if channel.kind == CATEGORY:
        raise ApiError(Refusal.WRONG_CHANNEL_TYPE)
    body = call.table()
    draft = read_draft(site, body, call.files)
    form = Form()
    nonce = body.get("nonce")
    if isinstance(nonce, str):
        form.text(("nonce",), nonce, high=LIMITS.nonce)
    form.check()
    messages.check_may_send(site, channel, draft)
    if nonce is not None and body.get("enforce_nonce"):
        earlier = _sent_with(site, channel, nonce)
        if earlier is not None:
            return Answer(message_json(site.world, earlier, site.url))
    reference = _referred(site, channel, body)
    message = messages.post(site, channel, draft, nonce=nonce, reference=reference)
    return Answer(message_json(site.world, message, site.url))


def _sent_with(site: Site, channel: Channel, nonce: str | int) -> Message | None:
    since = site.world.now() - LIMITS.nonce_memory
    for message in reversed(channel.messages.values()):
        if message.created < since:
            break
        if message.nonce is not None and str(message.nonce) == str(nonce) and message.author_id == site.world.bot.id:
            return message
    return None


def _referred(site: Site, channel: Channel, body: Json) -> Message | None:
    """The message that is replied to, if any and if it still exists."""
    form = Form()
    reference = form.table(("message_reference",), body.get("message_reference"))
    if not reference:
        return None
    number = form.snowflake(("message_reference", "message_id"), reference.get("message_id"))
    form.check()
    _need(site, channel, Permission.READ_MESSAGE_HISTORY, Refusal.REPLY_NEEDS_HISTORY)
    message = channel.messages.get(number or 0)
    if message is None or message.ephemeral_for is not None:
        if reference.get("fail_if_not_exists", True):
            form.wrong(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.check()
        return None
    return message


def edit_message(site: Site, call: Call) -> Answer:
    """PATCH /channels/{channel_id}/messages/{message_id}: the bot's own ones, old ones only now and then."""
    channel = _visible_channel(site, call)
    message = message_of(site, call, channel)
    if message.author_id != site.world.bot.id:
        raise ApiError(Refusal.NOT_THE_AUTHOR)
    _need_open(channel)
    draft = read_draft(site, call.table(), call.files, edit=True)
    if draft.uploads:
        _need(site, channel, Permission.ATTACH_FILES)
    _check_old_edit(site, channel, message)
    messages.edit(site, message, draft)
    return Answer(message_json(site.world, message, site.url))


def _check_old_edit(site: Site, channel: Channel, message: Message) -> None:
    """Refuses (429, 30046) to edit messages of more than an hour ago too often."""
    now = site.world.now()
    if now - message.created <= LIMITS.old_message:
        return
    recent = [each for each in channel.old_edits if now - each < LIMITS.old_edit_window]
    if len(recent) >= LIMITS.old_edits:
        wait = LIMITS.old_edit_window - (now - recent[0])
        raise ApiError(Refusal.TOO_MANY_OLD_EDITS, retry_after=wait)
    channel.old_edits = [*recent, now]


def delete_message(site: Site, call: Call) -> Answer:
    """DELETE /channels/{channel_id}/messages/{message_id}: the bot's own, or others' with the right to do so."""
    channel = _visible_channel(site, call)
    message = message_of(site, call, channel)
    if message.author_id != site.world.bot.id:
        if channel.is_dm:
            raise ApiError(Refusal.WRONG_ON_DM)
        _need(site, channel, Permission.MANAGE_MESSAGES)
    messages.delete(site, message)
    return Answer(status=204)


def bulk_delete(site: Site, call: Call) -> Answer:
    """POST /channels/{channel_id}/messages/bulk-delete"""
    channel = _visible_channel(site, call)
    if channel.is_dm:
        raise ApiError(Refusal.WRONG_ON_DM)
    _need(site, channel, Permission.MANAGE_MESSAGES)
    form = Form()
    numbers = form.items(("messages",), call.table().get("messages"), low=2, high=LIMITS.bulk_delete)
    read = [form.snowflake(("messages", index), each) for index, each in enumerate(numbers)]
    form.check()
    found = [channel.messages[each] for each in read if each in channel.messages]
    if any(site.world.now() - each.created > LIMITS.bulk_delete_age for each in found):
        raise ApiError(Refusal.INVALID_BULK_DELETE)
    for message in found:
        messages.delete(site, message)
    return Answer(status=204)


def _pinnable(site: Site, call: Call) -> tuple[Channel, Message]:
    channel = _visible_channel(site, call)
    _need(site, channel, Permission.PIN_MESSAGES)
    _need_open(channel)
    return channel, message_of(site, call, channel)


def pin(site: Site, call: Call) -> Answer:
    """PUT /channels/{channel_id}/messages/pins/{message_id}"""
    channel, message = _pinnable(site, call)
    if message.pinned is None:
        if sum(each.pinned is not None for each in channel.messages.values()) >= LIMITS.pins:
            raise ApiError(Refusal.TOO_MANY_PINS)
        message.pinned = channel.last_pin = site.world.now()
        _tell_pin(site, channel, message)
    return Answer(status=204)


def unpin(site: Site, call: Call) -> Answer:
    """DELETE /channels/{channel_id}/messages/pins/{message_id}"""
    channel, message = _pinnable(site, call)
    if message.pinned is not None:
        message.pinned = None
        _tell_pin(site, channel, message)
    return Answer(status=204)


def _tell_pin(site: Site, channel: Channel, message: Message) -> None:
    site.world.publish(MessageHappened("edited", message))
    site.world.publish(PinsHappened(channel))


def list_pins(site: Site, call: Call) -> Answer:
    """GET /channels/{channel_id}/messages/pins: the latest pins first."""
    channel = _visible_channel(site, call)
    limit = call.count("limit", 50, 50)
    if not site.world.may(site.world.bot.id, channel, Permission.READ_MESSAGE_HISTORY):
        return Answer({"items": [], "has_more": False})
    pinned = sorted((each.pinned, each.id, each) for each in channel.messages.values() if each.pinned is not None)
    if before := call.query.get("before"):
        pinned = [each for each in pinned if iso(each[0]) < before]
    pinned.reverse()
    items = [{"pinned_at": iso(at), "message": message_json(site.world, each, site.url)} for at, _, each in pinned]
    return Answer({"items": items[:limit], "has_more": len(items) > limit})


def _emoji(call: Call) -> str:
    """`name` or `name:id`. Raises 10014 for plain words."""
    emoji = call.params["emoji"]
    if emoji.isascii() and ":" not in emoji:
        raise ApiError(Refusal.UNKNOWN_EMOJI)
    return emoji


def add_reaction(site: Site, call: Call) -> Answer:
    """PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me"""
    channel = _visible_channel(site, call)
    _need(site, channel, Permission.READ_MESSAGE_HISTORY)
    _need_open(channel)
    emoji = _emoji(call)
    message = message_of(site, call, channel)
    if emoji not in message.reactions:
        _need(site, channel, Permission.ADD_REACTIONS)
    users = message.reactions.setdefault(emoji, [])
    bot = site.world.bot.id
    if bot not in users:
        users.append(bot)
        site.world.publish(ReactionHappened("created", message, bot, emoji))
    return Answer(status=204)


def remove_reaction(site: Site, call: Call) -> Answer:
    """DELETE …/reactions/{emoji}/{user_id}: `@me`, or anybody's with the right to manage messages."""
    channel = _visible_channel(site, call)
    emoji = _emoji(call)
    message = message_of(site, call, channel)
    own = call.params["user_id"] == "@me"
    user_id = site.world.bot.id if own else call.id("user_id")
    if not own:
        _need(site, channel, Permission.MANAGE_MESSAGES)
    if user_id in message.reactions.get(emoji, ()):
        message.reactions[emoji].remove(user_id)
        if not message.reactions[emoji]:
            del message.reactions[emoji]
        site.world.publish(ReactionHappened("deleted", message, user_id, emoji))
    return Answer(status=204)


def reaction_users(site: Site, call: Call) -> Answer:
    """GET …/reactions/{emoji}"""
    channel = _visible_channel(site, call)
    emoji = _emoji(call)
    users = message_of(site, call, channel).reactions.get(emoji, ())
    return Answer([user_json(site.world.users[each]) for each in users])


def typing(site: Site, call: Call) -> Answer:
    """POST /channels/{channel_id}/typing"""
    channel = _visible_channel(site, call)
    if not channel.is_dm:
        _need(site, channel, Permission.SEND_MESSAGES)
    return Answer(status=204)


_ALL: Final = "/channels/{channel_id}/messages"
_ONE: Final = "/channels/{channel_id}/messages/{message_id}"
_PIN: Final = "/channels/{channel_id}/messages/pins/{message_id}"
_REACTION: Final = _ONE + "/reactions/{emoji}"

ROUTES: Final = (
    Route("GET", _ALL, list_messages),
    Route("POST", _ALL, create_message),
    Route("POST", _ALL + "/bulk-delete", bulk_delete),
    Route("GET", _ALL + "/pins", list_pins),
    Route("PUT", _PIN, pin),
    Route("DELETE", _PIN, unpin),
    Route("PUT", "/channels/{channel_id}/pins/{message_id}", pin),
    Route("DELETE", "/channels/{channel_id}/pins/{message_id}", unpin),
    Route("GET", _ONE, get_message),
    Route("PATCH", _ONE, edit_message),
    Route("DELETE", _ONE, delete_message),
    Route("PUT", _REACTION + "/@me", add_reaction),
    Route("DELETE", _REACTION + "/{user_id}", remove_reaction),
    Route("GET", _REACTION, reaction_users),
    Route("POST", "/channels/{channel_id}/typing", typing),
)
