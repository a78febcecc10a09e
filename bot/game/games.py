"""All games: sessions loaded on demand, each at most once, so that a game has one lock and one truth."""

from __future__ import annotations

import asyncio
import logging
import random
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence

from bot.clock import Clock
from bot.game import quarantine
from bot.game.session import Session
from bot.history.clocks import HOUR
from bot.history.line import LINE
from bot.refusals import Refusal, Refused
from bot.store.store import Conflict, EntryRow, GameRow, Job, NoticeRow, SeatRow, Store, StoreBusy

log = logging.getLogger(__name__)

KEPT = 500
"""How many of the sessions used last stay in memory though nobody uses them just now."""


class Games:
    """The way from a channel, a user or a number to a session."""

    def __init__(self, store: Store, clock: Clock, dice: random.Random) -> None:
        self.store = store
        self.clock = clock
        self.dice = dice
        self.on_change: Callable[[int], None] = lambda game: None
        # Weak: a session lives as long as somebody holds it, so there are never two of one game.
        self._sessions: weakref.WeakValueDictionary[int, Session] = weakref.WeakValueDictionary()
        self._recent: OrderedDict[int, Session] = OrderedDict()
        self._loading: dict[int, asyncio.Lock] = {}
        self.downtime = 0
        """The end of the last time in which the bot did not run, as far as this run knows (`Watch`)."""
        self.bringing = asyncio.Lock()
        """Held while a game is made of a file, so that one file does not become two games at the same time."""

    async def get(self, game: int, *, damaged: bool = False) -> Session:
        """The session of a game. Raises Refused when there is no such game, or (but if `damaged`) it is damaged."""
        if (session := self._fresh(game)) is None:
            async with self._loading.setdefault(game, asyncio.Lock()):
                session = self._fresh(game) or await self._load(game)
            self._loading.pop(game, None)
        self._recent[game] = session
        self._recent.move_to_end(game)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        if session.damage is not None and not damaged:
            raise Refused(Refusal.DAMAGED, detail=str(game))
        await self._give_back(session)
        return session

    def _fresh(self, game: int) -> Session | None:
        """The session in memory, if there is one that shows what is stored."""
        session = self._sessions.get(game)
        return None if session is None or session.stale else session

    async def _load(self, game: int) -> Session:
        row = await self.store.game(game)
        if row is None:
            raise Refused(Refusal.NO_SUCH_GAME)
        seats, entries = await self.store.seats(game), await self.store.entries(game)
        session = quarantine.load(self.store, self.clock, self.dice, row, seats, entries)
        if session.damage is not None:
            log.error("set aside as damaged: %s", session.damage, extra={"game": game, "ply": session.ply})
        session.on_change = lambda number: self.on_change(number)
        self._sessions[game] = session
        return session

    async def _give_back(self, session: Session) -> None:
        """Give back to the clocks the time in which the bot did not run since this game was last looked at."""
        if session.looked_at >= self.downtime or session.damage is not None:
            return
        async with session.lock:
            clocks = session.clocks
            if session.looked_at < self.downtime and clocks.active:
                missed = await self.store.downtimes(max(clocks.since, clocks.given_back))
                # Where there is no deadline, a short pause of the bot is no matter to write down.
                least = 0 if clocks.pace.timed else HOUR
                change = session.begin()
                for began, ended in missed:
                    if ended - began >= least:
                        change.note(f"down {began} {ended}", None)
                if change.entries:
                    # The deadline on the message of the table is another one now; for a moment that is no matter.
                    lost = sum(ended - began for began, ended in missed)
                    change.quiet = not clocks.pace.timed or lost < HOUR
                    await session.commit(change)
            session.looked_at = self.downtime

    async def here(self, channel: int, *, damaged: bool = False) -> Session:
        """The running game or lobby of a channel, or the last one that was played there. Raises Refused."""
        row = await self.store.live_game(channel) or await self.store.last_game(channel)
        if row is None:
            raise Refused(Refusal.NO_GAME)
        return await self.get(row.id, damaged=damaged)

    async def find(self, user: int, channel: int | None, chosen: str | None) -> Session:
        """The game a command means: the one chosen by number, else the channel's, else the user's only one.

        Somebody else's game can be chosen only in its own channel: games of channels one does not see stay unseen.
        """
        if chosen:
            if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 16):
                raise Refused(Refusal.NO_SUCH_GAME)
            session = await self.get(int(chosen))
            seated = any(row.user == user for row in session.seats)
            if not seated and session.row.channel != channel:
                raise Refused(Refusal.NO_SUCH_GAME)
            return session
        if channel is not None and await self.store.last_game(channel) is not None:
            return await self.here(channel)
        mine = await self.store.games_of(user)
        if len(mine) != 1:
            raise Refused(Refusal.WHICH_GAME if mine else Refusal.NO_GAME)
        return await self.get(mine[0].id)

    async def create(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        notices: Sequence[NoticeRow],
        *,
        after: Job | None = None,
        entries: Sequence[EntryRow] = (),
        invited: Sequence[int] = (),
    ) -> Session:
        """Store a new lobby or game (after the statements of `after`, all at once). Raises Refused if it cannot be."""
        try:
            game = await self.store.create_game(row, seats, notices, after, entries, invited)
        except Conflict as error:
            raise Refused(Refusal.CHANNEL_TAKEN) from error
        except StoreBusy as error:
            raise Refused(Refusal.BUSY) from error
        log.info("created", extra={"game": game, "ply": sum(entry.kind in LINE for entry in entries)})
        self.on_change(game)
        return await self.get(game)
