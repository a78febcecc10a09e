"""What is typed is what is meant: suggestions, refusals and commands hold to it."""

from __future__ import annotations

import pytest

import engine
from bot import moderation, reasons, suggestions
from bot.refusals import Refused
from bot.rows import Job
from engine import Phase
from tests.bot.growth import in_phase
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
