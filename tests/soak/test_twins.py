"""The short form of the comparison of games that onlookers cannot tell apart."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import engine
from soak import twins


def test_a_pair_by_chance_looks_the_same() -> None:
    assert ", 0 differ" in twins.run(1, seed=1)


def test_what_is_not_hidden_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: a bot that shows everybody what the Archon sees is caught."""
    pair = twins.pair_of(random.Random(3), "cards")
    see = engine.view
    monkeypatch.setattr(engine, "view", lambda state, seat: see(state, state.archon if seat is None else seat))
    one, other = asyncio.run(twins.both(pair, tmp_path))
    assert twins.difference(one, other)
