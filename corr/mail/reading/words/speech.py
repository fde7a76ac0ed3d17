"""
Words that people write around a turn and that change nothing about it: labels, greetings, wishes, thanks.

Whoever says anything else in the same breath may mean anything by it, in any language: "… was a mistake", "I would
never …". So only what stands here is passed over, and everything else is asked about. A word too few here costs a
question; a word too many could cost somebody a game.
"""

import re

from corr.mail.reading.words.vocabulary import GREETINGS, LABELS, REFUSING, WISHES, WordPattern, word_set

_QUESTIONS = frozenset("?？؟¿")
_EMOTICONS = frozenset({":d", ":p", ";p", "xd", ":o", "=d", "8)", ":3", "<3", "o/", "\\o/", ":-d", ":-p", ";d"})
_AROUND = " #¡¿\t.,;:!…—–-_*~\"'`“”„‘’«»()[]{}<>/|・、。！：，；"
_LISTING = re.compile("[、，]")
_SENTENCE_END = re.compile(r"(?<=[.!?…؟])[\"'”’»)\]]?\s+|(?<=[。！？])")
_LONGEST_LABEL = 8
_LONGEST_WISH = 10
_LONGEST_GREETING = 5


def plain_words(text: str) -> list[str]:
    """The words of *text* in lower case, without signs around them; smileys are none."""
    words = map(_lower, _LISTING.sub(" ", text).split())
    bare = (word.strip(_AROUND) for word in words if word not in _EMOTICONS)
    return [word for word in bare if any(sign.isalnum() for sign in word)]


def _lower(word: str) -> str:
    """*word* in small letters, the Turkish İ like any other."""
    return word.casefold().replace("i\u0307", "i")


def sentences(text: str) -> list[str]:
    """The sentences of *text*, each with the sign at its end."""
    return [sentence for part in _SENTENCE_END.split(text) if (sentence := part.strip())]


def asks(text: str) -> bool:
    """Whether there is a question mark in *text*."""
    return not _QUESTIONS.isdisjoint(text)


def is_label(text: str) -> bool:
    """Whether *text* does no more than to announce a turn or to greet: "My turn:", "Hello Ada,"."""
    words = plain_words(text)
    if asks(text) or len(words) > _LONGEST_LABEL:
        return False
    if is_greeting(text) and text.rstrip().endswith((",", "!", ":", "，", "！", "：")):
        return True
    if _FORCED.search(text.lower().replace("’", "'")):
        return True
    text = _NUMBERED.sub(r"\1 12", text)
    words = plain_words(text)
    if _LABEL_IN_SIGNS.fullmatch(text.strip(_AROUND)):
        return True
    words = _without_numbers(_LIKING.sub("", " ".join(_after_greeting(text))).split())
    if words and (words[0] in _ASKING or (words[0] in _VERBS and not _PRONOUNS.isdisjoint(words[1:2]))):
        return False
    return all(word in LABELS for word in words) and not _LATER.search(" ".join(words))


def is_naming(text: str) -> bool:
    """Whether *text*, which stands behind a turn, says that it is the writer's: "is my move"."""
    words = plain_words(text)
    if asks(text):
        return False
    named = _NAMES_BEHIND.match(" ".join(words))
    if named is not None and is_wish(" ".join(words)[named.end() :]):
        return True
    is_own = words[:1] and words[0] in _ASKING and not _OWN.isdisjoint(words)
    return bool(is_own) and all(word in LABELS | WISHES for word in words)


def _without_numbers(words: list[str]) -> list[str]:
    """*words* without the number of a turn: "Turn 12:"."""
    is_number = len(words) == 1 or not _COUNTED.isdisjoint(words)
    return [word for word in words if not word.isdecimal()] if is_number else words


def introduces(text: str) -> bool:
    """Whether *text* ends in a label, and says nothing before it that could take it back: "All is well. My turn:"."""
    *before, last = sentences(_NUMBERED.sub(r"\1 12", text)) or [""]
    if any(asks(sentence) or not REFUSING.isdisjoint(plain_words(sentence)) for sentence in before):
        return False
    *ahead, said = _CLAUSES.split(last)
    return is_label(last) or (is_label(said) and all(is_wish(clause) or is_greeting(clause) for clause in ahead))


def is_greeting(text: str) -> bool:
    """Whether *text* greets somebody, by name perhaps."""
    text = _HONOURED.sub("", text)
    words = plain_words(text)
    if not words or words[0] not in GREETINGS or len(words) > _LONGEST_GREETING or asks(text):
        return False
    if " ".join(words[1:]) in _YOU:
        return True
    rest = _after_greeting(text)
    # A name may be written small, above all before a comma: "dear ada,".
    if words[0] in _OF_PEOPLE and rest[:1] == words[:1] and text.rstrip().endswith((",", "!", "，", "！")):
        rest = rest[1:]
    is_small = len(rest) == 1 and rest[0] not in WISHES and words[0] not in _OF_DAYS and rest != words
    return REFUSING.isdisjoint(words) and (not rest or is_small)


