"""What is drawn for an action, compared with what the engine does."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

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
from images.geometry import layout
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


def played(seed: int, count: int) -> Iterator[tuple[Seat, engine.Action, engine.Board, engine.Board]]:
    """Plays by chance, juggernauts above all, one game after another: who, what, and the board before and after."""
    rng = random.Random(seed)
    state = engine.new_game()
    for _ in range(count):
        if state.phase is Phase.OVER:
            state = engine.new_game()
        if state.to_act is None:
            state = engine.apply(state, engine.Shuffle(tuple(rng.sample(engine.DECK, len(engine.DECK)))))
            continue
        legal = engine.legal_actions(state)
        great = [action for action in legal if isinstance(action, engine.FormJuggernaut | MoveJuggernaut)]
        seat, action, before = state.to_act, rng.choice(great or legal), state.board
        state = engine.apply(state, action)
        yield seat, action, before, state.board


def test_a_trail_leads_from_what_was_left_to_where_the_pieces_are() -> None:
    seen = set()
    for seat, action, before, after in played(5, 2000):
        shown, own = images.trail(action, before), engine.own_squares(after, seat)
        assert bool(shown) is isinstance(action, MoveSyntagma | MovePhalanx | MoveJuggernaut)
        if shown:
            assert sum(1 << way.path[0] for way in shown if way.path) == engine.changes(before, after, seat).left
            assert all(way.group & ~own == 0 for way in shown)
            assert all(own >> way.path[-1] & 1 for way in shown if way.path)
            seen.add(type(action))
    assert seen == {MoveSyntagma, MovePhalanx, MoveJuggernaut}


@pytest.mark.parametrize("turn", Seat)
def test_a_trail_from_stock_is_the_one_that_is_drawn(turn: Seat) -> None:
    """Drawn with the same colours on the same squares wherever on the board, and however that is turned."""
    view = sample()
    for origin, target in ((0, 11), (71, 81), (86, 68)):
        trails = [Overlay(path=(origin, target), landed=True), Overlay(group=1 << 44 | 1 << 45, landed=True)]
        smooth = [replace(each, landed=False, met=1 << target) for each in trails]
        stock, drawn = (
            Image.open(io.BytesIO(images.render(view, overlays=each, orientation=turn))).convert("L")
            for each in (trails, smooth)
        )
        bare = Image.open(io.BytesIO(images.render(view, orientation=turn))).convert("L")
        changed = [ImageChops.difference(bare, each).getbbox() for each in (stock, drawn)]
        assert changed[0] is not None
        assert changed[1] is not None
        # The shades at the edges are another matter, and so is where the arrow ends.
        assert max(abs(a - b) for a, b in zip(*changed, strict=True)) <= layout().cell // 4


def test_crosses_are_captures_in_random_games() -> None:
    seen = set()
    for seat, action, before, after in played(11, 2000):
        if isinstance(action, MovePhalanx | MoveJuggernaut):
            shown = overlay(action, before)
            assert shown.crossed == engine.changes(before, after, seat).captured
            assert shown.direction is action.direction
            seen.add((type(action), bool(shown.crossed)))
    assert len(seen) == 4


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


def test_every_line_of_a_phalanx_has_its_arrow_and_a_juggernaut_one() -> None:
    """Counted as runs of full red along the row of squares in front, through the arrows' heads."""
    board = engine.parse_board("9/9/9/9/9/1rrr2RR1/6RR1/9/9")
    base = layout()

    def heads(text: str) -> int:
        drawn = overlay(engine.parse_action(text, Seat.RED), board, False)
        picture = Image.open(io.BytesIO(images.render(replace(sample(), board=board), overlays=[drawn], lit=0)))
        left, top = base.square_box(engine.parse_square("a5"), 0)[:2]
        row = picture.convert("RGB").crop((left, top + 45, left + 9 * base.cell, top + 46)).tobytes()
        red = [row[i] > 170 and row[i + 1] < 80 for i in range(0, len(row), 3)]
        return sum(after and not before for before, after in pairwise([False, *red]))

    assert heads("b4:d4>N") == 3
    assert heads("Jg3>N") == 1


def test_a_sign_leaves_to_be_seen_whose_piece_it_is_about() -> None:
    """A cross and a bar lie on the upper right quarter of a square, and arrows and sweeps end where pieces begin."""
    board = engine.parse_board("9/9/9/9/9/9/1rrb5/9/9")
    view, square = replace(sample(), board=board), engine.parse_square("d3")
    left, top, right, bottom = layout().square_box(square, 0)
    middle = (left + right) // 2, (top + bottom) // 2

    def shown(*drawn: Overlay) -> Image.Image:
        return Image.open(io.BytesIO(images.render(view, overlays=drawn, lit=0))).convert("RGB")

    plain, signs = shown(), [shown(Overlay(crossed=1 << square)), shown(Overlay(blocked=1 << square))]
    for picture in signs:
        assert picture != plain
        for box in ((left, top, middle[0] - 2, bottom), (left, middle[1] + 2, right, bottom)):
            assert picture.crop(box).tobytes() == plain.crop(box).tobytes()
    for text, good in (("b3:c3>E", False), ("c3>d3", False), ("b3:c3>E", None)):
        action = replace(overlay(engine.parse_action(text, Seat.RED), board, good), crossed=0)
        far = (middle[0], top, right, bottom)
        assert shown(action).crop(far).tobytes() == plain.crop(far).tobytes(), text
