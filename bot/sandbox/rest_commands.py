"""Routes of application commands, global and of a guild."""

from __future__ import annotations

from typing import Any, Final

from bot.sandbox.commands import CHAT, read_command
from bot.sandbox.errors import ApiError, Refusal
from bot.sandbox.forms import Form
from bot.sandbox.happenings import CommandsHappened
from bot.sandbox.limits import LIMITS
from bot.sandbox.nouns import Command
from bot.sandbox.site import Answer, Call, Route, Site

Json = dict[str, Any]


def _scope(site: Site, call: Call) -> int | None:
    """The guild whose commands the path names, or none for the global ones."""
    if call.id("application_id") != site.world.application_id:
        raise ApiError(Refusal.UNKNOWN_APPLICATION)
    if "guild_id" not in call.params:
        return None
    guild_id = call.id("guild_id")
    if not site.world.is_member(guild_id, site.world.bot.id):
        raise ApiError(Refusal.MISSING_ACCESS)
    return guild_id


def _command(site: Site, call: Call) -> Command:
    command = site.world.commands[_scope(site, call)].get(call.id("command_id"))
    if command is None:
        raise ApiError(Refusal.UNKNOWN_COMMAND)
    return command


def list_commands(site: Site, call: Call) -> Answer:
    """GET /applications/{application_id}[/guilds/{guild_id}]/commands"""
    return Answer([each.body for each in site.world.commands[_scope(site, call)].values()])


def get_command(site: Site, call: Call) -> Answer:
    """GET …/commands/{command_id}"""
    return Answer(_command(site, call).body)


def replace_commands(site: Site, call: Call) -> Answer:
    """PUT …/commands: all or nothing. A command of the same name and type keeps its id."""
    scope = _scope(site, call)
    if not isinstance(call.body, list):
        raise ApiError(Refusal.INVALID_JSON)
    form = Form()
    bodies = [read_command(form, (index,), each) for index, each in enumerate(call.body)]
    _check_unique(form, bodies)
    form.check()
    _check_count(scope, bodies)
    known = {(each.kind, each.name): each.id for each in site.world.commands[scope].values()}
    commands = [_made(site, scope, body, known.get((body["type"], body["name"]))) for body in bodies]
    site.world.commands[scope] = {each.id: each for each in commands}
    site.world.publish(CommandsHappened(scope))
    return Answer([each.body for each in commands])


def _check_unique(form: Form, bodies: list[Json]) -> None:
    keys = [(body["type"], body["name"]) for body in bodies]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            message = "Application command names must be unique"
            form.wrong((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)


def _check_count(scope: int | None, bodies: list[Json]) -> None:
    """At most a hundred slash commands and fifteen of each kind of context menu."""
    chat = LIMITS.global_commands if scope is None else LIMITS.guild_commands
    for kind in (1, 2, 3):
        number = sum(body["type"] == kind for body in bodies)
        if number > (chat if kind == CHAT else LIMITS.menu_commands):
            raise ApiError(Refusal.TOO_MANY_COMMANDS)


def _made(site: Site, scope: int | None, body: Json, known_id: int | None) -> Command:
    number = known_id or site.world.snowflake()
    full = {"id": str(number), "application_id": str(site.world.application_id)} | body
    full["version"] = str(site.world.snowflake())
    if scope is not None:
        full["guild_id"] = str(scope)
        for name in ("dm_permission", "contexts", "integration_types"):
            full.pop(name, None)
    return Command(number, scope, full)


def create_command(site: Site, call: Call) -> Answer:
    """POST …/commands: a new one (201), or the one of that name anew (200)."""
    scope = _scope(site, call)
    form = Form()
    body = read_command(form, (), call.body)
    form.check()
    commands = site.world.commands[scope]
    same = [each for each in commands.values() if (each.kind, each.name) == (body["type"], body["name"])]
    others = [each.body for each in commands.values() if each not in same]
    _check_count(scope, [*others, body])
    command = _made(site, scope, body, same[0].id if same else None)
    commands[command.id] = command
    site.world.publish(CommandsHappened(scope))
    return Answer(command.body, 200 if same else 201)


def edit_command(site: Site, call: Call) -> Answer:
    """PATCH …/commands/{command_id}"""
    old = _command(site, call)
    form = Form()
    body = read_command(form, (), old.body | call.table())
    form.check()
    command = _made(site, old.guild_id, body, old.id)
    site.world.commands[old.guild_id][old.id] = command
    site.world.publish(CommandsHappened(old.guild_id))
    return Answer(command.body)


def delete_command(site: Site, call: Call) -> Answer:
    """DELETE …/commands/{command_id}"""
    command = _command(site, call)
    del site.world.commands[command.guild_id][command.id]
    site.world.publish(CommandsHappened(command.guild_id))
    return Answer(status=204)


def _routes(base: str) -> tuple[Route, ...]:
    one = base + "/{command_id}"
    return (
        Route("GET", base, list_commands),
        Route("PUT", base, replace_commands),
        Route("POST", base, create_command),
        Route("GET", one, get_command),
        Route("PATCH", one, edit_command),
        Route("DELETE", one, delete_command),
    )


ROUTES: Final = (
    *_routes("/applications/{application_id}/commands"),
    *_routes("/applications/{application_id}/guilds/{guild_id}/commands"),
)
