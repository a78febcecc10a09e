"""A local Discord: REST v10 and gateway on loopback, to which the unmodified discord.py logs in.

For trying the bot and for testing it without Discord and without a token. It imports nothing of the house and knows
nothing of the game.

    async with Sandbox() as sandbox:
        guild = sandbox.add_guild("Hellas")
        agora = sandbox.add_channel(guild, "agora")
        ann = sandbox.add_person(guild, "Ann")
        async with BotProcess(sandbox, "games.db") as bot:
            await bot.ready()
            lobby = await ann.slash(agora, "game new")
            await ann.click(lobby.response, "Join")

- What there is: `nouns` in a `world` with a `clock`, their `permissions` and `rights`, and `happenings`, which the
  world publishes.
- What the bot reaches: `server`, `rest` with the tables `rest_*`, `gateway` with its `dispatches`; `payloads` is the
  JSON of it all; `limits` and `errors` are Discord's numbers and refusals; `faults` and `rates` are its bad days.
- What people do and see: `driver` (checked by `options`), `uses` of commands and buttons, `views`, and for a page
  `sights` and `events`.
- `sandbox` joins these; `process` runs the real bot; `connect` points discord.py here and is apart because nothing
  else needs that library.
"""

from bot.sandbox.components import Json
from bot.sandbox.driver import Person
from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Faults
from bot.sandbox.limits import LIMITS
from bot.sandbox.modals import Modal
from bot.sandbox.nouns import Attachment, Channel, Guild, Role, User
from bot.sandbox.options import Refused
from bot.sandbox.permissions import Permission
from bot.sandbox.process import BotProcess
from bot.sandbox.sandbox import BOT_PERMISSIONS, TOKEN, Sandbox
from bot.sandbox.uses import Choice, Interaction
from bot.sandbox.views import Button, Menu, MessageView, Option

__all__ = [
    "BOT_PERMISSIONS",
    "LIMITS",
    "TOKEN",
    "Attachment",
    "BotProcess",
    "Button",
    "Channel",
    "Choice",
    "Faults",
    "Guild",
    "Interaction",
    "Json",
    "Menu",
    "MessageView",
    "Modal",
    "Option",
    "Permission",
    "Person",
    "Refusal",
    "Refused",
    "Role",
    "Sandbox",
    "User",
]
