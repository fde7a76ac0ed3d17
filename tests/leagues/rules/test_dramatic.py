"""The most dramatic game."""

from dataclasses import replace

import pytest

from corr.leagues.rules.division_table import Table
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import ranks
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.weekly_report import Drama, best_of, most_dramatic
from corr.states import Result
from tests.leagues.rules.drawn_tables import crossed, drawn
from tests.leagues.rules.endless import settings

RULES = SeasonSettings("tiny/1", tie_breaks=(TieBreak.WINS,))
LADDER = {"A": "×111", "B": "0×11", "C": "00×1", "D": "000×"}


def named(table: Table) -> Table:
    """The table with a game's id for each meeting: "1-2" for the entries 1 and 2."""
    meetings = tuple(replace(each, game_id=f"{each.first}-{each.second}") for each in table.meetings)
    return replace(table, meetings=meetings)


def turns_of(table: Table, **other: int) -> dict[str, int]:
    return {each.game_id: 20 for each in table.meetings} | {game.replace("_", "-"): n for game, n in other.items()}


def test_the_result_that_moves_the_table_most_is_the_most_dramatic() -> None:
    table = named(crossed(LADDER))

    found = most_dramatic(table, RULES, {"1-2": 9, "2-4": 40})

    # Had D beaten B, three would share second place; had B beaten A, the two would only change places.
    assert found is not None
    assert found.meeting.game_id == "2-4"
    assert (found.drama, found.places, found.turns) == (Drama.SWING, 3, 40)


def test_of_equal_swings_the_less_expected_result_counts() -> None:
    table = named(crossed(LADDER, ratings={"C": 1400, "D": 1700}))

    found = most_dramatic(table, RULES, {"1-2": 5, "2-3": 30, "3-4": 30})

    assert found is not None
    assert found.meeting.game_id == "3-4"
    assert found.surprise > 0.5


def test_where_no_result_moves_the_table_it_is_the_shortest_game() -> None:
    table = named(crossed({"A": "×1", "B": "0×"}))
    twice = replace(table, meetings=(*table.meetings, *(replace(table.meetings[0], game_id=f"x{n}") for n in range(9))))

    found = most_dramatic(twice, RULES, {"x1": 30, "x2": 7, "x3": 8})

    assert found is not None
    assert (found.meeting.game_id, found.drama, found.places) == ("x2", Drama.SHORTEST, 0)


def test_forfeits_and_games_of_other_weeks_are_left_out() -> None:
    table = named(crossed(LADDER))
    given = replace(table, meetings=tuple(replace(each, is_forfeit=True) for each in table.meetings))

    assert most_dramatic(given, RULES, turns_of(given)) is None
    assert most_dramatic(table, RULES, {}) is None
    assert best_of([]) is None


@pytest.mark.slow
def test_the_swing_is_how_far_all_places_would_move() -> None:
    other = {Result.FIRST: [Result.SECOND], Result.SECOND: [Result.FIRST], Result.DRAW: [Result.FIRST, Result.SECOND]}
    for seed in range(150):
        table, rules = named(drawn(seed)), settings(seed)
        found = most_dramatic(table, rules, turns_of(table))
        counted = [each for each in table.counted() if not each.is_forfeit]
        if not counted:
            assert found is None, seed
            continue

        swings = []
        for meeting in counted:
            assert meeting.result is not None
            for result in other[meeting.result]:
                changed = replace(
                    table,
                    meetings=tuple(
                        replace(each, result=result) if each is meeting else each for each in table.meetings
                    ),
                )
                before, after = (ranks(each, rules) for each in (table, changed))
                swings.append(sum(abs(before[entry] - after[entry]) for entry in before))

        assert found is not None
        assert found.places == max(swings), seed
