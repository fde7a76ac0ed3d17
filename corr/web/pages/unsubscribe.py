"""
Ending letters by the address that stands in each of them.

Whoever has the address may end the letters and let them come again, and nothing else: no session is looked at, and no
form needs to be one of ours. Mail programs post there by themselves (RFC 8058), and scanners look at whatever they
find, so looking changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, request

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.mail.queues.subscriptions import Subscription, find_subscription, resubscribe, unsubscribe
from corr.players.mail_preferences import Category, read_turns
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.rendering import page

pages = Blueprint("unsubscribe", __name__, url_prefix="/u")

_UNKNOWN = (
    "This link ends no letters: it may have been cut off or mistyped. Open it again from the letter, or choose what "
    "you are sent under “Mail settings” in your account."
)


_LETTERS: Mapping[Category, str] = {
    Category.TURNS: "letters about your turns and games",
    Category.REMINDERS: "reminders of deadlines",
    Category.MESSAGES: "letters with messages of your opponents",
    Category.CHALLENGES: "letters about challenges",
    Category.LEAGUES: "news of leagues",
    Category.INVITATIONS: "invitations to this address",
}


@dataclass(frozen=True, slots=True)
class UnsubscribePage:
    """Letters that can be ended, or were."""

    token: str
    subscription: Subscription
    was: str = ""
    """How the player heard of games before it was ended just now; empty if it was not."""
    is_resumed: bool = False
    """Whether the letters were just ordered again."""

    @property
    def letters(self) -> str:
        """What can be ended."""
        return _LETTERS[self.subscription.category]

    @property
    def is_for_anybody(self) -> bool:
        """Whether the letters go to an address, whoever has it."""
        return self.subscription.category is Category.INVITATIONS

    @property
    def frequency(self) -> str:
        """How often letters about turns come, from the order of whoever gets them; empty for all other letters."""
        return self.subscription.turns.value if self.subscription.category is Category.TURNS else ""

    @property
    def is_about_deadlines(self) -> bool:
        """Whether somebody who gets them no more may miss a deadline."""
        return self.subscription.category in {Category.TURNS, Category.REMINDERS}


@pages.get("/<token:token>")
def ask(token: str) -> Response:
    """Say what would end; nothing is changed."""
    with app_state().workshop.look() as reader:
        return page("entry/unsubscribe.html", UnsubscribePage(token, _get(reader, token)))


@pages.post("/<token:token>")
def act(token: str) -> Response:
    """End the letters, or let them come again if the form says so."""
    # RFC 8058 3.2: whatever else a program posts, it means that the letters shall end.
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
    """
    What the link can end.

    :raises NotFoundError: nothing.
    """
    found = find_subscription(reader, token)
    if found is None:
        raise NotFoundError(_UNKNOWN)
    return found