def _after_greeting(text: str) -> list[str]:
    """The words of *text* behind a greeting and the names that are greeted; all of them where none is."""
    written = [word.strip(_AROUND) for word in text.split() if word.casefold() not in _EMOTICONS]
    written = [word for word in written if any(sign.isalnum() for sign in word)]
    words = [_lower(word) for word in written]
    if not words or words[0] not in GREETINGS or (words[0] in _OF_DAYS and _DAYS.isdisjoint(words[1:2])):
        return words
    at = 1
    while at < len(words) and (words[at] in GREETINGS or words[at] in _DAYS or words[at] in _PEOPLE):
        at += 1
    ahead = at
    while at < len(words) and at < ahead + _NAMES and _names(written, at):
        at += 1
    return words if at == 1 < len(words) and words[0] in _OF_PEOPLE else words[at:]


def _names(written: list[str], at: int) -> bool:
    """Whether the word at a place is a name, or joins one to another."""
    word = written[at].casefold()
    if word in _JOINING:
        return at + 1 < len(written) and written[at + 1][:1].isupper()
    return written[at][:1].isupper() and word not in _NO_NAMES


def is_wish(text: str) -> bool:
    """Whether *text* holds nothing but wishes and thanks, or no words at all."""
    words = plain_words(without_place(_NAMED.sub("", text)))
    if asks(text) or len(words) > _LONGEST_WISH or _PRAISE.search(" ".join(words)):
        return False
    if " ".join(words) in _NOT_YET:
        return False
    return all(word in WISHES or _YEAR.fullmatch(word) for word in words)


def without_place(text: str) -> str:
    """*text* without where its wishes come from: "Best wishes from rainy Hamburg"."""
    place = _PLACE.search(text)
    if place is None or not plain_words(text[: place.start()]):
        return text
    is_plain = REFUSING.isdisjoint(plain_words(place[0])) and LABELS.isdisjoint(plain_words(place["place"]))
    return text[: place.start()] if is_plain else text


def is_praise(text: str) -> bool:
    """Whether *text* praises a turn and says no more; ahead of one's own that can only be the other player's."""
    words = plain_words(text)
    return bool(_PRAISE.search(" ".join(words))) and not asks(text) and all(word in WISHES for word in words)


_PLACE = WordPattern(r"\s{letters.place_from}\s+(?:[^\W\d_]+\s+){0,4}(?P<place>[^\W\d_a-z][^\W\d_]+)\W*$")
"""The place of the writer at the end of a wish: a name with a capital."""
_NAMED = re.compile(
    r"(?<=\w), (?!(?:if|but|no|not|or|never|wait|oops)\b)(?-i:[^\W\d_a-z])[^\W\d_]+(?: \([^()]{1,20}\))?[.!]*$",
    re.IGNORECASE,
)
"""The person addressed at the end of a wish: ", Bob!"."""
_OF_DAYS = word_set("letters.greeting_days")
"""These greet with a time of the day alone: "good morning", but not "good move"."""
_DAYS = word_set("letters.times_of_day")
_OF_PEOPLE = word_set("letters.before_names")
"""Words that go before a name, and before much else."""
_PEOPLE = word_set("letters.greeted")
_YOU = word_set("letters.greeted_you")
_NAMES = 3
_HONOURED = WordPattern(r"^\s*[^\s、,，。]{1,12}{letters.honorifics}[、,，]\s*(?=\S)")
"""A name that is greeted ahead of the greeting."""
_JOINING = word_set("letters.and")
_NO_NAMES = LABELS | REFUSING | word_set("letters.no_names")
_PRAISE = WordPattern(r"\b{turns.praising} {turns.praised}\b|(?<!well )\bplayed\b")
"""Words of praise, which may be about the other player's turn."""
_COUNTED = word_set("turns.counted")
"""Words for things with a number in a game."""
_CLAUSES = re.compile(r"[,;]\s+")
_NOT_YET = word_set("turns.not_yet")
"""Words that alone are no wish, but about a turn: "B3-C3 soon"."""
_YEAR = re.compile(r"20\d\d")
_NAMES_BEHIND = WordPattern(r"{turns.behind}(?!\w)")
"""Words after an announced turn, where the verb comes last or the turn comes first."""
_LIKING = WordPattern(r"\bto your (?:last )?(?:turn|move|letter|mail)\b|^{turns.polite}\b|^{turns.number_signs}(?= \d)")
"""Polite ways to announce a turn."""
_NUMBERED = WordPattern(
    r"^(\W*{turns.numbered}) (?:(?:no|nr|num|núm|n°|nº|№|č)\.? ?\d{1,4}|{turns.numbers})\b",
    re.IGNORECASE,
)
_LABEL_IN_SIGNS = WordPattern("{turns.labels_in_signs}")
"""Labels in languages whose words are not parted."""
_LATER = WordPattern(r"\b{turns.later}\b")
"""Labels of turns that are for later, or of somebody else."""
_ASKING = word_set("turns.is")
_OWN = word_set("turns.my")
_VERBS = word_set("turns.verbs")
_PRONOUNS = word_set("turns.pronouns")
"""A verb before one of these asks, even where the question mark was forgotten."""
_FORCED = WordPattern(
    r"^\W*(?:{turns.well},? )?{turns.i_have} ?{turns.no}? ?(?:{turns.other} )?{turns.choice}\W*$|"
    r"^\W*(?:i )?(?:could not|couldn't|cannot|can't) (?:find|see|think of) (?:anything|something|"
    r"a) better(?: \w+)?\W*$"
)
"""Who has no choice announces what he does."""
