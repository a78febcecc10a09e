"""What is typed is what is meant: suggestions, refusals and commands hold to it."""

from __future__ import annotations

import pytest

import engine
from bot.game import moderation, suggestions
from bot.game.session import Session
from bot.refusals import Refused
from bot.store.rows import Job
from bot.text import reasons
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said
from tests.bot.room import ANN, CHANNEL, Room, waiting


async def test_an_action_typed_in_full_is_suggested_first(room: Room) -> None:
    for phase in (Phase.DEAL, Phase.ANSWER, Phase.PLAY):
        session = await room.grown(in_phase(phase), channel=CHANNEL + list(Phase).index(phase))
        for action in engine.legal_actions(session.state)[-40:]:
            written = engine.format_action(action)
            first = suggestions.suggest(session, waiting(session), written)[0]
            assert first[1] == written


async def test_what_is_legal_and_near_can_be_typed_as_it_stands(room: Room) -> None:
    def can_place(state: engine.State) -> bool:
        legal = engine.legal_actions(state)
        return state.phase is Phase.PLAY and state.turn > 1 and any(isinstance(each, engine.Place) for each in legal)

    session = await room.grown(can_place)
    placed = next(each for each in engine.legal_actions(session.state) if isinstance(each, engine.Place))
    words = engine.format_action(placed)
    with pytest.raises(Refused) as refused:
        await session.play(waiting(session), f"{words} {words[1:]}>{words[1:]}")
    said = reasons.refused(refused.value)
    offered = said.split("Legal and near: ")[1].split("`")[1]
    assert offered.startswith(f"{words} ")
    assert session.preview(waiting(session), offered).steps


async def test_a_channel_means_the_game_that_ended_last(room: Room) -> None:
    first = await room.seat()
    await moderation.end(first, ANN, True)
    second = await room.seat()
    await moderation.end(second, ANN, True)
    assert (await room.games.here(CHANNEL)).id == second.id
    # As a game that was set aside, brought back and ended after a newer one.
    await room.store.write(Job().game(first.id, ended=(second.row.ended or 0) + 1))
    assert (await room.games.here(CHANNEL)).id == first.id


async def explained(room: Room, typed: str, phase: Phase = Phase.PLAY) -> str:
    """What is answered to something typed by whoever is to act."""
    session = await room.grown(in_phase(phase, turn=2))
    user = waiting(session)
    with pytest.raises(Refused) as refused:
        await session.play(user, typed)
    return reasons.refused(suggestions.explained(session, user, typed, refused.value))


@pytest.mark.parametrize("typed", ["castle", "e5 castle", "queen side"])
async def test_words_that_match_nothing_are_a_search_without_a_result(room: Room, typed: str) -> None:
    said = await explained(room, typed)
    assert said.startswith("Nothing that you could legally play now matches «")
    for way in ("a square (`e5`)", "a kind (`place`", "an effect (`captures`"):
        assert way in said
    session = await room.games.here(CHANNEL)
    offered = [words for words in said.split("Now you could say ")[1].split("`") if " (" not in words and words]
    legal = {engine.format_action(action) for action in engine.legal_actions(session.state)}
    assert offered[0] in legal


async def test_a_search_that_matches_is_told_from_an_action(room: Room) -> None:
    said = await explained(room, "accept card", Phase.ANSWER)
    assert "one can search, but not play" in said
    assert "`accept` (Accept the " in said


async def test_what_has_signs_of_the_notation_is_still_an_action(room: Room) -> None:
    assert (await explained(room, "@z9")).startswith("I cannot read that")


async def test_a_placing_alone_leads_on_to_the_manoeuvre(hall: Hall) -> None:
    def can_place(state: engine.State) -> bool:
        legal = engine.legal_actions(state)
        return state.phase is Phase.PLAY and state.turn > 1 and any(isinstance(each, engine.Place) for each in legal)

    session = await hall.grown(can_place, supply=12)
    person = hall.actor(session)
    placing = next(each for each in engine.legal_actions(session.state) if isinstance(each, engine.Place))
    used = await person.slash(hall.channel, "play", action=engine.format_action(placing))
    answer = said(used)
    assert answer.startswith("Done: you place a cube on ")
    assert "**It is still your turn.**\nA manoeuvre with " in answer
    assert used.response is not None
    assert "Undo" in used.response.labels
    menu = used.response.menus[0]
    leave = next(option.value for option in menu.options if option.label.startswith("1. Leave the cube"))
    panel = await person.select(used.response, 0, leave)
    done = await person.click(panel.response, "Confirm")
    assert said(done).startswith("Done: you leave the cube on ")
    assert session.waiting != person.id


async def test_who_acts_again_at_once_is_told_so(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER, turn=2), supply=12)
    await session.play(waiting(session), "accept")
    last = hall.actor(session)
    # The only one to reject plays last in this turn and is the Archon of the next.
    await session.play(last.id, "reject")
    while session.state.phase is not Phase.DEAL:
        used = await hall.actor(session).slash(hall.channel, "play", action=mildest(session))
    assert "**It is your turn again**: please deal the three cards." in said(used)
    assert used.response is not None
    assert "Act" in used.response.labels
    assert session.waiting == last.id


def mildest(session: Session) -> str:
    return "accept" if session.state.phase is Phase.ANSWER else "pass"
