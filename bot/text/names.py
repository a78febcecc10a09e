"""How people and times are written in a message."""

from __future__ import annotations

import re
import unicodedata

from bot import words
from engine import Seat

Names = tuple[str, str, str]
MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:@-])")


def name(raw: str) -> str:
    """A person's name as it may stand in a message: no markdown, no mention, no control of the text's direction."""
    shown = "".join(c for c in raw if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
    shown = " ".join(shown.split())[:32] or "somebody"
    escaped = MARKDOWN.sub(r"\\\1", shown)
    # Isolated, so that a name written from right to left leaves the sentence around it in order.
    return f"\u2068{escaped}\u2069"


def player(names: Names, seat: Seat) -> str:
    """🟥 Ann."""
    return f"{words.MARKS[seat]} {names[seat]}"


def timestamp(milliseconds: int, style: str = "R") -> str:
    """A time as Discord shows it to each reader in their own zone."""
    return f"<t:{milliseconds // 1000}:{style}>"
