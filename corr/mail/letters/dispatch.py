"""
The sending of letters: some are claimed and rendered together, then handed over one after the other.

Each is marked as sent before the next goes out. So a sender that is killed repeats one letter at most, with the same
bytes and Message-ID; the others that it had claimed are sent when its lease is over. Rendering takes the most time, so
no transaction that writes is open meanwhile: their bytes and the tokens in them are then stored in one.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from corr.base.faults import set_aside
from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.mail.letters.compose import compose_letter
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_facts import find_letters
from corr.mail.letters.transport import PutOffError, RefusedError, RelayError, Transport
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.circuit_breaker import admitted, close_breaker, note_fault, note_success
from corr.mail.queues.delayed_orders import begin_delay
from corr.mail.queues.outbox import (
    LEASE,
    LONGEST_SEND,
    Attempt,
    ClaimedLetter,
    SenderView,
    claim_letters,
    give_back,
    give_up,
    keep_letters,
    lock_letter,
    mark_obsolete,
    mark_sent,
    mark_withheld,
    put_off,
    sender_view,
    spare,
    take_back,
)
from corr.mail.queues.subscriptions import unsubscribe_tokens
from corr.players.address_reputation import note_refusal
from corr.players.mail_preferences import begin_silence, reason_to_withhold, wants_one_letter
from corr.players.profiles import locked_addresses
from corr.players.reply_tokens import LetterToken, store_command_tokens, store_tokens

_LOG = logging.getLogger(__name__)
_Prepared = tuple[ClaimedLetter, Letter | None]
"""What was claimed, and its letter; None if nobody needs it any more."""
_Step = Callable[[Sequence[_Prepared]], list[_Prepared]]
"""A step for several letters at once; gives those that go on to the next step."""
BATCH = 20
"""The number of letters that are claimed together."""
_JUDGED_FOR = timedelta(seconds=10)
"""How long the decision to send a letter is good; later it is made again."""


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
            _put_off_for(self.workshop, letter.claimed, fault)
            return False

    def _judge_again(self, claimed: ClaimedLetter) -> Letter | None:
        """The letter as it is now; None if it is not to be sent, which is settled."""
        with self.workshop.look() as reader:
            letter = find_letters(reader, self.identity, [claimed]).get(claimed.id)
        if letter is not None and not letter.withheld:
            return letter
        with self.workshop.open() as uow:
            return _settle_unwanted(uow, self.identity, claimed)

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
            set_aside(fault)
            self._put_off(attempt.told(type(fault).__name__))
        else:
            self._note_accepted(attempt.told(words), letter.delayed_order_id)
        return True

    def _note_accepted(self, attempt: Attempt, delayed_order_id: int | None) -> None:
        with self.workshop.open() as uow:
            mark_sent(uow, attempt)
            if delayed_order_id is not None:
                begin_delay(uow, delayed_order_id)
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


class _TakenError(Exception):
    """One of several letters is no longer this sender's to keep."""


def prepare(workshop: Workshop, identity: MailIdentity, claimed: Sequence[ClaimedLetter]) -> list[Letter]:
    """The letters that are to be sent, rendered and kept; the others are settled."""
    judged = _each(workshop, partial(_read_letters, workshop, identity), [(one, None) for one in claimed])
    rendered = [made for one in judged for made in _each(workshop, partial(_render, identity), [one])]
    kept = _each(workshop, partial(_keep, workshop, identity), rendered)
    return sorted((letter for _, letter in kept if letter), key=lambda letter: letter.claimed.id)


def _put_off_for(workshop: Workshop, claimed: ClaimedLetter, fault: Exception, recipient: str = "") -> None:
    """Put a letter off that causes a fault, and log that: it must not stop others."""
    _LOG.error("letter %s cannot be prepared and is put off", claimed.id, exc_info=fault)
    set_aside(fault)
    to, words = recipient or claimed.recipient, type(fault).__name__
    with workshop.open() as uow:
        put_off(uow, Attempt(claimed.id, to, uow.now, words, claimed.lease_owner))


def _settle_unwanted(uow: UnitOfWork, identity: MailIdentity, claimed: ClaimedLetter) -> Letter | None:
    """
    Settle a letter that was found not to be sent; gives the letter if it is wanted again, else None.

    It is decided again under its lock: resuming a game looks, under the same lock, for letters that were given up
    while the game stood still.
    """
    lock_letter(uow, claimed.id)
    letter = find_letters(uow, identity, [claimed]).get(claimed.id)
    if letter is None:
        mark_obsolete(uow, claimed)
    elif letter.withheld:
        mark_withheld(uow, claimed, letter.recipient, letter.withheld)
        return None
    return letter


