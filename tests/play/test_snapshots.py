"""Earlier positions: kept beside the log every 25 turns, and the same as if the whole log were replayed."""

import pytest

from corr.administration.verification import repair, verify_games
from corr.errors import ConflictError
from corr.games.registry import Registry
from corr.store.tables.games import Turn
from tests.administration.test_verifying import damage
from tests.play.test_records_of_all_games import played
from tests.playing import Room, TestGame, a_game, a_room
from tests.wandering import wandering

_FORGET = "UPDATE turn SET position = NULL"
_RULESETS = sorted(info.ruleset for info in Registry.discover().rulesets())


def kept(game: TestGame) -> dict[int, str]:
    """The snapshots in the log, by the numbers of their turns."""
    return {row["number"]: row["position"] for row in game.room.rows(Turn) if row["position"] is not None}


def boards(game: TestGame) -> list[object]:
    """All earlier positions as each viewer is shown them."""
    numbers, viewers = range(1, game.view().turn_number), (None, *game.players)
    views = [game.view(viewer, at_turn=number) for number in numbers for viewer in viewers]
    return [(view.scene, view.position, view.course, view.turns) for view in views]


@pytest.mark.parametrize("ruleset", _RULESETS)
def test_earlier_boards_are_the_same_without_snapshots(sqlite_url: str, ruleset: str) -> None:
    with a_room(sqlite_url) as room:
        game = played(room, ruleset, 3)
        shown = boards(game)
        numbers = list(kept(game))

        damage(room, _FORGET)

        assert numbers == list(range(25, game.view().turn_number, 25))
        assert boards(game) == shown


@pytest.mark.both_databases
def test_a_snapshot_that_differs_from_the_log_is_found_and_written_anew(room: Room) -> None:
    game = a_game(room, *wandering(52), ruleset="kelasu/1", pace="30d/turn")
    before, shown = kept(game), game.view(at_turn=52).position
    damage(room, "UPDATE turn SET position = 'other' WHERE number IN (50, 51)")

    found = [finding.sentence for finding in verify_games(room.workshop)]
    with room.workshop.open() as uow:
        said = repair(uow, game.id)

    assert found == ["An earlier board is not the one that the log leads to, first after turn 50."]
    assert said == "Written anew from the log: 2 earlier boards."
    assert (kept(game), list(verify_games(room.workshop))) == (before, [])
    assert game.view(at_turn=52).position == shown


def test_a_snapshot_that_describes_no_position_is_not_quoted(room: Room) -> None:
    game = a_game(room, *wandering(27), ruleset="kelasu/1", pace="30d/turn")
    damage(room, "UPDATE turn SET position = 'secret' || position WHERE number = 25")

    with pytest.raises(ConflictError, match=r"^This board cannot be worked out\. An administrator has to look"):
        game.view(at_turn=27)


def test_turns_of_earlier_versions_have_no_snapshots_and_get_them_by_a_repair(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        game = a_game(room, *wandering(27), ruleset="kelasu/1", pace="30d/turn")
        before = kept(game)
        damage(room, _FORGET)

        found = list(verify_games(room.workshop))
        with room.workshop.open() as uow:
            said = repair(uow, game.id)

        assert found == []
        assert (said, kept(game)) == ("Written anew from the log: 1 earlier board.", before)
