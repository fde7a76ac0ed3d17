"""
What holds for every game that is installed, and for the tiny one of the tests.

Nothing here names a game: a package that is added below `corr.games` is found, played at random with every value of
its options, and held to all of this without a line more.
"""
