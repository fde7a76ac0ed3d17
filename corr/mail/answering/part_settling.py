"""Which of all that can become of a mail becomes of this one, by the address that it came to."""

from dataclasses import replace

from corr.base.notices import To, answer
from corr.base.uow import UnitOfWork
from corr.mail.answering.game_mail import is_anybodys, settle_in_game
from corr.mail.answering.invitation_by_mail import settle_invitation
from corr.mail.answering.part_desk import settle_at_desk
from corr.mail.answering.part_replies import answer_apart, answer_owner
from corr.mail.answering.received import Outcome, ReceivedMail
from corr.mail.answering.routes import Route
from corr.mail.answering.without_game import settle_account_mail, settle_bounce, settle_unsubscribing
from corr.mail.mail_site import Post


def settle(uow: UnitOfWork, post: Post, mail: ReceivedMail, route: Route) -> tuple[Outcome, int | None]:
    """What becomes of *mail*, with its effect and its answer; and the player whose mail it is, if that is known."""
    if route.game is not None:
        return _answer(uow, mail, route, settle_in_game(uow, mail, route.game))
    if route.account is not None:
        return _answer(uow, mail, route, settle_account_mail(uow, mail, route.account))
    if route.is_invitation:
        outcome = settle_invitation(uow, mail, route.token)
        if outcome.answer is not None:
            _tell(uow, mail, To(None, mail.reading.written_by), outcome)
        return outcome, outcome.player_id
    return _settle_without_token(uow, post, mail)


def _settle_without_token(uow: UnitOfWork, post: Post, mail: ReceivedMail) -> tuple[Outcome, int | None]:
    """What becomes of a mail that answers no letter of ours."""
    recipient = mail.claimed.recipient
    bounce_token, unsubscribe_token = post.bounce_token(recipient), post.unsubscribe_token(recipient)
    if bounce_token:
        return settle_bounce(uow, mail, bounce_token), None
    if unsubscribe_token:
        return settle_unsubscribing(uow, unsubscribe_token), None
    if post.is_for_people(recipient):
        return Outcome("for-people", is_for_people=True), None
    if not post.is_desk(recipient):
        return Outcome(mail.silence or "not-for-the-game"), None
    found = settle_at_desk(uow, post, mail)
    if found.to is not None:
        _tell(uow, mail, found.to, found.outcome)
    return found.outcome, found.to.player_id if found.to else None


def _answer(uow: UnitOfWork, mail: ReceivedMail, route: Route, outcome: Outcome) -> tuple[Outcome, int | None]:
    """*outcome* with its answer as it was told."""
    if outcome.answer is None:
        return outcome, route.player_id
    if outcome.code == "closed":
        # Letters to a closed account are not sent, so this one is to the address alone.
        _tell(uow, mail, To(None, mail.reading.written_by), outcome)
        return outcome, route.player_id
    assert route.player_id is not None
    send = answer_apart if is_anybodys(uow, mail, route.player_id) else answer_owner
    said = send(uow, mail.claimed.id, route, outcome.answer, in_reply_to=mail.reading.message_id)
    return replace(outcome, answer=said), route.player_id


def _tell(uow: UnitOfWork, mail: ReceivedMail, to: To, outcome: Outcome) -> None:
    """Answer in a letter that belongs to no game."""
    assert outcome.answer is not None
    uow.tell(answer(mail.claimed.id, to, None, outcome.answer.facts(mail.reading.message_id)))
