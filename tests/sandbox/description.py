"""Checks requests and answers against Discord's own description.

Read as its authors say it is meant: a union is one of its members whatever its keyword, and in requests a number may
be sent as a text and an identifier as a number. An answer may not have a property that the description does not know.
"""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError, best_match

from bot.sandbox.rest import Exchange
from tests.sandbox.excerpt_openapi import EXCERPT, shape

Json = dict[str, Any]

FORMATS = FormatChecker(formats=())


@FORMATS.checks("date-time", ValueError)
def _is_time(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


@FORMATS.checks("uri")
def _is_address(value: object) -> bool:
    return not isinstance(value, str) or value.startswith(("http://", "https://", "ws://", "wss://", "attachment://"))


@FORMATS.checks("int32")
def _is_int32(value: object) -> bool:
    return not isinstance(value, int) or -(2**31) <= value < 2**31


@cache
def document() -> Json:
    loaded: Json = json.loads(EXCERPT.read_text(encoding="utf-8"))
    return loaded


def _meant(part: Any, *, closed: bool) -> Any:
    """The schema as it is meant; `closed` forbids unknown properties."""
    if isinstance(part, list):
        return [_meant(each, closed=closed) for each in part]
    if not isinstance(part, dict):
        return part
    read = {
        ("anyOf" if key == "oneOf" else key): _meant(value, closed=closed and key != "allOf")
        for key, value in part.items()
    }
    if closed and part.get("type") == "object" and "properties" in part and "additionalProperties" not in part:
        read["unevaluatedProperties"] = False
    kinds = part.get("type", ())
    if not closed and "integer" in (kinds if isinstance(kinds, list) else (kinds,)):
        return {"anyOf": [read, {"type": "string", "pattern": r"^-?\d+$"}]}
    return read


@cache
def _schemas(closed: bool) -> Json:
    schemas: Json = _meant(document()["schemas"], closed=closed)
    # A part of another schema by allOf, where the rest is not unknown to the whole.
    schemas["Error"] = document()["schemas"]["Error"]
    if not closed:
        schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": schemas["SnowflakeType"]["pattern"]}
    return schemas


@cache
def _validator(schema: str, *, closed: bool) -> Draft202012Validator:
    """For a schema given as JSON text, so that it can be remembered."""
    whole = {"allOf": [_meant(json.loads(schema), closed=closed)], "components": {"schemas": _schemas(closed)}}
    return Draft202012Validator(whole, format_checker=FORMATS)


def _complaint(schema: Json, value: object, *, closed: bool) -> str | None:
    error: ValidationError | None = best_match(_validator(json.dumps(schema), closed=closed).iter_errors(value))
    return None if error is None else f"{error.json_path}: {error.message[:300]}"


def named(name: str, value: object) -> str | None:
    """What is wrong with the value as a thing of that name, nothing if it is right."""
    return _complaint({"$ref": f"#/components/schemas/{name}"}, value, closed=True)


def wrong_request(exchange: Exchange) -> str | None:
    """What is wrong with the JSON that a client sent and the sandbox took."""
    schema = document()["operations"][f"{exchange.call.method} {shape(exchange.call.template)}"]["request"]
    if schema is None or exchange.call.body is None:
        return None
    return _complaint(schema, exchange.call.body, closed=False)


def wrong_answer(exchange: Exchange) -> str | None:
    """What is wrong with the JSON that the sandbox answered (nothing, if the answer was lost on purpose)."""
    if exchange.status == 0:
        return None
    if exchange.status == 429:
        return named("RatelimitedResponse", exchange.body)
    if exchange.status >= 400:
        body = {key: value for key, value in exchange.body.items() if key in ("code", "message")}
        return named("Error", body)
    answers = document()["operations"][f"{exchange.call.method} {shape(exchange.call.template)}"]["answers"]
    if exchange.body is None:
        return None if exchange.status == 204 else "an answer without a body"
    schema = answers.get(str(exchange.status))
    if schema is None:
        return f"{exchange.status} is not among {sorted(answers)}"
    return _complaint(schema, exchange.body, closed=True)
