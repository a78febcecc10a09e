"""The demonstration on a console."""

from __future__ import annotations

import pytest

from bot.demo import readable

NAMES = {5: "Ann", 6: "Ben"}


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("🟥 <@5> (Red), please deal.", "🟥 @Ann (Red), please deal."),
        ("<@7> and <@!6>", "@somebody and @Ben"),
        ("**1** 🟥 \u2068Ann\u2069 moves.", "1 🟥 Ann moves."),
        ("-# Since the last turn of \u2068B\\_n\u2069:\nmore", "Since the last turn of B_n:\nmore"),
        ("Time until <t:1800000000:f> (<t:1800000000:R>).", "Time until 2027-01-15 08:00 UTC (2027-01-15 08:00 UTC)."),
        ("**Game over: \u2068Ann\u2069 wins!**", "Game over: Ann wins!"),
    ],
)
def test_a_message_is_readable_on_a_console(content: str, shown: str) -> None:
    assert readable(content, NAMES) == shown
