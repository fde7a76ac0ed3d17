"""A season that is paused: all games stand still with their clocks, and go on with what was left."""

from datetime import timedelta
from typing import Any

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze, games_in_need, thaw
from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork
from corr.clocks.forecast import find_game_forecast
from corr.clocks.forecast_words import forecast_sentence
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.game.refusals import FrozenError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import Pause, Resume
from corr.leagues.journal import LeagueReceipt
from corr.leagues.pairings import coming_paces
from corr.leagues.seasons.season_end import apply_end_date
from corr.play.deadlines import enforce_next_deadline
from corr.play.turns import submit_turn
from corr.store.base import table
from corr.store.tables.leagues import Season
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.living import outage
from tests.playing import DAY, Room
from tests.racing import in_units_of_work


def act(
    season: RunningSeason,
    kind: type[Pause | Resume],
    by: int | None = None,
    *,
    reason: str = REASON,
    order_key: str | None = None,
) -> LeagueReceipt:
    """Let an organiser pause a season, or let it go on."""
    with season.room.workshop.open() as uow:
        request = ActRequest(season.organiser if by is None else by, reason, order_key=order_key)
        return kind(season.id).carry_out(uow, request)


def due_at(season: RunningSeason, names: str) -> Any:  # noqa: ANN401
    """The deadline of whoever is due in a game."""
    return next(row["due_at"] for row in season.games[names].seats() if row["since"] is not None)


def test_nobody_can_play_and_no_clock_runs(room: Room) -> None:
    season = a_running_season(room)
    act(season, Pause)
    room.clock.move(30 * DAY)

    with pytest.raises(
        FrozenError, match=r"as the organisers of its league decided: Because it had to be\. Nothing is"
    ):
        season.games["Ada-Bob"].play("A1")
    with room.workshop.open() as uow:
        assert enforce_next_deadline(uow) is None

    assert due_at(season, "Ada-Bob") is None
    assert list(verify_games(room.workshop)) == []


def test_every_turn_goes_on_with_what_was_left_to_the_second(room: Room) -> None:
    season = a_running_season(room)
    room.clock.move(timedelta(hours=20, seconds=7))
    act(season, Pause)
    room.clock.move(9 * DAY)

    act(season, Resume)

    assert due_at(season, "Ada-Bob") == room.clock.now() + 3 * DAY - timedelta(hours=20, seconds=7)
    assert season.games["Ada-Bob"].play("A1").text == "A1"
    assert list(verify_games(room.workshop)) == []


def test_time_of_an_outage_is_given_back_before_the_clocks_of_a_season_stop(room: Room) -> None:
    season = a_running_season(room)
    before = due_at(season, "Ada-Bob")
    outage(room, timedelta(hours=6))

    act(season, Pause)
    room.clock.move(DAY)
    act(season, Resume)

    assert due_at(season, "Ada-Bob") == before + DAY + timedelta(hours=6)


def test_the_end_date_and_the_day_of_a_tighter_pace_move_by_the_days_of_the_pause(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.open() as uow:
        uow.connection.execute(table(Season).update().values(tighter_pace="2d/turn", tighter_from=uow.now + 10 * DAY))
    before = season.row
    act(season, Pause)
    room.clock.move(4 * DAY + timedelta(minutes=1))

    act(season, Resume)

    assert season.row.dates.ends_at == before.dates.ends_at + 5 * DAY
    assert before.tighter_from is not None
    assert season.row.tighter_from == before.tighter_from + 5 * DAY


def test_everybody_is_told_once_not_for_each_game(room: Room) -> None:
    season = a_running_season(room)
    act(season, Pause)
    room.clock.move(DAY)
    act(season, Resume, reason="")

    for name in ("Ada", "Bob", "Cleo", "Dan", "Olga"):
        paused, resumed = season.news(name)
        assert paused.startswith("All games stand still until the organisers let them go on. No clock runs meanwhile")
        assert paused.endswith(f"The reason: “{REASON}”")
        assert resumed.startswith("All games go on, and each turn has the time that was left")
    assert room.letters("frozen") == []
    assert season.acts() == ["paused", "resumed"]


def test_pausing_twice_and_resuming_twice_change_nothing(room: Room) -> None:
    season = a_running_season(room)
    act(season, Pause)
    since = season.row.paused_at
    room.clock.move(DAY)

    again = act(season, Pause)
    assert (again.repeated, season.row.paused_at) == (True, since)
    act(season, Resume)
    once_more = act(season, Resume)

    assert once_more.repeated
    assert season.acts() == ["paused", "resumed"]


def test_a_form_that_comes_again_after_the_season_went_on_pauses_it_no_second_time(room: Room) -> None:
    season = a_running_season(room)
    act(season, Pause, order_key="pause")
    act(season, Resume)

    again = act(season, Pause, order_key="pause")

    assert (again.repeated, season.row.paused_at) == (True, None)


def test_a_form_that_comes_again_after_a_second_pause_does_not_end_it(room: Room) -> None:
    season = a_running_season(room)
    act(season, Pause)
    act(season, Resume, order_key="resume")
    act(season, Pause)

    again = act(season, Resume, order_key="resume")

    assert (again.repeated, season.row.paused_at) == (True, room.clock.now())


def test_a_paused_game_speaks_of_organisers_and_is_no_administrators_business(room: Room) -> None:
    season = a_running_season(room)
    act(season, Pause)

    with room.workshop.look() as reader:
        forecast = find_game_forecast(reader, season.games["Ada-Bob"].id, None, coming_paces)
        assert forecast is not None
        assert str(forecast_sentence(forecast, None)) == (
            "The organisers of its league have paused the game. Nothing is lost, and the clocks are stopped."
        )
        assert games_in_need(reader).frozen.items == ()
    with room.workshop.open() as uow, pytest.raises(ConflictError, match="The organisers of its league let this game"):
        thaw(uow, FreezeOrder(season.games["Ada-Bob"].id, "Go on."))


@pytest.mark.both_databases
def test_a_game_that_an_administrator_froze_stays_frozen_and_then_in_the_pause(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "Let me look."))
    act(season, Pause)
    with room.workshop.open() as uow:
        assert thaw(uow, FreezeOrder(game.id, "Done.")).is_changed
    assert game.view().is_paused

    act(season, Resume)

    assert game.play("A1").text == "A1"
    assert list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_an_administrator_may_freeze_a_paused_game_which_does_not_go_on_with_the_others(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    act(season, Pause)
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "Let me look."))

    act(season, Resume)

    assert game.view().frozen_at is not None
    assert not game.view().is_paused
    assert season.games["Ada-Cleo"].view().frozen_at is None
    assert list(verify_games(room.workshop)) == []


