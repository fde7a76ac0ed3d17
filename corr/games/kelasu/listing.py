"""Lists of legal actions for people and programs, with the astronomical kinds of merges cut short."""

from itertools import chain, islice

from corr.games.api import Cut, Listing
from corr.games.kelasu.draft import KelasuDraft
from corr.games.kelasu.merges import PRICES, is_countable, merge_counts, write_merge
from corr.games.kelasu.moves import write_move
from corr.games.kelasu.position import Kind


def listing(draft: KelasuDraft, most: int) -> Listing:
    """The legal next actions, sorted, at most *most* merges of each kind."""
    found = [write_move(move) for move in draft.moves()]
    cuts: list[Cut] = []
    counts: dict[Kind, int] = {}
    for kind in PRICES:
        merges = list(islice(draft.merges(kind), most + 1))
        found += map(write_merge, merges[:most])
        if len(merges) > most:
            blanks = draft.mergeable()
            counts = counts or (merge_counts(blanks) if is_countable(blanks) else {})
            cuts.append(Cut(f"merges to a {kind.title}", counts[kind] - most if counts else None))
    return Listing(tuple(sorted(found)), tuple(cuts))


def examples(draft: KelasuDraft, most: int) -> tuple[tuple[str, ...], bool]:
    """A few legal next actions, moves before merges, and whether there are more."""
    moves = sorted(map(write_move, draft.moves()))
    merges = chain.from_iterable(map(draft.merges, PRICES))
    first = list(islice(chain(moves, map(write_merge, merges)), most + 1))
    return tuple(first[:most]), len(first) > most
