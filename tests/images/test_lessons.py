"""The chapters of the help: the engine agrees with every claim, and every drawing can be made."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

import engine
import images
from engine import Phase, Reason, Seat, Sector, State
from images import Palette, Theme
from images.draw_diagram import laid
from images.geometry import sector_place, shown_scale
from images.lessons import EXAMPLES, OVERVIEW, READINGS, REWARD, Example
from images.overlay import Reading
from images.theme import colours

CLAIMS = [pytest.param(example, id=f"{topic}: {example.words}") for topic in EXAMPLES for example in EXAMPLES[topic]]


REASONS = {
    "d3 lies outside of the sector": Reason.NOT_A_CORNER,
    "Not outside of it, as long as it has room": Reason.WRONG_SECTOR,
    "It captures nothing": Reason.TARGET_OCCUPIED,
    "A line never moves sideways": Reason.SIDEWAYS,
    "A rectangle turned by 45 degrees is none": Reason.NO_SUCH_PHALANX,
    "Two against two: equal strength blocks": Reason.PATH_ENEMY_STRONG,
    "One square that blocks, blocks the whole phalanx": Reason.PATH_ENEMY_STRONG,
    "A strength of two on the axis of the move stops it": Reason.JUGGERNAUT_ENEMY_STRONG,
}
"""What each example that is not legal shows, by its words."""


def state_of(example: Example) -> State:
    """A state in which the example's seat plays as it tells: Red at home in the south-west, and Archon."""
    board = engine.parse_board(example.board)
    new = engine.new_game()
    if example.phase == "setup":
        return new
    homes = (Sector.SW, Sector.NW, Sector.NE)
    card = engine.face_of(engine.parse_sector(example.card or "C"), homes[0])
    return State(
        options=new.options,
        phase=Phase.PLAY,
        to_act=example.seat,
        board=board,
        homes=homes,
        supply=(12, 12, 12, 12),
        prisoners=new.prisoners,
        archon=Seat.RED,
        turn=1,
        pile=engine.DECK[:42],
        discards=(),
        buried=(),
        hand=(),
        cards=(card, 1, 1),
        answers=(example.card is not None, True, True),
        played=(False, False, False),
        placed=None,
        in_hand=0,
    )


@pytest.mark.parametrize("example", CLAIMS)
def test_the_engine_agrees(example: Example) -> None:
    """It is legal or not as claimed, and if not, for the reason that the words beside it give."""
    state = state_of(example)
    action = engine.parse_action(example.action, example.seat)
    assert (action in engine.legal_actions(state)) == example.legal
    refused = engine.refusal(state, action)
    assert (None if refused is None else refused.reason) == REASONS.get(example.words)


@pytest.mark.parametrize("example", [claim for claim in CLAIMS if claim.values[0].legal])  # type: ignore[union-attr]
def test_what_is_crossed_out_is_what_is_captured(example: Example) -> None:
    state = state_of(example)
    action = engine.parse_action(example.action, example.seat)
    after = engine.apply(state, action)
    captured = engine.changes(state.board, after.board, example.seat).captured
    assert example.diagram.overlays[0].crossed == captured


@pytest.mark.parametrize("example", CLAIMS)
def test_what_is_barred_is_what_the_engine_blames(example: Example) -> None:
    """An action stopped by pieces is drawn with exactly these; nothing is drawn as captured by it."""
    shown = example.diagram.overlays[0]
    blamed = 0
    if not example.legal and not example.spoken and example.phase == "play":
        refused = engine.refusal(state_of(example), engine.parse_action(example.action, example.seat))
        assert refused is not None
        if refused.reason in (Reason.TARGET_OCCUPIED, Reason.PATH_ENEMY_STRONG, Reason.JUGGERNAUT_ENEMY_STRONG):
            blamed = sum(1 << square for square in refused.squares)
        assert not shown.crossed
    assert shown.blocked == blamed


@pytest.mark.parametrize("drawn", READINGS, ids=lambda drawn: drawn.caption)
def test_a_card_means_what_the_engine_reads_and_lets_place_there(drawn: images.Diagram) -> None:
    reading = drawn.reading
    assert reading is not None
    home = reading.homes[reading.archon]
    assert home is not None
    assert engine.face_of(reading.sector, home) == reading.face
    assert drawn.caption.endswith(f"it is {reading.sector.name}")
    example = replace(EXAMPLES["cards"][0], board=engine.format_board(drawn.board), seat=reading.archon)
    state = state_of(example)
    cards = tuple(reading.face if seat is reading.archon else 1 for seat in Seat)
    fields = {name: getattr(state, name) for name in State.__slots__}
    seated = State(
        **fields | {"homes": reading.homes, "archon": reading.archon, "cards": cards, "answers": (True,) * 3}
    )
    placed = sum(1 << act.square for act in engine.legal_actions(seated) if isinstance(act, engine.Place))
    free = engine.SECTOR_MASKS[reading.sector] & ~engine.occupied(drawn.board)
    assert placed == free != 0


