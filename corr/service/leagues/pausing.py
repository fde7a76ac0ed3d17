"""Pausing a season, in which all games stand still with their clocks, and letting it go on."""

from dataclasses import dataclass, field

from corr.service.leagues.acting import LeagueReceipt, Preview
from corr.service.uow import Reader, UnitOfWork


@dataclass(frozen=True, slots=True)
class Pause:
    """All games of a season are to stand still, or to go on."""

    season_id: int
    by_player_id: int
    """The organiser."""
    reason: str = ""
    """Everybody reads it; one to pause has to be given."""
    order_key: str | None = field(default=None, repr=False)


def pause_preview(reader: Reader, season_id: int, by_player_id: int) -> Preview:
    """
    What pausing the season would do.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, or is paused already.
    """
    raise NotImplementedError


def resume_preview(reader: Reader, season_id: int, by_player_id: int) -> Preview:
    """
    What letting the season go on would do.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season is not paused.
    """
    raise NotImplementedError


def pause_season(uow: UnitOfWork, order: Pause) -> LeagueReceipt:
    """
    Let all games of a season stand still, and tell everybody once.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, or its end date has come.
    :raises InputError: the reason cannot be used.
    """
    raise NotImplementedError


def resume_season(uow: UnitOfWork, order: Pause) -> LeagueReceipt:
    """
    Let all games go on with the time that was left, move the end date by the days of the pause, and tell everybody.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run.
    :raises InputError: the reason cannot be used.
    """
    raise NotImplementedError
