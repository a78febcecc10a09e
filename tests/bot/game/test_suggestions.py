"""Autocomplete of `/play`: what is legal and fits, found by square, kind and effect; never more than Discord takes."""

from __future__ import annotations

import random

import pytest

import engine
from bot.game import suggestions
from bot.game.session import Session
from bot.refusals import Refused
from bot.sandbox import LIMITS
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall
from tests.bot.room import ANN, BEN, CLEO, OTTO, waiting
from tests.bot.screens.test_guide import POSITIONS, stage_of

TYPED = (
    "",
    "e5",
    "@",
    "pass",
    "captures",
    "scores",
    "exchange",
    "juggernaut",
    "form",
    "line",
    "block",
    "north",
    ">",
    "1",
)


def offered(session: Session, typed: str) -> list[tuple[str, str]]:
    return suggestions.suggest(session, waiting(session), typed)


@pytest.fixture(params=POSITIONS)
def session(request: pytest.FixtureRequest) -> Session:
    return stage_of(request.param).session


def test_all_that_is_offered_is_legal_and_fits_into_discord(session: Session) -> None:
    legal = [engine.format_action(action) for action in engine.legal_actions(session.state)]
    for typed in TYPED:
        found = offered(session, typed)
        assert len(found) <= LIMITS.autocomplete_choices
        assert {value for _, value in found} <= set(legal)
        assert len({value for _, value in found}) == len(found)
        for label, value in found:
            assert 0 < len(label) <= LIMITS.choice_name
            assert 0 < len(value) <= LIMITS.choice_value
            session.preview(waiting(session), value)


def test_without_a_search_all_are_offered_as_far_as_there_is_room(session: Session) -> None:
    legal = engine.legal_actions(session.state)
    assert len(offered(session, "")) == min(len(legal), suggestions.MOST)


def test_an_action_is_found_by_its_own_notation(session: Session) -> None:
    legal = [engine.format_action(action) for action in engine.legal_actions(session.state)]
    for words in random.Random(1).sample(legal, min(10, len(legal))):
        assert words in [value for _, value in offered(session, words)]


def test_a_search_narrows(session: Session) -> None:
    for label, value in offered(session, "e5"):
        assert "e5" in f"{label} {value}"
    assert offered(session, "no such thing") == []


def test_by_kind_and_by_effect() -> None:
    session = stage_of("late rejected").session
    for label, value in offered(session, "captures"):
        preview = session.preview(waiting(session), value)
        seat = session.state.to_act
        assert seat is not None
        before, after = session.state.board, preview.state.board
        assert engine.changes(before, after, seat).captured, label
    session = stage_of("a juggernaut may pick up").session
    assert offered(session, "picking up")
    assert all(value.startswith("J") for _, value in offered(session, "picking"))
    assert all(value.startswith("@") for _, value in offered(session, "place"))


def test_what_is_chosen_can_be_gone_on_with() -> None:
    """A placing, then with a space its manoeuvres; each value is the whole sequence."""
    session = stage_of("late accepted").session
    place = next(value for _, value in offered(session, "@"))
    found = offered(session, f"{place} ")
    assert f"{place} pass" in [value for _, value in found]
    assert all(value.startswith(f"{place} ") for _, value in found)
    for _, value in found:
        assert session.preview(waiting(session), value).complete
    corner = place.removeprefix("@")
    assert all(corner in label or "leave" in label.lower() for label, _ in found)


def test_after_a_whole_play_nothing_is_offered() -> None:
    session = stage_of("late rejected").session
    assert offered(session, "pass ") == []
    assert offered(session, "pass pass") == []


@pytest.mark.parametrize(
    "typed", ["@z9 ", "  ", "@a1 @a1 @a1", "\N{SNOWMAN}", "x" * 5000, "deal ", "setup ", "`", "E5", "PASS"]
)
def test_whatever_is_typed_is_no_error(typed: str, session: Session) -> None:
    assert len(offered(session, typed)) <= suggestions.MOST


def test_capitals_make_no_difference(session: Session) -> None:
    assert offered(session, "PASS") == offered(session, "pass")


def test_others_are_offered_nothing(session: Session) -> None:
    for user in {ANN, BEN, CLEO, OTTO} - {waiting(session)}:
        with pytest.raises(Refused):
            suggestions.suggest(session, user, "")


def test_the_widest_position_is_narrowed_like_any_other() -> None:
    session = stage_of("more than 25 cubes").session
    legal = engine.legal_actions(session.state)
    assert len(legal) > 200
    assert len(offered(session, "")) == suggestions.MOST
    square = engine.format_action(legal[len(legal) // 2])[:2]
    assert 0 < len(offered(session, square)) <= suggestions.MOST


async def test_in_discord_those_not_to_act_are_offered_nothing(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.PLAY))
    actor = hall.actor(session)
    assert await actor.autocomplete(hall.channel, "play", option="action", text="")
    for person in (hall.idle(session), hall.otto, hall.mod):
        assert await person.autocomplete(hall.channel, "play", option="action", text="") == []


async def test_the_choice_of_a_game_names_it_and_its_place(hall: Hall) -> None:
    """One's own games everywhere; of others only those of this channel, and they only when they are over."""
    session = await hall.grown(in_phase(Phase.PLAY))
    other = hall.sandbox.add_channel(hall.guild, "stoa")
    [choice] = await hall.ann.autocomplete(other, "hand", option="game", text="")
    assert choice.value == str(session.id)
    assert "agora" in choice.name
    assert await hall.otto.autocomplete(other, "board", option="game", text="") == []
    assert await hall.ann.autocomplete(other, "hand", option="game", text="nowhere") == []
