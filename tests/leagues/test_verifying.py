"""Verification finds what does not fit between a game and its season."""

import pytest
from sqlalchemy import update

from corr.administration.verification import verify_games
from corr.store.base import Row, table
from corr.store.tables.games import Game
from corr.store.tables.leagues import Entry, Pairing
from tests.leagues.acts.test_ruling import ruled
from tests.leagues.running import RunningSeason, a_running_season
from tests.playing import Room


def changed(season: RunningSeason, of: type[Row], names: str, **values: object) -> None:
    """Damage the row of a game, of its pairing, or of the first player's entry."""
    rows = table(of)
    game, entry = season.games[names], season.pairing(names)["first_id"]
    key = rows.c["game_id" if of is Pairing else "id"]
    with season.room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(key == (entry if of is Entry else game.id)).values(**values))


def found(room: Room) -> set[str]:
    """What verification says."""
    return {finding.sentence for finding in verify_games(room.workshop)}


def test_a_season_in_which_results_were_set_and_taken_back_is_in_order(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob", "Ada-Cleo")
    ruled(season, "Ada-Bob", "draw")
    ruled(season, "Ada-Bob", "second", is_forfeit=True)
    ruled(season, "Bob-Cleo", "none")

    assert found(room) == set()


@pytest.mark.parametrize(
    ("of", "values", "words"),
    [
        (Pairing, {"ruling": "second"}, "The result is not the one that was set in its league."),
        (Pairing, {"is_forfeit": True}, "Whether the game is a forfeit is not what was set in its league."),
        (Game, {"winner": 1}, "The result is not the one that was set in its league."),
        (Pairing, {"played_winner": 1}, "The winner is not the one whom the history leads to."),
        (Pairing, {"ruling": None}, "What was played is kept beside the game, and yet nothing was ruled."),
        (Game, {"season_id": None}, "The pairing of the game is one of another season."),
    ],
)
def test_a_result_that_is_not_what_was_set_is_found(
    room: Room, of: type[Row], values: dict[str, object], words: str
) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    ruled(season, "Ada-Bob", "draw")

    changed(season, of, "Ada-Bob", **values)

    assert words in found(room)


def test_an_open_game_of_who_does_not_play_any_more_is_found(room: Room) -> None:
    season = a_running_season(room)

    changed(season, Entry, "Cleo-Dan", state="withdrawn")

    assert "Cross does not play in the season any more; the game goes on." in found(room)


def test_a_seat_of_somebody_without_the_entry_is_found(room: Room) -> None:
    season = a_running_season(room)

    changed(season, Entry, "Cleo-Dan", player_id=room.player("Eve"))

    assert "Cross is played by somebody who does not have that entry." in found(room)
