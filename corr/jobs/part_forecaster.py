"""Forecasts of seasons, worked out one after the other once results have changed."""

from corr.base.uow import Workshop
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.season_stamps import results_mark

_MOST_SKIPPED = 60


class Forecaster:
    """
    Works out what waits, and remembers while nothing does: to look at all games of all running seasons takes long.

    Should a game be written later than one that ended after it, it is found at the latest after some ticks more.
    """

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._mark = ""
        self._skipped = 0

    def look_after(self) -> bool:
        """
        Work out the forecast that waits longest, if any does.

        One each tick, since it is work for the machine, not for the data: pages that are asked for come between.
        """
        with self._workshop.look() as reader:
            mark = results_mark(reader)
        if mark == self._mark and self._skipped < _MOST_SKIPPED:
            self._skipped += 1
            return False
        self._skipped = 0
        # What changes from here on has another mark.
        self._mark = "" if work_out_next(self._workshop) else mark
        return False
