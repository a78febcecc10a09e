"""The arrows between the rooms: `bot -> images -> engine`, `bot -> engine`, and nobody else's libraries but by a door.

Who may import what is written down here with its reason; whoever needs more says here why.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from graphlib import TopologicalSorter

import pytest

import engine
from tests.house.ground import ROOMS, imports, module, python, tree

# A room may import from these rooms; that `bot.sandbox` imports nothing else of ours is a test of its own.
ARROWS = {"engine": {"engine"}, "images": {"engine", "images"}, "bot": {"engine", "images", "bot"}}

# Which modules may import a library. A name that ends in a dot stands for all that begin so.
LIBRARIES = {
    "PIL": {"images.draw": "draws", "images.draw_": "its parts"},
    "isal": {"images.draw_ink": "deflates pictures faster than zlib"},
    "zlib_ng": {"images.draw_ink": "and those that would be too large then"},
    "aiosqlite": {"bot.store.store": "all SQL", "bot.store.writer": "commits it"},
    "sqlite3": {
        "bot.store.store": "the errors that aiosqlite lets out",
        "bot.store.writer": "those too",
        "bot.host.upkeep": "the online backup, without a loop",
        "bot.host.checking": "reads a file that is to be checked, as it is",
    },
    "cryptography": {"bot.history.sealing": "seals texts, with a key"},
    "prometheus_client": {"bot.metrics": "counters for a host"},
    "yarl": {"bot.sandbox.": "addresses, as aiohttp takes them"},
    "aiohttp": {
        "bot.sandbox.": "a local Discord is a web server",
        "bot.following": "reads the sandbox's clock",
        "bot.serve": "the errors of a failed connection",
        "bot.table.voice": "the errors of a lost connection",
        "bot.table.acknowledgement": "the errors of a lost connection",
    },
    "discord": {
        "bot.client": "the client itself",
        "bot.desk.door": "acknowledges what comes in, answers what goes wrong",
        "bot.commands": "puts the slash commands into the tree",
        "bot.serve": "starts it, and knows the error of a wrong token",
        "bot.commands.": "slash commands",
        "bot.desk.panels": "buttons and menus",
        "bot.screens.components": "buttons and menus, as they are built",
        "bot.desk.confirmations": "buttons that ask before something is done",
        "bot.screens.pages": "messages in pages",
        "bot.table.table": "publishes messages",
        "bot.table.voice": "sends, edits and deletes them",
        "bot.desk.carrying": "carries a game to another channel",
        "bot.desk.doctor": "reads rights, and what is wrong with a channel",
        "bot.table.orphans": "hears of channels and servers that are gone",
        "bot.table.places": "remembers the threads that the library forgets",
        "bot.table.bulletins": "the messages beside the table message",
        "bot.table.watch": "finds out who left a server",
        "bot.screens.pictures": "a picture becomes an attachment",
        "bot.table.acknowledgement": "answers presses and commands",
        "bot.table.permissions": "reads what the bot may do",
        "bot.desk.rights": "reads what others may do",
        "bot.desk.threads": "opens threads for games",
        "bot.table.unheard": "tells beside an answer",
        "bot.sandbox.connect": "points the library at the sandbox",
    },
}

# The sandbox knows nothing of the game. These start it, or log in to it.
STARTS_SANDBOX = {"bot.__main__", "bot.demo", "bot.serve"}

# Pictures and sentences are made from views and never from states: what cannot be reached cannot leak. So in `images`
# nobody touches a state, and in `bot` only these.
HOLDS_STATES = {
    "bot.game.session": "the game itself",
    "bot.game.change": "the game as it would be",
    "bot.history.line": "folds a log into states",
    "bot.game.news": "makes the views of which is told",
    "bot.game.guide": "previews: what the actor's own action would lead to, as a view",
    "bot.game.suggestions": "the actor's legal actions, and their effects as views",
    "bot.game.mildest": "the mildest of the legal actions",
    "bot.history.audit": "folds what was taken back as well",
    "bot.history.imports": "replays a file",
    "bot.host.checking": "replays every log",
}


def _state_side() -> set[str]:
    """The public names of the engine that are, take or give a State or a Record."""
    found = {"State", "Record"}
    for name in engine.__all__:
        if inspect.isfunction(public := getattr(engine, name)):
            found |= {name} if re.search(r"\b(State|Record)\b", str(inspect.signature(public))) else set()
    return found


def _is_among(name: str, allowed: dict[str, str]) -> bool:
    return any(name == each or (each.endswith((".", "_")) and name.startswith(each)) for each in allowed)


@pytest.mark.parametrize("file", python(*ROOMS))
def test_a_module_imports_along_the_arrows(file: str) -> None:
    me, room = module(file), file.split("/")[0]
    for wanted, _ in imports(file):
        top = wanted.split(".")[0]
        if top in ROOMS:
            assert top in ARROWS[room], f"{me} imports {wanted}: no arrow leads from {room} to {top}"
            assert top == room or wanted == top, f"{me} imports {wanted}: {top} has one door, its __init__"
        elif top in LIBRARIES:
            assert _is_among(me, LIBRARIES[top]), f"{me} imports {top}, which is left to {', '.join(LIBRARIES[top])}"
        else:
            assert top in sys.stdlib_module_names, f"{me} imports {top}, which no module may"


@pytest.mark.parametrize("file", [file for file in python("bot") if file.startswith("bot/sandbox/")])
def test_the_sandbox_imports_nothing_of_ours(file: str) -> None:
    for wanted, _ in imports(file):
        assert wanted.split(".")[0] not in ("engine", "images"), f"{file} imports {wanted}"
        assert not wanted.startswith("bot") or wanted.startswith("bot.sandbox"), f"{file} imports {wanted}"


def test_only_those_who_start_the_sandbox_import_it() -> None:
    outside = [file for file in python("bot") if not file.startswith("bot/sandbox/")]
    users = {module(file) for file in outside if any(name.startswith("bot.sandbox") for name, _ in imports(file))}
    assert users <= STARTS_SANDBOX


def test_pictures_and_words_are_made_from_views() -> None:
    state_side = _state_side()
    assert {"apply", "view", "legal_actions"} <= state_side
    holders = set()
    for file in python("images", "bot"):
        taken = {name for source, name in imports(file) if source == "engine" and name}
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "engine":
                taken.add(node.attr)
        if reached := taken & state_side:
            assert module(file) in HOLDS_STATES, f"{file} reaches past the view: {reached}"
            holders.add(module(file))
    assert holders == set(HOLDS_STATES), "who needs no states any more should not be allowed to have them"


def test_no_file_needs_itself() -> None:
    """Not even by way of others, and be it for a type alone: raises CycleError, which names the circle."""
    known = {module(file): file for file in python(*ROOMS, "soak", "bench")}
    needs = {
        me: {f"{source}.{name}" if f"{source}.{name}" in known else source for source, name in imports(file)}
        & set(known)
        for me, file in known.items()
    }
    assert len(list(TopologicalSorter(needs).static_order())) == len(known)


def test_the_allowed_are_there() -> None:
    """An allowance for a module that is gone, or that no longer needs it, is a hole."""
    used = {(wanted.split(".")[0], module(file)) for file in python(*ROOMS) for wanted, _ in imports(file)}
    for library, allowed in LIBRARIES.items():
        for name in allowed:
            assert any(lib == library and _is_among(me, {name: ""}) for lib, me in used), f"{name} needs no {library}"
