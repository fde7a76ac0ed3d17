"""Standings compared with a second implementation, on thousands of random tables."""

from collections import Counter

import pytest

from corr.leagues.rules.tiebreaks import TieBreak
from tests.leagues.rules.drawn_tables import drawn, drawn_order, standings_by
from tests.leagues.rules.second_opinion import Opinion

TABLES = range(2500)
SOME = range(150)

some_and_all = pytest.mark.parametrize(
    "seeds", [SOME, pytest.param(TABLES[len(SOME) :], marks=pytest.mark.slow)], ids=["some", "all others"]
)


@some_and_all
def test_a_second_implementation_gives_the_same_places(seeds: range) -> None:
    for seed in seeds:
        table, (tie_breaks, is_higher) = drawn(seed), drawn_order(seed)

        shown = standings_by(table, tie_breaks, is_higher_rating_first=is_higher)

        places = {place.entry: place.place for place in shown.places}
        assert places == Opinion(table).order(tie_breaks, is_higher_rating_first=is_higher), seed


@some_and_all
def test_a_second_implementation_gives_the_same_numbers(seeds: range) -> None:
    for seed in seeds:
        opinion = Opinion(drawn(seed))
        for place in standings_by(drawn(seed), tuple(TieBreak)).places:
            entry, values = place.entry, place.values
            assert place.points == opinion.points(entry), seed
            assert place.played == place.won + place.drawn + place.lost == opinion.finished(entry), seed
            assert place.possible == opinion.win * opinion.finished(entry), seed
            assert values[TieBreak.WINS] == place.won == opinion.wins(entry), seed
            assert values[TieBreak.SONNEBORN_BERGER] == opinion.sb(entry), seed
            assert values[TieBreak.KOYA] == opinion.koya(entry), seed
            assert values[TieBreak.OPEN] == place.open == opinion.open(entry), seed


@some_and_all
def test_a_second_implementation_gives_the_same_head_to_head_in_every_group(seeds: range) -> None:
    for seed in seeds:
        table, (tie_breaks, _) = drawn(seed), drawn_order(seed)
        opinion = Opinion(table)
        for step in standings_by(table, (TieBreak.HEAD_TO_HEAD, *tie_breaks)).steps:
            if step.criterion.code is TieBreak.HEAD_TO_HEAD:
                among = {entry: opinion.h2h(entry, set(step.group)) for entry in step.group}
                assert among == (step.values or dict.fromkeys(step.group)), seed


@pytest.mark.slow
def test_the_random_tables_hold_every_case_worth_comparing() -> None:
    seen: Counter[str] = Counter()
    for seed in TABLES:
        table, (tie_breaks, is_higher) = drawn(seed), drawn_order(seed)
        shown = standings_by(table, tie_breaks, is_higher_rating_first=is_higher)
        seen["removed"] += bool(shown.removed and shown.finished)
        seen["open"] += bool(shown.open and shown.finished)
        seen["shared"] += len({place.place for place in shown.places}) < len(shown.places)
        seen["forfeits"] += any(met.is_forfeit for met in table.counted())
        for step in shown.steps:
            seen[f"{step.criterion.code} split"] += len(step.parts) > 1
            seen[f"{step.criterion.code} unused"] += step.values is None
            seen[f"{step.criterion.code} of many"] += len(step.group) > 3
        groups = [set(step.group) for step in shown.steps if step.criterion.code is TieBreak.HEAD_TO_HEAD]
        seen["h2h again"] += any(part < whole for part in groups for whole in groups)

    cases = [case for case in seen if not case.endswith("unused") or case == "h2h unused"]
    assert len(cases) == 5 + 2 * len(TieBreak) + 1
    assert min(seen[case] for case in cases) > 20
