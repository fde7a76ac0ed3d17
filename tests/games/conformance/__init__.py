"""
What holds for every game that is installed: `corr game check` runs it, which is why nothing else of the tests is used.

Nothing here names a game: a package that is added below `corr.games` is found, played at random with every value of
its options, and held to all of this without a line more.
"""
