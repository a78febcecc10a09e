"""What the tests of the house look at: the files of the project and what their code imports and defines."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "images", "bot")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def files() -> tuple[str, ...]:
    """The project's files by their path from the root: those that git keeps or would keep, else all there are."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = listed.stdout.splitlines() or [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*")]
    return tuple(sorted(name for name in names if (ROOT / name).is_file() and not name.startswith(".venv")))


@cache
def tree(file: str) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse((ROOT / file).read_text(encoding="utf-8"), file)


def python(*folders: str) -> list[str]:
    """The Python files of the project, or those under some folders."""
    return [name for name in files() if name.endswith(".py") and (not folders or name.split("/")[0] in folders)]


def module(file: str) -> str:
    """`bot/commands/__init__.py` is the module bot.commands."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(file: str) -> Iterator[tuple[str, str | None]]:
    """What a file imports, wherever in it: (module, None) or (module, name taken from it)."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are written in full"
            yield from ((node.module or "", alias.name) for alias in node.names)


def definitions(file: str) -> Iterator[Definition]:
    """The functions, methods and classes that a file defines."""
    for node in ast.walk(tree(file)):
        if isinstance(node, Definition):
            yield node