def test_it_is_one_card_for_several_archons() -> None:
    readings = [drawn.reading for drawn in READINGS if drawn.reading is not None]
    assert len({reading.face for reading in readings}) == 1
    assert (
        len({reading.archon for reading in readings}) == len({reading.sector for reading in readings}) == len(READINGS)
    )


@pytest.mark.parametrize("archon", Seat)
@pytest.mark.parametrize("face", range(1, 10))
@pytest.mark.parametrize("corner", engine.CORNERS)
def test_a_card_before_its_archon_is_filled_where_its_sector_lies(archon: Seat, face: int, corner: Sector) -> None:
    """Measured on the card as it lies with north above: which cell of its grid is filled."""
    homes: list[Sector | None] = [None, None, None]
    homes[archon] = corner
    sector = engine.read_card(face, corner)
    c = colours(Theme.LIGHT, Palette.DEFAULT)
    seen: dict[Sector, Image.Image] = {}
    for each in range(1, 10):
        reading = Reading(each, archon, (homes[0], homes[1], homes[2]), engine.read_card(each, corner))
        seen[reading.sector] = laid(c, reading)
    centres = {each: _filled(card, c.seal) for each, card in seen.items()}
    column, row = sector_place(sector, 0)
    assert sorted({x for x, _ in centres.values()}).index(centres[sector][0]) == column
    assert sorted({y for _, y in centres.values()}).index(centres[sector][1]) == row


def _filled(card: Image.Image, seal: tuple[int, int, int]) -> tuple[int, int]:
    """Where the filled cell of a card begins."""
    mask = Image.new("L", card.size)
    mask.putdata([255 * (pixel == seal) for pixel in card.get_flattened_data()])
    box = mask.getbbox()
    assert box is not None
    return box[0], box[1]


def test_the_outlined_cubes_of_the_overview_are_a_phalanx_that_can_move() -> None:
    group = OVERVIEW.overlays[0].group
    state = state_of(Example(engine.format_board(OVERVIEW.board), "pass", True, "", card=None))
    moves = [act for act in engine.legal_actions(state) if isinstance(act, engine.MovePhalanx)]
    assert any(engine.PHALANXES[act.corners].cubes == group for act in moves)
    assert all(mask.bit_count() <= 24 for mask in OVERVIEW.board.cubes)


def test_the_score_is_that_of_the_rules() -> None:
    board, held = REWARD.board, REWARD.prisoners
    assert held is not None
    state = engine.new_game()
    prisoners = (state.prisoners[0], held, state.prisoners[2])
    values = {field: getattr(state, field) for field in State.__slots__}
    scored = engine.scores(State(**values | {"board": board, "prisoners": prisoners}))
    assert scored[Seat.BLUE] == 26 + 16
    assert "= 26." in REWARD.caption
    assert "= 16." in REWARD.caption


@pytest.mark.parametrize("topic", images.LESSONS)
def test_a_chapter_is_a_picture_and_words(topic: str) -> None:
    lesson = images.lesson(topic)
    assert lesson is not None
    picture, words = lesson
    image = Image.open(io.BytesIO(picture))
    assert image.mode == "P"
    assert image.width != image.height
    assert words.endswith(".")
    assert len(words) <= images.ALT_LIMIT


@pytest.mark.parametrize("topic", images.LESSONS)
def test_a_chapter_is_legible_where_pictures_are_shown_small(topic: str) -> None:
    """On a phone the words stay words; in a window the picture is not a narrow strip, which nobody would open."""
    lesson = images.lesson(topic)
    assert lesson is not None
    width, height = Image.open(io.BytesIO(lesson[0])).size
    window, phone = shown_scale(width, height)
    assert 27 * phone >= 10
    assert window >= 0.25
    assert height <= 1.6 * width


@pytest.mark.parametrize("good", [True, False])
def test_captured_and_stopping_pieces_have_different_signs_and_the_legend_tells_them(good: bool) -> None:
    board = engine.parse_board("9/9/9/9/9/9/1rrb5/9/9")
    plain = images.Diagram(board, (images.Overlay(),), verdict=good)
    captured = images.Diagram(board, (images.Overlay(crossed=1 << 23),), verdict=good)
    stopping = images.Diagram(board, (images.Overlay(blocked=1 << 23),), verdict=good)
    assert len({images.diagram(each) for each in (plain, captured, stopping)}) == 3
    heights = [Image.open(io.BytesIO(images.diagram(each))).height for each in (plain, captured)]
    unjudged = images.Diagram(board, ())
    assert Image.open(io.BytesIO(images.diagram(unjudged))).height < min(heights), "no legend where there is no sign"


def test_other_chapters_have_no_drawings() -> None:
    assert images.lesson("playing") is None


def test_a_diagram_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        images.diagram()
