"""The standings over time: who stood where after each day on which games ended."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, tzinfo
from fractions import Fraction

from corr.core.leagues.settings import SeasonSettings
from corr.core.leagues.sheet import sheet_of
from corr.core.leagues.standings import ranks
from corr.core.leagues.table import EntryId, Meeting, Table


@dataclass(frozen=True, slots=True)
class Day:
    """How a division stood at the end of a day."""

    day: date
    places: Mapping[EntryId, int]
    points: Mapping[EntryId, Fraction]


def standings_over_time(
    table: Table, settings: SeasonSettings, ended: Mapping[str, datetime], zone: tzinfo = UTC
) -> tuple[Day, ...]:
    """
    One day for each on which games ended that count, in order.

    Results that left the table since were never there, and a result that was set later counts from its own moment.

    :param ended: when each game ended, by the games' ids; a result without a moment was there from the beginning.
    """
    known = {meeting.game_id: ended[meeting.game_id] for meeting in table.counted() if meeting.game_id in ended}
    days = {game_id: moment.astimezone(zone).date() for game_id, moment in known.items()}
    return tuple(_day(table, settings, days, day) for day in sorted(set(days.values())))


def _day(table: Table, settings: SeasonSettings, days: Mapping[str, date], day: date) -> Day:
    then = replace(table, meetings=tuple(_at(meeting, days, day) for meeting in table.meetings))
    sheet = sheet_of(then)
    places = ranks(then, settings.tie_breaks, is_higher_rating_first=settings.is_higher_rating_first)
    return Day(day, places, {entry: sheet.points(parts) for entry, parts in sheet.parts.items()})


def _at(meeting: Meeting, days: Mapping[str, date], day: date) -> Meeting:
    """The meeting as it stood at the end of *day*."""
    ended_on = days.get(meeting.game_id)
    return meeting if ended_on is None or ended_on <= day else replace(meeting, result=None)
