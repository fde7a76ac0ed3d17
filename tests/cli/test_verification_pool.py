"""Verification by several processes: the same findings in the same order, and a plain end however it comes."""

from datetime import timedelta
from multiprocessing import active_children

import pytest
from sqlalchemy import insert, text

from corr.administration.cases import id_ranges
from corr.administration.verification import verify_games
from corr.cli.verify import VerificationPool
from corr.errors import ConflictError
from corr.store.base import table
from corr.store.tables.clocks import Outage
from tests.administration.test_verifying import damage
from tests.playing import Room, a_game, a_room, another_game

pytestmark = [pytest.mark.slow]

DAY = timedelta(days=1)


@pytest.fixture
def games(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A place with 240 games, every twentieth damaged, and two outages, as the processes of a command see it."""
    be_found(room, monkeypatch)
    first = a_game(room, ruleset="kelasu/1")
    made = [another_game(room, first.players, ruleset="kelasu/1") for _ in range(239)]
    for game in made[::20]:
        damage(room, "UPDATE game SET last_squares = 'A9' WHERE id = :game", game=game.id)
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Outage)), [{"began_at": uow.now - days * DAY} for days in (1, 2)])
    return room


@pytest.mark.both_databases
def test_two_processes_find_what_one_finds_in_the_same_order(games: Room) -> None:
    counts: list[int] = []

    shared = list(verify_games(games.workshop, on_progress=counts.append, verify_each=VerificationPool(2, least=1)))

    assert shared == list(verify_games(games.workshop))
    assert len([finding for finding in shared if finding.game_id]) == 12
    # What belongs to no game comes last, though it is begun first.
    assert "More than one outage" in shared[12].sentence
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


def test_what_takes_long_beside_the_games_holds_up_neither_them_nor_an_end(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_room(postgresql_url) as room, room.database.engine.connect() as other:
        be_found(room, monkeypatch)
        a_game(room)
        with room.workshop.look() as reader:
            ranges = id_ranges(reader)
        # Nobody can look for references of these rows, and no game needs them.
        other.execute(text("LOCK TABLE feed_token"))
        verified = VerificationPool(2, least=1)(room.workshop, [*ranges * 6, None])

        counts = [next(verified).games for _ in range(6)]
        children = active_children()
        verified.close()

        assert counts == [1] * 6
        assert len(children) == 1
        for child in children:
            child.join(10)
            assert child.exitcode is not None


def be_found(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes of a command find the place."""
    monkeypatch.setenv("CORR_DATABASE_URL", room.database.url)
    monkeypatch.setenv("CORR_SECRET", "x" * 64)
