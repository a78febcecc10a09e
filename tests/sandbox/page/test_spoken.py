"""Commands written out, as the README and the bot write them: read as Discord reads them, and nothing gets lost."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TRIED IN A BROWSER: selenium is not installed")

from tests.sandbox.page.scene import Play, Scene
from tests.sandbox.page.window import Keys, Window


def paste(window: Window, text: str) -> None:
    """Puts a text into whatever has the focus, all at once."""
    window.run("document.execCommand('insertText', false, arguments[0])", text)


def written(window: Window) -> dict[str, str]:
    """The command line as it stands: the command, each option in use, and what belongs to none."""
    script = """
        const box = document.querySelector(".command-line");
        const fields = [...box.querySelectorAll(".option-field")];
        return {
          command: box.querySelector(".command-name").textContent,
          ...Object.fromEntries(fields.map((each) => [each.firstChild.textContent, each.lastChild.value])),
          rest: box.querySelector(".option-tail").value,
        };
    """
    found: dict[str, str] = window.run(script)
    return found


def stands(window: Window, **fields: str) -> None:
    """Waits until a command line stands there like that."""

    def look() -> bool:
        return bool(window.all(".command-line")) and written(window) == {"rest": "", **fields}

    window.until(look, f"the command line {fields}")


async def test_a_name_and_a_colon_open_an_option_key_by_key(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        window.type("/game new ")
        stands(window, command="/game new")
        for key in "partner:Ben pace:fa":
            window.type(key)
        stands(window, command="/game new", partner="Ben", pace="fa")
        window.type(Keys.ENTER)
        stands(window, command="/game new", partner="Ben", pace="Fast")
        window.type(Keys.ENTER)
        window.newest("lobby 40 None 0.5 ['ben', 'Fast']")

        # An option that has to be given has its box already, and its name may be written all the same.
        window.type("/play ")
        stands(window, command="/play", action="")
        for key in "action:e5 count:":
            window.type(key)
        stands(window, command="/play", action="e5", count="")

    await play(act)


async def test_a_pasted_command_is_read_whole_and_sent_by_one_enter(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        paste(window, "/game new supply:12 partner:Ben pace:f word:a b c")
        stands(window, command="/game new", supply="12", partner="Ben", pace="f", word="a b c")
        window.shoot("spoken-pasted")
        window.type(Keys.ENTER)
        # A choice has a value (F) besides its name (Fast), and either may be written.
        window.newest("lobby 12 a b c 0.5 ['ben', 'Fast']")

        paste(window, "/play action:@e5 e5>f7 n: x")
        stands(window, command="/play", action="@e5 e5>f7 n: x")
        window.type(Keys.ENTER)
        window.newest("played @e5 e5>f7 n: x")

        paste(window, "/play @e5")
        stands(window, command="/play", action="@e5")
        window.type(Keys.ENTER)
        window.newest("played @e5")

        paste(window, "/GAME  deep down\nsure:false\n")
        stands(window, command="/game deep down", sure="false")
        window.type(Keys.ENTER)
        window.newest("down False")

    await play(act)


async def test_what_belongs_to_no_option_is_not_sent_and_stays(play: Play) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        paste(window, "/game new Ben pace:Fast")
        stands(window, command="/game new", pace="Fast", rest="Ben")
        window.type(Keys.ENTER)
        window.until(lambda: "“Ben” belongs to no option. Put a name before it: supply:" in window.text(), "why not")
        window.shoot("spoken-rest")
        stands(window, command="/game new", pace="Fast", rest="Ben")
        window.type(Keys.HOME, "partner:", Keys.ENTER, Keys.ENTER)
        window.newest("lobby 40 None 0.5 ['ben', 'Fast']")

        paste(window, "/silent now")
        stands(window, command="/silent", rest="now")
        window.type(Keys.ENTER)
        window.until(lambda: "/silent does not take “now”" in window.text(), "why not")
        window.type(Keys.ESCAPE)

        paste(window, "/game new partner:Ben Cleo pace:Fast")
        window.type(Keys.ENTER)
        window.until(lambda: "partner: This takes: user." in window.text(), "why not")
        stands(window, command="/game new", partner="Ben Cleo", pace="Fast")

    await play(act)


@pytest.mark.parametrize("text", ["/nothing at all", "/game nothing:here", "/nothing\nat all"])
async def test_a_command_that_is_not_there_is_never_said_aloud(play: Play, text: str) -> None:
    def act(scene: Scene) -> None:
        window = scene.window
        before = len(scene.agora.messages)
        paste(window, text)
        window.until(lambda: "There is no such command" in window.text(), "the sentence")
        window.type(Keys.ENTER)
        window.until(lambda: f"Not sent: there is no command {text.split()[0]}" in window.text(), "why not")
        assert window.run("return document.querySelector('#composer').value") == text
        assert len(scene.agora.messages) == before
        window.type(Keys.CONTROL, Keys.HOME, Keys.NULL, " ", Keys.ENTER)
        window.newest(text.split()[0])

    await play(act)
