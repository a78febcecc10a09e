"""Replays: what they show while a game runs, what is said meanwhile, and to those who do not see them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
import pytest

import images
from bot import text
from bot.screens import boards
from bot.screens.pictures import Draw
from engine import Phase, Seat
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said
from tests.bot.room import Room


async def test_it_is_said_that_it_is_being_drawn_until_it_is(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.grown(in_phase(Phase.PLAY, turn=2))
    gate, paint = asyncio.Event(), hall.bot.painter.paint

    async def late(draw: Draw, filename: str) -> discord.File:
        await gate.wait()
        return await paint(draw, filename)

    monkeypatch.setattr(hall.bot.painter, "paint", late)
    film = await hall.otto.slash(hall.channel, "replay", last=2)
    assert said(film) == text.DRAWING
    assert film.response is not None
    assert not film.response.attachments
    gate.set()
    await hall.sandbox.wait_for(lambda: film.response is not None and film.response.attachments, what="the film")
    [picture] = film.response.attachments
    assert picture.content.startswith(b"GIF")
    assert picture.description
    assert text.DRAWING not in said(film)


async def test_while_a_game_runs_everybody_is_shown_the_same(room: Room) -> None:
    session = await room.grown(in_phase(Phase.ANSWER, turn=4))
    assert session.view(None) != session.view(session.state.archon)
    shown = {boards.replay_of(session, seat, None, boards.PUBLIC)() for seat in (None, *Seat)}
    assert len(shown) == 1


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
