"""A world is kept in a file and goes on from it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Permission, Sandbox, keep
from bot.sandbox.browser import KEY_HEADER
from bot.sandbox.connect import point_discord_at
from bot.sandbox.keep import KeepError
from bot.sandbox.nouns import Message, User
from bot.sandbox.people import People, build_sample
from bot.sandbox.records import RecordError, unpack
from tests.sandbox.page.conftest import ROOT
from tests.sandbox.trial import PICTURE, TrialBot, running

Json = dict[str, Any]


async def lived(sandbox: Sandbox) -> People:
    """A world in which much has happened: commands, presses, modals, files, threads, rights, conversations."""
    people = build_sample(sandbox)
    ann, ben = people.all()[:2]
    agora = next(each for each in sandbox.world.channels.values() if each.name == "agora")
    point_discord_at(sandbox.url)
    async with running(TrialBot(), sandbox.token):
        lobby = (await ann.slash(agora, "game new")).response
        assert lobby is not None
        await ann.click(lobby, "Whisper")
        asked = await ben.click(lobby, "Ask")
        await ben.submit(asked, {"Name": "Benjamin"})
        await ann.slash(agora, "play", action="e5")
        await ann.slash(agora, "card")
        gone = ann.say(agora, "a slip")
        sandbox.delete_message(gone)
        sandbox.add_thread(agora, "talk", by=ann)
        sandbox.deny(agora, sandbox.bot, Permission.ATTACH_FILES)
        ben.close_dms()
        people.marks.read(ann.id, agora.id, lobby.id)
    return people


async def test_a_world_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "hellas.world"
    async with Sandbox() as sandbox:
        people = await lived(sandbox)
        sandbox.advance(3 * 86_400)
        kept = keep.snapshot(sandbox.world, people.pack())
        seen = [sandbox.view_for(each) for each in people.all()]
        keep.write(kept, file)
    read = keep.read(file)
    assert read.start_time() >= kept.body["now"] + 1
    again = Sandbox(start_time=read.start_time())
    keep.restore(again.world, read)
    anew = People(again, read.extra)
    after = keep.snapshot(again.world, anew.pack())
    assert after.files == kept.files
    assert PICTURE in after.files.values()
    for changing in ("now", "skipped"):
        kept.body.pop(changing)
        after.body.pop(changing)
    assert json.loads(json.dumps(after.body)) == json.loads(json.dumps(kept.body))
    assert again.world.snowflake() > max(again.world.messages)
    # Everybody sees what they saw, but for what a client forgets: ephemeral messages and steps of interactions.
    again.site.url = sandbox.site.url
    for before, person in zip(seen, anew.all(), strict=True):
        assert told(again.view_for(person)) == told(before)


def told(sight: Json) -> Json:
    lasting = {key: each for key, each in sight.items() if key not in ("now", "interactions")}
    for channel in [each for guild in lasting["guilds"] for each in guild["channels"]] + lasting["dms"]:
        channel["messages"] = [each for each in channel["messages"] if not each["ephemeral"]]
        channel.pop("message_count", None)
        channel.pop("total_message_sent", None)
    return lasting


async def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "world"
    sandbox = Sandbox()
    people = build_sample(sandbox)
    kept = keep.snapshot(sandbox.world, people.pack())
    keep.write(kept, file)
    before = file.read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(KeepError, match="No space left"):
        keep.write(kept, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("damage", ["empty", "text", "cut", "no json", "other", "newer", "lacking", "wrong"])
async def test_a_damaged_file_is_refused_in_words(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "world"
    sandbox = Sandbox()
    kept = keep.snapshot(sandbox.world, build_sample(sandbox).pack())
    keep.write(kept, file)
    body: object = kept.body
    match damage:
        case "empty":
            file.write_bytes(b"")
        case "text":
            file.write_text("hello")
        case "cut":
            file.write_bytes(file.read_bytes()[:-40])
        case _:
            if damage == "other":
                body = {"format": "something", "now": 1.0}
            elif damage == "newer":
                body = kept.body | {"version": keep.VERSION + 1}
            elif damage == "lacking":
                body = {key: each for key, each in kept.body.items() if key != "guilds"}
            elif damage == "wrong":
                body = kept.body | {"users": [{"id": "one", "name": "Ann"}]}
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("world.json", "{" if damage == "no json" else json.dumps(body))
    with pytest.raises(KeepError):
        keep.restore(Sandbox().world, keep.read(file))


def test_a_record_without_a_later_field_takes_its_default() -> None:
    assert unpack(User, {"id": 1, "name": "Ann"}).accepts_dms is True
    wrong: list[object] = [[], {"id": "1", "name": "Ann"}, {"name": "Ann"}]
    for body in wrong:
        with pytest.raises(RecordError):
            unpack(User, body)
    assert unpack(Message, {"id": 1, "channel_id": 2, "author_id": 3, "created": 4, "pings": [5]}).pings == {5}


class Stage:
    """`python -m bot sandbox` with what it prints."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "bot", "sandbox", "--no-browser", *arguments]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    @property
    def url(self) -> str:
        return self.said.split()[4].rstrip("/")

    def act(self, what: str, **body: str) -> Json:
        with urllib.request.urlopen(f"{self.url}/") as answer:
            page = answer.read().decode()
        key, person = (re.search(rf'name="{name}" content="([^"]+)"', page) for name in ("page-key", "first-person"))
        assert key is not None
        assert person is not None
        content = json.dumps(body | {"do": what, "as": person[1]}).encode()
        headers = {"Origin": self.url, KEY_HEADER: key[1], "Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/page/act", content, headers)) as answer:
            result: Json = json.load(answer)
            return result

    def end(self) -> int:
        """Ends it as a service is ended, and returns its exit status."""
        self.process.terminate()
        return self.ended()

    def ended(self) -> int:
        """Waits until it has ended, and returns its exit status."""
        status = self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        self.process.stdout.close()
        return status


def test_a_demonstration_goes_on_tomorrow(tmp_path: Path) -> None:
    file = tmp_path / "hellas.world"
    first = Stage("--port", "0", "--keep", str(file))
    try:
        channel = first.act("converse")["channel"]
        message = first.act("say", channel=channel, content="see you tomorrow")["message"]
        database = tmp_path / "hellas.world.db"
        until = time.monotonic() + 20
        while not database.exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert database.exists()
    finally:
        assert first.end() == 0
    second = Stage("--port", "0", "--keep", str(file))
    try:
        found = second.act("channel", channel=channel)["channel"]["messages"]
        assert [(each["id"], each["content"]) for each in found] == [(message, "see you tomorrow")]
    finally:
        assert second.end() == 0


def test_what_cannot_be_begun_is_said(tmp_path: Path) -> None:
    file = tmp_path / "world"
    file.write_text("not a world")
    refused = Stage("--port", "0", "--keep", str(file))
    assert refused.ended() == 2
    assert "is no kept world" in refused.said
    assert file.read_text() == "not a world"
    first = Stage("--port", "0")
    try:
        taken = Stage("--port", first.url.rpartition(":")[2])
        assert taken.ended() == 2
        assert "Choose another with --port" in taken.said
    finally:
        assert first.end() == 0
