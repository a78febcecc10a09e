"""Games for tests to try things in: random ones, made from a seed, and ways to draw their states with hypothesis."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import strategies as st

from engine import (
    DECK,
    Action,
    Board,
    Options,
    Phase,
    Record,
    Seat,
    Shuffle,
    State,
    apply,
    legal_actions,
    new_game,
    replay,
)

OPTIONS = st.builds(
    Options,
    supply=st.integers(5, 40),
    white_supply=st.integers(0, 40),
    neutral_phalanxes=st.booleans(),
    finish_turn=st.booleans(),
)


def random_record(seed: int, options: Options, longest: int = 2000) -> Record:
    """A game by lot, with a liking for what is rare: exchanges, and all that has to do with juggernauts."""
    random = Random(seed)
    state = new_game(options)
    actions: list[Action | Shuffle] = []
    while state.phase is not Phase.OVER and len(actions) < longest:
        action: Action | Shuffle
        if state.to_act is None:
            action = Shuffle(tuple(random.sample(DECK, len(DECK))))
        else:
            action = choice(state, random)
        actions.append(action)
        state = apply(state, action)
    return Record(options, tuple(actions))


def choice(state: State, random: Random) -> Action:
    """One of the legal actions, rare kinds more often than their number would have it."""
    by_kind: dict[type[Action], list[Action]] = {}
    for action in legal_actions(state):
        by_kind.setdefault(type(action), []).append(action)
    return random.choice(random.choice(list(by_kind.values())))


@cache
def sample() -> tuple[State, ...]:
    """The states of some random games with all options."""
    found: list[State] = []
    for seed in range(12):
        options = Options(
            supply=(24, 8, 16, 30)[seed % 4],
            white_supply=(15, 2, 40)[seed % 3],
            neutral_phalanxes=seed % 2 == 1,
            finish_turn=seed % 4 > 1,
        )
        record = random_record(seed, options)
        found += [new_game(options), *replay(options, record.actions)]
    return tuple(found)


def states() -> st.SearchStrategy[State]:
    """One of these states."""
    return st.integers(0, len(sample()) - 1).map(lambda place: sample()[place])


def random_board(random: Random) -> Board:
    """Any board at all, from nearly empty to full, with a juggernaut or two."""
    anchors = [0, 0, 0]
    taken = 0
    for _ in range(random.choice([0, 0, 1, 2, 4])):
        square = random.choice([square for square in range(79) if square % 10 < 8])
        body = 3 << square | 3 << square + 10
        if not body & taken:
            anchors[random.randrange(3)] |= 1 << square
            taken |= body
    cubes = [0, 0, 0, 0]
    crowd = random.choice([0.1, 0.3, 0.6, 0.9, 1.0])
    weights = random.choice([(1, 1, 1, 1), (6, 1, 1, 1), (3, 3, 1, 0), (1, 1, 0, 6)])
    for square in range(89):
        if square % 10 < 9 and not taken >> square & 1 and random.random() < crowd:
            cubes[random.choices(range(4), weights)[0]] |= 1 << square
    return Board((cubes[0], cubes[1], cubes[2], cubes[3]), (anchors[0], anchors[1], anchors[2]))


SEATS: tuple[Seat | None, ...] = (None, *Seat)
"""Everybody who may look: an onlooker and the seats."""
