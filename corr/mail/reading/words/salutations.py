"""
How letters begin and end: greetings, farewells, names, and what stands below a name.

Words are taken singly, in any language. Whatever its language, a line that ends in a comma and has a name below it
closes a letter by its form, and a line of a few words with a name at its end begins one.
"""

import re

from corr.mail.reading.words.doubts import is_doubting, is_telling, little_words, takes_back, without_repeats
from corr.mail.reading.words.signatures import is_valediction
from corr.mail.reading.words.speech import asks, plain_words, without_place
from corr.mail.reading.words.subjects import is_read
from corr.mail.reading.words.vocabulary import (
    ALL_LITTLE,
    GREETINGS,
    JUDGING,
    LABELS,
    OF_GAMES,
    REFUSING,
    UNPARTED,
    WISHES,
    WordPattern,
    folded_word_set,
    word_set,
)

_FAREWELLS = folded_word_set("letters.farewells")
"""Each of these may close a letter by itself."""
_BESIDE = folded_word_set("letters.beside_farewells")
"""These stand beside them."""
_TELLING = REFUSING | (LABELS - WISHES - _FAREWELLS - _BESIDE)
"""Words of which sentences about a turn are made."""
_MOST = 8
_LONGEST_CLOSE = 10
"""Words of the line above a name by which a letter is closed."""
_FORMAL = 3
"""Words of a farewell in a language that is not known."""
_NAMES = 3
_NAME_LINES = 3
_CARD_LINES = 5
_CLOSING_LINES = 7
"""Lines that may stand below a turn as a farewell, with names, an office and an address."""
_CLOSINGS = 3
_CLOSING_WORDS = 6
_NAME_WORDS = 8
_NICKNAME = 20
"""Letters of a nickname."""
_LETTERS_ONLY = re.compile(r"[\d_]+")
_NAME_IN_SIGNS = re.compile(
    r"(?![明今先后後改下])[\u4e00-\u9fff々]{2,4}|[김박최강윤임한서신권황송홍장][가-힣]{2}(?<![요다음함임])"
)
_INITIAL = WordPattern(r"^(?:[^\W\d_]\.|[-–—~/*^#]+|x{1,3}|{letters.before_signature}) ?(?=\S)")
"""Prefixes of a name in a signature: "t. Seppo", "~ Jo"."""
_SHORTEST, _LONGEST = 2, 8
"""Letters of a name without its capital."""
_LINE = 300
"""Letters of a line that may be an address."""
_LONG_WORD = 4
_TITLED = WordPattern(r"^(?:{letters.titles}\.? ){1,3}", re.IGNORECASE)
_BESIDE_NAMES = WordPattern(r" (?:&|\+|{letters.between_names})(?= )| x{1,3}[,!]?$| \([^()]{2,40}\)[,!]?$")
"""Words between two names, and additions after one: a kiss, where somebody is from."""
_WORD = r"[^\W\d_](?:[\w'’-]{0,24})\.?"
_NAME = re.compile(
    rf"[~–—/-]{{0,2}} ?(?!\d){_WORD}(?: {_WORD}){{0,5}}"
    rf"(?: (?:&|\+) {_WORD}(?: {_WORD})?)?(?:, [^\W\d_a-z][\w.]{{1,20}}|,? \([^()]{{2,40}}\)|,? aged? \d{{1,3}})?[,!]?"
)
_CONTACT = re.compile(
    r"(?=.{0,30}\d)[\d\W]{6,30}|\S{1,64}@\S{1,100}|<?(?:https?://|www\.)\S{1,300}|"
    r"(?:tel|phone|mob|mobile|fax|t|m|p)\b[.: ]{1,3}[\d\W]{5,40}",
    re.IGNORECASE,
)


def is_close(line: str) -> bool:
    """Whether *line* closes a letter, with a name behind it perhaps: "Best regards,", "Cheers, Dave"."""
    if is_valediction(line):
        return True
    text = without_place(without_repeats(line) if len(line) <= _LINE else line)
    words = plain_words(text)
    if asks(text) or not words or len(words) > _MOST:
        return False
    said = next((at for at, word in enumerate(words) if word not in _FAREWELLS | _BESIDE | WISHES), len(words))
    names = [word for word in text.split() if any(sign.isalnum() for sign in word)][said:]
    if _FAREWELLS.isdisjoint(words[:said]) or len(names) > _NAMES:
        return False
    return all(name.lstrip("(/-–—")[:1].isupper() for name in names)


