"""Who runs a league: organisers are added and removed by organisers, and there is always one."""

from dataclasses import dataclass, field

from corr.service.leagues.acting import LeagueReceipt
from corr.service.uow import UnitOfWork


@dataclass(frozen=True, slots=True)
class AddOrganiser:
    """Somebody is to run a league too."""

    league_id: str
    name: str
    """The player's."""
    by_player_id: int
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RemoveOrganiser:
    """Somebody is to run a league no more."""

    league_id: str
    player_id: int
    by_player_id: int
    order_key: str | None = field(default=None, repr=False)


def add_organiser(uow: UnitOfWork, order: AddOrganiser) -> LeagueReceipt:
    """
    Let somebody run a league too, and tell the player and the other organisers.

    :raises NotFoundError: there is no such league or player.
    :raises NotAllowedError: that is no organiser.
    :raises TooManyError: there are too many.
    """
    raise NotImplementedError


def remove_organiser(uow: UnitOfWork, order: RemoveOrganiser) -> LeagueReceipt:
    """
    Let somebody run a league no more, which may be oneself, and tell the player and the other organisers.

    :raises NotFoundError: there is no such league.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: there would be none left.
    """
    raise NotImplementedError
