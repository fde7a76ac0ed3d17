"""
The reputation of mail addresses: whether letters reach them, and whether they take invitations.

An address that refuses letters for good gets no more, except those that prove it anew. Temporary troubles are only
counted, and fade; they never stop letters to an address.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, func, select, update

from corr.base.delivery_ledger import LETTER, host_of, note, plain_words
from corr.base.notices import NoticeKind
from corr.base.tokens import hash_given
from corr.base.uow import Reader, UnitOfWork
from corr.players.mail_preferences import SWITCHED, set_turn_mail, set_wanted
from corr.players.profiles import addresses_of
from corr.store.base import add_new, table
from corr.store.tables.mails import DeliveryEvent, DeliveryKind, MailStanding, TurnMail

BOUNCED, COMPLAINED = "bounced", "complained"
"""The reasons for which nothing is sent to an address."""
STANDING = table(MailStanding)
_EVENT = table(DeliveryEvent)
_MOST_REFUSALS = 3
_REFUSALS_FADE = timedelta(days=90)
_HALVED_IN = timedelta(days=7)
# RFC 3463 3.2, 3.3 and RFC 7505: no such mailbox, system or syntax; moved away; takes no mail; switched off.
_UNKNOWN = frozenset({"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
# RFC 3463 3.2: a fault of the sender's address says nothing about the recipient's.
_ABOUT_US = frozenset({"5.1.7", "5.1.8"})
_PROVING = frozenset({NoticeKind.SIGN_IN.value, NoticeKind.SIGN_UP.value})
"""The letters that prove an address: they go to every address."""
_CONFIRMING = frozenset({NoticeKind.ANSWER.value, NoticeKind.HELD.value})
_REASONS = {
    BOUNCED: "Not sent: letters to this address came back.",
    COMPLAINED: "Not sent: a complaint about our letters came from this address.",
}


@dataclass(frozen=True, slots=True)
class AddressReputation:
    """The reputation of a mail address; by default all is well."""

    address_key: str = field(repr=False)
    is_suppressed: bool = False
    suppressed_at: datetime | None = None
    suppressed_for: str = ""
    """ "bounced" or "complained"; empty while all is well."""
    words: str = ""
    """The words of the other mail server about it."""
    hard_bounces: int = 0
    """How many different letters were refused for good."""
    score: float = 0.0
    """The number of temporary troubles, faded up to now: half of it is gone after a week."""
    takes_invitations: bool = True


def reputation_of(reader: Reader, address: str) -> AddressReputation:
    """The reputation of *address*."""
    key = address.lower()
    row = reader.connection.execute(select(STANDING).where(STANDING.c.address_key == key)).first()
    return AddressReputation(key) if row is None else _shown(row, reader.now)


def suppressed(reader: Reader, most: int = 200) -> tuple[AddressReputation, ...]:
    """The addresses that nothing is sent to, the one stopped last first."""
    asked = select(STANDING).where(STANDING.c.suppressed_at.is_not(None))
    found = reader.connection.execute(asked.order_by(STANDING.c.suppressed_at.desc()).limit(most))
    return tuple(_shown(row, reader.now) for row in found)


def suppressed_count(reader: Reader) -> int:
    """The number of addresses that nothing is sent to."""
    asked = select(func.count()).where(STANDING.c.suppressed_at.is_not(None))
    return int(reader.connection.execute(asked).scalar_one())


def is_suppressed(reader: Reader, address: str) -> bool:
    """Whether nothing is sent to *address* except letters that prove it anew."""
    return reputation_of(reader, address).is_suppressed


def suppressions(reader: Reader, addresses: Collection[str]) -> Mapping[str, str]:
    """Why nothing is sent to those of *addresses* that get nothing, as `reason_to_spare` wants it."""
    if not addresses:
        return {}
    keys = {address.lower() for address in addresses}
    asked = select(STANDING.c.address_key, STANDING.c.suppressed_for)
    stopped = asked.where(STANDING.c.address_key.in_(keys), STANDING.c.suppressed_at.is_not(None))
    found = {row.address_key: row.suppressed_for for row in reader.connection.execute(stopped)}
    return {address: found[address.lower()] for address in addresses if address.lower() in found}


def reason_to_spare(kind: str, suppressed_for: str | None) -> str:
    """Why a letter of *kind* is not sent, in one sentence; empty if it may go, as all may if nothing is suppressed."""
    return "" if suppressed_for is None or kind in _PROVING else _REASONS.get(suppressed_for, _REASONS[BOUNCED])


def lift(uow: UnitOfWork, address: str) -> bool:
    """Send letters to *address* again, as its owner or an administrator wants; whether they were stopped before."""
    key = address.lower()
    was_suppressed = is_suppressed(uow, key)
    _set(uow, key, score=0.0, hard_bounces=0, suppressed_at=None, suppressed_for="", words="", scored_at=uow.now)
    return was_suppressed


def note_proved(uow: UnitOfWork, address: str) -> None:
    """Record that a letter reached *address*: refusals before that are forgotten, but not a complaint."""
    key = address.lower()
    troubled = (STANDING.c.address_key == key) & (STANDING.c.suppressed_for != COMPLAINED)
    fresh = {"score": 0.0, "hard_bounces": 0, "suppressed_at": None, "suppressed_for": "", "words": ""}
    uow.connection.execute(update(STANDING).where(troubled).values(**fresh, scored_at=uow.now))


def note_report(uow: UnitOfWork, token: str, kind: str, *, status: str, words: str) -> bool:
    """
    Record a report about a letter of ours, once for each letter and kind; False if *token* is none of ours.

    :param token: that of the envelope sender to which the report came; nothing else in a report is believed.
    :param kind: "failed", "delayed", "delivered" or "complaint".
    :param status: a code such as "5.1.1", or empty.
    """
    wanted = LETTER.c.bounce_hash == hash_given(token)
    # The lock makes a report that comes twice at the same time count once.
    letter = uow.connection.execute(select(LETTER).where(wanted).with_for_update()).first()
    if letter is None:
        return False
    happened = {
        "failed": DeliveryKind.BOUNCED,
        "delayed": DeliveryKind.DELAYED,
        "complaint": DeliveryKind.COMPLAINED,
    }.get(kind)
    if happened is not None and not _is_noted(uow, letter.id, happened):
        _note_report(uow, letter, happened, status=status, words=plain_words(words))
    return True


def set_invitations(uow: UnitOfWork, address: str, *, is_wanted: bool) -> None:
    """Store whether *address* takes invitations, as its owner wants."""
    key = address.lower()
    _locked(uow, key)
    _set(uow, key, no_invitations_at=None if is_wanted else uow.now)


def note_refusal(uow: UnitOfWork, address: str, status: str, words: str) -> None:
    """Record that a mail server refused *address* for good while a letter was handed over."""
    _count_refusal(uow, address.lower(), status, plain_words(words), most=_MOST_REFUSALS)


def _note_report(uow: UnitOfWork, letter: Row[Any], happened: DeliveryKind, *, status: str, words: str) -> None:
    key = str(letter.recipient).lower()
    said = words if not status or status in words else f"{status} {words}".strip()
    note(uow, letter.id, happened, host=host_of(key), words=said)
    if happened is DeliveryKind.COMPLAINED:
        _suppress(uow, key, COMPLAINED, said)
        _end_all(uow, letter.player_id, key)
    elif happened is DeliveryKind.DELAYED:
        _count_trouble(uow, key)
    else:
        uow.connection.execute(update(LETTER).where(LETTER.c.id == letter.id).values(bounced_at=uow.now))
        if status.startswith("4"):
            _count_trouble(uow, key)
        else:
            # An address that an answer cannot reach gets no letters at all: one answer that came back is enough.
            most = 1 if letter.kind in _CONFIRMING else _MOST_REFUSALS
            _count_refusal(uow, key, status, said, most=most)


def _end_all(uow: UnitOfWork, player_id: int | None, key: str) -> None:
    """End every kind of letter to somebody who complained: a complaint overrides all preferences."""
    if player_id is None:
        set_invitations(uow, key, is_wanted=False)
        return
    if key not in {address.lower() for address in addresses_of(uow, player_id)}:
        # It was an old letter: its reader cannot decide about letters that go to another address by now.
        return
    set_turn_mail(uow, player_id, TurnMail.NONE)
    for category in SWITCHED:
        set_wanted(uow, player_id, category, is_wanted=False)


def _is_noted(uow: UnitOfWork, letter_id: int, happened: DeliveryKind) -> bool:
    asked = select(_EVENT.c.id).where(_EVENT.c.outbox_id == letter_id, _EVENT.c.kind == happened.value).limit(1)
    return uow.connection.execute(asked).first() is not None


def _count_refusal(uow: UnitOfWork, key: str, status: str, words: str, *, most: int) -> None:
    """Count a refusal for good; stop letters if the address does not exist, or after several refusals."""
    if status in _ABOUT_US:
        return
    row = _locked(uow, key)
    is_old = row.scored_at is None or uow.now - row.scored_at > _REFUSALS_FADE
    count = 1 if is_old else row.hard_bounces + 1
    _set(uow, key, hard_bounces=count, scored_at=uow.now, score=_faded(row, uow.now))
    if status in _UNKNOWN or count >= most:
        _suppress(uow, key, BOUNCED, words)


def _count_trouble(uow: UnitOfWork, key: str) -> None:
    """Count a temporary trouble, which fades."""
    row = _locked(uow, key)
    _set(uow, key, score=_faded(row, uow.now) + 1.0, scored_at=uow.now)


def _suppress(uow: UnitOfWork, key: str, reason: str, words: str) -> None:
    """Send nothing more to an address. A complaint replaces a bounce; otherwise the first reason stays."""
    row = _locked(uow, key)
    if row.suppressed_at is None or (reason == COMPLAINED != row.suppressed_for):
        _set(uow, key, suppressed_at=uow.now, suppressed_for=reason, words=words)


def _locked(uow: UnitOfWork, key: str) -> Row[Any]:
    """The locked row of an address; it is made if there is none."""
    fresh = {"address_key": key, "score": 0.0, "hard_bounces": 0, "suppressed_for": "", "words": ""}
    add_new(uow.connection, STANDING, [fresh], unique="address_key")
    return uow.connection.execute(select(STANDING).where(STANDING.c.address_key == key).with_for_update()).one()


def _set(uow: UnitOfWork, key: str, **values: object) -> None:
    uow.connection.execute(update(STANDING).where(STANDING.c.address_key == key).values(**values))


def _faded(row: Row[Any], now: datetime) -> float:
    if row.scored_at is None:
        return 0.0
    return float(row.score * 0.5 ** max((now - row.scored_at) / _HALVED_IN, 0.0))


def _shown(row: Row[Any], now: datetime) -> AddressReputation:
    return AddressReputation(
        address_key=row.address_key,
        is_suppressed=row.suppressed_at is not None,
        suppressed_at=row.suppressed_at,
        suppressed_for=row.suppressed_for,
        words=row.words,
        hard_bounces=row.hard_bounces,
        score=round(_faded(row, now), 3),
        takes_invitations=row.no_invitations_at is None,
    )
