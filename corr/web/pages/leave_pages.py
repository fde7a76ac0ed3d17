"""Time and leave: the days of leave that are left, taking and ending leave, reminders and rest days."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from urllib.parse import urlencode

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.clocks import clock_preferences
from corr.clocks.clock_preferences import ClockPreferences
from corr.clocks.leave import LeaveLine, LeaveView, dates_words, last_day_words, leave_view, read_date
from corr.clocks.leave_plans import LeavePlan, Moved, plan_leave, plan_return
from corr.clocks.take_leave import ReturnReceipt, TakeLeave, cancel_leave, come_back, take_leave
from corr.core.days_off import ForDays, OnDates, Wish
from corr.core.spans import counted
from corr.errors import InputError
from corr.web import forms
from corr.web.auth import current_player, reading, request_session, writing
from corr.web.pages.account_settings import WEEK, refused_settings, settings_page, to_section, week
from corr.web.rendering import go_to, page

_HOME = "/account/clock"
_WORD_LENGTH = 20
_LEADS_LENGTH = 100
pages = Blueprint("clock", __name__, url_prefix="/account/clock")


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
    """The section of the settings about time and leave."""
    with reading():
        current_player()
        return to_section("clock")


@pages.post("")
def keep_wishes() -> Response:
    """Save reminders, automatic leave and rest days as they were chosen."""
    leads = forms.field("leads", _LEADS_LENGTH)
    rest = [day for day in WEEK if forms.is_ticked(f"rest{day}")]
    automatic = forms.is_ticked("automatic")
    try:
        with writing() as uow:
            player = current_player()
            given = forms.field("leads", _LEADS_LENGTH, missing=None)
            wanted = ClockPreferences(
                clock_preferences.read_leads(given), automatic, clock_preferences.read_rest_days(rest)
            )
            clock_preferences.set_clock_preferences(uow, player.player_id, wanted)
    except InputError as refusal:
        with reading() as reader:
            view = settings_page(reader)
            wishes = replace(view.clock.wishes, has_automatic_leave=automatic)
            filled_in = replace(view.clock, leads=leads, week=week(rest), wishes=wishes)
            return refused_settings(replace(view, clock=filled_in), "clock", refusal)
    return to_section("clock", "Saved. Rest days count from your next turn in each game.")


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
        return to_section("clock", "That leave was taken before, and is over by now. Nothing has been changed.")
    have = f"You have {counted(receipt.days_left, 'day')} of leave left."
    return to_section("clock", f"{_leave_words(receipt.leave)} {have}")


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
    return to_section("clock", f"You are back. {_given_back(receipt)}")


@pages.post("/leave/<count:leave_id>/cancel")
def cancel(leave_id: str) -> Response:
    """Call a planned leave off."""
    with writing() as uow:
        receipt = cancel_leave(uow, current_player().player_id, int(leave_id))
    return to_section("clock", f"That leave is called off. {_given_back(receipt)}")


def _leave_again(reader: Reader, refusal: InputError, *, days: str, first: str, last: str) -> Response:
    view = settings_page(reader)
    filled_in = replace(view.clock, days=days, first=first, last=last)
    return refused_settings(replace(view, clock=filled_in), "clock", refusal)


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
