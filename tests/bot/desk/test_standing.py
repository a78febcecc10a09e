"""A confirmation and a consent stand for what was asked, by whom, of the game as it then stood; for nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import engine
from bot.game import consent, lobby, moderation, resets
from bot.game.session import Session
from bot.people import servers
from bot.refusals import Refusal, Refused
from bot.sandbox import Channel, MessageView, Permission, Person
from bot.sandbox.happenings import MemberHappened
from bot.text import reasons
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, GUILD, OTTO, Room, waiting

MOD = 77
OVERTAKEN = reasons.REFUSALS[Refusal.OVERTAKEN]
LAPSED = reasons.REFUSALS[Refusal.WISH_LAPSED]


# What a game stands as


async def paused(room: Room, session: Session) -> None:
    await moderation.pause(session, MOD)
    await moderation.resume(session, MOD)


async def replaced(room: Room, session: Session) -> None:
    seat = session.seat_of(ANN)
    assert seat is not None
    await moderation.put(session, MOD, seat, OTTO, "Otto")
    await moderation.put(session, MOD, seat, ANN, "Ann")


async def returned(room: Room, session: Session) -> None:
    await lobby.resign(session, ANN)
    await lobby.join(session, ANN, "Ann")


async def carried(room: Room, session: Session) -> None:
    await moderation.move(session, MOD, GUILD, 950, "here")
    await moderation.move(session, MOD, GUILD, CHANNEL, "there")


async def taken_back(room: Room, session: Session) -> None:
    await session.play(waiting(session), engine.format_action(engine.legal_actions(session.state)[0]))
    await moderation.undo(session, MOD)


async def set_aside(room: Room, session: Session) -> None:
    new = await resets.reset(room.games, session, MOD)
    await resets.restore(room.games, session, MOD, GUILD, CHANNEL)
    assert new.row.status == "over"


async def agreed_and_restored(room: Room, session: Session) -> None:
    for user in (ANN, BEN, CLEO):
        await consent.agree(session, user, counted=True)
    await resets.restore(room.games, session, MOD, GUILD, CHANNEL)
    await consent.agree(session, ANN, counted=True)
    assert session.live, "what all had agreed to was done; another end is another matter"


TURNS = (paused, replaced, returned, carried, taken_back, set_aside, agreed_and_restored)


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.__name__)
async def test_what_was_changed_and_changed_back_is_another_game(
    turn: Callable[[Room, Session], Awaitable[None]], room: Room
) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    before = session.standing
    await turn(room, session)
    assert session.live
    assert session.standing != before
    for doing in (
        moderation.pause(session, MOD, before),
        moderation.skip(session, MOD, before),
        moderation.put(session, MOD, Seat.RED, OTTO, "Otto", before),
        moderation.move(session, MOD, GUILD, 960, "here", before),
        moderation.end(session, MOD, True, before),
        resets.reset(room.games, session, MOD, before),
        lobby.resign(session, BEN, before),
    ):
        with pytest.raises(Refused) as refused:
            await doing
        assert refused.value.refusal is Refusal.OVERTAKEN
    now = session.standing
    room.reload()
    assert (await room.games.get(session.id)).standing == now, "and that after a restart, too"


async def test_words_alone_change_nothing_of_how_a_game_stands(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER), supply=12)
    before = session.standing
    await moderation.repost(session, MOD)
    await consent.agree(session, ANN, counted=True)
    assert session.standing == before


async def test_a_lobby_stands_otherwise_with_others_in_it(room: Room) -> None:
    session = await lobby.open_lobby(room.games, GUILD, CHANNEL, ANN, "Ann", engine.Options())
    alone = session.standing
    await lobby.join(session, BEN, "Ben")
    with pytest.raises(Refused) as refused:
        await moderation.close(session, MOD, alone)
    assert refused.value.refusal is Refusal.OVERTAKEN
    await lobby.leave(session, BEN)
    await moderation.close(session, MOD, alone)
    assert session.row.status == "cancelled"


async def test_what_closes_a_lobby_ends_no_game_and_the_reverse(room: Room) -> None:
    session = await lobby.open_lobby(room.games, GUILD, CHANNEL, ANN, "Ann", engine.Options())
    with pytest.raises(Refused):
        await moderation.end(session, MOD, scored=True)
    running = await room.seat(950)
    with pytest.raises(Refused):
        await moderation.close(running, MOD)


# Questions


async def test_a_question_about_a_lobby_is_none_about_its_game(hall: Hall) -> None:
    await hall.ann.slash(hall.channel, "game new")
    close = (await hall.mod.slash(hall.channel, "mod end")).response
    await hall.ben.slash(hall.channel, "game join")
    await hall.cleo.slash(hall.channel, "game join")
    await hall.ann.slash(hall.channel, "game start")
    session = await hall.session()
    await hall.told(session)
    assert said(await hall.mod.click(close, "Confirm")).startswith(OVERTAKEN)
    assert session.live


async def test_two_moderators_notice_each_other(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER), supply=12)
    other = hall.sandbox.add_person(hall.guild, "Mona", permissions=Permission.MANAGE_CHANNELS)
    dora, emil = (hall.sandbox.add_person(hall.guild, name) for name in ("Dora", "Emil"))
    there = [hall.sandbox.add_channel(hall.guild, name) for name in ("stoa", "pnyx")]
    await hall.sandbox.idle()
    first = await hall.mod.slash(hall.channel, "mod replace", user=hall.ann, by=dora)
    second = await other.slash(hall.channel, "mod replace", user=hall.ann, by=emil)
    await hall.mod.click(first.response, "Confirm")
    assert said(await other.click(second.response, "Confirm")).startswith(OVERTAKEN)
    assert "Dora" in [row.name for row in session.seats]
    first = await hall.mod.slash(hall.channel, "mod move", channel=there[0])
    second = await other.slash(hall.channel, "mod move", channel=there[1])
    await hall.mod.click(first.response, "Confirm")
    assert said(await other.click(second.response, "Confirm")).startswith(OVERTAKEN)
    assert session.row.channel == there[0].id


async def test_what_makes_room_is_what_was_named(hall: Hall) -> None:
    """The lobby that was to be closed for a game that comes back has become a game: that is not set aside."""
    session = await hall.grown(in_phase(Phase.ANSWER), supply=12)
    await moderation.end(session, hall.mod.id, scored=False)
    opened = await lobby.open_lobby(
        hall.bot.games, hall.guild.id, hall.channel.id, hall.ann.id, "Ann", engine.Options()
    )
    question = await hall.mod.slash(hall.channel, "mod restore", game=str(session.id))
    assert "the lobby there is closed" in said(question)
    for person in (hall.ben, hall.cleo):
        await lobby.join(opened, person.id, person.name)
    await lobby.start(opened, hall.ann.id)
    assert said(await hall.mod.click(question.response, "Confirm")).startswith(OVERTAKEN)
    assert opened.live
    question = await hall.mod.slash(hall.channel, "mod restore", game=str(session.id))
    said(await hall.mod.click(question.response, "Confirm"))
    assert session.live
    assert opened.row.ending == "reset"


# Consent


@pytest.fixture
async def table(hall: Hall) -> Hall:
    """A game in which Ann and Ben hold the moderators' role."""
    role = hall.sandbox.add_role(hall.guild, "Judges")
    await servers.change(hall.store, hall.guild.id, role=role.id)
    for person in (hall.ann, hall.ben):
        hall.guild.members[person.id].role_ids.add(role.id)
        hall.sandbox.world.publish(MemberHappened("edited", hall.guild.members[person.id]))
    await hall.grown(in_phase(Phase.ANSWER), supply=12)
    return hall


