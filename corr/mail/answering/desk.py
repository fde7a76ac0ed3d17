"""
Mail to the address that our letters come from.

It says nothing about a game, and a From field is easily forged: so it plays nothing, and only a player is told so, at
an address known to be theirs. Whoever else writes there learns nothing.
"""

import re
from dataclasses import dataclass

from corr.mail.addresses import author
from corr.mail.answering import answers
from corr.mail.post import Post
from corr.mail.reading.incoming import Incoming
from corr.service.addresses import same_address
from corr.service.inbox import ClaimedMail, Understood
from corr.service.notices import To, answer
from corr.service.players import Owner, find_owner
from corr.service.reply_tokens import hint_left
from corr.service.uow import Reader, UnitOfWork

_ADDRESS = re.compile(r"[^\s<>,;:]{1,200}@[^\s<>,;:]{1,200}")


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a mail without its words."""

    key: str
    incoming: Incoming
    silence: str
    """Why it is not to be answered; empty if a person wrote it."""


def at_desk(uow: UnitOfWork, post: Post, mail: ClaimedMail, head: Head) -> Understood | None:
    """What becomes of a mail to the sender of letters, with its answer; None if a person has to look at it."""
    if head.silence or not post.is_desk(mail.recipient):
        return Understood(head.key, head.silence or "not-for-the-game")
    if _is_answered_elsewhere(post, head.incoming):
        return Understood(head.key, "beside-an-answer")
    writer = _player(uow, head.incoming)
    if writer is None or not hint_left(uow, writer.id):
        return None
    facts = answers.wrong_address(post.sender_address).facts(head.incoming.message_id)
    uow.tell(answer(mail.id, To(writer.id, writer.address), None, facts))
    return Understood(head.key, "wrong-address", writer.id)


def _is_answered_elsewhere(post: Post, incoming: Incoming) -> bool:
    """Whether the mail went to a game as well, as it does when somebody answers to all addresses of a letter."""
    fields = (*incoming.all("to"), *incoming.all("cc"))
    return any(post.reply_token(address) for field in fields for address in _ADDRESS.findall(field))


def _player(reader: Reader, incoming: Incoming) -> Owner | None:
    """The player who wrote the mail by its one From field, to the letter of a verified address."""
    written_by = author(incoming.all("from"))
    found = find_owner(reader, written_by.lower()) if written_by else None
    return found if found and written_by and same_address(written_by, found.address) else None
