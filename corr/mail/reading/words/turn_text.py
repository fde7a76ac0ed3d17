"""
The search for the turn in the writer's own words, each line of which has a kind: actions, an attempt, or prose.

Neighbouring lines of actions are one turn. Runs of actions separated by prose are candidates: two different ones are
asked back, the same one twice counts once. A turn within a sentence is never played without asking, since the sentence
may say that it was a mistake.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from corr.games.notation import (
    AROUND_WORDS,
    ARROWS,
    DENYING_SIGNS,
    JOINING_WORDS,
    LONGEST,
    TURNING_SIGNS,
    Stretch,
    actions_among,
    folded,
    forms,
    in_one_piece,
    latin,
    unmarked,
    unwrapped,
    without_sign,
)
from corr.mail.reading.words.clauses import asks, ends_sentence, plain_words, sentences
from corr.mail.reading.words.harmless import is_label, is_wish
from corr.mail.reading.words.own_words import OrderLine, Words, is_announced
from corr.mail.reading.words.verdicts import Left
from corr.mail.reading.words.vocabulary import UNPARTED, WordPattern, word_set

Formed = Callable[[str], bool]
"""A test whether a text has the form of one or more actions and nothing else."""

_LONGEST = 100
"""The longest line that may be a mistyped action, in characters."""
_AUTOLINK = re.compile(r"<(?:https?|mailto):[^>\s]{0,300}>|\[(?:https?):[^\]\s]{0,300}\]|\((?:https?):[^)\s]{0,300}\)")
_UNPARTED = rf"(?:{UNPARTED.pattern}|[\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f])"
_UNPARTED_SIDE = re.compile(
    rf"(?<={_UNPARTED})(?=[A-Za-z])|(?<={_UNPARTED}[,.:;])(?=[A-Za-z])|(?<=[A-Za-z0-9,.:;!])(?={_UNPARTED})"
)
"""Where a word of a script without spaces stands beside letters of a turn."""
_ATTEMPT = re.compile(r"(?!\S*(?:://|@|\\))(?=\S*[^\W\d_]\d)\S{2,80}")
_PAIR = re.compile(r"[^\W\d_]\d{1,2}\s?[^\w\s]{1,3}\s?[^\W\d_]\d{1,2}(?!\d)|[^\W\d_]\d{1,2}[xX][^\W\d_]\d{1,2}")
_STRAY_PAIR = re.compile(r"(?<![\w@/.-])[^\W\d_]\d{1,3}\s?-{1,2}>?\s?[^\W\d_]\d{1,3}(?![\w@/-])")
_JOINING = re.compile(r"[^\w\s]{1,4}")
_COLON = re.compile(r"^([^\W\d_]{2,20})\s?[:=]\s?")
_LABELLED = re.compile(r"^([^\d:：=]{1,60}?)\s?[:：=]\s?(.+)$")
_TIGHT_LABEL = re.compile(r"^([^\x00-\x7f]{1,20})(?=[A-Za-z0-9])(.+)$")
_TIGHT_WISH = re.compile(r"^(.*[A-Za-z0-9])([^\x00-\x7f]{1,20})$")
_TIGHT_NUMBER = re.compile(r"^(?:#?\d{1,3}[.):]{1,3}|[A-Za-z][.)])\s?(?=[^\W\d_])")
_NUMBER = re.compile(r"#?\d{1,3}[.):]?")
_LETTERED = re.compile(r"\W{0,3}(?:[A-Za-z][.):]|[Ⓐ-ⓩ🄐-🄩🄰-🅉🅐-🅱])")
_TO = WordPattern(r"(?<=\d)\s{1,3}{turns.to}\s{1,3}(?=[A-Za-z]\d)", re.IGNORECASE)
_DICTATED = re.compile(r"[A-Za-z][ \t]{1,3}\d")
_JOINS = word_set("turns.joining")
"""Words that join two actions of one turn, one after the other."""
_OUTER = " \u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class LineKind(Enum):
    """The kind of a line."""

    BLANK = "blank"
    ACTIONS = "actions"
    ATTEMPT = "attempt"
    """It looks like mistyped actions."""
    MENTIONS = "mentions"
    """Prose that mentions actions."""
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class WordsLine:
    """One line of the writer's own words."""

    kind: LineKind
    text: str
    """The actions without what surrounds them; the whole line if it has none."""
    mentions: tuple[str, ...] = ()
    is_near: bool = False
    """For an attempt, whether it surely is a mistyped action."""
    ahead: str = ""
    """The words ahead of the actions on their line."""
    behind: str = ""
    """The words behind them."""
    is_ended: bool = False
    """Whether their sentence ends with them, and the words behind them are another one."""
    written: str = ""
    """The line with the signs at its ends that may join it to the line above or below, where it has such."""
    is_lettered: bool = False
    """Whether it has a letter ahead, as alternatives have: "A) …"."""


