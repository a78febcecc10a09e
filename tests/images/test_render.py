"""The board picture: its form, its size, and that it depends on nothing but what it is made from."""

from __future__ import annotations

import io
import random
import statistics
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from itertools import permutations
from typing import Any

import pytest
from PIL import Image

import engine
import images
from engine import Phase, Seat, Sector
from images import Palette, Theme, draw_ink
from images.geometry import bare_layout, large_layout, layout, sector_place, turn_of
from images.theme import colours
from tests.images.positions import NAMES, archon, plays_of, sample, squares
from tests.images.test_colours import contrast


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


def rgb(picture: bytes) -> Image.Image:
    return opened(picture).convert("RGB")


def test_a_palette_png_opaque_and_not_square() -> None:
    image = opened(images.render(sample()))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (784, 1008))
    assert "transparency" not in image.info
    image.load()


def test_no_board_of_a_game_is_larger_than_40_kilobytes() -> None:
    sizes = [len(images.render(view, names=NAMES, marks=marks)) for view, marks, _ in plays_of(3)[::7]]
    assert statistics.median(sizes) <= 38_000
    assert max(sizes) <= 40_000


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("large", [False, True])
def test_not_even_a_full_board_is(theme: Theme, large: bool) -> None:
    """Fuller than any game makes it, with marks on a third of it."""
    rng = random.Random(2)
    for _ in range(4):
        on = [rng.choice("rbyw") for _ in range(81)]
        board = engine.parse_board("/".join("".join(on[row : row + 9]) for row in range(0, 81, 9)))
        masks = [engine.BOARD & rng.getrandbits(89) & rng.getrandbits(89) & rng.getrandbits(89) for _ in range(3)]
        view = replace(sample(), board=board)
        assert len(images.render(view, names=NAMES, marks=engine.Marks(*masks), theme=theme, large=large)) <= 40_000


