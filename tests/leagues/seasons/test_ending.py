"""The end of a season, and the next one that opens by itself."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from corr.errors import ConflictError
from corr.game.game_row import get_game_row
from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.league_changes import ChangeLeague, CloseLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.acts.rulings import SetResult
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.rows import find_latest_season
from corr.leagues.seasons.entries import LeaveSeason, leave_season
from corr.leagues.seasons.season_end import end_season
from corr.leagues.seasons.season_opening import OpenSeason, open_season
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.tables.leagues import LeagueEvent, Season
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player
from tests.league_builders import (
    LASTS,
    NAMES,
    SETTINGS,
    SIGN_UP,
    TestSeason,
    a_league,
    a_running_season,
    dates_from,
    look_after,
    replaced,
)
from tests.playing import DAY, Room
from tests.racing import at_once, in_units_of_work, meanwhile

ROLLING = replace(SETTINGS, players_per_division=4, up=1, down=1, rolls_over=True)


def pass_time(room: Room, span: timedelta = DAY) -> None:
    """Let time pass, and all happen that is due by then."""
    room.clock.move(span)
    look_after(room)


def acts(room: Room, kind: str) -> list[dict[str, object]]:
    return [row["facts"] for row in room.rows(LeagueEvent) if row["kind"] == kind]


def test_a_season_ends_early_when_its_last_game_is_over(room: Room) -> None:
    season = a_running_season(room)
    season.end_all(NAMES)
    running = season.row.state

    pass_time(room, timedelta(minutes=5))

    row = season.row
    assert (running, row.state, row.ended_at, row.look_at) == (
        SeasonState.RUNNING,
        SeasonState.OVER,
        room.clock.now(),
        None,
    )


@pytest.mark.parametrize("is_ruled", [True, False])
def test_a_season_whose_last_game_ends_by_an_act_is_over_at_once(room: Room, *, is_ruled: bool) -> None:
    season = a_running_season(room, ["Ada", "Bob", "Cleo"])
    season.draw("Ada", "Cleo")
    season.draw("Bob", "Cleo")
    # The first look at a season that has just begun is over.
    look_after(room)
    (game_id,) = season.open_games()
    with room.workshop.open() as uow:
        if is_ruled:
            version = get_game_row(uow, game_id).version
            SetResult(game_id, "draw").carry_out(uow, ActRequest(season.organiser, "Both were ill.", version))
        else:
            OwnWithdrawal(season.id, season.player("Ada")).carry_out(uow, ActRequest(season.player("Ada")))

    look_after(room)

    assert season.row.state is SeasonState.OVER


def test_a_season_with_an_open_game_goes_on(room: Room) -> None:
    season = a_running_season(room)
    for game_id in season.open_games()[1:]:
        one, another = next(names for found, *names in season.games() if found == game_id)
        season.draw(one, another)

    pass_time(room)
    with room.workshop.open() as uow:
        ended = end_season(uow, season.id)

    assert (ended, season.row.state) == (False, SeasonState.RUNNING)


def test_final_places_are_written_down_and_shared_where_nothing_separates(room: Room) -> None:
    season = a_running_season(room, ["Ada", "Bob", "Cleo"], replace(SETTINGS, tie_breaks=()))
    season.beat("Ada", "Bob")
    season.beat("Ada", "Cleo")
    season.draw("Bob", "Cleo")

    pass_time(room)

    assert {entry.name: entry.final_place for entry in season.entries()} == {"Ada": 1, "Bob": 2, "Cleo": 2}
    assert acts(room, "ended") == [{"number": 1, "champions": ["Ada"]}]


def test_everybody_who_played_gets_one_letter_at_the_end_and_the_organiser_news(room: Room) -> None:
    season = a_running_season(room)
    season.end_all()

    pass_time(room)
    pass_time(room, 30 * DAY)

    assert sorted(who for who, _ in room.letters("season-ended") if who) == sorted(
        entry.player_id for entry in season.entries()
    )
    (news,) = (row for row in room.rows(Outbox) if row["kind"] == "league-news")
    assert (news["player_id"], news["facts"]["title"]) == (season.organiser, "The season is over")
    assert "Division 1 was won by Ada." in str(news["facts"]["sentences"])
    assert news["facts"]["link"] == {"words": "Open the next season", "path": "/leagues/summer-cup/organise/next"}


def test_organisers_hear_that_the_next_season_opens_by_itself_if_it_does(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()

    pass_time(room)

    (news,) = [row for row in room.rows(Outbox) if row["facts"].get("title") == "The season is over"]
    said = "The sign-up for the next season opens by itself, and everyone who played is asked to join."
    assert said in str(news["facts"]["sentences"])
    assert "link" not in news["facts"]


@pytest.mark.both_databases
def test_a_season_ends_once_however_many_look_after_it(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()
    room.clock.move(DAY)

    ended = in_units_of_work(room, *[lambda uow: end_season(uow, season.id)] * 3)
    at_once(*[lambda: look_after(room)] * 3)

    assert sorted(ended) == [False, False, True]
    assert len(acts(room, "ended")) == 1
    assert len(room.letters("season-ended")) == 4
    assert room.count(Season) == 2


def a_season_that_ada_left(room: Room) -> TestSeason:
    """A season of five whose games are all over; Ada withdrew before any of them was, and is out of the table."""
    season = a_running_season(room, 5)
    ada = season.player("Ada")
    with room.workshop.open() as uow:
        OwnWithdrawal(season.id, ada).carry_out(uow, ActRequest(ada))
    season.end_all()
    return season


def test_who_withdrew_with_all_results_has_no_final_place_and_no_letter(room: Room) -> None:
    season = a_season_that_ada_left(room)

    pass_time(room)

    places = {entry.name: entry.final_place for entry in season.entries()}
    assert places == {"Ada": None, "Bob": 1, "Cleo": 2, "Dan": 3, "Eve": 4}
    assert season.player("Ada") not in {who for who, _ in room.letters("season-ended")}


def test_who_withdrew_with_all_results_is_no_champion(room: Room) -> None:
    a_season_that_ada_left(room)

    pass_time(room)

    assert [facts["champions"] for facts in acts(room, "ended")] == [["Bob"]]


def test_the_next_season_opens_by_itself_and_everybody_is_asked_once(room: Room) -> None:
    season = a_running_season(room, 5, ROLLING)
    season.end_all()

    pass_time(room)
    pass_time(room)

    after = season.next()
    assert (after.row.state, after.row.number, after.row.settings) == (SeasonState.SIGN_UP, 2, ROLLING)
    assert Counter(who for who, _ in room.letters("season-opens")) == Counter(
        entry.player_id for entry in season.entries()
    )
    assert after.entries() == ()


def test_the_next_season_is_as_long_and_has_as_long_a_sign_up_as_was_settled(room: Room) -> None:
    season = a_running_season(room, 4, replace(ROLLING, sign_up_days=7))
    season.end_all()
    pass_time(room)

    dates = season.next().row.dates

    opened_at = room.clock.now()
    assert opened_at + 7 * DAY <= dates.sign_up_until < opened_at + 8 * DAY
    assert (dates.starts_at - dates.sign_up_until, dates.ends_at - dates.starts_at) == (DAY, LASTS)


def test_a_season_that_does_not_roll_over_is_followed_by_nothing(room: Room) -> None:
    season = a_running_season(room, 4)
    season.end_all()

    pass_time(room)

    assert (room.count(Season), room.letters("season-opens")) == (1, [])


@pytest.mark.both_databases
def test_who_withdrew_and_who_was_replaced_played_too_and_are_asked_for_the_next_season(room: Room) -> None:
    season = a_running_season(room, 5, ROLLING)
    ada, bob = season.player("Ada"), season.player("Bob")
    kim = room.player("Kim")
    with room.workshop.open() as uow:
        OwnWithdrawal(season.id, ada).carry_out(uow, ActRequest(ada))
        replaced(uow, AskToReplace(season.id, bob, "Kim"), ActRequest(season.organiser, "Bob is ill."))
    season.end_all()

    pass_time(room)

    played = sorted({*(entry.player_id for entry in season.entries()), ada, bob, kim})
    assert sorted(who for who, _ in room.letters("season-opens") if who) == played


def test_who_left_before_the_start_and_who_has_no_account_any_more_are_not_asked(room: Room) -> None:
    season = a_league(room, 6, ROLLING)
    ada, bob = season.player("Ada"), season.player("Bob")
    with room.workshop.open() as uow:
        leave_season(uow, LeaveSeason(season.id, ada, "web"))
    season.start()
    with room.workshop.open() as uow:
        OwnWithdrawal(season.id, bob).carry_out(uow, ActRequest(bob))
        uow.connection.execute(update(table(Player)).where(table(Player).c.id == bob).values(closed_at=uow.now))
    season.end_all()

    pass_time(room)

    asked = {who for who, _ in room.letters("season-opens")}
    assert (len(asked), asked & {ada, bob}) == (4, set())


@pytest.mark.both_databases
def test_players_go_up_and_down_when_the_next_season_begins(room: Room) -> None:
    season = a_running_season(room, 8, ROLLING)
    season.end_all()
    pass_time(room)
    after = season.next()
    after.join(*(entry.player_id for entry in season.entries()))

    pass_time(room, SIGN_UP + 2 * DAY)

    assert after.row.state is SeasonState.RUNNING
    names = [{entry.name for entry in table.entries} for table in after.tables()]
    assert names == [{"Ada", "Bob", "Cleo", "Eve"}, {"Dan", "Finn", "Gus", "Hana"}]


@pytest.mark.both_databases
def test_three_seasons_follow_each_other_and_nobody_is_lost(room: Room) -> None:
    season = a_running_season(room, 9, ROLLING)
    for number in (2, 3):
        season.end_all()
        pass_time(room)
        everybody = [entry.player_id for entry in season.entries()]
        season = season.next(number)
        season.join(*everybody)
        pass_time(room, SIGN_UP + 2 * DAY)

    assert (season.row.number, season.row.state) == (3, SeasonState.RUNNING)
    assert {entry.name for entry in season.entries(EntryState.PLAYING)} == set(NAMES[:9])


def test_after_a_season_that_was_called_off_the_one_before_says_who_goes_up(room: Room) -> None:
    season = a_running_season(room, 8, ROLLING)
    season.end_all()
    pass_time(room)
    with room.workshop.open() as uow:
        CallOff(season.next().id).carry_out(uow, ActRequest(season.organiser))
    third = opened_by_hand(season)
    third.join(*(entry.player_id for entry in season.entries()))

    third.start()

    assert {entry.name for entry in third.tables()[0].entries} == {"Ada", "Bob", "Cleo", "Eve"}


def opened_by_hand(season: TestSeason) -> TestSeason:
    with season.room.workshop.open() as uow:
        order = OpenSeason(season.organiser, season.league_id, ROLLING, dates_from(season.room))
        receipt = open_season(uow, order)
    return season.next(receipt.number)


def test_a_league_that_is_closed_while_its_season_ends_opens_no_other(room: Room) -> None:
    season = a_league(room, 4, ROLLING)
    with room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))
        CloseLeague(season.league_id).carry_out(uow, ActRequest(season.organiser))

    pass_time(room, 100 * DAY)

    assert room.count(Season) == 1


@pytest.mark.both_databases
def test_ending_and_opening_by_hand_at_once_make_one_further_season(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()
    room.clock.move(DAY)

    def by_hand() -> int:
        try:
            return opened_by_hand(season).row.number
        except ConflictError:
            return 0

    at_once(lambda: look_after(room), by_hand)

    with room.workshop.look() as reader:
        latest = find_latest_season(reader, season.league_id)
    assert latest is not None
    assert (latest.number, room.count(Season)) == (2, 2)


@pytest.mark.both_databases
def test_a_league_that_is_renamed_while_its_season_ends_keeps_both(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()
    room.clock.move(DAY)

    def rename() -> None:
        with room.workshop.open() as uow:
            ChangeLeague(season.league_id, "Autumn Cup", "").carry_out(uow, ActRequest(season.organiser, version=0))

    with meanwhile(room, "UPDATE entry", work=rename):
        look_after(room)

    assert (season.row.league, season.row.state, season.next().row.league) == (
        "Autumn Cup",
        SeasonState.OVER,
        "Autumn Cup",
    )


def test_no_letter_is_sent_twice_through_a_whole_season(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()
    pass_time(room)
    look_after(room)

    with room.workshop.look() as reader:
        outbox = table(Outbox)
        each = select(func.count()).group_by(outbox.c.kind, outbox.c.player_id, outbox.c.game_id, outbox.c.turn_number)
        counts = reader.connection.execute(each.where(outbox.c.kind.like("season-%"))).scalars().all()
    assert set(counts) == {1}
