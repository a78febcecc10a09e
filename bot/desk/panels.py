"""Buttons and menus: what a press does.

`Press` and `Pick` are all dynamic items there are: what was sent before a restart works after it, for all that a press
needs lies in its `custom_id`. A press is acknowledged first, and then carried out by the verb it bears.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Self

import discord

import engine
import images
from bot import text
from bot.client import Interaction
from bot.desk import confirmations, doctor, rights
from bot.desk.door import door
from bot.game import absence, guide, lobby
from bot.game import consent as agreements
from bot.game.session import Session
from bot.people import wishes
from bot.refusals import Refusal, Refused
from bot.screens import components
from bot.screens.boards import cards_of, home_of_actor, home_shown, look_of, screen_of, words_beside
from bot.screens.components import Target
from bot.screens.pages import audit_page, log_page
from bot.table import unheard
from bot.table.acknowledgement import acknowledge


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=f"s:{components.PATTERN}"):
    """A button."""

    def __init__(self, item: discord.ui.Button[Any], target: Target) -> None:
        super().__init__(item)
        self.target = target

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Button)
        return cls(item, components.read(match))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await carry_out(interaction, self.target, ())


class Pick(discord.ui.DynamicItem[discord.ui.Select[Any]], template=f"m:{components.PATTERN}"):
    """A menu."""

    def __init__(self, item: discord.ui.Select[Any], target: Target) -> None:
        super().__init__(item)
        self.target = target

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Select)
        return cls(item, components.read(match))

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        await carry_out(interaction, self.target, self.item.values)


async def carry_out(interaction: Interaction, target: Target, values: Sequence[str]) -> None:
    """Acknowledge a press and do what its verb says. Nothing that goes wrong leaves without a word."""
    async with door(interaction):
        if target.verb not in VERBS:
            raise Refused(Refusal.OUTDATED)
        verb, opens = VERBS[target.verb]
        if not await acknowledge(interaction.client.received, interaction, opens=opens):
            return
        session = await interaction.client.games.get(target.game, damaged=target.verb in FOR_MODERATORS)
        interaction.client.table.hurry(session.id)
        await verb(interaction, session, target, values)
        await unheard.tell(interaction, session)


async def open_panel(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Act`: the panel of the one who is to act. It opens on the present board, so an outdated message is refused."""
    await show(interaction, session, "", 0, target.seq)


