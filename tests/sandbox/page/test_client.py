"""The page in a real browser, as a client: by keyboard alone, live in two windows, safe, and told of troubles.

The bot is a small one with a command, button or menu for each way of answering.
"""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TRIED IN A BROWSER: selenium is not installed")

from bot.sandbox import Permission
from bot.sandbox.messages import Draft, edit
from tests.sandbox.page.scene import Play, Scene
from tests.sandbox.page.window import By, Keys, WebElement, Window


def active(window: Window) -> WebElement:
    """The entry of the open list that the keyboard is at, as a reader of the screen is told of it."""
    box = window.driver.switch_to.active_element
    assert box.get_attribute("role") == "combobox"
    assert box.get_attribute("aria-expanded") == "true"
    entry = window.driver.find_element(By.ID, box.get_attribute("aria-activedescendant") or "")
    assert entry.get_attribute("role") == "option"
    assert entry.get_attribute("aria-selected") == "true"
    assert (box.get_attribute("aria-controls") or "") == window.run("return arguments[0].parentNode.id", entry)
    return entry


def at(window: Window, words: str) -> None:
    """Waits until the keyboard is at an entry with these words."""

    def look() -> bool:
        try:
            return words in active(window).text
        except (AssertionError, LookupError):
            return False
        except Exception as error:
            if type(error).__name__ in ("NoSuchElementException", "InvalidArgumentException"):
                return False
            raise

    window.until(look, f"the entry {words!r}")


