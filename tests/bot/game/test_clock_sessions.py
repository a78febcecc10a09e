"""The clocks of stored games: through plays, undos, pauses, vacations, substitutes, votes, changes of pace and restarts
they are what a fresh reading of the log finds, and nobody wins or loses time by anything but playing.
"""

from __future__ import annotations

import random

import pytest

import engine
from bot.game import absence, lobby, moderation, reach
from bot.game.session import Session
from bot.history.clocks import DAY, HOUR, Clocks, pace_of
from bot.refusals import Refused
from bot.text import reasons
from engine import Seat
from tests.bot.room import ANN, BEN, CHANNEL, CLEO, OTTO, Room

MOD = 99
DEEDS = (
    *("play",) * 6,
    *("undo", "mod undo", "rewind", "pause", "resume", "away", "back", "lost", "found"),
    *("resign", "sit", "extend", "pace", "restart", "restart"),
)


class Story:
    """A game of days to which things happen by chance."""

    def __init__(self, room: Room, session: Session, seed: int) -> None:
        self.room = room
        self.session = session
        self.dice = random.Random(seed)
        self.free = [OTTO, 5, 6, 7, 8]
        """Who may still take a seat."""

    def now(self) -> int:
        return self.session.now()

    def waits(self, hours: float) -> None:
        self.room.clock.set(self.room.clock.now() + hours * 3600)

    async def happens(self, deed: str) -> None:
        """One thing; what cannot be done now is refused and changes nothing."""
        before = self.session.clocks
        seq = self.session.seq
        try:
            await self._do(deed)
        except Refused:
            assert self.session.seq == seq
            assert self.session.clocks == before

    async def _do(self, deed: str) -> None:
        session, user = self.session, self.session.waiting or ANN
        match deed:
            case "play":
                legal = engine.legal_actions(session.state)
                if legal:
                    await session.play(user, engine.format_action(self.dice.choice(legal)))
            case "undo":
                last = next((entry.user for entry in reversed(session.line) if entry.kind == "action"), ANN)
                await session.undo(last or ANN)
            case "mod undo":
                await moderation.undo(session, MOD)
            case "rewind":
                await moderation.rewind(session, MOD, self.dice.randint(0, session.ply))
            case "pause":
                await moderation.pause(session, MOD)
            case "resume":
                await moderation.resume(session, MOD)
            case "lost":
                await reach.lost(session)
            case "found":
                await reach.regained(session)
            case "away" | "back":
                await self._note(f"{'stop' if deed == 'away' else 'go'} away {self.dice.choice('RBY')}")
            case "resign":
                if len([row for row in session.seats if row.user]) > 1:
                    await lobby.resign(session, self.dice.choice([row.user for row in session.seats if row.user]))
            case "sit":
                await lobby.join(session, self.free[0], "Somebody")
                self.free.append(self.free.pop(0))
            case "extend":
                await absence.open_vote(session)
                for seat in absence.voters(session):
                    await absence.cast(session, session.player(seat).user or 0, "extend")
            case "pace":
                pace = pace_of(*self.dice.choice([("days", 1), ("days", 3), ("fast", 8), ("relaxed", None)]))
                await lobby.set_pace(session, MOD, pace, alone=True)
            case "restart":
                await self.restarts(self.dice.uniform(0, 100))

    async def _note(self, words: str) -> None:
        async with self.session.lock:
            change = self.session.begin()
            change.note(words, None)
            await self.session.commit(change)

    async def restarts(self, hours: float) -> None:
        """The bot is down for some hours, which nobody loses."""
        running, left = self.session.clocks.active, self.session.clocks.left(self.now())
        died = self.now()
        self.waits(hours)
        await self.room.store.add_downtime(died, self.now())
        self.room.reload()
        self.session = await self.room.games.get(self.session.id)
        now = self.now()
        assert self.session.clocks.active == running
        for before, after in zip(left, self.session.clocks.left(now), strict=True):
            assert before - 5000 <= after <= before, "up to the real seconds that this test took"


