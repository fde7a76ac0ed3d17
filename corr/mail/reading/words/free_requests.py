"""Requests in free words, which are no commands, and what answers say to write instead."""

import re
from collections.abc import Iterator

from corr.games.notation import folded
from corr.mail.reading.words.clauses import asks, clauses, sentences
from corr.mail.reading.words.command_lines import LONGEST, PUNCTUATION, is_plain_no
from corr.mail.reading.words.harmless import is_salutation

LEAGUES_BY_MAIL = (
    "About leagues: “join” with the short name of a league, such as “join summer-cup”, enters the season that takes "
    "players, “leave summer-cup” leaves it, and “standings summer-cup” shows its table. Each stands alone on a line."
)
"""How a league is joined and left, whichever letter is answered."""
OFFERS_BY_MAIL = (
    "About new games: “offers” lists the open ones, “take” with the short name of an offer takes it, “offer” with a "
    "game and a pace such as “3d/turn” makes one, and “challenge” with a name and a game challenges one player; "
    "“withdraw” takes an offer or a challenge back. Each stands alone on a line."
)
"""How somebody to play is found by mail."""
PEOPLE_BY_MAIL = (
    "About other players: “block” with a name ends messages and new games between you, and “follow” with a name lets "
    "you know what is new there; “unblock” and “unfollow” take that back. Each stands alone on a line."
)
"""How somebody is blocked or followed by mail."""
_FIRST_LINES = 20
_ABOUT_LEAVE = re.compile(r"\b(?:away|leave|holidays?|vacation)\b")
_ABOUT_LEAGUES = re.compile(r"^\W*(?:(?:i|please|i want to|i would like to|i['’]d like to) )?(?:join|leave|withdraw)\b")
_ABOUT_NEW_GAMES = re.compile(
    r"^\W*(?:(?:i|please|i want to|i would like to|i['’]d like to) )?"
    r"(?:(?:offer|challenge|withdraw)\b(?!.*\bdraw\b)|take(?: offer)?(?: (?!care\b|it\b|that\b|this\b)\S+)?\W*$)"
)
_ABOUT_LETTERS = re.compile(
    r"\bunsubscribe\b|\bopt[ -]out\b|\b(?:take|remove|delete) me (?:off|from)\b|"
    r"\b(?:stop|no more)\b.{0,30}\b(?:(?:e-?)?mails?|mailing|letters?|messages?|notifications?|spam(?:ming)?)\b|"
    r"\b(?:do not|don['’]?t|never) (?:send|(?:e-?)?mail) me\b"
)
_UNDOES = r"(?:undo|cancel|retract|withdraw|take ?back|ignore|disregard|forget|delete)"
_ABOUT_UNDOING = re.compile(
    rf"^\W*(?:please )?{_UNDOES}(?: (?:it|that|this))?(?:,? please)?\W*$|"
    rf"\b(?!forget\b){_UNDOES} (?:\w+ ){{1,2}}(?:turn|move|(?:e-?)?mail|message|letter)\b(?! address)|"
    r"\btake (?:it|that|this|my (?:\w+ )?(?:turn|move)) back\b"
)
_ABOUT_AGREEING = re.compile(r"\b(?:accept\w*|agree\w*|yes|yep|yeah|ok|okay|take|resign\w*|claim\w*|withdraw\w*)\b")


def is_no(text: str) -> bool:
    """Whether the first line of *text* is a no and nothing else."""
    return is_plain_no(_first_line(text))


def is_no_with_reason(text: str) -> bool:
    """Whether *text* begins with a no, below a greeting perhaps, and goes on to say why: "No thanks, way too early"."""
    lines = [line for line in text[: LONGEST * _FIRST_LINES].splitlines() if line.strip()]
    begun = next((line for line in lines if not is_salutation(line)), "")
    first = next((part for one in sentences(begun) for part in clauses(one)), "")
    return is_plain_no(first) and not asks(text) and _ABOUT_AGREEING.search(text.lower()) is None


def is_leave(text: str) -> bool:
    """Whether the first line of *text* is "leave" and nothing else."""
    return _first_line(text) == "leave"


def is_about_leagues(text: str) -> bool:
    """Whether one of the first lines of *text* begins like a wish to join or to leave something."""
    return any(map(_ABOUT_LEAGUES.match, _first_lines(text)))


def is_about_new_games(text: str) -> bool:
    """Whether one of the first lines of *text* begins like a wish for a new game."""
    return any(map(_ABOUT_NEW_GAMES.match, _first_lines(text)))


def is_block_of_nobody(text: str) -> bool:
    """Whether one of the first lines of *text* is "block" and nothing else."""
    return any(line.strip(PUNCTUATION) in {"block", "please block"} for line in _first_lines(text))


def is_about_leave(text: str) -> bool:
    """Whether one of the first lines of *text* mentions leave."""
    return any(map(_ABOUT_LEAVE.search, _first_lines(text)))


def is_about_undoing(text: str) -> bool:
    """Whether one of the first lines of *text* asks that something be undone, or an earlier mail ignored."""
    return any(map(_ABOUT_UNDOING.search, _first_lines(text)))


def is_about_letters(text: str) -> bool:
    """Whether one of the first lines of *text* asks for fewer letters."""
    return any(map(_ABOUT_LETTERS.search, _first_lines(text)))


def _first_line(text: str) -> str:
    first = next((line for line in text.splitlines()[:_FIRST_LINES] if line.strip()), "")[:LONGEST]
    return folded(first).casefold().strip(PUNCTUATION)


def _first_lines(text: str) -> Iterator[str]:
    return (folded(line[:LONGEST]).casefold() for line in text.splitlines()[:_FIRST_LINES])
