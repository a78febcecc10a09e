"""Each board is told once, whatever comes in while the one before it is being told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import engine
from bot.game.session import Session
from bot.sandbox import MessageView
from bot.store.store import Job
from soak.ledger import Ledger
from tests.bot.hall import Hall


@pytest.fixture
def ledger(hall: Hall, tmp_path: Path) -> Ledger:
    return Ledger(hall.sandbox, hall.database)


async def act(session: Session) -> None:
    """Whoever is to act plays the first legal action that is no pass."""
    legal = engine.legal_actions(session.state)
    await session.play(session.waiting or 0, engine.format_action(legal[0]))


def called(table: MessageView, session: Session) -> bool:
    """Whether a message calls whoever is to act to the present board."""
    button = table.button("Act").custom_id
    return button.startswith(f"s:{session.id}:{session.board_seq}:") and session.waiting in table.message.pings


async def test_a_play_that_is_stored_but_not_yet_shown_is_told_when_it_is(
    hall: Hall, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board is never told from a session that lags behind the notices: its call and its whisper would be lost."""
    session = await hall.seat()
    stored, gate, write = asyncio.Event(), asyncio.Event(), hall.store.write

    async def late(job: Job) -> list[int]:
        rows = await write(job)
        if any("INSERT INTO log" in sql for sql, _ in job.statements):
            stored.set()
            await gate.wait()
        return rows

    monkeypatch.setattr(hall.store, "write", late)
    for _ in range(4):
        stored.clear()
        gate.clear()
        playing = asyncio.create_task(act(session))
        await stored.wait()
        hall.bot.table.wake(session.id)
        await asyncio.sleep(0.3)
        gate.set()
        await playing
        await hall.told(session)
        assert called(hall.table(), session)
    assert session.state.turn == 1, "the Archon has drawn and dealt"
    assert not list(ledger.untold())


async def test_a_play_that_comes_while_the_one_before_is_told_is_called_once(hall: Hall, ledger: Ledger) -> None:
    session = await hall.seat()
    for _ in range(2):
        await act(session)
    await hall.told(session)
    for person in hall.players:
        hall.sandbox.faults.delay(f"POST /channels/{person.dm.id}/messages", seconds=1.0)
    await act(session)
    assert session.state.hand, "the Archon is told by direct message, which takes its time"
    await asyncio.sleep(0.3)
    await act(session)
    await hall.told(session)
    assert called(hall.table(), session)
    assert not [each for each in ledger.untold() if "times" in each]
