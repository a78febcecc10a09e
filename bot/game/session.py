"""One game and the only way to change it.

A session is the fold of its game's log. Every change goes one way: under the session's lock the wish is checked and
turned into log entries and notices, these are stored in one transaction, and only then does the session show them.
Entries are never taken away. The *line* is what is left of them when those that were taken back are skipped; its
length is the ply, while `seq` counts all entries and is never used twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

import engine
from bot import metrics, text
from bot.clock import Clock
from bot.game import news, plans
from bot.game.change import Change, names_of
from bot.history.clocks import Clocks, Pace
from bot.history.line import Damaged, Step, arranges, fold, plies_of, split_actions, steps_between
from bot.history.tenures import Tenures
from bot.people.times import RESTORABLE
from bot.refusals import Refusal, Refused
from bot.store.rows import OPEN
from bot.store.store import Conflict, EntryRow, GameRow, Job, NoticeRow, SeatRow, Store, StoreBusy
from engine import Action, Phase, PlayerView, Seat, State

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a change: the plies it added to the line, and whether it can be taken back by who made it."""

    ply: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a sequence of actions would lead to, without doing it."""

    steps: tuple[Step, ...]
    state: State

    @property
    def complete(self) -> bool:
        """Whether nothing more is to be chosen by the same player in this play."""
        return self.state.phase not in (Phase.MANOEUVRE, Phase.REDEPLOY)


class Session:
    """A lobby or game. Reading is free at any time; the methods that change it are coroutines and take the lock."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        dice: random.Random,
        row: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow],
    ) -> None:
        """Raises Damaged when the log does not replay."""
        self.store = store
        self.clock = clock
        self.dice = dice
        self.row = row
        self.seats = list(seats)
        self.options = engine.Options(**json.loads(row.options))
        self.line, self.states, self._clocks = fold(
            self.options, entries, Clocks.start(Pace.from_text(row.pace), Seat.RED, row.started or row.created)
        )
        self.seq = entries[-1].seq + 1 if entries else 0
        self.board_seq = max((entry.seq + 1 for entry in entries if entry.kind != "note"), default=0)
        self.arranged_seq = max((entry.seq + 1 for entry in entries if arranges(entry)), default=0)
        self.interactions = {entry.interaction for entry in entries if entry.interaction}
        self.lock = asyncio.Lock()
        self.acts = {entry.user: entry.at for entry in entries if entry.user and entry.kind != "auto"}
        self.given_up = {(entry.text, entry.user): entry.at for entry in entries if entry.text.startswith("resign")}
        """When seats were opened, by the note that says so and who wrote it."""
        self.tenures = Tenures.of(entries)
        self.looked_at = -1
        """Up to when the bot's own downtimes were taken into account (`Games`)."""
        self.on_change: Callable[[int], None] = lambda game: None
        self.stale = False
        """Whether the store holds something else than this session believed, so that it has to be loaded anew."""
        self.damage: Damaged | None = None
        """What is wrong with the log behind the position shown, if anything is (`bot.game.quarantine`)."""

    # Reading

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def clocks(self) -> Clocks:
        """The players' clocks; before the start and after the end nobody's runs."""
        return self._clocks if self.live else self._clocks.halted

    @property
    def seat_opened_at(self) -> int:
        """When a seat was opened last."""
        return max(self.given_up.values(), default=0)

    @property
    def ply(self) -> int:
        return len(self.line)

    @property
    def live(self) -> bool:
        return self.row.status == "live"

    @property
    def open_record(self) -> bool:
        """Whether the whole record may be seen: the game has ended for good (RULES.md section 10)."""
        return self.row.status == "over" and not self.set_aside

    @property
    def set_aside(self) -> bool:
        """Whether the game was reset and can still be brought back as it was, so that its secrets must be kept."""
        return self.row.ending == "reset" and self.now() < (self.row.ended or 0) + RESTORABLE

    @property
    def paused(self) -> bool:
        """Whether a moderator has paused the game."""
        return "pause" in self.clocks.stops

    @property
    def standing(self) -> int:
        """A number, of nine digits at most, for all that a question about the game is asked of: board, people, place.

        It is another one as soon as any of that has changed, even if it was then changed back. It tells no secret.
        """
        people = sorted((row.place, row.seat, row.user) for row in self.seats)
        told = repr((self.id, self.arranged_seq, self.row.status, self.row.channel, people))
        return int.from_bytes(hashlib.blake2b(told.encode(), digest_size=8).digest()) % (10**9 - 1) + 1

    def require_standing(self, standing: int | None) -> None:
        """Refuse what was asked of a game that is another one by now. Raises Refused."""
        if standing is not None and standing != self.standing:
            raise Refused(Refusal.OVERTAKEN)

    def player(self, seat: Seat) -> SeatRow:
        """Who has a colour. Only once the game has started."""
        return next(row for row in self.seats if row.seat == seat)

    @property
    def vacant(self) -> list[Seat]:
        """The seats whose player has left, and nobody has taken since."""
        return [Seat(row.seat) for row in self.seats if row.name == OPEN and row.seat is not None]

    @property
    def names(self) -> tuple[str, str, str]:
        """What the players are called, by seat, made safe for messages."""
        return names_of(self.seats)

    @property
    def plain_names(self) -> tuple[str, str, str]:
        """What the players are called, by seat, where nothing is read as markdown: in pictures and menus."""
        by_seat = {row.seat: text.plain(row.name) for row in self.seats}
        return by_seat.get(0, ""), by_seat.get(1, ""), by_seat.get(2, "")

    def name_of(self, user: int) -> str:
        """What somebody at the table is called, made safe for messages."""
        return next((text.name(row.name) for row in self.seats if row.user == user), "somebody")

    def seat_of(self, user: int) -> Seat | None:
        """The seat that somebody has in the started game."""
        return next((Seat(row.seat) for row in self.seats if row.user == user and row.seat is not None), None)

    def require_begun(self) -> None:
        """Raises Refused for a lobby, open or closed: nobody has a colour in it, and there is no board."""
        if self.row.status in ("lobby", "cancelled"):
            raise Refused(Refusal.IN_LOBBY if self.row.status == "lobby" else Refusal.LOBBY_CLOSED)

    def require_seat(self, user: int) -> Seat:
        """The seat that somebody has. Raises Refused."""
        self.require_begun()
        seat = self.seat_of(user)
        if seat is None:
            free = self.live and any(row.user is None for row in self.seats)
            raise Refused(Refusal.NOT_SEATED, view=self.view(None), names=self.names, detail=text.for_outsiders(free))
        return seat

    @property
    def waiting(self) -> int | None:
        """The user who has to act; none when the game is not running or the seat is open."""
        if not self.live or self.state.to_act is None:
            return None
        return self.player(self.state.to_act).user

    def view(self, seat: Seat | None, ply: int | None = None) -> PlayerView:
        """What a seat, or everybody, may see at a ply (default: now). Raises Refused."""
        if ply is not None and not 0 <= ply <= self.ply:
            raise Refused(Refusal.NO_SUCH_PLY, detail=str(self.ply))
        return engine.view(self.states[self.ply if ply is None else ply], seat)

    def steps(self, seat: Seat | None, start: int = 0, end: int | None = None) -> tuple[Step, ...]:
        """The line from ply `start` on as a seat, or everybody, sees it."""
        end = self.ply if end is None else end
        steps = steps_between(self.line, self.states, seat, start, end, self.open_record)
        return tuple(replace(step, former=self.tenures.former(self.line[step.ply - 1].seq)) for step in steps)

    def last_act(self, user: int) -> int:
        """When somebody did anything in this game for the last time; its start if they never did."""
        return self.acts.get(user, self.row.started or self.row.created)

    def last_turn_of(self, seat: Seat) -> int:
        """The ply after the latest action that the player of a seat has made; 0 if there is none.

        What was done for them, or by whoever sat there before, they have still to be told; but to one who has not acted
        yet in a game that has long begun, what followed the seat's latest action is enough.
        """
        plies = plies_of(self.line, self.states, seat)
        own = plies_of(self.line, self.states, seat, self.player(seat).user)
        return (own or plies or [-1])[-1] + 1

    def has_acted(self, seat: Seat) -> bool:
        """Whether the present player of a seat has made any action that still stands."""
        user = self.player(seat).user
        return user is not None and bool(plies_of(self.line, self.states, seat, user))

    def last_batch(self, ply: int | None = None) -> int:
        """The ply before the last play (up to a ply), with what followed that play by itself."""
        index = (self.ply if ply is None else ply) - 1
        while index > 0 and self.line[index].kind != "action":
            index -= 1
        while index > 0 and self.line[index - 1].batch == self.line[index].batch:
            index -= 1
        return max(index, 0)

    def require_actor(self, user: int, seq: int | None = None, interaction: int | None = None) -> Seat:
        """The seat of the one whose turn it is, if that is `user` and the board pressed upon is the present one."""
        if interaction is not None and interaction in self.interactions:
            raise Refused(Refusal.ALREADY_PLAYED)
        seat = self.require_seat(user)
        if not self.live:
            raise Refused(Refusal.OVER)
        if seq is not None and seq != self.board_seq:
            mine = any(entry.user == user and entry.seq >= seq for entry in self.line)
            raise Refused(Refusal.ALREADY_PLAYED if mine else Refusal.OUTDATED)
        if self.paused:
            raise Refused(Refusal.PAUSED)
        if seat != self.state.to_act:
            raise Refused(Refusal.NOT_YOUR_TURN, view=self.view(None), names=self.names)
        return seat

    def preview(self, user: int, words: str, seq: int | None = None) -> Preview:
        """What the actions in `words` would do for `user`, who has to be the one to act. Raises Refused.

        The views in it are everybody's, so that a preview that reaches into the next turn shows no card.
        """
        seat = self.require_actor(user, seq)
        change = self.begin()
        change.apply(self._parse(words, seat), user)
        steps = steps_between(change.line, change.states, None, self.ply, len(change.line))
        return Preview(steps, change.state)

    # Playing

    async def play(
        self, user: int, words: str, *, seq: int | None = None, interaction: int | None = None, planned: bool = False
    ) -> Played:
        """Make one or more actions of the notation, all or none. Raises Refused.

        `seq` is the board that was pressed upon, `interaction` the press itself, which has its effect but once.
        Of what is `planned` its owner hears in private, and first of all that comes of it.
        """
        async with self.lock:
            seat = self.require_actor(user, seq, interaction)
            change = self.begin()
            change.apply(self._parse(words, seat), user, interaction)
            change.carry_on()
            if planned:
                done = steps_between(change.line, change.states, seat, self.ply, len(change.line))
                # The table tells the next one what happened since their turn; what the planner has missed is told here.
                missed = text.since(self.steps(None, self.last_turn_of(seat)), self.names)
                change.extra.append(NoticeRow("private", user, text.plan_played(text.receipt(done), missed), change.at))
            await self.commit(change)
            return Played(self.ply, self.steps(seat, len(self.line) - len(change.entries)))

    async def undo(self, user: int, *, seq: int | None = None, interaction: int | None = None) -> int:
        """Take back the latest play of `user`; returns the ply it leads to. Raises Refused.

        `seq` is the board that the play to be taken back had led to.
        """
        async with self.lock:
            if interaction is not None and interaction in self.interactions:
                raise Refused(Refusal.ALREADY_PLAYED)
            ply = self.undo_ply(user)
            if seq is not None and seq != self.board_seq:
                raise Refused(Refusal.OUTDATED)
            change = self.begin()
            change.words.append(text.took_back(self.names, self.seat_of(user)))
            change.go_back(ply, user, interaction)
            await self.commit(change)
            return ply

    def undo_ply(self, user: int) -> int:
        """The ply before the latest play of `user`, if it may still be taken back. Raises Refused.

        It may until somebody else has acted, the player has seen a new card, or the game has ended.
        """
        seat = self.require_seat(user)
        if self.row.status == "over":
            raise Refused(Refusal.END_IS_FINAL)
        if self.paused:
            raise Refused(Refusal.PAUSED)
        last = next((ply for ply in range(self.ply - 1, -1, -1) if self.line[ply].kind == "action"), None)
        if last is None or all(entry.user != user for entry in self.line):
            raise Refused(Refusal.NOTHING_TO_UNDO)
        if (self.line[last].user, self.states[last].to_act) != (user, seat):
            raise Refused(Refusal.OTHER_ACTED)
        ply = self.last_batch()
        if self.state.turn > self.states[ply].turn and self.state.archon == seat:
            raise Refused(Refusal.CARD_SEEN)
        return ply

    async def mute(self) -> None:
        """Send no more reminders for the present board."""
        async with self.lock:
            await self.store.write(Job().game(self.id, muted=self.board_seq))
            self.row = replace(self.row, muted=self.board_seq)

    def can_undo(self, user: int) -> bool:
        try:
            self.undo_ply(user)
        except Refused:
            return False
        return True

    # What the other changes are made of (lobby and moderation)

    def begin(self) -> Change:
        """A change that starts from what is now. Raises Refused where the store is known to hold something else."""
        if self.stale:
            raise Refused(Refusal.OUTDATED)
        lists = list(self.line), list(self.states), list(self.seats)
        return Change(*lists, self._clocks, self.seq, self.now(), self.dice)

    def _parse(self, words: str, seat: Seat) -> list[Action]:
        """The actions in `words`; legality is checked where they are applied. Raises Refused."""
        try:
            actions = [engine.parse_action(part, seat) for part in split_actions(words)]
            if not actions:
                raise engine.NotationError("there is no action in it")
        except engine.NotationError as error:
            legal = engine.legal_actions(self.state)
            raise Refused(Refusal.UNREADABLE, error=error, legal=legal, view=self.view(seat)) from error
        return actions

    def now(self) -> int:
        """The present in milliseconds."""
        return int(self.clock.now() * 1000)

    async def commit(self, change: Change) -> None:
        """Store a change with the notices it causes, then show it. Raises Refused when the store cannot take it."""
        row = news.row_after(change, self.row, self.clocks.active)
        notices = news.of(change, self.row, row, self.seats, self.state)
        job = change.job.entries(self.id, change.entries).notices(self.id, notices)
        # `due` always: others may have set it beside the session (`Watch.concern`).
        job.game(self.id, **{k: v for k, v in asdict(row).items() if k == "due" or v != getattr(self.row, k)})
        if change.seats != self.seats:
            job.seats(self.id, change.seats)
        plans.settle(change, self.row, row, self.seats)
        try:
            await self.store.write(job)
        except Conflict as error:
            self.stale = True
            raise Refused(Refusal.OUTDATED) from error
        except StoreBusy as error:
            raise Refused(Refusal.BUSY) from error
        self.row, self.seats, self.line, self.states = row, change.seats, change.line, change.states
        self._clocks = change.clocks
        self.seq += len(change.entries)
        if any(entry.kind != "note" for entry in change.entries):
            self.board_seq = self.seq
        self.arranged_seq = max([e.seq + 1 for e in change.entries if arranges(e)], default=self.arranged_seq)
        for entry in change.entries:
            if entry.user and entry.kind != "auto":
                self.acts[entry.user] = entry.at
            if entry.text.startswith("resign"):
                self.given_up[entry.text, entry.user] = entry.at
        self.tenures.noted(change.entries)
        self.interactions.update(entry.interaction for entry in change.entries if entry.interaction)
        metrics.CHANGES.inc()
        kinds = ",".join(entry.kind for entry in change.entries)
        log.info("changed", extra={"game": self.id, "ply": self.ply, "seq": self.seq, "entries": kinds})
        self.on_change(self.id)
