"""Two weeks with the real bot in a process that is killed now and then: one of three disappears on the second day.

Nobody moderates. The two who are left do what the messages offer, and the game comes to an end that all would call
fair: the absent one was called and warned, never had less time than was promised, and nothing was done but what both
others wanted.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path

from bot.demo import Evening, Player
from bot.host.upkeep import check
from bot.sandbox import BotProcess, MessageView, Person, Sandbox

Run = Callable[..., Awaitable[tuple[BotProcess, Evening]]]
HOUR, DAY = 3600.0, 86_400.0


class Fortnight:
    """The days of three players, of whom the last disappears; `votes` says from which day on the others want what."""

    def __init__(
        self, sandbox: Sandbox, process: BotProcess, database: Path, evening: Evening, votes: Mapping[int, str]
    ) -> None:
        self.sandbox = sandbox
        self.database = database
        self.process = process
        self.evening = evening
        self.votes = votes
        self.absent = list(evening.players.values())[-1].person
        self.began = sandbox.clock.now()
        self.seen: set[int] = set()
        """The votes in which the two have said what they want."""

    @property
    def present(self) -> list[Person]:
        return [player.person for player in self.evening.players.values() if player.person is not self.absent]

    @property
    def day(self) -> float:
        return (self.sandbox.clock.now() - self.began) / DAY

    @property
    def over(self) -> bool:
        return any("Game over" in message.content for message in self.evening.shown[-3:])

    def newest(self, words: str) -> MessageView | None:
        """The newest message with these words."""
        return next((message for message in reversed(self.evening.shown) if words in message.content), None)

    def called(self) -> Player | None:
        """Who of those that are there is called by the table."""
        table = self.evening.table()
        players = self.evening.players.values()
        who = next((each for each in players if table and f"<@{each.person.id}>" in table.content), None)
        return None if who is None or (who.person is self.absent and self.day >= 1) else who

    async def passes(self, hours: float = 8, deeds: int = 2) -> None:
        """Some hours go by, and a few things are done by those who are there, if there is anything to do."""
        self.sandbox.advance(hours * HOUR)
        await self.watched()
        for _ in range(deeds):
            if self.over or not (await self.vote() or await self.play()):
                break
            await self.sandbox.idle(quiet=0.1)

    async def watched(self) -> None:
        """Wait until the bot has looked at what the time has brought."""
        now = self.sandbox.clock.now()
        with closing(sqlite3.connect(self.database)) as db:

            def looked() -> bool:
                rows = db.execute("SELECT value FROM settings WHERE name = 'watched'").fetchall()
                return any(int(watched) / 1000 > now - 1 for (watched,) in rows)

            await self.sandbox.wait_for(looked, what="the watch")
        await asyncio.sleep(0.05)
        await self.sandbox.idle(quiet=0.15)

    async def play(self) -> bool:
        who, table = self.called(), self.evening.table()
        if who is None or table is None:
            return False
        before = table.content
        await who.act(table)
        await self.sandbox.wait_for(lambda: self.over or self.evening.table() != table or table.content != before)
        return True

    async def vote(self) -> bool:
        """Both press what they have agreed upon."""
        vote = self.newest("⌛")
        if vote is None or vote.id in self.seen:
            return False
        self.seen.add(vote.id)
        wanted = self.votes[max(day for day in self.votes if day <= self.day)]
        for person in self.present:
            await person.click(vote, wanted)
        news = "The others"
        await self.sandbox.wait_for(lambda: any(m.id > vote.id and news in m.content for m in self.evening.shown))
        return True

    async def restarts(self, hours: float = 5) -> None:
        """The bot is killed, and is there again some hours later."""
        await self.process.kill()
        lives = self.process.output.count("event=ready")
        self.sandbox.advance(hours * HOUR)
        await self.process.start()
        await self.process.ready()
        await self.sandbox.wait_for(lambda: self.process.output.count("event=ready") > lives, what="the watch to begin")

    def check_fair(self, least: float) -> None:
        """Whoever is reminded is the one called; no vote opens before the time that was promised is up."""
        call: MessageView | None = None
        warned: dict[int, int] = {}
        for message in self.evening.shown:
            if "please" in message.content and "⏰" not in message.content and message.pings:
                call = message
                warned = {}
            elif "⏰" in message.content:
                assert call is not None
                [user] = message.pings
                assert f"<@{user}>" in call.content
                warned[user] = warned.get(user, 0) + 1
                assert warned[user] <= 7
            elif "⌛" in message.content:
                assert call is not None
                assert f"<@{self.absent.id}>" in call.content
                assert message.message.created - call.message.created >= least
                assert warned.get(self.absent.id), "nobody is voted about who was not reminded"


async def fortnight(
    sandbox: Sandbox, run: Run, folder: Path, votes: Mapping[int, str], **options: object
) -> tuple[Fortnight, BotProcess]:
    process, evening = await run(4, ("buttons", "words", "mixed"))
    await evening.open(supply=8, **options)
    return Fortnight(sandbox, process, folder / "syntagma.db", evening, votes), process


async def test_with_days_for_each_the_others_end_it_together(run: Run, sandbox: Sandbox, tmp_path: Path) -> None:
    votes = {0: "Extend", 4: "Skip", 7: "Open the seat"}
    days, process = await fortnight(sandbox, run, tmp_path, votes, pace="days", time=1)
    while days.newest("A seat is free") is None:
        await days.passes()
        if round(days.day * 3) % 12 == 8:
            await days.restarts()
        assert days.day < 12
    assert not days.over
    early = await days.present[0].slash(days.evening.channel, "game end")
    assert early.response is not None
    assert "three days" in early.response.content
    for _ in range(10):
        await days.passes()
    for person in days.present:
        await person.slash(days.evening.channel, "game end")
    await sandbox.wait_for(lambda: days.over, what="the end")
    assert days.day < 15
    card = days.newest("Game over")
    assert card is not None
    assert "win" in card.content
    assert card.content.count("on the board x 2") == 3
    assert "Rematch" in card.labels
    days.check_fair(least=12 * HOUR)
    said = [message.content for message in days.evening.shown]
    for words in ("more time", "act mildly", "voted to open the seat"):
        assert any(words in each for each in said), words
    await finish(days, process)


async def test_without_deadline_somebody_takes_the_seat_and_the_game_is_played_out(
    run: Run, sandbox: Sandbox, tmp_path: Path
) -> None:
    days, process = await fortnight(sandbox, run, tmp_path, {0: "Open the seat"})
    otto = sandbox.add_person(sandbox.world.guilds[days.evening.channel.guild_id or 0], "Otto")
    while (advert := days.newest("A seat is free")) is None:
        await days.passes(12)
        if round(days.day * 2) % 8 == 5:
            await days.restarts()
        assert days.day < 12
    assert days.day > 8
    await otto.click(advert, "Take this seat")
    days.evening.players[otto.id] = Player(otto, random.Random(3))
    await sandbox.idle(quiet=0.2)
    while not days.over:
        await days.passes(8, deeds=9)
        assert days.day < 15
    days.check_fair(least=7 * DAY)
    card = days.newest("Game over")
    assert card is not None
    assert "Otto" in card.content
    assert days.absent.name not in card.content
    await finish(days, process)


async def finish(days: Fortnight, process: BotProcess) -> None:
    """The absent one was called, not chased; the process saw no trouble; the game replays."""
    reminders = [message for message in days.absent.notifications() if "⏰" in message.content]
    assert reminders
    assert await process.terminate() == 0
    assert "Traceback" not in process.output
    assert await check(days.database) == 0
