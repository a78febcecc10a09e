"""Ends of the process, clean and violent, at any instant: nothing is lost or told twice, and every button works."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.demo import Evening, Player
from bot.sandbox import BotProcess, Interaction, MessageView, Permission, Person, Sandbox
from bot.sandbox.gateway import Gateway
from tests.bot.hall import said

ROOT = Path(__file__).resolve().parents[2]
CORNERS = ("a1,a2,b1,b2", "h8,h9,i8,i9", "a8,a9,b8,b9")


class Tavern:
    """A table for three whose bot runs in a process of its own, to be killed."""

    def __init__(self, sandbox: Sandbox, database: Path) -> None:
        self.sandbox = sandbox
        self.database = database
        self.guild = sandbox.add_guild("Hellas")
        self.channel = sandbox.add_channel(self.guild, "agora")
        self.people = [sandbox.add_person(self.guild, name) for name in ("Ann", "Ben", "Cleo")]
        self.mod = sandbox.add_person(self.guild, "Mod", permissions=Permission.MANAGE_CHANNELS)
        self.bot = BotProcess(sandbox, database, environment={"SYNTAGMA_SEED": "3"})
        self.evening = Evening(sandbox, self.channel, [Player(person, random.Random(1)) for person in self.people])

    @property
    def shown(self) -> list[MessageView]:
        return self.evening.shown

    def table(self) -> MessageView:
        [table] = [message for message in self.shown if "Act" in message.labels]
        return table

    def actor(self) -> Person:
        return self.evening.waiting().person

    async def play(self, words: str) -> None:
        """`/play` by whoever is called, and the table's word of it."""
        before = self.table().content
        answer = said(await self.actor().slash(self.channel, "play", action=words))
        assert answer.startswith("Done"), answer
        await self.sandbox.wait_for(lambda: self.shown[-1].content != before, what="the table")
        await self.settled()

    async def settled(self) -> None:
        """Wait until all has been told."""
        await self.sandbox.wait_for(lambda: self.unsent() == 0, what="all notes")
        await self.sandbox.idle()

    async def set_up(self) -> None:
        """Seats and corners; then the Archon has to deal."""
        await self.evening.open()
        for corner in CORNERS:
            await self.play(f"setup {corner}")

    def entries(self) -> int:
        """How long the log is, read beside the bot."""
        with closing(sqlite3.connect(self.database)) as db:
            return int(db.execute("SELECT count(*) FROM log").fetchone()[0])

    def told(self, what: str) -> list[int]:
        """The messages at the table, or those to one person alone."""
        found = self.shown if what == "table" else [word for person in self.people for word in person.dms()]
        return sorted(message.id for message in found)

    def unsent(self) -> int:
        with closing(sqlite3.connect(self.database)) as db:
            return int(db.execute("SELECT count(*) FROM notices WHERE sent IS NULL").fetchone()[0])


@pytest.fixture
async def tavern(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Tavern]:
    tavern = Tavern(sandbox, tmp_path / "syntagma.db")
    async with tavern.bot:
        await tavern.bot.ready()
        yield tavern


def opened(used: Interaction) -> MessageView:
    assert used.response is not None
    return used.response


async def test_every_button_of_every_open_message_works_after_a_kill(tavern: Tavern) -> None:
    """Lobby, table, each screen of the panel, receipt, log and question: pressed by those who had them before."""
    ann, ben, cleo = tavern.people
    await ann.slash(tavern.channel, "game new")
    await tavern.bot.restart()
    await tavern.sandbox.wait_for(lambda: tavern.shown, what="the lobby")
    [lobby] = tavern.shown
    await ben.click(lobby, "Join")
    await cleo.click(lobby, "Join")
    await ann.click(lobby, "Start")
    await tavern.settled()

    red = tavern.actor()
    panel = opened(await red.click(tavern.table(), "Act"))
    await red.click(panel, "SW")
    await red.select(panel, 0, "a1", "a2", "b1", "b2")
    await tavern.bot.restart()
    await red.click(panel, "Confirm")
    assert panel.content.startswith("Done")
    await tavern.settled()
    await tavern.bot.restart()
    await red.click(panel, "Undo")
    assert panel.content.startswith("Taken back")
    await tavern.settled()
    for corner in CORNERS:
        await tavern.play(f"setup {corner}")

    archon = tavern.actor()
    panel = opened(await archon.click(tavern.table(), "Act"))
    card = said(await archon.click(tavern.table(), "My card"))
    log = opened(await ann.click(tavern.table(), "Log"))
    question = opened(await tavern.mod.slash(tavern.channel, "mod undo"))
    await tavern.bot.restart()
    assert said(await archon.click(tavern.table(), "My card")) == card
    assert "sets up" in log.content
    await tavern.mod.click(question, "Cancel")
    assert question.content == "Nothing was changed."
    choice = panel.menus[0].options[0]
    await archon.select(panel, 0, choice.value)
    await archon.click(panel, "Confirm")
    await tavern.settled()
    assert panel.content.startswith("Done: you deal")
    word = next(message for message in reversed(archon.dms()) if message.labels == ["Act"])
    assert "The present board" in said(await archon.click(word, "Act"))


