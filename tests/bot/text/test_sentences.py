"""The sentences of the table and of the panel: they say what was done, and nothing that is not so."""

from __future__ import annotations

import random

import engine
from bot import text
from bot.game import guide
from bot.game.session import Session
from bot.screens.boards import since_last_turn
from engine import Phase, Seat
from tests.bot.growth import builder, grow, in_phase
from tests.bot.room import Room, waiting


def told(session: Session, start: int | None = None) -> str:
    start = since_last_turn(session) if start is None else start
    return text.since(session.steps(None, start), session.names, session.state.to_act)


def placings(state: engine.State) -> list[str]:
    legal = engine.legal_actions(state) if state.to_act is not None else ()
    return [engine.format_action(each) for each in legal if isinstance(each, engine.Place)]


async def placing(room: Room) -> Session:
    return await room.grown(lambda state: state.phase is Phase.PLAY and state.turn > 1 and bool(placings(state)))


async def test_a_cube_that_is_placed_and_stays_is_named_once(room: Room) -> None:
    session = await placing(room)
    square = placings(session.state)[0]
    played = await session.play(waiting(session), f"{square} pass")
    said = " ".join(text.happened(session.steps(None, played.ply - len(played.steps)), session.names))
    assert f"places a cube on {square[1:]} and leaves it there" in said
    assert text.receipt(played.steps) == f"Done: you place a cube on {square[1:]} and leave it there."


async def test_a_cube_that_is_left_later_is_named(room: Room) -> None:
    session = await placing(room)
    square = placings(session.state)[0]
    await session.play(waiting(session), square)
    if session.state.phase is Phase.MANOEUVRE:
        played = await session.play(waiting(session), "pass")
        assert text.receipt(played.steps) == f"Done: you leave the cube on {square[1:]}."


async def test_the_first_archon_is_not_the_next(room: Room) -> None:
    session = await room.grown(in_phase(Phase.DEAL, turn=1))
    said = told(session, 0)
    assert "is the first Archon." in said
    assert "next Archon" not in said


async def test_the_setup_is_told_file_by_file_like_its_notation(room: Room) -> None:
    session = await room.seat()
    setup = engine.format_action(engine.legal_actions(session.state)[3])
    await session.play(waiting(session), setup)
    squares = setup.removeprefix("setup ").split(",")
    assert f"sets up on {', '.join(squares[:3])} and {squares[3]}." in told(session, 0)


async def test_the_scores_of_all_are_told(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=4), supply=16)
    line = next(line for line in told(session, 3).splitlines() if line.startswith("Scores: "))
    for seat in Seat:
        assert f"{session.names[seat]} {session.view(None).scores[seat]}" in line


async def test_what_was_told_before_is_told_as_since_ones_last_turn(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=3))
    seat = session.state.to_act
    assert seat is not None
    if len(told(session).splitlines()) > 1:
        assert told(session).startswith(f"-# Since the last turn of {text.player(session.names, seat)}:\n")


async def test_an_exchange_is_spoken_of_only_where_there_is_a_prisoner(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=2))
    while session.state.phase is Phase.ANSWER:
        answer = guide.screen(session, waiting(session))
        assert "exchange" not in answer.text, "nobody has captured anything yet"
        await session.play(waiting(session), "reject")
    view = session.view(None)
    assert all(sum(held) == 0 for held in view.prisoners)
    assert text.to_do(view) == "move or pass (the card was rejected)"


async def test_who_answers_hears_who_would_be_the_next_archon(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=2))
    first = session.state.to_act
    assert first is not None
    assert "You are the next Archon then" in guide.screen(session, waiting(session)).text
    await session.play(waiting(session), "reject")
    assert f"{session.names[first]} has rejected first" in guide.screen(session, waiting(session)).text
    await session.play(waiting(session), "accept")
    assert session.state.to_act == session.state.archon
    answer = guide.screen(session, waiting(session)).text
    assert "You are the next Archon" not in answer, "the Archon cannot be the first to reject"


async def test_the_end_says_whose_supply_ran_out_and_its_confirm_that_it_is_final(room: Room) -> None:
    session = await room.seat(supply=5)

    def nearly(state: engine.State) -> bool:
        return state.phase is Phase.PLAY and bool(placings(state)) and state.supply[state.to_act or 0] == 1

    await grow(session, nearly, random.Random(4), builder(random.Random(4)))
    seat, path = session.state.to_act, f"{placings(session.state)[0]} pass"
    assert seat is not None
    assert text.FINAL in guide.screen(session, waiting(session), path).text
    await session.play(waiting(session), path)
    assert session.row.ending == "supply"
    ended = text.ending(session.view(None), session.names, session.row.ending)
    assert f"It ends because no cube is left in the supply of {text.player(session.names, seat)}." in ended