@pytest.mark.parametrize("room", [0, 10**6])
def test_a_picture_is_the_same_however_it_is_deflated(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = opened(images.render(sample())).tobytes()
    monkeypatch.setattr(draw_ink, "_ROOM", room)
    assert opened(images.render(sample())).tobytes() == shown


def test_equal_views_give_equal_bytes() -> None:
    first = images.render(sample(), names=NAMES)
    images.render(archon(), theme=Theme.DARK)
    assert images.render(replace(sample()), names=NAMES) == first


def test_what_a_view_does_not_show_is_not_shown() -> None:
    """A view is all there is: the Archon's card in the own view, a back for everybody else."""
    public = sample()
    own = replace(public, seat=Seat.RED, cards=(Sector.SW, Sector.NE, Sector.C))
    other = replace(own, cards=(Sector.N, Sector.NE, Sector.C))
    assert images.render(own) != images.render(other)
    assert images.render(public) not in (images.render(own), images.render(other))


def test_two_states_that_differ_in_secrets_give_everybody_the_same_picture() -> None:
    state = engine.new_game()
    for text in ("setup a1,a2,b1,b2", "setup a9,b9,a8,b8", "setup i9,h9,i8,h8"):
        assert state.to_act is not None
        action = engine.parse_action(
            text.replace("a9,b9,a8,b8", "a8,a9,b8,b9").replace("i9,h9,i8,h8", "h8,h9,i8,i9"), state.to_act
        )
        state = engine.apply(state, action)
    pictures = set()
    for turned in (engine.DECK, engine.DECK[::-1]):
        dealt = engine.apply(state, engine.Shuffle(turned))
        public = engine.view(dealt, None)
        pictures.add((images.render(public), images.cards(public), images.alt_text(public), images.text_board(public)))
    assert len(pictures) == 1


@pytest.mark.parametrize("large", [False, True])
def test_labels_are_11_pixels_high_at_a_width_of_360(large: bool) -> None:
    """Measured on the picture: the height of the ink of every coordinate, and its contrast."""
    base = large_layout() if large else layout()
    image = rgb(images.render(sample(), large=large))
    c = colours(Theme.LIGHT, Palette.DEFAULT)
    for text, (left, top, right, bottom) in base.label_boxes(0):
        inset = base.scaled(8)
        box = (left + inset * (left < base.board[0]), top, right - inset * (right > base.board[2]), bottom)
        part = image.crop(box)
        rows = [y for y in range(part.height) if any(part.getpixel((x, y)) == c.label for x in range(part.width))]
        assert (rows[-1] + 1 - rows[0]) * 360 / image.width >= 11, text
        assert rows[0] > 0, text
    assert contrast(c.label, c.frame) >= 4.5


@pytest.mark.parametrize("theme", Theme)
def test_the_margin_holds_ornament_only(theme: Theme) -> None:
    """4 % on each side look the same whatever is shown."""
    pictures = [rgb(images.render(view, names=NAMES, theme=theme)) for view in (sample(), archon())]
    width, height = pictures[0].size
    x, y = width * 4 // 100, height * 4 // 100
    for box in ((0, 0, width, y), (0, height - y, width, height), (0, 0, x, height), (width - x, 0, width, height)):
        assert pictures[0].crop(box).tobytes() == pictures[1].crop(box).tobytes()


@pytest.mark.parametrize("seat", Seat)
def test_each_seat_sees_its_home_at_the_bottom_left(seat: Seat) -> None:
    base, image = layout(), rgb(images.render(sample(), orientation=seat))
    corner = (base.frame[0] + 1, base.frame[3] - 2)
    shown = image.getpixel(corner)
    wanted = colours(Theme.LIGHT, Palette.DEFAULT).sides[seat].shield
    assert isinstance(shown, tuple)
    assert max(abs(a - b) for a, b in zip(shown, wanted, strict=True)) <= 4


ARGUMENTS: list[dict[str, Any]] = [
    {"marks": engine.Marks(squares("a5"), squares("b5"), 0)},
    {"marks": engine.Marks(0, 0, squares("a5"))},
    {"numbers": {0: [1], 44: [2, 25]}},
    {"lit": squares("a9", "b9")},
    {"lit": 0},
    {"overlays": (images.Overlay(path=(0, 11, 22)),)},
    {"since": (engine.Marks(squares("a5"), squares("a6"), 0),)},
    {"names": NAMES},
    {"theme": Theme.DARK},
    {"palette": Palette.RED_GREEN},
    {"palette": Palette.BLUE_YELLOW},
    {"orientation": Seat.YELLOW},
    {"large": True},
]


def test_every_argument_shows() -> None:
    pictures = [images.render(sample()), *(images.render(sample(), **arguments) for arguments in ARGUMENTS)]
    assert len(set(pictures)) == len(pictures)


def test_everything_that_a_view_shows_shows() -> None:
    view = sample()
    changed: dict[str, Any] = {
        "to_act": Seat.RED,
        "board": engine.parse_board("9/9/9/3www3/3www3/3www3/9/9/9"),
        "homes": (Sector.SW, Sector.NW, Sector.NE),
        "supply": (10, 9, 12, 7),
        "prisoners": ((0, 4, 2, 3), (1, 0, 0, 2), (12, 3, 0, 2)),
        "scores": (39, 41, 102),
        "archon": Seat.BLUE,
        "turn": 8,
        "cards": (None, Sector.E, Sector.C),
        "face_down": None,
        "answers": (True, True, None),
        "played": (True, False, False),
        "pile": 23,
        "phase": Phase.DEAL,
        "outcome": engine.Outcome("supply", (38, 41, 102), (Seat.YELLOW,)),
    }
    assert set(changed) <= {field.name for field in fields(view)}
    pictures = [images.render(view), *(images.render(replace(view, **{name: new})) for name, new in changed.items())]
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("large", [False, True])
def test_the_number_of_a_candidate_is_never_hidden(large: bool) -> None:
    """On bare ground, on pieces, and under crosses and outlines; one alone or several on one square."""
    base, crossed = large_layout() if large else layout(), squares("b1", "h6", "d5")
    marked: dict[str, Any] = {
        "large": large,
        "overlays": [images.Overlay(group=crossed), images.Overlay(crossed=crossed)],
    }
    for name in ("a1", "b1", "h6", "d5"):
        square = engine.parse_square(name)
        for count in (1, 2, 4, 5, 9):
            numbers = list(range(3, 3 + count))
            shown = [
                rgb(images.render(sample(), numbers={square: [*numbers[:i], 25, *numbers[i + 1 :]]}, **marked))
                for i in range(count)
            ]
            parts = {image.crop(base.square_box(square, 0)).tobytes() for image in shown}
            assert len(parts) == count, (name, count)


HOSTILE = [
    ("W" * 32, "i" * 32, "\N{FIRE}" * 32),
    ("**bold** _it_ `code` ||x|| <@1> @everyone", "\u202egnirts\u202c", "a\nb\tc\0d"),
    ("", "   ", "\u200b\u200d\ufe0f"),
    ("ليلى العامرية", "שלום עולם", "Ζήνων ὁ Ἐλεάτης"),
    ("王小明", "김철수", "สมชาย ใจดี"),
    ("Z̸̢͝a̶l̵g̴o̷" * 6, "\U0001f468\u200d\U0001f469\u200d\U0001f467", "प्रिया शर्मा"),
    ("\ud800", "\U000e0041\uffff", "\u0301\u0301"),
]


@pytest.mark.parametrize("names", HOSTILE)
def test_any_name_can_be_drawn_and_stays_in_its_place(names: tuple[str, str, str]) -> None:
    base = layout()
    named, plain = rgb(images.render(sample(), names=names)), rgb(images.render(sample()))
    for box in base.plates:
        named.paste((0, 0, 0), box)
        plain.paste((0, 0, 0), box)
    assert named.tobytes() == plain.tobytes()
    images.alt_text(sample(), names)
    images.render(sample(), names=names, large=True)


def test_a_name_without_a_letter_to_show_gives_way_to_the_colour() -> None:
    assert images.render(sample(), names=("", " \n", "\u200b")) == images.render(sample())


def test_many_threads_draw_the_same() -> None:
    views = [view for view, _, _ in plays_of(5)[:24]]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda view: images.render(view, theme=Theme.DARK, names=NAMES), views * 2))
    assert together == [images.render(view, theme=Theme.DARK, names=NAMES) for view in views] * 2


