"""Turns of Kelasu as text: read leniently, written in one way."""

import re

from corr.errors import AmbiguousError, IllegalError, Refusal
from corr.games.api import Rules
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import PRICES, Merge
from corr.games.kelasu.moves import CAPTURE, CONVERT, MOVE, RECALL, Move
from corr.games.kelasu.position import BITS, GRID, NAMES, Kind, Position, names
from corr.games.notation import action_pattern

_SQUARE = "[A-J][0-9]"
_PLACE = f"(?:{_SQUARE}|[0-9]{{2}})"
"""A square, or the two digits of the public implementation, row first."""
_SIGN = r"(?: [-=]*> | -+ | [x:%@] )"
_PIECE = f"(?:{'|'.join(kind.name for kind in Kind)}|[{''.join(kind.letter for kind in Kind)}])"
_MORE_PLACES = rf"(?: (?:\s*[,+&|]\s*|\s+(?:and\s+)?) {_PLACE} (?![A-Z0-9]) (?!\s*(?:{_SIGN}|to\b)) )*"
_POINTER = r"\s*[-=]*>?\s*"
_PICTURED = rf"\[\s* (?P<blanks3>{_SQUARE}(?P<several>(?:[\s+&|,;]+{_SQUARE})+)?) \s*\]"
_NAMED = rf"(?: \s* (?P<kind3>{_PIECE}) (?![A-Z0-9]) | (?(several) | (?!)) )"
"""The piece of a picture, which only a picture of several Blanks may leave out: that of one alone is a move."""
_FORMS = (
    rf"{_PICTURED} {_POINTER} \(\s* (?P<at3>{_SQUARE}) \s*\) {_NAMED}",
    rf"\[? (?P<source>{_SQUARE}) \]? \s* (?P<sign>{_SIGN}|\bto\b) \s* \(? (?P<goal>{_SQUARE}) \)?",
    rf"(?P<near>{_SQUARE}) [ \t]* (?P<far>{_SQUARE})",
    rf"move \s+ (?P<from>{_PLACE}) \s* (?:{_SIGN}|to|\s) \s* (?P<to>{_PLACE})",
    rf"(?P<blanks>{_SQUARE}(?:\s*[+&|]\s*{_SQUARE})*) \s*=\s* (?P<kind>{_PIECE}) \s*@\s* (?P<at>{_SQUARE})",
    rf"merge\s+ (?P<kind2>{_PIECE}) \s+at\s+ (?P<at2>{_PLACE}) \s+with\s+ (?P<blanks2>{_PLACE}{_MORE_PLACES})",
)
_ACTION = action_pattern(*_FORMS)
_PLACES = re.compile(_PLACE, re.IGNORECASE)
_SIGNS = {":": CAPTURE, "x": CAPTURE, "X": CAPTURE, "%": CONVERT, "@": RECALL}
_KINDS = {word: kind for kind in Kind for word in (kind.name, kind.letter)}


class KelasuNotation(Rules[Position, Action, KelasuDraft]):
    """The part of the rules that reads and writes turns."""

    board = GRID
    form = _ACTION
    how = "An action is written like B3-C3 for a move, D4xE5 for a capture, or C3+C4=W@C4 for a merge."

    def read_action(self, draft: KelasuDraft, found: re.Match[str]) -> KelasuDraft:
        source, goal = found["source"] or found["near"] or found["from"], found["goal"] or found["far"] or found["to"]
        if not source:
            return self.make(draft, _merge(draft, found))
        start, end = _bit(source), _bit(goal)
        # The legal move between the two squares, whatever sign was typed; if there is none, what was typed.
        typed = Move(_SIGNS.get(found["sign"] or "", MOVE), start, end)
        return self.make(draft, next((move for move in draft.moves(start) if move.goal == end), typed))

    def formless(self, draft: KelasuDraft, text: str) -> str:
        if "=" in text or "+" in text:
            return "A merge names its Blanks, the new piece and its square, like C3+C4=W@C4."
        return super().formless(draft, text)


def _merge(draft: KelasuDraft, found: re.Match[str]) -> Merge:
    """The merge that was typed."""
    typed = [_bit(name) for name in _PLACES.findall(found["blanks"] or found["blanks2"] or found["blanks3"] or "")]
    goal = _bit(found["at"] or found["at2"] or found["at3"])
    blanks = 0
    for square in typed:
        if blanks & square:
            sentence = f"{NAMES[square]} is named twice; a merge takes different Blanks."
            raise IllegalError(Refusal(sentence))
        blanks |= square
    if found["at"] is None:
        # In the public implementation's forms the target may be left out of the list.
        blanks |= goal
    word = found["kind"] or found["kind2"] or found["kind3"]
    kind = _KINDS[word.upper()] if word else _kind_of_number(draft, blanks, goal)
    return Merge(blanks, kind, goal)


def _kind_of_number(draft: KelasuDraft, blanks: int, goal: int) -> Kind:
    """The kind of piece that so many Blanks become."""
    size = blanks.bit_count()
    kinds = [kind for kind, price in PRICES.items() if price == size]
    if not kinds:
        prices = ", ".join(f"{kind.title} {price}" for kind, price in PRICES.items())
        raise IllegalError(Refusal(f"{size} Blanks become no piece. Exactly so many do: {prices}."))
    legal = [Merge(blanks, kind, goal) for kind in kinds]
    if len(kinds) > 1 and draft.accepts(legal[0]):
        titles = " or a ".join(kind.title for kind in kinds)
        sentence = f"{'+'.join(names(blanks))} can become a {titles}; write which, after the target."
        raise AmbiguousError(Refusal(sentence, tuple(map(str, legal))))
    return kinds[0]


def _bit(name: str | None) -> int:
    """The square of a name, or of the two digits of the public implementation."""
    square = (name or "").upper()
    return BITS[square] if square in BITS else BITS[GRID.rows[int(square[0])] + square[1]]
