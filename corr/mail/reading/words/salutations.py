"""How letters begin: a greeting and whom it greets, in a line of a few words with a name at its end."""

import re

from corr.mail.reading.words.doubts import is_doubting, is_telling, little_words, without_repeats
from corr.mail.reading.words.speech import asks, plain_words
from corr.mail.reading.words.vocabulary import ALL_LITTLE, GREETINGS, JUDGING, LABELS, OF_GAMES, REFUSING
from corr.mail.reading.words.word_lists import pattern, word_set

_MOST = 5
_PAIR = 2
_ENDS = (",", "!", ":", "，", "！", "：")
_LINES = 2
_LONGEST = 120
_GREETED = 12
"""Words of a first line that begins as greetings do."""
_LEADING = (":", "：", "…", "..", "-", "–", "—")
_NAMED = 4
"""Words of a line that greets by its name alone."""
_MORE = word_set("letters.more_greetings")
"""First words of greetings that are no greetings alone."""
_SAYING = word_set("letters.saying") | word_set("letters.quoting")
"""Words of lines that introduce something said or quoted."""
_KNOWN_WHOLE = pattern("{letters.whole_greetings}")
_ADDRESSING = word_set("letters.addressing")
"""Little words of a line that says no more than whom it is for."""
_OPEN = word_set("letters.unfinished")
"""Words with which no line ends that is complete."""
_VERBAL = pattern(r"\b{letters.verbal}\b")
_IN_BRACKETS = re.compile(r"\([^()]{1,80}\)")
_HAILING = word_set("letters.hailing")
"""Words that greet, whatever follows."""
_TOLD = word_set("letters.saying")
_IN_SIGNS = pattern(
    r"(?:[\u3400-\u9fff\u3040-\u30ffー々]{1,8}[,，、 ]?)?{letters.greetings_in_signs}[,，。！!：:、]?|"
    r"[\u3400-\u9fff\u3040-\u30ffー々]{1,8}{letters.honorifics_in_signs}[,，。！!：:、]?"
)


def is_salutation(line: str) -> bool:
    """Whether *line*, above a turn, greets somebody by its form: "Ahoy Captain,", "Dobrý den, pane Nováku,"."""
    if _IN_SIGNS.fullmatch(line.strip()):
        return True
    words = plain_words(line)
    if not 0 < len(words) <= _MOST or asks(line) or any(sign.isdigit() for sign in line):
        return False
    is_doubted = is_doubting(line) or any(not told.isdisjoint(words) for told in (REFUSING, JUDGING, OF_GAMES, _SAYING))
    return not is_doubted and (_greets(words) or _names(line, words))


def opens(lines: list[str]) -> bool:
    """
    Whether *lines*, the first of a mail with an empty line below them, are a greeting by their form, in any language.

    That is one that begins as greetings do, and no longer than a sentence; or a few words that name nobody but whom
    they are for.
    """
    if len(lines) > _LINES or lines[-1].rstrip().endswith(_LEADING):
        return False
    return all(_opens(without_repeats(line)) for line in lines if len(line) <= _LONGEST) and all(
        len(line) <= _LONGEST for line in lines
    )


def _opens(line: str) -> bool:
    bare = _IN_BRACKETS.sub("", line)
    words = plain_words(bare)
    if _KNOWN_WHOLE.fullmatch(" ".join(words)) or is_salutation(bare):
        return True
    if not words or (words[-1] in _OPEN and words[0] not in _HAILING):
        return False
    if words[0] in _HAILING or _greets(words):
        *_, behind = bare.split(None, 1)
        is_said = is_doubting(behind) or not _TOLD.isdisjoint(words)
        return len(words) <= _GREETED and not (len(words) > 1 and is_said)
    own = [word for word in words if word not in _ADDRESSING]
    is_other = is_telling(bare) or not _SAYING.isdisjoint(words) or _VERBAL.search(" ".join(words))
    return len(words) <= _NAMED and bool(own) and not little_words(own) and not is_other


def _greets(words: list[str]) -> bool:
    """Whether *words* begin as greetings do."""
    return words[0] in GREETINGS or (words[0] in _MORE and (len(words) == 1 or words[1] in GREETINGS))


def _names(line: str, words: list[str]) -> bool:
    """Whether *line* names somebody at its end, and ends as a greeting does."""
    if not line.rstrip().endswith(_ENDS) or len(words) > _NAMED:
        return False
    is_named = line.rstrip(" ,!:.，！：").rsplit(None, 1)[-1][:1].isupper()
    if words[0] in _MORE:
        return is_named or (len(words) == _PAIR and words[1] not in ALL_LITTLE)
    return is_named and len(words) > 1 and words[0] not in ALL_LITTLE | LABELS
