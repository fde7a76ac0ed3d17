"""How often organisers may do what others get mail about: enough for any league, too little to pester anybody."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from corr.errors import TooManyError
from corr.service.leagues.acts.organisers import AddOrganiser, RemoveOrganiser, add_organiser, remove_organiser
from corr.service.leagues.acts.pausing import Pause, pause_season, resume_season
from corr.service.leagues.often import count_act
from corr.service.leagues.seasons.entering import EnterPlayers, enter_players, remove_players
from corr.service.leagues.seasons.joining import JoinSeason, LeaveSeason, join_season, leave_season
from corr.service.rates import Limit, count_each
from corr.service.uow import UnitOfWork
from corr.store.tables import LeagueEvent, LeagueOrganiser, Outbox, RateCount
from tests.leagues import TestSeason, a_league, some_players
from tests.playing import DAY, Room
from tests.service.leagues.running import a_running_season

TWICE = Limit("tests", 2, timedelta(days=1), "That was twice.")


def times_until_refused(room: Room, *acts: Callable[[UnitOfWork], object]) -> int:
    """How often some acts can be done, one after the other, before one is refused."""
    for times in range(1000):
        try:
            for act in acts:
                with room.workshop.open() as uow:
                    act(uow)
        except TooManyError:
            return times
    raise AssertionError("nothing is ever refused")


def entering(season: TestSeason, *players: int) -> Callable[[UnitOfWork], object]:
    """An organiser enters players."""
    return lambda uow: enter_players(uow, EnterPlayers(season.organiser, season.id, players))


def removing(season: TestSeason, *players: int) -> Callable[[UnitOfWork], object]:
    """An organiser takes players out."""
    return lambda uow: remove_players(uow, EnterPlayers(season.organiser, season.id, players))


def test_nobody_is_put_into_leagues_again_and_again(quick: Room) -> None:
    season = a_league(quick, 0)
    ada, bob = some_players(quick, ["Ada", "Bob"])

    assert times_until_refused(quick, entering(season, ada), removing(season, ada)) == 10
    with quick.workshop.open() as uow:
        entering(season, bob)(uow)
    letters = [row for row in quick.rows(Outbox) if row["player_id"] == ada]
    assert len(letters) == 20
    quick.clock.move(DAY)
    assert times_until_refused(quick, entering(season, ada), removing(season, ada)) == 10


def test_several_leagues_together_do_not_pester_anybody_more(quick: Room) -> None:
    (ada,) = some_players(quick, ["Ada"])
    seasons = [a_league(quick, 0, name=f"Cup {number}", organiser=f"Olga {number}") for number in range(11)]
    for season in seasons[:10]:
        with quick.workshop.open() as uow:
            entering(season, ada)(uow)

    with pytest.raises(TooManyError, match="put into leagues by others 10 times"), quick.workshop.open() as uow:
        entering(seasons[10], ada)(uow)


def test_lists_of_always_other_players_are_limited_too(quick: Room) -> None:
    season = a_league(quick, 0)
    players = some_players(quick, [f"Player {number}" for number in range(21)])
    acts = [entering(season, player) for player in players]
    for act in acts[:20]:
        with quick.workshop.open() as uow:
            act(uow)

    with pytest.raises(TooManyError, match="You have entered players 20 times"), quick.workshop.open() as uow:
        acts[20](uow)


def test_one_list_may_be_as_long_as_a_season_is_large(room: Room) -> None:
    season = a_league(room, 0)
    players = some_players(room, [f"Player {number}" for number in range(400)])

    with room.workshop.open() as uow:
        entering(season, *players)(uow)

    assert len(season.entries()) == 400


def test_organisers_are_added_and_removed_a_few_times_a_day(quick: Room) -> None:
    season = a_league(quick, 0)
    (ada,) = some_players(quick, ["Ada"])

    def add(uow: UnitOfWork) -> object:
        return add_organiser(uow, AddOrganiser(season.league_id, "Ada", season.organiser))

    def remove(uow: UnitOfWork) -> object:
        return remove_organiser(uow, RemoveOrganiser(season.league_id, ada, season.organiser))

    assert times_until_refused(quick, add, remove) == 10
    assert quick.count(LeagueOrganiser) == 1


def test_a_season_is_paused_a_few_times_a_day_and_always_goes_on_again(quick: Room) -> None:
    season = a_running_season(quick)

    def pause(uow: UnitOfWork) -> object:
        return pause_season(uow, Pause(season.id, season.organiser, "Why not."))

    def go_on(uow: UnitOfWork) -> object:
        return resume_season(uow, Pause(season.id, season.organiser))

    assert times_until_refused(quick, pause, go_on) == 10
    assert season.row.paused_at is None


def test_joining_and_leaving_in_turns_comes_to_an_end(quick: Room) -> None:
    season = a_league(quick, 0)
    (ada,) = some_players(quick, ["Ada"])

    def join(uow: UnitOfWork) -> object:
        return join_season(uow, JoinSeason(season.id, ada, "mail"))

    def leave(uow: UnitOfWork) -> object:
        return leave_season(uow, LeaveSeason(season.id, ada, "mail"))

    assert times_until_refused(quick, join, leave) == 20
    assert quick.count(LeagueEvent) == 2 + 40


def test_whatever_is_done_in_leagues_there_is_an_end_of_it(quick: Room) -> None:
    assert times_until_refused(quick, lambda uow: count_act(uow, 1)) == 500


def test_each_of_several_is_counted_by_itself_and_nothing_when_one_is_too_many(room: Room) -> None:
    for whose in (["a", "b"], ["b", "c", "c"]):
        with room.workshop.open() as uow:
            count_each(uow, TWICE, whose)
    before = room.rows(RateCount)

    with pytest.raises(TooManyError, match=r"That was twice\. Try again in"), room.workshop.open() as uow:
        count_each(uow, TWICE, ["a", "b"])
    with room.workshop.open() as uow:
        count_each(uow, TWICE, [])

    assert [row["count"] for row in before] == [row["count"] for row in room.rows(RateCount)]
    assert sorted(row["count"] for row in before) == [1, 1, 2]