async def ask(hall: Hall, person: Person, line: str, channel: Channel | None = None, **options: object) -> MessageView:
    """A wish of a moderator who plays, put to the table; returns the question there."""
    used = await person.slash(channel or hall.channel, line, **options)
    if used.response is not None and "Confirm" in used.response.labels:
        used = await person.click(used.response, "Confirm")
    assert "I asked at the table" in said(used)
    return [message for message in hall.shown if "Agree" in message.labels][-1]


async def press_late(person: Person, message: MessageView, buttons: list[dict[str, Any]]) -> str:
    """What is said to a press on a message whose buttons the presser still sees though they are gone."""
    message.message.components = buttons
    return said(await person.click(message, "Agree"))


async def test_of_several_wishes_one_is_chosen(table: Hall) -> None:
    session = await table.session()
    await ask(table, table.ben, "mod end", count=False)
    await ask(table, table.ann, "mod pause")
    used = await table.cleo.slash(table.channel, "game agree")
    assert [line for line in said(used).splitlines() if line[0].isdigit()] == [
        f"1. **End the game now without a result**, asked by <@{table.ben.id}>",
        f"2. **Pause the game**, asked by <@{table.ann.id}>",
    ]
    before = session.seq
    done = await table.cleo.click(used.response, "Agree to 2")
    assert said(done) == "You have agreed, and it is done: **Pause the game**."
    assert (session.seq, session.paused) == (before + 1, True), "nothing was done before it was chosen"
    await table.sandbox.wait_for(lambda: not any("Agree" in m.labels for m in table.shown), what="the buttons to go")
    assert said(await table.cleo.click(used.response, "Agree to 1")) == LAPSED
    assert session.live


