"""What a bot may see and do in channels, threads and answers, and what not, by raw requests."""

from __future__ import annotations

import pytest

from bot.sandbox import Permission
from tests.sandbox.rig import Place, Raw
from tests.sandbox.ways import SOMETHING, allow, called, deny, messages, said

ACCESS: dict[str, tuple[str, str, Permission]] = {
    "list": ("GET", "/channels/{channel}/messages", Permission.VIEW_CHANNEL),
    "get": ("GET", "/channels/{channel}/messages/{message}", Permission.READ_MESSAGE_HISTORY),
    "edit": ("PATCH", "/channels/{channel}/messages/{message}", Permission.VIEW_CHANNEL),
    "delete": ("DELETE", "/channels/{channel}/messages/{message}", Permission.VIEW_CHANNEL),
    "channel": ("GET", "/channels/{channel}", Permission.VIEW_CHANNEL),
}


@pytest.mark.parametrize("name", ACCESS)
async def test_what_the_bot_does_not_see_it_cannot_reach(name: str, place: Place, raw: Raw) -> None:
    method, path, needed = ACCESS[name]
    message = (await said(place, raw)).rpartition("/")[2]
    deny(place, needed)
    reply = await raw(method, path.format(channel=place.channel.id, message=message), SOMETHING)
    assert reply.code == 50001


RIGHTS: dict[str, tuple[str, str, object, Permission]] = {
    "attach": ("POST", "/channels/{channel}/messages", "file", Permission.ATTACH_FILES),
    "embed": ("POST", "/channels/{channel}/messages", {"embeds": [{"title": "x"}]}, Permission.EMBED_LINKS),
    "write": ("POST", "/channels/{channel}/messages", SOMETHING, Permission.SEND_MESSAGES),
    "type": ("POST", "/channels/{channel}/typing", None, Permission.SEND_MESSAGES),
    "react": ("PUT", "/channels/{channel}/messages/{other}/reactions/%F0%9F%91%8D/@me", None, Permission.ADD_REACTIONS),
    "pin": ("PUT", "/channels/{channel}/messages/pins/{message}", None, Permission.PIN_MESSAGES),
    "unpin": ("DELETE", "/channels/{channel}/pins/{message}", None, Permission.PIN_MESSAGES),
    "delete": ("DELETE", "/channels/{channel}/messages/{other}", None, Permission.MANAGE_MESSAGES),
    "rename": ("PATCH", "/channels/{channel}", {"name": "x"}, Permission.MANAGE_CHANNELS),
    "remove": ("DELETE", "/channels/{channel}", None, Permission.MANAGE_CHANNELS),
    "overwrite": ("PUT", "/channels/{channel}/permissions/1", {"type": 0}, Permission.MANAGE_ROLES),
    "thread": ("POST", "/channels/{channel}/threads", {"name": "x", "type": 11}, Permission.CREATE_PUBLIC_THREADS),
    "private": ("POST", "/channels/{channel}/threads", {"name": "x"}, Permission.CREATE_PRIVATE_THREADS),
}


@pytest.mark.parametrize("name", RIGHTS)
async def test_what_the_bot_may_not_do_it_cannot(name: str, place: Place, raw: Raw) -> None:
    method, template, body, needed = RIGHTS[name]
    message = (await said(place, raw)).rpartition("/")[2]
    other = place.ann.say(place.channel, "x").id
    path = template.format(channel=place.channel.id, message=message, other=other)
    files = {"x.png": b"x"} if body == "file" else None
    sent = SOMETHING if body == "file" else body
    allow(place, needed)
    deny(place, needed)
    assert (await raw(method, path, sent, files=files)).code == 50013
    allow(place, needed)
    assert (await raw(method, path, sent, files=files)).status < 300


async def test_the_list_of_members_needs_its_intent(place: Place, raw: Raw) -> None:
    assert (await raw("GET", f"/guilds/{place.guild.id}/members")).code == 50001


async def test_a_silent_thread_is_archived_and_a_message_reopens_it(place: Place, raw: Raw) -> None:
    allow(place, Permission.PIN_MESSAGES)
    made = await raw("POST", f"{messages(place)[:-9]}/threads", {"name": "x", "type": 11, "auto_archive_duration": 60})
    thread = place.sandbox.world.channels[int(made.body["id"])]
    where = f"/channels/{thread.id}/messages"
    place.sandbox.advance(3000)
    sent = await raw("POST", where, SOMETHING)
    place.sandbox.advance(3000)
    states = [thread.archived]
    place.sandbox.advance(700)
    states.append(thread.archived)
    for method, path in (("PATCH", ""), ("PUT", "/reactions/%F0%9F%91%8D/@me")):
        assert (await raw(method, f"{where}/{sent.body['id']}{path}", SOMETHING)).code == 50083
    assert (await raw("PUT", f"{where}/pins/{sent.body['id']}")).code == 50083
    place.ann.say(thread, "still here")
    states.append(thread.archived)
    assert states == [False, True, False]


