"""
Actions of Kelasu in words, the board as it is shown, and actions built click by click.

First the piece is clicked. A piece that moves needs its target. A Blank may merge instead: the pick `=W` says to what,
then come further Blanks, and last, as `@C4`, the square on which the new piece stands. Only what can be completed is
offered, so no way of picking is a dead end; but Blanks are taken in any order, and judged when there are enough.
"""

from collections.abc import Mapping
from functools import cache
from itertools import groupby

from corr.games.api import Rules
from corr.games.drawing import read_drawings
from corr.games.grid import each
from corr.games.guide import Choices, Gathering, Pick, hint_lines, offered, square_pick, stale_picks
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import PRICES, Merge, count_merges, is_countable, mergeable_kinds
from corr.games.kelasu.moves import CONVERT, RECALL, Move
from corr.games.kelasu.position import (
    BITS,
    GRID,
    NAMES,
    QUIET_LIMIT,
    SIDES,
    VICTORY,
    Kind,
    Position,
    beside,
    group,
    kind_on,
    names,
)
from corr.games.scene import Material, Piece, Region, Scene, Square, Trace
from corr.games.seats import FIRST, SECOND, Seat, other

_REGIONS = (Region("victory", ":", "victory square", is_rare=True),)
_LETTERS = {f"={kind.letter}": kind for kind in PRICES}
_PLACED = "On which square shall the {} stand?"
_WANTED = {(True, False): "Where to?", (True, True): "Where to, or merge into what?", (False, True): "Merge into what?"}
"""What is asked about a piece that has goals, or merges, or both."""
SIGNS = read_drawings(__file__)
"""The signs on Kelasu’s pieces that no other game has."""


class KelasuGuide(Rules[Position, Action, KelasuDraft]):
    """The part of the rules that is for people."""

    def scene(self, draft: KelasuDraft) -> Scene:
        blue = draft.own if draft.seat == FIRST else draft.enemy
        squares = dict(_board(None))
        for kind in Kind:
            for seat, occupied in ((FIRST, draft.kinds[kind] & blue), (SECOND, draft.kinds[kind] & ~blue)):
                if occupied:
                    board = _board(_piece(kind, seat))
                    squares.update((square, board[square]) for square in each(occupied))
        quiet = f"Quiet turns: {draft.position.quiet} of {QUIET_LIMIT}"
        standing, notes, marked = tuple(squares.values()), _turn_notes(draft), self.touched_by([draft])
        material = tuple(_material(draft, blue if seat == FIRST else ~blue, seat) for seat in (FIRST, SECOND))
        return Scene(
            GRID.rows,
            GRID.columns,
            standing,
            _REGIONS,
            (quiet,),
            notes,
            marked=marked,
            material=tuple(found for found in material if found.pieces),
            explained="turn",
        )

    def trace(self, draft: KelasuDraft, action: Action) -> Trace:
        goal = NAMES[action.goal]
        if isinstance(action, Merge):
            return Trace((goal,), merged=tuple(names(action.blanks)))
        path = (NAMES[action.source], goal)
        if action.sign == CONVERT:
            return Trace(path, converted=(goal,))
        return Trace(path, (goal,) if action.goal & draft.enemy else ())

    def describe(self, draft: KelasuDraft, action: Action) -> str:
        if isinstance(action, Merge):
            *blanks, last = names(action.blanks)
            listed = f"{', '.join(blanks)} and {last}"
            return f"Blanks on {listed} merge into a {action.kind.title} on {NAMES[action.goal]}"
        return _move_in_words(draft, action)

    def hints(self, draft: KelasuDraft) -> tuple[str, ...]:
        """The legal beginnings, one line for each piece that may move and one for merges."""
        moves = sorted(draft.moves(), key=lambda move: (move.source, move.goal))
        pieces = groupby(moves, key=lambda move: move.source)
        lines = [_piece_hint(draft, source, list(found)) for source, found in pieces]
        return hint_lines(lines, _merge_hint(draft), left="more pieces can move")

    def choices(self, draft: KelasuDraft, picks: tuple[str, ...]) -> Choices[Action]:
        if not picks:
            return _pieces(draft)
        source = BITS.get(picks[0], 0)
        if len(picks) == 1:
            goals, merges = _goals(draft, source), _merges(draft, source)
            return offered((*goals, *merges), _WANTED.get((bool(goals), bool(merges)), ""))
        kind = _LETTERS.get(picks[1])
        if kind is not None:
            return self._merging(draft, source, kind, picks)
        for move in draft.moves(source):
            if NAMES[move.goal] == picks[1] and picks[2:] == ():
                return Choices(self.describe(draft, move), action=move)
        raise stale_picks()

    def _merging(self, draft: KelasuDraft, source: int, kind: Kind, picks: tuple[str, ...]) -> Choices[Action]:
        """A merge that has begun: further Blanks, then the target."""
        if kind not in _kinds(draft, source):
            raise stale_picks()
        blanks, chosen, price = group(source, draft.mergeable()), source, PRICES[kind]
        for name in picks[2 : 1 + price]:
            square = BITS.get(name, 0)
            if not square & blanks & ~chosen:
                raise stale_picks()
            chosen |= square
        missing = price - chosen.bit_count()
        if missing:
            question = f"Choose {missing} more {'Blank' if missing == 1 else 'Blanks'} for the {kind.title}."
            # Every connected set can be built up neighbour by neighbour, and every part of a large group can grow.
            picked = _squares(beside(chosen) & blanks & ~chosen)
            return Choices(question, picked, gather=_gathering(kind, blanks, chosen))
        # If they do not hang together, those apart from most of them are named.
        self.make(draft, Merge(chosen, kind, max(each(chosen), key=lambda blank: group(blank, chosen).bit_count())))
        return self._placed(chosen, kind, picks[1 + price :], draft)

    def _placed(self, chosen: int, kind: Kind, last: tuple[str, ...], draft: KelasuDraft) -> Choices[Action]:
        """A merge whose Blanks are all chosen: its target, or the finished action."""
        if not last:
            picks = tuple(Pick(f"@{NAMES[square]}", NAMES[square], NAMES[square]) for square in each(chosen))
            return Choices(_PLACED.format(kind.title), picks)
        goal = BITS.get(last[0].removeprefix("@"), 0)
        if len(last) > 1 or not last[0].startswith("@") or not goal & chosen:
            raise stale_picks()
        merge = Merge(chosen, kind, goal)
        return Choices(self.describe(draft, merge), action=merge)


