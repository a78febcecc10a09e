"""RULES.md section 10, what is secret: views and the log as each may see them; and the marks of a play."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    DECK,
    Accept,
    Deal,
    Phase,
    Seat,
    Sector,
    Shuffle,
    State,
    apply,
    changes,
    hidden,
    legal_actions,
    new_game,
    outcome,
    parse_board,
    parse_square,
    replay,
    scores,
    seen,
    view,
)
from tests.engine.games import SEATS, random_record, states
from tests.engine.positions import OPTIONS, after

SETUP = ("setup a1,a2,b1,b2", "setup a8,a9,b8,b9", "setup h8,h9,i8,i9")


def started() -> State:
    """Blue in NW is Archon and has drawn 1, 2, 3: NW, W, SW. Yellow is next, then Red."""
    return apply(after(new_game(), *SETUP), Shuffle((1, 2, 3, *DECK[1:5], *DECK[6:10], *DECK[11:])))


def test_10_the_drawn_cards_are_the_archons_alone() -> None:
    assert view(started(), Seat.BLUE).hand == (Sector.NW, Sector.W, Sector.SW)
    for seat in (None, Seat.RED, Seat.YELLOW):
        assert view(started(), seat).hand == ()


def test_10_the_kept_card_until_it_is_played() -> None:
    state = after(started(), "deal W SW NW")
    for texts in ([], ["accept"], ["accept", "accept"], ["reject", "accept", "accept"]):
        now = after(state, *texts)
        assert view(now, Seat.BLUE).cards == (Sector.NW, Sector.W, Sector.SW)
        for seat in (None, Seat.RED, Seat.YELLOW):
            assert view(now, seat).cards == (Sector.NW, None, Sector.SW)
        assert all(view(now, seat).face_down is Seat.BLUE for seat in SEATS)


@pytest.mark.parametrize("play", [["pass"], ["@a6"], ["@a6", "pass"]])
def test_10_the_kept_card_is_turned_up_when_it_is_played(play: list[str]) -> None:
    """Passing is playing; and it is open already while the Archon manoeuvres."""
    state = after(started(), "deal W SW NW", "accept", "accept", *play)
    for seat in SEATS:
        assert view(state, seat).cards == (Sector.NW, Sector.W, Sector.SW)
        assert view(state, seat).face_down is None


def test_10_a_rejected_kept_card_stays_secret() -> None:
    state = after(started(), "deal W SW NW", "reject", "reject", "pass")
    assert view(state, None).cards == (Sector.NW, None, Sector.SW)
    assert view(state, None).face_down is Seat.BLUE
    assert view(state, None).seen == (1, 0, 1, 0, 0, 0, 0, 0, 0)
    turned = after(state, "pass", "pass")
    assert view(turned, None).seen == (1, 0, 1, 0, 0, 0, 0, 0, 0)
    assert (view(turned, None).face_down, view(turned, None).cards) == (None, (None, None, None))


def test_10_when_the_game_is_over_all_is_open() -> None:
    record = next(
        record
        for record in (random_record(seed, OPTIONS[0]) for seed in range(50))
        if [*replay(record.options, record.actions)][-1].answers.count(False) >= 2
    )
    last = [*replay(record.options, record.actions)][-1]
    for seat in SEATS:
        seen_now = view(last, seat)
        assert None not in seen_now.cards
        assert seen_now.face_down is None
        assert sum(seen_now.seen) == len(last.discards) + 3
        assert seen_now.outcome == outcome(last)


def test_the_rest_is_open_to_all() -> None:
    state = after(started(), "deal W SW NW", "accept", "reject", "accept", "@a6")
    for seat in SEATS:
        now = view(state, seat)
        assert now.seat == seat
        assert now.scores == scores(state)
        assert now.pile == 42
        for name in ("options", "phase", "to_act", "board", "homes", "supply", "prisoners", "archon", "turn"):
            assert getattr(now, name) == getattr(state, name)
        for name in ("answers", "played", "placed", "in_hand"):
            assert getattr(now, name) == getattr(state, name)


def test_a_view_holds_no_more_than_its_fields() -> None:
    """What cannot be reached cannot leak: no pile, no discards, no state."""
    names = set(view(new_game(), None).__slots__)
    assert not names & {"discards", "buried", "state"}
    assert isinstance(view(new_game(), None).pile, int)


# States that differ only in what a viewer may not see


def twins(state: State, random: Random) -> list[tuple[State, tuple[Seat | None, ...]]]:
    """States that differ from one in what is secret, and who cannot tell."""
    everybody = SEATS
    others = tuple(seat for seat in SEATS if seat != state.archon)
    found: list[tuple[State, tuple[Seat | None, ...]]] = []
    if state.phase is Phase.OVER:
        return [(replace(state, pile=tuple(random.sample(state.pile, len(state.pile)))), everybody)]
    if hidden(state) and state.to_act is not None:
        faces = hidden(state)
        found.append((apply(state, Shuffle(tuple(random.sample(faces, len(faces))))), others))
        found.append((replace(state, pile=tuple(random.sample(state.pile, len(state.pile)))), everybody))
    archon = state.archon
    if state.pile and archon is not None and state.answers[archon] is False:
        cards = list(state.cards)
        kept, cards[archon] = cards[archon], state.pile[0]
        assert kept is not None
        twin = replace(state, cards=(cards[0], cards[1], cards[2]), pile=(kept, *state.pile[1:]))
        found.append((twin, others))
    if state.pile and state.buried:
        place = state.discards.index(state.buried[0])
        discards = (*state.discards[:place], state.pile[0], *state.discards[place + 1 :])
        buried = (state.pile[0], *state.buried[1:])
        found.append(
            (replace(state, discards=discards, buried=buried, pile=(state.buried[0], *state.pile[1:])), everybody)
        )
    return found


@given(states(), st.randoms(use_true_random=False))
def test_secrecy(state: State, random: Random) -> None:
    for twin, viewers in twins(state, random):
        for seat in viewers:
            assert view(twin, seat) == view(state, seat)


@given(states(), st.randoms(use_true_random=False))
def test_secrecy_of_what_may_be_done(state: State, random: Random) -> None:
    """Whoever acts on what others know has the same choice in both."""
    for twin, viewers in twins(state, random):
        if state.to_act in viewers:
            assert legal_actions(twin) == legal_actions(state)


# The log


def test_a_deal_is_seen_without_the_kept_card() -> None:
    state = started()
    deal = Deal(Seat.BLUE, Sector.W, Sector.SW, Sector.NW)
    for seat in (None, Seat.RED, Seat.YELLOW):
        shown = seen(deal, state, seat)
        assert (shown.text, shown.action, shown.seat) == ("deal ? SW NW", None, Seat.BLUE)
        assert shown.given == (Sector.SW, Sector.NW)
        assert shown == seen(replace(deal, keep=Sector.C), state, seat)
        assert seen(deal, state, seat, open_record=True).text == "deal W SW NW"
    own = seen(deal, state, Seat.BLUE)
    assert (own.text, own.action, own.given) == ("deal W SW NW", deal, (Sector.SW, Sector.NW))


def test_a_shuffle_shows_no_card_before_the_game_is_over() -> None:
    state = after(new_game(), *SETUP)
    for seat in SEATS:
        shown = seen(Shuffle(DECK), state, seat)
        assert (shown.text, shown.action, shown.seat, shown.given) == ("shuffle ?", None, None, None)
        assert shown == seen(Shuffle(DECK[::-1]), state, seat)
        assert seen(Shuffle(DECK), state, seat, open_record=True).action == Shuffle(DECK)


def test_other_actions_are_open() -> None:
    for seat in SEATS:
        shown = seen(Accept(Seat.RED), started(), seat)
        assert (shown.seat, shown.text, shown.action, shown.given) == (Seat.RED, "accept", Accept(Seat.RED), None)


# Marks


def marks(before: str, after_board: str, seat: Seat = Seat.RED) -> tuple[set[int], set[int], set[int]]:
    found = changes(parse_board(before), parse_board(after_board), seat)
    return tuple({n for n in range(89) if mask >> n & 1} for mask in (found.left, found.entered, found.captured))  # type: ignore[return-value]


def at(*names: str) -> set[int]:
    return set(map(parse_square, names))


def test_marks_of_a_phalanx() -> None:
    assert marks("9/9/9/9/3rrb3/9/9/9/9", "9/9/9/9/4rr3/9/9/9/9") == (at("d5"), at("f5"), at("f5"))


def test_marks_of_a_juggernaut() -> None:
    before, later = "9/9/9/9/3RRw3/3RRr3/9/9/9", "9/9/9/9/4RR3/4RR2r/9/9/9"
    assert marks(before, later) == (at("d4", "d5"), at("f5", "i4"), at("f5"))


def test_marks_of_a_placing_and_of_nothing() -> None:
    assert marks("9/9/9/9/9/9/9/9/9", "9/9/9/9/9/9/9/9/8r") == (set(), at("i1"), set())
    assert marks("9/9/9/9/9/9/9/rr7/rr7", "9/9/9/9/9/9/9/RR7/RR7") == (set(), set(), set())
