"""What a person sees of a message: a live view, which follows edits and deletions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.sandbox.components import BUTTON, SELECTS, STRING_SELECT, parts_of
from bot.sandbox.nouns import Attachment, Channel, Message, User
from bot.sandbox.world import World

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it is shown now."""

    label: str
    custom_id: str
    disabled: bool
    style: int
    url: str | None
    emoji: str | None


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a menu."""

    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu as it is shown now; `kind` is Discord's component type (3 texts, 5 users, 6 roles, 7 both, 8 channels)."""

    kind: int
    custom_id: str
    placeholder: str | None
    disabled: bool
    low: int
    high: int
    options: tuple[Option, ...]


class MessageView:
    """A message as the sandbox's people see it."""

    def __init__(self, world: World, message: Message) -> None:
        self._world = world
        self.message = message

    def __repr__(self) -> str:
        shown = self.content or ", ".join(each.get("title", "…") for each in self.embeds)
        return f"<{self.author.name}: {shown!r} {[each.label for each in self.buttons]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MessageView) and other.message is self.message

    def __hash__(self) -> int:
        return hash(self.message.id)

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def channel(self) -> Channel:
        """Its channel. Raises `KeyError` if that is deleted."""
        return self._world.channels[self.message.channel_id]

    @property
    def author(self) -> User:
        return self._world.users[self.message.author_id]

    @property
    def content(self) -> str:
        return self.message.content

    @property
    def embeds(self) -> list[Json]:
        return self.message.embeds

    @property
    def text(self) -> str:
        """All that can be read in it: content and embeds, line by line."""
        lines = [self.content]
        for embed in self.embeds:
            lines += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
            for each in embed.get("fields", []):
                lines += [each["name"], each["value"]]
            lines.append(embed.get("footer", {}).get("text", ""))
        return "\n".join(line for line in lines if line)

    @property
    def attachments(self) -> list[Attachment]:
        """The files, with `filename`, `description` (the alt text) and `content` (the bytes)."""
        return self.message.attachments

    @property
    def buttons(self) -> list[Button]:
        return [_button(part) for part in parts_of(self.message.components) if part["type"] == BUTTON]

    @property
    def menus(self) -> list[Menu]:
        return [_menu(part) for part in parts_of(self.message.components) if part["type"] in SELECTS]

    @property
    def components(self) -> list[Button | Menu]:
        """Buttons and menus from top to bottom."""
        parts = parts_of(self.message.components)
        return [_button(part) if part["type"] == BUTTON else _menu(part) for part in parts]

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons."""
        return [each.label for each in self.buttons]

    def button(self, which: str) -> Button:
        """The button of this custom id or label. Raises `LookupError` if there is none."""
        for each in self.buttons:
            if each.custom_id == which:
                return each
        for each in self.buttons:
            if each.label == which:
                return each
        raise LookupError(f"no button {which!r}, only {self.labels}")

    def menu(self, which: str | int = 0) -> Menu:
        """The menu of this custom id, placeholder or index. Raises `LookupError` if there is none."""
        menus = self.menus
        if isinstance(which, int):
            if which < len(menus):
                return menus[which]
        else:
            for each in menus:
                if which in (each.custom_id, each.placeholder):
                    return each
        raise LookupError(f"no menu {which!r}, only {[each.placeholder or each.custom_id for each in menus]}")

    @property
    def pings(self) -> frozenset[int]:
        """The ids of the users whom its sending notified (the other side, in a direct message)."""
        return self.message.pings

    @property
    def silent(self) -> bool:
        return self.message.silent

    @property
    def ephemeral_for(self) -> int | None:
        """The only user who sees it, or none for a message that all see."""
        return self.message.ephemeral_for

    @property
    def thinking(self) -> bool:
        """Whether it is still the "is thinking" of a deferral."""
        return self.message.is_loading

    @property
    def edited(self) -> bool:
        return self.message.edited is not None

    @property
    def deleted(self) -> bool:
        return self.message.deleted

    @property
    def pinned(self) -> bool:
        return self.message.pinned is not None

    @property
    def reactions(self) -> dict[str, list[int]]:
        return self.message.reactions


def _button(part: Json) -> Button:
    emoji = part.get("emoji", {}).get("name")
    return Button(
        label=part.get("label") or emoji or "",
        custom_id=part.get("custom_id", ""),
        disabled=part.get("disabled", False),
        style=part["style"],
        url=part.get("url"),
        emoji=emoji,
    )


def _menu(part: Json) -> Menu:
    options = part["options"] if part["type"] == STRING_SELECT else ()
    return Menu(
        kind=part["type"],
        custom_id=part["custom_id"],
        placeholder=part.get("placeholder"),
        disabled=part.get("disabled", False),
        low=part["min_values"],
        high=part["max_values"],
        options=tuple(
            Option(each["label"], each["value"], each.get("description"), each.get("default", False))
            for each in options
        ),
    )
