"""Routes by which the bot answers interactions: the callback, the original response, and follow-ups."""

from __future__ import annotations

from typing import Any, Final

from bot.sandbox import messages
from bot.sandbox.components import ComponentReader
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form
from bot.sandbox.interactions import (
    CHOICES,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    OPEN_MODAL,
    UPDATE,
    responses_to,
)
from bot.sandbox.limits import LIMITS
from bot.sandbox.messages import Draft, read_draft
from bot.sandbox.nouns import EPHEMERAL, Channel, InteractionRecord, Message
from bot.sandbox.payloads import message_json
from bot.sandbox.site import Answer, Call, Route, Site

Json = dict[str, Any]

_STRING, _INTEGER, _NUMBER = 3, 4, 10


def respond(site: Site, call: Call) -> Answer:
    """POST /interactions/{interaction_id}/{token}/callback: the one acknowledgement."""
    record = site.desk.unanswered(call.id("interaction_id"), call.params["token"])
    body = call.table()
    form = Form()
    kind = form.choice(("type",), body.get("type"), responses_to(record))
    data = form.table(("data",), body.get("data"))
    form.check()
    message: Message | None = None
    if kind == MESSAGE:
        message = _send(site, record, read_draft(site, data, call.files))
        site.desk.acknowledge(record, MESSAGE, "answered")
    elif kind == DEFERRED_MESSAGE:
        message = _send(site, record, Draft(flags=_flags(data)), loading=True)
        site.desk.acknowledge(record, DEFERRED_MESSAGE, "thinking")
    elif kind == DEFERRED_UPDATE:
        site.desk.acknowledge(record, DEFERRED_UPDATE, "deferred")
    elif kind == UPDATE:
        message = _source(site, record)
        messages.edit(site, message, read_draft(site, data, call.files, edit=True))
        record.effects.append(message.id)
        site.desk.acknowledge(record, UPDATE, "answered")
    elif kind == CHOICES:
        record.choices = _read_choices(record, data)
        site.desk.acknowledge(record, CHOICES, "choices")
    else:
        record.modal = _read_modal(site, data)
        site.desk.acknowledge(record, OPEN_MODAL, "modal")
    if call.query.get("with_response") not in ("1", "true"):
        return Answer(status=204)
    return Answer(_callback_json(site, record, message))


def _flags(data: Json) -> int:
    flags = data.get("flags") or 0
    return flags if isinstance(flags, int) else 0


def _send(site: Site, record: InteractionRecord, draft: Draft, *, loading: bool = False) -> Message:
    """The original response as a new message, ephemeral if its flags say so."""
    message = messages.post(
        site,
        _channel(site, record),
        draft,
        ephemeral_for=record.user_id if (draft.flags or 0) & EPHEMERAL else None,
        interaction_id=record.id,
        loading=loading,
    )
    record.original_id = message.id
    _made(record, message)
    return message


def _made(record: InteractionRecord, message: Message) -> None:
    record.message_ids.append(message.id)
    record.effects.append(message.id)


def _channel(site: Site, record: InteractionRecord) -> Channel:
    channel = site.world.channels.get(record.channel_id)
    if channel is None:
        raise ApiError(Refusal.UNKNOWN_CHANNEL)
    return channel


def _source(site: Site, record: InteractionRecord) -> Message:
    """The message whose component was used."""
    message = site.world.messages.get(record.message_id or 0)
    if message is None or message.deleted:
        raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return message


def _callback_json(site: Site, record: InteractionRecord, message: Message | None) -> Json:
    interaction: Json = {"id": str(record.id), "type": record.kind}
    body: Json = {"interaction": interaction}
    if message is not None:
        interaction |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.is_loading,
            "response_message_ephemeral": message.ephemeral_for is not None,
        }
        shown = UPDATE if record.response_type == UPDATE else MESSAGE
        body["resource"] = {"type": shown, "message": message_json(site.world, message, site.url)}
    return body