def closes_by_form(lines: list[str]) -> bool:
    """Whether *lines*, the last ones of a letter, are a few words with a comma and names below them."""
    first, *names = lines
    words = plain_words(first)
    if len(first) > _LINE:
        return False
    is_formal = first.rstrip().endswith((",", "，", "،")) and 0 < len(words) <= _FORMAL
    is_plain = (
        REFUSING.isdisjoint(words) and not asks(first) and (LABELS - WISHES - _FAREWELLS - _BESIDE).isdisjoint(words)
    )
    is_plain = is_plain and not any(sign.isdigit() for sign in first)
    is_named = 0 < len(names) <= _NAME_LINES and all(map(is_name, names))
    return is_named and ((is_formal and is_plain) or _parts(first, words))


def closes_at_end(lines: list[str]) -> bool:
    """
    Whether *lines*, all that stands below a turn, are a farewell of a few words by their form, in any language.

    That is a name below it, written as names or as nicknames are, or a line of no more than three words by itself.
    """
    if len(lines) > _CLOSING_LINES or any(len(line) > _LINE for line in lines):
        return False
    said = next((at for at, line in enumerate(lines) if _may_be_named(line, is_first=at == 0)), len(lines))
    if said == 0:
        return False
    closing, named = lines[:said], lines[said:]
    if not named:
        return len(closing) == 1 and _is_short_farewell(closing[0])
    are_printed = all(_may_be_named(line, is_first=False) or is_contact(line) or _is_printed(line) for line in named)
    return len(closing) <= _CLOSINGS and are_printed and all(map(_may_close, closing))


def _may_close(line: str) -> bool:
    """Whether *line*, above a name, is short and says nothing that could be about a turn."""
    if is_close(line) or is_valediction(line):
        return True
    words = plain_words(without_repeats(line))
    if len(words) > _CLOSING_WORDS or is_telling(line):
        return False
    if not words or words[0] in _FAREWELLS | _BESIDE | WISHES:
        return True
    is_parted = not line.rstrip()[-1].isalnum() or is_read(line)
    return little_words(words) * 2 <= len(words) and (is_parted or len(words) < _FORMAL)


def _is_short_farewell(line: str) -> bool:
    """Whether *line*, which stands by itself at the end, is of two or three words that name nothing about a turn."""
    words = plain_words(without_repeats(line))
    if not 0 < len(words) <= _FORMAL or is_telling(line):
        return False
    if UNPARTED.search(line):
        return _NAME_IN_SIGNS.fullmatch(line.strip()) is not None
    if words[0] in _FAREWELLS:
        return len(words) == 1 or words[0] not in _BESIDE
    return not line.rstrip().endswith((".", ":", "…", "-", "–", "—")) and little_words(words) <= 1


def _may_be_named(line: str, *, is_first: bool) -> bool:
    """Whether *line* may be a name, or a nickname: one word, or words most of which have capitals."""
    bare = _INITIAL.sub("", line.strip())
    if is_first or not bare or is_close(line):
        return False
    words = bare.split()
    shown = [word.strip("~–—-/.,()[]'\"’^*_!:") for word in words]
    shown = [word for word in shown if any(sign.isalpha() for sign in word)]
    if not shown:
        return len(words) == 1
    if len(shown) == 1:
        return len(shown[0]) <= _NICKNAME and bare[-1] not in ".!," and not is_telling(_LETTERS_ONLY.sub("", shown[0]))
    capitals = sum(not word[:1].islower() for word in shown)
    return len(shown) <= _NAME_WORDS and capitals * 2 > len(shown) and bare[-1] not in "!," and is_calm(bare)


def is_calm(line: str) -> bool:
    """Whether nothing is asked, taken back or denied in *line*."""
    return not asks(line) and REFUSING.isdisjoint(plain_words(line)) and not takes_back(line)


def _parts(line: str, words: list[str]) -> bool:
    """Whether *line*, with a name below it, has no word of denying, judging or asking, in a language that is known."""
    if not 0 < len(words) <= _LONGEST_CLOSE or asks(line) or any(sign.isdigit() for sign in line):
        return False
    if is_telling(line):
        return False
    is_begun = words[0] in _FAREWELLS | _BESIDE | WISHES
    return is_begun or is_read(line) or line.rstrip().endswith(",")


