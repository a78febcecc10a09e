"""Games grown by chance through their session alone: quick, and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import engine
from bot.game.session import Session
from bot.store.rows import EntryRow
from engine import Action, Phase, State

Condition = Callable[[State], bool]
Choose = Callable[[State, Sequence[Action]], Action]


def by_chance(dice: random.Random) -> Choose:
    """Any legal action, one kind as likely as another."""

    def choose(state: State, legal: Sequence[Action]) -> Action:
        kinds = sorted({type(action).__name__ for action in legal})
        kind = dice.choice(kinds)
        return dice.choice([action for action in legal if type(action).__name__ == kind])

    return choose


def builder(dice: random.Random) -> Choose:
    """Mostly accepts, places and leaves what stands, so that the board fills up."""

    def choose(state: State, legal: Sequence[Action]) -> Action:
        if state.phase is Phase.ANSWER and dice.random() < 0.1:
            return dice.choice(legal)
        for kind in (engine.Accept, engine.Place, engine.Pass):
            if fitting := [action for action in legal if isinstance(action, kind)]:
                return dice.choice(fitting)
        return dice.choice(legal)

    return choose


async def grow(session: Session, until: Condition, dice: random.Random, choose: Choose | None = None) -> None:
    """Add actions until a state fits, all in one change; each play is a batch of its own as if it were played.

    Raises AssertionError when the game ends before.
    """
    choose = choose or by_chance(dice)
    async with session.lock:
        change = session.begin()
        while not until(change.state):
            assert change.state.phase is not Phase.OVER, "the game ended before it came to that"
            state = change.state
            actor = session.player(state.to_act or engine.Seat.RED).user
            change.apply([choose(state, engine.legal_actions(state))], actor or 0)
            change.carry_on()
        await session.commit(change)


def log_until(until: Condition, dice: random.Random, choose: Choose, options: engine.Options) -> list[EntryRow] | None:
    """The log of a game in which users 1, 2 and 3 are red, blue and yellow, up to a state that fits; None if none did.

    By the engine alone, so that what is rare can be searched for. Each play is a batch.
    """
    state, entries = engine.new_game(options), list[EntryRow]()
    while not until(state):
        if state.phase is Phase.OVER:
            return None
        number = len(entries)
        if state.to_act is None:
            action: Action | engine.Shuffle = engine.Shuffle(tuple(dice.sample(engine.DECK, len(engine.DECK))))
            entries.append(EntryRow(number, number, "shuffle", engine.format_action(action), None, 0))
        else:
            action = choose(state, engine.legal_actions(state))
            entries.append(EntryRow(number, number, "action", engine.format_action(action), state.to_act + 1, 0))
        state = engine.apply(state, action)
    return entries


def in_phase(phase: Phase, turn: int = 2) -> Condition:
    """A phase, not before a turn."""
    return lambda state: state.phase is phase and state.turn >= turn
