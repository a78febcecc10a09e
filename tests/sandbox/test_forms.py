"""What Discord finds wrong with the form of a request, with the path of each complaint."""

from __future__ import annotations

import pytest

from bot.sandbox.nouns import COMPONENT
from tests.sandbox.bodies import (
    Json,
    button,
    command,
    complaint,
    embed,
    numbered,
    press,
    row,
    select,
    with_option,
)
from tests.sandbox.rig import Place, Raw

INVALID: dict[str, tuple[Json, str]] = {
    "two components of one id": (row(button(), button()), "components.0.components.1.custom_id"),
    "a button without a label": (row({"type": 2, "style": 1, "custom_id": "x"}), "components.0.components.0"),
    "a link with an id": (
        row({"type": 2, "style": 5, "label": "x", "url": "http://x", "custom_id": "x"}),
        "components.0.components.0.custom_id",
    ),
    "a link of another kind": (
        row({"type": 2, "style": 5, "label": "x", "url": "ftp://x"}),
        "components.0.components.0.url",
    ),
    "an emoji that is gone": (row(button(emoji={"id": "1", "name": "x"})), "components.0.components.0.emoji.id"),
    "an emoji that is a word": (row(button(emoji={"name": "smile"})), "components.0.components.0.emoji.name"),
    "a menu beside a button": (row(select(), button(custom_id="y")), "components.0.components"),
    "an empty row": ({"content": "x", "components": [{"type": 1, "components": []}]}, "components.0.components"),
    "an empty menu": (row(select(options=[])), "components.0.components.0.options"),
    "one value twice": (
        row(select(options=[{"label": "x", "value": "x"}] * 2)),
        "components.0.components.0.options.1.value",
    ),
    "more choices than entries": (row(select(max_values=2)), "components.0.components.0.max_values"),
    "more to choose than may be": (
        row(select(min_values=2, options=numbered(3, lambda name: {"label": name, "value": name}))),
        "components.0.components.0.min_values",
    ),
    "an unknown style": (row(button(style=9)), "components.0.components.0.style"),
    "an unknown component": (row({"type": 99}), "components.0.components.0.type"),
    "an empty embed": ({"embeds": [{}]}, "embeds.0.description"),
    "a colour that is none": (embed(title="x", color=0x1000000), "embeds.0.color"),
    "a picture from elsewhere": (embed(image={"url": "file:///x"}), "embeds.0.image.url"),
    "content that is no text": ({"content": ["x"]}, "content"),
    "embeds that are no list": ({"embeds": {}}, "embeds"),
    "users both named and parsed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    "an unknown kind of mention": (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0",
    ),
    "a file that did not come": ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id"),
    "a reply to nothing": ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
}


@pytest.mark.parametrize("name", INVALID)
async def test_of_the_form_of_messages(name: str, place: Place, raw: Raw) -> None:
    body, path = INVALID[name]
    assert complaint(await raw("POST", f"/channels/{place.channel.id}/messages", body), path)
    assert place.ann.messages(place.channel) == []


INVALID_COMMANDS: dict[str, tuple[Json, str]] = {
    "a name with a blank": (command(name="a b"), "0.name"),
    "a name in capitals": (command(name="Play"), "0.name"),
    "no description": ({"name": "x"}, "0.description"),
    "one option twice": (command(options=[{"type": 3, "name": "x", "description": "x"}] * 2), "0.options.1.name"),
    "required after optional": (
        command(
            options=[
                {"type": 3, "name": "a", "description": "x"},
                {"type": 3, "name": "b", "description": "x", "required": True},
            ]
        ),
        "0.options.1",
    ),
    "values beside subcommands": (
        command(options=[{"type": 1, "name": "a", "description": "x"}, {"type": 3, "name": "b", "description": "x"}]),
        "0.options",
    ),
    "groups too deep": (
        command(
            options=[
                {
                    "type": 2,
                    "name": "a",
                    "description": "x",
                    "options": [{"type": 2, "name": "b", "description": "x"}],
                }
            ]
        ),
        "0.options.0.options.0.type",
    ),
    "choices and autocomplete": (
        with_option(autocomplete=True, choices=[{"name": "x", "value": "x"}]),
        "0.options.0.autocomplete",
    ),
    "a choice of another type": (
        with_option(type=4, choices=[{"name": "x", "value": "x"}]),
        "0.options.0.choices.0.value",
    ),
    "rights that are no number": (command(default_member_permissions="x"), "0.default_member_permissions"),
    "an unknown context": (command(contexts=[7]), "0.contexts.0"),
}


@pytest.mark.parametrize("name", INVALID_COMMANDS)
async def test_of_the_form_of_commands(name: str, place: Place, raw: Raw) -> None:
    body, path = INVALID_COMMANDS[name]
    where = f"/applications/{place.sandbox.bot.id}/commands"
    assert complaint(await raw("PUT", where, [body]), path)
    double = await raw("PUT", where, [command(), command()])
    assert complaint(double, "1.name")


async def test_of_the_form_of_responses(place: Place, raw: Raw) -> None:
    where = await press(place, raw)
    assert complaint(await raw("POST", where, {"type": 8, "data": {"choices": []}}), "type")
    assert complaint(await raw("POST", where, {"type": 10}), "type")
    assert complaint(await raw("POST", where, {"data": {}}), "type")
    assert place.sandbox.world.interactions
    sent = place.sandbox.site.desk.send(COMPONENT, place.ann.id, place.channel, {"custom_id": "x"})
    assert (await raw("POST", f"/interactions/{sent.id}/{sent.token}/callback", {"type": 7})).code == 10008
