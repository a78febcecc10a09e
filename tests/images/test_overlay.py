"""What is drawn for an action, compared with what the engine does."""

from __future__ import annotations

import random

import engine
import images
from engine import (
    Direction,
    MoveJuggernaut,
    MovePhalanx,
    MoveSyntagma,
    Phase,
    Seat,
)
from images import Overlay, overlay
from tests.images.positions import sample


def test_the_path_of_a_syntagma_steps_on_empty_squares() -> None:
    board = sample().board
    full = engine.occupied(board)
    seen = 0
    for square in engine.squares(board.cubes[Seat.RED]):
        for target in engine.SQUARES:
            action = MoveSyntagma(Seat.RED, square, target)
            path = overlay(action, board).path
            assert path[0] == square
            assert path[-1] == target
            if len(path) == 3 and not full >> path[1] & 1:
                assert path[1] - path[0] in set(Direction)
                assert path[2] - path[1] in set(Direction)
                seen += 1
    assert seen


def test_crosses_are_captures_in_random_games() -> None:
    rng = random.Random(11)
    state = engine.new_game()
    moved = 0
    while state.phase is not Phase.OVER and moved < 150:
        if state.to_act is None:
            state = engine.apply(state, engine.Shuffle(tuple(rng.sample(engine.DECK, len(engine.DECK)))))
            continue
        legal = engine.legal_actions(state)
        great = [action for action in legal if isinstance(action, engine.FormJuggernaut | MoveJuggernaut)]
        seat, action, before = state.to_act, rng.choice(great or legal), state.board
        state = engine.apply(state, action)
        if isinstance(action, MovePhalanx | MoveJuggernaut):
            shown = overlay(action, before)
            assert shown.crossed == engine.changes(before, state.board, seat).captured
            assert shown.direction is action.direction
            moved += 1
    assert moved


def test_actions_that_move_nothing_draw_nothing() -> None:
    view = sample()
    for action in (engine.Pass(Seat.RED), engine.Accept(Seat.RED), engine.Exchange(Seat.RED, Seat.BLUE)):
        assert overlay(action, view.board) == Overlay()
        assert images.render(view, overlays=[overlay(action, view.board)]) == images.render(view)


def test_every_overlay_can_be_drawn_in_every_turn() -> None:
    view = sample()
    drawn = [
        Overlay(group=1 << 0, direction=Direction.SW, good=False),
        Overlay(group=1 << 88, direction=Direction.NE, strength=9),
        Overlay(path=(8, 9 + 8, 27)),
        Overlay(group=engine.BOARD, good=True),
        Overlay(crossed=engine.BOARD),
    ]
    for seat in (None, *Seat):
        for each in drawn:
            assert images.render(view, overlays=[each], orientation=seat) != images.render(view, orientation=seat)
