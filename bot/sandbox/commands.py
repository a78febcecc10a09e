"""Application commands: what Discord takes as one, and finding the one a person means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.sandbox.forms import Form, Path
from bot.sandbox.limits import COMMAND_NAME, LIMITS
from bot.sandbox.permissions import EVERYTHING

Json = dict[str, Any]

CHAT: Final = 1
SUBCOMMAND: Final = 1
GROUP: Final = 2
STRING: Final = 3
INTEGER: Final = 4
BOOLEAN: Final = 5
USER: Final = 6
CHANNEL: Final = 7
ROLE: Final = 8
MENTIONABLE: Final = 9
NUMBER: Final = 10
ATTACHMENT: Final = 11

_WITH_CHOICES: Final = (STRING, INTEGER, NUMBER)


def read_command(form: Form, path: Path, value: object) -> Json:
    """A command as Discord would give it back, still without its ids; complaints go to `form`."""
    body = form.table(path, value)
    kind = body.get("type") or CHAT
    form.choice((*path, "type"), kind, (1, 2, 3))
    read: Json = {"type": kind, "nsfw": form.flag((*path, "nsfw"), body.get("nsfw"))}
    if kind == CHAT:
        read |= _described(form, path, body)
        options = form.items((*path, "options"), body.get("options"), high=LIMITS.command_options)
        read["options"] = _options(form, (*path, "options"), options, depth=0)
    else:
        high = LIMITS.command_name
        read["name"] = form.text((*path, "name"), body.get("name"), low=1, high=high, required=True)
        read["description"] = ""
        read["name_localizations"] = body.get("name_localizations") or None
        read["description_localizations"] = None
    read["default_member_permissions"] = _bits(form, (*path, "default_member_permissions"), body)
    read["dm_permission"] = form.flag((*path, "dm_permission"), body.get("dm_permission"), default=True)
    contexts = body.get("contexts")
    if contexts is not None:
        for index, each in enumerate(form.items((*path, "contexts"), contexts, low=1, high=3)):
            form.choice((*path, "contexts", index), each, (0, 1, 2))
    read["contexts"] = contexts
    read["integration_types"] = body.get("integration_types") or [0]
    if total_length(read) > LIMITS.command_total:
        message = f"Command exceeds maximum size ({LIMITS.command_total})"
        form.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message)
    return read


def _described(form: Form, path: Path, body: Json) -> Json:
    """Name and description with their translations."""
    name = form.text((*path, "name"), body.get("name"), low=1, high=LIMITS.command_name, required=True) or ""
    if name and (not COMMAND_NAME.fullmatch(name) or name != name.lower()):
        message = "Command name is invalid"
        form.wrong((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", message)
    high = LIMITS.command_description
    text = form.text((*path, "description"), body.get("description"), low=1, high=high, required=True)
    return {
        "name": name,
        "description": text or "",
        "name_localizations": body.get("name_localizations") or None,
        "description_localizations": body.get("description_localizations") or None,
    }


def _bits(form: Form, path: Path, body: Json) -> str | None:
    value = body.get("default_member_permissions")
    if value is None:
        return None
    number = form.snowflake(path, value)
    return None if number is None else str(number)


def _options(form: Form, path: Path, options: list[Any], *, depth: int) -> list[Json]:
    read = [_option(form, (*path, index), option, depth=depth) for index, option in enumerate(options)]
    names = [each["name"] for each in read]
    optional_seen = False
    nested = {each["type"] in (SUBCOMMAND, GROUP) for each in read}
    if len(nested) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other options"
        form.wrong(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    for index, each in enumerate(read):
        if each["name"] in names[:index]:
            message = "Option name must be unique"
            form.wrong((*path, index, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        if each.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            form.wrong((*path, index), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not each.get("required")
    return read


def _option(form: Form, path: Path, value: object, *, depth: int) -> Json:
    option = form.table(path, value)
    # A group may hold subcommands and a subcommand holds values, nothing deeper.
    allowed = {0: range(1, 12), 1: range(SUBCOMMAND, SUBCOMMAND + 1), 2: range(3, 12)}[depth]
    kind = form.choice((*path, "type"), option.get("type"), allowed) or STRING
    read = {"type": kind, **_described(form, path, option)}
    if kind in (SUBCOMMAND, GROUP):
        inner = form.items((*path, "options"), option.get("options"), high=LIMITS.command_options)
        read["options"] = _options(form, (*path, "options"), inner, depth=2 if kind == SUBCOMMAND else 1)
        return read
    if form.flag((*path, "required"), option.get("required")):
        read["required"] = True
    if form.flag((*path, "autocomplete"), option.get("autocomplete")):
        read["autocomplete"] = True
    choices = form.items((*path, "choices"), option.get("choices"), high=LIMITS.choices)
    if choices and kind in _WITH_CHOICES:
        read["choices"] = [_choice(form, (*path, "choices", index), each, kind) for index, each in enumerate(choices)]
    if read.get("autocomplete") and (choices or kind not in _WITH_CHOICES):
        message = "Choices and autocomplete are mutually exclusive"
        form.wrong((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message)
    read |= _bounds(form, path, option, kind)
    return read


def _choice(form: Form, path: Path, value: object, kind: int) -> Json:
    choice = form.table(path, value)
    name = form.text((*path, "name"), choice.get("name"), low=1, high=LIMITS.choice_name, required=True)
    given = choice.get("value")
    if kind == STRING:
        form.text((*path, "value"), given, low=1, high=LIMITS.choice_value, required=True)
    elif isinstance(given, bool) or not isinstance(given, int | float):
        form.wrong((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{given}" is not a number.')
    return {"name": name, "value": given, "name_localizations": choice.get("name_localizations") or None}


def _bounds(form: Form, path: Path, option: Json, kind: int) -> Json:
    """The limits of a value that belong to its type."""
    read: Json = {}
    if kind in (INTEGER, NUMBER):
        for name in ("min_value", "max_value"):
            if option.get(name) is not None:
                read[name] = option[name]
    if kind == STRING:
        for name in ("min_length", "max_length"):
            if option.get(name) is not None:
                high = LIMITS.option_length
                read[name] = form.number((*path, name), option[name], low=0, high=high, default=0)
    if kind == CHANNEL and option.get("channel_types"):
        read["channel_types"] = option["channel_types"]
    return read


def total_length(command: Json) -> int:
    """The characters of names, descriptions and choice values of the whole command."""
    total = len(command.get("name") or "") + len(command.get("description") or "")
    for choice in command.get("choices", ()):
        total += len(choice["name"] or "") + len(str(choice["value"]))
    return total + sum(total_length(option) for option in command.get("options", ()))


def leaves(body: Json) -> Iterator[tuple[tuple[str, ...], list[Json]]]:
    """What can really be called of a command: the words of each (`game new`) and its options."""
    options = body.get("options", [])
    nested = [each for each in options if each["type"] in (SUBCOMMAND, GROUP)]
    if not nested:
        yield (body["name"],), options
    for each in nested:
        for words, inner in leaves(each):
            yield (body["name"], *words), inner


def permits(body: Json, bits: int, *, in_dm: bool) -> bool:
    """Whether Discord offers the command to somebody with these permission bits at that kind of place."""
    contexts = body.get("contexts")
    if in_dm:
        return bool(body.get("dm_permission", True)) if contexts is None else 1 in contexts
    if contexts is not None and 0 not in contexts:
        return False
    needed = body.get("default_member_permissions")
    if needed is None:
        return True
    if int(needed) == 0:
        return bits == EVERYTHING
    return bits & int(needed) == int(needed)
