"""Registering commands, globally and in a guild."""

from __future__ import annotations

from typing import Any

from bot.sandbox import Permission
from tests.sandbox.rig import Place, Raw

Json = dict[str, Any]


def paths(place: Place) -> tuple[str, str]:
    base = f"/applications/{place.sandbox.bot.id}"
    return f"{base}/commands", f"{base}/guilds/{place.guild.id}/commands"


def command(name: str, **fields: object) -> Json:
    return {"name": name, "description": "x"} | fields


async def test_replacing_keeps_the_ids_of_the_same_names(place: Place, raw: Raw) -> None:
    everywhere, _ = paths(place)
    first = (await raw("PUT", everywhere, [command("a"), command("b")])).body
    second = (await raw("PUT", everywhere, [command("b", description="y"), command("c")])).body
    assert second[0]["id"] == first[1]["id"]
    assert second[0]["version"] != first[1]["version"]
    assert [each["name"] for each in (await raw("GET", everywhere)).body] == ["b", "c"]


async def test_one_by_one(place: Place, raw: Raw) -> None:
    everywhere, _ = paths(place)
    made = await raw("POST", everywhere, command("a"))
    again = await raw("POST", everywhere, command("a", description="y"))
    assert (made.status, again.status) == (201, 200)
    where = f"{everywhere}/{made.body['id']}"
    assert (await raw("GET", where)).body["description"] == "y"
    assert (await raw("PATCH", where, {"name": "z"})).body["name"] == "z"
    assert (await raw("DELETE", where)).status == 204
    assert (await raw("GET", where)).code == 10063


async def test_one_in_both_scopes_is_offered_twice_and_the_guild_s_is_called(place: Place, raw: Raw) -> None:
    everywhere, here = paths(place)
    await raw("PUT", everywhere, [command("a")])
    await raw("PUT", here, [command("a")])
    assert place.ann.commands(place.channel) == ["a", "a"]
    assert place.ann.commands(place.ann.dm) == ["a"]
    sent = place.ann.send_slash(place.channel, "a")
    assert sent.record.data["guild_id"] == str(place.guild.id)


async def test_who_is_offered_what(place: Place, raw: Raw) -> None:
    everywhere, _ = paths(place)
    commands = [
        command("all"),
        command("guilds", contexts=[0]),
        command("dms", contexts=[1]),
        command("nodm", dm_permission=False),
        command("admins", default_member_permissions=0),
        command("managers", default_member_permissions=int(Permission.MANAGE_CHANNELS)),
        {"name": "Menu", "type": 2},
    ]
    await raw("PUT", everywhere, commands)
    assert place.ann.commands(place.channel) == ["all", "guilds", "nodm"]
    assert place.ann.commands(place.ann.dm) == ["all", "dms", "admins", "managers"]
    manager = place.sandbox.add_person(place.guild, "Mod", permissions=Permission.MANAGE_CHANNELS)
    assert manager.commands(place.channel) == ["all", "guilds", "nodm", "managers"]
    admin = place.sandbox.add_person(place.guild, "Admin", permissions=Permission.ADMINISTRATOR)
    assert admin.commands(place.channel) == ["all", "guilds", "nodm", "admins", "managers"]
