"""The short forms of the trials of many games, and what keeps one process small."""

from __future__ import annotations

import gc
import random
from pathlib import Path

import pytest

from bot.clock import SetClock
from bot.game import games
from bot.game.games import Games
from bot.game.session import Session
from bot.sandbox import Sandbox
from bot.store.store import open_store
from soak import crowd, estate
from soak.indoors import indoors
from soak.stock import EPOCH, fill, make, script


def test_an_estate_is_held() -> None:
    assert "30 games in 6 servers of 5 channels" in estate.run(30, seed=1)


def test_cities_are_held() -> None:
    assert "10 games in 2 servers of 45 channels" in estate.cities(10, seed=1)


def test_a_small_crowd_is_answered() -> None:
    assert ", 0 unanswered" in crowd.run(6, seed=1, span=3)


async def test_a_start_looks_at_all_games_and_holds_on_to_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "KEPT", 3)
    path = tmp_path / "syntagma.db"
    async with Sandbox(start_time=EPOCH / 1000 + 86_400) as sandbox:
        await estate.build(sandbox, path, 12, seed=1)
        loaded = []
        load = Games._load

        async def noted(self: Games, game: int) -> Session:
            loaded.append(game)
            return await load(self, game)

        monkeypatch.setattr(Games, "_load", noted)
        async with indoors(sandbox, path) as bot:
            await sandbox.wait_for(lambda: len(set(loaded)) == 12, what="all games to be looked at")
            await sandbox.wait_for(lambda: gc.collect() >= 0 and len(bot.games._sessions) <= 3, what="few to be held")


async def test_a_session_lives_as_long_as_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loaded when somebody asks, held by whoever works with it, dropped when others were asked for since."""
    monkeypatch.setattr(games, "KEPT", 3)
    path = tmp_path / "syntagma.db"
    await make(path)
    fill(path, [(channel, 1, (11, 12, 13), script(channel, 30)) for channel in range(1, 9)])
    store = await open_store(path)
    try:
        all_games = Games(store, SetClock(EPOCH / 1000 + 86_400), random.Random(1))
        assert not all_games._sessions
        held = await all_games.get(1)
        for number in range(2, 9):
            await all_games.get(number)
        gc.collect()
        assert set(all_games._sessions) == {1, 6, 7, 8}
        assert await all_games.get(1) is held, "there are never two sessions of one game"
    finally:
        await store.close()
