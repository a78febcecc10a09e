"""The page's door: who may come in, what each person sees through it, and what people and hosts do by it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.sandbox import Permission, Sandbox
from bot.sandbox.browser import KEY_HEADER, Browser
from bot.sandbox.connect import point_discord_at
from bot.sandbox.people import People, build_sample
from tests.sandbox.trial import TrialBot, running

Json = dict[str, Any]


class House:
    """A sandbox with its page, and a client that asks as the page does unless told otherwise."""

    def __init__(self, sandbox: Sandbox, people: People, page: Browser, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.people = people
        self.page = page
        self.session = session
        self.ann, self.ben, self.cleo, self.solon, self.xenia = people.all()
        self.agora = next(each for each in sandbox.world.channels.values() if each.name == "agora")
        self.guild = next(iter(sandbox.world.guilds.values()))

    def headers(self, **changes: str | None) -> dict[str, str]:
        headers = {"Origin": self.sandbox.url, KEY_HEADER: self.page.key} | changes
        return {name.replace("_", "-"): each for name, each in headers.items() if each is not None}

    async def post(self, path: str, body: object, **changes: str | None) -> tuple[int, Json]:
        url = f"{self.sandbox.url}/page/{path}"
        async with self.session.post(url, json=body, headers=self.headers(**changes)) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else {"text": await answer.text()}

    async def act(self, person: Any, what: str, **body: object) -> Json:
        """What somebody does; refused comes back as `{"error": ...}`."""
        _, answer = await self.post("act", body | {"as": str(person.id), "do": what})
        return answer

    async def trouble(self, what: str, **body: object) -> Json:
        _, answer = await self.post("trouble", body | {"do": what})
        return answer

    async def window(self, person: Any, **changes: str | None) -> aiohttp.ClientWebSocketResponse:
        """A person's stream, past what is backstage."""
        url = f"{self.sandbox.url}/page/stream?key={self.page.key}&as={person.id}"
        return await self.session.ws_connect(url, headers=self.headers(**changes))


@pytest.fixture
async def house() -> AsyncIterator[House]:
    sandbox = Sandbox()
    people = build_sample(sandbox)
    page = Browser(sandbox, people)
    async with sandbox, aiohttp.ClientSession() as session:
        yield House(sandbox, people, page, session)


async def until(stream: aiohttp.ClientWebSocketResponse, kind: str) -> Json:
    """The next event of that type."""
    while True:
        event: Json = await stream.receive_json(timeout=5)
        if event["type"] == kind:
            return event


# Who may come in.


async def test_the_page_comes_with_its_key_and_lets_nothing_in(house: House) -> None:
    async with house.session.get(f"{house.sandbox.url}/") as answer:
        text = await answer.text()
        policy = answer.headers["Content-Security-Policy"]
    assert f'content="{house.page.key}"' in text
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    for name in re.findall(r'(?:href|src)="(/page/[^"]+)"', text):
        async with house.session.get(f"{house.sandbox.url}{name}") as answer:
            assert answer.status == 200, name
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", ["browser.py", "..%2fbrowser.py", "index.html", "nothing.js", ".hidden.js"])
async def test_no_other_file_is_served(house: House, name: str) -> None:
    async with house.session.get(f"{house.sandbox.url}/page/{name}") as answer:
        assert answer.status == 404


@pytest.mark.parametrize(
    "changes",
    [
        {"Host": "evil.example"},
        {"Host": "sandbox.example:80"},
        {"Origin": None},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"X_Page_Key": None},
        {"X_Page_Key": "guessed"},
        {"X_Page_Key": "schlüssel"},
    ],
)
async def test_strangers_are_refused(house: House, changes: dict[str, str | None]) -> None:
    body = {"as": str(house.ann.id), "do": "say", "channel": str(house.agora.id), "content": "hello"}
    if "X_Page_Key" in changes:
        changes = {KEY_HEADER: changes["X_Page_Key"]}
    before = len(house.agora.messages)
    for path in ("act", "trouble"):
        status, _ = await house.post(path, body, **changes)
        assert status == 403
    assert len(house.agora.messages) == before
    if KEY_HEADER not in changes:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.window(house.ann, **changes)
        assert refused.value.status == 403


