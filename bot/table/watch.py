"""What time brings: reminders, votes, plans, vacations, the end of lobbies, players who left.

A game's row says when time brings it something next (`due`); every change of the game sets that to now. The watch takes
what is due, does what is to be done, and sets the next time. So a restart neither repeats nor bunches anything: what
was missed is looked at once, as things are then.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Iterable
from dataclasses import replace
from typing import TypeVar

import discord

from bot import text
from bot.clock import Clock
from bot.game import absence, planning, plans
from bot.game.change import Change
from bot.game.games import Games
from bot.game.session import Session
from bot.people import times, wishes
from bot.people.preferences import Preferences
from bot.refusals import Refusal, Refused
from bot.store.store import Job, NoticeRow, SeatRow, StoreError
from engine import Seat

T = TypeVar("T")
log = logging.getLogger(__name__)

TICK = 15.0
"""Real seconds between looks at what is due; what is poked is looked at at once."""
SIGN = 10_000
"""Milliseconds between the watch's signs of life, from which the next run knows since when nobody watched."""
HICCUP = 60_000
"""A connection that is lost for less than this is no downtime."""
AGAIN = 5 * 60_000
"""Milliseconds after which a game is looked at again that could not be."""
STALE = 60 * 60_000
"""A reminder that could not be sent for longer than this is made anew."""
ROUNDS = 50
"""How often a look takes what is due, so that games that change all the time do not hold it up for ever."""
PATIENCE = 5.0
"""Seconds for which the watch waits to hear of a member."""
PRESENT = 10 * 60_000
"""Milliseconds for which one who acts again at once surely has not left the server."""
BREATH = 0.05
"""Seconds between questions after members that nobody waits for."""
UNKNOWN = (10007, 10013)
"""Discord's codes for somebody who is no member of a server, or no user any more."""


