"""How to play, in short chapters: what `/help` shows."""

from __future__ import annotations

CHAPTERS: dict[str, tuple[str, str]] = {
    "overview": (
        "What the game is",
        """**Syntagma** is a game for three on a board of 9 x 9 squares in nine sectors (NW N NE / W C E / SW S SE).
You place cubes, move them alone (*syntagma*), in lines, rectangles and skewed blocks (*phalanx*), or four in one \
great \
piece (*juggernaut*), and capture cubes that stand in a shorter row than yours.
**A turn.** The *Archon* draws three cards, keeps one face down and deals one to each of the others. They accept or \
reject \
theirs, then everybody plays: who accepted plays the card, who rejected moves freely. Who rejects first is the next \
Archon.
**The end.** When somebody's supply is used up. Cubes on the board count two points each, prisoners more the more \
kinds you \
have of them.
Press **Act** on the newest message at the table when it is your turn; everything else is shown to you.""",
    ),
    "setup": (
        "Setup",
        """In turn each player picks an empty corner sector and puts four cubes on any four different squares of it. \
One corner stays empty. Nine white, neutral cubes start on the centre.
From then on you act clockwise: NW, NE, SE, SW. The first Archon sits opposite the empty corner.
In the notation: `setup a1,a2,b1,b2`.""",
    ),
    "cards": (
        "Cards, accepting and rejecting",
        """A card shows one of nine sectors, as the *Archon* of the turn reads it: each player looks from their own \
side.
**Accepted**, a card lets you do one of these:
- **place** a cube of your supply in the card's sector (anywhere, if it is full), and then one *manoeuvre* with it: \
move \
it as a syntagma, or any one phalanx that contains it;
- **move a juggernaut** one square in the card's direction (`N` north, ..., `C` any);
- **form** a juggernaut of four of your cubes in a square, one of them in the sector, or **dissolve** one.
**Rejected**, it lets you move any one syntagma or phalanx, or exchange a prisoner for a white one.
You may always pass. The Archon answers last: with no rejection the hidden card is accepted, with two it is rejected, \
with one the Archon chooses. If both others accepted, the Archon stays; else the first who rejected is the next.""",
    ),
    "phalanx": (
        "Syntagma and phalanx",
        """**Syntagma**: any single cube. One or two steps to neighbouring empty squares, in any direction. It \
captures nothing.
**Phalanx**: two or more of your cubes that fill a line, a rectangle, or a rectangle of which each row is shifted one \
square \
further. It moves one square along an axis on which its lines are longer than one cube: a line along itself only. Any \
part \
of a larger phalanx may move too.
The squares in front of it must hold nothing, or enemy and white cubes that are weaker: those are captured. One \
square that \
blocks, blocks the whole move.
In the notation: `b2:d2>E` a line by its ends, `b2:d2:b3>N` a block by three corners.""",
    ),
    "strength": (
        "Strength",
        """The strength of a cube along an axis (east-west, north-south, or a diagonal) is the number of cubes of its \
colour in the \
unbroken row through it along that axis. The strength of a phalanx is the length of its lines along the axis it moves \
on.
A phalanx captures what is in front of it if its strength is *greater*. White cubes have strength 1 (unless the game \
was \
opened with `neutral_phalanxes`).""",
    ),
    "juggernaut": (
        "Juggernaut",
        """A juggernaut is a piece of 2 x 2 squares, formed of four of your cubes. It can never be captured and \
counts as four cubes.
It moves one square in the direction of an accepted card. It captures enemy and white cubes of strength 1 on the axis \
of its \
movement; a stronger one, another juggernaut or the edge blocks it.
Your own cubes in its way are picked up, whatever their strength, and each is then placed by the same card, with its \
manoeuvre.
In the notation: `+Jd4` form, `Jd4>NE` move, `-Jd4` dissolve; d4 is its south-west square.""",
    ),
    "score": (
        "The end and the score",
        """The game ends as soon as a play is complete and any player's supply is empty (with `finish_turn`: at the \
end of that turn).
Each of your cubes on the board counts 2, a juggernaut 8. Your prisoners, counted by colour and sorted from most to \
least, \
count the first number once, the second twice, the third three times: 4 red, 3 white and 2 yellow are 4 + 6 + 6 = 16.
The highest score wins; a tie is a shared win.""",
    ),
    "days": (
        "Games that last for days",
        """**Pace** (`/game new pace:`): `relaxed` has no deadline; `days` and `fast` give everybody a bank of days or \
hours, and more for each play. The clock stands still while the game is paused, while you are on vacation, \
and while I cannot be reached. `/game pace` changes it when all three ask for the same.
**Reminders** come to the one waited for alone: before a deadline at half of the time and 24, 8 and 1 hours before, \
else every 24 hours. `/settings` sets how often, at which hours of your day none comes (`quiet:22-7 \
zone:Europe/Athens`), and whether by direct message. `/game mute` stops them for one turn.
**Somebody does not act**: when the time is up, or after a week without deadline, the two others vote, by buttons or \
`/game vote`: more time, the mildest action, an open seat, or the end. Both must want the same, and until then the \
absent one may act.
**Going**: `/away until:7` lets your games stand still, for 30 days a year at most; `/back` ends it. `/game resign` \
opens your seat, and whoever takes it gets your card and a full clock. `/game end` ends the game when all agree.
**Plans**: `/plan action:accept if it is N or C, else reject` is carried out some minutes after your turn has come, \
and nobody else sees it.""",
    ),
    "commands": (
        "Commands",
        """`/game new` opens a lobby, `/game join`, `/game leave`, `/game start` are its buttons. `/game list` shows \
your games, \
`/game resign` gives up your seat.
`/play` opens the panel; `/play action:@e5 e5>f7` plays at once, and its list narrows as you type: a square (`e5`), a \
kind \
(`exchange`), an effect (`captures`).
`/undo` takes your latest play back until somebody else has acted or you have seen a new card.
`/hand` shows your own cards, `/board` the board (also an earlier `ply`, or as `text`), `/log` the game in words.
All that acts on a game takes the option `game`, which you need in direct messages.""",
    ),
    "moderators": (
        "For moderators",
        """A game is moderated by whoever may manage its channel or has the role set by `/mod role`. Each use \
of `/mod` is written down and said at the table; hidden cards stay hidden from moderators too. What \
cannot simply be taken back asks first, and *Cancel* changes nothing. If you play in the game \
yourself, another player or another moderator has to press **Agree**. From any channel of the \
server, name the game: `game:`.

**When a game is stuck**
- *Anything at all*: `/mod status` and `/doctor` tell what is wrong and what mends it.
- *Somebody does not act*: `/mod skip` acts mildly for them (the first deal, accept, pass); `/mod replace` puts \
another user in the seat, who gets its hidden card.
- *Somebody has left, or a seat is open*: `/mod replace by:... seat:...`; or whoever wants takes it with `/game \
join`.
- *A wrong play*: `/mod undo` takes the last one back, `/mod rewind` any number. Past a draw, all cards that \
nobody has seen openly are shuffled anew.
- *All have to wait*: `/mod pause` stops the game and its clocks, `/mod resume` lets it go on.
- *A wrong start*: `/mod reset`, the same players start anew.
- *Reset or ended by mistake*: `/mod restore` brings the game back for 14 days; what is played in its channel then \
is set aside.
- *Nobody wants to go on*: `/mod end`, with the scores as they stand or without. It closes a lobby, too.
- *The table message is gone, or the thread archived*: `/mod repost`.
- *I lack a right, or the thread is locked*: give me the right or unlock it; then the table shows itself.
- *The channel or thread is deleted, or the wrong one*: `/mod move` in the channel where the game is to go on.
- *I was sent away from the server*: invite me again. Or `/mod move` in another server; a player has to agree.
- *The game is damaged in my store*: `/mod rewind` to the ply that `/mod status` names, or `/mod end`.
- *My store is lost*: `/mod import` brings back a file made by `/mod export`; running games keep their secrets \
sealed.

`/mod audit` shows all that was ever done and by whom, `/mod settings` what new games start from and who may open \
them.""",
    ),
}
"""Title and text of each chapter, by the name that `/help topic` takes."""
