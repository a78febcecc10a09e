"""Every command and press is acknowledged before anything is done for it, however slow that is."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

import engine
import images
from bot.desk import panels
from bot.sandbox import Interaction
from bot.sandbox.commands import leaves
from bot.sandbox.nouns import AUTOCOMPLETE
from bot.screens.components import Target
from bot.store.store import Store
from engine import Phase
from tests.bot.growth import grow, in_phase
from tests.bot.hall import Hall, said

SLOW = 3.0
"""Seconds by which something is made slower."""
SUBCOMMAND_FREE = {3: "1", 4: 1, 5: True, 10: 1.0}
"""A value for a required option of each of Discord's types."""


class Sentries:
    """Look at each use of store, engine and painter: is there an interaction that waits for its acknowledgement?"""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hall = hall
        self.early: list[str] = []
        self.uses = 0
        self.older: set[asyncio.Task[Any]] = set()
        """What was running before the interaction that is looked at, and so is not for its sake."""
        for where, name in (
            (Store, "_rows"),
            (Store, "write"),
            (engine, "apply"),
            (engine, "legal_actions"),
            (engine, "view"),
            (images, "render"),
            (images, "cards"),
        ):
            monkeypatch.setattr(where, name, self._watching(getattr(where, name), name))

    def _watching(self, real: Callable[..., Any], name: str) -> Callable[..., Any]:
        def use(*args: Any, **options: Any) -> Any:
            self.uses += 1
            waiting = [
                record
                for record in self.hall.sandbox.world.interactions.values()
                if record.state == "waiting" and record.kind != AUTOCOMPLETE
            ]
            if threading.current_thread() is not threading.main_thread() or _by_itself():
                return real(*args, **options)
            if waiting and asyncio.current_task() not in self.older:
                self.early.append(f"{name} before {waiting[0].name or waiting[0].data}")
            return real(*args, **options)

        return use


def _by_itself() -> bool:
    """Whether it is the bot's own doing, not an interaction's."""
    task = asyncio.current_task()
    return task is not None and task.get_name().startswith(("watch", "tell-"))


def every_command(hall: Hall) -> Iterator[tuple[str, dict[str, object]]]:
    """Each command with a value for whatever it requires."""
    for command in hall.sandbox.world.commands[None].values():
        for words, options in leaves(command.body):
            given: dict[str, object] = {}
            for option in options:
                if not option.get("required"):
                    continue
                choices = option.get("choices")
                kind = option["type"]
                if choices:
                    given[option["name"]] = choices[0]["value"]
                elif kind == 6:
                    given[option["name"]] = hall.otto
                elif kind == 7:
                    given[option["name"]] = hall.channel
                elif kind == 8:
                    given[option["name"]] = hall.guild.roles[hall.guild.id]
                elif kind == 11:
                    break
                else:
                    given[option["name"]] = option.get("min_value", SUBCOMMAND_FREE[kind])
            else:
                yield " ".join(words), given


