"""Acts of organisers that meet turns, mails and ticks at the worst moment: each happens once, wholly or not at all."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest

from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.errors import CorrError
from corr.leagues.acts.league_changes import ChangeLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.acts.rulings import SetResult
from corr.leagues.acts.season_changes import Pause
from corr.leagues.journal import LeagueReceipt
from corr.leagues.rules.settings import SeasonSettings
from corr.play.deadlines import enforce_next_deadline
from corr.play.turns import submit_turn
from corr.ratings.counting import count_next
from corr.ratings.recount import compare, recompute
from corr.store.base import table
from corr.store.tables.games import Game, Turn
from corr.store.tables.ratings import Rating
from tests.league_builders import replaced
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.mail.office import Office
from tests.playing import DAY, Room, terms
from tests.racing import at_once, meanwhile

pytestmark = pytest.mark.both_databases

_SIT_DOWN = ("UPDATE game_seat SET player_id",)
"""Just before it, all games of an exchange and their season are locked."""
_Work = Callable[[UnitOfWork], object]


def tried(room: Room, work: _Work) -> object:
    """What *work* gives in a transaction of its own, or how it was refused."""
    try:
        with room.workshop.open() as uow:
            return work(uow)
    except CorrError as refused:
        return refused


def a_take_over(season: RunningSeason, name: str, new: str) -> _Work:
    """Somebody else plays on."""
    return lambda uow: replaced(
        uow, AskToReplace(season.id, season.players[name], new), ActRequest(season.organiser, REASON)
    )


def rename(by_player_id: int) -> _Work:
    """A league gets another name."""
    return lambda uow: ChangeLeague("cup", "Autumn Cup", "").carry_out(uow, ActRequest(by_player_id, version=0))


def test_a_turn_of_the_opponent_waits_for_a_take_over_and_is_played(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    turn = season.games["Ada-Bob"].order("A1")
    found: list[object] = []

    with meanwhile(
        room,
        "UPDATE game_seat SET player_id",
        work=lambda: found.append(tried(room, lambda uow: submit_turn(uow, turn))),
    ):
        tried(room, a_take_over(season, "Bob", "Eve"))

    assert getattr(found[0], "text", found[0]) == "A1"
    assert list(verify_games(room.workshop)) == []


def test_a_league_is_renamed_while_an_organiser_acts(room: Room) -> None:
    season = a_running_season(room)
    found: list[object] = []

    with meanwhile(
        room, "UPDATE season SET paused_at", work=lambda: found.append(tried(room, rename(season.organiser)))
    ):
        tried(room, lambda uow: Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON)))

    assert [type(each) for each in found] == [LeagueReceipt]
    assert (season.row.league, season.row.paused_at) == ("Autumn Cup", room.clock.now())
    assert season.acts() == ["paused", "changed"]


def test_a_turn_of_the_one_before_waits_for_a_take_over_and_is_refused(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    turn = season.games["Ada-Bob"].order("A1")
    found: list[object] = []

    with meanwhile(room, *_SIT_DOWN, work=lambda: found.append(tried(room, lambda uow: submit_turn(uow, turn)))):
        tried(room, a_take_over(season, "Ada", "Eve"))

    assert str(found[0]) == "You are not one of the players of this game; you may watch it."
    assert room.count(Turn) == 0
    assert list(verify_games(room.workshop)) == []


def test_a_mail_of_the_one_before_waits_for_a_take_over_and_is_answered(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    office = Office(season.games["Ada-Bob"])
    mail = "From: Ada <ada@example.org>\nSubject: Re\n\nA1\n"
    office.store(mail, office.new_address("Ada"), "ada@example.org")

    with meanwhile(room, *_SIT_DOWN, work=office.understand_all):
        tried(room, a_take_over(season, "Ada", "Eve"))

    assert room.count(Turn) == 0
    assert len(room.letters("answer")) == 1
    assert list(verify_games(room.workshop)) == []


@pytest.mark.parametrize("name", ["Ada", "Bob", "Eve"])
def test_a_leave_waits_for_a_take_over_and_counts_for_whoever_plays(room: Room, name: str) -> None:
    season = a_running_season(room, settings=SeasonSettings("tiny/1", terms=terms("3d/turn")))
    season.players["Eve"] = room.player("Eve")
    leave = TakeLeave(season.players[name], ForDays(5), "web", order_key="k")

    with meanwhile(room, *_SIT_DOWN, work=lambda: tried(room, lambda uow: take_leave(uow, leave))):
        tried(room, a_take_over(season, "Ada", "Eve"))

    days = 8 if name == "Eve" else 3
    assert [row["due_at"] for row in season.games["Ada-Bob"].seats()] == [room.clock.now() + days * DAY, None]
    assert list(verify_games(room.workshop)) == []


def test_a_deadline_that_has_passed_falls_before_a_pause_or_not_at_all(room: Room) -> None:
    season = a_running_season(room)
    room.clock.move(4 * DAY)

    with meanwhile(room, "UPDATE game SET frozen_at", work=lambda: tried(room, enforce_next_deadline)):
        tried(room, lambda uow: Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON)))

    assert all(game.view().is_paused for game in season.games.values())
    assert list(verify_games(room.workshop)) == []


def test_a_result_that_is_set_while_games_are_counted_is_counted_too(room: Room) -> None:
    season = a_running_season(room)
    season.begin("Ada-Bob", "Cleo-Dan")
    season.win("Ada-Bob", "Cleo-Dan")
    game = season.games["Ada-Bob"]
    act, request = SetResult(game.id, "second"), ActRequest(season.organiser, REASON, game.view().version)
    count(room)
    with room.workshop.open() as uow:
        uow.connection.execute(table(Game).update().where(table(Game).c.id == game.id).values(counted_at=None))

    with meanwhile(room, "DELETE FROM rating_due", work=lambda: tried(room, lambda uow: act.carry_out(uow, request))):
        count(room)
    count(room)

    with room.workshop.look() as reader:
        found = compare(reader)
    assert (found.differing, found.until, found.players) == ((), None, 4)


def test_ratings_are_worked_out_anew_while_two_processes_count(room: Room) -> None:
    season = a_running_season(room)
    for day, names in enumerate(season.games):
        season.begin(names)
        season.win(names)
        room.clock.move(DAY if day % 2 else timedelta(0))

    at_once(lambda: count(room), lambda: count(room), lambda: recompute_ratings(room))

    with room.workshop.look() as reader:
        found = compare(reader)
    assert (found.differing, found.until, found.players) == ((), None, 4)
    assert is_rated_once(room)


def count(room: Room) -> None:
    """Count until nothing is left that this process can do."""
    while tried(room, count_next):
        pass


def recompute_ratings(room: Room) -> None:
    """Compare all ratings, and work out anew what differs."""
    recompute(room.workshop, time.sleep)


def is_rated_once(room: Room) -> bool:
    """Whether each game counts once for each of its players."""
    return sum(int(row["games"]) for row in room.rows(Rating)) == 2 * room.count(Game)
