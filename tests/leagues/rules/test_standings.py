"""The order of a division: the printed table, its edges, and what always holds."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Points, Table
from corr.leagues.rules.standings import Standings
from corr.leagues.rules.table_words import written
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result
from tests.leagues.rules.drawn_tables import PRINTED, crossed, drawn, drawn_order, id_of, ranks_by, standings_by

WINS, SB, H2H, KOYA = TieBreak.WINS, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD, TieBreak.KOYA
OPEN, RATING, LOT = TieBreak.OPEN, TieBreak.RATING, TieBreak.LOT
A, B, C, D, E, F = (id_of(letter) for letter in "ABCDEF")


def met(*games: tuple[EntryId, EntryId, Result | None]) -> Table:
    """The table of those who met in *games*."""
    entries = sorted({entry for one, other, _ in games for entry in (one, other)})
    return Table(tuple(map(Entrant, entries)), tuple(Meeting(1, *game) for game in games))


def order_of(shown: Standings) -> str:
    """Places as letters: A BC D, where those together share a place."""
    places = dict.fromkeys(place.place for place in shown.places)
    return " ".join(
        "".join(chr(64 + place.entry) for place in shown.places if place.place == number) for number in places
    )


def shown_values(tie_break: TieBreak) -> dict[str, str]:
    places = standings_by(crossed(PRINTED), (tie_break,)).places
    return {chr(64 + place.entry): written(place.values[tie_break]) for place in places if tie_break in place.values}


def test_the_printed_table_has_its_points() -> None:
    places = standings_by(crossed(PRINTED), ()).places

    points = {chr(64 + place.entry): written(place.points) for place in places}

    assert points == {"A": "1", "B": "3", "C": "3", "D": "2½", "E": "2½", "F": "3"}


@pytest.mark.parametrize(
    ("tie_break", "values"),
    [
        (WINS, {"A": "0", "B": "2", "C": "2", "D": "2", "E": "2", "F": "3"}),
        (SB, {"A": "2¾", "B": "7", "C": "6¾", "D": "6½", "E": "5", "F": "6½"}),
        (H2H, {"B": "½", "C": "1½", "D": "0", "E": "1", "F": "1"}),
        (KOYA, {"A": "1", "B": "2½", "C": "2", "D": "2", "E": "1½", "F": "2"}),
    ],
)
def test_the_printed_table_has_its_tie_breaks(tie_break: TieBreak, values: dict[str, str]) -> None:
    assert shown_values(tie_break) == values


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        ((), "BCF DE A"),
        ((WINS,), "F BC DE A"),
        ((WINS, SB), "F B C D E A"),
        ((SB,), "B C F D E A"),
        ((H2H,), "C F B E D A"),
        ((KOYA,), "B CF D E A"),
        # C beat F, and koya has left just the two of them.
        ((KOYA, H2H), "B C F D E A"),
        # Wins have set F apart: of what is left, B and C drew.
        ((WINS, H2H), "F BC E D A"),
        ((WINS, H2H, SB), "F B C E D A"),
        ((OPEN, WINS, SB), "F B C D E A"),
    ],
)
def test_each_list_of_tie_breaks_orders_the_printed_table_its_way(tie_breaks: tuple[TieBreak, ...], order: str) -> None:
    assert order_of(standings_by(crossed(PRINTED), tie_breaks)) == order


@pytest.mark.parametrize("first", [WINS, SB, H2H, KOYA])
def test_the_first_tie_break_of_any_list_decides_before_all_others(first: TieBreak) -> None:
    alone = standings_by(crossed(PRINTED), (first,)).places

    for others in permutations([each for each in (WINS, SB, H2H, KOYA) if each is not first]):
        together = ranks_by(crossed(PRINTED), (first, *others))
        assert all(
            together[upper.entry] < together[lower.entry]
            for upper in alone
            for lower in alone
            if upper.place < lower.place
        )


@pytest.mark.parametrize(("first", "order"), [("lower", "BCF"), ("higher", "FCB")])
def test_the_lower_rating_comes_first_unless_the_league_says_otherwise(first: str, order: str) -> None:
    table = crossed(PRINTED, ratings={"B": 1400, "C": 1500, "F": 1600})

    places = standings_by(table, (RATING,), is_higher_rating_first=first == "higher").places

    assert "".join(chr(64 + place.entry) for place in places[:3]) == order


def test_the_lower_lot_comes_first_and_is_shown_as_its_number() -> None:
    table = Table((Entrant(A, lot="c0"), Entrant(B, lot="0f"), Entrant(C, lot="a1")), ())

    places = standings_by(table, (LOT,)).places

    assert [(place.entry, written(place.values[LOT])) for place in places] == [(B, "1"), (C, "2"), (A, "3")]


def test_fewer_open_games_come_first() -> None:
    table = met((A, C, Result.FIRST), (B, C, Result.FIRST), (A, D, None))

    assert order_of(standings_by(table, (OPEN,))) == "B A C D"


def test_head_to_head_waits_for_all_games_among_the_tied() -> None:
    table = met((A, B, Result.FIRST), (B, D, Result.FIRST), (C, D, Result.FIRST), (A, C, None))

    shown = standings_by(table, (H2H,))

    assert order_of(shown) == "ABC D"
    assert not any(H2H in place.values for place in shown.places)


def test_an_open_game_against_somebody_else_does_not_hinder_head_to_head() -> None:
    table = met((A, B, Result.FIRST), (B, C, Result.FIRST), (A, C, None))

    assert order_of(standings_by(table, (H2H,))) == "A B C"


def test_head_to_head_is_not_used_where_a_game_among_the_tied_has_no_result() -> None:
    # A, B and C drew every game that they had with each other, and all have 1½.
    drawn = [(A, C, Result.DRAW), (B, C, Result.DRAW), (A, B, Result.NONE)]
    table = met(*drawn, (A, D, Result.FIRST), (B, D, Result.FIRST), (C, D, Result.DRAW))

    shown = standings_by(table, (H2H,))

    assert order_of(shown) == "ABC D"
    assert not any(H2H in place.values for place in shown.places)


def test_a_game_without_result_against_somebody_else_does_not_hinder_head_to_head() -> None:
    table = met((B, A, Result.FIRST), (A, C, Result.FIRST), (A, D, Result.NONE), (B, D, Result.NONE))

    assert order_of(standings_by(table, (H2H,))) == "B A CD"


def test_head_to_head_is_worked_out_again_for_the_part_that_it_leaves() -> None:
    # All but E have 2 points. Among the four, A and B have 2 each, C and D 1 each; B beat A, and C beat D.
    four = [(A, C), (A, D), (B, A), (B, C), (C, D), (D, B)]
    table = met(*((one, other, Result.FIRST) for one, other in (*four, (C, E), (D, E))))

    shown = standings_by(table, (H2H,))

    assert order_of(shown) == "B A C D E"
    assert [written(shown.place_of(entry).values[H2H]) for entry in (A, B, C, D)] == ["2", "2", "1", "1"]


def test_every_game_against_an_opponent_counts_for_sonneborn_berger() -> None:
    # A beat B twice, and B beat C twice: each win over B brings all of B's two points.
    table = Table(
        tuple(Entrant(entry) for entry in (A, B, C)),
        (
            Meeting(1, A, B, Result.FIRST),
            Meeting(2, B, A, Result.SECOND),
            Meeting(1, B, C, Result.FIRST),
            Meeting(2, C, B, Result.SECOND),
        ),
    )

    assert standings_by(table, (SB,)).place_of(A).values[SB] == 4


def test_koya_asks_what_the_opponent_s_finished_games_could_have_brought() -> None:
    # B has one point of two finished games, which is half, though the third is open; C has none of two.
    table = crossed({"A": "×11 ", "B": "0×1 ", "C": "00× ", "D": "   ×"})

    values = {place.entry: place.values[KOYA] for place in standings_by(table, (KOYA,)).places}

    assert values == {A: 1, B: 0, C: 0, D: 0}


def test_koya_takes_half_of_what_wins_would_have_brought() -> None:
    points = Points(Fraction(3), Fraction(1), Fraction(0))
    # Two draws are 2 of 6 points: less than half.
    table = crossed({"A": "×½½", "B": "½×½", "C": "½½×"}, points=points)

    assert {place.values[KOYA] for place in standings_by(table, (KOYA,)).places} == {Fraction(0)}


def test_a_forfeit_is_a_game_and_a_win() -> None:
    table = Table((Entrant(A), Entrant(B)), (Meeting(1, A, B, Result.SECOND, is_forfeit=True),))

    place = standings_by(table, (WINS,)).place_of(B)

    assert (written(place.points), place.played, place.won, written(place.values[WINS])) == ("1", 1, 1, "1")


def test_results_of_a_removed_row_leave_the_table() -> None:
    table = crossed({"A": "×01", "B": "1×0", "C": "01×"})
    without = replace(table, entrants=(*table.entrants[:2], replace(table.entrants[2], is_removed=True)))

    shown = standings_by(without, (WINS,))

    assert order_of(shown) == "B A"
    assert shown.removed == (C,)
    assert (shown.finished, shown.open) == (1, 0)


def test_open_games_against_a_removed_row_are_none() -> None:
    table = crossed({"A": "×1 ", "B": "0× ", "C": "  ×"})
    without = replace(table, entrants=(*table.entrants[:2], replace(table.entrants[2], is_removed=True)))

    assert [place.open for place in standings_by(without, ()).places] == [0, 0]


def test_a_division_without_anybody_has_no_places() -> None:
    assert standings_by(Table((), ()), tuple(TieBreak)).places == ()


def test_everybody_shares_the_first_place_before_the_first_game() -> None:
    table = crossed({"A": "×  ", "B": " × ", "C": "  ×"})

    assert {place.place for place in standings_by(table, (WINS, SB, H2H, KOYA, OPEN, RATING)).places} == {1}


def test_a_row_counts_its_games() -> None:
    table = crossed({"A": "×10½ –", "B": "0×½½½½", "C": "1½×½½½", "D": "½½½×½½", "E": " ½½½×½", "F": "–½½½½×"})

    place = standings_by(table, ()).place_of(A)

    assert (place.played, place.won, place.drawn, place.lost, place.open) == (3, 1, 1, 1, 1)
    assert (written(place.points), written(place.possible)) == ("1½", "3")


def test_places_after_shared_ones_are_skipped() -> None:
    for seed in range(400):
        tie_breaks, is_higher = drawn_order(seed)
        places = standings_by(drawn(seed), tie_breaks, is_higher_rating_first=is_higher).places

        for place in places:
            assert place.place == 1 + sum(other.place < place.place for other in places), seed


def test_standings_do_not_depend_on_the_order_in_which_results_came_in() -> None:
    for seed in range(400):
        table, (tie_breaks, is_higher) = drawn(seed), drawn_order(seed)
        chance = Random(seed)
        shuffled = replace(
            table,
            entrants=tuple(chance.sample(table.entrants, len(table.entrants))),
            meetings=tuple(chance.sample(table.meetings, len(table.meetings))),
        )

        first, second = (standings_by(each, tie_breaks, is_higher_rating_first=is_higher) for each in (table, shuffled))

        assert first.places == second.places, seed
        assert first.steps == second.steps, seed


def test_seats_do_not_matter() -> None:
    swapped = {Result.FIRST: Result.SECOND, Result.SECOND: Result.FIRST}
    for seed in range(200):
        table, (tie_breaks, _) = drawn(seed), drawn_order(seed)
        turned = tuple(
            replace(met, first=met.second, second=met.first, result=swapped.get(met.result, met.result))
            if met.result
            else met
            for met in table.meetings
        )

        assert ranks_by(replace(table, meetings=turned), tie_breaks) == ranks_by(table, tie_breaks), seed


def test_points_on_another_scale_change_no_place() -> None:
    for seed in range(200):
        table, (tie_breaks, _) = drawn(seed), drawn_order(seed)
        worth = table.points
        scale = Fraction(seed + 1, 7)
        scaled = Points(worth.win * scale, worth.draw * scale, worth.loss * scale)

        assert ranks_by(replace(table, points=scaled), tie_breaks) == ranks_by(table, tie_breaks), seed


def test_ranks_are_the_places_of_the_standings() -> None:
    for seed in range(400):
        table, (tie_breaks, is_higher) = drawn(seed), drawn_order(seed)

        shown = standings_by(table, tie_breaks, is_higher_rating_first=is_higher)

        light = ranks_by(table, tie_breaks, is_higher_rating_first=is_higher)
        assert light == {place.entry: place.place for place in shown.places}, seed


def test_more_points_always_stand_above() -> None:
    for seed in range(200):
        tie_breaks, _ = drawn_order(seed)

        places = standings_by(drawn(seed), tie_breaks).places

        assert all(upper.points >= lower.points for upper, lower in pairwise(places)), seed
