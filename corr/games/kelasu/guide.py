"""Actions of Kelasu in words, and the beginnings that are possible, for letters."""

from itertools import groupby

from corr.games.guide import hint_lines
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import PRICES, Merge, count_merges, is_countable, mergeable_kinds
from corr.games.kelasu.moves import CONVERT, RECALL, Move
from corr.games.kelasu.position import SIDES, kind_on
from corr.games.kelasu.squares import NAMES, beside, names
from corr.games.seats import other


def description(draft: KelasuDraft, action: Action) -> str:
    """*action*, about to be made in *draft*, in words."""
    if isinstance(action, Merge):
        blanks = names(action.blanks)
        listed = f"{', '.join(blanks[:-1])} and {blanks[-1]}"
        return f"Blanks on {listed} merge into a {action.kind.title} on {NAMES[action.goal]}"
    return _move_in_words(draft, action)


def _move_in_words(draft: KelasuDraft, move: Move) -> str:
    piece = kind_on(draft.kinds, move.source).title
    source, goal = NAMES[move.source], NAMES[move.goal]
    target = f"{SIDES[other(draft.seat)]}’s {kind_on(draft.kinds, move.goal).title}" if move.goal & draft.enemy else ""
    if move.sign == CONVERT:
        return f"{piece} on {source} converts {target} on {goal}"
    if move.sign == RECALL:
        captured = f" and captures {target}" if target else ""
        return f"{piece} on {source} is recalled to {goal}{captured}"
    if target:
        return f"{piece} on {source} captures {target} on {goal}"
    return f"{piece} on {source} moves to {goal}"


def hints(draft: KelasuDraft) -> tuple[str, ...]:
    """The legal beginnings, one line for each piece that may move and one for merges."""
    moves = sorted(draft.moves(), key=lambda move: (move.source, move.goal))
    lines = [_piece_hint(draft, source, list(group)) for source, group in groupby(moves, key=lambda move: move.source)]
    return hint_lines(lines, _merge_hint(draft), left="more pieces can move")


def _piece_hint(draft: KelasuDraft, source: int, moves: list[Move]) -> str:
    """Where one piece may go, what it may capture and what it may convert."""
    ways = []
    for word, signs in (("to", "-"), ("captures on", "x"), ("converts on", "%"), ("recall to", "@")):
        goals = [NAMES[move.goal] for move in moves if move.sign in signs]
        if goals:
            ways.append(f"{word} {', '.join(goals)}")
    return f"{kind_on(draft.kinds, source).title} from {NAMES[source]}: {'; '.join(ways)}"


def _merge_hint(draft: KelasuDraft) -> list[str]:
    blanks = draft.mergeable() if draft.energy else 0
    kinds = mergeable_kinds(blanks)
    if not kinds:
        return []
    ways = f" ({count_merges(blanks):,} ways)" if is_countable(blanks) else ""
    return [
        f"Blanks that can merge with neighbours: {', '.join(names(blanks & beside(blanks)))}",
        f"they can become: {', '.join(f'{kind.title} of {PRICES[kind]}' for kind in kinds)}{ways}",
    ]
