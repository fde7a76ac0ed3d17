"""
The sending of letters: some are claimed and rendered together, then handed over one after the other.

Each is marked as sent before the next goes out. So a sender that is killed repeats one letter at most, with the same
bytes and Message-ID; the others that it had claimed are sent when its lease is over.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from corr.base.uow import UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_facts import find_letters
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.circuit_breaker import admitted, close_breaker, note_fault, note_success
from corr.mail.queues.outbox import (
    LEASE,
    LONGEST_SEND,
    Attempt,
    ClaimedLetter,
    SenderView,
    claim_letters,
    give_back,
    give_up,
    mark_sent,
    mark_withheld,
    put_off,
    sender_view,
    spare,
    take_back,
)
from corr.mail.sending.prepare import prepare, put_off_for, settle_unwanted
from corr.mail.sending.transport import PutOffError, RefusedError, RelayError, Transport
from corr.players.address_reputation import note_refusal
from corr.players.mail_preferences import begin_silence, reason_to_withhold, wants_one_letter

BATCH = 20
"""The number of letters that are claimed together."""
_JUDGED_FOR = timedelta(seconds=10)
"""How long the decision to send a letter is good; later it is made again."""
_LOG = logging.getLogger(__name__)


def send_next(
    workshop: Workshop,
    identity: MailIdentity,
    transport: Transport,
    owner: str,
    *,
    is_stopping: Callable[[], bool] = lambda: False,
) -> bool:
    """
    Send some of the letters that have waited longest; False if there is nothing to do now.

    :param owner: the sender, which makes one of these calls at a time.
    :param is_stopping: asked before each letter; if True, the letters that are still claimed are given back.
    """
    with workshop.look() as reader:
        found = sender_view(reader, owner, transport.relay)
    # If the database was lost in the middle of a batch, its rest is still leased to this sender.
    is_to_go = found.was_interrupted or (found.is_due and not found.is_stopped)
    letters, claimed_at = _claim(workshop, transport.relay, owner, found) if is_to_go else ([], workshop.now())
    if not letters:
        transport.rest()
        return False
    ready = prepare(workshop, identity, letters)
    if not ready and found.is_in_trouble:
        # If one of them was to probe our relay, another letter may do so at once.
        with workshop.open() as uow:
            close_breaker(uow, transport.relay)
    batch = _Batch(
        workshop, identity, transport, owner, claimed_at, is_stopping, is_relay_in_trouble=found.is_in_trouble
    )
    return batch.send(ready)


def _claim(workshop: Workshop, relay: str, owner: str, found: SenderView) -> tuple[list[ClaimedLetter], datetime]:
    """Claim letters to send now, unless the circuit breaker is open; gives them, and since when they are leased."""
    with workshop.open() as uow:
        if found.was_interrupted:
            take_back(uow, owner)
        most = admitted(uow, relay, BATCH) if found.is_in_trouble else BATCH
        letters = claim_letters(uow, owner, most) if most else []
        if most and not letters and found.is_in_trouble:
            # Another process was faster, so no letter probes our relay here.
            close_breaker(uow, relay)
        return letters, uow.now


@dataclass
class _Batch:
    """Letters that were claimed together, while they are handed over."""

    workshop: Workshop
    identity: MailIdentity
    transport: Transport
    owner: str
    claimed_at: datetime
    is_stopping: Callable[[], bool]
    is_relay_in_trouble: bool
    """Whether our relay failed since it last took a letter, so that the next one that it takes closes the breaker."""
    refusing: set[str] = field(default_factory=set)
    """The addresses that have refused a letter of this batch, to which perhaps no other may go any more."""

    def send(self, letters: Sequence[Letter]) -> bool:
        """Hand *letters* over, and give back those that there is no time for; False if our relay takes none."""
        for number, letter in enumerate(letters):
            is_late = self.workshop.now() > self.claimed_at + self.workshop.machine(LEASE - LONGEST_SEND)
            if is_late or self.is_stopping():
                self._give_back(letters[number:])
                return True
            if self._may_go(letter) and not self._sent(letter.claimed):
                self._give_back(letters[number + 1 :])
                return False
        return True

    def _may_go(self, letter: Letter) -> bool:
        """
        Whether *letter* is still to be sent; decided again if that may have changed since it was prepared.

        False too after a fault, for which it is put off.
        """
        try:
            is_old = self.workshop.now() - self.claimed_at >= self.workshop.machine(_JUDGED_FOR)
            is_stale = is_old or letter.recipient in self.refusing
            wanted = self._judge_again(letter.claimed) if is_stale else letter
            if wanted is None or not wants_one_letter(wanted.to.wants, wanted.kind):
                return wanted is not None
            return self._is_the_one(wanted.claimed)
        except UnreachableError:
            # The database's trouble is not the letter's.
            raise
        except Exception as fault:  # noqa: BLE001 - a loop's last resort
            put_off_for(self.workshop, letter.claimed, fault)
            return False

    def _judge_again(self, claimed: ClaimedLetter) -> Letter | None:
        """The letter as it is now; None if it is not to be sent, which is settled."""
        with self.workshop.look() as reader:
            letter = find_letters(reader, self.identity, [claimed]).get(claimed.id)
        if letter is not None and not letter.withheld:
            return letter
        with self.workshop.open() as uow:
            return settle_unwanted(uow, self.identity, claimed)

    def _is_the_one(self, letter: ClaimedLetter) -> bool:
        """Whether *letter* is the one after which its player wants silence; if another was, it is withheld."""
        assert letter.player_id is not None
        with self.workshop.open() as uow:
            if begin_silence(uow, letter.player_id, letter.id):
                return True
            reason = reason_to_withhold(uow, letter.kind, letter.player_id, letter.address, letter_id=letter.id)
            if reason:
                mark_withheld(uow, letter, letter.recipient, reason)
            return not reason

    def _sent(self, letter: ClaimedLetter) -> bool:
        """Hand *letter* over and note the result; False if our own relay has failed."""
        assert letter.rendered is not None
        attempt = Attempt(letter.id, letter.recipient, self.workshop.now(), owner=self.owner)
        try:
            words = self.transport.send(letter.rendered.envelope_sender, letter.recipient, letter.rendered.message)
        except RefusedError as fault:
            self._note_refused(attempt.told(str(fault)), fault.status)
        except RelayError as fault:
            self._note_relay_fault(attempt.told(str(fault)), is_about_letter=fault.is_about_letter)
            return False
        except PutOffError as fault:
            self._put_off(attempt.told(str(fault)))
        except Exception as fault:  # noqa: BLE001 - a loop's last resort
            # One letter that causes a fault must not stop all others.
            _LOG.exception("letter %s could not be handed over", letter.id)
            self._put_off(attempt.told(type(fault).__name__))
        else:
            self._note_accepted(attempt.told(words))
        return True

    def _note_accepted(self, attempt: Attempt) -> None:
        with self.workshop.open() as uow:
            mark_sent(uow, attempt)
            self._note_relay_works(uow)

    def _note_refused(self, attempt: Attempt, status: str) -> None:
        _LOG.warning("letter %s was refused for good", attempt.letter_id)
        self.refusing.add(attempt.recipient)
        with self.workshop.open() as uow:
            give_up(uow, attempt)
            note_refusal(uow, attempt.recipient, status, attempt.words)
            self._note_relay_works(uow)

    def _put_off(self, attempt: Attempt) -> None:
        _LOG.warning("letter %s was put off", attempt.letter_id)
        with self.workshop.open() as uow:
            put_off(uow, attempt)

    def _note_relay_fault(self, attempt: Attempt, *, is_about_letter: bool) -> None:
        _LOG.error("the mail server takes no letters: %s", attempt.words)
        with self.workshop.open() as uow:
            # The letter is locked first, as everywhere, so that nobody waits in a circle.
            spare(uow, attempt, self.owner, is_about_letter=is_about_letter)
            note_fault(uow, self.transport.relay, attempt.words, attempt.began_at)

    def _note_relay_works(self, uow: UnitOfWork) -> None:
        if self.is_relay_in_trouble:
            note_success(uow, self.transport.relay)
            self.is_relay_in_trouble = False

    def _give_back(self, letters: Sequence[Letter]) -> None:
        if letters:
            with self.workshop.open() as uow:
                give_back(uow, [letter.claimed.id for letter in letters], self.owner)
