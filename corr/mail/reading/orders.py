"""
What a mail asks for: commands and the turn, found among the writer's own words.

A turn is read from lines that hold nothing but actions. Whatever could be meant in two ways is asked back, never
guessed: a turn cannot be taken back.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from corr.games.api import AnyRules
from corr.games.lists import WRAPPING, forms, is_turn, unwrapped, without_sign
from corr.games.notation import folded
from corr.mail.reading.quoting import NewText


class Act(StrEnum):
    """Something that a mail can ask for."""

    RESIGN = "resign"
    DECLINE_DRAW = "decline draw"
    WITHDRAW_DRAW = "withdraw draw"
    ACCEPT_DRAW = "accept draw"
    TURN = "turn"
    OFFER_DRAW = "offer draw"
    SAY = "say"
    AWAY = "away"
    BACK = "back"
    CONFIRM = "confirm"
    """To a letter that asks whether a held mail is meant."""
    BOARD = "board"
    RULES = "rules"
    GAMES = "games"
    HELP = "help"


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
    rivals: tuple[str, ...] = ()
    """What could be meant, where that is not clear; then there are no acts."""


_LINES = 300
_LENGTH = 30_000
"""Signs of own words that are read: nobody writes as much to a game, and reading more of it would take long."""
_MENTION_WORDS = 8
_MOST_WORDS = 1000
"""Words of prose that are searched for actions."""
_LABEL_WORDS = 6
_CHANGING = frozenset(Act) - {Act.BOARD, Act.HELP}
# Besides a turn, these can be done in the same breath; what else comes in twos contradicts itself.
_WITH_TURN = (
    frozenset({Act.TURN, Act.OFFER_DRAW}),
    frozenset({Act.TURN, Act.DECLINE_DRAW}),
    frozenset({Act.TURN, Act.WITHDRAW_DRAW}),
)
_ARTICLES = re.compile(
    r"^(?:please )?(?:i )?(resign|offer|accept|decline|withdraw)(?: a| the| my| your)? ?(draw)?(?: offer)?$"
)
_NAMED = {"draw offer": Act.OFFER_DRAW, "board": Act.BOARD, "show board": Act.BOARD, "help": Act.HELP}
_PUNCTUATION = " \t.,;:!?*_/\\\"'`“”„‘’«»()[]{}<>…–—-"
_AROUND_WORDS = f"{WRAPPING}.,;:!?()…"
_AUTOLINK = re.compile(r"<(?:https?|mailto):[^>\s]{0,300}>|\[(?:https?):[^\]\s]{0,300}\]")
_ATTEMPT = re.compile(r"(?!\S*(?:://|@|\\))(?=\S*[^\W\d_]\d)\S{2,80}")
_JOINING = re.compile(r"[^\w\s]{1,4}")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    """Without list signs and wrapping, if it is made of actions."""
    is_formed: bool
    is_attempt: bool
    """Whether it looks as if it should be made of actions."""


def read_orders(words: NewText, rules: AnyRules) -> Orders:
    """What *words* ask for: those above everything quoted, and only if those ask for nothing, those below."""
    above = _orders(words.above, rules)
    return above if above.acts or above.rivals or not words.below else _orders(words.below, rules)


def same(one: Orders, other: Orders) -> bool:
    """Whether two readings of a mail ask for the same."""
    return one.acts == other.acts and _squeezed(one.turn) == _squeezed(other.turn)


def asks_for_something(line: str, rules: AnyRules) -> bool:
    """Whether *line*, written alone, would be read as a turn or a command."""
    return _command(line) is not None or _line(line, rules).is_formed


def _orders(text: str, rules: AnyRules) -> Orders:
    lines = _joined_links(_first_lines(text))
    commands = {act for act in map(_command, lines) if act is not None}
    turn, rivals = _turn([line for line in lines if _command(line) is None or not line.strip()], rules)
    changing = (commands & _CHANGING) | ({Act.TURN} if turn else set())
    if rivals:
        return Orders(rivals=rivals)
    if len(changing) > 1 and frozenset(changing) not in _WITH_TURN:
        return Orders(rivals=tuple(turn if act is Act.TURN else act.value for act in Act if act in changing))
    wanted = changing or commands
    return Orders(acts=tuple(act for act in Act if act in wanted), turn=turn)


def _first_lines(text: str) -> Iterator[str]:
    """The lines of *text* that are read, all of them whole: half a line may be another turn."""
    length = 0
    for line in text.split("\n", _LINES)[:_LINES]:
        length += len(line)
        if length > _LENGTH:
            return
        yield line


def _joined_links(lines: Iterable[str]) -> list[str]:
    return [_AUTOLINK.sub("", line) for line in lines]


def _command(line: str) -> Act | None:
    """The command that stands alone on *line*; within a sentence it is none."""
    written = folded(line[:100]).casefold()
    words = " ".join(written.strip(_PUNCTUATION).split())
    if words in _NAMED:
        return _NAMED[words]
    # Who asks whether to resign has not resigned.
    found = None if "?" in written else _ARTICLES.match(words)
    if found is None or (found[1] == "resign") == bool(found[2]):
        return None
    return Act.RESIGN if found[1] == "resign" else Act(f"{found[1]} draw")


def _turn(lines: list[str], rules: AnyRules) -> tuple[str, tuple[str, ...]]:
    """The one turn in *lines*, or an empty text; and what could be meant if that is not clear."""
    runs = _runs(lines, rules)
    formed = _distinct(text for text, is_formed in runs.found if is_formed)
    attempts = _distinct(text for text, is_formed in runs.found if not is_formed)
    prose = _few_words(runs.prose)
    mentions = [mention for line in prose for mention in _mentions(line, rules)]
    if len(formed) > 1:
        return "", tuple(formed)
    if formed:
        strange = [text for text in mentions if _squeezed(text) not in _squeezed(formed[0])]
        return ("", (formed[0], *_distinct(strange))) if strange else (formed[0], ())
    if mentions:
        embedded = _embedded(prose, rules)
        return (embedded, ()) if embedded and not attempts else ("", tuple(_distinct([*mentions, *attempts])))
    return (attempts[0], ()) if len(attempts) == 1 else ("", tuple(attempts))


def _few_words(prose: list[str]) -> list[str]:
    """As much of *prose* as is searched for actions."""
    left, found = _MOST_WORDS, []
    for line in prose:
        words = line.split(None, left)[:left]
        found.append(line if len(words) < left else " ".join(words))
        left -= len(words)
        if not left:
            break
    return found


@dataclass(frozen=True, slots=True)
class _Runs:
    found: list[tuple[str, bool]]
    """Neighbouring lines of actions put together, and whether any line of them is surely made of actions."""
    prose: list[str]


def _runs(lines: list[str], rules: AnyRules) -> _Runs:
    """*lines* parted into runs of actions and prose; blank lines part nothing."""
    runs, prose = _Runs([], []), list[str]()
    run: list[list[_Line]] = [[]]
    for line in [*map(lambda text: _line(text, rules), lines), None]:  # noqa: C417 - None ends the last run
        if line is not None and not line.text:
            run.append([])
        elif line is not None and (line.is_formed or line.is_attempt):
            run[-1].append(line)
        else:
            _close(run, runs)
            run = [[]]
            prose += [line.text] if line is not None else []
    return _Runs(runs.found, prose)


def _close(run: list[list[_Line]], runs: _Runs) -> None:
    """Put the turn of *run*, which is parted by blank lines, among those found; the same block twice is one."""
    blocks = _distinct("\n".join(line.text for line in block) for block in run if block)
    if blocks:
        lines = [line for block in run for line in block]
        runs.found.append(("\n".join(blocks), any(line.is_formed for line in lines)))


def _line(text: str, rules: AnyRules) -> _Line:
    bare = text.strip()
    if not bare:
        return _Line("", is_formed=False, is_attempt=False)
    for form in forms(bare):
        if is_turn(form, rules.formed):
            return _Line(form, is_formed=True, is_attempt=False)
    stripped = unwrapped(bare)
    words = stripped.split()
    attempts = [_ATTEMPT.fullmatch(word) is not None for word in words]
    is_attempt = any(attempts) and all(
        attempt or _JOINING.fullmatch(word) for attempt, word in zip(attempts, words, strict=True)
    )
    return _Line(stripped if is_attempt else bare, is_formed=False, is_attempt=is_attempt)


def _mentions(line: str, rules: AnyRules) -> list[str]:
    """The actions that stand within a sentence."""
    return [text for text, _, _ in _spans(line, rules)]


def _spans(line: str, rules: AnyRules) -> list[tuple[str, int, int]]:
    """Each stretch of actions within *line* with its first word and the one after its last."""
    words = line.split()
    found, at = [], 0
    while at < len(words):
        for end in range(min(at + _MENTION_WORDS, len(words)), at, -1):
            text = " ".join(words[at:end]).strip(_AROUND_WORDS)
            if text and rules.formed(text):
                found.append((text, at, end))
                at = end - 1
                break
        at += 1
    return found


def _embedded(prose: list[str], rules: AnyRules) -> str:
    """The one turn that opens a sentence, or that follows a label: "My turn: B3-C3", "B3-C3 and good luck"."""
    found = [(line, *span) for line in prose for span in _spans(without_sign(line), rules)]
    if len(found) != 1:
        return ""
    line, text, start, end = found[0]
    words = without_sign(line).split()
    others = [*words[:start], *words[end:]]
    opens = start == 0 or (start <= _LABEL_WORDS and words[start - 1].endswith((":", "：")))
    return text if opens and "?" not in line and not any(map(_ATTEMPT.fullmatch, others)) else ""


def _distinct(texts: Iterable[str]) -> list[str]:
    """*texts* without those that say the same as an earlier one."""
    return list({_squeezed(text): text for text in reversed(list(texts))}.values())[::-1]


def _squeezed(text: str) -> str:
    return re.sub(r"[\s,;.!]+", "", folded(text).casefold())
