"""A container's games are on a volume, or it does not start: what is written beside it is gone with an update."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import Config, read
from bot.serve import serve
from bot.store.store import StoreError


def test_without_its_volume_the_bot_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "folder" / "syntagma.db"
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    monkeypatch.setenv("SYNTAGMA_DB", str(database))
    monkeypatch.setenv("SYNTAGMA_VOLUME", str(database.parent))
    monkeypatch.setattr("bot.logs.set_up", lambda *_, **__: None)
    assert main([]) == 2
    assert f"{database.parent} is no volume" in capsys.readouterr().err
    assert not database.parent.exists(), "nothing is written where it would be lost"


@pytest.mark.parametrize("volume", [None, Path("/")])
async def test_with_it_or_outside_of_a_container_it_does(
    volume: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As far as the database, which another file is in the way of here."""
    (tmp_path / "file").touch()
    monkeypatch.setattr("sys.setswitchinterval", lambda _: None)
    with pytest.raises(StoreError, match="cannot be opened"):
        await serve(Config(token="abc.def.ghi", database=tmp_path / "file" / "syntagma.db", volume=volume))


def test_it_is_asked_for_by_a_setting(tmp_path: Path) -> None:
    assert read({}, tmp_path / ".env").volume is None
    assert read({"SYNTAGMA_VOLUME": "/data"}, tmp_path / ".env").volume == Path("/data")
