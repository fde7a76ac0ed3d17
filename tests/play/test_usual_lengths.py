"""How long games usually take: counted from those that were played here to an end."""

import pytest
from sqlalchemy import select, update

from corr.game.game_row import GAME
from corr.games.api import Info
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import resign
from corr.play.usual_lengths import last_ended, usual_length
from corr.store.tables.games import Game
from tests.playing import DAY, Room, a_game, another_game, statements_of, terms

TURNS = ("A1", "B1", "A2", "B2")


def info(room: Room) -> Info:
    return room.workshop.registry.get_info("tiny")


def words(room: Room, pace: str = "") -> str:
    with room.workshop.look() as reader:
        return usual_length(reader, info(room)).words(pace)


def play(room: Room, players: tuple[int, int], turns: int, *, pace: str = "3d/turn", days: int = 1) -> None:
    """A game of so many turns and days, in which the first player resigns at last."""
    game = another_game(room, players, *TURNS[:turns], pace=pace)
    room.clock.move(days * DAY)
    with room.workshop.open() as uow:
        resign(uow, game.id, players[0], "web")


@pytest.mark.both_databases
def test_from_ten_games_on_their_median_is_told_and_before_that_an_estimate(room: Room) -> None:
    players = a_game(room).players
    for turns in (1, 1, 1, 1, 2, 3, 3, 4, 4):
        play(room, players, turns)
    assert words(room) == f"about {info(room).length} turns"

    play(room, players, 2)

    assert words(room) == "usually 2 turns"


def test_days_are_told_for_a_pace_at_which_enough_games_were_played(room: Room) -> None:
    players = a_game(room).players
    for number in range(10):
        play(room, players, 2, pace="30d/turn", days=4 + number // 6)
        if number:
            play(room, players, 2, pace="untimed")

    assert words(room, "30d/turn") == "usually 4 days at this pace, 2 turns"
    assert words(room, "untimed") == words(room, "3d/turn") == words(room) == "usually 2 turns"


def test_games_that_nobody_played_to_an_end_do_not_count(room: Room) -> None:
    players = a_game(room).players
    for _ in range(10):
        play(room, players, 3)
    for _ in range(12):
        another_game(room, players, "A1", "B1", agreed=terms("1d/turn", leave=False))
    room.clock.move(2 * DAY)
    with room.workshop.open() as uow:
        while enforce_next_deadline(uow):
            pass
    assert sum(row["reason"] == "time" for row in room.rows(Game)) == 12

    assert words(room) == "usually 3 turns"


def test_private_games_do_not_show_in_what_everybody_reads(room: Room) -> None:
    players = a_game(room).players
    for turns in (1, 2, 2, 2, 2, 2, 2, 2, 3):
        play(room, players, turns)
    before = words(room)

    play(room, players, 4)
    with room.workshop.open() as uow:
        latest = select(GAME.c.id).order_by(GAME.c.ended_at.desc()).limit(1).scalar_subquery()
        uow.connection.execute(update(GAME).where(GAME.c.id == latest).values(is_private=True, is_rated=False))

    assert words(room) == before == f"about {info(room).length} turns"


def test_the_last_game_that_ended_tells_whether_to_count_again(room: Room) -> None:
    players = a_game(room).players
    with room.workshop.look() as reader:
        before = last_ended(reader, [info(room)])

    play(room, players, 2)
    with room.workshop.look() as reader, statements_of(room) as statements:
        after = last_ended(reader, [info(room)])
        plan = reader.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statements[-1]}", ("tiny/1", 1, 0)).all()

    assert (before, after) == (("",), tuple(row["id"] for row in room.rows(Game) if row["ended_at"]))
    assert "ix_game_of_ended" in str(plan)
    assert "TEMP B-TREE" not in str(plan)