def line_of(written: str, formed: Formed, names: frozenset[str] = frozenset(), *, searched: bool) -> WordsLine:
    """
    The kind of the line *written*, and the actions in it.

    :param names: the words of the names of both players.
    :param searched: whether prose is searched for actions within it.
    """
    bare = _UNPARTED_SIDE.sub(" ", _AUTOLINK.sub("", written)).strip()
    if not bare:
        return WordsLine(LineKind.BLANK, "")
    form = _form(bare, formed)
    written = bare
    if not form and (undressed := _undressed(bare, formed)):
        form, written = _form(undressed, formed), undressed
    is_turned = TURNING_SIGNS.search(bare.strip(_OUTER)) is not None
    denied = DENYING_SIGNS.sub("", bare)
    if form and not is_turned and denied == bare:
        is_lettered = _LETTERED.match(bare) is not None
        return WordsLine(LineKind.ACTIONS, form, (form,), written=unwrapped(written), is_lettered=is_lettered)
    within = form or (_form(denied.strip(), formed) if denied != bare else "") or _within(bare, formed)
    if within:
        # It is a question, has more words, or looks different from what is read, so the writer is asked.
        return WordsLine(LineKind.MENTIONS, bare, (within,))
    attempt = _attempt(bare, formed)
    if attempt is not None:
        return WordsLine(LineKind.MENTIONS, bare, (attempt.text,)) if is_turned else attempt
    return _sentence(bare, formed, names) if searched else WordsLine(LineKind.PROSE, bare)


def is_pair(text: str) -> bool:
    """Whether *text* has two squares with a sign between them, a form that every game has."""
    return _PAIR.search(folded(text)) is not None


def stray_pair(text: str) -> str:
    """The first two squares within *text* that a dash joins, whether a board has them or not; empty if it has none."""
    found = _STRAY_PAIR.search(folded(text))
    return found[0] if found else ""


def joins(text: str) -> bool:
    """Whether *text* holds nothing but words that join one action to the next."""
    words = plain_words(text) or text.split()
    return bool(words) and all(word in _JOINS for word in words)


def _within(bare: str, formed: Formed) -> str:
    """The actions that a line asks about."""
    return _form(bare.strip(AROUND_WORDS), formed) if asks(bare) else ""


def _undressed(bare: str, formed: Formed) -> str:
    """A line without a label before its actions, and without smileys and wishes after them."""
    labelled = _LABELLED.match(bare) or _TIGHT_LABEL.match(bare)
    inner = labelled[2] if labelled and is_label(f"{labelled[1]}:") else _TIGHT_NUMBER.sub("", bare)
    wished = _TIGHT_WISH.match(inner)
    inner = wished[1] if wished and is_wish(wished[2]) else inner
    words = inner.split()
    while len(words) > 1 and not any(sign.isalnum() for sign in words[-1]) and not asks(words[-1]):
        words.pop()
    shorter = " ".join(words)
    # A line that ends in a sign may be an action that a mail program broke.
    return shorter if shorter and shorter != bare and _form(shorter.strip(AROUND_WORDS), formed) else ""


def _form(bare: str, formed: Formed) -> str:
    dictated = _TO.sub(" to ", in_one_piece(bare))
    candidates = chain(forms(bare), forms(dictated) if dictated != bare else ())
    return next((form for form in candidates if formed(form)), "")


def _attempt(bare: str, formed: Formed) -> WordsLine | None:
    """The line as an attempt at actions, if it is one."""
    stripped = unmarked(bare)
    words = stripped.split()
    attempts = [_ATTEMPT.fullmatch(word) is not None for word in words]
    if any(attempts) and all(one or _JOINING.fullmatch(word) for one, word in zip(attempts, words, strict=True)):
        return WordsLine(LineKind.ATTEMPT, stripped, is_near=is_pair(stripped), written=unwrapped(bare))
    if len(stripped) <= _LONGEST and _is_near(stripped, formed):
        return WordsLine(LineKind.ATTEMPT, stripped, is_near=True, written=unwrapped(bare))
    return None


def _is_near(text: str, formed: Formed) -> bool:
    """Whether *text* would be a turn in Latin letters, its squares in one piece, without a colon after its word."""
    if not any(sign.isdecimal() for sign in text):
        return False
    plain = latin(folded(text)).strip(AROUND_WORDS)
    nearer = in_one_piece(_COLON.sub(r"\1 ", plain))
    return nearer != folded(text) and formed(nearer)


