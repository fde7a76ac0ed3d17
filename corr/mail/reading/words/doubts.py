"""Words by which a sentence may take an order back, doubt it, put it off, or show that it is an example or a draft."""

import re
from functools import lru_cache

from corr.mail.reading.words.clauses import clauses, is_question, plain_words, words_in
from corr.mail.reading.words.vocabulary import WordPattern, folded_word_set

_SHORT = 8
"""Words of a sentence that can be about nothing but the turn, if it has a word of doubt."""
_FEW = 3
"""The same where the word says little by itself: "maybe"."""
_OF_GAMES = folded_word_set("words.of_games")
_THINGS = WordPattern(r"\b{words.things}(?!\w)|{words.things_in_signs}", re.IGNORECASE)
_ALONE = folded_word_set("doubt.alone")
_ALONE_PHRASES = WordPattern(r"\W*{doubt.alone}\W*")
_DRAW = WordPattern(r"\b{words.draw}\b")
_REFUSING = WordPattern(r"\W*{doubt.refusals}(?:\W+{letters.thanks})*\W*")
_TAKING_BACK = WordPattern(r"\b{doubt.taking_back}(?!\w)|{doubt.taking_back_in_signs}")
_SQUARE = re.compile(r"\b[a-l]\d{1,2}\b", re.IGNORECASE)
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_SHOWN = 1000
"""The characters of a sentence that are read."""
_ADDRESS = re.compile(
    r"\S{0,80}(?:@|://)\S{1,200}|"
    r"\b[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.(?:com|net|org|info|example|io|dev|eu|uk|de|fr|nl|se|dk|fi|pl|cz|ca|au|jp)\b"
)
"""Addresses of people and of pages, which may hold any word."""


@lru_cache(maxsize=512)
def takes_back(sentence: str) -> bool:
    """
    Whether *sentence* has a word of taking back, doubting, postponing, example or draft, and may mean the turn by it.

    That is in a few words, or where it names the game, the turn or what stands near it.
    """
    # "Nooo" is a no.
    shown = _STRETCHED.sub(r"\1", _ADDRESS.sub("", sentence[:_SHOWN]).replace("’", "'"))
    text, words = shown.lower(), words_in(shown)
    if words <= _FEW and (_ALONE_PHRASES.fullmatch(text) or not _ALONE.isdisjoint(plain_words(text))):
        return True
    if _DRAW.search(text) is None and any(_REFUSING.fullmatch(clause) for clause in clauses(text)):
        return True
    return (words <= _SHORT or is_about_game(shown)) and _TAKING_BACK.search(text) is not None


def is_about_game(sentence: str) -> bool:
    """Whether *sentence* has a word of the game, a square, or a pronoun for a thing: "it", "that"."""
    words = frozenset(plain_words(sentence))
    return not words.isdisjoint(_OF_GAMES) or points(sentence) or _SQUARE.search(sentence) is not None


def points(sentence: str) -> bool:
    """Whether *sentence* has a pronoun for a thing."""
    return _THINGS.search(sentence) is not None


def asks_about_game(sentence: str) -> bool:
    """Whether *sentence* is a question that may be about the turn."""
    return is_question(sentence) and is_about_game(sentence)
