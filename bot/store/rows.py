"""Rows of the tables, and changes to them that hold together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

OPEN, FORMER = "open seat", "former player"
"""What a seat is called in which nobody sits, and one whose player has had all about them erased."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of `games`; times in milliseconds."""

    id: int
    guild: int
    channel: int
    status: str
    ending: str | None
    options: str
    rules: int
    creator: int
    created: int
    started: int | None
    ended: int | None
    waiting: int | None
    waiting_since: int | None
    pace: str = '{"kind": "relaxed"}'
    due: int | None = None
    reminded: int = 0
    reminded_at: int | None = None
    muted: int | None = None
    vote: int | None = None
    origin: str | None = None
    """Of a game that came from a sealed file: the database and the game it was made of."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of `seats`. `name` is what is shown: the player's, or that the seat is open."""

    place: int
    seat: int | None
    user: int | None
    name: str


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of `log`."""

    seq: int
    batch: int
    kind: str
    text: str
    user: int | None
    at: int
    interaction: int | None = None


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A row of `notices`. Before it is stored its id is 0."""

    kind: str
    user: int | None
    """To whom it goes, or who is called by it."""
    text: str
    created: int
    id: int = 0


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of `shown`; `sent` in milliseconds."""

    channel: int
    message: int
    sent: int


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A row of `users`; times in milliseconds."""

    dms: int = 1
    settings: str = "{}"
    away_from: int | None = None
    away_until: int | None = None


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A row of `plans`; `due` in milliseconds, none before its time has come."""

    text: str
    due: int | None


Statement = tuple[str, Sequence[Any]]


@dataclass(slots=True)
class Job:
    """Statements that are carried out together or not at all."""

    statements: list[Statement] = field(default_factory=list)
    alone: bool = False
    """Whether a statement of it looks at what an earlier one left, so that no other job may come between."""

    def add(self, sql: str, *values: Any) -> Job:
        self.statements.append((sql, values))
        return self

    def entries(self, game: int, rows: Iterable[EntryRow]) -> Job:
        for row in rows:
            self.add(
                "INSERT INTO log (game, seq, batch, kind, text, user, at, interaction) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                *(game, row.seq, row.batch, row.kind, row.text, row.user, row.at, row.interaction),
            )
        return self

    def notices(self, game: int, rows: Iterable[NoticeRow]) -> Job:
        for row in rows:
            self.add(
                "INSERT INTO notices (game, kind, user, text, created) VALUES (?, ?, ?, ?, ?)",
                *(game, row.kind, row.user, row.text, row.created),
            )
        return self

    def game(self, game: int, **columns: str | int | None) -> Job:
        """Set columns of a game's row."""
        names = ", ".join(f"{name} = ?" for name in columns)
        return self.add(f"UPDATE games SET {names} WHERE id = ?", *columns.values(), game)

    def person(self, user: int, **columns: str | int | None) -> Job:
        """Set columns of what is known of a person."""
        names = ", ".join(columns)
        update = ", ".join(f"{name} = excluded.{name}" for name in columns)
        values = f"?{', ?' * len(columns)}"
        sql = f"INSERT INTO users (user, {names}) VALUES ({values}) ON CONFLICT (user) DO UPDATE SET {update}"
        return self.add(sql, user, *columns.values())

    def seats(self, game: int, rows: Iterable[SeatRow]) -> Job:
        """Replace who sits where."""
        self.add("DELETE FROM seats WHERE game = ?", game)
        for row in rows:
            self.add(
                "INSERT INTO seats (game, place, seat, user, name) VALUES (?, ?, ?, ?, ?)",
                *(game, row.place, row.seat, row.user, row.name),
            )
        return self
