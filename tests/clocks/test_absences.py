"""Whether a player who lost on time was absent, which is kept with the deadline when the game ends."""

from datetime import datetime, timedelta

import pytest
from alembic import command
from alembic.config import Config

from corr.administration.game_freezes import FreezeOrder, freeze, thaw
from corr.core.pace import Late
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult, UndoResult
from corr.play.deadlines import enforce_deadline_of
from corr.resources import migrations_folder
from corr.store.migrate import upgrade
from corr.store.tables.games import Game
from tests.clocks.ticking import claim, enforce
from tests.leagues import running
from tests.leagues.acts.test_replacing import replaced
from tests.leagues.acts.test_withdrawing import withdrawn
from tests.playing import STRICT, Room, TestGame, a_game, another_game, terms

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
SLOW = terms("30d/turn", leave=False)
TO_CLAIM = terms("3d/turn", late=Late.CLAIM, leave=False)

Loss = tuple[datetime | None, bool]
"""The deadline by which a game was lost, and whether its loser was absent."""


def loss(room: Room, game_id: str) -> Loss:
    (row,) = (row for row in room.rows(Game) if row["id"] == game_id)
    return row["ran_out_at"], row["loser_was_absent"]


def begun(room: Room) -> TestGame:
    """A game in which Ada owes her second turn."""
    return a_game(room, "A1", "C3", agreed=STRICT)


def elsewhere(room: Room, game: TestGame, ruleset: str = "tiny/1") -> TestGame:
    """A slow game of the same two, in which nobody has made a turn."""
    return another_game(room, game.players, ruleset=ruleset, agreed=SLOW)


@pytest.mark.both_databases
def test_whoever_hands_in_nothing_while_the_clock_runs_is_absent(room: Room) -> None:
    game = begun(room)
    deadline = room.clock.now() + 3 * DAY
    room.clock.move(3 * DAY + HOUR)

    enforce(room)

    assert loss(room, game.id) == (deadline, True)


@pytest.mark.both_databases
@pytest.mark.parametrize(("ruleset", "text"), [("tiny/1", "A1"), ("hide/1", "hide A1")])
def test_a_turn_in_another_game_shows_that_its_player_was_there_even_if_it_waits_sealed(
    room: Room, ruleset: str, text: str
) -> None:
    game = begun(room)
    other = elsewhere(room, game, ruleset)
    room.clock.move(DAY)
    other.play(text, seat=0)
    room.clock.move(3 * DAY)

    enforce(room)

    assert loss(room, game.id)[1] is False


@pytest.mark.both_databases
def test_a_turn_of_the_other_player_or_one_from_before_the_clock_began_shows_nothing(room: Room) -> None:
    first = a_game(room, agreed=SLOW)
    other = elsewhere(room, first)
    other.play("A1")
    game = another_game(room, first.players, "A1", "C3", agreed=STRICT)
    room.clock.move(DAY)
    other.play("B1", seat=1)
    room.clock.move(3 * DAY)

    enforce(room)

    assert loss(room, game.id)[1] is True


def test_a_turn_in_a_game_that_has_ended_meanwhile_counts_too_but_none_in_one_that_ended_before(room: Room) -> None:
    whole = ("A1", "B1", "A2", "B2", "A3")
    before = a_game(room, *whole, agreed=SLOW)
    games = [another_game(room, before.players, "A1", "C3", agreed=STRICT)]
    room.clock.move(4 * DAY)
    enforce(room)
    games.append(another_game(room, before.players, "A1", "C3", agreed=STRICT))
    another_game(room, before.players, *whole, agreed=SLOW)
    room.clock.move(4 * DAY)

    enforce(room)

    assert [loss(room, game.id)[1] for game in games] == [True, False]


