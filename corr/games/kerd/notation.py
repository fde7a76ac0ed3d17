"""Turns of Kerd as text: read leniently, written in one way."""

import re

from corr.errors import IllegalError, Refusal
from corr.games.api import Rules
from corr.games.grid import shifted
from corr.games.kerd.actions import CAPTURE, MOVE, Action, Castling, Choice, Execute, Pair, Reveal, Step, castlings
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.position import BITS, GRID, LETTERS_OF_KINDS, NAMES, SAMPLE_CHOICES, Kind, Position, kind_on
from corr.games.notation import action_pattern, is_end
from corr.games.seats import other

_SQUARE = "[A-L](?:1[0-2]|[1-9])(?![0-9])"
_LETTER = f"[{LETTERS_OF_KINDS}](?={_SQUARE})"
_SIGN = r"\s* (?: (?: [-=]*> | -+ | [x:] | \bto\b ) \s* )?"
_BROUGHT = rf"\s*=\s* (?: [A-Z] | {'|'.join(kind.name for kind in Kind)} ) (?![A-Z0-9])"
_AND = r"\s* (?: & | \band\b ) \s*"
_MOVE = f"(?P<piece>{_LETTER})? (?P<source>{_SQUARE}) {_SIGN} (?P<goal>{_SQUARE}) (?P<brought>{_BROUGHT})?"
_OTHER_MOVE = f"(?P<piece2>{_LETTER})? (?P<source2>{_SQUARE}) {_SIGN} (?P<goal2>{_SQUARE}) (?P<brought2>{_BROUGHT})?"
_FORMS = (
    f"{_MOVE} (?: {_AND} {_OTHER_MOVE} )?",
    f"(?P<first>{_SQUARE}) {_AND} (?P<second>{_SQUARE}) {_SIGN} (?P<goal3>{_SQUARE}) (?P<brought3>{_BROUGHT})?",
    r"(?P<castling> [O0] (?: \s*-\s* [O0] ){1,2} )",
    rf"(?P<word> reveal | execute | infiltrator ) [ \t]+ (?P<named>{_SQUARE})",
    # A square that follows belongs to it, and is named if there is no such square.
    r"(?P<bare> reveal ) (?! [ \t]+ [A-Z][0-9]+ \b (?! \s*[-x:&] ) )",
)
_ACTION = action_pattern(*_FORMS)
_WORDS: dict[str, type[Reveal | Execute | Choice]] = {"reveal": Reveal, "execute": Execute, "infiltrator": Choice}
_NAMELESS = re.compile(r"\s*(execute|infiltrator)\b", re.IGNORECASE)


class KerdNotation(Rules[Position, Action, KerdDraft]):
    """The part of the rules that reads turns."""

    board = GRID
    form = _ACTION
    how = (
        "A turn is written like B1-C3 for a move, B1xC3 for a capture, A7-A8=Q for bringing back, F2-F3&F3-F4 for a "
        "pair, O-O or O-O-O for castling, reveal F11, or execute E2."
    )

    def read_action(self, draft: KerdDraft, found: re.Match[str]) -> KerdDraft:
        return self.make(draft, _action(draft, found))

    def unreadable(self, draft: KerdDraft, text: str) -> str:
        if is_end(text):
            return f"The end of a turn is not written, and nobody may pass. {self.how}"
        return super().unreadable(draft, text)

    def formless(self, draft: KerdDraft, text: str) -> str:
        nameless = _NAMELESS.match(text)
        if nameless:
            word = nameless[1].lower()
            return f"Write the square after the word, like {word} {'E2' if word == 'execute' else 'F11'}."
        if draft.position.seat is None:
            return f"A choice is written like infiltrator {SAMPLE_CHOICES[draft.seat]}, and this is none."
        return f"This is no turn of Kerd. {self.how}"


def _action(draft: KerdDraft, found: re.Match[str]) -> Action:
    """The action that was typed, legal or not."""
    if found["word"]:
        return _WORDS[found["word"].lower()](_bit(found["named"]))
    if found["bare"]:
        # kerd: Reveal. On input the square may be left out.
        return Reveal(max(0, draft.position.marks[draft.seat]))
    if found["castling"]:
        is_short = found["castling"].upper().replace("0", "O").count("O") == 2  # noqa: PLR2004 - O-O
        short, long = castlings(draft.seat).values()
        return short if is_short else long
    for piece, source in (("piece", "source"), ("piece2", "source2")):
        _check_letter(draft, found[piece], found[source])
    return _pair_or_step(draft, found)


def _pair_or_step(draft: KerdDraft, found: re.Match[str]) -> Action:
    first, second = _bit(found["source"] or found["first"]), _bit(found["source2"] or found["second"])
    goal = _bit(found["goal"] or found["goal3"])
    brought = _letter(found["brought"] or found["brought2"] or found["brought3"])
    if not second:
        return _step(draft, first, goal, brought)
    commanders = draft.position.kinds[Kind.COMMANDER]
    if found["first"]:
        # The target is that of the second piece; the other one goes as far in the same direction.
        first_goal, second_goal = _along(first, second, goal), goal
    else:
        first_goal, second_goal = goal, _bit(found["goal2"])
    if second & commanders and not first & commanders:
        return Pair(second, second_goal, first, first_goal, brought)
    return Pair(first, first_goal, second, second_goal, brought)


def _along(first: int, second: int, second_goal: int) -> int:
    """Where *first* comes to, if it goes as far as *second* does to its goal; 0 off the board."""
    by = second_goal.bit_length() - second.bit_length()
    goal = shifted(first, by)
    return goal if goal in NAMES else 0


def _step(draft: KerdDraft, source: int, goal: int, brought: str) -> Step | Castling:
    """A move of one piece, with the sign that it has by what stands on its target; or a castling written as one."""
    position, seat = draft.position, draft.seat
    castling = castlings(seat).get(goal)
    if castling and source == castling.king and source & position.kinds[Kind.KING] & position.sides[seat]:
        return castling
    return Step(CAPTURE if goal & position.sides[other(seat)] else MOVE, source, goal, brought)


def _check_letter(draft: KerdDraft, letter: str | None, name: str | None) -> None:
    """Pass a piece letter that is right for its square, or where nothing stands."""
    square, kinds = _bit(name), draft.position.kinds
    if not letter or not any(squares & square for squares in kinds):
        return
    kind = kind_on(kinds, square)
    if kind.letter != letter.upper():
        meant = Kind(LETTERS_OF_KINDS.index(letter.upper())).title
        sentence = f"On {NAMES[square]} stands a {kind.title} ({kind.letter}), not a {meant} ({letter.upper()})."
        raise IllegalError(Refusal(sentence))


def _bit(name: str | None) -> int:
    """The square of a name; 0 for none."""
    return BITS[name.upper()] if name else 0


def _letter(typed: str | None) -> str:
    """The capital letter of what shall replace a Pawn, from "=Q" or "= queen"; empty for none."""
    word = (typed or "").strip(" \t\n=").upper()
    return Kind[word].letter if word in Kind.__members__ else word
