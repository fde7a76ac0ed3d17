"""Possible final places: exact ones against ranking every ending in full, and bounds against both."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

import pytest

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Scores, Table
from corr.leagues.rules.possible_places import (
    ALL_WAYS,
    QUICK_WAYS,
    Reach,
    bounded_places,
    exact_places,
    possible_places,
)
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.leagues.rules.standings import Ranking
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result
from tests.leagues.rules.drawn_tables import crossed, drawn, id_of
from tests.leagues.rules.endless import a_final, division, ended, finals, settings
from tests.leagues.rules.second_opinion import Opinion

ONE_GAME_LEFT = {"A": "×11", "B": "0× ", "C": "0 ×"}


def places(table: Table, rules: SeasonSettings) -> Mapping[EntryId, int]:
    """The places by a second opinion."""
    return Opinion(table).order(rules.tie_breaks, is_higher_rating_first=rules.is_higher_rating_first)


def positions(table: Table, rules: SeasonSettings, gone: Collection[EntryId]) -> Mapping[EntryId, tuple[int, int]]:
    """First and last position of everybody among those who have not withdrawn, once shared places are drawn by lot."""
    in_order = places(table, replace(rules, tie_breaks=(*rules.tie_breaks, TieBreak.LOT)))
    able = [place for entry, place in in_order.items() if entry not in gone]
    return {
        entry: (1 + sum(one < place for one in able), sum(one <= place for one in able))
        for entry, place in in_order.items()
        if entry not in gone
    }


def naive(table: Table, rules: SeasonSettings, gone: Collection[EntryId]) -> dict[EntryId, list[int]]:
    """The four ends of each reach, by ranking every ending in full; only two for those who have withdrawn."""
    found: dict[EntryId, list[int]] = {}
    for final in finals(table, rules):
        in_order = positions(final, rules, gone)
        for entry, place in places(final, rules).items():
            ends = [place, place, *in_order.get(entry, ())]
            known = found.setdefault(entry, ends)
            found[entry] = [(min, max)[at % 2](pair) for at, pair in enumerate(zip(known, ends, strict=True))]
    return found


def shown(reach: Reach, *, has_withdrawn: bool) -> list[int]:
    """The ends of a reach as `naive` tells them."""
    return [reach.best, reach.worst] if has_withdrawn else [reach.best, reach.worst, reach.highest, reach.lowest]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_exact_places_are_those_of_ranking_every_ending_in_full(part: int) -> None:
    for seed in range(part * 60, part * 60 + 60):
        table, rules, gone = division(seed, 3 if seed % 20 else 5)

        found = exact_places(table, rules, gone)

        assert {entry: shown(reach, has_withdrawn=entry in gone) for entry, reach in found.items()} == naive(
            table, rules, gone
        ), seed


@pytest.mark.parametrize("part", range(4))
def test_bounds_contain_what_is_exactly_possible(part: int) -> None:
    for seed in range(part * 100, part * 100 + 100):
        table, rules, gone = division(seed, 4)
        bounds = bounded_places(table, rules, gone)

        for entry, exact in exact_places(table, rules, gone).items():
            bound = bounds[entry]
            assert bound.best <= exact.best <= exact.worst <= bound.worst, seed
            if entry not in gone:
                assert bound.highest <= exact.highest <= exact.lowest <= bound.lowest, seed


def test_nobody_ends_outside_what_was_possible_at_any_time_before() -> None:
    for seed in range(300):
        chance = Random(seed)
        table, rules = drawn(seed), settings(seed)
        reaches = []
        while table.open():
            reaches.append(possible_places(table, rules, most_ways=81).reaches)
            open_ones = table.open()
            # Half of what is open ends, the rest later.
            some = set(map(id, chance.sample(open_ones, (len(open_ones) + 1) // 2)))
            final = a_final(table, rules, chance)
            table = replace(
                table,
                meetings=tuple(
                    after if id(before) in some else before
                    for before, after in zip(table.meetings, final.meetings, strict=True)
                ),
            )

        for entry, place in places(table, rules).items():
            for before in reaches:
                assert before[entry].best <= place <= before[entry].worst, seed


def test_results_set_and_taken_back_leave_the_places_of_the_table_with_them() -> None:
    for seed in range(600):
        chance = Random(seed)
        table, rules = drawn(seed), settings(seed)
        scores = Scores(table)
        ranking = Ranking(scores, rules)
        results = [chance.choice(list(Result)) for _ in table.open()]

        for number, result in enumerate(results):
            # What was written and wiped off leaves nothing.
            scores.set_result(number, Result.FIRST)
            scores.unset_result(number, Result.FIRST)
            scores.set_result(number, result)

        found = {scores.entries[entry]: place for place, group in ranking.places() for entry in group}
        assert found == places(ended(table, results), rules), seed


def test_with_one_game_left_the_last_two_may_end_in_either_order() -> None:
    table = crossed(ONE_GAME_LEFT)

    possible = possible_places(table, SeasonSettings("tiny/1", tie_breaks=(TieBreak.WINS,)))

    assert possible.is_exact
    assert possible.reaches == {
        id_of("A"): Reach(1, 1, 1, 1),
        # A draw lets both share the second place; by lot either may then be third.
        id_of("B"): Reach(2, 3, 2, 3),
        id_of("C"): Reach(2, 3, 2, 3),
    }


def test_a_final_table_leaves_everybody_the_own_place() -> None:
    table = crossed({"A": "×11", "B": "0×1", "C": "00×"})

    reaches = exact_places(table, SeasonSettings("tiny/1"))

    assert [(reach.best, reach.worst) for reach in reaches.values()] == [(1, 1), (2, 2), (3, 3)]


def test_games_that_may_end_without_a_result_leave_more_possible() -> None:
    # B and C meet: whoever wins passes A, and after a draw A has the worse rating. Without a result neither passes.
    table = crossed({"A": "×½½", "B": "½× ", "C": "½ ×"}, ratings={"A": 1600})
    played = SeasonSettings("tiny/1", tie_breaks=(TieBreak.RATING,), unfinished=Unfinished.DRAW)

    without = exact_places(table, replace(played, unfinished=Unfinished.NO_RESULT))

    assert exact_places(table, played)[id_of("A")].best == 2
    assert without[id_of("A")].best == 1


def test_who_withdrew_takes_no_position_from_those_behind() -> None:
    table = crossed({"A": "×11", "B": "0×1", "C": "00×"})
    rules = SeasonSettings("tiny/1")

    for reaches in (exact_places(table, rules, {id_of("A")}), bounded_places(table, rules, {id_of("A")})):
        assert reaches[id_of("B")] == Reach(2, 2, 1, 1)
        assert reaches[id_of("C")] == Reach(3, 3, 2, 2)


def test_removed_rows_have_no_place_and_no_open_games() -> None:
    table = crossed({"A": "×11", "B": "0× ", "C": "0 ×"})
    entrants = tuple(replace(each, is_removed=each.id == id_of("C")) for each in table.entrants)

    possible = possible_places(replace(table, entrants=entrants), SeasonSettings("tiny/1"))

    assert possible.reaches == {id_of("A"): Reach(1, 1, 1, 1), id_of("B"): Reach(2, 2, 2, 2)}


def test_bounds_count_that_every_game_brings_somebody_something() -> None:
    # B and C meet four times; A has 1½ points, they have none. By themselves each might stay behind A, but they share
    # four points, so one of them must pass.
    ids = [EntryId(number) for number in (1, 2, 3)]
    leads = Meeting(1, ids[0], ids[1], Result.FIRST), Meeting(1, ids[0], ids[2], Result.DRAW)
    left = tuple(Meeting(number, ids[1], ids[2]) for number in range(4))
    table = Table(tuple(map(Entrant, ids)), (*leads, *left))

    assert bounded_places(table, SeasonSettings("tiny/1"))[ids[0]].best == 2


def test_bounds_count_that_not_everybody_can_win_the_same_games() -> None:
    # A has one point, B and C have none and meet once: each could reach A, but not both.
    table = crossed({"A": "×––1", "B": "–× –", "C": "– ×–", "D": "0––×"})

    assert bounded_places(table, SeasonSettings("tiny/1"))[id_of("A")].worst == 2


@pytest.mark.parametrize(
    ("unfinished", "count", "is_exact"),
    [
        (Unfinished.DRAW, 6, True),
        (Unfinished.DRAW, 7, False),
        (Unfinished.NO_RESULT, 4, True),
        (Unfinished.NO_RESULT, 5, False),
    ],
)
def test_while_a_page_waits_places_are_exact_with_up_to_six_open_games(
    unfinished: Unfinished, count: int, *, is_exact: bool
) -> None:
    ids = [EntryId(number) for number in (1, 2, 3)]
    table = Table(tuple(map(Entrant, ids)), tuple(Meeting(each, ids[0], ids[1 + each % 2]) for each in range(count)))

    assert possible_places(table, SeasonSettings("tiny/1", unfinished=unfinished)).is_exact is is_exact


def test_off_the_request_eight_games_are_exact_under_every_rule() -> None:
    assert QUICK_WAYS == 3**6
    assert ALL_WAYS == 4**8


def test_a_table_without_players_leaves_nothing_possible() -> None:
    assert possible_places(Table((), ()), SeasonSettings("tiny/1")).reaches == {}
    assert bounded_places(Table((), ()), SeasonSettings("tiny/1")) == {}
