"""Draw offers and turns that cross: what a turn makes of an offer that stands when it comes in."""

from dataclasses import dataclass

from sqlalchemy import bindparam, select

from corr.base.uow import Reader
from corr.errors import ConflictError
from corr.game.game_row import GameRow
from corr.game.words import DRAWS, EventKind
from corr.games.seats import Seat, other
from corr.store.base import table
from corr.store.tables.games import GameEvent

_EVENT = table(GameEvent)
_LAST = (
    select(_EVENT.c.kind, _EVENT.c.turn_number)
    .where(_EVENT.c.game_id == bindparam("game"), _EVENT.c.kind.in_(sorted(kind.value for kind in DRAWS)))
    .order_by(_EVENT.c.id.desc())
    .limit(1)
)
_RECEIPTS = {
    EventKind.DRAW_PASSED: "You declined the draw by playing on.",
    EventKind.DRAW_STANDS: (
        "The email that you answered did not show {name}’s draw offer yet. So your turn does not decline it: "
        "the offer stands until {name}’s next turn."
    ),
    EventKind.DRAW_LAPSED: "Your turn withdrew your draw offer, which {name} had not seen in time.",
}


class UnseenDrawOfferError(ConflictError):
    """The turn would decline a draw offer that its player has not seen; nothing was played."""

    code = "unseen-draw"


@dataclass(frozen=True, slots=True)
class DrawOffer:
    """The draw offer of a game, as a turn that comes in leaves it."""

    stands_by: Seat | None = None
    """The seat whose offer stands after the turn, if the game goes on; None if none does."""
    fate: EventKind | None = None
    """What the turn does to an offer; None if nothing."""

    def receipt(self, game_row: GameRow, seat: Seat) -> str:
        """The same to the player of the turn, in a sentence or two; empty if the turn does nothing to an offer."""
        return _RECEIPTS[self.fate].format(name=game_row.seats[other(seat)].name) if self.fate else ""


def draw_offer_after(reader: Reader, game_row: GameRow, seat: Seat, *, seen: int | None) -> DrawOffer:
    """
    The draw offer of a locked game after a turn of *seat*, the one that is due.

    Who has seen the other's offer declines it by playing on. One that was not seen stands, until the next turn of the
    player who made it withdraws it.

    :param seen: the id of the offer that the player saw; None if none.
    """
    offer_by = game_row.draw_offer
    if offer_by is None:
        return DrawOffer()
    if offer_by != seat:
        is_seen = seen == game_row.draw_offer_id
        return DrawOffer(None, EventKind.DRAW_PASSED) if is_seen else DrawOffer(offer_by, EventKind.DRAW_STANDS)
    last = reader.connection.execute(_LAST, {"game": game_row.id}).first()
    # Where both choose at the same time, an own choice of the same number is none that came after.
    is_crossed = last is not None and last.kind == EventKind.DRAW_STANDS and last.turn_number < game_row.turn_number
    return DrawOffer(None, EventKind.DRAW_LAPSED) if is_crossed else DrawOffer(offer_by)


def check_seen(game_row: GameRow, offer: DrawOffer) -> None:
    """
    Make sure that the player of a turn has seen the draw offer that it would pass over.

    :raises UnseenDrawOfferError: the player has not.
    """
    if offer.fate is EventKind.DRAW_STANDS and offer.stands_by is not None:
        name = game_row.seats[offer.stands_by].name
        raise UnseenDrawOfferError(
            f"{name} offered a draw after you opened this page. Nothing has been played yet: you can accept the draw, "
            "or play on."
        )
