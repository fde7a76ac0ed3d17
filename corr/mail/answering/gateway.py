"""The processing of one mail from the inbox: read it, route it by its recipient, carry it out and answer it."""

import logging
from dataclasses import replace
from functools import partial
from hashlib import sha256

from corr.base.faults import set_aside
from corr.base.notices import To, answer
from corr.base.uow import UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.game.game_row import get_game_row
from corr.game.words import EventKind
from corr.mail.answering import answers
from corr.mail.answering.answer_limits import send_answer
from corr.mail.answering.answers import MailOutcome
from corr.mail.answering.authority import writer_of
from corr.mail.answering.game_mail import settle_in_game, stopped_early
from corr.mail.answering.received_mail import (
    NOWHERE,
    ReceivedMail,
    Route,
    mail_key,
    names_on,
    received_mail,
    route_from_desk,
    route_of,
)
from corr.mail.answering.without_game import (
    settle_account_mail,
    settle_at_desk,
    settle_bounce,
    settle_invitation,
    settle_unsubscribing,
)
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import (
    UNJUDGED,
    ClaimedMail,
    Understood,
    claim_mail,
    finish_once,
    park_mail,
    put_off_mail,
    tell_clock_runs_on,
)
from corr.mail.queues.inbox_limits import (
    PlayerWaitsError,
    Room,
    may_tell_of_stranger,
    next_hour,
    note_waiting,
    room_for_answer,
)
from corr.mail.queues.inbox_order import let_sender_wait
from corr.mail.queues.mail_history import ANSWERED, status_of
from corr.mail.reading.child import MailReader, ReaderKilledError
from corr.players.profiles import letter_owner

_LOG = logging.getLogger(__name__)
_MOST_TRIES = 5


def settle(uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail, route: Route) -> MailOutcome:
    """Carry *mail* out and answer it; its outcome, with the answer as it was sent."""
    if route.is_invitation:
        outcome = settle_invitation(uow, mail, route.token, route.reply_token)
        if outcome.answer is not None:
            _tell(uow, mail, To(outcome.player_id, mail.reading.written_by), outcome)
        return outcome
    if route.player_id is None:
        return _settle_without_token(uow, identity, mail)
    writer = writer_of(mail, letter_owner(uow, route.player_id))
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
    # What anybody may have sent was counted when it came, so its answer does not count against the player's limit.
    counts = outcome.answer.counts and not writer.is_anybody
    room = room_for_answer(uow, route.player_id) if counts else Room.ENOUGH
    in_reply_to = mail.reading.message_id
    sent = send_answer(uow, mail.claimed.id, route, outcome.answer, room=room, in_reply_to=in_reply_to)
    # What was asked for is done all the same, and told on the page of the mail.
    code = "gathered" if room is Room.NONE and status_of(outcome.code).tag == ANSWERED else outcome.code
    return replace(outcome, code=code, answer=sent)


def _settle_without_token(uow: UnitOfWork, identity: MailIdentity, mail: ReceivedMail) -> MailOutcome:
    """The same for a mail that answers no letter of ours."""
    recipient = mail.claimed.recipient
    bounce_token, unsubscribe_token = identity.bounce.token(recipient), identity.unsubscribe.token(recipient)
    if bounce_token:
        return settle_bounce(uow, mail, bounce_token)
    if unsubscribe_token:
        return settle_unsubscribing(uow, unsubscribe_token)
    if identity.is_for_people(recipient):
        return MailOutcome("for-people", is_for_people=True)
    if not identity.is_desk(recipient):
        return MailOutcome(mail.silence or "not-for-the-game")
    found = settle_at_desk(uow, identity, mail)
    if found.to is not None:
        # To somebody without an account not even the Message-ID is repeated.
        _tell(uow, mail, found.to, found.outcome, refers=found.to.player_id is not None)
        return replace(found.outcome, player_id=found.to.player_id)
    return found.outcome