def test_all_phases_and_all_numbers_of_homes_can_be_drawn() -> None:
    state = engine.new_game()
    seen = set()
    while state.phase is not Phase.PLAY:
        for seat in (None, *Seat):
            view = engine.view(state, seat)
            for large in (False, True):
                images.render(view, orientation=seat, large=large)
            images.cards(view)
            assert len(images.alt_text(view)) <= images.ALT_LIMIT
        seen.add(state.phase)
        if state.to_act is None:
            state = engine.apply(state, engine.Shuffle(engine.DECK))
        else:
            state = engine.apply(state, engine.legal_actions(state)[0])
    assert seen == {Phase.SETUP, Phase.DEAL, Phase.ANSWER}
    for phase in Phase:
        images.render(replace(sample(), phase=phase, in_hand=2))


def test_cards_show_the_hand_or_the_own_card_or_a_back() -> None:
    hand = images.cards(archon())
    own = images.cards(replace(sample(), seat=Seat.BLUE))
    nothing = images.cards(sample())
    assert len({hand, own, nothing}) == 3
    assert images.cards(replace(archon(), hand=(Sector.NE, Sector.C, Sector.S))) != hand
    assert len({images.cards(archon(), receivers=order) for order in permutations(Seat)} | {hand}) == 7
    for picture in (hand, own, nothing):
        image = opened(picture)
        assert image.mode == "P"
        assert image.width != image.height


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("view", [archon(), replace(sample(), seat=Seat.YELLOW)], ids=["hand", "card"])
def test_cards_lie_as_the_board_does(view: engine.PlayerView, seat: Seat) -> None:
    """The small boards bear the emblem's ground of the viewer's home at the bottom left, as the board does."""
    image = rgb(images.cards(view, orientation=seat))
    base, margin = bare_layout(24 if view.hand else 48), 36
    shown = image.getpixel((image.width - margin - base.width + 4, image.height - margin - base.strip + 2))
    wanted = colours(Theme.LIGHT, Palette.DEFAULT).sides[seat].shield
    assert isinstance(shown, tuple)
    assert max(abs(a - b) for a, b in zip(shown, wanted, strict=True)) <= 4


def test_every_sector_bears_its_own_name_upright_however_the_board_is_turned() -> None:
    base = layout()
    bare = replace(sample(), board=engine.parse_board("/".join("9" * 9)), answers=(None, None, None))
    seen: dict[Sector, set[bytes]] = {sector: set() for sector in Sector}
    for seat in Seat:
        image = rgb(images.render(bare, orientation=seat))
        for sector in Sector:
            column, row = sector_place(sector, turn_of(bare.homes[seat]))
            left, top = base.cell_box(3 * column, 3 * row)[:2]
            part = image.crop((left, top, left + 3 * base.cell, top + 3 * base.cell))
            seen[sector].add(part.tobytes())
    assert all(len(parts) == 1 for parts in seen.values()), "the same sector looks the same from each side"
    assert len(set.union(*seen.values())) == len(Sector), "no two sectors look alike"


def test_cards_of_others_do_not_show() -> None:
    view = replace(sample(), seat=Seat.BLUE)
    other = replace(view, cards=(None, Sector.NE, Sector.W))
    assert images.cards(view) == images.cards(other)
