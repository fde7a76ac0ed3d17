"""
Open offers and links: their list, one of them, making, taking and withdrawing one.

A link is an offer at a secret address, which a messenger may preview, and which nobody takes by looking.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response

from corr.base.paging import KeysetPage, Place
from corr.base.rate_limits import Bucket, place
from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.core.spans import counted
from corr.errors import CorrError, InputError, NotFoundError, TooManyError
from corr.games.api import Info
from corr.play import links, offers, proposals
from corr.play.links import LinkView
from corr.play.offer_pauses import OfferLimit, offer_limit, set_most_games
from corr.play.offer_rows import Conditions
from corr.play.offers import (
    GAMES,
    PERCENTAGES,
    RATINGS,
    SEATS,
    MakeOffer,
    StandingView,
    check_open,
    end_standing_offer,
    standing_offers_of,
)
from corr.play.open_offers import OfferView, met_words, offer_page, offers_of, open_offers
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import current_player, reading, remember_wanted, viewer_id, writing
from corr.web.errors import refused_form, status_of
from corr.web.kept_lengths import kept_usual_lengths
from corr.web.pages.entry import EntryForm, ask_to_take, source, taker_form
from corr.web.proposal_forms import (
    SEAT_LENGTH,
    ProposalForm,
    again,
    filled,
    is_yes,
    read_form,
    typed_terms,
    unrated_at_first,
)
from corr.web.rendering import go_to, page

_NAME_LENGTH = 60
_NUMBER_LENGTH = 8
_CURSOR_LENGTH = 40
_ANYBODY = "0"
_FRIEND = "1"
_CLUB, _KEEP = "club", "keep"
"""What the form says of a link for several, and of a standing offer: how many is a field of its own."""
_KEEPS = f"{_KEEP}-"
_USUAL_CLUB, _USUAL_KEPT = 5, 2
pages = Blueprint("offers", __name__)
_MISSES = Bucket("links-missed", at_once=30, every=timedelta(seconds=20))
"""Addresses of no link that one network may ask for: enough for a class that types them, hopeless for guessing."""
_MISSED_TOO_OFTEN = "Many links that do not exist were asked for from your network. Try again in a minute."


@dataclass(frozen=True, slots=True)
class OffersPage:
    """Open offers, and the viewer's own."""

    offers: KeysetPage[OfferView]
    mine: tuple[OfferView, ...]
    standing: tuple[StandingView, ...]
    limit: OfferLimit | None
    """None for somebody who is not signed in."""
    infos: tuple[Info, ...]
    game: str
    """The chosen game; empty for all."""
    met: str
    """How many open offers the viewer may take, for one who has no rating or reliability; else empty."""
    fault: str = ""

    @property
    def has_limit(self) -> bool:
        """Whether there is anything that could wait, or a limit to be lifted."""
        return self.limit is not None and bool(self.mine or self.standing or self.limit.most_games)

    def address(self, **cursor: str) -> str:
        """The address of the list, with a *cursor* for a page other than the first."""
        query = urlencode({name: value for name, value in {"game": self.game, **cursor}.items() if value})
        return f"/offers?{query}" if query else "/offers"


@dataclass(frozen=True, slots=True)
class OfferPage:
    """An offer, with the form for whoever would take it and is not signed in."""

    offer: OfferView
    usual_length: str
    """How long such a game usually takes, in words."""
    form: EntryForm


@dataclass(frozen=True, slots=True)
class OfferForm(ProposalForm):
    """The form for an offer, as it was filled in."""

    takers: str = _ANYBODY
    """For how many a link is; "0" for an offer to anybody, "keep-2" for a standing one that keeps two games going."""
    seats_choices: tuple[int, ...] = tuple(SEATS[1:])
    keeps_choices: tuple[int, ...] = tuple(GAMES)
    lowest_rating: str = ""
    highest_rating: str = ""
    lowest_reliability: str = ""
    known_only: str = "no"
    one_at_a_time: str = "yes"
    ratings: tuple[int, int] = (RATINGS[0], RATINGS[-1])
    """The lowest and the highest that can be asked for."""
    percentages: tuple[int, int] = (PERCENTAGES[0], PERCENTAGES[-1])

    @property
    def whom(self) -> str:
        """Which of the ways to find somebody is chosen."""
        if self.takers.startswith(_KEEPS):
            return _KEEP
        return self.takers if self.takers in {_ANYBODY, _FRIEND} else _CLUB

    @property
    def seats(self) -> str:
        """For how many a link for several is."""
        return self.takers if self.whom == _CLUB else str(_USUAL_CLUB)

    @property
    def keeps(self) -> str:
        """How many games a standing offer keeps going."""
        return self.takers.removeprefix(_KEEPS) if self.whom == _KEEP else str(_USUAL_KEPT)

    @property
    def has_conditions(self) -> bool:
        """Whether anything differs from an offer to anybody, or is wrong with it."""
        chosen = (self.lowest_rating, self.highest_rating, self.lowest_reliability, self.known_only, self.one_at_a_time)
        return chosen != ("", "", "", "no", "yes") or self.field in _CONDITIONS


