"""A small bot on the real discord.py: one command, button or menu for each way of answering."""

from __future__ import annotations

import asyncio
import contextlib
import io
from typing import Any

import discord
from discord import app_commands

PICTURE = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x04\x00\x00\x00\x03\x08\x02\x00\x00\x00"
    b"\x00\x00\x00\x00\x00\x00\x00\x00IEND\xaeB`\x82"
)

Press = discord.Interaction[Any]


def picture(name: str = "board.png", description: str | None = "a board") -> discord.File:
    return discord.File(io.BytesIO(PICTURE), name, description=description)


class Question(discord.ui.Modal):
    """Asks for a name, and answers with it or changes the message from which it was opened."""

    name: discord.ui.TextInput[Question] = discord.ui.TextInput(label="Name", min_length=2, max_length=10)

    def __init__(self, custom_id: str) -> None:
        super().__init__(title="Who?", custom_id=custom_id)

    async def on_submit(self, interaction: Press, /) -> None:
        if interaction.message is None:
            await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True)
        else:
            await interaction.response.edit_message(content=f"renamed to {self.name.value}")


class Panel(discord.ui.View):
    """A persistent view with a button for each kind of response."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses = 0

    @discord.ui.button(label="Count", custom_id="count")
    async def count(self, interaction: Press, button: discord.ui.Button[Panel]) -> None:
        self.presses += 1
        await interaction.response.edit_message(content=f"pressed {self.presses} by {interaction.user.display_name}")

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: Press, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("a secret", file=picture("card.png"))

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: Press, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.defer()
        await asyncio.sleep(0.05)
        await interaction.edit_original_response(content="done later", view=None)

    @discord.ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction: Press, button: discord.ui.Button[Panel]) -> None:
        await interaction.response.send_modal(Question(f"question-{interaction.id}"))

    @discord.ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: Press, button: discord.ui.Button[Panel]) -> None:
        raise AssertionError("nobody can press it")

    @discord.ui.select(
        placeholder="Square",
        custom_id="square",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=each.upper(), value=each) for each in ("a1", "b2", "c3")],
    )
    async def square(self, interaction: Press, select: discord.ui.Select[Panel]) -> None:
        await interaction.response.send_message(f"chose {' '.join(select.values)}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="User", custom_id="user")
    async def user(self, interaction: Press, select: discord.ui.UserSelect[Panel]) -> None:
        await interaction.response.send_message(f"chose {select.values[0].display_name}", ephemeral=True)


class TrialBot(discord.Client):
    """Logs in with its commands synced; `seen` names the gateway events that it got."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        chosen = intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True, guild_reactions=True)
        super().__init__(intents=chosen, guild_ready_timeout=0.1, max_messages=100)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[str] = []
        self.panel = Panel()
        self.failures: list[Exception] = []
        add_commands(self.tree)
        self.tree.error(self._note)

    async def setup_hook(self) -> None:
        self.add_view(self.panel)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No waiting: discord.py would identify only every five seconds."""

    async def on_socket_event_type(self, name: str) -> None:
        self.seen.append(name)

    async def _note(self, interaction: Press, error: app_commands.AppCommandError) -> None:
        self.failures.append(getattr(error, "original", error))


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """What the bot can be asked for."""
    add_games(tree)
    add_plays(tree)
    add_others(tree)


def add_games(tree: app_commands.CommandTree[Any]) -> None:
    """A group, a group in it, and options of every type."""
    game = app_commands.Group(name="game", description="A game")
    deep = app_commands.Group(name="deep", description="A group in a group", parent=game)

    @game.command(name="new", description="A lobby")
    @app_commands.choices(pace=[app_commands.Choice(name=each, value=each[0]) for each in ("Fast", "Slow")])
    async def new(
        interaction: Press,
        supply: app_commands.Range[int, 1, 50] = 40,
        partner: discord.Member | None = None,
        place: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        pace: app_commands.Choice[str] | None = None,
        word: app_commands.Range[str, 2, 5] | None = None,
        share: float = 0.5,
    ) -> None:
        named = [each.name for each in (partner, place, role, pace) if each is not None]
        await interaction.response.send_message(f"lobby {supply} {word} {share} {named}", view=Panel())

    @deep.command(name="down", description="Two levels down")
    async def down(interaction: Press, sure: bool) -> None:
        await interaction.response.send_message(f"down {sure}")

    tree.add_command(game)


def add_plays(tree: app_commands.CommandTree[Any]) -> None:
    """Autocomplete, a public deferral with follow-ups, and a private one with a direct message."""

    @tree.command(name="play", description="Plays")
    async def play(interaction: Press, action: str, count: int = 1) -> None:
        await interaction.response.defer()
        await interaction.followup.send(f"played {action}", file=picture())
        await interaction.followup.send("and more", ephemeral=True)

    @play.autocomplete("action")
    async def actions(interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current} {each}", value=f"{current}{each}") for each in range(25)]

    @play.autocomplete("count")
    async def counts(interaction: Press, current: str) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=str(each), value=each) for each in range(3)]

    @tree.command(name="card", description="Whispers")
    async def card(interaction: Press) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await interaction.user.send("your card", file=picture("card.png"))
        except discord.Forbidden as error:
            await interaction.followup.send(f"closed {error.code}")
        else:
            await interaction.followup.send("look")


def add_others(tree: app_commands.CommandTree[Any]) -> None:
    """A modal, silence, and a command that not everybody is offered."""

    @tree.command(name="ask", description="Opens a modal")
    async def ask(interaction: Press) -> None:
        await interaction.response.send_modal(Question(f"question-{interaction.id}"))

    @tree.command(name="silent", description="Never answers")
    async def silent(interaction: Press) -> None:
        return

    @tree.command(name="guarded", description="For who manages channels")
    @app_commands.default_permissions(manage_channels=True)
    @app_commands.guild_only()
    async def guarded(interaction: Press) -> None:
        await interaction.response.send_message("guarded")


@contextlib.asynccontextmanager
async def running(client: discord.Client, token: str) -> Any:
    """The client, logged in and ready; closed at the end."""
    task = asyncio.create_task(client.start(token))
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        yield client
    finally:
        ready.cancel()
        await client.close()
        await asyncio.wait((task,))
        if not task.cancelled() and task.exception() is not None:
            # Whoever wants the failure of the login gets it above.
            del task
