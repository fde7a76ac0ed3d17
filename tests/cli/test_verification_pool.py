"""Verification by several processes: the same findings in the same order, and a plain end if one of them dies."""

from multiprocessing import active_children

import pytest

from corr.administration.cases import id_ranges
from corr.administration.verification import verify_games
from corr.cli.verify import VerificationPool
from corr.errors import ConflictError
from tests.administration.test_verifying import damage
from tests.playing import Room, a_game, another_game

pytestmark = [pytest.mark.slow]


@pytest.fixture
def games(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A place with 240 games, of which every twentieth is damaged, as the processes of a command find it."""
    monkeypatch.setenv("CORR_DATABASE_URL", room.database.url)
    monkeypatch.setenv("CORR_SECRET", "x" * 64)
    first = a_game(room, ruleset="kelasu/1")
    made = [another_game(room, first.players, ruleset="kelasu/1") for _ in range(239)]
    for game in made[::20]:
        damage(room, "UPDATE game SET last_squares = 'A9' WHERE id = :game", game=game.id)
    return room


@pytest.mark.both_databases
def test_two_processes_find_what_one_finds_in_the_same_order(games: Room) -> None:
    counts: list[int] = []

    shared = list(verify_games(games.workshop, on_progress=counts.append, verify_each=VerificationPool(2, least=1)))

    assert shared == list(verify_games(games.workshop))
    assert len(shared) == 12
    assert sum(counts) == 240


def test_a_process_that_is_killed_ends_the_verification_in_a_sentence(games: Room) -> None:
    with games.workshop.look() as reader:
        ranges = id_ranges(reader)
    verified = VerificationPool(2)(games.workshop, ranges * 100)
    next(verified)
    for child in active_children():
        child.kill()

    with pytest.raises(ConflictError, match="--processes 1"):
        list(verified)
