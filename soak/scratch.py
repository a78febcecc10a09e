"""A folder that is gone when a trial is over."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")
"""Where files lie in memory, on systems that have it."""


@contextmanager
def scratch(*, memory: bool = False) -> Iterator[Path]:
    """The folder; in `memory` where flushing it to a disk is not what is tried."""
    where = MEMORY if memory and MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="syntagma-", dir=where) as folder:
        yield Path(folder)
