"""The lines of the writer's own words, each with its kind: actions, something like actions, or prose."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from corr.games.notation import (
    AROUND_WORDS,
    Stretch,
    actions_among,
    folded,
    forms,
    is_turn,
    latin,
    unwrapped,
    without_sign,
)
from corr.mail.reading.words.closings import is_close
from corr.mail.reading.words.speech import asks, introduces, is_label, is_naming, is_wish, plain_words
from corr.mail.reading.words.word_lists import word_set

Formed = Callable[[str], bool]
"""A test whether a text has the form of one or more actions and nothing else."""

_LONGEST = 100
"""The longest line that may be a mistyped action, in characters."""
_AUTOLINK = re.compile(r"<(?:https?|mailto):[^>\s]{0,300}>|\[(?:https?):[^\]\s]{0,300}\]|\((?:https?):[^)\s]{0,300}\)")
_ATTEMPT = re.compile(r"(?!\S*(?:://|@|\\))(?=\S*[^\W\d_]\d)\S{2,80}")
_PAIR = re.compile(r"[^\W\d_]\d{1,2}\s?[^\w\s]{1,3}\s?[^\W\d_]\d{1,2}(?!\d)|[^\W\d_]\d{1,2}[xX][^\W\d_]\d{1,2}")
_JOINING = re.compile(r"[^\w\s]{1,4}")
_APART = re.compile(r"(?<![^\W\d_])([^\W\d_])\s+(\d{1,2})(?!\d)")
_COLON = re.compile(r"^([^\W\d_]{2,20})\s?[:=]\s?")
_LABELLED = re.compile(r"^([^\d:：=]{1,60}?)\s?[:：=]\s?(.+)$")
_TIGHT_LABEL = re.compile(r"^([^\x00-\x7f]{1,20})(?=[A-Za-z0-9])(.+)$")
_TIGHT_WISH = re.compile(r"^(.*[A-Za-z0-9])([^\x00-\x7f]{1,20})$")
_TIGHT_NUMBER = re.compile(r"^#?\d{1,3}[.):]{1,3}\s?(?=[^\W\d_])")
_NUMBER = re.compile(r"#?\d{1,3}[.):]?")
_JOINS = word_set("turns.joining")
"""Words that join two actions of one turn, one after the other."""
_OUTER = " \u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


class LineKind(Enum):
    """The kind of a line."""

    BLANK = "blank"
    ACTIONS = "actions"
    ATTEMPT = "attempt"
    """It looks like mistyped actions."""
    MENTIONS = "mentions"
    """Prose that mentions actions."""
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class WordsLine:
    """One line of the writer's own words."""

    kind: LineKind
    text: str
    """The actions without what surrounds them; the whole line if it has none."""
    mentions: tuple[str, ...] = ()
    is_near: bool = False
    """For an attempt, whether it surely is a mistyped action."""


def line_of(written: str, formed: Formed, *, searched: bool) -> WordsLine:
    """
    The kind of the line *written*, and the actions in it.

    :param searched: whether prose is searched for actions within it.
    """
    bare = _AUTOLINK.sub("", written).strip()
    if not bare:
        return WordsLine(LineKind.BLANK, "")
    form = _form(bare, formed)
    if not form and (undressed := _undressed(bare, formed)):
        form = _form(undressed, formed)
    is_turned = _TURNING.search(bare.strip(_OUTER)) is not None
    if form and not is_turned:
        return WordsLine(LineKind.ACTIONS, form, (form,))
    within = form or _within(bare, formed)
    if within:
        # It is a question, has more words, or looks different from what is read, so the writer is asked.
        return WordsLine(LineKind.MENTIONS, bare, (within,))
    attempt = _attempt(bare, formed)
    if attempt is not None:
        return WordsLine(LineKind.MENTIONS, bare, (attempt.text,)) if is_turned else attempt
    return _prose(bare, formed) if searched else WordsLine(LineKind.PROSE, bare)


def is_pair(text: str) -> bool:
    """Whether *text* has two squares with a sign between them, a form that every game has."""
    return _PAIR.search(folded(text)) is not None


