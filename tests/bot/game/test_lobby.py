"""Lobbies and seats: who may come and go when, and what a game is opened with."""

from __future__ import annotations

import json

import pytest

import engine
from bot import refusals
from bot.game import lobby
from bot.game.session import Session
from bot.sandbox import Channel, MessageView, Permission
from bot.sandbox.options import OptionReader, Refused
from bot.text import reasons
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said


async def opened(hall: Hall, channel: Channel | None = None, **options: object) -> Session:
    """A lobby opened by Ann."""
    used = await hall.ann.slash(channel or hall.channel, "game new", **options)
    assert "The lobby is open" in said(used)
    session = await hall.bot.games.here((channel or hall.channel).id)
    await hall.told(session)
    return session


def message(hall: Hall) -> MessageView:
    [found] = [message for message in hall.shown if "Join" in message.labels]
    return found


async def test_a_lobby_seats_its_opener_and_says_what_is_missing(hall: Hall) -> None:
    session = await opened(hall, supply=30, white_supply=7, neutral_phalanxes=True, finish_turn=True)
    assert [row.user for row in session.seats] == [hall.ann.id]
    assert session.options == engine.Options(30, 7, True, True)
    content = message(hall).content
    assert "Ann" in content
    assert "2 more to come" in content
    for words in ("supply 30", "white supply 7", "white cubes form phalanxes", "the last turn is finished"):
        assert words in content
    assert message(hall).pings == frozenset()


async def test_joining_leaving_and_joining_again(hall: Hall) -> None:
    session = await opened(hall)
    lobby_message = message(hall)
    assert "have a seat here already" in said(await hall.ann.click(lobby_message, "Join"))
    await hall.ben.click(lobby_message, "Join")
    assert "joined" in said(await hall.cleo.slash(hall.channel, "game join"))
    assert "All three seats of this lobby are taken" in said(await hall.otto.click(lobby_message, "Join"))
    assert "for those who sit in this lobby" in said(await hall.otto.click(lobby_message, "Leave"))
    await hall.ben.slash(hall.channel, "game leave")
    await hall.otto.click(lobby_message, "Join")
    await hall.told(session)
    assert message(hall) == lobby_message, "it is changed in place"
    assert "Otto" in lobby_message.content
    assert "Ben" not in lobby_message.content
    assert {row.place for row in session.seats} == {0, 1, 2}


async def test_a_start_needs_three_and_one_of_them(hall: Hall) -> None:
    session = await opened(hall)
    lobby_message = message(hall)
    assert "2 more must join" in said(await hall.ann.click(lobby_message, "Start"))
    await hall.ben.click(lobby_message, "Join")
    assert "1 more must join" in said(await hall.ann.slash(hall.channel, "game start"))
    await hall.cleo.click(lobby_message, "Join")
    assert "for those who sit in this lobby" in said(await hall.otto.click(lobby_message, "Start"))
    assert session.row.status == "lobby"
    await hall.cleo.slash(hall.channel, "game start")
    await hall.told(session)
    assert session.live
    assert sorted(row.seat for row in session.seats if row.seat is not None) == [0, 1, 2]
    assert lobby_message.labels == []


async def test_colours_are_drawn(hall: Hall) -> None:
    """Not always the first who came is red."""
    drawn = set()
    for number in range(8):
        channel = hall.sandbox.add_channel(hall.guild, f"agora-{number}")
        session = await hall.seat(channel)
        drawn.add(session.player(engine.Seat.RED).user)
    assert len(drawn) > 1


async def test_when_the_last_has_left_the_lobby_is_closed_and_the_channel_free(hall: Hall) -> None:
    session = await opened(hall)
    lobby_message = message(hall)
    await hall.ann.click(lobby_message, "Leave")
    await hall.told(session)
    assert session.row.status == "cancelled"
    assert lobby_message.labels == []
    assert "closed" in lobby_message.content
    await opened(hall)


async def test_one_game_in_each_channel_and_thread(hall: Hall) -> None:
    await opened(hall)
    assert "open in this channel already" in said(await hall.ben.slash(hall.channel, "game new"))
    await opened(hall, hall.sandbox.add_channel(hall.guild, "stoa"))
    await opened(hall, hall.sandbox.add_thread(hall.channel, "corner", by=hall.ann))


