"""Acts of organisers that meet turns, mails and ticks at the worst moment: each happens once, wholly or not at all."""

from collections.abc import Callable

from corr.errors import CorrError
from corr.service.leagues.replacing import Replace, replace_player
from corr.service.play import SubmitTurn, submit_turn
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