def _sentence(bare: str, formed: Formed, names: frozenset[str]) -> WordsLine:
    """A line with words, which may begin with a turn that was dictated."""
    line = _prose(bare, formed, names)
    if line.kind is LineKind.PROSE and _DICTATED.match(bare):
        # Elsewhere in prose a square in two pieces may be "a 3 to 4 chance".
        dictated = _prose(in_one_piece(bare), formed, names)
        is_turn = dictated.kind is LineKind.ACTIONS and is_wish(dictated.behind)
        return dictated if is_turn else line
    return line


def _prose(bare: str, formed: Formed, names: frozenset[str]) -> WordsLine:
    """A line with words, which is a turn if nothing but an announcement stands ahead of it in its sentence."""
    words = without_sign(bare).replace("：", "： ").split()
    spans = _joined_stretches(actions_among(words, formed), words)
    mentions = tuple(span.text for span in spans)
    if len(spans) == 1:
        only = spans[0]
        ahead, behind = " ".join(words[: only.start]), " ".join(words[only.end :])
        last = words[only.end - 1]
        own = "" if ends_sentence(ahead) else (sentences(ahead) or [""])[-1]
        is_introduced = is_announced(own, names) or joins(own) or _NUMBER.fullmatch(own.rstrip(" -–—")) is not None
        if is_introduced and not asks(last) and not last.endswith(":"):
            is_ended = last.endswith((".", "!"))
            return WordsLine(LineKind.ACTIONS, only.text, mentions, ahead=ahead, behind=behind, is_ended=is_ended)
    return WordsLine(LineKind.MENTIONS if mentions else LineKind.PROSE, bare, mentions)


def _joined_stretches(stretches: list[Stretch], words: list[str]) -> list[Stretch]:
    """*stretches* of a line's *words*, in which neighbours and those with a joining word between are one."""
    found: list[Stretch] = []
    for stretch in stretches:
        if found and (found[-1].end == stretch.start or joins(" ".join(words[found[-1].end : stretch.start]))):
            before = found.pop()
            found.append(Stretch(f"{before.text}, {stretch.text}", before.start, stretch.end))
        else:
            found.append(stretch)
    return found