async def test_a_stream_needs_the_key_and_a_person(house: House) -> None:
    for query, status in ((f"key=wrong&as={house.ann.id}", 403), (f"key={house.page.key}&as=1", 404)):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.session.ws_connect(f"{house.sandbox.url}/page/stream?{query}", headers=house.headers())
        assert refused.value.status == status


async def test_a_form_of_another_site_does_not_get_through(house: House) -> None:
    url = f"{house.sandbox.url}/page/act"
    async with house.session.post(
        url, data='{"do": "say"}', headers=house.headers(Content_Type="text/plain")
    ) as answer:
        assert answer.status == 415
    for body in ("[]", "{"):
        headers = house.headers(Content_Type="application/json")
        async with house.session.post(url, data=body, headers=headers) as answer:
            assert answer.status == 400


# What each sees.


async def test_each_sees_only_their_own(house: House) -> None:
    secret = house.sandbox.add_channel(house.guild, "secret")
    house.sandbox.deny(secret, house.guild, Permission.VIEW_CHANNEL)
    house.sandbox.allow(secret, house.ann, Permission.VIEW_CHANNEL)
    house.ann.say(secret, "for my eyes")
    ann, ben = await house.window(house.ann), await house.window(house.ben)
    own, others = await until(ann, "sight"), await until(ben, "sight")
    assert "for my eyes" in str(own)
    assert "for my eyes" not in str(others)
    assert "secret" not in [each["name"] for each in others["guilds"][0]["channels"]]
    said = await house.act(house.ben, "say", channel=str(secret.id), content="let me in")
    assert said["error"] == "There is no such channel for this person."
    assert (await house.act(house.ben, "channel", channel=str(secret.id)))["error"]
    house.ann.say(secret, "another secret")
    house.ann.say(house.agora, "for all")
    seen = await until(ben, "message")
    assert seen["message"]["content"] == "for all"
    assert (await until(ann, "message"))["message"]["content"] == "another secret"


async def test_unread_marks_follow_what_each_has_read(house: House) -> None:
    stream = await house.window(house.xenia)

    async def marks(name: str) -> tuple[bool, int, bool]:
        house.page._tell()
        event = await until(stream, "backstage")
        found = next(each for each in event["people"] if each["name"] == name)
        return found["unread"], found["pings"], found["called"]

    assert await marks("Ben") == (False, 0, False)
    said = house.ann.say(house.agora, f"your turn, {house.ben.mention}")
    assert await marks("Ben") == (True, 1, False)
    await house.act(house.ben, "read", channel=str(house.agora.id), message=str(said.id))
    assert await marks("Ben") == (False, 0, False)
    assert house.people.standing(house.ann.user).unread is False
    assert house.people.standing(house.cleo.user).unread is True


# What is done.


@pytest.fixture
async def bot(house: House) -> AsyncIterator[TrialBot]:
    """The real discord.py with a command, button or menu for each way of answering."""
    point_discord_at(house.sandbox.url)
    async with running(TrialBot(), house.sandbox.token) as client:
        yield client


