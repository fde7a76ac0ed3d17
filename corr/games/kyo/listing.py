"""Lists of legal actions for people and programs, with the shuffles of tall stacks cut short."""

from itertools import islice

from corr.games.api import Cut, Listing
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.steps import shuffles, write_action
from corr.games.kyo.tiles import NAMES, each


def listing(draft: KyoDraft, most: int) -> Listing:
    """The legal next actions, sorted, at most *most* shuffles of each tall stack."""
    found = [write_action(action) for tile in each(draft.acting()) for action in draft.steps(tile)]
    cuts = []
    for tile in draft.tall():
        lifted = draft.lift(tile)
        found += map(write_action, islice(shuffles(tile, lifted), most))
        if lifted.shuffles > most:
            cuts.append(Cut(f"shuffles on {NAMES[tile]}", lifted.shuffles - most))
    return Listing(tuple(sorted(found)), tuple(cuts))
