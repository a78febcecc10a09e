"""The unmodified discord.py against the sandbox: every way in which a person calls it and it answers."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.sandbox import Permission, Refused, Sandbox
from bot.sandbox.connect import point_discord_at
from tests.sandbox.rig import Place
from tests.sandbox.trial import PICTURE, Panel, TrialBot, picture, running


async def test_it_logs_in_and_knows_its_guild(bot: TrialBot, place: Place) -> None:
    assert bot.user is not None
    assert bot.user.id == place.sandbox.bot.id
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    assert guild.name == "Hellas"
    assert [each.name for each in guild.text_channels] == ["agora"]
    assert guild.me.guild_permissions.send_messages
    assert bot.application is not None
    assert bot.application.id == place.sandbox.bot.id
    fetched = await bot.application_info()
    assert fetched.owner.id == place.sandbox.world.owner.id


async def test_a_wrong_token_is_refused(sandbox: Sandbox) -> None:
    point_discord_at(sandbox.url)
    with pytest.raises(discord.LoginFailure):
        async with running(TrialBot(), "wrong"):
            pass


async def test_commands_are_synced_and_offered(bot: TrialBot, place: Place) -> None:
    lines = place.ann.commands(place.channel)
    assert set(lines) == {"game new", "game deep down", "play", "card", "ask", "silent"}
    moderator = place.sandbox.add_person(place.guild, "Mod", permissions=Permission.MANAGE_CHANNELS)
    assert "guarded" in moderator.commands(place.channel)
    with pytest.raises(Refused):
        await place.ann.slash(place.channel, "guarded")
    assert "guarded" not in moderator.commands(moderator.dm)
    assert "play" in moderator.commands(moderator.dm)
    fetched = await bot.tree.fetch_commands()
    assert {each.name for each in fetched} == {"game", "play", "card", "ask", "silent", "guarded"}


async def test_options_of_every_type_arrive(bot: TrialBot, place: Place) -> None:
    role = place.sandbox.add_role(place.guild, "players")
    lobby = await place.ann.slash(
        place.channel,
        "game new",
        supply=30,
        partner=place.bob,
        place=place.channel,
        role=role,
        pace="Slow",
        word="abc",
        share=1.5,
    )
    assert lobby.response is not None
    assert lobby.response.content == "lobby 30 abc 1.5 ['bob', 'agora', 'players', 'Slow']"
    assert lobby.acknowledged_after is not None
    assert lobby.acknowledged_after < 1
    down = await place.ann.slash(place.channel, "game deep down", sure=True)
    assert down.response is not None
    assert down.response.content == "down True"


async def test_a_deferred_command_follows_up(bot: TrialBot, place: Place) -> None:
    played = await place.ann.slash(place.channel, "play", action="e5")
    await place.sandbox.wait_for(lambda: len(played.messages) == 2)
    first, second = played.messages
    assert first.content == "played e5"
    assert first.ephemeral_for is None
    assert first.attachments[0].content == PICTURE
    assert first.attachments[0].description == "a board"
    assert second.ephemeral_for == place.ann.id
    assert place.bob.messages(place.channel) == [first]
    assert place.bob.ephemerals() == []
    assert place.ann.ephemerals(place.channel) == [second]


async def test_autocomplete_of_texts_and_numbers(bot: TrialBot, place: Place) -> None:
    choices = await place.ann.autocomplete(place.channel, "play", option="action", text="e5")
    assert len(choices) == 25
    assert (choices[3].name, choices[3].value) == ("e5 3", "e53")
    numbers = await place.ann.autocomplete(place.channel, "play", option="count", text=1, action="x")
    assert [each.value for each in numbers] == [0, 1, 2]


async def test_buttons_menus_and_modals(bot: TrialBot, place: Place) -> None:
    lobby = (await place.ann.slash(place.channel, "game new")).response
    assert lobby is not None
    pressed = await place.bob.click(lobby, "Count")
    assert pressed.response == lobby
    assert lobby.content == "pressed 1 by Bob"
    assert lobby.edited
    whispered = await place.bob.click(lobby, "Whisper")
    assert whispered.response is not None
    assert whispered.response.ephemeral_for == place.bob.id
    assert place.ann.ephemerals() == []
    chosen = await place.ann.select(lobby, "Square", "B2", "c3")
    assert chosen.response is not None
    assert chosen.response.content == "chose b2 c3"
    user = await place.ann.select(lobby, "User", place.bob)
    assert user.response is not None
    assert user.response.content == "chose Bob"
    asked = await place.ann.click(lobby, "Ask")
    assert asked.modal is not None
    assert [each.label for each in asked.modal.fields] == ["Name"]
    await place.ann.submit(asked, {"Name": "Zeno"})
    assert lobby.content == "renamed to Zeno"
    await place.ann.click(lobby, "Later")
    assert lobby.content == "done later"
    assert lobby.components == []


async def test_a_modal_from_a_command(bot: TrialBot, place: Place) -> None:
    asked = await place.ann.slash(place.channel, "ask")
    answered = await place.ann.submit(asked, {"Name": "Zeno"})
    assert answered.response is not None
    assert answered.response.content == "hello Zeno"
    assert answered.response.ephemeral_for == place.ann.id
    with pytest.raises(Refused):
        await place.ann.submit(asked, {"Name": "Z"})
    with pytest.raises(Refused):
        await place.bob.submit(asked, {"Name": "Zeno"})


async def test_direct_messages_open_and_closed(bot: TrialBot, place: Place) -> None:
    sent = await place.ann.slash(place.channel, "card")
    assert sent.response is not None
    assert sent.response.content == "look"
    assert [each.content for each in place.ann.dms()] == ["your card"]
    assert place.ann.dms()[0].pings == {place.ann.id}
    assert place.bob.dms() == []
    place.ann.close_dms()
    closed = await place.ann.slash(place.channel, "card")
    assert closed.response is not None
    assert closed.response.content == "closed 50007"
    place.ann.open_dms()
    in_dm = await place.ann.slash(place.ann.dm, "card")
    assert in_dm.response is not None
    assert in_dm.response.content == "look"


async def test_a_silent_command_fails_after_three_seconds(bot: TrialBot, place: Place) -> None:
    sent = place.ann.send_slash(place.channel, "silent")
    await place.sandbox.idle()
    before = sent.failed
    place.sandbox.advance(3.1)
    assert (before, sent.failed, sent.response) == (False, True, None)


async def test_the_whole_life_of_a_message(bot: TrialBot, place: Place) -> None:
    place.sandbox.allow(place.channel, place.sandbox.bot, Permission.PIN_MESSAGES | Permission.ADD_REACTIONS)
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send(f"{place.ann.mention} and {place.bob.mention}", file=picture(), view=Panel())
    view = place.ann.messages(place.channel)[0]
    assert view.pings == {place.ann.id, place.bob.id}
    quiet = await channel.send(place.ann.mention, allowed_mentions=discord.AllowedMentions.none())
    assert place.ann.notifications() == [view]
    await message.edit(content=f"{place.bob.mention}!", attachments=[], view=None)
    assert (view.content, view.attachments, view.components) == (f"{place.bob.mention}!", [], [])
    assert place.bob.notifications() == [view]
    message = await message.edit(attachments=[picture("new.png")])
    assert view.attachments[0].filename == "new.png"
    assert await message.attachments[0].read() == PICTURE
    await message.pin()
    assert view.pinned
    assert [each.id async for each in channel.pins()] == [message.id]
    await message.add_reaction("👍")
    assert view.reactions == {"👍": [place.sandbox.bot.id]}
    answer = await quiet.reply("yes")
    assert answer.reference is not None
    assert [each.id async for each in channel.history()] == [answer.id, quiet.id, message.id]
    await message.delete()
    assert view.deleted
    with pytest.raises(discord.NotFound) as error:
        await channel.fetch_message(message.id)
    assert error.value.code == 10008
    await asyncio.sleep(0.05)
    assert {"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "CHANNEL_PINS_UPDATE"} <= set(bot.seen)


async def test_threads(bot: TrialBot, place: Place) -> None:
    channel = bot.get_channel(place.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="game", type=discord.ChannelType.public_thread)
    message = await thread.send(place.ann.mention)
    world = place.sandbox.world.channels[thread.id]
    assert [each.id for each in place.ann.messages(world)] == [message.id]
    await thread.edit(archived=True)
    before = world.archived
    await thread.send("again")
    assert (before, world.archived) == (True, False)
    place.sandbox.set_thread(world, locked=True)
    with pytest.raises(discord.Forbidden) as error:
        await thread.send("locked")
    assert error.value.code == 160005
    with pytest.raises(Refused):
        await place.ann.slash(world, "play", action="e5")
    start = await channel.send("start")
    started = await start.create_thread(name="from a message")
    assert started.id == start.id


async def test_members_and_users_are_fetched(bot: TrialBot, place: Place) -> None:
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    member = await guild.fetch_member(place.ann.id)
    assert member.display_name == "Ann"
    place.ann.leave(place.guild)
    with pytest.raises(discord.NotFound) as error:
        await guild.fetch_member(place.ann.id)
    assert error.value.code == 10007
    assert (await bot.fetch_user(place.ann.id)).name == "ann"


async def test_joining_and_leaving_guilds(bot: TrialBot, place: Place) -> None:
    other = place.sandbox.add_guild("Persia")
    await place.sandbox.wait_for(lambda: bot.get_guild(other.id))
    place.sandbox.remove_bot(other)
    await place.sandbox.wait_for(lambda: bot.get_guild(other.id) is None)
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    await guild.leave()
    assert place.sandbox.bot.id not in place.guild.members
    with pytest.raises(Refused):
        await place.ann.slash(place.channel, "play", action="e5")


@pytest.mark.parametrize("count", [None, 2])
async def test_an_autosharded_client_logs_in(count: int | None, sandbox: Sandbox, place: Place) -> None:
    point_discord_at(sandbox.url)

    class Sharded(discord.AutoShardedClient):
        before_identify_hook = TrialBot.before_identify_hook

    client = Sharded(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1, shard_count=count)
    async with running(client, sandbox.token):
        assert [each.id for each in client.guilds] == [place.guild.id]
        assert sandbox.gateway.identifies == (count or 1)


async def test_privileged_intents_are_refused_unless_granted(sandbox: Sandbox) -> None:
    point_discord_at(sandbox.url)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(TrialBot(discord.Intents(guilds=True, members=True)), sandbox.token):
            pass


async def test_content_of_others_is_hidden_without_its_intent(bot: TrialBot, place: Place) -> None:
    heard: list[discord.Message] = []

    async def on_message(message: discord.Message) -> None:
        heard.append(message)

    bot.event(on_message)
    place.ann.say(place.channel, "not for bots")
    place.ann.say(place.channel, f"for you {place.sandbox.bot.mention}")
    place.ann.say(place.ann.dm, "in private")
    await place.sandbox.wait_for(lambda: len(heard) == 3)
    assert [each.content for each in heard] == ["", f"for you {place.sandbox.bot.mention}", "in private"]
