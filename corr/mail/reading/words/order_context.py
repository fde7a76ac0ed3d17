"""
What stands around an order, and whether it leaves the order as it is.

It is judged by its form first: a line that leads into the order, a question that names no other subject, a short
paragraph right after it. Only then by lists of words, since nobody can list all the ways of taking something back.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property

from corr.mail.reading.words.doubts import is_about_above, is_telling, takes_back
from corr.mail.reading.words.salutations import (
    closes_at_end,
    closes_by_form,
    is_card,
    is_close,
    is_contact,
    is_name,
    is_name_in_small,
    is_salutation,
    opens,
)
from corr.mail.reading.words.speech import introduces, is_greeting, is_praise, is_wish, plain_words, sentences
from corr.mail.reading.words.subjects import ends_in_name, judges, tells
from corr.mail.reading.words.talk import (
    is_known,
    is_known_paragraph,
    is_phrase,
    is_question,
    is_talk,
    names_somebody,
    wishes,
    words_in,
)
from corr.mail.reading.words.verdicts import VerdictRow
from corr.mail.reading.words.vocabulary import REFUSING, WordPattern

_FEW = 12
"""Words of a paragraph right after an order that may be about it, or of its first sentence, if nobody knows better."""
_FEWER = 6
"""The same of a paragraph right before it: what is said ahead of a turn is talk more often."""
_NAMES = 3
_SHORT_NAME = 3
"""Letters from which on the beginning of a name stands for it: "Rob"."""
_ENDS = (".", "!", "?", "。", "！", "？", "؟", "٫", ";", "\u037e")
_TRAILS = ("..", "…")
_CLOSING = " \t\"'”’»)]*_~"


_FORWARD = WordPattern(r"\b{doubt.pointing_down}\b|^\W*{doubt.here_comes}\b")
"""By these a sentence that is whole points to what stands below it."""
_PRESENTS = WordPattern(r"[^\W\d_a-z][\w'’-]{0,24} {letters.here}[.!]")
_HESITATING = WordPattern(r"\W*{doubt.hesitating}(?!\w)")
_POSTSCRIPT = re.compile(r"^\W*p\.?\s?s\b[.:,\s]*", re.IGNORECASE)
_LAST_WORD = re.compile(
    r"(?<!what )(?<!where )(?<!how )\b(?:(?:i|you|we|they|he|she) (?:do|did|does|can|have|had|am|are|was|were)|"
    r"(?:me|him|us|them|too|though|again|home|now|today|tonight|yesterday|far|ever|alone|all|lol|haha|hehe|tbh|xd))$"
)
"""At these sentences end whose writers put no sign there."""
_LAST_CLAUSE = re.compile(r"[,;:]|\s[-–—]\s")


@dataclass(frozen=True)
class Words:
    """The writer's own words, with the lines that are orders marked."""

    lines: list[str]
    taken: frozenset[int]
    """The numbers of lines that are orders, or belong to them."""
    ended: frozenset[int] = frozenset()
    """Those of them that cannot go on in the line below."""
    writer: frozenset[str] = frozenset()
    """The words of the writer's name, in small letters, as far as known."""

    @cached_property
    def paragraphs(self) -> list["_Paragraph"]:
        """The paragraphs of all lines that are not taken."""
        found: list[_Paragraph] = []
        for number, line in enumerate(self.lines):
            if number in self.taken or not line.strip():
                continue
            if found and found[-1].last == number - 1:
                found[-1].lines.append(line)
            else:
                found.append(_Paragraph(number, [line]))
        return found


