"""
The outbox: notices that wait to be sent as letters.

A sender claims some letters, renders and keeps them, and hands one after the other over, marking each before the next.
Killed anywhere in between, the same letter is sent again when the lease is over: at least once, never lost. Whatever
became of a try stands in the delivery ledger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select, update

from corr.base.delivery_ledger import host_of, note, plain_words
from corr.base.queue_leases import claim_some, delay
from corr.base.tokens import hash_token
from corr.base.uow import Reader, UnitOfWork
from corr.mail.queues.letter_queue import FAILED_KEPT
from corr.players.mail_preferences import end_silence_after
from corr.store.base import table
from corr.store.queries.statements import changed, some_of
from corr.store.tables.mails import DeliveryKind, Outbox, OutboxState

LEASE = timedelta(minutes=8)
"""How long letters belong to their sender."""
LONGEST_SEND = timedelta(minutes=5)
"""What the slowest mail server may take for one letter: with less left of the lease, none is begun."""
GIVEN_UP_AFTER = timedelta(days=5)
"""How old a letter may become before it is no longer tried."""
_SPARED_FOR = timedelta(minutes=10)
_LETTER = table(Outbox)
_EMPTY: Mapping[str, object] = {"facts": {}, "message": None, "envelope_sender": None}
"""Facts and message may hold secrets in clear, and the envelope holds a token."""
_FREE: Mapping[str, object] = {"lease_until": None, "lease_owner": None}


@dataclass(frozen=True, slots=True)
class ClaimedLetter:
    """A letter that one sender works at."""

    id: int
    kind: str
    key: str
    player_id: int | None
    address: str | None
    game_id: str | None
    turn_number: int | None
    facts: Mapping[str, Any] = field(repr=False)
    created_at: datetime
    tries: int
    """How often it was claimed, this time included."""
    message_id: str | None
    recipient: str | None
    message: bytes | None = field(repr=False)
    """The letter as it was rendered at an earlier try; None before."""
    envelope_sender: str | None = field(default=None, repr=False)
    """Where bounces of it go, once it is rendered; empty for nowhere."""
    lease_owner: str | None = None
    """The sender that works at it."""


@dataclass(frozen=True, slots=True)
class RenderedLetter:
    """A letter as it leaves."""

    message: bytes = field(repr=False)
    message_id: str
    recipient: str
    envelope_sender: str = field(default="", repr=False)
    """Where bounces of it go; empty for nowhere."""
    bounce_token: str = field(default="", repr=False)
    """The token in that address; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to hand a letter over."""

    letter_id: int
    recipient: str
    began_at: datetime
    words: str = ""
    """What the far end said to it."""
    owner: str | None = None
    """Who tried: a letter that another sender has by now is left alone. None speaks for whoever has it."""

    def told(self, words: str) -> "Attempt":
        """The same with what the far end said."""
        return replace(self, words=words)


_COLUMNS = [_LETTER.c[name] for name in ClaimedLetter.__dataclass_fields__]
_LOCK = select(_LETTER.c.id).where(_LETTER.c.id == bindparam("letter_id")).with_for_update()
_SENT = (
    update(_LETTER)
    .where(_LETTER.c.id == bindparam("letter_id"), _LETTER.c.state == OutboxState.WAITING.value)
    .values(state=OutboxState.SENT.value, sent_at=bindparam("at"), fault="", **_EMPTY, **_FREE)
)
_KEEP = (
    update(_LETTER)
    .where(
        _LETTER.c.id == bindparam("letter_id"),
        _LETTER.c.state == OutboxState.WAITING.value,
        _LETTER.c.message.is_(None),
    )
    .values(
        message=bindparam("made"),
        message_id=bindparam("identity"),
        recipient=bindparam("to"),
        envelope_sender=bindparam("bounces_to"),
        bounce_hash=bindparam("token_hash"),
    )
)


def has_due(reader: Reader) -> bool:
    """Whether a letter waits that may be tried now."""
    due = (_LETTER.c.state == OutboxState.WAITING.value) & (_LETTER.c.try_at <= reader.now)
    return reader.connection.execute(select(_LETTER.c.id).where(due).limit(1)).first() is not None


def has_in_hand(reader: Reader, owner: str) -> bool:
    """Whether *owner* has letters in hand."""
    mine = (_LETTER.c.state == OutboxState.WAITING.value) & (_LETTER.c.lease_owner == owner)
    return reader.connection.execute(select(_LETTER.c.id).where(mine).limit(1)).first() is not None


def take_back(uow: UnitOfWork, owner: str) -> None:
    """Let all letters be claimed at once that *owner* had in hand when it was interrupted."""
    mine = (_LETTER.c.state == OutboxState.WAITING.value) & (_LETTER.c.lease_owner == owner)
    uow.session.execute(update(_LETTER).where(mine).values(try_at=uow.now, **_FREE))


def claim_letters(uow: UnitOfWork, owner: str, most: int) -> list[ClaimedLetter]:
    """Up to *most* letters that have waited longest, for *owner* alone until the lease is over."""
    state = OutboxState.WAITING.value
    found = claim_some(uow, _LETTER, most, state=state, owner=owner, lease=LEASE, columns=_COLUMNS)
    return sorted((ClaimedLetter(*row) for row in found), key=lambda letter: letter.id)


def lock_letter(uow: UnitOfWork, letter_id: int) -> None:
    """Let nobody else decide about the letter until this transaction is over."""
    uow.connection.execute(_LOCK, {"letter_id": letter_id})


def keep_letter(uow: UnitOfWork, letter_id: int, letter: RenderedLetter) -> bool:
    """
    Keep the rendered letter, so that every try is the same; False if another rendering is kept already, or the letter
    waits no longer. Then claim it anew.
    """
    values = {
        "letter_id": letter_id,
        "made": letter.message,
        "identity": letter.message_id,
        "to": letter.recipient,
        "bounces_to": letter.envelope_sender,
        "token_hash": hash_token(letter.bounce_token) if letter.bounce_token else None,
    }
    return uow.connection.execute(_KEEP, values).rowcount == 1


def give_back(uow: UnitOfWork, letters: Sequence[int], owner: str, *, rest: timedelta = timedelta()) -> None:
    """Let *letters* that *owner* did not try be claimed again after *rest*, as if they had not been claimed."""
    mine = _LETTER.c.id.in_(letters) & (_LETTER.c.state == OutboxState.WAITING.value) & (_LETTER.c.lease_owner == owner)
    values = {"try_at": uow.now + rest, "tries": _LETTER.c.tries - 1, **_FREE}
    uow.session.execute(update(_LETTER).where(mine).values(values))


def mark_sent(uow: UnitOfWork, attempt: Attempt) -> None:
    """Note that the far end took the letter, whoever has it by now, and forget what stood in it."""
    uow.connection.execute(_SENT, {"letter_id": attempt.letter_id, "at": uow.now})
    _note(uow, attempt, DeliveryKind.ACCEPTED)


def put_off(uow: UnitOfWork, attempt: Attempt) -> None:
    """Try again later, after each try a longer while; after some days no more."""
    row = uow.session.execute(
        select(_LETTER.c.tries, _LETTER.c.created_at).where(_LETTER.c.id == attempt.letter_id)
    ).one()
    _note(uow, attempt, DeliveryKind.PUT_OFF)
    if uow.now - row.created_at > uow.machine(GIVEN_UP_AFTER):
        _fail(uow, attempt)
    else:
        later = {"try_at": uow.now + uow.machine(delay(row.tries)), "fault": plain_words(attempt.words)}
        _change(uow, attempt.letter_id, {**later, **_FREE}, attempt.owner)


def spare(uow: UnitOfWork, attempt: Attempt, owner: str, *, is_about_letter: bool) -> None:
    """
    Let a letter wait that our own relay did not take, as if it had not been tried.

    :param is_about_letter: whether the relay spoke of this very letter: then others come first for a while, and after
        some days it is given up.
    """
    _note(uow, attempt, DeliveryKind.PUT_OFF)
    created_at = uow.session.execute(select(_LETTER.c.created_at).where(_LETTER.c.id == attempt.letter_id)).scalar_one()
    if is_about_letter and uow.now - created_at > uow.machine(GIVEN_UP_AFTER):
        _fail(uow, attempt)
    else:
        rest = uow.machine(_SPARED_FOR) if is_about_letter else timedelta()
        _change(uow, attempt.letter_id, {"fault": plain_words(attempt.words)}, attempt.owner)
        give_back(uow, [attempt.letter_id], owner, rest=rest)


def give_up(uow: UnitOfWork, attempt: Attempt) -> None:
    """Send the letter no more, unless an administrator wants it: its recipient is refused for good."""
    _note(uow, attempt, DeliveryKind.REFUSED)
    _fail(uow, attempt)


def mark_obsolete(uow: UnitOfWork, letter: ClaimedLetter) -> None:
    """Never send the letter: what it says is no longer so."""
    if _change(uow, letter.id, {"state": OutboxState.OBSOLETE.value, **_EMPTY, **_FREE}, letter.lease_owner):
        note(uow, letter.id, DeliveryKind.OBSOLETE, host=host_of(letter.recipient or letter.address))
        end_silence_after(uow, letter.id)


def mark_withheld(uow: UnitOfWork, letter: ClaimedLetter, recipient: str, reason: str) -> None:
    """Never send the letter, for a *reason* in one sentence: nobody wants it, or its address takes none."""
    settled = {"state": OutboxState.WITHHELD.value, "fault": reason, "recipient": recipient}
    if _change(uow, letter.id, {**settled, **_EMPTY, **_FREE}, letter.lease_owner):
        note(uow, letter.id, DeliveryKind.WITHHELD, host=host_of(recipient), words=reason)
        end_silence_after(uow, letter.id)


def forget_failed(uow: UnitOfWork, most: int) -> int:
    """Forget what stands in up to *most* letters that failed long ago, since nobody has retried them; how many."""
    old = (_LETTER.c.state == OutboxState.FAILED.value) & (_LETTER.c.try_at < uow.now - FAILED_KEPT)
    which = some_of(_LETTER, old & _LETTER.c.message.is_not(None), most)
    return changed(uow.session, update(_LETTER).where(which).values(_EMPTY))


def _fail(uow: UnitOfWork, attempt: Attempt) -> None:
    """Settle a letter. If it is rendered it is kept for a while, to be retried; `try_at` tells since when."""
    failed = {"state": OutboxState.FAILED.value, "try_at": uow.now, "fault": plain_words(attempt.words)}
    if not _change(uow, attempt.letter_id, {**failed, **_FREE}, attempt.owner):
        return
    unmade = (_LETTER.c.id == attempt.letter_id) & _LETTER.c.message.is_(None)
    uow.session.execute(update(_LETTER).where(unmade).values(_EMPTY))
    end_silence_after(uow, attempt.letter_id)


def _note(uow: UnitOfWork, attempt: Attempt, kind: DeliveryKind) -> None:
    host = host_of(attempt.recipient)
    note(uow, attempt.letter_id, kind, host=host, words=attempt.words, began_at=attempt.began_at)


def _change(uow: UnitOfWork, letter_id: int, values: Mapping[str, Any], owner: str | None) -> bool:
    waiting = (_LETTER.c.id == letter_id) & (_LETTER.c.state == OutboxState.WAITING.value)
    if owner is not None:
        waiting &= _LETTER.c.lease_owner == owner
    return uow.connection.execute(update(_LETTER).where(waiting).values(**values)).rowcount == 1
