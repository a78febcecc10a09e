"""A process that commits plays through the store, killed with -9 again and again at random instants.

What a killed process told through a pipe is held against what its database holds: nothing acknowledged may be gone,
nothing applied twice, every change has its notices, and each game replays to the position that was seen before.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engine
from bot.clock import SystemClock
from bot.game import lobby
from bot.game.games import Games
from bot.game.session import Played, Session
from bot.refusals import Refused
from bot.store.rows import EntryRow
from bot.store.store import open_store
from engine import State
from soak.broken import require
from soak.history import histories
from soak.scratch import scratch
from soak.stock import script

TABLES = 4
GUILD = 1
USERS = (11, 12, 13)
LONGEST = 0.25
"""Seconds that a process may live at most once it plays."""


def run(count: int, seed: int) -> str:
    """Kill a process `count` times; returns the figure. Raises Broken."""
    rng = random.Random(seed)
    script(seed, 40)  # so that no life has to build the engine's tables first
    begun = time.monotonic()
    with scratch() as folder:
        database = folder / "commits.db"
        records = Records()
        for life in range(count):
            told = _live_and_die(database, rng, life)
            require(records.amiss(database, told), f"after kill {life + 1}")
        took = time.monotonic() - begun
        return (
            f"{count} kills of a process that commits: {records.acknowledged} plays acknowledged, 0 lost, 0 twice; "
            f"{records.silent} stored without a word of it; {len(records.known)} games, {took:.0f} s"
        )


def _live_and_die(database: Path, rng: random.Random, life: int) -> list[str]:
    """One life of the process; returns the lines that it told before it was killed."""
    reading, writing = os.pipe()
    seed = rng.getrandbits(32)
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            asyncio.run(_play(database, writing, life, seed))
        finally:
            os._exit(1)
    os.close(writing)
    with open(reading, encoding="ascii") as stream:
        # One life in eight ends while the database is being opened and recovered.
        if life % 8:
            stream.readline()
        time.sleep(rng.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return [line for line in stream.read().splitlines(keepends=True) if line.endswith("\n")]


async def _play(database: Path, writing: int, life: int, seed: int) -> None:
    """Play at all tables at once until killed."""
    store = await open_store(database)
    dice = random.Random(seed)
    games = Games(store, SystemClock(), dice)
    numbers = iter(range((life << 24) + 1, (life + 1) << 24))

    def tell(*words: object) -> None:
        os.write(writing, (" ".join(map(str, words)) + "\n").encode("ascii"))

    tell("ready")
    async with asyncio.TaskGroup() as group:
        for table in range(TABLES):
            group.create_task(_table(games, table + 1, random.Random(dice.random()), numbers, tell))


async def _table(
    games: Games, channel: int, dice: random.Random, numbers: Iterator[int], tell: Callable[..., None]
) -> None:
    while True:
        session = await _seated(games, channel)
        while session.live:
            number, user = next(numbers), session.waiting or 0
            words = engine.format_action(_chosen(session, dice))
            tell("try", number, session.id)
            # Each press is delivered twice at the same instant; one in ten is taken back.
            twice = [_outcome(session.play(user, words, interaction=number)) for _ in range(2)]
            refused = [isinstance(each, Refused) for each in await asyncio.gather(*twice)]
            if refused.count(True) != 1:
                tell("twice", number, session.id)
            tell("done", number, session.id, session.seq, engine.digest(session.state))
            if session.can_undo(user) and dice.random() < 0.1:
                press, number = number, next(numbers)
                await session.undo(user, interaction=number)
                tell("done", number, session.id, session.seq, engine.digest(session.state))
                # What was taken back comes in once more, where it would be legal again.
                if not isinstance(await _outcome(session.play(user, words, interaction=press)), Refused):
                    tell("twice", press, session.id)


async def _outcome(playing: Coroutine[Any, Any, Played]) -> Played | Refused:
    """What came of a play, be it that it was refused."""
    try:
        return await playing
    except Refused as refused:
        return refused


async def _seated(games: Games, channel: int) -> Session:
    """The running game of a channel, or a new one."""
    row = await games.store.live_game(channel)
    if row is None:
        options = engine.Options(supply=8, white_supply=5)
        session = await lobby.open_lobby(games, GUILD, channel, USERS[0], "Ann", options)
    else:
        session = await games.get(row.id)
    if session.row.status == "lobby":
        for user in USERS:
            if all(seat.user != user for seat in session.seats):
                await lobby.join(session, user, f"user {user}")
        await lobby.start(session, USERS[0])
    return session


def _chosen(session: Session, dice: random.Random) -> engine.Action:
    legal = engine.legal_actions(session.state)
    return dice.choice([action for action in legal if not isinstance(action, engine.Pass)] or legal)


@dataclass(slots=True)
class Records:
    """What is known of all games so far."""

    known: dict[int, list[EntryRow]] = field(default_factory=dict)
    acknowledged: int = 0
    silent: int = 0

    def amiss(self, database: Path, told: list[str]) -> Iterator[str]:
        """What of a life's words the database does not bear out, and what in the database is amiss."""
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
            try:
                found = histories(db)
            except sqlite3.OperationalError as error:
                if told or self.known:
                    yield f"it cannot be read: {error}"
                return
            notices = Counter(
                row[0] for row in db.execute("SELECT game FROM notices WHERE kind IN ('table', 'refresh')")
            )
            started = {row[0] for row in db.execute("SELECT id FROM games WHERE started IS NOT NULL")}
        for game, entries in self.known.items():
            if found[game].entries[: len(entries)] != entries:
                yield f"game {game}: its log is not what it was"
        stored = Counter(
            entry.interaction for history in found.values() for entry in history.entries if entry.interaction
        )
        yield from (
            f"interaction {number} has had its effect {times} times" for number, times in stored.items() if times > 1
        )
        tried, done, positions = set[int](), set[int](), dict[int, list[State]]()
        for line in told:
            verb, *numbers = line.split()
            if verb == "twice":
                yield f"a press delivered twice was not refused once: {line}"
            elif verb == "try":
                tried.add(int(numbers[0]))
            elif verb == "done":
                number, game, seq, digest = int(numbers[0]), int(numbers[1]), int(numbers[2]), numbers[3]
                done.add(number)
                if number not in stored:
                    yield f"game {game}: interaction {number} was acknowledged and is lost"
                    continue
                if game not in positions:
                    positions[game] = found[game].positions()
                if engine.digest(positions[game][seq]) != digest:
                    yield f"game {game}: at seq {seq} it replays to another position"
        self.acknowledged += len(done)
        self.silent += sum(number in stored for number in tried - done)
        for game, history in found.items():
            if history.entries != self.known.get(game):
                yield from (f"game {game}: {each}" for each in history.amiss())
            batches = len({entry.batch for entry in history.entries if entry.kind != "note"})
            if notices[game] != batches + (game in started):
                yield f"game {game}: {batches} changes have {notices[game]} notices"
        self.known = {game: history.entries for game, history in found.items()}