_CONDITIONS = frozenset({"lowest_rating", "highest_rating", "lowest_reliability", "known_only", "one_at_a_time"})


@pages.get("/offers")
def all_offers() -> Response:
    """The open offers."""
    game = forms.query("game", _NAME_LENGTH)
    cursors = (forms.query(name, _CURSOR_LENGTH) for name in ("after", "before"))
    after, before = (Place.read(cursor) if cursor else None for cursor in cursors)
    with reading() as reader:
        viewer = viewer_id()
        infos = reader.registry.games()
        mine = tuple(offers_of(reader, viewer)) if viewer is not None else ()
        met = met_words(reader, viewer) if viewer is not None else ""
        standing = standing_offers_of(reader, viewer) if viewer is not None else ()
        limit = offer_limit(reader, viewer) if viewer is not None else None
        fault = ""
        try:
            found = open_offers(reader, viewer, game=game, after=after, before=before)
        except NotFoundError as unknown:
            found, game, fault = open_offers(reader, viewer, after=after, before=before), "", unknown.sentence
        return page("offers/offers.html", OffersPage(found, mine, standing, limit, infos, game, met, fault))


@pages.post("/offers/limit")
def limit_games() -> Response:
    """Change with how many running games the player's offers wait."""
    most = forms.field("most_games", _NUMBER_LENGTH)
    with writing() as uow:
        limit = set_most_games(uow, current_player().player_id, most)
    words = f"Your offers are paused while you have {counted(limit, 'game')}." if limit else "There is no limit now."
    return go_to("/offers", words)


@pages.post("/offers/standing/<count:standing_id>/end")
def end_standing(standing_id: str) -> Response:
    """End a standing offer."""
    with writing() as uow:
        end_standing_offer(uow, int(standing_id), current_player().player_id)
    return go_to("/offers", "Your standing offer has ended; its games go on.")


@pages.get("/offers/new")
def offer_form() -> Response:
    """The form for an offer, with the terms of the player's latest game."""
    game = forms.query("game", _NAME_LENGTH)
    with reading() as reader:
        player, games = current_player(), reader.registry.games()
        form = OfferForm(games, new_order_key(), game=games[0].game)
        latest = proposals.last_agreed(reader, player.player_id)
        if latest is not None:
            form = filled(form, latest)
        form = unrated_at_first(form, reader, player.player_id)
        if game in {info.game for info in games}:
            form = replace(form, game=game)
        if forms.query("link", 1):
            form = replace(form, takers=_FRIEND)
        return page("offers/form.html", form)


@pages.post("/offers")
def make_offer() -> Response:
    """Make an offer."""
    names = ("lowest_rating", "highest_rating", "lowest_reliability")
    typed = {name: forms.field(name, _NUMBER_LENGTH) for name in names}
    chosen = {
        "known_only": forms.field("known_only", 10, missing="no"),
        "one_at_a_time": forms.field("one_at_a_time", 10, missing="no"),
    }
    takers = _read_takers(forms.field("takers", _NUMBER_LENGTH, missing=_ANYBODY))
    form = read_form(OfferForm, **typed, **chosen, takers=takers)
    try:
        with writing() as uow:
            player_id = current_player().player_id
            order = MakeOffer(
                player_id,
                typed_terms(form),
                _conditions(form),
                order_key=form.order_key or None,
                **_for_whom(form.takers),
            )
            offer_id = offers.make_offer(uow, order)
            link = links.token_of(uow, offer_id) if order.is_link else ""
    except CorrError as refusal:
        with reading() as reader:
            return refused_form("offers/form.html", again(form, reader, viewer_id(), refusal), refusal)
    if link:
        return go_to(f"/l/{link}", "Your link is ready. Send it to whoever you’d like to play.")
    return go_to(f"/offers/{offer_id}", "Your offer is open. You’ll get an email when someone accepts it.")


@pages.get("/offers/<id:offer_id>")
def offer(offer_id: str) -> Response:
    """One offer, for anybody; whoever would take it signs in first, and comes back here."""
    with reading() as reader:
        if forms.query("take", 1):
            current_player()
        view = offer_page(reader, offer_id, viewer_id())
        return page("offers/offer.html", OfferPage(view, _usual_length(reader, view), EntryForm()))


@pages.post("/offers/<id:offer_id>/take")
def take(offer_id: str) -> Response:
    """Take an offer, which begins the game."""
    wish = forms.field("seat_wish", SEAT_LENGTH, missing="")
    with writing() as uow:
        game_id = offers.take_offer(uow, offer_id, current_player().player_id, wish)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/offers/<id:offer_id>/join")
