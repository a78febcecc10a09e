"""The page for a moderator: every command is there, and a file can be given to one."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TRIED IN A BROWSER: selenium is not installed")

from tests.sandbox.page.window import By, Keys, Window


def test_a_moderator_gives_a_file_to_a_command(window: Window, tmp_path: Path) -> None:
    window.size(1280, 800)
    window.open()
    window.until(lambda: "bot online" in window.text(), "the bot")
    window.be("Solon")
    window.go("agora")

    # A picture of the conversation is a file too, if none that is a game.
    window.one(".composer-slash").click()
    window.type("help", Keys.ENTER, "topic", Keys.ENTER, "Setup", Keys.ENTER, Keys.ENTER)
    window.newest("Red sets up first")
    window.one(".composer-slash").click()
    window.type("mod import", Keys.ENTER)
    window.until(lambda: "A file of this computer…" in window.text(), "what there is to choose from")
    window.until(lambda: "help-setup.png" in window.text(), "the picture")
    window.shoot("moderator-files")
    window.type("help-setup", Keys.ENTER, Keys.ENTER)
    window.newest("That is no game that I could read")

    # A file of the computer; the browser's own window for it is passed over.
    game = tmp_path / "game.json"
    game.write_text('{"format": "syntagma-game", "version": 77}')
    window.run("HTMLInputElement.prototype.click = function () { this.id = 'chosen'; document.body.append(this); }")
    window.one(".composer-slash").click()
    window.type("mod import", Keys.ENTER)
    window.until(lambda: "A file of this computer…" in window.text(), "what there is to choose from")
    window.type("A file", Keys.ENTER)
    window.until(lambda: window.all("#chosen"), "the choice of files")[0].send_keys(str(game))
    box = window.driver.find_element(By.CSS_SELECTOR, ".option-input")
    window.until(lambda: box.get_attribute("value") == "game.json", "the file in its box")
    window.one(".composer-send").click()
    window.newest("written by another version of me")


def test_all_commands_of_moderators_are_there(window: Window) -> None:
    window.open()
    window.until(lambda: "bot online" in window.text(), "the bot")
    window.be("Solon")
    window.go("agora")
    window.one(".composer-slash").click()
    window.type("mod ")
    wanted = (
        "audit end export import move pause repost replace reset restore resume rewind role settings skip status undo"
    )
    for name in wanted.split():
        window.until(
            lambda line=f"/mod {name}": any(each.text.startswith(line) for each in window.all(".option")),  # type: ignore[misc]
            f"/mod {name}",
        )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/help topic:stuck", "Somebody does not act"),
        ("/settings turned:False", "no (turned)"),
        ("/away until:7", "You are away until"),
        ("/plan cancel:True", "no game"),
        ("/mod replace by:Xenia seat:red", "no game"),
        ("/play action:@e5 e5>f7", "no game"),
    ],
)
def test_lines_of_the_help_are_taken_as_they_are_written(window: Window, line: str, words: str) -> None:
    window.open()
    window.until(lambda: "bot online" in window.text(), "the bot")
    window.be("Solon")
    window.go("stoa")
    window.run("document.querySelector('#composer').focus()")
    window.run("document.execCommand('insertText', false, arguments[0])", line)
    window.one(".command-line")
    window.type(Keys.ENTER)
    called = line.partition(":")[0].rpartition(" ")[0]

    def is_answered() -> bool:
        last = window.last()
        return last is not None and all(each in last.text for each in (f"used\n{called}", words, "Only you"))

    window.until(is_answered, f"the answer to {line}")
