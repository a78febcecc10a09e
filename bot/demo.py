"""A whole game of three against the local Discord, played by chance through what the bot offers, and shown as text.

The players know nothing of the rules: they press buttons, choose from menus and from autocomplete. So what they can do
is what a newcomer can do, and the same players serve the tests.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from bot.sandbox import BotProcess, Channel, Interaction, MessageView, Person, Sandbox

LIKED = ("Confirm", "Exchange", "Place")
"""Buttons that are pressed more often than chance would have it, so that games come to an end and show everything."""
BEGIN = """\
A game of three against a local Discord, played by chance; the pictures go to {out}/.
Each player has {supply} cubes. To play this game again: python -m bot demo --supply {supply} --seed {seed}

"""
SEARCHES = ("picking", "captures", "exchange", "juggernaut", "form", "@", "@", "scores", "line", "")


class Player:
    """Somebody who plays by chance. `dice` decides; `style` is how: by "buttons", by "words", or "mixed"."""

    def __init__(self, person: Person, dice: random.Random, style: str = "buttons") -> None:
        self.person = person
        self.dice = dice
        self.style = style
        self.used: list[Interaction] = []
        """Everything pressed and typed, for those who want to look at it."""

    async def act(self, table: MessageView) -> MessageView:
        """One play at a table message on which it is this player's turn; returns the receipt."""
        by_words = self.style == "words" or (self.style == "mixed" and self.dice.random() < 0.5)
        return await (self._by_words(table.channel) if by_words else self._by_buttons(table))

    async def _by_buttons(self, table: MessageView) -> MessageView:
        panel = await self._done(self.person.click(table, "Act"))
        for _ in range(200):
            if panel.content.startswith("Done"):
                return panel
            panel = await self._press(panel)
        raise RuntimeError(f"no way through the panel: {panel!r}")

    async def _press(self, panel: MessageView) -> MessageView:
        """Go one step through a panel: seldom back, mostly on."""
        labels = [label for label in panel.labels if label not in ("Back", "Previous page", "Next page")]
        if "Back" in panel.labels and self.dice.random() < 0.05:
            return await self._done(self.person.click(panel, "Back"))
        if "Next page" in panel.labels and self.dice.random() < 0.3:
            return await self._done(self.person.click(panel, "Next page"))
        if panel.menus:
            menu = panel.menus[0]
            chosen = self._chosen([option.value for option in menu.options], [o.label for o in menu.options], menu.low)
            return await self._done(self.person.select(panel, 0, *chosen))
        for striking in ("Move juggernaut", "Form"):
            if striking in labels and self.dice.random() < 0.9:
                return await self._done(self.person.click(panel, striking))
        liked = [label for label in labels if label in LIKED]
        label = self.dice.choice(liked if liked and self.dice.random() < 0.8 else labels)
        return await self._done(self.person.click(panel, label))

    def _chosen(self, values: list[str], labels: list[str], number: int) -> list[str]:
        if number > 1:
            blocks = [block for block in map(_block, values) if set(block) <= set(values)]
            return self.dice.choice(blocks) if self.dice.random() < 0.9 else self.dice.sample(values, number)
        striking = [v for v, label in zip(values, labels, strict=True) if "capturing" in label or "picking" in label]
        return [self.dice.choice(striking if striking and self.dice.random() < 0.7 else values)]

    async def _by_words(self, channel: Channel) -> MessageView:
        """Type `/play` and take what autocomplete offers, until the play is whole."""
        typed = ""
        while True:
            search = self.dice.choice(SEARCHES)
            offered = await self.person.autocomplete(channel, "play", option="action", text=f"{typed}{search}")
            if not offered:
                offered = await self.person.autocomplete(channel, "play", option="action", text=typed)
            typed = str(self.dice.choice(offered).value)
            more = await self.person.autocomplete(channel, "play", option="action", text=f"{typed} ")
            unfinished = any(str(choice.value).startswith(f"{typed} ") for choice in more)
            if not unfinished or self.dice.random() < 0.1:
                return await self._done(self.person.slash(channel, "play", action=typed))
            typed += " "

    async def _done(self, using: Awaitable[Interaction]) -> MessageView:
        interaction = await using
        self.used.append(interaction)
        if interaction.failed or interaction.response is None:
            raise RuntimeError(f"the bot did not answer {interaction!r}")
        return interaction.response


def _block(square: str) -> list[str]:
    """Four squares in a block, of which the first is the lowest: whoever sets up so can form a juggernaut soon."""
    file, rank = square[0], int(square[1])
    return [f"{chr(ord(file) + east)}{rank + north}" for east in (0, 1) for north in (0, 1)]


