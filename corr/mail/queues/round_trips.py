"""Round trips of test letters: sent to a player who asks for one, and answered, which proves both ways."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, select

from corr.base.delivery_ledger import plain_words
from corr.base.notices import NoticeKind, test_letter
from corr.base.rate_limits import Limit, count
from corr.base.tokens import hash_token
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.mails import AccountToken, AccountTokenPurpose, Outbox, OutboxState

_TESTS = Limit("test-letter", 5, timedelta(hours=1), "At most 5 test letters are sent in an hour.")
_LETTER = table(Outbox)
_TOKEN = table(AccountToken)
_STATES = {
    OutboxState.WAITING.value: "It is about to be sent.",
    OutboxState.SENT.value: "It has been delivered. Please reply to it: any words will do.",
    OutboxState.OBSOLETE.value: "It was not sent.",
    OutboxState.WITHHELD.value: "It was not sent: your address takes no letters at present.",
    OutboxState.FAILED.value: "It could not be sent.",
    OutboxState.DROPPED.value: "It was thrown away by an administrator.",
}
_CAME_BACK = "It came back: it did not reach you."
_ANSWERED = "Your answer arrived: mail works in both directions."


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """The progress of a test letter."""

    letter_id: int
    state: str
    """ "waiting", "sent", "obsolete", "withheld", "failed" or "dropped"."""
    queued_at: datetime
    sent_at: datetime | None
    bounced_at: datetime | None
    answered_at: datetime | None
    fault: str
    """Why the last attempt failed, in the words of the far end."""
    sentence: str
    """The progress, and what to do next."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.answered_at is not None or self.is_lost

    @property
    def is_lost(self) -> bool:
        """Whether it has not reached its player and never will."""
        return self.bounced_at is not None or self.state not in {OutboxState.WAITING.value, OutboxState.SENT.value}


def ask_test_letter(uow: UnitOfWork, player_id: int, order_key: str) -> bool:
    """
    Send the player a test letter; False, and nothing done, if the same form was submitted before.

    :param order_key: of the form, the same when it is submitted twice.
    :raises TooManyError: too many were asked for.
    """
    notice = test_letter(player_id, hash_token(order_key)[:32])
    if uow.connection.execute(select(_LETTER.c.id).where(_LETTER.c.key == notice.key)).first() is not None:
        return False
    count(uow, {_TESTS: str(player_id)})
    uow.tell(notice)
    return True


def last_round_trip(reader: Reader, player_id: int) -> RoundTrip | None:
    """The progress of the player's latest test letter; None if there was none."""
    is_its = and_(_TOKEN.c.outbox_id == _LETTER.c.id, _TOKEN.c.purpose == AccountTokenPurpose.TEST.value)
    names = ("id", "state", "created_at", "sent_at", "bounced_at")
    wanted = select(*(_LETTER.c[name] for name in names), _TOKEN.c.answered_at, _LETTER.c.fault)
    mine = (_LETTER.c.player_id == player_id, _LETTER.c.kind == NoticeKind.TEST.value)
    # A letter that was composed by two processes at once has two tokens; either may be the one that was sent.
    latest = (_LETTER.c.id.desc(), _TOKEN.c.answered_at.is_(None), _TOKEN.c.answered_at)
    found = reader.connection.execute(
        wanted.select_from(_LETTER.outerjoin(_TOKEN, is_its)).where(*mine).order_by(*latest).limit(1)
    ).first()
    if found is None:
        return None
    sentence = _STATES[found.state] if found.bounced_at is None else _CAME_BACK
    return RoundTrip(
        letter_id=found.id,
        state=found.state,
        queued_at=found.created_at,
        sent_at=found.sent_at,
        bounced_at=found.bounced_at,
        answered_at=found.answered_at,
        fault=plain_words(found.fault),
        sentence=sentence if found.answered_at is None else _ANSWERED,
    )
