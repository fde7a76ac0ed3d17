"""The writer's own words, with the orders marked, and what is left beside those once what is harmless is taken away."""

from dataclasses import dataclass
from functools import cached_property

from corr.mail.reading.words.clauses import CLOSING, clauses, ends_sentence, plain_words, sentences, sentences_of
from corr.mail.reading.words.doubts import is_about_game
from corr.mail.reading.words.harmless import (
    declares,
    hands_over,
    is_greeting,
    is_harmless,
    is_label,
    is_naming,
    is_plain,
    presents,
    signed_from,
)
from corr.mail.reading.words.verdicts import Left
from corr.mail.reading.words.vocabulary import WordPattern, folded_word_set

_LEADING = folded_word_set("turns.leading_in")
_WISH_ENDS = folded_word_set("letters.wish_ends")
_ABBREVIATION = WordPattern(r"(?:^|[\s(]){turns.abbreviations}\s*$")
_INNER_STOP = WordPattern(r"(?:^|[\s(])(?:[^\W\d_]{1,4}\.[ -]?){2,4}\s*$")
_LEADING_SIGNS = (",", ":", "-", "–", "—", "，", "：", "、", "،")
_FEW = 2
"""Words behind a turn that may hand it over: "voilà"."""
_LONGEST_OPENING = 5
"""Words of a greeting that is known by its form."""
_MOST_SENTENCES = 1000
"""The most sentences beside orders that are judged: nobody writes more, and reading more would take long."""


@dataclass(frozen=True)
class Words:
    """The writer's own words, with the lines that are orders marked."""

    lines: list[str]
    taken: frozenset[int]
    """The numbers of lines that are orders, or belong to them."""
    unended: frozenset[int] = frozenset()
    """Those of them that a mail program may have broken, so that they go on in the line below."""
    names: frozenset[str] = frozenset()
    """The words of the names of both players, in small letters, as far as known."""

    @cached_property
    def paragraphs(self) -> list["Paragraph"]:
        """The paragraphs of all lines that are not taken."""
        found: list[Paragraph] = []
        for number, line in enumerate(self.lines):
            if number in self.taken or not line.strip():
                continue
            if found and found[-1].last == number - 1:
                found[-1].lines.append(line)
            else:
                found.append(Paragraph(number, [line]))
        return found


@dataclass(frozen=True)
class Paragraph:
    """Neighbouring lines with words."""

    first: int
    lines: list[str]

    @property
    def last(self) -> int:
        """The number of its last line."""
        return self.first + len(self.lines) - 1

    @cached_property
    def text(self) -> str:
        """Its lines as one."""
        return " ".join(line.strip() for line in self.lines)

    @cached_property
    def sentences(self) -> list[str]:
        """Its sentences."""
        return sentences_of(self.lines)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of its lines."""
        return frozenset(range(self.first, self.last + 1))


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line that is an order, with the words that stand on it beside the order."""

    number: int
    ahead: str = ""
    behind: str = ""
    is_turn: bool = False
    is_ended: bool = False
    """Whether the order's sentence ends with it, and the words behind it are another one."""


def left_beside(words: Words, orders: list[OrderLine]) -> Left:
    """What is left beside *orders*, whose lines are in order, and beside the lines of *words* that are taken."""
    taken = words.taken | {order.number for order in orders}
    lines = ["" if number in taken else line for number, line in enumerate(words.lines)]
    end = signed_from(lines, words.names)
    rest = Words(lines[:end], taken)
    first, last = (orders[0].number, orders[-1].number) if orders else (-1, -1)
    written = [one for part in rest.paragraphs for one in part.sentences]
    written += [one for order in orders for one in (*sentences(order.ahead), *sentences(order.behind))]
    if len(written) > _MOST_SENTENCES:
        return Left(tuple(written[:1]), is_long=True)
    found, nearest = list[str](), list[str]()
    is_turn_below = any(order.is_turn for order in orders)
    first_below = next((part for part in rest.paragraphs if part.first > last), None)
    for part in rest.paragraphs:
        is_above = is_turn_below and part.last < first
        left = [one for one in part.sentences if not _is_passed_over(one, words.names, is_above=is_above)]
        found += left
        if left and any(order.number == _next(lines, part.last, taken) for order in orders):
            nearest += left[-1:] if left[-1] == part.sentences[-1] else []
        elif part is first_below:
            nearest += left[:1]
    for order in orders:
        ahead = [one for one in sentences(order.ahead) if not _is_passed_over(one, words.names, is_above=True)]
        behind = _left_behind(order, words.names)
        found += ahead + behind
        nearest += ahead[-1:] + behind[:1]
    return Left(
        tuple(found),
        tuple(nearest),
        is_led_into=any(not order.ahead and _is_led_into(words, order, taken) for order in orders),
        goes_on=any(_goes_on(lines, order.number, words) for order in orders),
    )


