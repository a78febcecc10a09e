"""What is said of a replay to those who do not see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import images
from bot.screens import boards
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.room import Room


@pytest.mark.parametrize("name", ["Ann", "W" * 32])
async def test_it_is_described_by_its_plays_and_the_board_it_ends_on(room: Room, name: str) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=4))
    session.seats = [replace(row, name=name) for row in session.seats]
    _, alt = boards.replay_of(session, session.state.archon, None, boards.PUBLIC)()
    everybody, archon = session.view(None), session.view(session.state.archon)
    assert images.alt_text(everybody) != images.alt_text(archon), "choose another seed"
    assert alt.startswith("The game in ")
    assert len(alt) <= images.ALT_LIMIT
    told = [
        sentence for sentence in images.alt_text(everybody).split(". ") if "cubes:" in sentence or "card" in sentence
    ]
    assert len(told) >= 6
    assert not [sentence for sentence in told if sentence not in alt]


async def test_however_much_its_last_play_did_the_board_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await room.grown(in_phase(Phase.PLAY, turn=4))
    frames = [replace(frame, caption="x" * 2000) for frame in boards._frames(session, None)]
    monkeypatch.setattr(boards, "_frames", lambda *_: frames)
    _, alt = boards.replay_of(session, None, None, boards.PUBLIC)()
    assert len(alt) <= images.ALT_LIMIT
    assert "White cubes:" in alt