def join(offer_id: str) -> Response:
    """Send a letter to somebody who is not signed in: confirming the address takes the offer."""
    with reading() as reader:
        view = offer_page(reader, offer_id, viewer_id())
        check_open(reader, offer_id, viewer_id())
        usual = _usual_length(reader, view)
    form = taker_form()
    try:
        return ask_to_take(offer_id, form)
    except CorrError as refusal:
        with reading():
            told = replace(form, fault=refusal.sentence, field=refusal.field)
            return page("offers/offer.html", OfferPage(view, usual, told), status=status_of(refusal))


@pages.post("/offers/<id:offer_id>/withdraw")
def withdraw(offer_id: str) -> Response:
    """Withdraw an offer."""
    with writing() as uow:
        offers.withdraw_offer(uow, offer_id, current_player().player_id)
    return go_to("/offers", "You withdrew the offer.")


def _usual_length(reader: Reader, view: OfferView) -> str:
    (usual,) = kept_usual_lengths(reader, [reader.registry.get_info(view.game)])
    return usual.words(view.pace)


def _read_takers(word: str) -> str:
    """For whom an offer is; how many that are, for a club or a standing offer, is in a field of its own."""
    if word == _CLUB:
        return forms.field("seats", _NUMBER_LENGTH)
    return f"{_KEEPS}{forms.field('keeps', _NUMBER_LENGTH)}" if word == _KEEP else word


def _for_whom(word: str) -> dict[str, Any]:
    """The fields of an order that say how many may take the offer, and how."""
    if word.startswith(_KEEPS):
        if word.removeprefix(_KEEPS) not in map(str, GAMES):
            raise InputError("Choose for whom the offer is.", field="takers")
        return {"keeps": int(word.removeprefix(_KEEPS))}
    return {"is_link": word != _ANYBODY, "seats": _whole(word, "takers") or 1}


def _conditions(form: OfferForm) -> Conditions:
    return Conditions(
        lowest_rating=_whole(form.lowest_rating, "lowest_rating"),
        highest_rating=_whole(form.highest_rating, "highest_rating"),
        lowest_reliability=_whole(form.lowest_reliability, "lowest_reliability"),
        known_only=is_yes(form.known_only, "known_only"),
        one_at_a_time=is_yes(form.one_at_a_time, "one_at_a_time"),
    )


def _whole(text: str, name: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdigit():
        raise InputError("Write a whole number, or leave the field empty.", field=name)
    return int(text)


@dataclass(frozen=True, slots=True)
class LinkPage:
    """A link, for whoever has its address."""

    token: str
    link: LinkView
    usual_length: str
    """How long such a game usually takes, in words; empty if the link is over."""
    form: EntryForm
    """For somebody who is not signed in."""


@pages.get("/l/<token:token>")
def link(token: str) -> Response:
    """Show the game and its terms; nothing is taken."""
    with reading() as reader, _looking_up():
        if forms.query("take", 1):
            current_player()
        return _shown_link(reader, token, EntryForm())


@pages.post("/l/<token:token>/take")
def take_link(token: str) -> Response:
    """Take the link, signed in; the game begins."""
    with writing() as uow, _looking_up():
        player_id = current_player().player_id
        links.link_page(uow, token, player_id)
        wish = forms.field("seat_wish", SEAT_LENGTH, missing="")
        game_id = links.take_link(uow, token, player_id, wish)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/l/<token:token>/join")
def join_by_link(token: str) -> Response:
    """Send a letter to somebody who is not signed in: confirming the address takes the link."""
    with reading() as reader, _looking_up():
        offer_id = links.open_offer_id(reader, token, viewer_id())
    form = taker_form()
    try:
        return ask_to_take(offer_id, form)
    except CorrError as refusal:
        with reading() as reader:
            told = replace(form, fault=refusal.sentence, field=refusal.field)
            return _shown_link(reader, token, told, status=status_of(refusal))


def _shown_link(reader: Reader, token: str, form: EntryForm, *, status: int = 200) -> Response:
    found = links.link_page(reader, token, viewer_id())
    if found.offer is None and found.game_id:
        return go_to(f"/games/{found.game_id}")
    view = LinkPage(token, found, "" if found.offer is None else _usual_length(reader, found.offer), form)
    response = page("offers/link.html", view, status=HTTPStatus.GONE if found.offer is None else status)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    if found.is_used:
        remember_wanted(response)
    return response


@contextmanager
def _looking_up() -> Iterator[None]:
    """
    Where links are looked up by their tokens: each miss counts for the network, and only misses are refused, so that
    nobody shuts others of the same network out of their links.
    """
    try:
        yield
    except NotFoundError:
        now, askers, somewhere = app_state().workshop.now(), app_state().askers, place(source())
        # If nobody told us of a proxy of our own, all the world comes from this machine.
        if somewhere and not askers.take(now, _MISSES, somewhere):
            raise TooManyError(_MISSED_TOO_OFTEN) from None
        raise
