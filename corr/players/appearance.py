"""
Appearance: how pages look to a player, or, for somebody who is not signed in, in one browser.

It is colours and places alone: what is shown does not depend on it.
"""

from dataclasses import asdict, dataclass
from functools import lru_cache

from sqlalchemy import update

from corr.base.uow import UnitOfWork
from corr.errors import InputError
from corr.games.seats import FIRST, SECOND, Seat
from corr.store.base import table
from corr.store.tables.player_accounts import Coordinates, Orientation, Player, Scheme, Theme

_PLAYER = table(Player)
_KEPT = 256
_LONGEST = 40
"""More than any code has, in characters."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a reader has chosen about the look of pages."""

    theme: Theme = Theme.WARM
    scheme: Scheme = Scheme.SYSTEM
    coordinates: Coordinates = Coordinates.FIT
    orientation: Orientation = Orientation.OWN

    @property
    def code(self) -> str:
        """All of it in one word, for cookies and for keys of pages that are kept: "warm.system.fit.own"."""
        return f"{self.theme}.{self.scheme}.{self.coordinates}.{self.orientation}"

    def bottom_for(self, you: Seat | None, bottom: Seat) -> Seat:
        """
        The seat whose side the reader wants at the bottom of a board.

        :param you: the reader's own seat, if any.
        :param bottom: the seat that is there as the game draws its board.
        """
        match self.orientation:
            case Orientation.FIRST:
                return FIRST
            case Orientation.SECOND:
                return SECOND
            case _:
                return bottom if you is None else you


USUAL = Appearance()
"""That of whoever has chosen nothing."""


@lru_cache(maxsize=_KEPT)
def appearance_of(theme: str, scheme: str, coordinates: str, orientation: str) -> Appearance:
    """
    That of the values in a row or a form.

    :raises InputError: one of them is none that there is.
    """
    try:
        return Appearance(Theme(theme), Scheme(scheme), Coordinates(coordinates), Orientation(orientation))
    except ValueError:
        raise InputError("Please choose from what the page offers.") from None


def read_code(code: str) -> Appearance:
    """That of a code, whoever wrote it; the usual one if it is none."""
    words = code.split(".") if len(code) <= _LONGEST else []
    try:
        theme, scheme, coordinates, orientation = words
        return appearance_of(theme, scheme, coordinates, orientation)
    except (ValueError, InputError):
        return USUAL


def keep_appearance(uow: UnitOfWork, player_id: int, wanted: Appearance) -> None:
    """Keep what the player has chosen."""
    uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(**asdict(wanted)))
