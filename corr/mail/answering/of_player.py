"""What a mail asks for that is about its player alone: leave, and a part in a league. No game is looked at."""

from datetime import datetime

from corr.mail.answering.answers import Answer
from corr.mail.answering.joining import Member, settled_leagues
from corr.mail.answering.leaving import LEAVE_ACTS, Traveller, settled_leave
from corr.mail.answering.received import Outcome
from corr.mail.reading.words.acts import OF_LEAGUES
from corr.mail.reading.words.orders import Orders
from corr.service.uow import UnitOfWork

OF_PLAYER = LEAVE_ACTS | OF_LEAGUES
"""What can be asked for in answers to letters of no game too."""


def carry_out_for_player(uow: UnitOfWork, member: Member, received_at: datetime, orders: Orders) -> Outcome:
    """Do what *orders* ask for about the player, at least one thing; the rest of them is left alone."""
    told = {
        **settled_leave(uow, Traveller(member.player_id, member.order_key, received_at), orders),
        **settled_leagues(uow, member, orders),
    }
    (act, first), *others = told.items()
    lines = (*first.lines, *(line for _, one in others for line in (one.title, *one.lines)))
    pages = (*first.pages, *(page for _, one in others for page in one.pages))
    asked = next((one.question for one in told.values() if one.question), None)
    answer = Answer(first.title, lines, pages=pages, question=asked, has_board=False, has_hints=False, stands=True)
    commands = tuple(
        (words, told[one].sentence) for words, one in zip(orders.typed, orders.acts, strict=True) if one in told
    )
    return Outcome(act.value.replace(" ", "-"), answer, commands)
