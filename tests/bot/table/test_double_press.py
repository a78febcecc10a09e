"""What reaches the bot twice, from one hand or from several, has its effect once."""

from __future__ import annotations

import asyncio

import pytest

from bot.game.session import Session
from bot.sandbox import Interaction, MessageView
from bot.table.acknowledgement import REMEMBERED, Received
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said


async def panel(hall: Hall, session: Session) -> MessageView:
    """The private panel of the one who is to act."""
    opened = await hall.actor(session).click(hall.table(), "Act")
    assert opened.response is not None
    return opened.response


def plays(session: Session) -> int:
    """How many plays are in the log, those taken back included."""
    return session.seq


async def both(*used: Interaction) -> list[str]:
    """What came of presses that were sent at once."""
    settled = await asyncio.gather(*(each.settled() for each in used))
    return [said(each) for each in settled]


async def test_one_press_delivered_twice_plays_once(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    shown = await panel(hall, session)
    actor, ply = hall.actor(session), session.ply
    hall.sandbox.deliver_twice()
    used = await actor.click(shown, "Accept")
    await hall.told(session)
    await hall.sandbox.wait_for(lambda: shown.content.startswith("Done: you accept"), what="the receipt")
    await hall.sandbox.wait_for(lambda: "was done already" in said(used), what="the word of the second delivery")
    await hall.sandbox.idle()
    assert session.ply == ply + 1


async def test_one_command_delivered_twice_plays_once(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply = session.ply
    hall.sandbox.deliver_twice()
    answer = await hall.play(hall.actor(session), "accept")
    await hall.sandbox.idle()
    assert session.ply == ply + 1
    assert answer.startswith("Done")


@pytest.mark.parametrize("line", ["game new", "mod repost", "board"])
async def test_one_command_delivered_twice_is_done_once(hall: Hall, line: str) -> None:
    """Whatever it does; so there is one lobby, one table message, one board."""
    person = hall.mod
    if line != "game new":
        await hall.told(await hall.grown(in_phase(Phase.ANSWER)))
    before = len(hall.shown)
    hall.sandbox.deliver_twice()
    used = await person.slash(hall.channel, line, **({"public": True} if line == "board" else {}))
    await hall.sandbox.idle()
    assert len(hall.shown) == before + 1
    assert "already" not in said(used)


async def test_two_presses_of_one_button_at_once_play_once(hall: Hall) -> None:
    """As from two devices: the second is told that it was played, and where the game is now."""
    session = await hall.grown(in_phase(Phase.ANSWER))
    shown = await panel(hall, session)
    actor, ply = hall.actor(session), session.ply
    answers = await both(actor.send_click(shown, "Accept"), actor.send_click(shown, "Accept"))
    await hall.told(session)
    assert session.ply == ply + 1
    [second] = [answer for answer in answers if "played already" in answer]
    assert f"/{hall.channel.id}/{hall.table().id}" in second


async def test_both_answers_at_once_play_one(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    shown = await panel(hall, session)
    actor, ply = hall.actor(session), session.ply
    await both(actor.send_click(shown, "Accept"), actor.send_click(shown, "Reject"))
    assert session.ply == ply + 1


async def test_button_and_command_at_once_play_once(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    shown = await panel(hall, session)
    actor, ply = hall.actor(session), session.ply
    await both(actor.send_click(shown, "Accept"), actor.send_slash(hall.channel, "play", action="accept"))
    assert session.ply == ply + 1


async def test_two_users_at_once_play_for_one(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    shown = await panel(hall, session)
    actor, idle, ply = hall.actor(session), hall.idle(session), session.ply
    accept = shown.button("Accept").custom_id
    await both(actor.send_click(shown, "Accept"), idle.forge(hall.channel, accept, shown))
    assert session.ply == ply + 1
    assert session.line[-1].user == actor.id


async def test_two_who_take_the_last_seat_at_once(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    session = await hall.session()
    await hall.told(session)
    [lobby] = hall.shown
    await hall.ben.click(lobby, "Join")
    answers = await both(hall.cleo.send_click(lobby, "Join"), hall.otto.send_click(lobby, "Join"))
    assert len(session.seats) == 3
    assert sorted("taken" in answer for answer in answers) == [False, True]


async def test_two_lobbies_opened_at_once(hall: Hall) -> None:
    await both(*(person.send_slash(hall.channel, "game new") for person in (hall.ann, hall.ben)))
    assert len(await hall.store.games()) == 1


async def test_start_pressed_by_all_at_once(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    session = await hall.session()
    await hall.told(session)
    [lobby] = hall.shown
    for person in (hall.ben, hall.cleo):
        await person.click(lobby, "Join")
    await both(*(person.send_click(lobby, "Start") for person in hall.players))
    await hall.told(session)
    assert session.live
    assert hall.table().pings == {session.waiting}


async def test_undo_pressed_twice_at_once_takes_back_one_play(hall: Hall) -> None:
    session = await hall.grown(lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon)
    actor, before = hall.actor(session), session.ply
    await hall.play(actor, "accept")
    used = await actor.slash(hall.channel, "play", action="pass")
    assert used.response is not None
    await both(actor.send_click(used.response, "Undo"), actor.send_click(used.response, "Undo"))
    assert session.ply == before + 1


async def test_a_moderator_s_confirm_pressed_twice_at_once(hall: Hall) -> None:
    session = await hall.grown(lambda s: s.phase is Phase.PLAY and s.played.count(True) == 1)
    asked = await hall.mod.slash(hall.channel, "mod undo")
    assert asked.response is not None
    ply = session.last_batch()
    await both(hall.mod.send_click(asked.response, "Confirm"), hall.mod.send_click(asked.response, "Confirm"))
    assert session.ply == ply


@pytest.mark.parametrize("trouble", ["lose_answer", "fail_after"])
async def test_a_lost_acknowledgement_is_found_out(hall: Hall, trouble: str) -> None:
    """The word of it is lost, not the thing: the play is made and its receipt shown."""
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply, actor = session.ply, hall.actor(session)
    getattr(hall.sandbox.faults, trouble)("POST /interactions/*")
    answer = await hall.play(actor, "accept")
    assert session.ply == ply + 1
    assert answer.startswith("Done")


async def test_what_cannot_be_acknowledged_any_more_is_not_done(hall: Hall) -> None:
    """Its user has been shown a failure, and would be deceived by a change."""
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply = session.ply
    hall.sandbox.pause_delivery()
    used = hall.actor(session).send_slash(hall.channel, "play", action="accept")
    hall.sandbox.advance(5)
    assert used.failed
    hall.sandbox.resume_delivery()
    await hall.sandbox.idle(quiet=0.2)
    assert session.ply == ply


async def test_a_lost_receipt_says_that_it_may_have_been_done(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply, actor = session.ply, hall.actor(session)
    hall.sandbox.faults.lose_answer("PATCH /webhooks/*/@original")
    answer = await hall.play(actor, "accept")
    assert session.ply == ply + 1
    assert "should not" not in answer


def test_the_memory_of_interactions_is_bounded() -> None:
    received = Received()
    assert not any(received.again(number) for number in range(REMEMBERED + 5))
    assert received.again(REMEMBERED + 4)
    assert not received.again(0)
    assert len(received._seen) == REMEMBERED


async def test_an_outdated_panel_is_refused_with_the_way_to_the_present_board(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    shown = await panel(hall, session)
    former = hall.actor(session)
    await hall.play(former, "accept")
    await hall.told(session)
    ply = session.ply
    for person in (former, hall.actor(session)):
        answer = said(await person.forge(hall.channel, shown.button("Reject").custom_id, shown).settled())
        assert f"https://discord.com/channels/{hall.guild.id}/{hall.channel.id}/{hall.table().id}" in answer
    assert session.ply == ply


async def test_an_outdated_table_message_is_refused_with_the_way_to_the_present_one(hall: Hall) -> None:
    """Its buttons are taken away; where that could not be done, they do nothing."""
    session = await hall.grown(in_phase(Phase.ANSWER))
    old = hall.table()
    hall.sandbox.faults.fail_before("PATCH /channels/*", status=403)
    await hall.play(hall.actor(session), "accept")
    await hall.told(session)
    assert "Act" in old.labels
    used = await hall.actor(session).click(old, "Act")
    assert f"/{hall.channel.id}/{hall.shown[-1].id}" in said(used)
    assert used.response is not None
    assert used.response.components == []


async def test_only_the_newest_message_has_buttons(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    for words in ("accept", "reject", "accept", "pass"):
        before, table = session.waiting, hall.table()
        await hall.play(hall.actor(session), words)
        await hall.told(session)
        assert (hall.table() == table) is (session.waiting == before), "anew exactly when somebody else is called"
        assert table.labels == (hall.table().labels if session.waiting == before else [])