async def opened(room: Room, kind: str = "days", time: int | None = None) -> Session:
    session = await lobby.open_lobby(
        room.games, 900, CHANNEL, ANN, "Ann", engine.Options(), pace_of(kind, time).to_text()
    )
    for user, name in ((BEN, "Ben"), (CLEO, "Cleo")):
        await lobby.join(session, user, name)
    assert not session.clocks.active, "nothing runs in a lobby"
    await lobby.start(session, ANN)
    return session


async def read_again(room: Room, session: Session) -> Clocks:
    """The clocks as a fresh reading of the log finds them."""
    row, seats = await room.store.game(session.id), await room.store.seats(session.id)
    assert row is not None
    return Session(room.store, room.clock, room.dice, row, seats, await room.store.entries(session.id)).clocks


@pytest.mark.parametrize("seed", range(12))
async def test_a_story_by_chance(room: Room, seed: int) -> None:
    story = Story(room, await opened(room), seed)
    for _ in range(60):
        if not story.session.live:
            break
        story.waits(story.dice.choice([0, 0.01, 1, 20, 50]))
        before, now = story.session.clocks, story.now()
        deed = story.dice.choice(DEEDS)
        await story.happens(deed)
        after = story.session.clocks
        assert after == await read_again(room, story.session), deed
        check_fair(deed, before, after, now, story.now())
    if story.session.live:
        await moderation.end(story.session, MOD, scored=True)
    clocks = story.session.clocks
    assert not clocks.active
    assert clocks.deadline is None
    assert clocks.left(story.now()) == clocks.left(story.now() + 90 * DAY), "nothing runs after the end"


def check_fair(deed: str, before: Clocks, after: Clocks, now: int, later: int) -> None:
    """Who has how much: as before, but for the one who played and for what was given."""
    if not (before.pace.timed and after.pace.timed):
        return
    slack = later - now + 1
    for seat, was, has in zip(Seat, before.left(now), after.left(later), strict=True):
        if deed in ("pause", "resume", "away", "back", "lost", "found", "resign", "restart"):
            assert was - slack <= has <= was, f"{deed} neither adds nor takes time"
        elif deed == "play" and has > was:
            assert seat == before.seat, "a bonus is for the one who played"
            assert has <= max(max(was, 0) + before.pace.bonus, was)
        elif deed in ("extend", "sit"):
            assert has >= was - slack, "what is given is never less"


async def test_the_time_of_the_others_stands_still(room: Room) -> None:
    session = await opened(room)
    story = Story(room, session, 1)
    for _ in range(6):
        story.waits(1)
        to_act = session.state.to_act
        left = session.clocks.left(story.now())
        story.waits(5)
        for seat, was, has in zip(Seat, left, session.clocks.left(story.now()), strict=True):
            assert round((was - has) / HOUR) == (5 if seat == to_act else 0)
        await story.happens("play")


async def test_fifty_restarts_take_and_add_no_time(room: Room) -> None:
    session = await opened(room)
    story = Story(room, session, 1)
    before = session.clocks.left(story.now())
    for _ in range(50):
        await story.restarts(7)
    assert all(
        was - 60_000 <= has <= was for was, has in zip(before, story.session.clocks.left(story.now()), strict=True)
    )


async def test_a_game_looked_at_only_after_several_downtimes_gets_all_of_them_back(room: Room) -> None:
    session = await opened(room)
    start, deadline = session.clocks.since, session.clocks.deadline or 0
    for first, last in ((1, 3), (10, 20), (20, 21)):
        await room.store.add_downtime(start + first * HOUR, start + last * HOUR)
    room.clock.set((start + 30 * HOUR) / 1000)
    room.reload()
    again = await room.games.get(session.id)
    assert again.clocks.deadline == deadline + 13 * HOUR


async def test_a_loaded_game_gets_back_the_time_of_a_lost_connection(room: Room) -> None:
    session = await opened(room)
    start, deadline = session.clocks.since, session.clocks.deadline or 0
    await room.store.add_downtime(start + HOUR, start + 9 * HOUR)
    room.games.downtime = start + 9 * HOUR
    room.clock.set((start + 10 * HOUR) / 1000)
    assert await room.games.get(session.id) is session
    await room.games.get(session.id)
    assert session.clocks.deadline == deadline + 8 * HOUR, "and only once"


