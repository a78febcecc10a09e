"""How fast the engine is. The one part of this package that looks at a clock and throws dice.

`report` is what `python -m engine bench` prints. The single measurements are there for whoever sets them beside
something else. Each does a short piece of work once to warm up, then many times, and the fastest counts: everything
else that a machine does only ever slows a measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from engine.actions import Action, Shuffle
from engine.cards import DECK
from engine.moves import legal_actions
from engine.perft import perft
from engine.record import Record, parse_record, record_json, replay
from engine.rules import apply, new_game, outcome
from engine.state import Options, Phase, State

_ROUNDS = 40


def fastest(work: Callable[[], int], rounds: int = _ROUNDS) -> tuple[int, float]:
    """What one piece of work counts, and the seconds that it takes at best."""
    count, best = work(), float("inf")
    for _ in range(rounds):
        start = perf_counter()
        count = work()
        best = min(best, perf_counter() - start)
    return count, best


def random_game(random: Random, options: Options | None = None) -> Record:
    """A game in which everybody chooses among the legal actions by lot."""
    state = new_game(options)
    actions: list[Action | Shuffle] = []
    while state.phase is not Phase.OVER:
        action: Action | Shuffle
        if state.to_act is None:
            action = Shuffle(tuple(random.sample(DECK, len(DECK))))
        else:
            action = random.choice(legal_actions(state))
        actions.append(action)
        state = apply(state, action)
    return Record(state.options, tuple(actions))


def random_games(number: int, seed: int) -> int:
    """Play games by lot, and count the actions chosen."""
    random = Random(seed)
    chosen = 0
    for _ in range(number):
        state = new_game()
        while outcome(state) is None:
            if actions := legal_actions(state):
                state = apply(state, random.choice(actions))
                chosen += 1
            else:
                state = apply(state, Shuffle(tuple(random.sample(DECK, len(DECK)))))
    return chosen


def rejected_plays(number: int, seed: int) -> list[State]:
    """Positions of random games from the sixth turn on, where a player who rejected the card is to play."""
    random = Random(seed)
    found: list[State] = []
    while True:
        game = random_game(random)
        for state in replay(game.options, game.actions):
            seat = state.to_act
            if state.phase is Phase.PLAY and seat is not None and not state.answers[seat] and state.turn > 5:
                found.append(state)
                if len(found) == number:
                    return found


def long_record(length: int, seed: int) -> Record:
    """A random game's first so many actions, with a supply that lasts for them."""
    random = Random(seed)
    while True:
        game = random_game(random, Options(supply=40))
        if len(game.actions) >= length:
            return Record(game.options, game.actions[:length])


def count_legal(states: list[State]) -> int:
    """Generate the legal actions of each state, and count them."""
    return sum([len(legal_actions(state)) for state in states])


def perft_plays(seed: int) -> list[State]:
    """Some plays of a random game, of all kinds."""
    game = random_game(Random(seed))
    return [state for state in replay(game.options, game.actions) if state.phase is Phase.PLAY][::6]


def report() -> Iterator[str]:
    """The lines that `python -m engine bench` prints."""
    states = rejected_plays(100, seed=1)
    count, seconds = fastest(lambda: count_legal(states))
    yield f"rejected plays     {len(states) / seconds:12,.0f} legal lists/s, of {count / len(states):.1f} actions each"
    yield f"legal actions      {count / seconds:12,.0f} actions/s"
    count, seconds = fastest(lambda: random_games(2, seed=2))
    yield f"random games       {count / seconds:12,.0f} actions/s"
    yield f"random games       {2 / seconds:12,.1f} games/s, of {count / 2:.0f} actions each"
    plays = perft_plays(seed=3)
    count, seconds = fastest(lambda: sum([perft(state, 2) for state in plays]))
    yield f"perft 2            {count / seconds:12,.0f} leaves/s"
    stored = record_json(long_record(400, seed=4))
    count, seconds = fastest(lambda: len(parse_record(stored).actions))
    yield f"stored game        {seconds * 1000:12.2f} ms to replay its {count} actions from their text"
