"""Orders from a mail, carried out: the one place where mail touches the game's use cases."""

from collections.abc import Callable
from datetime import datetime

from corr.errors import CorrError
from corr.mail.answering import answers
from corr.mail.answering.answers import Answer
from corr.mail.reading.orders import Act, Orders
from corr.service.endings import accept_draw, decline_draw, offer_draw, resign, withdraw_draw
from corr.service.play import SubmitTurn, submit_turn
from corr.service.reply_tokens import ReplyTarget
from corr.service.shown import ActReceipt, TurnReceipt
from corr.service.uow import UnitOfWork

_DOOR = "mail"
_ACTS: dict[Act, Callable[..., ActReceipt]] = {
    Act.RESIGN: resign,
    Act.OFFER_DRAW: offer_draw,
    Act.ACCEPT_DRAW: accept_draw,
    Act.DECLINE_DRAW: decline_draw,
    Act.WITHDRAW_DRAW: withdraw_draw,
}


def carry_out(
    uow: UnitOfWork, target: ReplyTarget, orders: Orders, *, order_key: str, received_at: datetime
) -> tuple[str, Answer]:
    """
    Do what *orders* ask for, all of it or nothing.

    :return: a code for what became of it, and the answer to it.
    """
    try:
        with uow.attempt():
            turn, sentences = _done(uow, target, orders, order_key=order_key, received_at=received_at)
    except CorrError as error:
        return error.code, answers.refused(error, orders)
    if turn is not None:
        return _code(turn), answers.done(turn, sentences)
    return orders.acts[0].value.replace(" ", "-"), answers.done(None, sentences)


def _code(turn: TurnReceipt) -> str:
    if turn.repeated:
        return "repeated"
    return "sealed" if turn.is_sealed else "played"


def _done(
    uow: UnitOfWork, target: ReplyTarget, orders: Orders, *, order_key: str, received_at: datetime
) -> tuple[TurnReceipt | None, list[str]]:
    """The receipts of everything in *orders*, in their order."""
    turn, sentences = None, []
    for act in orders.acts:
        if act is Act.TURN:
            submitted = SubmitTurn(
                game_id=target.game_id,
                player_id=target.player_id,
                turn_number=target.turn_number,
                text=orders.turn,
                door=_DOOR,
                order_key=order_key,
                received_at=received_at,
            )
            turn = submit_turn(uow, submitted)
        else:
            receipt = _ACTS[act](uow, target.game_id, target.player_id, _DOOR, received_at=received_at)
            sentences.append(receipt.sentence)
    return turn, sentences
