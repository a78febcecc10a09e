"""Every way in which Discord says no, provoked by a raw request: status, code, and that nothing has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.sandbox import LIMITS, Permission, Refusal
from bot.sandbox.nouns import COMMAND
from tests.sandbox.rig import Place, Raw, Reply

Provocation = Callable[[Place, Raw], Awaitable[Reply]]

PROVOCATIONS: dict[Refusal, Provocation] = {}

SOMETHING = {"content": "x"}


def provokes(refusal: Refusal) -> Callable[[Provocation], Provocation]:
    def note(provocation: Provocation) -> Provocation:
        PROVOCATIONS[refusal] = provocation
        return provocation

    return note


def deny(place: Place, what: Permission) -> None:
    place.sandbox.deny(place.channel, place.sandbox.bot, what)


def allow(place: Place, what: Permission) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, what)


def messages(place: Place) -> str:
    return f"/channels/{place.channel.id}/messages"


async def said(place: Place, raw: Raw) -> str:
    """The path of a new message of the bot's."""
    reply = await raw("POST", messages(place), SOMETHING)
    return f"{messages(place)}/{reply.body['id']}"


def called(place: Place) -> tuple[str, str]:
    """A command that waits for its answer: the paths of its callback and of its webhook."""
    sent = place.sandbox.site.desk.send(COMMAND, place.ann.id, place.channel, {"name": "x"}, name="x")
    return f"/interactions/{sent.id}/{sent.token}/callback", f"/webhooks/{place.sandbox.bot.id}/{sent.token}"


@provokes(Refusal.NOT_FOUND)
async def _no_such_route(place: Place, raw: Raw) -> Reply:
    return await raw("GET", "/nothing/here")


@provokes(Refusal.METHOD_NOT_ALLOWED)
async def _wrong_method(place: Place, raw: Raw) -> Reply:
    return await raw("PATCH", "/gateway")


@provokes(Refusal.UNAUTHORIZED)
async def _wrong_token(place: Place, raw: Raw) -> Reply:
    return await raw("POST", messages(place), SOMETHING, token="wrong")


@provokes(Refusal.INTERNAL)
async def _broken(place: Place, raw: Raw) -> Reply:
    place.sandbox.faults.fail_before()
    return await raw("POST", messages(place), SOMETHING)


@provokes(Refusal.RATE_LIMITED)
async def _too_fast(place: Place, raw: Raw) -> Reply:
    place.sandbox.faults.rate_limit(retry_after=0.1)
    return await raw("POST", messages(place), SOMETHING)


@provokes(Refusal.UNKNOWN_APPLICATION)
async def _other_application(place: Place, raw: Raw) -> Reply:
    return await raw("GET", "/applications/1/commands")


@provokes(Refusal.UNKNOWN_CHANNEL)
async def _deleted_channel(place: Place, raw: Raw) -> Reply:
    place.sandbox.delete_channel(place.channel)
    return await raw("POST", messages(place), SOMETHING)


@provokes(Refusal.UNKNOWN_GUILD)
async def _left_guild(place: Place, raw: Raw) -> Reply:
    place.sandbox.remove_bot(place.guild)
    return await raw("GET", f"/guilds/{place.guild.id}")


@provokes(Refusal.UNKNOWN_MEMBER)
async def _not_a_member(place: Place, raw: Raw) -> Reply:
    place.ann.leave(place.guild)
    return await raw("GET", f"/guilds/{place.guild.id}/members/{place.ann.id}")


@provokes(Refusal.UNKNOWN_MESSAGE)
async def _deleted_message(place: Place, raw: Raw) -> Reply:
    path = await said(place, raw)
    place.sandbox.delete_message(place.ann.messages(place.channel)[0])
    return await raw("PATCH", path, SOMETHING)


@provokes(Refusal.UNKNOWN_ROLE)
async def _no_such_role(place: Place, raw: Raw) -> Reply:
    return await raw("PUT", f"/guilds/{place.guild.id}/members/{place.ann.id}/roles/1")


