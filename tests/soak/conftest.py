"""A table for three with the real client in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox import Sandbox
from tests.bot.hall import Hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Sandbox() as sandbox:
        hall = Hall(sandbox, tmp_path / "syntagma.db")
        await hall.start()
        yield hall
        await hall.stop()
