"""What nobody claims for thirty days after the time ran out is lost by itself, with a warning a week before."""

from datetime import timedelta

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze, thaw
from corr.clocks.forecast import find_game_forecast
from corr.clocks.forecast_words import forecast_sentence
from corr.core.pace import Late
from corr.leagues.pairings import coming_paces
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.store.tables.games import GameSeat
from tests.clocks.ticking import claim, enforce
from tests.leagues import running
from tests.mail.office import Office
from tests.playing import Room, TestGame, a_game, terms
from tests.racing import at_once
from tests.ratings.building import count
from tests.ratings.test_conduct import kept

DAY = timedelta(days=1)
TO_CLAIM = terms("3d/turn", late=Late.CLAIM, leave=False)
PLAYED = ("A1", "C3", "A2", "B3")


def lapsed(room: Room, *turns: str, ruleset: str = "tiny/1") -> TestGame:
    """A game to be claimed in which the time of whoever is due has just run out, and that was noted."""
    game = a_game(room, *turns, ruleset=ruleset, agreed=TO_CLAIM)
    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)
    assert not game.view().is_over
    return game


def wait(room: Room, days: float) -> None:
    room.clock.move(days * DAY)
    enforce(room)


def told(game: TestGame, seat: int | None) -> str:
    """What the page of the game says to somebody."""
    with game.room.workshop.look() as reader:
        forecast = find_game_forecast(reader, game.id, None if seat is None else game.players[seat], coming_paces)
        assert forecast is not None
        return str(forecast_sentence(forecast, None))


def test_after_thirty_days_the_game_is_lost_by_itself_and_both_are_told(room: Room) -> None:
    game = lapsed(room, *PLAYED)

    wait(room, 23)
    wait(room, 6.99)
    assert not game.view().is_over
    wait(room, 0.01)

    assert (game.view().winner, game.view().reason) == (1, "time")
    assert room.events() == ["time-lapsed", "time"]
    assert sorted(room.letters("game-over")) == [(player, 5) for player in sorted(game.players)]


def test_both_are_told_once_again_a_week_before(room: Room) -> None:
    game = lapsed(room, *PLAYED)
    wait(room, 22.9)
    assert (len(room.letters("lapsed")), len(room.letters("claimable"))) == (1, 1)

    for _ in range(3):
        wait(room, 0.5)

    assert room.letters("lapsed") == [(game.players[0], 5)] * 2
    assert room.letters("claimable") == [(game.players[1], 5)] * 2


def test_it_is_never_lost_sooner_than_a_week_after_the_warning(room: Room) -> None:
    game = lapsed(room, *PLAYED)

    wait(room, 400)
    assert not game.view().is_over
    wait(room, 6.9)
    assert not game.view().is_over
    wait(room, 0.2)

    assert game.view().reason == "time"


@pytest.mark.parametrize("act", ["play", "claim"])
def test_until_then_the_late_player_may_play_and_the_other_may_claim(room: Room, act: str) -> None:
    game = lapsed(room, *PLAYED)
    wait(room, 23)
    wait(room, 6)

    if act == "play":
        game.play("A3")
        wait(room, 2)
        assert game.view().reason == "line"
    else:
        claim(game, 1)
        assert room.events()[-1] == "time-claimed"
    assert all(row["look_at"] is None for row in room.rows(GameSeat))


def test_after_a_late_turn_the_next_time_that_runs_out_has_its_own_thirty_days(room: Room) -> None:
    game = lapsed(room, "A1", "C3")
    wait(room, 23)
    wait(room, 5)
    game.play("B2")
    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)

    wait(room, 23)
    wait(room, 6.9)
    assert not game.view().is_over
    wait(room, 0.3)

    assert game.view().winner == 0


@pytest.mark.parametrize(("turns", "seat"), [((), None), (("A1",), 1)])
def test_a_game_that_somebody_never_began_ends_without_a_result(
    room: Room, turns: tuple[str, ...], seat: int | None
) -> None:
    game = lapsed(room, *turns)

    wait(room, 23)
    wait(room, 7)

    assert game.view().reason == "cancelled"
    unkept = [(0, 1), (0, 1)] if seat is None else [(0, 0), (0, 1)]
    assert [kept(room, player) for player in game.players] == unkept


def test_a_choice_that_waits_is_a_move(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=TO_CLAIM)
    game.play("hide A1", seat=0)
    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)

    wait(room, 23)
    wait(room, 7)

    assert game.view().reason == "cancelled"
    assert [kept(room, player) for player in game.players] == [(0, 0), (0, 1)]


