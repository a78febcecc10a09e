"""What the host has set, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class ConfigError(Exception):
    """A setting that cannot be used; the text says which and how to mend it."""


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one process. The token is kept out of `repr`, so that no log can show it."""

    token: str = field(default="", repr=False)
    database: Path = Path("data/syntagma.db")
    volume: Path | None = None
    """The folder that has to be a mounted volume, since what is written elsewhere is gone with the container."""
    log_level: str = "INFO"
    metrics_port: int | None = None
    """Port on loopback at which Prometheus may read counters; none: they are not served."""
    sandbox: str | None = None
    """Base address of a local Discord (`bot.sandbox`) to talk to instead of the real one."""
    seed: int | None = None
    """What shuffles and draws start from, so that a trial can be repeated; of use with a local Discord alone."""
    parent: int | None = None
    """The process of the local Discord that started this one, which ends without it; none: it was started otherwise."""


def read(environment: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Config:
    """Read the settings from `environment` (default: the process's), then from the file `dotenv`.

    Raises ConfigError when a setting has no usable value. An empty token is no error here: `check` needs none.
    """
    env = {**_dotenv(dotenv), **(os.environ if environment is None else environment)}
    level = env.get("SYNTAGMA_LOG_LEVEL", "INFO").upper()
    if level not in LEVELS:
        raise ConfigError(f"SYNTAGMA_LOG_LEVEL is {level!r}; it must be one of {', '.join(LEVELS)}.")
    port = env.get("SYNTAGMA_METRICS_PORT", "").strip()
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ConfigError(f"SYNTAGMA_METRICS_PORT is {port!r}; it must be a number from 1 to 65535.")
    return Config(
        token=env.get("DISCORD_TOKEN", "").strip(),
        database=Path(env.get("SYNTAGMA_DB", "data/syntagma.db")),
        volume=Path(env["SYNTAGMA_VOLUME"]) if env.get("SYNTAGMA_VOLUME") else None,
        log_level=level,
        metrics_port=int(port) if port else None,
        sandbox=env.get("SYNTAGMA_SANDBOX") or None,
        seed=_number(env, "SYNTAGMA_SEED"),
        parent=_number(env, "SYNTAGMA_PARENT"),
    )


def _number(env: Mapping[str, str], name: str) -> int | None:
    """A setting that is of use with a local Discord alone: no real game is dealt from a seed that somebody knows."""
    number = env.get(name)
    if not number or not env.get("SYNTAGMA_SANDBOX"):
        return None
    if not (number.isascii() and number.isdigit()):
        raise ConfigError(f"{name} is {number!r}; it must be a whole number.")
    return int(number)


def _dotenv(path: Path) -> dict[str, str]:
    """The `NAME=value` lines of a file, quotes around the value taken off; nothing when there is no such file."""
    if not path.is_file():
        return {}
    lines = (line.strip().removeprefix("export ") for line in path.read_text(encoding="utf-8").splitlines())
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip().strip("'\"") for name, value in pairs}
