"""What a host does with the database beside the running bot: check it, copy it, ask whether the bot is well; and, while
no bot runs, put a copy back in its place.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from bot.history.sealing import key_file
from bot.host.checking import Findings, copy, examine, reading
from bot.store.store import StoreError, hold, lock_file

STALE = 120
"""Seconds after which a sign of life is missed."""
BACKUP = "backup"
"""The setting that says when the last backup was made, in seconds since 1970."""


async def check(database: Path) -> int:
    """Replay every stored game and print what differs; returns 0 if nothing does, else 1. Raises StoreError."""
    return _told(await examine(database))


def _told(found: Findings) -> int:
    for line in found.differences:
        print(line)
    print(f"{found.games} games, {len(found.differences)} differences")
    return 1 if found.differences else 0


def health(database: Path) -> int:
    """Whether the serving bot gave both its signs of life within two minutes; returns 0 if so, else 1.

    The event loop gives one by itself and one through the store, so that it can be told which of them is stuck.
    """
    try:
        with reading(database) as db:
            row = db.execute("SELECT value FROM settings WHERE name = 'alive'").fetchone()
        beat = time.time() - lock_file(database).stat().st_mtime
    except (StoreError, OSError) as error:
        print(error if isinstance(error, StoreError) else "no bot has served this database yet")
        return 1
    written = time.time() - float(row[0]) if row else beat + STALE + 1
    if beat > STALE and written > STALE:
        print(f"the bot does not run, or its event loop is stuck: the last sign of life is {beat:.0f} s old")
    elif beat > STALE:
        print(f"the event loop is stuck: its last sign of life is {beat:.0f} s old")
    elif written > STALE:
        print(f"the store is stuck: its last sign of life is {written:.0f} s old")
    else:
        print("well")
        return 0
    return 1


async def backup(database: Path, target: Path) -> int:
    """Copy the database to `target` while the bot may be running, and check the copy; returns 1 if it has differences.

    The key of sealed exports is copied beside it. A copy that is not sound is not left behind. Raises StoreError.
    """
    if target.exists():
        raise StoreError(f"{target} is there already; choose another name.")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        with reading(database) as db:
            _private(part)
            copy(db, part)
        found = await examine(part)
        if any(line.startswith("the file") for line in found.differences):
            raise StoreError(f"The copy is not sound: {found.differences[0]}.")
        _settle(part, target)
        if key_file(database).is_file():
            _private(key_file(target))
            shutil.copyfile(key_file(database), key_file(target))
    except OSError as error:
        raise StoreError(f"The copy {target} failed: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    _note(database)
    print(f"copied to {target}", file=sys.stderr)
    return _told(found)


def _private(path: Path) -> None:
    """An empty file for nobody else's eyes."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))


def _settle(part: Path, target: Path) -> None:
    """Move a file to its place, once all of it is on the disk."""
    with open(part, "rb") as stream:
        os.fsync(stream.fileno())
    os.replace(part, target)


def _note(database: Path) -> None:
    """Let the bot know when the last backup was made. That it cannot be written down spoils no backup."""
    try:
        with closing(sqlite3.connect(database, timeout=10)) as db, db:
            db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (BACKUP, str(int(time.time()))))
    except sqlite3.Error as error:
        print(f"the time of the backup could not be noted: {error}", file=sys.stderr)


async def restore(database: Path, source: Path) -> int:
    """Put a copy in the place of the database, if `check` passes it and no bot serves; the old one is kept beside it.

    Returns 1 when the copy has differences: then nothing was changed. Raises StoreError.
    """
    if not source.is_file():
        raise StoreError(f"There is no file {source}.")
    part = database.with_name(f"{database.name}.part")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with hold(database):
            part.unlink(missing_ok=True)
            with reading(source) as db:
                _private(part)
                copy(db, part)
            found = await examine(part)
            if found.differences:
                print(f"{source} was not put in place, for it is not in order:", file=sys.stderr)
                return _told(found)
            kept = _keep(database)
            for suffix in ("-wal", "-shm"):
                # What is left of the old database there would be taken for a part of the new one.
                database.with_name(database.name + suffix).unlink(missing_ok=True)
            _settle(part, database)
            if key_file(source).is_file():
                _private(key_file(database))
                shutil.copyfile(key_file(source), key_file(database))
    except OSError as error:
        raise StoreError(f"{source} could not be put in place: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    print(f"{source} is in place" + (f"; the database of before is kept as {kept}" if kept else ""), file=sys.stderr)
    return _told(found)


def _keep(database: Path) -> Path | None:
    """Copy the database with all that belongs to it aside; returns where it is then."""
    if not database.exists():
        return None
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    kept = database.with_name(f"{database.name}.before-{stamp}")
    number = 1
    while kept.exists():
        number += 1
        kept = database.with_name(f"{database.name}.before-{stamp}-{number}")
    for suffix in ("", "-wal", "-shm", ".key"):
        old = database.with_name(database.name + suffix)
        if old.is_file():
            _private(kept.with_name(kept.name + suffix))
            shutil.copyfile(old, kept.with_name(kept.name + suffix))
    return kept
