"""What a host does with the database beside the running bot: check it, copy it."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import engine
from bot.line import Damaged, fold
from bot.store import StoreError, open_store


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
                _, states = fold(engine.Options(**json.loads(game.options)), await store.entries(game.id))
                if (game.ending == "supply") != (engine.outcome(states[-1]) is not None and game.status == "over"):
                    raise Damaged(f"the game is noted as {game.status} ({game.ending}), its log says otherwise")
            except (Damaged, ValueError, TypeError) as error:
                damaged += 1
                print(f"game {game.id}: {error}")
    finally:
        await store.close()
    print(f"{len(games)} games, {damaged} damaged")
    return 1 if damaged else 0


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
