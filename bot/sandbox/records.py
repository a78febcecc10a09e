"""Dataclasses to JSON and back, led by their annotations: what a kept world is written in.

A field that a file lacks takes its default, so that a world kept by an older sandbox can still be read.
"""

from __future__ import annotations

import dataclasses
import types
from enum import IntFlag
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Json = dict[str, Any]
T = TypeVar("T")


class RecordError(ValueError):
    """JSON that is no record of the wanted class; the text says which field is wrong."""


def pack(value: object, without: frozenset[str] = frozenset()) -> Any:
    """A value as JSON. Sets become sorted lists, keys of tables texts; `without` leaves out fields (`Channel.name`)."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = (each.name for each in dataclasses.fields(value))
        kept = (name for name in names if f"{type(value).__name__}.{name}" not in without)
        return {name: pack(getattr(value, name), without) for name in kept}
    if isinstance(value, dict):
        return {str(key): pack(each, without) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [pack(each, without) for each in value]
    return int(value) if isinstance(value, IntFlag) else value


def unpack(kind: type[T], body: object, **given: object) -> T:
    """A dataclass out of what `pack` made of it; `given` are fields that were left out. Raises `RecordError`."""
    if not isinstance(body, dict):
        raise RecordError(f"{kind.__name__} is written as a table")
    record: Any = kind
    known = _fields(record)
    values: dict[str, object] = dict(given)
    for name, each in body.items():
        if name in known:
            try:
                values[name] = _value(known[name], each)
            except (TypeError, ValueError, AttributeError) as error:
                raise RecordError(f"{kind.__name__}.{name}: {error}") from error
    try:
        return kind(**values)
    except TypeError as error:
        raise RecordError(str(error)) from error


@cache
def _fields(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in dataclasses.fields(kind) if each.init}


def _value(kind: Any, value: Any) -> Any:
    """A value of the annotation `kind`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        others = [each for each in inner if each is not type(None)]
        return value if value is None or len(others) > 1 else _value(others[0], value)
    if origin is dict:
        key = int if inner[0] is int else str
        return {key(name): _value(inner[1], each) for name, each in value.items()}
    if origin in (list, set, frozenset):
        return origin(_value(inner[0], each) for each in value)
    if origin is tuple:
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return tuple(_value(each, part) for each, part in zip(kinds, value, strict=True))
    if dataclasses.is_dataclass(kind):
        return unpack(kind if isinstance(kind, type) else type(kind), value)
    if isinstance(kind, type) and issubclass(kind, IntFlag):
        return kind(value)
    if kind in (int, str, bool) and type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return float(value) if kind is float else value
