"""Turns of Kyo as text: read leniently, written in one way."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corr.errors import AmbiguousError, IllegalError, Refusal, TurnError
from corr.games.api import Rules
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.position import GRID, TILES, Position
from corr.games.kyo.refusals import NUMBER_MISSING, STAYING
from corr.games.kyo.site_log import FORM, GLYPHS, SIGNS, TILE, least_shuffle, read_path
from corr.games.kyo.stacks import LOOSE, Sign, pawn_of
from corr.games.kyo.steps import Action, Shuffle, Step
from corr.games.notation import ARROWS, LONGEST, action_pattern, folded

_SIGN = r"(?: [-=]*> | -+ | [x:*/^] | \bto\b )"
_ARROW = rf"(?: [⎯\s]* [{ARROWS}⇏⇥] )"
_NUMBER = r"\s*:\s*[0-9]{1,4} (?![0-9])"
_LINK = rf"\s* (?: {_SIGN} \s* {TILE} (?:{_NUMBER})? | {_ARROW} \s* {TILE} {_NUMBER} )"
"""An arrow with the number that goes along; without one it belongs to a path of the public implementation."""
_FORMS = (
    FORM,
    rf"(?P<source>{TILE}) (?P<links>(?:{_LINK})+)",
    rf"(?P<near>{TILE}) [ \t]* (?P<far>{TILE}) (?:{_NUMBER})?",
    rf"(?P<shuffled>{TILE}) \s* [~↺] \s* (?P<order>[DL▮▯]+)",
)
_ACTION = action_pattern(*_FORMS)
_LINKS = re.compile(rf"\s*({_SIGN}|{_ARROW}|)\s*({TILE})(?:\s*:\s*([0-9]+))?", re.IGNORECASE | re.VERBOSE)
_FOLDS = str.maketrans(dict.fromkeys("∼〜˜⁓", "~") | dict.fromkeys("∗⁎✱", "*") | dict.fromkeys("∕⁄", "/") | {"ˆ": "^"})
_KINDS = {
    Sign.MANA_MOVE: "a Mana move",
    Sign.DIRECT: "a Direct move",
    Sign.STRIKE: "a strike",
    Sign.UNDER: "chips from under the pawn",
    Sign.DEPLOY: "a deploy",
}
"""What the signs mean of actions that may be taken for each other."""
_SIGNS = {
    ">": Sign.MANA_MOVE,
    "x": Sign.STRIKE,
    ":": Sign.STRIKE,
    "*": Sign.STRIKE_SHIELD,
    "/": Sign.UNDER,
    "^": Sign.DEPLOY,
}
_SIGNS |= {"→": Sign.MANA_MOVE, "⇏": Sign.UNDER, "⇥": Sign.DEPLOY}
_LONGEST_ACTION = 32
"""No action is written in more letters, with what parts it from the next: a shuffle of all Mana there is."""


@dataclass(frozen=True, slots=True)
class _Link:
    """One action of a chain as it was typed."""

    source: int
    sign: str
    """Empty where none was written."""
    goal: int
    count: int | None
    """None where no number was written."""


class KyoNotation(Rules[Position, Action, KyoDraft]):
    """The part of the rules that reads turns."""

    board = GRID
    form = _ACTION
    how = "An action is written like A0>B1:2, A0-B1, A0/B1:2, A0xB1, A0*B1, E1^E2:1 or F0~LD."

    @staticmethod
    def plain(text: str) -> str:
        """*text* in ASCII as far as it certainly means that, but for the signs of the public implementation."""
        return folded(text.translate(_FOLDS), kept=ARROWS + SIGNS)

    def read(self, draft: KyoDraft, text: str) -> KyoDraft:
        draft = super().read(draft, text)
        if len(draft.made) > LONGEST // _LONGEST_ACTION and (length := len(self.write(draft.made))) > LONGEST:
            # A chain of moves is kept in more letters than it is typed, and what is kept must be read again.
            rule = (
                f"Mana moves can go round in circles, so a turn has at most {LONGEST:,} characters; "
                f"written in full, action by action, this has {length:,}."
            )
            raise IllegalError(Refusal(rule))
        return draft

    def read_action(self, draft: KyoDraft, found: re.Match[str]) -> KyoDraft:
        if found["path"]:
            return read_path(self, draft, found[0])
        if found["shuffled"]:
            return self._with_shuffle(draft, found)
        for typed, link in _linked(found):
            try:
                draft = draft.after(self._step(draft, link))
            except TurnError as refused:
                raise self.about(refused, draft, typed) from None
        return draft

    def _with_shuffle(self, draft: KyoDraft, found: re.Match[str]) -> KyoDraft:
        """The shuffle that was typed made; Mana at its beginning that stays where it is may have been written."""
        tile, order = TILES[found["shuffled"].upper()], found["order"].translate(GLYPHS).upper()
        action = least_shuffle(draft.stacks[tile], tile, order)
        # If it is not legal, what was typed is explained, not what is left of it.
        return self.make(draft, action if draft.accepts(action) else Shuffle(tile, order))

    def _step(self, draft: KyoDraft, link: _Link) -> Action:
        """The legal action between two tiles that was typed."""
        count = link.count or 0
        if link.count is None and (link.sign in STAYING or _is_loose(draft, link.source)):
            # kyo: Notation of actions. The number is left out with a pawn alone, where it is none.
            raise IllegalError(self._without_number(draft, link))
        ways = [step for step in draft.steps_to(link.source, link.goal) if step.count == count]
        for step in ways:
            if step.sign == link.sign:
                return step
        if len(ways) > 1:
            legal = tuple(map(str, ways))
            told = " or ".join(f"{step} ({_KINDS[step.sign]})" for step in ways)
            what = "The sign does not fit" if link.sign else "There is no sign between the tiles"
            sentence = f"{what}, and {told} is possible; write which."
            raise AmbiguousError(Refusal(sentence, legal))
        is_open = not link.sign or _is_loose(draft, link.source)
        if ways and (is_open or (link.sign in STAYING) == (ways[0].sign in STAYING)):
            # A wrong sign may be meant so, but not if the pawn that stays by it would go.
            return ways[0]
        raise IllegalError(self.refusal(draft, Step(link.sign or Sign.DIRECT, link.source, link.goal, count)))

    def _without_number(self, draft: KyoDraft, link: _Link) -> Refusal:
        """That a number is missing, with those that would be legal; another fault goes before."""
        sign = Sign.DIRECT if _is_loose(draft, link.source) else link.sign
        ways = [step for step in draft.steps_to(link.source, link.goal) if step.sign == sign]
        if not ways:
            # As many as can be go from under a pawn: what stands in the way of those stands in the way of all.
            most = draft.lift(link.source).most if sign == Sign.UNDER and draft.acting() >> link.source & 1 else 1
            return self.refusal(draft, Step(sign, link.source, link.goal, max(1, most)))
        sentence = NUMBER_MISSING.format("Shields are deployed" if sign == Sign.DEPLOY else "chips go")
        return Refusal(sentence, tuple(map(str, ways[:12])), more=len(ways) > 12)  # noqa: PLR2004 - a dozen

    def formless(self, draft: KyoDraft, text: str) -> str:
        if any(arrow in text for arrow in f"{ARROWS}⇏⇥"):
            return f"Arrows are read as in the log of the public implementation, like C0 → C1. {self.how}"
        if "~" in text or "↺" in text:
            order = "the new order of the Mana, bottom to top, D for Dark, L for Light"
            return f"A shuffle names its tile and {order}. {self.how}"
        return super().formless(draft, text)


def _linked(match: re.Match[str]) -> Iterator[tuple[str, _Link]]:
    """The actions of a chain such as A0>B1:2>C2:1, each as it was typed and what it says."""
    source = match["source"] or match["near"]
    for link in _LINKS.finditer(match[0], len(source)):
        written = link[1].lower().lstrip("⎯ \t\n")
        sign = _SIGNS.get(written, Sign.DIRECT) if written else ""
        count = None if link[3] is None else int(link[3])
        yield f"{source}{link[0]}", _Link(TILES[source.upper()], sign, TILES[link[2].upper()], count)
        source = link[2]


def _is_loose(draft: KyoDraft, tile: int) -> bool:
    """Whether Mana without a pawn would act."""
    return bool(draft.acting() >> tile & 1) and pawn_of(draft.stacks[tile]) == LOOSE
