"""How to play, in short chapters: what `/help` shows."""

from __future__ import annotations

CHAPTERS: dict[str, tuple[str, str]] = {
    "overview": (
        "What the game is",
        """**Syntagma** is a game for three on a board of 9 x 9 squares in nine sectors (NW N NE / W C E / SW S SE).
You place cubes, move them alone (*syntagma*), in lines, rectangles and skewed blocks (*phalanx*), or four in one \
great piece (*juggernaut*), and capture cubes that stand in a shorter row than yours.
**A turn.** The *Archon* draws three cards, keeps one face down and deals one to each of the others. They accept or \
reject theirs, then everybody plays: who accepted plays the card, who rejected moves freely. Who rejects first is the \
next Archon.
**The end.** When somebody's supply is used up. Cubes on the board count two points each, prisoners more the more \
kinds you have of them.
**To begin**, somebody types `/game new`, two others press **Join**, and one of the three presses **Start**. When it \
is your turn I mention you at the table: press **Act** on that message, and everything else is shown to you.""",
    ),
    "setup": (
        "Setup, and who plays first",
        """Colours are drawn at random. **Red sets up first**, then Blue, then Yellow: each picks an empty corner \
sector and puts four cubes on any four different squares of it. One corner stays empty. Nine white, neutral cubes \
start on the centre.
From then on you act clockwise by corner: NW, NE, SE, SW. The first Archon sits opposite the empty corner.
In the notation: `setup a1,a2,b1,b2`.""",
    ),
    "cards": (
        "A turn: cards, accepting and rejecting",
        """A card shows one of nine sectors, as the *Archon* of the turn reads it: each player looks from their own \
side. I name its sector after that reading, so you need not turn anything in mind. Your own boards and cards are drawn \
turned to you, the one at the table has north above; all names stay.
**Answering.** The two others, clockwise from the Archon, accept or reject their card. The Archon answers last: with \
no rejection the hidden card is accepted, with two it is rejected, with one the Archon chooses.
**Playing.** The Archon plays first, then the others clockwise.
**Accepted**, a card lets you do one of these:
- **place** a cube of your supply in the card's sector (anywhere, if it is full), and then one *manoeuvre* with it: \
move it as a syntagma, or any one phalanx that contains it;
- **move a juggernaut** one square in the card's direction (`N` north, ..., `C` any);
- **form** a juggernaut of four of your cubes in a square, one of them in the sector, or **dissolve** one.
**Rejected**, it lets you move any one syntagma or phalanx, or exchange a prisoner: you give a captured cube of a \
player back to its owner's supply and take a white one instead.
You may always pass.
**The next Archon** is the first who rejected. If both others accepted, the Archon stays.""",
    ),
    "phalanx": (
        "Syntagma and phalanx",
        """**Syntagma**: any single cube. One or two steps to neighbouring empty squares, in any direction. It \
captures nothing.
**Phalanx**: two or more of your cubes that fill a line, a rectangle, or a rectangle of which each row is shifted one \
square further. It moves one square along an axis on which its lines are longer than one cube: a line along itself \
only. Any part of a larger phalanx may move too.
The squares in front of it must hold nothing, or enemy and white cubes that are weaker: those are captured. One square \
that blocks, blocks the whole move.
In the notation: `e5>f7` a syntagma, `b2:d2>E` a line by its ends, `b2:d2:b3>N` a block by three corners.""",
    ),
    "strength": (
        "Strength",
        """The strength of a cube along an axis (east-west, north-south, or a diagonal) is the number of cubes of its \
colour in the unbroken row through it along that axis. The strength of a phalanx is the length of its lines along the \
axis it moves on.
A phalanx captures what is in front of it if its strength is *greater*. White cubes have strength 1 (unless the game \
was opened with `neutral_phalanxes`).""",
    ),
    "juggernaut": (
        "Juggernaut",
        """A juggernaut is a piece of 2 x 2 squares, formed of four of your cubes. It can never be captured and counts \
as four cubes.
It moves one square in the direction of an accepted card. It captures enemy and white cubes of strength 1 on the axis \
of its movement; a stronger one, another juggernaut or the edge blocks it.
Your own cubes in its way are picked up, whatever their strength, and each is then placed by the same card, with its \
manoeuvre.
In the notation: `+Jd4` form, `Jd4>NE` move, `-Jd4` dissolve; d4 is its south-west square.""",
    ),
    "score": (
        "The end and the score",
        """The game ends as soon as a play is complete and any player's supply is empty (with `finish_turn`: at the \
end of that turn).
Each of your cubes on the board counts 2, a juggernaut 8. Your prisoners, counted by colour and sorted from most to \
least, count the first number once, the second twice, the third three times: 4 red, 3 white and 2 yellow are 4 + 6 + 6 \
= 16.
The highest score wins; a tie is a shared win.""",
    ),
    "words": (
        "The words used here",
        """**Sector**: a ninth of the board, 3 x 3 squares, named by compass; the centre is C. **Home**: your corner.
**Archon**: who deals the cards of this turn. **Turn**: all from one deal to the next.
**Play**: what you do when you are called, from a press of **Act** to **Confirm**. **Ply**: one single choice in the \
log (placing a cube is one ply, its manoeuvre the next); `/log` numbers them, and `/board ply:` shows the game as it \
stood after one.
**Supply**: the cubes that you can still place. **Prisoner**: a cube that you have captured.
**Syntagma**: a cube that moves alone. **Phalanx**: cubes that move together. **Juggernaut**: four cubes in one.
**Manoeuvre**: the move that may follow the placing of a cube.
**Table**: the channel or thread of a game, and the newest message in it that calls somebody. **Lobby**: a game that \
still waits for players. **Open seat**: one that nobody sits in, and anybody may take.
**Notation**: the short written form of plays, as `@e5 e5>f7`.""",
    ),
    "games": (
        "Opening, joining and ending games",
        """`/game new` opens a lobby here, with `thread:True` in a new thread. It takes the options of the game: how \
many cubes each has (`supply`), `white_supply`, `neutral_phalanxes`, `finish_turn`, and its `pace`. A lobby is open \
for three days.
`/game join`, `/game leave` and `/game start` are its buttons. `/game invite` asks one person, who may `/game \
decline`. `/game cancel` closes the lobby.
`/game list`: your games, and where it is your turn. `/game info`: how one game stands, its options, the cards seen.
`/game resign` opens your seat to anybody: whoever types `/game join` gets your card and a full clock.
`/game end` proposes to end the game, with the scores as they stand or (`count:False`) without a result; it ends when \
all players type it too or press **Agree**. `/game agree` agrees to what a moderator who plays here asks.
`/game rematch` opens a lobby for the same three after the end; `/game export` gives you the ended game as a file.""",
    ),
    "playing": (
        "Playing, and looking at the game",
        """`/play` opens the panel, like **Act**. `/play action:@e5 e5>f7` plays at once: its list narrows as you type \
a square (`e5`), a kind (`exchange`) or an effect (`captures`).
`/undo` takes your latest play back, until somebody else has acted or you have seen a new card. The end of a game is \
final.
`/hand` shows your own cards, and nobody else's.
`/board` shows the board: `public:True` to all, `text:True` in letters, `ply:` as it was earlier. Marked on it is what \
changed: squares that were left are dashed, those that were entered have a green edge, captures a red cross; arrows \
show the way of the last play, and numbers are those of the plays told beside it. The golden sector is that of the \
card that is being played.
`/log` tells the game in words, the newest first. `/replay` shows it as a moving picture.
All that acts on a game takes the option `game`: you need it in direct messages, and for games that are over.
`/help` is this. `/doctor` says what is wrong when I do not do what I should.""",
    ),
    "days": (
        "Games that last for days",
        """**Pace** (`/game new pace:`): `relaxed` has no deadline; `days` and `fast` give everybody a bank of days or \
hours, and more for each play. Time runs for the one who is to act; it stands still while the game is paused, while \
you are away, and while I cannot be reached. `/game pace` changes it when all three ask for the same.
**Reminders** come to the one waited for alone: before a deadline at half of the time and 24, 8 and 1 hours before, \
else every 24 hours. `/settings` sets how often, and the hours of your night. `/game mute` stops them for one turn.
**Somebody does not act**: when the time is up, or after a week without deadline, the two others vote, by buttons or \
`/game vote`: more time, the mildest action, an open seat, or the end. Both must want the same, and until then the \
absent one may act.
**Vacation**: `/away until:7` or `until:2026-12-24` lets all your games stand still, for 30 days a year at most; \
`/back` ends it, and gives back the days not used.
**Plans**: while you are not to act, `/plan action:accept if it is N or C, else reject` keeps what you will do. Its \
rules are tried in order, the first that is legal is played some minutes after your turn has come, and nobody else \
sees it. `/plan` shows it, `/plan cancel:True` drops it.""",
    ),
    "settings": (
        "Settings, and what I keep about you",
        """`/settings` without an option shows yours; each option changes one thing, for all your games.
- `zone`: your time zone, as `Europe/Athens`; type your city and choose from the list. It says when your `quiet` hours \
are, and when the day of your return from `/away` begins. All times that I write are shown by your Discord's own \
clock.
- `quiet`: hours of your night in which no reminder comes, as `22-7`, or `none`.
- `interval`: hours between reminders in games without deadline. `pings`: where they come, in the channel or by direct \
message.
- `theme` (light, dark), `palette` (for eyes that see red and green, or blue and yellow, alike), `large`, `turned` \
(your home at the bottom left), `text` (boards in letters): how your own boards look.
`/privacy` says what I keep about you, gives it to you as a file, or erases it.""",
    ),
    "moderators": (
        "For moderators",
        """A game is moderated by whoever may manage its channel or has the role set by `/mod role`. Each use of \
`/mod` is written down and said at the table with your name; hidden cards stay hidden from moderators too. What cannot \
simply be taken back asks first, and *Cancel* changes nothing. If you play in the game yourself, another player or \
another moderator has to press **Agree**. From any channel of the server, name the game: `game:`.

**Looking**: `/mod status`, how a game stands and what is wrong; `/mod audit`, all that was ever done, and by whom.
**Going back**: `/mod undo` the last play, `/mod rewind` to any ply; `/mod reset` starts anew with the same players.
**People**: `/mod skip` acts mildly for the one waited for, `/mod replace` puts another user in a seat.
**The game**: `/mod pause`, `/mod resume`, `/mod end`, `/mod restore`.
**The place**: `/mod repost` shows the table again, `/mod move` carries the game to another channel.
**Files**: `/mod export` saves a game, `/mod import` brings it back.
**The server**: `/mod settings`, what new games start from and who may open them.

`/help topic:stuck` says which of these frees a game from what.""",
    ),
    "stuck": (
        "For moderators: when a game is stuck",
        """- *Anything at all*: `/mod status` and `/doctor` tell what is wrong and what mends it.
- *Somebody does not act*: `/mod skip` acts mildly for them (the first deal, accept, pass); `/mod replace` puts \
another user in the seat, who gets its hidden card.
- *Somebody has left, or a seat is open*: `/mod replace by:... seat:...`; or whoever wants takes it with `/game join`.
- *A wrong play*: `/mod undo` takes the last one back, `/mod rewind` any number. Past a draw, all cards that nobody \
has seen openly are shuffled anew.
- *All have to wait*: `/mod pause` stops the game and its clocks, `/mod resume` lets it go on.
- *A wrong start*: `/mod reset`, the same players start anew.
- *Reset or ended by mistake*: `/mod restore` brings the game back for 14 days; what is played in its channel then is \
set aside.
- *Nobody wants to go on*: `/mod end`, with the scores as they stand or without. It closes a lobby, too.
- *The table message is gone, or the thread archived*: `/mod repost`.
- *I lack a right, or the thread is locked*: give me the right or unlock it; then the table shows itself.
- *The channel or thread is deleted, or the wrong one*: `/mod move` in the channel where the game is to go on.
- *I was sent away from the server*: invite me again. Or `/mod move` in another server; a player has to agree.
- *The game is damaged in my store*: `/mod rewind` to the ply that `/mod status` names, or `/mod end`.
- *My store is lost*: `/mod import` brings back a file made by `/mod export`; running games keep their secrets \
sealed.""",
    ),
}
"""Title and text of each chapter, by the name that `/help topic` takes. Each fits one message, so no list is broken."""
