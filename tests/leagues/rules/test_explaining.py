"""Every explanation, read by a reader of its own: its numbers re-add, and they are those of the standings."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table
from corr.leagues.rules.explanations import Explanation, explanation, why_above
from corr.leagues.rules.standings import Standings, StandingsPlace
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result
from tests.leagues.rules.drawn_tables import PRINTED, crossed, drawn, drawn_order, id_of, names_of, standings_by
from tests.leagues.rules.reading_explanations import Claims, add_up, number, read_explanation

TABLES = range(200)
OF_TITLE = {
    "Wins": TieBreak.WINS,
    "Sonneborn-Berger": TieBreak.SONNEBORN_BERGER,
    "Head-to-head": TieBreak.HEAD_TO_HEAD,
    "Koya": TieBreak.KOYA,
    "Open games": TieBreak.OPEN,
    "Rating at the start": TieBreak.RATING,
    "Lot": TieBreak.LOT,
}
LETTERS = {id_of(letter): letter for letter in "ABCDEF"}


@cache
def shown_tables() -> list[tuple[int, Table, Standings]]:
    """Random tables with their standings, small and large."""
    orders = {seed: drawn_order(seed) for seed in TABLES}
    return [
        (seed, drawn(seed), standings_by(drawn(seed), tie_breaks, is_higher_rating_first=is_higher))
        for seed, (tie_breaks, is_higher) in orders.items()
    ]


@cache
def explanations() -> list[tuple[Standings, StandingsPlace, dict[EntryId, str], Explanation]]:
    """Every explanation of every random table."""
    return [
        (shown, place, names_of(table), explanation(shown, place.entry, names_of(table)))
        for _, table, shown in shown_tables()
        for place in shown.places
    ]


@cache
def explanations_read() -> list[tuple[Standings, StandingsPlace, dict[EntryId, str], Claims]]:
    """What each of them claims."""
    return [(shown, place, names, read_explanation(explained)) for shown, place, names, explained in explanations()]


@cache
def neighbours() -> list[tuple[Standings, StandingsPlace, StandingsPlace, dict[EntryId, str], Claims]]:
    """Any two places that follow each other, and what the reason claims that is given for their order."""
    return [
        (shown, upper, lower, names, read_explanation(why_above(shown, upper.entry, lower.entry, names)))
        for _, table, shown in shown_tables()
        for names in [names_of(table)]
        for upper, lower in pairwise(shown.places)
    ]


def counted(who: str) -> int:
    """How many players a clause is about."""
    first, _, rest = who.partition(" ")
    return int(first) if rest == "players" else len(who.replace(" and ", ", ").split(", "))


def test_each_column_of_each_table_adds_up_to_the_number_in_the_standings() -> None:
    for shown, place, _, explained in explanations():
        sums = add_up(explained.tables[0])

        expected = {title: place.values[OF_TITLE[title]] for title in sums if title != "Points"}
        assert sums == {"Points": place.points, **expected}
        told = {each.code for each in shown.criteria if each.code in place.values} - {TieBreak.RATING, TieBreak.LOT}
        assert {OF_TITLE[title] for title in expected} == told


def test_each_table_lists_every_game_with_its_points() -> None:
    for _, place, _, explained in explanations():
        games = [row[1].split(" ")[0] for row in explained.tables[0].rows]

        assert (games.count("won"), games.count("drawn"), games.count("lost")) == (place.won, place.drawn, place.lost)
        assert games.count("open") == place.open


def test_each_text_adds_up_and_tells_the_numbers_of_the_standings() -> None:
    for shown, place, names, claims in explanations_read():
        assert claims.points.get(names[place.entry], Fraction(0)) == place.points
        check_values(shown, names, claims)
        check_level(shown, place.entry, claims)
        for kind, who, value in claims.summed:
            if kind == "Points":
                assert (who, value) == (names[place.entry], place.points)
        for kind, who, value, rest in claims.left_out:
            assert (kind, who, value + rest) == ("Koya", names[place.entry], place.points)


def test_each_text_goes_through_the_tie_breaks_as_they_were_applied() -> None:
    for shown, place, _, claims in explanations_read():
        steps = [
            (step.criterion.code, "unused" if step.values is None else "split" if len(step.parts) > 1 else "level")
            for step in shown.steps_of(place.entry)
        ]
        if not shown.finished:
            steps = [(tie_break, how) for tie_break, how in steps if how != "level"]

        assert [(OF_TITLE[title], how) for title, how in claims.steps] == steps


def test_no_text_depends_on_the_order_in_which_results_came_in() -> None:
    told = iter(explanations())
    for seed, table, shown in shown_tables():
        meetings = Random(seed).sample(table.meetings, len(table.meetings))
        shuffled = standings_by(
            replace(table, meetings=tuple(meetings)),
            [each.code for each in shown.criteria],
            is_higher_rating_first=drawn_order(seed)[1],
        )

        for place in shown.places:
            assert explanation(shuffled, place.entry, names_of(table)) == next(told)[-1]


def check_values(shown: Standings, names: dict[EntryId, str], claims: Claims) -> None:
    """That every number told of a tie-break is that of a step, or of the standings where there is but one."""
    entries = {name: entry for entry, name in names.items()}
    for title, who, value in claims.values:
        steps = [step for step in shown.steps_of(entries[who]) if step.criterion.code is OF_TITLE[title]]
        assert value in [step.values[entries[who]] for step in steps if step.values]
        if OF_TITLE[title] is not TieBreak.HEAD_TO_HEAD:
            assert value == shown.place_of(entries[who]).values[OF_TITLE[title]]


def check_level(shown: Standings, entry: EntryId, claims: Claims) -> None:
    """That what a group is said to be level on is so."""
    titles = {title.lower(): tie_break for title, tie_break in OF_TITLE.items()}
    for title, value in claims.level:
        steps = [step for step in shown.steps_of(entry) if step.criterion.code is titles[title.lower()]]
        assert value in [step.values[entry] for step in steps if step.values]


def test_each_text_tells_how_many_stand_above() -> None:
    for shown, place, _, claims in explanations_read():
        above = claims.more + sum(counted(who) for who, where, _ in claims.relations if where == "above")
        assert claims.place == place.place == 1 + above
        assert claims.sharing == sum(other.place == place.place for other in shown.places)


def test_each_text_names_games_of_its_table_with_their_amounts() -> None:
    for (_, place, names, explained), (*_, claims) in zip(explanations(), explanations_read(), strict=True):
        table = explained.tables[0]
        rows = [dict(zip(table.head, row, strict=True)) for row in table.rows]
        for kind, who, result, opponent, amount in claims.games:
            assert who == names[place.entry]
            assert any(
                opponent == row["Opponent"] and row["Game"].startswith(result) and number(row[kind]) == amount
                for row in rows
                if row[kind]
            ), explained.text


def test_each_amount_of_a_table_is_what_its_game_brings() -> None:
    for shown, _, names, explained in explanations():
        entries, table = {name: entry for entry, name in names.items()}, explained.tables[0]
        for cells in table.rows:
            row = dict(zip(table.head, cells, strict=True))
            opponent, how = shown.place_of(entries[row["Opponent"]]), row["Game"].split(" ")[0]
            whole = {"won": opponent.points, "drawn": opponent.points / 2}
            is_strong = how != "open" and 2 * opponent.points >= opponent.possible
            expected = {
                "Wins": Fraction(1) if how == "won" else None,
                "Sonneborn-Berger": whole.get(how),
                "Koya": number(row["Points"]) if is_strong else None,
                "Open games": Fraction(1) if how == "open" else None,
            }
            assert {title: number(row[title]) if row[title] else None for title in expected if title in row} == {
                title: amount for title, amount in expected.items() if title in row
            }
            if "Opponent has" in row:
                has, of = row["Opponent has"].split(" of ")
                assert (number(has), number(of)) == (opponent.points, opponent.possible)


def test_each_pair_of_neighbours_is_told_why_one_stands_above_the_other() -> None:
    for shown, upper, lower, names, claims in neighbours():
        check_values(shown, names, claims)
        check_level(shown, upper.entry, claims)
        if upper.place == lower.place:
            assert (claims.place, claims.sharing, claims.above) == (upper.place, 2, "")
        else:
            assert (claims.above, claims.below) == (names[upper.entry], names[lower.entry])
            assert (upper.points == lower.points) == (len(set(claims.points.values())) == 1)


def test_what_decides_between_two_neighbours_is_the_last_number_told() -> None:
    lower_first = {"Open games", "Rating at the start", "Lot"}
    for shown, upper, lower, names, claims in neighbours():
        if claims.above and upper.points == lower.points:
            (title, one, value), (same_title, other, smaller) = claims.values
            assert (title, one, other) == (same_title, names[upper.entry], names[lower.entry])
            is_higher_rating_first = any(each.first == "higher" for each in shown.criteria)
            is_lower_first = title in lower_first - ({"Rating at the start"} if is_higher_rating_first else set())
            assert value < smaller if is_lower_first else value > smaller


def test_lots_that_decide_are_shown_in_their_order() -> None:
    names = {id_of("A"): "A", id_of("B"): "B"}
    shown = standings_by(
        Table((Entrant(id_of("A"), lot="c0ffee0011"), Entrant(id_of("B"), lot="0ff1ce2233")), ()), (TieBreak.LOT,)
    )

    claims = read_explanation(why_above(shown, id_of("B"), id_of("A"), names))

    assert (claims.above, claims.lots) == ("B", {"B": "0ff1ce22", "A": "c0ffee00"})


def test_the_other_way_round_tells_the_same() -> None:
    shown = standings_by(crossed(PRINTED), (TieBreak.WINS, TieBreak.SONNEBORN_BERGER))
    b, c = id_of("B"), id_of("C")

    assert why_above(shown, c, b, LETTERS) == why_above(shown, b, c, LETTERS)


def test_the_printed_table_is_explained() -> None:
    shown = standings_by(crossed(PRINTED), (TieBreak.WINS, TieBreak.SONNEBORN_BERGER))

    assert explanation(shown, id_of("B"), LETTERS).sentences == (
        "B has 3 points; nobody has more, and F and C have as many.",
        "B’s 3 points: 2 × 1 (beat D and E) + 2 × ½ (drew with A and C).",
        "Wins: 3 for F, 2 for B and C; so F stands above B; C stays level with B.",
        "B beat D and E.",
        "Sonneborn-Berger: 7 for B, 6¾ for C; so C stands below B.",
        "B’s 7: 2 × 2½ (beat D and E) + ½ (drew with A) + 1½ (drew with C).",
        "So B has place 2.",
    )


def test_neighbours_of_the_printed_table_are_explained() -> None:
    shown = standings_by(crossed(PRINTED), (TieBreak.WINS, TieBreak.SONNEBORN_BERGER))

    assert why_above(shown, id_of("B"), id_of("C"), LETTERS).sentences == (
        "B and C have 3 points each.",
        "They are level on wins (2 each).",
        "Sonneborn-Berger: 7 for B, 6¾ for C.",
        "B’s 7: 2 × 2½ (beat D and E) + ½ (drew with A) + 1½ (drew with C).",
        "C’s 6¾: 1 (beat A) + 3 (beat F) + 1½ (drew with B) + 1¼ (drew with E).",
        "So B stands above C.",
    )


def twenty(result: Result | None, *, legs: int = 1) -> Table:
    """Twenty players whose games all ended, or did not, in one way."""
    entries = [EntryId(entry) for entry in range(1, 21)]
    pairs = [(one, other) for one in entries for other in entries if one < other]
    return Table(
        tuple(map(Entrant, entries)), tuple(Meeting(leg, *pair, result) for leg in range(legs) for pair in pairs)
    )


def test_twenty_players_before_the_first_game_need_no_wall_of_text() -> None:
    table = twenty(None)

    told = explanation(standings_by(table, tuple(TieBreak)), EntryId(7), names_of(table)).text

    assert told.startswith("Nobody has finished a game yet, so everybody has 0 points.")
    assert told.endswith("Nothing else separates them, so all 20 share place 1.")
    assert len(told) < 250


@pytest.mark.parametrize("result", list(Result))
@pytest.mark.parametrize("legs", [1, 2])
def test_no_text_is_a_wall_even_in_a_double_round_of_twenty(result: Result, legs: int) -> None:
    table = twenty(result, legs=legs)
    shown = standings_by(table, tuple(TieBreak))

    for place in shown.places:
        told = explanation(shown, place.entry, names_of(table))
        assert max(map(len, told.sentences)) < 250
        assert len(told.text) < 1000
        assert read_explanation(told).place == place.place


def test_head_to_head_among_more_than_two_says_among_whom() -> None:
    shown = standings_by(crossed(PRINTED), (TieBreak.HEAD_TO_HEAD,))

    told = why_above(shown, id_of("F"), id_of("B"), LETTERS).text

    assert "Head-to-head among B, C and F: 1 for F, ½ for B." in told


def test_head_to_head_that_a_game_without_result_forbids_says_so() -> None:
    shown = standings_by(crossed({"A": "×–½1", "B": "–×½1", "C": "½½×½", "D": "00½×"}), (TieBreak.HEAD_TO_HEAD,))

    told = explanation(shown, id_of("A"), LETTERS).text

    assert "Head-to-head does not count among A, B and C: not all of their games have a result." in told
    assert "So" not in told
    assert "A, B and C share place 1." in told


def test_koya_says_what_it_does_not_count() -> None:
    shown = standings_by(crossed(PRINTED), (TieBreak.KOYA,))

    told = explanation(shown, id_of("B"), LETTERS).text

    assert "½ point more came from players with less than half of their possible points." in told


def test_who_left_the_table_has_no_place_to_explain() -> None:
    table = Table((Entrant(id_of("A")), Entrant(id_of("B"), is_removed=True)), ())

    told = explanation(standings_by(table, ()), id_of("B"), LETTERS)

    assert told.sentences == ("B withdrew, and all of B’s results left the table: there is no place.",)
    assert told.tables == ()
    assert read_explanation(told).is_removed


def test_games_by_forfeit_are_told_as_such() -> None:
    a, b, c = (id_of(letter) for letter in "ABC")
    table = Table(
        (Entrant(a), Entrant(b), Entrant(c)),
        (Meeting(1, a, b, Result.FIRST, is_forfeit=True), Meeting(1, a, c, Result.FIRST), Meeting(1, b, c, None)),
    )

    told = explanation(standings_by(table, (TieBreak.WINS,)), a, LETTERS)

    assert "A’s 2 points: 1 (beat B by forfeit) + 1 (beat C)." in told.sentences
    assert ("B", "won by forfeit") in [row[:2] for row in told.tables[0].rows]
