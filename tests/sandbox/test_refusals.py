"""Every way in which Discord says no, provoked by a raw request: status, code, and that nothing has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.sandbox import LIMITS, Permission, Refusal
from tests.sandbox.rig import Place, Raw, Reply
from tests.sandbox.ways import SOMETHING, allow, called, deny, messages, said

Provocation = Callable[[Place, Raw], Awaitable[Reply]]

PROVOCATIONS: dict[Refusal, Provocation] = {}


def provokes(refusal: Refusal) -> Callable[[Provocation], Provocation]:
    def note(provocation: Provocation) -> Provocation:
        PROVOCATIONS[refusal] = provocation
        return provocation

    return note


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
