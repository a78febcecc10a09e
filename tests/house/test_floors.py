"""The floors of `bot`: a room uses what stands below it, never what stands above or beside it, and so no circle forms.

Read from the bottom up, each floor can be understood without those above it.
"""

from __future__ import annotations

import re

import pytest

from tests.house.ground import ROOT, files, imports, module, python

FLOORS: tuple[set[str], ...] = (
    {"", "clock", "config", "logs", "metrics", "refusals", "store"},
    {"history", "following"},
    {"people"},
    {"text"},
    {"game"},
    {"screens", "host"},
    {"table"},
    {"client"},
    {"desk"},
    {"commands"},
    {"assembly"},
    {"serve", "demo"},
    {"__main__"},
)
"""The rooms of `bot`, and the modules that stand alone in it, from the bottom up. The sandbox stands outside."""


def room(name: str) -> str:
    """`bot.game.session` is in the room game, `bot` itself in none."""
    return name.removeprefix("bot").lstrip(".").split(".")[0]


FLOOR = {each: number for number, floor in enumerate(FLOORS) for each in floor}


@pytest.mark.parametrize("file", [file for file in python("bot") if not file.startswith("bot/sandbox/")])
def test_a_room_uses_what_is_below_it(file: str) -> None:
    me = room(module(file))
    assert me in FLOOR, f"on which floor does {file} stand?"
    for source, name in imports(file):
        if source == "bot" or source.startswith("bot."):
            wanted = room(f"{source}.{name}" if source == "bot" and f"bot.{name}" in KNOWN else source)
            if wanted not in (me, "sandbox"):
                assert FLOOR[wanted] < FLOOR[me], f"{file} reaches up, or aside, for {source}.{name}"


KNOWN = {module(file) for file in files() if file.startswith("bot/") and file.endswith(".py")}


def test_every_floor_is_lived_on() -> None:
    assert set(FLOOR) == {room(name) for name in KNOWN} - {"sandbox"}


def test_the_map_shows_the_rooms_from_the_top_down() -> None:
    """The README's map; of what stands alone it need not show everything."""
    drawn = re.findall(r"^  (\w+)(/?) ", _map(), re.MULTILINE)
    shown = [FLOOR[name] for name, _ in drawn if name in FLOOR]
    assert shown == sorted(shown, reverse=True)
    rooms = {module(file).split(".")[1] for file in files() if file.startswith("bot/") and file.count("/") == 2}
    assert {each.removesuffix("/") for each in re.findall(r"(\w+/) ", _map())} >= rooms


def test_the_tests_have_the_same_rooms() -> None:
    """What crosses them all stands beside the rooms: whole games, whole weeks, what nobody may see."""
    tried = {file.split("/")[2] for file in files() if file.startswith("tests/bot/") and file.count("/") > 2}
    assert tried == {room(name) for name in KNOWN if name.count(".") == 2} - {"sandbox"}


def _map() -> str:
    papers = (ROOT / "README.md").read_text(encoding="utf-8")
    return papers[papers.index("\nbot/ ") : papers.index("\nimages/ ")]
