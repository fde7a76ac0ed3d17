"""A player leaves a season that runs: what becomes of the results and of the open games."""

from dataclasses import dataclass, field

from corr.core.leagues.settings import Withdrawal
from corr.service.leagues.acting import LeagueReceipt
from corr.service.sentences import Sentence
from corr.service.uow import Reader, UnitOfWork


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Somebody is to play no more in a season."""

    season_id: int
    player_id: int
    """Who withdraws."""
    by_player_id: int
    """Who says so: the player, an organiser, or an administrator."""
    reason: str = ""
    """In one line that members read; a player who withdraws by themselves may leave it empty."""
    door: str = "web"
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class WithdrawalPreview:
    """What a withdrawal would do now."""

    name: str
    becomes: Withdrawal
    finished: int
    """How many games of the player count in the table."""
    open: int
    """How many go on."""
    sentences: tuple[Sentence, ...]


def withdrawal_preview(reader: Reader, season_id: int, player_id: int, by_player_id: int) -> WithdrawalPreview:
    """
    What would happen if the player withdrew now.

    :raises NotFoundError: there is no such season, or the player is not in it.
    :raises NotAllowedError: that is neither the player nor an organiser.
    :raises ConflictError: the season does not run, or the player has withdrawn already.
    """
    raise NotImplementedError


def withdraw(uow: UnitOfWork, order: Withdraw) -> LeagueReceipt:
    """
    Let a player play no more in a season: with few games finished all results leave the table, else the rest are
    forfeits. The division and the organisers are told.

    :raises NotFoundError: there is no such season, or the player is not in it.
    :raises NotAllowedError: that is neither the player nor an organiser.
    :raises ConflictError: the season does not run.
    :raises InputError: an organiser gives no reason, or it cannot be used.
    """
    raise NotImplementedError
