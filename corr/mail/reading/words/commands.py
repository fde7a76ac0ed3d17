"""Commands: words that stand alone on a line; within a sentence they are none."""

import re
from dataclasses import dataclass

from corr.games.notation import folded
from corr.mail.reading.words.acts import Act
from corr.mail.reading.words.speech import asks

_LENGTH = 100
_FIRST_LINES = 20
_PUNCTUATION = " \t.,;:!?*_/\\\"'`“”„‘’«»()[]{}<>…–—-"
_DRAW = re.compile(
    r"^(?:please )?(?:i (?:hereby )?)?"
    r"(offer|propose|accept|decline|refuse|reject|withdraw|retract)(?: a| the| my| your)? draw(?: offer)?(?: please)?$"
)
_DRAWS = {
    "offer": Act.OFFER_DRAW,
    "propose": Act.OFFER_DRAW,
    "accept": Act.ACCEPT_DRAW,
    "decline": Act.DECLINE_DRAW,
    "refuse": Act.DECLINE_DRAW,
    "reject": Act.DECLINE_DRAW,
    "withdraw": Act.WITHDRAW_DRAW,
    "retract": Act.WITHDRAW_DRAW,
}
_RESIGN = re.compile(r"^(?:i (?:hereby )?)?resign(?: (?:the|this) game)?$")
"""Not after "please", which asks somebody else to resign."""
_CLAIM = re.compile(r"^(?:i (?:hereby )?)?claim(?: (?:the|this) game| (?:the|my) (?:win|victory))?(?: on time)?$")
_NAMED = {
    "draw offer": Act.OFFER_DRAW,
    "board": Act.BOARD,
    "show board": Act.BOARD,
    "show the board": Act.BOARD,
    "rules": Act.RULES,
    "show rules": Act.RULES,
    "show the rules": Act.RULES,
    "games": Act.GAMES,
    "my games": Act.GAMES,
    "show games": Act.GAMES,
    "show my games": Act.GAMES,
    "list games": Act.GAMES,
    "list my games": Act.GAMES,
    "help": Act.HELP,
    "back": Act.BACK,
    "i am back": Act.BACK,
    "i'm back": Act.BACK,
    "i’m back": Act.BACK,
}
_UNASKED = frozenset({Act.BOARD, Act.RULES, Act.GAMES, Act.HELP})
"""Commands that mean the same as a question."""
_DAY = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}"
_SPAN = r"-?\d{1,9}(?:[.,]\d{1,2})?\s*[a-z]{0,6}"
_AWAY = re.compile(
    rf"^(?:i am |i'm |i’m )?away(?:\s*[:=]?\s*((?:for |from |until |till |to )?(?:{_DAY}|{_SPAN})"
    rf"(?:\s*(?:to|until|till|-|and)\s*(?:{_DAY}|{_SPAN}))?))?(?: please)?$"
)
_ABOUT_LEAVE = re.compile(r"\b(?:away|leave|holidays?|vacation)\b")
_LEAGUE = r"([a-z0-9][a-z0-9-]{1,38}[a-z0-9])"
_OF_LEAGUES = {
    Act.JOIN: re.compile(rf"^(?:i )?join(?: please)?$|^(?:please )?(?:i )?join {_LEAGUE}(?: please)?$"),
    Act.LEAVE_LEAGUE: re.compile(rf"^(?:please )?(?:i )?(?:leave|withdraw from) {_LEAGUE}(?: please)?$"),
    Act.CONFIRM_WITHDRAWAL: re.compile(rf"^(?:i )?confirm (?:to )?withdraw(?:al)?(?: from)? {_LEAGUE}$"),
}
_NO_LEAGUES = frozenset(
    (
        *("now", "soon", "later", "today", "tonight", "tomorrow", "again", "early", "here", "there", "town", "home"),
        *("him", "her", "them", "you", "this", "that", "the", "game", "games", "alone", "please", "work"),
    )
)
"""Words after "join" or "leave" in sentences that are not about leagues."""
_ABOUT_LEAGUES = re.compile(r"^\W*(?:(?:i|please|i want to|i would like to|i['’]d like to) )?(?:join|leave|withdraw)\b")
_NO = frozenset(("no", "no thanks", "no thank you", "no, thanks", "no, thank you"))
_STOPS = str.maketrans(dict.fromkeys(_PUNCTUATION.replace("'", ""), " "))
_MEANT = (
    r"(?:that|it|this)(?: was|'s| is) (?:really )?(?:me|mine|meant|right|correct)|"
    r"i (?:do|did|am sure|(?:do |did )?meant? (?:it|that|this))"
)
_YES = re.compile(
    rf"(?:yes|yep|confirm(?:ed)?|i confirm(?: (?:it|that|this))?|{_MEANT})"
    rf"(?: (?:yes|please|thanks|thank you|confirm(?:ed)?|i confirm|(?:please )?(?:do|play) (?:it|that|so)|{_MEANT}))*"
)
_NOT_ME = (
    r"(?:that|it|this) (?:was not|wasn't|is not|isn't) (?:me|mine|meant|right)|"
    r"i (?:do not|don't|did not|didn't)(?: (?:mean|want) (?:it|that|this))?|not me|drop (?:it|that|this)"
)
_NOT_MEANT = re.compile(rf"(?:no|nope|{_NOT_ME})(?: (?:please|thanks|thank you|{_NOT_ME}))*")
_SAY = re.compile(r"^[\s/*_>]{0,6}say[*_]{0,3}\s{0,3}[:：][*_]{0,3}[ \t]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """A command that was found."""

    act: Act
    typed: str
    """The line as it was written."""
    words: str = ""
    """Its argument: how long the player is away, or which league is meant."""


def command(line: str) -> Command | None:
    """The command that stands alone on *line*; None if there is none. "say:" is found by `said_on`."""
    if len(line) > _LENGTH:
        return None
    written = folded(line).casefold()
    words = " ".join(written.strip(_PUNCTUATION).split())
    act = _act(words)
    # "resign?" is no resignation.
    if act is not None and (act in _UNASKED or not asks(written)):
        return Command(act, line.strip())
    if asks(written):
        return None
    away = _AWAY.match(words)
    return Command(Act.AWAY, line.strip(), away[1] or "") if away else _about_league(line.strip(), words)


def reply(line: str) -> Command | None:
    """The yes or no that stands alone on *line*, as a command; None if there is none."""
    if len(line) > _LENGTH or asks(line):
        return None
    words = " ".join(folded(line).casefold().replace("’", "'").translate(_STOPS).split())
    if _YES.fullmatch(words):
        return Command(Act.CONFIRM, line.strip())
    return Command(Act.REJECT, line.strip()) if _NOT_MEANT.fullmatch(words) else None


def is_no(text: str) -> bool:
    """Whether the first line of *text* is a no and nothing else."""
    return folded(_first_line(text)).casefold().strip(_PUNCTUATION) in _NO


def is_leave(text: str) -> bool:
    """Whether the first line of *text* is "leave" and nothing else."""
    return folded(_first_line(text)).casefold().strip(_PUNCTUATION) == "leave"


def is_about_leagues(text: str) -> bool:
    """Whether one of the first lines of *text* begins like a wish to join or to leave something."""
    lines = text.splitlines()[:_FIRST_LINES]
    return any(_ABOUT_LEAGUES.match(folded(line[:_LENGTH]).casefold()) for line in lines)


def is_about_leave(text: str) -> bool:
    """Whether one of the first lines of *text* mentions leave."""
    lines = text.splitlines()[:_FIRST_LINES]
    return any(_ABOUT_LEAVE.search(folded(line[:_LENGTH]).casefold()) for line in lines)


def said_on(line: str) -> str | None:
    """The words after "say:" on *line*; None if it does not begin so."""
    found = _SAY.match(line)
    return None if found is None else line[found.end() :].strip()


def _act(words: str) -> Act | None:
    if words in _NAMED:
        return _NAMED[words]
    if _RESIGN.match(words):
        return Act.RESIGN
    if _CLAIM.match(words):
        return Act.CLAIM
    draw = _DRAW.match(words)
    return None if draw is None else _DRAWS[draw[1]]


def _about_league(typed: str, words: str) -> Command | None:
    for act, pattern in _OF_LEAGUES.items():
        found = pattern.match(words)
        if found is not None and found[1] not in _NO_LEAGUES:
            return Command(act, typed, found[1] or "")
    return None


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines()[:_FIRST_LINES] if line.strip()), "")[:_LENGTH]
