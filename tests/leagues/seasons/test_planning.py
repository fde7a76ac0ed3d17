"""Divisions as organisers see and change them before a season begins."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from sqlalchemy import insert

from corr.errors import ConflictError, InputError, NotAllowedError
from corr.leagues.acts.before_start import ChangePlan, ResetPlan
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rules.settings import Newcomers
from corr.leagues.seasons.division_plans import SeasonPlan, season_plan
from corr.leagues.seasons.entries import LeaveSeason, leave_season
from corr.leagues.seasons.season_opening import OpenSeason, open_season
from corr.store.base import table
from corr.store.tables.leagues import LeagueEvent
from corr.store.tables.mails import Outbox
from corr.store.tables.ratings import Rating
from tests.league_builders import (
    NAMES,
    SETTINGS,
    SIGN_UP,
    TestSeason,
    a_league,
    a_running_season,
    dates_from,
    look_after,
    some_players,
)
from tests.playing import DAY, Room

SMALL = replace(SETTINGS, players_per_division=4, up=1, down=1)


def plan(season: TestSeason) -> SeasonPlan:
    with season.room.workshop.look() as reader:
        return season_plan(reader, season.id, season.organiser)


def names(found: SeasonPlan) -> list[list[str]]:
    return [[player.name for player in division.players] for division in found.divisions]


def labels(found: SeasonPlan) -> dict[str, str]:
    return {player.name: player.why for division in found.divisions for player in division.players}


def move(
    season: TestSeason, tiers: Mapping[str, int | None], *, key: str | None = None, version: int | None = None
) -> SeasonPlan:
    entries = {entry.name: int(entry.id) for entry in season.entries()}
    wish = {entries[name]: tier for name, tier in tiers.items()}
    seen = season.row.version if version is None else version
    with season.room.workshop.open() as uow:
        ChangePlan(season.id, wish).carry_out(uow, ActRequest(season.organiser, version=seen, order_key=key))
    return plan(season)


def test_newcomers_are_divided_in_the_order_in_which_they_joined(quick: Room) -> None:
    season = a_league(quick, 9, SMALL)

    found = plan(season)

    assert names(found) == [list(NAMES[:5]), list(NAMES[5:9])]
    assert [division.name for division in found.divisions] == ["Division 1", "Division 2"]
    assert {player.why for division in found.divisions for player in division.players} == {"newcomer"}


def test_a_plan_shows_every_pairing_with_its_seats(quick: Room) -> None:
    season = a_league(quick, 5, replace(SETTINGS, legs=2))

    (division,) = plan(season).divisions

    met = [(division.player(one.first).name, division.player(one.second).name) for one in division.pairings]
    assert Counter(met) == Counter((one, two) for one in NAMES[:5] for two in NAMES[:5] if one != two)
    assert plan(season).games == 20


@pytest.mark.both_databases
def test_what_was_shown_is_what_begins(room: Room) -> None:
    season = a_league(room, 9, SMALL)
    move(season, {"Ada": 2})
    shown = plan(season)

    season.start()

    assert [[entry.name for entry in table.entries] for table in season.tables()] == names(shown)
    begun = {(first, second) for _, first, second in season.games()}
    assert begun == {
        (division.player(one.first).name, division.player(one.second).name)
        for division in shown.divisions
        for one in division.pairings
    }


def test_the_first_seats_that_are_left_over_go_to_the_other_half_in_the_next_season(quick: Room) -> None:
    season = a_running_season(quick, 8, replace(SETTINGS, players_per_division=8))
    season.end_all()
    quick.clock.move(DAY)
    look_after(quick)
    with quick.workshop.open() as uow:
        following = OpenSeason(season.organiser, season.league_id, season.row.settings, dates_from(quick))
        receipt = open_season(uow, following)
    second = season.next(receipt.number)
    second.join(*(entry.player_id for entry in season.entries()))

    (before,), (division,) = season.tables(), plan(second).divisions
    firsts = Counter(before.names()[meeting.first] for meeting in before.table.meetings)
    again = Counter(division.player(pairing.first).name for pairing in division.pairings)

    assert [one.name for one in division.players] == list(NAMES[:8])
    assert [firsts[name] for name in NAMES[:8]] == [4, 4, 4, 4, 3, 3, 3, 3]
    assert [again[name] for name in NAMES[:8]] == [3, 3, 3, 3, 4, 4, 4, 4]


def test_an_organiser_moves_players_and_only_those_move(quick: Room) -> None:
    season = a_league(quick, 10, SMALL)

    found = move(season, {"Ada": 2})

    assert names(found)[0] == list(NAMES[1:4])
    assert set(names(found)[1]) == {"Ada", *NAMES[4:7]}
    assert names(found)[2] == list(NAMES[7:10])
    ada = next(player for player in found.divisions[1].players if player.name == "Ada")
    assert (ada.why, ada.is_by_hand) == ("chosen by the organisers", True)
    assert names(plan(season)) == names(found)


def test_a_division_more_is_made_by_moving_three_there(quick: Room) -> None:
    season = a_league(quick, 8, replace(SMALL, players_per_division=8))

    found = move(season, {"Ada": 2, "Bob": 2, "Cleo": 2})

    assert [set(division) for division in names(found)] == [set(NAMES[3:8]), set(NAMES[:3])]


def answers(season: TestSeason, *moves: tuple[str, int]) -> list[str]:
    """What an organiser is told who moves one player after the other."""
    entries = {entry.name: int(entry.id) for entry in season.entries()}
    told = []
    for name, tier in moves:
        with season.room.workshop.open() as uow:
            request = ActRequest(season.organiser, version=season.row.version)
            told.append(ChangePlan(season.id, {entries[name]: tier}).carry_out(uow, request).sentence)
    return told


def test_an_organiser_is_told_who_else_is_moved_and_why(quick: Room) -> None:
    season = a_league(quick, 6, replace(SMALL, players_per_division=6))

    told = answers(season, ("Ada", 2))

    assert names(plan(season)) == [["Bob", "Cleo", "Dan"], ["Eve", "Finn", "Ada"]]
    assert told == ["Ada is in division 2; Eve and Finn too, since a division needs at least 3 players."]


def test_an_organiser_is_told_who_comes_from_the_other_division_and_who_goes_back(quick: Room) -> None:
    season = a_league(quick, 6, replace(SMALL, players_per_division=3))

    told = answers(season, ("Ada", 2), ("Ada", 1))

    assert told == [
        "Ada is in division 2; Dan is in division 1, since a division needs at least 3 players.",
        "Ada is in division 1; Dan is back in division 2.",
    ]


def test_an_organiser_is_told_who_moves_up_with_a_whole_division(quick: Room) -> None:
    season = a_league(quick, 9, replace(SMALL, players_per_division=3))

    told = answers(season, ("Dan", 1), ("Eve", 1), ("Finn", 1))

    assert names(plan(season)) == [list(NAMES[:6]), list(NAMES[6:9])]
    assert told[2] == (
        "Finn is in division 1; Bob and Cleo are back there too; "
        "Gus, Hana and Ivo are in division 2, since there are fewer divisions."
    )


def test_a_label_tells_who_was_chosen_who_fills_a_division_and_who_was_moved_back(quick: Room) -> None:
    season = a_league(quick, 6, replace(SMALL, players_per_division=6))

    apart, together = (labels(move(season, {"Ada": tier})) for tier in (2, 1))

    assert (apart["Ada"], apart["Bob"]) == ("chosen by the organisers", "newcomer")
    assert apart["Eve"] == apart["Finn"] == "to fill the division"
    assert together == dict.fromkeys(NAMES[:6], "newcomer") | {"Ada": "kept here by the organisers"}


@pytest.mark.parametrize("tier", [0, -1, 4, 2**70])
def test_nobody_is_moved_to_a_division_that_cannot_be(quick: Room, tier: int) -> None:
    season = a_league(quick, 9, SMALL)

    with pytest.raises(InputError, match="cannot be in division") as refused:
        move(season, {"Ada": tier})

    assert refused.value.field == "tier"
    assert names(plan(season)) == [list(NAMES[:5]), list(NAMES[5:9])]


def test_a_division_that_would_be_too_small_is_refused_and_nothing_moves(quick: Room) -> None:
    season = a_league(quick, 6, replace(SMALL, players_per_division=3))
    before = names(plan(season))

    with pytest.raises(InputError, match="a division has 3 to 20 players"):
        move(season, dict.fromkeys(NAMES[:6], 1) | {"Ada": 3})

    assert names(plan(season)) == before


@pytest.mark.both_databases
def test_of_two_organisers_who_move_players_at_once_the_second_is_told(room: Room) -> None:
    season = a_league(room, 10, SMALL)
    seen = season.row.version

    move(season, {"Ada": 2}, version=seen)
    with pytest.raises(ConflictError, match="This has changed since you opened the page"):
        move(season, {"Bob": 2}, version=seen)

    assert "Bob" in names(plan(season))[0]


def test_who_moves_players_after_somebody_joined_is_shown_the_new_plan_first(room: Room) -> None:
    season = a_league(room, 9, SMALL)
    seen = season.row.version
    season.join(*some_players(room, ["Zoe"]))

    with pytest.raises(ConflictError):
        move(season, {"Ada": 2}, version=seen)


def test_a_form_that_moves_players_counts_once(quick: Room) -> None:
    season = a_league(quick, 10, SMALL)
    seen = season.row.version

    plans = [move(season, {"Ada": 2}, key="k", version=seen) for _ in range(2)]

    assert names(plans[0]) == names(plans[1])
    events = [row for row in quick.rows(LeagueEvent) if row["kind"] == "planned"]
    assert [row["facts"] for row in events] == [{"moves": [["Ada", 1, 2]]}]


def test_the_seeding_decides_again_when_a_plan_is_taken_back(quick: Room) -> None:
    season = a_league(quick, 10, SMALL)
    before = names(plan(season))
    move(season, {"Ada": 2})

    with quick.workshop.open() as uow:
        ResetPlan(season.id).carry_out(uow, ActRequest(season.organiser, version=season.row.version))
    found = plan(season)

    assert names(found) == before
    assert not any(player.is_by_hand for division in found.divisions for player in division.players)


def test_who_leaves_and_joins_again_is_where_the_seeding_says(quick: Room) -> None:
    season = a_league(quick, 10, SMALL)
    before = names(plan(season))
    move(season, {"Ada": 2})
    ada = season.player("Ada")

    with quick.workshop.open() as uow:
        leave_season(uow, LeaveSeason(season.id, ada, "web"))
    season.join(ada)

    assert names(plan(season)) == before


def test_organisers_are_told_if_a_season_begins_with_other_divisions_than_they_chose(room: Room) -> None:
    season = a_league(room, 8, replace(SMALL, players_per_division=8))
    move(season, {"Ada": 2, "Bob": 2, "Cleo": 2})
    with room.workshop.open() as uow:
        for name in NAMES[3:8]:
            leave_season(uow, LeaveSeason(season.id, season.player(name), "web"))
    shown = plan(season)

    room.clock.move(SIGN_UP + DAY)
    look_after(room)

    assert [player.name for player in shown.unkept] == ["Ada", "Bob", "Cleo"]
    assert len(season.tables()) == 1
    titles = [row["facts"].get("title") for row in room.rows(Outbox) if row["player_id"] == season.organiser]
    assert titles == ["The season began with other divisions"]


def test_only_organisers_see_and_change_a_plan_and_only_before_the_start(quick: Room) -> None:
    season = a_league(quick, 9, SMALL)
    ada = season.player("Ada")

    with pytest.raises(NotAllowedError), quick.workshop.look() as reader:
        season_plan(reader, season.id, ada)
    with pytest.raises(NotAllowedError), quick.workshop.open() as uow:
        ChangePlan(season.id, {}).carry_out(uow, ActRequest(ada, version=season.row.version))
    season.start()
    with pytest.raises(ConflictError, match="has begun"):
        plan(season)
    with pytest.raises(ConflictError, match="has begun"):
        move(season, {"Ada": 2})


def test_with_too_few_players_there_is_nothing_to_plan(quick: Room) -> None:
    found = plan(a_league(quick, 2))

    assert (found.divisions, found.games) == ((), 0)


def rate(room: Room, player_id: int, rating: float, game: str = "tiny") -> None:
    with room.workshop.open() as uow:
        row = {"game": game, "player_id": player_id, "rating": rating, "deviation": 60.0, "volatility": 0.06}
        uow.connection.execute(insert(table(Rating)).values(**row, games=9, last_day=uow.now.date()))


def test_ratings_are_those_of_the_seasons_game_rounded_and_usual_without_any(room: Room) -> None:
    season = a_league(room, 3)
    rate(room, season.player("Ada"), 1623.5)
    rate(room, season.player("Bob"), 1900.0, game="kelasu")

    season.start()

    assert {entry.name: entry.rating for entry in season.entries()} == {"Ada": 1624, "Bob": 1500, "Cleo": 1500}


def test_newcomers_begin_by_rating_where_the_league_says_so(quick: Room) -> None:
    season = a_league(quick, 8, replace(SMALL, newcomers=Newcomers.RATING))
    for number, name in enumerate(NAMES[:8]):
        rate(quick, season.player(name), 1500.0 + 10 * number)

    assert names(plan(season)) == [["Hana", "Gus", "Finn", "Eve"], ["Dan", "Cleo", "Bob", "Ada"]]


def played(room: Room) -> TestSeason:
    """The second season of eight players in two divisions of four, one of whom goes up and one down."""
    season = a_running_season(room, 8, replace(SMALL, rolls_over=True))
    season.end_all()
    room.clock.move(DAY)
    look_after(room)
    return season.next()


@pytest.mark.both_databases
def test_who_returns_begins_where_the_last_season_led_to(room: Room) -> None:
    season = played(room)
    everybody = some_players(room, NAMES[:8])

    season.join(*reversed(everybody))

    found = plan(season)
    assert names(found) == [["Ada", "Bob", "Cleo", "Eve"], ["Dan", "Finn", "Gus", "Hana"]]
    whys = {player.name: player.why for division in found.divisions for player in division.players}
    assert (whys["Eve"], whys["Dan"], whys["Ada"]) == ("promoted", "relegated", "stays")


@pytest.mark.both_databases
def test_the_place_of_a_promoted_player_who_does_not_return_goes_to_the_next(room: Room) -> None:
    season = played(room)
    season.join(*some_players(room, [name for name in NAMES[:8] if name != "Eve"]))

    found = plan(season)

    assert names(found) == [["Ada", "Bob", "Cleo", "Finn"], ["Dan", "Gus", "Hana"]]


def test_newcomers_begin_at_the_bottom(room: Room) -> None:
    season = played(room)
    season.join(*some_players(room, ["Zoe", *NAMES[:8]]))

    found = plan(season)

    assert names(found)[-1][-1] == "Zoe"
    assert sum(map(len, names(found))) == 9
