"""What a mail asks for: commands, the turn and words for the opponent, found in the writer's own words."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.clauses import ends_sentence, is_question, words_in
from corr.mail.reading.words.command_lines import Command, command, command_beside, reply, said_on
from corr.mail.reading.words.commands import (
    COMMANDS,
    FINAL,
    NAMING,
    OF_ACCOUNT,
    OF_LEAGUES,
    OF_PLAYING,
    WITH_WORDS,
    Act,
    Subject,
    acts_about,
)
from corr.mail.reading.words.harmless import is_greeting, is_wish
from corr.mail.reading.words.new_text import NewText
from corr.mail.reading.words.own_words import (
    OrderLine,
    Words,
    leads_in,
    left_beside,
)
from corr.mail.reading.words.turn_text import Formed, FoundTurn, LineKind, find_turn, line_of, squeezed
from corr.mail.reading.words.verdicts import Left, Verdict, VerdictRow, row_of
from corr.mail.reading.words.words_beside import words_beside

_LONGEST = 300
"""The longest sentence that is searched, in characters."""
_MENTIONS = {act: re.compile(kind.mention, re.IGNORECASE) for act in Act if (kind := COMMANDS[act]).mention}
_OF_OTHERS = re.compile(
    r"\bresign\w* (?:as|from|over|after|in)\b|"
    r"\b(?:had|has|have|told|asked|forced|made|ought) to resign\b|\b(?:he|she|they|who)(?: \w+)? resign|"
    r"\bresign(?:ed|ation)\b",
    re.IGNORECASE,
)
"""Forms of "resign" that are about an office or about somebody else, not about the game."""
_DENIED = re.compile(r"(?:\b(?:not|never|cannot)|n['’]t)(?: \w+)? (?:resign|accept|claim)", re.IGNORECASE)


def mentioned(sentence: str) -> list[Act]:
    """The final acts that *sentence* names, in whatever sense."""
    return [act for act, words in _MENTIONS.items() if len(sentence) <= _LONGEST and words.search(sentence)]


def considered(sentence: str) -> list[Act]:
    """The final acts that the writer may think of doing: "Or should I resign?"; not denied ones or acts of others."""
    if _OF_OTHERS.search(sentence) is not None or _DENIED.search(sentence) is not None:
        return []
    return mentioned(sentence)


class Beside(StrEnum):
    """A yes or no beside other orders in a mail; it counts if the answered letter asks something."""

    NOTHING = ""
    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    """Both, or one of them with other words."""


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders found in the writer's own words."""

    acts: tuple[Act, ...] = ()
    """The acts, in the order in which they are done."""
    turn: str = ""
    """The turn as it was written, where there is one."""
    typed: tuple[str, ...] = ()
    """The text that was written for each act, in the same order."""
    say: str = ""
    """The words after "say:", for the other player."""
    words: str = ""
    """The writer's own words beside the orders; those beside an act in the game are for the other player too."""
    away: str = ""
    """The argument of "away", as it was written: "7d"."""
    league: str = ""
    """The league, as it was written; empty for the one that the answered letter is about."""
    wanted: str = ""
    """The words after "offer", "take", "challenge", "accept" or "decline", as they were written."""
    named: Mapping[Act, str] = field(default_factory=dict)
    """What "block", "time zone" and the like name, as it was written; empty for one that names nothing."""
    about: str = ""
    """The challenge, or the finished game, that the answered letter is about, once that is known; an id."""
    rivals: tuple[str, ...] = ()
    """The candidates, if it is not clear what is meant; then there are no acts."""
    row: VerdictRow = VerdictRow.NOTHING
    """What is left beside the orders, although they can be read in one way only."""
    beside: Beside = Beside.NOTHING
    """The yes or no beside the orders."""

    @property
    def verdict(self) -> Verdict:
        """How surely they are meant; only a turn can be unsure, and only beside what can be undone."""
        if not self.rivals and not self.row:
            return Verdict.CLEAR
        is_unsure = self.row is VerdictRow.OTHER_WORDS and Act.TURN in self.acts
        return Verdict.UNSURE if is_unsure and not FINAL & set(self.acts) else Verdict.IN_DOUBT

    @property
    def message(self) -> str:
        """The words for the other player, unless what is done keeps them back."""
        return _paragraphs(self.say, self.words if _IN_GAME & set(self.acts) else "")

    @property
    def all_words(self) -> str:
        """All words that are no orders, for whomever they are."""
        return _paragraphs(self.say, self.words)

    @property
    def asked(self) -> tuple[str, ...]:
        """The acts in words: the turn as it was written, or the command."""
        words = {Act.TURN: self.turn, Act.AWAY: f"{Act.AWAY} {self.away}".strip()}
        words |= {act: f"{said} {self.league}".strip() for act, said in _LEAGUE_WORDS.items()}
        words |= {act: f"{act} {self.wanted}".strip() for act in WITH_WORDS}
        words |= {act: f"{act} {name}".strip() for act, name in self.named.items()}
        return tuple(words.get(act, act.value) for act in self.acts)


