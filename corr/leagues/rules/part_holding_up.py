"""
The few games that hold a division up.

A division is held up once at least half of its games are finished and those still open would fit into a single round:
half as many as there are players. Before that, open games are simply its season.
"""

from corr.leagues.rules.division_table import Meeting, Table


def holding_up(table: Table) -> tuple[Meeting, ...]:
    """The open games that hold a division up; none while they are too many, or none is left."""
    left, finished = table.open(), table.counted()
    in_a_round = sum(not entrant.is_removed for entrant in table.entrants) // 2
    return left if len(left) <= in_a_round and len(left) <= len(finished) else ()
