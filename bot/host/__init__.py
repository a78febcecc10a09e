"""What the host of the bot does with its database.

`upkeep` checks, copies and restores it, `checking` replays all games, `life` gives signs of life.
"""
