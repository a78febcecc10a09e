"""Telling what happened: table messages, whispers and lobbies, out of the store's notices.

Every change of a game wakes a task that tells what is untold and marks it told, together with the message that now
stands for the table; after a start the same is done for all that a crash left untold. The nonce of a message is made
of its notice, so that telling it again, because the word of its success was lost, shows nothing twice. What cannot be
told for good (closed direct messages, a missing right, a deleted channel) is marked as well, and those whom it
concerns hear of it in a sentence.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

import engine
import images
from bot import text
from bot.clock import Clock
from bot.game import news, reach
from bot.game.games import Games
from bot.game.session import Session
from bot.people.preferences import Preferences, awake
from bot.refusals import Refused
from bot.screens import components
from bot.screens.boards import board_of, cards_of, look_of, shown_to, since_last_turn
from bot.store.store import GameRow, Job, NoticeRow, ShownRow, StoreError
from bot.table import bulletins, unheard
from bot.table.places import Places
from bot.table.voice import PASSING, Poster, Unreachable, Voice
from bot.text import announcements

log = logging.getLogger(__name__)

EDITABLE = 50 * 60 * 1000
"""Milliseconds for which a message is edited; older ones meet a special limit (30046) and are sent anew."""
WHISPERING = 5
"""Seconds that the table waits for direct messages to arrive."""
PAUSES = (2, 5, 15, 60, 300)
"""Seconds before what could not be told for a passing fault is tried again; the last is repeated."""


def _direct(unsent: Sequence[NoticeRow]) -> list[NoticeRow]:
    """The whispers, each after the private words that come before it for the same user."""
    whispers = [notice for notice in unsent if notice.kind == "whisper"]
    last = {notice.user: notice.id for notice in whispers}
    return [n for n in unsent if n in whispers or (n.kind == "private" and n.id < last.get(n.user, 0))]


class Table:
    """The bot's voice at all its tables."""

    def __init__(self, client: discord.Client, games: Games, clock: Clock, voice: Voice, places: Places) -> None:
        self.client = client
        self.games = games
        self.store = games.store
        self.clock = clock
        self.voice = voice
        self.places = places
        self.troubles: dict[int, str] = {}
        """For each game whose table cannot be reached: why, in a sentence."""
        self._due: set[int] = set()
        self._pausing: dict[int, asyncio.Event] = {}
        """Games of which the telling waits for better times, and what ends that wait."""
        self._tasks: dict[int, asyncio.Task[None]] = {}
        games.on_change = self.wake

    def wake(self, game: int) -> None:
        """Begin to tell what is untold of a game, and go on until it is told."""
        self._due.add(game)
        self.hurry(game)
        # A task that has ended stays listed until the loop comes round to its callback.
        if (running := self._tasks.get(game)) is None or running.done():
            task = asyncio.create_task(self._tell(game), name=f"tell-{game}")
            self._tasks[game] = task
            task.add_done_callback(lambda ended: self._forget(game, ended))

    def hurry(self, game: int) -> None:
        """Wait no longer with what could not be told: something has happened, or somebody has just come to the game."""
        if pausing := self._pausing.get(game):
            pausing.set()

    def _forget(self, game: int, ended: asyncio.Task[None]) -> None:
        if self._tasks.get(game) is ended:
            del self._tasks[game]

    async def wake_all(self) -> None:
        """After a start: tell what the last run left untold."""
        for game in await self.store.games_with_unsent():
            self.wake(game)

    async def told(self, game: int) -> str | None:
        """Wait until the present attempt to tell is over; returns what is wrong with the table, if anything is."""
        if (task := self._tasks.get(game)) and game not in self._pausing:
            await asyncio.wait([task], timeout=10)
        return self.troubles.get(game)

    async def close(self, seconds: float = 0) -> None:
        """End; what is being told just now has so many seconds to be told."""
        tasks = list(self._tasks.values())
        telling = [task for game, task in self._tasks.items() if game not in self._pausing]
        if telling and seconds:
            await asyncio.wait(telling, timeout=seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, game: int) -> None:
        failures = 0
        while game in self._due:
            self._due.discard(game)
            try:
                await self._deliver(game)
                failures = 0
            except (*PASSING, StoreError) as error:
                pause = PAUSES[min(failures, len(PAUSES) - 1)]
                what = type(error).__name__
                log.warning("could not be told", extra={"game": game, "fault": what, "again_in": pause})
                self._due.add(game)
                failures += 1
                await self._pause(game, pause)
            except Refused as refused:
                log.error("could not be told: %s", refused.refusal, extra={"game": game})
            except Exception:
                log.exception("could not be told", extra={"game": game})

    async def _pause(self, game: int, seconds: float) -> None:
        """Wait so long, or until `hurry`."""
        self._pausing[game] = asyncio.Event()
        try:
            async with asyncio.timeout(seconds):
                await self._pausing[game].wait()
        except TimeoutError:
            pass
        finally:
            del self._pausing[game]

    async def _deliver(self, game: int) -> None:
        """Tell once what is untold of a game."""
        session = await self.games.get(game)
        tried: set[int] = set()
        told = False
        while not told:
            # A change is stored a moment before its session shows it; under the lock both say the same.
            async with session.lock:
                unsent = await self.store.unsent(game)
            fresh = [notice for notice in _direct(unsent) if notice.id not in tried]
            tried.update(notice.id for notice in fresh)
            whispers = asyncio.create_task(self._whispers(session, fresh), name=f"whisper-{game}")
            try:
                # The table tells who is out of reach, but does not wait long to know.
                await asyncio.wait([whispers], timeout=WHISPERING)
                told = await self._tell_the_table(session, tried)
                await whispers
                await self._withdraw(session)
            finally:
                whispers.cancel()
                await asyncio.gather(whispers, return_exceptions=True)

    async def _whispers(self, session: Session, notices: Sequence[NoticeRow]) -> None:
        for notice in notices:
            await (self._whisper if notice.kind == "whisper" else self._bulletin)(session, notice)

    async def _tell_the_table(self, session: Session, tried: set[int]) -> bool:
        """Tell all but the whispers. Returns False, and tells nothing, if there is a whisper that was not tried yet."""
        # Read anew, because a message tells all that has happened until it is made, and must stand for all of that.
        async with session.lock:
            notices = await self.store.unsent(session.id)
            if any(notice.kind == "whisper" and notice.id not in tried for notice in notices):
                return False
            lobby = [notice for notice in notices if notice.kind == "lobby"]
            table = [notice for notice in notices if notice.kind in ("table", "refresh")]
            posters = [(lobby, self._lobby(session, lobby))] if lobby else []
            posters += [(table, await self._board(session, table))] if table else []
        beside = [notice for notice in notices if notice.kind in bulletins.KINDS and notice.id not in tried]
        began = min((told[0].created for told, _ in posters), default=0)
        for notice in [each for each in beside if each.created < began]:
            await self._bulletin(session, notice)
        for told, poster in posters:
            await self._show(session, told, poster)
        for notice in [each for each in beside if each.created >= began]:
            await self._bulletin(session, notice)
        return True

    def now(self) -> int:
        return int(self.clock.now() * 1000)

    # Direct messages

    async def _whisper(self, session: Session, notice: NoticeRow) -> None:
        user = notice.user or 0
        seat = session.seat_of(user)
        if seat is not None and session.live:
            view, link = session.view(seat), await self.link(session)
            place = f"game {session.id} ({self.place(session)})"
            since = notice.created
            nonce, buttons = f"w{notice.id}", components.view([components.button("Act", self._act(session))])
            if notice.text == "greeting":
                words = text.greeting(view, place, link)
                await self.voice.direct(user, Poster(words, None, None, "", "", nonce, since=since))
            elif view.hand or view.face_down == seat:
                words = text.whisper(view, place, link, anew=notice.text == news.EXCHANGED)
                name = f"cards-{session.id}-{session.board_seq}.png"
                look = look_of((await self.store.person(user)).settings)
                picture = None if look.letters else cards_of(view, look)
                await self.voice.direct(user, Poster(words, buttons, picture, name, "", nonce, since=since))
        await self.store.mark_sent(session.id, [notice.id], self.now())

    async def _bulletin(self, session: Session, notice: NoticeRow) -> None:
        """A message beside the table message; one that cannot be posted goes to the one it calls by direct message."""
        link, direct = await self.link(session), notice.kind in bulletins.DIRECT
        if notice.kind == "remind" and notice.user is not None:
            direct = Preferences.from_text((await self.store.person(notice.user)).settings).pings == "dm"
        # Made last, so that nothing is said that is overtaken while the rest is looked up.
        bulletin = bulletins.KINDS[notice.kind](session, notice, link)
        if bulletin is not None:
            nonce, since = f"b{notice.id}", notice.created
            poster = Poster(bulletin.content, bulletin.buttons, None, "", "", nonce, bulletin.pinged, since=since)
            if not (direct and notice.user is not None and await self.voice.direct(notice.user, poster)):
                await self._beside(session, notice, poster)
        await self.store.mark_sent(session.id, [notice.id], self.now())

    async def _beside(self, session: Session, notice: NoticeRow, poster: Poster) -> None:
        if notice.kind in bulletins.DIRECT:
            if notice.kind == "private" and notice.user is not None:
                await unheard.keep(self.store, session.id, notice.user, notice.text)
            return
        try:
            message = await self.voice.post(session.row.channel, poster)
            if notice.kind in bulletins.ASKING:
                await self.store.write(bulletins.asks(Job(), session.id, notice, message))
        except Unreachable as error:
            log.info("a message could not be posted", extra={"game": session.id, "code": error.code})
            self.out_of_reach(session, error.code)
            await reach.lost(session)
            if poster.pinged is not None:
                await self.voice.direct(poster.pinged, poster)

    async def _withdraw(self, session: Session) -> None:
        """Take the buttons off messages whose question is decided; each is tried once, whatever comes of it."""
        for message, channel, notice in await bulletins.asking(self.store, session.id):
            if bulletins.KINDS[notice.kind](session, notice, "") is None:
                await self.store.write(Job().add("DELETE FROM asking WHERE message = ?", message))
                await self.voice.strip(ShownRow(channel, message, 0))

    def _act(self, session: Session) -> components.Target:
        return components.Target(session.id, session.board_seq, "act")

    async def link(self, game: Session | GameRow) -> str:
        """The address of the table message, or of the channel while there is none."""
        row = game.row if isinstance(game, Session) else game
        shown = await self.store.shown(row.id)
        address = f"https://discord.com/channels/{row.guild}/"
        return f"{address}{shown.channel}/{shown.message}" if shown else f"{address}{row.channel}"

    def place(self, game: Session | GameRow) -> str:
        """Server and channel in words."""
        row = game.row if isinstance(game, Session) else game
        guild = self.client.get_guild(row.guild)
        channel = self.places.find(row.guild, row.channel)
        server = text.name(guild.name) if guild else "a server that I am not in"
        return f"{server}, " + (f"#{text.name(channel.name)}" if channel else "a channel that I cannot see")

    def out_of_reach(self, game: Session | GameRow, code: int) -> str:
        """Remember why a game's table cannot be written to; returns it, in a sentence. `code` is Discord's."""
        row = game.row if isinstance(game, Session) else game
        there = self.client.get_guild(row.guild) is not None
        self.troubles[row.id] = words = text.unreachable(code, self.place(game)) if there else text.SENT_AWAY
        return words

    # Messages at the table

    def _lobby(self, session: Session, notices: Sequence[NoticeRow]) -> Poster:
        names = [text.name(seat.name) for seat in session.seats]
        buttons = components.lobby_view(session.id) if session.row.status == "lobby" else None
        words = text.lobby(names, session.options, session.clocks.pace.words, session.row.status)
        called = next((int(notice.text) for notice in notices if notice.text), None)
        words = f"<@&{called}>\n{words}" if called else words
        return Poster(words, buttons, None, "", "", f"l{notices[-1].id}", called=called, since=notices[-1].created)

    async def _board(self, session: Session, notices: Sequence[NoticeRow]) -> Poster:
        view, waiting = shown_to(session, None), session.waiting
        special = " ".join(notice.text for notice in notices if notice.text)
        seat, steps = session.state.to_act, session.steps(None, since_last_turn(session))
        newcomer = seat is not None and not session.has_acted(seat)
        happened = text.since(steps, session.names, seat, newcomer)
        said = "\n".join(part for part in (special, happened) if part)
        if session.live and session.paused:
            waiting, asked = None, announcements.IS_PAUSED
        elif session.live:
            asked = text.call(view, f"<@{waiting}>" if waiting else None)
            if (deadline := session.clocks.deadline) is not None:
                asked = f"{asked} {text.until(deadline)}"
            if view.phase is engine.Phase.DEAL and waiting and not await self.store.dms_reachable(waiting):
                asked = f"{asked} {text.NO_DMS}"
        else:
            ended = text.ending(view, session.names, session.row.ending, session.vacant)
            asked = f"{ended}\n{text.length(session.row, view.turn)}"
        called = any(notice.kind == "table" and notice.user == waiting for notice in notices)
        wishes, now = Preferences.from_text((await self.store.person(waiting or 0)).settings), self.now()
        shown = components.table_view(session.id, session.board_seq, session.live, session.paused)
        return Poster(
            content=text.fit(said, asked),
            buttons=None if session.set_aside else shown,
            draw=board_of(session, None),
            filename=f"board-{session.id}-{session.board_seq}.png",
            letters=images.text_board(view),
            nonce=f"t{notices[-1].id}",
            pinged=waiting if called else None,
            silent=awake(wishes, now) > now,
            since=notices[-1].created,
        )

    async def _show(self, session: Session, notices: Sequence[NoticeRow], poster: Poster) -> None:
        """Put a poster up: in place of the present message where nobody new is called, else as a new one."""
        old = await self.store.shown(session.id)
        shown = None
        try:
            near = old is not None and old.channel == session.row.channel and self.now() - old.sent < EDITABLE
            edit = near and all(notice.kind != "table" for notice in notices)
            if not (edit and old is not None and await self.voice.edit(old, poster)):
                message = await self.voice.post(session.row.channel, poster, old.message if old else None)
                if old is not None:
                    await self.voice.strip(old)
                shown = ShownRow(message.channel.id, message.id, self.now())
            self.troubles.pop(session.id, None)
            await reach.regained(session)
        except Unreachable as error:
            await self._unreachable(session, poster, error)
        await self.store.mark_sent(session.id, [notice.id for notice in notices], self.now(), shown)

    async def _unreachable(self, session: Session, poster: Poster, error: Unreachable) -> None:
        """The table cannot be written to: remember why, and call the one who has to act by direct message."""
        trouble = self.out_of_reach(session, error.code)
        said = {"game": session.id, "ply": session.ply, "code": error.code}
        log.warning("its channel cannot be written to", extra=said)
        await reach.lost(session)
        if waiting := session.waiting:
            buttons = components.view([components.button("Act", self._act(session))])
            words = text.fit(trouble, poster.content)
            await self.voice.direct(
                waiting, Poster(words, buttons, poster.draw, poster.filename, poster.letters, f"{poster.nonce}d")
            )