def _each(workshop: Workshop, step: _Step, letters: Sequence[_Prepared]) -> list[_Prepared]:
    """*step* for all *letters*; after a fault for each alone, and the one that causes the fault is put off."""
    if not letters:
        return []
    try:
        return step(letters)
    except UnreachableError:
        # The database's trouble is not the letters'.
        raise
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        if len(letters) > 1:
            return [found for one in letters for found in _each(workshop, step, [one])]
        claimed, letter = letters[0]
        _put_off_for(workshop, claimed, fault, letter.recipient if letter else "")
        return []


def _read_letters(workshop: Workshop, identity: MailIdentity, letters: Sequence[_Prepared]) -> list[_Prepared]:
    with workshop.look() as reader:
        found = find_letters(reader, identity, [claimed for claimed, _ in letters])
    return [(claimed, found.get(claimed.id)) for claimed, _ in letters]


def _render(identity: MailIdentity, letters: Sequence[_Prepared]) -> list[_Prepared]:
    """The same with bytes, for those that are to be sent and were not rendered at an earlier try."""
    return [
        (replace(claimed, rendered=compose_letter(letter, identity)), letter)
        if letter and not letter.withheld and not claimed.rendered
        else (claimed, letter)
        for claimed, letter in letters
    ]


def _keep(workshop: Workshop, identity: MailIdentity, letters: Sequence[_Prepared]) -> list[_Prepared]:
    """
    The letters whose bytes are kept for every retry, now or since an earlier try; the others are settled.

    A letter is given back, to be claimed anew, if its reader has another address by now, or if it is wanted again.

    :raises _TakenError: one of several is kept otherwise or settled by now, so that each has to be tried alone.
    """
    ready: list[_Prepared] = []
    others: list[_Prepared] = []
    for claimed, letter in letters:
        # It is to be sent, and was rendered at an earlier try.
        is_ready = letter is not None and not letter.withheld and letter.claimed.rendered is not None
        (ready if is_ready else others).append((claimed, letter))
    if not others:
        return ready
    with workshop.open() as uow:
        players = {claimed.player_id for claimed, _ in others if claimed.player_id is not None}
        addresses = locked_addresses(uow, players) if players else {}
        made: list[Letter] = []
        for claimed, letter in others:
            if letter and not letter.withheld and _is_current(letter, addresses):
                made.append(replace(letter, claimed=claimed))
            elif _settle_unwanted(uow, identity, claimed):
                give_back(uow, [claimed.id], claimed.lease_owner or "")
        rendered = {letter.claimed.id: letter.claimed.rendered for letter in made if letter.claimed.rendered}
        are_kept = not rendered or keep_letters(uow, rendered)
        if not are_kept and len(letters) > 1:
            raise _TakenError
        kept = made if are_kept else []
        _store_tokens(uow, kept)
    return [*ready, *((letter.claimed, letter) for letter in kept)]


def _store_tokens(uow: UnitOfWork, letters: Sequence[Letter]) -> None:
    """Store the tokens to answer *letters*, and those to end their kind of letter."""
    store_tokens(uow, list(filter(None, map(_reply_token, letters))))
    told = [one.claimed.player_id for one in letters if one.command_address and not one.to.has_command_address]
    store_command_tokens(uow, {player_id for player_id in told if player_id is not None})
    # Tokens to end a kind are the same in all letters to one player, so everybody writes them in one order: two
    # processes must never wait for each other in a circle.
    wanted = {(one.claimed.player_id, one.to.address.lower(), one.category) for one in letters if one.category}
    unsubscribe_tokens(uow, sorted(wanted, key=lambda one: (one[0] or 0, *one[1:])))


def _is_current(letter: Letter, addresses: Mapping[int, tuple[str, ...]]) -> bool:
    """Whether its recipient is still the player's main address."""
    claimed = letter.claimed
    return (
        claimed.player_id is None or bool(claimed.address) or addresses[claimed.player_id][:1] == (letter.to.address,)
    )


def _reply_token(letter: Letter) -> LetterToken | None:
    """The token in the reply address, to be stored; None if there is none, or it was stored with an invitation."""
    claimed, game = letter.claimed, letter.game
    if not letter.reply_token or claimed.player_id is None:
        return None
    # The version before made notices without the id of the held order that they ask about.
    held = (letter.facts.get("question") or letter.facts).get("held_id")
    held_order_id = held if isinstance(held, int) else None
    token = LetterToken(letter.reply_token, claimed.player_id, claimed.id, held_order_id=held_order_id)
    if letter.is_of_account:
        purpose = NoticeKind.TEST if letter.kind == NoticeKind.TEST else NoticeKind.DIGEST
        return replace(token, purpose=purpose.value)
    assert game is not None
    return replace(token, turn=(game.id, game.turn_number), draw_offer_id=game.draw_offer_id)
