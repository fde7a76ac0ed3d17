"""What may change while a season runs: the end date, and a tighter pace with seven days' notice."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from corr.administration.verification import verify_games
from corr.clocks.forecast import find_game_forecast
from corr.clocks.forecast_words import forecast_sentence
from corr.core.pace import read_pace
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import (
    MoveEnd,
    Pause,
    Tighten,
    UndoTightening,
    is_tighter,
    put_in_force,
)
from corr.leagues.journal import LeagueReceipt
from corr.leagues.pairings import coming_paces
from corr.leagues.rules.settings import Unfinished
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox
from tests.league_builders import look_after
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.playing import DAY, Room
from tests.racing import in_units_of_work


def moved(season: RunningSeason, days: float, **more: Any) -> LeagueReceipt:  # noqa: ANN401
    """Let an organiser move the end date to so many days from now."""
    ends_at = season.room.clock.now() + timedelta(days=days)
    values = {"by_player_id": season.organiser, "reason": REASON, "version": season.row.version, **more}
    with season.room.workshop.open() as uow:
        return MoveEnd(season.id, ends_at).carry_out(uow, ActRequest(**values))


def tightened(
    season: RunningSeason,
    pace: str = "2d/turn",
    holds_from: datetime | None = None,
    **more: Any,  # noqa: ANN401
) -> LeagueReceipt:
    """Let an organiser announce a tighter pace."""
    values = {"by_player_id": season.organiser, "reason": REASON, "version": season.row.version, **more}
    with season.room.workshop.open() as uow:
        return Tighten(season.id, pace, holds_from).carry_out(uow, ActRequest(**values))


def in_force(season: RunningSeason) -> bool:
    """Let the tick look after the pace."""
    with season.room.workshop.open() as uow:
        return put_in_force(uow, season.row)


def coming(season: RunningSeason) -> str:
    """What is announced about the pace."""
    with season.room.workshop.look() as reader:
        return str(coming_paces(reader, [season.id]).get(season.id, ""))


def paces(room: Room) -> set[str]:
    """The paces of all games."""
    return {row["pace"] for row in room.rows(Game)}


def test_the_end_date_may_be_any_later_one_and_everybody_is_told(room: Room) -> None:
    season = a_running_season(room, days=60)

    moved(season, 61)

    assert season.row.dates.ends_at == room.clock.now() + 61 * DAY
    (told,) = season.news("Ada")
    assert told.startswith(
        "The season ends on …: later than before. It was to end on …. Games that are unfinished then"
    )
    assert season.news("Olga") == [told]
    titles = [row["facts"]["title"] for row in room.rows(Outbox) if row["kind"] == "league-news"]
    assert set(titles) == {"The season ends later"}
    assert season.acts() == ["extended"]


def test_an_earlier_end_date_has_seven_days_notice(room: Room) -> None:
    season = a_running_season(room, days=60)

    with pytest.raises(InputError, match="An earlier end date is told seven days before"):
        moved(season, 6.9)
    moved(season, 7)

    assert season.row.dates.ends_at == room.clock.now() + 7 * DAY


@pytest.mark.parametrize(("days", "words"), [(-1, "seven days before"), (1200, "at most three years from now")])
def test_an_end_date_that_can_not_be_is_refused(room: Room, days: int, words: str) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError, match=words):
        moved(season, days)


def test_of_two_organisers_who_saw_the_same_dates_the_second_is_told(room: Room) -> None:
    season = a_running_season(room)
    seen = season.row.version
    moved(season, 70, version=seen)

    with pytest.raises(ConflictError, match="This has changed since you opened the page"):
        moved(season, 80, version=seen)
    with pytest.raises(ConflictError, match="This has changed since you opened the page"):
        tightened(season, version=seen)
    assert moved(season, 70, version=seen).repeated


@pytest.mark.both_databases
def test_only_organisers_change_dates(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(NotAllowedError):
        moved(season, 70, by_player_id=season.players["Ada"])
    with pytest.raises(NotAllowedError):
        tightened(season, by_player_id=season.players["Ada"])


def test_dates_do_not_change_while_the_season_is_paused(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON))

    with pytest.raises(ConflictError, match="The season is paused"):
        moved(season, 70)
    with pytest.raises(ConflictError, match="The season is paused"):
        tightened(season)


@pytest.mark.parametrize(
    ("pace", "present", "is_so"),
    [
        ("2d/turn", "3d/turn", True),
        ("3d/turn", "3d/turn", False),
        ("4d/turn", "3d/turn", False),
        ("untimed", "3d/turn", False),
        ("3d/turn", "untimed", False),
        ("7d+1d/7d", "7d+1d/14d", True),
        ("7d+12h/14d", "7d+1d/14d", True),
        ("7d+2d/7d", "7d+1d/14d", False),
        ("2d/turn", "7d+1d/14d", False),
    ],
)
def test_tighter_is_less_in_something_and_more_in_nothing(pace: str, present: str, *, is_so: bool) -> None:
    assert is_tighter(read_pace(pace), read_pace(present)) is is_so


@pytest.mark.parametrize("pace", ["4d/turn", "3d/turn", "untimed"])
def test_a_pace_that_is_not_tighter_is_refused(room: Room, pace: str) -> None:
    season = a_running_season(room)

    with pytest.raises(
        InputError, match="The pace may only become tighter for the rest of a season; at present it is 3"
    ):
        tightened(season, pace)


@pytest.mark.parametrize(("days", "words"), [(6, "told seven days before"), (60, "The season ends before that day")])
def test_it_holds_from_a_day_that_is_far_enough_and_in_the_season(room: Room, days: int, words: str) -> None:
    season = a_running_season(room, days=60)

    with pytest.raises(InputError, match=words):
        tightened(season, holds_from=room.clock.now() + days * DAY)


@pytest.mark.both_databases
def test_games_that_are_played_on_after_the_end_date_may_be_made_quicker_too(room: Room) -> None:
    season = a_running_season(room, unfinished=Unfinished.PLAY_ON, days=10)
    room.clock.move(11 * DAY)
    look_after(room)

    tightened(season)
    room.clock.move(7 * DAY)
    look_after(room)

    assert paces(room) == {"2d/turn"}


@pytest.mark.both_databases
def test_it_is_announced_and_comes_in_force_by_itself_once(room: Room) -> None:
    season = a_running_season(room)
    tightened(season)
    (told,) = season.news("Bob")
    assert told.startswith("For turns that begin from … on: 2 days for each turn. A turn that goes on then keeps its")
    assert coming(season) == "In Summer Cup, for turns that begin from 2026-03-09 12:00 on: 2 days for each turn."

    room.clock.move(7 * DAY - timedelta(seconds=1))
    assert not in_force(season)
    assert paces(room) == {"3d/turn"}
    room.clock.move(timedelta(seconds=1))

    assert in_force(season)
    assert not in_force(season)
    assert paces(room) == {"2d/turn"}
    assert season.acts() == ["tightened", "tightening-in-force"]
    assert not coming(season)
    assert list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_a_turn_that_goes_on_keeps_its_deadline_and_the_next_has_less(room: Room) -> None:
    season = a_running_season(room, pace="20d/turn")
    game = season.games["Ada-Bob"]
    tightened(season, "10d/turn")
    room.clock.move(7 * DAY)
    before = game.seats()[0]["due_at"]
    in_force(season)

    assert game.seats()[0]["due_at"] == before
    room.clock.move(DAY)
    game.play("A1")
    assert game.seats()[1]["due_at"] == room.clock.now() + 10 * DAY
    game.play("B1")
    assert game.seats()[0]["due_at"] == room.clock.now() + 10 * DAY
    assert str(game.view().events[-1].sentence) == (
        "Turns that begin from now on have less time: “10 days for each turn.”"
    )
    assert list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_pages_of_games_say_from_when_turns_have_less_time(room: Room) -> None:
    season = a_running_season(room)
    tightened(season)

    with room.workshop.look() as reader:
        forecast = find_game_forecast(reader, season.games["Ada-Bob"].id, None, coming_paces)

    assert forecast is not None
    assert str(forecast_sentence(forecast, None)) == (
        "Ada has until 2026-03-05 12:00. After that the game is cancelled without a result. "
        "In Summer Cup, for turns that begin from 2026-03-09 12:00 on: 2 days for each turn."
    )


def test_it_can_be_taken_back_before_it_is_in_force(room: Room) -> None:
    season = a_running_season(room)
    tightened(season)
    with room.workshop.open() as uow:
        UndoTightening(season.id).carry_out(uow, ActRequest(season.organiser, version=season.row.version))
    room.clock.move(8 * DAY)

    assert not in_force(season)
    assert season.news("Ada")[-1] == "The tighter pace does not come. It stays as it is: 3 days for each turn."
    with room.workshop.open() as uow, pytest.raises(ConflictError, match="No tighter pace was announced"):
        UndoTightening(season.id).carry_out(uow, ActRequest(season.organiser, version=season.row.version))


def test_the_form_that_announces_it_does_so_once(room: Room) -> None:
    season = a_running_season(room)
    seen = season.row.version
    tightened(season, version=seen, order_key="k")

    again = tightened(season, version=seen, order_key="k")

    assert again.repeated
    assert season.acts() == ["tightened"]


def test_the_form_that_moves_the_end_date_does_so_once(room: Room) -> None:
    season = a_running_season(room)
    seen = season.row.version
    moved(season, 90, version=seen, order_key="k")
    moved(season, 100)

    again = moved(season, 90, version=seen, order_key="k")

    assert again.repeated
    assert season.row.dates.ends_at == room.clock.now() + 100 * DAY


def test_the_form_that_takes_it_back_does_so_once(room: Room) -> None:
    season = a_running_season(room)
    tightened(season)
    act, request = UndoTightening(season.id), ActRequest(season.organiser, version=season.row.version, order_key="k")
    with room.workshop.open() as uow:
        act.carry_out(uow, request)
    tightened(season, "2d/turn")

    with room.workshop.open() as uow:
        again = act.carry_out(uow, request)

    assert again.repeated
    assert season.row.tighter_pace is not None


def test_of_two_organisers_who_saw_the_same_the_second_does_not_take_it_back(room: Room) -> None:
    season = a_running_season(room)
    tightened(season)
    seen = season.row.version
    moved(season, 90)

    with room.workshop.open() as uow, pytest.raises(ConflictError, match="This has changed since you opened the page"):
        UndoTightening(season.id).carry_out(uow, ActRequest(season.organiser, version=seen))

    assert season.row.tighter_pace is not None


def test_one_that_is_in_force_can_not_be_taken_back_but_be_followed_by_a_tighter_one(room: Room) -> None:
    season = a_running_season(room, pace="4d/turn")
    tightened(season, "3d/turn")
    with pytest.raises(ConflictError, match="A tighter pace was announced already"):
        tightened(season, "2d/turn")
    room.clock.move(7 * DAY)
    in_force(season)

    with room.workshop.open() as uow, pytest.raises(ConflictError, match="The tighter pace is in force already"):
        UndoTightening(season.id).carry_out(uow, ActRequest(season.organiser, version=season.row.version))
    with pytest.raises(InputError, match="at present it is 3 days for each turn"):
        tightened(season, "3d/turn")
    tightened(season, "2d/turn")


@pytest.mark.parametrize(
    ("joined", "pace", "may"),
    [
        ("3d/turn", "36h/turn", True),
        ("3d/turn", "35h/turn", False),
        ("36h/turn", "24h/turn", True),
        ("36h/turn", "23h/turn", False),
        ("14d+2d/20d", "10d+1d/10d", True),
        ("14d+2d/20d", "9d+1d/9d", False),
        ("14d+4d/20d", "14d+1d/20d", False),
        ("14d+1d/20d", "14d+23h/20d", False),
        # What there is at the start is what a replacement begins with.
        ("30d+1d/40d", "10d+1d/20d", False),
        ("30d+1d/40d", "15d+1d/20d", True),
    ],
)
def test_a_tighter_pace_leaves_half_of_what_was_joined_and_a_day_a_turn(
    room: Room, joined: str, pace: str, *, may: bool
) -> None:
    season = a_running_season(room, pace=joined)

    if may:
        tightened(season, pace)
    else:
        with pytest.raises(InputError, match="at least half of what they joined for"):
            tightened(season, pace)

    assert (season.row.tighter_pace is not None) is may


def test_half_is_half_of_what_was_joined_however_often_it_is_made_tighter(room: Room) -> None:
    season = a_running_season(room, pace="8d/turn")
    tightened(season, "5d/turn")
    room.clock.move(7 * DAY)
    in_force(season)

    with pytest.raises(InputError, match=r"half of what they joined for \(8 days for each turn\)"):
        tightened(season, "3d/turn")
    tightened(season, "4d/turn")


@pytest.mark.both_databases
def test_two_processes_put_it_in_force_once(room: Room) -> None:
    season = a_running_season(room)
    tightened(season)
    room.clock.move(7 * DAY)
    row = season.row

    became = in_units_of_work(room, lambda uow: put_in_force(uow, row), lambda uow: put_in_force(uow, row))

    assert sorted(became) == [False, True]
    assert room.events().count("pace-tightened") == len(season.games)


def test_the_organiser_reads_before_what_will_happen(room: Room) -> None:
    season = a_running_season(room, days=60)
    with room.workshop.look() as reader:
        end = MoveEnd(season.id, room.clock.now() + 70 * DAY).preview(reader, season.organiser)
        pace = Tighten(season.id, "2d/turn").preview(reader, season.organiser)

    assert [str(sentence) for sentence in end.sentences] == [
        "The season ends on 2026-05-11 12:00: later than before. It was to end on 2026-05-01 12:00.",
        "Games that are unfinished then: they are stopped, and an organiser sets the result of each.",
        "4 players and the organisers get one mail each.",
    ]
    assert str(pace.sentences[0]) == "For turns that begin from 2026-03-09 12:00 on: 2 days for each turn."
    assert str(pace.sentences[1]) == "A turn that goes on then keeps its deadline."


def test_the_organiser_and_everybody_read_to_what_banks_are_cut(room: Room) -> None:
    season = a_running_season(room, pace="30d+1d/40d")
    with room.workshop.look() as reader:
        pace = Tighten(season.id, "15d+1d/20d").preview(reader, season.organiser)
    tightened(season, "15d+1d/20d")

    cut = (
        "Banks with more than 20 days are cut to 20 days. A turn that goes on then keeps its deadline, and its bank is "
        "cut when it is over."
    )
    assert str(pace.sentences[1]) == cut
    assert cut in season.news("Ada")[-1]


def test_a_tighter_pace_gives_more_at_the_start_to_nobody(room: Room) -> None:
    season = a_running_season(room, pace="3d+1d/10d")

    with pytest.raises(InputError, match="The pace may only become tighter"):
        tightened(season, "5d+1d/8d")
