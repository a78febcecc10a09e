"""The players' clocks over all that can happen to them, against a ledger that counts every interval as it goes by.

Nobody has less than was promised, nobody wins time by pausing or taking back, and nothing runs while it is stopped,
while the bot is down, or after the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.history.clocks import DAY, HOUR, Clocks, Pace, pace_of
from engine import Seat

START = 1_800_000_000_000
PACES = [pace_of("days"), pace_of("days", 1), pace_of("fast"), pace_of("fast", 1), Pace()]


@dataclass
class Ledger:
    """The same clocks, kept by subtracting each interval from whoever it was that time ran for."""

    pace: Pace
    left: list[int]
    seat: Seat | None = Seat.RED
    waited: int = 0
    stops: set[str] = field(default_factory=set)
    before: list[list[int]] = field(default_factory=list)

    def runs(self) -> bool:
        if self.seat is None or {"pause", "mute"} & self.stops:
            return False
        return not {f"away {self.seat.letter}", f"open {self.seat.letter}"} & self.stops

    def passes(self, time: int) -> None:
        if self.runs() and self.seat is not None:
            self.waited += time
            if self.pace.timed:
                self.left[self.seat] -= time

    def plays(self, then: Seat | None, bonus: bool) -> None:
        self.before.append(list(self.left))
        if self.seat is not None and self.pace.timed and (bonus or self.left[self.seat] <= 0):
            mine = self.left[self.seat]
            self.left[self.seat] = max(mine, min(max(mine, 0) + self.pace.bonus, self.pace.cap))
        self.seat, self.waited = then, 0

    def goes_back(self, plies: int, then: Seat) -> None:
        for _ in range(plies):
            if self.before:
                self.left = self.before.pop()
        self.seat, self.waited = then, 0

    def fills(self, seat: Seat, bank: int) -> None:
        self.left[seat] = bank
        if seat == self.seat:
            self.waited = 0


Event = tuple[str, int, int]
"""What happens, how long after the event before, and a number to choose by."""
KINDS = (
    *("play", "play", "play", "half a play", "undo", "rewind", "pause", "resume", "mute", "unmute"),
    *("away", "back", "resign", "sit", "return", "extend", "pace", "down"),
)
events = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 40 * HOUR), st.integers(0, 10**6)), min_size=1, max_size=60
)


def happen(clocks: Clocks, ledger: Ledger, event: Event, at: int) -> Clocks:
    """Let one thing happen to both."""
    kind, _, number = event
    seat = Seat(number % 3)
    letter = seat.letter
    if kind in ("play", "half a play"):
        then = seat if kind == "play" else ledger.seat
        ledger.plays(then, kind == "play")
        return clocks.moved(clocks.seat, then, at, kind == "play")
    if kind in ("undo", "rewind"):
        plies = 1 if kind == "undo" else number % 5
        ledger.goes_back(plies, seat)
        return clocks.back(plies, seat, at)
    stops = {"pause": "pause", "mute": "mute", "away": f"away {letter}"}
    goes = {"resume": "pause", "unmute": "mute", "back": f"away {letter}"}
    if kind in stops:
        ledger.stops.add(stops[kind])
        return clocks.noted(f"stop {stops[kind]}", at)
    if kind in goes:
        ledger.stops.discard(goes[kind])
        return clocks.noted(f"go {goes[kind]}", at)
    if kind == "resign":
        ledger.stops.add(f"open {letter}")
    elif kind == "return":
        ledger.stops.discard(f"open {letter}")
    elif kind == "sit":
        ledger.stops -= {f"open {letter}", f"away {letter}"}
        ledger.fills(seat, ledger.pace.bank)
        for banks in ledger.before:
            banks[seat] = ledger.pace.bank
    elif kind == "extend":
        ledger.fills(seat, max(ledger.left[seat], 0) + ledger.pace.bank // 2)
    elif kind == "pace":
        pace = PACES[number % len(PACES)]
        ledger.pace, ledger.left, ledger.before, ledger.waited = pace, [pace.bank] * 3, [], 0
        return clocks.noted(f"pace {pace.to_text()}", at)
    return clocks.noted(f"{kind} {letter}", at)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PACES), events)
def test_they_agree_with_the_ledger_whatever_happens(pace: Pace, story: list[Event]) -> None:
    at = START
    clocks, ledger = Clocks.start(pace, Seat.RED, at), Ledger(pace, [pace.bank] * 3)
    for event in story:
        kind, time, number = event
        if kind == "down":
            # The bot dies a while after the last event and is there again a while later; nothing is counted between.
            died = at + number % (20 * HOUR)
            ledger.passes(died - at)
            at = died + time
            clocks = clocks.noted(f"down {died} {at}", at)
        else:
            ledger.passes(time)
            at += time
            clocks = happen(clocks, ledger, event, at)
        assert list(clocks.left(at)) == ledger.left
        assert clocks.waited(at) == ledger.waited
        assert clocks.active == ledger.runs()
        if ledger.runs() and ledger.pace.timed and ledger.seat is not None:
            assert clocks.deadline == at + ledger.left[ledger.seat]
        else:
            assert clocks.deadline is None
    ended = clocks.halted
    assert not ended.active
    assert ended.deadline is None
    assert ended.left(at) == ended.left(at + 100 * DAY), "nothing runs after the end"


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 3 * DAY), min_size=50, max_size=50), st.sampled_from(["pause", "mute", "away R"]))
def test_fifty_stops_neither_add_nor_take_time(times: list[int], stop: str) -> None:
    at = START
    clocks = Clocks.start(pace_of("days"), Seat.RED, at)
    before = clocks.left(at)
    for time in times:
        clocks = clocks.noted(f"stop {stop}", at)
        at += time
        clocks = clocks.noted(f"go {stop}", at)
    assert clocks.left(at) == before


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2 * HOUR), st.integers(0, 2 * DAY)), min_size=1, max_size=50))
def test_playing_and_taking_back_never_adds_time(cycles: list[tuple[int, int]]) -> None:
    at = START
    clocks = Clocks.start(pace_of("days"), Seat.RED, at)
    thought, full = 0, clocks.left(at)
    for think, stands in cycles:
        at, thought = at + think, thought + think
        played = clocks.moved(Seat.RED, Seat.BLUE, at, bonus=True)
        at += stands
        clocks = played.back(1, Seat.RED, at)
        assert clocks.left(at) == (full[0] - thought, full[1], full[2]), "the other gets back what ran meanwhile"


def test_who_is_late_goes_on_with_a_bonus() -> None:
    """Else the vote would be open again at the next action, a second after they came back."""
    pace = pace_of("days", 1)
    late = Clocks.start(pace, Seat.RED, START)
    assert late.moved(Seat.RED, Seat.RED, START + 3 * DAY, bonus=False).left(START + 3 * DAY)[0] == pace.bonus
    assert late.moved(Seat.RED, Seat.BLUE, START + 3 * DAY, bonus=True).left(START + 3 * DAY)[0] == pace.bonus


def test_a_bonus_is_capped_and_an_extension_is_not_taken_away_by_it() -> None:
    pace = pace_of("days", 2)
    clocks = Clocks.start(pace, Seat.RED, START).moved(Seat.RED, Seat.BLUE, START + HOUR, bonus=True)
    assert clocks.left(START + HOUR)[0] == pace.cap
    given = Clocks.start(pace, Seat.RED, START).noted("extend R", START)
    assert given.left(START)[0] == 3 * DAY
    assert given.moved(Seat.RED, Seat.BLUE, START, bonus=True).left(START)[0] == 3 * DAY


def test_a_substitute_has_a_full_clock_at_every_ply_gone_back_to() -> None:
    at = START
    clocks = Clocks.start(pace_of("days"), Seat.RED, at)
    for then in (Seat.BLUE, Seat.YELLOW, Seat.RED):
        at += DAY
        clocks = clocks.moved(clocks.seat, then, at, bonus=False)
    clocks = clocks.noted("resign R", at).noted("sit R", at + DAY)
    back = clocks.back(3, Seat.RED, at + DAY)
    assert back.left(at + DAY)[0] == 3 * DAY
    assert back.deadline == at + 4 * DAY


def test_a_pace_of_before_holds_at_no_ply_gone_back_to() -> None:
    """In a game that was relaxed, all banks were empty: gone back to, they would be up at once."""
    clocks = Clocks.start(Pace(), Seat.RED, START).moved(Seat.RED, Seat.BLUE, START, bonus=True)
    clocks = clocks.noted(f"pace {pace_of('days').to_text()}", START + DAY)
    assert clocks.back(1, Seat.RED, START + DAY).deadline == START + 4 * DAY


def test_downtimes_that_meet_count_once() -> None:
    clocks = Clocks.start(pace_of("days"), Seat.RED, START)
    once = clocks.noted(f"down {START + HOUR} {START + 9 * HOUR}", START + 9 * HOUR)
    twice = clocks.noted(f"down {START + HOUR} {START + 4 * HOUR}", START + 9 * HOUR)
    twice = twice.noted(f"down {START + 4 * HOUR} {START + 9 * HOUR}", START + 9 * HOUR)
    assert once.left(START + 9 * HOUR) == twice.left(START + 9 * HOUR) == (3 * DAY - HOUR, 3 * DAY, 3 * DAY)


@pytest.mark.parametrize("pace", PACES)
def test_a_pace_is_written_and_read(pace: Pace) -> None:
    assert Pace.from_text(pace.to_text()) == pace


@pytest.mark.parametrize(("kind", "time"), [("days", 0), ("days", 31), ("fast", 0), ("fast", 73)])
def test_a_pace_out_of_range_is_refused(kind: str, time: int) -> None:
    with pytest.raises(ValueError, match="must be from"):
        pace_of(kind, time)


def test_the_words_of_a_pace() -> None:
    assert pace_of("days").words == "3 days each, 12 h more for each play"
    assert pace_of("fast", 1).words == "1 hour each, 0.5 h more for each play"
    assert "no deadline" in Pace().words
