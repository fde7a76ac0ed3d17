"""
The outbox: notices that wait to be sent as letters.

A sender claims some letters, renders and keeps them, and sends one after the other, marking each before the next. If it
is killed in between, the same letter is sent again when the lease is over: at least once, never lost. The result of
each try goes into the delivery ledger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, exists, select, update

from corr.base.delivery_ledger import host_of, note, plain_words
from corr.base.heartbeat import claim_some, delay
from corr.base.notices import your_turn
from corr.base.tokens import hash_token
from corr.base.uow import Reader, UnitOfWork
from corr.mail.queues.circuit_breaker import IS_IN_TROUBLE, IS_OPEN
from corr.mail.queues.letter_queue import FAILED_KEPT
from corr.players.mail_preferences import end_silence_after
from corr.store.base import changed, some_of, table
from corr.store.compiled_statements import CompiledChange, CompiledQuery
from corr.store.tables.mails import DeliveryKind, Outbox, OutboxState

LEASE = timedelta(minutes=8)
"""How long letters are leased to their sender."""
LONGEST_SEND = timedelta(minutes=5)
"""The longest time for sending one letter; with less left of the lease, none is begun."""
GIVEN_UP_AFTER = timedelta(days=5)
"""The age from which a letter is no longer tried."""
_SPARED_FOR = timedelta(minutes=10)
_LETTER = table(Outbox)
_EMPTY: Mapping[str, object] = {"facts": {}, "message": None, "envelope_sender": None}
"""The values of a settled letter: facts and message may hold secrets in clear, and the envelope holds a token."""
_FREE: Mapping[str, object] = {"lease_until": None, "lease_owner": None}


@dataclass(frozen=True, slots=True)
class RenderedLetter:
    """A letter ready to be sent."""

    message: bytes = field(repr=False)
    message_id: str
    recipient: str
    envelope_sender: str = field(default="", repr=False)
    """The address for its bounces; empty for none."""
    bounce_token: str = field(default="", repr=False)
    """The token in that address; empty if there is none, or once it is kept."""


@dataclass(frozen=True)
class ClaimedLetter:
    """A letter that one sender has claimed."""

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
    """The number of claims, this one included."""
    lease_owner: str | None = None
    """The sender that has claimed it."""
    rendered: RenderedLetter | None = None
    """The letter as it is sent at every try; None before it is rendered."""

    @property
    def delayed_order_id(self) -> int | None:
        """The held order whose time begins when the letter is sent; None if there is none."""
        question = self.facts.get("question") or {}
        return question.get("held_id") if question.get("is_delayed") else None

    @property
    def recipient(self) -> str:
        """The address that it goes to, as far as is known."""
        return self.rendered.recipient if self.rendered else self.address or ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to send a letter."""

    letter_id: int
    recipient: str
    began_at: datetime
    words: str = ""
    """The answer of the far end."""
    owner: str | None = None
    """The sender that tried: a letter that another one has claimed since is left alone. None applies to any owner."""

    def told(self, words: str) -> "Attempt":
        """The same attempt with the answer of the far end."""
        return replace(self, words=words)


_CLAIMED = [_LETTER.c[name] for name in ClaimedLetter.__dataclass_fields__ if name != "rendered"]
_RENDERED = [_LETTER.c[name] for name in ("message", "message_id", "recipient", "envelope_sender")]
_IS_WAITING = _LETTER.c.state == OutboxState.WAITING.value
_LOCK = select(_LETTER.c.id).where(_LETTER.c.id == bindparam("letter_id")).with_for_update()
_SENT = CompiledChange(
    update(_LETTER)
    .where(_LETTER.c.id == bindparam("letter_id"), _IS_WAITING)
    .values(state=OutboxState.SENT.value, sent_at=bindparam("at"), fault="", **_EMPTY, **_FREE)
)
_KEEP = CompiledChange(
    update(_LETTER)
    .where(_LETTER.c.id == bindparam("letter_id"), _IS_WAITING, _LETTER.c.message.is_(None))
    .values(
        message=bindparam("made"),
        message_id=bindparam("identity"),
        recipient=bindparam("to"),
        envelope_sender=bindparam("bounces_to"),
        bounce_hash=bindparam("token_hash"),
    )
)


class SenderView(NamedTuple):
    """What a sender has to know before it claims letters."""

    is_due: bool
    """Whether a letter waits that may be tried now."""
    was_interrupted: bool
    """Whether it holds leases on letters."""
    is_stopped: bool
    """Whether the circuit breaker of its relay is open."""
    is_in_trouble: bool
    """Whether its relay has failed since it last took a letter."""


