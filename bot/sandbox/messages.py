"""Posting, editing and deleting messages: what the REST routes of channels and of interactions share.

Every function either does its whole work or raises `ApiError` and has changed nothing.
"""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass, field
from typing import Any, Final

from bot.sandbox.components import ComponentReader
from bot.sandbox.embeds import link_pictures, read_embeds
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form, refuse
from bot.sandbox.happenings import ChannelHappened, MessageHappened
from bot.sandbox.limits import LIMITS
from bot.sandbox.mentions import Allowed, Mentions, read_allowed, resolve, resolve_reply
from bot.sandbox.nouns import EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, Attachment, Channel, Message
from bot.sandbox.payloads import attachment_path
from bot.sandbox.permissions import Permission
from bot.sandbox.site import Site, Upload
from bot.sandbox.threads import archive

Json = dict[str, Any]

_SETTABLE: Final = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
_COMPONENTS_V2: Final = 1 << 15


@dataclass(slots=True)
class Draft:
    """A request's message, read and found valid. Absent fields (of an edit) are None."""

    content: str | None = None
    embeds: list[Json] | None = None
    components: list[Json] | None = None
    kept: list[int] | None = None
    described: dict[int, str | None] = field(default_factory=dict)
    uploads: list[tuple[Upload, str | None]] = field(default_factory=list)
    flags: int | None = None
    tts: bool = False
    allowed: Allowed = field(default_factory=Allowed)

    @property
    def is_empty(self) -> bool:
        return not ((self.content or "").strip() or self.embeds or self.components or self.uploads or self.kept)


def read_draft(site: Site, body: Json, files: dict[int, Upload], *, edit: bool = False) -> Draft:
    """Reads the fields that all ways of sending share. Raises 50035, or 40005 for too big a file."""
    form = Form()
    draft = Draft()
    if "content" in body:
        draft.content = form.text(("content",), body["content"], high=LIMITS.content) or ""
    if "embeds" in body:
        draft.embeds = read_embeds(form, ("embeds",), body["embeds"])
    if "components" in body:
        emojis = frozenset(site.world.application_emojis)
        for guild in site.world.guilds.values():
            emojis |= guild.emojis.keys()
        draft.components = ComponentReader(form, emojis).rows(("components",), body["components"])
    if body.get("flags") is not None:
        draft.flags = form.number(("flags",), body["flags"], low=0, high=2**31 - 1, default=0)
        if draft.flags & _COMPONENTS_V2:
            form.wrong(("flags",), "SANDBOX_UNSUPPORTED", "The sandbox knows no components of the second version.")
    draft.tts = form.flag(("tts",), body.get("tts"))
    draft.allowed = read_allowed(form, ("allowed_mentions",), body.get("allowed_mentions"))
    _read_files(form, draft, body, files, edit=edit)
    form.check()
    return draft


