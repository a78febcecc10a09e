"""People: what somebody does with a Discord client, as calls for tests, demonstrations and trials.

    sandbox = Sandbox()
    guild = sandbox.add_guild("Hellas")
    agora = sandbox.add_channel(guild, "agora")
    ann = sandbox.add_person(guild, "Ann")
    lobby = await ann.slash(agora, "game new", supply=30)
    await ann.click(lobby.response, "Join")

`slash`, `click`, `select` and `submit` come back when the bot has answered (or failed to within three seconds);
`send_slash` and its like come back at once. What the real client would not let a person do raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.sandbox import options as command_options
from bot.sandbox.components import CHANNEL_SELECT, ROLE_SELECT, STRING_SELECT, USER_SELECT
from bot.sandbox.happenings import MemberHappened, UserHappened
from bot.sandbox.messages import Draft, post
from bot.sandbox.modals import filled
from bot.sandbox.nouns import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Channel,
    Guild,
    Member,
    User,
)
from bot.sandbox.options import OptionReader, Refused
from bot.sandbox.permissions import Permission
from bot.sandbox.rest_users import dm_with
from bot.sandbox.uses import Choice, Interaction, Surroundings
from bot.sandbox.views import Menu, MessageView

Json = dict[str, Any]


class Person:
    """Somebody with a Discord client. Reading is immediate; what needs the bot's answer is awaited."""

    def __init__(self, sandbox: Surroundings, user: User) -> None:
        self._sandbox = sandbox
        self.user = user

    def __repr__(self) -> str:
        return f"<Person {self.user.name}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    # Commands.

    def commands(self, channel: Channel) -> list[str]:
        """The lines that the client offers in the channel (`game new`), a doubly registered one twice."""
        from bot.sandbox.commands import leaves

        found = command_options.offered(self._sandbox.site, channel, self.id)
        return [" ".join(words) for command in found for words, _ in leaves(command.body)]

    def send_slash(self, channel: Channel, line: str, /, **options: object) -> Interaction:
        """Calls a command and does not wait. Raises `Refused` for what the client would not send."""
        return self._call(channel, line, options, focus=None)

    async def slash(self, channel: Channel, line: str, /, **options: object) -> Interaction:
        """Calls a command (`"game new"`) and waits until it is settled."""
        return await self.send_slash(channel, line, **options).settled()

    async def autocomplete(
        self, channel: Channel, line: str, /, *, option: str, text: str | float = "", **others: object
    ) -> list[Choice]:
        """What is offered for the option while `text` is typed. Raises `TimeoutError` if the bot does not answer."""
        interaction = self.send_autocomplete(channel, line, option=option, text=text, **others)
        await interaction.acknowledged()
        if interaction.failed:
            raise TimeoutError(f"no choices for {option} of /{line} within three seconds")
        return [Choice(each["name"], each["value"]) for each in interaction.record.choices]

    def send_autocomplete(
        self, channel: Channel, line: str, /, *, option: str, text: str | float = "", **others: object
    ) -> Interaction:
        """Asks for choices and does not wait."""
        return self._call(channel, line, others | {option: text}, focus=option)

    def _call(self, channel: Channel, line: str, given: Mapping[str, object], *, focus: str | None) -> Interaction:
        self._check_writes(channel)
        site = self._sandbox.site
        command, words, options = command_options.find(site, channel, self.id, line)
        reader = OptionReader(site, channel)
        values = reader.read(options, given, focus=focus)
        data: Json = {"id": str(command.id), "name": command.name, "type": command.kind}
        data["options"] = command_options.nest(command.body, words, values)
        if command.guild_id is not None:
            data["guild_id"] = str(command.guild_id)
        if reader.resolved:
            data["resolved"] = reader.resolved
        kind, option_type = COMMAND, None
        if focus is not None:
            kind = AUTOCOMPLETE
            option_type = next(each["type"] for each in options if each["name"] == focus)
        name = " ".join(words)
        record = site.desk.send(kind, self.id, channel, data, name=name, option_type=option_type)
        return Interaction(self._sandbox, record)

    def _check_sees(self, channel: Channel) -> None:
        if channel.id not in self._sandbox.world.channels:
            raise Refused(f"#{channel.name} is deleted")
        if not self._sandbox.world.may(self.id, channel, Permission.VIEW_CHANNEL):
            raise Refused(f"{self.name} does not see #{channel.name}")

    def _check_writes(self, channel: Channel) -> None:
        """Nobody writes or calls commands in a locked thread but who manages threads."""
        self._check_sees(channel)
        if channel.locked and not self._sandbox.world.may(self.id, channel, Permission.MANAGE_THREADS):
            raise Refused(f"{channel.name} is locked")

    # Buttons and menus.

    def send_click(self, message: MessageView, which: str) -> Interaction:
        """Presses the button of that label or custom id and does not wait."""
        self._check_sees_message(message)
        button = message.button(which)
        if button.disabled or button.url:
            raise Refused(f"{button.label!r} cannot be pressed")
        return self._press(message, {"component_type": 2, "custom_id": button.custom_id})

    async def click(self, message: MessageView | None, which: str) -> Interaction:
        """Presses the button of that label or custom id and waits until it is settled.

        Takes an interaction's `response` as it is; none raises `Refused`.
        """
        return await self.send_click(_there(message), which).settled()

    def send_select(self, message: MessageView, which: str | int, *values: object) -> Interaction:
        """Chooses in the menu (by custom id, placeholder or index) and does not wait."""
        self._check_sees_message(message)
        menu = message.menu(which)
        if menu.disabled:
            raise Refused(f"{menu.placeholder or menu.custom_id!r} cannot be used")
        if not menu.low <= len(values) <= menu.high:
            raise Refused(f"{menu.placeholder or menu.custom_id!r} takes {menu.low} to {menu.high} choices")
        reader = OptionReader(self._sandbox.site, message.channel)
        chosen = [_chosen(menu, each, reader) for each in values]
        if len(set(chosen)) < len(chosen):
            raise Refused("an entry can be chosen only once")
        data: Json = {"component_type": menu.kind, "custom_id": menu.custom_id, "values": chosen}
        if reader.resolved:
            data["resolved"] = reader.resolved
        return self._press(message, data)

    async def select(self, message: MessageView | None, which: str | int, *values: object) -> Interaction:
        """Chooses entries by label or value (people, roles or channels where the menu lists those) and waits."""
        return await self.send_select(_there(message), which, *values).settled()

    def forge(
        self,
        channel: Channel,
        custom_id: str,
        message: MessageView | None = None,
        values: list[str] | None = None,
    ) -> Interaction:
        """Sends a press that no honest client would send, on the given message or the bot's latest one there.

        With `values` it is a use of a menu. Does not wait.
        """
        target = message or self._latest(channel)
        data: Json = {"component_type": 2, "custom_id": custom_id}
        if values is not None:
            data = {"component_type": 3, "custom_id": custom_id, "values": values}
        return self._press(target, data, channel)

    def _latest(self, channel: Channel) -> MessageView:
        bot = self._sandbox.world.bot.id
        for message in reversed(channel.messages.values()):
            if message.author_id == bot:
                return self._sandbox.view(message)
        raise Refused("the bot has no message there to forge a press on")

    def _check_sees_message(self, message: MessageView) -> None:
        if not self._sandbox.world.may_see(self.id, message.message):
            raise Refused(f"{self.name} does not see {message!r}")

    def _press(self, message: MessageView, data: Json, channel: Channel | None = None) -> Interaction:
        where = channel or message.channel
        record = self._sandbox.site.desk.send(COMPONENT, self.id, where, data, message_id=message.id)
        return Interaction(self._sandbox, record)

    # Modals.

    def send_submit(self, interaction: Interaction, values: Mapping[str, str]) -> Interaction:
        """Fills in the modal that the interaction opened, by label or custom id, and does not wait."""
        record = interaction.record
        if record.user_id != self.id or record.modal is None or interaction.modal is None:
            raise Refused("no modal is open for this person")
        rows = [filled(row, values) for row in record.modal["components"]]
        known = {name for field in interaction.modal.fields for name in (field.label, field.custom_id)}
        if unknown := set(values) - known:
            raise Refused(f"the modal has no {sorted(unknown)}, only {sorted(known)}")
        data: Json = {"custom_id": record.modal["custom_id"], "components": rows}
        channel = self._sandbox.world.channels[record.channel_id]
        sent = self._sandbox.site.desk.send(
            MODAL, self.id, channel, data, message_id=record.message_id, modal_of=record.id
        )
        return Interaction(self._sandbox, sent)

    async def submit(self, interaction: Interaction, values: Mapping[str, str]) -> Interaction:
        """Fills in and sends the modal that the interaction opened, and waits until that is settled."""
        return await self.send_submit(interaction, values).settled()

    # Reading.

    def messages(self, channel: Channel) -> list[MessageView]:
        """What everybody there sees in the channel, oldest first; nothing if this person may not look."""
        found = self._sandbox.world.seen_in(self.id, channel)
        return [self._sandbox.view(each) for each in found if each.ephemeral_for is None]

    def ephemerals(self, channel: Channel | None = None) -> list[MessageView]:
        """What only this person sees, in the channel or anywhere, oldest first."""
        world = self._sandbox.world
        return [
            self._sandbox.view(each)
            for each in world.messages.values()
            if each.ephemeral_for == self.id
            and world.may_see(self.id, each)
            and (channel is None or each.channel_id == channel.id)
        ]

    def dms(self) -> list[MessageView]:
        """The direct messages between this person and the bot, oldest first."""
        channel = self._sandbox.world.dm_between(self.id, self._sandbox.world.bot.id)
        return [] if channel is None else self.messages(channel)

    @property
    def dm(self) -> Channel:
        """The conversation with the bot, where commands can be used too; opened if need be."""
        return dm_with(self._sandbox.world, self.id)

    def notifications(self) -> list[MessageView]:
        """The messages that pinged this person, oldest first, deleted ones included."""
        return [self._sandbox.view(each) for each in self._sandbox.world.messages.values() if self.id in each.pings]

    def reload(self) -> None:
        """Restarts the client, which forgets all ephemeral messages."""
        for each in self._sandbox.world.messages.values():
            if each.ephemeral_for == self.id:
                each.dismissed = True

    # The rest of the client.

    def say(self, channel: Channel, content: str) -> MessageView:
        """Writes a message."""
        self._check_writes(channel)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if not self._sandbox.world.may(self.id, channel, needed):
            raise Refused(f"{self.name} may not write in #{channel.name}")
        message = post(self._sandbox.site, channel, Draft(content=content), author_id=self.id)
        return self._sandbox.view(message)

    def close_dms(self) -> None:
        """Takes no direct messages from members of shared servers (and so none from the bot) any more."""
        self.user.accepts_dms = False
        self._sandbox.world.publish(UserHappened(self.user))

    def open_dms(self) -> None:
        self.user.accepts_dms = True
        self._sandbox.world.publish(UserHappened(self.user))

    def join(self, guild: Guild) -> None:
        world = self._sandbox.world
        if self.id not in guild.members:
            member = Member(self.id, guild.id, world.now())
            guild.members[self.id] = member
            world.publish(MemberHappened("created", member))

    def leave(self, guild: Guild) -> None:
        """Leaves the guild (its owner cannot)."""
        if guild.owner_id == self.id:
            raise Refused("the owner cannot leave")
        member = guild.members.pop(self.id, None)
        if member is not None:
            self._sandbox.world.publish(MemberHappened("deleted", member))


def _there(message: MessageView | None) -> MessageView:
    if message is None:
        raise Refused("there is no message")
    return message


def _chosen(menu: Menu, value: object, reader: OptionReader) -> str:
    """A menu's entry by value or label, or the id of a person, role or channel."""
    if menu.kind == STRING_SELECT:
        for option in menu.options:
            if value == option.value:
                return option.value
        for option in menu.options:
            if value == option.label:
                return option.value
        raise Refused(f"no entry {value!r}, only {[each.label for each in menu.options]}")
    kinds = {USER_SELECT: 6, ROLE_SELECT: 8, CHANNEL_SELECT: 7}
    return reader.refer(kinds.get(menu.kind, 9), value, where=f"menu {menu.placeholder or menu.custom_id!r}")