@dataclass(frozen=True)
class _Paragraph:
    first: int
    lines: list[str]

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1

    @cached_property
    def text(self) -> str:
        return " ".join(line.strip() for line in self.lines)

    @cached_property
    def sentences(self) -> list[str]:
        return sentences(_POSTSCRIPT.sub("", self.text))

    @cached_property
    def is_known(self) -> bool:
        return is_known_paragraph(self.lines)

    @cached_property
    def takes_back(self) -> bool:
        return takes_back(self.text)

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(range(self.first, self.last + 1))


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The doubt that the words around an order raise, if any."""

    row: VerdictRow = VerdictRow.NOTHING
    lines: frozenset[int] = field(default=frozenset())
    """The numbers of the lines that raise it, if they are meant for us and not to be passed on."""


HARMLESS = OrderContext()


def turn_context(words: Words, first: int, last: int) -> OrderContext:
    """The context of the turn on the lines from *first* to *last*."""
    found = order_context(words, first, last)
    if found.row:
        return found
    before = next((part for part in reversed(words.paragraphs) if part.last < first), None)
    if before is not None and _is_remark(before):
        return OrderContext(VerdictRow.OTHER_WORDS)
    after = next((part for part in words.paragraphs if part.first > last), None)
    return HARMLESS if after is None else _followed(words, after)


def order_context(words: Words, first: int, last: int) -> OrderContext:
    """The context of the order on those lines, without the rules for what follows a turn."""
    if _is_led_into(words, first):
        return OrderContext(VerdictRow.LED_INTO)
    taking_back = [part for part in words.paragraphs if part.takes_back]
    if taking_back:
        return OrderContext(VerdictRow.TAKEN_BACK, _addressed_to_us(taking_back))
    asking = [*_asking(words, last, is_below=True), *_asking(words, first, is_below=False)]
    if asking:
        return OrderContext(VerdictRow.QUESTION, _addressed_to_us(asking))
    below = next((part for part in words.paragraphs if part.first == last + 1), None)
    return OrderContext(VerdictRow.OTHER_WORDS) if below is not None and _goes_on(words, below, last) else HARMLESS


def is_all_known(words: Words) -> bool:
    """Whether there is nothing besides the orders but greetings, names and a signature."""
    return all(_is_signed_or_greeted(words, part, number) for part in words.paragraphs for number in part.numbers)


def is_bare(words: Words) -> bool:
    """Whether there is nothing besides the orders but greetings, names, a signature, thanks and wishes."""
    return all(
        _is_signed_or_greeted(words, part, number) or is_wish(words.lines[number])
        for part in words.paragraphs
        for number in part.numbers
    )


def ends_sentence(line: str) -> bool:
    """Whether a sentence ends where *line* ends."""
    bare = line.rstrip(_CLOSING)
    if not bare:
        return True
    if bare.endswith(_ENDS):
        return not bare.endswith(_TRAILS)
    # A smiley, or a sign that nobody ends the middle of a sentence with.
    last = line.rsplit(None, 1)[-1]
    return not any(sign.isalnum() for sign in last) and not last.endswith(
        (",", ":", "，", "：", "、", "-", "–", "—", "…", "..", ")", "]")
    )


def leads_on(line: str) -> bool:
    """Whether what *line* says may go on in the line below."""
    return bool(line.strip()) and not ends_sentence(line) and not _is_harmless_lead(line)


def _is_led_into(words: Words, first: int) -> bool:
    """Whether what stands right before the line *first* may go on in it, and is no label."""
    above = next((number for number in reversed(range(first)) if words.lines[number].strip()), None)
    if above is None:
        return False
    if above in words.taken:
        return above == first - 1 and above not in words.ended
    return _leads_into(words, next(part for part in words.paragraphs if above in part.numbers), first)


def _leads_into(words: Words, part: _Paragraph, first: int) -> bool:
    """Whether *part*, right above the line *first*, may go on in it."""
    if _is_opening(words, part, first):
        return False
    if ends_sentence(part.lines[-1]):
        return words_in(part.text) <= _FEW and _points_on(part.sentences[-1])
    open_lines = _open_lines(part.lines)
    if part.last < first - 1 and _is_without_end(part):
        return False
    if all(map(_is_harmless_lead, open_lines)):
        return False
    return not _is_harmless_lead(" ".join(open_lines))


def _is_opening(words: Words, part: _Paragraph, first: int) -> bool:
    """Whether *part* is how the mail begins, apart from the order on the line *first*, and greets by its form."""
    is_first = part is words.paragraphs[0] and part.last < first - 1
    return is_first and min(words.taken, default=first) > part.first and opens(part.lines)


def _is_without_end(part: _Paragraph) -> bool:
    """Whether *part* is long enough to be talk, of somebody who writes no capitals and no signs at the end."""
    is_long = words_in(part.text) > _FEW and _begins_small(part)
    last = part.sentences[-1].lower()
    is_ended = ends_in_name(last) or _LAST_WORD.search(last) is not None
    return is_long and part.text[-1:].isalnum() and is_ended


def _is_remark(part: _Paragraph) -> bool:
    """Whether a paragraph is whole and so short that it may be about what stands below it: "Two ideas, both bad."."""
    if words_in(part.text) > _FEWER or part.is_known or not ends_sentence(part.lines[-1]):
        return False
    return any(_is_judging(one) for one in part.sentences if not (is_known(one) or _announces(one)))


def _is_judging(sentence: str) -> bool:
    """Whether *sentence* judges, denies, or begins with the sounds of somebody who hesitates."""
    words = plain_words(sentence)
    return judges(sentence) or not REFUSING.isdisjoint(words) or _HESITATING.match(sentence.lower()) is not None


def _announces(sentence: str) -> bool:
    """Whether *sentence* announces a turn, praises the last one, asks, or says who writes: "Tim here."."""
    return (
        introduces(sentence)
        or is_praise(sentence)
        or is_question(sentence)
        or _PRESENTS.fullmatch(sentence.strip()) is not None
    )


def _points_on(sentence: str) -> bool:
    """Whether a whole *sentence* speaks of what stands below it, and does not just announce it."""
    if _FORWARD.search(sentence.lower()) is None or is_question(sentence) or is_known(sentence):
        return False
    return not any(introduces(clause) for clause in (sentence, _LAST_CLAUSE.split(sentence)[-1]))


def _open_lines(lines: list[str]) -> list[str]:
    """The last of *lines* from the one on in which the sentence begins that has no end."""
    start = len(lines) - 1
    while start and not ends_sentence(lines[start - 1]):
        start -= 1
    return lines[start:]


def _is_harmless_lead(text: str) -> bool:
    """Whether *text*, which has no end, announces a turn, greets or counts and no more."""
    bare = text.strip()
    if introduces(bare) or bare.strip("#.:)( ").isdecimal():
        return True
    last = (sentences(bare.rstrip(" -–—")) or [""])[-1]
    if is_salutation(bare):
        return True
    if bare.endswith((":", "：")):
        return is_greeting(bare)
    return (
        is_greeting(last)
        or is_wish(last)
        or is_phrase(last)
        or (is_name(last) and len(last.split()) == 1 and not is_telling(last))
    )


def _asking(words: Words, line: int, *, is_below: bool) -> list[_Paragraph]:
    """The paragraphs next to *line* that ask what may be about it; greetings and the like are passed over."""
    parts = [part for part in words.paragraphs if (part.first > line) is is_below]
    for part in parts if is_below else reversed(parts):
        if any(is_question(sentence) and not is_talk(sentence) for sentence in part.sentences):
            return [part]
        if not part.is_known:
            break
    return []


def _goes_on(words: Words, below: _Paragraph, last: int) -> bool:
    """Whether the line *last* may go on in the lines *below*."""
    first = next((sign for sign in below.text if sign.isalpha()), "")
    if ends_sentence(words.lines[last]) or below.is_known or is_known(below.lines[0]):
        return False
    if first.islower():
        return not is_name_of(words, below.lines[0])
    return first != "" and not first.isupper() and words_in(below.text) > _FEW


def _followed(words: Words, after: _Paragraph) -> OrderContext:
    """The context of a turn by the paragraph *after* it."""
    if _is_signature(words, after):
        return HARMLESS
    if _may_be_others(after):
        return OrderContext(VerdictRow.OTHER_WORDS)
    if after.is_known:
        return HARMLESS
    first = next((one for one in after.sentences if not (is_greeting(one) or is_wish(one))), "")
    if is_about_above(first) and not is_phrase(first):
        return OrderContext(VerdictRow.OTHER_WORDS)
    if words_in(after.text) > _FEW or all(is_known(one) or tells(one) for one in after.sentences):
        return HARMLESS
    below = [line for part in words.paragraphs if part.first >= after.first for line in part.lines]
    return HARMLESS if closes_at_end(below) else OrderContext(VerdictRow.OTHER_WORDS)


def _begins_small(part: _Paragraph) -> bool:
    return part.text.lstrip("\"'“„«(")[:1].islower()


def _is_all_small(words: Words, part: _Paragraph) -> bool:
    """Whether the writer begins sentences without a capital elsewhere as well, or writes none at all."""
    others = [other for other in words.paragraphs if other is not part]
    is_used = any(map(_begins_small, others)) or any(one[:1].islower() for one in part.sentences[1:])
    return is_used or not any(sign.isupper() for other in (*others, part) for sign in other.text)


def _may_be_others(after: _Paragraph) -> bool:
    """Whether the paragraph *after* a turn may say that somebody else has written the turn."""
    told = [one for one in after.sentences if not (is_question(one) or is_wish(one) or is_close(one) or wishes(one))]
    return words_in(after.text) <= _FEW and any(names_somebody(one.lower()) for one in told)


def _is_signature(words: Words, part: _Paragraph) -> bool:
    """Whether *part* is the writer's name, with a farewell above or an address below it perhaps."""
    named, *rest = part.lines
    if part is not words.paragraphs[-1]:
        return False
    if is_name(named) or is_name_of(words, named):
        is_signed = not rest or any(map(is_contact, rest)) or is_card(part.lines)
        return is_signed or closes_by_form(part.lines)
    if is_name_in_small(part.text):
        return _is_all_small(words, part)
    return closes_by_form(part.lines)


