"""Games over days as three people see them in Discord: reminders, votes, seats that open and are taken."""

from __future__ import annotations

import asyncio
import re

import pytest

import engine
from bot import text
from bot.game import absence
from bot.game.session import Session
from bot.history.clocks import DAY, pace_of
from bot.sandbox import MessageView, Permission, Person
from tests.bot.clockwork import play
from tests.bot.hall import Hall, latest, pinged, said

DAYS, FAST = pace_of("days", 3), pace_of("fast", 2)


def reminders(person: Person) -> list[MessageView]:
    return pinged(person, "⏰")


async def absent(hall: Hall, session: Session) -> tuple[Person, Person, Person]:
    """The one waited for and the two others."""
    actor = hall.actor(session)
    first, second = (person for person in hall.players if person is not actor)
    return actor, first, second


async def test_a_reminder_pings_the_one_waited_for_alone_and_lets_them_act(hall: Hall) -> None:
    session = await hall.seat(pace=DAYS)
    actor, first, second = await absent(hall, session)
    await hall.later(36.1)
    [reminder] = reminders(actor)
    assert reminder.pings == {actor.id}
    assert not reminders(first) + reminders(second)
    assert re.search(r"Time until <t:\d+:f> \(<t:\d+:R>\)", reminder.content)
    assert reminder.labels == ["Act", "No more reminders this turn"]
    opened = await actor.click(reminder, "Act")
    assert "corner" in said(opened)


async def test_all_times_that_are_shown_are_each_reader_s_own(hall: Hall) -> None:
    session = await hall.seat(pace=DAYS)
    await hall.later(48.1)
    await hall.later(25)
    actor = hall.actor(session)
    await actor.slash(hall.channel, "away", until="5")
    await hall.later()
    for message in (*hall.shown, *actor.ephemerals(), *actor.dms()):
        shown = re.sub(r"<t:\d+:[fRDd]>", "", message.content)
        assert not re.search(r"\d{1,2}:\d\d|\b20\d\d-\d\d|\b\d{9,}\b", re.sub(r"<@\d+>|https\S+", "", shown)), shown


async def test_reminders_come_by_direct_message_to_who_wants_that(hall: Hall) -> None:
    session = await hall.seat()
    actor, *_ = await absent(hall, session)
    used = await actor.slash(hall.channel, "settings", pings="dm", interval=5)
    assert "by direct message" in said(used)
    await hall.later(5.1)
    assert len(reminders(actor)) == 1
    assert [message for message in actor.dms() if "⏰" in message.content]
    assert not [message for message in hall.shown if "⏰" in message.content]
    actor.close_dms()
    await hall.later(5.1)
    assert pinged(actor, "⏰"), "a closed door is no reason to be silent"


async def test_the_button_mutes_this_turn_for_its_owner_alone(hall: Hall) -> None:
    session = await hall.seat()
    actor, first, _ = await absent(hall, session)
    await hall.later(24.1)
    [reminder] = reminders(actor)
    assert "not your turn" in said(await first.click(reminder, "No more reminders this turn")).casefold()
    assert said(await actor.click(reminder, "No more reminders this turn")) == text.MUTED
    await hall.later(24.1)
    await hall.later(24.1)
    assert len(reminders(actor)) == 1
    await play(session)
    again = hall.actor(session)
    await hall.later(24.1)
    assert len(reminders(again)) == 1
    assert said(await again.slash(hall.channel, "game mute")) == text.MUTED
    await hall.later(24.1)
    assert len(reminders(again)) == 1


