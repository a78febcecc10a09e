"""`/play`, `/undo`, `/hand`, `/board`, `/log`: playing, and looking at the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

import images
from bot import text
from bot.commands.choose import GAME, games, session_of
from bot.desk import panels
from bot.game import suggestions
from bot.refusals import Refusal, Refused
from bot.screens import pages
from bot.screens.boards import PUBLIC, board_of, look_of, replay_of, shown_to, turned_words, words_beside
from bot.table import unheard

if TYPE_CHECKING:
    from bot.client import Interaction


async def actions(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """What is legal for the caller now and fits what was typed."""
    chosen = interaction.namespace.game
    try:
        session = await session_of(interaction, chosen if isinstance(chosen, str) else None)
        found = suggestions.suggest(session, interaction.user.id, current)
    except Refused:
        return []
    return [app_commands.Choice(name=label, value=value) for label, value in found]


@app_commands.command(name="play", description="Play in the notation, as @e5 e5>f7; without an action, the panel opens")
@app_commands.describe(action="One or more actions; the list narrows by square, kind or effect as you type")
@app_commands.autocomplete(action=actions, game=games)
@app_commands.describe(game=GAME)
async def play(interaction: Interaction, action: str | None = None, game: str | None = None) -> None:
    session = await session_of(interaction, game)
    if action is None:
        await panels.show(interaction, session, "", 0)
        await unheard.tell(interaction, session)
        return
    try:
        played = await session.play(interaction.user.id, action, interaction=interaction.id)
    except Refused as refused:
        raise suggestions.explained(session, interaction.user.id, action, refused) from refused
    await panels.receipt(interaction, session, text.receipt(played.steps))
    await unheard.tell(interaction, session)


@app_commands.command(name="undo", description="Take back your latest play, as long as nobody else has acted")
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def undo(interaction: Interaction, game: str | None = None) -> None:
    session = await session_of(interaction, game)
    ply = await session.undo(interaction.user.id, interaction=interaction.id)
    await interaction.edit_original_response(content=text.undone(ply))


@app_commands.command(name="hand", description="Your own card or cards, for your eyes alone")
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def hand(interaction: Interaction, game: str | None = None) -> None:
    await panels.show_hand(interaction, await session_of(interaction, game))


@app_commands.command(name="board", description="The board, now or at an earlier ply")
@app_commands.describe(
    public="Show it to everybody in this channel",
    ply="An earlier ply, as numbered in the log",
    letters="In letters instead of a picture",
)
@app_commands.rename(letters="text")
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def board(
    interaction: Interaction,
    public: bool = False,
    ply: app_commands.Range[int, 0, 100_000] | None = None,
    letters: bool = False,
    game: str | None = None,
) -> None:
    session = await session_of(interaction, game)
    session.require_begun()
    seat = None if public else session.seat_of(interaction.user.id)
    view = shown_to(session, seat, ply)
    number = session.ply if ply is None else ply
    words = f"Game {session.id}, ply {number}. {text.standing(view, session.names)}"
    channel = interaction.channel
    files: list[discord.File] = []
    look = PUBLIC if public else look_of((await interaction.client.store.person(interaction.user.id)).settings)
    if letters or look.letters:
        words = f"{words}\n```\n{images.text_board(view)}\n```"
    else:
        home = None if seat is None else view.homes[seat]
        words = f"{words}\n{words_beside(view, session.names, home, look)}".rstrip()
        draw = board_of(session, seat, ply, look)
        files = [await interaction.client.painter.paint(draw, f"board-{session.id}-{number}-{interaction.id}.png")]
    if not public:
        await interaction.edit_original_response(content=words, attachments=files)
        return
    if not isinstance(channel, discord.abc.Messageable):
        raise Refused(Refusal.NOT_IN_SERVER)
    await channel.send(words, files=files, allowed_mentions=discord.AllowedMentions.none())
    await interaction.edit_original_response(content=text.SHOWN)


@app_commands.command(name="log", description="The whole game in words, newest first")
@app_commands.describe(page="The page, 1 the newest")
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def log(interaction: Interaction, page: app_commands.Range[int, 1, 999] = 1, game: str | None = None) -> None:
    session = await session_of(interaction, game)
    content, shown = pages.log_page(session, interaction.user.id, page - 1)
    await interaction.edit_original_response(content=content, view=shown)


@app_commands.command(name="replay", description="The game as a moving picture")
@app_commands.describe(last="Only so many plays, up to now", public="Show it to everybody in this channel")
@app_commands.autocomplete(game=games)
@app_commands.describe(game=GAME)
async def replay(
    interaction: Interaction,
    last: app_commands.Range[int, 1, 500] | None = None,
    public: bool = False,
    game: str | None = None,
) -> None:
    session = await session_of(interaction, game)
    if not session.line:
        raise Refused(Refusal.NOTHING_TO_SHOW)
    await interaction.edit_original_response(content=text.DRAWING)
    look = PUBLIC if public else look_of((await interaction.client.store.person(interaction.user.id)).settings)
    seat = None if public else session.seat_of(interaction.user.id)
    draw = replay_of(session, seat, last, look)
    file = await interaction.client.painter.paint(draw, f"replay-{session.id}-{session.board_seq}-{interaction.id}.gif")
    words = f"Game {session.id}, up to ply {session.ply}."
    if not public:
        home = None if seat is None else session.state.homes[seat]
        words = f"{words}\n{turned_words(home, look)}".rstrip()
        await interaction.edit_original_response(content=words, attachments=[file])
        return
    if not isinstance(interaction.channel, discord.abc.Messageable):
        raise Refused(Refusal.NOT_IN_SERVER)
    await interaction.channel.send(words, file=file, allowed_mentions=discord.AllowedMentions.none())
    await interaction.edit_original_response(content=text.SHOWN)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (play, undo, hand, board, log, replay)
