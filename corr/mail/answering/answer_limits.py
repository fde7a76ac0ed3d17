"""How answers go out: each at once while its player has had few in this hour, beyond that together, once an hour."""

from dataclasses import replace

from corr.base.notices import To
from corr.base.notices import answer as answer_notice
from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GameRow, get_game_row
from corr.game.words import outcome_words
from corr.games.seats import other
from corr.mail.answering.answers import (
    SAY_AFTERWARDS,
    TOO_LATE_TO_WRITE,
    Answer,
    after_the_end,
    gathered,
    the_last,
)
from corr.mail.answering.received_mail import Route
from corr.mail.queues.gathered_answers import GatheredAnswer, gather
from corr.mail.queues.inbox_limits import Room
from corr.play.messages import may_write


def send_answer(
    uow: UnitOfWork,
    mail_id: int,
    route: Route,
    answer: Answer,
    *,
    room: Room,
    in_reply_to: str = "",
    occasion: str = "",
) -> Answer:
    """
    Send *answer* to the player of *route* at the registered address, if there is *room* for it; else gather it.

    :param occasion: why there is one more answer to that mail; empty for the first.
    :return: the answer as it fits the state of the game.
    """
    assert route.player_id is not None
    game_id = answer.begun or (route.game.game_id if route.game else "")
    game_row = get_game_row(uow, game_id) if game_id else None
    meant = _in_its_game(uow, game_row, answer)
    if room is Room.NONE:
        gather(uow, route.player_id, gathered().facts(""), _in_short(uow, route.player_id, game_row, meant))
        return meant
    said = the_last(meant) if room is Room.LAST else meant
    game = None if game_row is None else (game_row.id, game_row.turn_number)
    facts = {**said.facts(in_reply_to), "is_answerable": True}
    uow.tell(answer_notice(mail_id, To(route.player_id), game, facts, occasion=occasion))
    return meant


def _in_short(reader: Reader, player_id: int, game_row: GameRow | None, answer: Answer) -> GatheredAnswer:
    """*answer* in a sentence or two, with the game that it is about and the page on which it goes on."""
    page = answer.question.path if answer.question else answer.pages[0].path if answer.pages else ""
    asked = f" ({'; '.join(answer.question.asked)})" if answer.question else ""
    text = f"{answer.sentence}{asked}"
    if game_row is None:
        return GatheredAnswer(text, page)
    mine, title = game_row.find_seat(player_id), game_row.rules(reader).info.title
    opponent = "" if mine is None else game_row.seats[other(mine.seat)].name
    game = f"{title} with {opponent}" if opponent else title
    return GatheredAnswer(text, page if answer.question else f"/games/{game_row.id}", game)


def _in_its_game(reader: Reader, game_row: GameRow | None, answer: Answer) -> Answer:
    """*answer* as it fits the state of its game, or a letter without a game."""
    if game_row is None:
        return replace(answer, has_board=False, has_hints=False)
    if not game_row.is_over:
        return answer
    how_to_write = SAY_AFTERWARDS if may_write(reader, game_row.ended_at) else TOO_LATE_TO_WRITE
    ended = outcome_words(game_row.rules(reader).info, game_row.winner, game_row.reason)
    return after_the_end(answer, ended, how_to_write)
