"""The server: loopback only, its own name only, and the files of messages."""

from __future__ import annotations

import asyncio
import sys

import aiohttp
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.process import ROOT
from tests.sandbox.rig import Place, Raw
from tests.sandbox.trial import PICTURE


async def test_it_listens_on_loopback_only(sandbox: Sandbox) -> None:
    runner = sandbox.server._runner
    assert runner is not None
    assert runner.addresses == [("127.0.0.1", sandbox.port)]
    assert sandbox.url == f"http://127.0.0.1:{sandbox.port}"


@pytest.mark.parametrize(("host", "status"), [("evil.example", 403), ("127.0.0.1", 403), ("localhost:{port}", 200)])
async def test_it_answers_to_its_own_name_only(host: str, status: int, sandbox: Sandbox, raw: Raw) -> None:
    headers = {"Host": host.format(port=sandbox.port)}
    async with raw.session.get(f"{sandbox.url}/sandbox/clock", headers=headers) as response:
        assert response.status == status


@pytest.mark.parametrize(("origin", "status"), [("http://evil.example", 403), ("http://127.0.0.1:{port}", 200)])
async def test_it_answers_no_other_page(origin: str, status: int, sandbox: Sandbox, raw: Raw) -> None:
    headers = {"Origin": origin.format(port=sandbox.port)}
    for path in ("/sandbox/clock", "/api/v10/gateway"):
        async with raw.session.get(sandbox.url + path, headers=headers) as response:
            assert response.status == status


async def fetch(raw: Raw, url: str) -> tuple[int, bytes]:
    async with raw.session.get(url) as response:
        return response.status, await response.read()


async def test_files_are_served_as_long_as_they_belong_to_a_message(place: Place, raw: Raw) -> None:
    where = f"/channels/{place.channel.id}/messages"
    embed = {"image": {"url": "attachment://a_board.png"}}
    body = {"embeds": [embed], "attachments": [{"id": 0, "description": "alt"}]}
    sent = await raw("POST", where, body, files={"a board.png": PICTURE})
    file = sent.body["attachments"][0]
    assert file["filename"] == "a_board.png"
    assert (file["width"], file["height"], file["size"]) == (4, 3, len(PICTURE))
    assert (file["description"], file["content_type"]) == ("alt", "image/png")
    assert sent.body["embeds"][0]["image"]["url"] == file["url"]
    assert await fetch(raw, file["url"]) == (200, PICTURE)
    assert (await fetch(raw, file["url"].replace("a_board", "other")))[0] == 404
    assert (await fetch(raw, file["url"].replace("/attachments/", "/ephemeral-attachments/")))[0] == 404
    kept = await raw("PATCH", f"{where}/{sent.body['id']}", {"attachments": [{"id": file["id"]}], "content": "x"})
    assert kept.body["attachments"] == [file]
    await raw("PATCH", f"{where}/{sent.body['id']}", {"attachments": []})
    assert (await fetch(raw, file["url"]))[0] == 404


async def test_plain_avatars_are_served(sandbox: Sandbox, raw: Raw) -> None:
    status, content = await fetch(raw, f"{sandbox.url}/embed/avatars/3.png")
    assert status == 200
    assert content.startswith(b"\x89PNG")


async def test_the_module_runs_alone() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.sandbox", "--port", "0", cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    address = line.split()[-1]
    assert address.startswith("http://127.0.0.1:")
    async with aiohttp.ClientSession() as session, session.get(f"{address}/api/v10/gateway") as response:
        assert (await response.json())["url"].startswith("ws://127.0.0.1:")
    process.terminate()
    assert await process.wait() == 0
    await process.stdout.read()


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "application/json"])
async def test_a_client_that_dies_in_the_middle_of_a_request_has_asked_nothing(
    kind: str, place: Place, sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", sandbox.port)
    head = [
        f"POST /api/v10/channels/{place.channel.id}/messages HTTP/1.1",
        f"Host: 127.0.0.1:{sandbox.port}",
        f"Authorization: Bot {sandbox.token}",
        f"Content-Type: {kind}",
        "Content-Length: 1000",
        "",
        '--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":',
    ]
    writer.write("\r\n".join(head).encode())
    await writer.drain()
    await sandbox.wait_for(lambda: sandbox.rest.in_flight == 1, 5, "the request to begin")
    writer.transport.abort()
    await sandbox.wait_for(lambda: sandbox.rest.in_flight == 0, 5, "the request to end")
    await asyncio.sleep(0.05)
    assert not caplog.records
    assert not sandbox.rest.exchanges
