"""
Whether a sentence has a subject of its own, and so is not about the turn that stands near it.

What is left of a sentence without its little words, and without the words of games, of judging and of thinking, is
what it is about: "Did Charlie pass his driving test?" but "Would that work?". Only in languages whose little words
are known; of another nobody can tell, and so it may be about the turn.
"""

import re

from corr.mail.reading.words.vocabulary import ALL_LITTLE, FIRST_PERSON, JUDGING, LITTLE, OF_GAMES, WordPattern

_FEWEST_LITTLE = 2
_LITTLE_SHARE = 6
"""One word in so many is a little one in a sentence of a language that is known."""
_SHOWN = 600
"""Letters of a sentence that are looked at."""
_FEWEST = 4
"""Words of a question that is not about what everybody sees."""
_WEIGHT = 3
"""Words of judging that a word of games is worth."""
_LETTERS = 3
"""Letters from which on a word names something."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ELIDED = WordPattern(r"\b({words.elided})'(?=[^\W\d_]{2})")
_POINTING = WordPattern(r"{talk.pointing}|\b{talk.it_at_end}\W*$|^\W*{talk.is_it}\b")
"""Words that stand for something that is not named in the sentence."""
_ENOUGH = 2
_STANDING_IN = WordPattern(
    r"\b{talk.standing_in}\b|^\W*\w+(?:ed|en|t)\b(?= (?:by|from|on|in|at|after|over|with|under|for|to|of)\b)|"
    r"^\W*{talk.made_by}\b"
)
"""Words by which a short statement may mean the turn."""
_DEFINITE = WordPattern(r"\b{talk.the}\s+[^\W\d_]{3}")
"""Definite names: "the boiler", "your aunt"."""
_OF_THE_WRITER = WordPattern(r"^\W*{talk.or}\b|^\W*(?:{talk.leading}\W+)?{talk.may_i}")
"""Whoever asks so asks what he may do himself, or what would be."""


def asks_of_another(question: str) -> bool:
    """Whether *question* asks about something else than what its writer may do: "Is the canteen any good?"."""
    words = _words(question)
    names = _names_of(words)
    is_named = names > _ENOUGH and not _judged(words)
    if (points(question) and not is_named) or _OF_THE_WRITER.search(_plain(question)) is not None:
        return False
    return (
        len(words) >= _FEWEST
        and names > _judged(words)
        and (names > 1 or _DEFINITE.search(_plain(question)) is not None)
    )


def has_subject(statement: str) -> bool:
    """Whether *statement* names two things or more, and more than it judges."""
    words = _words(statement)
    return not points(statement) and _names_of(words) > max(1, _judged(words))


def names_in(text: str) -> int:
    """How many words of *text* name something, as far as its language is known."""
    return _names_of(_words(text))


def is_read(text: str) -> bool:
    """Whether *text* is in a language whose little words are known."""
    words = _words(text)
    little = LITTLE[_language(words)]
    return bool(words) and sum(word in little for word in words) * _LITTLE_SHARE >= len(words)


def ends_in_name(text: str) -> bool:
    """Whether the last word of *text* names something, so that nothing need follow it."""
    words = _words(text)
    return bool(words) and has_subject(text) and _is_own(words)


def tells(statement: str) -> bool:
    """Whether a short *statement* surely tells of something else: it names three things, and stands for nothing."""
    words = _words(statement)
    if points(statement) or _STANDING_IN.search(_plain(statement)) is not None or _judged(words):
        return False
    return _names_of(words) > _ENOUGH


def is_first_person_subject(sentence: str) -> bool:
    """Whether *sentence* says what its writer does."""
    words = _words(sentence)
    return not set(words).isdisjoint(FIRST_PERSON[_language(words)])


def judges(sentence: str) -> bool:
    """Whether there is a word of judging or of games in *sentence*."""
    return _judged(_words(sentence)) > 0


def points(sentence: str) -> bool:
    """Whether *sentence* speaks of something that it does not name: "Would that work?"."""
    return _POINTING.search(_plain(sentence)) is not None


def _is_own(words: list[str]) -> bool:
    """Whether the last of *words* is no little word, nor one of judging or of games, in any language."""
    return not any(words[-1] in known for known in (ALL_LITTLE, OF_GAMES, JUDGING))


def _language(words: list[str]) -> str:
    """The language of which most little words are among *words*."""
    return max(LITTLE, key=lambda one: sum(word in LITTLE[one] for word in words))


def _names_of(words: list[str]) -> int:
    """How many of *words* name something; none in a language that is not known."""
    language = _language(words)
    little = sum(word in LITTLE[language] for word in words)
    if little < _FEWEST_LITTLE or little * _LITTLE_SHARE < len(words):
        return 0
    own = {word for word in words if len(word) >= _LETTERS}
    return len(own - LITTLE[language] - OF_GAMES - JUDGING)


def _judged(words: list[str]) -> int:
    """How many of *words* are of judging or of games; those of games weigh more."""
    return sum(word in JUDGING for word in words) + _WEIGHT * sum(word in OF_GAMES for word in words)


def _plain(sentence: str) -> str:
    return sentence[:_SHOWN].lower().replace("’", "'")


def _words(sentence: str) -> list[str]:
    return _WORD.findall(_ELIDED.sub(r"\1 ", _plain(sentence)))
