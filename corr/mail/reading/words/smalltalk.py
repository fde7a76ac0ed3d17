"""
What people tell of their days, and ask about the other's: "We just got back from Wales.", "Did you see the match?".

Known by how such sentences begin; whether they speak of the game as well is not looked at here.
"""

from corr.mail.reading.words.word_lists import pattern

_FEWEST = 5
"""The fewest words of a sentence that tells something."""
_SHORT = 12
"""The most words of somebody else's opinion that may be about the turn."""
_TOLD = pattern(r"^(?:(?:and|also|well|guess what),? )?{talk.we_did}")
"""Things that several people did, and so no turn, which one person makes."""
_DATED = pattern(r"^(?:{talk.and},? )?{talk.days}\b")
"""Words for a day, at the beginning of news."""
_OWN = pattern(r"\b{talk.myself}\b")
_THINGS = pattern(r"\b{talk.things}\b")
_SAYING = pattern(r"\b{talk.opinion_verbs}\b")
"""Verbs of opinions of somebody else, which may be about the turn."""
_FIRST_PERSON = pattern(r"(?:(?:no|well|and|sorry),? )?{talk.i_or_we}\b")
_ASKED_PAST = pattern(r"^(?:(?:p\.?\s?s\.?\W+|and|so|also,?|by the way,?|oh,?|und|et|y|e) )?¿?{talk.did_you}")
_ABOUT_OPINIONS = pattern(r"\b{talk.opinions}\b")
_ASKED_LIFE = pattern("{talk.asking_life}")


_WHO = pattern(r"\b{talk.family}\b|{talk.family_in_signs}")
"""People and pets who may have typed the turn, and drinks that may have."""
_YOURS = pattern(r"\b{talk.your_family}\b")


def names_somebody(words: str) -> bool:
    """Whether a statement, in small letters, names somebody of the writer's home, who may have typed the turn."""
    return _WHO.search(words) is not None and _YOURS.search(words) is None


def tells_of_days(words: str) -> bool:
    """Whether a sentence, in small letters, tells what happened to people other than the writer alone."""
    if len(words.split()) < _FEWEST:
        return False
    if _TOLD.search(words) is not None:
        return True
    return not is_others_word(words) and (
        (_DATED.search(words) is not None and _OWN.search(words) is None) or _THINGS.search(words) is not None
    )


def is_others_word(words: str) -> bool:
    """Whether a short sentence, in small letters, gives somebody else's word on something: "My wife disagrees."."""
    is_own = _FIRST_PERSON.match(words) is not None
    return len(words.split()) <= _SHORT and not is_own and _SAYING.search(words) is not None


def asks_of_days(words: str) -> bool:
    """Whether a question, in small letters, asks how the other lives, or what they did: "Did you see the match?"."""
    if _ASKED_LIFE.search(words) is not None:
        return True
    is_long = len(words.split()) >= _FEWEST
    return is_long and _ASKED_PAST.search(words) is not None and _ABOUT_OPINIONS.search(words) is None
