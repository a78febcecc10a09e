"""The container and the service unit, as far as they can be tried without an engine that runs them."""

from __future__ import annotations

import configparser
import importlib
import json
import re
import shlex
import tomllib
from pathlib import Path

from tests.house.ground import ROOT

Instruction = tuple[str, str]


def instructions() -> list[Instruction]:
    """The Dockerfile's instructions in order, continued lines joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def stages() -> list[list[Instruction]]:
    """The instructions of each stage, its FROM first."""
    found: list[list[Instruction]] = []
    for word, rest in instructions():
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def values(word: str, stage: list[Instruction]) -> list[str]:
    return [rest for each, rest in stage if each == word]


def settings(stage: list[Instruction]) -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(values("ENV", stage)[0]))


def started(command: list[str]) -> None:
    """`python -m MODULE ...` names a module that can be started."""
    assert command[0].rsplit("/", 1)[-1] == "python"
    assert command[1] == "-m"
    module = importlib.import_module(f"{command[2]}.__main__")
    assert callable(module.main)


def test_two_stages_of_a_python_that_will_do() -> None:
    built, final = stages()
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    least = tuple(int(part) for part in wanted.removeprefix(">=").split("."))
    versions = [re.match(r"python:(\d+)\.(\d+)-slim", values("FROM", stage)[0]) for stage in (built, final)]
    assert all(versions)
    numbers = {(int(version[1]), int(version[2])) for version in versions if version}
    assert len(numbers) == 1, "an environment works only with the Python that made it"
    assert numbers.pop() >= least


def test_what_is_copied_is_there() -> None:
    built, final = stages()
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line.removeprefix("!") for line in ignored if line.startswith("!")}
    assert "*" in ignored
    copied: set[str] = set()
    for source in values("COPY", built) + values("COPY", final):
        if not source.startswith("--from="):
            copied |= set(shlex.split(source)[:-1])
    for name in copied:
        assert (ROOT / name).exists(), name
    assert copied == kept, "the .dockerignore lets in exactly what is copied"
    assert {"engine", "images", "bot", "requirements.lock"} <= copied
    names = [rest.partition(" AS ")[2] for rest in values("FROM", built)]
    assert set(re.findall(r"--from=(\S+)", " ".join(values("COPY", final)))) == set(names)


def test_exactly_the_locked_packages_are_installed() -> None:
    installs = [rest for word, rest in instructions() if word == "RUN" and "pip install" in rest]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    assert installs[0].endswith("-r requirements.lock")


def test_it_runs_as_nobody_special_and_keeps_its_games() -> None:
    final = stages()[-1]
    words = [word for word, _ in final]
    user = values("USER", final)[-1]
    assert user not in ("root", "0")
    assert f"useradd --system --uid 10001 --no-create-home {user}" in values("RUN", final)[0]
    assert words.index("USER") < words.index("CMD")
    assert not values("VOLUME", final), "a nameless volume would be made up, and lost with the next update"
    volume = settings(final)["SYNTAGMA_VOLUME"]
    assert Path(settings(final)["SYNTAGMA_DB"]).parent == Path(volume)
    assert f"--owner={user} {volume}" in values("RUN", final)[0]


def test_it_starts_tells_its_health_and_can_be_asked_to_end() -> None:
    final = stages()[-1]
    command = json.loads(values("CMD", final)[0])  # the exec form: no shell between the engine and the bot
    started(command)
    assert command == ["python", "-m", "bot"]
    health = json.loads(values("HEALTHCHECK", final)[0].partition("CMD ")[2])
    started(health)
    assert health[3:] == ["health"]
    assert values("STOPSIGNAL", final) == ["SIGTERM"]


def test_compose_uses_the_volume_and_builds_here() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    volume = settings(stages()[-1])["SYNTAGMA_VOLUME"]
    assert re.search(r"^    build: \.$", text, re.MULTILINE)
    named = re.search(rf"^      - (\w+):{volume}$", text, re.MULTILINE)
    assert named is not None
    assert re.search(rf"^volumes:\n  {named[1]}:$", text, re.MULTILINE)
    assert "DISCORD_TOKEN: ${DISCORD_TOKEN:?" in text


def test_compose_lets_the_bot_do_no_more_than_it_has_to() -> None:
    """It can write to its volume and to what is gone with it, opens no port, and holds and gains no capability."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert re.search(r"^    read_only: true$", text, re.MULTILINE)
    assert re.search(r"^    tmpfs:\n      - /tmp$", text, re.MULTILINE)
    assert re.search(r"^    cap_drop:\n      - ALL$", text, re.MULTILINE)
    assert re.search(r"^    security_opt:\n      - no-new-privileges:true$", text, re.MULTILINE)
    assert not re.search(r"^ *(ports|privileged|cap_add|network_mode|pid|devices|user):", text, re.MULTILINE)
    assert len(re.findall(r"^    volumes:\n((?:      - .*\n)+)", text, re.MULTILINE)[0].splitlines()) == 1


def service() -> configparser.SectionProxy:
    """How systemd runs the bot."""
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(ROOT / "contrib/syntagma.service", encoding="utf-8")
    return unit["Service"]


def test_the_unit_starts_the_bot_and_keeps_its_games() -> None:
    how = service()
    command = shlex.split(how["ExecStart"])
    started(command)
    assert command[0] == f"{how['WorkingDirectory']}/.venv/bin/python"
    assert how["User"] != "root"
    assert how["Environment"] == f"SYNTAGMA_DB=/var/lib/{how['StateDirectory']}/syntagma.db"
    assert how["RestartPreventExitStatus"] == "2"


def test_the_unit_lets_the_bot_do_no_more_than_it_has_to() -> None:
    how = service()
    assert how["UMask"] == "0077"
    assert how["StateDirectoryMode"] == "0700"
    assert how["ProtectSystem"] == "strict"
    assert how["CapabilityBoundingSet"] == ""
    assert how["SystemCallFilter"] == "@system-service"
    for wall in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictSUIDSGID"):
        assert how[wall] == "yes", wall
    for wall in ("ProtectKernelLogs", "ProtectClock", "ProtectHostname", "RestrictNamespaces", "RestrictRealtime"):
        assert how[wall] == "yes", wall
