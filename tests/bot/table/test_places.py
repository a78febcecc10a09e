"""Threads that are archived, as they are after some days of silence: still where they were, and seen by the same."""

from __future__ import annotations

import pytest

from bot.game import moderation
from bot.sandbox import Channel, Permission, Person
from engine import Phase
from tests.bot.growth import grow, in_phase
from tests.bot.hall import Hall, said

SEEN_BY_NONE = "There is no such game that you could see from here."


class Hidden:
    """A game in a thread of a channel that a moderator by role does not see, and that somebody else moderates."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        role = hall.sandbox.add_role(hall.guild, "Judges")
        self.judge: Person = hall.sandbox.add_person(hall.guild, "Judge", roles=[role])
        self.local: Person = hall.sandbox.add_person(hall.guild, "Nestor")
        self.channel: Channel = hall.sandbox.add_channel(hall.guild, "adyton")
        hall.sandbox.deny(self.channel, self.judge, Permission.VIEW_CHANNEL)
        hall.sandbox.allow(self.channel, self.local, Permission.MANAGE_CHANNELS)
        self.thread = hall.sandbox.add_thread(self.channel, "mystery", by=hall.ann)
        self.role = role

    async def begin(self) -> None:
        said(await self.hall.mod.slash(self.hall.channel, "mod role", role=self.role))
        session = await self.hall.seat(self.thread, supply=12)
        await grow(session, in_phase(Phase.ANSWER), self.hall.dice)
        await self.hall.told(session)

    async def archive(self, seen: bool) -> None:
        await self.hall.sandbox.idle()
        if not seen:
            await self.hall.stop()
        self.hall.sandbox.set_thread(self.thread, archived=True)
        if not seen:
            await self.hall.start()
        await self.hall.sandbox.idle()


@pytest.fixture
async def hidden(hall: Hall) -> Hidden:
    hidden = Hidden(hall)
    await hidden.begin()
    return hidden


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("seen", [True, False])
async def test_an_archived_thread_has_the_moderators_that_it_had(
    seen: bool, over: bool, hidden: Hidden, hall: Hall
) -> None:
    if over:
        await moderation.end(await hall.bot.games.here(hidden.thread.id), hall.mod.id, scored=True)
        await hall.later()
    await hidden.archive(seen)
    for line in ("mod status", "mod audit", "mod export"):
        assert await hidden.judge.autocomplete(hall.channel, line, option="game") == []
        assert said(await hidden.judge.slash(hall.channel, line, game="1")) == SEEN_BY_NONE
        assert said(await hidden.local.slash(hall.channel, line, game="1")) != SEEN_BY_NONE
    assert hidden.thread.archived, "nothing of this opens it"


@pytest.mark.parametrize("seen", [True, False])
async def test_an_archived_thread_is_called_by_its_name(seen: bool, hidden: Hidden, hall: Hall) -> None:
    await hidden.archive(seen)
    await hall.bot.orphans.look()
    assert "#⁨mystery⁩" in said(await hall.ann.slash(hall.ann.dm, "game list"))
    [choice] = await hall.ann.autocomplete(hall.ann.dm, "hand", option="game")
    assert "#mystery" in choice.name


async def test_a_game_is_brought_back_into_its_archived_thread(hidden: Hidden, hall: Hall) -> None:
    session = await hall.bot.games.here(hidden.thread.id)
    await moderation.end(session, hall.mod.id, scored=True)
    await hall.later()
    await hidden.archive(seen=False)
    asked = await hidden.local.slash(hidden.channel, "mod restore", game="1")
    assert f"in <#{hidden.thread.id}>" in said(asked)
    said(await hidden.local.click(asked.response, "Confirm"))
    await hall.later()
    assert not hidden.thread.archived
    assert "Act" in hall.ann.messages(hidden.thread)[-1].labels
