"""
Mail to the address that our letters come from.

It says nothing about a game, and a From field is easily forged: so it plays nothing, and only a player is told so, at
an address known to be theirs. Whoever else writes there learns nothing.
"""

from dataclasses import dataclass

from corr.base.addresses import same_address
from corr.base.notices import To
from corr.base.uow import Reader, UnitOfWork
from corr.mail.answering import answers
from corr.mail.answering.received import Outcome, ReceivedMail
from corr.mail.mail_site import Post
from corr.mail.queues.inbox_limits import hint_left
from corr.mail.reading.mail_facts import Verdict
from corr.players.profiles import Owner, find_owner

_FOR_PEOPLE = Outcome("for-people", is_for_people=True)


@dataclass(frozen=True, slots=True)
class AtDesk:
    """What becomes of a mail to the sender of letters, and whom the answer is for."""

    outcome: Outcome
    to: To | None = None


def settle_at_desk(uow: UnitOfWork, post: Post, mail: ReceivedMail) -> AtDesk:
    """What becomes of a mail to the sender of letters that answers none of them."""
    if mail.silence:
        return AtDesk(Outcome(mail.silence))
    writer = _player(uow, mail)
    if writer is None or not hint_left(uow, writer.id):
        return AtDesk(_FOR_PEOPLE)
    answer = answers.wrong_address(post.sender_address)
    return AtDesk(Outcome("wrong-address", answer), To(writer.id, writer.address))


def _player(reader: Reader, mail: ReceivedMail) -> Owner | None:
    """The player who wrote the mail by its one From field, to the letter of a verified address."""
    written_by = mail.reading.written_by
    if not written_by or mail.reading.verdict is Verdict.FAIL:
        return None
    found = find_owner(reader, written_by.lower())
    return found if found and same_address(written_by, found.address) else None