@provokes(Refusal.UNKNOWN_USER)
async def _nobody(place: Place, raw: Raw) -> Reply:
    return await raw("GET", f"/guilds/{place.guild.id}/members/1")


@provokes(Refusal.UNKNOWN_EMOJI)
async def _no_emoji(place: Place, raw: Raw) -> Reply:
    return await raw("PUT", f"{await said(place, raw)}/reactions/smile/@me")


@provokes(Refusal.UNKNOWN_WEBHOOK)
async def _follow_up_before_the_answer(place: Place, raw: Raw) -> Reply:
    return await raw("POST", called(place)[1], SOMETHING)


@provokes(Refusal.UNKNOWN_INTERACTION)
async def _wrong_interaction(place: Place, raw: Raw) -> Reply:
    return await raw("POST", "/interactions/1/x/callback", {"type": 5})


@provokes(Refusal.UNKNOWN_COMMAND)
async def _no_such_command(place: Place, raw: Raw) -> Reply:
    return await raw("DELETE", f"/applications/{place.sandbox.bot.id}/commands/1")


@provokes(Refusal.TOO_MANY_PINS)
async def _too_many_pins(place: Place, raw: Raw) -> Reply:
    allow(place, Permission.PIN_MESSAGES)
    path = await said(place, raw)
    for _ in range(LIMITS.pins):
        place.ann.say(place.channel, "x").message.pinned = 1.0
    return await raw("PUT", path.replace("messages/", "messages/pins/"))


@provokes(Refusal.TOO_MANY_COMMANDS)
async def _too_many_commands(place: Place, raw: Raw) -> Reply:
    commands = [{"name": f"n{index}", "description": "x"} for index in range(LIMITS.global_commands + 1)]
    return await raw("PUT", f"/applications/{place.sandbox.bot.id}/commands", commands)


@provokes(Refusal.TOO_MANY_OLD_EDITS)
async def _too_many_old_edits(place: Place, raw: Raw) -> Reply:
    path = await said(place, raw)
    place.sandbox.advance(LIMITS.old_message + 1)
    for _ in range(LIMITS.old_edits):
        await raw("PATCH", path, SOMETHING)
    return await raw("PATCH", path, {"content": "more"})


@provokes(Refusal.ENTITY_TOO_LARGE)
async def _too_big(place: Place, raw: Raw) -> Reply:
    return await raw("POST", messages(place), SOMETHING, files={"x": b"x" * (LIMITS.attachment_size + 1)})


@provokes(Refusal.ALREADY_ACKNOWLEDGED)
async def _two_answers(place: Place, raw: Raw) -> Reply:
    callback, _ = called(place)
    await raw("POST", callback, {"type": 5})
    return await raw("POST", callback, {"type": 5})


@provokes(Refusal.MISSING_ACCESS)
async def _unseen_channel(place: Place, raw: Raw) -> Reply:
    deny(place, Permission.VIEW_CHANNEL)
    return await raw("POST", messages(place), SOMETHING)


@provokes(Refusal.WRONG_ON_DM)
async def _bulk_in_dm(place: Place, raw: Raw) -> Reply:
    return await raw("POST", f"/channels/{place.ann.dm.id}/messages/bulk-delete", {"messages": ["1", "2"]})


@provokes(Refusal.NOT_THE_AUTHOR)
async def _others_message(place: Place, raw: Raw) -> Reply:
    message = place.ann.say(place.channel, "mine")
    return await raw("PATCH", f"{messages(place)}/{message.id}", SOMETHING)


@provokes(Refusal.EMPTY_MESSAGE)
async def _nothing_to_send(place: Place, raw: Raw) -> Reply:
    return await raw("POST", messages(place), {"content": "  "})


