"""What is told without being asked, and how it reaches Discord.

`table` calls players to the board out of the store's notices, `bulletins` are the other messages beside it, `voice`
sends, edits and deletes. `watch` is moved by time, `orphans` by channels and servers that go; `inspection` looks at all
games after a start. `acknowledgement` answers what comes in, `unheard` keeps what no direct message could bring,
`permissions` says what the bot may do where.
"""
