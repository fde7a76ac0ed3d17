"""Answers on their way out: whom they go to, and whether there is room for one more."""

from dataclasses import replace

from corr.mail.answering import answers
from corr.mail.answering.answers import Answer
from corr.mail.answering.routes import Route
from corr.service.mail.limits import Room, room_for_answer
from corr.service.notices import To
from corr.service.notices import answer as answer_notice
from corr.service.standing import get_standing
from corr.service.uow import UnitOfWork
from corr.service.words import outcome_words


def answer_owner(uow: UnitOfWork, mail_id: int, route: Route, answer: Answer, *, in_reply_to: str = "") -> Answer:
    """Answer the player whose token it is at the registered address, if there is room; the answer as it was told."""
    assert route.player_id is not None
    game = None
    if route.game is not None:
        standing = get_standing(uow, route.game.game_id)
        game = (standing.id, standing.turn_number)
        if standing.is_over:
            info = standing.rules(uow).info
            answer = answers.after_the_end(answer, outcome_words(info, standing.winner, standing.reason))
    else:
        answer = replace(answer, has_board=False, has_hints=False)
    room = room_for_answer(uow, route.player_id)
    if room is not Room.NONE:
        said = answers.the_last(answer) if room is Room.LAST else answer
        facts = {**said.facts(in_reply_to), "is_answerable": True}
        uow.tell(answer_notice(mail_id, To(route.player_id), game, facts))
    return answer
