"""What is certain, against the promotion that really follows, in every way in which divisions may end."""

from collections.abc import Collection
from dataclasses import replace
from random import Random

import pytest

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.divisions import Finisher, Move, PromotionCounts, moved
from corr.leagues.rules.possible_places import (
    WORDS,
    Certain,
    Reach,
    Reaches,
    Zones,
    bounded_places,
    certainties,
    exact_places,
)
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import ranks
from tests.leagues.rules.drawn_tables import drawn
from tests.leagues.rules.endless import a_final, division, finals, settings

MOVES = {
    # Who is promoted is not relegated either: who may still be both is sure to stay up at least.
    Move.PROMOTED: {Certain.PROMOTED, Certain.STAYS},
    Move.RELEGATED: {Certain.RELEGATED},
    Move.STAYS: {Certain.STAYS},
}


def lines_of(seed: int) -> tuple[int, int, PromotionCounts]:
    """A tier, the number of tiers, and how many go up and down."""
    chance = Random(f"lines {seed}")
    tiers = chance.randint(1, 3)
    return chance.randint(1, tiers), tiers, PromotionCounts(chance.randint(0, 3), chance.randint(0, 3))


def fates(
    final: Table, rules: SeasonSettings, gone: Collection[EntryId], where: tuple[int, int, PromotionCounts]
) -> dict[EntryId, set[Certain]]:
    """What really became of those who have not withdrawn."""
    tier, tiers, lines = where
    places = ranks(final, rules)
    here = [
        Finisher(each.id, places.get(each.id), each.lot, has_withdrawn=each.is_removed or each.id in gone)
        for each in final.entrants
    ]
    finishers: list[list[Finisher]] = [[] for _ in range(tiers)]
    finishers[tier - 1] = here
    found = {EntryId(mover.player_id): set(MOVES[mover.move]) for mover in moved(finishers, lines)}
    for entry, place in places.items():
        if place == 1:
            found[entry].add(Certain.CHAMPION if tier == 1 else Certain.FIRST)
    return {entry: fate for entry, fate in found.items() if entry in places and entry not in gone}


def zones(table: Table, gone: Collection[EntryId], where: tuple[int, int, PromotionCounts]) -> Zones:
    tier, tiers, lines = where
    withdrawn = sum(each.is_removed or each.id in gone for each in table.entrants)
    return Zones(tier, tiers, lines.up, lines.down, len(table.entrants), withdrawn)


def told(reaches: Reaches, within: Zones, gone: Collection[EntryId]) -> dict[EntryId, set[Certain]]:
    return {entry: set(certainties(reach, within)) for entry, reach in reaches.items() if entry not in gone}


@pytest.mark.parametrize("part", range(6))
def test_what_is_certain_is_told_as_soon_as_it_is_and_never_wrongly(part: int) -> None:
    for seed in range(part * 75, part * 75 + 75):
        table, rules, gone = division(seed, 3)
        # As in a season, everybody has a lot of one's own.
        table = replace(table, entrants=tuple(replace(each, lot=f"{each.id:03}") for each in table.entrants))
        where = lines_of(seed)
        within = zones(table, gone, where)

        always: dict[EntryId, set[Certain]] = {}
        for final in finals(table, rules):
            for entry, fate in fates(final, rules, gone, where).items():
                always[entry] = always.get(entry, fate) & fate
        for fate in always.values():
            if Certain.PROMOTED in fate or not within.has_relegation:
                # Promotion says it all, and nobody needs to be told that no one can be relegated.
                fate.discard(Certain.STAYS)

        assert told(exact_places(table, rules, gone), within, gone) == always, seed


def test_what_bounds_say_is_certain_comes_about() -> None:
    for seed in range(400):
        chance = Random(seed)
        table, rules, where = drawn(seed), settings(seed), lines_of(seed)
        table = replace(table, entrants=tuple(replace(each, lot=f"{each.id:03}") for each in table.entrants))
        said = told(bounded_places(table, rules), zones(table, (), where), ())

        fate = fates(a_final(table, rules, chance), rules, (), where)

        assert all(certain <= fate[entry] for entry, certain in said.items()), seed


def test_the_highest_division_promotes_nobody_and_the_lowest_relegates_nobody() -> None:
    first, last = Reach(1, 1, 1, 1), Reach(5, 5, 5, 5)

    assert certainties(first, Zones(1, 2, 2, 2, 5, 0)) == (Certain.CHAMPION, Certain.STAYS)
    assert certainties(last, Zones(1, 2, 2, 2, 5, 0)) == (Certain.RELEGATED,)
    assert certainties(first, Zones(2, 2, 2, 2, 5, 0)) == (Certain.FIRST, Certain.PROMOTED)
    assert certainties(last, Zones(2, 2, 2, 2, 5, 0)) == ()
    assert certainties(last, Zones(1, 1, 2, 2, 5, 0)) == ()


def test_a_shared_place_across_the_line_is_certain_only_by_lot() -> None:
    # Both end on place 2, and one goes up: the lot says who.
    within = Zones(2, 3, 2, 1, 6, 0)

    assert certainties(Reach(2, 2, 2, 2), within) == (Certain.PROMOTED,)
    assert certainties(Reach(2, 2, 3, 3), within) == (Certain.STAYS,)


def test_who_withdrew_is_relegated_instead_of_others() -> None:
    assert certainties(Reach(4, 4, 4, 4), Zones(1, 2, 0, 2, 6, 0)) == (Certain.STAYS,)
    assert certainties(Reach(5, 5, 5, 5), Zones(1, 2, 0, 2, 6, 1)) == (Certain.RELEGATED,)
    assert certainties(Reach(4, 4, 4, 4), Zones(1, 2, 0, 2, 6, 2)) == ()


def test_everything_certain_has_words() -> None:
    assert set(WORDS) == set(Certain)
