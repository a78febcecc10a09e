"""When reminders come: never at night, never twice, never late in a bunch, never when the time is up."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.history.clocks import DAY, HOUR, Clocks, Pace
from bot.people.preferences import MINUTE, Preferences, awake, dusk, read_quiet, read_zone
from bot.people.times import MOST, SILENCE, Due, reminders, vote_opens, warnings
from engine import Seat

START = 1_800_000_000_000
ZONES = ("Europe/Athens", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "America/Asuncion", "Asia/Kolkata")
"""With changes of the clock by an hour and by half an hour, at midnight, to both sides, and without any."""
preferences = st.builds(
    Preferences,
    interval=st.integers(1, 168),
    quiet=st.one_of(
        st.just(""),
        st.tuples(st.integers(0, 23), st.integers(1, 23)).map(lambda night: f"{night[0]}-{sum(night) % 24}"),
    ),
    zone=st.sampled_from(ZONES),
)
instants = st.integers(START, START + 400 * DAY)


def at(zone: str, *moment: int) -> int:
    """An instant by the clock on the wall of a zone, in milliseconds."""
    return int(datetime(*moment, tzinfo=ZoneInfo(zone)).timestamp() * 1000)  # type: ignore[misc,arg-type]


def is_quiet(person: Preferences, instant: int) -> bool:
    """What `quiet` says, read off the clock on the wall."""
    if not person.quiet:
        return False
    start, end = (int(hour) for hour in person.quiet.split("-"))
    hour = datetime.fromtimestamp(instant / 1000, ZoneInfo(person.zone)).hour
    return start <= hour < end if start < end else hour >= start or hour < end


@settings(max_examples=300, deadline=None)
@given(preferences, instants)
def test_awake_is_the_end_of_the_night_and_dusk_the_minute_before_it(person: Preferences, instant: int) -> None:
    morning, evening = awake(person, instant), dusk(person, instant)
    if not is_quiet(person, instant):
        assert morning == evening == instant
        return
    assert evening < instant < morning
    assert not is_quiet(person, morning)
    assert not is_quiet(person, evening)
    assert is_quiet(person, morning - 1)
    assert is_quiet(person, evening + MINUTE)
    assert all(is_quiet(person, between) for between in range(evening + MINUTE, morning, 10 * MINUTE))


@pytest.mark.parametrize(
    ("zone", "began", "ended", "hours"),
    [
        ("Europe/Athens", (2027, 6, 1, 22), (2027, 6, 2, 7), 9),
        ("Europe/Athens", (2027, 3, 27, 22), (2027, 3, 28, 7), 8),
        ("Europe/Athens", (2027, 10, 30, 22), (2027, 10, 31, 7), 10),
        ("America/New_York", (2027, 3, 13, 22), (2027, 3, 14, 7), 8),
        ("America/New_York", (2027, 11, 6, 22), (2027, 11, 7, 7), 10),
        ("Australia/Lord_Howe", (2027, 4, 3, 22), (2027, 4, 4, 7), 9.5),
        ("Asia/Kolkata", (2027, 3, 28, 22), (2027, 3, 29, 7), 9),
    ],
)
def test_a_night_in_which_the_clock_is_changed(
    zone: str, began: tuple[int, ...], ended: tuple[int, ...], hours: float
) -> None:
    person = Preferences(quiet="22-7", zone=zone)
    evening, morning = at(zone, *began), at(zone, *ended)
    assert morning - evening == hours * HOUR
    assert awake(person, evening - 1) == evening - 1
    assert awake(person, evening) == awake(person, morning - 1) == morning


def timed(bank: int, seat: Seat = Seat.RED) -> Clocks:
    return Clocks(Pace("days", bank, HOUR, bank), (bank,) * 3, seat, START)


def all_sent(person: Preferences, clocks: Clocks, step: int) -> list[int]:
    """When reminders would be sent by a watch that looks at every `step`, and once more at each time it is told."""
    sent, reminded, last, now = [], 0, None, START
    ends = (clocks.deadline or START + 20 * DAY) + DAY
    while now < ends:
        due = reminders(person, clocks, reminded, last, now)
        assert due.next is None or due.next > now
        if due.send:
            sent.append(now)
            last = now
        reminded += due.passed
        now = min(due.next or ends, now + step)
    return sent


def test_before_a_deadline_four_come_each_once() -> None:
    clocks = timed(3 * DAY)
    hours = [(sent - START) // HOUR for sent in all_sent(Preferences(), clocks, DAY)]
    assert hours == [36, 48, 64, 71]


@pytest.mark.parametrize(("bank", "hours"), [(2 * DAY, [24, 40, 47]), (8 * HOUR, [4, 7]), (HOUR, [0.5])])
def test_those_that_fall_together_or_before_the_turn_are_left_out(bank: int, hours: list[float]) -> None:
    assert [(sent - START) / HOUR for sent in all_sent(Preferences(), timed(bank), DAY)] == hours


@settings(max_examples=300, deadline=None)
@given(preferences, st.integers(HOUR // 2, 30 * DAY), st.integers(3 * HOUR, 60 * HOUR))
def test_before_a_deadline_none_comes_at_night_twice_or_late(person: Preferences, bank: int, step: int) -> None:
    clocks = timed(bank)
    deadline = clocks.deadline or 0
    sent = all_sent(person, clocks, step)
    assert len(sent) <= 4
    assert sorted(set(sent)) == sent
    assert all(START < each < deadline for each in sent)
    for each in sent:
        assert not is_quiet(person, each) or awake(person, each) >= deadline


@settings(max_examples=100, deadline=None)
@given(preferences, st.integers(3 * HOUR, 60 * HOUR))
def test_without_a_deadline_one_comes_in_each_interval_but_at_night(person: Preferences, step: int) -> None:
    clocks = Clocks.start(Pace(), Seat.RED, START)
    sent = all_sent(person, clocks, step)
    assert len(sent) <= MOST + 1
    assert not any(is_quiet(person, each) for each in sent)
    assert all(later - before >= person.interval * HOUR for before, later in zip([START, *sent], sent, strict=False))


def test_after_ten_the_table_is_told_once() -> None:
    clocks = Clocks.start(Pace(), Seat.RED, START)
    person = Preferences(interval=1)
    assert len(all_sent(person, clocks, HOUR)) == 11
    assert reminders(person, clocks, 9, START, START + HOUR) == Due(1, True, START + 2 * HOUR)
    assert reminders(person, clocks, MOST, START, START + HOUR) == Due(1, True, None), "to the table"
    assert reminders(person, clocks, MOST + 1, START, START + 30 * DAY) == Due()


def test_of_those_missed_for_a_week_one_comes() -> None:
    clocks = Clocks.start(Pace(), Seat.RED, START)
    assert reminders(Preferences(), clocks, 0, None, START + 7 * DAY) == Due(1, True, START + 8 * DAY)
    due = reminders(Preferences(), timed(9 * DAY), 0, None, START + 9 * DAY - 2 * HOUR)
    assert due == Due(3, True, START + 9 * DAY - HOUR), "one for the three that were missed"


def test_none_comes_when_the_time_is_up() -> None:
    assert reminders(Preferences(), timed(DAY), 0, None, START + DAY) == Due(3, False, None)


def test_one_for_the_night_in_which_the_time_is_up_comes_before_it() -> None:
    person = Preferences(quiet="22-7", zone="UTC")
    deadline = at("UTC", 2027, 6, 2, 3)
    assert warnings(person, deadline, 12 * HOUR) == [
        at("UTC", 2027, 6, 1, 19),
        at("UTC", 2027, 6, 1, 21),
        at("UTC", 2027, 6, 1, 21, 59),
    ]


def test_one_that_is_late_by_an_outage_waits_for_the_morning() -> None:
    person = Preferences(quiet="22-7", zone="UTC")
    clocks = Clocks.start(Pace(), Seat.RED, at("UTC", 2027, 6, 1, 12))
    due = reminders(person, clocks, 0, None, at("UTC", 2027, 6, 2, 23))
    assert due == Due(next=at("UTC", 2027, 6, 3, 7))


def test_nothing_comes_while_the_clock_stands_still_and_what_was_sent_comes_not_again() -> None:
    clocks = timed(3 * DAY)
    half = START + 36 * HOUR
    assert reminders(Preferences(), clocks, 0, None, half).send
    paused = clocks.noted("stop pause", half + HOUR)
    assert reminders(Preferences(), paused, 1, half, half + 30 * DAY) == Due()
    again = paused.noted("go pause", half + 30 * DAY)
    assert reminders(Preferences(), again, 1, half, half + 30 * DAY) == Due(next=half + 30 * DAY + 11 * HOUR)


def test_a_vote_opens_at_the_deadline_or_after_a_week_of_silence() -> None:
    assert vote_opens(timed(3 * DAY)) == START + 3 * DAY
    relaxed = Clocks.start(Pace(), Seat.RED, START)
    assert vote_opens(relaxed) == START + SILENCE
    away = relaxed.noted("stop away R", START + DAY)
    assert vote_opens(away) is None
    assert vote_opens(away.noted("go away R", START + 20 * DAY)) == START + 26 * DAY
    assert vote_opens(pace_and_down()) == START + 10 * DAY


def pace_and_down() -> Clocks:
    """A relaxed game in which the bot was down for three days."""
    return Clocks.start(Pace(), Seat.RED, START).noted(f"down {START + DAY} {START + 4 * DAY}", START + 4 * DAY)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        *(("22-7", "22-7"), ("22:00 - 07:00", "22-7"), ("22–7", "22-7"), ("0-24", None), ("23-24", "23-0")),
        *(("none", ""), ("off", ""), ("", ""), ("7", None), ("a-b", None), ("25-3", None), ("-1-3", None)),
        *(("5-5", None), ("22-7-8", None), ("٢٢-٧", None), ("9" * 5000 + "-1", None)),
    ],
)
def test_quiet_hours_as_typed(typed: str, kept: str | None) -> None:
    if kept is None:
        with pytest.raises(ValueError, match=r"\.$"):
            read_quiet(typed)
    else:
        assert read_quiet(typed) == kept


@pytest.mark.parametrize("typed", ["Mars/Olympus", "", "../etc/passwd", "/etc/localtime", "Europe", "x" * 5000, "a\0b"])
def test_a_zone_that_is_none_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match="no such time zone"):
        read_zone(typed)


def test_a_zone_is_found_however_it_is_spelt() -> None:
    assert read_zone(" Europe/Athens ") == "Europe/Athens"
    assert read_zone("europe/athens") == "Europe/Athens"
    assert read_zone("new york") == "America/New_York"


def test_settings_of_another_version_are_read_as_far_as_they_are_known() -> None:
    assert Preferences.from_text('{"interval": 5, "colour of the sky": "green"}') == Preferences(interval=5)
    assert awake(Preferences(quiet="22-7", zone="Gone/Away"), START) >= START