def is_name_of(words: Words, line: str) -> bool:
    """Whether *line* is a name of the writer, as far as it is known."""
    own = [word.casefold() for word in line.strip("~–—-., \t").split()]
    return 0 < len(own) <= _NAMES and bool(words.writer) and all(_is_part_of_name(word, words.writer) for word in own)


def _is_part_of_name(word: str, writer: frozenset[str]) -> bool:
    bare = word.strip(".")
    return any(
        name == bare or (len(bare) >= _SHORT_NAME and (name.startswith(bare) or bare.startswith(name)))
        for name in writer
    ) or (len(bare) == 1 and any(name.startswith(bare) for name in writer))


def _is_signed_or_greeted(words: Words, part: _Paragraph, number: int) -> bool:
    """Whether a line greets, closes the letter, or is the writer's name or address."""
    line = words.lines[number]
    if is_greeting(line) or is_close(line) or is_contact(line):
        return True
    above = words.lines[:number]
    before = next((text for text in reversed(above) if text.strip()), "")
    is_closed = bool(before) and is_close(before) and part is words.paragraphs[-1]
    if is_name_of(words, line) or (is_closed and is_name(line)):
        return True
    # A name that nobody knows may as well be a word: "Oops", and above all where no name is signed.
    is_below = number > max(words.taken, default=-1) or line.rstrip().endswith(",")
    return not words.writer and is_name(line) and number == part.last and part is words.paragraphs[-1] and is_below


