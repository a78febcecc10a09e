"""Whole games at the default supply through the real client, by three different users, to the final score.

The players choose by chance among what menus and autocomplete offer; the seed of each game is printed. In the middle of
each the bot is killed and started again. Together the games must show what is rare: a pick-up with its redeploy, an
exchange, both others rejecting, and a reshuffle.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

import engine
from bot.demo import Evening
from bot.history.line import fold
from bot.host.upkeep import check
from bot.sandbox import BotProcess
from bot.store.store import EntryRow

Run = Callable[..., Awaitable[tuple[BotProcess, Evening]]]

GAMES = {
    "buttons": (21, ("buttons", "buttons", "buttons")),
    "words": (12, ("words", "words", "words")),
    "mixed": (13, ("buttons", "words", "mixed")),
}
seen: dict[str, set[str]] = {}
"""What has occurred in the games played so far."""


def occurrences(database: Path) -> tuple[set[str], engine.State]:
    """The rare things in the one game of a database, and its last state."""
    with closing(sqlite3.connect(database)) as db:
        options = engine.Options(**json.loads(db.execute("SELECT options FROM games").fetchone()[0]))
        entries = [
            EntryRow(*row) for row in db.execute("SELECT seq, batch, kind, text, user, at FROM log ORDER BY seq")
        ]
    line, states, _ = fold(options, entries)
    found = {"exchange" for entry in line if entry.text.startswith("x")}
    found |= {"redeploy" for state in states if state.phase is engine.Phase.REDEPLOY}
    found |= {"both reject" for state in states if state.answers.count(False) == 3}
    found |= {"reshuffle" for entry in line[4:] if entry.kind == "shuffle"}
    return found, states[-1]


@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_with_a_kill_in_the_middle(name: str, run: Run, tmp_path: Path) -> None:
    seed, styles = GAMES[name]
    print(f"seed {seed}")
    process, evening = await run(seed, styles)
    await evening.open()
    dice = random.Random(seed)
    for _ in range(2):
        await evening.play(plays=dice.randrange(20, 40))
        table = evening.table()
        await process.restart()
        assert evening.table() == table, "a restart announces nothing anew"
    await evening.play()
    assert await process.terminate() == 0
    assert "Game over" in evening.shown[-1].content
    assert "Traceback" not in process.output
    seen[name], last = occurrences(tmp_path / "syntagma.db")
    outcome = engine.outcome(last)
    assert outcome is not None
    for score in outcome.scores:
        assert f"**{score}**" in evening.shown[-1].content
    assert await check(tmp_path / "syntagma.db") == 0
    acknowledged = [used.acknowledged_after for player in evening.players.values() for used in player.used]
    assert all(after is not None for after in acknowledged)


def test_together_they_show_what_is_rare() -> None:
    if len(seen) < len(GAMES):
        pytest.skip("the whole games were not all played in this run")
    assert set().union(*seen.values()) >= {"exchange", "redeploy", "both reject", "reshuffle"}
