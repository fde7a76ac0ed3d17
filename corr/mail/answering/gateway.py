"""
Mail that came in, understood: one at a time, each with its effect and its answer in one transaction.

Robots, lists and bounces stop early and are never answered; every person is answered once. What became of each mail is
kept beside it as a code.
"""

import logging
from dataclasses import dataclass

from corr.mail.addresses import author
from corr.mail.answering import answers
from corr.mail.answering.acting import carry_out
from corr.mail.answering.answers import Answer
from corr.mail.answering.desk import Head, at_desk
from corr.mail.post import Post
from corr.mail.reading.hypertext import text_of_html
from corr.mail.reading.incoming import Incoming, TooComplexError, dedupe_key, read_head, read_mail
from corr.mail.reading.orders import Act, Orders
from corr.mail.reading.quoting import NewText, new_text
from corr.mail.reading.readings import read_both
from corr.mail.reading.robots import reason_to_stay_silent
from corr.service.inbox import ClaimedMail, Understood, claim_mail, finish_mail, park_mail, put_off_mail
from corr.service.notices import To, answer
from corr.service.reply_tokens import ReplyTarget, answers_left, find_reply_target, is_address_of
from corr.service.uow import UnitOfWork, Workshop
from corr.service.views import game_view

_log = logging.getLogger(__name__)
_MOST_TRIES = 5
_KEPT_TEXT = 4000


def understand_next(workshop: Workshop, post: Post, owner: str) -> bool:
    """Understand the mail that has waited longest; False if none waits."""
    with workshop.open() as uow:
        mail = claim_mail(uow, owner)
    if mail is None:
        return False
    try:
        _understand(workshop, post, mail)
    except Exception:  # noqa: BLE001 - a loop's last resort
        # One mail that trips up the program must not stop all others: it is put off, then laid aside for a person.
        _log.exception("mail %s could not be understood", mail.id)
        with workshop.open() as uow:
            if mail.tries >= _MOST_TRIES:
                park_mail(uow, mail.id, "fault")
            else:
                put_off_mail(uow, mail.id, "fault")
    return True


@dataclass(frozen=True, slots=True)
class _Letter:
    """A mail with all that is known of it before the data are asked."""

    mail: ClaimedMail
    incoming: Incoming
    fault: str
    """Why its bodies cannot be read; empty if they can."""
    key: str
    text: NewText
    html: NewText


class _DuplicateError(Exception):
    """The mail was here before."""


def _understand(workshop: Workshop, post: Post, mail: ClaimedMail) -> None:
    token = post.reply_token(mail.recipient)
    letter = _taken_apart(mail, token)
    silence = reason_to_stay_silent(letter.incoming, mail.sender, post.is_ours)
    with workshop.open() as uow:
        try:
            with uow.attempt():
                reason = _finished(uow, post, letter, silence)
        except _DuplicateError:
            # What it did a second time is undone; what is left to write is that it came.
            reason = "duplicate"
            finish_mail(uow, mail.id, Understood(letter.key, reason))
    _log.info("mail %s: %s", mail.id, reason)


def _finished(uow: UnitOfWork, post: Post, letter: _Letter, silence: str) -> str:
    """
    The code that was written beside the mail, when all that it asks for was done.

    :raises _DuplicateError: its key is that of an earlier one.
    """
    token = post.reply_token(letter.mail.recipient)
    if token:
        understood: Understood | None = _settled(uow, letter, find_reply_target(uow, token), silence)
    elif post.is_for_people(letter.mail.recipient):
        understood = None
    else:
        understood = at_desk(uow, post, letter.mail, Head(letter.key, letter.incoming, silence))
    if understood is None:
        park_mail(uow, letter.mail.id, "for-people")
        return "for-people"
    if not finish_mail(uow, letter.mail.id, understood):
        raise _DuplicateError
    return understood.reason


def _taken_apart(mail: ClaimedMail, token: str) -> _Letter:
    fault = ""
    try:
        incoming = read_mail(mail.raw)
    except TooComplexError as error:
        incoming, fault = read_head(mail.raw), error.sentence
    text, html = new_text(incoming.text), new_text(text_of_html(incoming.html))
    return _Letter(mail, incoming, fault, dedupe_key(mail.raw, incoming, token or mail.recipient), text, html)


def _settled(uow: UnitOfWork, letter: _Letter, target: ReplyTarget | None, silence: str) -> Understood:
    """What becomes of *letter*, with its effect and its answer."""
    if silence or target is None:
        return Understood(letter.key, silence or "not-for-the-game")
    written_by = author(letter.incoming.all("from"))
    if written_by is None:
        return _understood(letter, target, "no-author")
    rules = uow.registry.get_rules(game_view(uow, target.game_id, target.player_id).ruleset)
    orders = read_both(letter.text, letter.html, rules)
    own_words = letter.text.text or letter.html.text
    if not is_address_of(uow, target.player_id, written_by):
        reason, reply = "held", answers.held(written_by, orders)
    else:
        reason, reply = _judged(uow, letter, target, orders=orders, own_words=own_words)
    if answers_left(uow, target.player_id):
        game = game_view(uow, target.game_id, target.player_id)
        reply = answers.after_the_end(reply, game.outcome_words) if game.is_over else reply
        facts = reply.facts(letter.incoming.message_id)
        uow.tell(answer(letter.mail.id, To(target.player_id), (game.id, game.turn_number), facts))
    return _understood(letter, target, reason, own_words)


def _judged(
    uow: UnitOfWork, letter: _Letter, target: ReplyTarget, *, orders: Orders, own_words: str
) -> tuple[str, Answer]:
    """A code and an answer for a mail of the right player."""
    if letter.fault:
        return "too-complex", answers.unreadable(letter.fault)
    if letter.incoming.is_encrypted:
        return "encrypted", answers.unreadable("It is encrypted.")
    if target.is_expired:
        return "expired", answers.too_old()
    return _asked_back(orders, own_words) or carry_out(
        uow, target, orders, order_key=f"mail:{letter.key}", received_at=letter.mail.received_at
    )


def _asked_back(orders: Orders, own_words: str) -> tuple[str, Answer] | None:
    """A code and an answer where *orders* change nothing; None if there is something to do."""
    if orders.rivals:
        return "unclear", answers.unclear(orders)
    if not orders.acts:
        return "nothing-found", answers.nothing_found(own_words)
    if Act.HELP in orders.acts:
        return "help", answers.help_given()
    return ("board", answers.board_shown()) if Act.BOARD in orders.acts else None


def _understood(letter: _Letter, target: ReplyTarget, reason: str, own_words: str = "") -> Understood:
    return Understood(letter.key, reason, target.player_id, target.game_id, own_words[:_KEPT_TEXT])
