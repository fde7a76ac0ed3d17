"""
Whether there is room for one more mail, asked at every door before it is stored.

What anybody can send without a token of ours is bounded by a daily total, and is turned away first when the disk fills.
Mails to a token have a share of their own, for each player, so that strangers cannot use up what is a player's.
"""

from datetime import timedelta

from corr.base.rate_limits import Limit, spend
from corr.base.uow import Reader, UnitOfWork
from corr.mail.queues.part_recipients import Recipient

_KIB = 1024
_MIB = 1024 * _KIB
_DAY = timedelta(days=1)
# The totals are counted in KiB.
_TO_ANYBODY = Limit("mail-kib-to-anybody", 25 * _KIB, _DAY)
"""To the people behind the service and to the address that letters come from, each: 25 MiB a day."""
_SMALL_TO_ANYBODY = Limit("mail-kib-to-anybody-small", 10 * _KIB, _DAY)
"""Mails without attachments have a total of their own, so that a few large ones close no address."""
_SMALL = 64
_OF_PLAYER = Limit("mail-kib-of-player", 50 * _KIB, _DAY)
_OF_REPLY = Limit("mail-kib-of-reply", 15 * _KIB, _DAY)
"""To one reply address: whoever has come by it leaves room for the others of its player."""
_OF_TOKEN = Limit("mail-kib-of-token", 10 * _KIB, _DAY)
"""Bounces of one letter, and mails that end letters: 10 MiB a day."""
_FREE_FOR_ANYBODY = 512 * _MIB
_FREE_FOR_TOKENS = 64 * _MIB
"""How much of the disk has to be free: turns on pages and letters need room as well."""


def take_room(uow: UnitOfWork, recipient: Recipient, address: str, size: int) -> bool:
    """
    Whether a mail of *size* bytes to *address* can be kept; it is counted either way.

    :param recipient: whose the address is, as it was found at the door.
    """
    if not _has_disk(uow, _FREE_FOR_TOKENS if recipient.has_token else _FREE_FOR_ANYBODY):
        return False
    kib = -(-size // _KIB)
    whose = address.lower()
    if recipient.is_reply:
        return spend(uow, _OF_REPLY, whose, kib) and spend(uow, _OF_PLAYER, str(recipient.player_id), kib)
    if recipient.has_token:
        return spend(uow, _OF_TOKEN, whose, kib)
    return spend(uow, _SMALL_TO_ANYBODY if kib <= _SMALL else _TO_ANYBODY, whose.partition("@")[0], kib)


def is_short(reader: Reader) -> bool:
    """Whether the disk fills, so that whatever nobody needs had better go early."""
    return not _has_disk(reader, _FREE_FOR_ANYBODY)


def _has_disk(reader: Reader, needed: int) -> bool:
    free = reader.free_space()
    return free is None or free >= needed
