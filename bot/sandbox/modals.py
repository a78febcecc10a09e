"""Modals as a person meets them: what is asked, and what the client sends back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.sandbox.components import TEXT_INPUT, parts_of
from bot.sandbox.options import Refused

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """An input of a modal."""

    label: str
    custom_id: str
    required: bool
    low: int
    high: int
    value: str


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal that the bot has opened."""

    title: str
    custom_id: str
    fields: tuple[Field, ...]


def modal_of(modal: Json) -> Modal:
    """A modal as the client shows it."""
    fields = []
    for row in modal["components"]:
        for part in parts_of([row]):
            if part["type"] == TEXT_INPUT:
                label = row.get("label") or part.get("label") or ""
                low, high = part["min_length"], part["max_length"]
                value = part.get("value") or ""
                fields.append(Field(label, part["custom_id"], part["required"], low, high, value))
    return Modal(modal["title"], modal["custom_id"], tuple(fields))


def filled(row: Json, values: Mapping[str, str]) -> Json:
    """A row of the modal as the client sends it back."""
    if "content" in row:
        return {"type": row["type"], "id": row["id"]}
    parts = [_filled_part(part, row.get("label"), values) for part in parts_of([row])]
    if "component" in row:
        return {"type": row["type"], "id": row["id"], "component": parts[0]}
    return {"type": row["type"], "id": row["id"], "components": parts}


def _filled_part(part: Json, label: str | None, values: Mapping[str, str]) -> Json:
    name = label or part.get("label") or part["custom_id"]
    value = values.get(part["custom_id"], values.get(name, part.get("value") or ""))
    if part["type"] != TEXT_INPUT:
        allowed = {each["value"] for each in part.get("options", ())}
        chosen = [value] if value else []
        if not set(chosen) <= allowed:
            raise Refused(f"{name!r} takes one of {sorted(allowed)}")
        return {"type": part["type"], "id": part["id"], "custom_id": part["custom_id"], "values": chosen}
    if part["required"] and not value:
        raise Refused(f"{name!r} is required")
    if value and not part["min_length"] <= len(value) <= part["max_length"]:
        raise Refused(f"{name!r} takes {part['min_length']} to {part['max_length']} characters")
    return {"type": TEXT_INPUT, "id": part["id"], "custom_id": part["custom_id"], "value": value}
