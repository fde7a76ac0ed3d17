"""The simulation of open games."""

from dataclasses import replace

import pytest

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table
from corr.leagues.rules.playouts import MOST_PLAYOUTS, expected, play_out
from corr.leagues.rules.possible_places import exact_places
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.leagues.rules.tiebreaks import TieBreak
from tests.leagues.rules.drawn_tables import crossed, drawn, id_of
from tests.leagues.rules.endless import division, settings

RULES = SeasonSettings("tiny/1", tie_breaks=(TieBreak.SONNEBORN_BERGER,))
NOTHING_PLAYED = {"A": "×   ", "B": " ×  ", "C": "  × ", "D": "   ×"}


def test_the_same_seed_gives_the_same_numbers() -> None:
    table = crossed(NOTHING_PLAYED)

    assert play_out(table, RULES, seed="one") == play_out(table, RULES, seed="one")
    assert play_out(table, RULES, seed="one") != play_out(table, RULES, seed="two")


def test_the_shares_of_everybody_add_up_to_one() -> None:
    for seed in range(150):
        table = drawn(seed)
        shares = play_out(table, settings(seed), seed=str(seed), playouts=20)

        assert set(shares.counts) == {each.id for each in table.entrants if not each.is_removed}
        for entry in shares.counts:
            assert sum(shares.of(entry)) == 1, seed


def test_nobody_ends_where_it_is_not_possible() -> None:
    for seed in range(120):
        table, rules, _ = division(seed, 4)
        reaches = exact_places(table, replace(rules, unfinished=Unfinished.DRAW))

        for entry, counts in play_out(table, rules, seed=str(seed), playouts=30).counts.items():
            places = [place for place, count in enumerate(counts, 1) if count]
            assert reaches[entry].best <= places[0], seed
            assert places[-1] <= reaches[entry].worst, seed


def test_every_place_that_is_possible_comes_about_in_many_play_outs() -> None:
    counts = play_out(crossed({"A": "×11", "B": "0× ", "C": "0 ×"}), RULES, seed="s").counts

    assert counts[id_of("A")] == (MOST_PLAYOUTS, 0, 0)
    assert all(counts[id_of("B")][1:])
    assert counts[id_of("B")][0] == 0


def test_players_of_one_strength_win_about_equally_often() -> None:
    first = [counts[0] for counts in play_out(crossed(NOTHING_PLAYED), RULES, seed="s").counts.values()]

    assert max(first) - min(first) < MOST_PLAYOUTS // 8


def test_who_is_rated_higher_wins_more_often() -> None:
    counts = play_out(crossed(NOTHING_PLAYED, ratings={"D": 1800}), RULES, seed="s").counts

    assert counts[id_of("D")][0] > MOST_PLAYOUTS // 2


@pytest.mark.parametrize(("one", "other", "share"), [(1500, 1500, 0.5), (1900, 1500, 10 / 11), (1500, 1900, 1 / 11)])
def test_what_to_expect_follows_from_the_ratings(one: int, other: int, share: float) -> None:
    assert expected(Entrant(EntryId(1), one), Entrant(EntryId(2), other)) == pytest.approx(share)


def test_divisions_with_many_open_games_are_played_out_less_often() -> None:
    ids = [EntryId(number) for number in range(1, 4)]
    games = tuple(Meeting(number, ids[number % 3], ids[(number + 1) % 3]) for number in range(600))

    assert play_out(Table(tuple(map(Entrant, ids)), games), RULES, seed="s").playouts == 200


def test_a_final_table_is_the_same_in_each_play_out() -> None:
    shares = play_out(crossed({"A": "×11", "B": "0×1", "C": "00×"}), RULES, seed="s", playouts=5)

    assert list(shares.counts.values()) == [(5, 0, 0), (0, 5, 0), (0, 0, 5)]
