"""A player's delivery ledger: each letter and what became of it; test letters; and an address that takes none."""

from dataclasses import dataclass

from flask import Blueprint, Response

from corr.base import delivery_ledger
from corr.base.delivery_ledger import DeliveryLine
from corr.base.paging import Page
from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import CorrError
from corr.mail.queues import round_trips
from corr.mail.queues.round_trips import RoundTrip
from corr.players import accounts, address_reputation
from corr.players.accounts import RequestSignIn
from corr.players.address_reputation import COMPLAINED
from corr.web import forms
from corr.web.auth import KNOWN, cookie_value, current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.entry import code_token, mail_is_sent, source
from corr.web.rendering import go_to, page

_NO_TROUBLE = "There is nothing to mend: letters are sent to your address."

pages = Blueprint("letters", __name__, url_prefix="/account")


@dataclass(frozen=True, slots=True)
class RoundTripPart:
    """The button for a test letter, and the progress of the last one."""

    order_key: str
    """Tells a second click from a second letter."""
    trip: RoundTrip | None
    fault: str = ""

    @property
    def is_waiting(self) -> bool:
        """Whether the last round trip is not over yet."""
        return self.trip is not None and not self.trip.is_over


@dataclass(frozen=True, slots=True)
class LettersPage:
    """A page of a player's delivery ledger."""

    letters: Page[DeliveryLine]
    test: RoundTripPart


@pages.get("/letters")
def all_letters() -> Response:
    """The letters, the latest first."""
    number = forms.page_number()
    with reading() as reader:
        return page("account/letters.html", _letters(reader, number))


@pages.get("/letters/<count:letter_id>")
def letter(letter_id: str) -> Response:
    """One letter, and what became of it."""
    with reading() as reader:
        return page(
            "account/letter.html", delivery_ledger.get_delivery(reader, current_player().player_id, int(letter_id))
        )


@pages.post("/mail/test")
def ask_test_letter() -> Response:
    """Send a test letter."""
    try:
        with writing() as uow:
            player = current_player()
            round_trips.ask_test_letter(uow, player.player_id, forms.order_key())
    except CorrError as refusal:
        with reading() as reader:
            return page("account/letters.html", _letters(reader, 1, refusal.sentence), status=status_of(refusal))
    return go_to("/account/letters", "A test letter is on its way to you.")


@pages.post("/mail/prove")
def prove_address() -> Response:
    """Send a letter whose link proves that the player's own address takes letters again."""
    browser_token = code_token()
    with writing() as uow:
        player = current_player()
        trouble = player.trouble
        if trouble is not None:
            order = RequestSignIn(
                trouble.address, browser_token, source(), cookie_value(KNOWN), session_player=player.player_id
            )
            accounts.request_sign_in(uow, order)
    if trouble is None:
        return go_to("/account/letters", _NO_TROUBLE)
    return mail_is_sent(browser_token, "")


@pages.post("/mail/resume")
def resume_letters() -> Response:
    """Send letters again after a complaint: the player, who is signed in, wants them."""
    with writing() as uow:
        trouble = current_player().trouble
        is_wanted = trouble is not None and trouble.cause == COMPLAINED
        if trouble is not None and is_wanted:
            address_reputation.lift(uow, trouble.address)
    return go_to("/account/letters", "You are sent letters again." if is_wanted else _NO_TROUBLE)


def round_trip_part(reader: Reader, player_id: int, fault: str = "") -> RoundTripPart:
    """What the partial `account/test_letter.html` shows."""
    return RoundTripPart(new_order_key(), round_trips.last_round_trip(reader, player_id), fault)


def _letters(reader: Reader, number: int, fault: str = "") -> LettersPage:
    player_id = current_player().player_id
    return LettersPage(delivery_ledger.ledger(reader, player_id, number), round_trip_part(reader, player_id, fault))
