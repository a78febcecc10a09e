"""People for trials: three who play by chance whatever goes wrong around them, and look about in between."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Iterator

from bot.demo import Evening, Player
from bot.sandbox import Channel, Guild, MessageView, Refused, Sandbox

STYLES = ("buttons", "words", "mixed")
LOST = (RuntimeError, TimeoutError, Refused, StopIteration, LookupError)
"""What comes of using a client whose bot has gone: nobody answers, or the message pressed upon has changed."""
CALLED_WITHIN = 5.0
"""Seconds after which a player looks at the table again though it has not called."""
LOOKS = ("hand", "board", "log", "game info", "play")


class Company:
    """Three players at one table, who open a new game when one is over."""

    def __init__(self, sandbox: Sandbox, guild: Guild, channel: Channel, seed: int, supply: int = 12) -> None:
        self.sandbox = sandbox
        self.channel = channel
        self.dice = random.Random(seed)
        self.supply = supply
        names = ("Ann", "Ben", "Cleo")
        self.players = [
            Player(sandbox.add_person(guild, name), self.dice, style) for name, style in zip(names, STYLES, strict=True)
        ]
        self.evening = Evening(sandbox, channel, self.players)
        self.plays = 0
        self.lost = 0
        """Presses and commands that came to nothing, for want of a bot or an answer."""

    async def play_for(self, seconds: float) -> None:
        """Play for so long, whatever goes wrong, and stop in the middle of whatever is being done."""
        tasks = {asyncio.create_task(self._play())}
        tasks |= {asyncio.create_task(self._look_about(player)) for player in self.players}
        done, pending = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        while pending:
            # More than once, because a wait that has just ended swallows what comes at that instant.
            for task in pending:
                task.cancel()
            done, pending = await asyncio.wait(tasks, timeout=0.2)
        for task in done:
            if not task.cancelled():
                task.result()

    @contextlib.contextmanager
    def _bearing(self) -> Iterator[None]:
        try:
            yield
        except LOST:
            self.lost += 1

    async def _play(self) -> None:
        while True:
            with self._bearing():
                await self.step()
            await asyncio.sleep(0.02)

    @property
    def overs(self) -> int:
        """How many games have come to their end."""
        return sum("Game over" in message.content for message in self.evening.shown)

    async def step(self) -> None:
        """The next thing to be done at the table."""
        shown = reversed(self.evening.shown)
        latest = next((message for message in shown if {"Act", "Join", "Rematch"} & set(message.labels)), None)
        if latest is None or "Rematch" in latest.labels:
            await self.players[0].person.slash(self.channel, "game new", supply=self.supply)
        elif "Join" in latest.labels:
            await self._start(latest)
        else:
            await self._act(latest)

    async def _act(self, table: MessageView) -> None:
        player = self.evening.waiting()
        await player.act(table)
        self.plays += 1
        if self.dice.random() < 0.05:
            await player.person.slash(self.channel, "undo")
        with contextlib.suppress(TimeoutError):
            await self._called_anew(table, table.content)

    async def _called_anew(self, table: MessageView, content: str) -> None:
        """Wait until the table shows something new. Raises TimeoutError."""
        await self.sandbox.wait_for(
            lambda: self.evening.table() != table or table.content != content, CALLED_WITHIN, "the next call"
        )

    async def _start(self, lobby: MessageView) -> None:
        for player in self.players:
            await player.person.click(lobby, "Join")
        await self.players[0].person.click(lobby, "Start")
        await asyncio.sleep(0.2)

    async def _look_about(self, player: Player) -> None:
        """Look at one's cards, the log and the board now and then, and press what is not for oneself."""
        while True:
            await asyncio.sleep(self.dice.uniform(0.1, 1.5))
            with self._bearing():
                table = self.evening.table()
                if table is not None and self.dice.random() < 0.5:
                    await player.person.click(table, self.dice.choice(("My card", "Log")))
                else:
                    await player.person.slash(self.channel, self.dice.choice(LOOKS))
