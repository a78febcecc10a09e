"""Secrets and least rights: files that nobody else may read, a token that stands nowhere."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import pytest

from bot.config import read
from bot.sandbox import BotProcess, Sandbox
from bot.store.store import open_store


@pytest.mark.parametrize("before", [None, 0o644], ids=["made anew", "made by an earlier version"])
async def test_nobody_else_may_read_what_the_bot_keeps(tmp_path: Path, before: int | None) -> None:
    """The database and what SQLite lays beside it: cards are in the log, and in the log of the log."""
    path = tmp_path / "folder" / "syntagma.db"
    mask = os.umask(0o022)
    try:
        if before is not None:
            store = await open_store(path)
            await store.close()
            path.chmod(before)
        store = await open_store(path)
        await store.set_setting("name", "value")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        await store.close()
    finally:
        os.umask(mask)
    assert {f"syntagma.db{end}" for end in ("", "-wal", "-shm", ".lock")} <= modes.keys()
    assert not {name: oct(mode) for name, mode in modes.items() if mode & 0o077}


def contents(folder: Path) -> list[tuple[str, bytes]]:
    return [(file.name, file.read_bytes()) for file in folder.iterdir()]


async def test_the_token_is_in_no_title_and_no_log(tmp_path: Path) -> None:
    """It is handed over by the environment alone, whatever goes wrong; the most talkative log holds nothing of it."""
    token = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gsecrt.abcdefghijklmnopqrstuvwxyz0123456789AB"
    environment = {"SYNTAGMA_LOG_LEVEL": "DEBUG", "PYTHONASYNCIODEBUG": "1"}
    async with Sandbox(token=token) as sandbox:
        guild = sandbox.add_guild("Hellas")
        channel = sandbox.add_channel(guild, "agora")
        ann = sandbox.add_person(guild, "Ann")
        async with BotProcess(sandbox, tmp_path / "syntagma.db", environment=environment) as process:
            await process.ready()
            for name in ("cmdline", "comm"):
                title = await asyncio.to_thread(Path(f"/proc/{process.pid}/{name}").read_bytes)
                assert token.encode() not in title
            sandbox.faults.fail_before("*", status=500, count=40)
            sandbox.faults.lose_answer("*", count=3)
            await ann.slash(channel, "game new")
            sandbox.faults.clear()
            sandbox.faults.fail_before("*", status=401, count=3)
            sandbox.drop_gateway(resumable=False)
            await ann.slash(channel, "game list")
            await process.terminate()
    secret = token.rpartition(".")[2]
    assert "level=warning" in process.output, "something did go wrong"
    assert secret not in process.output
    assert not [name for name, content in await asyncio.to_thread(contents, tmp_path) if secret.encode() in content]


def test_settings_do_not_show_the_token() -> None:
    settings = read({"DISCORD_TOKEN": "abc.def.ghi"}, Path("nowhere"))
    assert settings.token == "abc.def.ghi"
    assert "abc" not in f"{settings!r} {settings}"
