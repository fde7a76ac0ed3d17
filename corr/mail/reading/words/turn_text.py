"""
The search for the turn in the writer's own words.

Neighbouring lines of actions are one turn. Runs of actions separated by prose are candidates: two different ones are
asked back, the same one twice counts once. A turn within a sentence is never played without asking, since the sentence
may say that it was a mistake.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from corr.games.notation import ARROWS, JOINING_WORDS, LONGEST, folded, is_turn
from corr.mail.reading.words.acts import Doubt
from corr.mail.reading.words.lines import Formed, LineKind, WordsLine, joins, line_of
from corr.mail.reading.words.order_context import HARMLESS, OrderContext, Words, turn_context
from corr.mail.reading.words.speech import asks

_PIECE = 60
"""The longest rest of a broken action, in characters."""
_MEANINGLESS = re.compile(rf"[\s,;.!]+|\b(?:{'|'.join(JOINING_WORDS)})\b")
_MOST_WORDS = 1000
"""The most words of prose that are searched for actions."""


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """The result of the search for a turn."""

    text: str = ""
    """The one turn as it was written; empty if there is none, or not one alone."""
    rivals: tuple[str, ...] = ()
    """The candidates, if it is not clear which one is meant."""
    last: int = -1
    """The number of the turn's last line."""
    lines: frozenset[int] = frozenset()
    """The numbers of all its lines."""
    around: OrderContext = HARMLESS
    """The doubts that the words around it raise."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring lines of actions."""

    text: str
    is_formed: bool
    is_near: bool
    places: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.places[-1]


def find_turn(words: Words, formed: Formed) -> FoundTurn:
    """The turn in *words*, whose taken lines are commands or belong to them."""
    lines = _lines(words, formed)
    runs = [_run(lines, places, formed) for places in _places(lines)]
    mentions = [
        _Run(text, is_formed=True, is_near=True, places=(number,))
        for number, line in enumerate(lines)
        if line is not None and line.kind is LineKind.MENTIONS
        for text in line.mentions
    ]
    found = _judged([run for run in runs if run.is_formed], mentions, [run for run in runs if not run.is_formed])
    if not found.text:
        return found
    if found.last in {mention.last for mention in mentions}:
        doubt = Doubt.QUESTION if asks(words.lines[found.last]) else Doubt.OTHER_WORDS
        return replace(found, lines=frozenset({found.last}), around=OrderContext(doubt))
    own = [run for run in runs if squeezed(run.text) == squeezed(found.text)]
    places = frozenset(number for run in own for number in range(run.places[0], run.last + 1))
    return replace(found, lines=places, around=_around(words, own, places))


def _judged(turns: list[_Run], mentions: list[_Run], attempts: list[_Run]) -> FoundTurn:
    texts = distinct(run.text for run in turns)
    if len(texts) > 1:
        return FoundTurn(rivals=tuple(texts))
    if turns:
        others = [run.text for run in (*mentions, *attempts) if run.is_near]
        strange = [text for text in others if squeezed(text) not in squeezed(texts[0])]
        rivals = (texts[0], *distinct(strange))
        return FoundTurn(rivals=rivals) if strange else FoundTurn(texts[0], last=turns[-1].last)
    tried = distinct(run.text for run in (*mentions, *attempts))
    if len(tried) > 1:
        return FoundTurn(rivals=tuple(tried))
    return FoundTurn(tried[0], last=(mentions or attempts)[-1].last) if tried else FoundTurn()


def _around(words: Words, runs: list[_Run], places: frozenset[int]) -> OrderContext:
    """The first doubt around any of *runs*, which are the same turn, once or repeated."""
    rest = replace(words, taken=words.taken | places, ended=words.ended | places)
    found = (turn_context(rest, run.places[0], run.last) for run in runs)
    return next((around for around in found if around.doubt), HARMLESS)


def _lines(words: Words, formed: Formed) -> list[WordsLine | None]:
    """The lines with their kinds; None for those that are taken."""
    left, found = _MOST_WORDS, list[WordsLine | None]()
    for number, text in enumerate(words.lines):
        if number in words.taken:
            found.append(None)
            continue
        line = line_of(text, formed, searched=False)
        if line.kind is LineKind.PROSE and left > 0:
            few = text.split(None, left)[:left]
            left -= len(few)
            line = line_of(text if left > 0 else " ".join(few), formed, searched=True)
        found.append(line)
    return _joined(_mended(found, formed))


def _mended(lines: list[WordsLine | None], formed: Formed) -> list[WordsLine | None]:
    """*lines*, in which the rest of an action that a mail program broke is a line of actions too."""
    block = ""
    for number, line in enumerate(lines):
        if line is None or line.kind is LineKind.BLANK:
            block = ""
        elif line.kind in {LineKind.ACTIONS, LineKind.ATTEMPT}:
            block = f"{block}\n{line.text}"[-LONGEST:]
        elif block and len(line.text) <= _PIECE and is_turn(f"{block}\n{line.text}", formed):
            lines[number] = replace(line, kind=LineKind.ATTEMPT, mentions=())
            block = f"{block}\n{line.text}"
        else:
            block = ""
    return lines


def _joined(lines: list[WordsLine | None]) -> list[WordsLine | None]:
    """*lines*, in which a line such as "then" between two lines of actions is blank."""
    for number in range(1, len(lines) - 1):
        line, around = lines[number], (lines[number - 1], lines[number + 1])
        is_between = all(near is not None and near.kind is LineKind.ACTIONS for near in around)
        if is_between and line is not None and line.kind is LineKind.PROSE and joins(line.text):
            lines[number] = replace(line, kind=LineKind.BLANK)
    return lines


def _places(lines: list[WordsLine | None]) -> list[list[int]]:
    """The numbers of the lines of each run of actions; blank lines do not end a run."""
    runs: list[list[int]] = [[]]
    for number, line in enumerate(lines):
        if line is not None and line.kind in {LineKind.ACTIONS, LineKind.ATTEMPT}:
            runs[-1].append(number)
        elif (line is None or line.kind is not LineKind.BLANK) and runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _run(lines: list[WordsLine | None], places: list[int], formed: Formed) -> _Run:
    """The run of actions on the lines *places*; a block that is repeated after a blank line counts once."""
    blocks: list[list[str]] = []
    members = [line for place in places if (line := lines[place]) is not None]
    for place, line in zip(places, members, strict=True):
        if blocks and place - 1 in places:
            blocks[-1].append(line.text)
        else:
            blocks.append([line.text])
    text = "\n".join(distinct("\n".join(block) for block in blocks))
    is_formed = any(line.kind is LineKind.ACTIONS for line in members) or is_turn(text, formed)
    return _Run(text, is_formed, any(line.is_near for line in members), tuple(places))


def distinct(texts: Iterable[str]) -> list[str]:
    """*texts* without repetitions of the same turn."""
    return list({squeezed(text): text for text in reversed(list(texts))}.values())[::-1]


def squeezed(text: str) -> str:
    """*text* without what makes no difference to a turn; arrows are kept, since they may differ from dashes."""
    return _MEANINGLESS.sub("", folded(text, kept=ARROWS).casefold())
