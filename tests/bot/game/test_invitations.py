"""Invitations, which bind nobody, and the next game of the same three."""

from __future__ import annotations

import asyncio

import pytest

from bot.game import lobby, moderation
from bot.game.session import Session
from bot.history.clocks import DAY
from bot.refusals import Refusal, Refused
from tests.bot.clockwork import Clockwork, lobby_of
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, NAMES, OTTO, Room, why


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


async def opened(clockwork: Clockwork, channel: int = CHANNEL, user: int = ANN) -> Session:
    session = await lobby_of(clockwork.room, (await clockwork.open(channel=channel + 5000)).clocks.pace, channel)
    for each in (ANN, BEN, CLEO):
        if each != user:
            await lobby.leave(session, each)
    await clockwork.told()
    return session


async def test_an_invitation_is_told_accepted_and_binds_nobody(clockwork: Clockwork) -> None:
    session = await opened(clockwork)
    for user in (BEN, OTTO):
        await lobby.invite(session, ANN, "Ann", user)
    told = await clockwork.told("invite")
    assert [notice.user for notice in told] == [BEN, OTTO]
    elsewhere = await opened(clockwork, 980, CLEO)
    await lobby.join(elsewhere, BEN, "Ben")
    await lobby.join(session, BEN, "Ben")
    assert session.seat_of(BEN) is None
    assert BEN in [row.user for row in session.seats]


async def test_who_declines_makes_room_and_is_not_asked_again(clockwork: Clockwork) -> None:
    session = await opened(clockwork)
    await lobby.invite(session, ANN, "Ann", OTTO)
    await lobby.decline(session, OTTO, "Otto")
    assert "Otto" in (await clockwork.told("say"))[0].text
    for user, name in ((OTTO, Refusal.NOT_INVITED), (BEN, Refusal.NOT_INVITED)):
        with pytest.raises(Refused) as refused:
            await lobby.decline(session, user, "Otto")
        assert why(refused.value) is name
    with pytest.raises(Refused) as refused:
        await lobby.invite(session, ANN, "Ann", OTTO)
    assert why(refused.value) is Refusal.HAS_DECLINED
    await lobby.join(session, OTTO, "Otto")
    assert len(session.seats) == 2, "who thinks better of it may join all the same"


async def test_invitations_have_limits(clockwork: Clockwork) -> None:
    session = await opened(clockwork)
    for user in range(100, 100 + lobby.INVITATIONS):
        await lobby.invite(session, ANN, "Ann", user)
    for user, name in ((100, Refusal.INVITED_ALREADY), (200, Refusal.INVITED_TOO_MANY), (ANN, Refusal.SITS_THERE)):
        with pytest.raises(Refused) as refused:
            await lobby.invite(session, ANN, "Ann", user)
        assert why(refused.value) is name
    await lobby.decline(session, 100, "Somebody")
    await lobby.invite(session, ANN, "Ann", 200)
    for channel in range(990, 999):
        more = await opened(clockwork, channel)
        for user in range(300, 300 + lobby.INVITATIONS):
            try:
                await lobby.invite(more, ANN, "Ann", user)
            except Refused:
                break
        else:
            continue
        break
    rows = await clockwork.room.store.select("SELECT count(*) FROM invitations WHERE inviter = ?", ANN)
    assert rows[0][0] == lobby.INVITATIONS_BY, "nobody invites half a server"
    await clockwork.passes(24 * 3 + 1)
    await lobby.invite(await opened(clockwork, 1100), ANN, "Ann", 300)


async def test_only_those_in_the_lobby_invite_and_only_before_the_start(clockwork: Clockwork) -> None:
    session = await opened(clockwork)
    with pytest.raises(Refused) as refused:
        await lobby.invite(session, OTTO, "Otto", BEN)
    assert why(refused.value) is Refusal.NOT_IN_THIS_LOBBY
    game = await clockwork.open(channel=960)
    with pytest.raises(Refused) as refused:
        await lobby.invite(game, ANN, "Ann", OTTO)
    assert why(refused.value) is Refusal.NOT_IN_LOBBY


# Once more


async def test_a_rematch_asks_the_same_people_and_keeps_options_and_pace(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 5)
    with pytest.raises(Refused) as refused:
        await lobby.rematch(clockwork.room.games, session, ANN, "Ann")
    assert why(refused.value) is Refusal.NOT_OVER
    await moderation.end(session, 99, scored=True)
    with pytest.raises(Refused) as refused:
        await lobby.rematch(clockwork.room.games, session, OTTO, "Otto")
    assert why(refused.value) is Refusal.NOT_SEATED
    await clockwork.told()
    new = await lobby.rematch(clockwork.room.games, session, BEN, "Ben")
    assert [row.user for row in new.seats] == [BEN]
    assert (new.options, new.clocks.pace) == (session.options, session.clocks.pace)
    assert sorted(notice.user or 0 for notice in await clockwork.told("invite")) == [ANN, CLEO]
    assert await lobby.rematch(clockwork.room.games, session, CLEO, "Cleo") is new, "one lobby for all who ask"
    await lobby.join(new, ANN, "Ann")
    await lobby.start(new, ANN)
    assert (new.clocks.deadline or 0) - clockwork.now() > 5 * DAY - 60_000


async def test_those_who_ask_for_a_rematch_at_the_same_moment_sit_in_one_lobby(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await moderation.end(session, 99, scored=True)
    games = clockwork.room.games
    lobbies = await asyncio.gather(*(lobby.rematch(games, session, user, NAMES[user]) for user in (ANN, BEN, CLEO)))
    assert len(set(lobbies)) == 1
    assert {row.user for row in lobbies[0].seats} == {ANN, BEN, CLEO}


async def test_a_rematch_that_cannot_invite_opens_nothing(clockwork: Clockwork) -> None:
    """All of it or nothing; another of the three can ask then."""
    session = await clockwork.open("days", 5)
    await moderation.end(session, 99, scored=True)
    for channel in (970, 971):
        other_lobby = await lobby.open_lobby(
            clockwork.room.games, session.row.guild, channel, ANN, "Ann", session.options
        )
        for guest in range(5):
            await lobby.invite(other_lobby, ANN, "Ann", 100 + guest)
    with pytest.raises(Refused) as refused:
        await lobby.rematch(clockwork.room.games, session, ANN, "Ann")
    assert why(refused.value) is Refusal.INVITED_TOO_MANY
    assert await clockwork.room.store.live_game(session.row.channel) is None
    new = await lobby.rematch(clockwork.room.games, session, BEN, "Ben")
    assert await lobby.rematch(clockwork.room.games, session, ANN, "Ann") is new