async def test_people_use_commands_buttons_menus_and_modals(house: House, bot: TrialBot) -> None:
    ann, where = house.ann, str(house.agora.id)
    offered = (await house.act(ann, "commands", channel=where))["commands"]
    assert {"game new", "play", "game deep down"} <= {each["line"] for each in offered}
    options = {"supply": 12, "partner": str(house.ben.id), "place": where, "pace": "Fast"}
    stream = await house.window(ann)
    await house.act(ann, "slash", channel=where, line="game new", options=options)
    lobby = (await until(stream, "message"))["message"]
    assert lobby["content"].startswith("lobby 12 None 0.5 ['ben', 'agora', 'Fast']")
    choices = await house.act(ann, "autocomplete", channel=where, line="play", option="action", text="e", options={})
    assert len(choices["choices"]) == 25
    await house.act(ann, "select", message=lobby["id"], custom_id="square", values=["a1", "c3"])
    chosen = (await until(stream, "message"))["message"]
    assert (chosen["content"], chosen["ephemeral"]) == ("chose a1 c3", True)
    await house.act(ann, "select", message=lobby["id"], custom_id="user", values=[str(house.ben.id)])
    assert (await until(stream, "message"))["message"]["content"] == "chose Ben"
    asked = await house.act(ann, "click", message=lobby["id"], custom_id="ask")
    while (await until(stream, "interaction"))["interaction"]["state"] != "modal":
        continue
    assert "Name" in (await house.act(ann, "submit", interaction=asked["interaction"], values={"Name": "A"}))["error"]
    await house.act(ann, "submit", interaction=asked["interaction"], values={"Name": "Anna"})
    assert (await until(stream, "message"))["message"]["content"] == "renamed to Anna"
    await house.act(ann, "dismiss", message=chosen["id"], channel=where)
    assert (await until(stream, "message_removed"))["message_id"] == chosen["id"]
    assert (await house.act(house.ben, "dismiss", message=lobby["id"], channel=where))["error"]


async def test_nobody_presses_for_somebody_else(house: House, bot: TrialBot) -> None:
    lobby = (await house.ann.slash(house.agora, "game new")).response
    assert lobby is not None
    private = (await house.ann.click(lobby, "Whisper")).response
    asked = await house.ann.click(lobby, "Ask")
    assert private is not None
    pressed = await house.act(house.ben, "click", message=str(private.id), custom_id="count")
    assert pressed == {"error": "There is no such message for this person."}
    sent = await house.act(house.ben, "submit", interaction=str(asked.record.id), values={"Name": "Ben"})
    assert "error" in sent


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "nothing"},
        {"do": "say"},
        {"do": "say", "channel": "x", "content": "?"},
        {"do": "click", "message": "1", "custom_id": "a"},
        {"do": "slash", "channel": "AGORA", "line": "no such", "options": {}},
        {"do": "slash", "channel": "AGORA", "line": "game new", "options": []},
        {"do": "say", "channel": "AGORA", "content": " "},
        {"do": "say", "channel": "AGORA", "content": "x" * 2001},
        {"do": "say", "as": "1", "channel": "AGORA", "content": "I am nobody"},
        {"do": "say", "as": "OWNER", "channel": "AGORA", "content": "I am the owner"},
    ],
)
async def test_nonsense_is_refused_in_words(house: House, body: Json) -> None:
    names = {"AGORA": str(house.agora.id), "OWNER": str(house.sandbox.world.owner.id)}
    filled = {key: names.get(each, each) if isinstance(each, str) else each for key, each in body.items()}
    status, answer = await house.post("act", {"as": str(house.ann.id)} | filled)
    assert status == 409
    assert re.fullmatch(r"[A-Z'].+\.", answer["error"])


