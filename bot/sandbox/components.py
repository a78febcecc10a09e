"""Buttons, menus and modals: reading what the bot sends, and walking over what a message shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.sandbox.forms import Form, Path
from bot.sandbox.limits import LIMITS

Json = dict[str, Any]

ROW: Final = 1
BUTTON: Final = 2
STRING_SELECT: Final = 3
TEXT_INPUT: Final = 4
USER_SELECT: Final = 5
ROLE_SELECT: Final = 6
MENTIONABLE_SELECT: Final = 7
CHANNEL_SELECT: Final = 8
TEXT_DISPLAY: Final = 10
LABEL: Final = 18

SELECTS: Final = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK_STYLE: Final = 5


class ComponentReader:
    """Reads the components of one message or modal into the form in which Discord gives them back.

    Complaints go to `form`; `emojis` are the custom emojis that exist.
    """

    def __init__(self, form: Form, emojis: frozenset[int]) -> None:
        self._form = form
        self._emojis = emojis
        self._custom_ids: set[str] = set()
        self._next = 0

    def rows(self, path: Path, value: object) -> list[Json]:
        """The rows of a message: at most five, each of five buttons or one menu."""
        rows = self._form.items(path, value, high=LIMITS.rows)
        return [self._row((*path, index), row) for index, row in enumerate(rows)]

    def modal_rows(self, path: Path, value: object) -> list[Json]:
        """The rows of a modal: text inputs in rows, labelled inputs, and plain text."""
        rows = self._form.items(path, value, low=1, high=LIMITS.modal_rows)
        return [self._modal_row((*path, index), row) for index, row in enumerate(rows)]

    def _number(self) -> int:
        self._next += 1
        return self._next

    def _row(self, path: Path, value: object) -> Json:
        row = self._form.table(path, value)
        self._form.choice((*path, "type"), row.get("type"), (ROW,))
        number = self._number()
        where = (*path, "components")
        parts = self._form.items(where, row.get("components"), low=1, high=LIMITS.row_buttons)
        selects = [part for part in parts if isinstance(part, dict) and part.get("type") in SELECTS]
        if selects and len(parts) > 1:
            message = "The specified component exceeds the maximum width."
            self._form.wrong(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        read = [self._part((*where, index), part) for index, part in enumerate(parts)]
        return {"type": ROW, "id": number, "components": read}

    def _part(self, path: Path, value: object) -> Json:
        part = self._form.table(path, value)
        kind = self._form.choice((*path, "type"), part.get("type"), (BUTTON, *SELECTS))
        if kind == BUTTON:
            return self._button(path, part)
        return {} if kind is None else self._select(path, part, kind)

    def _button(self, path: Path, part: Json) -> Json:
        form = self._form
        style = form.choice((*path, "style"), part.get("style"), range(1, 6))
        body: Json = {"type": BUTTON, "id": self._number(), "style": style}
        label = form.text((*path, "label"), part.get("label"), high=LIMITS.label)
        if label:
            body["label"] = label
        if (emoji := self._emoji((*path, "emoji"), part.get("emoji"))) is not None:
            body["emoji"] = emoji
        if not label and emoji is None:
            form.wrong(path, "BUTTON_COMPONENT_NO_LABEL_OR_EMOJI", "A button must have a label or an emoji.")
        if style == LINK_STYLE:
            body["url"] = self._link(path, part)
        else:
            body["custom_id"] = self._custom_id(path, part)
        if form.flag((*path, "disabled"), part.get("disabled")):
            body["disabled"] = True
        return body

    def _link(self, path: Path, part: Json) -> str:
        url = self._form.text((*path, "url"), part.get("url"), low=1, high=LIMITS.button_url, required=True) or ""
        if part.get("custom_id") is not None:
            message = "A custom id and url cannot both be specified"
            self._form.wrong((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
        if url and not url.startswith(("http://", "https://", "discord://")):
            message = f"Scheme \"{url.partition(':')[0]}\" is not supported. Scheme must be one of ('http', 'https')."
            self._form.wrong((*path, "url"), "URL_TYPE_INVALID_SCHEME", message)
        return url

    def _custom_id(self, path: Path, part: Json) -> str:
        where = (*path, "custom_id")
        text = self._form.text(where, part.get("custom_id"), low=1, high=LIMITS.custom_id, required=True) or ""
        if text in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self._form.wrong(where, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(text)
        return text

    def _emoji(self, path: Path, value: object) -> Json | None:
        """A standard emoji by its character, or a custom one that exists."""
        if value is None:
            return None
        emoji = self._form.table(path, value)
        name, number = emoji.get("name"), emoji.get("id")
        if number is not None:
            known = self._form.snowflake((*path, "id"), number)
            if known is not None and known not in self._emojis:
                self._form.wrong((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return {"id": str(number), "name": name or "emoji", "animated": bool(emoji.get("animated"))}
        if not isinstance(name, str) or not name or (name.isascii() and not name[0].isdigit() and name[0] not in "#*"):
            self._form.wrong((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return {"name": name}

    def _select(self, path: Path, part: Json, kind: int) -> Json:
        form = self._form
        body: Json = {"type": kind, "id": self._number(), "custom_id": self._custom_id(path, part)}
        if placeholder := form.text((*path, "placeholder"), part.get("placeholder"), high=LIMITS.placeholder):
            body["placeholder"] = placeholder
        most = LIMITS.select_options
        low = form.number((*path, "min_values"), part.get("min_values"), low=0, high=most, default=1)
        high = form.number((*path, "max_values"), part.get("max_values"), low=1, high=most, default=1)
        if low > high:
            form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_OVER_MAX", "Must be at most max_values.")
        body |= {"min_values": low, "max_values": high}
        if form.flag((*path, "disabled"), part.get("disabled")):
            body["disabled"] = True
        if kind == STRING_SELECT:
            body["options"] = self._options(path, part, high)
        elif kind == CHANNEL_SELECT:
            body["channel_types"] = part.get("channel_types") or []
        if kind != STRING_SELECT and part.get("default_values"):
            body["default_values"] = part["default_values"]
        return body

    def _options(self, path: Path, part: Json, most_chosen: int) -> list[Json]:
        form = self._form
        where = (*path, "options")
        options = form.items(where, part.get("options"), low=1, high=LIMITS.select_options)
        read = [self._option((*where, index), option) for index, option in enumerate(options)]
        values = [option["value"] for option in read]
        for index, value in enumerate(values):
            if value in values[:index]:
                message = "The specified option value is already used"
                form.wrong((*where, index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        if options and most_chosen > len(options):
            message = f"Must be {len(options)} or fewer, the number of options."
            form.wrong((*path, "max_values"), "SELECT_COMPONENT_MAX_OVER_OPTIONS", message)
        if sum(bool(option.get("default")) for option in read) > most_chosen:
            form.wrong(where, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many default values.")
        return read

    def _option(self, path: Path, value: object) -> Json:
        form = self._form
        option = form.table(path, value)
        body: Json = {
            "label": form.text((*path, "label"), option.get("label"), low=1, high=LIMITS.option_label, required=True),
            "value": form.text((*path, "value"), option.get("value"), low=1, high=LIMITS.option_value, required=True),
        }
        description = option.get("description")
        if text := form.text((*path, "description"), description, high=LIMITS.option_description):
            body["description"] = text
        if (emoji := self._emoji((*path, "emoji"), option.get("emoji"))) is not None:
            body["emoji"] = emoji
        if form.flag((*path, "default"), option.get("default")):
            body["default"] = True
        return body

    def _modal_row(self, path: Path, value: object) -> Json:
        form = self._form
        row = form.table(path, value)
        kind = form.choice((*path, "type"), row.get("type"), (ROW, TEXT_DISPLAY, LABEL))
        body: Json = {"type": kind, "id": self._number()}
        if kind == ROW:
            parts = form.items((*path, "components"), row.get("components"), low=1, high=1)
            body["components"] = [
                self._modal_part((*path, "components", index), part, needs_label=True)
                for index, part in enumerate(parts)
            ]
        elif kind == LABEL:
            label = row.get("label")
            body["label"] = form.text((*path, "label"), label, low=1, high=LIMITS.modal_label, required=True)
            description = row.get("description")
            body["description"] = form.text((*path, "description"), description, high=LIMITS.modal_description)
            body["component"] = self._modal_part((*path, "component"), row.get("component"), needs_label=False)
        elif kind == TEXT_DISPLAY:
            content = row.get("content")
            body["content"] = form.text((*path, "content"), content, low=1, high=LIMITS.text_input, required=True)
        return body

    def _modal_part(self, path: Path, value: object, *, needs_label: bool) -> Json:
        form = self._form
        part = form.table(path, value)
        allowed = (TEXT_INPUT,) if needs_label else (TEXT_INPUT, *SELECTS)
        kind = form.choice((*path, "type"), part.get("type"), allowed)
        if kind is None:
            return {}
        if kind != TEXT_INPUT:
            body = self._select(path, part, kind)
            body["required"] = form.flag((*path, "required"), part.get("required"), default=True)
            return body
        most = LIMITS.text_input
        body = {
            "type": TEXT_INPUT,
            "id": self._number(),
            "custom_id": self._custom_id(path, part),
            "style": form.choice((*path, "style"), part.get("style"), (1, 2)),
            "min_length": form.number((*path, "min_length"), part.get("min_length"), low=0, high=most, default=0),
            "max_length": form.number((*path, "max_length"), part.get("max_length"), low=1, high=most, default=most),
            "required": form.flag((*path, "required"), part.get("required"), default=True),
            "value": form.text((*path, "value"), part.get("value"), high=most),
            "placeholder": form.text((*path, "placeholder"), part.get("placeholder"), high=LIMITS.text_placeholder),
        }
        if needs_label:
            label = part.get("label")
            body["label"] = form.text((*path, "label"), label, low=1, high=LIMITS.modal_label, required=True)
        return body


def parts_of(rows: list[Json]) -> Iterator[Json]:
    """The buttons and menus of a message, or the inputs of a modal, from top to bottom."""
    for row in rows:
        yield from row.get("components", ())
        if "component" in row:
            yield row["component"]


def find_part(rows: list[Json], custom_id: str) -> Json | None:
    """The button, menu or input with this custom id."""
    return next((part for part in parts_of(rows) if part.get("custom_id") == custom_id), None)
