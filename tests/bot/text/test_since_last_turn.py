"""What the table tells one who is called: all that others did since their last turn, numbered as on the picture."""

from __future__ import annotations

import random
import re

import pytest

import engine
from bot import text
from bot.game import lobby, moderation
from bot.game.session import Session
from bot.screens.boards import marks_of, plays_shown, since_last_turn
from bot.text import words
from engine import Phase, Seat
from tests.bot.growth import grow
from tests.bot.room import OTTO, Room, waiting


def told(session: Session) -> str:
    """What the table message says."""
    return text.since(session.steps(None, since_last_turn(session)), session.names)


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"^\*\*(\d+)\*\* ", words, re.MULTILINE)]


def check(session: Session) -> None:
    """Everything others have done since the one called acted is told, and numbered like the marks."""
    seat = session.state.to_act
    assert seat is not None
    user = session.waiting
    own = [ply for ply in range(session.ply) if session.states[ply].to_act == seat and session.line[ply].user == user]
    start = since_last_turn(session)
    words, marks = told(session), marks_of(plays_shown(session, session.ply))
    if own:
        assert start <= own[-1] + 1
    for ply in range(own[-1] + 1 if own else session.ply, session.ply):
        actor = session.states[ply].to_act
        if actor not in (None, seat):
            assert session.names[actor] in words
    changes = sum(session.states[ply].board != session.states[ply + 1].board for ply in range(start, session.ply))
    assert len(marks) <= changes
    assert numbers(words) == (list(range(1, len(marks) + 1)) if len(marks) > 1 else [])
    before, after = session.view(None, start), session.view(None)
    assert ("Scores: " in words) == (before.scores != after.scores)
    for each in Seat:
        if "Scores: " in words and before.scores[each] != after.scores[each]:
            delta = after.scores[each] - before.scores[each]
            assert f"{session.names[each]} {after.scores[each]} ({delta:+d})" in words.splitlines()[-1]


@pytest.mark.parametrize("seed", range(6))
async def test_over_a_game_by_chance(room: Room, seed: int) -> None:
    session = await room.seat(supply=16)
    dice = random.Random(seed)
    for _ in range(90):
        if session.state.phase is Phase.OVER:
            break
        legal = engine.legal_actions(session.state)
        kinds = sorted({type(action).__name__ for action in legal})
        kind = dice.choice(kinds)
        action = dice.choice([each for each in legal if type(each).__name__ == kind])
        await session.play(waiting(session), engine.format_action(action))
        if session.live:
            check(session)
            if dice.random() < 0.2 and session.can_undo(session.line[-1].user or 0):
                await session.undo(session.line[-1].user or 0)
                check(session)
            elif dice.random() < 0.1:
                await moderation.skip(session, 99)
                if session.live:
                    check(session)


async def in_the_middle(room: Room) -> Session:
    """The Archon is to play, after the other two have answered."""
    session = await room.seat()
    await grow(session, lambda s: s.phase is Phase.PLAY and s.turn == 3 and s.to_act == s.archon, random.Random(2))
    return session


async def test_one_for_whom_was_acted_is_told_that_as_well(room: Room) -> None:
    session = await in_the_middle(room)
    seat = session.state.to_act
    assert seat is not None
    await moderation.skip(session, 99)
    while session.state.to_act != seat:
        await moderation.skip(session, 99)
    assert f"{session.names[seat]} passes" in told(session) or f"{session.names[seat]} turns up" in told(session)


async def test_a_substitute_is_not_told_the_whole_game(room: Room) -> None:
    session = await in_the_middle(room)
    await lobby.resign(session, waiting(session))
    await lobby.join(session, OTTO, "Otto")
    assert since_last_turn(session) > session.ply - 12
    check(session)


async def test_the_past_of_a_seat_is_not_told_under_the_name_of_who_took_it(room: Room) -> None:
    session = await in_the_middle(room)
    seat = session.state.to_act
    assert seat is not None
    user, old, colour = waiting(session), session.names[seat], words.COLOURS[seat].capitalize()
    await lobby.resign(session, user)
    assert f"{colour} sets up" in log_of(session), "nor under that of an open seat"
    await lobby.join(session, user, "Back")
    assert f"{session.names[seat]} sets up" in log_of(session), "who returns was it always"
    await moderation.put(session, 99, seat, OTTO, "Otto")
    log = log_of(session)
    assert "Otto" not in log
    assert old not in log
    assert f"{colour} sets up" in log
    await session.play(waiting(session), "pass")
    assert "Otto" in log_of(session), "but what Otto does is his"
    room.reload()
    assert log_of(await room.games.get(session.id)) == log_of(session)


def log_of(session: Session) -> str:
    return "\n".join(text.log(session.steps(None), session.names))


def told_to(session: Session, seat: Seat) -> str:
    return text.since(session.steps(None, since_last_turn(session)), session.names, seat, not session.has_acted(seat))


async def test_one_who_never_had_a_turn_is_not_told_since_when_they_had_it(room: Room) -> None:
    session = await in_the_middle(room)
    seat = session.state.to_act
    assert seat is not None
    await session.play(waiting(session), "pass")
    await moderation.put(session, 99, seat, OTTO, "Otto")
    while session.state.to_act != seat:
        await session.play(waiting(session), engine.format_action(engine.legal_actions(session.state)[0]))
    assert not session.has_acted(seat)
    header = told_to(session, seat).splitlines()[0]
    assert header == f"-# Since the last turn of {words.MARKS[seat]} {words.COLOURS[seat].capitalize()}:"


async def test_after_a_play_was_taken_back_what_was_before_it_is_told_again(room: Room) -> None:
    session = await in_the_middle(room)
    before, user = told(session), waiting(session)
    await session.play(user, "pass")
    assert told(session) != before
    await session.undo(user)
    assert told(session) == before


async def test_at_the_end_the_last_play_is_told(room: Room) -> None:
    session = await in_the_middle(room)
    await moderation.end(session, 99, scored=True)
    assert told(session)
    assert numbers(told(session)) == [] or len(numbers(told(session))) == len(
        marks_of(plays_shown(session, session.ply))
    )
