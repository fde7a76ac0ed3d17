"""Long games in which nothing happens, for what grows with the number of turns."""

from random import Random

from corr.games.registry import Registry
from corr.play.practice_boards import set_up_board


def wandering(count: int) -> list[str]:
    """Turns of a game of Kelasu that does not end so soon."""
    rules = Registry.discover().get_rules("kelasu/1")
    table, chance = set_up_board(rules, "", ()), Random(5)
    while len(table.turns) < count:
        draft = rules.begin(table.track.position, table.seat)
        table = table.after(chance.choice(rules.listing(draft, 20).actions))
    return [turn.text for turn in table.turns]
