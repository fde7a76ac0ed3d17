"""Another player takes over an entry: its finished results stay, and its open games go on."""

from dataclasses import dataclass, field

from corr.service.leagues.acting import LeagueReceipt, Preview
from corr.service.uow import Reader, UnitOfWork


@dataclass(frozen=True, slots=True)
class Replace:
    """Somebody else is to play on in a season."""

    season_id: int
    player_id: int
    """Who plays no more."""
    new_name: str
    """The name of the player who goes on."""
    by_player_id: int
    """The organiser."""
    reason: str
    order_key: str | None = field(default=None, repr=False)


def replacement_preview(reader: Reader, season_id: int, player_id: int, *, new_name: str, by_player_id: int) -> Preview:
    """
    What would happen if the player of that name took over.

    :raises NotFoundError: there is no such season or player, or the one to be replaced is not in it.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, no game is open, or the new player is in the season already.
    """
    raise NotImplementedError


def replace_player(uow: UnitOfWork, order: Replace) -> LeagueReceipt:
    """
    Let another player take over an entry with its finished results and its open games, and tell both and the division.

    :raises NotFoundError: there is no such season or player, or the one to be replaced is not in it.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, no game is open, or the new player is in the season already.
    :raises InputError: the name or the reason cannot be used.
    """
    raise NotImplementedError
