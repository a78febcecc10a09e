"""Reading request bodies: what is wrong is gathered as Discord's tree of errors and refused all at once (50035)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.sandbox.errors import ApiError, Refusal

Json = dict[str, Any]
Path = tuple[str | int, ...]


class Form:
    """Collects complaints by path; `check` refuses the request if there are any."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Notes a complaint about the field at `path`."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raises `ApiError` 50035 with all complaints, if any."""
        if self._tree:
            raise ApiError(Refusal.INVALID_FORM, errors=self._tree)

    def text(self, path: Path, value: object, *, low: int = 0, high: int, required: bool = False) -> str | None:
        """A string of `low` to `high` characters; null and absence are nothing, and wrong only if `required`."""
        if value is None:
            if required:
                self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return None
        self._length(path, len(value), low, high, "in length")
        return value

    def number(self, path: Path, value: object, *, low: int, high: int, default: int) -> int:
        """A whole number from `low` to `high`; null and absence are the default."""
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return default
        if value < low:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        if value > high:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return value

    def flag(self, path: Path, value: object, *, default: bool = False) -> bool:
        if value is None:
            return default
        if not isinstance(value, bool):
            self.wrong(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return value

    def choice(self, path: Path, value: object, allowed: Iterable[int]) -> int | None:
        """One of the `allowed` numbers."""
        options = tuple(allowed)
        if value is None:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value not in options:
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(map(str, options))}}}.")
            return None
        return value

    def items(self, path: Path, value: object, *, low: int = 0, high: int) -> list[Any]:
        """A list of `low` to `high` entries; null and absence are an empty one (and wrong if `low` says so)."""
        if value is None:
            if low:
                self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return []
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        self._length(path, len(value), low, high, "in length")
        return value

    def table(self, path: Path, value: object) -> Json:
        """A JSON object; null and absence are an empty one."""
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return {}
        return value

    def snowflake(self, path: Path, value: object) -> int | None:
        """An identifier, as a string or a number of digits."""
        text = str(value)
        if isinstance(value, bool) or not text.isascii() or not text.isdigit():
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
            return None
        return int(text)

    def _length(self, path: Path, length: int, low: int, high: int, unit: str) -> None:
        if low <= length <= high:
            return
        if length > high and low == 0:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer {unit}.")
        elif length < low and length == 0:
            self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} {unit}.")


def refuse(path: Path, code: str, message: str) -> ApiError:
    """A 50035 with a single complaint."""
    form = Form()
    form.wrong(path, code, message)
    return ApiError(Refusal.INVALID_FORM, errors=form._tree)