_LEAGUE_WORDS = {Act.JOIN: "join", Act.LEAVE_LEAGUE: "leave", Act.CONFIRM_WITHDRAWAL: "confirm withdraw"}
_LINES = 300
_LENGTH = 30_000
"""The most characters of own words that are read: nobody writes more to a game, and reading more would take long."""
_BROKEN_SAYING = 65
"""The length of a line of words after "say:" from which on a mail program may have broken it."""
_ANSWERED = acts_about(Subject.WORDS, Subject.INFORMATION)
"""Acts that change nothing in the game, and so go with all others."""
_OF_LETTERS = acts_about(Subject.ANSWER) | {Act.REMATCH}
"""Acts that answer a letter; beside other orders a sentence with them is talk."""
_IN_WORDS = (acts_about(Subject.GAME) - {Act.TURN}) | _OF_LETTERS
"""Acts that are found within sentences too, and then asked back: "Well played, I resign."."""
_CLAUSE = re.compile(r"[.,;:!…。！，；]+|\s[-–—]+\s|\b(?:and|but|so|und|aber|et|mais|y|pero|e|ma|mas)\b")
_OWN = re.compile(r"\s*i\s", re.IGNORECASE)
_ASKS_ONLY = 5
"""The most words of a paragraph that does no more than ask for something: "Well played, I resign."."""
_SENTENCE = 300
"""The longest sentence that may hold a command, in characters."""
_PLEASE = re.compile(r"\b(?:please|bitte)\b", re.IGNORECASE)
"""A sentence with this may ask somebody else."""
_IN_GAME = acts_about(Subject.GAME)
_REPLIES = acts_about(Subject.HELD)
_OF_LEAVE = acts_about(Subject.LEAVE)
_OPPOSITES = (
    _OF_LEAVE,
    frozenset({Act.BLOCK, Act.UNBLOCK}),
    frozenset({Act.FOLLOW, Act.UNFOLLOW}),
    frozenset({Act.SUBSCRIBE, Act.UNSUBSCRIBE}),
)
"""Acts that take each other back."""
_APART = OF_LEAGUES | OF_PLAYING | NAMING
"""Acts whose words may as well be a part of a sentence."""
_OF_PLAYER = (_OF_LEAVE | OF_LEAGUES | OF_PLAYING | OF_ACCOUNT) - FINAL
"""Acts that have nothing to do with the game."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A command with the number of its line."""

    number: int
    command: Command
    beside: str = ""
    """The harmless words beside it on its line."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The commands in the writer's own words."""

    found: tuple[_Found, ...]
    replies: tuple[_Found, ...]
    """Lines with a yes or no, which count as orders only if nothing else is asked for."""
    say: str
    words: Words
    """All words; the lines of the commands are taken."""

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(one.command for one in self.found)

    @property
    def changing(self) -> tuple[_Found, ...]:
        """Those commands that change something."""
        return tuple(one for one in self.found if one.command.act not in _ANSWERED)


def read_orders(words: NewText, formed: Formed, names: frozenset[str] = frozenset()) -> Orders:
    """
    What *words* ask for: those above everything quoted, and if those ask for nothing, those below too.

    :param formed: the test whether a text has the form of a turn.
    :param names: the words of the names of both players, in small letters, as far as they are known.
    """
    above = _orders(words.above, formed, names)
    if not words.below.strip():
        return above
    if not above.acts and not above.rivals:
        return _orders(f"{words.above}\n\n{words.below}", formed, names)
    below = _orders(words.below, formed, names)
    if above.rivals or (_changes(below) and not same(above, below)):
        return Orders(rivals=tuple(dict.fromkeys((*above.rivals, *above.asked, *below.rivals, *below.asked))))
    whole = _orders(f"{words.above}\n\n{words.below}", formed, names)
    return _doubted(above, whole.row if same(above, whole) else below.row)


