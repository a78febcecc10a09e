"""Two games that differ only in the Archon's hidden card and the order of the pile look the same to everybody else.

Both are played by the same people in the same way, in two sandboxes; all that the others see and can ask for is
compared to the last byte: messages, buttons, file names, descriptions, pictures, what commands answer, what is offered
while typing, and the bot's own log.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import random
import re
from collections.abc import MutableSequence
from pathlib import Path
from typing import Any

import pytest

import engine
from bot.game.session import Session
from bot.sandbox import Person, Sandbox
from engine import DECK, Phase
from tests.bot.hall import Hall

START = 1_800_000_000.0
CORNERS = ("a1,a2,b1,b2", "h8,h9,i8,i9", "a8,a9,b8,b9")
ORDER = (7, 1, 8, 3, 9, 2, 6, 4, 5) * 5
"""A pile. In the other game the first card, which the Archon keeps, is exchanged with the one at FAR."""
FAR = 31
KEPT = {"one": ORDER, "other": (ORDER[FAR], *ORDER[1:FAR], ORDER[0], *ORDER[FAR + 1 :])}
TYPED = ("", "pass", "@", "captures", "deal", "e5", "accept ", "pass ", "pass deal ")
IDS = re.compile(r"\d{15,}")
TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00|<t:\d+:\w>|127\.0\.0\.1:\d+")


class Stacked(random.Random):
    """Dice that shuffle as any others, but lay a whole deck in a known order."""

    def __init__(self, order: tuple[int, ...]) -> None:
        super().__init__(7)
        self.order = order

    def shuffle(self, x: MutableSequence[Any]) -> None:
        if sorted(x) == sorted(DECK):
            x[:] = self.order
        else:
            super().shuffle(x)


class Onlookers:
    """All who may not know the card, and what they get to see."""

    def __init__(self, hall: Hall, session: Session) -> None:
        self.hall = hall
        self.session = session
        archon = session.state.archon
        self.players = [hall.person(session, seat) for seat in engine.Seat if seat != archon]
        self.pages: list[str] = []
        self._names: dict[str, str] = {}

    async def look(self, what: str) -> None:
        """Ask for everything, and note down all that each of them sees then."""
        hall, session = self.hall, self.session
        await hall.told(session)
        await hall.sandbox.idle()
        for person in (*self.players, hall.otto):
            await self._ask(person)
            for typed in TYPED:
                offered = await person.autocomplete(hall.channel, "play", option="action", text=typed)
                self.pages.append(f"{what}: {person.name} types {typed!r}: {offered}")
        for line in ("mod status", "mod audit", "undo"):
            await hall.mod.slash(hall.channel, line)
        await hall.mod.slash(hall.channel, "board", public=True)
        await hall.sandbox.idle()
        for person in (*self.players, hall.mod, hall.otto):
            sight = hall.sandbox.view_for(person)
            self.pages += [f"{what}: {person.name} sees {line}" for line in self._lines(sight)]
            self.pages += [f"{what}: {person.name} opens {line}" for line in self._files(person)]

    async def _ask(self, person: Person) -> None:
        hall, session = self.hall, self.session
        lines: list[tuple[str, dict[str, Any]]] = [
            ("board", {"text": True}),
            ("board", {"ply": max(0, session.ply - 2)}),
            ("hand", {}),
            ("log", {}),
            ("game info", {}),
            ("game list", {}),
        ]
        if person.id != session.waiting:
            lines += [("play", {"action": "deal N N N"}), ("play", {"action": "pass"}), ("replay", {"last": 1})]
        for line, options in lines:
            await person.slash(hall.channel, line, **options)
        for button in ("My card", "Log", "Act") if person.id != session.waiting else ("My card", "Log"):
            await person.click(hall.table(), button)

    def _lines(self, sight: dict[str, Any]) -> list[str]:
        sight.pop("now")
        return [self.same(line) for line in json.dumps(sight, indent=1, ensure_ascii=False).splitlines()]

    def _files(self, person: Person) -> list[str]:
        world = self.hall.sandbox.world
        return [
            self.same(f"{file.filename} {len(file.content)} {hashlib.sha256(file.content).hexdigest()}")
            for message in world.messages.values()
            if world.may_see(person.id, message)
            for file in message.attachments
        ]

    def same(self, line: str) -> str:
        """A line without what differs from one run to the next: identifiers, times and addresses."""
        line = IDS.sub(lambda found: self._names.setdefault(found[0], f"id{len(self._names)}"), line)
        return TIMES.sub("…", line)


async def played(
    which: str, answers: tuple[str, ...], folder: Path, logged: pytest.LogCaptureFixture
) -> tuple[list[str], list[str]]:
    """What the onlookers see of a game from the draw on, and what more they see after the last of the answers."""
    await asyncio.to_thread(folder.mkdir)
    logged.clear()
    async with Sandbox(start_time=START) as sandbox:
        hall = Hall(sandbox, folder / "syntagma.db")
        hall.clock.set(START)
        hall.dice = Stacked(KEPT[which])
        await hall.start()
        try:
            session = await hall.seat()
            for corner in CORNERS:
                await session.play(session.waiting or 0, f"setup {corner}")
            onlookers = Onlookers(hall, session)
            assert session.state.hand[0] == KEPT[which][0]
            await onlookers.look("drawn")
            keep, first, second = (engine.card_sector(session.state, face) for face in session.state.hand)
            await session.play(session.waiting or 0, f"deal {keep.name} {first.name} {second.name}")
            await onlookers.look("dealt")
            before = 0
            for words in answers:
                before = len(onlookers.pages)
                for each in words.split():
                    await session.play(session.waiting or 0, each)
                    await hall.told(session)
                await onlookers.look(words)
            told = [
                onlookers.same(f"{record.name}: {record.getMessage()} {record.__dict__.get('entries')}")
                for record in logged.records
                if record.levelno >= logging.INFO and record.name.startswith("bot.")
            ]
            return [*onlookers.pages[:before], *told], onlookers.pages[before:]
        finally:
            await hall.stop()


def assert_same(one: list[str], other: list[str]) -> None:
    for at, (line, its_other) in enumerate(zip(one, other, strict=False)):
        assert line == its_other, "\n".join((*one[max(0, at - 20) : at], line, its_other))
    assert len(one) == len(other)


async def test_a_rejected_card_is_never_seen(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Both others reject, so it is discarded unseen; in the next turn nobody knows it yet."""
    answers = ("reject reject", "pass pass", "pass")
    one, last = await played("one", answers, tmp_path / "one", caplog)
    other, its_last = await played("other", answers, tmp_path / "other", caplog)
    assert len(one) > 1000
    assert_same(one, other)
    assert_same(last, its_last)


