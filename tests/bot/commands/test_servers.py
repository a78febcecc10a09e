"""What moderators set for their server: where new games start from, whom a lobby calls."""

from __future__ import annotations

import asyncio

import pytest

import engine
from bot.people import servers
from bot.people.preferences import Preferences
from bot.sandbox import Permission
from bot.store.store import Store
from tests.bot.hall import Hall, said


async def test_new_games_start_from_the_servers_settings(hall: Hall) -> None:
    words = said(
        await hall.mod.slash(
            hall.channel, "mod settings", supply=9, white_supply=3, finish_turn=True, pace="days", time=5
        )
    )
    for part in ("**9** (`supply`)", "**3** (`white_supply`)", "5 days", "last turn is finished: **yes**"):
        assert part in words
    first = words.splitlines()[0]
    assert first.startswith("Changed: `supply` from 24 to **9**, `white_supply` from 15 to **3**, ")
    assert "`finish_turn` from no to **yes**" in first
    said(await hall.ann.slash(hall.channel, "game new"))
    session = await hall.session()
    assert session.options == engine.Options(9, 3, False, True)
    assert session.clocks.pace.kind == "days"
    assert "5 days" in session.clocks.pace.words


async def test_what_is_asked_for_comes_first(hall: Hall) -> None:
    await hall.mod.slash(hall.channel, "mod settings", supply=9, neutral_phalanxes=True, pace="days", time=5)
    said(await hall.ann.slash(hall.channel, "game new", supply=30, neutral_phalanxes=False, pace="relaxed"))
    session = await hall.session()
    assert session.options == engine.Options(30, 15, False, False)
    assert not session.clocks.pace.timed


async def test_settings_are_shown_and_set_back(hall: Hall) -> None:
    await hall.mod.slash(hall.channel, "mod settings", supply=9, openers="moderators")
    shown = said(await hall.mod.slash(hall.channel, "mod settings"))
    assert "**9** (`supply`)" in shown
    assert "hanged" not in shown
    for option in ("white_supply", "neutral_phalanxes", "finish_turn", "pace", "time", "openers", "lobby_role"):
        assert f"`{option}`" in shown
    words = said(await hall.mod.slash(hall.channel, "mod settings", clear="everything but the moderators' role"))
    assert "**24** (`supply`)" in words
    assert "Opened by: **everybody**" in words


@pytest.mark.parametrize(
    ("option", "value", "after"),
    [("supply", 12, 12), ("pace", "fast", "fast"), ("time", 2, 2), ("openers", "everybody", "everybody")],
)
async def test_what_is_asked_for_beside_setting_all_back_is_set(
    option: str, value: object, after: object, hall: Hall
) -> None:
    await hall.mod.slash(hall.channel, "mod settings", supply=9, pace="days", time=5, openers="moderators")
    everything = "everything but the moderators' role"
    assert said(await hall.mod.slash(hall.channel, "mod settings", clear=everything, **{option: value}))
    wanted = servers.ServerSettings(**{option: after})  # type: ignore[arg-type]  # as a moderator gives it
    assert await servers.settings_of(hall.store, hall.guild.id) == wanted


async def test_two_who_set_something_at_the_same_moment_are_both_heard(hall: Hall) -> None:
    """As when one takes the moderators' role away while another sets a pace; or somebody with two devices."""
    role = hall.sandbox.add_role(hall.guild, "Judges")
    await hall.sandbox.idle()
    await hall.mod.slash(hall.channel, "mod role", role=role)
    nestor = hall.sandbox.add_person(hall.guild, "Nestor", permissions=Permission.MANAGE_CHANNELS)
    await asyncio.gather(
        hall.mod.slash(hall.channel, "mod role", remove=True),
        nestor.slash(hall.channel, "mod settings", supply=9),
        hall.ann.slash(hall.channel, "settings", interval=5),
        hall.ann.slash(hall.channel, "settings", large=True),
    )
    assert await servers.settings_of(hall.store, hall.guild.id) == servers.ServerSettings(supply=9)
    preferences = Preferences.from_text((await hall.store.person(hall.ann.id)).settings)
    assert preferences == Preferences(interval=5, large=True)


