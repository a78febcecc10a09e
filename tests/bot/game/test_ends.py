"""How people end a game, or a lobby, without a moderator: by consent, by resigning, and because nobody takes a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from bot import text
from bot.game import consent, lobby, moderation
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.store.store import GameRow
from engine import PlayerView, Seat
from tests.bot.clockwork import Clockwork, lobby_of
from tests.bot.room import ANN, BEN, CLEO, OTTO, Room, waiting, why


@pytest.fixture
async def clockwork(room: Room) -> Clockwork:
    return Clockwork(room)


async def refused_end(session: Session, user: int) -> Refusal:
    with pytest.raises(Refused) as refused:
        await consent.agree(session, user, counted=True)
    return why(refused.value)


@pytest.mark.parametrize(("counted", "ending"), [(True, "scored"), (False, "void")])
async def test_it_ends_when_all_three_agree(clockwork: Clockwork, counted: bool, ending: str) -> None:
    session = await clockwork.open()
    assert await consent.agree(session, ANN, counted) == text.PROPOSED
    assert await consent.agree(session, BEN, counted) == text.PROPOSED
    told = [(notice.kind, notice.user) for notice in await clockwork.told("consent", "say")]
    assert told == [("consent", ANN), ("say", None)], "one proposal, and a word from the second"
    assert session.live
    assert await consent.agree(session, CLEO, counted) == text.ENDED
    assert (session.row.status, session.row.ending) == ("over", ending)
    assert await refused_end(session, ANN) is Refusal.OVER


async def test_two_of_three_are_not_all_and_different_ends_are_not_the_same(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await consent.agree(session, ANN, True)
    await consent.agree(session, BEN, True)
    await consent.agree(session, CLEO, False)
    assert session.live
    await consent.agree(session, CLEO, True)
    assert session.row.ending == "scored"


async def test_whoever_does_not_sit_there_has_no_say(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    assert await refused_end(session, OTTO) is Refusal.NOT_SEATED
    await consent.agree(session, ANN, True)
    await moderation.put(session, 99, session.seat_of(ANN) or Seat.RED, OTTO, "Otto")
    await consent.agree(session, BEN, True)
    await consent.agree(session, CLEO, True)
    assert session.live, "who was replaced is not asked, who came is"
    await consent.agree(session, OTTO, True)
    assert session.row.ending == "scored"


async def test_consent_holds_for_a_week(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await consent.agree(session, ANN, True)
    await clockwork.passes(24 * 8)
    await consent.agree(session, BEN, True)
    await consent.agree(session, CLEO, True)
    assert session.live
    await consent.agree(session, ANN, True)
    assert session.row.ending == "scored"


async def test_with_an_open_seat_the_others_may_after_three_days(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await lobby.resign(session, ANN)
    assert await refused_end(session, BEN) is Refusal.SEAT_JUST_OPENED
    await clockwork.passes(71)
    assert await refused_end(session, BEN) is Refusal.SEAT_JUST_OPENED
    await clockwork.passes(1.1)
    await consent.agree(session, BEN, True)
    assert await consent.agree(session, CLEO, True) == text.ENDED


async def test_a_seat_that_was_taken_is_no_open_one(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await lobby.resign(session, ANN)
    await lobby.join(session, OTTO, "Otto")
    await consent.agree(session, BEN, True)
    await consent.agree(session, CLEO, True)
    assert session.live
    assert await consent.agree(session, OTTO, True) == text.ENDED


async def test_with_an_open_seat_and_a_silent_other_the_third_may_after_two_weeks(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await lobby.resign(session, waiting(session))
    second, third = (row.user or 0 for row in session.seats if row.user)
    await clockwork.passes(24 * 13)
    assert await consent.agree(session, third, True) == text.PROPOSED
    await clockwork.passes(25)
    assert await consent.agree(session, third, True) == text.ENDED
    assert second


async def test_who_has_spoken_is_not_silent(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    await lobby.resign(session, waiting(session))
    second, third = (row.user or 0 for row in session.seats if row.user)
    await clockwork.passes(24 * 4)
    await consent.agree(session, second, False)
    await clockwork.passes(24 * 11)
    assert await consent.agree(session, third, True) == text.PROPOSED


async def test_the_last_resignation_ends_the_game(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    for user in (ANN, BEN):
        await lobby.resign(session, user)
        assert session.live
    await lobby.resign(session, CLEO)
    assert (session.row.status, session.row.ending) == ("over", "abandoned")
    assert not session.clocks.active
    await lobby_of(clockwork.room, session.clocks.pace)


@pytest.mark.parametrize(("user", "name"), [(ANN, None), (BEN, None), (OTTO, Refusal.NOT_IN_THIS_LOBBY)])
async def test_a_lobby_is_closed_by_those_who_sit_in_it(clockwork: Clockwork, user: int, name: Refusal | None) -> None:
    session = await lobby_of(clockwork.room, (await clockwork.open(channel=970)).clocks.pace)
    if name is None:
        await lobby.cancel(session, user)
        assert (session.row.status, session.row.ending) == ("cancelled", "cancelled")
        await lobby_of(clockwork.room, session.clocks.pace)
        return
    with pytest.raises(Refused) as refused:
        await lobby.cancel(session, user)
    assert why(refused.value) is name


async def test_a_game_is_not_cancelled(clockwork: Clockwork) -> None:
    session = await clockwork.open()
    with pytest.raises(Refused) as refused:
        await lobby.cancel(session, ANN)
    assert why(refused.value) is Refusal.NOT_IN_LOBBY


# What is said at the end


def board_with(red: int, blue: int, yellow: int, prisoners: tuple[int, int, int, int] = (0, 0, 0, 0)) -> PlayerView:
    """The view of a position with so many cubes of each, and prisoners of Red's."""
    squares = list(engine.squares(engine.BOARD))
    masks = []
    for count in (red, blue, yellow):
        masks.append(sum(1 << square for square in squares[:count]))
        squares = squares[count:]
    view = engine.view(engine.new_game(engine.Options()), None)
    worth = sum(number * times for times, number in enumerate(sorted(prisoners, reverse=True), 1))
    return replace(
        view,
        board=view.board._replace(cubes=(masks[0], masks[1], masks[2], 0)),
        scores=(2 * red + worth, 2 * blue, 2 * yellow),
        prisoners=(prisoners, (0, 0, 0, 0), (0, 0, 0, 0)),
    )


