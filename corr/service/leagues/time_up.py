"""The end date of a season: what its own rule makes of the games that are unfinished then."""

from datetime import datetime

from corr.service.leagues.rows import SeasonRow
from corr.service.uow import UnitOfWork


def apply_end_date(uow: UnitOfWork, season: SeasonRow) -> datetime | None:
    """
    Do what the season's rule says once its end date has come; gives when to call again, None if no more is to be done.

    For the tick, which holds no lock on the season: games are locked first. Called twice it does nothing more. While
    games wait for an organiser's decision it reminds the organisers each week.
    """
    raise NotImplementedError
