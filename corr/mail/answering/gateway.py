"""
Mail that came in, understood: one at a time, each with its effect and its answer in one transaction.

Robots, lists and bounces stop early and are never answered; every person is answered once. What became of each mail is
kept beside it.
"""

import logging
from dataclasses import replace
from hashlib import sha256

from corr.mail.answering import answers
from corr.mail.answering.letter import Letter, Outcome
from corr.mail.answering.replies import told_to_owner
from corr.mail.answering.routes import NOWHERE, Route, references_of, route_of
from corr.mail.answering.settling import settled
from corr.mail.post import Post
from corr.mail.reading.child import ReaderKilledError, Reads
from corr.mail.reading.reading import Reading
from corr.service.mail.inbox import ClaimedMail, Understood, claim_mail, finish_mail, park_mail, put_off_mail
from corr.service.mail.limits import may_tell_of_stranger
from corr.service.uow import UnitOfWork, Workshop

_log = logging.getLogger(__name__)
_MOST_TRIES = 5


def understand_next(workshop: Workshop, post: Post, reads: Reads, owner: str) -> bool:
    """Understand the mail that has waited longest; False if none waits."""
    with workshop.open() as uow:
        mail = claim_mail(uow, owner)
    if mail is None:
        return False
    try:
        code = _understand(workshop, post, reads, mail)
        _log.info("mail %s: %s", mail.id, code)
    except Exception:  # noqa: BLE001 - a loop's last resort
        # One mail that trips up the program must not stop all others: it is put off, then laid aside for a person.
        _log.exception("mail %s could not be understood", mail.id)
        with workshop.open() as uow:
            if mail.tries >= _MOST_TRIES:
                park_mail(uow, mail.id, "fault")
            else:
                put_off_mail(uow, mail.id, "fault")
    return True


class _DuplicateError(Exception):
    """The mail was here before."""


def _understand(workshop: Workshop, post: Post, reads: Reads, mail: ClaimedMail) -> str:
    """What became of the mail, as a code."""
    with workshop.look() as reader:
        route = route_of(reader, post, mail.recipient)
    try:
        reading = _read(reads, post, mail, route)
        if route == NOWHERE and post.is_desk(mail.recipient):
            with workshop.look() as reader:
                route = references_of(reader, post, reading).the_one()
            # Read anew, as a letter of that game may hold a turn.
            reading = reading if route.ruleset is None else _read(reads, post, mail, route)
    except ReaderKilledError as killed:
        _log.warning("mail %s was too much to be read: %s", mail.id, killed.how)
        return _laid_aside(workshop, mail, route)
    letter = Letter(mail, reading, route.token, is_from_us=any(map(post.is_ours, reading.from_addresses)))
    with workshop.open() as uow:
        try:
            with uow.attempt():
                return _finished(uow, post, letter, route)
        except _DuplicateError:
            # What it did a second time is undone; what is left to write is that it came.
            finish_mail(uow, mail.id, _understood(letter, route, Outcome("duplicate")))
            return "duplicate"


def _read(reads: Reads, post: Post, mail: ClaimedMail, route: Route) -> Reading:
    return reads.read(mail.raw, sender=mail.sender, ruleset=route.ruleset, authserv_id=post.authserv_id)


def _finished(uow: UnitOfWork, post: Post, letter: Letter, route: Route) -> str:
    """
    The code that was written beside the mail, when all that it asks for was done.

    :raises _DuplicateError: its key is that of an earlier one.
    """
    outcome, player_id = settled(uow, post, letter, route)
    understood = replace(_understood(letter, route, outcome), player_id=player_id)
    is_new = finish_mail(uow, letter.mail.id, understood, is_parked=outcome.is_for_people)
    if not is_new:
        raise _DuplicateError
    return outcome.code


def _understood(letter: Letter, route: Route, outcome: Outcome) -> Understood:
    reading = letter.reading
    return Understood(
        dedupe_key=letter.key,
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
    )


def _laid_aside(workshop: Workshop, mail: ClaimedMail, route: Route) -> str:
    """A mail that ends whatever reads it waits for a person; whose token it came to is told once."""
    code = "too-complex"
    door = route.token or mail.recipient
    # Nothing is known of it but its bytes.
    key = sha256(f"{door.lower()}\n{sha256(mail.raw).hexdigest()}".encode("utf-8", "replace")).hexdigest()
    answer = answers.too_much()
    game_id = route.game.game_id if route.game else None
    understood = Understood(key, code, route.player_id, game_id, outcome=answer.sentence)
    with workshop.open() as uow:
        if not finish_mail(uow, mail.id, understood, is_parked=True):
            return "duplicate"
        # Who wrote it cannot be known either, so it counts as a stranger's.
        if route.player_id is not None and mail.sender and may_tell_of_stranger(uow, route.player_id):
            told_to_owner(uow, mail.id, route, answer)
    return code
