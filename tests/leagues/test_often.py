"""How often organisers may do what others get mail about: enough for any league, too little to pester anybody."""

from collections.abc import Callable

from corr.base.uow import UnitOfWork
from corr.errors import TooManyError
from corr.leagues.acts.league_changes import AddOrganiser, RemoveOrganiser
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import Pause, Resume
from corr.leagues.journal import count_act
from corr.leagues.seasons.entries import JoinSeason, LeaveSeason, join_season, leave_season
from corr.store.tables.leagues import LeagueEvent, LeagueOrganiser
from tests.league_builders import a_league, some_players
from tests.leagues.running import a_running_season
from tests.playing import Room


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


def test_organisers_are_added_and_removed_a_few_times_a_day(quick: Room) -> None:
    season = a_league(quick, 0)
    (ada,) = some_players(quick, ["Ada"])

    def add(uow: UnitOfWork) -> object:
        return AddOrganiser(season.league_id, "Ada").carry_out(uow, ActRequest(season.organiser))

    def remove(uow: UnitOfWork) -> object:
        return RemoveOrganiser(season.league_id, ada).carry_out(uow, ActRequest(season.organiser))

    assert times_until_refused(quick, add, remove) == 10
    assert quick.count(LeagueOrganiser) == 1


def test_a_season_is_paused_a_few_times_a_day_and_always_goes_on_again(quick: Room) -> None:
    season = a_running_season(quick)

    def pause(uow: UnitOfWork) -> object:
        return Pause(season.id).carry_out(uow, ActRequest(season.organiser, "Why not."))

    def go_on(uow: UnitOfWork) -> object:
        return Resume(season.id).carry_out(uow, ActRequest(season.organiser))

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