def read_both(text: NewText, html: NewText, rules: AnyRules, names: frozenset[str] = frozenset()) -> Orders:
    """
    What a mail asks for by its text and by its HTML; where they differ, both become rivals.

    :param names: the words of the names of both players, in small letters, as far as they are known.
    """
    return _both(text, html, rules.formed, names)


def read_both_of_any(text: NewText, html: NewText, registry: Registry, names: frozenset[str] = frozenset()) -> Orders:
    """The same for a mail of no known game: anything with the form of a turn of any game counts."""
    return _both(text, html, formed_in_any(registry), names)


def formed_in_any(registry: Registry) -> Formed:
    """A test whether a text has the form of a turn of any installed game."""
    rules = [registry.get_rules(info.ruleset) for info in registry.games()]
    return lambda text: any(one.formed(text) for one in rules)


def same(one: Orders, other: Orders) -> bool:
    """Whether two readings of a mail ask for the same, however surely."""
    with_them = (one.away, one.league, one.wanted, one.named) == (other.away, other.league, other.wanted, other.named)
    return one.acts == other.acts and squeezed(one.turn) == squeezed(other.turn) and with_them


def only(orders: Orders, wanted: Collection[Act]) -> Orders:
    """*orders* with the acts of *wanted* alone."""
    typed = orders.typed or orders.asked
    kept = [(act, text) for act, text in zip(orders.acts, typed, strict=True) if act in wanted]
    return replace(orders, acts=tuple(act for act, _ in kept), typed=tuple(text for _, text in kept))


def row_around(lines: list[str], number: int) -> VerdictRow:
    """What is left around line *number*, which is an order by itself that can be undone."""
    return _row_of_acts(left_beside(Words(lines, frozenset()), [OrderLine(number)]))


def asks_for_something(line: str, rules: AnyRules | None) -> bool:
    """Whether *line*, written alone, would be read as a command, or as a turn of the game if there is one."""
    if command(line) is not None or said_on(line) is not None or reply(line) is not None:
        return True
    return rules is not None and line_of(line, rules.formed, searched=True).kind is LineKind.ACTIONS


def _both(text: NewText, html: NewText, formed: Formed, names: frozenset[str]) -> Orders:
    orders = _of_both(text, html, formed, names)
    struck = f"{text.struck}\n{html.struck}".split("\n")
    # The last letters of a turn may be struck through, or a whole order.
    is_struck = any(any(map(str.isdecimal, line)) or _is_order(line, formed) for line in struck)
    return _doubted(orders, VerdictRow.ALTERNATIVES) if orders.acts and is_struck else orders


def _of_both(text: NewText, html: NewText, formed: Formed, names: frozenset[str]) -> Orders:
    by_text, by_html = read_orders(text, formed, names), read_orders(html, formed, names)
    if by_text.rivals or by_html.rivals:
        return by_text if by_text.rivals else by_html
    if not by_text.acts and not text.text.strip():
        return by_html
    # An empty part says nothing; one in which everything is quoted says that there is nothing new.
    if not by_html.acts and not html.text.strip() and not html.cut.strip():
        return by_text
    if same(by_text, by_html):
        return by_text if by_text.row else replace(by_text, row=by_html.row)
    if by_text.acts and by_html.acts:
        return Orders(rivals=tuple(dict.fromkeys((*by_text.asked, *by_html.asked))))
    return replace(by_text if by_text.acts else by_html, row=VerdictRow.OTHER_PART)


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))


def _changes(orders: Orders) -> bool:
    return bool(orders.rivals) or bool(set(orders.acts) - _ANSWERED)


def _doubted(orders: Orders, row: VerdictRow) -> Orders:
    """*orders* with *row*, unless they have one already."""
    return orders if orders.row or not row else replace(orders, row=row)


def _orders(text: str, formed: Formed, names: frozenset[str]) -> Orders:
    asked = _asked(list(_first_lines(text)), formed, names)
    turn = find_turn(asked.words, formed)
    is_ordered = bool(turn.text or turn.rivals or asked.changing)
    in_words = _in_words(asked.words, considered if is_ordered else mentioned)
    if is_ordered:
        in_words = tuple(one for one in in_words if one.command.act not in _OF_LETTERS)
    if turn.rivals:
        return Orders(rivals=(*turn.rivals, *(one.command.typed for one in (*asked.changing, *in_words))))
    is_reply_alone = not turn.text and not asked.changing and not in_words
    found = (*asked.found, *(asked.replies if is_reply_alone else in_words))
    orders = _ordered(replace(asked, found=found), turn)
    if orders.rivals or not orders.acts:
        return orders
    return replace(
        orders,
        row=row_of(Left(is_ahead=True)) if in_words else _row(asked, turn, frozenset(orders.acts)),
        words=words_beside(asked.words, _heard(asked, in_words), turn, {one.number: one.beside for one in asked.found}),
        beside=Beside.NOTHING if is_reply_alone else _beside(asked, turn),
    )


