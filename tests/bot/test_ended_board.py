"""The picture of a game that people have ended calls nobody any more."""

from __future__ import annotations

import pytest

from bot.game import moderation
from bot.screens import boards
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.room import ANN, Room


@pytest.mark.parametrize(("counted", "said"), [(True, "win"), (False, "Game over")])
async def test_an_ended_game_shows_its_end(room: Room, counted: bool, said: str) -> None:
    session = await room.grown(in_phase(Phase.PLAY, 3))
    _, running = boards.board_of(session, None)()
    await moderation.end(session, ANN, counted)
    _, ended = boards.board_of(session, None)()
    assert " plays. " in running
    assert " plays. " not in ended
    assert said in ended.split("Scores")[0]
