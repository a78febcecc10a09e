"""The picture of a game that people have ended calls nobody any more, and shows what is open by then."""

from __future__ import annotations

import pytest

import engine
from bot.game import lobby, moderation, resets
from bot.screens import boards
from engine import Phase, State
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


def kept(state: State) -> bool:
    """A card is dealt, and the Archon's lies face down."""
    return state.phase is Phase.ANSWER and engine.view(state, None).face_down is not None


async def test_the_archons_card_lies_open_once_the_record_is(room: Room) -> None:
    session = await room.grown(kept)
    archon = session.state.archon
    assert archon is not None
    card = session.view(archon).cards[archon]
    assert card is not None
    picture, running = boards.board_of(session, None)()
    await moderation.end(session, ANN, True)
    opened, ended = boards.board_of(session, None)()
    assert "face down" in running
    assert "face down" not in ended
    assert f"{archon.name.capitalize()} card {card.name}" in ended
    assert opened != picture
    assert boards.shown_to(session, None, session.ply).face_down is archon, "an earlier board stays as it was"


async def test_the_archons_card_stays_hidden_while_a_reset_game_can_be_brought_back(room: Room) -> None:
    session = await room.grown(kept)
    await resets.reset(room.games, session, ANN)
    archon = session.state.archon
    assert boards.shown_to(session, None).face_down is archon
    assert "face down" in boards.board_of(session, None)()[1]


async def test_who_has_left_does_not_win_in_the_picture_either(room: Room) -> None:
    session = await room.grown(in_phase(Phase.PLAY, 3))
    best = max(engine.Seat, key=lambda seat: session.view(None).scores[seat])
    await lobby.resign(session, session.player(best).user or 0)
    await moderation.end(session, ANN, True)
    outcome = boards.shown_to(session, None).outcome
    assert outcome is not None
    assert best not in outcome.winners
