"""The settings in plain words: there is none that players could not read before they join."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from corr.core.pace import Late, Terms
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.settings import Dates, Newcomers, SeasonSettings, Unfinished, WithdrawalRule
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.settings_words import SettingLine, setting_lines
from corr.states import SeasonState
from tests.fakes import START
from tests.known_games import registry_with
from tests.playing import DAY, terms
from tests.sealed_game import HideRules
from tests.tiny_game import TinyRules

REGISTRY = registry_with(TinyRules, HideRules)
USUAL = SeasonSettings(
    "tiny/1",
    terms=terms("3d/turn"),
    tie_breaks=(TieBreak.WINS, TieBreak.RATING),
    minimum_reliability=50,
    rolls_over=True,
)
OTHER: dict[str, object] = {
    "ruleset": "hide/1",
    "terms": terms("5d/turn"),
    "is_rated": False,
    "legs": 2,
    "points": Points(Fraction(3), Fraction(1), Fraction(0)),
    "tie_breaks": (TieBreak.RATING, TieBreak.WINS),
    "is_higher_rating_first": True,
    "players_per_division": 7,
    "up": 1,
    "down": 1,
    "newcomers": Newcomers.RATING,
    "unfinished": Unfinished.DRAW,
    "withdrawal": WithdrawalRule.FORFEITS,
    "minimum_reliability": 90,
    "has_reports": False,
    "rolls_over": False,
    "sign_up_days": 21,
}
TERMS = (
    terms("3d/turn", weekends_off=True),
    terms("3d/turn", late=Late.CLAIM),
    terms("3d/turn", leave=False),
    terms("10d+1d/10d"),
)
DATES = Dates(START + DAY, START + 2 * DAY, START + 60 * DAY)


def read(settings: SeasonSettings = USUAL, dates: Dates = DATES) -> tuple[SettingLine, ...]:
    """What players read."""
    moments = ("planned_ends_at", "started_at", "ended_at", "paused_at", "tighter_from", "tightened_at")
    nothing = dict.fromkeys((*moments, "report_at", "look_at", "tighter_pace"))
    about = {"id": 1, "league_id": "cup", "league": "Cup", "number": 1, "seed": "", "version": 0}
    season = SeasonRow(state=SeasonState.SIGN_UP, settings=settings, dates=dates, **about, **nothing)  # type: ignore[arg-type]  # two mappings of fields
    return setting_lines(REGISTRY, season)


def test_every_setting_is_tried_here() -> None:
    # The options of a game are part of its line; the games of tests have none.
    assert OTHER.keys() | {"options"} == {field.name for field in fields(SeasonSettings)}


@pytest.mark.parametrize("name", OTHER)
def test_players_read_every_setting(name: str) -> None:
    assert read(replace(USUAL, **{name: OTHER[name]})) != read()  # type: ignore[arg-type]  # a table of cases


@pytest.mark.parametrize("agreed", TERMS)
def test_players_read_everything_about_time(agreed: Terms) -> None:
    assert read(replace(USUAL, terms=agreed)) != read()


@pytest.mark.parametrize("name", ["sign_up_until", "starts_at", "ends_at"])
def test_players_read_every_date(name: str) -> None:
    assert read(dates=replace(DATES, **{name: getattr(DATES, name) + DAY / 2})) != read()


@pytest.mark.parametrize("rule", Unfinished)
def test_players_read_each_rule_for_the_end_date_in_other_words(rule: Unfinished) -> None:
    others = [read(replace(USUAL, unfinished=other)) for other in Unfinished if other is not rule]

    assert read(replace(USUAL, unfinished=rule)) not in others