def _read_choices(record: InteractionRecord, data: Json) -> list[Json]:
    """Autocomplete's answer: at most 25 choices of the option's type."""
    form = Form()
    path: Final = ("data", "choices")
    choices = form.items(path, data.get("choices"), high=LIMITS.autocomplete_choices)
    for index, each in enumerate(choices):
        where = (*path, index)
        choice = form.table(where, each)
        form.text((*where, "name"), choice.get("name"), low=1, high=LIMITS.choice_name, required=True)
        value = choice.get("value")
        if record.option_type == _STRING:
            form.text((*where, "value"), value, low=1, high=LIMITS.choice_value, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            form.wrong((*where, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif record.option_type == _INTEGER and not isinstance(value, int):
            form.wrong((*where, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
    form.check()
    return choices


def _read_modal(site: Site, data: Json) -> Json:
    form = Form()
    custom_id, title = data.get("custom_id"), data.get("title")
    modal = {
        "custom_id": form.text(("data", "custom_id"), custom_id, low=1, high=LIMITS.custom_id, required=True),
        "title": form.text(("data", "title"), title, low=1, high=LIMITS.modal_title, required=True),
        "components": ComponentReader(form, frozenset(site.world.application_emojis)).modal_rows(
            ("data", "components"), data.get("components")
        ),
    }
    form.check()
    return modal


def _record(site: Site, call: Call) -> InteractionRecord:
    return site.desk.answered(call.id("application_id"), call.params["token"])


def follow_up(site: Site, call: Call) -> Answer:
    """POST /webhooks/{application_id}/{token}. The first after a deferral fills that in, as private as that was."""
    record = _record(site, call)
    draft = read_draft(site, call.table(), call.files)
    original = site.world.messages.get(record.original_id or 0)
    if original is not None and original.is_loading and not original.deleted:
        messages.edit(site, original, draft, fills=True)
        site.desk.finish(record)
        return Answer(message_json(site.world, original, site.url))
    message = messages.post(
        site,
        _channel(site, record),
        draft,
        ephemeral_for=record.user_id if (draft.flags or 0) & EPHEMERAL else None,
        interaction_id=record.id,
        followup_of=record.original_id or record.message_id,
    )
    _made(record, message)
    site.desk.finish(record)
    return Answer(message_json(site.world, message, site.url))


def _reachable(site: Site, call: Call, record: InteractionRecord) -> Message:
    """The message that the path names, if it belongs to the interaction. Raises 10008."""
    name = call.params["message_id"]
    own = record.original_id
    if record.response_type in (DEFERRED_UPDATE, UPDATE):
        own = record.message_id
    number = own if name == "@original" else call.id("message_id")
    message = site.world.messages.get(number or 0)
    if message is None or message.deleted or number not in (own, *record.message_ids):
        raise ApiError(Refusal.UNKNOWN_MESSAGE)
    return message


def get_response(site: Site, call: Call) -> Answer:
    """GET /webhooks/{application_id}/{token}/messages/{message_id}"""
    message = _reachable(site, call, _record(site, call))
    return Answer(message_json(site.world, message, site.url))


def edit_response(site: Site, call: Call) -> Answer:
    """PATCH /webhooks/{application_id}/{token}/messages/{message_id}"""
    record = _record(site, call)
    message = _reachable(site, call, record)
    messages.edit(site, message, read_draft(site, call.table(), call.files, edit=True), fills=True)
    record.effects.append(message.id)
    site.desk.finish(record)
    return Answer(message_json(site.world, message, site.url))


def delete_response(site: Site, call: Call) -> Answer:
    """DELETE /webhooks/{application_id}/{token}/messages/{message_id}"""
    record = _record(site, call)
    messages.delete(site, _reachable(site, call, record))
    site.desk.finish(record)
    return Answer(status=204)


_MESSAGE: Final = "/webhooks/{application_id}/{token}/messages/{message_id}"

ROUTES: Final = (
    Route("POST", "/interactions/{interaction_id}/{token}/callback", respond, needs_token=False),
    Route("POST", "/webhooks/{application_id}/{token}", follow_up, needs_token=False),
    Route("GET", _MESSAGE, get_response, needs_token=False),
    Route("PATCH", _MESSAGE, edit_response, needs_token=False),
    Route("DELETE", _MESSAGE, delete_response, needs_token=False),
)