def is_card(lines: list[str]) -> bool:
    """Whether *lines* are a name and below it an office, a house, a town, as they are printed on cards."""
    named, *rest = lines
    if not is_name(named) or not 0 < len(rest) <= _CARD_LINES:
        return False
    is_told = len(named.split()) > 1 or all("," in line or any(map(str.isdigit, line)) for line in rest)
    return is_told and all(is_contact(line) or _is_printed(line) for line in rest)


def _is_printed(line: str) -> bool:
    """Whether *line* has no sentence in it: every longer word of it has a capital."""
    longer = [word for part in line.split() if len(word := part.strip(" ,.()\"'")) >= _LONG_WORD]
    is_capital = all(word[0].isupper() or word[0].isdigit() for word in longer)
    return bool(longer) and is_capital and REFUSING.isdisjoint(plain_words(line)) and line.rstrip()[-1] not in ".!?"


def is_name(line: str) -> bool:
    """Whether *line* may be a name by its form: a few words with capitals, a title before them perhaps."""
    bare = line.strip()
    words = bare.strip("~–—-/., ").split()
    is_ended = bare.endswith((".", "!")) and len(words[-1:]) and len(words[-1]) > 1
    if is_ended or _NAME.fullmatch(bare) is None:
        return False
    inner = _BESIDE_NAMES.sub("", _TITLED.sub("", bare.strip("~–—-/., "))).split()
    return 0 < len(inner) <= _NAMES + 1 and all(word[0].isupper() for word in inner)


def is_name_in_small(line: str) -> bool:
    """Whether *line* may be a name without its capital: one short word that says nothing."""
    word = line.strip("~–—-/., \t")
    is_word = _SHORTEST <= len(word) <= _LONGEST and word.isalpha() and word.islower() and word.isascii()
    return is_word and word not in _TELLING and not is_telling(word)


def is_contact(line: str) -> bool:
    """Whether *line* is a telephone number or an address, as it stands below a name."""
    return len(line) <= _LINE and _CONTACT.fullmatch(line.strip()) is not None


_LONGEST_SALUTATION = 5
_PAIR = 2
_ENDS = (",", "!", ":", "，", "！", "：")
_LINES = 2
_LONGEST_OPENING = 120
_GREETED = 12
"""Words of a first line that begins as greetings do."""
_LEADING = (":", "：", "…", "..", "-", "–", "—")
_NAMED = 4
"""Words of a line that greets by its name alone."""
_MORE = word_set("letters.more_greetings")
"""First words of greetings that are no greetings alone."""
_SAYING = word_set("letters.saying") | word_set("letters.quoting")
"""Words of lines that introduce something said or quoted."""
_KNOWN_WHOLE = WordPattern("{letters.whole_greetings}")
_ADDRESSING = word_set("letters.addressing")
"""Little words of a line that says no more than whom it is for."""
_OPEN = word_set("letters.unfinished")
"""Words with which no line ends that is complete."""
_VERBAL = WordPattern(r"\b{letters.verbal}\b")
_IN_BRACKETS = re.compile(r"\([^()]{1,80}\)")
_HAILING = word_set("letters.hailing")
"""Words that greet, whatever follows."""
_TOLD = word_set("letters.saying")
_IN_SIGNS = WordPattern(
    r"(?:[\u3400-\u9fff\u3040-\u30ffー々]{1,8}[,，、 ]?)?{letters.greetings_in_signs}[,，。！!：:、]?|"
    r"[\u3400-\u9fff\u3040-\u30ffー々]{1,8}{letters.honorifics_in_signs}[,，。！!：:、]?"
)


def is_salutation(line: str) -> bool:
    """Whether *line*, above a turn, greets somebody by its form: "Ahoy Captain,", "Dobrý den, pane Nováku,"."""
    if _IN_SIGNS.fullmatch(line.strip()):
        return True
    words = plain_words(line)
    if not 0 < len(words) <= _LONGEST_SALUTATION or asks(line) or any(sign.isdigit() for sign in line):
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
    return all(_opens(without_repeats(line)) for line in lines if len(line) <= _LONGEST_OPENING) and all(
        len(line) <= _LONGEST_OPENING for line in lines
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