def _heard(asked: _Asked, in_words: tuple[_Found, ...]) -> frozenset[int]:
    """The lines of all orders but the turn, and of paragraphs that do no more than ask for them."""
    asking = {one.number for one in in_words}
    parts = (part for part in asked.words.paragraphs if part.first in asking and words_in(part.text) <= _ASKS_ONLY)
    return asked.words.taken.union(*(part.numbers for part in parts), (one.number for one in asked.replies))


def _beside(asked: _Asked, turn: FoundTurn) -> Beside:
    """The yes or the no that stands beside what else is asked for."""
    if not asked.replies:
        return Beside.NOTHING
    acts = {one.command.act for one in asked.replies}
    lines = [*(OrderLine(one.number) for one in (*asked.replies, *asked.found)), *_turn_lines(turn)]
    if len(acts) > 1 or left_beside(asked.words, _sorted(lines)).sentences:
        return Beside.UNCLEAR
    return Beside.YES if Act.CONFIRM in acts else Beside.NO


def _row(asked: _Asked, turn: FoundTurn, acts: frozenset[Act]) -> VerdictRow:
    """What decides about orders that do *acts*, by what is left beside them."""
    if turn.within is not None:
        return row_of(turn.within)
    lines = [*(OrderLine(one.number) for one in asked.found), *_turn_lines(turn)]
    if acts & _REPLIES:
        lines += [OrderLine(one.number) for one in asked.replies]
    left = left_beside(asked.words, _sorted(lines))
    if turn.text or acts & (FINAL | _REPLIES):
        is_alone = not acts & FINAL or (acts <= FINAL | {Act.SAY} and not asked.replies)
        return row_of(left) or (VerdictRow.NOTHING if is_alone else VerdictRow.OTHER_WORDS)
    return _row_of_acts(left)


def _row_of_acts(left: Left) -> VerdictRow:
    """The row for acts that can be undone: other words beside them are talk, unless they are one sentence with them."""
    row = row_of(left)
    return VerdictRow.NOTHING if row is VerdictRow.OTHER_WORDS and not left.goes_on else row


def _turn_lines(turn: FoundTurn) -> tuple[OrderLine, ...]:
    return turn.own_lines or tuple(OrderLine(at, is_turn=True) for at in sorted(turn.lines))


def _sorted(lines: list[OrderLine]) -> list[OrderLine]:
    return sorted(lines, key=lambda one: one.number)


def _in_words(words: Words, named: Callable[[str], list[Act]]) -> tuple[_Found, ...]:
    """
    The commands that stand within sentences.

    :param named: which acts that cannot be undone a sentence names.
    """
    said = [(part.first, sentence) for part in words.paragraphs for sentence in part.sentences]
    clauses = [
        (number, clause)
        for number, sentence in said
        if len(sentence) <= _SENTENCE and not is_question(sentence)
        for clause in _clauses(sentence)
    ]
    found = [_Found(number, one) for number, clause in clauses if (one := command(clause)) is not None]
    stated = [one for one in found if one.command.act in _IN_WORDS]
    hinted = [_Found(number, Command(act, act.value)) for number, sentence in said for act in named(sentence)]
    known = {one.command.act for one in stated}
    return (*stated, *(one for one in hinted if one.command.act not in known))


def _clauses(sentence: str) -> list[str]:
    """The clauses of *sentence* in which the writer may say what they do."""
    clauses = _CLAUSE.split(sentence)
    return clauses if _PLEASE.search(sentence) is None else [one for one in clauses if _OWN.match(one)]


