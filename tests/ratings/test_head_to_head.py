"""How the games of players ended, by game and by opponent."""

import pytest

from corr.ratings.head_to_head import Results, ResultsByGame, results_of
from corr.store.tables.ratings import HeadToHead
from tests.playing import Room, statements_of
from tests.ratings.building import Ended, change, count, write


def known(room: Room, player_id: int, viewer: int | None = None) -> ResultsByGame:
    """What is known of a player once everything is counted."""
    count(room)
    with room.workshop.look() as reader:
        return results_of(reader, player_id, viewer)


@pytest.mark.both_databases
def test_results_are_counted_by_game_and_by_opponent(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    write(
        room,
        {
            "a": Ended(0, ada, bob, 0),
            "b": Ended(1, bob, ada, 1, "time"),
            "c": Ended(1, ada, bob, None, "agreement"),
            "d": Ended(2, cy, ada, 0, "resignation", is_rated=False),
            "e": Ended(2, ada, bob, 1, game="kelasu"),
        },
    )

    found = known(room, ada, bob)

    assert found.all == {"tiny": Results(2, 1, 1), "kelasu": Results(0, 0, 1)}
    assert found.of_viewer == {"tiny": Results(0, 1, 2), "kelasu": Results(1, 0, 0)}
    assert known(room, bob, ada).of_viewer == {"tiny": Results(2, 1, 0), "kelasu": Results(0, 0, 1)}
    assert known(room, cy, bob) == ResultsByGame({"tiny": Results(1, 0, 0)}, {})


@pytest.mark.parametrize("reason", ["cancelled", "abandoned", "voided", "annulled"])
def test_a_game_without_a_result_is_no_draw(room: Room, reason: str) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {"a": Ended(0, ada, bob, None, reason)})

    assert known(room, ada, bob) == ResultsByGame({}, {})


@pytest.mark.both_databases
def test_a_result_that_changes_is_counted_as_it_is_now(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {"a": Ended(0, ada, bob, 0)})
    before = known(room, ada)

    change(room, "a", winner=1, reason="adjudicated")

    assert before.all == {"tiny": Results(1, 0, 0)}
    assert known(room, ada).all == {"tiny": Results(0, 0, 1)}
    assert room.count(HeadToHead) == 2


def test_all_is_read_by_one_statement_for_strangers_too(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {f"a{number}": Ended(0, ada, bob, 0) for number in range(4)})
    count(room)

    with room.workshop.look() as reader, statements_of(room) as asked:
        found = results_of(reader, ada, None)

    assert (found.all["tiny"].games, found.of_viewer, len(asked)) == (4, {}, 1)
