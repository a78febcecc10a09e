"""Streams and sights: each person is told what they may see and nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bot.sandbox import Permission
from bot.sandbox.events import Subscription
from bot.sandbox.sights import commands_sight
from tests.sandbox.rig import Place
from tests.sandbox.trial import TrialBot

Json = dict[str, Any]


def streams(place: Place) -> tuple[Subscription, Subscription]:
    events = place.sandbox.events
    return events.subscribe(place.ann.user), events.subscribe(place.bob.user)


def kinds(stream: Subscription) -> list[str]:
    return [each["type"] for each in stream.waiting()]


async def test_messages_and_interactions_reach_their_people(bot: TrialBot, place: Place) -> None:
    ann, bob = streams(place)
    lobby = (await place.ann.slash(place.channel, "game new")).response
    assert lobby is not None
    own, others = ann.waiting(), bob.waiting()
    steps = [each["interaction"]["state"] for each in own if each["type"] == "interaction"]
    assert steps == ["waiting", "answered"]
    assert [each["type"] for each in others] == ["message"]
    assert others[0]["message"]["interaction_of"]["id"] == str(place.ann.id)
    await place.ann.click(lobby, "Whisper")
    whispered = ann.waiting()
    assert bob.waiting() == []
    shown = [each["message"] for each in whispered if each["type"] == "message"]
    assert [each["thinking"] for each in shown] == [True, False]
    assert all(each["ephemeral"] for each in shown)
    await place.ann.click(lobby, "Count")
    changed = bob.waiting()[0]
    assert (changed["change"], changed["message"]["content"]) == ("edited", "pressed 1 by Ann")
    asked = await place.bob.click(lobby, "Ask")
    modal = bob.waiting()[-1]["interaction"]
    assert (modal["state"], modal["modal"]["title"]) == ("modal", "Who?")
    assert asked.modal is not None
    await place.bob.autocomplete(place.channel, "play", option="action", text="e")
    assert len(bob.waiting()[-1]["interaction"]["choices"]) == 25
    place.sandbox.delete_message(lobby)
    assert kinds(bob) == ["message_removed"]


async def test_a_failed_interaction_is_told(bot: TrialBot, place: Place) -> None:
    ann, _ = streams(place)
    place.ann.send_slash(place.channel, "silent")
    place.sandbox.advance(3)
    states = [each["interaction"]["state"] for each in ann.waiting() if each["type"] == "interaction"]
    assert states == ["waiting", "failed"]


async def test_endless_thinking_fails_with_its_token(bot: TrialBot, place: Place) -> None:
    place.sandbox.faults.delay("POST /users/@me/channels", seconds=0.3)
    sent = await place.ann.send_slash(place.channel, "card").acknowledged()
    before = sent.record.state
    place.sandbox.advance(15 * 60)
    assert (before, sent.record.state) == ("thinking", "failed")
    await place.sandbox.idle(0.1)


def test_pings_are_marked(place: Place) -> None:
    ann, bob = streams(place)
    place.bob.say(place.channel, f"{place.ann.mention}!")
    assert [each["message"]["pinged"] for each in ann.waiting()] == [True]
    assert [each["message"]["pinged"] for each in bob.waiting()] == [False]


def test_private_things_are_private(place: Place) -> None:
    ann, bob = streams(place)
    place.ann.say(place.ann.dm, "psst")
    place.ann.close_dms()
    assert kinds(ann) == ["channel", "message", "me"]
    assert kinds(bob) == []


def test_rights_show_and_hide(place: Place) -> None:
    _, bob = streams(place)
    place.sandbox.deny(place.channel, place.bob, Permission.VIEW_CHANNEL)
    place.ann.say(place.channel, "unseen")
    hidden = bob.waiting()
    assert [(each["type"], each["channels"]) for each in hidden] == [("channels", [])]
    place.sandbox.allow(place.channel, place.bob, Permission.VIEW_CHANNEL)
    place.sandbox.add_channel(place.guild, "stoa")
    thread = place.sandbox.add_thread(place.channel, "thread")
    assert kinds(bob) == ["channels", "channel", "channel"]
    place.sandbox.delete_channel(thread)
    role = place.sandbox.add_role(place.guild, "role")
    assert role.id in place.guild.roles
    place.bob.leave(place.guild)
    place.ann.say(place.channel, "unseen")
    assert kinds(bob) == ["channel_removed", "guild", "guild_removed"]


async def test_bot_commands_and_clock(bot: TrialBot, place: Place) -> None:
    ann, _ = streams(place)
    await bot.tree.sync()
    place.sandbox.advance(60)
    place.sandbox.drop_gateway(resumable=False)
    told = ann.waiting()
    assert [each["type"] for each in told] == ["commands", "clock", "bot"]
    assert told[-1]["online"] is False
    await place.sandbox.wait_for(lambda: {"type": "bot", "online": True} in ann.waiting())


async def test_a_stream_can_be_read_until_it_is_closed(place: Place) -> None:
    ann, _ = streams(place)
    read: list[Json] = []

    async def reader() -> None:
        read.extend([event async for event in ann])

    task = asyncio.create_task(reader())
    place.bob.say(place.channel, "x")
    await asyncio.sleep(0)
    place.sandbox.events.close()
    await task
    place.bob.say(place.channel, "y")
    assert [each["message"]["content"] for each in read] == ["x"]


async def test_the_sight_of_a_person_is_theirs(bot: TrialBot, place: Place) -> None:
    lobby = (await place.ann.slash(place.channel, "game new")).response
    await place.ann.click(lobby, "Whisper")
    await place.ann.slash(place.channel, "card")
    hidden = place.sandbox.add_channel(place.guild, "hidden")
    place.sandbox.deny(hidden, place.guild, Permission.VIEW_CHANNEL)
    sights = {each.name: place.sandbox.view_for(each) for each in (place.ann, place.bob)}
    assert json.loads(json.dumps(sights)) == sights
    guild = sights["Bob"]["guilds"][0]
    assert [each["name"] for each in guild["channels"]] == ["agora"]
    assert [each["content"] for each in guild["channels"][0]["messages"]] == ["lobby 40 None 0.5 []"]
    assert sights["Bob"]["dms"] == []
    own = sights["Ann"]["guilds"][0]["channels"][0]["messages"]
    assert [each["content"] for each in own] == ["lobby 40 None 0.5 []", "a secret", "look"]
    assert [each["messages"][0]["content"] for each in sights["Ann"]["dms"]] == ["your card"]
    assert "secret" not in json.dumps(sights["Bob"])
    outsider = place.sandbox.add_person(None, "Out")
    assert place.sandbox.view_for(outsider)["guilds"] == []


async def test_commands_are_shown_with_their_options(bot: TrialBot, place: Place) -> None:
    shown = {each["line"]: each for each in commands_sight(place.sandbox.site, place.ann.user, place.channel)}
    assert shown["game new"]["description"] == "A lobby"
    assert [each["name"] for each in shown["play"]["options"]] == ["action", "count"]
    assert "guarded" not in shown
