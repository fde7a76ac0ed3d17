"""A disk on which nothing more can be written: alarms hear of it, the log says so, and nothing is half done."""

import logging

import pytest

from corr.administration.status import WriteProbe
from corr.base.heartbeat import JOBS, WEB
from corr.clocks.outages import note_alive
from corr.store.tables.games import Message
from corr.store.tables.player_accounts import RateCount
from tests.playing import a_game
from tests.store.full_disk import full_disk, out_of_reach
from tests.web.browsing import Site, words


def _is_alive(site: Site) -> None:
    with site.room.workshop.open() as uow:
        note_alive(uow, "host:1", [WEB, JOBS])


def test_a_service_on_a_full_disk_is_not_ready_and_is_again_when_there_is_room(site: Site) -> None:
    _is_alive(site)
    browser = site.browser()

    with full_disk(site.room.database):
        full = browser.get("/readyz")
    with_room = Site(site.room).browser().get("/readyz")

    assert full.status_code == 503
    assert "FAIL writing: nothing can be written (disk full: nothing more can be written)" in full.text
    assert with_room.status_code == 200


def test_a_page_that_is_out_of_reach_can_be_tried_again_and_signs_nobody_out(site: Site) -> None:
    browser = site.browser(a_game(site.room).players[0])
    page = browser.get("/players?q=ada")
    assert page.status_code == 200

    with out_of_reach(site.room.database):
        away = browser.get("/players?q=ada")

    assert away.status_code == 503
    assert '<a class="button strong" href="">Try again</a>' in away.text
    assert "If you were signed in, you still are." in words(away)


@pytest.mark.both_databases
def test_the_probe_leaves_nothing_behind(any_site: Site) -> None:
    _is_alive(any_site)

    assert any_site.browser().get("/readyz").status_code == 200

    assert [row for row in any_site.room.rows(RateCount) if row["key"].startswith("readyz")] == []


def test_whoever_asks_all_the_time_does_not_make_the_disk_work_all_the_time(site: Site) -> None:
    moments = iter([0.0, 0.0, 1.0, 4.9, 6.0, 6.0])
    probe = WriteProbe(lambda: next(moments))

    with full_disk(site.room.database):
        first = probe.check(site.room.workshop)
    kept = probe.check(site.room.workshop), probe.check(site.room.workshop)
    tried = probe.check(site.room.workshop)

    assert kept == (first, first)
    assert (first.is_well, tried.is_well) == (False, True)


def test_the_log_says_in_words_that_the_disk_is_full(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    csrf = browser.csrf()

    with full_disk(site.room.database), caplog.at_level(logging.ERROR):
        answer = browser.post_raw(
            f"/games/{game.id}/messages", {"csrf": csrf, "version": "1", "text": "Lorem ipsum " * 80}
        )
        for number in range(20):
            browser.post_raw(f"/games/{game.id}/messages", {"csrf": csrf, "version": "1", "text": f"{number} " * 400})

    assert answer.status_code in {303, 503}
    assert "disk full" in caplog.text
    assert "Lorem" not in caplog.text
    assert site.room.count(Message) < 21
    assert "cannot read or store its data" in words(answer) or answer.status_code == 303
