"""The limits of the inbox: whose an address is, space for mails, and how many are read and answered."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

from sqlalchemy import ColumnElement, String, bindparam, func, literal_column, null, select, union_all

from corr.base.rate_limits import Charge, Limit, are_within, begins_again, is_within
from corr.base.tokens import hash_given, hash_token, invitation_token
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import Challenge
from corr.store.tables.mails import AccountToken, CommandAddress, Outbox, ReplyToken, UnsubscribeToken
from corr.store.tables.player_accounts import RateCount

_REPLY, _ACCOUNT, _ENDING, _LETTER = table(ReplyToken), table(AccountToken), table(UnsubscribeToken), table(Outbox)
_CHALLENGE, _COMMANDS = table(Challenge), table(CommandAddress)


class GivenTokens(NamedTuple):
    """The tokens in an address, of whatever kind it is; for a kind that it is not, any text."""

    reply: str
    unsubscribe: str
    bounce: str


class _Owner(NamedTuple):
    kind: str
    given: str
    player_id: int | None
    game_id: str | None


def _kind(name: str) -> ColumnElement[str]:
    return literal_column(f"'{name}'", String).label("kind")


_FIND = union_all(
    select(_kind("reply"), _REPLY.c.token_hash.label("given"), _REPLY.c.player_id, _REPLY.c.game_id).where(
        _REPLY.c.token_hash.in_(bindparam("reply")), _REPLY.c.revoked_at.is_(None)
    ),
    select(_kind("reply"), _ACCOUNT.c.token_hash, _ACCOUNT.c.player_id, null()).where(
        _ACCOUNT.c.token_hash.in_(bindparam("reply")), _ACCOUNT.c.revoked_at.is_(None)
    ),
    select(_kind("reply"), _COMMANDS.c.token_hash, _COMMANDS.c.player_id, null()).where(
        _COMMANDS.c.token_hash.in_(bindparam("reply"))
    ),
    select(_kind("unsubscribe"), _ENDING.c.token_hash, null(), null()).where(
        _ENDING.c.token_hash.in_(bindparam("unsubscribe"))
    ),
    select(_kind("link"), _CHALLENGE.c.invitation_hash, null(), null()).where(
        _CHALLENGE.c.invitation_hash.in_(bindparam("link")), _CHALLENGE.c.answers_revoked_at.is_(None)
    ),
    select(_kind("bounce"), _LETTER.c.bounce_hash, null(), null()).where(
        _LETTER.c.bounce_hash.in_(bindparam("bounce"))
    ),
)
_OWNERS = CompiledQuery(_FIND, _Owner)
_KINDS = ("reply", "unsubscribe", "link", "bounce")
_KIB = 1024
_MIB = 1024 * _KIB
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
# The totals are counted in KiB.
_TO_ANYBODY = Limit("mail-kib-to-anybody", 25 * _KIB, _DAY)
"""To postmaster and abuse, and to the address that letters come from, each: 25 MiB a day."""
_SMALL_TO_ANYBODY = Limit("mail-kib-to-anybody-small", 10 * _KIB, _DAY)
"""Mails up to `_SMALL` KiB have a total of their own, so that a few large ones close no address."""
_SMALL = 64
_SPACE_OF_PLAYER = Limit("mail-kib-of-player", 50 * _KIB, _DAY)
_SPACE_OF_REPLY = Limit("mail-kib-of-reply", 15 * _KIB, _DAY)
"""To one reply address, so that somebody who got hold of it leaves room for the player's others."""
_SPACE_OF_TOKEN = Limit("mail-kib-of-token", 10 * _KIB, _DAY)
"""Bounces of one letter, and mails that end letters: 10 MiB a day."""
_FREE_FOR_ANYBODY = 512 * _MIB
_FREE_FOR_TOKENS = 64 * _MIB
"""The space that has to be free on the disk: turns on pages and letters need some as well."""
_LOG = logging.getLogger(__name__)
MOST_ANSWERS = 20
"""The most answers to a player in an hour."""
MOST_MAILS = 120
"""The most mails of one sender, and of one player, that are read in an hour; the others wait for the next one."""
MOST_FOUND = 20
"""The most mails for a player that are read in a day if only a letter's Message-ID finds them, so that anybody may have
sent them."""
_ANSWERS = Limit("answers", MOST_ANSWERS - 1, _HOUR)
_LAST_ANSWER = Limit("last-answer", 1, _HOUR)
_SILENCES = Limit("silences", 1, _HOUR)
_HINTS = Limit("desk", 1, _DAY)
_NEWCOMERS = Limit("newcomers", 50, _DAY)
_FOUND = Limit("mails-found", MOST_FOUND, _DAY)
_STRANGERS = Limit("strangers", 5, _DAY)
_OF_SENDER = Limit("mails-of-sender", MOST_MAILS, _HOUR)
_OF_PLAYER = Limit("mails-of-player", MOST_MAILS, _HOUR)


