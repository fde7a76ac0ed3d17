"""What follows from a log is written anew from it; the log itself is never touched."""

import pytest

from corr.administration.verification import repair, verify_games
from corr.store.tables.games import Game, GameEvent, GameSeat, Turn
from corr.store.tables.mails import Outbox
from tests.administration.test_verifying import damage, findings
from tests.playing import Room, TestGame, a_game
from tests.racing import in_units_of_work

_BOARD = "UPDATE game SET position = 'xo....... x', last_squares = 'A1 C2'"
_KEYS = "UPDATE turn SET repeat_key = 'other'"


def repaired(game: TestGame) -> str:
    """What was done."""
    with game.room.workshop.open() as uow:
        return repair(uow, game.id)


def test_a_damaged_snapshot_is_as_it_was_before(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    before = room.rows(Game)[0]
    damage(room, _BOARD)

    said = repaired(game)

    after = room.rows(Game)[0]
    assert said == "Written anew from the log: its board."
    assert after == {**before, "version": before["version"] + 1}
    assert findings(room) == []


def test_what_repetitions_are_counted_by_is_as_it_was_before(room: Room) -> None:
    game = a_game(room, "B3-C3, B4-C4", "I3-H3", ruleset="kelasu/1")
    before = room.rows(Turn)
    damage(room, _KEYS)

    said = repaired(game)

    assert said == "Written anew from the log: what repetitions are counted by in 2 turns."
    assert room.rows(Turn) == before


def test_nothing_else_is_touched_and_the_second_time_nothing_at_all(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    damage(room, _BOARD)
    before = room.rows(Turn), room.rows(GameEvent), room.rows(GameSeat), room.rows(Outbox)

    repaired(game)

    assert (room.rows(Turn), room.rows(GameEvent), room.rows(GameSeat), room.rows(Outbox)) == before
    assert repaired(game) == "Nothing had to be repaired."


@pytest.mark.both_databases
def test_two_at_once_repair_once(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    damage(room, _BOARD)

    said = in_units_of_work(room, *(lambda uow: repair(uow, game.id),) * 2)

    assert sorted(said) == ["Nothing had to be repaired.", "Written anew from the log: its board."]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE turn SET text = 'A1' WHERE number = 2",
        "DELETE FROM turn WHERE number = 2",
        "UPDATE game SET turn_number = 2",
    ],
)
def test_a_game_whose_log_is_damaged_is_reported_and_not_repaired(room: Room, statement: str) -> None:
    game = a_game(room, "A1", "B2")
    damage(room, _BOARD)
    damage(room, statement)
    before = room.rows(Game), room.rows(Turn)

    said = repaired(game)

    assert said.startswith("Not repaired. Turn 2 cannot be replayed")
    assert (room.rows(Game), room.rows(Turn)) == before
    assert [finding.is_repairable for finding in verify_games(room.workshop)][:1] == [False]


def test_the_moment_at_which_a_game_ended_is_written_anew_on_its_seats(room: Room) -> None:
    game = a_game(room, "A1", "B2", "A2", "C2", "A3")
    damage(room, "UPDATE game_seat SET ended_at = NULL WHERE seat = 0")
    found = list(verify_games(room.workshop))

    said = repaired(game)

    assert [(finding.sentence, finding.is_repairable) for finding in found] == [
        ("Its seats do not have the moment at which it ended.", True)
    ]
    assert said == "Written anew from the log: when it ended."
    assert list(verify_games(room.workshop)) == []