class Evening:
    """Three players at one table of a sandbox."""

    def __init__(self, sandbox: Sandbox, channel: Channel, players: list[Player]) -> None:
        self.sandbox = sandbox
        self.channel = channel
        self.players = {player.person.id: player for player in players}

    @property
    def shown(self) -> list[MessageView]:
        """The messages in the channel, as anybody there sees them."""
        return next(iter(self.players.values())).person.messages(self.channel)

    def table(self) -> MessageView | None:
        """The message that calls somebody now."""
        return next((message for message in reversed(self.shown) if "Act" in message.labels), None)

    async def open(self, **options: object) -> None:
        """Open a lobby, join it and start."""
        first, second, third = (player.person for player in self.players.values())
        await first.slash(self.channel, "game new", **options)
        await self.sandbox.wait_for(lambda: any("Join" in m.labels for m in self.shown), what="the lobby")
        lobby = next(message for message in self.shown if "Join" in message.labels)
        await second.click(lobby, "Join")
        await third.click(lobby, "Join")
        await self.sandbox.wait_for(lambda: "Press **Start**" in lobby.content, what="three in the lobby")
        await first.click(lobby, "Start")
        await self.called()

    async def called(self, after: MessageView | None = None, content: str = "") -> MessageView:
        """Wait until the table calls somebody (anew, if a message is given that did before), or the game is over."""

        def news() -> bool:
            over = bool(self.shown) and "Game over" in self.shown[-1].content
            table = self.table()
            return over or (table is not None and (table != after or table.content != content))

        await self.sandbox.wait_for(news, what="the next call")
        return self.table() or self.shown[-1]

    def waiting(self) -> Player:
        """The player whom the table calls."""
        table = self.table()
        if table is None:
            raise RuntimeError("nobody is called")
        return next(player for user, player in self.players.items() if f"<@{user}>" in table.content)

    async def play(self, watch: Callable[[MessageView], None] = lambda message: None, plays: int | None = None) -> int:
        """Play on to the end, or for a number of plays; `watch` sees each new call. Returns the number of plays."""
        done = 0
        table = await self.called()
        while "Game over" not in self.shown[-1].content and (plays is None or done < plays):
            watch(table)
            before = table.content
            await self.waiting().act(table)
            done += 1
            table = await self.called(table, before)
        watch(self.shown[-1])
        return done


def readable(content: str, names: Mapping[int, str]) -> str:
    """A message as a console can show it: names for mentions, and none of Discord's signs for looks."""

    def moment(found: re.Match[str]) -> str:
        return f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d %H:%M} UTC"

    content = re.sub(r"<@!?(\d+)>", lambda found: f"@{names.get(int(found[1]), 'somebody')}", content)
    content = re.sub(r"<t:(\d+)(?::\w)?>", moment, content)
    content = re.sub(r"[\u2066-\u2069]|^(?:-# |#+ )|(?<!\\)(?:\*\*|`)", "", content, flags=re.MULTILINE)
    return re.sub(r"\\([\\*_~`|<>\[\]()#:@-])", r"\1", content)


async def demonstrate(out: Path, seed: int | None, supply: int) -> int:
    """Play a game with the real bot in a process of its own; text goes to standard output, pictures to `out`.

    A seed of None is drawn; `supply` is the number of cubes that each player begins with.
    """
    seed = random.randrange(10**6) if seed is None else seed
    dice = random.Random(seed)
    await asyncio.to_thread(out.mkdir, parents=True, exist_ok=True)
    say = sys.stdout.write
    say(BEGIN.format(supply=supply, seed=seed, out=out))
    count = 0
    names: dict[int, str] = {}

    def watch(message: MessageView) -> None:
        nonlocal count
        say(f"{readable(message.content, names)}\n")
        for attachment in message.attachments:
            count += 1
            picture = out / f"{count:03}-{attachment.filename}"
            picture.write_bytes(attachment.content)
            say(f"   [{picture}]\n")
        say("\n")

    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            guild = sandbox.add_guild("Hellas")
            channel = sandbox.add_channel(guild, "agora")
            players = [Player(sandbox.add_person(guild, name), dice) for name in ("Ann", "Ben", "Cleo")]
            names.update((player.person.id, player.person.name) for player in players)
            async with BotProcess(
                sandbox,
                Path(folder) / "demo.db",
                environment={"SYNTAGMA_LOG_LEVEL": "WARNING", "SYNTAGMA_SEED": str(seed)},
            ) as bot:
                await bot.ready()
                evening = Evening(sandbox, channel, players)
                await evening.open(supply=supply)
                plays = await evening.play(watch)
                say(f"{plays} plays, {count} pictures in {out}/.\n")
                await bot.terminate()
    return 0
