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


_NEWEST = """
const messages = [...document.querySelectorAll(".messages article.message")].reverse();
const said = (each) => each.querySelector(".content").innerText;
return messages.find((each) => arguments[0].every((word) => said(each).includes(word)))?.id ?? null;
"""


class Post:
    """A message on the page, found anew for every look: an edit puts another element in its place."""

    def __init__(self, window: Window, number: str) -> None:
        self._window = window
        self.selector = f"#{number}"

    @property
    def text(self) -> str:
        text: str = self._window.run(f"return document.querySelector('{self.selector}')?.innerText ?? ''")
        return text

    @property
    def sentence(self) -> str:
        """What it says, whatever is chosen in its menu."""
        return "\n".join(self.texts(".markup"))

    @property
    def labels(self) -> list[str]:
        """The labels of its buttons."""
        return self.texts(".components .button")

    def all(self, selector: str) -> list[WebElement]:
        return self._window.all(f"{self.selector} {selector}")

    def one(self, selector: str) -> WebElement:
        return self._window.one(f"{self.selector} {selector}")

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.innerText.trim())"
        texts: list[str] = self._window.run(script, f"{self.selector} {selector}")
        return texts

    def press(self, label: str) -> None:
        """Presses a button."""

        def pressed() -> bool:
            for each in self.all(".components .button"):
                if each.text == label and each.get_attribute("aria-disabled") != "true":
                    each.click()
                    return True
            return False

        self._window.until(pressed, f"the button {label}")

    def choose(self, *wanted: int) -> list[str]:
        """Chooses entries of the menu by their places, the last for one beyond; returns what they say."""
        self._window.until(lambda: self._window.click(self.one(".menu-box")), "the menu")
        count = len(self._window.until(lambda: self.all(".option"), "the menu's entries"))
        labels = []
        for place in wanted:
            option = self.all(".option")[min(place, count - 1)]
            labels.append(self._window.one(".option-label", option).text)
            option.click()
        if len(wanted) > 1:
            self.one(".menu-done").click()
        return labels


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
            assert time.monotonic() < end, f"waited in vain for {what}; the page ends with\n{self.text()[-1500:]}"
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

    def last(self) -> Post | None:
        """The message at the end, if there is one."""
        numbers = self.run("return [...document.querySelectorAll('.messages article')].map((each) => each.id)")
        return Post(self, numbers[-1]) if numbers else None

    def newest(self, *words: str) -> Post:
        """The newest message that itself holds all these words (the line of what it answers does not count)."""

        return Post(self, self.until(lambda: self.run(_NEWEST, list(words)), f"a message with {words}"))

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
        self.until(lambda: self.click(self.chip(name)), f"a click on {name}")
        self.until(lambda: self.all(".chip.me .chip-name")[0].get_attribute("textContent") == name, f"being {name}")
        self.until(lambda: self.run("return document.title").split(" in ")[0].endswith(name), f"the sight of {name}")

    def click(self, element: WebElement) -> bool:
        """Clicks what may lie outside of its list's window."""
        self.run("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        element.click()
        return True

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


__all__ = ["PATIENCE", "ROOT", "SHOTS", "By", "Keys", "Post", "WebElement", "Window", "missing", "open_browser"]
