"""A game from its lobby to its end, without Discord and without SQL.

Begin with `session`: one game, its lock and the only way to change it. `change` is a change in the making, `news` what
has to be told of it, `games` holds all sessions. Above them: who sits (`lobby`, `absence`, `consent`), what is done for
somebody (`plans`, `planning`, `mildest`, `moderation`, `resets`, `quarantine`), what goes in and out (`transfers`,
`privacy`), and what one may choose among (`guide`, `suggestions`,
`questions`).
"""
