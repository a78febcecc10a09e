"""What the local Discord saw of the bot, held against what the bot's database says.

The ledger listens to every request of the bot, in the process that no trial kills. It notes each success that the bot
tells somebody and each message it posts, and looks at that instant whether the database holds what is told of.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from bot.sandbox import Sandbox
from bot.sandbox.nouns import COMMAND, COMPONENT
from bot.sandbox.rest import Exchange
from bot.store.rows import EntryRow
from soak.history import History, histories

POSTS = "POST /channels/{channel_id}/messages"
REPLIES = "PATCH /webhooks/{application_id}/{token}/messages/{message_id}"
DONE = "Done:"
"""How the receipt of a play begins."""


@dataclass(frozen=True, slots=True)
class Call:
    """A message that called a player to a board of a game."""

    message: int
    game: int
    seq: int
    pings: frozenset[int]


class Ledger:
    """One for a sandbox and the database of the bot that is tried against it."""

    def __init__(self, sandbox: Sandbox, database: Path) -> None:
        self._sandbox = sandbox
        self._database = database
        self.acknowledged: set[int] = set()
        """Interactions of which somebody was told that their play was done."""
        self.calls: dict[int, Call] = {}
        self.statuses: Counter[int] = Counter()
        self._told_early: list[str] = []
        self._known: dict[int, list[EntryRow]] = {}
        self._stock: dict[int, int] = {}
        """Games that were there before have changes of which nobody was to be told."""
        if database.exists():
            _, self._stock = self._read()
        sandbox.rest.observers.append(self._see)

    def _see(self, exchange: Exchange) -> None:
        self.statuses[exchange.status] += 1
        if exchange.status not in (0, 200) or not isinstance(exchange.call.body, dict):
            return
        if exchange.call.route == REPLIES:
            self._see_reply(exchange.call.params["token"], exchange.call.body)
        elif exchange.call.route == POSTS and isinstance(exchange.body, dict):
            self._see_post(exchange.call.body, int(exchange.body["id"]))

    def _see_reply(self, token: str, body: dict[str, Any]) -> None:
        number = self._sandbox.world.tokens[token]
        if str(body.get("content", "")).startswith(DONE):
            self.acknowledged.add(number)
            if not self._one("SELECT 1 FROM log WHERE interaction = ?", number):
                self._told_early.append(f"interaction {number} is called done and is not stored")

    def _see_post(self, body: dict[str, Any], message: int) -> None:
        for row in body.get("components") or ():
            for part in row["components"]:
                kind, *rest = str(part.get("custom_id", "")).split(":")
                posted = self._sandbox.world.messages[message]
                if kind == "s" and rest[2] == "act" and not self._sandbox.world.channels[posted.channel_id].is_dm:
                    game, seq = int(rest[0]), int(rest[1])
                    self.calls[message] = Call(message, game, seq, posted.pings)
                    if seq and not self._one("SELECT 1 FROM log WHERE game = ? AND seq = ?", game, seq - 1):
                        self._told_early.append(f"game {game}: board {seq} is shown and is not stored")

    def _one(self, sql: str, *values: int) -> bool:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True, timeout=10)) as db:
            return db.execute(sql, values).fetchone() is not None

    # What must hold at any instant, also right after a kill

    def amiss(self) -> Iterator[str]:
        """What contradicts each other; may be asked while the bot runs and while it is dead."""
        yield from self._told_early
        if not self._database.exists():
            return
        try:
            found, untold = self._read()
        except sqlite3.OperationalError as error:
            if self._known:
                yield f"the database cannot be read: {error}"
            return
        for game, entries in self._known.items():
            if game not in found or found[game].entries[: len(entries)] != entries:
                yield f"game {game}: its log is not what it was"
        yield from self._effects(found)
        for game, history in found.items():
            if history.entries != self._known.get(game):
                yield from (f"game {game}: {each}" for each in history.amiss())
            if untold[game] != self._stock.get(game, 0):
                yield f"game {game}: {untold[game] - self._stock.get(game, 0)} changes have no notice"
        self._known = {game: history.entries for game, history in found.items()}

    def _read(self) -> tuple[dict[int, History], dict[int, int]]:
        """All games, and how many changes of each have no notice of their own."""
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True, timeout=10)) as db:
            found = histories(db)
            counted = "SELECT game, count(*) FROM notices WHERE kind IN ('table', 'refresh') GROUP BY game"
            notices = dict(db.execute(counted))
            started = {row[0] for row in db.execute("SELECT id FROM games WHERE started IS NOT NULL")}
        changes = {
            game: len({entry.batch for entry in history.entries if entry.kind != "note"}) + (game in started)
            for game, history in found.items()
        }
        return found, {game: changes[game] - notices.get(game, 0) for game in found}

    def _effects(self, found: dict[int, History]) -> Iterator[str]:
        """Each effect is that of one press or command of the one who made it, and says what that said."""
        world = self._sandbox.world
        effects = [entry for history in found.values() for entry in history.entries if entry.interaction is not None]
        times = Counter(entry.interaction for entry in effects)
        yield from (f"interaction {number} has had {n} effects" for number, n in times.items() if n > 1)
        yield from (f"interaction {number} is acknowledged and lost" for number in self.acknowledged - times.keys())
        for game, history in found.items():
            for entry in history.entries:
                record = world.interactions.get(entry.interaction or 0)
                if entry.interaction is None:
                    continue
                if record is None or record.user_id != entry.user or record.kind not in (COMMAND, COMPONENT):
                    yield f"game {game}: entry {entry.seq} is of no press or command of its user"
                elif record.name == "play" and entry.kind == "action":
                    same = [each for each in history.entries if each.batch == entry.batch and each.kind == "action"]
                    typed = next(each["value"] for each in record.data["options"] if each["name"] == "action")
                    if " ".join(each.text for each in same) != typed:
                        yield f"game {game}: entry {entry.seq} is not what was typed"

    # What must hold once the bot is up and quiet

    def untold(self) -> Iterator[str]:
        """What was not told, or told more than once, of all that is stored."""
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True, timeout=10)) as db:
            found = histories(db)
            waiting = [row[0] for row in db.execute("SELECT id FROM notices WHERE sent IS NULL")]
            # One that the game has overtaken meanwhile is not sent any more.
            whispers = [
                row[0]
                for row in db.execute(
                    "SELECT id FROM notices WHERE notices.kind = 'whisper' AND NOT EXISTS (SELECT 1 FROM log "
                    "WHERE log.game = notices.game AND log.kind IN ('action', 'back') AND at > created AND at <= sent)"
                )
            ]
            notices: dict[int, list[tuple[str, int | None]]] = {game: [] for game in found}
            for game, kind, sent in db.execute(
                "SELECT game, kind, sent FROM notices WHERE kind IN ('table', 'refresh') ORDER BY id"
            ):
                notices[game].append((kind, sent))
        if waiting:
            yield f"notices {waiting} were not told"
        messages = self._sandbox.world.messages.values()
        bot = self._sandbox.world.bot.id
        nonces = Counter((each.channel_id, each.nonce) for each in messages if each.author_id == bot and each.nonce)
        yield from (f"message {nonce} was posted {n} times" for (_, nonce), n in nonces.items() if n > 1)
        posted = {nonce for _, nonce in nonces}
        yield from (f"whisper {number} was not sent" for number in whispers if f"w{number}" not in posted)
        calls = Counter((call.game, call.seq) for call in self.calls.values())
        yield from (f"game {game}: board {seq} was shown {n} times" for (game, seq), n in calls.items() if n > 1)
        pinged = {(call.game, call.seq): call.pings for call in self.calls.values()}
        for game, history in found.items():
            for seq, user in _called(history, notices[game]):
                if pinged.get((game, seq)) != frozenset({user}):
                    yield f"game {game}: board {seq} called {pinged.get((game, seq))} instead of {user}"


def _called(history: History, notices: list[tuple[str, int | None]]) -> Iterator[tuple[int, int]]:
    """The boards that have to call somebody, and whom. `notices` are kind and time of telling, one for each change.

    Changes that were told together are told by the board of the last one.
    """
    positions = history.positions()
    last_of_batch = {entry.batch: entry.seq for entry in history.entries if entry.kind != "note"}
    boards = [0, *sorted(seq + 1 for seq in last_of_batch.values())]
    told_together = groupby(zip(boards, notices, strict=False), lambda each: each[1][1])
    for _, together in told_together:
        changes = list(together)
        seq = changes[-1][0]
        to_act = positions[seq].to_act
        user = None if to_act is None else history.users.get(to_act)
        if user is not None and any(kind == "table" for _, (kind, _) in changes):
            yield seq, user
