"""All that is stored, and the only SQL of the house.

`rows` are the rows of the tables, `schema` the tables themselves and the way from older ones, `writer` commits what
many want at once, and `store` is what everybody else asks.
"""
