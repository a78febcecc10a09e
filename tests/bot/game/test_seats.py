"""Seats that open and are taken, and players who have left the server without a word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot import text
from bot.game import absence, lobby, moderation
from bot.game.session import Session
from bot.history.clocks import Pace
from bot.refusals import Refusal, Refused
from bot.screens import boards
from bot.text import words
from engine import Seat
from tests.bot.clockwork import Clockwork, lobby_of, play
from tests.bot.room import ANN, BEN, CLEO, OTTO, Room, other, waiting, why


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


async def until_nobody_is_waited_for(session: Session) -> None:
    """Play until it is the turn of the open seat."""
    while (user := session.waiting) is not None:
        await play(session, user)


async def test_an_open_seat_is_advertised_once_and_stops_the_game_only_at_its_turn(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 3)
    user = other(session)
    await lobby.resign(session, user)
    assert [notice.kind for notice in await clockwork.told("advert", "vote")] == ["advert"]
    assert session.clocks.deadline is not None
    await until_nobody_is_waited_for(session)
    await clockwork.goes_by(24 * 20, every=24)
    assert await clockwork.told("remind", "vote", "advert") == []
    assert not session.clocks.active
    await lobby.join(session, OTTO, "Otto")
    assert session.waiting == OTTO
    await clockwork.passes(37)
    assert [notice.user for notice in await clockwork.told("remind")] == [OTTO]


async def test_a_substitute_for_the_archon_gets_the_hidden_cards_whispered(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    while not session.state.hand:
        await play(session)
    await lobby.resign(session, session.player(session.state.archon or Seat.RED).user or 0)
    await clockwork.told()
    await lobby.join(session, OTTO, "Otto")
    told = [(notice.user, notice.text) for notice in await clockwork.told("whisper")]
    assert told == [(OTTO, "greeting"), (OTTO, "cards")]


async def test_one_seat_for_each(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    with pytest.raises(Refused) as refused:
        await lobby.join(session, OTTO, "Otto")
    assert why(refused.value) is Refusal.NO_OPEN_SEAT
    await lobby.resign(session, ANN)
    with pytest.raises(Refused) as refused:
        await lobby.join(session, BEN, "Ben")
    assert why(refused.value) is Refusal.SEATED_ALREADY


async def test_of_two_open_seats_one_gets_one_s_own_again(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    seat = session.seat_of(BEN)
    for user in (ANN, BEN):
        await lobby.resign(session, user)
    await lobby.join(session, BEN, "Ben")
    assert session.seat_of(BEN) == seat


# Those who have left the server


async def test_who_has_left_is_found_at_their_turn(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    first, second = waiting(session), next(row.user or 0 for row in session.seats if row.seat == 1)
    await play(session)
    await clockwork.passes()
    await play(session)
    await clockwork.passes()
    clockwork.server.left = {second}
    await clockwork.passes()
    assert session.seat_of(second) is not None, "it is not their turn"
    while session.waiting != second:
        await play(session)
    await clockwork.told()
    await clockwork.passes()
    assert session.seat_of(second) is None
    told = await clockwork.told("table", "advert")
    assert {notice.kind for notice in told} == {"table", "advert"}
    assert "has left the server" in "".join(notice.text for notice in told)
    assert first


async def test_who_leaves_in_their_turn_is_found_at_the_next_reminder_and_not_pinged(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await play(session)
    await clockwork.passes()
    await clockwork.told()
    clockwork.server.left = {waiting(session)}
    await clockwork.goes_by(25)
    assert session.waiting is None
    assert await clockwork.told("remind") == []


async def by_resigning(session: Session, user: int) -> None:
    await lobby.resign(session, user)


async def by_the_others(session: Session, user: int) -> None:
    async with session.lock:
        change = session.begin()
        seat = session.seat_of(user)
        assert seat is not None
        absence.open_seat(session, change, seat, None)
        await session.commit(change)


async def by_a_moderator(session: Session, user: int) -> None:
    seat = session.seat_of(user)
    assert seat is not None
    await moderation.put(session, 77, seat, OTTO, "Otto")
    await lobby.resign(session, OTTO)


@pytest.mark.parametrize("left", [by_resigning, by_the_others, by_a_moderator], ids=lambda left: left.__name__)
async def test_who_has_held_a_seat_takes_no_other_of_the_game(
    left: Callable[[Session, int], Awaitable[None]], room: Room
) -> None:
    """They may know what is hidden there. Their own they may take again."""
    session = await room.seat()
    seat = session.seat_of(ANN)
    await left(session, ANN)
    await lobby.join(session, 5, "Nike")
    await lobby.resign(session, BEN)
    blue = next(Seat(row.seat or 0) for row in session.seats if row.user is None)
    room.reload()
    session = await room.games.get(session.id)
    with pytest.raises(Refused) as refused:
        await lobby.join(session, ANN, "Ann")
    assert why(refused.value) is Refusal.HELD_ANOTHER
    with pytest.raises(Refused) as refused:
        await moderation.put(session, 77, blue, ANN, "Ann")
    assert why(refused.value) is Refusal.CANNOT_SEAT
    await lobby.resign(session, 5)
    await lobby.join(session, ANN, "Ann")
    assert session.seat_of(ANN) == seat


async def test_all_are_asked_for_at_the_start(clockwork: Clockwork) -> None:
    session = await lobby_of(clockwork.room, (await clockwork.open(channel=970)).clocks.pace)
    await lobby.start(session, ANN)
    last = next(row.user or 0 for row in session.seats if row.seat == 2)
    clockwork.server.left = {last}
    await clockwork.passes()
    assert session.seat_of(last) is None


async def test_who_has_left_before_the_start_leaves_the_lobby(clockwork: Clockwork) -> None:
    session = await lobby_of(clockwork.room, (await clockwork.open(channel=970)).clocks.pace)
    await clockwork.told()
    clockwork.server.left = {CLEO}
    departed = await clockwork.watch.gone(900, [ANN, BEN, CLEO])
    with pytest.raises(Refused) as refused:
        await lobby.start(session, ANN, departed)
    assert why(refused.value) is Refusal.LOBBY_SHORT
    assert [row.user for row in session.seats] == [ANN, BEN]
    assert "has left" in (await clockwork.told("say"))[0].text
    await lobby.join(session, OTTO, "Otto")
    await lobby.start(session, ANN)
    assert session.live


async def test_who_left_while_the_bot_was_down_is_found_after_the_start(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await play(session)
    await clockwork.passes()
    gone = waiting(session)
    clockwork.server.left = {gone}
    session = await clockwork.restarts(5, session)
    assert session.waiting == gone, "nobody has asked yet"
    await clockwork.watch.ask_around()
    await clockwork.passes()
    assert session.waiting is None


async def test_when_a_vote_opens_the_voters_are_asked_for_too(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 1)
    await play(session)
    await clockwork.passes()
    voter = other(session)
    clockwork.server.left = {voter}
    await clockwork.passes(25)
    assert session.row.vote == session.board_seq
    assert session.seat_of(voter) is None


async def test_a_server_that_cannot_be_asked_has_lost_nobody(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    clockwork.server.left = {ANN, BEN, CLEO}
    clockwork.server.unavailable = True
    await clockwork.passes(25)
    assert all(row.user for row in session.seats)


async def test_what_somebody_did_who_has_left_is_told_by_the_colour(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    for _ in range(3):
        await play(session)
    for user in (ANN, BEN, CLEO)[:2]:
        await lobby.resign(session, user)
    gone = session.vacant
    told = "\n".join(text.log(session.steps(None), session.names))
    assert "open seat sets up" not in told.replace("\u2068", "").replace("\u2069", "")
    for seat in gone:
        assert f"{words.MARKS[seat]} {words.COLOURS[seat].capitalize()} sets up" in told
    _, alt = boards.replay_of(session, None, None, boards.PUBLIC)()
    assert "open seat" not in alt.split("Syntagma board.")[0], (
        "what the last play was; whose seat is open is told after it"
    )


async def test_a_lobby_keeps_its_order_when_it_is_loaded_again(room: Room) -> None:
    session = await lobby_of(room, Pace(), 950)
    for leaves, comes in ((ANN, OTTO), (CLEO, ANN), (BEN, CLEO)):
        await lobby.leave(session, leaves)
        await lobby.join(session, comes, f"Player {comes}")
    before = [row.user for row in session.seats]
    assert before == [OTTO, ANN, CLEO], "as they came"
    room.reload()
    assert [row.user for row in (await room.games.get(session.id)).seats] == before
