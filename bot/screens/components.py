"""Buttons and menus as they are put on messages: labels, and `custom_id`s that carry game, board and purpose.

A `custom_id` is `s:<game>:<seq>:<verb>:<page>:<path>`, a menu's begins with `m`. Everything that a press needs is
in it, so that every button works after a restart; nothing secret is, for everybody who sees the message can read it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

PATTERN = r"(?P<game>\d{1,15}):(?P<seq>\d{1,9}):(?P<verb>[a-z]+):(?P<page>\d{1,3}):(?P<path>.{0,80})"
LIMIT = 25
"""How many entries Discord lets a menu have."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a press is about."""

    game: int
    seq: int
    verb: str
    path: str = ""
    page: int = 0

    @property
    def custom_id(self) -> str:
        return f"{self.game}:{self.seq}:{self.verb}:{self.page}:{self.path}"


def read(match: re.Match[str]) -> Target:
    """The target of a `custom_id` that fits PATTERN."""
    return Target(int(match["game"]), int(match["seq"]), match["verb"], match["path"], int(match["page"]))


def target_of(interaction: discord.Interaction) -> Target | None:
    """What a press was about, as far as its `custom_id` tells."""
    data: dict[str, Any] = {**(interaction.data or {})}
    match = re.fullmatch(f"[sm]:{PATTERN}", str(data.get("custom_id")))
    return read(match) if match else None


AnyItem = discord.ui.Item[Any]


def button(label: str, target: Target, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> AnyItem:
    """A button; a label over Discord's 80 characters is cut."""
    return discord.ui.Button(label=label[:80], custom_id=f"s:{target.custom_id}", style=style)


def link(label: str, address: str) -> AnyItem:
    """A button that leads elsewhere."""
    return discord.ui.Button(label=label[:80], url=address)


def menu(placeholder: str, target: Target, options: Sequence[tuple[str, str, str]], many: int = 1) -> AnyItem:
    """A menu of at most 25 options (label, value, description), of which exactly `many` are to be chosen."""
    return discord.ui.Select(
        custom_id=f"m:{target.custom_id}",
        placeholder=placeholder[:150],
        min_values=many,
        max_values=many,
        options=[
            discord.SelectOption(label=label[:100], value=value, description=note[:100] or None)
            for label, value, note in options
        ],
    )


def view(items: Sequence[AnyItem]) -> discord.ui.View:
    """The items as a message carries them.

    The view is stopped: presses are answered by the dynamic items of `bot.desk.panels` alone, before and after a
    restart. A running view would be asked as well, and one of the two would find the interaction acknowledged already.
    """
    shown = discord.ui.View(timeout=None)
    for item in items:
        shown.add_item(item)
    shown.stop()
    return shown


def table_view(game: int, seq: int, live: bool = True, paused: bool = False) -> discord.ui.View:
    """The buttons of a table message; when the game is over, of the end card."""
    if not live:
        rematch = button("Rematch", Target(game, seq, "rematch"), discord.ButtonStyle.primary)
        return view([rematch, button("Log", Target(game, seq, "log"))])
    act = [] if paused else [button("Act", Target(game, seq, "act"), discord.ButtonStyle.primary)]
    return view([*act, button("My card", Target(game, seq, "card")), button("Log", Target(game, seq, "log"))])


def lobby_view(game: int) -> discord.ui.View:
    """The buttons of a lobby."""
    return view(
        [
            button("Join", Target(game, 0, "join"), discord.ButtonStyle.success),
            button("Leave", Target(game, 0, "leave")),
            button("Start", Target(game, 0, "start"), discord.ButtonStyle.primary),
        ]
    )