def joins(text: str) -> bool:
    """Whether *text* holds nothing but words that join one action to the next."""
    words = plain_words(text) or text.split()
    return bool(words) and all(word in _JOINS for word in words)


def _within(bare: str, formed: Formed) -> str:
    """The actions that a line asks about, or that stand in a sentence without spaces between words."""
    label, wish = _TIGHT_LABEL.match(bare), _TIGHT_WISH.match(bare)
    asked = bare.strip(AROUND_WORDS) if asks(bare) else ""
    inner = [asked, label[2] if label else "", wish[1] if wish else ""]
    return next((form for text in inner if text and (form := _form(text, formed))), "")


def _undressed(bare: str, formed: Formed) -> str:
    """A line without a label before its actions, and without smileys and wishes after them."""
    labelled = _LABELLED.match(bare) or _TIGHT_LABEL.match(bare)
    inner = labelled[2] if labelled and is_label(labelled[1]) else _TIGHT_NUMBER.sub("", bare)
    wished = _TIGHT_WISH.match(inner)
    inner = wished[1] if wished and is_wish(wished[2]) else inner
    words = inner.split()
    while len(words) > 1 and not any(sign.isalnum() for sign in words[-1]) and not asks(words[-1]):
        words.pop()
    shorter = " ".join(words)
    # A line that ends in a sign may be an action that a mail program broke.
    return shorter if shorter and shorter != bare and formed(shorter.strip(AROUND_WORDS)) else ""


def _form(bare: str, formed: Formed) -> str:
    return next((form for form in forms(bare) if is_turn(form, formed)), "")


def _attempt(bare: str, formed: Formed) -> WordsLine | None:
    """The line as an attempt at actions, if it is one."""
    stripped = unwrapped(bare)
    words = stripped.split()
    attempts = [_ATTEMPT.fullmatch(word) is not None for word in words]
    if any(attempts) and all(one or _JOINING.fullmatch(word) for one, word in zip(attempts, words, strict=True)):
        return WordsLine(LineKind.ATTEMPT, stripped, is_near=is_pair(stripped))
    if len(stripped) <= _LONGEST and _is_near(stripped, formed):
        return WordsLine(LineKind.ATTEMPT, stripped, is_near=True)
    return None


def _is_near(text: str, formed: Formed) -> bool:
    """Whether *text* would be a turn in Latin letters, its squares in one piece, without a colon after its word."""
    if not any(sign.isdecimal() for sign in text):
        return False
    plain = latin(folded(text)).strip(AROUND_WORDS)
    nearer = _APART.sub(r"\1\2", _COLON.sub(r"\1 ", plain))
    return nearer != folded(text) and is_turn(nearer, formed)


def _prose(bare: str, formed: Formed) -> WordsLine:
    """A line with words, which may be only a label before a turn, or a wish after it."""
    words = without_sign(bare).replace("：", "： ").split()
    spans = _joined(actions_among(words, formed), words)
    mentions = tuple(span.text for span in spans)
    if len(spans) == 1:
        only = spans[0]
        head, tail = " ".join(words[: only.start]), " ".join(words[only.end :])
        last = words[only.end - 1]
        is_introduced = introduces(head) or joins(head) or _NUMBER.fullmatch(head.rstrip(" -–—")) is not None
        is_introduced = is_introduced or (is_wish(head) and head.endswith(("!", ".")))
        is_ended = is_wish(tail) or is_naming(tail) or is_close(tail)
        if not asks(bare) and is_introduced and is_ended and not last.endswith(":"):
            return WordsLine(LineKind.ACTIONS, only.text, mentions)
    return WordsLine(LineKind.MENTIONS if mentions else LineKind.PROSE, bare, mentions)


def _joined(stretches: list[Stretch], words: list[str]) -> list[Stretch]:
    """*stretches* of a line's *words*, in which neighbours and those with a joining word between are one."""
    found: list[Stretch] = []
    for stretch in stretches:
        if found and (found[-1].end == stretch.start or joins(" ".join(words[found[-1].end : stretch.start]))):
            before = found.pop()
            found.append(Stretch(f"{before.text}, {stretch.text}", before.start, stretch.end))
        else:
            found.append(stretch)
    return found
