"""Ratings move only by play: by nothing that organisers or an end date decide, and by no game that ended early."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text, update

from corr.core.pace import Late
from corr.game.game_row import GAME
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult, UndoResult
from corr.play.deadlines import ClaimTime, claim_time, enforce_next_deadline
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.lifecycle import NewGame, start_game
from corr.ratings.recount import compare
from corr.resources import migrations_folder
from corr.store.base import table
from corr.store.migrate import upgrade
from corr.store.tables.games import Game
from corr.store.tables.ratings import Conduct
from tests.leagues import running
from tests.leagues.acts.test_replacing import replaced
from tests.playing import Room, TestGame, terms
from tests.ratings.building import Ended, count, days_of, from_the_beginning, write

TURNS = ("A1", "B1", "A2", "B2")


def a_rated_game(room: Room, *turns: str, ruleset: str = "tiny/1", late: Late = Late.LOSE) -> TestGame:
    """A rated game of Ada and Bob, with some turns made."""
    players = (room.player("Ada"), room.player("Bob"))
    agreed = terms("3d/turn", leave=False, late=late)
    with room.workshop.open() as uow:
        game = TestGame(room, start_game(uow, NewGame(ruleset, {}, agreed, players, is_rated=True)), players)
    for turn in turns:
        game.play(turn)
    return game


def resigned(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")


def agreed(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")
        accept_draw(uow, game.id, game.players[1], "web")


def run_out(game: TestGame) -> None:
    game.room.clock.move(timedelta(days=4))
    with game.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) == game.id


def claimed(game: TestGame) -> None:
    game.room.clock.move(timedelta(days=4))
    due = next(found.seat for found in game.view().seats if found.is_due)
    order = ClaimTime(game.id, game.players[1 - due], "web", game.room.clock.now())
    with game.room.workshop.open() as uow:
        claim_time(uow, order)


ENDS: dict[str, Callable[[TestGame], None]] = {
    "resignation": resigned,
    "agreement": agreed,
    "time": run_out,
    "claim": claimed,
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("turns", range(5))
def test_a_game_that_ended_before_both_had_made_two_turns_is_void(room: Room, end: str, turns: int) -> None:
    game = a_rated_game(room, *TURNS[:turns], late=Late.CLAIM if end == "claim" else Late.LOSE)

    ENDS[end](game)
    count(room)

    assert bool(days_of(room)) == (turns == 4)


@pytest.mark.parametrize(("searched", "counts"), [((), False), (("C1",), False), (("C1", "C2"), True)])
def test_a_sealed_choice_is_a_turn(room: Room, searched: tuple[str, ...], *, counts: bool) -> None:
    game = a_rated_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0)
    game.play("hide B1", seat=1)
    for turn in searched:
        game.play(turn)

    resigned(game)
    count(room)

    assert bool(days_of(room, "hide")) == counts


@pytest.mark.parametrize("result", ["first", "second", "draw", "none"])
def test_a_result_that_organisers_set_for_a_game_that_runs_moves_nothing(room: Room, result: str) -> None:
    season = running.a_running_season(room)
    season.begin("Ada-Bob")

    rule(season, result)
    count(room)

    assert not days_of(room)


@pytest.mark.parametrize(
    ("result", "is_forfeit"), [("second", False), ("second", True), ("draw", False), ("none", False)]
)
def test_a_result_that_organisers_set_for_a_game_that_was_played_leaves_ratings_as_played(
    room: Room, result: str, *, is_forfeit: bool
) -> None:
    season = running.a_running_season(room)
    season.begin("Ada-Bob")
    season.resign("Ada-Bob", 1)
    count(room)
    played = days_of(room)
    assert played

    rule(season, result, is_forfeit=is_forfeit)
    count(room)
    assert days_of(room) == played
    with room.workshop.look() as reader:
        assert not compare(reader).differing

    version = next(row["version"] for row in room.rows(Game) if row["id"] == season.games["Ada-Bob"].id)
    with room.workshop.open() as uow:
        UndoResult(season.games["Ada-Bob"].id).carry_out(uow, ActRequest(season.organiser, running.REASON, version))
    count(room)
    assert days_of(room) == played


def test_a_game_that_changed_hands_moves_nothing(room: Room) -> None:
    season = running.a_running_season(room)
    season.begin("Ada-Bob")
    room.player("Eve")

    replaced(season, "Ada", "Eve")
    season.resign("Ada-Bob", 1)
    count(room)

    assert not days_of(room)


def test_what_was_counted_by_earlier_rules_is_counted_anew_after_an_upgrade(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    games = {
        "early": Ended(0, ada, bob),
        "whole": Ended(0, ada, cy),
        "ruled": Ended(1, bob, cy),
        "agreed": Ended(2, cy, ada, None),
        "after": Ended(3, ada, bob),
    }
    reasons = {"early": "resignation", "ruled": "adjudicated", "agreed": "agreement"}
    # The earlier rules counted all of these; and so they stand, once their real ends are written over.
    write(room, games)
    count(room)
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    with room.workshop.open() as uow:
        for game_id, reason in reasons.items():
            uow.connection.execute(update(GAME).where(GAME.c.id == game_id).values(reason=reason))
        uow.connection.execute(update(table(Conduct)).values(kept=4, games=4))
        config.attributes["connection"] = uow.connection
        command.downgrade(config, "0011")
        uow.connection.execute(text("UPDATE game SET counted_at = ended_at"))
        uow.connection.execute(text("DELETE FROM conduct_due"))

    upgrade(room.database)
    count(room)

    assert days_of(room) == from_the_beginning(
        {game_id: replace(ended, reason=reasons.get(game_id, "line")) for game_id, ended in games.items()}
    )
    assert [(row["player_id"], row["kept"], row["games"]) for row in room.rows(Conduct)] == [
        (ada, 2, 2),
        (bob, 1, 1),
        (cy, 1, 1),
    ]


def rule(season: running.RunningSeason, result: str, *, is_forfeit: bool = False) -> None:
    """Let the organiser set the result of the game of Ada and Bob."""
    game_id = season.games["Ada-Bob"].id
    version = next(row["version"] for row in season.room.rows(Game) if row["id"] == game_id)
    act, request = SetResult(game_id, result, is_forfeit), ActRequest(season.organiser, running.REASON, version)
    with season.room.workshop.open() as uow:
        act.carry_out(uow, request)