def _ordered(asked: _Asked, turn: FoundTurn) -> Orders:
    """The orders in the order in which they are done, or rivals if they contradict each other."""
    typed = {one.act: one.typed for one in reversed(asked.commands)} | ({Act.TURN: turn.text} if turn.text else {})
    typed |= {Act.SAY: asked.say} if asked.say else {}
    absences = {one.words for one in asked.commands if one.act is Act.AWAY}
    leagues = {one.words for one in asked.commands if one.act in OF_LEAGUES}
    wanted = {one.words for one in asked.commands if one.act in WITH_WORDS}
    named = {(one.act, one.words) for one in asked.commands if one.act in NAMING}
    is_one_each = len(named) == len({act for act, _ in named}) and max(map(len, (absences, leagues, wanted))) <= 1
    if not go_together(frozenset(typed)) or not is_one_each:
        changing = [one.typed for one in asked.commands if one.act not in _ANSWERED]
        return Orders(rivals=tuple(dict.fromkeys([*([turn.text] if turn.text else []), *changing])))
    acts = tuple(act for act in Act if act in typed)
    return Orders(
        acts=acts,
        turn=turn.text,
        typed=tuple(typed[act] for act in acts),
        say=asked.say,
        away=next(iter(absences), ""),
        league=next(iter(leagues), ""),
        wanted=next(iter(wanted), ""),
        named=dict(sorted(named)),
    )


def go_together(acts: frozenset[Act]) -> bool:
    """Whether all of *acts* can be done together."""
    if any(map(acts.issuperset, _OPPOSITES)) or len(acts & OF_LEAGUES) > 1 or len(acts & WITH_WORDS) > 1:
        return False
    changing = acts - _ANSWERED - _OF_PLAYER
    beside_turn = changing - {Act.TURN}
    return len(changing) <= 1 or (len(beside_turn) == 1 and all(COMMANDS[act].is_with_turn for act in beside_turn))


def _asked(lines: list[str], formed: Formed, names: frozenset[str]) -> _Asked:
    found: list[_Found] = []
    replies: list[_Found] = []
    said: list[str] = []
    taken: set[int] = set()
    unended: set[int] = set()
    for number, line in enumerate(lines):
        if number in taken:
            continue
        first = said_on(line)
        if first is not None:
            last = _end_of_said(lines, number, first, formed)
            said.append("\n".join(part for part in (first, *map(str.strip, lines[number + 1 : last + 1])) if part))
            taken.update(range(number, last + 1))
            unended.update([last] if len(lines[last]) >= _BROKEN_SAYING and not ends_sentence(lines[last]) else [])
            continue
        given = reply(line)
        if given is not None:
            replies.append(_Found(number, given))
            # A no may also be about a turn near it, so its line is not taken.
            taken.update([number] if given.act is Act.CONFIRM else [])
            continue
        one, beside = command_beside(line, names)
        if one is None or (one.act in _APART and not _is_apart(lines, number, formed)):
            continue
        taken.add(number)
        found.append(_Found(number, one, beside))
    words = Words(lines, frozenset(taken), frozenset(unended), names)
    return _Asked(tuple(found), tuple(replies), "\n".join(filter(None, said)), words)


def _is_apart(lines: list[str], number: int, formed: Formed) -> bool:
    """Whether no line around a line forms a sentence with it: "join" within a sentence is no command."""
    above = lines[number - 1].strip() if number else ""
    below = lines[number + 1].strip() if number + 1 < len(lines) else ""
    if above and not (is_greeting(above) or above.endswith((".", "!")) or _is_order(above, formed)):
        return False
    if below[:1].islower() and not (is_wish(below) or _is_order(below, formed)):
        return False
    before = next((line for line in reversed(lines[:number]) if line.strip()), "")
    return _is_order(before, formed) or not leads_in(before, frozenset())


def _is_order(line: str, formed: Formed) -> bool:
    is_command = command(line) is not None or said_on(line) is not None or reply(line) is not None
    return is_command or line_of(line, formed, searched=False).kind in {LineKind.ACTIONS, LineKind.ATTEMPT}


def _end_of_said(lines: list[str], number: int, words: str, formed: Formed) -> int:
    """The last line of the words after "say:": the end of the paragraph, or the line before a turn or command."""
    at = number
    if not words and at + 1 < len(lines) and not lines[at + 1].strip():
        at += 1
    while at + 1 < len(lines) and lines[at + 1].strip() and not _is_order(lines[at + 1], formed):
        at += 1
    return at


def _first_lines(text: str) -> Iterator[str]:
    """The lines of *text* that are read; each is whole, since half a line may be another turn."""
    length = 0
    for line in text.split("\n", _LINES)[:_LINES]:
        length += len(line)
        if length > _LENGTH:
            return
        yield line
