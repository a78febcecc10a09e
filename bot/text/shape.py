"""Getting words into Discord's messages: their length, and what stands in for a picture."""

from __future__ import annotations

from collections.abc import Sequence

PAGE = 1900
"""Characters of a page, which leave room for what stands above and below it."""


def filled(lines: Sequence[str], most: int) -> list[list[str]]:
    """Lines on as many pages as they need, none left out: at most so many on each, and no more than fit a message."""
    pages: list[list[str]] = [[]]
    for line in lines:
        short = line if len(line) < PAGE else f"{line[: PAGE - 2]}…"
        if pages[-1] and (len(pages[-1]) == most or sum(map(len, pages[-1])) + len(pages[-1]) + len(short) > PAGE):
            pages.append([])
        pages[-1].append(short)
    return pages


def fit(first: str, second: str) -> str:
    """Two paragraphs within the 2,000 characters of a message; of the first its end is kept."""
    room = 1990 - len(second)
    if len(first) > room:
        first = "… " + first[len(first) - room + 2 :]
    return f"{first}\n{second}" if first else second


def in_letters(board: str) -> str:
    """The board where no picture can be."""
    return f"```\n{board}\n```\nI may not attach pictures here: I lack the right **Attach Files**."
