"""A change of a game in the making: entries for its log, what the game would then be, and what has to be told of it.

A change is made under the session's lock, grows by the methods here, and is given to `Session.commit`; until that has
stored it nothing of it can be seen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import engine
from bot import text
from bot.history.clocks import Clocks
from bot.history.line import LINE, past_a_draw, ticked
from bot.history.notes import is_note
from bot.refusals import Refusal, Refused
from bot.store.rows import EntryRow, Job, NoticeRow, SeatRow
from engine import Action, Phase, Seat, Sector, Shuffle, State


@dataclass(slots=True)
class Change:
    """A change in the making: what would be stored and what the session would then show."""

    line: list[EntryRow]
    states: list[State]
    seats: list[SeatRow]
    clocks: Clocks
    seq: int
    """The first number that an entry of it gets."""
    at: int
    """When it is made, in milliseconds."""
    dice: random.Random
    entries: list[EntryRow] = field(default_factory=list)
    job: Job = field(default_factory=Job)
    columns: dict[str, str | int | None] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    """What has to be said at the table beside the actions themselves."""
    extra: list[NoticeRow] = field(default_factory=list)
    """Notices beside those that every change causes."""
    acted: list[tuple[Seat | None, int | None]] = field(default_factory=list)
    """For each action added, whose it was and who made it; nobody if it was made by itself."""
    calls: bool = True
    """Whether who is waited for is called for it though nothing has changed for them."""
    quiet: bool = False
    """Whether nothing is said at the table, for nothing has changed there."""

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def next_seq(self) -> int:
        return self.seq + len(self.entries)

    def user_of(self, seat: Seat | None) -> int | None:
        """Who has a colour; none when the seat is open."""
        return next((row.user for row in self.seats if row.seat == seat), None)

    def apply(self, actions: Sequence[Action], user: int, interaction: int | None = None) -> None:
        """Add actions of the one who is to act, made by `user`. Raises Refused."""
        batch, turn = self.next_seq, self.state.turn
        done = len(self.entries)
        for action in actions:
            state = self.state
            if state.turn != turn:
                # Legal or not would tell what has been drawn, and a refused try costs nothing.
                raise Refused(Refusal.PAST_A_DRAW, detail=engine.format_action(action))
            try:
                self.states.append(engine.apply(state, action))
            except engine.IllegalAction as error:
                raise Refused(
                    Refusal.ILLEGAL,
                    error=error,
                    action=action,
                    legal=engine.legal_actions(state) if state.to_act == action.seat else (),
                    view=engine.view(state, action.seat),
                    names=names_of(self.seats),
                    detail=" ".join(entry.text for entry in self.entries[done:]),
                ) from error
            self._enter("action", engine.format_action(action), user, batch, interaction)
            interaction = None

    def _enter(self, kind: str, words: str, user: int | None, batch: int, interaction: int | None = None) -> None:
        seq = self.next_seq
        entry = EntryRow(seq, batch, kind, words, user, self.at, interaction)
        self.entries.append(entry)
        if kind in LINE:
            self.line.append(entry)
            self.acted.append((self.states[-2].to_act, user if kind == "action" else None))
            self.clocks = ticked(self.clocks, entry, self.states[-2], self.states[-1])
        elif kind == "note":
            self.clocks = self.clocks.noted(words, entry.at)

    def note(self, words: str, user: int | None) -> None:
        """Add a line to the audit trail that does not touch the position."""
        assert is_note(words), words
        self._enter("note", words, user, self.next_seq)

    def carry_on(self) -> None:
        """Add what follows by itself: the dealer's shuffle, and passes of those who can do nothing else."""
        batch = self.entries[-1].batch if self.entries else self.seq
        while self.state.phase is not Phase.OVER:
            if self.state.to_act is None:
                faces = [face for face in range(1, 10) for _ in range(5)]
                self._shuffle(faces, batch)
            elif self.state.phase in (Phase.PLAY, Phase.MANOEUVRE) and _only_pass(self.state):
                self.states.append(engine.apply(self.state, engine.Pass(self.state.to_act)))
                self._enter("auto", "pass", self.user_of(self.states[-2].to_act), batch)
            else:
                return

    def _shuffle(self, faces: Sequence[int], batch: int) -> None:
        order = list(faces)
        self.dice.shuffle(order)
        shuffle = Shuffle(tuple(order))
        self.states.append(engine.apply(self.state, shuffle))
        self._enter("shuffle", engine.format_action(shuffle), None, batch)

    def go_back(self, ply: int, user: int, interaction: int | None = None, *, anew: bool = False) -> None:
        """Return to an earlier ply. Past a draw (or `anew`), what nobody has seen openly is shuffled."""
        drawn, known = past_a_draw(self.line, self.states, ply), face_down_again(self.state, self.states[ply])
        batch = self.next_seq
        self._enter("back", str(ply), user, batch, interaction)
        self.clocks = self.clocks.back(len(self.line) - ply, self.states[ply].to_act, self.at)
        del self.line[ply:], self.states[ply + 1 :]
        hidden = engine.hidden(self.state)
        # Before a shuffle that is due the next cards were in nobody's hand yet.
        if (drawn or anew or self.state.to_act is None) and hidden:
            self._shuffle(hidden, batch)
        elif known is not None and not drawn:
            self.words.append(text.known_still(names_of(self.seats), *known))


def face_down_again(now: State, then: State) -> tuple[Seat, Sector] | None:
    """The Archon and the kept card, if by going back it lies face down again though everybody has seen it."""
    seat = engine.view(then, None).face_down
    card = None if seat is None else engine.view(now, None).cards[seat]
    return None if seat is None or card is None else (seat, card)


def _only_pass(state: State) -> bool:
    legal = engine.legal_actions(state)
    return len(legal) == 1 and isinstance(legal[0], engine.Pass)


def names_of(seats: Sequence[SeatRow]) -> tuple[str, str, str]:
    """What players are called, by seat, made safe for messages."""

    by_seat = {row.seat: text.name(row.name) for row in seats}
    return by_seat.get(0, ""), by_seat.get(1, ""), by_seat.get(2, "")