def _addressed_to_us(parts: list[_Paragraph]) -> frozenset[int]:
    """The lines of those *parts* that are short enough to be about the order alone."""
    return frozenset(number for part in parts if words_in(part.text) <= _FEW for number in part.numbers)


_NAME_LINES = 4
_NAME_LENGTH = 40
_NAME_WORDS = 2


def without_salutation(words: Words, text: str) -> str:
    """*text* without a salutation and the writer's name at its ends; empty if it holds signs alone."""
    lines = text.split("\n")
    if is_salutation(lines[0]) and not is_wish(lines[0]):
        lines.pop(0)
    if lines and is_name_of(words, lines[-1]):
        lines.pop()
    text = "\n".join(lines).strip()
    return text if any(sign.isalnum() for sign in text) else ""


def free_words(lines: list[str], taken: frozenset[int], turn: int) -> str:
    """The words below line number *turn*, or all words if that is -1, without commands, greeting and farewell."""
    rest = ["" if number in taken else lines[number].rstrip() for number in range(turn + 1, len(lines))]
    while rest and (not rest[0].strip() or is_greeting(rest[0])):
        rest.pop(0)
    for number, line in enumerate(rest):
        below = [text for text in rest[number + 1 :] if text.strip()]
        if is_close(line) and len(below) <= _NAME_LINES and all(len(text) <= _NAME_LENGTH for text in below):
            rest = rest[:number]
            break
    return "\n".join(_without_name(_trimmed(rest)))


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _without_name(lines: list[str]) -> list[str]:
    """*lines* without a name that stands alone at the end, with a dash before it or a blank line above it."""
    if not lines:
        return lines
    last = lines[-1].strip()
    bare = last.lstrip("-–—~ ")
    words = bare.split()
    is_name = 0 < len(words) <= _NAME_WORDS and all(word[:1].isupper() and word.isalpha() for word in words)
    is_apart = bare != last or len(lines) == 1 or not lines[-2].strip()
    return _trimmed(lines[:-1]) if is_name and is_apart else lines
