"""
A mail with a right token that did not surely come from its player: nothing of it is done, and the player is asked.

The question goes to the registered address. Whoever sent the mail learns nothing.
"""

from dataclasses import replace

from corr.mail.answering import answers
from corr.mail.answering.acting import CHANGING
from corr.mail.answering.packing import packed
from corr.mail.answering.received import Outcome, ReceivedMail
from corr.mail.reading.reading import MailClass
from corr.mail.reading.words.acts import Act
from corr.mail.reading.words.orders import Orders
from corr.service.mail.held import NewHeldOrder, hold
from corr.service.mail.limits import may_tell_of_stranger
from corr.service.mail.reply_tokens import ReplyTarget
from corr.service.mail.running_on import tell_clock_runs_on
from corr.service.notices import held as held_notice
from corr.service.uow import UnitOfWork
from corr.service.words import EventKind

_WAITS = "It waits until you confirm it."


def hold_back(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, *, why: str) -> Outcome:
    """
    Keep what *mail* asks for until the player confirms it, if it asks for something that can be done.

    :param why: the code of the reason: "list", "stranger" or "forged".
    """
    reading = mail.reading
    orders = reading.orders
    asks = not target.is_expired and not orders.rivals and not orders.doubt and CHANGING & set(orders.acts)
    if not asks and reading.mail_class is MailClass.LIST:
        # What a list brings is not even a question, unless it holds an order.
        return Outcome("list")
    if not may_tell_of_stranger(uow, target.player_id):
        return Outcome("too-many")
    if not asks:
        return Outcome("stranger", answers.stranger(reading.written_by))
    return _hold(uow, mail, target, why=why)


def _hold(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, *, why: str) -> Outcome:
    """Keep the orders of *mail*, and ask the player whether they are meant."""
    wanted, written_by = _changing(mail.reading.orders), mail.reading.written_by
    order = NewHeldOrder(
        inbox_id=mail.claimed.id,
        player_id=target.player_id,
        game_id=target.game_id,
        turn_number=target.turn_number,
        orders=packed(wanted),
        written_by=written_by,
        received_at=mail.received_at,
    )
    facts = {
        "token": hold(uow, order),
        "written_by": written_by,
        "why": why,
        "asked": _asked(wanted),
        "words": list(answers.quoted(f"{wanted.say}\n{wanted.rest}")),
        "in_reply_to": "",
    }
    if Act.TURN in wanted.acts:
        player_id = target.player_id
        tell_clock_runs_on(uow, EventKind.MAIL_HELD, mail.claimed.id, game_id=target.game_id, player_id=player_id)
    uow.tell(held_notice(mail.claimed.id, target.player_id, (target.game_id, target.turn_number), facts))
    return Outcome("held", None, tuple((text, _WAITS) for text in _asked(wanted)))


def _changing(orders: Orders) -> Orders:
    """*orders* without what changes nothing."""
    typed = orders.typed or orders.asked
    kept = [(act, text) for act, text in zip(orders.acts, typed, strict=True) if act in CHANGING]
    return replace(orders, acts=tuple(act for act, _ in kept), typed=tuple(text for _, text in kept))


def _asked(orders: Orders) -> list[str]:
    """What is asked for, a line for each thing: the turn as it was written, or the command."""
    lines = list[str]()
    for act, words in zip(orders.acts, orders.asked, strict=True):
        lines += answers.quoted(words) if act is Act.TURN else [words]
    return lines
