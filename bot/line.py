"""The line of a game: what is left of its log when everything that was taken back is skipped.

Entries are never taken away. `seq` counts all of them and is never used twice; the length of the line is the ply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from bot.clocks import Clocks, Pace
from bot.store import EntryRow
from engine import Action, PlayerView, Seat, Shuffle, State

LINE = ("action", "auto", "shuffle")
"""The kinds of entries that carry the game on; `back` shortens the line, `note` leaves it as it is."""


class Damaged(Exception):
    """A stored game that does not replay; the text says where."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action of the line, as a viewer sees it, between two views of the same viewer."""

    ply: int
    seen: engine.SeenAction
    before: PlayerView
    after: PlayerView
    auto: bool


def fold(
    options: engine.Options, entries: Sequence[EntryRow], clock: Clocks | None = None
) -> tuple[list[EntryRow], list[State], Clocks]:
    """The line that a log leaves, the state before it and after each of its actions, and the clocks. Raises Damaged."""
    line: list[EntryRow] = []
    states = [engine.new_game(options)]
    clock = clock or Clocks.start(Pace(), Seat.RED, 0)
    for number, entry in enumerate(entries):
        try:
            if entry.seq != number:
                raise ValueError(f"entry {number} has seq {entry.seq}")
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
        except (engine.GameError, ValueError, TypeError, StopIteration) as error:
            raise Damaged(f"entry {entry.seq} ({entry.kind} {entry.text!r}): {error}") from error
    return line, states, clock


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


def split_actions(words: str) -> list[str]:
    """A sequence of actions cut into single ones: a deal has three more words, a setup one."""
    tokens = words.split()
    actions = []
    while tokens:
        length = {"deal": 4, "setup": 2}.get(tokens[0], 1)
        actions.append(" ".join(tokens[:length]))
        del tokens[:length]
    return actions
