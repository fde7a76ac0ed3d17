"""
How often things may be done in leagues: anybody can found one, and what its organisers do sends mail to others.

Whatever gives players back what they had, such as letting a paused season go on, is never refused.
"""

from datetime import timedelta

from corr.base.rate_limits import Limit, count
from corr.base.uow import UnitOfWork

_DAY = timedelta(days=1)
_ACTS = Limit("league-acts", 500, _DAY, "You have done 500 things in leagues, the most for one day.")
_WISHES = Limit("league-joins", 40, _DAY, "You have joined and left leagues 40 times, the most for one day.")
_ORGANISERS = Limit("organisers", 20, _DAY, "You have added organisers 20 times, the most for one day.")
_TO_ONE = Limit("entered", 10, _DAY, "This player was made an organiser 10 times today, which is enough.")
_CHANGES = Limit(
    "season-changes", 10, _DAY, "The players of this season were told of 10 changes today, which is enough."
)


def count_act(uow: UnitOfWork, by_player_id: int) -> None:
    """
    Count an act in a league.

    :raises TooManyError: it is one too many for one day.
    """
    count(uow, {_ACTS: str(by_player_id)})


def count_wish(uow: UnitOfWork, player_id: int) -> None:
    """
    Count that somebody joins or leaves a season.

    :raises TooManyError: it is one too many for one day.
    """
    count(uow, {_WISHES: str(player_id)})


def count_organiser(uow: UnitOfWork, by_player_id: int, player_id: int) -> None:
    """
    Count that an organiser lets somebody run a league too.

    :raises TooManyError: it is one too many for one day.
    """
    count(uow, {_ORGANISERS: str(by_player_id)})
    count(uow, {_TO_ONE: str(player_id)})


def count_change(uow: UnitOfWork, season_id: int) -> None:
    """
    Count that everybody in a season is told of a change.

    :raises TooManyError: it is one too many for one day.
    """
    count(uow, {_CHANGES: str(season_id)})