_SENDER_VIEW = CompiledQuery(
    select(
        exists().where(_IS_WAITING, _LETTER.c.try_at <= bindparam("now")).label("is_due"),
        exists().where(_IS_WAITING, _LETTER.c.lease_owner == bindparam("owner")).label("was_interrupted"),
        IS_OPEN.label("is_stopped"),
        IS_IN_TROUBLE.label("is_in_trouble"),
    ),
    SenderView,
)


def sender_view(reader: Reader, owner: str, relay: str) -> SenderView:
    """What *owner* has to know before it claims letters for *relay*; by one statement."""
    (found,) = _SENDER_VIEW.all(reader.connection, {"now": reader.now, "owner": owner, "relay": relay})
    return found


def take_back(uow: UnitOfWork, owner: str) -> None:
    """End all leases of *owner*, which was interrupted, so that the letters can be claimed at once."""
    mine = (_LETTER.c.state == OutboxState.WAITING.value) & (_LETTER.c.lease_owner == owner)
    uow.connection.execute(update(_LETTER).where(mine).values(try_at=uow.now, **_FREE))


def claim_letters(uow: UnitOfWork, owner: str, most: int) -> list[ClaimedLetter]:
    """
    Up to *most* letters that have waited longest, for *owner* alone until the lease is over.

    Those that tell when a turn will be played are made anew at each try, since that depends on when they are sent.
    """
    state = OutboxState.WAITING.value
    found = claim_some(uow, _LETTER, most, state=state, owner=owner, lease=LEASE, columns=[*_CLAIMED, *_RENDERED])
    letters = sorted(map(_claimed, found), key=lambda letter: letter.id)
    timed = [letter.id for letter in letters if letter.rendered and letter.delayed_order_id is not None]
    if timed:
        uow.connection.execute(update(_LETTER).where(_LETTER.c.id.in_(timed)).values(message=None))
    return [replace(letter, rendered=None) if letter.id in timed else letter for letter in letters]


def _claimed(row: Row[Any]) -> ClaimedLetter:
    claimed, (message, *others) = row[: len(_CLAIMED)], row[len(_CLAIMED) :]
    rendered = None if message is None else RenderedLetter(message, *(text or "" for text in others))
    return replace(ClaimedLetter(*claimed), rendered=rendered)


def comes_with_turn(reader: Reader, letter: ClaimedLetter) -> bool:
    """Whether a letter of the same moment tells the player that it is their turn, and so all else about the game."""
    if letter.game_id is None or letter.turn_number is None or letter.player_id is None:
        return False
    turn = your_turn(letter.game_id, letter.turn_number, letter.player_id)
    asked = select(_LETTER.c.id).where(
        _LETTER.c.key == turn.key,
        _LETTER.c.created_at == letter.created_at,
        _LETTER.c.state.in_([OutboxState.WAITING.value, OutboxState.SENT.value]),
    )
    return reader.connection.execute(asked).first() is not None


def lock_letter(uow: UnitOfWork, letter_id: int) -> None:
    """Lock the letter, so that nobody else decides about it in this transaction."""
    uow.connection.execute(_LOCK, {"letter_id": letter_id})


def keep_letters(uow: UnitOfWork, letters: Mapping[int, RenderedLetter]) -> bool:
    """
    Keep rendered letters by their ids, so that every try is the same; whether all of them are kept now.

    One is not if another rendering is kept already, or it waits no longer; then it must be claimed anew.
    """
    values = [
        {
            "letter_id": letter_id,
            "made": letter.message,
            "identity": letter.message_id,
            "to": letter.recipient,
            "bounces_to": letter.envelope_sender,
            "token_hash": hash_token(letter.bounce_token) if letter.bounce_token else None,
        }
        for letter_id, letter in letters.items()
    ]
    return _KEEP.run_many(uow.connection, values) == len(values)


def give_back(uow: UnitOfWork, letters: Sequence[int], owner: str, *, rest: timedelta = timedelta()) -> None:
    """Undo the claim of *owner* on *letters* that it did not try; they can be claimed again after *rest*."""
    mine = _LETTER.c.id.in_(letters) & (_LETTER.c.state == OutboxState.WAITING.value) & (_LETTER.c.lease_owner == owner)
    values = {"try_at": uow.now + rest, "tries": _LETTER.c.tries - 1, **_FREE}
    uow.connection.execute(update(_LETTER).where(mine).values(values))


