"""
Links: offers that only who has their secret address can see, for one player or for several.

Looking at one takes nothing. Who has no account asks there for a letter, and takes what the letter was asked for once
the address is confirmed: so nobody blocks a link, or an offer, with an address that is not theirs.
"""

from dataclasses import dataclass

from sqlalchemy import insert, select, update

from corr.base.tokens import hash_token, is_token, link_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, CorrError, NotFoundError
from corr.play.meeting import has_finished
from corr.play.offer_pauses import pauses_of
from corr.play.offer_rows import LINK_TAKER, OFFER, OfferRow, find_offer
from corr.play.offers import GONE, begin_offered, check_can_be_taken, take_offer
from corr.play.open_offers import OfferView, view_of_offer
from corr.store.tables.games import OfferState


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link as somebody sees it who has its address."""

    offer: OfferView | None
    """The offer; None once it is over, for all but its player."""
    why_over: str
    """Why nobody can take it any more, in a sentence; empty while somebody can."""
    game_id: str
    """The game that the viewer began by it; empty if there is none."""
    is_used: bool = False
    """Whether it was taken, perhaps by the viewer, who is not signed in."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What whoever confirms an address takes by that."""

    words: str = ""
    """The game and with whom; empty if nothing is taken, or if it cannot be taken now."""
    may_wish: bool = False
    """Whether its taker may say which seat they would like."""


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What became of the offer for which a letter was asked, once its reader has confirmed the address."""

    game_id: str
    """The game that has begun; empty if it has not."""
    why_not: str
    """Why it has not, in a sentence."""


def link_page(reader: Reader, token: str, viewer_id: int | None) -> LinkView:
    """
    The link with that token; nothing is changed.

    :raises NotFoundError: there is none.
    """
    offer = _get(reader, token).shown_to(reader, viewer_id)
    state = offer.state_at(reader.now)
    is_shown = state is OfferState.OPEN or offer.player_id == viewer_id
    return LinkView(
        offer=view_of_offer(reader, offer, viewer_id) if is_shown else None,
        why_over="" if state is OfferState.OPEN else GONE[state],
        game_id=_find_game(reader, offer.id, viewer_id) or "",
        is_used=state is OfferState.TAKEN and viewer_id is None,
    )


def take_link(uow: UnitOfWork, token: str, player_id: int, wish: str = "") -> str:
    """
    Take a link, which starts a game and tells both; gives the game's id, again if the same player took it before.

    :param wish: the seat that the player would like, if its player has no condition: as `take_offer` reads it.

    :raises NotAllowedError: it is one's own, or not for this player.
    :raises ConflictError: nobody can take it any more.
    """
    return _take(uow, _get(uow, token, is_locked=True), player_id, wish)


def token_of(reader: Reader, offer_id: str) -> str:
    """The token of the player's own link that was just made."""
    return link_token(reader.secret, offer_id)


def open_offer_id(reader: Reader, token: str, viewer_id: int | None) -> str:
    """
    The id of the offer behind a link, for a letter that is asked for on its page.

    :raises ConflictError: nobody can take it now, so that no letter need be written.
    """
    offer = _get(reader, token)
    check_can_be_taken(reader, offer, viewer_id)
    return offer.id


def awaited(reader: Reader, offer_id: str | None) -> Awaited:
    """What whoever confirms an address takes by that, if the letter was asked for at an offer."""
    offer = _find_by_id(reader, offer_id)
    if offer is None or offer.state_at(reader.now) is not OfferState.OPEN or pauses_of(reader, [offer.player_id]):
        return Awaited()
    title = reader.registry.get_rules(offer.ruleset).info.title
    return Awaited(f"a game of {title} with {offer.player}", offer.seat.is_open)


def take_asked_for(uow: UnitOfWork, offer_id: str | None, player_id: int, wish: str = "") -> AskedFor:
    """
    Take what the letter of a player was asked for; a refusal undoes nothing else: the player is signed in.

    :param wish: the seat that the player would like, as `take_offer` reads it.
    """
    offer = _find_by_id(uow, offer_id)
    if offer is None:
        return AskedFor("", "")
    try:
        with uow.attempt():
            if offer.link_hash is None:
                return AskedFor(take_offer(uow, offer.id, player_id, wish), "")
            locked = find_offer(uow, OFFER.c.id == offer.id, is_locked=True)
            assert locked is not None
            return AskedFor(_take(uow, locked, player_id, wish), "")
    except CorrError as refusal:
        return AskedFor("", refusal.sentence)


def _take(uow: UnitOfWork, offer: OfferRow, player_id: int, wish: str = "") -> str:
    earlier = _find_game(uow, offer.id, player_id)
    if earlier is not None:
        return earlier
    # Else somebody could rate games against accounts made for that.
    is_rated = offer.is_rated and has_finished(uow, player_id)
    game_id = begin_offered(uow, offer, player_id, wish, is_rated=is_rated)
    taken = offer.taken + 1
    values: dict[str, object] = {"taken": taken}
    if taken >= offer.seats:
        values |= {"state": OfferState.TAKEN.value, "ended_at": uow.now}
    as_it_was = (OFFER.c.id == offer.id, OFFER.c.state == OfferState.OPEN.value, OFFER.c.taken == offer.taken)
    if uow.connection.execute(update(OFFER).where(*as_it_was).values(**values)).rowcount != 1:
        raise ConflictError(GONE[OfferState.TAKEN])
    row = {"offer_id": offer.id, "player_id": player_id, "game_id": game_id, "taken_at": uow.now}
    uow.connection.execute(insert(LINK_TAKER).values(**row))
    return game_id


def _get(reader: Reader, token: str, *, is_locked: bool = False) -> OfferRow:
    hashed = OFFER.c.link_hash == hash_token(token)
    found = find_offer(reader, hashed, is_locked=is_locked) if is_token(token) else None
    if found is None:
        raise NotFoundError("There is no such link. It may have been mistyped, or it no longer exists.")
    return found


def _find_by_id(reader: Reader, offer_id: str | None) -> OfferRow | None:
    return find_offer(reader, OFFER.c.id == offer_id) if offer_id is not None else None


def _find_game(reader: Reader, offer_id: str, player_id: int | None) -> str | None:
    mine = (LINK_TAKER.c.offer_id == offer_id) & (LINK_TAKER.c.player_id == player_id)
    return reader.connection.execute(select(LINK_TAKER.c.game_id).where(mine)).scalar_one_or_none()
