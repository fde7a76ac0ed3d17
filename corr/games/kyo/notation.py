"""Turns of Kyo as text: read leniently, written in one way."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from corr.errors import AmbiguousError, IllegalError, Refusal, UnreadableError
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.refusals import refusal
from corr.games.kyo.site_log import FORM, GLYPHS, SIGNS, TILE, least_shuffle, read_path
from corr.games.kyo.stacks import LOOSE, pawn_of
from corr.games.kyo.step_faults import NUMBER_MISSING
from corr.games.kyo.steps import (
    DEPLOY,
    DIRECT,
    MANA_MOVE,
    STRIKE,
    STRIKE_SHIELD,
    UNDER,
    Action,
    Shuffle,
    Step,
    write_action,
)
from corr.games.kyo.tiles import TILES
from corr.games.notation import (
    ARROWS,
    LONGEST,
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
    MANA_MOVE: "a Mana move",
    DIRECT: "a Direct move",
    STRIKE: "a strike",
    UNDER: "chips from under the pawn",
    DEPLOY: "a deploy",
}
"""What the signs mean of actions that may be taken for each other."""
_SIGNS = {">": MANA_MOVE, "x": STRIKE, ":": STRIKE, "*": STRIKE_SHIELD, "/": UNDER, "^": DEPLOY}
_SIGNS |= {"→": MANA_MOVE, "⇏": UNDER, "⇥": DEPLOY}
_ANY_TILES = re.compile(r"(?<![A-Za-z])(?:(?<=[0-9])[xX])?([A-Za-z]{1,2}[0-9]{1,3})(?![0-9])")
_SWAPPED = re.compile(r"(?<![A-Za-z0-9:])([0-9])([A-Ja-j])(?![A-Za-z0-9])")
_LONGEST_ACTION = 32
"""No action is written in more letters, with what parts it from the next: a shuffle of all Mana there is."""
_HOW = "An action is written like A0>B1:2, A0-B1, A0/B1:2, A0xB1, A0*B1, E1^E2:1 or F0~LD."


def read(draft: KyoDraft, text: str) -> KyoDraft:
    """
    *draft* with the actions of *text* made after its own.

    :raises UnreadableError: a part of *text* is no action.
    :raises IllegalError: an action breaks a rule.
    :raises AmbiguousError: an action can be read as more than one legal one.
    """
    check_length(text)
    for part in parts(_plain(text), _ACTION):
        if part.match is None:
            raise Place(draft, part.text, write_action).refused(UnreadableError, Refusal(_unreadable(part.text)))
        if part.match["path"]:
            draft = read_path(draft, part.text)
            continue
        if part.match["shuffled"]:
            draft = draft.after(_shuffle(part.match, Place(draft, part.text, write_action)))
            continue
        for typed, link in _linked(part.match):
            draft = draft.after(_step(link, Place(draft, typed, write_action)))
    if len(draft.made) > LONGEST // _LONGEST_ACTION:
        _check_written(draft)
    return draft


def _plain(text: str) -> str:
    """*text* in ASCII as far as it certainly means that, but for the signs of the public implementation."""
    return folded(text.translate(_FOLDS), kept=ARROWS + SIGNS)


def _check_written(draft: KyoDraft) -> None:
    """Pass a turn that can be read again as it is kept: a chain of moves is kept in more letters than it is typed."""
    length = len(", ".join(map(write_action, draft.made)))
    if length > LONGEST:
        rule = (
            f"Mana moves can go round in circles, so a turn has at most {LONGEST:,} characters; "
            f"written in full, action by action, this has {length:,}."
        )
        raise IllegalError(Refusal(rule))


def formed(text: str) -> bool:
    """Whether *text* is made only of one or more actions by its form."""
    return has_form(text, _ACTION, _plain)


@dataclass(frozen=True, slots=True)
class _Link:
    """One action of a chain as it was typed."""

    source: int
    sign: str
    """Empty where none was written."""
    goal: int
    count: int | None
    """None where no number was written."""


def _linked(match: re.Match[str]) -> Iterator[tuple[str, _Link]]:
    """The actions of a chain such as A0>B1:2>C2:1, each as it was typed and what it says."""
    source = match["source"] or match["near"]
    for link in _LINKS.finditer(match[0], len(source)):
        written = link[1].lower().lstrip("⎯ \t\n")
        sign = _SIGNS.get(written, DIRECT) if written else ""
        count = None if link[3] is None else int(link[3])
        yield f"{source}{link[0]}", _Link(TILES[source.upper()], sign, TILES[link[2].upper()], count)
        source = link[2]


def _step(link: _Link, place: Place[KyoDraft]) -> Action:
    """The legal action between two tiles that was typed."""
    draft, count = place.draft, link.count or 0
    if link.count is None and (link.sign in {UNDER, DEPLOY} or _is_loose(draft, link.source)):
        # kyo: Notation of actions. The number is left out with a pawn alone, where it is none.
        raise place.refused(IllegalError, _without_number(draft, link))
    ways = [step for step in _steps(draft, link) if step.count == count]
    for step in ways:
        if step.sign == link.sign:
            return step
    if len(ways) > 1:
        legal = tuple(map(write_action, ways))
        told = " or ".join(f"{write_action(step)} ({_KINDS[step.sign]})" for step in ways)
        what = "The sign does not fit" if link.sign else "There is no sign between the tiles"
        sentence = f"{what}, and {told} is possible; write which."
        raise place.refused(AmbiguousError, Refusal(sentence, legal))
    if ways:
        return ways[0]
    raise place.refused(IllegalError, refusal(draft, Step(link.sign or DIRECT, link.source, link.goal, count)))


def _steps(draft: KyoDraft, link: _Link) -> list[Step]:
    if not draft.acting() >> link.source & 1:
        return []
    return [step for step in draft.steps(link.source) if isinstance(step, Step) and step.goal == link.goal]


def _is_loose(draft: KyoDraft, tile: int) -> bool:
    """Whether Mana without a pawn would act."""
    return bool(draft.acting() >> tile & 1) and pawn_of(draft.stacks[tile]) == LOOSE


def _without_number(draft: KyoDraft, link: _Link) -> Refusal:
    """That a number is missing, with those that would be legal; another fault goes before."""
    sign = DIRECT if _is_loose(draft, link.source) else link.sign
    ways = [step for step in _steps(draft, link) if step.sign == sign]
    if not ways:
        # As many as can be go from under a pawn: what stands in the way of those stands in the way of all.
        most = draft.lift(link.source).most if sign == UNDER and draft.acting() >> link.source & 1 else 1
        return refusal(draft, Step(sign, link.source, link.goal, max(1, most)))
    sentence = NUMBER_MISSING.format("Shields are deployed" if sign == DEPLOY else "chips go")
    return Refusal(sentence, tuple(map(write_action, ways[:12])), more=len(ways) > 12)  # noqa: PLR2004 - a dozen


def _shuffle(match: re.Match[str], place: Place[KyoDraft]) -> Shuffle:
    """The legal shuffle that was typed; Mana at its beginning that stays where it is may have been written."""
    tile, order = TILES[match["shuffled"].upper()], match["order"].translate(GLYPHS).upper()
    action = least_shuffle(place.draft.stacks[tile], tile, order)
    if place.draft.accepts(action):
        return action
    # What was typed is explained, not what is left of it.
    raise place.refused(IllegalError, refusal(place.draft, Shuffle(tile, order)))


def _unreadable(text: str) -> str:
    strange = strange_sign(text, "ABCDEFGHIJ")
    if strange:
        return strange
    if is_end(text):
        return "The end of a turn is not written: leave it out, and the turn ends after its last action."
    swapped = _SWAPPED.search(text)
    if swapped:
        right = f"{swapped[2]}{swapped[1]}".upper()
        return f"A tile is written with its column’s letter first: {right}, not {shown(swapped[0])}. {_HOW}"
    for tile in _ANY_TILES.findall(text):
        if tile.upper() not in TILES:
            return f"{tile.upper()} is not on the board: columns are A to J, rows 0 to 9."
    return f"{_formless(text)} {_HOW}"


def _formless(text: str) -> str:
    """What is nearest to a text that has the form of no action."""
    if any(arrow in text for arrow in f"{ARROWS}⇏⇥"):
        return "Arrows are read as in the log of the public implementation, like C0 → C1."
    if "~" in text or "↺" in text:
        return "A shuffle names its tile and the new order of the Mana, bottom to top, D for Dark, L for Light."
    return "This is no action of Kyo."
