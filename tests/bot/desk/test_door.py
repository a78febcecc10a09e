"""What goes wrong leaves as a private sentence: after an update, with an old button, with a fault not foreseen."""

from __future__ import annotations

import logging
import re
import threading
from typing import Any

import pytest
from discord import app_commands

import engine
import images
from bot.desk import panels
from bot.sandbox import MessageView, Person
from bot.screens.components import Target
from bot.store.store import Store, StoreBusy
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.hall import Hall, said


@app_commands.command(name="undo", description="As it was in an earlier version")
async def earlier_undo(interaction: Any, why: str) -> None:
    raise AssertionError("called with other options than it has")


async def with_button(hall: Hall, person: Person, custom_id: str) -> MessageView:
    """A private message that bears a button of another version."""
    used = await person.click(hall.table(), "Log")
    assert used.response is not None
    put_button(hall, used.response, custom_id)
    return used.response


def put_button(hall: Hall, shown: MessageView, custom_id: str) -> None:
    row = hall.table().message.components[0]
    shown.message.components = [row | {"components": [row["components"][0] | {"custom_id": custom_id}]}]


async def test_a_command_that_has_changed_since_asks_to_try_again(hall: Hall) -> None:
    hall.bot.tree.remove_command("undo")
    assert "just updated" in said(await hall.ann.slash(hall.channel, "undo"))
    hall.bot.tree.add_command(earlier_undo)
    assert "just updated" in said(await hall.ann.slash(hall.channel, "undo"))


@pytest.mark.parametrize(
    "custom_id", ["s:{game}:{seq}:dance:0:", "s:{game}:0:p:0:?place", "s:{game}:{seq}:p:0:?corner XX"]
)
async def test_a_button_of_another_version_is_out_of_date(hall: Hall, custom_id: str) -> None:
    session = await hall.grown(in_phase(Phase.SETUP, 0))
    actor = hall.actor(session)
    shown = await with_button(hall, actor, custom_id.format(game=session.id, seq=session.board_seq))
    answer = said(await actor.click(shown, shown.buttons[0].custom_id))
    assert "moved on" in answer or "out of date" in answer or "Which corner" in answer


async def test_a_button_of_a_game_that_is_gone_says_so(hall: Hall) -> None:
    await hall.grown(in_phase(Phase.ANSWER))
    shown = await with_button(hall, hall.otto, f"s:{Target(99, 0, 'act').custom_id}")
    assert "no such game" in said(await hall.otto.click(shown, shown.buttons[0].custom_id))


async def test_what_nobody_foresaw_is_told_with_the_place_in_the_log(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    actor, before = hall.actor(session), session.seq
    panel = (await actor.click(hall.table(), "Act")).response
    assert panel is not None
    monkeypatch.setattr(engine, "apply", lambda state, action: 1 / 0)
    caplog.set_level(logging.ERROR)
    for used in (
        await actor.slash(hall.channel, "play", action="accept"),
        await actor.click(panel, "Accept"),
    ):
        answer = said(used)
        reference = re.search(r"`([0-9a-f]{8})`", answer)
        assert reference is not None, answer
        assert "ZeroDivision" not in answer
        assert any(getattr(record, "reference", "") == reference[1] for record in caplog.records)
    monkeypatch.undo()
    assert session.seq == before
    said(await actor.click(panel, "Accept"))
    assert session.seq == before + 1


async def test_each_press_ends_with_a_word_while_the_store_fails(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await hall.grown(in_phase(Phase.ANSWER))
    actor, before = hall.actor(session), session.seq
    shown = await with_button(hall, actor, "own:keep")

    async def fail(*args: Any) -> Any:
        raise StoreBusy("attempt to write a readonly database")

    monkeypatch.setattr(Store, "write", fail)
    monkeypatch.setattr(Store, "_rows", fail)
    presses = [f"s:{Target(session.id, session.board_seq, verb).custom_id}" for verb in panels.VERBS]
    presses += [f"own:{what}" for what in ("export", "erase", "erased", "keep")]
    for press in presses:
        put_button(hall, shown, press)
        shown.message.content = "-"
        told = said(await actor.click(shown, press))
        assert told != "-", f"{press} says nothing"
        assert "went wrong" not in told, f"{press}: {told}"
    assert session.seq == before


async def test_one_server_s_trouble_is_not_another_s(hall: Hall) -> None:
    """A server from which the bot is sent away, while games go on elsewhere."""
    sparta = hall.sandbox.add_guild("Sparta")
    acropolis = hall.sandbox.add_channel(sparta, "acropolis")
    for person in hall.players:
        person.join(sparta)
    session = await hall.grown(in_phase(Phase.ANSWER))
    await hall.sandbox.idle()
    assert "The lobby is open" in said(await hall.ann.slash(acropolis, "game new"))
    hall.sandbox.remove_bot(sparta)
    await hall.sandbox.idle()
    assert (await hall.play(hall.actor(session), "accept")).startswith("Done")


async def test_an_answer_whose_message_is_gone_is_nothing_unforeseen(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    """The panel is dismissed while a play is made with it."""
    session = await hall.grown(in_phase(Phase.ANSWER))
    actor, before = hall.actor(session), session.seq
    panel = (await actor.click(hall.table(), "Act")).response
    assert panel is not None
    caplog.set_level(logging.ERROR)
    hall.sandbox.faults.delay("POST */callback", seconds=0.3)
    press = actor.send_click(panel, "Accept")
    hall.sandbox.delete_message(panel)
    await press.settled()
    await hall.sandbox.wait_for(lambda: session.seq > before, what="the play")
    await hall.told(session)
    await hall.sandbox.wait_for(lambda: any("is gone" in m.content for m in actor.ephemerals()), what="the word")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_an_answer_whose_time_is_up_is_nothing_unforeseen(
    hall: Hall, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes answers for a quarter of an hour."""
    await hall.grown(in_phase(Phase.ANSWER))
    await hall.sandbox.idle()
    released, real = threading.Event(), images.render

    def render(*args: Any, **options: Any) -> Any:
        assert released.wait(30)
        return real(*args, **options)

    monkeypatch.setattr(images, "render", render)
    used = hall.ann.send_slash(hall.channel, "board")
    await used.acknowledged()
    hall.sandbox.advance(16 * 60)
    released.set()
    await hall.sandbox.wait_for(lambda: "Invalid Webhook Token" in caplog.text, what="Discord's refusal")
    await hall.sandbox.idle()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    monkeypatch.setattr(images, "render", real)
    assert (await hall.ann.slash(hall.channel, "board")).response is not None


@pytest.mark.parametrize("verb", panels.VERBS)
async def test_a_button_that_says_something_else_is_out_of_date(hall: Hall, verb: str) -> None:
    """Messages of other versions stay, and their buttons may say what none of today's does."""
    session = await hall.grown(in_phase(Phase.PLAY))
    before = session.seq
    used = await hall.mod.click(hall.table(), "Log")
    assert used.response is not None
    for path in (
        "",
        "x",
        "9" * 80,
        "\N{SUPERSCRIPT TWO}",
        "rewind x",
        "replace q 1",
        "replace R x",
        "restore 1",
        "move x",
    ):
        custom_id = f"s:{Target(session.id, session.standing, verb, path).custom_id}"
        button = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
        used.response.message.components = [{"type": 1, "components": [button]}]
        pressed = await hall.mod.click(used.response, custom_id)
        assert "Something went wrong" not in said(pressed), path
    assert session.seq == before
