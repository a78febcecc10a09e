"""How people and times are written in a message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from bot.text import words
from engine import Seat

Names = tuple[str, str, str]
MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:@-])")


PILED = re.compile(
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{2})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and marks that show nothing."""
VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
"""What chooses a form of the character before it, and alone shows nothing."""


def _is_seen(character: str) -> bool:
    hidden = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    return unicodedata.category(character) not in hidden and character not in BLANK


def plain(raw: str) -> str:
    """A person's name where nothing is read as markdown: one line of at most 32 characters that can be seen.

    Of marks piled upon each other, which would reach into the lines above and below, two are kept.
    """
    shown = " ".join(unicodedata.normalize("NFC", "".join(" " if c.isspace() else c for c in raw)).split())
    shown = PILED.sub(r"\1", "".join(c for c in shown if _is_seen(c)))[:32].strip()
    return shown if shown.strip(VARIANTS) else "somebody"


def name(raw: str) -> str:
    """A person's name as it may stand in a message: no markdown, no mention, no control of the text's direction."""
    escaped = MARKDOWN.sub(r"\\\1", plain(raw))
    # Isolated, so that a name written from right to left leaves the sentence around it in order.
    return f"\u2068{escaped}\u2069"


def player(names: Names, seat: Seat) -> str:
    """🟥 Ann."""
    return f"{words.MARKS[seat]} {names[seat]}"


def then(names: Names, former: Collection[Seat]) -> Names:
    """The names for something past, with colours in place of those who have taken their seats since."""
    red, blue, yellow = (words.COLOURS[seat].capitalize() if seat in former else names[seat] for seat in Seat)
    return red, blue, yellow


def timestamp(milliseconds: int, style: str = "R") -> str:
    """A time as Discord shows it to each reader in their own zone."""
    return f"<t:{milliseconds // 1000}:{style}>"