async def test_a_wish_fulfilled_is_fulfilled_once(table: Hall) -> None:
    session = await table.session()
    await ask(table, table.ann, "mod pause")
    again = await ask(table, table.ann, "mod pause")
    buttons = again.message.components
    said(await table.ben.click(again, "Agree"))
    assert session.paused
    said(await table.mod.slash(table.channel, "mod resume"))
    await table.told(session)
    assert await press_late(table.ben, again, buttons) == LAPSED
    assert not session.paused


async def test_a_wish_gives_way_to_the_next_of_the_same_moderator(table: Hall) -> None:
    session = await table.session()
    first = await ask(table, table.ann, "mod end")
    buttons = first.message.components
    await ask(table, table.ann, "mod pause")
    await table.sandbox.wait_for(lambda: "Agree" not in first.labels, what="the button to go")
    assert await press_late(table.cleo, first, buttons) == LAPSED
    assert session.live


async def role_taken(hall: Hall) -> None:
    member = hall.guild.members[hall.ann.id]
    member.role_ids.clear()
    hall.sandbox.world.publish(MemberHappened("edited", member))


async def server_left(hall: Hall) -> None:
    hall.ann.leave(hall.guild)


async def seat_given_up(hall: Hall) -> None:
    await lobby.resign(await hall.session(), hall.ann.id)


async def three_days_over(hall: Hall) -> None:
    hall.sandbox.advance(3 * 86400 + 1)


async def another_seat_changed(hall: Hall) -> None:
    session = await hall.session()
    seat = session.seat_of(hall.ben.id)
    assert seat is not None
    await moderation.put(session, hall.mod.id, seat, hall.otto.id, "Otto")


ENDS = (role_taken, server_left, seat_given_up, three_days_over, another_seat_changed)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_a_wish_lapses(end: Callable[[Hall], Awaitable[None]], table: Hall) -> None:
    session = await table.session()
    question = await ask(table, table.ann, "mod end", count=False)
    await end(table)
    await table.sandbox.idle()
    assert said(await table.cleo.click(question, "Agree")) == LAPSED
    typed = said(await table.cleo.slash(table.channel, "game agree"))
    assert typed in (LAPSED, reasons.REFUSALS[Refusal.NOTHING_ASKED])
    assert session.live


async def test_nobody_agrees_to_a_seat_of_their_own(table: Hall) -> None:
    session = await table.session()
    seats = list(session.seats)
    question = await ask(table, table.ann, "mod replace", user=table.ben, by=table.mod)
    assert "your own seat" in said(await table.mod.click(question, "Agree"))
    assert session.seats == seats


async def test_a_question_that_is_gone_can_be_agreed_to_still(table: Hall) -> None:
    """Its message is deleted while the press is on its way."""
    session = await table.session()
    question = await ask(table, table.ann, "mod pause")
    table.sandbox.faults.delay("POST */callback", seconds=0.3)
    press = table.cleo.send_click(question, "Agree")
    table.sandbox.delete_message(question)
    await press.settled()
    await table.sandbox.wait_for(lambda: session.paused, what="the pause")
    await table.sandbox.idle(0.2)
    assert said(press) == "You have agreed, and it is done: **Pause the game**."
