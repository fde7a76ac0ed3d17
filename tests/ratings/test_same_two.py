"""The same two: at most ten of their rated games in 90 days count, and both read so before the eleventh."""

from datetime import timedelta

import pytest

from corr.play.challenges import accept_challenge
from corr.play.lifecycle import NewGame, start_game, start_games
from corr.play.open_offers import offer_page, open_offers
from corr.play.proposals import challenge_page
from corr.ratings.rated_games import MOST_RATED, NOT_RATED_WORDS, WITHIN
from corr.store.tables.games import Game
from tests.play.proposing import propose
from tests.play.test_offers import offer
from tests.playing import Room, terms

COUNTS = "The result counts for both players’ ratings."


def begin(room: Room, one: int, other: int, *, is_rated: bool = True) -> bool:
    """Begin a game; whether it is rated."""
    new = NewGame("tiny/1", {}, terms("3d/turn"), (one, other), is_rated=is_rated)
    with room.workshop.open() as uow:
        game_id = start_game(uow, new)
    return next(bool(row["is_rated"]) for row in room.rows(Game) if row["id"] == game_id)


@pytest.mark.both_databases
def test_the_eleventh_rated_game_of_the_same_two_is_played_and_not_rated(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    pairs = [(ada, bob), (bob, ada)] * (MOST_RATED // 2)

    assert all(begin(room, *pair) for pair in pairs)

    assert not begin(room, ada, bob)
    assert not begin(room, bob, ada)
    assert begin(room, ada, cy)
    assert begin(room, cy, bob)


def test_games_that_are_not_rated_do_not_count(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    for _ in range(MOST_RATED + 1):
        begin(room, ada, bob, is_rated=False)

    assert begin(room, ada, bob)


def test_after_90_days_there_is_room_again(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    for _ in range(MOST_RATED):
        begin(room, ada, bob)
    room.clock.move(WITHIN - timedelta(hours=1))
    assert not begin(room, ada, bob)

    room.clock.move(timedelta(hours=1))

    assert begin(room, ada, bob)


@pytest.mark.both_databases
def test_games_that_begin_at_once_count_one_after_the_other(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    for _ in range(MOST_RATED - 1):
        begin(room, ada, bob)
    new = NewGame("tiny/1", {}, terms("3d/turn"), (bob, ada), is_rated=True)

    with room.workshop.open() as uow:
        first, second = start_games(uow, [new, new])

    rated = {row["id"]: bool(row["is_rated"]) for row in room.rows(Game)}
    assert (rated[first], rated[second]) == (True, False)


@pytest.mark.both_databases
def test_both_read_before_the_eleventh_that_it_is_not_rated(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    made = propose(room, ada, is_rated=True).id
    offered = offer(room, ada, is_rated=True)
    with room.workshop.look() as reader:
        assert challenge_page(reader, made, bob).terms[-1] == COUNTS
        assert offer_page(reader, offered, bob).terms[-1] == COUNTS
    for _ in range(MOST_RATED):
        begin(room, ada, bob)

    with room.workshop.look() as reader:
        assert challenge_page(reader, made, bob).terms[-1] == NOT_RATED_WORDS
        assert challenge_page(reader, made, ada).terms[-1] == NOT_RATED_WORDS
        assert offer_page(reader, offered, bob).terms[-1] == NOT_RATED_WORDS
        assert offer_page(reader, offered, cy).terms[-1] == COUNTS
        listed = {viewer: open_offers(reader, viewer).items[0].is_rated for viewer in (None, bob, cy)}
    assert listed == {None: True, bob: False, cy: True}
    with room.workshop.open() as uow:
        game_id = accept_challenge(uow, made, bob)
    assert not next(row["is_rated"] for row in room.rows(Game) if row["id"] == game_id)
