"""The whole bot, put together: the client with its commands, buttons and menus."""

from __future__ import annotations

import random

from bot import commands
from bot.client import Syntagma
from bot.clock import Clock
from bot.commands.privacy import Own
from bot.desk import panels
from bot.desk.door import Tree
from bot.store.store import Store

ITEMS = (panels.Press, panels.Pick, Own)
"""Whatever is pressed or chosen comes to one of these."""


def assemble(store: Store, clock: Clock, dice: random.Random | None = None) -> Syntagma:
    """A bot that is ready to be started. `dice` draws cards and colours (default: the system's)."""
    client = Syntagma(store, clock, dice)
    client.tree = Tree(client)
    commands.add_to(client.tree)
    client.add_dynamic_items(*ITEMS)
    client.forms = tuple(item.__discord_ui_compiled_template__ for item in ITEMS)
    return client
