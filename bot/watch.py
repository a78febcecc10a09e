"""What time brings: reminders, votes, plans, vacations, the end of lobbies, players who left.

A game's row says when time brings it something next (`due`); every change of the game sets that to now. The watch takes
what is due, does what is to be done, and sets the next time. So a restart neither repeats nor bunches anything: what
was missed is looked at once, as things are then.
"""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import replace

import discord

from bot import absence, plans, text, times
from bot.clock import Clock
from bot.games import Games
from bot.people import Preferences
from bot.refusals import Refused
from bot.session import Session
from bot.store import Job, NoticeRow, PersonRow, StoreError
from engine import Seat

log = logging.getLogger(__name__)

TICK = 15.0
"""Real seconds between looks at what is due; what is poked is looked at at once."""


class Watch:
    """One for each bot. `run` does not end by itself."""

    def __init__(self, client: discord.Client, games: Games, clock: Clock, dice: random.Random) -> None:
        self.client = client
        self.games = games
        self.store = games.store
        self.clock = clock
        self.dice = dice
        self._poked = asyncio.Event()
        self._present: dict[int, int] = {}
        """For each game, on which board the one waited for was last seen to be a member of the server."""

    def now(self) -> int:
        return int(self.clock.now() * 1000)

    def poke(self) -> None:
        """Look at what is due soon rather than at the next tick."""
        self._poked.set()

    async def run(self) -> None:
        """Look again and again; what goes wrong once is logged and tried again."""
        while True:
            try:
                await self.tick()
            except (StoreError, discord.HTTPException) as error:
                log.warning("the watch was disturbed: %s", error)
            except Exception:
                log.exception("the watch was disturbed")
            try:
                await asyncio.wait_for(self._poked.wait(), TICK)
            except TimeoutError:
                continue
            self._poked.clear()

    async def give_back(self) -> None:
        """After a start: note the time in which nobody watched. Each game's clocks get it back when it is loaded."""
        watched = int(await self.store.setting("watched") or self.now())
        if watched < self.now():
            await self.store.add_downtime(watched, self.now())

    async def tick(self) -> None:
        """Look at all that is due."""
        await self.store.set_setting("watched", str(self.now()))
        for user in await self.store.back_from_vacation(self.now()):
            await self.store.set_person(user, away_from=None, away_until=None)
            await self.concern(user)
        for game in await self.store.due(self.now()):
            try:
                await self._examine(await self.games.get(game))
            except Refused as refused:
                log.warning("left alone: %s", refused.refusal, extra={"game": game})
                await self.store.write(Job().game(game, due=None))

    async def concern(self, user: int) -> None:
        """Something about a user has changed that concerns all their games."""
        job = Job()
        for row in await self.store.games_of(user):
            job.game(row.id, due=self.now())
        await self.store.write(job)
        self.poke()

    async def _examine(self, session: Session) -> None:
        """Do what time has brought to a game; if that was nothing, note when to look again."""
        before = session.seq
        if session.row.status == "lobby":
            due = await self._lobby(session)
        else:
            due = await self._game(session) if session.live else None
        if session.seq == before and (session.row.status in ("lobby", "live") or due is None):
            async with session.lock:
                await self.store.write(Job().game(session.id, due=due))
                session.row = replace(session.row, due=due)

    async def _lobby(self, session: Session) -> int | None:
        ends = session.row.created + times.LOBBY
        if self.now() < ends:
            return ends
        async with session.lock:
            change = session.begin()
            change.columns.update(status="cancelled", ending="expired", ended=self.now())
            change.extra.append(NoticeRow("say", None, text.LOBBY_EXPIRED, self.now()))
            await session.commit(change)
        return None

    async def _game(self, session: Session) -> int | None:
        """Do what is to be done for a running game; returns when to look again."""
        if await self._vacations(session) or await self._departed(session):
            return None
        waiting = session.waiting
        if waiting is None or "pause" in session.clocks.stops:
            return None
        person = await self.store.person(waiting)
        if person.away_until is not None and person.away_until > self.now():
            return person.away_until
        coming = [await self._plan(session, waiting)]
        if session.waiting == waiting:
            coming += [await self._vote(session), await self._remind(session, person)]
        return min((at for at in coming if at is not None), default=None)

    async def _vacations(self, session: Session) -> bool:
        """Bring what the game knows of vacations up to date; returns whether that changed it."""
        for row in session.seats:
            if row.user is None or row.seat is None:
                continue
            until, seat = (await self.store.person(row.user)).away_until, Seat(row.seat)
            away = until is not None and until > self.now()
            stop = f"away {seat.letter}"
            if away == (stop in session.clocks.stops):
                continue
            async with session.lock:
                change = session.begin()
                change.note(f"{'stop' if away else 'go'} {stop}", row.user)
                said = text.gone_away(session.names, seat, until or 0) if away else text.came_back(session.names, seat)
                if not away and session.state.to_act == seat:
                    change.columns.update(waiting_since=self.now())
                change.extra.append(NoticeRow("say", None, said, self.now()))
                change.quiet = True
                await session.commit(change)
            return True
        return False

    async def _departed(self, session: Session) -> bool:
        """Open the seat of the one waited for if they have left the server; returns whether that was so.

        They are asked for when their turn comes and at each reminder: to be told of it would need a privileged intent.
        """
        waiting, seat = session.waiting, session.state.to_act
        guild = self.client.get_guild(session.row.guild)
        if waiting is None or seat is None or guild is None or self._present.get(session.id) == session.board_seq:
            return False
        try:
            await guild.fetch_member(waiting)
        except discord.NotFound:
            async with session.lock:
                change = session.begin()
                change.words.append(text.has_left(session.names, seat))
                absence.open_seat(session, change, seat, None)
                await session.commit(change)
            return True
        except discord.HTTPException as error:
            log.debug("a member could not be fetched: %s", error)
        self._present[session.id] = session.board_seq
        return False

    async def _plan(self, session: Session, user: int) -> int | None:
        plan = await self.store.plan(session.id, user)
        if plan is None:
            return None
        if plan.due is None:
            due = self.now() + int(self.dice.uniform(plans.SHORTEST, plans.LONGEST) * 1000)
            update = "UPDATE plans SET due = ? WHERE game = ? AND user = ?"
            await self.store.write(Job().add(update, due, session.id, user))
            return due
        if plan.due > self.now():
            return plan.due
        await self.store.set_plan(session.id, user, None)
        words = plans.chosen(session, user, plan.text)
        said = text.PLAN_DROPPED
        if words is not None:
            said = f"{text.PLAN_PLAYED} {text.receipt((await session.play(user, words)).steps)}"
        await self._notice(session, NoticeRow("word", user, said, self.now()))
        return None

    async def _vote(self, session: Session) -> int | None:
        if session.row.vote == session.board_seq or session.row.waiting_since is None:
            return None
        opens = times.vote_opens(session.row.waiting_since, session.clocks.deadline, session.clocks.pace.timed)
        if opens is not None and opens <= self.now():
            await absence.open_vote(session)
            return None
        return opens

    async def _remind(self, session: Session, person: PersonRow) -> int | None:
        row, deadline = session.row, session.clocks.deadline
        if row.waiting_since is None or row.muted == session.board_seq:
            return None
        preferences = Preferences.from_text(person.settings)
        at = times.next_reminder(preferences, row.waiting_since, row.reminded_at, row.reminded, deadline)
        if at is None or at > self.now():
            return at
        # Of all that was missed one reminder is left, and none at all once the time is up.
        if deadline is None or self.now() < deadline:
            kind = "remind" if row.reminded < times.MOST else "unanswered"
            await self._notice(session, NoticeRow(kind, row.waiting, str(session.board_seq), self.now()), remind=True)
            self._present.pop(session.id, None)
        return times.next_reminder(preferences, row.waiting_since, self.now(), row.reminded + 1, deadline)

    async def _notice(self, session: Session, notice: NoticeRow, remind: bool = False) -> None:
        """Have something told; with `remind` it is counted as a reminder."""
        job = Job().notices(session.id, [notice])
        async with session.lock:
            row = session.row
            if remind:
                row = replace(row, reminded=row.reminded + 1, reminded_at=self.now())
                job.game(session.id, reminded=row.reminded, reminded_at=row.reminded_at)
            await self.store.write(job)
            session.row = row
        self.games.on_change(session.id)
