"""Discord's numbers, one by one: what is just within a limit is taken, and one more is refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from bot.sandbox import LIMITS, Permission
from bot.sandbox.interactions import MESSAGE
from bot.sandbox.limits import Limits
from bot.sandbox.nouns import AUTOCOMPLETE, Message
from tests.sandbox.bodies import (
    Json,
    button,
    command,
    complaint,
    embed,
    numbered,
    option,
    press,
    row,
    select,
    with_option,
)
from tests.sandbox.rig import Place, Raw

Body = Callable[[int], Json]

PNG = b"\x89PNG\r\n\x1a\n"


def total(length: int) -> Json:
    """Embeds whose texts add up to the length."""
    return {"embeds": [{"description": "x" * 3000}, {"description": "x" * (length - 3000)}]}


MESSAGES: dict[str, tuple[str, Body]] = {
    "content": ("content", lambda n: {"content": "x" * n}),
    "embeds": ("embeds", lambda n: {"embeds": [{"title": "x"}] * n}),
    "embed_total": ("embeds", total),
    "embed_title": ("embeds.0.title", lambda n: embed(title="x" * n)),
    "embed_description": ("embeds.0.description", lambda n: embed(description="x" * n)),
    "embed_fields": ("embeds.0.fields", lambda n: embed(fields=[{"name": "x", "value": "x"}] * n)),
    "embed_field_name": ("embeds.0.fields.0.name", lambda n: embed(fields=[{"name": "x" * n, "value": "x"}])),
    "embed_field_value": ("embeds.0.fields.0.value", lambda n: embed(fields=[{"name": "x", "value": "x" * n}])),
    "embed_footer": ("embeds.0.footer.text", lambda n: embed(footer={"text": "x" * n})),
    "embed_author": ("embeds.0.author.name", lambda n: embed(author={"name": "x" * n})),
    "url": ("embeds.0.url", lambda n: embed(title="x", url="http://x".ljust(n, "x"))),
    "nonce": ("nonce", lambda n: {"content": "x", "nonce": "x" * n}),
    "allowed_mentions": (
        "allowed_mentions.users",
        lambda n: {"content": "x", "allowed_mentions": {"users": [str(each) for each in range(n)]}},
    ),
    "rows": (
        "components",
        lambda n: {
            "content": "x",
            "components": numbered(n, lambda name: {"type": 1, "components": [button(custom_id=name)]}),
        },
    ),
    "row_buttons": ("components.0.components", lambda n: row(*numbered(n, lambda name: button(custom_id=name)))),
    "label": ("components.0.components.0.label", lambda n: row(button(label="x" * n))),
    "custom_id": ("components.0.components.0.custom_id", lambda n: row(button(custom_id="x" * n))),
    "button_url": (
        "components.0.components.0.url",
        lambda n: row({"type": 2, "style": 5, "label": "x", "url": "http://x".ljust(n, "x")}),
    ),
    "placeholder": ("components.0.components.0.placeholder", lambda n: row(select(placeholder="x" * n))),
    "select_options": (
        "components.0.components.0.options",
        lambda n: row(select(options=numbered(n, lambda name: {"label": name, "value": name}))),
    ),
    "option_label": ("components.0.components.0.options.0.label", lambda n: row(option(label="x" * n))),
    "option_value": ("components.0.components.0.options.0.value", lambda n: row(option(value="x" * n))),
    "option_description": (
        "components.0.components.0.options.0.description",
        lambda n: row(option(description="x" * n)),
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
async def test_of_messages(name: str, place: Place, raw: Raw) -> None:
    path, body = MESSAGES[name]
    number = getattr(LIMITS, name)
    where = f"/channels/{place.channel.id}/messages"
    within = await raw("POST", where, body(number))
    assert within.status == 200, within.body
    assert complaint(await raw("POST", where, body(number + 1)), path)


async def test_of_attachments(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}/messages"

    def files(count: int) -> dict[str, bytes]:
        return {f"{index}.png": PNG for index in range(count)}

    def body(count: int, description: str = "") -> Json:
        return {"attachments": [{"id": index, "description": description} for index in range(count)]}

    most, long = LIMITS.attachments, LIMITS.attachment_description
    assert (await raw("POST", where, body(most), files=files(most))).status == 200
    assert complaint(await raw("POST", where, body(most + 1), files=files(most + 1)), "attachments")
    assert (await raw("POST", where, body(1, "x" * long), files=files(1))).status == 200
    too_long = await raw("POST", where, body(1, "x" * (long + 1)), files=files(1))
    assert complaint(too_long, "attachments.0.description")
    big = LIMITS.attachment_size
    assert (await raw("POST", where, {}, files={"x.bin": b"x" * big})).status == 200
    assert (await raw("POST", where, {}, files={"x.bin": b"x" * (big + 1)})).code == 40005
    own = place.ann.messages(place.channel)[0]
    kept: Json = {"attachments": [{"id": str(each.id)} for each in own.attachments] + [{"id": 0}]}
    assert complaint(await raw("PATCH", f"{where}/{own.id}", kept, files=files(1)), "attachments")


def modal(**fields: object) -> Json:
    return {"custom_id": "x", "title": "x", "components": [text_row()]} | fields


def text_row(**fields: object) -> Json:
    return {"type": 1, "components": [{"type": 4, "custom_id": "x", "label": "x", "style": 1} | fields]}


def labelled(**fields: object) -> Json:
    return {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "x", "style": 1}} | fields


MODALS: dict[str, tuple[str, Body]] = {
    "modal_title": ("data.title", lambda n: modal(title="x" * n)),
    "modal_rows": (
        "data.components",
        lambda n: modal(components=numbered(n, lambda name: text_row(custom_id=name))),
    ),
    "modal_label": ("data.components.0.components.0.label", lambda n: modal(components=[text_row(label="x" * n)])),
    "modal_description": (
        "data.components.0.description",
        lambda n: modal(components=[labelled(description="x" * n)]),
    ),
    "text_input": ("data.components.0.components.0.max_length", lambda n: modal(components=[text_row(max_length=n)])),
    "text_placeholder": (
        "data.components.0.components.0.placeholder",
        lambda n: modal(components=[text_row(placeholder="x" * n)]),
    ),
}


@pytest.mark.parametrize("name", MODALS)
async def test_of_modals(name: str, place: Place, raw: Raw) -> None:
    path, body = MODALS[name]
    number = getattr(LIMITS, name)
    where = await press(place, raw)
    assert complaint(await raw("POST", where, {"type": 9, "data": body(number + 1)}), path)
    within = await raw("POST", where, {"type": 9, "data": body(number)})
    assert within.status == 204, within.body


def of_length(length: int) -> Json:
    """A command whose texts add up to the length."""
    options: list[Json] = []
    left = length - 2
    while left:
        choices: list[Json] = []
        options.append({"type": 3, "name": f"{len(options)}", "description": "x", "choices": choices})
        left -= 2
        while left and len(choices) < LIMITS.choices:
            size = min(left, 1 + LIMITS.choice_value)
            choices.append({"name": "n", "value": "v" * (size - 1)})
            left -= size
    return command(options=options)


COMMANDS: dict[str, tuple[str, Body]] = {
    "command_name": ("0.name", lambda n: command(name="x" * n)),
    "command_description": ("0.description", lambda n: command(description="x" * n)),
    "command_options": (
        "0.options",
        lambda n: command(options=numbered(n, lambda name: {"type": 3, "name": name, "description": "x"})),
    ),
    "command_total": ("0", of_length),
    "choices": (
        "0.options.0.choices",
        lambda n: with_option(choices=numbered(n, lambda name: {"name": name, "value": name})),
    ),
    "choice_name": ("0.options.0.choices.0.name", lambda n: with_option(choices=[{"name": "x" * n, "value": "x"}])),
    "choice_value": ("0.options.0.choices.0.value", lambda n: with_option(choices=[{"name": "x", "value": "x" * n}])),
    "option_length": ("0.options.0.max_length", lambda n: with_option(max_length=n)),
}


@pytest.mark.parametrize("name", COMMANDS)
async def test_of_commands(name: str, place: Place, raw: Raw) -> None:
    path, body = COMMANDS[name]
    number = getattr(LIMITS, name)
    where = f"/applications/{place.sandbox.bot.id}/commands"
    within = await raw("PUT", where, [body(number)])
    assert within.status == 200, within.body
    assert complaint(await raw("PUT", where, [body(number + 1)]), path)
    assert len(place.sandbox.world.commands[None]) == 1


@pytest.mark.parametrize(
    ("name", "kind", "in_guild"),
    [("global_commands", 1, False), ("guild_commands", 1, True), ("menu_commands", 2, False)],
)
async def test_of_the_number_of_commands(name: str, kind: int, in_guild: bool, place: Place, raw: Raw) -> None:
    number = getattr(LIMITS, name)
    where = f"/applications/{place.sandbox.bot.id}{f'/guilds/{place.guild.id}' if in_guild else ''}/commands"

    def body(count: int) -> list[Json]:
        text = {"description": "x"} if kind == 1 else {}
        return numbered(count, lambda each: {"name": each, "type": kind} | text)

    assert (await raw("PUT", where, body(number))).status == 200
    assert (await raw("PUT", where, body(number + 1))).code == 30032
    assert (await raw("POST", where, body(number + 1)[-1])).code == 30032


async def test_of_autocomplete_choices(place: Place, raw: Raw) -> None:
    desk = place.sandbox.site.desk
    sent = desk.send(AUTOCOMPLETE, place.ann.id, place.channel, {"name": "x"}, option_type=3)
    where = f"/interactions/{sent.id}/{sent.token}/callback"

    def body(count: int) -> Json:
        return {"type": 8, "data": {"choices": numbered(count, lambda name: {"name": name, "value": name})}}

    number = LIMITS.autocomplete_choices
    assert complaint(await raw("POST", where, body(number + 1)), "data.choices")
    long = {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x" * 101}]}}
    assert complaint(await raw("POST", where, long), "data.choices.0.value")
    assert (await raw("POST", where, body(number))).status == 204
    for wrong, kind in (("x", 4), (1.5, 4), (True, 10)):
        other = desk.send(AUTOCOMPLETE, place.ann.id, place.channel, {"name": "x"}, option_type=kind)
        body_of = {"type": 8, "data": {"choices": [{"name": "x", "value": wrong}]}}
        reply = await raw("POST", f"/interactions/{other.id}/{other.token}/callback", body_of)
        assert complaint(reply, "data.choices.0.value")


async def test_of_the_time_to_acknowledge(place: Place, raw: Raw) -> None:
    answer = {"type": MESSAGE, "data": {"content": "x"}}
    in_time, late = await press(place, raw), await press(place, raw)
    place.sandbox.advance(LIMITS.acknowledge_within - 1)
    assert (await raw("POST", in_time, answer)).status == 204
    place.sandbox.advance(1)
    assert (await raw("POST", late, answer)).code == 10062


async def test_of_a_token_s_life(place: Place, raw: Raw) -> None:
    where = await press(place, raw)
    token = where.split("/")[3]
    await raw("POST", where, {"type": MESSAGE, "data": {"content": "x"}})
    webhook = f"/webhooks/{place.sandbox.bot.id}/{token}"
    place.sandbox.advance(LIMITS.token_life - 5)
    assert (await raw("POST", webhook, {"content": "more"})).status == 200
    place.sandbox.advance(5)
    assert (await raw("POST", webhook, {"content": "more"})).code == 50027


async def test_of_names_of_threads(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}/threads"
    number = LIMITS.thread_name
    assert (await raw("POST", where, {"name": "x" * number, "type": 11})).status == 201
    assert complaint(await raw("POST", where, {"name": "x" * (number + 1), "type": 11}), "name")


def fill(place: Place, count: int) -> list[Message]:
    """Messages of Ann's in the channel."""
    return [place.ann.say(place.channel, "x").message for _ in range(count)]


