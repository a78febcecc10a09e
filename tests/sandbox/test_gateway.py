"""The gateway, spoken raw and by discord.py: identifying, resuming, intents, shards, and what it tells."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.sandbox import Permission
from bot.sandbox.dispatches import DIRECT_MESSAGES, GUILD_MEMBERS, GUILD_MESSAGES, GUILDS, MESSAGE_CONTENT
from bot.sandbox.sandbox import Sandbox
from tests.sandbox.rig import Place, Socket
from tests.sandbox.trial import TrialBot

Json = dict[str, Any]
Connect = Callable[..., Awaitable[Socket]]

ALL = GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES


async def identify(sandbox: Sandbox, socket: Socket, intents: int = ALL, **fields: object) -> Json:
    """Says hello and comes back with READY."""
    hello = await socket.next()
    assert hello["op"] == 10
    assert hello["d"]["heartbeat_interval"] > 0
    await socket.send(2, {"token": sandbox.token, "intents": intents, "properties": {}} | fields)
    return await socket.until("READY")


@pytest.mark.parametrize("compressed", [False, True])
async def test_ready_and_guilds(compressed: bool, place: Place, connect: Connect) -> None:
    socket = await connect(compressed=compressed)
    ready = await identify(place.sandbox, socket)
    assert ready["user"]["id"] == str(place.sandbox.bot.id)
    assert ready["guilds"] == [{"id": str(place.guild.id), "unavailable": True}]
    message = await socket.next()
    assert (message["t"], message["s"]) == ("GUILD_CREATE", 2)
    guild = message["d"]
    assert [each["name"] for each in guild["channels"]] == ["agora"]
    assert [each["user"]["id"] for each in guild["members"]] == [str(place.sandbox.bot.id)]
    assert guild["member_count"] == 4
    await socket.send(1, 2)
    assert (await socket.next())["op"] == 11


CLOSES: dict[str, tuple[int, Json, int]] = {
    "a wrong token": (2, {"token": "wrong", "intents": 0}, 4004),
    "privileged intents": (2, {"intents": GUILD_MEMBERS}, 4014),
    "no intents": (2, {}, 4013),
    "intents that are none": (2, {"intents": -1}, 4013),
    "a shard too many": (2, {"intents": 0, "shard": [2, 2]}, 4010),
    "an unknown opcode": (99, {}, 4001),
    "members before identifying": (8, {}, 4003),
    "a wrong token to resume": (6, {"token": "wrong"}, 4004),
}


@pytest.mark.parametrize("name", CLOSES)
async def test_it_closes_for(name: str, place: Place, connect: Connect) -> None:
    op, data, code = CLOSES[name]
    socket = await connect()
    await socket.send(op, {"token": place.sandbox.token} | data)
    assert await socket.closed() == code


async def test_it_closes_for_nonsense_and_for_identifying_twice(place: Place, connect: Connect) -> None:
    socket = await connect()
    await socket.send_text("{")
    assert await socket.closed() == 4002
    socket = await connect()
    await identify(place.sandbox, socket)
    await socket.send(2, {"token": place.sandbox.token, "intents": 0})
    assert await socket.closed() == 4005
    assert await (await connect(version=6)).closed() == 4012


async def test_a_broken_session_is_resumed(place: Place, connect: Connect) -> None:
    socket = await connect()
    ready = await identify(place.sandbox, socket)
    await socket.until("GUILD_CREATE")
    place.sandbox.drop_gateway()
    await socket.closed()
    place.ann.say(place.channel, "one")
    place.ann.say(place.channel, "two")
    socket = await connect()
    await socket.next()
    await socket.send(6, {"token": place.sandbox.token, "session_id": ready["session_id"], "seq": 3})
    first, second = await socket.next(), await socket.next()
    assert (first["t"], first["s"]) == ("MESSAGE_CREATE", 4)
    assert second["t"] == "RESUMED"
    assert place.sandbox.gateway.resumes == 1


@pytest.mark.parametrize("how", ["forgotten", "unknown", "left"])
async def test_an_unresumable_session_is_invalid(how: str, place: Place, connect: Connect) -> None:
    socket = await connect()
    ready = await identify(place.sandbox, socket)
    if how == "left":
        await socket.close(1000)
        await place.sandbox.wait_for(lambda: not place.sandbox.gateway.sessions)
    else:
        place.sandbox.drop_gateway(resumable=how != "forgotten")
        await socket.closed()
    socket = await connect()
    await socket.next()
    number = "x" if how == "unknown" else ready["session_id"]
    await socket.send(6, {"token": place.sandbox.token, "session_id": number, "seq": 1})
    message = await socket.next()
    assert (message["op"], message["d"]) == (9, False)


async def test_a_sequence_from_the_future_is_wrong(place: Place, connect: Connect) -> None:
    socket = await connect()
    ready = await identify(place.sandbox, socket)
    place.sandbox.drop_gateway()
    await socket.closed()
    socket = await connect()
    await socket.send(6, {"token": place.sandbox.token, "session_id": ready["session_id"], "seq": 99})
    assert await socket.closed() == 4007


async def test_discord_py_comes_back(bot: TrialBot, place: Place) -> None:
    gateway = place.sandbox.gateway
    place.sandbox.drop_gateway()
    place.ann.say(place.channel, "while away")
    await place.sandbox.wait_for(lambda: gateway.resumes == 1)
    await place.sandbox.wait_for(lambda: "MESSAGE_CREATE" in bot.seen)
    gateway.reconnect()
    await place.sandbox.wait_for(lambda: gateway.resumes == 2)
    gateway.invalidate()
    await place.sandbox.wait_for(lambda: gateway.identifies == 2)
    place.sandbox.drop_gateway(resumable=False)
    await place.sandbox.wait_for(lambda: gateway.identifies == 3)
    lobby = await place.ann.slash(place.channel, "game new")
    assert lobby.response is not None


async def test_delivery_can_be_held_back_and_doubled(bot: TrialBot, place: Place) -> None:
    lobby = (await place.ann.slash(place.channel, "game new")).response
    assert lobby is not None
    place.sandbox.pause_delivery()
    press = place.ann.send_click(lobby, "Count")
    await asyncio.sleep(0.1)
    held = press.acknowledged_after
    place.sandbox.resume_delivery()
    await press.settled()
    assert held is None
    assert lobby.content == "pressed 1 by Ann"
    place.sandbox.deliver_twice()
    await place.ann.click(lobby, "Count")
    await place.sandbox.idle()
    assert lobby.content == "pressed 2 by Ann"
    codes = [each.body["code"] for each in place.sandbox.rest.exchanges if each.status == 400]
    assert codes == [40060]


async def test_a_press_while_the_bot_is_away_fails(place: Place) -> None:
    command = {"id": "1", "name": "x", "type": 1}
    sent = place.sandbox.site.desk.send(2, place.ann.id, place.channel, command)
    place.sandbox.advance(3)
    assert sent.state == "failed"


async def test_intents_choose_the_events(place: Place, connect: Connect) -> None:
    guilds, messages = await connect(), await connect()
    await identify(place.sandbox, guilds, GUILDS)
    await identify(place.sandbox, messages, GUILD_MESSAGES | DIRECT_MESSAGES)
    place.ann.say(place.channel, "hidden")
    place.ann.say(place.ann.dm, "shown")
    place.sandbox.add_channel(place.guild, "stoa")
    place.sandbox.add_role(place.guild, "judges")
    first, second = await messages.until("MESSAGE_CREATE"), await messages.until("MESSAGE_CREATE")
    assert (first["content"], second["content"]) == ("", "shown")
    assert "guild_id" in first
    assert "guild_id" not in second
    await guilds.until("GUILD_CREATE")
    assert (await guilds.next())["t"] == "CHANNEL_CREATE"
    assert (await guilds.next())["t"] == "GUILD_ROLE_CREATE"


async def test_granted_intents_show_members_and_content(connect: Connect, sandbox: Sandbox, place: Place) -> None:
    sandbox.site.privileged = GUILD_MEMBERS | MESSAGE_CONTENT
    socket = await connect()
    await identify(sandbox, socket, ALL | GUILD_MEMBERS | MESSAGE_CONTENT)
    place.ann.say(place.channel, "read by bots")
    assert (await socket.until("MESSAGE_CREATE"))["content"] == "read by bots"
    cleo = sandbox.add_person(place.guild, "Cleo")
    assert (await socket.until("GUILD_MEMBER_ADD"))["user"]["username"] == "cleo"
    cleo.leave(place.guild)
    assert (await socket.until("GUILD_MEMBER_REMOVE"))["user"]["id"] == str(cleo.id)
    await socket.send(8, {"guild_id": str(place.guild.id), "query": "", "limit": 0, "nonce": "n"})
    chunk = await socket.until("GUILD_MEMBERS_CHUNK")
    assert len(chunk["members"]) == len(place.guild.members)
    assert chunk["nonce"] == "n"


async def test_members_are_found_without_their_intent(place: Place, connect: Connect) -> None:
    socket = await connect()
    await identify(place.sandbox, socket)
    await socket.send(8, {"guild_id": str(place.guild.id), "query": "an", "limit": 5})
    chunk = await socket.until("GUILD_MEMBERS_CHUNK")
    assert [each["user"]["username"] for each in chunk["members"]] == ["ann"]
    await socket.send(8, {"guild_id": str(place.guild.id), "user_ids": [str(place.bob.id), "1"]})
    chunk = await socket.until("GUILD_MEMBERS_CHUNK")
    assert chunk["not_found"] == ["1"]


async def test_what_the_bot_does_not_see_it_is_not_told(place: Place, connect: Connect) -> None:
    socket = await connect()
    await identify(place.sandbox, socket)
    await socket.until("GUILD_CREATE")
    place.sandbox.deny(place.channel, place.sandbox.bot, Permission.VIEW_CHANNEL)
    place.ann.say(place.channel, "unseen")
    place.sandbox.add_thread(place.channel, "unseen", by=place.ann)
    stranger = place.sandbox.add_guild("Persia", bot_permissions=None)
    place.sandbox.add_channel(stranger, "unseen")
    place.sandbox.allow(place.channel, place.sandbox.bot, Permission.VIEW_CHANNEL)
    place.ann.say(place.channel, "seen")
    names: list[str] = []
    while names[-1:] != ["MESSAGE_CREATE"]:
        names.append((await socket.next())["t"])
    assert names == ["CHANNEL_UPDATE", "CHANNEL_UPDATE", "MESSAGE_CREATE"]


async def test_shards_share_the_guilds(sandbox: Sandbox, connect: Connect) -> None:
    guilds = []
    for index in range(4):
        sandbox.advance(0.001)
        guilds.append(sandbox.add_guild(f"G{index}"))
    seen: list[int] = []
    for shard in (0, 1):
        socket = await connect()
        ready = await identify(sandbox, socket, shard=[shard, 2])
        own = [int(each["id"]) for each in ready["guilds"]]
        assert all((each >> 22) % 2 == shard for each in own)
        seen += own
    assert sorted(seen) == [each.id for each in guilds]


async def test_events_of_threads_pins_reactions_and_guilds(bot: TrialBot, place: Place) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, Permission.MANAGE_THREADS)
    thread = place.sandbox.add_thread(place.channel, "game", by=place.ann)
    place.sandbox.add_to_thread(thread, place.bob)
    place.sandbox.set_thread(thread, archived=True)
    place.sandbox.delete_channel(thread)
    place.sandbox.delete_channel(place.channel)
    expected = {"THREAD_CREATE", "THREAD_MEMBERS_UPDATE", "THREAD_UPDATE", "THREAD_DELETE", "CHANNEL_DELETE"}
    await place.sandbox.wait_for(lambda: expected <= set(bot.seen))
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    assert [*guild.text_channels, *guild.threads] == []
