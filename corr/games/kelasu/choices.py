"""
Building an action of Kelasu click by click.

First the piece. A piece that moves needs its target. A Blank may merge instead: the pick `=W` says to what, then come
further Blanks one by one, and last, as `@C4`, the square on which the new piece stands. Only what can be completed is
offered, so no way of picking is a dead end.
"""

from corr.games.api import Choices, Pick
from corr.games.grid import each
from corr.games.guide import offered, square_pick, stale_picks
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.guide import description
from corr.games.kelasu.merges import PRICES, Merge
from corr.games.kelasu.position import Kind
from corr.games.kelasu.squares import BITS, NAMES, beside, group

_LETTERS = {f"={kind.letter}": kind for kind in PRICES}


def choices(draft: KelasuDraft, picks: tuple[str, ...]) -> Choices[Action]:
    """
    The next choices after *picks*.

    :raises IllegalError: the picks lead nowhere.
    """
    if not picks:
        return _pieces(draft)
    source = BITS.get(picks[0], 0)
    if len(picks) == 1:
        return offered(_targets(draft, source), "Where to?")
    kind = _LETTERS.get(picks[1])
    if kind is not None:
        return _merging(draft, source, kind, picks)
    for move in draft.moves(source):
        if NAMES[move.goal] == picks[1] and picks[2:] == ():
            return Choices(description(draft, move), action=move)
    raise stale_picks()


def _pieces(draft: KelasuDraft) -> Choices[Action]:
    able = 0
    for move in draft.moves():
        able |= move.source
    blanks = draft.mergeable() if draft.energy else 0
    able |= blanks & beside(blanks)
    return Choices("Choose a piece." if able else "No action is possible.", tuple(map(_square, each(able))))


def _square(square: int) -> Pick:
    return square_pick(NAMES[square])


def _targets(draft: KelasuDraft, source: int) -> list[Pick]:
    """Where the piece on *source* may go, and what it may merge to."""
    goals = sum(move.goal for move in draft.moves(source)) if source else 0
    return [*map(_square, each(goals)), *(_merge_pick(kind) for kind in _kinds(draft, source))]


def _kinds(draft: KelasuDraft, source: int) -> list[Kind]:
    """What the Blank on *source* may become part of."""
    blanks = draft.mergeable() if draft.energy else 0
    if not source & blanks:
        return []
    size = group(source, blanks).bit_count()
    return [kind for kind, price in PRICES.items() if price <= size]


def _merge_pick(kind: Kind) -> Pick:
    return Pick(f"={kind.letter}", f"merge into a {kind.title} ({PRICES[kind]} Blanks)")


def _merging(draft: KelasuDraft, source: int, kind: Kind, picks: tuple[str, ...]) -> Choices[Action]:
    """A merge that has begun: further Blanks, then the target."""
    if kind not in _kinds(draft, source):
        raise stale_picks()
    blanks, chosen, price = draft.mergeable(), source, PRICES[kind]
    for name in picks[2 : 1 + price]:
        square = BITS.get(name, 0)
        # Every connected set can be built up neighbour by neighbour, and every part of a large enough group can grow.
        if not square & beside(chosen) & blanks & ~chosen:
            raise stale_picks()
        chosen |= square
    missing = price - chosen.bit_count()
    if missing:
        question = f"Choose {missing} more {'Blank' if missing == 1 else 'Blanks'} for the {kind.title}."
        return Choices(question, tuple(map(_square, each(beside(chosen) & blanks & ~chosen))))
    return _placed(chosen, kind, picks[1 + price :], draft)


def _placed(chosen: int, kind: Kind, last: tuple[str, ...], draft: KelasuDraft) -> Choices[Action]:
    """A merge whose Blanks are all chosen: its target, or the finished action."""
    if not last:
        picks = tuple(Pick(f"@{NAMES[square]}", NAMES[square], NAMES[square]) for square in each(chosen))
        return Choices(f"On which square shall the {kind.title} stand?", picks)
    goal = BITS.get(last[0].removeprefix("@"), 0)
    if len(last) > 1 or not last[0].startswith("@") or not goal & chosen:
        raise stale_picks()
    merge = Merge(chosen, kind, goal)
    return Choices(description(draft, merge), action=merge)
