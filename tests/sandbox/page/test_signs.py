"""Colour signs are drawn by the page itself, wherever they stand: not every system has a font for them."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("selenium", reason="THE PAGE IS NOT TRIED IN A BROWSER: selenium is not installed")

from tests.sandbox.page.scene import Play, Scene
from tests.sandbox.page.window import ROOT

SIGN = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]")
"""What systems draw in colour, if they can."""


def used() -> list[str]:
    """The colour signs that the bot writes."""
    files = [each for each in (ROOT / "bot").rglob("*.py") if "sandbox" not in each.parts]
    return sorted({sign for each in files for sign in SIGN.findall(each.read_text(encoding="utf-8"))})


async def test_every_sign_of_the_bot_is_drawn(play: Play) -> None:
    assert {"✅", "⚠", "🟨"} <= set(used())

    def act(scene: Scene) -> None:
        window = scene.window
        scene.says("\n".join(f"{each}\ufe0f stands for something" for each in used()))
        message = window.newest("stands for something")
        assert len(message.all(".markup .emoji")) == len(used())
        assert not SIGN.search(message.text)
        window.type("/play action:🟨 ✅ ")
        window.until(lambda: len(window.all(".over-composer .option .emoji")) == 50, "the signs of what is offered")
        window.shoot("signs")

    await play(act)