class Watch:
    """One for each bot. `run` does not end by itself."""

    def __init__(self, client: discord.Client, games: Games, clock: Clock, dice: random.Random) -> None:
        self.client = client
        self.games = games
        self.store = games.store
        self.clock = clock
        self.dice = dice
        self._poked = asyncio.Event()
        self._looking = asyncio.Lock()
        self._watched = 0
        self._lost_at: int | None = None
        """Since when there is no connection to Discord."""

    def now(self) -> int:
        return int(self.clock.now() * 1000)

    def poke(self) -> None:
        """Look at what is due soon rather than at the next tick."""
        self._poked.set()

    async def run(self) -> None:
        """Look again and again; what goes wrong once is logged and tried again."""
        while True:
            self._poked.clear()
            try:
                await self.tick()
            except (StoreError, discord.HTTPException) as error:
                log.warning("the watch was disturbed: %s", error)
            except Exception:
                log.exception("the watch was disturbed")
            # Not wait_for: until Python 3.12 it drops a cancellation that comes together with what it waits for.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._poked.wait()

    # When nobody watches

    async def begin(self) -> None:
        """Before the first connection: note since when nobody watched. Games get it back when they are looked at."""
        now = self.now()
        watched = int(await self.store.setting("watched") or now)
        if watched < now:
            await self.store.add_downtime(watched, now)
        self.games.downtime = self._watched = self._lost_at = now
        stale = "SELECT game FROM notices WHERE kind = 'remind' AND sent IS NULL AND created < ?"
        job = Job().add(f"UPDATE games SET reminded = max(0, reminded - 1), due = 0 WHERE id IN ({stale})", now - STALE)
        job.add("UPDATE notices SET sent = ? WHERE kind = 'remind' AND sent IS NULL AND created < ?", now, now - STALE)
        await self.store.write(job)

    @property
    def watching(self) -> bool:
        """Whether there is a connection to Discord."""
        return self._lost_at is None

    def lost(self) -> None:
        """The connection to Discord is lost: nobody can act, and nobody is reminded."""
        if self.watching:
            self._lost_at = self.now()

    async def found(self) -> None:
        """There is a connection to Discord, perhaps again."""
        lost_at, now = self._lost_at, self.now()
        self._lost_at = None
        if lost_at is not None and now - lost_at >= HICCUP:
            await self.store.add_downtime(lost_at, now)
            self.games.downtime = self._watched = now
        self.poke()

    # Looking

    async def tick(self) -> None:
        """Look at all that is due."""
        async with self._looking:
            if not self.watching:
                return
            now = self.now()
            if not 0 <= now - self._watched < SIGN:
                await self.store.set_setting("watched", str(now))
                self._watched = now
            for user in await self.store.back_from_vacation(now):
                await self._end_vacation(user, now)
            for _ in range(ROUNDS):
                due = await self.store.due(self.now())
                for game, at in due:
                    await self._look(game, at)
                if not due:
                    return

    async def concern(self, user: int) -> None:
        """Something about a user has changed that concerns all their games."""
        job = Job()
        for row in await self.store.games_of(user):
            job.game(row.id, due=0)
        await self.store.write(job)
        self.poke()

    async def _look(self, game: int, at: int) -> None:
        """Look at one game, that is due since `at`; whatever goes wrong with it concerns no other."""
        again: int | None = self.now() + AGAIN
        try:
            session = await self.games.get(game)
            before = session.seq
            again = await self._examine(session)
            if session.seq != before:
                return
        except Refused as refused:
            log.warning("left alone: %s", refused.refusal, extra={"game": game})
            if refused.refusal in (Refusal.DAMAGED, Refusal.NO_SUCH_GAME):
                again = None
        except (StoreError, discord.HTTPException) as error:
            log.warning("could not be looked at: %s", error, extra={"game": game})
        except Exception:
            log.exception("could not be looked at", extra={"game": game})
        # Whoever has set another time meanwhile wants it looked at anew.
        await self.store.write(Job().add("UPDATE games SET due = ? WHERE id = ? AND due = ?", again, game, at))

    async def _examine(self, session: Session) -> int | None:
        """Do what time has brought to a game; returns when to look again, if nothing changes before."""
        if session.row.status == "lobby":
            return await self._lobby(session)
        return await self._game(session) if session.live else None

    async def _lobby(self, session: Session) -> int | None:
        ends = session.row.created + times.LOBBY
        if self.now() < ends:
            return ends
        async with session.lock:
            if session.row.status == "lobby":
                change = session.begin()
                change.columns.update(status="cancelled", ending="expired", ended=self.now())
                change.extra.append(NoticeRow("say", None, text.LOBBY_EXPIRED, self.now()))
                await session.commit(change)
        return None

    async def _game(self, session: Session) -> int | None:
        coming: list[int | None] = []
        later = self.now() + AGAIN
        for bring in (self._vacations, self._departed):
            changed = await self._tried(session, bring(session), None)
            if changed:
                return None
            coming.append(later if changed is None else None)
        waiting, seq = session.waiting, session.board_seq
        if waiting is not None and not session.paused:
            coming.append(await self._tried(session, self._plan(session, waiting), later))
            if session.board_seq == seq and session.clocks.active:
                coming.append(await self._tried(session, self._vote(session), later))
                coming.append(await self._tried(session, self._remind(session, waiting, seq), later))
        return min((at for at in coming if at is not None), default=None)

    async def _tried(self, session: Session, what: Awaitable[T], otherwise: T) -> T:
        """One of the things that time brings to a game; where it fails, the others come all the same."""
        try:
            return await what
        except Refused as refused:
            log.warning("left alone: %s", refused.refusal, extra={"game": session.id})
        except (StoreError, discord.HTTPException) as error:
            log.warning("could not be looked at: %s", error, extra={"game": session.id})
        except Exception:
            log.exception("could not be looked at", extra={"game": session.id})
        return otherwise

    # Who is there

    async def _end_vacation(self, user: int, now: int) -> None:
        async with self.store.settling:
            person = await self.store.person(user)
            if person.away_until is not None and person.away_until <= now:
                await self.store.set_person(user, away_from=None, away_until=None)
        await self.concern(user)

    async def _vacations(self, session: Session) -> bool | None:
        """Bring what the game knows of vacations up to date; returns whether that changed it."""
        changed = False
        for row in list(session.seats):
            if row.user is None or row.seat is None:
                continue
            until = (await self.store.person(row.user)).away_until
            away = until is not None and until > self.now()
            async with session.lock:
                stop = f"away {Seat(row.seat).letter}"
                if away == (stop in session.clocks.stops) or not session.live or row not in session.seats:
                    continue
                change = session.begin()
                self._note_vacation(change, session, row, until if away else None)
                await session.commit(change)
            changed = True
        return changed

    def _note_vacation(self, change: Change, session: Session, row: SeatRow, until: int | None) -> None:
        """Stop or start a seat's clock, and tell the table; who is away is spared an open vote."""
        seat = Seat(row.seat or 0)
        change.note(f"{'go' if until is None else 'stop'} away {seat.letter}", None)
        if until is None:
            said = text.came_back(session.names, seat)
        else:
            said = text.gone_away(session.names, seat, until)
            if session.state.to_act == seat:
                absence.void_vote(session, change)
        change.extra.append(NoticeRow("say", None, said, self.now()))
        # The deadline on the message of the table is another one now.
        change.quiet = not (session.clocks.pace.timed and session.state.to_act == seat)

    async def gone(self, server: int, users: Iterable[int]) -> set[int]:
        """Which users have left a server. To be told of it would need a privileged intent."""
        guild = self.client.get_guild(server)
        found: set[int] = set()
        if guild is None or guild.unavailable:
            return found
        for user in users:
            try:
                # Where Discord makes one wait, the games of all others would wait as well.
                async with asyncio.timeout(PATIENCE):
                    await guild.fetch_member(user)
            except TimeoutError:
                log.debug("a member could not be fetched in time")
            except discord.NotFound as error:
                if error.code in UNKNOWN:
                    found.add(user)
            except discord.HTTPException as error:
                log.debug("a member could not be fetched: %s", error)
        return found

    async def ask_around(self) -> None:
        """After a start: find out who of those waited for has left their server while nobody watched."""
        rows = await self.store.select(
            "SELECT DISTINCT guild, waiting FROM games WHERE status = 'live' AND waiting IS NOT NULL ORDER BY guild"
        )
        for server, user in rows:
            if await self.gone(server, [user]):
                await self.concern(user)
            await asyncio.sleep(BREATH)

    async def _departed(self, session: Session) -> bool | None:
        """Open the seats of those who have left the server; returns whether there were any.

        The one waited for is asked for whenever a game is looked at, so when the turn comes and at each reminder; all
        are at the start and when there is a vote. Who has themselves just led to this board is there.
        """
        everybody = session.ply == 0 or session.row.vote == session.board_seq
        seats = [row for row in session.seats if everybody or row.seat == session.state.to_act]
        since = max(session.row.waiting_since or 0, self.now() - PRESENT)
        silent = [row.user for row in seats if row.user is not None and session.acts.get(row.user, 0) < since]
        gone = await self.gone(session.row.guild, silent)
        for row in seats:
            async with session.lock:
                if row.user in gone and session.live and row in session.seats:
                    change = session.begin()
                    change.words.append(text.has_left(session.names, Seat(row.seat or 0)))
                    absence.open_seat(session, change, Seat(row.seat or 0), None)
                    await session.commit(change)
        return bool(gone)

    # What is done for them

    async def _plan(self, session: Session, user: int) -> int | None:
        plan, now = await wishes.plan(self.store, session.id, user), self.now()
        if plan is None:
            return None
        if plan.due is None:
            due = now + int(self.dice.uniform(plans.SHORTEST, plans.LONGEST) * 1000)
            await wishes.set_plan_due(self.store, session.id, user, due)
            return due
        if plan.due > now:
            return plan.due
        seq = session.board_seq
        said = text.plan_dropped(plan.text)
        try:
            words = planning.chosen(session, user, plan.text)
        except Refused as refused:
            if refused.refusal is not Refusal.BAD_PLAN:
                raise
            words, said = None, text.PLAN_BROKEN
        if words is None:
            await wishes.set_plan(self.store, session.id, user, None)
            await self.store.write(Job().notices(session.id, [NoticeRow("private", user, said, now)]))
            self.games.on_change(session.id)
        else:
            await session.play(user, words, seq=seq, planned=True)
        return None

    async def _vote(self, session: Session) -> int | None:
        if session.row.vote == session.board_seq:
            return None
        opens = times.vote_opens(session.clocks)
        if opens is not None and opens <= self.now():
            await absence.open_vote(session)
            return None
        return opens

    async def _remind(self, session: Session, user: int, seq: int) -> int | None:
        row, now = session.row, self.now()
        if row.muted == seq:
            return None
        preferences = Preferences.from_text((await self.store.person(user)).settings)
        due = times.reminders(preferences, session.clocks, row.reminded, row.reminded_at, now)
        if not due.passed:
            return due.next
        if due.send and any(notice.kind == "remind" for notice in await self.store.unsent(session.id)):
            return now + AGAIN
        async with session.lock:
            if session.board_seq != seq or session.row != row:
                return now
            told = replace(row, reminded=row.reminded + due.passed, reminded_at=now if due.send else row.reminded_at)
            job = Job().game(session.id, reminded=told.reminded, reminded_at=told.reminded_at)
            if due.send:
                instead = not session.clocks.pace.timed and row.reminded >= times.MOST
                job.notices(session.id, [NoticeRow("unanswered" if instead else "remind", row.waiting, str(seq), now)])
            await self.store.write(job)
            session.row = told
        if due.send:
            self.games.on_change(session.id)
        return due.next