_PIECE = 60
"""The longest rest of a broken action, in characters."""
_MEANINGLESS = re.compile(rf"[\s,;.!]+|\b(?:{'|'.join(JOINING_WORDS)})\b")
_MOST_WORDS = 1000
"""The most words of prose that are searched for actions."""


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """The result of the search for a turn."""

    text: str = ""
    """The one turn as it was written; empty if there is none, or not one alone."""
    rivals: tuple[str, ...] = ()
    """The candidates, if it is not clear which one is meant."""
    last: int = -1
    """The number of the turn's last line."""
    lines: frozenset[int] = frozenset()
    """The numbers of all its lines."""
    own_lines: tuple[OrderLine, ...] = ()
    """The same with the words beside it on them."""
    within: Left | None = None
    """What is left beside it, if it stands within a sentence; None for a turn that stands by itself."""


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring lines of actions."""

    text: str
    is_formed: bool
    is_near: bool
    places: tuple[int, ...]

    @property
    def last(self) -> int:
        return self.places[-1]


def find_turn(words: Words, formed: Formed) -> FoundTurn:
    """The turn in *words*, whose taken lines are commands or belong to them."""
    lines = _lines(words, formed)
    runs = [_run(lines, places, formed) for places in _places(lines)]
    mentions = [
        _Run(text, is_formed=True, is_near=True, places=(number,))
        for number, line in enumerate(lines)
        if line is not None and line.kind is LineKind.MENTIONS
        for text in line.mentions
    ]
    found = _judged([run for run in runs if run.is_formed], mentions, [run for run in runs if not run.is_formed])
    if not found.text:
        return found
    if found.last in {mention.last for mention in mentions}:
        text = words.lines[found.last]
        is_asked = any(asks(one) for one in sentences(text) if found.text in one)
        # It may be another turn than the one that it looks like.
        is_turned = TURNING_SIGNS.search(text.strip(_OUTER)) is not None
        left = Left(is_alternative=is_turned, is_ahead=not is_asked, is_asked=is_asked)
        return replace(found, lines=frozenset({found.last}), within=left)
    own = [run for run in runs if squeezed(run.text) == squeezed(found.text)]
    places = sorted({number for run in own for number in range(run.places[0], run.last + 1)})
    own_lines = tuple(
        OrderLine(at, line.ahead, line.behind, is_turn=True, is_ended=line.is_ended)
        for at in places
        if (line := lines[at]) is not None
    )
    return replace(found, lines=frozenset(places), own_lines=own_lines)


def _judged(turns: list[_Run], mentions: list[_Run], attempts: list[_Run]) -> FoundTurn:
    texts = distinct(run.text for run in turns)
    if len(texts) > 1:
        return FoundTurn(rivals=tuple(texts))
    if turns:
        others = [run.text for run in (*mentions, *attempts) if run.is_near]
        strange = [text for text in others if squeezed(text) not in squeezed(texts[0])]
        rivals = (texts[0], *distinct(strange))
        return FoundTurn(rivals=rivals) if strange else FoundTurn(texts[0], last=turns[-1].last)
    tried = distinct(run.text for run in (*mentions, *attempts))
    if len(tried) > 1:
        return FoundTurn(rivals=tuple(tried))
    return FoundTurn(tried[0], last=(mentions or attempts)[-1].last) if tried else FoundTurn()


def _lines(words: Words, formed: Formed) -> list[WordsLine | None]:
    """The lines with their kinds; None for those that are taken."""
    left, found = _MOST_WORDS, list[WordsLine | None]()
    for number, text in enumerate(words.lines):
        if number in words.taken:
            found.append(None)
            continue
        line = line_of(text, formed, words.names, searched=False)
        if line.kind is LineKind.PROSE and left > 0:
            few = text.split(None, left)[:left]
            left -= len(few)
            line = line_of(text if left > 0 else " ".join(few), formed, words.names, searched=True)
        found.append(line)
    return _joined(_mended(found, formed))


def _mended(lines: list[WordsLine | None], formed: Formed) -> list[WordsLine | None]:
    """*lines*, in which the rest of an action that a mail program broke is a line of actions too."""
    block = ""
    for number, line in enumerate(lines):
        if line is None or line.kind is LineKind.BLANK:
            block = ""
        elif line.kind in {LineKind.ACTIONS, LineKind.ATTEMPT}:
            block = f"{block}\n{line.written or line.text}"[-LONGEST:]
        elif block and len(line.text) <= _PIECE and formed(f"{block}\n{line.text}"):
            lines[number] = replace(line, kind=LineKind.ATTEMPT, mentions=())
            block = f"{block}\n{line.text}"
        else:
            block = ""
    return lines


def _joined(lines: list[WordsLine | None]) -> list[WordsLine | None]:
    """*lines*, in which a line such as "then" between two lines of actions is blank."""
    for number in range(1, len(lines) - 1):
        line, around = lines[number], (lines[number - 1], lines[number + 1])
        is_between = all(near is not None and near.kind is LineKind.ACTIONS for near in around)
        if is_between and line is not None and line.kind is LineKind.PROSE and joins(line.text):
            lines[number] = replace(line, kind=LineKind.BLANK)
    return lines


def _places(lines: list[WordsLine | None]) -> list[list[int]]:
    """The numbers of the lines of each run of actions; blank lines do not end a run, and a letter begins one."""
    runs: list[list[int]] = [[]]
    for number, line in enumerate(lines):
        if line is not None and line.kind in {LineKind.ACTIONS, LineKind.ATTEMPT}:
            before = lines[runs[-1][-1]] if runs[-1] else None
            # Prose on the same lines separates actions as well, and so does a letter ahead.
            if before is not None and (
                line.is_lettered or any(plain_words(text) and not joins(text) for text in (before.behind, line.ahead))
            ):
                runs.append([])
            runs[-1].append(number)
        elif (line is None or line.kind is not LineKind.BLANK) and runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _run(lines: list[WordsLine | None], places: list[int], formed: Formed) -> _Run:
    """The run of actions on the lines *places*; a block that is repeated after a blank line counts once."""
    blocks: list[list[WordsLine]] = []
    members = [line for place in places if (line := lines[place]) is not None]
    for place, line in zip(places, members, strict=True):
        if blocks and place - 1 in places:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    text = "\n".join(distinct(_text_of_block(block, formed) for block in blocks))
    is_formed = any(line.kind is LineKind.ACTIONS for line in members) or formed(text)
    return _Run(text, is_formed, any(line.is_near for line in members), tuple(places))


def _text_of_block(lines: list[WordsLine], formed: Formed) -> str:
    """The actions on neighbouring *lines*: with a sign at an end of one if it joins that to the next."""
    written = "\n".join(line.written or line.text for line in lines)
    return written if len(lines) > 1 and formed(written) else "\n".join(line.text for line in lines)


def distinct(texts: Iterable[str]) -> list[str]:
    """*texts* without repetitions of the same turn."""
    return list({squeezed(text): text for text in reversed(list(texts))}.values())[::-1]


def squeezed(text: str) -> str:
    """*text* without what makes no difference to a turn; arrows are kept, since they may differ from dashes."""
    return _MEANINGLESS.sub("", folded(text, kept=ARROWS).casefold())
