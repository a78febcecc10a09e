"""What was ever done in a game, by whom and when, what was taken back included.

The audit trail is the log itself, read with the state in which each entry was made, so that everybody can be shown as
much of it as they may see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from bot.history.line import LINE, counted, read
from bot.store.rows import EntryRow
from engine import PlayerView, Seat, State


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry of a log. `ply` is where it led, `stands` whether it has not been taken back since.

    `seen` and the views beside it are everybody's, or those of the one seat they were made for; they are there for
    actions that could be made.
    """

    entry: EntryRow
    ply: int
    stands: bool
    seen: engine.SeenAction | None = None
    before: PlayerView | None = None
    after: PlayerView | None = None

    @property
    def text(self) -> str:
        """The entry as its viewer may see it; a damaged one could hold anything, and is not shown at all."""
        if self.seen is not None:
            return self.seen.text
        return self.entry.text if self.stands and self.entry.kind in ("back", "note") else "?"


def deeds(
    options: engine.Options, entries: Sequence[EntryRow], open_record: bool = False, seat: Seat | None = None
) -> list[Deed]:
    """All that was done, in order, as everybody or a seat may see it.

    It raises nothing: where the log is damaged, entries have nothing but their kind.
    """
    found: list[Deed] = []
    states = [engine.new_game(options)]
    line: list[int] = []
    sound = {entry.seq for entry in counted(entries)}
    for entry in entries:
        made = _made(entry, states[-1], open_record, seat) if entry.seq in sound and entry.kind in LINE else None
        if made is not None:
            state, seen = made
            viewer = state.archon if open_record else seat
            before, after = engine.view(states[-1], viewer), engine.view(state, viewer)
            states.append(state)
            line.append(len(found))
            found.append(Deed(entry, len(line), True, seen, before, after))
            continue
        if entry.kind == "back" and entry.seq in sound and entry.text.isascii() and entry.text.isdigit():
            ply = min(int(entry.text), len(line))
            for index in line[ply:]:
                found[index] = _taken_back(found[index])
            del line[ply:], states[ply + 1 :]
        found.append(Deed(entry, len(line), entry.seq in sound))
    return found


def _taken_back(deed: Deed) -> Deed:
    return Deed(deed.entry, deed.ply, False, deed.seen, deed.before, deed.after)


def _made(
    entry: EntryRow, state: State, open_record: bool, seat: Seat | None
) -> tuple[State, engine.SeenAction] | None:
    try:
        action = read(entry, state)
        return engine.apply(state, action), engine.seen(action, state, seat, open_record)
    except (engine.GameError, ValueError):
        return None
