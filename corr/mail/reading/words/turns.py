"""
The turn among somebody's own words.

Neighbouring lines of actions are one turn. Runs of actions parted by prose are candidates: two that differ are asked
about, the same twice is one. A turn within a sentence is never played, as the sentence may say that it was a mistake.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from corr.games.lists import is_turn
from corr.games.notation import ARROWS, LONGEST, folded
from corr.mail.reading.words.lines import Formed, Line, Made, line_of
from corr.mail.reading.words.retractions import takes_back
from corr.mail.reading.words.speech import goes_on, introduces, leads_into, spans, trails_off

_PIECE = 60
"""Letters at most in the rest of an action."""
_MOST_WORDS = 1000
"""Words of prose that are searched for actions."""


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """What became of the search for a turn."""

    text: str = ""
    """The one turn as it was written; empty if there is none, or not one alone."""
    rivals: tuple[str, ...] = ()
    """What could be meant if that is not clear."""
    last: int = -1
    """The number of the turn's last line."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring lines of actions."""

    text: str
    is_formed: bool
    is_near: bool
    is_sure: bool
    """Whether the lines around it leave it alone: no sentence runs through it."""
    last: int


def find_turn(written: list[str], taken: frozenset[int], ended: frozenset[int], formed: Formed) -> FoundTurn:
    """
    The turn in the lines *written*.

    :param taken: the numbers of lines that are commands, or belong to them.
    :param ended: those of them that cannot go on in the line below.
    """
    lines = _lines(written, taken, formed)
    runs = [_run(written, lines, places, ended=ended, formed=formed) for places in _places(lines)]
    mentions = [text for line in lines if line is not None and line.made is Made.MENTIONS for text in line.mentions]
    sure = [run for run in runs if run.is_formed and run.is_sure]
    unsure = [run.text for run in runs if run.is_formed and not run.is_sure] + mentions
    attempts = [run for run in runs if not run.is_formed]
    found = _judged(sure, unsure, attempts)
    below = [text for number, text in enumerate(written) if number > found.last and number not in taken]
    return FoundTurn(rivals=(found.text,)) if found.text and takes_back(below) else found


def _judged(sure: list[_Run], unsure: list[str], attempts: list[_Run]) -> FoundTurn:
    turns = distinct(run.text for run in sure)
    if len(turns) > 1:
        return FoundTurn(rivals=tuple(turns))
    if turns:
        others = [*unsure, *(run.text for run in attempts if run.is_near)]
        strange = [text for text in others if squeezed(text) not in squeezed(turns[0])]
        last = max(run.last for run in sure)
        return FoundTurn(rivals=(turns[0], *distinct(strange))) if strange else FoundTurn(turns[0], last=last)
    tried = distinct(run.text for run in attempts)
    if unsure or len(tried) > 1:
        return FoundTurn(rivals=tuple(distinct([*unsure, *tried])))
    return FoundTurn(tried[0], last=max(run.last for run in attempts)) if tried else FoundTurn()


def _lines(written: list[str], taken: frozenset[int], formed: Formed) -> list[Line | None]:
    """Each line with what it is made of; None for those that are taken."""
    left, found = _MOST_WORDS, list[Line | None]()
    for number, text in enumerate(written):
        if number in taken:
            found.append(None)
            continue
        line = line_of(text, formed, searched=False)
        if line.made is Made.PROSE and left > 0:
            words = text.split(None, left)[:left]
            left -= len(words)
            line = line_of(text if left > 0 else " ".join(words), formed, searched=True)
        found.append(line)
    return _mended(found, formed)


def _mended(lines: list[Line | None], formed: Formed) -> list[Line | None]:
    """*lines* with the rest of an action, which a client broke off in the middle, as a line of actions too."""
    block = ""
    for number, line in enumerate(lines):
        if line is None or line.made is Made.BLANK:
            block = ""
        elif line.made in {Made.ACTIONS, Made.ATTEMPT}:
            block = f"{block}\n{line.text}"[-LONGEST:]
        elif block and len(line.text) <= _PIECE and is_turn(f"{block}\n{line.text}", formed):
            lines[number] = replace(line, made=Made.ATTEMPT, mentions=())
            block = f"{block}\n{line.text}"
        else:
            block = ""
    return lines


def _places(lines: list[Line | None]) -> list[list[int]]:
    """The numbers of the lines of each run of actions; blank lines part nothing."""
    runs: list[list[int]] = [[]]
    for number, line in enumerate(lines):
        if line is not None and line.made in {Made.ACTIONS, Made.ATTEMPT}:
            runs[-1].append(number)
        elif (line is None or line.made is not Made.BLANK) and runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _run(
    written: list[str], lines: list[Line | None], places: list[int], *, ended: frozenset[int], formed: Formed
) -> _Run:
    """The run of actions on the lines *places*; a block that comes twice, parted by a blank line, is there once."""
    blocks: list[list[str]] = []
    members = [line for place in places if (line := lines[place]) is not None]
    for place, line in zip(places, members, strict=True):
        if blocks and place - 1 in places:
            blocks[-1].append(line.text)
        else:
            blocks.append([line.text])
    text = "\n".join(distinct("\n".join(block) for block in blocks))
    is_formed = any(line.made is Made.ACTIONS for line in members) or is_turn(text, formed)
    is_near = any(line.is_near for line in members)
    is_sure = stands_alone(written, places[0], places[-1], ended.__contains__)
    return _Run(text, is_formed, is_near, is_sure, places[-1])


def stands_alone(written: list[str], first: int, last: int, is_order: Callable[[int], bool]) -> bool:
    """
    Whether no sentence may run through the lines from *first* to *last*, and no strange label introduces them.

    :param is_order: whether the line of a number asks for something itself, and so is no part of a sentence.
    """
    above = written[first - 1] if first and not is_order(first - 1) else ""
    below = written[last + 1] if last + 1 < len(written) and not is_order(last + 1) else ""
    if above.strip() and leads_into(above):
        return False
    if below.strip() and not written[last].rstrip().endswith((".", "!", "。", "！")) and goes_on(below):
        return False
    before = next((number for number in reversed(range(first)) if written[number].strip()), None)
    after = next((number for number in range(last + 1, len(written)) if written[number].strip()), None)
    if before is not None and not is_order(before) and trails_off(written[before]):
        return False
    is_amid = before is not None and after is not None and not (is_order(before) or is_order(after))
    if is_amid and spans(written[before or 0], written[after or 0]):
        return False
    label = "" if before is None else written[before].strip()
    return not label.endswith((":", "：")) or introduces(label)


def distinct(texts: Iterable[str]) -> list[str]:
    """*texts* without those that say the same as an earlier one."""
    return list({squeezed(text): text for text in reversed(list(texts))}.values())[::-1]


def squeezed(text: str) -> str:
    """*text* without what makes no difference to a turn; an arrow may mean more than a dash."""
    return re.sub(r"[\s,;.!]+", "", folded(text, kept=ARROWS).casefold())
