"""Cuts out of Discord's own description of its interface the part that the sandbox speaks.

    python -m tests.sandbox.excerpt_openapi PATH/TO/openapi.json

writes `openapi/excerpt.json`: for every route of the sandbox the JSON body that Discord takes and the one that it
answers, and the schemas that these refer to, one a line. Descriptions are left out.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.sandbox.rest import ROUTES

Json = dict[str, Any]

EXCERPT = Path(__file__).parent / "openapi" / "excerpt.json"

ERRORS = ("Error", "RatelimitedResponse")
"""Schemas that no route names but every route may answer."""

GATEWAY = ("GuildChannelResponse", "ThreadResponse", "UserResponse", "GuildRoleResponse", "GuildMemberResponse")
"""Schemas for what comes over the gateway, which Discord does not describe."""


def shape(template: str) -> str:
    """A path without the names of its parameters, which Discord and the sandbox choose differently."""
    return re.sub(r"\{\w+\}", "{}", template)


def excerpt(document: Json) -> Json:
    """The operations of the sandbox's routes by `METHOD shape`, and their schemas."""
    described = {shape(path): operations for path, operations in document["paths"].items()}
    wanted = {(route.method, shape(route.template)) for route in ROUTES}
    operations = {
        f"{method} {path}": _operation(described[path][method.lower()])
        for method, path in sorted(wanted, key=lambda each: each[::-1])
        if method.lower() in described.get(path, {})
    }
    schemas = document["components"]["schemas"]
    names = _closure(schemas, [*ERRORS, *GATEWAY, *_references(operations)])
    return {"operations": operations, "schemas": {name: _bare(schemas[name]) for name in sorted(names)}}


def _operation(operation: Json) -> Json:
    """What is sent and what is answered, as schemas."""
    request = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = {
        status: answer["content"]["application/json"]["schema"]
        for status, answer in operation["responses"].items()
        if status.startswith("2") and "application/json" in answer.get("content", {})
    }
    return {"request": _bare(request), "answers": _bare(answers)}


def _bare(part: Any) -> Any:
    """Without descriptions and Discord's own extensions."""
    if isinstance(part, list):
        return [_bare(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _bare(value)
        for key, value in part.items()
        if not (key in ("description", "title") and isinstance(value, str)) and not key.startswith("x-")
    }


def _references(part: object) -> Iterator[str]:
    """The names of the schemas that are referred to."""
    if isinstance(part, list):
        for each in part:
            yield from _references(each)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from _references(value)


def _closure(schemas: Json, names: list[str]) -> set[str]:
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += _references(schemas[name])
    return found


def lines(part: Json) -> str:
    """The excerpt as JSON with one operation or schema a line, so that a change of it can be read."""
    rooms = []
    for name, entries in part.items():
        rows = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in entries.items()]
        rooms.append(f"{json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(rooms) + "\n}\n"


if __name__ == "__main__":
    EXCERPT.write_text(lines(excerpt(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))), encoding="utf-8")
