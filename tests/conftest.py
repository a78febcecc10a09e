"""What holds for every test, whichever others ran before it in the same process."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from typing import Any

import discord  # noqa: F401 - the library sets its log up when it is first imported, which shall be no test's doing
import pytest

from bot import logs

WATCHED = (None, "bot", *logs.TALKATIVE, "discord.app_commands.tree")
"""The loggers whose settings a test may be tempted to change (None: the root)."""


def _settings() -> list[tuple[logging.Logger, int, list[logging.Handler], list[Any]]]:
    loggers = [logging.getLogger(name) for name in WATCHED]
    return [(each, each.level, each.handlers[:], each.filters[:]) for each in loggers]


@pytest.fixture(autouse=True)
def _log_left_as_found() -> Iterator[None]:
    """A test that changes the log for good would decide what a later one finds in it."""
    before = _settings()
    yield
    assert _settings() == before


@pytest.fixture
def host_log() -> Iterator[Callable[..., io.StringIO]]:
    """Sets the log of this process up as a host has it, and answers with what is written from then on."""
    before = _settings()

    def set_up(level: str, secrets: tuple[str, ...] = ()) -> io.StringIO:
        stream = io.StringIO()
        logs.set_up(level, secrets, stream)
        return stream

    yield set_up
    for logger, level, handlers, filters in before:
        logger.setLevel(level)
        logger.handlers[:], logger.filters[:] = handlers, filters
    logging.captureWarnings(False)