async def test_an_accepted_card_is_seen_when_it_is_played_and_not_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    answers = ("accept reject accept", "pass")
    one, turned_up = await played("one", answers, tmp_path / "one", caplog)
    other, otherwise = await played("other", answers, tmp_path / "other", caplog)
    assert_same(one, other)
    assert turned_up != otherwise, "this way of looking does not find a card that is open"


def test_the_two_piles_differ_in_the_kept_card_alone() -> None:
    one, other = KEPT["one"], KEPT["other"]
    assert sorted(one) == sorted(other) == sorted(DECK)
    assert [place for place in range(45) if one[place] != other[place]] == [0, FAR]
    assert len(set(one[:3])) == len(set(other[:3])) == 3


@pytest.mark.parametrize("phase", [Phase.ANSWER, Phase.PLAY])
async def test_the_kept_card_is_the_archon_s_alone(hall: Hall, phase: Phase) -> None:
    session = await hall.grown(
        lambda s: (
            (s.phase is phase and s.turn > 2 and s.to_act != s.archon)
            or (s.phase is phase and phase is Phase.PLAY and s.to_act == s.archon and s.answers[s.archon or 0] is True)
        )
    )
    for seat in engine.Seat:
        view = session.view(seat)
        covered = view.face_down is not None and seat != session.state.archon
        assert (view.cards[session.state.archon or 0] is None) is covered
        assert view.hand == ()
