"""What a host does with the database beside the running bot: check it, copy it."""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import engine
from bot.line import Damaged, fold
from bot.store import StoreError, open_store

STALE = 120
"""Seconds after which a sign of life is missed."""


async def check(database: Path) -> int:
    """Replay every stored game and print what differs; returns 0 if nothing does, else 1. Raises StoreError."""
    if not database.is_file():
        raise StoreError(f"There is no database {database}.")
    store = await open_store(database, serving=False)
    damaged = 0
    try:
        games = await store.games()
        for game in games:
            try:
                _, states, _ = fold(engine.Options(**json.loads(game.options)), await store.entries(game.id))
                if (game.ending == "supply") != (engine.outcome(states[-1]) is not None and game.status == "over"):
                    raise Damaged(f"the game is noted as {game.status} ({game.ending}), its log says otherwise")
            except (Damaged, ValueError, TypeError) as error:
                damaged += 1
                print(f"game {game.id}: {error}")
    finally:
        await store.close()
    print(f"{len(games)} games, {damaged} damaged")
    return 1 if damaged else 0


def health(database: Path) -> int:
    """Whether the serving bot wrote its sign of life within two minutes; returns 0 if so, else 1.

    The sign is written by the event loop through the store, so that neither can be stuck without being missed here.
    """
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=5)) as db:
            row = db.execute("SELECT value FROM settings WHERE name = 'alive'").fetchone()
    except sqlite3.Error as error:
        print(f"The database {database} cannot be read: {error}.")
        return 1
    age = time.time() - float(row[0]) if row else None
    if age is None or age > STALE:
        print("no sign of life" if age is None else f"the last sign of life is {age:.0f} s old")
        return 1
    print("well")
    return 0


async def backup(database: Path, target: Path) -> int:
    """Copy the database to `target` while the bot may be running, then check the copy. Raises StoreError."""
    if not database.is_file():
        raise StoreError(f"There is no database {database}.")
    if target.exists():
        raise StoreError(f"{target} is there already; choose another name.")
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"The copy {target} failed: {error}.") from error
    if found != "ok":
        raise StoreError(f"The copy {target} is not sound: {found}.")
    print(f"copied to {target}", file=sys.stderr)
    return await check(target)
