"""Whole sentences of thanks, wishes and greetings on any subject: "Thanks for the scones, and hug Karen!"."""

from corr.mail.reading.words.speech import asks
from corr.mail.reading.words.subjects import is_first_person_subject, judges, points
from corr.mail.reading.words.word_lists import pattern

_LONGEST = 200
"""The longest sentence of thanks or wishes, in characters."""
_OPENING = pattern(r"\W*(?:{wishes.leading},? )?{wishes.openings}(?![\w'])")
"""The beginnings of such sentences, language by language."""
_MOVING = pattern("{wishes.moving_house}")
"""Moves that are about a house: "good luck with the move"."""
_SIGNS = pattern("{wishes.in_signs}")
_PASSED_ON = pattern(r"\b{wishes.sending}\b.{0,40}\b{wishes.sent}\b")
"""Greetings of somebody else."""
_TURNING = pattern(r"\b{wishes.turning}\b")
"""Words after which a sentence may turn to something else."""


def wishes(sentence: str) -> bool:
    """Whether *sentence* begins with thanks or a wish, and holds nothing that could be about a turn."""
    words = _MOVING.sub("", sentence.lower().replace("’", "'").strip())
    if len(words) > _LONGEST or asks(words):
        return False
    if _SIGNS.fullmatch(words.rstrip("。！!. ")):
        return True
    if _PASSED_ON.search(words):
        return _TURNING.search(words) is None and not points(words) and not judges(words)
    opening = _OPENING.match(words)
    if opening is None or _TURNING.search(words, opening.end()):
        return False
    rest = words[opening.end() :]
    if is_first_person_subject(rest):
        return False
    return not points(rest) and not judges(rest)