@dataclass(frozen=True, slots=True)
class Recipient:
    """The owner of an address that is accepted, as far as known."""

    player_id: int | None = None
    """The player whose reply address it is; None for all others."""
    game_id: str | None = None
    has_token: bool = False
    """Whether the address holds a token of ours; all others that are accepted are known to everybody."""
    is_reply: bool = False
    """Whether it is a reply address, not one for unsubscribing or bounces."""
    is_desk: bool = False
    """Whether letters come from it, so that only the text of a mail can tell its game."""


def find_by_tokens(reader: Reader, given: Sequence[GivenTokens]) -> list[Recipient | None]:
    """
    The owner of each of several addresses, by its token of any kind, whatever its case; None if it is unknown or
    revoked.

    One statement looks for all of them, and for all kinds, so that every lookup takes as long.
    """
    if not given:
        return []
    hashes = [_hashes(reader, tokens) for tokens in given]
    asked = {kind: [one[kind] for one in hashes] for kind in _KINDS}
    owners = {(row.kind, row.given): row for row in _OWNERS.all(reader.connection, asked)}
    return [next((_recipient(owners[owner]) for owner in one.items() if owner in owners), None) for one in hashes]


def _hashes(reader: Reader, tokens: GivenTokens) -> dict[str, str]:
    return {
        "reply": hash_given(tokens.reply),
        "unsubscribe": hash_given(tokens.unsubscribe),
        "link": hash_token(invitation_token(reader.secret, tokens.reply)),
        "bounce": hash_given(tokens.bounce),
    }


def _recipient(owner: _Owner) -> Recipient:
    return Recipient(owner.player_id, owner.game_id, has_token=True, is_reply=owner.kind == "reply")


