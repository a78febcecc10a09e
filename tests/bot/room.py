"""A game without Discord: three users, a store, and the sessions of it."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict
from typing import cast

import engine
from bot import text
from bot.clock import SetClock
from bot.game import lobby
from bot.game.games import Games
from bot.game.session import Session
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow, GameRow, SeatRow
from bot.store.store import Store
from tests.bot.growth import Choose, Condition, grow

GUILD, CHANNEL = 900, 901
ANN, BEN, CLEO, OTTO = 1, 2, 3, 4
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", OTTO: "Otto"}


class Room:
    """Games over a store. `reload` forgets what is in memory, as a restart does."""

    def __init__(self, store: Store, seed: int = 7) -> None:
        self.store = store
        self.clock = SetClock(1_800_000_000)
        self.dice = random.Random(seed)
        self.games = Games(store, self.clock, self.dice)

    def reload(self) -> None:
        self.games = Games(self.store, self.clock, self.dice)

    async def seat(self, channel: int = CHANNEL, **options: int | bool) -> Session:
        """A started game of Ann, Ben and Cleo."""
        chosen = engine.Options(**options)  # type: ignore[arg-type]  # as a test gives them
        session = await lobby.open_lobby(self.games, GUILD, channel, ANN, NAMES[ANN], chosen)
        for user in (BEN, CLEO):
            await lobby.join(session, user, NAMES[user])
        await lobby.start(session, ANN)
        return session

    async def grown(
        self,
        until: Condition,
        seed: int = 5,
        choose: Choose | None = None,
        channel: int = CHANNEL,
        **options: int | bool,
    ) -> Session:
        """A game played by chance until a state fits."""
        session = await self.seat(channel, **options)
        await grow(session, until, random.Random(seed), choose)
        return session

    @staticmethod
    async def play(session: Session, words: str) -> None:
        """A play by whoever is to act."""
        await session.play(waiting(session), words)


def session_of(entries: Sequence[EntryRow], options: engine.Options) -> Session:
    """A game as its log leaves it, with nothing behind it: to be looked at. Ann is red, Ben blue and Cleo yellow."""
    row = GameRow(
        *(1, GUILD, CHANNEL, "live", None, json.dumps(asdict(options)), 1, ANN),
        *(0, 0, None, None, None),
    )
    seats = [SeatRow(place, place, user, NAMES[user]) for place, user in enumerate((ANN, BEN, CLEO))]
    return Session(cast(Store, None), SetClock(1_800_000_000), random.Random(1), row, seats, entries)


def waiting(session: Session) -> int:
    """Who has to act."""
    assert session.waiting is not None
    return session.waiting


def told(session: Session) -> str:
    """What the last play, and what followed it, amount to for everybody."""
    return " ".join(text.happened(session.steps(None, session.last_batch()), session.names))


def other(session: Session) -> int:
    """A player who has not to act."""
    return next(user for user in (ANN, BEN, CLEO) if user != session.waiting)


def why(error: Refused) -> Refusal:
    """The name of a refusal."""
    return error.refusal