@provokes(Refusal.DMS_CLOSED)
async def _closed(place: Place, raw: Raw) -> Reply:
    place.ann.close_dms()
    channel = await raw("POST", "/users/@me/channels", {"recipient_id": str(place.ann.id)})
    return await raw("POST", f"/channels/{channel.body['id']}/messages", SOMETHING)


@provokes(Refusal.MISSING_PERMISSIONS)
async def _may_not_send(place: Place, raw: Raw) -> Reply:
    deny(place, Permission.SEND_MESSAGES)
    return await raw("POST", messages(place), SOMETHING)


@provokes(Refusal.WRONG_CHANNEL_TYPE)
async def _thread_in_thread(place: Place, raw: Raw) -> Reply:
    thread = place.sandbox.add_thread(place.channel, "thread")
    return await raw("POST", f"/channels/{thread.id}/threads", {"name": "x", "type": 11})


@provokes(Refusal.INVALID_WEBHOOK_TOKEN)
async def _old_token(place: Place, raw: Raw) -> Reply:
    callback, webhook = called(place)
    await raw("POST", callback, {"type": 5})
    place.sandbox.advance(LIMITS.token_life)
    return await raw("POST", webhook, SOMETHING)


@provokes(Refusal.INVALID_RECIPIENTS)
async def _to_nobody(place: Place, raw: Raw) -> Reply:
    return await raw("POST", "/users/@me/channels", {"recipient_id": "1"})


@provokes(Refusal.INVALID_BULK_DELETE)
async def _too_old_to_delete(place: Place, raw: Raw) -> Reply:
    allow(place, Permission.MANAGE_MESSAGES)
    old = [str(place.ann.say(place.channel, "x").id) for _ in range(2)]
    place.sandbox.advance(LIMITS.bulk_delete_age + 1)
    return await raw("POST", f"{messages(place)}/bulk-delete", {"messages": old})


@provokes(Refusal.INVALID_FORM)
async def _wrong_form(place: Place, raw: Raw) -> Reply:
    return await raw("POST", messages(place), {"content": 7})


@provokes(Refusal.THREAD_ARCHIVED)
async def _archived(place: Place, raw: Raw) -> Reply:
    thread = place.sandbox.add_thread(place.channel, "thread")
    message = await raw("POST", f"/channels/{thread.id}/messages", SOMETHING)
    place.sandbox.set_thread(thread, archived=True)
    return await raw("PATCH", f"/channels/{thread.id}/messages/{message.body['id']}", {"content": "y"})


@provokes(Refusal.INVALID_JSON)
async def _no_json(place: Place, raw: Raw) -> Reply:
    return await raw("POST", messages(place), text="{")


@provokes(Refusal.REPLY_NEEDS_HISTORY)
async def _reply_without_history(place: Place, raw: Raw) -> Reply:
    message = place.ann.say(place.channel, "x")
    deny(place, Permission.READ_MESSAGE_HISTORY)
    return await raw("POST", messages(place), SOMETHING | {"message_reference": {"message_id": str(message.id)}})


@provokes(Refusal.THREAD_EXISTS)
async def _second_thread(place: Place, raw: Raw) -> Reply:
    path = await said(place, raw)
    await raw("POST", f"{path}/threads", {"name": "x"})
    return await raw("POST", f"{path}/threads", {"name": "x"})


@provokes(Refusal.THREAD_LOCKED)
async def _locked(place: Place, raw: Raw) -> Reply:
    thread = place.sandbox.add_thread(place.channel, "thread")
    place.sandbox.set_thread(thread, locked=True)
    return await raw("POST", f"/channels/{thread.id}/messages", SOMETHING)


@pytest.mark.parametrize("refusal", Refusal, ids=lambda each: each.name)
async def test_of(refusal: Refusal, place: Place, raw: Raw) -> None:
    reply = await PROVOCATIONS[refusal](place, raw)
    assert (reply.status, reply.code) == (refusal.status, refusal.code), reply.body
    assert reply.body["message"] == refusal.message
    assert ("errors" in reply.body) == (refusal is Refusal.INVALID_FORM)


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
