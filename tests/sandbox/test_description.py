"""The sandbox against Discord's own description: every route once, and what comes over the gateway."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from bot.sandbox import Permission
from bot.sandbox.dispatches import GUILD_MEMBERS
from bot.sandbox.nouns import COMMAND
from bot.sandbox.permissions import EVERYTHING
from bot.sandbox.rest import ROUTES, Exchange
from bot.sandbox.site import Call
from tests.sandbox.description import document, named, wrong_answer, wrong_request
from tests.sandbox.excerpt_openapi import EXCERPT, lines, shape
from tests.sandbox.rig import Place, Raw, Socket
from tests.sandbox.test_gateway import identify
from tests.sandbox.trial import PICTURE, TrialBot

Json = dict[str, Any]

THUMB = "%F0%9F%91%8D"


async def tour(place: Place, raw: Raw) -> None:
    """Uses every route of the sandbox with success."""
    await tour_of_users(place, raw)
    await tour_of_messages(place, raw)
    await tour_of_channels(place, raw)
    for scope in ("", f"/guilds/{place.guild.id}"):
        await tour_of_commands(f"/applications/{place.sandbox.bot.id}{scope}/commands", raw)
    await tour_of_interactions(place, raw)
    await raw("DELETE", f"/users/@me/guilds/{place.guild.id}")


async def tour_of_users(place: Place, raw: Raw) -> None:
    place.sandbox.world.application_emojis[1] = "cube"
    place.guild.emojis[2] = "sphere"
    guild = f"/guilds/{place.guild.id}"
    role = place.sandbox.add_role(place.guild, "players")
    for path in ("/users/@me", f"/users/{place.ann.id}", "/users/@me/guilds", "/gateway", "/gateway/bot"):
        await raw("GET", path)
    for path in ("/applications/@me", "/oauth2/applications/@me", f"/applications/{place.sandbox.bot.id}/emojis"):
        await raw("GET", path)
    for path in (
        "",
        "?with_counts=true",
        "/members?limit=9",
        "/members/search?query=a",
        f"/members/{place.ann.id}",
        "/roles",
        "/channels",
    ):
        await raw("GET", guild + path)
    await raw("PATCH", f"{guild}/members/@me", {"nick": "Syn"})
    for method in ("PUT", "DELETE"):
        await raw(method, f"{guild}/members/{place.ann.id}/roles/{role.id}")
    await raw("POST", "/users/@me/channels", {"recipient_id": str(place.ann.id)})


async def tour_of_messages(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}"
    all_of_it = {
        "content": place.ann.mention,
        "embeds": [{"title": "t", "color": 1, "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}}],
        "attachments": [{"id": 0, "description": "alt"}],
        "components": [
            {
                "type": 1,
                "components": [{"type": 2, "style": 1, "custom_id": "x", "emoji": {"name": "🎲"}}],
            },
            {"type": 1, "components": [{"type": 3, "custom_id": "y", "options": [{"label": "x", "value": "x"}]}]},
            {"type": 1, "components": [{"type": 5, "custom_id": "z"}]},
        ],
    }
    sent = await raw("POST", f"{where}/messages", all_of_it, files={"x.png": PICTURE})
    one = f"{where}/messages/{sent.body['id']}"
    await raw("POST", f"{where}/messages", {"content": "y", "message_reference": {"message_id": sent.body["id"]}})
    await raw("PUT", f"{one}/reactions/{THUMB}/@me")
    for pin in ("messages/pins", "pins"):
        await raw("PUT", f"{where}/{pin}/{sent.body['id']}")
        await raw("GET", f"{where}/messages/pins")
        await raw("DELETE", f"{where}/{pin}/{sent.body['id']}")
    for path in (one, f"{where}/messages", f"{one}/reactions/{THUMB}"):
        await raw("GET", path)
    await raw("DELETE", f"{one}/reactions/{THUMB}/@me")
    await raw("PATCH", one, {"content": "z", "components": []})
    await raw("POST", f"{where}/typing")
    await raw("POST", f"{one}/threads", {"name": "x"})
    await raw("GET", one)
    await raw("DELETE", one)
    others = [str(place.ann.say(place.channel, "x").id) for _ in range(2)]
    await raw("POST", f"{where}/messages/bulk-delete", {"messages": others})


async def tour_of_channels(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}"
    guild = f"/guilds/{place.guild.id}"
    await raw("GET", where)
    await raw("PATCH", where, {"name": "stoa", "topic": "x"})
    overwrite = f"{where}/permissions/{place.ann.id}"
    await raw("PUT", overwrite, {"type": 1, "allow": str(int(Permission.ADD_REACTIONS)), "deny": "0"})
    await raw("GET", where)
    await raw("DELETE", overwrite)
    for kind in (11, 12):
        made = await raw("POST", f"{where}/threads", {"name": "x", "type": kind})
        thread = f"/channels/{made.body['id']}"
        for method, path in (
            ("GET", thread),
            ("PUT", f"{thread}/thread-members/{place.ann.id}"),
            ("GET", f"{thread}/thread-members"),
            ("GET", f"{thread}/thread-members/{place.ann.id}"),
            ("DELETE", f"{thread}/thread-members/@me"),
            ("PUT", f"{thread}/thread-members/@me"),
            ("GET", f"{guild}/threads/active"),
        ):
            await raw(method, path)
        await raw("PATCH", thread, {"archived": True, "locked": True})
    other = await raw("POST", f"{guild}/channels", {"name": "x", "type": 0})
    await raw("DELETE", f"/channels/{other.body['id']}")


async def tour_of_commands(where: str, raw: Raw) -> None:
    values = [{"type": kind, "name": f"o{kind}", "description": "x", "required": True} for kind in range(3, 12)]
    choices = {"type": 3, "name": "c", "description": "x", "choices": [{"name": "x", "value": "y"}]}
    group = {
        "type": 2,
        "name": "g",
        "description": "x",
        "options": [{"type": 1, "name": "s", "description": "x", "options": [choices]}],
    }
    bodies = [
        {"name": "a", "description": "x", "options": values, "default_member_permissions": 8, "contexts": [0, 1]},
        {"name": "b", "description": "x", "options": [group], "nsfw": True},
        {"name": "Menu", "type": 3},
    ]
    await raw("PUT", where, bodies)
    await raw("GET", where)
    made = await raw("POST", where, {"name": "c", "description": "x"})
    one = f"{where}/{made.body['id']}"
    await raw("GET", one)
    await raw("PATCH", one, {"description": "y"})
    await raw("DELETE", one)


async def tour_of_interactions(place: Place, raw: Raw) -> None:
    for first in ({"type": 4, "data": {"content": "x"}}, {"type": 5, "data": {"flags": 64}}):
        sent = place.sandbox.site.desk.send(COMMAND, place.ann.id, place.channel, {"name": "x"}, name="x")
        webhook = f"/webhooks/{place.sandbox.bot.id}/{sent.token}"
        await raw("POST", f"/interactions/{sent.id}/{sent.token}/callback?with_response=true", first)
        await raw("GET", f"{webhook}/messages/@original")
        await raw("PATCH", f"{webhook}/messages/@original", {"content": "y"})
        follow_up = await raw("POST", webhook, {"content": "z"}, files={"x.png": PICTURE})
        await raw("PATCH", f"{webhook}/messages/{follow_up.body['id']}", {"attachments": []})
        await raw("DELETE", f"{webhook}/messages/{follow_up.body['id']}")
        await raw("DELETE", f"{webhook}/messages/@original")


async def test_every_route_answers_as_described(place: Place, raw: Raw) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, EVERYTHING)
    role = next(each for each in place.guild.roles.values() if each.managed)
    role.permissions = EVERYTHING
    place.sandbox.site.privileged = GUILD_MEMBERS
    await tour(place, raw)
    done = {each.call.route for each in place.sandbox.rest.exchanges if 200 <= each.status < 300}
    assert {f"{each.method} {each.template}" for each in ROUTES} - done == set()
    failed = [(each.call.route, each.body) for each in place.sandbox.rest.exchanges if each.status >= 300]
    assert failed == []


async def test_what_discord_py_sends_is_as_described(bot: TrialBot, place: Place) -> None:
    lobby = (await place.ann.slash(place.channel, "game new")).response
    for label in ("Count", "Whisper", "Ask"):
        await place.ann.click(lobby, label)
    await place.ann.slash(place.channel, "play", action="x")
    await place.ann.autocomplete(place.channel, "play", option="action", text="x")
    bodies = [each for each in place.sandbox.rest.exchanges if each.call.body is not None]
    assert len(bodies) >= 9
    assert [wrong for each in bodies if (wrong := wrong_request(each)) is not None] == []


async def test_the_gateway_sends_the_same_objects(place: Place, connect: Callable[..., Awaitable[Socket]]) -> None:
    place.sandbox.add_thread(place.channel, "thread")
    socket = await connect()
    await identify(place.sandbox, socket)
    guild = await socket.until("GUILD_CREATE")
    objects = [("GuildChannelResponse", each) for each in guild["channels"]]
    objects += [("ThreadResponse", each) for each in guild["threads"]]
    objects += [("GuildRoleResponse", each) for each in guild["roles"]]
    objects += [("GuildMemberResponse", each) for each in guild["members"]]
    place.ann.say(place.channel, place.bob.mention)
    message = await socket.until("MESSAGE_CREATE")
    objects += [("UserResponse", message["author"])]
    bare = {key: value for key, value in message.items() if key not in ("guild_id", "member")}
    bare["mentions"] = [{key: each[key] for key in each if key != "member"} for each in message["mentions"]]
    objects += [("MessageResponse", bare)]
    assert {name: wrong for name, each in objects if (wrong := named(name, each)) is not None} == {}
    assert len(objects) == 7


def exchange(call: Call, status: int, body: Any) -> Exchange:
    return Exchange(call, status, body, 0.0)


async def test_the_check_would_notice(place: Place, raw: Raw) -> None:
    sent = await raw("POST", f"/channels/{place.channel.id}/messages", {"content": "x"})
    call = place.sandbox.rest.exchanges[-1].call
    body: Json = sent.body
    spoilt = [
        {key: value for key, value in body.items() if key != "author"},
        body | {"id": int(body["id"])},
        body | {"id": "x"},
        body | {"timestamp": "today"},
        body | {"edited_timestamp": 5},
        body | {"flags": 2**31},
        body | {"colour": "red"},
        body | {"author": body["author"] | {"colour": "red"}},
        body | {"components": [{"type": 1, "id": 1, "components": [{"type": 2}]}]},
    ]
    assert wrong_answer(exchange(call, 200, body)) is None
    assert [wrong_answer(exchange(call, 200, each)) for each in spoilt].count(None) == 0
    assert wrong_answer(exchange(call, 201, body)) is not None
    assert wrong_answer(exchange(call, 404, {"code": "x", "message": "y"})) is not None
    wrong = [{"content": 5}, {"embeds": [{"title": "x" * 257}]}, {"nonce": "x" * 26}, {"components": [{"type": 1}]}]
    calls = [Call("POST", call.template, {}, body=each) for each in wrong]
    assert [wrong_request(exchange(each, 200, body)) for each in calls].count(None) == 0


def test_the_excerpt_is_as_it_was_cut() -> None:
    assert EXCERPT.read_text(encoding="utf-8") == lines(document())
    assert json.dumps(document()).count('"$ref"') > 100
    assert {f"{each.method} {shape(each.template)}" for each in ROUTES} <= document()["operations"].keys()
    assert (EXCERPT.parent / "LICENCE").read_text(encoding="utf-8").count("Copyright (c) Discord") == 1
