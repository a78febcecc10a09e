"""Threads: opened, archived by hand or by their own silence, and reopened by a message."""

from __future__ import annotations

from bot.sandbox.happenings import ChannelHappened
from bot.sandbox.nouns import PRIVATE_THREAD, PUBLIC_THREAD, Channel
from bot.sandbox.world import World


def open_thread(
    world: World,
    parent: Channel,
    owner_id: int,
    name: str,
    *,
    private: bool = False,
    duration: int = 1440,
    thread_id: int | None = None,
) -> Channel:
    """A new thread with its owner as the only member, and tells of it."""
    thread = Channel(
        thread_id or world.snowflake(),
        PRIVATE_THREAD if private else PUBLIC_THREAD,
        name,
        parent.guild_id,
        parent_id=parent.id,
        owner_id=owner_id,
        thread_members={owner_id: world.now()},
        archived_at=world.now(),
        auto_archive=duration,
    )
    world.add_channel(thread)
    world.publish(ChannelHappened("created", thread))
    keep_open(world, thread)
    return thread


def archive(world: World, thread: Channel, archived: bool) -> None:
    """Archives or reopens the thread; whoever calls this tells of it."""
    if archived != thread.archived:
        thread.archived, thread.archived_at = archived, world.now()
    keep_open(world, thread)


def keep_open(world: World, thread: Channel) -> None:
    """Something happened in the thread: from now on it is archived once it has been silent for its time."""
    thread.active = world.now()
    world.clock.call_at(thread.active + thread.auto_archive * 60, lambda: _fall_silent(world, thread))


def _fall_silent(world: World, thread: Channel) -> None:
    silent = world.now() - thread.active >= thread.auto_archive * 60
    if silent and not thread.archived and thread.id in world.channels:
        thread.archived, thread.archived_at = True, world.now()
        world.publish(ChannelHappened("edited", thread))
