"""How roles and overwrites add up, by Discord's own order."""

from __future__ import annotations

import pytest

from bot.sandbox import Permission, Refused, Sandbox
from bot.sandbox.permissions import EVERYTHING, NOTHING
from bot.sandbox.rights import in_guild
from tests.sandbox.rig import Place

SEND = Permission.SEND_MESSAGES
VIEW = Permission.VIEW_CHANNEL


def may(place: Place, who: int, what: Permission) -> bool:
    return place.sandbox.world.may(who, place.channel, what)


def test_everyone_s_role_is_the_ground(place: Place) -> None:
    assert may(place, place.ann.id, VIEW | SEND)
    assert not may(place, place.ann.id, Permission.MANAGE_CHANNELS)
    outsider = place.sandbox.add_person(None, "Out")
    assert place.sandbox.world.permissions(outsider.id, place.channel) == NOTHING


def test_roles_add_and_overwrites_decide(place: Place) -> None:
    role = place.sandbox.add_role(place.guild, "players", Permission.MANAGE_CHANNELS)
    cleo = place.sandbox.add_person(place.guild, "Cleo", roles=[role])
    assert may(place, cleo.id, Permission.MANAGE_CHANNELS | SEND)
    place.sandbox.deny(place.channel, place.guild, SEND)
    assert not may(place, cleo.id, SEND)
    place.sandbox.allow(place.channel, role, SEND)
    assert may(place, cleo.id, SEND)
    assert not may(place, place.ann.id, SEND)
    place.sandbox.deny(place.channel, cleo, SEND)
    assert not may(place, cleo.id, SEND)


def test_an_allowing_role_beats_a_denying_one(place: Place) -> None:
    yes, no = (place.sandbox.add_role(place.guild, name) for name in ("yes", "no"))
    cleo = place.sandbox.add_person(place.guild, "Cleo", roles=[yes, no])
    place.sandbox.deny(place.channel, no, VIEW)
    assert not may(place, cleo.id, VIEW)
    place.sandbox.allow(place.channel, yes, VIEW)
    assert may(place, cleo.id, VIEW)


def test_without_seeing_or_writing_the_rest_is_gone(place: Place) -> None:
    place.sandbox.deny(place.channel, place.ann, VIEW)
    assert place.sandbox.world.permissions(place.ann.id, place.channel) == NOTHING
    place.sandbox.deny(place.channel, place.bob, SEND)
    assert not may(place, place.bob.id, Permission.ATTACH_FILES)
    assert may(place, place.bob.id, VIEW)


def test_owners_and_administrators_may_everything(place: Place) -> None:
    boss = place.sandbox.add_person(place.guild, "Boss", permissions=Permission.ADMINISTRATOR)
    owned = place.sandbox.add_guild("Persia", owner=boss)
    place.sandbox.deny(place.channel, boss, VIEW)
    assert place.sandbox.world.permissions(boss.id, place.channel) == EVERYTHING
    assert in_guild(owned, boss.id) == EVERYTHING
    assert in_guild(owned, place.ann.id) == NOTHING


def test_threads_follow_their_channel(place: Place) -> None:
    public = place.sandbox.add_thread(place.channel, "public")
    private = place.sandbox.add_thread(place.channel, "private", by=place.ann, private=True)
    world = place.sandbox.world
    assert world.may(place.bob.id, public, VIEW)
    assert not world.may(place.bob.id, private, VIEW)
    assert world.may(place.ann.id, private, VIEW)
    place.sandbox.add_to_thread(private, place.bob)
    assert world.may(place.bob.id, private, VIEW)
    place.sandbox.deny(place.channel, place.bob, VIEW)
    assert not world.may(place.bob.id, public, VIEW)
    with pytest.raises(Refused):
        place.bob.say(public, "x")


def test_direct_messages_are_for_the_two(sandbox: Sandbox, place: Place) -> None:
    world = sandbox.world
    assert world.may(place.ann.id, place.ann.dm, VIEW | SEND)
    assert not world.may(place.bob.id, place.ann.dm, VIEW)
    with pytest.raises(Refused):
        place.bob.say(place.ann.dm, "x")
