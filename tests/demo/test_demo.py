"""What a demo begins with, and that a second start leaves it as it was played."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from corr.administration.reports import open_reports
from corr.base.uow import Workshop
from corr.core.pace import Late
from corr.demo import PLAYERS, set_up_demo
from corr.demo.demo_leagues import GUESTS
from corr.errors import NotAllowedError
from corr.game.game_row import get_game_row
from corr.games.game_files import shown_turns
from corr.games.registry import Registry
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import get_season_numbered
from corr.play.followed_facts import latest_news
from corr.play.game_lists import my_games
from corr.play.proposals import open_challenges
from corr.play.public_games import GamesWanted, public_games
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.listing import LISTED, list_next
from corr.players.profiles import demo_players, make_player
from corr.states import SeasonState
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.clocks import Setting
from tests.fakes import FakeClock
from tests.worlds import copied_database, empty_database

_RUNNING_TURN = 7
"""The turn that is due in the game that begins the readme's walk."""
_ENDS = 4
"""How many ways to end a game there are at least: by the rules, by resigning, by agreement and by time."""


def _reply_address(token: str) -> str:
    return f"r+{token}@play.example"


@pytest.fixture(scope="module")
def demo_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A demo as it begins, to be copied; `test_crowd.py` makes one on PostgreSQL, too."""
    with empty_database(request, "sqlite", tmp_path_factory.mktemp("begun")) as url:
        with closing(Database(url)) as database:
            set_up_demo(_workshop(database), _reply_address)
        yield url


@pytest.fixture
def demo(request: pytest.FixtureRequest, demo_url: str, tmp_path: Path) -> Iterator[Workshop]:
    """A demo as it begins."""
    with copied_database(request, demo_url, tmp_path) as url, closing(Database(url)) as database:
        yield _workshop(database)


def _workshop(database: Database) -> Workshop:
    return Workshop(database, FakeClock(), Registry.discover(), b"secret")


@pytest.fixture
def workshop(database_url: str) -> Iterator[Workshop]:
    """A workshop on an empty database."""
    database = Database(database_url)
    yield _workshop(database)
    database.close()


def test_a_demo_has_players_whom_anybody_may_be(demo: Workshop) -> None:
    with demo.look() as reader:
        assert [player.name for player in demo_players(reader)] == [player.name for player in PLAYERS]


def test_a_demo_has_running_games_of_every_kind_finished_ones_and_an_open_challenge(demo: Workshop) -> None:
    with demo.look() as reader:
        ada = demo_players(reader)[0]
        games = my_games(reader, ada.id)
        incoming, outgoing = open_challenges(reader, ada.id)
    every = {info.title for info in Registry.discover().games()}
    assert {game.title for game in games.your_turn} == every
    assert {game.turn_number for game in games.your_turn} >= {1, 7, 11, 12}
    assert len(games.over.items) > 2
    assert (len(incoming), len(outgoing)) == (1, 0)


def test_a_demo_shows_what_time_can_be_like_in_a_game(demo: Workshop) -> None:
    with demo.look() as reader:
        ada, _, cleo = demo_players(reader)
        games = my_games(reader, ada.id)
        game_rows = [get_game_row(reader, game.id) for game in games.your_turn + games.their_turn]
        gone = [seat for game_row in game_rows for seat in game_row.seats if seat.player_id == cleo.id]
    terms = [game_row.terms for game_row in game_rows]
    late = [game_row.late for game_row in terms]
    assert any(known.has_weekends_off for known in terms)
    assert any(known.pace.is_untimed for known in terms)
    assert late.count(Late.CLAIM) == 1
    assert [seat.lapsed_at is not None for game_row in game_rows for seat in game_row.seats].count(True) == 1
    assert [seat.is_due for seat in gone] == [True]
    assert [game.opponent_away_until is not None for game in games.their_turn].count(True) == 1


def test_a_demo_has_a_report_to_decide_and_news_of_what_ada_follows_the_latest_first(demo: Workshop) -> None:
    with demo.look() as reader:
        ada, _, cleo = demo_players(reader)
        (report,) = open_reports(reader, ada.id)
        moments = [row.at for row in reader.connection.execute(latest_news(ada.id))]
    assert (report.by_name, report.may_decide, bool(report.evidence)) == (cleo.name, True, True)
    assert len(set(moments)) > 1
    assert moments == sorted(moments, reverse=True)


def test_a_demo_looks_alive(demo: Workshop) -> None:
    with demo.look() as reader:
        running = public_games(reader, GamesWanted(), size=100).items
        over = public_games(reader, GamesWanted(is_over=True), size=100).items
        boards = [get_game_row(reader, game.id).position for game in running if game.last_turn_at is not None]
    assert len([game for game in running if game.last_turn_at is None]) <= len(Registry.discover().games())
    assert len(set(boards)) == len(boards)
    registry = Registry.discover()
    all_rules = [registry.get_rules_of_game(info.game) for info in registry.games()]
    shown = {rules.info.title for rules in all_rules if len(shown_turns(rules)) > 1}
    assert shown <= {game.title for game in over} <= {game.title for game in running}
    assert len({game.outcome_words.partition(": ")[2] for game in over}) >= _ENDS
    assert len({game.last_turn_at for game in running if game.last_turn_at is not None}) > len(running) / 2


def test_everybody_in_a_demo_was_there_this_week(demo: Workshop) -> None:
    with demo.open() as uow:
        while list_next(uow):
            pass
        days = uow.connection.execute(select(LISTED.c.active_on).where(LISTED.c.game == "")).scalars().all()
    assert len(days) == len(PLAYERS) + len(GUESTS)
    assert min(days) > (uow.now - timedelta(days=7)).date()


def test_a_second_start_keeps_what_was_played(demo: Workshop) -> None:
    with demo.open() as uow:
        ada = demo_players(uow)[0].id
        game_id = next(game.id for game in my_games(uow, ada).your_turn if game.turn_number == _RUNNING_TURN)
        submit_turn(uow, SubmitTurn(game_id, ada, _RUNNING_TURN, "D5xH9", door="web", received_at=uow.now))

    was_new = set_up_demo(demo, _reply_address)

    with demo.look() as reader:
        games = my_games(reader, ada)
    assert not was_new
    assert game_id not in {game.id for game in games.your_turn}
    assert _RUNNING_TURN + 1 in {game.turn_number for game in games.their_turn}


def test_whoever_comes_while_a_demo_is_made_waits_as_long_as_it_takes(postgresql_url: str) -> None:
    impatient = Database(f"{postgresql_url}&options=-c lock_timeout=100", limit=0.1)
    workshop = Workshop(impatient, FakeClock(), Registry.discover(), b"secret")
    with closing(impatient), closing(Database(postgresql_url)) as first, ThreadPoolExecutor(1) as thread:
        with first.writing() as connection:
            connection.execute(insert(table(Setting)).values(name="demo", value="yes"))
            second = thread.submit(set_up_demo, workshop, _reply_address)
            with suppress(TimeoutError):
                second.result(0.5)

        assert not second.result(60)


@pytest.mark.both_databases
def test_a_service_with_real_players_becomes_no_demo(workshop: Workshop) -> None:
    with workshop.open() as uow:
        make_player(uow, "Ann", "ann@example.org", "UTC", is_demo=False)

    with pytest.raises(NotAllowedError):
        set_up_demo(workshop, _reply_address)

    with workshop.look() as reader:
        assert demo_players(reader) == ()


def test_a_demo_has_a_league_in_the_middle_of_a_season_and_one_to_join(demo: Workshop) -> None:
    with demo.look() as reader:
        cup = get_season_numbered(reader, "autumn-cup", 1)
        divisions = division_tables(reader, cup)
        winter = get_season_numbered(reader, "winter-league", 1)
    assert cup.is_running
    assert [len(division.entries) for division in divisions] == [6, 6]
    assert all(division.table.counted() and division.table.open() for division in divisions)
    assert winter.state is SeasonState.SIGN_UP
