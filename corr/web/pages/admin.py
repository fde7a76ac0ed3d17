"""
Pages of administrators: mail and what can be done about it, and games that need somebody.

An administrator may be a player too, so nothing here shows the content of a letter, or which game it is about. Whoever
plays in a game may let it go on from its log, which favours nobody, but not freeze or end it.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response

from corr.administration import game_freezes
from corr.administration.game_freezes import FreezeOrder, FreezeReceipt, GameInNeed, GamesInNeed
from corr.base import delivery_ledger
from corr.base.paging import Page
from corr.base.uow import UnitOfWork
from corr.errors import InputError
from corr.game.history import LONGEST_REASON
from corr.mail.queues import circuit_breaker, inbox_limits, letter_queue, parked_mails
from corr.mail.queues.letter_queue import QueueView
from corr.mail.queues.parked_mails import ParkedLine, ParkedMail
from corr.mail.reading.parsed_mail import decoded
from corr.players import address_reputation
from corr.players.address_reputation import AddressReputation
from corr.web import forms
from corr.web.auth import current_admin, reading, writing
from corr.web.pages.mail_pages import raw_mail
from corr.web.rendering import go_to, page

_LOG = logging.getLogger(__name__)
_HOST_LENGTH = 255
_ADDRESS_LENGTH = 320
_SHOWN_RAW = 20_000
_MAIL = "/admin/mail"
_WAS_DONE = "That was done already; nothing changed now."
_GAMES = "/admin/games"
_LONGEST_SEARCH = 300
_SUBJECT = re.compile(r"(?im)^subject:(.*(?:\n[ \t].*)*)")
pages = Blueprint("admin", __name__)


@dataclass(frozen=True, slots=True)
class PostOffice:
    """All about mail that an administrator may have to look after."""

    queue: QueueView
    parked: Page[ParkedLine]
    parked_count: int
    silences: int
    """How often in the last day a player's mails were too many, once an hour for each player."""
    suppressed_count: int
    suppressed: tuple[AddressReputation, ...]
    """The addresses that nothing is sent to, the latest ones."""


@dataclass(frozen=True, slots=True)
class ParkedPage:
    """A parked mail."""

    mail: ParkedMail
    text: str
    """The beginning of the mail exactly as it came."""
    is_cut: bool

    @property
    def subject(self) -> str:
        """Its subject; empty if it has none, or may not be shown."""
        found = _SUBJECT.search(self._parts[0])
        return decoded(found[1]) if found else ""

    @property
    def head(self) -> str:
        """Its headers."""
        return self._parts[0]

    @property
    def body(self) -> str:
        """What follows on its headers."""
        return self._parts[1].strip("\r\n")

    @property
    def _parts(self) -> tuple[str, str]:
        head, _, body = self.text.replace("\r\n", "\n").partition("\n\n")
        return head, body


@pages.get(_MAIL)
def post_office() -> Response:
    """The queue, its faults, the parked mails, and the addresses that get nothing."""
    number = forms.page_number()
    with reading() as reader:
        current_admin()
        view = PostOffice(
            queue=letter_queue.queue(reader),
            parked=parked_mails.parked(reader, number),
            parked_count=parked_mails.parked_count(reader),
            silences=inbox_limits.silences(reader),
            suppressed_count=address_reputation.suppressed_count(reader),
            suppressed=address_reputation.suppressed(reader),
        )
        return page("admin/mail.html", view)


@pages.get(f"{_MAIL}/letters/<count:letter_id>")
def letter(letter_id: str) -> Response:
    """One letter and what became of it, without its content."""
    with reading() as reader:
        current_admin()
        return page("admin/letter.html", delivery_ledger.get_any_delivery(reader, int(letter_id)))


@pages.post(f"{_MAIL}/letters/<count:letter_id>/retry")
def retry_letter(letter_id: str) -> Response:
    """Send a letter as soon as possible."""
    return _act(
        lambda uow: letter_queue.retry(uow, int(letter_id)),
        f"letter {int(letter_id)} is tried again",
        "The letter is tried again at once.",
    )


@pages.post(f"{_MAIL}/letters/<count:letter_id>/drop")
def drop_letter(letter_id: str) -> Response:
    """Throw a letter away."""
    return _act(
        lambda uow: letter_queue.drop(uow, int(letter_id)),
        f"letter {int(letter_id)} is thrown away",
        "The letter is thrown away.",
    )


@pages.get(f"{_MAIL}/host")
def host() -> Response:
    """The letters to a domain, and what can be done with all of them."""
    name = forms.query("host", _HOST_LENGTH)
    with reading() as reader:
        current_admin()
        return page("admin/host.html", letter_queue.letters_to(reader, name))


@pages.post(f"{_MAIL}/host/retry")
def retry_host() -> Response:
    """Send all letters to a domain as soon as possible."""
    with writing() as uow:
        current_admin()
        count = letter_queue.retry_all(uow, forms.field("host", _HOST_LENGTH, missing=None))
    return _answer(f"{count} letters to a domain are tried again", f"Tried again at once: {count}.", is_done=count > 0)


@pages.post(f"{_MAIL}/host/drop")
def drop_host() -> Response:
    """Throw all letters to a domain away."""
    with writing() as uow:
        current_admin()
        count = letter_queue.drop_all(uow, forms.field("host", _HOST_LENGTH, missing=None))
    return _answer(f"{count} letters to a domain are thrown away", f"Thrown away: {count}.", is_done=count > 0)


