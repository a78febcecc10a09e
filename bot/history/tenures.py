"""Since when the present players have had their seats, and who had them before, by the notes of a log that say so.

Who played before them is not called by their names in what is told of that time: their names are not theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.store.rows import EntryRow
from engine import Seat


@dataclass(slots=True)
class Tenures:
    """For each seat, the number of the entry by which it came to whoever has it now; while it is open, by which it was
    left. Seats that never changed hands are not in it."""

    began: dict[Seat, int] = field(default_factory=dict)
    _left: dict[Seat, int] = field(default_factory=dict)
    """What `began` was for those who gave up their seats, should they return."""
    _holders: set[tuple[Seat, int]] = field(default_factory=set)
    """Which seats were held by whom before."""

    @classmethod
    def of(cls, entries: Sequence[EntryRow]) -> Tenures:
        """What a log says."""
        tenures = cls()
        tenures.noted(entries)
        return tenures

    def noted(self, entries: Sequence[EntryRow]) -> None:
        """Take entries of the log into account; most say nothing of seats."""
        for entry in entries:
            verb, _, letter = entry.text.partition(" ")
            seat = next((each for each in Seat if each.letter == letter), None)
            if entry.kind != "note" or seat is None:
                continue
            if verb in ("resign", "left") and entry.user:
                self._holders.add((seat, entry.user))
            if verb == "resign":
                self._left[seat] = self.began.get(seat, 0)
            if verb in ("resign", "sit"):
                self.began[seat] = entry.seq
            elif verb == "return":
                self.began[seat] = self._left.get(seat, 0)

    def held(self, user: int) -> set[Seat]:
        """The seats that somebody has held before: they may know what is hidden there."""
        return {seat for seat in Seat if (seat, user) in self._holders}

    def former(self, seq: int) -> tuple[Seat, ...]:
        """The seats that others had than now, when an entry was written."""
        return tuple(seat for seat, began in self.began.items() if seq < began)