async def lead_on(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """A choice within the panel, or its next page."""
    path = guide.pick(target.path, values) if values else target.path
    await show(interaction, session, path, target.page, target.seq)


async def do(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Confirm`, or an answer: make the actions that were chosen."""
    words = guide.actions_of(session, target.path) if target.seq == session.board_seq else target.path
    played = await session.play(interaction.user.id, words, seq=target.seq, interaction=interaction.id)
    await receipt(interaction, session, text.receipt(played.steps))


async def receipt(interaction: Interaction, session: Session, words: str) -> None:
    """Tell what was done, with a way to take it back, and what is wrong with the table if anything is.

    Whose play is not whole yet is led on at once.
    """
    user = interaction.user.id
    items = []
    if session.waiting == user:
        view = session.view(session.seat_of(user))
        words = f"{words}\n{text.your_turn_still(view)}"
        if view.phase in (engine.Phase.MANOEUVRE, engine.Phase.REDEPLOY):
            await show(interaction, session, "", 0, said=words)
            return
        items.append(components.button("Act", Target(session.id, session.board_seq, "act")))
    if session.can_undo(user):
        items.append(components.button("Undo", Target(session.id, session.board_seq, "undo")))
    rows = await interaction.client.store.games_of(user)
    others = [row for row in rows if row.waiting == user and row.id != session.id]
    if others:
        longest = min(others, key=lambda row: row.waiting_since or 0)
        items.append(components.link("Next game", await interaction.client.table.link(longest)))
    shown = components.view(items) if items else None
    await interaction.edit_original_response(content=words, attachments=[], view=shown)
    if trouble := await interaction.client.table.told(session.id):
        await interaction.followup.send(trouble, ephemeral=True)


async def undo(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Undo` on a receipt."""
    ply = await session.undo(interaction.user.id, seq=target.seq, interaction=interaction.id)
    await interaction.edit_original_response(content=text.undone(ply), attachments=[], view=None)


async def my_card(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`My card`: the presser's own cards, and nobody else's."""
    await show_hand(interaction, session)


async def show_hand(interaction: Interaction, session: Session) -> None:
    seat = session.require_seat(interaction.user.id)
    view = session.view(seat)
    files = []
    if view.hand or view.cards[seat] is not None:
        name = f"cards-{session.id}-{session.board_seq}-{interaction.id}.png"
        look = look_of((await interaction.client.store.person(interaction.user.id)).settings)
        if not look.letters:
            files = [await interaction.client.painter.paint(cards_of(view, look), name)]
    await interaction.edit_original_response(content=text.hand(view), attachments=files)


async def show_log(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Log`, and its pages."""
    content, shown = log_page(session, interaction.user.id, target.page)
    await interaction.edit_original_response(content=content, view=shown)


async def show_audit(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """The pages of the audit trail, for moderators."""
    await rights.require_moderator(interaction, session)
    content, shown = await audit_page(session, target.page)
    await interaction.edit_original_response(content=content, view=shown)


async def join(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    await lobby.join(session, interaction.user.id, interaction.user.display_name)
    await interaction.edit_original_response(content=lobby.welcome(session, interaction.user.id))


async def leave(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    await lobby.leave(session, interaction.user.id)
    await interaction.edit_original_response(content=text.LEFT)


async def start(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    departed = await interaction.client.watch.gone(session.row.guild, [row.user for row in session.seats if row.user])
    await lobby.start(session, interaction.user.id, departed)
    await interaction.edit_original_response(content=text.STARTED)
    await doctor.warn(interaction.client, session)


async def vote(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """A vote over an absent player."""
    said = await absence.cast(session, interaction.user.id, target.path, target.seq)
    await interaction.edit_original_response(content=said)


async def consent(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Agree` to a proposed end."""
    said = await agreements.agree(session, interaction.user.id, target.path == "scored")
    await interaction.edit_original_response(content=said)


async def mute(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`No more reminders this turn`, for the one who is waited for."""
    session.require_actor(interaction.user.id, target.seq)
    await session.mute()
    await interaction.edit_original_response(content=text.MUTED)


async def decline(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Decline` an invitation."""
    await lobby.decline(session, interaction.user.id, interaction.user.display_name)
    await interaction.edit_original_response(content=text.DECLINED)


async def rematch(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Rematch` on the end card: a new lobby in the same channel, with the same options, for the same people."""
    await rights.require_opener(interaction)
    user = interaction.user
    new = await lobby.rematch(interaction.client.games, session, user.id, user.display_name)
    await interaction.edit_original_response(content=text.lobby_opened(new.row.channel))


async def drop_plan(interaction: Interaction, session: Session, target: Target, values: Sequence[str]) -> None:
    """`Cancel` one's own plan."""
    await wishes.set_plan(session.store, session.id, interaction.user.id, None)
    await interaction.edit_original_response(content=text.PLAN_CANCELLED, view=None)


async def show(
    interaction: Interaction, session: Session, path: str, page: int, seq: int | None = None, said: str = ""
) -> None:
    """Put a screen of the guided way into the panel; below what was `said` of a play of which this is the rest."""
    user = interaction.user.id
    look = look_of((await interaction.client.store.person(user)).settings)
    screen = guide.read_on_picture(guide.screen(session, user, path, seq), home_shown(session, look))
    page = _page(screen, page)
    items = _items(session, screen, path, page)
    screen = replace(screen, text=f"{screen.text}{_part(screen, page)}")
    if said:
        screen = replace(screen, text=f"{said}\n{screen.text}")
        items += [components.button("Undo", Target(session.id, session.board_seq, "undo"))]
    shown = components.view(items)
    if look.letters:
        board = text.hand(screen.view) if screen.cards else f"```\n{images.text_board(screen.view)}\n```"
        await interaction.edit_original_response(content=text.fit(board, screen.text), attachments=[], view=shown)
        return
    name = f"panel-{session.id}-{session.board_seq}-{interaction.id}.png"
    draw = screen_of(session, screen, _numbers(screen, page), look)
    file = await interaction.client.painter.paint(draw, name)
    beside = "" if screen.cards else words_beside(screen.view, session.names, home_of_actor(session), look)
    said = text.fit(screen.text, beside) if beside else screen.text
    await interaction.edit_original_response(content=said, attachments=[file], view=shown)


def _page(screen: guide.Screen, page: int) -> int:
    """The page of the screen's menu that is meant: the last one, if there are not so many."""
    return min(page, max(0, len(screen.menu) - 1) // components.LIMIT)


def _part(screen: guide.Screen, page: int) -> str:
    """Which part of a long menu, and of the numbers on the picture, a page of it is."""
    if len(screen.menu) <= components.LIMIT:
        return ""
    first, last = page * components.LIMIT, min((page + 1) * components.LIMIT, len(screen.menu))
    ends = screen.menu[first].squares, screen.menu[last - 1].squares
    singly = all(len(choice.squares) == 1 for choice in screen.menu)
    span = f"{engine.square_name(ends[0][0])} to {engine.square_name(ends[1][0])}" if singly else ""
    return text.part(first + 1, last, len(screen.menu), span)


def _items(session: Session, screen: guide.Screen, path: str, page: int) -> list[components.AnyItem]:
    """The menu (a page of it), the buttons, and the way back."""

    def at(verb: str, where: str, number: int = 0) -> Target:
        return Target(session.id, session.board_seq, verb, where, number)

    items: list[components.AnyItem] = []
    if screen.menu:
        first = page * components.LIMIT
        entries = [
            (f"{first + number}. {choice.label}" if choice.squares else choice.label, choice.path, choice.note)
            for number, choice in enumerate(screen.menu[first : first + components.LIMIT], 1)
        ]
        # The numbers are those on the picture.
        one = "Choose by number" if any(choice.squares for choice in screen.menu) else "Choose"
        placeholder = "Choose four squares by their numbers" if screen.many > 1 else one
        items.append(components.menu(placeholder, at("p", path), entries, screen.many))
    verb = "do" if screen.instant else "p"
    primary = discord.ButtonStyle.primary
    items += [components.button(choice.label, at(verb, choice.path), primary) for choice in screen.buttons]
    if screen.confirm is not None:
        items.append(components.button("Confirm", at("do", screen.confirm), discord.ButtonStyle.success))
    if page > 0:
        items.append(components.button("Previous page", at("p", path, page - 1)))
    if len(screen.menu) > (page + 1) * components.LIMIT:
        items.append(components.button("Next page", at("p", path, page + 1)))
    if screen.back is not None:
        items.append(components.button("Back", at("p", screen.back)))
    return items


def _numbers(screen: guide.Screen, page: int) -> dict[engine.Square, list[int]]:
    """Which square bears the numbers of which entries of the menu's page: each entry is on one of its squares."""
    first = page * components.LIMIT
    numbers: dict[engine.Square, list[int]] = {}
    for number, choice in enumerate(screen.menu[first : first + components.LIMIT], first + 1):
        if choice.squares:
            square = min(choice.squares, key=lambda each: len(numbers.get(each, ())))
            numbers.setdefault(square, []).append(number)
    return numbers


Verb = Callable[["Interaction", Session, Target, Sequence[str]], Awaitable[None]]

VERBS: dict[str, tuple[Verb, bool]] = {
    "act": (open_panel, True),
    "card": (my_card, True),
    "log": (show_log, True),
    "page": (show_log, False),
    "p": (lead_on, False),
    "do": (do, False),
    "undo": (undo, False),
    "join": (join, True),
    "leave": (leave, True),
    "start": (start, True),
    "vote": (vote, True),
    "consent": (consent, True),
    "mute": (mute, True),
    "decline": (decline, True),
    "rematch": (rematch, True),
    "unplan": (drop_plan, False),
    "yes": (confirmations.carry_out, False),
    "no": (confirmations.cancel, False),
    "agree": (confirmations.agree, True),
    "audit": (show_audit, False),
}
"""Each verb with what it does and whether its answer is a new private message rather than the pressed one."""
FOR_MODERATORS = ("yes", "no", "agree", "audit")
"""Verbs for games that are damaged, too."""
