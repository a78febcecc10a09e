"""The guided way: every legal action can be reached by pressing, nothing else can, and all of it fits into Discord."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import discord
import pytest

import engine
from bot.desk import panels
from bot.game import guide
from bot.history.line import split_actions
from bot.refusals import Refused
from bot.sandbox import LIMITS, Json, MessageView
from bot.screens import boards, components
from bot.screens.components import Target
from bot.text import words
from engine import Action, Phase, State
from images.geometry import layout
from tests.bot.growth import Choose, Condition, builder, by_chance, log_until
from tests.bot.hall import Hall
from tests.bot.room import ANN, BEN, CLEO, OTTO, session_of, waiting

SOUTH_WEST = engine.Sector.SW
SELECT = 3
"""Discord's number for a menu of texts."""
FOLLOWED = 5
"""How many entries of a menu are followed to their end; the rest are looked at."""


def juggler(dice: random.Random) -> Choose:
    """By chance, but with a liking for juggernauts and what they pick up."""
    chance = by_chance(dice)

    def choose(state: State, legal: Sequence[Action]) -> Action:
        if state.phase is Phase.ANSWER and dice.random() < 0.7:
            return legal[0]
        liked = [a for a in legal if isinstance(a, engine.FormJuggernaut | engine.MoveJuggernaut)]
        return dice.choice(liked) if liked and dice.random() < 0.8 else chance(state, legal)

    return choose


def sole_builder(dice: random.Random) -> Choose:
    """Red fills the board, the others look on."""
    build = builder(dice)

    def choose(state: State, legal: Sequence[Action]) -> Action:
        idle = [a for a in legal if isinstance(a, engine.Accept | engine.Pass)]
        return idle[0] if idle and state.to_act != engine.Seat.RED else build(state, legal)

    return choose


def in_play(accepted: bool, turn: int) -> Condition:
    return lambda s: (
        s.phase is Phase.PLAY and s.turn >= turn and s.to_act is not None and s.answers[s.to_act] is accepted
    )


def cubes(state: State) -> int:
    return state.board.cubes[state.to_act or 0].bit_count()


POSITIONS: dict[str, tuple[Condition, Callable[[random.Random], Choose]]] = {
    "setup": (lambda s: s.phase is Phase.SETUP, by_chance),
    "second setup": (lambda s: s.phase is Phase.SETUP and s.to_act == 1, by_chance),
    "deal": (lambda s: s.phase is Phase.DEAL and s.to_act is not None, by_chance),
    "answer": (lambda s: s.phase is Phase.ANSWER, by_chance),
    "the archon's answer": (lambda s: s.phase is Phase.ANSWER and s.to_act == s.archon, by_chance),
    "accepted": (in_play(True, 3), by_chance),
    "rejected": (in_play(False, 5), by_chance),
    "late accepted": (in_play(True, 9), builder),
    "late rejected": (in_play(False, 12), builder),
    "manoeuvre": (lambda s: s.phase is Phase.MANOEUVRE and s.turn >= 4, by_chance),
    "redeploy": (lambda s: s.phase is Phase.REDEPLOY, juggler),
    "a juggernaut may pick up": (
        lambda s: any(
            isinstance(a, engine.MoveJuggernaut) and engine.apply(s, a).in_hand > 1 for a in engine.legal_actions(s)
        ),
        juggler,
    ),
    "more than 25 cubes": (lambda s: in_play(False, 1)(s) and cubes(s) > 29, sole_builder),
}
"""States of every phase, and the widest ones."""


