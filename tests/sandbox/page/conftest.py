"""A real browser for the page's tests, and the sandbox as its users start it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.sandbox import Sandbox
from bot.sandbox.browser import Browser
from bot.sandbox.connect import point_discord_at
from bot.sandbox.people import build_sample
from tests.sandbox.page.scene import Play, Scene
from tests.sandbox.trial import TrialBot, running

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

    from tests.sandbox.page.window import Window

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests; without Chromium they are skipped, and said to be."""
    from tests.sandbox.page.window import missing, open_browser

    if why := missing():
        words = f"THE PAGE IS NOT TRIED IN A BROWSER: {why}"
        print(f"\n*** {words} ***", file=sys.stderr)
        pytest.skip(words)
    driver = open_browser(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a sandbox with the real bot, started by its command and ended as Ctrl-C does."""
    command = [sys.executable, "-m", "bot", "sandbox", "--port", "0", "--no-browser"]
    log = tmp_path_factory.mktemp("stage") / "log"
    with log.open("w") as errors:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        assert line.startswith("The sandbox is at http://127.0.0.1:"), Path(log).read_text()
        yield line.split()[4]
    finally:
        process.terminate()
        status = process.wait(timeout=30)
        process.stdout.close()
    assert status == 0, Path(log).read_text()


@pytest.fixture
def window(chromium: Chrome, address: str) -> Iterator[Window]:
    from tests.sandbox.page.window import Window

    window = Window(chromium, address)
    window.console()
    yield window
    # A page that outlives its server complains, and the test after this one would be blamed for it.
    chromium.get("about:blank")


@pytest.fixture
async def play(chromium: Chrome) -> AsyncIterator[Play]:
    """Plays a scene in a thread of its own, beside a sandbox with its page and the small bot."""
    sandbox = Sandbox()
    people = build_sample(sandbox)
    Browser(sandbox, people)
    async with sandbox:
        point_discord_at(sandbox.url)
        async with running(TrialBot(), sandbox.token):
            from tests.sandbox.page.window import Window

            window = Window(chromium, f"{sandbox.url}/")
            scene = Scene(sandbox, window, asyncio.get_running_loop())

            async def played(act: Callable[[Scene], None]) -> None:
                window.size(1280, 800)
                window.theme("dark")
                window.console()
                await asyncio.to_thread(window.open, scene.address(scene.ann))
                await asyncio.to_thread(act, scene)
                assert [each for each in window.console() if not each.startswith("INFO")] == []

            yield played
            chromium.get("about:blank")
