"""What `/game info` and `/settings` tell."""

from __future__ import annotations

import re

import engine
from bot.game import lobby
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said


async def test_info_names_players_turn_scores_and_cards_by_sector(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER, turn=6), supply=12)
    words = said(await hall.otto.slash(hall.channel, "game info"))
    view = session.view(None)
    assert "Turn 6; " in words
    assert f"{session.names[session.state.to_act or 0]} has to accept or reject the " in words
    for seat, colour in zip(Seat, ("red", "blue", "yellow"), strict=True):
        home = view.homes[seat]
        assert home is not None
        assert f"{session.names[seat]} ({colour}, home {home.name}): **{view.scores[seat]}** points" in words
        assert f"supply {view.supply[seat]}, prisoners: " in words
    assert "White supply: " in words
    shown = dict(re.findall(r"([NSEWC]{1,2}): (\d)", words.rpartition("```")[0].rpartition("```")[2]))
    assert len(shown) == 9
    archon_home = view.homes[view.archon or 0]
    assert archon_home is not None
    for face, count in enumerate(view.seen, 1):
        assert shown[engine.read_card(face, archon_home).name] == str(count)
    assert sum(map(int, shown.values())) == sum(view.seen) > 0


async def test_info_of_a_lobby_tells_who_sits_in_it(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new", supply=13)
    words = said(await hall.otto.slash(hall.channel, "game info"))
    assert "1. \u2068Ann\u2069" in words
    assert "supply 13" in words
    assert "2 more to come" in words


async def test_info_of_a_game_that_is_over(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER), supply=12)
    for person in hall.players:
        await lobby.resign(session, person.id)
    words = said(await hall.ann.slash(hall.channel, "game info", game=str(session.id)))
    assert "**It is over.**" in words


async def test_settings_say_what_each_is_for_and_how_to_write_it(hall: Hall) -> None:
    words = said(await hall.ann.slash(hall.channel, "settings"))
    for option in ("interval", "quiet", "zone", "pings", "theme", "palette", "large", "turned", "text"):
        assert f"`{option}" in words, option
    assert "type your city, as `Athens`" in words
    assert "come back from `/away`" in words
    words = said(await hall.ann.slash(hall.channel, "settings", quiet="22-7"))
    assert "none comes in your hours **22-7**" in words
    assert "read as UTC; set your own" in words
    words = said(await hall.ann.slash(hall.channel, "settings", zone="Europe/Athens"))
    assert "**Europe/Athens**" in words
    assert "until you set it" not in words
