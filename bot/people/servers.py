"""What moderators have set for their server: who moderates besides them, and what new games start from."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace

import engine
from bot.history.clocks import Pace, pace_of
from bot.store.store import Job, Store

EVERYBODY, MODERATORS = "everybody", "moderators"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server. The defaults are those of a server in which nobody has set anything."""

    role: int | None = None
    """Who holds it may moderate, beside those who may manage channels."""
    openers: str = EVERYBODY
    """Who may open games: everybody, or moderators."""
    openers_role: int | None = None
    """Who holds it may open games, beside moderators."""
    lobby_role: int | None = None
    """Called once for each lobby."""
    supply: int = 24
    white_supply: int = 15
    neutral_phalanxes: bool = False
    finish_turn: bool = False
    pace: str = "relaxed"
    time: int | None = None

    def to_text(self) -> str:
        """Only what differs from the defaults."""
        return json.dumps({name: value for name, value in asdict(self).items() if value != getattr(_DEFAULTS, name)})

    @classmethod
    def from_text(cls, text: str) -> ServerSettings:
        """The settings in a text; what it says besides, perhaps for a newer program, is left out."""
        known = {column.name for column in fields(cls)}
        try:
            found = cls(**{name: value for name, value in json.loads(text).items() if name in known})
            _ = found.options, found.tempo
        except (ValueError, TypeError, AttributeError):
            # A damaged row must not keep a server from playing; moderators see that it is back at the beginning.
            return cls()
        return found

    @property
    def options(self) -> engine.Options:
        """The options of a new game."""
        return engine.Options(self.supply, self.white_supply, self.neutral_phalanxes, self.finish_turn)

    @property
    def tempo(self) -> Pace:
        """The pace of a new game."""
        return pace_of(self.pace, self.time)


_DEFAULTS = ServerSettings()


def cleared(what: str | None) -> dict[str, object]:
    """What to change in order to set something back: a setting by its name, or `all` but who moderates."""
    names = [column.name for column in fields(ServerSettings) if column.name != "role"]
    return {name: getattr(_DEFAULTS, name) for name in names if what in (name, "all")}


async def settings_of(store: Store, guild: int | None) -> ServerSettings:
    """The settings of a server."""
    rows = await store.select("SELECT settings FROM guilds WHERE guild = ?", guild or 0)
    return ServerSettings.from_text(rows[0][0]) if rows else ServerSettings()


async def change(store: Store, guild: int, **changed: object) -> ServerSettings:
    """Change some settings of a server; returns what they are then. Raises ValueError for a time out of range."""
    async with store.settling:
        before = await settings_of(store, guild)
        settings = replace(before, **changed)  # type: ignore[arg-type]  # checked where they enter
        _ = settings.options, settings.tempo
        sql = "INSERT OR REPLACE INTO guilds (guild, settings) VALUES (?, ?)"
        await store.write(Job().add(sql, guild, settings.to_text()))
        return settings
