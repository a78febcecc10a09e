"""The log: a line for each event, and never a card or a token in it."""

from __future__ import annotations

import io
import json
import logging
import re
import shlex
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.sandbox import BotProcess, Permission, Sandbox
from bot.store.store import open_store
from engine import Phase
from tests.bot.growth import in_phase
from tests.bot.room import Room

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"
LINE = re.compile(r'at=\S+Z level=\w+ from=\S+ event=("(?:[^"\\]|\\.)*"|\S+)( \w+=("(?:[^"\\]|\\.)*"|\S+))*')


@pytest.fixture
def written(host_log: Callable[..., io.StringIO]) -> io.StringIO:
    """The log of this process, as a host would have it at the most talkative level."""
    return host_log("DEBUG", (TOKEN,))


def fields(line: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in shlex.split(line.replace("\\n", " ")))
    return {name: value for name, _, value in pairs}


def test_an_event_is_a_line_with_game_and_ply(written: io.StringIO) -> None:
    logging.getLogger("bot.game.session").info("changed", extra={"game": 17, "ply": 42})
    line = written.getvalue()
    assert line.count("\n") == 1
    assert LINE.fullmatch(line.strip())
    found = fields(line)
    assert (found["level"], found["from"], found["event"]) == ("info", "bot.game.session", "changed")
    assert (found["game"], found["ply"]) == ("17", "42")


def test_whatever_is_said_stays_on_one_line(written: io.StringIO) -> None:
    log = logging.getLogger("bot")
    log.warning('with "quotes",\nlines and = signs')
    try:
        raise ValueError("two\nlines")
    except ValueError:
        log.exception("unforeseen")
    lines = written.getvalue().splitlines()
    assert len(lines) == 2
    assert all(LINE.fullmatch(line) for line in lines)
    assert "Traceback" in fields(lines[1])["error"]
    assert json.loads(re.findall(r'event=("(?:[^"\\]|\\.)*")', lines[0])[0]) == 'with "quotes",\nlines and = signs'


def test_tokens_and_cards_are_blotted_out(written: io.StringIO) -> None:
    log = logging.getLogger("bot")
    log.error("%s", TOKEN)
    log.error("another one %s", TOKEN.replace("a", "b"))
    log.error("Authorization: Bot %s", TOKEN)
    log.warning("rate limited: POST https://discord.com/api/v10/webhooks/12345/aW50ZXJhY3Rpb24x/messages/@original")
    log.warning("POST /interactions/998877/aW50ZXJhY3Rpb24x/callback")
    log.error("entry 4 is bad: 'shuffle 123456789' and deal NW C SE")
    try:
        raise RuntimeError(f"deal N C SE with {TOKEN}")
    except RuntimeError:
        log.exception("unforeseen")
    said = written.getvalue()
    for secret in (TOKEN, TOKEN.replace("a", "b"), "aW50ZXJhY3Rpb24x", "123456789'", "deal NW", "deal N "):
        assert secret not in said
    assert "shuffle ?" in said
    assert "deal ? C SE" in said


def test_talkative_libraries_are_kept_quiet(written: io.StringIO) -> None:
    for name in ("discord.http", "discord.gateway", "aiosqlite", "asyncio"):
        logging.getLogger(name).debug("a whole message")
    assert not written.getvalue()
    logging.getLogger("bot.table.table").debug("ours")
    assert "ours" in written.getvalue()


async def test_a_whole_game_says_nothing_secret(written: io.StringIO, tmp_path: Path) -> None:
    store = await open_store(tmp_path / "syntagma.db")
    session = await Room(store).grown(in_phase(Phase.PLAY, turn=4), supply=12)
    said = written.getvalue()
    assert f"game={session.id} ply={session.ply}" in said
    for entry in session.line:
        if entry.text.startswith(("deal", "shuffle")):
            assert entry.text not in said
    assert "Ann" not in said
    await store.close()


async def test_the_bots_own_process_never_writes_its_token(sandbox: Sandbox, tmp_path: Path) -> None:
    guild = sandbox.add_guild("Hellas")
    agora = sandbox.add_channel(guild, "agora")
    ann = sandbox.add_person(guild, "Ann", permissions=Permission.MANAGE_CHANNELS)
    async with BotProcess(sandbox, tmp_path / "a.db", environment={"SYNTAGMA_LOG_LEVEL": "DEBUG"}) as bot:
        await bot.ready()
        used = await ann.slash(agora, "game new")
        sandbox.faults.fail_before("*", count=3)
        await ann.slash(agora, "board")
        await ann.slash(agora, "mod status")
        sandbox.faults.clear()
        await ann.slash(agora, "game leave")
        await bot.terminate()
    assert sandbox.token not in bot.output
    assert used.record.token not in bot.output
    ours = [line for line in bot.output.splitlines() if line]
    assert [line for line in ours if not LINE.fullmatch(line)] == []
    assert any("event=changed game=1" in line for line in ours)


async def test_a_wrong_token_is_not_written_either(sandbox: Sandbox, tmp_path: Path) -> None:
    bot = BotProcess(sandbox, tmp_path / "a.db", environment={"DISCORD_TOKEN": TOKEN, "SYNTAGMA_LOG_LEVEL": "DEBUG"})
    await bot.start()
    assert await bot.ended() == 2
    assert TOKEN not in bot.output
    assert "does not accept" in bot.output


async def test_damage_is_told_without_cards(written: io.StringIO, tmp_path: Path) -> None:
    store = await open_store(tmp_path / "syntagma.db")
    room = Room(store)
    session = await room.grown(in_phase(Phase.PLAY, turn=2), supply=12)
    texts = [entry.text for entry in session.line if entry.text.startswith(("deal", "shuffle"))]
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE log SET text = text || ' x' WHERE game = 1 AND seq = 4")
    db.close()
    room.reload()
    await room.games.get(1, damaged=True)
    said = written.getvalue()
    assert f"game={session.id}" in said
    assert "set aside as damaged" in said
    assert not [text for text in texts if text in said]
    await store.close()
