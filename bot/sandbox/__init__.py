"""A local Discord: REST v10 and gateway on loopback, to which the unmodified discord.py logs in.

For trying the bot and for testing it without Discord and without a token. It imports nothing of the house and knows
nothing of the game. `bot.sandbox.connect.point_discord_at` makes discord.py log in here; it is apart because it is the
only module that needs discord.py.
"""

from bot.sandbox.components import Json
from bot.sandbox.driver import Choice, Interaction, Person
from bot.sandbox.errors import Refusal
from bot.sandbox.faults import Faults
from bot.sandbox.limits import LIMITS
from bot.sandbox.modals import Modal
from bot.sandbox.options import Refused
from bot.sandbox.permissions import Permission
from bot.sandbox.process import BotProcess
from bot.sandbox.sandbox import BOT_PERMISSIONS, TOKEN, Sandbox
from bot.sandbox.views import Button, Menu, MessageView, Option
from bot.sandbox.world import Attachment, Channel, Guild, Role, User

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
