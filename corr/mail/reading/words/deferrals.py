"""Sentences that put a turn off, make a condition of it, point at it, or are about deciding alone."""

from corr.mail.reading.words.subjects import names_in
from corr.mail.reading.words.word_lists import pattern

_FEW = 3
"""Things that are named beside the deciding, at most."""
_YOURS = pattern(r"\b{doubt.your} [^\W\d_]+")
_DECIDING = pattern(r"\b{doubt.deciding}(?!\w)|{doubt.deciding_in_signs}")
_POINTING_UP = pattern(
    r"\b{doubt.pointing_up}\b|\b(?:{doubt.the_turn}|{doubt.that})(?: (?:\w+ ){0,2}| )?{doubt.above}\b"
)
"""Words that point at the turn, anywhere in a paragraph."""
_PUT_OFF = pattern(r"\b{doubt.the_turn}\b.{0,80}\b{doubt.put_off}\b")
"""Words of denying and of another time, after words for the turn."""
_DEFERRED = pattern(r"\b{doubt.requests}\b.{0,120}\b{doubt.until}\b|{doubt.asking}")
_ABOUT_ABOVE = pattern("{doubt.about_above}")
_CONDITION = pattern(r"{doubt.or} {doubt.or_not}\b|(?:{doubt.but} )?{doubt.conditions}\b")


def is_deciding(sentence: str) -> bool:
    """Whether *sentence*, in small letters, is about the writer's deciding or trying, and about little else."""
    return _DECIDING.search(_YOURS.sub(" ", sentence)) is not None and names_in(sentence) <= _FEW


def defers(sentence: str) -> bool:
    """Whether *sentence*, in small letters, puts something off until some time, or speaks of what stands above."""
    return any(form.search(sentence) for form in (_DEFERRED, _POINTING_UP, _PUT_OFF))


def is_about_above(sentence: str) -> bool:
    """Whether *sentence*, the first one below a turn, makes a condition, or may point at the turn."""
    words = sentence.lower().replace("’", "'").lstrip("\"'“„«( ")
    return _CONDITION.match(words) is not None or _ABOUT_ABOVE.search(words) is not None
