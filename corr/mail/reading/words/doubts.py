"""
Words that take an order back, put it off or doubt it: "Wait, not yet.", "(not final)", "Bitte ignorieren".

They count anywhere in a paragraph. A word too many here costs a question, a word too few can cost a turn; but most
retractions are recognised by place and length, in any language, and not by these words. Some words doubt a turn only
in a line of a few words, which could else be a greeting or a farewell: "As if.", "To be confirmed", "Scherz.".
"""

import re

from corr.mail.reading.words.speech import asks, introduces, is_greeting, is_wish, plain_words, sentences
from corr.mail.reading.words.subjects import is_first_person_subject, names_in, points
from corr.mail.reading.words.vocabulary import ALL_LITTLE, JUDGING, OF_GAMES, REFUSING, WordPattern, word_set

_FEW = 3
"""Things that are named beside the deciding, at most."""
_OF_THE_OTHER = WordPattern(r"\b{doubt.your} [^\W\d_]+")
_DECIDING = WordPattern(r"\b{doubt.deciding}(?!\w)|{doubt.deciding_in_signs}")
_POINTING_UP = WordPattern(
    r"\b{doubt.pointing_up}\b|\b(?:{doubt.the_turn}|{doubt.that})(?: (?:\w+ ){0,2}| )?{doubt.above}\b"
)
"""Words that point at the turn, anywhere in a paragraph."""
_PUT_OFF = WordPattern(r"\b{doubt.the_turn}\b.{0,80}\b{doubt.put_off}\b")
"""Words of denying and of another time, after words for the turn."""
_DEFERRED = WordPattern(r"\b{doubt.requests}\b.{0,120}\b{doubt.until}\b|{doubt.asking}")
_ABOUT_ABOVE = WordPattern("{doubt.about_above}")
_CONDITION = WordPattern(r"{doubt.or} {doubt.or_not}\b|(?:{doubt.but} )?{doubt.conditions}\b")


def is_deciding(sentence: str) -> bool:
    """Whether *sentence*, in small letters, is about the writer's deciding or trying, and about little else."""
    return _DECIDING.search(_OF_THE_OTHER.sub(" ", sentence)) is not None and names_in(sentence) <= _FEW


def defers(sentence: str) -> bool:
    """Whether *sentence*, in small letters, puts something off until some time, or speaks of what stands above."""
    return any(form.search(sentence) for form in (_DEFERRED, _POINTING_UP, _PUT_OFF))


def is_about_above(sentence: str) -> bool:
    """Whether *sentence*, the first one below a turn, makes a condition, or may point at the turn."""
    words = sentence.lower().replace("’", "'").lstrip("\"'“„«( ")
    return _CONDITION.match(words) is not None or _ABOUT_ABOVE.search(words) is not None


_SHOWN = 2000
"""The characters of a paragraph that are read."""
_ADDRESS = re.compile(
    r"\S{0,80}(?:@|://)\S{1,200}|"
    r"\b[\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.(?:com|net|org|info|example|io|dev|eu|uk|de|fr|nl|se|dk|fi|pl|cz|ca|au|jp)\b"
)
"""Addresses of people and of pages, which may hold any word."""
_BOUNDARY = re.compile(r"[.!?…。！？()\[\]]+\s*|\s+[-–—]+\s+")
_DRAW = WordPattern(r"\b{words.draw}\b")


_ANYWHERE = WordPattern(r"\b{doubt.retractions}(?!\w)|{doubt.retractions_in_signs}")
_OPENING = WordPattern(r"(?:{doubt.fillers}\b[\s,;:]*)+")
_REFUSING = WordPattern(r"{doubt.refusals}\s*(?:[,،;:~)-]|$)")


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


_DOUBTS = word_set("doubt.short")
_OTHERS = word_set("doubt.somebody_else")
"""Others who may have written a turn."""
_YOUR_RELATIVE = word_set("letters.your_relative")
"""Words before what the writer is to the reader: "Your loving son"."""
_PHRASES = WordPattern(
    r"\b{doubt.short_phrases}\b|^\W*{doubt.until_first}(?= \S+ \S)(?! {letters.until_we_meet}\b)|"
    r"^\W*{doubt.turning_first}\b"
)
_SIGNS_OF_DOUBT = WordPattern("{doubt.signs}")
_LONGEST = 200
"""The longest line of a few words, in characters."""
_REPEATED = re.compile(r"(\w)\1{2,}")


def is_telling(line: str) -> bool:
    """Whether a short line asks, judges, denies, puts off, laughs, or points at what stands near it."""
    words = plain_words(line)
    is_of_others = not _OTHERS.isdisjoint(words) and words[0] not in _YOUR_RELATIVE
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
