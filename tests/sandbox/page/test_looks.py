"""How the page looks, wide and narrow, dark and light: legible, named, and within the window."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TRIED IN A BROWSER: selenium is not installed")

from tests.sandbox.page.scene import Play, Scene
from tests.sandbox.page.window import Keys, Window

AUDIT = Path(__file__).with_name("audit.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [1280, 390])
async def test_everything_is_legible_and_named(play: Play, width: int) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        window.command("game new")
        window.newest("lobby 40").press("Whisper")
        window.newest("a secret")
        scene.says(f"{scene.ann.mention}, `here` <t:0:R> ||x|| [a link](https://example.com) <#{scene.agora.id}>")
        window.newest("a link")
        window.size(width, 844 if width < 760 else 800, mobile=width < 760)
        looks(window, "room", width)
        if width < 760:
            window.one(".menu-button").click()
            looks(window, "lists", width)
            window.type(Keys.ESCAPE)
        window.one(".composer-slash").click()
        window.one(".over-composer .option")
        looks(window, "commands", width)
        window.one(".bar-button").click()
        looks(window, "trouble", width)

    await play(act)


def looks(window: Window, name: str, width: int) -> None:
    """Keeps a picture in either theme, and finds nothing wrong with what is shown."""
    for theme in ("dark", "light"):
        window.theme(theme)
        # Until all that glides has come to rest.
        window.run("return Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))")
        window.shoot(f"look-{width}-{theme}-{name}")
        assert window.run(AUDIT) == [], (name, theme)


async def test_nobody_is_out_of_sight_on_a_phone(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        window.size(390, 844, mobile=True)
        seen = """
            const row = document.querySelector(".chips").getBoundingClientRect();
            const face = (each) => each.querySelector(".chip-face").getBoundingClientRect();
            return [...document.querySelectorAll("a.chip")]
              .filter((each) => face(each).left > row.left - 1 && face(each).right < row.right + 1)
              .map((each) => each.getAttribute("aria-label").split(",")[0]);
        """
        everybody = ["Ann", "Ben", "Cleo", "Solon", "Xenia"]
        assert window.run(seen) == everybody
        window.be("Solon")
        assert window.run(seen) == everybody
        assert "+" not in "".join(each.text for each in window.all(".chips-more"))
        window.be("Ann")
        for number in range(6):
            window.run(
                "const { trouble } = await import('/page/wire.js');"
                "await trouble('add_person', { name: arguments[0], kind: 'player', guild: null });",
                f"Somebody {number}",
            )
        window.until(lambda: len(window.all(".chip")) > 9, "many people")
        first = window.run(seen)
        assert first[0] == "Ann"
        window.until(lambda: window.one(".chips-more").text == f"+{11 - len(first)}", "how many more there are")
        window.shoot("phone-many-people")
        found = set(first)
        for _ in range(3):
            before = window.run(seen)
            window.one(".chips-more").click()
            window.until(lambda was=before: window.run(seen) != was, "others")  # type: ignore[misc]
            found |= set(window.run(seen))
        assert len(found) == 11
        assert window.run("return document.querySelector('.people').offsetHeight") < 60, "one row"
        window.one(".menu-button").click()
        window.shoot("phone-many-people-lists")
        bar = window.run("return document.querySelector('.people').getBoundingClientRect().bottom")
        top = window.run("return document.querySelector('.sidebar').getBoundingClientRect().top")
        assert abs(bar - top) <= 1, "what hangs below the bar begins where it ends"

    await play(act)


async def test_nothing_is_said_of_the_bot_when_the_sandbox_has_ended(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        assert window.one(".state").is_displayed()
        # As when the sandbox has ended; but this one is still needed.
        window.run("""
            window.fetch = () => Promise.reject(new Error("nobody there"));
            window.WebSocket = class { constructor() { setTimeout(() => this.onclose(), 10); } close() {} };
        """)
        window.chip("Ben").click()
        window.one("body.lost")
        assert not window.all(".state")[0].is_displayed()
        window.shoot("look-lost")

    await play(act)
