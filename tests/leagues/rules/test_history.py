"""The standings over time."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from random import Random
from zoneinfo import ZoneInfo

from corr.leagues.rules.division_table import Table
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import ranks, standings_over_time
from corr.leagues.rules.tiebreaks import TieBreak
from tests.leagues.rules.drawn_tables import crossed, drawn, id_of
from tests.leagues.rules.endless import settings
from tests.leagues.rules.second_opinion import Opinion

RULES = SeasonSettings("tiny/1", tie_breaks=(TieBreak.WINS,))
NOON = datetime(2026, 3, 3, 12, tzinfo=UTC)
A, B, C = map(id_of, "ABC")


def with_ids(table: Table) -> Table:
    """The table with a game's id for each meeting: "0", "1" and so on."""
    return replace(
        table, meetings=tuple(replace(each, game_id=str(number)) for number, each in enumerate(table.meetings))
    )


def test_each_day_on_which_games_ended_has_its_standings() -> None:
    table = with_ids(crossed({"A": "×10", "B": "0×1", "C": "10×"}))

    days = standings_over_time(table, RULES, {"0": NOON, "2": NOON, "1": NOON + timedelta(days=3)})

    assert [day.day for day in days] == [date(2026, 3, 3), date(2026, 3, 6)]
    assert days[0].points == {A: 1, B: 1, C: Fraction(0)}
    assert days[0].places == {A: 1, B: 1, C: 3}
    assert days[1].places == {A: 1, B: 1, C: 1}


def test_the_last_day_shows_the_standings_of_now() -> None:
    for seed in range(150):
        chance = Random(seed)
        table, rules = with_ids(drawn(seed)), settings(seed)
        ended = {each.game_id: NOON + timedelta(hours=chance.randrange(500)) for each in table.counted()}

        days = standings_over_time(table, rules, ended)

        now = ranks(table, rules)
        assert [day.day for day in days] == sorted({moment.date() for moment in ended.values()}), seed
        assert not days or days[-1].places == now, seed


def test_each_day_shows_the_standings_of_a_table_in_which_later_games_are_open() -> None:
    for seed in range(150):
        chance = Random(seed)
        table, rules = with_ids(drawn(seed)), settings(seed)
        ended = {each.game_id: NOON + timedelta(hours=chance.randrange(300)) for each in table.counted()}

        for day in standings_over_time(table, rules, ended):
            meetings = (
                replace(each, result=None) if each.game_id in ended and ended[each.game_id].date() > day.day else each
                for each in table.meetings
            )
            then = replace(table, meetings=tuple(meetings))
            opinion = Opinion(then)
            assert day.places == opinion.order(rules.tie_breaks, is_higher_rating_first=rules.is_higher_rating_first)
            assert day.points == {entry: opinion.points(entry) for entry in opinion.present}


def test_days_are_those_of_utc() -> None:
    table = with_ids(crossed({"A": "×1", "B": "0×"}))
    late = NOON.replace(hour=23, minute=30).astimezone(ZoneInfo("Europe/Berlin"))

    (day,) = standings_over_time(table, RULES, {"0": late})

    assert day.day == NOON.date()


def test_a_result_without_a_moment_was_there_from_the_beginning() -> None:
    table = with_ids(crossed({"A": "×10", "B": "0×1", "C": "10×"}))

    (day,) = standings_over_time(table, RULES, {"1": NOON})

    assert day.points == {A: 1, B: 1, C: 1}


def test_before_any_game_has_ended_there_is_no_day() -> None:
    assert standings_over_time(with_ids(crossed({"A": "× ", "B": " ×"})), RULES, {}) == ()
    assert standings_over_time(Table((), ()), RULES, {}) == ()
