"""The large databases of benchmarks, in small: what its games are made of, and that it can be cut off at any time."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from corr.administration.verification import verify_games
from corr.base.uow import Reader, Workshop
from corr.demo import set_up_demo
from corr.game.game_row import GAME, SEAT, GameRow, get_game_row
from corr.games.registry import Registry
from corr.leagues.show_games import people
from corr.play.deadlines import enforce_next_deadline
from corr.play.game_lists import my_games
from corr.play.public_games import PAGE, GamesWanted, public_games
from corr.play.turn_log import track_of, turns_of
from corr.play.views import game_view
from corr.players.profiles import demo_players
from corr.store.base import Row, table
from corr.store.db import Database
from corr.store.tables.games import Game, Turn
from corr.store.tables.player_accounts import Player
from tests.bench._bulk_insert import without_indexes
from tests.bench._crowd import add_crowd
from tests.bench._game_copies import TABLES
from tests.bench._model_games import DemoGamesWish
from tests.fakes import FakeClock
from tests.worlds import KINDS, contents, copied_database, empty_database

pytestmark = pytest.mark.slow

_GAMES = 40
_SMALL = DemoGamesWish(_GAMES, turns=6, models=20)
_SCHEMA = """
SELECT indexdef FROM pg_indexes UNION
SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
"""
_IS_IN_TIME = SEAT.c.lapsed_at.is_(None)
"""In one of the few games that a demo begins with, a player is late already."""


@pytest.fixture
def clock() -> FakeClock:
    """The clock of the demo."""
    return FakeClock()


@pytest.fixture(scope="module", params=KINDS)
def few_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A demo of the usual few games, to be copied."""
    with empty_database(request, request.param, tmp_path_factory.mktemp("few")) as url:
        with closing(Database(url)) as database:
            set_up_demo(_workshop(database, FakeClock()), lambda token: f"r+{token}@play.example")
        yield url