def _left_behind(order: OrderLine, names: frozenset[str]) -> list[str]:
    """The sentences behind an order on its line, without what names it or hands it over, and what is harmless."""
    behind = sentences(order.behind)
    if behind and (is_naming(behind[0]) or (len(plain_words(behind[0])) <= _FEW and is_label(behind[0], names))):
        behind = behind[1:]
    if behind and all(hands_over(clause, names) for clause in clauses(behind[0])):
        behind = behind[1:]
    # Praise in the sentence of a turn may be of the turn itself: "B3-C3, good move".
    about_turn = behind[:1] if behind and not order.is_ended and is_about_game(behind[0]) else []
    return about_turn + [one for one in behind[len(about_turn) :] if not is_harmless(one, names)]


def is_announced(ahead: str, names: frozenset[str]) -> bool:
    """Whether *ahead*, right before a turn in its own sentence, is harmless, announces the turn or declares it."""
    if not ends_sentence(ahead) and any(hands_over(clause, names) for clause in clauses(ahead)):
        return False
    if not ahead.strip() or declares(ahead) or presents(ahead):
        return True
    if leads_in(ahead, names):
        return False
    # Praise without an end may be of the turn itself: "Good move B3-C3".
    is_ended = ahead.rstrip().endswith((",", "!", ".", "…"))
    return is_label(ahead, names) or is_greeting(ahead) or (is_ended and is_harmless(ahead, names))


def leads_in(line: str, names: frozenset[str], *, is_turn: bool = True) -> bool:
    """
    Whether *line*, above an order, leads into it: by a sign, a conjunction or an abbreviation at its end.

    :param is_turn: whether the order is a turn, which may be announced.
    """
    if _INNER_STOP.search(line) or _ABBREVIATION.search(line.lower()):
        return True
    last = (sentences(line) or [""])[-1]
    clause = (clauses(last) or [""])[-1]
    if is_turn and (is_label(last, names) or is_label(clause, names) or declares(last) or presents(last)):
        return False
    bare = line.rstrip(CLOSING)
    words = plain_words(bare)
    is_open = not ends_sentence(line) and bool(words) and words[-1] in _LEADING
    if is_open and words[-1] in _WISH_ENDS and is_harmless(last, names):
        is_open = False
    if is_greeting(last) or (is_harmless(last, names) and not is_open and not bare.endswith((":", "："))):
        return False
    return is_open or bare.endswith(_LEADING_SIGNS)


def _is_passed_over(sentence: str, names: frozenset[str], *, is_above: bool) -> bool:
    if is_above and is_label(sentence, names):
        return True
    # Before a colon a name or praise may say whose turn follows.
    if sentence.rstrip().endswith((":", "：")) and not is_greeting(sentence):
        return False
    return is_harmless(sentence, names)


def _is_led_into(words: Words, order: OrderLine, taken: frozenset[int]) -> bool:
    above = next((at for at in reversed(range(order.number)) if words.lines[at].strip()), None)
    if above is None or _is_opening(words, above, order.number):
        return False
    if above in taken:
        return above == order.number - 1 and above in words.unended
    return leads_in(words.lines[above], words.names, is_turn=order.is_turn)


def _is_opening(words: Words, above: int, number: int) -> bool:
    """Whether the line *above* is how the mail begins, a few words with a comma and a blank line below: a greeting."""
    line = words.lines[above].rstrip()
    is_first = not any(text.strip() for text in words.lines[:above]) and number > above + 1
    is_short = (
        line.endswith((",", "!", "，", "！", ":", "：", "-", "–", "—")) and len(plain_words(line)) <= _LONGEST_OPENING
    )
    return is_first and is_short and is_plain(line)


def _next(lines: list[str], number: int, taken: frozenset[int]) -> int:
    """The number of the next line below *number* that holds anything."""
    return next((at for at in range(number + 1, len(lines)) if lines[at].strip() or at in taken), -1)


def _goes_on(lines: list[str], number: int, words: Words) -> bool:
    """Whether the lines right above and right below line *number* may be one sentence with it."""
    above = lines[number - 1] if number else ""
    below = lines[number + 1] if number + 1 < len(lines) else ""
    first = next((sign for sign in below if sign.isalpha()), "")
    is_open = bool(above.strip()) and not ends_sentence(above) and not is_harmless(above, words.names)
    return is_open and first.islower() and not ends_sentence(words.lines[number])
