"""Bodies of requests as bots send them, and what Discord's complaints about them look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.sandbox.rig import Place, Raw, Reply

Json = dict[str, Any]


def embed(**fields: object) -> Json:
    return {"embeds": [fields]}


def row(*parts: Json) -> Json:
    return {"content": "x", "components": [{"type": 1, "components": list(parts)}]}


def button(**fields: object) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": "x"} | fields


def select(**fields: object) -> Json:
    return {"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "x"}]} | fields


def option(**fields: object) -> Json:
    return select(options=[{"label": "x", "value": "x"} | fields])


def numbered(count: int, make: Callable[[str], Json]) -> list[Json]:
    return [make(f"n{index}") for index in range(count)]


def command(**fields: object) -> Json:
    return {"name": "x", "description": "x"} | fields


def with_option(**fields: object) -> Json:
    return command(options=[{"type": 3, "name": "x", "description": "x"} | fields])


def complaint(reply: Reply, path: str) -> list[str]:
    """The complaints of a 50035 at the path."""
    assert reply.status == 400, reply.body
    assert reply.code == 50035
    node = reply.body["errors"]
    for step in path.split("."):
        assert step in node, reply.body
        node = node[step]
    return [each["code"] for each in node["_errors"]]


async def press(place: Place, raw: Raw) -> str:
    """A button press that waits for its answer; returns the path of its callback."""
    where = f"/channels/{place.channel.id}/messages"
    await raw("POST", where, row(button()))
    sent = place.ann.send_click(place.ann.messages(place.channel)[-1], "x")
    return f"/interactions/{sent.record.id}/{sent.record.token}/callback"
