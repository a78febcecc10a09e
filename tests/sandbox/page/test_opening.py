"""The opening turn of a real game, by three people who only click; a picture of every step is kept."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TRIED IN A BROWSER: selenium is not installed")

from tests.sandbox.page.window import Keys, Post, Window

PEOPLE = ("Ann", "Ben", "Cleo")


class Camera:
    """Keeps pictures, numbered in the order of the game."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._count = 0

    def __call__(self, name: str) -> None:
        self._count += 1
        self._window.shoot(f"opening-{self._count:02}-{name}")


def to_act(window: Window) -> str:
    """Whose chip says that a table waits for them."""

    def look() -> str | None:
        chips = [each.get_attribute("aria-label") or "" for each in window.all(".chip.called")]
        names = [label.split(",")[0] for label in chips]
        return names[0] if len(names) == 1 else None

    return window.until(look, "somebody to be called")


def table(window: Window) -> Post:
    """The table message: the newest that asks somebody to act."""
    return window.newest("please", "My card")


def act(window: Window) -> str:
    """Opens the panel of the one who is to act, as that person; returns what the table says until they have acted."""
    window.be(to_act(window))
    window.go("agora")
    asked = table(window)
    said = asked.text
    asked.press("Act")
    return said


def acted(window: Window, said: str) -> None:
    """Waits until the play is made and the table says something else."""
    window.newest("Done")
    window.until(lambda: table(window).text != said, "the next call at the table")


def sees_the_board_over_the_menu(window: Window, panel: Post) -> None:
    """An open menu leaves the numbered squares that it is about in sight, and can itself be used."""
    window.until(lambda: window.click(panel.one(".menu-box")), "the menu")
    window.until(lambda: panel.all(".option"), "the menu's entries")
    script = """
        const box = (selector, inside) => inside.querySelector(selector).getBoundingClientRect();
        const message = document.querySelector(arguments[0]);
        const view = box(".messages", document);
        const list = box(".menu .popup", message);
        const picture = box(".picture", message);
        const squares = picture.top + 0.18 * picture.height;
        return [squares - view.top, view.bottom - list.bottom, box(".listbox", message).height];
    """
    above, below, height = window.run(script, panel.selector)
    assert above > 0, "the squares at the top of the board"
    assert below > -2, "the end of the list"
    assert height >= 120, "three entries and more"


def test_three_people_play_the_opening_turn_by_clicks(window: Window) -> None:
    window.size(1280, 800)
    window.theme("dark")
    window.open()
    window.until(lambda: "bot online" in window.text(), "the bot")
    shoot = Camera(window)
    window.newest("Welcome to Hellas", "unless it was started with --keep FILE")
    shoot("begin")

    # The lobby.
    window.be("Ann")
    window.command("game new")
    window.newest("the first seat")
    shoot("lobby")
    for name in PEOPLE[1:]:
        window.be(name)
        window.newest("A game of Syntagma").press("Join")
        window.newest("You have joined")
    window.newest("A game of Syntagma").press("Start")
    shoot("started")

    # Setup: each chooses a corner and four squares of it.
    for _ in PEOPLE:
        said = act(window)
        panel = window.newest("Which corner")
        corner = panel.labels[0]
        panel.press(corner)
        panel = window.newest(f"corner {corner}")
        shoot("corner")
        for width, height in ((390, 844), (1280, 800)):
            window.size(width, height, mobile=width < 760)
            sees_the_board_over_the_menu(window, panel)
            shoot(f"menu-{width}")
            window.type(Keys.ESCAPE)
        squares = [re.sub(r"^\d+\. ", "", each) for each in panel.choose(0, 1, 3, 4)]
        assert len(set(squares)) == 4
        panel = window.newest("Confirm")
        shoot("confirm-setup")
        panel.press("Confirm")
        acted(window, said)

    # The deal, from the direct message.
    archon = to_act(window)
    window.be(archon)
    window.one(".rail-button[title='Direct messages']").click()
    whisper = window.newest("You are the Archon")
    shoot("whisper")
    whisper.press("Act")
    window.newest("How do you deal?").choose(0)
    panel = window.newest("Confirm")
    shoot("deal")
    panel.press("Confirm")
    window.newest("Done")
    window.until(lambda: to_act(window) != archon, "the first who answers")

    # The answers: one accepts, one rejects, and then the Archon answers if the rules leave a choice.
    for label in ("Accept", "Reject"):
        said = act(window)
        panel = window.newest("Reject:")
        shoot("answer")
        panel.press(label)
        acted(window, said)
    said = act(window)
    window.newest("Reject:").press("Accept")
    acted(window, said)

    # The plays.
    for _ in PEOPLE:
        play(window, shoot)
    window.be(to_act(window))
    window.go("agora")
    window.newest("deal the three cards")
    shoot("next-turn")

    # A moderator looks after the game, and everybody may do so on a phone.
    window.be("Solon")
    window.command("mod status")
    window.newest("Game 1", "Only you can see this")
    shoot("moderator")
    window.size(390, 844, mobile=True)
    for theme in ("dark", "light"):
        window.theme(theme)
        shoot(f"phone-{theme}")
    assert [each for each in window.console() if not each.startswith("INFO")] == []


def play(window: Window, shoot: Camera) -> None:
    """A play by what the panel offers first, to its end."""
    said = act(window)
    seen = ""
    for _ in range(8):
        panel = newest_panel(window, unlike=seen)
        seen = panel.sentence
        shoot("play")
        if "Confirm" in panel.labels:
            panel.press("Confirm")
            acted(window, said)
            return
        if panel.all(".menu-box"):
            panel.choose(1)
        else:
            panel.press(next(each for each in ("Place", "Move", "Pass") if each in panel.labels))
    raise AssertionError(f"no way through the panel: {seen}")


def newest_panel(window: Window, unlike: str) -> Post:
    """The private message at the end, once it says something else than before."""

    def look() -> Post | None:
        last = window.last()
        if last is None or "Only you can see this" not in last.text or "Done" in last.text or not last.labels:
            return None
        return last if last.sentence != unlike else None

    return window.until(look, "the next step of the panel")
