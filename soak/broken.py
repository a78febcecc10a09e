"""What a trial raises when a promise does not hold."""

from __future__ import annotations

from collections.abc import Iterable


class Broken(Exception):
    """A promise that did not hold; the text says which and how it showed."""


def require(found: Iterable[str], where: str) -> None:
    """Raises Broken if anything was found amiss."""
    if amiss := list(found):
        listed = "\n  ".join(amiss[:20])
        raise Broken(f"{where}: {len(amiss)} amiss\n  {listed}")