NAMES = ("Ann", "Ben", "Cleo")


def test_the_winner_is_named_with_the_scores_and_their_parts() -> None:
    said = text.ending(board_with(9, 8, 3, (0, 4, 2, 3)), NAMES, "supply")
    assert said.splitlines() == [
        "**Game over: 🟥 Ann wins!**",
        "🟥 Ann **34**: 9 on the board x 2 + prisoners 16 (4 🟦, 3 ⬜, 2 🟨)",
        "🟦 Ben **16**: 8 on the board x 2 + prisoners 0",
        "🟨 Cleo **6**: 3 on the board x 2 + prisoners 0",
    ]


def test_a_shared_win_is_named_as_such() -> None:
    assert "🟥 Ann and 🟦 Ben share the win!" in text.ending(board_with(5, 5, 3), NAMES, "supply")
    assert "🟥 Ann, 🟦 Ben and 🟨 Cleo share the win!" in text.ending(board_with(5, 5, 5), NAMES, "scored")


def test_who_has_left_does_not_win_what_the_others_end_as_it_stands() -> None:
    said = text.ending(board_with(9, 5, 4), ("open seat", "Ben", "Cleo"), "scored", [Seat.RED])
    assert "🟦 Ben wins!" in said
    assert "🟥 open seat **18**" in said, "the scores are shown as they stand"
    assert "🟥 open seat wins!" in text.ending(board_with(9, 5, 4), ("open seat", "Ben", "Cleo"), "supply", [Seat.RED])


@pytest.mark.parametrize(
    ("hours", "words"), [(1, "less than a day"), (30, "1 day"), (47, "1 day"), (48, "2 days"), (24 * 14, "14 days")]
)
def test_the_length_is_told_in_turns_and_days(hours: int, words: str) -> None:
    row = GameRow(1, 1, 1, "over", "supply", "{}", 1, 1, 0, 0, hours * 3_600_000, None, None)
    assert text.length(row, 12) == f"12 turns, {words}."
    assert text.length(row, 1) == f"1 turn, {words}."
