"""Leave by mail: it is about the player, whichever letter was answered."""

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import HOW_TO_WRITE, LeaveLine, dates_words, moment_words, owner_of, read_absence
from corr.clocks.leave_plans import GameName
from corr.clocks.take_leave import LeaveReceipt, ReturnReceipt, TakeLeave, come_back, lock_leaves, take_leave
from corr.core.spans import counted
from corr.errors import CorrError, InputError
from corr.mail.answering.answers import Pointer
from corr.mail.answering.authority import DOOR, PlayerRequester
from corr.mail.answering.information import InformationAnswer
from corr.mail.reading.words.commands import Act, Subject, acts_about
from corr.mail.reading.words.orders import Orders

LEAVE_ACTS = acts_about(Subject.LEAVE)
"""Acts about the player's leave, and no game."""
_PAGE = Pointer("Leave", "/account/clock")


def lock_for_leave(uow: UnitOfWork, player_id: int, orders: Orders) -> None:
    """Take the locks of leave if *orders* ask for it; before all other locks, so that nobody waits in a circle."""
    if LEAVE_ACTS & set(orders.acts):
        lock_leaves(uow, player_id)


def settle_leave(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> InformationAnswer:
    """
    Take leave or end it.

    :raises CorrError: that cannot be done.
    """
    return _away(uow, requester, orders.away) if act is Act.AWAY else _back(uow, requester.player_id)


def refused_leave(act: Act, refusal: CorrError) -> InformationAnswer:
    """The answer to an act about leave that was refused."""
    title = "No leave was taken." if act is Act.AWAY else "Your leave was not ended."
    more = (HOW_TO_WRITE,) if isinstance(refusal, InputError) else ()
    return InformationAnswer(title, f"{title} {refusal.sentence}", (refusal.sentence, *more), (_PAGE,))


def _away(uow: UnitOfWork, requester: PlayerRequester, words: str) -> InformationAnswer:
    wish = read_absence(uow, requester.player_id, words)
    order = TakeLeave(requester.player_id, wish, DOOR, requester.order_key, asked_at=requester.received_at)
    receipt = take_leave(uow, order)
    title = _title(uow, requester.player_id, receipt.leave)
    return InformationAnswer(title, title, _lines(receipt), (*map(_pointer, receipt.going_on), _PAGE))


def _title(reader: Reader, player_id: int, leave: LeaveLine) -> str:
    zone = owner_of(reader, player_id).zone
    if leave.begins_at > reader.now:
        return f"You will be on leave {dates_words(leave.span, zone)}."
    return f"You are on leave from now until {moment_words(leave.ends_at, zone)}."


def _lines(receipt: LeaveReceipt) -> tuple[str, ...]:
    have = counted(receipt.days_left, "day")
    cost = f"That takes {counted(receipt.leave.days, 'day')} of leave; you have {have} left."
    still = "Meanwhile your clocks stand still, and your opponents see that you are away. You can still play."
    early = "To come back earlier, answer with “back”: days that have not started are given back."
    if not receipt.going_on:
        return cost, still, early
    count = len(receipt.going_on)
    games = "one of your games" if count == 1 else f"{count} of your games"
    return cost, still, early, f"In {games}, named below, leave does not stop your clock: your time runs on."


def _back(uow: UnitOfWork, player_id: int) -> InformationAnswer:
    receipt = come_back(uow, player_id, door=DOOR)
    return InformationAnswer("You are back.", "You are back from leave.", _moved(uow, player_id, receipt), (_PAGE,))


def _moved(reader: Reader, player_id: int, receipt: ReturnReceipt) -> tuple[str, ...]:
    zone = owner_of(reader, player_id).zone
    back = f"{counted(receipt.days_back, 'day')} of that leave {'is' if receipt.days_back == 1 else 'are'} given back"
    have = f"{back}; you have {counted(receipt.days_left, 'day')} of leave."
    clocks = (
        f"{moved.game.title} against {moved.game.opponent}: your deadline is now {moment_words(moved.will_be, zone)}."
        for moved in receipt.moved
    )
    return have, *clocks


def _pointer(game: GameName) -> Pointer:
    return Pointer(f"{game.title} against {game.opponent}", f"/games/{game.id}")
