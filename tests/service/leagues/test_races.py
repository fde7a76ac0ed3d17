"""Acts of organisers that meet turns, mails and ticks at the worst moment: each happens once, wholly or not at all."""

from collections.abc import Callable

from corr.errors import CorrError
from corr.service.leagues.acts.pausing import Pause, pause_season
from corr.service.leagues.acts.replacing import Replace, replace_player
from corr.service.leagues.seasons.making import ChangeLeague, change_league
from corr.service.play import submit_turn
from corr.service.uow import UnitOfWork
from corr.service.upkeep.verifying import verify_games
from tests.playing import Room
from tests.racing import meanwhile
from tests.service.leagues.running import REASON, RunningSeason, a_running_season

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
    return lambda uow: replace_player(uow, Replace(season.id, season.players[name], new, season.organiser, REASON))


def rename(order: ChangeLeague) -> _Work:
    """A league gets another name."""
    return lambda uow: change_league(uow, order)


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
    renamed = ChangeLeague(season.organiser, "cup", "Autumn Cup", "", 0)
    found: list[object] = []

    with meanwhile(room, "UPDATE season SET paused_at", work=lambda: found.append(tried(room, rename(renamed)))):
        tried(room, lambda uow: pause_season(uow, Pause(season.id, season.organiser, REASON)))

    assert found == [None]
    assert (season.row.league, season.row.paused_at) == ("Autumn Cup", room.clock.now())
    assert season.acts() == ["paused", "changed"]