def room_needed(reader: Reader, recipient: Recipient, address: str, size: int) -> tuple[Charge, ...] | None:
    """
    What is counted for a mail of *size* bytes to *address*; None if the disk is too full for it.

    :param recipient: the owner of the address.
    """
    if not _has_disk(reader, _FREE_FOR_TOKENS if recipient.has_token else _FREE_FOR_ANYBODY):
        return None
    kib = -(-size // _KIB)
    whose = address.lower()
    if recipient.is_reply:
        return Charge(_SPACE_OF_REPLY, whose, kib), Charge(_SPACE_OF_PLAYER, str(recipient.player_id), kib)
    if recipient.has_token:
        return (Charge(_SPACE_OF_TOKEN, whose, kib),)
    limit = _SMALL_TO_ANYBODY if kib <= _SMALL else _TO_ANYBODY
    return (Charge(limit, whose.partition("@")[0], kib),)


def is_short(reader: Reader) -> bool:
    """Whether the disk is filling up, so that what nobody needs should be purged early."""
    return not _has_disk(reader, _FREE_FOR_ANYBODY)


def _has_disk(reader: Reader, needed: int) -> bool:
    free = reader.workshop.free_space()
    return free is None or free >= needed


class Room(Enum):
    """Whether there is room for one more answer."""

    ENOUGH = "enough"
    LAST = "last"
    """It is the last one within this hour, and should say so."""
    NONE = "none"


def room_for_answer(uow: UnitOfWork, player_id: int) -> Room:
    """Whether the player may get one more answer this hour; it is counted."""
    if are_within(uow, Charge(_ANSWERS, str(player_id))):
        return Room.ENOUGH
    if is_within(uow, _LAST_ANSWER, str(player_id)):
        return Room.LAST
    _note(uow, str(player_id), "player %s has had the last answer to mails of this hour", player_id)
    return Room.NONE


class PlayerWaitsError(Exception):
    """A player's mails of this hour are too many: the one at hand waits, and nothing in it is done yet."""

    def __init__(self, player_id: int) -> None:
        super().__init__(f"player {player_id}")
        self.player_id = player_id


def is_sender_read(uow: UnitOfWork, mail_id: int, sender_key: str) -> bool:
    """Whether one more mail of a sender is read this hour, such as this one; it is counted."""
    if is_within(uow, _OF_SENDER, sender_key):
        return True
    _note(uow, sender_key, "mail %s and all others of its sender wait for the next hour", mail_id)
    return False


def count_mail_of_player(uow: UnitOfWork, player_id: int, *, is_proved: bool) -> None:
    """
    Count one more mail that is to be carried out for a player.

    :param is_proved: whether the player surely wrote it: others cannot use up what such mails have.
    :raises PlayerWaitsError: there were too many in this hour.
    """
    if not is_within(uow, _OF_PLAYER, f"{player_id} proved" if is_proved else str(player_id)):
        raise PlayerWaitsError(player_id)


def note_waiting(uow: UnitOfWork, player_id: int) -> None:
    """Log that mails of a player wait for the next hour."""
    _note(uow, str(player_id), "more mails of player %s wait for the next hour", player_id)


def next_hour(reader: Reader) -> datetime:
    """When mails are read again that are too many for this hour."""
    return begins_again(reader.now, _OF_SENDER)


def is_found_mail_taken(uow: UnitOfWork, player_id: int) -> bool:
    """
    Whether one more mail is carried out that was found by the Message-ID of a letter to the player; it is counted.

    Others may know that id, so such mails and their answers have a limit of their own.
    """
    if is_within(uow, _FOUND, str(player_id)):
        return True
    _note(uow, str(player_id), "mails for player %s without a token are dropped for the rest of this day", player_id)
    return False


def may_tell_of_stranger(uow: UnitOfWork, player_id: int) -> bool:
    """
    Whether the player may be told today of one more mail that somebody else seems to have written; it is counted.

    Somebody who got hold of a token must not be able to flood its player.
    """
    return is_within(uow, _STRANGERS, str(player_id))


def hint_left(uow: UnitOfWork, whom: int | str) -> bool:
    """Whether somebody may be told, once a day, that a mail went to a wrong address; it is counted."""
    return is_within(uow, _HINTS, str(whom))


def may_tell_newcomer(uow: UnitOfWork, address: str) -> bool:
    """Whether somebody without an account may be told how to play here: once a day, and few in all; it is counted."""
    return are_within(uow, Charge(_HINTS, address.lower()), Charge(_NEWCOMERS, ""))


def silences(reader: Reader) -> int:
    """How often in the last day mails of one sender or player were too many for an hour; once an hour each."""
    counts = table(RateCount)
    lately = counts.c.key.startswith(f"{_SILENCES.name}:") & (counts.c.window_at > reader.now - _DAY)
    return int(reader.connection.execute(select(func.count()).select_from(counts).where(lately)).scalar_one())


def _note(uow: UnitOfWork, whose: str, words: str, which: int) -> None:
    """Log it, once an hour."""
    if is_within(uow, _SILENCES, f"{whose} {words}"):
        _LOG.warning(words, which)