def mark_sent(uow: UnitOfWork, attempt: Attempt) -> None:
    """Note that the far end accepted the letter, whoever has claimed it by now, and empty it."""
    _SENT.run(uow.connection, {"letter_id": attempt.letter_id, "at": uow.now})
    _note(uow, attempt, DeliveryKind.ACCEPTED)


def put_off(uow: UnitOfWork, attempt: Attempt) -> None:
    """Try again later, with a longer delay after each try; after `GIVEN_UP_AFTER` no more."""
    row = uow.connection.execute(
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
    Let a letter wait that our own relay did not accept, without counting the try.

    :param is_about_letter: whether the relay refused this very letter: then others go first for a while, and after
        `GIVEN_UP_AFTER` it fails.
    """
    _note(uow, attempt, DeliveryKind.PUT_OFF)
    mine = select(_LETTER.c.created_at).where(_LETTER.c.id == attempt.letter_id)
    created_at = uow.connection.execute(mine).scalar_one()
    if is_about_letter and uow.now - created_at > uow.machine(GIVEN_UP_AFTER):
        _fail(uow, attempt)
    else:
        rest = uow.machine(_SPARED_FOR) if is_about_letter else timedelta()
        _change(uow, attempt.letter_id, {"fault": plain_words(attempt.words)}, attempt.owner)
        give_back(uow, [attempt.letter_id], owner, rest=rest)


def give_up(uow: UnitOfWork, attempt: Attempt) -> None:
    """Let a letter fail whose recipient was refused for good; only an administrator can retry it."""
    _note(uow, attempt, DeliveryKind.REFUSED)
    _fail(uow, attempt)


def mark_obsolete(uow: UnitOfWork, letter: ClaimedLetter) -> None:
    """Never send the letter: its news is obsolete."""
    if _change(uow, letter.id, {"state": OutboxState.OBSOLETE.value, **_EMPTY, **_FREE}, letter.lease_owner):
        note(uow, letter.id, DeliveryKind.OBSOLETE, host=host_of(letter.recipient))
        end_silence_after(uow, letter.id)


def mark_withheld(uow: UnitOfWork, letter: ClaimedLetter, recipient: str, reason: str) -> None:
    """Never send the letter, for a *reason* in one sentence: it is unwanted, or its address takes no letters."""
    settled = {"state": OutboxState.WITHHELD.value, "fault": reason, "recipient": recipient}
    if _change(uow, letter.id, {**settled, **_EMPTY, **_FREE}, letter.lease_owner):
        note(uow, letter.id, DeliveryKind.WITHHELD, host=host_of(recipient), words=reason)
        end_silence_after(uow, letter.id)


def forget_failed(uow: UnitOfWork, most: int) -> int:
    """Empty up to *most* letters that failed more than `FAILED_KEPT` ago; the number of letters emptied."""
    old = (_LETTER.c.state == OutboxState.FAILED.value) & (_LETTER.c.try_at < uow.now - FAILED_KEPT)
    which = some_of(_LETTER, old & _LETTER.c.message.is_not(None), most)
    return changed(uow.connection, update(_LETTER).where(which).values(_EMPTY))


def _fail(uow: UnitOfWork, attempt: Attempt) -> None:
    """Let a letter fail; a rendered one is kept for `FAILED_KEPT` from `try_at`, to be retried."""
    failed = {"state": OutboxState.FAILED.value, "try_at": uow.now, "fault": plain_words(attempt.words)}
    if not _change(uow, attempt.letter_id, {**failed, **_FREE}, attempt.owner):
        return
    unmade = (_LETTER.c.id == attempt.letter_id) & _LETTER.c.message.is_(None)
    uow.connection.execute(update(_LETTER).where(unmade).values(_EMPTY))
    end_silence_after(uow, attempt.letter_id)


def _note(uow: UnitOfWork, attempt: Attempt, kind: DeliveryKind) -> None:
    host = host_of(attempt.recipient)
    note(uow, attempt.letter_id, kind, host=host, words=attempt.words, began_at=attempt.began_at)


def _change(uow: UnitOfWork, letter_id: int, values: Mapping[str, Any], owner: str | None) -> bool:
    waiting = (_LETTER.c.id == letter_id) & (_LETTER.c.state == OutboxState.WAITING.value)
    if owner is not None:
        waiting &= _LETTER.c.lease_owner == owner
    return uow.connection.execute(update(_LETTER).where(waiting).values(**values)).rowcount == 1
