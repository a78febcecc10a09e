"""A thread for a game is opened once, whatever happens to Discord's answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.refusals import Refusal
from bot.sandbox.faults import Faults
from bot.text import reasons
from tests.bot.hall import Hall, said

OPENING = "POST /channels/{channel_id}/threads"


def made_twice(faults: Faults) -> None:
    faults.fail_after(OPENING, count=1)


def made_without_a_word(faults: Faults) -> None:
    faults.lose_answer(OPENING, count=1)


@pytest.mark.parametrize("trouble", [made_twice, made_without_a_word], ids=lambda trouble: trouble.__name__)
async def test_one_thread_with_a_game_in_it(trouble: Callable[[Faults], None], hall: Hall) -> None:
    trouble(hall.sandbox.faults)
    used = hall.ann.send_slash(hall.channel, "game new", thread=True)
    await used.settled(timeout=60)
    assert "The lobby is open" in said(used)
    await hall.sandbox.idle(0.2)
    [game] = await hall.store.games()
    there = [each for each in hall.sandbox.world.channels.values() if each.is_thread and not each.archived]
    assert [each.id for each in there] == [game.channel]


async def test_without_a_thread_no_game_and_a_word(hall: Hall) -> None:
    # The library tries again by itself after most troubles, for long; not after this one.
    hall.sandbox.faults.fail_before(OPENING, count=10, status=503)
    used = hall.ann.send_slash(hall.channel, "game new", thread=True)
    await used.settled(timeout=60)
    assert said(used) == reasons.REFUSALS[Refusal.NO_THREAD]
    assert await hall.store.games() == []
