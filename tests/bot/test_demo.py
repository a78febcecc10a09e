"""The demonstration on a console."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.demo import Evening, demonstrate, readable

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


async def test_it_begins_with_its_options_and_how_to_play_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[dict[str, object]] = []

    async def opens(evening: Evening, **options: object) -> None:
        opened.append(options)

    async def plays(evening: Evening, watch: object) -> int:
        return 0

    monkeypatch.setattr(Evening, "open", opens)
    monkeypatch.setattr(Evening, "play", plays)
    assert await demonstrate(tmp_path, 7, 5) == 0
    assert opened == [{"supply": 5}]
    begin = capsys.readouterr().out
    assert "Each player has 5 cubes." in begin
    assert "python -m bot demo --supply 5 --seed 7\n" in begin


@pytest.mark.parametrize("supply", ["4", "41", "many"])
def test_a_supply_that_no_game_can_have_is_refused(supply: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["demo", "--supply", supply])
    assert refused.value.code == 2
