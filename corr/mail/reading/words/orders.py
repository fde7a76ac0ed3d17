"""
What a mail asks for: commands and the turn, found among the writer's own words.

A turn is read from lines that hold nothing but actions. Whatever could be meant in two ways is asked back, never
guessed: a turn cannot be taken back.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.acts import OF_LEAGUES, Act, Doubt
from corr.mail.reading.words.commands import Command, command, is_yes, said_on
from corr.mail.reading.words.leftovers import free_words
from corr.mail.reading.words.lines import Formed, Made, line_of
from corr.mail.reading.words.quoting import NewText
from corr.mail.reading.words.speech import is_greeting, is_wish, leads_into
from corr.mail.reading.words.turns import FoundTurn, find_turn, squeezed, stands_alone


@dataclass(frozen=True, slots=True)
class Orders:
    """What was found."""

    acts: tuple[Act, ...] = ()
    """In the order in which they are to be done; empty if nothing was asked for."""
    turn: str = ""
    """The turn as it was written, where there is one."""
    typed: tuple[str, ...] = ()
    """For each of the acts, in the same order, what was written for it."""
    say: str = ""
    """The words after "say:", for the other player."""
    rest: str = ""
    """The words that follow the turn's line and are no command; passed on like those after "say:"."""
    away: str = ""
    """What follows "away", as it was written: "7d"."""
    league: str = ""
    """Which league is meant, as it was written; empty for the one that the answered letter is about."""
    rivals: tuple[str, ...] = ()
    """What could be meant, where that is not clear; then there are no acts."""
    doubt: Doubt = Doubt.NONE
    """Why all this must be asked back before any of it is done, although it can be read in one way alone."""

    @property
    def asked(self) -> tuple[str, ...]:
        """What is asked for, for each of the acts: the turn as it was written, or the command."""
        words = {Act.TURN: self.turn, Act.AWAY: f"{Act.AWAY} {self.away}".strip()}
        words |= {act: f"{said} {self.league}".strip() for act, said in _LEAGUE_WORDS.items()}
        return tuple(words.get(act, act.value) for act in self.acts)


