"""Pages while the data is out of reach: they say so soon, nothing is half done, and afterwards all goes on."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

import pytest
from sqlalchemy import text
from werkzeug.test import TestResponse

from corr.store.db import Database
from corr.store.tables.games import Turn
from corr.store.tables.mails import Outbox
from corr.web.app_state import WebSettings
from tests.faults.conftest import LIMIT
from tests.faults.wire import Fault, Wire
from tests.playing import Room, TestGame, a_game, a_room
from tests.web.browsing import URL, Browser, Site, words

pytestmark = pytest.mark.slow

AWAY = "The service cannot read or store its data at this moment. Nothing was changed"
UNSURE = "it cannot know yet whether that was done"
SAFE = "send the same form once more: that is safe"
COMMIT = b"COMMIT\0"
IN_THE_MIDDLE = b"INSERT INTO turn"
HEARD = [Fault.STALL_AFTER, Fault.CUT_AFTER]
UNHEARD = [Fault.STALL_BEFORE, Fault.CUT_BEFORE]


@dataclass(frozen=True)
class Table:
    """A game on a site, and the browser of whoever is due."""

    game: TestGame
    browser: Browser
    csrf: str

    def hand_in(self) -> TestResponse:
        """Send the form with the turn."""
        return self.browser.post_raw(
            f"/games/{self.game.id}/turns", {"csrf": self.csrf, "turn": "1", "text": "B2", "act": "submit"}
        )

    def look(self) -> TestResponse:
        """Ask for the page of the game."""
        return self.browser.get(f"/games/{self.game.id}")


@pytest.fixture
def table(room: Room) -> Table:
    """A game over the wire."""
    return a_table(room)


def a_table(room: Room) -> Table:
    """A game whose first turn is due; everything about the player's browser is known already."""
    game = a_game(room)
    browser = Site(room, WebSettings(URL, patience=LIMIT)).browser(game.players[0])
    return Table(game, browser, browser.csrf())


@pytest.mark.parametrize("fault", Fault)
def test_a_fault_in_the_middle_of_a_turn_changes_nothing(wire: Wire, table: Table, fault: Fault) -> None:
    letters = len(table.game.room.rows(Outbox))
    wire.watch(IN_THE_MIDDLE, fault)

    page = table.hand_in()

    assert wire.struck.is_set()
    wire.heal()
    assert (page.status_code, AWAY in words(page)) == (503, True)
    assert page.headers["Retry-After"].isdigit()
    assert (table.game.room.count(Turn), len(table.game.room.rows(Outbox))) == (0, letters)
    assert table.game.view().turn_number == 1


@pytest.mark.parametrize("fault", Fault)
def test_a_page_whose_change_got_no_answer_says_that_nobody_can_know(wire: Wire, table: Table, fault: Fault) -> None:
    wire.watch(COMMIT, fault, after=IN_THE_MIDDLE)

    page = table.hand_in()

    assert wire.struck.is_set()
    wire.heal()
    assert page.status_code == 503
    assert UNSURE in words(page)
    assert SAFE in words(page)


@pytest.mark.parametrize("fault", HEARD)
def test_a_turn_whose_answer_was_lost_is_there_as_a_whole(wire: Wire, table: Table, fault: Fault) -> None:
    letters = len(table.game.room.rows(Outbox))
    wire.watch(COMMIT, fault, after=IN_THE_MIDDLE)

    table.hand_in()
    wire.heal()

    assert table.game.room.count(Turn) == 1
    assert len(table.game.room.rows(Outbox)) == letters + 1
    assert table.game.view().turn_number == 2


@pytest.mark.parametrize("fault", Fault)
@pytest.mark.parametrize("at", [IN_THE_MIDDLE, COMMIT])
def test_the_same_form_again_makes_one_turn(wire: Wire, table: Table, fault: Fault, at: bytes) -> None:
    wire.watch(at, fault, after=IN_THE_MIDDLE)
    table.hand_in()
    wire.heal()

    again = table.hand_in()

    assert again.status_code == 303
    assert table.game.room.count(Turn) == 1
    assert table.game.view().turn_number == 2


def test_a_network_that_stalls_while_the_session_is_looked_up_is_told(wire: Wire, table: Table) -> None:
    wire.stall()

    pages = [table.look(), table.hand_in(), table.browser.get("/account"), table.browser.get("/nothing-here")]

    wire.heal()
    assert [page.status_code for page in pages] == [503, 503, 503, 404]
    assert all(AWAY in words(page) for page in pages[:3])


def test_a_database_that_refuses_is_told(wire: Wire, table: Table) -> None:
    wire.refuse()
    wire.cut()

    page = table.look()

    assert (page.status_code, AWAY in words(page)) == (503, True)


def test_pages_are_there_again_when_the_network_is(wire: Wire, table: Table) -> None:
    wire.refuse()
    wire.cut()
    table.look()
    wire.listen()
    wire.stall()
    table.look()
    wire.heal()

    assert table.look().status_code == 200


def test_connections_that_died_in_the_pool_are_not_noticed(wire: Wire, table: Table) -> None:
    table.look()
    wire.cut()

    assert table.look().status_code == 200


def test_a_slow_network_makes_slow_pages(wire: Wire, room: Room) -> None:
    game = a_game(room)
    browser = Site(room, WebSettings(URL, patience=60)).browser(game.players[0])
    table = Table(game, browser, browser.csrf())
    wire.delay = 0.2

    answer = table.hand_in()

    assert answer.status_code == 303
    wire.heal()
    assert room.count(Turn) == 1


def test_many_readers_of_a_stalled_service_are_all_answered(wire: Wire, room: Room) -> None:
    game = a_game(room)
    browsers = [Site(room, WebSettings(URL, patience=LIMIT)).browser() for _ in range(24)]
    wire.stall()

    with ThreadPoolExecutor(4) as threads:
        pages = list(threads.map(lambda browser: browser.get(f"/games/{game.id}").status_code, browsers))

    wire.heal()
    assert pages == [503] * 24
    assert browsers[0].get(f"/games/{game.id}").status_code == 200


def test_a_lock_that_somebody_holds_for_long_is_told(postgresql_url: str) -> None:
    with a_room(f"{postgresql_url}&options=-c lock_timeout=100", limit=LIMIT) as room:
        table = a_table(room)
        with closing(Database(postgresql_url)) as other, other.writing() as connection:
            connection.execute(text("SELECT id FROM game FOR UPDATE"))

            page = table.hand_in()

        again = table.hand_in()

    assert (page.status_code, AWAY in words(page)) == (503, True)
    assert again.status_code == 303


def test_the_log_says_it_once_and_without_what_was_sent(
    wire: Wire, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    wire.refuse()
    wire.cut()

    with caplog.at_level(logging.INFO):
        for _ in range(5):
            table.hand_in()

    said = [record.getMessage() for record in caplog.records if record.name.startswith("corr")]
    assert len(said) == 1
    assert "the data is out of reach (UnreachableError: OperationalError)" in said[0]
