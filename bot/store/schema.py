"""The tables, and the way from each earlier schema to the next.

`MIGRATIONS[n]` lifts a database from schema n to n + 1; `PRAGMA user_version` says where one stands. A migration is a
list of statements that are run in one transaction. Released ones are never edited: a change is a new entry.

- `games`: one row for each lobby and game ever opened. One live game per channel is a partial unique index.
- `seats`: who sits where; a row without `user` is an open seat, a row without `seat` a player in the lobby.
- `log`: all that ever happened in a game, in order. `seq` is never reused: going back is an entry itself.
- `notices`: what has to be told because of an entry, and whether it was (the outbox).
- `shown`: the message that stands for a game's table just now.
- `users`: what is known of a person beside their games; `vacations`: the days of it they used in a year.
- `votes`, `plans`, `invitations`: what players have said that is no action of the game (`seq` 0: consent to an end).
- `guilds`: what moderators have set for their server.
- `settings`: what the bot keeps about itself.
"""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            guild INTEGER NOT NULL,
            channel INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'cancelled')),
            ending TEXT,
            options TEXT NOT NULL,
            rules INTEGER NOT NULL,
            creator INTEGER NOT NULL,
            created INTEGER NOT NULL,
            started INTEGER,
            ended INTEGER,
            waiting INTEGER,
            waiting_since INTEGER
        ) STRICT""",
        "CREATE UNIQUE INDEX one_live_game ON games (channel) WHERE status IN ('lobby', 'live')",
        """CREATE TABLE seats (
            game INTEGER NOT NULL REFERENCES games,
            place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 2),
            seat INTEGER CHECK (seat BETWEEN 0 AND 2),
            user INTEGER,
            name TEXT NOT NULL,
            PRIMARY KEY (game, place),
            UNIQUE (game, user)
        ) STRICT""",
        "CREATE INDEX seats_of_user ON seats (user)",
        """CREATE TABLE log (
            game INTEGER NOT NULL REFERENCES games,
            seq INTEGER NOT NULL,
            batch INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('action', 'auto', 'shuffle', 'back', 'note')),
            text TEXT NOT NULL,
            user INTEGER,
            at INTEGER NOT NULL,
            interaction INTEGER,
            PRIMARY KEY (game, seq)
        ) STRICT""",
        "CREATE UNIQUE INDEX one_effect ON log (interaction) WHERE interaction IS NOT NULL",
        """CREATE TABLE notices (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games,
            kind TEXT NOT NULL CHECK (kind IN ('table', 'refresh', 'whisper', 'lobby')),
            user INTEGER,
            text TEXT NOT NULL,
            created INTEGER NOT NULL,
            sent INTEGER
        ) STRICT""",
        "CREATE INDEX unsent ON notices (game) WHERE sent IS NULL",
        """CREATE TABLE shown (
            game INTEGER PRIMARY KEY REFERENCES games,
            channel INTEGER NOT NULL,
            message INTEGER NOT NULL,
            sent INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE users (
            user INTEGER PRIMARY KEY,
            dms INTEGER NOT NULL DEFAULT 1
        ) STRICT""",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    ),
    (
        # What time brings: paces, reminders, votes, vacations, plans, invitations.
        """ALTER TABLE games ADD COLUMN pace TEXT NOT NULL DEFAULT '{"kind": "relaxed"}'""",
        "ALTER TABLE games ADD COLUMN due INTEGER",
        "ALTER TABLE games ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE games ADD COLUMN reminded_at INTEGER",
        "ALTER TABLE games ADD COLUMN muted INTEGER",
        "ALTER TABLE games ADD COLUMN vote INTEGER",
        "CREATE INDEX due_games ON games (due) WHERE due IS NOT NULL",
        "UPDATE games SET due = 0 WHERE status IN ('lobby', 'live')",
        """CREATE TABLE notices_2 (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game INTEGER NOT NULL REFERENCES games,
            kind TEXT NOT NULL,
            user INTEGER,
            text TEXT NOT NULL,
            created INTEGER NOT NULL,
            sent INTEGER
        ) STRICT""",
        "INSERT INTO notices_2 SELECT * FROM notices",
        "DROP TABLE notices",
        "ALTER TABLE notices_2 RENAME TO notices",
        "CREATE INDEX unsent ON notices (game) WHERE sent IS NULL",
        "ALTER TABLE users ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE users ADD COLUMN away_from INTEGER",
        "ALTER TABLE users ADD COLUMN away_until INTEGER",
        "CREATE INDEX away_users ON users (away_until) WHERE away_until IS NOT NULL",
        """CREATE TABLE vacations (
            user INTEGER NOT NULL,
            year INTEGER NOT NULL,
            days REAL NOT NULL,
            PRIMARY KEY (user, year)
        ) STRICT""",
        """CREATE TABLE votes (
            game INTEGER NOT NULL REFERENCES games,
            seq INTEGER NOT NULL,
            user INTEGER NOT NULL,
            choice TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (game, seq, user)
        ) STRICT""",
        """CREATE TABLE plans (
            game INTEGER NOT NULL REFERENCES games,
            user INTEGER NOT NULL,
            text TEXT NOT NULL,
            due INTEGER,
            PRIMARY KEY (game, user)
        ) STRICT""",
        """CREATE TABLE invitations (
            game INTEGER NOT NULL REFERENCES games,
            user INTEGER NOT NULL,
            inviter INTEGER NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (game, user)
        ) STRICT""",
    ),
    (
        # What moderators need: settings of a server, where a game came from, seats called what they are.
        "CREATE TABLE guilds (guild INTEGER PRIMARY KEY, settings TEXT NOT NULL DEFAULT '{}') STRICT",
        "ALTER TABLE games ADD COLUMN origin TEXT",
        "CREATE INDEX games_of_origin ON games (origin) WHERE origin IS NOT NULL",
        "CREATE INDEX games_of_channel ON games (channel)",
        "CREATE INDEX games_of_guild ON games (guild)",
        "UPDATE seats SET name = 'open seat' WHERE user IS NULL",
    ),
    (
        # When the bot did not run; each game takes it into account when it is next looked at.
        "CREATE TABLE downtimes (began INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT",
        "CREATE INDEX downtimes_by_end ON downtimes (ended)",
    ),
    (
        # Messages whose buttons go when they are decided, and words that no direct message could bring.
        """CREATE TABLE asking (
            message INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games,
            channel INTEGER NOT NULL,
            kind TEXT NOT NULL,
            user INTEGER,
            text TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX asking_of_game ON asking (game)",
        """CREATE TABLE unheard (
            game INTEGER NOT NULL REFERENCES games,
            user INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (game, user)
        ) STRICT""",
    ),
)

VERSION = len(MIGRATIONS)
"""The schema that this program reads and writes."""
