"""Counters for a host, on loopback and only where they are asked for."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import aiohttp
import pytest

from bot import config
from bot.sandbox import BotProcess, Sandbox


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def test_a_host_reads_what_happens(sandbox: Sandbox, tmp_path: Path) -> None:
    guild = sandbox.add_guild("Hellas")
    agora = sandbox.add_channel(guild, "agora")
    ann = sandbox.add_person(guild, "Ann")
    port = free_port()
    async with BotProcess(sandbox, tmp_path / "a.db", environment={"SYNTAGMA_METRICS_PORT": str(port)}) as bot:
        await bot.ready()
        await ann.slash(agora, "game new")
        await ann.slash(agora, "game start")
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            assert answer.status == 200
            said = await answer.text()
        await bot.terminate()
    values = dict(re.findall(r"^(syntagma_\w+(?:\{[^}]*\})?) (\S+)$", said, re.MULTILINE))
    assert float(values['syntagma_interactions_total{kind="application_command"}']) == 2
    assert float(values['syntagma_refusals_total{reason="lobby short"}']) == 1
    assert float(values["syntagma_servers"]) == 1
    assert float(values["syntagma_unforeseen_errors_total"]) == 0
    for name in ("store_write_seconds", "loop_lag_seconds", "quarantined_games", "live_games", "untold_notices"):
        assert f"syntagma_{name}" in values
    for secret in ("Ann", str(ann.id), sandbox.token):
        assert secret not in said


async def test_a_port_in_use_is_no_reason_not_to_play(sandbox: Sandbox, tmp_path: Path) -> None:
    guild = sandbox.add_guild("Hellas")
    sandbox.add_channel(guild, "agora")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        async with BotProcess(sandbox, tmp_path / "a.db", environment={"SYNTAGMA_METRICS_PORT": port}) as bot:
            await bot.ready()
            assert await bot.terminate() == 0
    assert "no metrics at port" in bot.output


@pytest.mark.parametrize("port", ["x", "0", "70000", "-1", "80 80"])
def test_a_port_that_is_none_is_refused(port: str, tmp_path: Path) -> None:
    with pytest.raises(config.ConfigError, match="SYNTAGMA_METRICS_PORT"):
        config.read({"SYNTAGMA_METRICS_PORT": port}, tmp_path / ".env")
    assert config.read({}, tmp_path / ".env").metrics_port is None
    assert config.read({"SYNTAGMA_METRICS_PORT": "9100"}, tmp_path / ".env").metrics_port == 9100
