"""How often a position has occurred: counted by the database, the same as by replaying."""

from collections.abc import Iterator

import pytest

from corr.game.game_row import times_seen
from corr.games.registry import Registry
from corr.games.replay import repeat_digest
from corr.play.turn_log import track_of, turns_of
from tests.playing import Room, a_game, a_room

AGAIN = ("C4-C3", "H4-H3", "C3-C4", "H3-H4")


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    with a_room(sqlite_url) as made:
        yield made


def test_the_start_counts_as_an_occurrence(room: Room) -> None:
    game = a_game(room, ruleset="kelasu/1")
    rules = Registry.discover().get_rules("kelasu/1")

    with room.workshop.look() as reader:
        assert times_seen(reader, game.id, rules, repeat_digest(rules, rules.start())) == 2


def test_counting_agrees_with_replaying(room: Room) -> None:
    game = a_game(room, "B4-C4", "I4-H4", *AGAIN, *AGAIN[:2], ruleset="kelasu/1")
    rules = Registry.discover().get_rules("kelasu/1")

    with room.workshop.look() as reader:
        track = track_of(rules, turns_of(reader, game.id))
        counted = times_seen(reader, game.id, rules, repeat_digest(rules, track.position))

    assert counted - 1 == track.occurrences[rules.repetition_key(track.position)] == 2


def test_a_game_without_repetition_counts_one(room: Room) -> None:
    game = a_game(room, "A1")
    rules = room.workshop.registry.get_rules("tiny/1")

    with room.workshop.look() as reader:
        assert times_seen(reader, game.id, rules, repeat_digest(rules, rules.start())) == 1
    assert repeat_digest(rules, rules.start()) is None