async def test_of_pins(place: Place, raw: Raw) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, Permission.PIN_MESSAGES)
    *most, last, over = fill(place, LIMITS.pins + 1)
    for each in most:
        each.pinned = place.sandbox.clock.now()
    where = f"/channels/{place.channel.id}/messages/pins"
    assert (await raw("PUT", f"{where}/{last.id}")).status == 204
    assert (await raw("PUT", f"{where}/{over.id}")).code == 30003


async def test_of_a_page_of_messages(place: Place, raw: Raw) -> None:
    fill(place, 105)
    where = f"/channels/{place.channel.id}/messages?limit="
    number = LIMITS.messages_page
    assert len((await raw("GET", f"{where}{number}")).body) == number
    assert complaint(await raw("GET", f"{where}{number + 1}"), "limit")


async def test_of_bulk_deletion(place: Place, raw: Raw) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, Permission.MANAGE_MESSAGES)
    where = f"/channels/{place.channel.id}/messages/bulk-delete"
    old = fill(place, 2)
    place.sandbox.advance(LIMITS.bulk_delete_age + 1)
    many = fill(place, LIMITS.bulk_delete + 1)
    ids = [str(each.id) for each in many]
    assert (await raw("POST", where, {"messages": [str(each.id) for each in old]})).code == 50034
    assert complaint(await raw("POST", where, {"messages": ids}), "messages")
    assert (await raw("POST", where, {"messages": ids[1:]})).status == 204
    assert [each.message for each in place.ann.messages(place.channel)] == [*old, many[0]]


