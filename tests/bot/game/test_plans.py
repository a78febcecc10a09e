"""Plans: kept in private, carried out after a while when they fit, and gone when their time has passed."""

from __future__ import annotations

import random

import pytest

import engine
import images
from bot import text
from bot.game import lobby, moderation, planning, plans
from bot.game.session import Session
from bot.people import wishes
from bot.refusals import Refusal, Refused
from engine import Phase, Seat
from tests.bot.clockwork import Clockwork, play
from tests.bot.growth import Condition, grow
from tests.bot.room import ANN, OTTO, Room, other, waiting, why

MOD = 99


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


async def grown(clockwork: Clockwork, until: Condition) -> Session:
    """A game played by chance until a state fits, told so far."""
    session = await clockwork.open()
    await grow(session, until, random.Random(5))
    await clockwork.passes()
    await clockwork.told()
    return session


def before_answers(state: engine.State) -> bool:
    """The first of two others is to answer, so that the second may plan."""
    return state.phase is Phase.ANSWER and state.turn >= 2 and not any(a is not None for a in state.answers)


def archon_plays(state: engine.State) -> bool:
    """The Archon is to play, and the next has accepted a card whose sector has room."""
    if state.phase is not Phase.PLAY or state.turn < 2 or state.to_act != state.archon or state.to_act is None:
        return False
    seat = engine.next_seat(state.homes, state.to_act)
    card = engine.view(state, seat).cards[seat]
    free = 0 if card is None else engine.SECTOR_MASKS[card] & ~engine.occupied(state.board)
    return bool(state.answers[seat]) and free.bit_count() > 1


def card_of(session: Session, user: int) -> str:
    """The card that somebody has before them, by its sector."""
    seat = session.seat_of(user)
    assert seat is not None
    card = session.view(seat).cards[seat]
    assert card is not None
    return card.name


def next_user(session: Session) -> int:
    """Who answers after the one who is to."""
    seat = engine.next_seat(session.state.homes, session.state.to_act or Seat.RED)
    return session.player(seat).user or 0


async def kept(session: Session, user: int) -> str | None:
    found = await wishes.plan(session.store, session.id, user)
    return found.text if found else None


async def test_it_is_carried_out_after_a_while_by_chance_and_its_owner_hears_of_it(clockwork: Clockwork) -> None:
    delays = []
    for channel in range(1000, 1008):
        session = await clockwork.open(channel=channel)
        await play(session)
        [user] = [row.user or 0 for row in session.seats if row.seat == Seat.YELLOW]
        corner = max(engine.format_action(action) for action in engine.legal_actions(session.state))
        await planning.store(session, user, corner)
        await play(session)
        assert session.waiting == user
        began = clockwork.now()
        await clockwork.passes()
        await clockwork.told()
        while await kept(session, user):
            await clockwork.passes(minutes=0.25)
        delays.append(clockwork.now() - began)
        assert corner in [entry.text for entry in session.line]
        [word] = await clockwork.told("private")
        assert (word.user, word.text.startswith("Your plan was carried out.")) == (user, True)
    assert min(delays) >= plans.SHORTEST * 1000, "never faster than a human"
    assert max(delays) <= plans.LONGEST * 1000 + 60_000
    assert max(delays) - min(delays) > 60_000, "and not always after the same time"


@pytest.mark.parametrize("fits", [True, False])
async def test_the_first_rule_that_fits_and_is_legal_is_played(clockwork: Clockwork, fits: bool) -> None:
    session = await grown(clockwork, before_answers)
    user = next_user(session)
    card = card_of(session, user)
    await planning.store(
        session, user, f"@e5; {'accept' if fits else 'reject'} if it is {card}, else pass; reject; accept"
    )
    await session.play(waiting(session), "accept")
    await clockwork.passes()
    await clockwork.passes(0.5)
    answers = [entry.text for entry in session.line if entry.user == user and entry.kind == "action"]
    assert answers[-1] == ("accept" if fits else "reject")


async def test_a_rule_for_other_cards_is_passed_over(clockwork: Clockwork) -> None:
    session = await grown(clockwork, before_answers)
    user = next_user(session)
    await planning.store(session, user, f"accept unless it is {card_of(session, user)}, else reject")
    await session.play(waiting(session), "accept")
    await clockwork.passes()
    await clockwork.passes(0.5)
    assert [entry.text for entry in session.line if entry.user == user][-1] == "reject"


async def test_one_that_does_not_fit_is_dropped_with_a_private_word(clockwork: Clockwork) -> None:
    session = await grown(clockwork, before_answers)
    user = next_user(session)
    await planning.store(session, user, "@e5 e5>f7; deal N C SE")
    await session.play(waiting(session), "accept")
    await clockwork.passes()
    assert await clockwork.told("private") == []
    await clockwork.passes(0.5)
    [word] = await clockwork.told("private")
    assert (word.user, word.text) == (user, text.plan_dropped("@e5 e5>f7; deal N C SE"))
    assert session.waiting == user
    assert await kept(session, user) is None
    await clockwork.passes(1)
    assert await clockwork.told("private") == []


@pytest.mark.parametrize("broken", ["accept; " * 100, "accept if", "", "nothing of the kind"])
async def test_one_that_cannot_be_read_is_dropped_and_the_rest_comes(clockwork: Clockwork, broken: str) -> None:
    session = await grown(clockwork, before_answers)
    user = waiting(session)
    await wishes.set_plan(session.store, session.id, user, broken)
    await clockwork.goes_by(24 * 7 + 1)
    told = await clockwork.told("private", "remind", "vote")
    assert [(notice.user, notice.text) for notice in told if notice.kind == "private"] == [(user, text.PLAN_BROKEN)]
    assert await kept(session, user) is None
    assert {notice.kind for notice in told} == {"private", "remind", "vote"}