def _tell(uow: UnitOfWork, mail: ReceivedMail, to: To, outcome: MailOutcome, *, refers: bool = True) -> None:
    """
    Answer in a letter about the game that has begun, or else without one; it can be answered if it asks a question or
    welcomes somebody, and if it is about a game.

    :param refers: whether it repeats the Message-ID of the mail.
    """
    assert outcome.answer is not None
    facts = outcome.answer.facts(mail.reading.message_id if refers else "")
    is_answerable = outcome.answer.question is not None or outcome.answer.tells_commands
    facts |= {"is_answerable": True} if is_answerable else {}
    begun = outcome.answer.begun
    turn = (begun, get_game_row(uow, begun).turn_number) if begun else None
    uow.tell(answer(mail.claimed.id, to, turn, facts))


def understand_next(workshop: Workshop, identity: MailIdentity, mail_reader: MailReader, owner: str) -> bool:
    """Process the mail whose turn it is; False if none may be read now."""
    with workshop.open() as uow:
        claimed = claim_mail(uow, owner)
    if claimed is None:
        return False
    try:
        code = _understand(workshop, identity, mail_reader, claimed)
        _LOG.info("mail %s: %s", claimed.id, code)
    except PlayerWaitsError as waiting:
        with workshop.open() as uow:
            let_sender_wait(uow, claimed.id, next_hour(uow))
            note_waiting(uow, waiting.player_id)
    except UnreachableError:
        # The database's trouble is not the mail's: it is tried again when the claim has run out.
        raise
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        # One mail that causes a fault must not stop all others: it is put off, then parked for a person.
        _LOG.exception("mail %s could not be understood", claimed.id)
        set_aside(fault)
        with workshop.open() as uow:
            if claimed.tries >= _MOST_TRIES:
                park_mail(uow, claimed.id, "fault")
            else:
                put_off_mail(uow, claimed.id, "fault")
    return True


def _understand(workshop: Workshop, identity: MailIdentity, mail_reader: MailReader, claimed: ClaimedMail) -> str:
    """Process a claimed mail; the code of its outcome."""
    with workshop.look() as reader:
        route = route_of(reader, identity.reply.token(claimed.recipient), claimed.received_at)
        names = names_on(reader, route)
    judge = "" if claimed.source == UNJUDGED else identity.authserv_id
    read = partial(mail_reader.read, claimed.raw, sender=claimed.sender, authserv_id=judge)
    try:
        reading = read(ruleset=route.game.ruleset if route.game else None, names=names)
        if route == NOWHERE and identity.is_desk(claimed.recipient):
            with workshop.look() as reader:
                route = route_from_desk(reader, identity, reading)
                names = names_on(reader, route)
            # Read again, now that the game is known whose turns it may hold.
            reading = read(ruleset=route.game.ruleset, names=names) if route.game else reading
    except ReaderKilledError as killed:
        _LOG.warning("mail %s was too much to be read: %s", claimed.id, killed.how)
        return _lay_aside(workshop, claimed, route)
    mail = received_mail(identity, claimed, reading, route.token)
    arrived = Understood(
        dedupe_key=mail.key,
        reason="duplicate",
        player_id=route.player_id,
        game_id=route.game.game_id if route.game else None,
        new_text=reading.new_text,
        cut_text=reading.cut_text,
        mail_class=reading.mail_class.value,
        subject=reading.subject,
        written_by=reading.written_by,
    )
    return finish_once(
        workshop, claimed.id, arrived, lambda uow: _with_outcome(arrived, settle(uow, identity, mail, route))
    )


def _with_outcome(arrived: Understood, outcome: MailOutcome) -> Understood:
    return replace(
        arrived,
        reason=outcome.code,
        player_id=outcome.player_id if arrived.player_id is None else arrived.player_id,
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
            send_answer(uow, claimed.id, route, answer, room=Room.ENOUGH)
        return understood

    return finish_once(workshop, claimed.id, replace(understood, outcome="", is_parked=False), lay_aside)