async def test_a_kill_tells_nothing_anew(tavern: Tavern) -> None:
    await tavern.set_up()
    before = [(m.id, m.content) for m in tavern.shown], [len(person.dms()) for person in tavern.people]
    for _ in range(2):
        await tavern.bot.restart()
    after = [(m.id, m.content) for m in tavern.shown], [len(person.dms()) for person in tavern.people]
    assert after == before
    assert tavern.unsent() == 0


@pytest.mark.parametrize(("what", "away"), [("table", 0), ("table", 3600), ("whisper", 3600)])
async def test_what_was_sent_but_not_noted_is_not_sent_again(tavern: Tavern, what: str, away: int) -> None:
    """Killed between the sending of a message and the note of it: its word was lost, and there was no second try."""
    await tavern.evening.open()
    for corner in CORNERS[:2]:
        await tavern.play(f"setup {corner}")
    if what == "table":
        await tavern.play(f"setup {CORNERS[2]}")
    faults = tavern.sandbox.faults
    faults.lose_answer(f"POST /channels/{tavern.channel.id}/messages", count=9)
    for person in tavern.people:
        faults.lose_answer(f"POST /channels/{person.dm.id}/messages", count=9)
    before = tavern.told(what)
    if what == "table":
        panel = opened(await tavern.actor().click(tavern.table(), "Act"))
        await tavern.actor().select(panel, 0, panel.menus[0].options[0].value)
        tavern.actor().send_click(panel, "Confirm")
    else:
        tavern.actor().send_slash(tavern.channel, "play", action=f"setup {CORNERS[2]}")
    await tavern.sandbox.wait_for(lambda: tavern.told(what) != before, what="a message")
    await tavern.bot.kill()
    told = tavern.told(what)
    assert len(told) == len(before) + 1
    assert tavern.unsent() > 0
    faults.clear()
    tavern.sandbox.advance(away)
    await tavern.bot.start()
    await tavern.bot.ready()
    await tavern.settled()
    assert tavern.told(what) == told
    assert tavern.table() == tavern.shown[-1]


async def test_what_could_not_be_sent_is_sent_once_by_the_next_run(tavern: Tavern) -> None:
    await tavern.set_up()
    before = len(tavern.shown)
    deal = opened(await tavern.actor().click(tavern.table(), "Act"))
    archon = tavern.actor()
    tavern.sandbox.faults.fail_before(f"POST /channels/{tavern.channel.id}/messages", count=100, status=503)
    await archon.select(deal, 0, deal.menus[0].options[0].value)
    await archon.click(deal, "Confirm")
    await tavern.bot.kill()
    assert len(tavern.shown) == before
    tavern.sandbox.faults.clear()
    await tavern.bot.start()
    await tavern.bot.ready()
    await tavern.sandbox.wait_for(lambda: len(tavern.shown) > before, what="the table")
    await tavern.sandbox.idle()
    assert len(tavern.shown) == before + 1
    assert len(tavern.shown[-1].pings) == 1
    assert tavern.table() == tavern.shown[-1]


async def test_a_request_to_end_is_followed_and_nothing_is_left_half(tavern: Tavern) -> None:
    """In the middle of plays: exit status 0, no traceback, and the next run goes on."""
    await tavern.set_up()
    for person in tavern.people:
        person.send_slash(tavern.channel, "board", public=True)
    assert await tavern.bot.terminate() == 0
    assert "Traceback" not in tavern.bot.output
    await tavern.bot.start()
    await tavern.bot.ready()
    said(await tavern.actor().click(tavern.table(), "Act"))


async def test_a_second_bot_on_one_database_is_refused(tavern: Tavern) -> None:
    second = BotProcess(tavern.sandbox, tavern.database)
    await second.start()
    assert await second.ended() == 2
    assert len(second.output.strip().splitlines()) == 1
    assert "Another bot is serving" in second.output
    said(await tavern.people[0].slash(tavern.channel, "game list"))


async def test_the_host_s_commands_run_beside_the_bot(tavern: Tavern, tmp_path: Path) -> None:
    await tavern.set_up()
    copy = tmp_path / "copy.db"
    for command, words in (
        (("check",), "1 games, 0 differences"),
        (("backup", str(copy)), "copied to"),
        (("health",), "well"),
    ):
        process = BotProcess(tavern.sandbox, tavern.database, command=("-m", "bot", *command))
        await process.start()
        assert await process.ended() == 0, process.output
        assert words in process.output
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM log").fetchone()[0] == tavern.entries()


