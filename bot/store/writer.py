"""The one writer of the database, who commits many waiting changes together.

Every change is a `Job`, a few statements that hold together. One task takes the jobs that wait and commits them in one
transaction, so that a job that is refused (two writers for one `seq`, two games in one channel) takes nothing else with
it, and the disk is flushed once for all. On a connection shared by tasks, one task's rollback would otherwise erase
another's rows.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

import aiosqlite

from bot.store.rows import Job

REFUSED = (sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError, ValueError, OverflowError)
"""What a statement or its values can be at fault for; it concerns one job, and no other waiting with it."""


class StoreError(Exception):
    """The store cannot do what was asked; the text is for the host's log."""


class StoreBusy(StoreError):
    """The file is locked, full or read-only: nothing was written, and trying again later may work."""


class Conflict(StoreError):
    """Another writer was first, or the rule of one live game per channel forbids it. Nothing was written."""


class Writer:
    """Carries out jobs on a connection that nobody else writes with."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db
        self._queue: asyncio.Queue[tuple[Job, asyncio.Future[list[int]]]] = asyncio.Queue()
        self._task = asyncio.create_task(self._write_for_ever())

    async def close(self) -> None:
        """Finish what was begun. The connection stays open."""
        await self._queue.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def write(self, job: Job) -> list[int]:
        """Carry out `job`; returns, once it is on the disk, the row id that each statement left, if the job is `alone`.

        Raises Conflict when the tables' own rules forbid it and StoreBusy when the file cannot be written now; either
        way nothing of the job was done.
        """
        done: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((job, done))
        # Shielded: whoever waits may be cancelled, the job is carried out all the same.
        return await asyncio.shield(done)

    async def _write_for_ever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            results = await self._commit([job for job, _ in batch])
            for (_, done), result in zip(batch, results, strict=True):
                self._queue.task_done()
                if done.cancelled():
                    continue
                if isinstance(result, StoreError):
                    done.set_exception(result)
                    done.exception()  # marked as seen: a caller that was cancelled does not look at it
                else:
                    done.set_result(result)

    async def _commit(self, jobs: list[Job]) -> list[list[int] | StoreError]:
        try:
            await self._db.execute("BEGIN IMMEDIATE")
            results = await self._together(jobs)
            await self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                await self._db.execute("ROLLBACK")
            return [StoreBusy(str(error)) for _ in jobs]
        return results

    async def _together(self, jobs: list[Job]) -> list[list[int] | StoreError]:
        """Carry out many jobs with few calls: equal statements at equal places of jobs are one call with many rows.

        Each call has to wait for the connection's thread, which costs more than the work itself. Should any job be
        refused, all are done again one by one, so that the refusal concerns it alone.
        """
        alike = [job for job in jobs if not job.alone]
        if len(alike) > 1:
            await self._db.execute("SAVEPOINT together")
            try:
                for sql, rows in _alike(alike):
                    await self._db.executemany(sql, rows)
            except REFUSED:
                await self._db.execute("ROLLBACK TO together")
                alike = []
            await self._db.execute("RELEASE together")
        else:
            alike = []
        done = {id(job) for job in alike}
        return [[] if id(job) in done else await self._carry_out(job) for job in jobs]

    async def _carry_out(self, job: Job) -> list[int] | StoreError:
        await self._db.execute("SAVEPOINT job")
        rows = []
        try:
            for sql, values in job.statements:
                async with self._db.execute(sql, values) as cursor:
                    rows.append(cursor.lastrowid or 0)
        except REFUSED as error:
            await self._db.execute("ROLLBACK TO job")
            await self._db.execute("RELEASE job")
            return Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else StoreError(str(error))
        await self._db.execute("RELEASE job")
        return rows


def _alike(jobs: Sequence[Job]) -> Iterator[tuple[str, list[Sequence[Any]]]]:
    """The first statements of all jobs, those with equal SQL together, then the second ones, and so on.

    So each job's statements keep their order; those of different jobs concern different games.
    """
    for place in range(max(len(job.statements) for job in jobs)):
        rows: dict[str, list[Sequence[Any]]] = {}
        for job in jobs:
            if place < len(job.statements):
                sql, values = job.statements[place]
                rows.setdefault(sql, []).append(values)
        yield from rows.items()
