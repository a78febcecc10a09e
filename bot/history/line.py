"""The line of a game: what is left of its log when everything that was taken back is skipped.

Entries are never taken away. `seq` counts all of them and is never used twice; the length of the line is the ply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from bot.history.clocks import Clocks, Pace
from bot.store.store import EntryRow
from engine import Action, Phase, PlayerView, Seat, Shuffle, State

LINE = ("action", "auto", "shuffle")
"""The kinds of entries that carry the game on; `back` shortens the line, `note` leaves it as it is."""
RULES_VERSIONS = frozenset({1})
"""Of the engine: those whose games it replays alike. A change of the rules that would not is a new version."""
MEND = "mend "
"""How a note begins that takes damaged entries out of account."""


ARRANGING = frozenset(
    {"replace", "left", "sit", "return", "resign", "move", "stop pause", "go pause", "end", "reset", "restore", "mend"}
)
"""How notes begin that change who plays a game, where, or whether it goes on."""


class Damaged(Exception):
    """A stored game that does not replay; the text says where, and no card. `seq` is its first entry that is bad."""

    def __init__(self, text: str, seq: int = 0) -> None:
        super().__init__(text)
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the line, as a viewer sees it, between two views of the same viewer."""

    ply: int
    seen: engine.SeenAction
    before: PlayerView
    after: PlayerView
    auto: bool
    former: tuple[Seat, ...] = ()
    """The seats that others had at that time than those who have them now."""


def fold(
    options: engine.Options, entries: Sequence[EntryRow], clock: Clocks | None = None
) -> tuple[list[EntryRow], list[State], Clocks]:
    """The line that a log leaves, the state before it and after each of its actions, and the clocks. Raises Damaged."""
    line: list[EntryRow] = []
    states = [engine.new_game(options)]
    clock = clock or Clocks.start(Pace(), Seat.RED, 0)
    number = -1
    for entry in counted(entries):
        number += 1
        try:
            if entry.seq != number and not entry.text.startswith(MEND):
                raise ValueError(f"the entry before it is missing, it should be {number}")
            number = entry.seq
            if entry.kind in LINE:
                states.append(engine.apply(states[-1], read(entry, states[-1])))
                line.append(entry)
                clock = ticked(clock, entry, states[-2], states[-1])
            elif entry.kind == "note":
                clock = clock.noted(entry.text, entry.at)
            elif entry.kind == "back":
                ply = int(entry.text)
                if not 0 <= ply <= len(line):
                    raise ValueError(f"no ply {ply}")
                clock = clock.back(len(line) - ply, states[ply].to_act, entry.at)
                del line[ply:], states[ply + 1 :]
            else:
                raise ValueError("no entry is of that kind")
        except engine.GameError as error:
            # Not the error's own words: they quote the entry, in which cards may be written.
            raise Damaged(f"entry {entry.seq} ({entry.kind}) is refused by the rules or unreadable", number) from error
        except (ValueError, TypeError, StopIteration) as error:
            raise Damaged(f"entry {entry.seq} ({entry.kind}): {error}", number) from error
    return line, states, clock


def arranges(entry: EntryRow) -> bool:
    """Whether an entry changes the board, who plays on it, where, or whether they may: what was asked is overtaken."""
    if entry.kind != "note":
        return True
    first, _, rest = entry.text.partition(" ")
    return first in ARRANGING or f"{first} {rest.partition(' ')[0]}" in ARRANGING


def counted(entries: Sequence[EntryRow]) -> list[EntryRow]:
    """The entries that count. A note `mend K` says that those from seq K on until itself were damaged and do not."""
    kept: list[EntryRow] = []
    for entry in entries:
        first = entry.text.removeprefix(MEND)
        if entry.kind == "note" and first != entry.text and first.isascii() and first.isdigit():
            while kept and kept[-1].seq >= int(first):
                kept.pop()
        kept.append(entry)
    return kept


def past_a_draw(line: Sequence[EntryRow], states: Sequence[State], ply: int) -> bool:
    """Whether somebody may know cards of now which at that ply were still to be drawn, or were others (a shuffle)."""
    now = states[-1]
    shuffled = any(entry.kind == "shuffle" for entry in line[ply:])
    return now.turn > states[ply].turn or now.phase is Phase.OVER or shuffled


def ticked(clock: Clocks, entry: EntryRow, before: State, after: State) -> Clocks:
    """The clocks after an action of the line: whoever completed a play by it has earned the bonus."""
    over = after.to_act != before.to_act or after.turn != before.turn
    return clock.moved(before.to_act, after.to_act, entry.at, entry.kind == "action" and over)


def read(entry: EntryRow, state: State) -> Action | Shuffle:
    """The action that an entry of the line holds."""
    if entry.kind == "shuffle":
        return engine.parse_shuffle(entry.text)
    if state.to_act is None:
        raise ValueError("nobody is to act")
    return engine.parse_action(entry.text, state.to_act)


def steps_between(
    line: Sequence[EntryRow],
    states: Sequence[State],
    seat: Seat | None,
    start: int,
    end: int,
    open_record: bool = False,
) -> tuple[Step, ...]:
    """The actions from ply `start` to `end` as a seat, or everybody, sees them; whole if the record is open."""
    steps = []
    for ply in range(start, end):
        state, entry = states[ply], line[ply]
        viewer = state.archon if open_record else seat
        seen = engine.seen(read(entry, state), state, seat, open_record)
        before, after = engine.view(state, viewer), engine.view(states[ply + 1], viewer)
        steps.append(Step(ply + 1, seen, before, after, entry.kind == "auto"))
    return tuple(steps)


def plies_of(line: Sequence[EntryRow], states: Sequence[State], seat: Seat, user: int | None = None) -> list[int]:
    """The plies at which a seat was to act; with `user`, those of them at which that one has acted."""
    plies = [ply for ply in range(len(line)) if states[ply].to_act == seat]
    return plies if user is None else [ply for ply in plies if (line[ply].kind, line[ply].user) == ("action", user)]


def split_actions(words: str) -> list[str]:
    """A sequence of actions cut into single ones: a deal has three more words, a setup one."""
    tokens = words.split()
    actions = []
    while tokens:
        length = {"deal": 4, "setup": 2}.get(tokens[0], 1)
        actions.append(" ".join(tokens[:length]))
        del tokens[:length]
    return actions


def warm() -> None:
    """Have the engine make its tables of actions, which takes a moment for each seat, before somebody waits for it."""
    state = engine.new_game()
    for _ in engine.Seat:
        state = engine.apply(state, engine.legal_actions(state)[0])