async def test_troubles(house: House, bot: TrialBot) -> None:
    sandbox, agora, guild = house.sandbox, house.agora, str(house.guild.id)
    where = str(agora.id)
    await house.trouble("messages", person=str(house.ann.id), open=False)
    assert not house.ann.user.accepts_dms
    await house.trouble("right", channel=where, right="ATTACH_FILES", given=False)
    assert not sandbox.world.may(sandbox.bot.id, agora, Permission.ATTACH_FILES)
    await house.trouble("right", channel=where, right="ATTACH_FILES", given=True)
    assert sandbox.world.may(sandbox.bot.id, agora, Permission.ATTACH_FILES)
    before = sandbox.clock.now()
    await house.trouble("skip", seconds=3600)
    assert sandbox.clock.now() - before >= 3600
    await house.trouble("fault", requests="messages", fault="limit", seconds=2, count=3)
    assert [each.count for each in sandbox.faults.pending] == [3]
    await house.trouble("clear_faults")
    await house.trouble("twice")
    await house.trouble("hold", held=True)
    assert (sandbox.gateway.twice, sandbox.gateway.paused) == (1, True)
    await house.trouble("hold", held=False)
    identified = sandbox.gateway.identifies
    await house.trouble("drop", resumable=False)
    await sandbox.wait_for(lambda: sandbox.gateway.identifies > identified, what="the bot to come back")
    await house.trouble("leave", person=str(house.ben.id), guild=guild)
    assert house.ben.id not in house.guild.members
    await house.trouble("join", person=str(house.ben.id), guild=guild)
    await house.trouble("remove_bot", guild=guild)
    assert "error" in await house.trouble("remove_bot", guild=guild)
    await house.trouble("add_bot", guild=guild)
    assert sandbox.bot.id in house.guild.members
    thread = sandbox.add_thread(agora, "talk")
    await house.trouble("set_thread", channel=str(thread.id), archived=True, locked=True)
    assert (thread.archived, thread.locked) == (True, True)
    said = house.ann.say(agora, "soon gone")
    await house.trouble("delete_message", message=str(said.id))
    assert said.deleted
    await house.trouble("add_channel", guild=guild, name="New Place")
    assert "new-place" in [each.name for each in sandbox.world.channels_of(house.guild.id)]
    await house.trouble("delete_channel", channel=where)
    assert agora.id not in sandbox.world.channels
    assert "not a process" in (await house.trouble("kill"))["error"]


@pytest.mark.parametrize(
    "body",
    [
        {"do": "nothing"},
        {"do": "skip", "seconds": -5},
        {"do": "skip", "seconds": 1e12},
        {"do": "skip", "seconds": True},
        {"do": "fault", "requests": "all", "fault": "delay", "seconds": 9999, "count": 1},
        {"do": "fault", "requests": "all", "fault": "magic", "count": 1},
        {"do": "right", "channel": "1", "right": "VIEW_CHANNEL"},
        {"do": "add_person", "name": "ann", "kind": "player"},
        {"do": "add_person", "name": "x\u202ey", "kind": "player"},
        {"do": "add_person", "name": "Dora", "kind": "god"},
    ],
)
async def test_impossible_troubles_are_refused_in_words(house: House, body: Json) -> None:
    before = house.sandbox.clock.now()
    assert (await house.trouble(**{"what": body.pop("do"), **body}))["error"].endswith(".")
    assert house.sandbox.clock.now() - before < 5
    assert not house.sandbox.faults.pending


async def test_somebody_new_can_be_anybody(house: House) -> None:
    await house.trouble("add_person", name="Dora", kind="moderator", guild=str(house.guild.id))
    await house.trouble("add_person", name="Eve", kind="player", guild=None)
    dora, eve = house.people.all()[-2:]
    assert house.people.kind(dora.user) == "moderator"
    assert eve.id not in house.guild.members
    sight = await until(await house.window(eve), "sight")
    assert sight["guilds"] == []


async def test_windows_close_when_the_sandbox_stops() -> None:
    sandbox = Sandbox()
    people = build_sample(sandbox)
    page = Browser(sandbox, people)
    async with aiohttp.ClientSession() as session:
        async with sandbox:
            house = House(sandbox, people, page, session)
            stream = await house.window(house.ann)
            await until(stream, "sight")
        closing = await asyncio.wait_for(stream.receive(), 5)
        while closing.type is aiohttp.WSMsgType.TEXT:
            closing = await asyncio.wait_for(stream.receive(), 5)
        assert closing.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING, aiohttp.WSMsgType.CLOSED)