def test_a_claimed_game_has_the_deadline_that_passed_and_counts_turns_until_the_claim(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    deadline = room.clock.now() + 3 * DAY
    back, away = elsewhere(room, game), another_game(room, game.players, agreed=TO_CLAIM)
    away.play("A1")
    away.play("C3")
    room.clock.move(5 * DAY)
    enforce(room)

    claim(away, 1)
    back.play("A1")
    claim(game, 1)

    assert loss(room, away.id)[1] is True
    assert loss(room, game.id) == (deadline, False)


def test_a_game_that_nobody_claims_is_lost_by_the_same_deadline(room: Room) -> None:
    game = a_game(room, "A1", "C3", agreed=TO_CLAIM)
    deadline = room.clock.now() + 3 * DAY
    for _ in range(50):
        room.clock.move(DAY)
        enforce(room)

    assert game.view().reason == "time"
    assert loss(room, game.id) == (deadline, True)


@pytest.mark.parametrize("turns", [(), ("A1",)])
def test_a_game_that_nobody_loses_has_neither(room: Room, turns: tuple[str, ...]) -> None:
    game = a_game(room, *turns, agreed=STRICT)
    room.clock.move(4 * DAY)

    enforce(room)

    assert game.view().reason == "cancelled"
    assert loss(room, game.id) == (None, False)


def test_a_game_in_which_both_times_run_out_at_once_has_neither(room: Room) -> None:
    game = a_game(room, ruleset="hide/1", agreed=STRICT)
    room.clock.move(4 * DAY)

    enforce(room)

    assert game.view().winner is None
    assert loss(room, game.id) == (None, False)


@pytest.mark.both_databases
def test_a_first_turn_in_a_league_that_was_never_made_is_lost_by_its_deadline(room: Room) -> None:
    season = running.a_running_season(room, "Ada Bob Cleo", pace="3d/turn")
    deadline = room.clock.now() + 3 * DAY
    season.games["Bob-Cleo"].play("A1")
    room.clock.move(3 * DAY + HOUR)

    enforce(room)

    assert season.games["Ada-Bob"].view().reason == "forfeit"
    assert loss(room, season.games["Ada-Bob"].id) == (deadline, True)


def test_a_withdrawal_is_no_loss_on_time(room: Room) -> None:
    season = running.a_running_season(room)
    season.begin("Ada-Bob")

    withdrawn(season, "Ada")

    assert {loss(room, game.id) for game in season.games.values()} == {(None, False)}


@pytest.mark.parametrize("is_theirs", [True, False])
def test_turns_of_whoever_had_the_seat_before_are_not_those_of_the_player_who_took_it_over(
    room: Room, *, is_theirs: bool
) -> None:
    season = running.a_running_season(room, pace="30d/turn")
    eve, other = room.player("Eve"), room.player("Fay")
    game = another_game(room, (eve, other), "A1", "C3", agreed=STRICT)
    season.games["Ada-Bob"].play("A1")
    replaced(season, "Ada", "Eve")
    if is_theirs:
        room.clock.move(HOUR)
        taken_over = TestGame(room, season.games["Ada-Cleo"].id, (eve, season.players["Cleo"]))
        taken_over.play("A1")
    room.clock.move(4 * DAY)

    enforce(room)

    assert loss(room, game.id)[1] is not is_theirs


def test_what_an_organiser_decides_changes_neither(room: Room) -> None:
    season = running.a_running_season(room)
    season.begin("Ada-Bob")
    game = season.games["Ada-Bob"]
    room.clock.move(4 * DAY)
    with room.workshop.open() as uow:
        enforce_deadline_of(uow, game.id)
    before = loss(room, game.id)
    assert before[0] is not None

    for act in (SetResult(game.id, "first"), UndoResult(game.id)):
        version = next(row["version"] for row in room.rows(Game) if row["id"] == game.id)
        with room.workshop.open() as uow:
            act.carry_out(uow, ActRequest(season.organiser, running.REASON, version))
        assert loss(room, game.id) == before


@pytest.mark.both_databases
def test_of_older_games_the_same_is_worked_out_at_an_upgrade(room: Room) -> None:
    season = running.a_running_season(room, pace="3d/turn")
    season.begin("Ada-Bob")
    players = (room.player("Eve"), room.player("Fay"))
    sealed = another_game(room, (players[0], season.players["Bob"]), ruleset="hide/1", agreed=SLOW)
    to_claim = another_game(room, players, "A1", "C3", agreed=TO_CLAIM)
    idle = another_game(room, players, "A1", "C3", agreed=STRICT)
    replaced_seat = another_game(room, (players[1], season.players["Cleo"]), "A1", "C3", agreed=STRICT)
    room.clock.move(DAY)
    sealed.play("hide A1", seat=0)
    season.games["Ada-Cleo"].play("A1")
    replaced(season, "Ada", "Fay")
    frozen = another_game(room, (season.players["Dan"], room.player("Gus")), "A1", "C3", agreed=STRICT)
    season.games["Bob-Dan"].play("A1")
    season.games["Bob-Dan"].play("C3")
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(frozen.id, running.REASON, season.organiser))
    room.clock.move(DAY)
    with room.workshop.open() as uow:
        thaw(uow, FreezeOrder(frozen.id, running.REASON, season.organiser))
    for _ in range(8):
        room.clock.move(DAY)
        enforce(room)
    claim(to_claim, 1)
    kept = {row["id"]: loss(room, row["id"]) for row in room.rows(Game)}
    assert kept[idle.id][1] is False
    assert kept[replaced_seat.id][1] is True
    assert kept[frozen.id][1] is True

    migrate_from("0041", room)

    for game_id, (deadline, was_absent) in kept.items():
        worked_out = loss(room, game_id)
        assert worked_out[1] is was_absent
        # Where the deadline was not written down, the end is as near as it can be known.
        assert (worked_out[0] is None) == (deadline is None)
        assert deadline is None or worked_out[0] is None or timedelta() <= worked_out[0] - deadline <= DAY
    assert loss(room, to_claim.id) == kept[to_claim.id]


def migrate_from(layout: str, room: Room) -> None:
    """Take the layout back to an older one, and bring it up to date again."""
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    with room.workshop.open() as uow:
        config.attributes["connection"] = uow.connection
        command.downgrade(config, layout)
    upgrade(room.database)
