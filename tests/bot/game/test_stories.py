"""Whatever happens in a game, its log is the whole truth: loaded anew it is the same, and no entry is ever lost."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

import engine
from bot.game import lobby, moderation
from bot.game.session import Session
from bot.refusals import Refused
from engine import Phase
from tests.bot.growth import by_chance
from tests.bot.room import ANN, BEN, CLEO, NAMES, OTTO, Room, waiting

PEOPLE = (ANN, BEN, CLEO, OTTO)
Deed = Callable[[Session, random.Random], Awaitable[object]]


async def play(session: Session, dice: random.Random) -> None:
    state = session.state
    action = by_chance(dice)(state, engine.legal_actions(state))
    await session.play(waiting(session), engine.format_action(action))


async def play_badly(session: Session, dice: random.Random) -> None:
    await session.play(
        dice.choice(PEOPLE), dice.choice(("accept", "@e5 e5>e5", "pass pass pass", "a1>z9", "deal N N N"))
    )


async def undo(session: Session, dice: random.Random) -> None:
    await session.undo(dice.choice(PEOPLE))


async def undo_by_a_moderator(session: Session, dice: random.Random) -> None:
    await moderation.undo(session, OTTO)


async def rewind(session: Session, dice: random.Random) -> None:
    await moderation.rewind(session, OTTO, dice.randint(max(0, session.ply - 6), session.ply))


async def skip(session: Session, dice: random.Random) -> None:
    await moderation.skip(session, OTTO)


async def resign(session: Session, dice: random.Random) -> None:
    if sum(row.user is None for row in session.seats) < 2:
        await lobby.resign(session, dice.choice(PEOPLE))


async def join(session: Session, dice: random.Random) -> None:
    user = dice.choice(PEOPLE)
    await lobby.join(session, user, NAMES[user])


DEEDS: tuple[tuple[Deed, int], ...] = (
    (play, 20),
    (play_badly, 3),
    (undo, 6),
    (undo_by_a_moderator, 2),
    (rewind, 1),
    (skip, 2),
    (resign, 1),
    (join, 3),
)


async def check(room: Room, session: Session) -> None:
    entries = await room.store.entries(session.id)
    assert [entry.seq for entry in entries] == list(range(session.seq)), "no number is given twice or left out"
    room.reload()
    other = await room.games.get(session.id)
    assert other is not session
    assert [engine.digest(state) for state in other.states] == [engine.digest(state) for state in session.states]
    assert other.line == session.line
    assert (other.seq, other.board_seq, other.row, other.seats) == (
        session.seq,
        session.board_seq,
        session.row,
        session.seats,
    )
    assert len(session.states) == session.ply + 1
    assert session.row.waiting == session.waiting
    assert [other.can_undo(user) for user in PEOPLE] == [session.can_undo(user) for user in PEOPLE]


def state_of(session: Session) -> tuple[object, ...]:
    return session.seq, session.ply, engine.digest(session.state), session.row, tuple(session.seats)


@pytest.mark.parametrize("seed", range(8))
async def test_a_story_by_chance(room: Room, seed: int) -> None:
    dice = random.Random(seed)
    session = await room.seat(supply=dice.choice((6, 24, 40)))
    used: set[int] = set()
    plies, happened = [], set()
    deeds, weights = zip(*DEEDS, strict=True)
    for number in range(60):
        if session.state.phase is Phase.OVER:
            break
        [deed] = dice.choices(deeds, weights)
        before, seq = state_of(session), session.seq
        try:
            await deed(session, dice)
            happened.add(deed.__name__)
            refused = False
        except (Refused, AssertionError):
            refused = True
        assert not refused or state_of(session) == before, "a refusal changed something"
        added = set(range(seq, session.seq))
        assert not added & used
        used |= added
        plies.append(session.ply)
        if number % 5 == 0:
            await check(room, session)
    await check(room, session)
    assert len(happened) > 3
    assert plies != sorted(set(plies)), "the story never went back"


async def test_the_plies_of_a_line_may_come_again_but_never_a_number(room: Room) -> None:
    session = await room.seat()
    for _ in range(3):
        actor = waiting(session)
        await room.play(session, "setup a1,a2,b1,b2")
        await session.undo(actor)
    assert session.ply == 0
    assert session.seq == 6
    assert [entry.kind for entry in await room.store.entries(session.id)] == ["action", "back"] * 3
