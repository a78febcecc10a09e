"""What holds in every game: a machine plays, and each state is held to the contract of the engine."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import (
    DECK,
    PHALANXES,
    SQUARES,
    WHITE,
    Action,
    Direction,
    MovePhalanx,
    MoveSyntagma,
    Options,
    Phase,
    Place,
    Reason,
    Record,
    Seat,
    Shuffle,
    State,
    apply,
    digest,
    format_action,
    format_position,
    hidden,
    legal_actions,
    new_game,
    outcome,
    parse_action,
    parse_position,
    parse_record,
    record_json,
    refusal,
    replay,
    scores,
)
from engine.board import blocks
from engine.catalogue import ACTIONS
from engine.draft import Draft
from engine.state import Board
from tests.engine.games import OPTIONS, choice, random_board, random_record, sample
from tests.engine.positions import position


def pieces(state: State) -> list[int]:
    """How many cubes of each colour there are, wherever they are."""
    found = []
    for colour in (*Seat, WHITE):
        number = state.board.cubes[colour].bit_count() + state.supply[colour]
        number += sum(held[colour] for held in state.prisoners)
        if colour != WHITE:
            number += 4 * state.board.juggernauts[colour].bit_count()
            number += state.in_hand if state.to_act == colour else 0
        found.append(number)
    return found


class Play(RuleBasedStateMachine):
    """A game with any options, any legal actions and any shuffles."""

    @initialize(options=OPTIONS)
    def start(self, options: Options) -> None:
        self.state = new_game(options)
        self.actions: list[Action | Shuffle] = []

    def _do(self, action: Action | Shuffle) -> None:
        self.actions.append(action)
        self.state = apply(self.state, action)

    @precondition(lambda self: self.state.to_act is not None)
    @rule(number=st.integers(0, 10_000))
    def act(self, number: int) -> None:
        legal = legal_actions(self.state)
        self._do(legal[number % len(legal)])

    @precondition(lambda self: self.state.to_act is not None)
    @rule(random=st.randoms(use_true_random=False), times=st.integers(1, 25))
    def act_on(self, random: Random, times: int) -> None:
        """Several actions at once, rare kinds more often."""
        for _ in range(times):
            if self.state.to_act is None:
                return
            self._do(choice(self.state, random))

    @precondition(lambda self: self.state.phase not in (Phase.SETUP, Phase.OVER))
    @rule(random=st.randoms(use_true_random=False))
    def shuffle(self, random: Random) -> None:
        faces = hidden(self.state)
        self._do(Shuffle(tuple(random.sample(faces, len(faces)))))

    @precondition(lambda self: self.state.phase is Phase.OVER)
    @rule(number=st.integers(0, 10_000))
    def try_after_the_end(self, number: int) -> None:
        actions = ACTIONS[Seat(number % 3)]
        refused = refusal(self.state, actions[number % len(actions)])
        assert refused is not None
        assert refused.reason is Reason.GAME_OVER

    @invariant()
    def legal_actions_are_unique_and_sorted(self) -> None:
        texts = [format_action(action) for action in legal_actions(self.state)]
        assert texts == sorted(set(texts), key=str.encode)
        assert bool(texts) == (self.state.to_act is not None)
        assert all(action.seat is self.state.to_act for action in legal_actions(self.state))

    @invariant()
    def texts_round_trip(self) -> None:
        seat = self.state.to_act
        if seat is not None:
            legal = legal_actions(self.state)
            assert tuple(parse_action(format_action(action), seat) for action in legal) == legal
        assert parse_position(format_position(self.state)) == self.state

    @invariant()
    def pieces_are_conserved(self) -> None:
        supply, white = self.state.options.supply, self.state.options.white_supply
        assert pieces(self.state) == [supply, supply, supply, white + 9]
        assert min(self.state.supply) >= 0
        assert min(min(held) for held in self.state.prisoners) >= 0
        assert all(self.state.prisoners[seat][seat] == 0 for seat in Seat)

    @invariant()
    def no_square_holds_two_things(self) -> None:
        board = self.state.board
        number = sum(mask.bit_count() for mask in board.cubes)
        number += 4 * sum(mask.bit_count() for mask in board.juggernauts)
        red, blue, yellow, white = board.cubes
        assert (red | blue | yellow | white | blocks(board)).bit_count() == number

    @invariant()
    def cards_are_conserved(self) -> None:
        state = self.state
        cards = [*state.pile, *state.discards, *state.hand, *(face for face in state.cards if face is not None)]
        if cards:
            assert sorted(cards) == list(DECK)
        assert not Counter(state.buried) - Counter(state.discards)

    @invariant()
    def over_exactly_when_there_is_an_outcome(self) -> None:
        ended = outcome(self.state)
        assert (ended is not None) == (self.state.phase is Phase.OVER)
        if ended is not None:
            assert ended.scores == scores(self.state)
            assert 0 in self.state.supply[:3]

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        *_, last = [new_game(self.state.options), *replay(self.state.options, self.actions)]
        assert digest(last) == digest(self.state)
        record = Record(self.state.options, tuple(self.actions))
        assert parse_record(record_json(record)) == record


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=25, stateful_step_count=30, suppress_health_check=list(HealthCheck))


# Generation and refusals say the same, for every action there is


def universe(seat: Seat) -> list[Action]:
    """Every action that a text can write, but for setups outside the corners: also those that no position allows."""
    found = list(ACTIONS[seat])
    found += [MoveSyntagma(seat, origin, target) for origin in SQUARES[::7] for target in SQUARES]
    found += [MovePhalanx(seat, corners, way) for corners in list(PHALANXES)[::5] for way in Direction]
    found += [Place(seat, number) for number in (-1, 9, 89, 90, 10**6)]
    return found


def check_agreement(state: State) -> None:
    legal = set(legal_actions(state))
    for seat in Seat:
        actions = universe(seat) if seat is state.to_act else ACTIONS[seat][::50]
        for action in actions:
            refused = refusal(state, action)
            assert (refused is None) == (action in legal), (format_position(state), action, refused)
            assert refused is None or isinstance(refused.reason, Reason)


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("part", range(3))
def test_legal_actions_and_refusals_agree_in_games(phase: Phase, part: int) -> None:
    found = [state for state in sample() if state.phase is phase]
    for state in Random(part).sample(
        found, min(2 if phase in (Phase.SETUP, Phase.DEAL, Phase.OVER) else 4, len(found))
    ):
        check_agreement(state)


def on_board(board: Board, random: Random) -> State:
    """A position on any board at all."""
    state = position(
        card=random.choice([None, "C", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]),
        to_act=random.choice("RBY"),
        prisoners={"R": {"B": 1}, "B": {"Y": 1}},
        neutral_phalanxes=random.random() < 0.3,
    )
    return replace(state, board=board)


@pytest.mark.parametrize("seed", range(10))
def test_legal_actions_and_refusals_agree_on_any_board(seed: int) -> None:
    random = Random(seed)
    check_agreement(on_board(random_board(random), random))


def test_whatever_is_legal_can_be_done() -> None:
    for state in sample()[::5]:
        for action in legal_actions(state):
            after = apply(state, action)
            assert after.phase in Phase


# Whole games


@given(st.integers(0, 10**6), OPTIONS)
@settings(max_examples=10)
def test_a_game_by_lot_ends_and_replays_to_the_same_state(seed: int, options: Options) -> None:
    record = random_record(seed, options)
    again = parse_record(record_json(record))
    assert again == record
    for one, other in zip(replay(options, record.actions), replay(options, again.actions), strict=True):
        assert one == other


# States as values


def test_a_state_is_frozen_and_a_value() -> None:
    """However it was written: `apply` seals a draft of the same slots."""
    assert Draft.__slots__ == State.__slots__
    for state in sample()[::40]:
        assert type(state) is State
        with pytest.raises(FrozenInstanceError):
            state.turn = 5  # type: ignore[misc]
        for same in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), replace(state)):
            assert same == state
            assert hash(same) == hash(state)
