"""Votes about one whose time is up: a right of the two others, who must agree, until the absent one acts."""

from __future__ import annotations

import pytest

from bot import text
from bot.game import absence, lobby, moderation
from bot.game.session import Session
from bot.history.clocks import DAY, HOUR
from bot.people import vacation
from bot.refusals import Refusal, Refused
from engine import Seat
from tests.bot.clockwork import Clockwork, play
from tests.bot.room import ANN, BEN, CLEO, OTTO, Room, other, waiting, why

MOD = 99


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


@pytest.mark.parametrize(
    ("kind", "time", "hours"), [("days", 3, 72), ("days", 1, 24), ("fast", 2, 2), ("relaxed", None, 7 * 24)]
)
async def test_the_vote_opens_when_the_time_is_up(
    clockwork: Clockwork, kind: str, time: int | None, hours: int
) -> None:
    session = await clockwork.open(kind, time)
    await clockwork.passes(hours - 0.1)
    with pytest.raises(Refused) as refused:
        await absence.cast(session, other(session), "skip")
    assert why(refused.value) is Refusal.NO_VOTE
    assert await clockwork.told("vote") == []
    await clockwork.passes(0.2)
    assert len(await clockwork.told("vote")) == 1
    await clockwork.goes_by(24, every=6)
    assert await clockwork.told("vote") == [], "it opens once"


async def voting(clockwork: Clockwork, kind: str = "days", time: int | None = 1) -> tuple[Session, int, list[int]]:
    """A game in which a vote is open: the absent one, and the two others."""
    session = await clockwork.open(kind, time)
    await clockwork.passes(30 if kind != "relaxed" else 7 * 24 + 1)
    assert session.row.vote == session.board_seq
    await clockwork.told()
    absent = waiting(session)
    return session, absent, [user for user in (ANN, BEN, CLEO) if user != absent]


@pytest.mark.parametrize("choice", absence.CHOICES)
async def test_both_must_agree_and_then_it_is_done(clockwork: Clockwork, choice: str) -> None:
    session, absent, (first, second) = await voting(clockwork)
    seat, seq = session.seat_of(absent), session.board_seq
    assert await absence.cast(session, first, choice, seq) == text.VOTE_COUNTED
    assert session.waiting == absent
    [said] = await clockwork.told("say", "table")
    assert session.name_of(first) in said.text, "the other hears of it"
    assert await absence.cast(session, second, choice, seq) == text.VOTE_THROUGH
    await clockwork.watch.tick()
    kinds = [notice.kind for notice in await clockwork.told()]
    assert "table" in kinds
    if choice == "extend":
        assert session.waiting == absent
        assert (session.clocks.deadline or 0) - clockwork.now() > 12 * HOUR - 60_000
        assert session.row.vote is None
    elif choice == "skip":
        assert session.waiting not in (absent, None)
        assert session.seat_of(absent) == seat, "they keep their seat"
    elif choice == "open":
        assert session.seat_of(absent) is None
        assert "advert" in kinds
    else:
        assert (session.row.status, session.row.ending) == ("over", "scored")


async def test_a_vote_may_be_changed_and_two_that_differ_decide_nothing(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "skip")
    await absence.cast(session, second, "end")
    assert session.waiting == absent
    await absence.cast(session, first, "open")
    assert session.live
    assert await absence.cast(session, first, "end") == text.VOTE_THROUGH
    assert session.row.status == "over"


async def test_the_same_vote_again_says_nothing_new(clockwork: Clockwork) -> None:
    session, _, (first, _) = await voting(clockwork)
    for _ in range(3):
        await absence.cast(session, first, "skip")
    assert len(await clockwork.told("say")) == 1


