"""
Words that make a short line, which could else be a greeting or a farewell, doubt a turn or laugh at it.

"As if.", "To be confirmed", "Scherz." say nothing in a letter of many words; alone below a turn they are about it.
"""

import re

from corr.mail.reading.words.retractions import takes_back
from corr.mail.reading.words.speech import asks, plain_words
from corr.mail.reading.words.subjects import is_first_person_subject, points
from corr.mail.reading.words.vocabulary import ALL_LITTLE, JUDGING, OF_GAMES, REFUSING
from corr.mail.reading.words.word_lists import pattern, word_set

_DOUBTS = word_set("doubt.short")
_OTHERS = word_set("doubt.somebody_else")
"""Others who may have written a turn."""
_YOURS = word_set("letters.your_relative")
"""Words before what the writer is to the reader: "Your loving son"."""
_PHRASES = pattern(
    r"\b{doubt.short_phrases}\b|^\W*{doubt.until_first}(?= \S+ \S)(?! {letters.until_we_meet}\b)|"
    r"^\W*{doubt.turning_first}\b"
)
_SIGNS_OF_DOUBT = pattern("{doubt.signs}")
_LONGEST = 200
"""The longest line of a few words, in characters."""
_REPEATED = re.compile(r"(\w)\1{2,}")


def is_telling(line: str) -> bool:
    """Whether a short line asks, judges, denies, puts off, laughs, or points at what stands near it."""
    words = plain_words(line)
    is_of_others = not _OTHERS.isdisjoint(words) and words[0] not in _YOURS
    return is_of_others or points(line) or is_doubting(line)


def is_doubting(line: str) -> bool:
    """The same, but pointing does not count: "This is Jo from the club."."""
    words = plain_words(line)
    if asks(line) or any(sign.isdigit() for word in words[:1] for sign in word):
        return True
    if any(not told.isdisjoint(words) for told in (_DOUBTS, REFUSING, OF_GAMES, JUDGING)):
        return True
    if len(line) > _LONGEST or _PHRASES.search(line.lower().replace("’", "'")) or _SIGNS_OF_DOUBT.search(line):
        return True
    return is_first_person_subject(line) or takes_back(line)


def little_words(words: list[str]) -> int:
    """The number of *words* that are function words in a known language."""
    return sum(word in ALL_LITTLE for word in words)


def without_repeats(text: str) -> str:
    """*text* with letters that are drawn out written once: "hiii"."""
    return _REPEATED.sub(r"\1", text)