async def test_of_the_memory_for_nonces(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}/messages"
    body = {"content": "x", "nonce": "once", "enforce_nonce": True}
    first = await raw("POST", where, body)
    place.sandbox.advance(LIMITS.nonce_memory - 5)
    assert (await raw("POST", where, body)).body["id"] == first.body["id"]
    place.sandbox.advance(10)
    assert (await raw("POST", where, body)).body["id"] != first.body["id"]
    assert len(place.ann.messages(place.channel)) == 2


async def test_of_edits_of_old_messages(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}/messages"
    number = (await raw("POST", where, {"content": "x"})).body["id"]
    place.sandbox.advance(LIMITS.old_message - 5)
    for _ in range(LIMITS.old_edits + 1):
        assert (await raw("PATCH", f"{where}/{number}", {"content": "young"})).status == 200
    place.sandbox.advance(10)
    for _ in range(LIMITS.old_edits):
        assert (await raw("PATCH", f"{where}/{number}", {"content": "old"})).status == 200
    refused = await raw("PATCH", f"{where}/{number}", {"content": "older"})
    assert (refused.status, refused.code) == (429, 30046)
    assert 0 < refused.body["retry_after"] <= LIMITS.old_edit_window
    assert place.ann.messages(place.channel)[0].content == "old"
    place.sandbox.advance(LIMITS.old_edit_window)
    assert (await raw("PATCH", f"{where}/{number}", {"content": "older"})).status == 200


OTHERS = {
    "attachments",
    "attachment_description",
    "attachment_size",
    "global_commands",
    "guild_commands",
    "menu_commands",
    "autocomplete_choices",
    "acknowledge_within",
    "token_life",
    "thread_name",
    "pins",
    "messages_page",
    "bulk_delete",
    "bulk_delete_age",
    "nonce_memory",
    "old_message",
    "old_edits",
    "old_edit_window",
}
"""The limits that have a test of their own above."""


def test_no_limit_is_left_out() -> None:
    assert {each.name for each in dataclasses.fields(Limits)} == {*MESSAGES, *MODALS, *COMMANDS, *OTHERS}
