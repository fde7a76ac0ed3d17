"""Reply addresses that others have seen too: each is retired once it was used, and the answer brings a new one."""

from dataclasses import replace

from corr.mail.answering.received import Outcome, ReceivedMail
from corr.service.mail.account_tokens import revoke_account_token
from corr.service.mail.reply_tokens import is_address_of, revoke_reply_token
from corr.service.uow import Reader, UnitOfWork

_RETIRED = (
    "Your mail also went to somebody else, who can see the address that you replied to. So that nobody else can use "
    "it, that address has been retired. Please reply to this letter instead, or to a later one."
)


def is_copied(reader: Reader, mail: ReceivedMail, player_id: int) -> bool:
    """Whether others got the reply address together with *mail*; other addresses of the player's are none."""
    return bool(mail.token) and any(not is_address_of(reader, player_id, other) for other in mail.others)


def retired(uow: UnitOfWork, mail: ReceivedMail, player_id: int, outcome: Outcome) -> Outcome:
    """*outcome* of a mail of the player's, whose reply address is used no more if others have seen it."""
    if not is_copied(uow, mail, player_id):
        return outcome
    revoke_reply_token(uow, mail.token)
    revoke_account_token(uow, mail.token)
    answer = outcome.answer
    return outcome if answer is None else replace(outcome, answer=replace(answer, lines=(*answer.lines, _RETIRED)))
