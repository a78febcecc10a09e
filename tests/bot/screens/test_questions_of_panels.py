"""What a panel's questions say beside their menus: that a full sector lets one place anywhere, and pages."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import engine
from bot.desk import panels
from bot.game import guide
from bot.game.session import Session
from bot.screens import components
from engine import Phase
from tests.bot.growth import Condition, by_chance, in_phase, log_until
from tests.bot.room import session_of, waiting


def grown(until: Condition) -> Session:
    entries = log_until(until, random.Random(4), by_chance(random.Random(4)), engine.Options())
    assert entries is not None
    return session_of(entries, engine.Options())


def fill(session: Session, sector: engine.Sector) -> None:
    """Put white cubes on all empty squares of a sector."""
    state = session.state
    cubes = list(state.board.cubes)
    cubes[engine.WHITE] |= engine.SECTOR_MASKS[sector] & ~engine.occupied(state.board)
    red, blue, yellow, white = cubes
    session.states[-1] = replace(state, board=state.board._replace(cubes=(red, blue, yellow, white)))


def to_play(state: engine.State) -> bool:
    return state.phase is Phase.PLAY and state.to_act is not None and bool(state.answers[state.to_act])


@pytest.mark.parametrize(
    ("until", "paths", "there"),
    [
        (in_phase(Phase.ANSWER, 2), [""], "on **any empty square**, for {} is full now"),
        (to_play, ["", "?place"], "{} is full: you may place on **any empty square**."),
    ],
)
def test_where_the_card_s_sector_is_full_it_is_said_that_one_may_place_anywhere(
    until: Condition, paths: list[str], there: str
) -> None:
    """RULES.md section 4; and the menu of places offers them."""
    session = grown(until)
    user, seat = waiting(session), session.state.to_act
    card = session.view(seat).cards[seat or 0]
    assert card is not None
    for path in paths:
        assert "any empty square" not in guide.screen(session, user, path).text
    fill(session, card)
    for path in paths:
        screen = guide.screen(session, user, path)
        assert there.format(card.name) in screen.text
        assert f"in {card.name} and" not in screen.text
    if "?place" in paths:
        assert all(not engine.SECTOR_MASKS[card] >> choice.squares[0] & 1 for choice in screen.menu)


def test_a_long_menu_says_which_part_of_it_is_shown() -> None:
    session = grown(to_play)
    user, seat = waiting(session), session.state.to_act
    card = session.view(seat).cards[seat or 0]
    assert card is not None
    assert panels._part(guide.screen(session, user, "?place"), 0) == ""
    fill(session, card)
    screen = guide.screen(session, user, "?place")
    squares = [engine.square_name(choice.squares[0]) for choice in screen.menu]
    count, limit = len(squares), components.LIMIT
    assert count > limit
    first, last = panels._part(screen, 0), panels._part(screen, (count - 1) // limit)
    assert f"numbers 1 to {limit} of {count} (squares {squares[0]} to {squares[limit - 1]})" in first
    assert "**Next page** shows the others" in first
    assert f"to {count} of {count} " in last
    assert f"to {squares[-1]})" in last
    assert "**Previous page**" in last
    assert "**Next page**" not in last
