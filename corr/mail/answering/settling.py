"""Which of all that can become of a mail becomes of this one, by the address that it came to."""

from dataclasses import replace

from corr.mail.answering.desk import at_desk
from corr.mail.answering.elsewhere import to_account, to_envelope_sender, to_unsubscribe
from corr.mail.answering.in_game import settled as settled_in_game
from corr.mail.answering.letter import Letter, Outcome
from corr.mail.answering.replies import told_to_owner
from corr.mail.answering.routes import Route
from corr.mail.post import Post
from corr.service.notices import To, answer
from corr.service.uow import UnitOfWork


def settled(uow: UnitOfWork, post: Post, letter: Letter, route: Route) -> tuple[Outcome, int | None]:
    """What becomes of *letter*, with its effect and its answer; and the player whose mail it is, if that is known."""
    if route.game is not None:
        return _answered(uow, letter, route, settled_in_game(uow, letter, route.game))
    if route.account is not None:
        return _answered(uow, letter, route, to_account(uow, letter, route.account))
    return _without_token(uow, post, letter)


def _without_token(uow: UnitOfWork, post: Post, letter: Letter) -> tuple[Outcome, int | None]:
    """What becomes of a mail that answers no letter of ours."""
    recipient = letter.mail.recipient
    bounce_token, unsubscribe_token = post.bounce_token(recipient), post.unsubscribe_token(recipient)
    if bounce_token:
        return to_envelope_sender(uow, letter, bounce_token), None
    if unsubscribe_token:
        return to_unsubscribe(uow, unsubscribe_token), None
    if post.is_for_people(recipient):
        return Outcome("for-people", is_for_people=True), None
    if not post.is_desk(recipient):
        return Outcome(letter.silence or "not-for-the-game"), None
    found = at_desk(uow, post, letter)
    if found.to is not None:
        _tell(uow, letter, found.to, found.outcome)
    return found.outcome, found.to.player_id if found.to else None


def _answered(uow: UnitOfWork, letter: Letter, route: Route, outcome: Outcome) -> tuple[Outcome, int | None]:
    """*outcome* with its answer as it was told."""
    if outcome.answer is None:
        return outcome, route.player_id
    if outcome.code == "closed":
        # Letters to a closed account are not sent, so this one is to the address alone.
        _tell(uow, letter, To(None, letter.reading.written_by), outcome)
        return outcome, route.player_id
    said = told_to_owner(uow, letter.mail.id, route, outcome.answer, in_reply_to=letter.reading.message_id)
    return replace(outcome, answer=said), route.player_id


def _tell(uow: UnitOfWork, letter: Letter, to: To, outcome: Outcome) -> None:
    """Answer in a letter that belongs to no game."""
    assert outcome.answer is not None
    uow.tell(answer(letter.mail.id, to, None, outcome.answer.facts(letter.reading.message_id)))