async def test_a_lost_connection_is_made_again(tavern: Tavern) -> None:
    await tavern.set_up()
    gateway = tavern.sandbox.gateway
    for resumable in (True, False):
        before = gateway.identifies + gateway.resumes
        tavern.sandbox.drop_gateway(resumable=resumable)
        await tavern.sandbox.wait_for(partial(_has_come_back, gateway, before), timeout=30, what="the bot")
        await tavern.sandbox.connected()
        said(await tavern.people[0].slash(tavern.channel, "game list"))
    assert len([m for m in tavern.shown if "Act" in m.labels]) == 1


def _has_come_back(gateway: Gateway, before: int) -> bool:
    return gateway.identifies + gateway.resumes > before


# Tokens and first connections


async def run_once(sandbox: Sandbox, database: Path, **environment: str) -> BotProcess:
    process = BotProcess(sandbox, database, environment=environment)
    await process.start()
    await asyncio.wait_for(process.ended(), 30)
    return process


@pytest.mark.parametrize("token", ["wrong", " ", "line\nbreak"])
async def test_a_token_that_is_none_is_explained_in_two_lines(sandbox: Sandbox, tmp_path: Path, token: str) -> None:
    process = await run_once(sandbox, tmp_path / "x.db", DISCORD_TOKEN=token, SYNTAGMA_LOG_LEVEL="ERROR")
    assert process.returncode == 2
    lines = process.output.strip().splitlines()
    assert len(lines) == 2, process.output
    assert "discord.com/developers" in process.output
    assert "Traceback" not in process.output


async def test_a_token_that_is_taken_back_ends_the_bot_with_two_lines(tavern: Tavern) -> None:
    tavern.sandbox.gateway._token = "another"
    tavern.sandbox.rest._token = "another"
    tavern.sandbox.drop_gateway(resumable=False)
    assert await asyncio.wait_for(tavern.bot.ended(), 30) == 2
    assert "does not accept this DISCORD_TOKEN" in tavern.bot.output
    assert "Traceback" not in tavern.bot.output


async def test_a_first_connection_that_fails_is_tried_again(tmp_path: Path) -> None:
    """Nobody listens at first; then Discord is unwell; then it works."""
    async with Sandbox() as sandbox:
        port, url = sandbox.port, sandbox.url
    late = Sandbox()
    guild = late.add_guild("Hellas")
    ann = late.add_person(guild, "Ann")
    channel = late.add_channel(guild, "agora")
    late.site.url = url
    async with BotProcess(late, tmp_path / "x.db") as bot:
        while "again in" not in bot.output:
            assert bot.is_running, bot.output
            await asyncio.sleep(0.05)
        late.faults.fail_before("GET /users/@me", status=503)
        await late.start(port)
        try:
            await bot.ready()
            said(await ann.slash(channel, "game new"))
            assert bot.output.count("again in") >= 2
            assert "Traceback" not in bot.output
            assert await bot.terminate() == 0
        finally:
            await late.stop()


async def test_a_bot_that_waits_for_a_connection_can_be_ended(tmp_path: Path) -> None:
    async with Sandbox() as sandbox:
        pass
    async with BotProcess(sandbox, tmp_path / "x.db") as bot:
        while "again in" not in bot.output:
            assert bot.is_running, bot.output
            await asyncio.sleep(0.05)
        assert await bot.terminate() == 0


SANDBOX = """
import asyncio, sys
from pathlib import Path
from bot.sandbox import BotProcess, Sandbox

async def run():
    async with Sandbox() as sandbox:
        bot = BotProcess(sandbox, Path(sys.argv[1]))
        await bot.start()
        await bot.ready()
        print(bot.pid, flush=True)
        await asyncio.Event().wait()

asyncio.run(run())
"""


async def test_the_bot_ends_when_the_sandbox_that_started_it_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "x.db"
    sandbox = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SANDBOX, str(database)), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert sandbox.stdout is not None
    bot = int(await sandbox.stdout.readline())
    sandbox.kill()
    await sandbox.wait()
    async with asyncio.timeout(30):
        while is_running(bot):  # noqa: ASYNC110 - a process of somebody else
            await asyncio.sleep(0.05)
    # Nobody holds the database any more.
    async with Sandbox() as again, BotProcess(again, database) as another:
        await another.ready()


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # Where nobody reaps the orphan it stays listed, though it has ended.
    status = Path(f"/proc/{process}/stat")
    return not (status.is_file() and ") Z " in status.read_text(encoding="utf-8"))
