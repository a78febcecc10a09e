"""The log: one line for each event, as `key=value` pairs, with the game and its ply where it is about one.

    at=2026-03-01T19:04:05.123Z level=info from=bot.game.session event="changed" game=17 ply=42 entries=2

A line never holds a card or a token. What code of ours says has none; what errors and libraries say is looked through
once more here, and the libraries that would write whole messages and statements at level DEBUG are kept above it.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import IO

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; whatever else one has was said as a field of its own (`extra`)."""
TALKATIVE = ("discord", "aiosqlite", "aiohttp", "PIL", "asyncio")
"""Libraries that at DEBUG write the bodies of messages or the values of statements, in which cards are."""
SCRUBBED = (
    # The token of an interaction lets anybody answer in the bot's name for fifteen minutes.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s\"'?]+"), r"\1..."),
    (re.compile(r"\b(Bot )[\w.-]{20,}"), r"\1..."),
    # Bot tokens by their form: an id in base 64, a time, a signature.
    (re.compile(r"\b[\w-]{18,30}\.[\w-]{6,7}\.[\w-]{27,}"), "..."),
    (re.compile(r"\b(shuffle )[1-9]+"), r"\1?"),
    (re.compile(r"\b(deal )[NESWC]{1,2}\b"), r"\1?"),
)
BARE = re.compile(r"[\w.:/+-]+")


class LineFormatter(logging.Formatter):
    """Writes a record as one line, whatever is in it. `secrets` are texts that are blotted out wherever they stand."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        fields: dict[str, object] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        fields["event"] = record.getMessage()
        fields |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return " ".join(f"{name}={_written(self._scrubbed(str(value)))}" for name, value in fields.items())

    def _scrubbed(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "...")
        for pattern, instead in SCRUBBED:
            text = pattern.sub(instead, text)
        return text


def _written(text: str) -> str:
    """A value as it stands in a line: in quotes and on one line, unless it is a bare word."""
    return text if BARE.fullmatch(text) else json.dumps(text)


def demoted(record: logging.LogRecord) -> bool:
    """Choices that come too late or are lost on the way are no error, though the library says so: people type on."""
    error = record.exc_info[1] if record.exc_info else None
    if "in autocomplete" in str(record.msg) and type(error).__module__.partition(".")[0] in ("discord", "aiohttp"):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args, record.exc_info = "choices could not be shown: %s", (error,), None
    return True


def set_up(level: str, secrets: tuple[str, ...] = (), stream: IO[str] | None = None) -> None:
    """Send the log of the whole process to `stream` (default: standard error) from `level` on."""
    output = logging.StreamHandler(stream or sys.stderr)
    output.setFormatter(LineFormatter(secrets))
    root = logging.getLogger()
    root.handlers[:] = [output]
    root.setLevel(level)
    for library in TALKATIVE:
        logging.getLogger(library).setLevel(max(logging.getLevelNamesMapping()[level], logging.INFO))
    logging.getLogger("discord.app_commands.tree").addFilter(demoted)
    logging.captureWarnings(True)
