"""The processing of one mail from the inbox: read it, route it by its recipient, carry it out and answer it."""

import logging
from dataclasses import replace
from hashlib import sha256

from corr.base.notices import To, answer
from corr.base.uow import UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.game.words import EventKind
from corr.mail.answering import answers
from corr.mail.answering.answers import answer_apart, answer_owner
from corr.mail.answering.authority import LetterReference, is_from_anybody, writer_of
from corr.mail.answering.game_mail import settle_in_game, stopped_early
from corr.mail.answering.invitation_by_mail import settle_invitation
from corr.mail.answering.received_mail import MailOutcome, ReceivedMail, mail_key
from corr.mail.answering.routes import NOWHERE, Route, route_from_desk, route_of
from corr.mail.answering.without_game import settle_account_mail, settle_at_desk, settle_bounce, settle_unsubscribing
from corr.mail.inbound.sender_limits import UNJUDGED
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import (
    ClaimedMail,
    Understood,
    claim_mail,
    finish_once,
    park_mail,
    put_off_mail,
    tell_clock_runs_on,
)
from corr.mail.queues.inbox_limits import may_tell_of_stranger
from corr.mail.reading.child import MailReader, ReaderKilledError
from corr.mail.reading.mail_facts import Reading
from corr.players.profiles import letter_owner

_LOG = logging.getLogger(__name__)
_MOST_TRIES = 5


def settle(uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail, route: Route) -> tuple[MailOutcome, int | None]:
    """Carry *mail* out and answer it; its outcome, and the player whose mail it is, if known."""
    if route.player_id is not None:
        return _settle_of_player(uow, mail, route, route.player_id), route.player_id
    if route.is_invitation:
        outcome = settle_invitation(uow, mail, route.token)
        if outcome.answer is not None:
            _tell(uow, mail, To(None, mail.reading.written_by), outcome)
        return outcome, outcome.player_id
    return _settle_without_token(uow, identity, mail)


def _settle_without_token(
    uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail
) -> tuple[MailOutcome, int | None]:
    """The same for a mail that answers no letter of ours."""
    recipient = mail.claimed.recipient
    bounce_token, unsubscribe_token = identity.bounce_token(recipient), identity.unsubscribe_token(recipient)
    if bounce_token:
        return settle_bounce(uow, mail, bounce_token), None
    if unsubscribe_token:
        return settle_unsubscribing(uow, unsubscribe_token), None
    if identity.is_for_people(recipient):
        return MailOutcome("for-people", is_for_people=True), None
    if not identity.is_desk(recipient):
        return MailOutcome(mail.silence or "not-for-the-game"), None
    found = settle_at_desk(uow, identity, mail)
    if found.to is not None:
        _tell(uow, mail, found.to, found.outcome)
    return found.outcome, found.to.player_id if found.to else None


def _settle_of_player(uow: UnitOfWork, mail: ReceivedMail, route: Route, player_id: int) -> MailOutcome:
    """The outcome of a mail that answers a letter to that player, with the answer as it was sent."""
    writer = writer_of(mail, letter_owner(uow, player_id))
    stopped = stopped_early(uow, mail, writer)
    if stopped is not None:
        if stopped.answer is not None:
            # Letters to a closed account are not sent, so this one goes to the address alone.
            _tell(uow, mail, To(None, mail.reading.written_by), stopped)
        return stopped
    if route.game is not None:
        outcome = settle_in_game(uow, mail, route.game, writer)
    else:
        assert route.account is not None
        outcome = settle_account_mail(uow, mail, route.account, writer)
    if outcome.answer is None:
        return outcome
    send = answer_apart if is_from_anybody(writer.sender, LetterReference(has_token=bool(mail.token))) else answer_owner
    return replace(
        outcome, answer=send(uow, mail.claimed.id, route, outcome.answer, in_reply_to=mail.reading.message_id)
    )


def _tell(uow: UnitOfWork, mail: ReceivedMail, to: To, outcome: MailOutcome) -> None:
    """Answer in a letter without a game."""
    assert outcome.answer is not None
    uow.tell(answer(mail.claimed.id, to, None, outcome.answer.facts(mail.reading.message_id)))