def a_season_to_claim(room: Room) -> running.RunningSeason:
    settings = SeasonSettings("tiny/1", terms=TO_CLAIM, unfinished=Unfinished.PLAY_ON)
    return running.a_running_season(room, settings=settings)


def test_a_season_to_be_claimed_in_which_nobody_moves_ends_and_nobody_wins(room: Room) -> None:
    season = a_season_to_claim(room)
    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)

    wait(room, 23)
    wait(room, 7)

    assert {game.view().reason for game in season.games.values()} == {"cancelled"}
    assert [kept(room, player) for player in season.players.values()] == [(0, 3)] * 4


def test_in_a_season_to_be_claimed_who_never_answered_has_forfeited(room: Room) -> None:
    season = a_season_to_claim(room)
    season.games["Ada-Bob"].play("A1")
    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)

    wait(room, 23)
    wait(room, 7)

    game = season.games["Ada-Bob"].view()
    assert (game.winner, game.reason) == (0, "forfeit")


def test_in_a_season_in_which_nobody_moves_nobody_wins_by_forfeit_and_nobody_keeps_a_game(room: Room) -> None:
    season = running.a_running_season(room)

    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)

    assert {game.view().reason for game in season.games.values()} == {"cancelled", "forfeit"}
    count(room)
    # Dan never moves first: he had no turn to miss, and wins three games by forfeit that he cannot keep.
    won = {names for names, game in season.games.items() if game.view().winner is not None}
    assert won == {"Ada-Dan", "Bob-Dan", "Cleo-Dan"}
    assert [kept(room, player)[0] for player in season.players.values()] == [0] * 4
    assert kept(room, season.players["Dan"]) == (0, 0)


@pytest.mark.both_databases
def test_who_has_begun_elsewhere_in_the_season_wins_by_forfeit(room: Room) -> None:
    season = running.a_running_season(room)
    season.games["Bob-Cleo"].play("A1")

    room.clock.move(3 * DAY + timedelta(seconds=5))
    enforce(room)

    assert (season.games["Ada-Bob"].view().winner, season.games["Ada-Bob"].view().reason) == (1, "forfeit")
    assert season.games["Ada-Cleo"].view().reason == "cancelled"


@pytest.mark.parametrize(
    ("turns", "seat", "ends"),
    [
        (PLAYED, 0, "If nobody does anything, you lose the game on"),
        (PLAYED, 1, "If nobody does anything, Ada loses the game on"),
        (PLAYED, None, "If nobody does anything, Ada loses the game on"),
        ((), 1, "If nobody does anything, the game ends without a result on"),
    ],
)
def test_the_page_says_when_and_how_it_ends(room: Room, turns: tuple[str, ...], seat: int | None, ends: str) -> None:
    game = lapsed(room, *turns)
    due_at = next(row["due_at"] for row in game.seats() if row["due_at"] is not None)
    day = f"{due_at + 30 * DAY:%Y-%m-%d %H:%M}"

    assert f"{ends} {day}." in told(game, seat)
    wait(room, 23)
    assert f"{ends} {day}." in told(game, seat)


def test_a_freeze_stops_the_thirty_days_and_they_begin_anew_when_the_game_goes_on(room: Room) -> None:
    game = lapsed(room, *PLAYED)
    wait(room, 20)
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "A look at it."))
    wait(room, 60)
    with room.workshop.open() as uow:
        thaw(uow, FreezeOrder(game.id, "All is well."))

    wait(room, 23)
    wait(room, 6.9)
    assert not game.view().is_over
    wait(room, 0.3)

    assert game.view().is_over


def test_a_mail_that_is_not_read_yet_holds_the_end_up(room: Room) -> None:
    game = lapsed(room, *PLAYED)
    wait(room, 23)
    room.clock.move(7 * DAY)
    Office(game).store_reply("Ada", "B2")

    enforce(room)
    assert not game.view().is_over
    wait(room, 0.1)

    assert game.view().is_over


@pytest.mark.both_databases
def test_four_processes_at_once_end_it_once(room: Room) -> None:
    game = lapsed(room, *PLAYED)
    wait(room, 23)
    room.clock.move(7 * DAY)

    at_once(*[lambda: enforce(room)] * 4)

    assert room.events() == ["time-lapsed", "time"]
    assert len(room.letters("game-over")) == 2
    assert game.view().is_over
