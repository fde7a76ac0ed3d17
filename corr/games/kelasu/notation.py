"""Turns of Kelasu as text: read leniently, written in one way."""

import re

from corr.errors import AmbiguousError, IllegalError, Refusal, UnreadableError
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import PRICES, Merge, write_merge
from corr.games.kelasu.moves import CAPTURE, CONVERT, MOVE, RECALL, Move, write_move
from corr.games.kelasu.position import Kind
from corr.games.kelasu.refusals import refusal
from corr.games.kelasu.squares import BITS, NAMES, ROWS, names
from corr.games.notation import (
    Place,
    action_pattern,
    check_length,
    folded,
    has_form,
    is_end,
    parts,
    shown,
    strange_sign,
)

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
_ANY_SQUARES = re.compile(r"(?<![A-Za-z])(?:(?<=[0-9])[xX])?([A-Za-z]{1,2}[0-9]{1,3})(?![0-9])")
_SWAPPED = re.compile(r"(?<![A-Za-z0-9])([0-9])([A-Ja-j])(?![A-Za-z0-9])")
_SIGNS = {":": CAPTURE, "x": CAPTURE, "X": CAPTURE, "%": CONVERT, "@": RECALL}
_KINDS = {word: kind for kind in Kind for word in (kind.name, kind.letter)}
_HOW = "An action is written like B3-C3 for a move, D4xE5 for a capture, or C3+C4=W@C4 for a merge."


def read(draft: KelasuDraft, text: str) -> KelasuDraft:
    """
    *draft* with the actions of *text* made after its own.

    :raises UnreadableError: a part of *text* is no action.
    :raises IllegalError: an action breaks a rule.
    :raises AmbiguousError: an action can be read as more than one legal one.
    """
    check_length(text)
    for part in parts(folded(text), _ACTION):
        place = Place(draft, part.text, write_action)
        if part.match is None:
            raise place.refused(UnreadableError, Refusal(_unreadable(part.text)))
        draft = draft.after(_action(draft, part.match, place))
    return draft


def formed(text: str) -> bool:
    """Whether *text* is made only of one or more actions by its form."""
    return has_form(text, _ACTION)


def write_action(action: Action) -> str:
    """One action in canonical notation."""
    return write_merge(action) if isinstance(action, Merge) else write_move(action)


def _action(draft: KelasuDraft, match: re.Match[str], place: Place[KelasuDraft]) -> Action:
    """The legal action that was typed."""
    found = match.groupdict()
    source, goal = found["source"] or found["near"] or found["from"], found["goal"] or found["far"] or found["to"]
    action = _move(draft, _bit(source), _bit(goal), found["sign"]) if source else _merge(draft, found, place)
    if not draft.accepts(action):
        raise place.refused(IllegalError, refusal(draft, action))
    return action


def _move(draft: KelasuDraft, source: int, goal: int, sign: str | None) -> Move:
    """The legal move between two squares, whatever sign was typed; if there is none, what was typed."""
    for move in draft.moves(source):
        if move.goal == goal:
            return move
    return Move(_SIGNS.get(sign or "", MOVE), source, goal)


def _merge(draft: KelasuDraft, found: dict[str, str | None], place: Place[KelasuDraft]) -> Merge:
    """The merge that was typed."""
    typed = [_bit(name) for name in _PLACES.findall(found["blanks"] or found["blanks2"] or found["blanks3"] or "")]
    goal = _bit(found["at"] or found["at2"] or found["at3"])
    blanks = 0
    for square in typed:
        if blanks & square:
            sentence = f"{NAMES[square]} is named twice; a merge takes different Blanks."
            raise place.refused(IllegalError, Refusal(sentence))
        blanks |= square
    if found["at"] is None:
        # In the public implementation's forms the target may be left out of the list.
        blanks |= goal
    word = found["kind"] or found["kind2"] or found["kind3"]
    kind = _KINDS[word.upper()] if word else _kind_of_number(draft, blanks, goal, place)
    return Merge(blanks, kind, goal)


def _kind_of_number(draft: KelasuDraft, blanks: int, goal: int, place: Place[KelasuDraft]) -> Kind:
    """The kind of piece that so many Blanks become."""
    size = blanks.bit_count()
    kinds = [kind for kind, price in PRICES.items() if price == size]
    if not kinds:
        prices = ", ".join(f"{kind.title} {price}" for kind, price in PRICES.items())
        raise place.refused(IllegalError, Refusal(f"{size} Blanks become no piece. Exactly so many do: {prices}."))
    legal = [Merge(blanks, kind, goal) for kind in kinds]
    if len(kinds) > 1 and draft.accepts(legal[0]):
        titles = " or a ".join(kind.title for kind in kinds)
        sentence = f"{'+'.join(names(blanks))} can become a {titles}; write which, after the target."
        raise place.refused(AmbiguousError, Refusal(sentence, tuple(map(write_merge, legal))))
    return kinds[0]


def _bit(name: str | None) -> int:
    """The square of a name, or of the two digits of the public implementation."""
    square = (name or "").upper()
    return BITS[square] if square in BITS else BITS[ROWS[int(square[0])] + square[1]]


def _unreadable(text: str) -> str:
    strange = strange_sign(text, "ABCDEFGHIJ")
    if strange:
        return strange
    if is_end(text):
        return "The end of a turn is not written: leave it out, and the turn ends after its last action."
    swapped = _SWAPPED.search(text)
    if swapped:
        right = f"{swapped[2]}{swapped[1]}".upper()
        return f"A square is written with its row’s letter first: {right}, not {shown(swapped[0])}. {_HOW}"
    for square in _ANY_SQUARES.findall(text):
        if square.upper() not in BITS:
            return f"{square.upper()} is not on the board: rows are A to J, files 0 to 9."
    if "=" in text or "+" in text:
        return "A merge names its Blanks, the new piece and its square, like C3+C4=W@C4."
    return f"This is no action of Kelasu. {_HOW}"
