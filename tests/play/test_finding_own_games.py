"""The few games of a player or of a season are found by themselves: how many others run does not matter."""

from corr.leagues.views.division_games import open_games_of, own_open_games
from corr.play.game_lists import my_games
from tests.playing import Room, a_room, statements_of


def test_games_of_a_player_are_not_looked_for_among_all_that_run(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        ada = room.player("Ada")
        with statements_of(room) as seen, room.workshop.look() as reader:
            my_games(reader, ada)
        plans = _plans(room, seen)

    assert "SEARCH mine USING INDEX ix_game_seat_player (player_id=? AND ended_at=?)" in plans
    assert "ix_game_state" not in plans


def test_open_games_of_a_season_are_not_looked_for_among_all_that_run(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        ada = room.player("Ada")
        with statements_of(room) as seen, room.workshop.look() as reader:
            own_open_games(reader, 1, ada)
            open_games_of(reader, 1, 1)
        plans = _plans(room, seen)

    assert "SEARCH pairing USING INDEX ix_pairing_season (season_id=?" in plans
    assert "ix_game_state" not in plans


def _plans(room: Room, seen: list[str]) -> str:
    """How SQLite goes about what was asked about games."""
    with room.workshop.look() as reader:
        return "\n".join(
            row[3]
            for statement in seen
            if " game" in statement
            for row in reader.connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", ("1",) * statement.count("?")
            )
        )
