"""Positions to draw: some by hand, some from games that a fixed seed plays."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import engine
from engine import Marks, Phase, PlayerView, Seat, Sector

NAMES = ("Leonidas", "Athena of the Grey Eyes", "Poseidon")

Play = tuple[PlayerView, Marks, Seat]


@cache
def plays_of(seed: int) -> tuple[Play, ...]:
    """What everybody sees after each play of a random game, what the play changed, and whose it was."""
    rng = random.Random(seed)
    state = start = engine.new_game()
    found: list[Play] = []
    while state.phase is not Phase.OVER and len(found) < 150:
        if state.to_act is None:
            state = engine.apply(state, engine.Shuffle(tuple(rng.sample(engine.DECK, len(engine.DECK)))))
            continue
        seat, phase = state.to_act, state.phase
        start = state if phase is Phase.PLAY else start
        legal = engine.legal_actions(state)
        moves = [action for action in legal if not isinstance(action, engine.Pass)]
        great = [action for action in moves if isinstance(action, engine.FormJuggernaut)]
        state = engine.apply(state, rng.choice(great or moves or legal))
        if phase in (Phase.PLAY, Phase.MANOEUVRE) and state.phase not in (Phase.MANOEUVRE, Phase.REDEPLOY):
            found.append((engine.view(state, None), engine.changes(start.board, state.board, seat), seat))
    return tuple(found)


@cache
def sample() -> PlayerView:
    """A position in the middle of a game in which there is something of everything."""
    board = engine.parse_board("2b1br3/4b3w/2by1rwRR/5y1RR/2r1r1wwy/4w1yw1/YY3rw1w/YY3r1wr/1bw1rwy2")
    return PlayerView(
        seat=None,
        options=engine.Options(),
        phase=Phase.PLAY,
        to_act=Seat.BLUE,
        board=board,
        homes=(Sector.SW, Sector.NW, Sector.SE),
        supply=(11, 9, 12, 7),
        prisoners=((0, 4, 2, 3), (1, 0, 0, 2), (12, 3, 0, 1)),
        scores=(38, 41, 102),
        archon=Seat.RED,
        turn=7,
        hand=(),
        cards=(None, Sector.NE, Sector.C),
        face_down=Seat.RED,
        answers=(True, True, False),
        played=(False, False, False),
        placed=None,
        in_hand=0,
        pile=24,
        seen=(0,) * 9,
        outcome=None,
    )


@cache
def archon() -> PlayerView:
    """The Archon's own view before the deal."""
    return replace(
        sample(),
        seat=Seat.BLUE,
        to_act=Seat.BLUE,
        archon=Seat.BLUE,
        phase=Phase.DEAL,
        hand=(Sector.NE, Sector.C, Sector.SW),
        cards=(None, None, None),
        face_down=None,
        answers=(None, None, None),
    )


def squares(*names: str) -> int:
    """A mask by the names of its squares."""
    return sum(1 << engine.parse_square(name) for name in names)