async def test_commands_by_keyboard_alone(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        window.type("/ga")
        at(window, "/game deep down")
        window.type(Keys.ARROW_UP)
        at(window, "/game new")
        window.type(Keys.ENTER)
        window.type("supply", Keys.TAB, "99", Keys.ENTER)
        window.until(lambda: "This takes: whole number, 1 to 50." in window.text(), "the reason why not")
        window.type(Keys.BACKSPACE, Keys.BACKSPACE, "12", Keys.TAB)
        window.type("partner", Keys.ENTER, "be")
        at(window, "Ben")
        window.type(Keys.ENTER, "place", Keys.ENTER)
        at(window, "agora")
        window.type(Keys.ARROW_DOWN)
        at(window, "stoa")
        window.type(Keys.ENTER, "pa", Keys.ARROW_DOWN)
        window.type(Keys.ESCAPE, Keys.BACKSPACE, Keys.BACKSPACE, "pace", Keys.TAB)
        at(window, "Fast")
        window.shoot("client-command")
        window.type(Keys.ENTER, Keys.ENTER)
        lobby = window.newest("lobby 12 None 0.5 ['ben', 'stoa', 'Fast']")
        assert "Ann\nused\n/game new" in lobby.text

        window.type("/play ")
        at(window, "0")
        window.type("e5")
        at(window, "e5 0")
        window.type(Keys.ARROW_UP)
        at(window, "e5 24")
        window.type(Keys.ENTER, Keys.ENTER)
        window.newest("played e524")

        window.type("/game deep down ")
        at(window, "True")
        window.type("f")
        at(window, "False")
        window.type(Keys.ENTER, Keys.ENTER)
        window.newest("down False")

        window.type("/game deep down ", Keys.ESCAPE, Keys.ESCAPE)
        assert window.driver.switch_to.active_element.get_attribute("id") == "composer"
        window.type("plain words", Keys.ENTER)
        window.newest("plain words")

    await play(act)


async def test_modals_waiting_and_failing(play: Play) -> None:
    def act(scene: Scene) -> None:
        window, sandbox = scene.window, scene.sandbox
        window.type("/ask", Keys.ENTER)
        window.one(".command-line")
        window.type(Keys.ENTER)
        window.one("dialog[open]")
        window.type("A", Keys.ENTER)
        window.until(lambda: "At least 2 characters." in window.text(), "the reason why not")
        window.shoot("client-modal")
        window.type("nna", Keys.ENTER)
        window.newest("hello Anna")
        assert not window.all("dialog[open]")

        window.type("/silent", Keys.ENTER)
        window.one(".command-line")
        window.type(Keys.ENTER)
        window.newest("Sending command…")
        scene.do(lambda: sandbox.advance(3))
        lost = window.newest("The application did not respond")
        lost.one(".text-button").click()
        window.until(lambda: "did not respond" not in window.text(), "the dismissal")

        window.command("game new")
        lobby = window.newest("lobby 40")
        scene.do(sandbox.pause_delivery)
        lobby.press("Count")
        lobby.one(".button.waiting")
        window.shoot("client-waiting")
        scene.do(lambda: sandbox.advance(3))
        window.until(lambda: "This interaction failed" in lobby.text, "the failure")
        scene.do(sandbox.resume_delivery)
        lobby.press("Count")
        # The press that was held back reached the bot after all, only too late.
        lobby = window.newest("pressed 2 by Ann", "(edited)")
        assert "This interaction failed" not in lobby.text
        off = next(each for each in lobby.all(".button") if each.text == "Off")
        assert not off.is_enabled()

    await play(act)


async def test_menus_and_private_messages(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        window.command("game new")
        lobby = window.newest("lobby 40")
        box = lobby.all(".menu-box")[0]
        window.run("arguments[0].focus()", box)
        window.type(Keys.ARROW_DOWN)
        window.until(lambda: lobby.all(".option.active"), "the open menu")
        window.type(" ", Keys.ARROW_DOWN, " ")
        assert [each.text for each in lobby.all(".option[aria-selected=true]")] == ["A1", "B2"]
        full = lobby.all(".option")[2]
        assert full.get_attribute("aria-disabled") == "true"
        window.shoot("client-menu")
        window.type(Keys.ESCAPE)
        window.newest("chose a1 b2", "Only you can see this")

        window.run("arguments[0].focus()", lobby.all(".menu-box")[1])
        window.type(Keys.ARROW_DOWN, "be", Keys.ENTER)
        window.newest("chose Ben")

        lobby.press("Whisper")
        private = window.newest("a secret", "Only you can see this")
        picture = private.one(".picture img")
        assert picture.get_attribute("alt") == "a board"
        private.one(".alt-badge").click()
        assert private.one(".alt-text").text == "a board"
        private.one(".picture").click()
        window.one("dialog.viewer")
        window.type(Keys.ESCAPE)
        window.until(lambda: not window.all("dialog"), "the picture put away")
        private.one(".text-button").click()
        window.until(lambda: "a secret" not in window.text(), "the dismissal")
        window.driver.refresh()
        window.newest("chose Ben")
        assert "a secret" not in window.text()

    await play(act)


async def test_two_windows_are_two_people(play: Play) -> None:
    def act(scene: Scene) -> None:
        window, driver = scene.window, scene.window.driver
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        second = driver.current_window_handle
        try:
            window.open(scene.address(scene.ben, scene.agora))
            window.until(lambda: window.run("return document.title") == "Ben in #agora", "being Ben")
            driver.switch_to.window(first)
            assert window.run("return document.title") == "Ann in #agora"
            window.command("game new")
            lobby = window.newest("lobby 40")
            lobby.press("Whisper")
            window.newest("a secret")
            driver.switch_to.window(second)
            window.newest("lobby 40")
            window.newest("lobby 40").press("Count")
            driver.switch_to.window(first)
            window.newest("pressed 1 by Ben")
            driver.switch_to.window(second)
            assert "a secret" not in window.text()
            said = scene.do(lambda: scene.ann.say(scene.agora, f"{scene.ben.mention}, look"))
            mine = window.newest("@Ben, look")
            assert window.all(f"{mine.selector}.pinged")
            draft = Draft(content="look *there*")
            scene.do(lambda: edit(scene.sandbox.site, said.message, draft))
            window.newest("look there", "(edited)")
            scene.do(lambda: scene.sandbox.delete_message(said))
            window.until(lambda: "look there" not in window.text(), "the deletion")
            window.driver.refresh()
            window.until(lambda: window.run("return document.title") == "Ben in #agora", "still being Ben")
        finally:
            driver.switch_to.window(second)
            driver.close()
            driver.switch_to.window(first)

    await play(act)


MARKED = """\
# Title
Some **bold**, *slanted*, __under__, ~~gone~~ and `code` with ||hidden|| things, \\*not slanted\\*.
> quoted
- one
  - inner
1. first
```
line  one
```
<t:0:R> <#AGORA> [a place](https://example.com/) https://discord.com/channels/1/AGORA/WELCOME 🟥
<img src=x onerror="document.title='broken in'"> [click](javascript:alert(1))"""


async def test_what_is_written_is_shown_and_nothing_more(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        welcome = next(iter(scene.agora.messages))
        scene.says(MARKED.replace("AGORA", str(scene.agora.id)).replace("WELCOME", str(welcome)))
        message = window.newest("Title", "quoted")
        found = {
            tag: [each.text for each in message.all(f".markup {tag}")]
            for tag in ("strong", "em", "u", "s", ".text code", "blockquote", "li", "pre", ".heading", ".timestamp")
        }
        assert found["strong"] == ["bold"]
        assert found["em"] == ["slanted"]
        assert (found["u"], found["s"], found[".text code"]) == (["under"], ["gone"], ["code"])
        assert (found["blockquote"], found[".heading"]) == (["quoted"], ["Title"])
        assert found["li"] == ["one\ninner", "inner", "first"]
        assert found["pre"] == ["line  one"]
        assert found[".timestamp"][0].endswith("years ago")
        assert "*not slanted*" in message.text
        assert "<img src=x" in message.text
        assert "[click](javascript:alert(1))" in message.text
        assert not window.all("img[src=x]")
        assert all((each.get_attribute("href") or "").startswith("http") for each in message.all(".markup a"))
        spoiler = message.one(".spoiler")
        assert spoiler.text == ""
        spoiler.click()
        assert spoiler.text == "hidden"
        message.one(".emoji")
        message.all(".markup a.mention")[1].click()
        window.until(lambda: window.all(f"#m{welcome}.flash"), "the message that was linked")
        assert window.run("return document.title") == "Ann in #agora"

    await play(act)


async def test_troubles_from_the_drawer(play: Play) -> None:
    def act(scene: Scene) -> None:
        window, sandbox = scene.window, scene.sandbox
        window.be("Xenia")
        window.one(".bar-button").click()
        window.one(".drawer")

        def cause(label: str) -> None:
            button = next(each for each in window.all(".drawer .button") if each.text == label)
            window.run("arguments[0].scrollIntoView()", button)
            button.click()

        before = sandbox.clock.now()
        cause("1 day passes")
        window.until(lambda: sandbox.clock.now() - before > 86_000, "the day")
        window.until(lambda: "+1 day" in window.one(".skipped").text, "the day in the bar")
        cause("Make it so")
        window.until(lambda: "1 × all requests: delayed, 5 s" in window.text(), "the fault")
        cause("Clear")
        window.until(lambda: not sandbox.faults.pending, "no fault")
        switches = window.all(".switches .switch")
        attach = next(each for each in switches if each.text == "Attach Files")
        window.run("arguments[0].scrollIntoView()", attach)
        attach.click()
        bot, agora = sandbox.bot.id, scene.agora
        window.until(lambda: not sandbox.world.may(bot, agora, Permission.ATTACH_FILES), "the right taken")
        resumes = sandbox.gateway.resumes
        cause("Drop, can resume")
        window.until(lambda: sandbox.gateway.resumes > resumes, "the bot back")
        window.run("document.querySelectorAll('.door .button')[4].click()")
        window.until(lambda: "no channel here that this person can see" in window.text(), "Xenia gone from the server")
        window.run("document.querySelectorAll('.door .button')[4].click()")
        window.newest("Welcome to Hellas")
        cause("Delete this channel")
        window.until(lambda: window.one(".room-title").text == "stoa", "the other channel")
        window.until(lambda: "agora is gone." in window.text(), "the note of it")
        window.shoot("client-trouble")

    await play(act)


async def test_an_answer_is_in_sight_however_far_up_one_has_read(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window

        def is_in_sight(number: str) -> bool:
            script = """
                const box = document.querySelector(arguments[0]).getBoundingClientRect();
                const list = document.querySelector(".messages").getBoundingClientRect();
                return box.top >= list.top - 1 && box.bottom <= list.bottom + 1;
            """
            return bool(window.run(script, number))

        def go_up() -> None:
            window.run("document.querySelector('.messages').scrollTop = 0")
            window.until(lambda: window.one(".jump").is_displayed(), "being away from the end")

        window.command("game new")
        lobby = window.newest("lobby 40")
        for number in range(40):
            scene.says(f"line {number}")
        window.newest("line 39")
        go_up()
        lobby.press("Whisper")
        whisper = window.newest("a secret")
        window.until(lambda: is_in_sight(whisper.selector), "the answer to a press")
        go_up()
        window.one(".composer-input, textarea").send_keys("here I am", Keys.ENTER)
        mine = window.newest("here I am")
        window.until(lambda: is_in_sight(mine.selector), "what one has said")
        go_up()
        window.command("game new")
        window.until(lambda: window.newest("lobby 40").selector != lobby.selector, "the second lobby")
        window.until(lambda: is_in_sight(window.newest("lobby 40").selector), "the answer to a command")

    await play(act)


async def test_the_line_of_what_is_answered_cuts_no_letter_in_two(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        window.open()
        cut = window.run(
            "const { beginning } = await import('/page/dom.js');"
            "return ['a👩‍👩‍👧', '🟥🟦', 'e\\u0301x', 'ab'].map((each) => beginning(each, 1));"
        )
        assert cut == ["a…", "🟥…", "e\u0301…", "a…"]
        assert window.run("const { beginning } = await import('/page/dom.js'); return beginning('🟥', 1)") == "🟥"

    await play(act)
