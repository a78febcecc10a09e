"""The papers of the house: the README tells the truth, licences lie beside what they license, no path is private."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot import commands
from soak.__main__ import TRIALS
from tests.house.ground import ROOMS, ROOT, definitions, files, python, tree

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAPERS = ["README.md", *(name for name in files() if name.startswith("docs/") and name.endswith(".md"))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
LOCKS = ("requirements.lock", "requirements-dev.lock")
VARIABLE = re.compile(r"(?:SYNTAGMA|DISCORD)_[A-Z_]*[A-Z]")
RIGHTS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def subcommands(file: str) -> set[str]:
    """The names that a command line's `add_parser` calls give."""
    return {
        node.args[0].value
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_parser"
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def pinned(lock: str) -> dict[str, str]:
    """Package -> version of a lock file."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;\\]+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_readme_leads_with_two_commands() -> None:
    first = re.search(r"```(?:\w*)\n(.*?)```", README, re.DOTALL)
    assert first is not None
    assert [line.split("#")[0].strip() for line in first[1].splitlines()] == ["make run", "make test"]


@pytest.mark.parametrize("paper", PAPERS)
def test_commands_of_the_papers_exist(paper: str) -> None:
    text = (ROOT / paper).read_text(encoding="utf-8")
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) <= targets()
    assert set(re.findall(r'make soak ARGS="?([a-z]+)', text)) <= set(TRIALS)
    for package in ("bot", "engine"):
        named = set(re.findall(rf"python -m {package} ([a-z]+)", text))
        assert named <= subcommands(f"{package}/__main__.py")


@pytest.mark.parametrize("paper", PAPERS)
def test_tests_and_files_named_in_the_papers_exist(paper: str) -> None:
    text = (ROOT / paper).read_text(encoding="utf-8")
    for path in re.findall(r"\b(?:tests|bench|docs|contrib|soak)/[\w./]*\w", text):
        assert (ROOT / path).exists(), path
    defined = {node.name for file in python("tests") for node in definitions(file)}
    assert set(re.findall(r"`(test_\w+)`", text)) <= defined


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_every_target_can_be_made() -> None:
    for target in targets():
        done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("paper", PAPERS)
def test_slash_commands_of_the_papers_exist(paper: str) -> None:
    """With the options that are written behind them."""
    client = discord.Client(intents=discord.Intents.none())
    slash: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(client)
    commands.add_to(slash)  # type: ignore[arg-type]  # the bot's own tree, but only the names matter here
    leaves = [each for each in slash.walk_commands() if isinstance(each, app_commands.Command)]
    known = {each.qualified_name: {option.display_name for option in each.parameters} for each in leaves}
    groups = {name.split()[0] for name in known}
    folder, never = "/data", "/game create"  # the container's volume, and a promise that was broken on purpose
    text = (ROOT / paper).read_text(encoding="utf-8")
    for line, options in re.findall(rf"`(?!{folder}`|{never}`)/([a-z]+(?: [a-z]+(?=[ `]))?)((?: [^`]*)?)`", text):
        assert line in known or (line in groups and not options), f"/{line}{options}"
        assert set(re.findall(r"(?:^| )([a-z_]+):", options)) <= known.get(line, set()), f"/{line}{options}"


def test_figures_of_the_readme_are_among_the_promises() -> None:
    """Whoever measures anew writes them down there, and may forget the short form of it here."""
    number = re.compile(r"(?<![\w.,])\d[\d,.]*(?<=\d)")
    printed = set(number.findall((ROOT / "docs/promises.md").read_text(encoding="utf-8")))
    rows = re.search(r"^\| promise \| see for yourself \| figure \|\n.*?\n\n", README, re.DOTALL | re.MULTILINE)
    assert rows is not None
    quoted = {figure for row in rows[0].strip().splitlines()[2:] for figure in number.findall(row.split("|")[3])}
    assert len(quoted) > 10
    assert sorted(quoted - printed) == []


def sections(paper: str) -> set[str]:
    """What a link into a paper may name."""
    headings = re.findall(r"^#+ (.*)", (ROOT / paper).read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("paper", PAPERS)
def test_links_of_the_papers_lead_somewhere(paper: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", (ROOT / paper).read_text(encoding="utf-8")):
        if "://" not in link:
            file, _, section = link.partition("#")
            target = os.path.normpath(Path(paper).parent / file) if file else paper
            assert target in files() or (ROOT / target).is_dir(), link
            assert not section or section in sections(target), link


def test_the_invitation_asks_for_the_rights_needed() -> None:
    assert f"permissions={RIGHTS.value}" in README
    assert "scope=bot+applications.commands" in README


def test_settings_are_those_of_the_readme() -> None:
    read = {
        node.value
        for file in python(*ROOMS)
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and VARIABLE.fullmatch(node.value)
    }
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert table == read
    others = ("Dockerfile", "compose.yaml", "contrib/syntagma.service")
    assert {name for file in others for name in VARIABLE.findall((ROOT / file).read_text(encoding="utf-8"))} <= table


def test_licences_lie_beside_what_they_license() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")
    fonts = [ROOT / file for file in files() if file.endswith((".ttf", ".otf", ".woff2"))]
    assert fonts
    for font in fonts:
        texts = [path for path in font.parent.iterdir() if re.search(r"licen[cs]e|ofl", path.name, re.IGNORECASE)]
        family = font.stem.split("-")[0].lower()
        said = [f"{path.name}\n{path.read_text(encoding='utf-8')}".lower().replace(" ", "") for path in texts]
        assert any(family in words for words in said), f"no licence beside {font.name}"


def test_locks_hold_what_is_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, everything = pinned(LOCKS[0]), pinned(LOCKS[1])
    assert runtime.items() <= everything.items(), "the tests would run with other versions than the bot"
    for wanted, lock in ((declared["dependencies"], runtime), (declared["optional-dependencies"]["dev"], everything)):
        for requirement in wanted:
            name = re.split(r"[^A-Za-z0-9._-]", requirement)[0]
            assert re.sub(r"[._]", "-", name.lower()) in lock, f"{requirement} is not locked: make lock"


def test_locks_are_complete() -> None:
    for lock in LOCKS:
        entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8").strip())
        assert all("==" in entry and "--hash=sha256:" in entry for entry in entries), lock


def test_nothing_belongs_to_one_machine() -> None:
    """No path of somebody's machine, and no address of a package index: these are settings of whoever installs."""
    private = re.compile(
        r"(?<![\w.$}])/(?:home|Users|root|work)/\w|https?://\S*(?:pypi|pythonhosted|npmjs)\b|(?:extra-index|index-url|find-links)"
    )
    for file in [file for file in files() if file != "tests/house/test_papers.py"]:
        try:
            text = (ROOT / file).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a font
        assert not private.findall(text), file


def test_continuous_integration_runs_the_same_commands() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert script.startswith("#!/usr/bin/env bash")
    assert "set -euo pipefail" in script
    assert {"check", "test"} <= set(re.findall(r"^make ([a-z]+)", script, re.MULTILINE)) <= targets()