@pytest.fixture(scope="module")
def crowd_url(request: pytest.FixtureRequest, few_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same with a crowd, to be copied or looked at."""
    with copied_database(request, few_url, tmp_path_factory.mktemp("crowd")) as url:
        with closing(Database(url)) as database:
            _fill(_workshop(database, FakeClock()))
        yield url


@pytest.fixture
def few(request: pytest.FixtureRequest, few_url: str, clock: FakeClock, tmp_path: Path) -> Iterator[Workshop]:
    """A demo of the usual few games."""
    with copied_database(request, few_url, tmp_path) as url, closing(Database(url)) as database:
        yield _workshop(database, clock)


@pytest.fixture
def crowd(request: pytest.FixtureRequest, crowd_url: str, clock: FakeClock, tmp_path: Path) -> Iterator[Workshop]:
    """A demo with a crowd."""
    with copied_database(request, crowd_url, tmp_path) as url, closing(Database(url)) as database:
        yield _workshop(database, clock)


@pytest.fixture
def shown(crowd_url: str, clock: FakeClock) -> Iterator[Workshop]:
    """A demo with a crowd that is only looked at."""
    with closing(Database(crowd_url)) as database:
        found = _workshop(database, clock)
        before = contents(found)
        yield found
        assert contents(found) == before


def _workshop(database: Database, clock: FakeClock) -> Workshop:
    return Workshop(database, clock, Registry.discover(), b"secret")


def _fill(workshop: Workshop, wish: DemoGamesWish = _SMALL) -> list[int]:
    return list(add_crowd(workshop, wish))


def _count(workshop: Workshop, of: type[Row]) -> int:
    with workshop.look() as reader:
        return int(reader.connection.execute(select(func.count()).select_from(table(of))).scalar_one())


def _standings(reader: Reader) -> list[GameRow]:
    ids = reader.connection.execute(select(GAME.c.id)).scalars()
    return [get_game_row(reader, game_id) for game_id in ids]


def test_a_crowd_adds_as_many_games_as_are_wished_for(few: Workshop) -> None:
    before = _count(few, Game)

    steps = _fill(few)

    assert (steps[0], steps[-1]) == (0, _GAMES)
    assert _count(few, Game) - before == _GAMES


def test_indexes_that_slow_filling_down_are_there_again_afterwards(
    request: pytest.FixtureRequest, few_url: str, clock: FakeClock, tmp_path: Path
) -> None:
    with copied_database(request, few_url, tmp_path) as url, closing(Database(url)) as database:
        before = _indexes(database)

        with without_indexes(database, TABLES):
            meanwhile = _indexes(database)
            _fill(_workshop(database, clock))

        assert database.is_sqlite or len(meanwhile) < len(before)
        assert _indexes(database) == before


def _indexes(database: Database) -> set[str]:
    """All indexes and constraints, as statements."""
    asked = "SELECT sql FROM sqlite_master WHERE type = 'index'" if database.is_sqlite else _SCHEMA
    with database.reading() as connection:
        return set(connection.execute(text(asked)).scalars())


def test_every_game_of_a_crowd_stands_where_its_log_leads(shown: Workshop) -> None:
    with shown.look() as reader:
        for game_row in _standings(reader):
            track = track_of(game_row.rules(reader), turns_of(reader, game_row.id))
            assert game_row.rules(reader).format_position(track.position) == game_row.position
            assert track.rounds + 1 == game_row.turn_number


def test_a_crowd_is_found_to_be_in_order(shown: Workshop) -> None:
    findings = list(verify_games(shown))

    assert findings == []


def test_running_and_finished_games_of_every_kind_are_mixed(shown: Workshop) -> None:
    with shown.look() as reader:
        found = _standings(reader)
    assert {game_row.ruleset for game_row in found} == {info.ruleset for info in Registry.discover().games()}
    assert {game_row.is_over for game_row in found} == {False, True}
    assert {"resignation", "time", "agreement"} <= {game_row.reason for game_row in found}


def test_no_clock_of_a_crowd_has_anything_to_do_at_first(shown: Workshop) -> None:
    with shown.look() as reader:
        clocks = [SEAT.c.due_at, SEAT.c.remind_at]
        nearest = reader.connection.execute(select(*map(func.min, clocks)).where(_IS_IN_TIME)).one()
        latest = reader.connection.execute(select(func.max(GAME.c.changed_at))).scalar_one()
    assert min(nearest) >= shown.now()
    assert latest <= shown.now()


def test_deadlines_of_a_crowd_lie_days_apart_and_are_enforced(crowd: Workshop, clock: FakeClock) -> None:
    with crowd.look() as reader:
        first, last = reader.connection.execute(
            select(func.min(SEAT.c.due_at), func.max(SEAT.c.due_at)).where(_IS_IN_TIME)
        ).one()

    # Mails that wait in a demo hold deadlines up for an hour.
    clock.move(first - clock.now() + timedelta(hours=2))
    with crowd.open() as uow:
        ended = enforce_next_deadline(uow)

    assert last - first > timedelta(days=3)
    assert ended is not None
    with crowd.look() as reader:
        assert get_game_row(reader, ended).is_over


def test_pages_show_the_games_of_a_crowd(shown: Workshop) -> None:
    with shown.look() as reader:
        first_player = demo_players(reader)[0].id
        mine = my_games(reader, first_player)
        watched = public_games(reader, GamesWanted())
        views = [game_view(reader, line.id, first_player) for line in mine.your_turn + mine.over.items]
    assert len(mine.your_turn + mine.their_turn) > 5
    assert len(watched.items) == PAGE
    assert {view.you for view in views} == {0, 1}


def test_a_second_run_changes_nothing(crowd: Workshop) -> None:
    before = [_count(crowd, rows) for rows in (Game, Turn, Player)]

    steps = _fill(crowd)

    assert steps == [_GAMES]
    assert [_count(crowd, rows) for rows in (Game, Turn, Player)] == before


def test_a_run_that_was_cut_off_goes_on_where_it_was(few: Workshop) -> None:
    steps = add_crowd(few, replace(_SMALL, bundle=3))
    reached = [next(steps), next(steps)]
    steps.close()
    before = _count(few, Game)

    more = _fill(few)

    assert reached == [0, 3]
    assert 0 < more[0] < _GAMES
    assert more[-1] == _GAMES
    assert _count(few, Game) - before == _GAMES - more[0]


def test_a_crowd_grows_when_more_games_are_wished_for(crowd: Workshop) -> None:
    steps = _fill(crowd, DemoGamesWish(_GAMES + 7, turns=6, models=20))

    assert (steps[0], steps[-1]) == (_GAMES, _GAMES + 7)


def test_no_two_people_of_a_crowd_can_be_taken_for_each_other() -> None:
    found = people(5_000)

    assert len({name.look_key for name, _ in found}) == len({address for _, address in found}) == 5_000
