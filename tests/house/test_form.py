"""The form of the code: small modules with names that say something, each with a word on what it is for."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.ground import ROOMS, ROOT, definitions, files, module, python, tree

LONGEST = 400
NAMELESS = {"manager", "handler", "helper", "util", "data", "info", "misc", "ctx"}
"""Words that say nothing of what a thing is."""
COMMANDS = {("bot/commands/game.py", "info")}
"""Functions that bear the name of the command they are."""
NO_MODULES = {"utils", "helpers", "managers", "base"}


def words(name: str) -> set[str]:
    """The words of a name, in lower case and the singular as well: `find_helpers` and `FindHelpers` are alike."""
    found = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return found | {word.removesuffix("s") for word in found}


def test_words_of_a_name() -> None:
    assert words("find_helpers") >= {"find", "helper"}
    assert words("HTTPDataError") == {"http", "data", "error"}


@pytest.mark.parametrize("file", python())
def test_a_module_is_small(file: str) -> None:
    lines = len((ROOT / file).read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST, f"{file} has {lines} lines; which two things does it do?"


@pytest.mark.parametrize("file", python())
def test_a_module_says_what_it_is_for(file: str) -> None:
    code = tree(file)
    assert not code.body or ast.get_docstring(code), f"{file} begins without a docstring"


@pytest.mark.parametrize("file", python())
def test_names_say_something(file: str) -> None:
    stem = module(file).split(".")[-1]
    assert stem not in NO_MODULES
    # The name of a test is a sentence, in which such a word may be the right one.
    defined = [node.name for node in definitions(file) if not node.name.startswith("test_")]
    for name in [stem, *defined]:
        nameless = words(name) & NAMELESS
        about_errors = nameless == {"handler"} and "error" in words(name)
        assert not nameless or about_errors or (file, name) in COMMANDS, f"{file}: {name}"


@pytest.mark.parametrize("file", python("engine", "images"))
def test_what_is_public_has_its_contract(file: str) -> None:
    for node in tree(file).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{file}: {node.name} has no docstring"


def test_nothing_is_asynchronous_in_engine_and_images() -> None:
    for file in python("engine", "images"):
        assert not any(isinstance(node, ast.AsyncFunctionDef) for node in definitions(file)), file


@pytest.mark.parametrize("file", python("bot"))
def test_every_file_that_is_sent_has_its_words(file: str) -> None:
    """For those who do not see it, and for those who wonder whether to open it."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "discord.File":
            assert "description" in {each.arg for each in node.keywords}, f"{file}:{node.lineno}"


def test_no_module_is_shadowed() -> None:
    """`tests/engine/__init__.py` would be taken for `engine`."""
    assert not [file for file in files() if file.startswith("tests/") and file.endswith("__init__.py")]


def test_all_folders_of_tests_are_run() -> None:
    """The list in pyproject.toml puts the fast ones first, and must leave nothing out."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^testpaths = \[(.*)\]$", settings, re.MULTILINE)
    assert listed is not None
    folders = set(re.findall(r'"([^"]+)"', listed[1]))
    for file in python("tests"):
        if file.split("/")[-1].startswith("test_"):
            assert any(file.startswith(f"{folder}/") for folder in folders), f"nobody runs {file}"


def test_nothing_is_left_to_be_done() -> None:
    left = re.compile(r"\b(TODO|FIX" + r"ME|XX" + r"X)\b")
    me = "tests/house/test_form.py"
    for file in [file for file in python(*ROOMS, "tests", "bench") if file != me]:
        assert not left.search((ROOT / file).read_text(encoding="utf-8")), file
