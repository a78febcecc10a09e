"""Who is really pinged."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import Permission
from tests.sandbox.rig import Place, Raw

Json = dict[str, Any]


async def pings(place: Place, raw: Raw, content: str, **fields: object) -> set[str]:
    """The names of those whom a message of the bot's notifies."""
    sent = await raw("POST", f"/channels/{place.channel.id}/messages", {"content": content} | fields)
    message = place.sandbox.world.messages[int(sent.body["id"])]
    return {place.sandbox.world.users[each].name for each in message.pings}


NONE: Json = {"parse": []}
USERS: Json = {"parse": ["users"]}


@pytest.mark.parametrize(
    ("content", "allowed", "expected"),
    [
        ("{ann}", None, {"Ann"}),
        ("{ann} {ann} {bob}", None, {"Ann", "Bob"}),
        ("{ann}", NONE, set()),
        ("{ann} {bob}", USERS, {"Ann", "Bob"}),
        ("{ann} {bob}", {"parse": [], "users": ["{bob_id}"]}, {"Bob"}),
        ("`{ann}` ```{bob}```", None, set()),
        ("<@1>", None, set()),
        ("@everyone @here", None, set()),
        ("@Ann", None, set()),
        ("{outsider}", None, set()),
        ("{bot}", None, set()),
    ],
)
async def test_of_users(content: str, allowed: Json | None, expected: set[str], place: Place, raw: Raw) -> None:
    outsider = place.sandbox.add_person(None, "Out")
    text = content.format(
        ann=place.ann.mention, bob=place.bob.mention, outsider=outsider.mention, bot=place.sandbox.bot.mention
    )
    fields: Json = {}
    if allowed is not None:
        users = [each.format(bob_id=place.bob.id) for each in allowed.get("users", [])]
        fields["allowed_mentions"] = allowed | ({"users": users} if users else {})
    assert await pings(place, raw, text, **fields) == expected


async def test_of_roles_and_everyone(place: Place, raw: Raw) -> None:
    open_role = place.sandbox.add_role(place.guild, "players", mentionable=True)
    closed_role = place.sandbox.add_role(place.guild, "judges")
    place.sandbox.add_person(place.guild, "Cleo", roles=[open_role])
    place.sandbox.add_person(place.guild, "Dion", roles=[closed_role])
    text = f"<@&{open_role.id}> <@&{closed_role.id}> @everyone"
    assert await pings(place, raw, text) == {"Cleo"}
    assert await pings(place, raw, text, allowed_mentions=NONE) == set()
    place.sandbox.allow(place.channel, place.sandbox.bot, Permission.MENTION_EVERYONE)
    assert await pings(place, raw, text, allowed_mentions={"parse": ["roles"]}) == {"Cleo", "Dion"}
    assert await pings(place, raw, text) >= {"Ann", "Bob", "Cleo", "Dion"}


async def test_who_does_not_see_the_channel_is_not_pinged(place: Place, raw: Raw) -> None:
    place.sandbox.deny(place.channel, place.bob, Permission.VIEW_CHANNEL)
    assert await pings(place, raw, f"{place.ann.mention} {place.bob.mention}") == {"Ann"}


async def test_mentions_in_embeds_and_edits_ping_nobody(place: Place, raw: Raw) -> None:
    assert await pings(place, raw, "", embeds=[{"description": place.ann.mention}]) == set()
    where = f"/channels/{place.channel.id}/messages"
    sent = await raw("POST", where, {"content": "x"})
    edited = await raw("PATCH", f"{where}/{sent.body['id']}", {"content": place.ann.mention})
    assert [each["id"] for each in edited.body["mentions"]] == [str(place.ann.id)]
    assert place.ann.notifications() == []


async def test_a_reply_pings_its_author_unless_told_not_to(place: Place, raw: Raw) -> None:
    message = place.ann.say(place.channel, "x")
    reply: Json = {"message_reference": {"message_id": str(message.id)}}
    assert await pings(place, raw, "yes", **reply) == {"Ann"}
    assert await pings(place, raw, "yes", **reply, allowed_mentions=NONE) == set()
    assert await pings(place, raw, "yes", **reply, allowed_mentions=NONE | {"replied_user": True}) == {"Ann"}


async def test_a_silent_message_says_so(place: Place, raw: Raw) -> None:
    assert await pings(place, raw, place.ann.mention, flags=1 << 12) == {"Ann"}
    assert place.ann.messages(place.channel)[0].silent
