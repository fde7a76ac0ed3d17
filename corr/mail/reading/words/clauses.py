"""The sentences and the words of what a person writes, in any script."""

import re

from corr.mail.reading.words.vocabulary import UNPARTED, WordPattern, word_set

_QUESTION_MARKS = frozenset("?？؟¿")
_ASKING_ENDS = tuple(end + stop for end in word_set("words.asking_ends") for stop in ("", "。", "."))
"""Ends of a question that needs no question mark."""
_EMOTICONS = frozenset({":d", ":p", ";p", "xd", ":o", "=d", "8)", ":3", "<3", "o/", "\\o/", ":-d", ":-p", ";d"})
_AROUND = " #¡¿\t.,;:!…—–-_*~\"'`“”„‘’«»()[]{}<>/|・、。！：，；"
_LISTING = re.compile("[、，]")
EMOJI = r"[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]"
"""The pattern of a sign that is a picture."""
_LAUGH = (
    rf"{EMOJI}|[:;=]-?[)(DPp]|\)\)|"
    r"(?<![A-Za-zÀ-ÿа-яё]){words.laughing}(?![A-Za-zÀ-ÿа-яё])"
)
"""An emoji, a smiley or a laugh, with which sentences end as with a full stop."""
_SENTENCE_END = WordPattern(rf"(?<=[.!?…؟])[\"'”’»)\]]?\s+|(?<=[。！？])|(?:{_LAUGH})+(?:\s+|(?=\W))", re.IGNORECASE)
_LAUGHS_AT_END = WordPattern(rf"(?:{_LAUGH})\W*$", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;،、，；:：()]\s*|\s[-–—]+\s")
_ENDS = (".", "!", "?", "。", "！", "？", "؟", ";", "\u037e")
CLOSING = " \t\"'”’»)*]_~"
"""Signs that may stand behind the end of a sentence."""
_SIGNS_OF_A_WORD = 4
"""Signs to a word where words are not parted."""
_SHOWN = 40
BROKEN = 50
"""The length of a line from which on a mail program may have broken it."""


def plain_words(text: str) -> list[str]:
    """The words of *text* in lower case, without signs around them; smileys are none."""
    words = map(_lower, _LISTING.sub(" ", text).replace("’", "'").split())
    bare = (word.strip(_AROUND) for word in words if word not in _EMOTICONS)
    return [word for word in bare if any(sign.isalnum() for sign in word)]


def _lower(word: str) -> str:
    """*word* in small letters, the Turkish İ like any other."""
    return word.casefold().replace("i\u0307", "i")


def words_in(text: str) -> int:
    """How many words *text* has; where words are not parted by spaces, four signs count as one."""
    unparted = len(UNPARTED.findall(text))
    return len(plain_words(UNPARTED.sub(" ", text))) + -(-unparted // _SIGNS_OF_A_WORD)


def sentences(text: str) -> list[str]:
    """The sentences of *text*, each with the sign at its end."""
    return [sentence for part in _SENTENCE_END.compiled.split(text) if (sentence := part.strip())]


def sentences_of(lines: list[str]) -> list[str]:
    """The sentences of a paragraph; a line ends one, unless it is so long that a mail program may have broken it."""
    text = "".join(line.strip() + (" " if len(line) >= BROKEN and not ends_sentence(line) else "\n") for line in lines)
    return [sentence for line in text.split("\n") for sentence in sentences(line)]


def clauses(sentence: str) -> list[str]:
    """The parts of *sentence* between commas, colons, brackets and dashes."""
    return [clause for part in _CLAUSE_END.split(sentence) if (clause := part.strip())]


def ends_sentence(line: str) -> bool:
    """Whether *line* ends with the sign of a sentence that is complete, a smiley or a laugh."""
    return line.rstrip(CLOSING).endswith(_ENDS) or _LAUGHS_AT_END.search(line[-_SHOWN:]) is not None


def asks(text: str) -> bool:
    """Whether there is a question mark in *text*."""
    return not _QUESTION_MARKS.isdisjoint(text)


def is_question(sentence: str) -> bool:
    """Whether *sentence* asks something."""
    bare = sentence.rstrip()
    return asks(bare) or bare.endswith(_ASKING_ENDS) or (bare.endswith((";", "\u037e")) and _is_greek(bare))


def _is_greek(text: str) -> bool:
    return any("\u0370" <= sign <= "\u03ff" for sign in text)