async def test_a_game_in_a_thread_of_its_own(hall: Hall) -> None:
    answer = said(await hall.ann.slash(hall.channel, "game new", thread=True))
    [thread] = hall.sandbox.world.threads_of(hall.guild.id, hall.channel.id)
    assert thread.mention in answer
    session = await hall.bot.games.here(thread.id)
    await hall.told(session)
    [pointer] = [message for message in hall.shown if message.author.bot]
    assert f"opens a game of Syntagma in {thread.mention}" in pointer.content
    assert pointer.pings == set()
    [lobby_message] = hall.ann.messages(thread)
    for person in (hall.ben, hall.cleo):
        await person.click(lobby_message, "Join")
    await hall.ann.click(lobby_message, "Start")
    await hall.told(session)
    assert "Act" in hall.ann.messages(thread)[-1].labels
    assert not [message for message in hall.shown if message.buttons]
    assert "text channel" in said(await hall.ann.slash(thread, "game new", thread=True))


@pytest.mark.parametrize(
    ("right", "words", "thread"),
    [
        (Permission.SEND_MESSAGES, "Send Messages", False),
        (Permission.ATTACH_FILES, "Attach Files", False),
        (Permission.CREATE_PUBLIC_THREADS, "Create Public Threads", True),
        (Permission.SEND_MESSAGES_IN_THREADS, "Send Messages in Threads", True),
    ],
)
async def test_without_a_right_that_is_needed_nothing_is_opened(
    hall: Hall, right: Permission, words: str, thread: bool
) -> None:
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, right)
    answer = said(await hall.ann.slash(hall.channel, "game new", thread=thread))
    assert words in answer
    assert await hall.store.games() == []
    assert not list(hall.sandbox.world.threads_of(hall.guild.id, hall.channel.id))


