"""The whole tree of commands against Discord's limits: one command over a limit would take all others with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.sandbox import LIMITS
from bot.sandbox.commands import leaves, total_length
from bot.sandbox.limits import COMMAND_NAME
from tests.bot.hall import Hall

Json = dict[str, Any]


def options(command: Json) -> Iterator[Json]:
    """All options of a command, those of its subcommands too."""
    for option in command.get("options", []):
        yield option
        yield from options(option)


@pytest.fixture
async def tree(hall: Hall) -> list[Json]:
    """The commands as they are registered."""
    return [command.to_dict(hall.bot.tree) for command in hall.bot.tree.get_commands()]


async def test_every_command_is_within_discord_s_limits(tree: list[Json]) -> None:
    assert 0 < len(tree) <= LIMITS.global_commands
    for command in tree:
        assert total_length(command) <= LIMITS.command_total, command["name"]
        assert len(command.get("options", [])) <= LIMITS.command_options
        for each in (command, *options(command)):
            assert COMMAND_NAME.fullmatch(each["name"])
            assert each["name"] == each["name"].lower()
            assert 1 <= len(each["description"]) <= LIMITS.command_description, each["name"]
            assert len(each.get("options", [])) <= LIMITS.command_options
            assert len(each.get("choices", [])) <= LIMITS.choices
            for choice in each.get("choices", []):
                assert 1 <= len(choice["name"]) <= LIMITS.choice_name
                assert len(str(choice["value"])) <= LIMITS.choice_value


async def test_names_are_unique_and_required_options_come_first(tree: list[Json]) -> None:
    for level in (tree, *(each.get("options", []) for command in tree for each in (command, *options(command)))):
        names = [each["name"] for each in level]
        assert len(set(names)) == len(names)
        required = [each.get("required", False) for each in level]
        assert required == sorted(required, reverse=True)


async def test_they_are_registered_as_they_are(hall: Hall, tree: list[Json]) -> None:
    registered = hall.sandbox.world.commands[None].values()
    assert {command.name for command in registered} == {command["name"] for command in tree}
    lines = {" ".join(words) for command in registered for words, _ in leaves(command.body)}
    promised = {"game new", "game join", "game leave", "game start", "game list", "game resign", "play", "undo", "hand"}
    promised |= {"board", "log", "help", "mod status", "mod repost", "mod undo", "mod skip", "mod reset", "mod end"}
    assert lines >= promised


async def test_a_restart_registers_nothing_anew(hall: Hall) -> None:
    def puts() -> int:
        return sum(each.call.method == "PUT" and "/commands" in each.call.route for each in hall.sandbox.rest.exchanges)

    before = puts()
    assert before == 1
    await hall.stop()
    await hall.start()
    assert puts() == before


async def test_every_command_on_a_game_takes_the_game_as_an_option(tree: list[Json]) -> None:
    """Needed in direct messages; so are suggestions for it."""
    free = {"game new", "game list", "help", "settings", "away", "back", "doctor", "privacy"}
    for command in tree:
        for words, inner in leaves(command):
            line = " ".join(words)
            game = next((option for option in inner if option["name"] == "game"), None)
            if game is not None:
                assert game.get("autocomplete"), line
                assert not game.get("required") or line == "mod restore", line
            elif line not in free:
                assert line.split()[0] in ("mod", "game", "privacy"), f"/{line} takes no game"


async def test_squares_are_typed_as_text(tree: list[Json]) -> None:
    """Suggestions for numbers fail on some phones."""
    for command in tree:
        for option in options(command):
            assert not option.get("autocomplete") or option["type"] == 3, option["name"]
