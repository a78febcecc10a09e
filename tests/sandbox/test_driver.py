"""What the real client would not let a person do, the sandbox's people cannot do either."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.sandbox import MessageView, Permission, Refused
from tests.sandbox.rig import Place, Raw
from tests.sandbox.trial import TrialBot

CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "an unknown command": ("nothing", {}),
    "half a command": ("game", {}),
    "an unknown option": ("play", {"action": "x", "colour": "red"}),
    "a missing option": ("play", {}),
    "a text for a number": ("game new", {"supply": "30"}),
    "a truth for a number": ("game new", {"supply": True}),
    "too small a number": ("game new", {"supply": 0}),
    "too great a number": ("game new", {"supply": 51}),
    "a number for a text": ("play", {"action": 5}),
    "an empty text": ("play", {"action": ""}),
    "too short a text": ("game new", {"word": "x"}),
    "too long a text": ("game new", {"word": "abcdef"}),
    "a choice that is none": ("game new", {"pace": "Never"}),
    "a text for a truth": ("game deep down", {"sure": "yes"}),
    "a text for a user": ("game new", {"partner": "Bob"}),
    "a text for a channel": ("game new", {"place": "agora"}),
}


@pytest.mark.parametrize("name", CALLS)
async def test_commands_are_checked_before_they_are_sent(name: str, bot: TrialBot, place: Place) -> None:
    line, options = CALLS[name]
    with pytest.raises(Refused):
        place.ann.send_slash(place.channel, line, **options)
    assert place.sandbox.world.interactions == {}


async def test_a_channel_of_another_type_is_refused(bot: TrialBot, place: Place) -> None:
    thread = place.sandbox.add_thread(place.channel, "thread")
    with pytest.raises(Refused, match="types"):
        place.ann.send_slash(place.channel, "game new", place=thread)


async def test_commands_need_a_place_and_a_right(bot: TrialBot, place: Place) -> None:
    outsider = place.sandbox.add_person(None, "Out")
    with pytest.raises(Refused):
        outsider.send_slash(place.channel, "play", action="x")
    place.sandbox.deny(place.channel, place.ann, Permission.USE_APPLICATION_COMMANDS)
    with pytest.raises(Refused):
        place.ann.send_slash(place.channel, "play", action="x")
    with pytest.raises(Refused):
        await place.bob.autocomplete(place.channel, "game new", option="supply", text=1)
    place.sandbox.delete_channel(place.channel)
    with pytest.raises(Refused):
        place.bob.send_slash(place.channel, "play", action="x")


async def lobby_of(place: Place) -> MessageView:
    response = (await place.ann.slash(place.channel, "game new")).response
    assert response is not None
    return response


async def test_components_are_checked_before_they_are_sent(bot: TrialBot, place: Place) -> None:
    lobby = await lobby_of(place)
    tries: list[Callable[[], object]] = [
        lambda: place.ann.send_click(lobby, "Off"),
        lambda: place.ann.send_select(lobby, "Square"),
        lambda: place.ann.send_select(lobby, "Square", "A1", "B2", "C3"),
        lambda: place.ann.send_select(lobby, "Square", "A1", "a1"),
        lambda: place.ann.send_select(lobby, "Square", "Z9"),
        lambda: place.ann.send_select(lobby, "User", "Bob"),
    ]
    for each in tries:
        with pytest.raises(Refused):
            each()
    with pytest.raises(LookupError, match="Count"):
        place.ann.send_click(lobby, "Nothing")
    with pytest.raises(LookupError, match="Square"):
        place.ann.send_select(lobby, "Nothing", "A1")
    place.sandbox.delete_message(lobby)
    with pytest.raises(Refused):
        place.ann.send_click(lobby, "Count")
    with pytest.raises(Refused):
        await place.ann.click(None, "Count")


async def test_others_ephemerals_can_only_be_forged(bot: TrialBot, place: Place) -> None:
    lobby = await lobby_of(place)
    whisper = (await place.ann.click(lobby, "Whisper")).response
    assert whisper is not None
    with pytest.raises(Refused):
        place.bob.send_click(whisper, "count")
    forged = await place.bob.forge(place.channel, "count", whisper).settled()
    assert forged.record.message_id == whisper.id
    chosen = await place.bob.forge(place.channel, "square", lobby, ["a1"]).settled()
    assert chosen.response is not None
    assert chosen.response.content == "chose a1"
    latest = await place.bob.forge(place.channel, "count").settled()
    assert latest.response is not None


async def test_a_reloaded_client_has_forgotten_ephemerals(bot: TrialBot, place: Place) -> None:
    lobby = await lobby_of(place)
    await place.ann.click(lobby, "Whisper")
    seen = list(place.ann.ephemerals())
    place.ann.reload()
    assert (len(seen), place.ann.ephemerals()) == (1, [])
    with pytest.raises(Refused):
        place.ann.send_click(seen[0], "count")


async def test_presses_at_the_same_instant(bot: TrialBot, place: Place) -> None:
    lobby = await lobby_of(place)
    both = await asyncio.gather(place.ann.click(lobby, "Count"), place.bob.click(lobby, "Count"))
    assert [each.failed for each in both] == [False, False]
    assert lobby.content.startswith("pressed 2")


async def test_a_view_tells_what_is_shown(bot: TrialBot, place: Place) -> None:
    lobby = await lobby_of(place)
    assert lobby.labels == ["Count", "Whisper", "Later", "Ask", "Off"]
    assert [each.disabled for each in lobby.buttons] == [False] * 4 + [True]
    assert [each.kind for each in lobby.menus] == [3, 5]
    assert [each.label for each in lobby.menu("Square").options] == ["A1", "B2", "C3"]
    assert lobby.menu(0) == lobby.menu("square")
    assert lobby.author is place.sandbox.bot
    assert len(lobby.components) == 7


async def test_waiting_in_vain_says_for_what(place: Place) -> None:
    with pytest.raises(TimeoutError, match=r"0\.1 s in vain for rain"):
        await place.sandbox.wait_for(lambda: False, 0.1, "rain")


async def test_text_of_embeds_is_read_in_order(place: Place, raw: Raw) -> None:
    fields = [{"name": "n", "value": "v"}]
    embed = {"author": {"name": "a"}, "title": "t", "description": "d", "fields": fields, "footer": {"text": "f"}}
    await raw("POST", f"/channels/{place.channel.id}/messages", {"content": "c", "embeds": [embed]})
    assert place.ann.messages(place.channel)[0].text.split() == ["c", "a", "t", "d", "n", "v", "f"]


async def test_leaving_and_coming_back(place: Place) -> None:
    place.ann.leave(place.guild)
    assert place.ann.messages(place.channel) == []
    with pytest.raises(Refused):
        place.ann.say(place.channel, "x")
    place.ann.join(place.guild)
    place.ann.say(place.channel, "back")
    with pytest.raises(Refused):
        place.sandbox.person(place.sandbox.world.owner).leave(place.guild)