@pages.post(f"{_MAIL}/relay/retry")
def retry_relay() -> Response:
    """Try our own mail server again without waiting."""
    with writing() as uow:
        current_admin()
        circuit_breaker.close_breaker(uow, forms.field("relay", _HOST_LENGTH, missing=None))
    return _answer(
        "our mail server is tried again", "One letter is tried at once; if it goes, all others follow.", is_done=True
    )


@pages.get(f"{_MAIL}/parked/<count:mail_id>")
def parked_mail(mail_id: str) -> Response:
    """A parked mail; only one that was written to the people behind the service can be read."""
    with reading() as reader:
        current_admin()
        found = parked_mails.get_parked(reader, int(mail_id))
        text = found.raw[:_SHOWN_RAW].decode("utf-8", "replace").replace("\0", "")
        return page("admin/parked.html", ParkedPage(found, text, is_cut=len(found.raw) > _SHOWN_RAW))


@pages.get(f"{_MAIL}/parked/<count:mail_id>/raw")
def raw(mail_id: str) -> Response:
    """A mail to the people behind the service, as a file."""
    with reading() as reader:
        current_admin()
        found = parked_mails.get_readable(reader, int(mail_id))
    return raw_mail(found.raw, f"parked-{int(mail_id)}.eml")


@pages.post(f"{_MAIL}/parked/<count:mail_id>/again")
def read_again(mail_id: str) -> Response:
    """Let a parked mail be read once more."""
    return _act(
        lambda uow: parked_mails.read_again(uow, int(mail_id)),
        f"mail {int(mail_id)} is read again",
        "The mail is read once more.",
    )


@pages.post(f"{_MAIL}/parked/<count:mail_id>/settle")
def settle(mail_id: str) -> Response:
    """Note that an administrator has dealt with a mail."""
    return _act(
        lambda uow: parked_mails.settle(uow, int(mail_id)), f"mail {int(mail_id)} is settled", "The mail is settled."
    )


@pages.post(f"{_MAIL}/addresses/lift")
def lift() -> Response:
    """Send letters to an address again."""
    with writing() as uow:
        current_admin()
        address = forms.field("address", _ADDRESS_LENGTH, missing=None)
        is_done = address_reputation.lift(uow, address)
    return _answer("an address gets letters again", f"Letters are sent to {address} again.", is_done=is_done)


def _act(act: Callable[[UnitOfWork], bool], what: str, sentence: str) -> Response:
    """Do *act* for an administrator; it gives False if that was done already."""
    with writing() as uow:
        current_admin()
        is_done = act(uow)
    return _answer(what, sentence, is_done=is_done)


def _answer(what: str, sentence: str, *, is_done: bool) -> Response:
    """Redirect to the overview with a sentence; the log keeps who did what."""
    if is_done:
        _LOG.info("administrator %s: %s", current_admin().player_id, what)
    return go_to(_MAIL, sentence if is_done else _WAS_DONE)


@dataclass(frozen=True, slots=True)
class TroubledGamePage:
    """One game and what may be done about it."""

    game: GameInNeed
    is_player: bool
    """Whether the administrator plays it."""
    longest_reason: int = LONGEST_REASON


@pages.get(_GAMES)
def home() -> Response:
    """The games that need an administrator."""
    with reading() as reader:
        current_admin()
        number = forms.page_number()
        view: GamesInNeed = game_freezes.games_in_need(reader, number)
        return page("admin/games.html", view)


@pages.post(_GAMES)
def find() -> Response:
    """Redirect to any game, by its id or by what was copied from the address of its page."""
    with reading() as reader:
        current_admin()
        wanted = forms.field("game", _LONGEST_SEARCH)
        found = game_freezes.game_in_need(reader, wanted.rstrip("/").rpartition("/")[2].lower())
    return go_to(f"{_GAMES}/{found.id}")


@pages.get(f"{_GAMES}/<id:game_id>")
def game(game_id: str) -> Response:
    """One game, frozen or not."""
    with reading() as reader:
        admin = current_admin()
        found = game_freezes.game_in_need(reader, game_id)
        return page("admin/game.html", TroubledGamePage(found, admin.player_id in found.player_ids))


@pages.post(f"{_GAMES}/<id:game_id>/freeze")
def freeze(game_id: str) -> Response:
    """Freeze a game, so that nobody can play on."""
    return _decide(game_id, forms.reason, game_freezes.freeze, "is frozen")


@pages.post(f"{_GAMES}/<id:game_id>/thaw")
def thaw(game_id: str) -> Response:
    """Let a frozen game go on."""
    return _decide(game_id, str, game_freezes.thaw, "goes on")


@pages.post(f"{_GAMES}/<id:game_id>/end")
def end(game_id: str) -> Response:
    """End a game without a result."""
    return _decide(game_id, _reason_of_end, game_freezes.void, "is ended without a result")


def _decide(
    game_id: str, reason: Callable[[], str], act: Callable[[UnitOfWork, FreezeOrder], FreezeReceipt], what: str
) -> Response:
    with writing() as uow:
        # Before the form is read: to everybody else there is no such page, whatever they send.
        admin = current_admin()
        receipt = act(uow, FreezeOrder(game_id, reason(), admin.player_id))
    if receipt.is_changed:
        _LOG.info("administrator %s: game %s %s", admin.player_id, receipt.game_id, what)
    return go_to(f"{_GAMES}/{receipt.game_id}", receipt.sentence)


def _reason_of_end() -> str:
    """The reason why a game ends without a result; refused unless the box is ticked that says it is meant."""
    if forms.field("is_sure", 5) != "yes":
        raise InputError("Please tick that you are sure: this cannot be undone.", field="is_sure")
    return forms.reason()
