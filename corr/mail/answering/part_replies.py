"""Answers on their way out: whom they go to, and whether there is room for one more."""

from collections.abc import Mapping
from dataclasses import replace

from corr.base.notices import To
from corr.base.notices import answer as answer_notice
from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import get_standing
from corr.game.words import outcome_words
from corr.mail.answering import answers
from corr.mail.answering.answers import Answer
from corr.mail.answering.routes import Route
from corr.mail.queues.inbox_limits import Room, room_for_answer


def answer_owner(uow: UnitOfWork, mail_id: int, route: Route, answer: Answer, *, in_reply_to: str = "") -> Answer:
    """Answer the player whose token it is at the registered address, if there is room; the answer as it was told."""
    assert route.player_id is not None
    meant = _in_its_game(uow, route, answer)
    room = room_for_answer(uow, route.player_id)
    if room is not Room.NONE:
        said = answers.the_last(meant) if room is Room.LAST else meant
        _tell(uow, mail_id, route, said.facts(in_reply_to))
    return meant


def answer_apart(uow: UnitOfWork, mail_id: int, route: Route, answer: Answer, *, in_reply_to: str = "") -> Answer:
    """The same for what anybody may have sent, which was counted when it came: it takes no room from the player."""
    meant = _in_its_game(uow, route, answer)
    _tell(uow, mail_id, route, meant.facts(in_reply_to))
    return meant


def _in_its_game(reader: Reader, route: Route, answer: Answer) -> Answer:
    """*answer* as it is to be said in the game of the route, or where there is none."""
    if route.game is None:
        return replace(answer, has_board=False, has_hints=False)
    standing = get_standing(reader, route.game.game_id)
    if not standing.is_over:
        return answer
    return answers.after_the_end(answer, outcome_words(standing.rules(reader).info, standing.winner, standing.reason))


def _tell(uow: UnitOfWork, mail_id: int, route: Route, facts: Mapping[str, object]) -> None:
    assert route.player_id is not None
    game = None
    if route.game is not None:
        game = (route.game.game_id, get_standing(uow, route.game.game_id).turn_number)
    uow.tell(answer_notice(mail_id, To(route.player_id), game, {**facts, "is_answerable": True}))
