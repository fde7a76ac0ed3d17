"""What load balancers ask, and the pages that say whether everything runs."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from corr.base.faults import LoopFault
from corr.base.heartbeat import JOBS, WEB
from corr.clocks.outages import credit_next, note_alive
from corr.players import profiles
from corr.ratings.waiting_lists import let_wait
from tests.builders import a_letter
from tests.playing import Room, a_room
from tests.posting import an_arrived_mail
from tests.web.browsing import Site, words

pytestmark = pytest.mark.both_databases

MINUTE = timedelta(minutes=1)
HOST = "secret-host:4711:abcd"


@pytest.fixture
def bare_room(tmp_path: Path) -> Iterator[Room]:
    """A service whose database has no tables."""
    with a_room(f"sqlite:///{tmp_path / 'bare.sqlite'}") as room:
        yield room


@pytest.fixture
def lost_room(tmp_path: Path) -> Iterator[Room]:
    """A service whose database cannot be opened."""
    with a_room(f"sqlite:///{tmp_path / 'no' / 'folder.sqlite'}") as room:
        yield room


def alive(site: Site, *loops: str) -> None:
    """Let a process leave signs of life."""
    with site.room.workshop.open() as uow:
        note_alive(uow, HOST, loops)


def test_a_process_that_answers_is_alive_whatever_becomes_of_its_data(lost_room: Room) -> None:
    answer = Site(lost_room).browser().get("/healthz")

    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_a_service_is_ready_when_pages_and_jobs_are_alive(any_site: Site) -> None:
    alive(any_site, WEB, JOBS)

    answer = any_site.browser().get("/readyz")

    assert answer.status_code == 200
    assert answer.content_type == "text/plain; charset=utf-8"
    assert [line.split(":")[0] for line in answer.text.splitlines()] == [
        "ok   database",
        "ok   writing",
        "ok   layout",
        "ok   pages",
        "ok   jobs",
    ]


@pytest.mark.parametrize("missing", [WEB, JOBS])
def test_a_service_without_one_kind_of_process_is_not_ready(site: Site, missing: str) -> None:
    alive(site, WEB, JOBS)
    site.room.clock.move(61 * timedelta(seconds=1))
    alive(site, JOBS if missing == WEB else WEB)

    answer = site.browser().get("/readyz")

    assert answer.status_code == 503
    name = "pages" if missing == WEB else "jobs"
    assert f"FAIL {name}: last sign of life 61 seconds ago" in answer.text
    assert answer.text.count("FAIL") == 1


def test_a_service_that_nobody_has_started_is_not_ready(site: Site) -> None:
    answer = site.browser().get("/readyz")

    assert answer.status_code == 503
    assert "FAIL jobs: never seen" in answer.text


def test_a_service_whose_database_has_no_tables_is_not_ready(bare_room: Room) -> None:
    answer = Site(bare_room).browser().get("/readyz")

    assert answer.status_code == 503


def test_a_service_whose_database_cannot_be_reached_is_not_ready(lost_room: Room) -> None:
    answer = Site(lost_room).browser().get("/readyz")

    assert (answer.status_code, answer.text) == (503, "FAIL database: cannot be reached\n")


def test_load_balancers_ask_under_any_name(site: Site) -> None:
    alive(site, WEB, JOBS)

    assert site.browser().get("/readyz", Host="10.0.0.7").status_code == 200


def test_anybody_may_see_that_everything_runs_but_not_where(site: Site) -> None:
    alive(site, WEB, JOBS)

    answer = site.browser().get("/status")

    assert "Everything is running." in words(answer)
    assert "secret-host" not in answer.text


def test_anybody_may_see_what_does_not_run_and_since_when(any_site: Site) -> None:
    alive(any_site, WEB, JOBS)
    a_letter(any_site.room)
    an_arrived_mail(any_site.room)
    any_site.room.clock.move(20 * MINUTE)
    alive(any_site, WEB)

    shown = words(any_site.browser().get("/status"))

    assert "Not everything is running." in shown
    assert "not running since" in shown
    assert shown.count("late since") == 2
    assert "The service has been closed since" in shown


def test_anybody_may_see_that_time_is_being_given_back(site: Site) -> None:
    alive(site, WEB, JOBS)
    site.room.clock.move(20 * MINUTE)
    alive(site, WEB, JOBS)
    before = words(site.browser().get("/status"))
    with site.room.workshop.open() as uow:
        credit_next(uow)

    after = words(site.browser().get("/status"))

    assert "Deadlines wait until every clock that ran has got what it is owed." in before
    assert "Everything is running." in after


def test_administrators_see_every_loop_and_which_stands_still(site: Site) -> None:
    browser = site.browser(an_admin(site))
    alive(site, WEB, JOBS, "outbox")
    site.room.clock.move(2 * MINUTE)
    alive(site, WEB, JOBS)

    shown = words(browser.get("/admin/status"))

    assert HOST in shown
    assert "outbox stopped at" in shown
    assert shown.count("stopped at") == 1


_DEADLINES = "Deadlines and reminders"


def fails(site: Site, loop: str, seconds: float) -> None:
    """Let a process with all loops tell that one of them has met only faults for so long."""
    with site.room.workshop.open() as uow:
        note_alive(uow, HOST, {WEB, JOBS, loop}, {loop: LoopFault("KeyError in count_next", seconds)})


@pytest.mark.parametrize(
    ("loop", "part"), [("ratings", "Work in the background"), *((loop, _DEADLINES) for loop in (JOBS, "reminders"))]
)
def test_a_loop_that_only_fails_is_told_on_every_page_about_the_service(any_site: Site, loop: str, part: str) -> None:
    fails(any_site, loop, 90)
    admin = any_site.browser(an_admin(any_site))

    ready, status = any_site.browser().get("/readyz"), any_site.browser().get("/status")
    machinery = words(admin.get("/admin/status"))

    assert ready.status_code == 503
    assert (
        f"FAIL loop {loop}: only faults since 2026-03-02 11:58 UTC, the last one KeyError in count_next" in ready.text
    )
    assert "Not everything is running." in words(status)
    assert f"{part} failing since" in words(status)
    assert words(status).count("failing since") == 1
    assert "KeyError" not in status.text
    assert f"{loop} has met only faults since" in machinery
    assert "KeyError in count_next" in machinery
    assert f"✓ {loop}" not in machinery
    assert "Everything is running." not in machinery


def test_a_fault_of_this_minute_alarms_nobody_but_administrators_see_it(site: Site) -> None:
    fails(site, "ratings", 50)
    admin = site.browser(an_admin(site))

    assert site.browser().get("/readyz").status_code == 200
    assert "Everything is running." in words(site.browser().get("/status"))
    assert "ratings has met only faults since" in words(admin.get("/admin/status"))


def test_what_a_process_met_that_is_gone_is_no_alarm(site: Site) -> None:
    fails(site, "ratings", 90)
    site.room.clock.move(2 * MINUTE)
    with site.room.workshop.open() as uow:
        note_alive(uow, "other:1", [WEB, JOBS])
        credit_next(uow)

    assert site.browser().get("/readyz").status_code == 200


def test_a_list_of_ratings_that_waits_is_told_with_its_day_and_players(any_site: Site) -> None:
    alive(any_site, WEB, JOBS)
    players = [any_site.room.player(name) for name in ("Ada", "Ben")]
    admin = any_site.browser(an_admin(any_site))
    with any_site.room.workshop.open() as uow:
        let_wait(uow, "tiny", [(date(2026, 3, 1), player) for player in players], KeyError("secret"))

    ready, status = any_site.browser().get("/readyz"), any_site.browser().get("/status")
    machinery = words(admin.get("/admin/status"))

    waits = "The ratings in Tiny wait: the games of Ada and Ben on 2026-03-01 met a fault, KeyError."
    assert ready.status_code == 503
    assert "FAIL ratings: those in Tiny wait at 2026-03-01, KeyError\n" in ready.text
    assert "Ada" not in ready.text
    assert "Ratings waiting since" in words(status)
    assert "Ada" not in status.text
    assert waits in machinery
    assert "Everything is running." not in machinery


def test_administrators_see_which_process_is_gone(site: Site) -> None:
    browser = site.browser(an_admin(site))
    alive(site, WEB, JOBS)
    site.room.clock.move(2 * MINUTE)

    shown = words(browser.get("/admin/status"))

    assert "gone since" in shown
    assert "No pages: the last sign of life was" in shown
    assert "No jobs: the last sign of life was" in shown


def test_administrators_see_outages(site: Site) -> None:
    browser = site.browser(an_admin(site))
    alive(site, WEB, JOBS)
    site.room.clock.move(2 * MINUTE)
    alive(site, WEB, JOBS)
    before = words(browser.get("/admin/status"))
    with site.room.workshop.open() as uow:
        credit_next(uow)

    after = words(browser.get("/admin/status"))

    assert "being settled" in before
    assert "every clock had its time back" in after


def test_to_players_and_strangers_there_is_no_machinery(site: Site) -> None:
    player = site.room.player("Ada")

    assert site.browser().get("/admin/status").status_code == 404
    assert site.browser(player).get("/admin/status").status_code == 404


def an_admin(site: Site) -> int:
    """A player who looks after the service."""
    player_id = site.room.player("Zoe")
    with site.room.workshop.open() as uow:
        profiles.grant(uow, "Zoe")
    return player_id