async def test_a_time_that_no_pace_has_changes_nothing(hall: Hall) -> None:
    words = said(await hall.mod.slash(hall.channel, "mod settings", pace="days", time=72))
    assert "from 1 to 30 days" in words
    assert await servers.settings_of(hall.store, hall.guild.id) == servers.ServerSettings()


async def test_a_lobby_calls_the_role_once(hall: Hall) -> None:
    role = hall.sandbox.add_role(hall.guild, "Hoplites", mentionable=True)
    dora = hall.sandbox.add_person(hall.guild, "Dora", roles=[role])
    words = said(await hall.mod.slash(hall.channel, "mod settings", lobby_role=role))
    assert f"<@&{role.id}>, once" in words
    assert "not notified" not in words
    await hall.ann.slash(hall.channel, "game new")
    await hall.sandbox.wait_for(lambda: any("Join" in m.labels for m in hall.shown), what="the lobby")
    [call] = dora.notifications()
    assert f"<@&{role.id}>" in call.content
    for person in (hall.ben, hall.cleo):
        await person.click(call, "Join")
    await hall.sandbox.wait_for(lambda: "Press **Start**" in hall.shown[-1].content, what="three in the lobby")
    assert len(dora.notifications()) == 1, "joining calls nobody anew"
    await hall.mod.slash(hall.channel, "mod repost")
    await hall.sandbox.idle()
    assert len(dora.notifications()) == 1


async def test_a_role_that_cannot_be_called_is_told_of(hall: Hall) -> None:
    role = hall.sandbox.add_role(hall.guild, "Helots")
    words = said(await hall.mod.slash(hall.channel, "mod settings", lobby_role=role))
    assert "not notified" in words


async def test_the_role_of_moderators(hall: Hall) -> None:
    role = hall.sandbox.add_role(hall.guild, "Judges")
    await hall.sandbox.idle()
    said(await hall.mod.slash(hall.channel, "mod role", role=role))
    assert (await servers.settings_of(hall.store, hall.guild.id)).role == role.id
    assert f"<@&{role.id}>" in said(await hall.mod.slash(hall.channel, "mod role"))
    said(await hall.mod.slash(hall.channel, "mod role", remove=True))
    assert (await servers.settings_of(hall.store, hall.guild.id)).role is None
    everyone = hall.guild.roles[hall.guild.id]
    assert "Everybody holds that role" in said(await hall.mod.slash(hall.channel, "mod role", role=everyone))
    for option in ("lobby_role", "openers_role"):
        words = said(await hall.mod.slash(hall.channel, "mod settings", **{option: everyone}))
        assert "Everybody holds that role" in words


async def test_settings_of_a_newer_program_are_kept_apart(store: Store) -> None:
    assert servers.ServerSettings.from_text('{"supply": 9, "weather": "fine"}').supply == 9
    await servers.change(store, 1, supply=12)
    assert (await servers.settings_of(store, 1)).supply == 12
    assert (await servers.settings_of(store, 2)).supply == 24
    with pytest.raises(ValueError, match="supply"):
        await servers.change(store, 1, supply=99)
    assert (await servers.settings_of(store, 1)).supply == 12


async def test_a_right_in_one_channel_is_not_enough_to_set_up_the_server(hall: Hall) -> None:
    hall.sandbox.allow(hall.channel, hall.otto, Permission.MANAGE_CHANNELS)
    await hall.sandbox.idle()
    await hall.seat(supply=12)
    assert "Game 1" in said(await hall.otto.slash(hall.channel, "mod status"))
    assert "in the whole server" in said(await hall.otto.slash(hall.channel, "mod settings", supply=9))


def test_a_damaged_row_keeps_nobody_from_playing() -> None:
    for text in ("x", "[]", '{"supply": "many"}', '{"supply": 99}', '{"pace": "days", "time": 500}'):
        assert servers.ServerSettings.from_text(text) == servers.ServerSettings()
