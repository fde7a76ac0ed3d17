"""
How many mails are read, and how many are answered.

A robot that answers answers is told by nothing but the count. Turns are played longer than they are answered, and what
strangers send counts for itself: nobody can use up what is a player's own.
"""

import logging
from datetime import timedelta
from enum import Enum

from sqlalchemy import func, select

from corr.base.rate_limits import Limit, is_within
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.accounts import RateCount

_LOG = logging.getLogger(__name__)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
MOST_ANSWERS = 20
"""Answers that a player gets in an hour."""
MOST_MAILS = 60
"""Mails to one reply address that are read in an hour."""
MOST_FOUND = 20
"""Mails for a player that anybody may have sent, since only a letter's id finds them, that are read in a day."""
_ANSWERS = Limit("answers", MOST_ANSWERS - 1, _HOUR)
_LAST_ANSWER = Limit("last-answer", 1, _HOUR)
_SILENCES = Limit("silences", 1, _HOUR)
_HINTS = Limit("desk", 1, _DAY)
_FOUND = Limit("mails-found", MOST_FOUND, _DAY)
_STRANGERS = Limit("strangers", 5, _DAY)
_OF_TOKEN = Limit("mails-of-token", MOST_MAILS, _HOUR)
_OF_PLAYER = Limit("mails-of-player", 2 * MOST_MAILS, _HOUR)
_OF_SOURCE = Limit("mails-of-source", 2 * MOST_MAILS, _HOUR)


class Room(Enum):
    """Whether there is room for one more answer."""

    ENOUGH = "enough"
    LAST = "last"
    """This one is the last within an hour, and should say so."""
    NONE = "none"


def room_for_answer(uow: UnitOfWork, player_id: int) -> Room:
    """Whether the player may get one more answer this hour; it counts."""
    if is_within(uow, _ANSWERS, str(player_id)):
        return Room.ENOUGH
    if is_within(uow, _LAST_ANSWER, str(player_id)):
        return Room.LAST
    _note(uow, player_id, "player %s has had the last answer to mails of this hour")
    return Room.NONE


def is_mail_taken(uow: UnitOfWork, player_id: int, token: str, source: str) -> bool:
    """
    Whether one more mail of a player is carried out this hour; it counts.

    :param token: which it came to; empty for a mail that was found by what it answers.
    :param source: the address that it came from.
    """
    # One after the other, so that what one limit stops does not count under the next.
    of_whom = ((_OF_TOKEN, token or str(player_id)), (_OF_SOURCE, source.lower()), (_OF_PLAYER, str(player_id)))
    if all(is_within(uow, limit, whose) for limit, whose in of_whom):
        return True
    _note(uow, player_id, "mails of player %s are dropped for the rest of this hour")
    return False


def is_found_mail_taken(uow: UnitOfWork, player_id: int) -> bool:
    """
    Whether one more mail is carried out, and answered, that the id of a letter to the player found; it counts.

    Others know that id too, so such mails, and the answers to them, count for themselves alone.
    """
    if is_within(uow, _FOUND, str(player_id)):
        return True
    _note(uow, player_id, "mails for player %s without a token are dropped for the rest of this day")
    return False


def may_tell_of_stranger(uow: UnitOfWork, player_id: int) -> bool:
    """
    Whether the player may be told today of one more mail that somebody else seems to have written; it counts.

    Whoever has come by a token must not flood anybody.
    """
    return is_within(uow, _STRANGERS, str(player_id))


def hint_left(uow: UnitOfWork, whom: int | str) -> bool:
    """Whether somebody may be told today, once, that a mail went to no good address; it counts."""
    return is_within(uow, _HINTS, str(whom))


def silences(reader: Reader) -> int:
    """How often in the last day a player's mails were too many to be answered, or to be read; once an hour each."""
    counts = table(RateCount)
    lately = counts.c.key.startswith(f"{_SILENCES.name}:") & (counts.c.window_at > reader.now - _DAY)
    return int(reader.connection.execute(select(func.count()).select_from(counts).where(lately)).scalar_one())


def _note(uow: UnitOfWork, player_id: int, words: str) -> None:
    """Say it to whoever looks after the service, once an hour."""
    if is_within(uow, _SILENCES, f"{player_id} {words}"):
        _LOG.warning(words, player_id)