def test_a_paused_game_that_is_frozen_too_keeps_the_time_that_was_left_when_the_pause_began(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    room.clock.move(timedelta(hours=20))
    act(season, Pause)
    room.clock.move(DAY)
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "Let me look."))
    act(season, Resume)
    room.clock.move(DAY)

    with room.workshop.open() as uow:
        thaw(uow, FreezeOrder(game.id, "Done."))

    assert due_at(season, "Ada-Bob") == room.clock.now() + 3 * DAY - timedelta(hours=20)


def test_the_end_date_does_not_come_in_a_pause(room: Room) -> None:
    season = a_running_season(room, days=10)
    act(season, Pause)
    room.clock.move(20 * DAY)

    with room.workshop.open() as uow:
        assert apply_end_date(uow, season.row) is None

    assert season.acts() == ["paused"]


@pytest.mark.both_databases
def test_only_organisers_pause_and_they_say_why(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(NotAllowedError):
        act(season, Pause, season.players["Ada"])
    with pytest.raises(InputError, match="Write a short reason"):
        act(season, Pause, reason="")

    assert season.row.paused_at is None


def test_what_is_over_or_has_come_to_its_end_date_is_not_paused(room: Room) -> None:
    season = a_running_season(room, days=10)
    room.clock.move(11 * DAY)

    with pytest.raises(ConflictError, match="The end date has come, so no games go on that could be paused"):
        act(season, Pause)
    with room.workshop.open() as uow:
        uow.connection.execute(table(Season).update().values(state="over"))
    with pytest.raises(ConflictError, match="The season is over"):
        act(season, Pause)


def test_the_organiser_reads_before_what_will_happen(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.look() as reader:
        before = Pause(season.id).preview(reader, season.organiser)
        with pytest.raises(ConflictError, match="The season is not paused"):
            Resume(season.id).preview(reader, season.organiser)
    act(season, Pause)
    room.clock.move(DAY)
    with room.workshop.look() as reader:
        after = Resume(season.id).preview(reader, season.organiser)

    assert str(before.sentences[0]).startswith("All 6 open games stop until you resume the season.")
    assert str(before.sentences[2]) == "4 players and the organisers get one mail each."
    assert str(after.sentences[1]) == "The end date moves by the days of the pause, to 2026-05-02 12:00."


@pytest.mark.both_databases
def test_a_turn_that_comes_in_with_the_pause_is_played_before_or_not_at_all(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    turn = game.order("A1")

    def play(uow: UnitOfWork) -> object:
        try:
            with uow.attempt():
                return submit_turn(uow, turn)
        except FrozenError as refused:
            return refused

    def pause(uow: UnitOfWork) -> object:
        return Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON))

    played, _ = in_units_of_work(room, play, pause)

    assert game.view().is_paused
    assert game.view().turn_number == (1 if isinstance(played, FrozenError) else 2)
    assert list(verify_games(room.workshop)) == []
