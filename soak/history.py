"""The games of a database as its log tells them, read without the store: what the rest is held against."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

import engine
from bot.history.line import Damaged, fold
from bot.store.rows import EntryRow
from engine import Phase, Seat, State


@dataclass(slots=True)
class History:
    """A game: its row as far as it repeats what the log says, who sits where, and the log."""

    status: str
    ending: str | None
    waiting: int | None
    users: dict[int, int | None]
    """By seat."""
    options: engine.Options
    entries: list[EntryRow]

    def positions(self) -> list[State]:
        """The position after each number of entries, by a replay of its own."""
        line = [engine.new_game(self.options)]
        found = [line[-1]]
        for entry in self.entries:
            if entry.kind == "back":
                del line[int(entry.text) + 1 :]
            elif entry.kind == "shuffle":
                line.append(engine.apply(line[-1], engine.parse_shuffle(entry.text)))
            elif entry.kind != "note":
                line.append(engine.apply(line[-1], engine.parse_action(entry.text, line[-1].to_act or Seat.RED)))
            found.append(line[-1])
        return found

    def amiss(self) -> Iterator[str]:
        """Where log, row and seats contradict each other."""
        if self.status not in ("live", "over"):
            return
        try:
            state = fold(self.options, self.entries)[1][-1]
        except Damaged as error:
            yield f"it does not replay: {error}"
            return
        if (state.phase is Phase.OVER) != (self.status == "over" and self.ending == "supply"):
            yield f"it is {self.status} ({self.ending}) at phase {state.phase}"
        to_act = self.users.get(state.to_act) if state.to_act is not None and self.status == "live" else None
        if self.waiting != to_act:
            yield f"it waits for {self.waiting} instead of {to_act}"


def histories(db: sqlite3.Connection) -> dict[int, History]:
    """All games of a database, by id."""
    found = {}
    for game, status, ending, waiting, options in db.execute("SELECT id, status, ending, waiting, options FROM games"):
        seats = db.execute("SELECT seat, user FROM seats WHERE game = ? AND seat IS NOT NULL", (game,))
        log = db.execute(
            "SELECT seq, batch, kind, text, user, at, interaction FROM log WHERE game = ? ORDER BY seq", (game,)
        )
        entries = [EntryRow(*row) for row in log]
        found[game] = History(status, ending, waiting, dict(seats), engine.Options(**json.loads(options)), entries)
    return found
