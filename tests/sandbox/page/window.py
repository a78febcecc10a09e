"""A window of a real browser on the sandbox's page: what somebody clicks, and what they see."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[3]
SHOTS = ROOT / "out" / "screenshots"

PATIENCE = 20.0
"""Seconds after which something that should be on the page is taken not to come."""

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=en-GB",
)


def missing() -> str | None:
    """Why there can be no browser here, if there can be none."""
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return "Chromium is not installed (Debian: apt install chromium chromium-driver)"
    if not shutil.which("chromedriver"):
        return "Chromium's driver is not installed (Debian: apt install chromium-driver)"
    return None


def open_browser(profile: Path) -> webdriver.Chrome:
    """A headless Chromium with a fresh profile; what its console says is kept."""
    options = webdriver.ChromeOptions()
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


class Window:
    """The page in one browser window."""

    def __init__(self, driver: webdriver.Chrome, address: str) -> None:
        self.driver = driver
        self.address = address
        self._shots = 0

    # Looking.

    def until(self, look: Callable[[], T | None], what: str) -> T:
        """Waits until `look` finds something true. Raises `AssertionError` naming what did not come."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if found := look():
                    return found
            except StaleElementReferenceException:
                pass
            assert time.monotonic() < end, f"waited in vain for {what}\n{self.text()}"
            time.sleep(0.03)

    def text(self) -> str:
        return self.driver.find_element(By.TAG_NAME, "body").text

    def all(self, selector: str, inside: WebElement | None = None) -> list[WebElement]:
        return (inside or self.driver).find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str, inside: WebElement | None = None) -> WebElement:
        """The first element of that selector that is shown."""
        return self.until(
            lambda: next((each for each in self.all(selector, inside) if each.is_displayed()), None), selector
        )

    def messages(self) -> list[WebElement]:
        return self.all(".messages article.message")

    def newest(self, *words: str) -> WebElement:
        """The newest message that itself holds all these words (the line of what it answers does not count)."""

        def look() -> WebElement | None:
            for message in reversed(self.messages()):
                said = self.all(".content", message)[0].text
                if all(word in said for word in words):
                    return message
            return None

        return self.until(look, f"a message with {words}")

    def console(self) -> list[str]:
        """What the browser complained of since the last call."""
        entries: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [f"{each['level']}: {each['message']}" for each in entries]

    # Doing.

    def open(self, hash_: str = "") -> None:
        self.driver.get(f"{self.address}{hash_}")
        self.one(".chip.me")

    def size(self, width: int, height: int, *, mobile: bool = False) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        time.sleep(0.3)

    def theme(self, name: str) -> None:
        """`light` or `dark`, as the system would say."""
        features = [{"name": "prefers-color-scheme", "value": name}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def be(self, name: str) -> None:
        """Becomes another person by the bar on top."""
        self.run("arguments[0].scrollIntoView()", self.chip(name))
        self.chip(name).click()
        self.until(lambda: self.all(".chip.me .chip-name")[0].get_attribute("textContent") == name, f"being {name}")
        self.until(lambda: self.run("return document.title").split(" in ")[0].endswith(name), f"the sight of {name}")

    def chip(self, name: str) -> WebElement:
        return self.until(
            lambda: next(
                (each for each in self.all(".chip") if (each.get_attribute("aria-label") or "").startswith(f"{name},")),
                None,
            ),
            f"the chip of {name}",
        )

    def go(self, name: str) -> None:
        """Opens a channel or conversation of the list."""
        found = self.until(lambda: [each for each in self.all(".channel") if name in each.text], f"the channel {name}")
        found[0].click()
        self.until(lambda: self.one(".room-title").text == name, f"being in {name}")

    def press(self, message: WebElement, label: str) -> None:
        """Presses a button of a message."""

        def look() -> WebElement | None:
            buttons = [each for each in self.all(".components .button", message) if each.text == label]
            return next((each for each in buttons if each.get_attribute("aria-disabled") != "true"), None)

        self.until(look, f"the button {label}").click()

    def choose(self, message: WebElement, *wanted: int) -> list[str]:
        """Chooses entries of a message's menu by their places; returns what they say."""
        box = self.one(".menu-box", message)
        box.click()
        options = self.until(lambda: self.all(".option", message), "the menu's entries")
        labels = []
        for place in wanted:
            option = self.all(".option", message)[place if place < len(options) else -1]
            labels.append(self.one(".option-label", option).text)
            option.click()
        if len(wanted) > 1:
            self.one(".menu-done", message).click()
        return labels

    def command(self, line: str) -> None:
        """Uses a command that needs no option, by clicks only."""
        self.one(".composer-slash").click()
        found = self.until(
            lambda: [each for each in self.all(".over-composer .option") if each.text.startswith(f"/{line}\n")],
            f"/{line} in the list",
        )
        found[0].click()
        self.one(".command-line")
        self.one(".composer-send").click()

    def type(self, *keys: str) -> None:
        """Types into whatever has the focus."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def shoot(self, name: str) -> Path:
        """Keeps a picture of the window as it is."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"{name}.png"
        path.write_bytes(self.driver.get_screenshot_as_png())
        return path


__all__ = ["PATIENCE", "ROOT", "SHOTS", "By", "Keys", "WebElement", "Window", "missing", "open_browser"]
