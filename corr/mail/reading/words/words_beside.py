"""
The words beside the orders of a mail, as they reach the other player.

Greetings and farewells stay behind, and so do labels and what holds the turn.
"""

import re
from collections.abc import Mapping

from corr.mail.reading.words.clauses import BROKEN, ends_sentence, sentences
from corr.mail.reading.words.harmless import is_label, is_name_of, is_naming, is_salutation, signed_from
from corr.mail.reading.words.own_words import OrderLine, Words, is_announced
from corr.mail.reading.words.turn_text import FoundTurn

_BLANK_LINES = re.compile(r"\n{3,}")
_ACROSS = frozenset("-–—_=*~#|>.,;:!")
"""Signs that say nothing by themselves."""


def words_beside(words: Words, heard: frozenset[int], turn: FoundTurn, beside: Mapping[int, str]) -> str:
    """
    The words beside the orders, in their order of writing, with their paragraphs; empty if there are none.

    :param words: all lines.
    :param heard: the numbers of those that are orders other than the turn, or say no more than these.
    :param beside: the words on those lines that are no order, by their numbers.
    """
    lines = [beside.get(number, "") if number in heard else line.rstrip() for number, line in enumerate(words.lines)]
    for number in turn.lines:
        lines[number] = " ".join(one for one in sentences(lines[number]) if turn.text not in one)
    for line in turn.own_lines:
        lines[line.number] = _beside_turn(line, words.names)
    end = signed_from(lines, words.names)
    _leave_out_label(lines, min(turn.lines, default=0), words.names)
    for number in (0, max(heard | turn.lines, default=-1) + 1):
        _leave_out_greeting(lines, number, words.names)
    text = "\n".join(lines[:end])
    is_said = any(sign.isprintable() and not sign.isspace() and sign not in _ACROSS for sign in text)
    return _BLANK_LINES.sub("\n\n", text.strip()) if is_said else ""


def _beside_turn(line: OrderLine, names: frozenset[str]) -> str:
    """The words on the line of a turn, without those that only announce or name it."""
    *before, own = sentences(line.ahead) or [""]
    ahead = [*before, own] if own and not is_announced(own, names) else before
    behind = sentences(line.behind)
    if behind and (is_naming(behind[0]) or is_label(behind[0], names)):
        behind = behind[1:]
    return " ".join([*(one for one in ahead if not is_label(one, names)), *behind]).lstrip(" ,;.")


def _leave_out_label(lines: list[str], number: int, names: frozenset[str]) -> None:
    """Leave out what announces the turn on line *number* at the end of the nearest line above it: "My turn:"."""
    above = next((at for at in reversed(range(number)) if lines[at].strip()), None)
    if above is None:
        return
    kept = sentences(lines[above])
    if kept and above == number - 1 and len(lines[above]) >= BROKEN and not ends_sentence(lines[above]):
        # A mail program has broken the sentence of the turn.
        kept.pop()
    while kept and is_label(kept[-1], names):
        kept.pop()
    lines[above] = " ".join(kept)


def _leave_out_greeting(lines: list[str], start: int, names: frozenset[str]) -> None:
    """Leave out the greeting with which the words from line *start* on begin."""
    first = next((at for at in range(start, len(lines)) if lines[at].strip()), None)
    if first is not None and (is_salutation(lines[first]) or is_name_of(lines[first], names)):
        lines[first] = ""