async def test_every_command_is_acknowledged_before_anything_is_done(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.grown(in_phase(Phase.ANSWER))
    await hall.sandbox.idle()
    sentries = Sentries(hall, monkeypatch)
    lines = []
    for line, given in every_command(hall):
        sentries.older = asyncio.all_tasks()
        used = hall.mod.send_slash(hall.channel, line, **given)
        await used.settled()
        assert used.acknowledged_after is not None, f"/{line} is not acknowledged"
        assert said(used), f"/{line} says nothing"
        lines.append(line)
    assert sentries.early == []
    assert sentries.uses > len(lines)
    assert {"game new", "play", "undo", "hand", "board", "log", "mod status", "help"} <= set(lines)


async def test_every_press_is_acknowledged_before_anything_is_done(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    await hall.sandbox.idle()
    opened = await hall.otto.click(hall.table(), "Log")
    assert opened.response is not None
    row = hall.table().message.components[0]
    button = row["components"][0]
    sentries = Sentries(hall, monkeypatch)
    for verb in panels.VERBS:
        # A private message with such a button, as each stands somewhere.
        custom_id = f"s:{Target(session.id, session.board_seq, verb).custom_id}"
        opened.response.message.components = [row | {"components": [button | {"custom_id": custom_id}]}]
        sentries.older = asyncio.all_tasks()
        used = hall.otto.send_click(opened.response, custom_id)
        await used.acknowledged()
        assert used.acknowledged_after is not None, f"{verb} is not acknowledged"
        await hall.sandbox.idle()
    assert sentries.early == []
    assert sentries.uses > len(panels.VERBS)


async def at_once(hall: Hall) -> list[Interaction]:
    """Presses and commands of everybody, sent in one moment."""
    session = await hall.session()
    actor, table = hall.actor(session), hall.table()
    used = [
        actor.send_click(table, "Act"),
        actor.send_slash(hall.channel, "play", action="accept"),
        hall.otto.send_slash(hall.channel, "board"),
        hall.idle(session).send_click(table, "My card"),
        hall.ann.send_click(table, "Log"),
        hall.ann.send_slash(hall.channel, "game list"),
        hall.mod.send_slash(hall.channel, "mod status"),
    ]
    await asyncio.gather(*(each.settled(timeout=30) for each in used))
    return used


async def check_all_done_once(hall: Hall, ply: int, used: list[Interaction]) -> None:
    session = await hall.session()
    assert [each.acknowledged_after is not None and each.acknowledged_after < 1 for each in used] == [True] * len(used)
    assert all(said(each) for each in used)
    assert session.ply == ply + 1
    await hall.told(session)
    assert hall.table().pings == {session.waiting}


async def test_a_slow_painter_keeps_nobody_waiting(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply, render = session.ply, images.render

    def slow(*args: Any, **options: Any) -> bytes:
        time.sleep(SLOW / 2)
        return render(*args, **options)

    monkeypatch.setattr(images, "render", slow)
    await check_all_done_once(hall, ply, await at_once(hall))


async def test_a_slow_store_keeps_nobody_waiting(hall: Hall) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply = session.ply
    with closing(sqlite3.connect(hall.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_later(SLOW, other.execute, "ROLLBACK")
        used = await at_once(hall)
        await check_all_done_once(hall, ply, used)


async def test_a_slow_engine_does_not_delay_its_own_acknowledgement(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    ply, apply = session.ply, engine.apply
    slowed = iter([SLOW])

    def slow(*args: Any) -> engine.State:
        time.sleep(next(slowed, 0))
        return apply(*args)

    monkeypatch.setattr(engine, "apply", slow)
    used = await hall.actor(session).slash(hall.channel, "play", action="accept")
    await check_all_done_once(hall, ply, [used])


async def test_pictures_are_drawn_beside_the_loop(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty boards at once: each in one of a few threads, while the loop ticks on."""
    session = await hall.grown(in_phase(Phase.PLAY))
    render, threads, during = images.render, set[str](), [0]
    ticks = 0

    def watched(*args: Any, **options: Any) -> bytes:
        threads.add(threading.current_thread().name)
        before = ticks
        picture = render(*args, **options)
        during[0] += ticks - before
        return picture

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    monkeypatch.setattr(images, "render", watched)
    ticking = asyncio.create_task(tick())
    people = [hall.sandbox.add_person(hall.guild, f"Guest {number}") for number in range(20)]
    used = [person.send_slash(hall.channel, "board") for person in people]
    await asyncio.gather(*(each.settled() for each in used))
    ticking.cancel()
    assert all(each.response is not None and each.response.attachments for each in used)
    assert all(name.startswith("painter") for name in threads)
    assert len(threads) <= 4
    assert during[0] > 0, "the loop stood still while pictures were drawn"
    assert session.live


async def test_a_chooser_is_answered_without_a_write(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Autocomplete waits for no lock: somebody else may be writing."""
    session = await hall.grown(in_phase(Phase.PLAY))
    with closing(sqlite3.connect(hall.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        offered = await hall.actor(session).autocomplete(hall.channel, "play", option="action", text="")
        other.execute("ROLLBACK")
    assert offered


async def test_growing_a_game_is_told_in_one_message(hall: Hall) -> None:
    """What the other tests rely on."""
    session = await hall.seat()
    before = len(hall.shown)
    await grow(session, in_phase(Phase.PLAY), random.Random(2))
    await hall.told(session)
    assert len(hall.shown) == before + 1