@pytest.mark.parametrize("options", [{"supply": 4}, {"supply": 41}, {"white_supply": -1}, {"white_supply": 41}])
async def test_options_out_of_range_are_refused(
    hall: Hall, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By Discord already; and by the bot, should they come all the same."""
    with pytest.raises(Refused):
        hall.ann.send_slash(hall.channel, "game new", **options)
    monkeypatch.setattr(OptionReader, "_number", lambda self, option, value: value)
    answer = said(await hall.ann.slash(hall.channel, "game new", **options))
    assert f"{next(iter(options))} must be" in answer
    assert await hall.store.games() == []


async def test_the_list_puts_first_what_waits_for_me(hall: Hall) -> None:
    games = [await hall.seat(hall.sandbox.add_channel(hall.guild, f"agora-{number}")) for number in range(4)]
    mine = games[-1]
    me = hall.actor(mine)
    answer = said(await me.slash(hall.channel, "game list"))
    lines = answer.splitlines()
    assert lines[0].startswith("Game ")
    waits = ["your turn" in line for line in lines]
    assert waits == sorted(waits, reverse=True)
    assert any(line.startswith(f"Game {mine.id} ") and "your turn" in line for line in lines)
    assert all(f"https://discord.com/channels/{hall.guild.id}/" in line for line in lines)
    assert "You sit in no game" in said(await hall.otto.slash(hall.channel, "game list"))


async def test_a_seat_given_up_is_taken_by_an_outsider_with_all_that_belongs_to_it(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.DEAL))
    archon, seat = hall.actor(session), session.state.archon
    asked = await archon.slash(hall.channel, "game resign")
    assert asked.response is not None
    assert f"Game {session.id}" in asked.response.content
    await archon.click(asked.response, "Confirm")
    await hall.told(session)
    assert hall.table().pings == frozenset()
    assert "no seat" in said(await archon.slash(hall.channel, "hand"))
    await hall.otto.slash(hall.channel, "game join")
    await hall.told(session)
    cards = session.view(seat).hand
    answer = said(await hall.otto.slash(hall.channel, "hand"))
    assert all(card.name in answer for card in cards)
    assert all(card.name in hall.otto.dms()[-1].content for card in cards)
    assert hall.table().pings == {hall.otto.id}


async def test_resigning_asks_and_can_be_thought_better_of(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    asked = await hall.ann.slash(hall.channel, "game resign")
    assert asked.response is not None
    await hall.ann.click(asked.response, "Cancel")
    assert session.seat_of(hall.ann.id) is not None
    assert "no seat" in said(await hall.otto.slash(hall.channel, "game resign"))


async def test_the_last_to_give_up_ends_the_game(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    for person in hall.players:
        await lobby.resign(session, person.id)
        await hall.told(session)
    assert (session.row.status, session.row.ending) == ("over", "abandoned")
    assert "without a result" in hall.shown[-1].content
    assert hall.shown[-1].pings == frozenset()
    await opened(hall)


async def test_in_direct_messages_the_game_is_named_or_the_only_one(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    assert "card" in said(await hall.ann.slash(hall.ann.dm, "hand"))
    await hall.seat(hall.sandbox.add_channel(hall.guild, "stoa"))
    for command in ("hand", "play", "board", "log", "undo"):
        assert "You play in several games" in said(await hall.ann.slash(hall.ann.dm, command))
    assert "name yours" in said(await hall.otto.slash(hall.otto.dm, "hand"))
    assert "card" in said(await hall.ann.slash(hall.ann.dm, "hand", game=str(session.id)))
    assert "There is no such game" in said(await hall.otto.slash(hall.otto.dm, "board", game=str(session.id)))
    for strange in ("0", "-1", "x", "9" * 40, "1; DROP TABLE games", "\u0661"):
        assert "There is no such game" in said(await hall.ann.slash(hall.ann.dm, "hand", game=strange))


async def test_what_is_stored_of_a_game_is_what_it_was_opened_with(hall: Hall) -> None:
    session = await opened(hall, supply=12)
    [row] = await hall.store.games()
    assert json.loads(row.options)["supply"] == 12
    assert (row.guild, row.channel, row.creator) == (hall.guild.id, hall.channel.id, hall.ann.id)
    assert session.id == row.id


async def test_who_joins_hears_how_many_are_missing_and_the_third_that_it_can_begin(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    assert "1 more to come" in said(await hall.ben.slash(hall.channel, "game join"))
    assert "any of you can press **Start**" in said(await hall.cleo.slash(hall.channel, "game join"))


async def test_who_takes_an_open_seat_hears_what_they_play(hall: Hall) -> None:
    session = await hall.seat()
    await lobby.resign(session, session.waiting or 0)
    await hall.told(session)
    words = said(await hall.otto.slash(hall.channel, "game join"))
    assert words.startswith("You play 🟥 red now.")
    assert "It is your turn: please choose a corner" in words


async def test_outsiders_hear_what_they_can_do(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    for line in ("game leave", "game start", "game cancel"):
        assert "Press **Join** or type `/game join`" in said(await hall.otto.slash(hall.channel, line)), line
    assert "**Join** takes a seat" in said(await hall.otto.slash(hall.channel, "play", action="pass"))
    await hall.ben.slash(hall.channel, "game join")
    await hall.cleo.slash(hall.channel, "game join")
    for line in ("game join", "game new"):
        assert "`/game new thread:True`" in said(await hall.otto.slash(hall.channel, line))
    await hall.ann.slash(hall.channel, "game start")
    session = await hall.session()
    await hall.told(session)
    assert "three people play it. You may watch it" in said(await hall.otto.slash(hall.channel, "game join"))
    assert "open a game elsewhere" in said(await hall.otto.slash(hall.channel, "game start"))
    assert "You may watch it: `/board`" in said(await hall.otto.slash(hall.channel, "hand"))
    await lobby.resign(session, hall.ann.id)
    assert "A seat is open: `/game join`" in said(await hall.otto.slash(hall.channel, "hand"))


async def test_a_lobby_that_was_closed_says_so(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    await hall.ann.slash(hall.channel, "game cancel")
    with pytest.raises(refusals.Refused) as refused:
        await lobby.join(await hall.bot.games.get(1), hall.otto.id, "Otto")
    assert reasons.refused(refused.value) == "This lobby is closed. `/game new` opens another."


async def test_the_log_of_a_game_without_plays_says_so(hall: Hall) -> None:
    await hall.seat()
    assert "nothing has happened yet" in said(await hall.ann.slash(hall.channel, "log"))
