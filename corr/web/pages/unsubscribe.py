"""
Unsubscribing by the link that stands in each letter.

Whoever has the link may end the letters and resume them, and nothing else: no session is read, and the form need not
be one of ours. Mail programs post there by themselves (RFC 8058), and scanners open every link, so opening it changes
nothing.
"""

from dataclasses import dataclass

from flask import Blueprint, Response, request

from corr.base.notices import Category
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.mail.queues.subscriptions import LETTERS, Subscription, find_subscription, resubscribe, unsubscribe
from corr.players.mail_preferences import read_turns
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.rendering import page

pages = Blueprint("unsubscribe", __name__, url_prefix="/u")

_UNKNOWN = (
    "This link ends no letters: it may have been cut off or mistyped. Open it again from the letter, or choose what "
    "you are sent under “Emails” in your settings."
)


@dataclass(frozen=True, slots=True)
class UnsubscribePage:
    """Letters that can be ended, or that were ended."""

    token: str
    subscription: Subscription
    was: str = ""
    """The preference for letters about turns before this request ended the letters; empty if it did not."""
    is_resumed: bool = False
    """Whether this request resumed the letters."""

    @property
    def letters(self) -> str:
        """The letters in words."""
        return LETTERS[self.subscription.category]

    @property
    def is_for_anybody(self) -> bool:
        """Whether the letters go to an address alone, not to a player."""
        return self.subscription.category is Category.INVITATIONS

    @property
    def frequency(self) -> str:
        """How often letters about turns come, as the player prefers; empty for other letters."""
        return self.subscription.turns.value if self.subscription.category is Category.TURNS else ""

    @property
    def is_about_deadlines(self) -> bool:
        """Whether somebody may miss a deadline without these letters."""
        return self.subscription.category in {Category.TURNS, Category.REMINDERS}


@pages.get("/<token:token>")
def ask(token: str) -> Response:
    """Show what would end; opening the link changes nothing."""
    with app_state().workshop.look() as reader:
        return page("entry/unsubscribe.html", UnsubscribePage(token, _get(reader, token)))


@pages.post("/<token:token>")
def act(token: str) -> Response:
    """End the letters, or resume them if the form says so."""
    # RFC 8058 3.2: whatever else a mail program posts, it means to end the letters.
    if request.form.get("act") == "resume":
        return _resume(token)
    with app_state().workshop.open() as uow:
        before = _get(uow, token)
        unsubscribe(uow, token)
        was = before.turns.value if not before.is_ended else ""
        return page("entry/unsubscribe.html", UnsubscribePage(token, _get(uow, token), was))


def _resume(token: str) -> Response:
    was = forms.field("was", 20)
    with app_state().workshop.open() as uow:
        _get(uow, token)
        resubscribe(uow, token, *([read_turns(was)] if was else []))
        return page("entry/unsubscribe.html", UnsubscribePage(token, _get(uow, token), is_resumed=True))


def _get(reader: Reader, token: str) -> Subscription:
    """The letters that the link can end; refused if there are none."""
    found = find_subscription(reader, token)
    if found is None:
        raise NotFoundError(_UNKNOWN)
    return found