def understand_next(workshop: Workshop, identity: MailIdentity, mail_reader: MailReader, owner: str) -> bool:
    """Process the mail that has waited longest; False if none waits."""
    with workshop.open() as uow:
        claimed = claim_mail(uow, owner)
    if claimed is None:
        return False
    try:
        code = _understand(workshop, identity, mail_reader, claimed)
        _LOG.info("mail %s: %s", claimed.id, code)
    except UnreachableError:
        # The database's trouble is not the mail's: it is tried again when the claim has run out.
        raise
    except Exception:  # noqa: BLE001 - a loop's last resort
        # One mail that causes a fault must not stop all others: it is put off, then parked for a person.
        _LOG.exception("mail %s could not be understood", claimed.id)
        with workshop.open() as uow:
            if claimed.tries >= _MOST_TRIES:
                park_mail(uow, claimed.id, "fault")
            else:
                put_off_mail(uow, claimed.id, "fault")
    return True


def _understand(workshop: Workshop, identity: MailIdentity, mail_reader: MailReader, claimed: ClaimedMail) -> str:
    """Process a claimed mail; the code of its outcome."""
    with workshop.look() as reader:
        route = route_of(reader, identity, claimed.recipient, claimed.received_at)
    try:
        reading = _read(mail_reader, identity, claimed, route)
        if route == NOWHERE and identity.is_desk(claimed.recipient):
            with workshop.look() as reader:
                route = route_from_desk(reader, identity, reading)
            # Read again, now that the game is known whose turns it may hold.
            reading = reading if route.ruleset is None else _read(mail_reader, identity, claimed, route)
    except ReaderKilledError as killed:
        _LOG.warning("mail %s was too much to be read: %s", claimed.id, killed.how)
        return _lay_aside(workshop, claimed, route)
    mail = ReceivedMail(
        claimed,
        reading,
        route.token,
        is_from_us=any(map(identity.is_ours, reading.from_addresses)),
        others=tuple(to for to in reading.shown_to if not identity.is_ours(to) and not identity.is_for_people(to)),
    )
    arrived = _understood(mail, route, MailOutcome("duplicate"))
    return finish_once(workshop, claimed.id, arrived, lambda uow: _carry_out(uow, identity, mail, route))


def _read(mail_reader: MailReader, identity: MailIdentity, claimed: ClaimedMail, route: Route) -> Reading:
    judge = "" if claimed.source == UNJUDGED else identity.authserv_id
    return mail_reader.read(claimed.raw, sender=claimed.sender, ruleset=route.ruleset, authserv_id=judge)


def _carry_out(uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail, route: Route) -> Understood:
    outcome, player_id = settle(uow, identity, mail, route)
    return replace(_understood(mail, route, outcome), player_id=player_id)


def _understood(mail: ReceivedMail, route: Route, outcome: MailOutcome) -> Understood:
    reading = mail.reading
    return Understood(
        dedupe_key=mail.key,
        reason=outcome.code,
        player_id=route.player_id,
        game_id=route.game.game_id if route.game else None,
        new_text=reading.new_text,
        cut_text=reading.cut_text,
        mail_class=reading.mail_class.value,
        subject=reading.subject,
        written_by=reading.written_by,
        commands=outcome.commands,
        outcome=outcome.answer.sentence if outcome.answer else "",
        is_parked=outcome.is_for_people,
    )


def _lay_aside(workshop: Workshop, claimed: ClaimedMail, route: Route) -> str:
    """Park a mail that killed the child process, and tell the player whose token it came to; the code of this."""
    # Only its bytes are known, so they make the key.
    key = mail_key(route.token or claimed.recipient, sha256(claimed.raw).hexdigest())
    answer = answers.too_much()
    game_id = route.game.game_id if route.game else None
    understood = Understood(key, "too-complex", route.player_id, game_id, outcome=answer.sentence, is_parked=True)

    def lay_aside(uow: UnitOfWork) -> Understood:
        if route.token:
            # Without a token anybody may have sent it, so the game's history does not mention it.
            tell_clock_runs_on(uow, EventKind.MAIL_PARKED, claimed.id, game_id=game_id, player_id=route.player_id)
        # Its writer is unknown, so it counts as a stranger's.
        if route.player_id is not None and claimed.sender and may_tell_of_stranger(uow, route.player_id):
            answer_apart(uow, claimed.id, route, answer)
        return understood

    return finish_once(workshop, claimed.id, replace(understood, outcome="", is_parked=False), lay_aside)
