"""A real browser for the page's tests, and the sandbox as its users start it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

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
def window(chromium: Chrome, address: str) -> Window:
    from tests.sandbox.page.window import Window

    return Window(chromium, address)
