"""The chapters of `/help`, held to the tree of commands: all of it is named in them, and nothing else."""

from __future__ import annotations

import re

import pytest

import images
from bot.sandbox.commands import leaves
from bot.text.chapters import CHAPTERS
from tests.bot.hall import Hall, said

NAMED = re.compile(r"`/((?:(?:mod|game) )?[a-z]+)([^`]*)`")
"""A command as a chapter writes it, with the options that follow it."""


async def options(hall: Hall) -> dict[str, set[str]]:
    """The options of each command of the tree, by its whole name."""
    tree = [command.to_dict(hall.bot.tree) for command in hall.bot.tree.get_commands()]
    return {" ".join(line): {each["name"] for each in inner} for each in tree for line, inner in leaves(each)}


async def test_every_command_is_named_by_some_chapter_and_no_other(hall: Hall) -> None:
    tree = await options(hall)
    named = {name for _, words in CHAPTERS.values() for name, _ in NAMED.findall(words)}
    assert sorted(tree.keys() - named) == []
    assert sorted(named - tree.keys() - {"mod"}) == []


async def test_the_options_that_chapters_write_are_there(hall: Hall) -> None:
    tree = await options(hall)
    for _, words in CHAPTERS.values():
        for name, rest in NAMED.findall(words):
            assert set(re.findall(r"(?:^| )([a-z_]+):", rest)) <= tree.get(name, set()), f"/{name}{rest}"


def test_they_say_who_plays_first_and_what_a_ply_is() -> None:
    assert "Red sets up first" in CHAPTERS["setup"][1]
    assert "The first Archon sits opposite" in CHAPTERS["setup"][1]
    assert "**Ply**: one single choice" in CHAPTERS["words"][1]


async def test_what_is_typed_for_a_chapter_finds_it(hall: Hall) -> None:
    """Discord offers the choices whose names fit: by the word that other chapters call it by, or by its title."""
    [payload] = [each.to_dict(hall.bot.tree) for each in hall.bot.tree.get_commands() if each.name == "help"]
    choices = {each["name"]: each["value"] for each in payload["options"][0]["choices"]}
    for topic, (title, _) in CHAPTERS.items():
        assert [value for name, value in choices.items() if name.startswith(f"{topic} ")] == [topic]
        assert [value for name, value in choices.items() if name.endswith(f" {title}")] == [topic]


@pytest.mark.parametrize("topic", CHAPTERS)
async def test_a_chapter_is_one_message_and_leads_to_all_others(hall: Hall, topic: str) -> None:
    used = await hall.otto.slash(hall.channel, "help", topic=topic)
    words = said(used)
    assert len(used.messages) == 1
    assert len(words) < 2000
    assert words.startswith(f"## {CHAPTERS[topic][0]}\n")
    last = words.rpartition("\n")[2]
    assert set(re.findall(r"`([a-z]+)`", last)) == CHAPTERS.keys() - {topic}


@pytest.mark.parametrize("topic", images.LESSONS)
async def test_its_examples_are_drawn_and_told_or_for_who_wants_no_pictures_told_alone(hall: Hall, topic: str) -> None:
    [drawn] = (await hall.otto.slash(hall.channel, "help", topic=topic)).messages
    [picture] = drawn.attachments
    assert picture.description == images.lesson_words(topic)
    assert images.lesson_words(topic) not in drawn.content
    await hall.otto.slash(hall.channel, "settings", text=True)
    [told] = (await hall.otto.slash(hall.channel, "help", topic=topic)).messages
    assert not told.attachments
    assert images.lesson_words(topic) in told.content
    assert len(told.content) <= 2000