async def test_who_gives_up_a_seat_and_takes_it_again_has_no_more_time(room: Room) -> None:
    session = await opened(room)
    user = session.waiting or 0
    room.clock.set(room.clock.now() + 60 * 3600)
    left = session.clocks.left(session.now())[0]
    await lobby.resign(session, user)
    room.clock.set(room.clock.now() + 5 * 3600)
    assert session.clocks.deadline is None, "nobody's time runs while the seat is open"
    await lobby.join(session, user, "Ann")
    assert session.waiting == user
    assert 0 <= left - session.clocks.left(session.now())[0] < 60_000


async def test_whoever_else_takes_the_seat_has_a_full_clock(room: Room) -> None:
    session = await opened(room)
    room.clock.set(room.clock.now() + 60 * 3600)
    await lobby.resign(session, session.waiting or 0)
    await lobby.join(session, OTTO, "Otto")
    assert session.waiting == OTTO
    assert (session.clocks.deadline or 0) - session.now() > 3 * DAY - 60_000


async def test_a_pace_is_changed_by_all_or_by_a_moderator(room: Room) -> None:
    session = await opened(room, "relaxed")
    days = pace_of("days", 2)
    assert not await lobby.set_pace(session, ANN, days)
    assert not await lobby.set_pace(session, BEN, pace_of("days", 3))
    assert not await lobby.set_pace(session, CLEO, days)
    assert not session.clocks.running
    assert await lobby.set_pace(session, BEN, days), "who has thought better of it may say so"
    assert session.clocks.pace == days
    assert (session.clocks.deadline or 0) - session.now() > 2 * DAY - 60_000
    assert await lobby.set_pace(session, MOD, pace_of("relaxed"), alone=True)
    assert not session.clocks.running
    with pytest.raises(Refused):
        await lobby.set_pace(session, OTTO, days)


async def test_the_pace_that_a_game_has_already_is_no_wish(room: Room) -> None:
    session = await opened(room, "relaxed")
    for user, alone in ((ANN, False), (MOD, True)):
        with pytest.raises(Refused) as refused:
            await lobby.set_pace(session, user, pace_of("relaxed"), alone=alone)
        assert "is that already: relaxed (no deadline)." in reasons.refused(refused.value)
    await lobby.set_pace(session, ANN, pace_of("days", 2))
    assert await lobby.set_pace(session, ANN, pace_of("relaxed")), "a wish is taken back so"
    told = [notice.text for notice in await room.store.unsent(session.id) if notice.kind == "say"]
    assert told[-1].endswith("asks for no other pace any more.")
    for user in (BEN, CLEO):
        assert not await lobby.set_pace(session, user, pace_of("days", 2))
    with pytest.raises(Refused):
        await lobby.set_pace(session, ANN, pace_of("relaxed"))


async def test_a_lobby_has_the_pace_that_was_asked_for_last(room: Room) -> None:
    session = await lobby.open_lobby(room.games, 900, CHANNEL, ANN, "Ann", engine.Options())
    for user, name in ((BEN, "Ben"), (CLEO, "Cleo")):
        await lobby.join(session, user, name)
    for pace in (pace_of("days", 9), pace_of("fast", 4)):
        assert await lobby.set_pace(session, BEN, pace), "no game has begun, so nobody has to agree"
    room.clock.set(room.clock.now() + 3600)
    await lobby.start(session, ANN)
    assert abs((session.clocks.deadline or 0) - session.now() - 4 * HOUR) < 60_000
    assert session.clocks == await read_again(room, session)


async def test_a_wish_for_another_pace_holds_for_a_week(room: Room) -> None:
    session = await opened(room)
    wanted = pace_of("days", 9)
    await lobby.set_pace(session, ANN, wanted)
    room.clock.set(room.clock.now() + 8 * 86_400)
    await lobby.set_pace(session, BEN, wanted)
    assert not await lobby.set_pace(session, CLEO, wanted)
    assert await lobby.set_pace(session, ANN, wanted)