def _read_files(form: Form, draft: Draft, body: Json, files: dict[int, Upload], *, edit: bool) -> None:
    """Pairs uploaded files with their entries in `attachments`; the other entries name what an edit keeps."""
    listed = form.items(("attachments",), body.get("attachments"), high=LIMITS.attachments)
    descriptions: dict[int, str | None] = {}
    names: dict[int, str] = {}
    kept: list[int] = []
    for index, each in enumerate(listed):
        path = ("attachments", index)
        entry = form.table(path, each)
        number = form.snowflake((*path, "id"), entry.get("id"))
        if number is None:
            continue
        description = entry.get("description")
        high = LIMITS.attachment_description
        descriptions[number] = form.text((*path, "description"), description, high=high) or None
        if number in files:
            names[number] = form.text((*path, "filename"), entry.get("filename"), low=1, high=1024) or ""
        elif edit:
            kept.append(number)
        else:
            form.wrong((*path, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    if len(files) > LIMITS.attachments:
        form.wrong(("files",), "BASE_TYPE_MAX_LENGTH", f"Must be {LIMITS.attachments} or fewer in length.")
    draft.described = descriptions
    draft.kept = kept if edit and "attachments" in body else None
    for number, upload in sorted(files.items()):
        if len(upload.content) > LIMITS.attachment_size:
            raise ApiError(Refusal.ENTITY_TOO_LARGE)
        named = Upload(names.get(number) or upload.filename, upload.content, upload.content_type)
        draft.uploads.append((named, descriptions.get(number)))


def check_may_send(site: Site, channel: Channel, draft: Draft) -> None:
    """Refuses what the bot may not post in the channel as itself (an answer to an interaction needs no such right)."""
    world, bot = site.world, site.world.bot.id
    if channel.is_dm:
        check_recipient(site, channel)
        return
    if not world.may(bot, channel, Permission.VIEW_CHANNEL):
        raise ApiError(Refusal.MISSING_ACCESS)
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if draft.uploads:
        needed |= Permission.ATTACH_FILES
    if draft.embeds:
        needed |= Permission.EMBED_LINKS
    if not world.may(bot, channel, needed):
        raise ApiError(Refusal.MISSING_PERMISSIONS)
    if channel.locked and not world.may(bot, channel, Permission.MANAGE_THREADS):
        raise ApiError(Refusal.THREAD_LOCKED)


def check_recipient(site: Site, channel: Channel) -> None:
    """Refuses (50007) a direct message to somebody who takes none from the bot or shares no guild with it."""
    world = site.world
    for user_id in channel.recipient_ids:
        user = world.users[user_id]
        if user is world.bot:
            continue
        shared = any(
            world.is_member(each, user_id) and world.is_member(each, world.bot.id) for each in tuple(world.guilds)
        )
        if user.bot or not user.accepts_dms or not shared:
            raise ApiError(Refusal.DMS_CLOSED)


def post(
    site: Site,
    channel: Channel,
    draft: Draft,
    *,
    author_id: int | None = None,
    ephemeral_for: int | None = None,
    interaction_id: int | None = None,
    followup_of: int | None = None,
    nonce: str | int | None = None,
    reference: Message | None = None,
    loading: bool = False,
) -> Message:
    """Puts a new message into the channel and tells of it. The right to do so has been checked by then."""
    if draft.is_empty and not loading:
        raise ApiError(Refusal.EMPTY_MESSAGE)
    world = site.world
    author = world.bot.id if author_id is None else author_id
    mentions = resolve(world, channel, author, draft.content or "", draft.allowed)
    if reference is not None:
        mentions = resolve_reply(world, mentions, channel, reference, draft.allowed)
    flags = (draft.flags or 0) & _SETTABLE
    if ephemeral_for is not None:
        flags |= EPHEMERAL
    if loading:
        flags |= LOADING
    message = Message(
        id=world.snowflake(),
        channel_id=channel.id,
        author_id=author,
        created=world.now(),
        flags=flags,
        tts=draft.tts,
        nonce=nonce,
        ephemeral_for=ephemeral_for,
        interaction_id=interaction_id,
        followup_of=followup_of,
        reference=None if reference is None else (reference.channel_id, reference.id),
    )
    _fill(site, message, draft, mentions)
    message.pings = _notified(channel, message, mentions)
    channel.messages[message.id] = message
    world.messages[message.id] = message
    if message.ephemeral_for is None:
        channel.last_message_id = message.id
        _reopen(site, channel)
    world.publish(MessageHappened("created", message))
    return message


def _notified(channel: Channel, message: Message, mentions: Mentions) -> frozenset[int]:
    """Nobody by an ephemeral or "thinking" message; the other side by a direct one; else who is mentioned."""
    if message.ephemeral_for is not None or message.is_loading:
        return frozenset()
    if channel.is_dm:
        return frozenset(channel.recipient_ids) - {message.author_id}
    return mentions.notified


def _reopen(site: Site, channel: Channel) -> None:
    """A message in a thread keeps it open, or opens it again."""
    if channel.is_thread:
        was_archived = channel.archived
        archive(site.world, channel, False)
        if was_archived:
            site.world.publish(ChannelHappened("edited", channel))


def _fill(site: Site, message: Message, draft: Draft, mentions: Mentions | None) -> None:
    """Writes the draft's fields over the message's."""
    if draft.content is not None:
        message.content = draft.content
    if draft.components is not None:
        message.components = draft.components
    if mentions is not None:
        message.mention_ids = list(mentions.users)
        message.mention_role_ids = list(mentions.roles)
        message.mention_everyone = mentions.everyone
    if draft.kept is not None:
        kept = [each for each in message.attachments if each.id in draft.kept]
        for gone in (each for each in message.attachments if each not in kept):
            site.world.attachments.pop(gone.id, None)
        message.attachments = kept
        for each in kept:
            each.description = draft.described.get(each.id) or each.description
    for upload, description in draft.uploads:
        message.attachments.append(_attach(site, message, upload, description))
    if draft.embeds is not None:
        urls = {each.filename: f"{site.url}{attachment_path(each)}" for each in message.attachments}
        link_pictures(draft.embeds, urls)
        message.embeds = draft.embeds


def _attach(site: Site, message: Message, upload: Upload, description: str | None) -> Attachment:
    name = re.sub(r"[^\w.\-]", "_", upload.filename, flags=re.ASCII) or "unknown"
    attachment = Attachment(
        id=site.world.snowflake(),
        filename=name,
        content=upload.content,
        description=description,
        content_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
        channel_id=message.channel_id,
        ephemeral=message.ephemeral_for is not None,
    )
    site.world.attachments[attachment.id] = attachment
    return attachment


def edit(site: Site, message: Message, draft: Draft, *, fills: bool = False) -> None:
    """Changes the message and tells of it. An edit notifies nobody. `fills` ends its being "thinking"."""
    after = Draft(
        content=message.content if draft.content is None else draft.content,
        embeds=message.embeds if draft.embeds is None else draft.embeds,
        components=message.components if draft.components is None else draft.components,
        kept=[each.id for each in message.attachments] if draft.kept is None else draft.kept,
        uploads=draft.uploads,
    )
    if after.is_empty:
        raise ApiError(Refusal.EMPTY_MESSAGE)
    if len(message.attachments if draft.kept is None else draft.kept) + len(draft.uploads) > LIMITS.attachments:
        high = LIMITS.attachments
        raise refuse(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
    world = site.world
    mentions = None
    if draft.content is not None:
        channel = world.channels[message.channel_id]
        mentions = resolve(world, channel, message.author_id, draft.content, draft.allowed)
    _fill(site, message, draft, mentions)
    if draft.flags is not None:
        message.flags = message.flags & ~SUPPRESS_EMBEDS | draft.flags & SUPPRESS_EMBEDS
    if fills and message.is_loading:
        message.flags &= ~LOADING
    else:
        message.edited = world.now()
    world.publish(MessageHappened("edited", message))


def delete(site: Site, message: Message) -> None:
    """Takes the message and its files away and tells of it."""
    channel = site.world.channels[message.channel_id]
    channel.messages.pop(message.id, None)
    message.deleted = True
    for attachment in message.attachments:
        site.world.attachments.pop(attachment.id, None)
    site.world.publish(MessageHappened("deleted", message))