class Stage:
    """A game in one of the positions, and every screen that can be reached in it by presses and choices."""

    def __init__(self, name: str) -> None:
        until, choose = POSITIONS[name]
        options = engine.Options(supply=40)
        for seed in range(500):
            dice = random.Random(seed)
            entries = log_until(until, dice, choose(dice), options)
            if entries is not None:
                break
        else:
            raise AssertionError("it never came to that")
        self.session = session_of(entries, options)
        self.user = waiting(self.session)
        self.legal = {engine.format_action(action) for action in engine.legal_actions(self.session.state)}
        self.screens: dict[str, guide.Screen] = {}
        self._walk("")

    def _walk(self, path: str) -> None:
        if path in self.screens:
            return
        self.screens[path] = screen = guide.screen(self.session, self.user, path)
        dice = random.Random(path)
        if screen.many > 1:
            names = [choice.path for choice in screen.menu]
            for _ in range(3):
                self._walk(guide.pick(path, dice.sample(names, screen.many)))
            return
        ways = list(screen.menu)
        if len(ways) > FOLLOWED and path != "?move":
            ways = [ways[0], *dice.sample(ways[1:], FOLLOWED - 1)]
        for choice in ways:
            self._walk(guide.pick(path, [choice.path]))
        for choice in () if screen.instant else screen.buttons:
            self._walk(choice.path)

    def components(self) -> Iterator[tuple[str, list[Json]]]:
        """The rows of every screen's every page."""
        for path, screen in self.screens.items():
            for page in range(max(1, -(-len(screen.menu) // components.LIMIT))):
                items = panels._items(self.session, screen, path, page)
                yield path, components.view(items).to_components()

    def offered(self) -> set[str]:
        """The first actions that the panel leads to."""
        found: set[str] = set()
        for path, screen in self.screens.items():
            ways = [path, screen.confirm or ""]
            if screen.many == 1:
                ways += [choice.path for choice in (*screen.menu, *screen.buttons)]
            found |= {self._first(way) for way in ways if way and not way.startswith("?")}
        return found

    def _first(self, path: str) -> str:
        return split_actions(guide.actions_of(self.session, path))[0]


stage_of = cache(Stage)


@pytest.fixture(params=POSITIONS)
def stage(request: pytest.FixtureRequest) -> Stage:
    return stage_of(request.param)


def test_every_legal_action_can_be_reached_and_no_other(stage: Stage) -> None:
    if stage.session.state.phase is Phase.SETUP:
        # Any four squares of a corner: what is offered are the squares.
        squares = {
            choice.label
            for path, screen in stage.screens.items()
            if path.startswith("?corner")
            for choice in screen.menu
        }
        assert squares == {square for action in stage.legal for square in action.removeprefix("setup ").split(",")}
        assert stage.offered() <= stage.legal
    else:
        assert stage.offered() == stage.legal


def test_what_is_confirmed_can_be_played(stage: Stage) -> None:
    """Each `Confirm` is a whole play: it is legal, and leaves nothing to be chosen in it."""
    for screen in stage.screens.values():
        if screen.confirm is not None:
            preview = stage.session.preview(stage.user, guide.actions_of(stage.session, screen.confirm))
            assert preview.complete, screen.confirm


def test_every_screen_fits_into_discord(stage: Stage) -> None:
    for path, rows in stage.components():
        parts = [part for row in rows for part in row["components"]]
        ids = [part["custom_id"] for part in parts]
        assert len(rows) <= LIMITS.rows
        assert len(set(ids)) == len(ids), "two with one custom_id"
        assert max(map(len, [path, *ids])) <= LIMITS.custom_id
        assert all(0 < len(part.get("label", "x")) <= LIMITS.label for part in parts)
        for option in (option for part in parts for option in part.get("options", [])):
            assert 0 < len(option["label"]) <= LIMITS.option_label
            assert 0 < len(option["value"]) <= LIMITS.option_value
            assert len(option.get("description") or "") <= LIMITS.option_description
        assert all(1 <= len(part["options"]) <= LIMITS.select_options for part in parts if part["type"] == SELECT)
    assert max(len(screen.text) for screen in stage.screens.values()) <= LIMITS.content


def test_every_entry_is_on_some_page(stage: Stage) -> None:
    shown: dict[str, list[str]] = {}
    for path, rows in stage.components():
        entries = shown.setdefault(path, [])
        entries += [o["value"] for row in rows for part in row["components"] for o in part.get("options", [])]
    for path, screen in stage.screens.items():
        assert shown[path] == [choice.path for choice in screen.menu]


def test_every_numbered_entry_is_found_on_the_picture(stage: Stage) -> None:
    """Its number is on one of its squares, once; what has no square has no number; and the same holds on each page."""
    for screen in stage.screens.values():
        for page in range(max(1, -(-len(screen.menu) // components.LIMIT))):
            shown = panels._numbers(screen, page)
            items = panels._items(stage.session, screen, "", page)
            options = [option for item in items if isinstance(item, discord.ui.Select) for option in item.options]
            labels = {option.value: option.label for option in options}
            numbered = [choice for choice in screen.menu if choice.squares and choice.path in labels]
            for choice in numbered:
                number = int(labels[choice.path].split(".")[0])
                assert [square for square, found in shown.items() if number in found] in [[s] for s in choice.squares]
            assert sum(map(len, shown.values())) == len(numbered)
            assert sum(label.split(".")[0].isdigit() for label in labels.values()) == len(numbered)


def test_numbers_run_as_one_reads_the_picture(stage: Stage) -> None:
    """By rows from the top left, however it lies, with the menu in the same order and a pass before all."""
    for screen in stage.screens.values():
        for turn, home in enumerate((engine.Sector.SW, engine.Sector.NW, engine.Sector.NE, engine.Sector.SE)):
            read = guide.read_on_picture(screen, home)
            assert sorted(each.path for each in read.menu) == sorted(each.path for each in screen.menu)
            moves = [each for each in read.menu if each.squares and not each.path.endswith("pass")]
            assert read.menu[-len(moves) :] == tuple(moves) or not moves
            boxes = [layout().square_box(each.squares[0], turn) for each in moves]
            assert boxes == sorted(boxes, key=lambda box: (box[1], box[0]))
        assert guide.read_on_picture(screen, None) == guide.read_on_picture(screen, engine.Sector.SW)


async def test_a_panel_counts_from_the_top_left_of_the_picture_in_it(hall: Hall) -> None:
    """Which is turned to the player's home, but for who wishes north to be above."""
    session = await hall.grown(lambda state: in_play(True, 2)(state) and state.homes[state.to_act or 0] != SOUTH_WEST)
    actor, shown = hall.actor(session), []
    for turned in (True, False):
        await actor.slash(hall.channel, "settings", turned=turned)
        panel = (await actor.click(hall.table(), "Act")).response
        assert panel is not None
        await actor.click(panel, "Place")
        assert ("`/settings turned:False` shows it as the table does" in panel.message.content) is turned
        shown.append(labels_of(panel))
    home = session.state.homes[session.state.to_act or 0]
    found = guide.screen(session, session.player(session.state.to_act or engine.Seat.RED).user or 0, "?place")
    for labels, side in zip(shown, (home, None), strict=True):
        menu = guide.read_on_picture(found, side).menu
        assert labels == [f"{number}. {choice.label}" for number, choice in enumerate(menu, 1)][: len(labels)]
    assert shown[0] != shown[1]


def labels_of(panel: MessageView) -> list[str]:
    """The entries of a panel's menu."""
    rows = [part for row in panel.message.components for part in row["components"]]
    return [option["label"] for part in rows for option in part.get("options", [])]


def test_what_a_question_is_about_is_marked(stage: Stage) -> None:
    for path, screen in stage.screens.items():
        if path.startswith("?move "):
            assert screen.chosen == 1 << engine.parse_square(path.removeprefix("?move "))
        if screen.view.phase is Phase.MANOEUVRE and screen.menu:
            assert screen.chosen == 1 << (screen.view.placed or 0)
        if path.startswith("?corner"):
            assert screen.lit == engine.SECTOR_MASKS[engine.parse_sector(path.removeprefix("?corner "))]
        if screen.instant:
            card = screen.view.cards[screen.view.seat or 0]
            assert card is not None
            assert screen.lit == engine.SECTOR_MASKS[card]


def test_a_preview_shows_the_board_after_the_play_and_the_turn_as_it_is(stage: Stage) -> None:
    state = stage.session.state
    for path, screen in stage.screens.items():
        if screen.confirm is None or screen.cards:
            continue
        after = stage.session.preview(stage.user, screen.confirm).state
        assert screen.view.board == after.board
        assert screen.view.scores == engine.scores(after)
        assert (screen.view.to_act, screen.view.phase, screen.view.turn) == (state.to_act, state.phase, state.turn)
        if len(split_actions(path)) == 1:
            assert state.to_act is not None
            outlined = [overlay.group for overlay in screen.moved]
            assert all(group & ~engine.own_squares(after.board, state.to_act) == 0 for group in outlined), path
            moves = isinstance(engine.parse_action(path, state.to_act), engine.MovePhalanx | engine.MoveJuggernaut)
            assert bool(sum(outlined)) >= moves


def test_the_board_is_turned_to_its_viewer_once_there_is_a_home(stage: Stage) -> None:
    home = boards.home_of_actor(stage.session)
    shown = [stage.screens[""], *(screen for path, screen in stage.screens.items() if path.startswith("setup"))]
    for screen in shown[:4]:
        looks = (boards.Look(turned=turned) for turned in (False, True))
        plain, turned = (boards.screen_of(stage.session, screen, {}, look)()[0] for look in looks)
        assert (plain != turned) == (home not in (None, engine.Sector.SW))


def test_the_picture_of_a_deal_tells_who_gets_which_card() -> None:
    stage = stage_of("deal")
    for path, screen in stage.screens.items():
        if screen.confirm is not None:
            action = engine.parse_action(guide.actions_of(stage.session, path), screen.view.to_act or engine.Seat.RED)
            after = engine.apply(stage.session.state, action)
            for seat in engine.Seat:
                given = [card for card, to in zip(screen.view.hand, screen.receivers, strict=True) if to is seat]
                assert given == [engine.view(after, seat).cards[seat]]


def test_no_two_phalanxes_have_one_name() -> None:
    names = {words._phalanx(corners) for corners in engine.PHALANXES}
    assert len(names) == len(engine.PHALANXES)
    corners = [
        tuple(map(engine.parse_square, text.split(":"))) for text in ("b2:d2", "b2:d2:b3", "b2:d2:c3", "b2:d2:a3")
    ]
    corners += [tuple(map(engine.parse_square, text.split(":"))) for text in ("b2:c3:b4", "b2:b3:a3")]
    assert [words._phalanx(each) for each in corners] == [
        "the line b2-d2",
        "the block b2-d3 (6 cubes)",
        "the skewed block b2-d2 to c3-e3 (6 cubes)",
        "the skewed block b2-d2 to a3-c3 (6 cubes)",
        "the skewed block b2-b4 to c3-c5 (6 cubes)",
        "the skewed block b2-b3 to a3-a4 (4 cubes)",
    ]


def test_one_can_always_go_back_to_the_beginning(stage: Stage) -> None:
    for start in stage.screens:
        at, steps = start, 0
        while at:
            back = guide.screen(stage.session, stage.user, at).back
            assert back is not None, f"no way back from {at!r} (reached from {start!r})"
            at, steps = back, steps + 1
            assert steps < 10, f"going back from {start!r} ends nowhere"


def test_wide_positions_have_pages() -> None:
    """Both which cube and where it goes, for a menu takes 25 entries."""
    screens = stage_of("more than 25 cubes").screens
    assert len(screens["?move"].menu) > components.LIMIT
    assert any(len(screen.menu) > components.LIMIT for path, screen in screens.items() if path.startswith("?move "))


STRANGE = (
    "?corner C",
    "?corner XX",
    "?corner",
    "?move",
    "?move zz",
    "?move a1",
    "?place",
    "?",
    "#",
    "#0",
    "#99",
    "#-1",
    "@a1 @a2",
    "setup a1",
    "pass pass pass pass",
    "nonsense",
    "e5>",
    "deal N N N",
    "\N{SNOWMAN}",
    " ",
    "accept accept",
)
"""Paths of another version, of another phase, or made up."""


@pytest.mark.parametrize("path", STRANGE)
def test_a_way_that_is_none_is_refused_at_most(path: str, stage: Stage) -> None:
    with contextlib.suppress(Refused, engine.GameError):
        screen = guide.screen(stage.session, stage.user, path)
        components.view(panels._items(stage.session, screen, path, 0))


def test_a_page_beyond_the_last_has_no_empty_menu(stage: Stage) -> None:
    for path, screen in stage.screens.items():
        rows = components.view(panels._items(stage.session, screen, path, panels._page(screen, 999))).to_components()
        assert all(part.get("options") for row in rows for part in row["components"] if part["type"] == SELECT)


def test_who_is_not_to_act_is_shown_no_screen(stage: Stage) -> None:
    for user in {ANN, BEN, CLEO, OTTO} - {stage.user}:
        with pytest.raises(Refused):
            guide.screen(stage.session, user)


def test_a_custom_id_says_what_it_was_made_of() -> None:
    """The longest there can be: a juggernaut that picked up three cubes, each with a block's manoeuvre."""
    path = "Jd4>NE @e5 b2:d2:c3>NE @e6 b2:d2:c3>NE @e7 b2:d2:c3>NE"
    target = Target(10**14, 10**8, "agree", path, 99)
    assert len(f"s:{target.custom_id}") <= LIMITS.custom_id
    match = re.fullmatch(components.PATTERN, target.custom_id)
    assert match is not None
    assert components.read(match) == target