async def test_managing_messages_is_not_pinning_them(place: Place, raw: Raw) -> None:
    allow(place, Permission.MANAGE_MESSAGES)
    path = await said(place, raw)
    assert (await raw("PUT", path.replace("messages/", "messages/pins/"))).code == 50013


async def test_an_answer_to_an_interaction_needs_no_right(place: Place, raw: Raw) -> None:
    deny(place, Permission.SEND_MESSAGES | Permission.VIEW_CHANNEL)
    callback, webhook = called(place)
    assert (await raw("POST", callback, {"type": 4, "data": SOMETHING})).status == 204
    assert (await raw("POST", webhook, SOMETHING)).status == 200
    assert len(place.ann.messages(place.channel)) == 2


async def test_after_leaving_nothing_of_the_guild_is_in_reach(place: Place, raw: Raw) -> None:
    path = await said(place, raw)
    place.sandbox.remove_bot(place.guild)
    assert (await raw("PATCH", path, SOMETHING)).code == 50001
    assert (await raw("GET", f"/channels/{place.channel.id}")).code == 50001
    commands = f"/applications/{place.sandbox.bot.id}/guilds/{place.guild.id}/commands"
    assert (await raw("PUT", commands, [])).code == 50001
    channel = await raw("POST", "/users/@me/channels", {"recipient_id": str(place.ann.id)})
    assert (await raw("POST", f"/channels/{channel.body['id']}/messages", SOMETHING)).code == 50007


async def test_ephemeral_messages_are_reached_by_their_token_only(place: Place, raw: Raw) -> None:
    callback, webhook = called(place)
    answer = await raw("POST", f"{callback}?with_response=true", {"type": 4, "data": SOMETHING | {"flags": 64}})
    number = answer.body["resource"]["message"]["id"]
    assert answer.body["interaction"]["response_message_ephemeral"] is True
    assert (await raw("GET", f"{messages(place)}/{number}")).code == 10008
    assert (await raw("PATCH", f"{messages(place)}/{number}", SOMETHING)).code == 10008
    assert (await raw("GET", messages(place))).body == []
    assert (await raw("GET", f"{webhook}/messages/{number}")).status == 200
    assert (await raw("PATCH", f"{webhook}/messages/@original", {"content": "y"})).status == 200
    assert [each.content for each in place.ann.ephemerals(place.channel)] == ["y"]
    assert (await raw("DELETE", f"{webhook}/messages/@original")).status == 204
    assert (await raw("GET", f"{webhook}/messages/@original")).code == 10008
    assert place.ann.ephemerals() == []


async def test_one_interaction_s_token_does_not_reach_another_s_messages(place: Place, raw: Raw) -> None:
    (first, _), (second, webhook) = called(place), called(place)
    answer = await raw("POST", f"{first}?with_response=true", {"type": 4, "data": SOMETHING})
    await raw("POST", second, {"type": 4, "data": SOMETHING})
    number = answer.body["resource"]["message"]["id"]
    assert (await raw("PATCH", f"{webhook}/messages/{number}", SOMETHING)).code == 10008


async def test_the_first_follow_up_is_as_private_as_the_deferral(place: Place, raw: Raw) -> None:
    for private in (64, 0):
        callback, webhook = called(place)
        await raw("POST", callback, {"type": 5, "data": {"flags": private}})
        assert place.ann.messages(place.channel) == [] or private == 0
        thinking = await raw("GET", f"{webhook}/messages/@original")
        assert thinking.body["flags"] & 128
        filled = await raw("POST", webhook, SOMETHING | {"flags": 64 - private})
        assert filled.body["id"] == thinking.body["id"]
        assert filled.body["flags"] == private
    assert len(place.ann.ephemerals()) == 1
    assert len(place.ann.messages(place.channel)) == 1


async def test_a_deferral_filled_in_pings_nobody_but_a_follow_up_does(place: Place, raw: Raw) -> None:
    callback, webhook = called(place)
    await raw("POST", callback, {"type": 5})
    mention = {"content": place.bob.mention}
    await raw("PATCH", f"{webhook}/messages/@original", mention)
    assert place.bob.notifications() == []
    await raw("POST", webhook, mention | {"flags": 64})
    assert place.bob.notifications() == []
    await raw("POST", webhook, mention)
    assert len(place.bob.notifications()) == 1