# -- the board -------------------------------------------------------------------------------------------------


@cache
def _board(piece: Piece | None) -> Mapping[int, Square]:
    """Every square by its bit, in the order of the notation, with *piece* on it: to make boards of, not one by one."""
    pieces = (piece,) if piece else ()
    return {bit: Square(name, pieces, "victory" if bit & VICTORY else "") for name, bit in BITS.items()}


@cache
def _piece(kind: Kind, seat: Seat) -> Piece:
    letter = kind.letter if seat == FIRST else kind.letter.lower()
    shape = kind.name.lower()
    return Piece(seat, shape, letter, f"{SIDES[seat]} {kind.title}", sign=SIGNS.get(shape, ()))


def _material(draft: KelasuDraft, side: int, seat: Seat) -> Material:
    """The pieces of one *side*, strong ones first."""
    counts = ((kind, (draft.kinds[kind] & side).bit_count()) for kind in reversed(Kind))
    return Material(seat, "pieces", tuple((_piece(kind, seat), count) for kind, count in counts if count))


def _turn_notes(draft: KelasuDraft) -> tuple[str, ...]:
    total = (draft.position.sides(draft.seat)[0] & draft.position.kinds[Kind.STONE]).bit_count()
    if draft.seat != draft.position.seat or not (draft.made or draft.energy):
        return ()
    return (f"{SIDES[draft.seat]}’s energy left: {draft.energy} of {total}",)


# -- words -----------------------------------------------------------------------------------------------------


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


# -- clicks ----------------------------------------------------------------------------------------------------


def _pieces(draft: KelasuDraft) -> Choices[Action]:
    able = 0
    for move in draft.moves():
        able |= move.source
    blanks = draft.mergeable() if draft.energy else 0
    able |= blanks & beside(blanks)
    return Choices("Choose a piece." if able else "No action is possible.", _squares(able))


def _squares(squares: int) -> tuple[Pick, ...]:
    return tuple(map(square_pick, names(squares)))


def _goals(draft: KelasuDraft, source: int) -> tuple[Pick, ...]:
    """Where the piece on *source* may go."""
    return _squares(sum(move.goal for move in draft.moves(source)) if source else 0)


def _merges(draft: KelasuDraft, source: int) -> tuple[Pick, ...]:
    """What the Blank on *source* may merge to."""
    kinds = ((f"={kind.letter}", kind.title, PRICES[kind]) for kind in _kinds(draft, source))
    return tuple(Pick(value, f"merge into a {title} ({price} Blanks)", kind="way") for value, title, price in kinds)


def _kinds(draft: KelasuDraft, source: int) -> list[Kind]:
    """What the Blank on *source* may become part of."""
    blanks = draft.mergeable() if draft.energy else 0
    if not source & blanks:
        return []
    size = group(source, blanks).bit_count()
    return [kind for kind, price in PRICES.items() if price <= size]


def _gathering(kind: Kind, blanks: int, chosen: int) -> Gathering:
    question = f"Choose {PRICES[kind]} Blanks that touch by edges for the {kind.title}."
    last = _PLACED.format(kind.title)
    return Gathering(tuple(names(blanks)), PRICES[kind], tuple(names(chosen)), question, last, "@")