_LEAGUE_WORDS = {Act.JOIN: "join", Act.LEAVE_LEAGUE: "leave", Act.CONFIRM_WITHDRAWAL: "confirm withdraw"}
_LINES = 300
_LENGTH = 30_000
"""Signs of own words that are read: nobody writes as much to a game, and reading more of it would take long."""
_BROKEN = 50
"""Letters of a line from which on a client may have broken it."""
_ANSWERED = frozenset({Act.SAY, Act.BOARD, Act.RULES, Act.GAMES, Act.HELP})
"""What changes nothing, and so goes with everything."""
_OF_LEAVE = frozenset({Act.AWAY, Act.BACK})
_OF_PLAYER = _OF_LEAVE | {Act.JOIN, Act.LEAVE_LEAGUE}
"""What has nothing to do with the game."""
# Besides a turn, these can be done in the same breath; what else comes in twos contradicts itself.
_WITH_TURN = (
    frozenset({Act.TURN, Act.OFFER_DRAW}),
    frozenset({Act.TURN, Act.DECLINE_DRAW}),
    frozenset({Act.TURN, Act.WITHDRAW_DRAW}),
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The commands on some lines."""

    commands: tuple[Command, ...]
    unsure: tuple[str, ...]
    """Commands that may be the end of a sentence."""
    say: str
    taken: frozenset[int]
    """The numbers of their lines."""
    ended: frozenset[int]
    """Those of them that a client did not break, so that nothing goes on in the next line."""


def read_orders(words: NewText, rules: AnyRules) -> Orders:
    """What *words* ask for: those above everything quoted, and only if those ask for nothing, those below."""
    return read_formed(words, rules.formed)


def read_formed(words: NewText, formed: Formed) -> Orders:
    """What *words* ask for where *formed* tells what a turn looks like."""
    above = _orders(words.above, formed)
    return above if above.acts or above.rivals or not words.below else _orders(words.below, formed)


def formed_in_any(registry: Registry) -> Formed:
    """What a turn of any game of the house looks like."""
    rules = [registry.get_rules(info.ruleset) for info in registry.games()]
    return lambda text: any(one.formed(text) for one in rules)


def same(one: Orders, other: Orders) -> bool:
    """Whether two readings of a mail ask for the same."""
    with_them = (one.away, one.league) == (other.away, other.league)
    return one.acts == other.acts and squeezed(one.turn) == squeezed(other.turn) and with_them


def asks_for_something(line: str, rules: AnyRules | None) -> bool:
    """Whether *line*, written alone, would be read as a command, or as a turn of the game if there is one."""
    if command(line) is not None or said_on(line) is not None:
        return True
    return rules is not None and line_of(line, rules.formed, searched=True).made is Made.ACTIONS


def _orders(text: str, formed: Formed) -> Orders:
    lines = list(_first_lines(text))
    asked = _asked(lines, formed)
    turn = find_turn(lines, asked.taken, asked.ended, formed)
    if turn.rivals or asked.unsure:
        also = tuple(one.typed for one in asked.commands if one.act not in _ANSWERED)
        return Orders(rivals=(*turn.rivals, *((turn.text,) if turn.text else ()), *asked.unsure, *also))
    orders = _ordered(asked, turn)
    is_played = Act.TURN in orders.acts and not orders.rivals
    return replace(orders, rest=free_words(lines, asked.taken, turn.last)) if is_played else orders


def _ordered(asked: _Asked, turn: FoundTurn) -> Orders:
    """The orders in the order in which they are done, or rivals if they contradict each other."""
    typed = {one.act: one.typed for one in reversed(asked.commands)} | ({Act.TURN: turn.text} if turn.text else {})
    typed |= {Act.SAY: asked.say} if asked.say else {}
    absences = {one.words for one in asked.commands if one.act is Act.AWAY}
    leagues = {one.words for one in asked.commands if one.act in OF_LEAGUES}
    if not _go_together(frozenset(typed)) or len(absences) > 1 or len(leagues) > 1:
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
    )


def _go_together(acts: frozenset[Act]) -> bool:
    """Whether all of *acts* can be meant in one breath."""
    if acts >= _OF_LEAVE or len(acts & OF_LEAGUES) > 1:
        return False
    changing = acts - _ANSWERED - _OF_PLAYER
    return len(changing) <= 1 or changing in _WITH_TURN


def _asked(lines: list[str], formed: Formed) -> _Asked:
    commands: list[Command] = []
    unsure: list[str] = []
    said: list[str] = []
    taken: set[int] = set()
    for number, line in enumerate(lines):
        if number in taken:
            continue
        first = said_on(line)
        if first is not None:
            last = _end_of_said(lines, number, first, formed)
            said.append("\n".join(part for part in (first, *map(str.strip, lines[number + 1 : last + 1])) if part))
            taken.update(range(number, last + 1))
            continue
        found = _yes(lines, number) or command(line)
        if found is None or (found.act in OF_LEAGUES and not _is_apart(lines, number, formed)):
            continue
        taken.add(number)
        if found.act in _ANSWERED or stands_alone(lines, number, number, lambda at: _is_order(lines[at], formed)):
            commands.append(found)
        else:
            unsure.append(found.typed)
    words = "\n".join(filter(None, said))
    ended = frozenset(at for at in taken if len(lines[at]) < _BROKEN or not leads_into(lines[at]))
    return _Asked(tuple(commands), tuple(unsure), words, frozenset(taken), ended)


def _is_apart(lines: list[str], number: int, formed: Formed) -> bool:
    """Whether nothing around a line can be one sentence with it: what people write of joining is no wish to join."""
    above = lines[number - 1].strip() if number else ""
    below = lines[number + 1].strip() if number + 1 < len(lines) else ""
    if above and not (is_greeting(above) or above.endswith((".", "!")) or _is_order(above, formed)):
        return False
    if below[:1].islower() and not (is_wish(below) or _is_order(below, formed)):
        return False
    return stands_alone(lines, number, number, lambda at: _is_order(lines[at], formed))


def _is_order(line: str, formed: Formed) -> bool:
    is_command = command(line) is not None or said_on(line) is not None
    return is_command or line_of(line, formed, searched=False).made in {Made.ACTIONS, Made.ATTEMPT}


def _yes(lines: list[str], number: int) -> Command | None:
    """A confirmation, where the whole mail says no more than yes."""
    if not is_yes(lines[number]):
        return None
    others = [line for at, line in enumerate(lines) if at != number and line.strip()]
    return Command(Act.CONFIRM, lines[number].strip()) if all(map(is_greeting, others)) else None


def _end_of_said(lines: list[str], number: int, words: str, formed: Formed) -> int:
    """The number of the last line of what is to be said: the paragraph, as far as no turn or command stands in it."""
    at = number
    if not words and at + 1 < len(lines) and not lines[at + 1].strip():
        at += 1
    while at + 1 < len(lines) and lines[at + 1].strip() and not _is_order(lines[at + 1], formed):
        at += 1
    return at


def _first_lines(text: str) -> Iterator[str]:
    """The lines of *text* that are read, all of them whole: half a line may be another turn."""
    length = 0
    for line in text.split("\n", _LINES)[:_LINES]:
        length += len(line)
        if length > _LENGTH:
            return
        yield line