async def test_none_is_delivered_to_who_acts_between_its_time_and_its_delivery(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await hall.seat()
    actor, *_ = await absent(hall, session)
    deliver, gate = hall.bot.table._deliver, asyncio.Event()

    async def late(game: int) -> None:
        await gate.wait()
        await deliver(game)

    monkeypatch.setattr(hall.bot.table, "_deliver", late)
    hall.sandbox.advance(24.1 * 3600)
    await hall.bot.watch.tick()
    assert [notice.kind for notice in await hall.store.unsent(session.id)] == ["remind"]
    await play(session)
    gate.set()
    await hall.told(session)
    assert reminders(actor) == []


async def test_after_a_restart_of_a_week_one_comes_and_no_vote_is_open(hall: Hall) -> None:
    session = await hall.seat()
    actor, *_ = await absent(hall, session)
    await hall.later(24.1)
    assert len(reminders(actor)) == 1
    await hall.stop()
    hall.sandbox.advance(8 * 86_400)
    await hall.start()
    await hall.later(0)
    await hall.later(0)
    assert len(reminders(actor)) == 2
    assert "⌛" not in hall.shown[-1].content


async def test_no_time_runs_and_nobody_is_reminded_while_the_table_cannot_be_written_to(hall: Hall) -> None:
    session = await hall.seat(pace=DAYS)
    hall.sandbox.deny(hall.channel, hall.guild, Permission.SEND_MESSAGES)
    await play(session)
    await hall.told(session)
    assert "mute" in session.clocks.stops
    second = hall.actor(session)
    await hall.later(24 * 30)
    assert not reminders(second)
    assert session.row.vote is None
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.wait_for(lambda: not session.clocks.stops, what="the clock to go on")
    await hall.told(session)
    assert (session.clocks.deadline or 0) - session.now() > 3 * DAY - 3600_000
    table = hall.table()
    assert second.id in table.pings
    await hall.sandbox.wait_for(lambda: "Time until" in table.content, what="the deadline on the message")


@pytest.mark.parametrize("down", [False, True])
async def test_a_right_that_is_taken_while_nothing_is_said_stops_the_clock_at_once(hall: Hall, down: bool) -> None:
    session = await hall.seat(pace=DAYS)
    if down:
        await hall.stop()
    hall.sandbox.deny(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    if down:
        await hall.start()
        session = await hall.session()
    await hall.sandbox.wait_for(lambda: "mute" in session.clocks.stops, what="the clock to stop")
    hall.sandbox.allow(hall.channel, hall.sandbox.bot, Permission.SEND_MESSAGES)
    await hall.sandbox.wait_for(lambda: not session.clocks.stops, what="the clock to go on")


async def test_no_time_runs_while_the_connection_is_lost(hall: Hall) -> None:
    session = await hall.seat(pace=FAST)
    deadline = session.clocks.deadline or 0
    hall.bot.watch.lost()
    hall.sandbox.advance(5 * 3600)
    await hall.bot.watch.tick()
    assert session.row.vote is None
    await hall.bot.watch.found()
    await hall.bot.games.get(session.id)
    assert (session.clocks.deadline or 0) - deadline == pytest.approx(5 * 3600_000, abs=60_000)
    hall.sandbox.drop_gateway()
    await hall.sandbox.wait_for(lambda: not hall.bot.watch.watching, what="the connection to be lost")
    await hall.sandbox.wait_for(lambda: hall.bot.watch.watching, what="the connection to be back")


# Votes


async def test_a_vote_by_buttons(hall: Hall) -> None:
    session = await hall.seat(pace=FAST)
    actor, first, second = await absent(hall, session)
    await hall.later(2.1)
    vote = latest(hall, "⌛")
    assert vote.labels == list(absence.CHOICES.values())
    assert vote.pings == {actor.id}, "acting ends the vote, so the absent one is called once more"
    assert "for the others" in said(await actor.click(vote, "Skip"))
    assert "no seat" in said(await hall.otto.click(vote, "Skip")).casefold()
    assert said(await first.click(vote, "Skip")) == text.VOTE_COUNTED
    await hall.later()
    assert first.name in hall.shown[-1].content
    assert hall.shown[-1].pings == frozenset()
    assert said(await second.slash(hall.channel, "game vote", choice="skip")) == text.VOTE_THROUGH
    await hall.later()
    assert hall.actor(session) is not actor
    assert "The others have voted to act mildly" in hall.table().content
    await hall.sandbox.wait_for(lambda: vote.labels == [], what="the vote without its buttons")


async def test_the_absent_one_returns(hall: Hall) -> None:
    session = await hall.seat(pace=FAST)
    actor, first, second = await absent(hall, session)
    await hall.later(2.1)
    vote = latest(hall, "⌛")
    await first.click(vote, "End the game")
    setup = engine.format_action(engine.legal_actions(session.state)[0])
    assert "Done" in await hall.play(actor, setup)
    await hall.sandbox.wait_for(lambda: vote.labels == [], what="the vote without its buttons")
    assert "No vote is open" in said(await second.slash(hall.channel, "game vote", choice="end"))
    assert session.live


async def test_a_voted_end_shows_the_scores(hall: Hall) -> None:
    session = await hall.seat(pace=FAST)
    _, first, second = await absent(hall, session)
    await hall.later(2.1)
    for person in (first, second):
        await person.click(latest(hall, "⌛"), "End the game")
    await hall.later()
    assert "Game over" in hall.shown[-1].content
    assert "Rematch" in hall.shown[-1].labels


# Seats


async def test_a_seat_that_is_open_is_taken_by_the_button_with_the_hidden_card(hall: Hall) -> None:
    session = await hall.grown(lambda s: s.phase is engine.Phase.DEAL and s.turn >= 2)
    archon = hall.actor(session)
    confirm = await archon.slash(hall.channel, "game resign")
    await archon.click(confirm.response, "Confirm")
    await hall.later()
    advert = latest(hall, "A seat is free")
    assert advert.labels == ["Take this seat"]
    assert advert.pings == frozenset()
    assert "waits for somebody" in said(await hall.idle(session).slash(hall.channel, "game list"))
    await hall.otto.click(advert, "Take this seat")
    await hall.later()
    assert session.waiting == hall.otto.id
    assert "You are the Archon" in hall.otto.dms()[-1].content
    assert pinged(hall.otto, "please deal")
    await hall.sandbox.wait_for(lambda: advert.labels == [], what="the advert without its button")
    assert said(await hall.mod.slash(hall.channel, "game join")).startswith("No seat is open in this game")


async def test_who_leaves_the_server_in_their_turn_is_found(hall: Hall) -> None:
    session = await hall.seat()
    actor, *_ = await absent(hall, session)
    actor.leave(hall.guild)
    await hall.later(24.1)
    assert session.waiting is None
    assert "has left the server" in latest(hall, "has left").content
    assert latest(hall, "A seat is free").labels == ["Take this seat"]
    assert not reminders(actor)


async def test_who_left_while_the_bot_was_down_is_found_when_it_is_back(hall: Hall) -> None:
    session = await hall.seat()
    actor, *_ = await absent(hall, session)
    await hall.stop()
    actor.leave(hall.guild)
    await hall.start()
    await hall.sandbox.wait_for(lambda: any("has left the server" in m.content for m in hall.shown), what="the word")
    assert (await hall.session()).waiting is None


async def test_who_left_the_server_cannot_be_started_with(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    for person in (hall.ben, hall.cleo):
        await person.slash(hall.channel, "game join")
    hall.cleo.leave(hall.guild)
    assert "more" in said(await hall.ann.slash(hall.channel, "game start"))
    await hall.later()
    assert "has left the server, and so the lobby" in hall.shown[-1].content
    assert "more to come" in latest(hall, "A game of Syntagma").content


async def test_who_is_waited_for_is_not_called_again_because_of_others(hall: Hall) -> None:
    """One ping for each real change: that somebody else gives up a seat, or takes one, is none for them."""
    session = await hall.seat(pace=DAYS)
    actor, first, _ = await absent(hall, session)
    calls = len(actor.notifications())
    confirm = await first.slash(hall.channel, "game resign")
    await first.click(confirm.response, "Confirm")
    await hall.later()
    await hall.otto.slash(hall.channel, "game join")
    await hall.later()
    await hall.mod.slash(hall.channel, "game pace", pace="days", time=5)
    await hall.later()
    table = hall.table()
    assert "has set the pace of this game" in table.content
    assert actor.mention in table.content
    assert len(actor.notifications()) == calls