async def test_a_placing_without_a_manoeuvre_leaves_the_cube_where_it_is(clockwork: Clockwork) -> None:
    session = await grown(clockwork, archon_plays)
    user = next_user(session)
    seat = session.seat_of(user)
    assert seat is not None
    card = session.view(seat).cards[seat]
    assert card is not None
    free = engine.SECTOR_MASKS[card] & ~engine.occupied(session.state.board)
    squares = [engine.square_name(square) for square in engine.squares(free)]
    await planning.store(session, user, "; ".join(f"@{square}" for square in squares))
    await session.play(waiting(session), "pass")
    await clockwork.passes()
    await clockwork.passes(0.5)
    mine = [entry.text for entry in session.line if entry.user == user]
    assert mine[-2:] == [f"@{squares[0]}", "pass"], "a plan plays whole plays"


async def test_it_cannot_be_told_from_what_others_see(clockwork: Clockwork) -> None:
    session = await grown(clockwork, before_answers)
    user = next_user(session)

    def shown() -> list[bytes]:
        found: list[bytes] = []
        for seat in (None, *engine.Seat):
            view = session.view(seat)
            found += [
                repr(view).encode(),
                images.render(view),
                text.standing(view, session.names).encode(),
                "\n".join(text.log(session.steps(seat), session.names)).encode(),
            ]
        return found

    before, log, told = shown(), await session.store.entries(session.id), await session.store.unsent(session.id)
    row, stored = session.row, await session.store.game(session.id)
    await planning.store(session, user, "accept")
    assert shown() == before
    assert await session.store.entries(session.id) == log
    assert await session.store.unsent(session.id) == told
    assert session.row == row
    assert await session.store.game(session.id) == stored


async def test_it_is_replaced_and_cancelled(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    user = other(session)
    await planning.store(session, user, "pass")
    assert await planning.store(session, user, "accept if N else reject") == "if N: accept; reject"
    assert await kept(session, user) == "if N: accept; reject"
    await wishes.set_plan(session.store, session.id, user, None)
    assert await kept(session, user) is None


async def test_who_may_not_plan(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    for user, name in ((waiting(session), Refusal.PLAN_TOO_LATE), (OTTO, Refusal.NOT_SEATED)):
        with pytest.raises(Refused) as refused:
            await planning.store(session, user, "pass")
        assert why(refused.value) is name
    await moderation.end(session, MOD, scored=True)
    with pytest.raises(Refused) as refused:
        await planning.store(session, ANN, "pass")
    assert why(refused.value) is Refusal.OVER


async def planned(clockwork: Clockwork) -> tuple[Session, int]:
    """It is the turn of one who has a plan, which waits for its time."""
    session = await grown(clockwork, before_answers)
    user = next_user(session)
    await planning.store(session, user, "accept")
    await session.play(waiting(session), "accept")
    await clockwork.passes()
    assert session.waiting == user
    found = await wishes.plan(session.store, session.id, user)
    assert found is not None
    assert found.due is not None
    return session, user


async def test_it_is_gone_when_its_owner_acts_before_it(clockwork: Clockwork) -> None:
    session, user = await planned(clockwork)
    await session.play(user, "reject")
    assert await kept(session, user) is None
    await clockwork.passes(1)
    assert await clockwork.told("private") == []


async def test_it_begins_its_delay_anew_when_the_turn_comes_again(clockwork: Clockwork) -> None:
    session, user = await planned(clockwork)
    first = next(entry.user for entry in reversed(session.line) if entry.kind == "action")
    await session.undo(first or 0)
    await clockwork.passes(1)
    assert session.waiting == first
    assert await kept(session, user) == "accept"
    await session.play(first or 0, "reject")
    began = clockwork.now()
    await clockwork.passes()
    assert session.waiting == user, "an hour has gone by, but not of this turn"
    while session.waiting == user:
        await clockwork.passes(minutes=0.25)
    assert clockwork.now() - began >= plans.SHORTEST * 1000


async def test_it_waits_while_the_game_is_paused(clockwork: Clockwork) -> None:
    session, user = await planned(clockwork)
    await moderation.pause(session, MOD)
    await clockwork.passes(5)
    assert session.waiting == user
    await moderation.resume(session, MOD)
    await clockwork.passes()
    await clockwork.passes(0.5)
    assert session.waiting != user


async def test_that_of_who_was_acted_for_is_dropped_with_a_word(clockwork: Clockwork) -> None:
    session, user = await planned(clockwork)
    await moderation.skip(session, MOD)
    assert await kept(session, user) is None
    [word] = await clockwork.told("private")
    assert (word.user, word.text) == (user, text.PLAN_OVERTAKEN)


async def test_that_of_who_resigned_or_was_replaced_is_dropped(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    first, second = (row.user or 0 for row in session.seats if row.user != waiting(session))
    await planning.store(session, first, "pass")
    await planning.store(session, second, "pass")
    await lobby.resign(session, first)
    assert await kept(session, first) is None
    assert await kept(session, second) == "pass"
    await moderation.put(session, MOD, session.seat_of(second) or Seat.RED, OTTO, "Otto")
    assert await kept(session, second) is None
    assert await kept(session, OTTO) is None


async def test_none_is_left_when_the_game_is_over(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await planning.store(session, other(session), "pass")
    await moderation.end(session, MOD, scored=True)
    assert await session.store.select("SELECT * FROM plans") == []
