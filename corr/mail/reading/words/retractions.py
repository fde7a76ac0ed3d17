"""
Words that take an order back, put it off or doubt it: "Wait, not yet.", "(not final)", "Bitte ignorieren".

They count anywhere in a paragraph. A word too many here costs a question, a word too few can cost a turn; but most
retractions are recognised by place and length, in any language, and not by these words.
"""

import re

from corr.mail.reading.words.deferrals import defers, is_deciding
from corr.mail.reading.words.speech import introduces, is_greeting, is_wish, sentences
from corr.mail.reading.words.subjects import names_in
from corr.mail.reading.words.word_lists import pattern

_SHOWN = 2000
"""The characters of a paragraph that are read."""
_ADDRESS = re.compile(
    r"\S{0,80}(?:@|://)\S{1,200}|"
    r"\b[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.(?:com|net|org|info|example|io|dev|eu|uk|de|fr|nl|se|dk|fi|pl|cz|ca|au|jp)\b"
)
"""Addresses of people and of pages, which may hold any word."""
_BOUNDARY = re.compile(r"[.!?…。！？()\[\]]+\s*|\s+[-–—]+\s+")
_DRAW = pattern(r"\b{words.draw}\b")


_ANYWHERE = pattern(r"\b{doubt.retractions}(?!\w)|{doubt.retractions_in_signs}")
_OPENING = pattern(r"(?:{doubt.fillers}\b[\s,;:]*)+")
_REFUSING = pattern(r"{doubt.refusals}\s*(?:[,،;:~)-]|$)")


def takes_back(paragraph: str) -> bool:
    """Whether a sentence of *paragraph* takes something back, puts it off or doubts it."""
    shown = _ADDRESS.sub("", paragraph[:_SHOWN]).replace("’", "'").replace("\n", " ")
    return any(map(_takes_back, sentences(shown)))


def _takes_back(sentence: str) -> bool:
    words = _without_name(sentence).lower()
    if _ANYWHERE.search(words) is not None:
        return True
    if is_wish(sentence) or is_greeting(sentence):
        return False
    if defers(words) or (is_deciding(words) and not introduces(sentence)):
        return True
    # "No draw" and a no to something that is named do not refuse a turn.
    is_own = names_in(sentence) > 1
    return not is_own and _DRAW.search(words) is None and any(map(_refuses, _BOUNDARY.split(words)))


def _without_name(sentence: str) -> str:
    """*sentence* without the name at the end of a greeting, which may be a word as well: "Beste Joke,"."""
    first, *name = sentence.rsplit(None, 1)
    return first if name and name[0][:1].isupper() and is_greeting(sentence) else sentence


def _refuses(clause: str) -> bool:
    """Whether *clause* begins with a no."""
    bare = clause.strip(" \t,;:\"'“”„()[]*_")
    opening = _OPENING.match(bare)
    return any(_REFUSING.match(words) for words in ({bare, bare[opening.end() :]} if opening else {bare}))