async def test_the_absent_may_act_and_the_vote_is_void(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    seq = session.board_seq
    await absence.cast(session, first, "end", seq)
    await play(session, absent)
    assert session.row.vote is None
    for seq_pressed, name in ((seq, Refusal.OUTDATED), (None, Refusal.NO_VOTE)):
        with pytest.raises(Refused) as refused:
            await absence.cast(session, second, "end", seq_pressed)
        assert why(refused.value) is name
    await clockwork.passes(1)
    assert session.live
    assert await clockwork.told("vote") == []


async def test_who_may_not_vote(clockwork: Clockwork) -> None:
    session, absent, _ = await voting(clockwork)
    for user, name in ((absent, Refusal.VOTE_IS_FOR_OTHERS), (OTTO, Refusal.NOT_SEATED), (MOD, Refusal.NOT_SEATED)):
        with pytest.raises(Refused) as refused:
            await absence.cast(session, user, "end")
        assert why(refused.value) is name
    with pytest.raises(Refused):
        await absence.cast(session, other(session), "eat the cake")
    assert session.live


async def test_a_voter_who_is_replaced_meanwhile_does_not_count(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "end")
    await moderation.put(session, MOD, session.seat_of(first) or Seat.RED, OTTO, "Otto")
    await absence.cast(session, second, "end")
    assert session.live, "the vote of who is gone is gone"
    with pytest.raises(Refused):
        await absence.cast(session, first, "end")
    await absence.cast(session, OTTO, "end")
    assert session.row.status == "over"
    assert absent


async def test_an_extended_time_may_run_out_too_and_old_votes_count_no_more(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    for user in (first, second):
        await absence.cast(session, user, "extend")
    assert [notice.kind for notice in await clockwork.told("vote")] == []
    await clockwork.goes_by(11)
    assert len(await clockwork.told("remind")) == 3, "half, 8 and 1 h of the 12 h given"
    await clockwork.passes(2)
    assert len(await clockwork.told("vote")) == 1
    await absence.cast(session, first, "extend")
    assert session.row.vote == session.board_seq, "the other's vote of before is forgotten"
    assert session.waiting == absent


async def test_going_on_vacation_ends_the_vote(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "end")
    await vacation.go(clockwork.room.store, absent, clockwork.now(), clockwork.now() + 3 * DAY)
    await clockwork.watch.concern(absent)
    await clockwork.watch.tick()
    with pytest.raises(Refused) as refused:
        await absence.cast(session, second, "end")
    assert why(refused.value) is Refusal.NO_VOTE
    await clockwork.passes(3 * 24 + 1)
    assert session.row.vote == session.board_seq, "their time was up before"
    await absence.cast(session, second, "end")
    assert session.live


async def test_a_moderator_overrules(clockwork: Clockwork) -> None:
    session, absent, (first, second) = await voting(clockwork)
    await absence.cast(session, first, "end")
    await moderation.skip(session, MOD)
    assert session.waiting != absent
    with pytest.raises(Refused):
        await absence.cast(session, second, "end")


@pytest.mark.parametrize("kind", ["relaxed", "days"])
async def test_when_two_are_silent_for_two_weeks_the_third_alone_may_end_it(clockwork: Clockwork, kind: str) -> None:
    session, _, (silent, third) = await voting(clockwork, kind)
    await absence.cast(session, third, "end")
    assert session.live
    await clockwork.goes_by(24 * 13, every=24)
    await absence.cast(session, third, "skip")
    assert session.live, "alone one may only end it"
    await clockwork.passes(24 * 2)
    assert await absence.cast(session, third, "end") == text.VOTE_THROUGH
    assert session.row.ending == "scored"
    assert silent


async def test_who_has_done_something_is_not_silent(clockwork: Clockwork) -> None:
    session, _, (second, third) = await voting(clockwork, "relaxed")
    await clockwork.passes(24 * 5)
    await absence.cast(session, second, "extend")
    await clockwork.passes(24 * 5)
    await absence.cast(session, third, "end")
    assert session.live


async def test_with_an_open_seat_the_one_other_decides_but_not_at_once_about_the_end(clockwork: Clockwork) -> None:
    session = await clockwork.open("days", 1)
    second, third = (user for user in (ANN, BEN, CLEO) if user != waiting(session))
    await lobby.resign(session, second)
    await clockwork.passes(25)
    with pytest.raises(Refused) as refused:
        await absence.cast(session, third, "end")
    assert why(refused.value) is Refusal.SEAT_JUST_OPENED
    assert await absence.cast(session, third, "skip") == text.VOTE_THROUGH
