"""Leave: the days of leave that are left, taking and ending leave."""

from dataclasses import dataclass
from datetime import date, datetime
from urllib.parse import urlencode

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.clocks.leave import LeaveLine, LeaveView, dates_words, last_day_words, leave_view, read_date
from corr.clocks.leave_plans import LeavePlan, Moved, plan_leave, plan_return
from corr.clocks.take_leave import ReturnReceipt, TakeLeave, cancel_leave, come_back, take_leave
from corr.core.days_off import ForDays, OnDates, Wish
from corr.core.spans import counted
from corr.errors import InputError
from corr.web import forms
from corr.web.auth import current_player, reading, request_session, writing
from corr.web.errors import refused_form
from corr.web.rendering import go_to, page

_HOME = "/account/clock"
_WORD_LENGTH = 20
pages = Blueprint("clock", __name__, url_prefix="/account/clock")


@dataclass(frozen=True, slots=True)
class ClockPage:
    """A player's leave, and the form to take some as it was filled in."""

    leave: LeaveView
    days: str = ""
    first: str = ""
    last: str = ""
    fault: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class LeavePage:
    """A leave that is about to be taken."""

    plan: LeavePlan
    dates: str
    """From when to when, in words."""
    begins_now: bool
    order_key: str
    """Tells a second click from a second leave."""
    days: str
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class ReturnPage:
    """A leave that is about to be ended or called off."""

    id: int
    dates: str
    is_planned: bool
    ends_at: datetime
    days: int
    """How many days of leave it costs."""
    days_back: int
    days_left: int
    moved: tuple[Moved, ...]

    @property
    def days_used(self) -> int:
        """How many of them have begun."""
        return self.days - self.days_back


@pages.get("")
def show() -> Response:
    """The leave that is left, runs or is planned, and the form to take some."""
    with reading() as reader:
        return page("account/clock.html", ClockPage(leave_view(reader, current_player().player_id)))


@pages.post("/plan")
def choose() -> Response:
    """Redirect to the preview of the leave that was filled in."""
    asked = {name: forms.field(name, _WORD_LENGTH) for name in ("days", "first", "last")}
    return go_to(f"{_HOME}/leave?{urlencode({name: value for name, value in asked.items() if value})}")


@pages.get("/leave")
def plan() -> Response:
    """What a leave would mean, before it is taken."""
    days, first, last = (forms.query(name, _WORD_LENGTH) for name in ("days", "first", "last"))
    with reading() as reader:
        player = current_player()
        try:
            wish = _wish(days, first, last)
            found = plan_leave(reader, player.player_id, wish)
        except InputError as refusal:
            return _leave_again(reader, refusal, days=days, first=first, last=last)
        dates = dates_words(found.span, player.zone)
        begins_now = found.span.begin <= reader.now
        view = LeavePage(found, dates, begins_now, new_order_key(), days=days, first=first, last=last)
        return page("account/leave.html", view)


@pages.post("/leave")
def take() -> Response:
    """Take leave."""
    days, first, last = (forms.field(name, _WORD_LENGTH) for name in ("days", "first", "last"))
    try:
        with writing() as uow:
            player = current_player()
            order = TakeLeave(player.player_id, _wish(days, first, last), "web", f"web:{forms.order_key_of_contents()}")
            receipt = take_leave(uow, order)
    except InputError as refusal:
        with reading() as reader:
            return _leave_again(reader, refusal, days=days, first=first, last=last)
    if receipt.leave.ends_at <= request_session().now or receipt.leave.is_called_off:
        return go_to(_HOME, "That leave was taken before, and is over by now. Nothing has been changed.")
    have = f"You have {counted(receipt.days_left, 'day')} of leave left."
    return go_to(_HOME, f"{_leave_words(receipt.leave)} {have}")


@pages.get("/leave/<count:leave_id>/end")
def plan_end(leave_id: str) -> Response:
    """What ending a leave, or calling it off, would mean, before it is done."""
    with reading() as reader:
        player = current_player()
        found = plan_return(reader, player.player_id, int(leave_id))
        now = _get_leave(leave_view(reader, player.player_id), int(leave_id))
        view = ReturnPage(
            id=int(leave_id),
            dates=dates_words(now.span, player.zone),
            is_planned=now.begins_at > reader.now,
            ends_at=now.ends_at,
            days=now.days,
            days_back=found.days_back,
            days_left=found.days_left,
            moved=found.moved,
        )
        return page("account/return.html", view)


@pages.post("/leave/<count:leave_id>/end")
def end(leave_id: str) -> Response:
    """End the leave that runs."""
    with writing() as uow:
        receipt = come_back(uow, current_player().player_id, int(leave_id))
    return go_to(_HOME, f"You are back. {_given_back(receipt)}")


@pages.post("/leave/<count:leave_id>/cancel")
def cancel(leave_id: str) -> Response:
    """Call a planned leave off."""
    with writing() as uow:
        receipt = cancel_leave(uow, current_player().player_id, int(leave_id))
    return go_to(_HOME, f"That leave is called off. {_given_back(receipt)}")


def _leave_again(reader: Reader, refusal: InputError, *, days: str, first: str, last: str) -> Response:
    view = ClockPage(leave_view(reader, current_player().player_id), days, first, last)
    return refused_form("account/clock.html", view, refusal)


def _wish(days: str, first: str, last: str) -> Wish:
    """
    The leave that a form asks for.

    :raises InputError: it asks for none, or for two.
    """
    if days and (first or last):
        raise InputError("Say either for how many days, or from which day to which; not both.", field="days")
    if days:
        if not days.removeprefix("-").isdecimal() or not days.isascii():
            raise InputError(f"“{days}” is not a number of whole days.", field="days")
        return ForDays(int(days))
    if not first and not last:
        raise InputError("Say for how many days, or from which day to which.", field="days")
    if not first:
        raise InputError("Say on which day your leave begins.", field="first")
    begin: date = read_date(first, "first")
    return OnDates(begin, read_date(last, "last") if last else begin)


def _get_leave(view: LeaveView, leave_id: int) -> LeaveLine:
    """The leave with that id, which is known to be one that has not ended."""
    found = [view.current, *view.planned]
    return next(leave for leave in found if leave is not None and leave.id == leave_id)


def _leave_words(leave: LeaveLine) -> str:
    if leave.begins_at > request_session().now:
        return f"You will be on leave {dates_words(leave.span, request_session().zone)}."
    return f"You are on leave until {last_day_words(leave.ends_at, request_session().zone)}."


def _given_back(receipt: ReturnReceipt) -> str:
    if receipt.repeated:
        return "That was so already, and nothing has been changed."
    back = (
        f"{counted(receipt.days_back, 'day')} given back" if receipt.days_back else "No day was left to be given back"
    )
    return f"{back}; you have {counted(receipt.days_left, 'day')} of leave."
