"""Resigning and draws on pages."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.base.uow import Workshop
from tests.fakes import WatchedClock
from tests.playing import DAY, a_game
from tests.web.browsing import Site

_MOST = 60
"""Seconds until a test that waits for nothing goes on."""


@pytest.mark.parametrize(("path", "form"), [("resign", {}), ("draw", {"act": "offer"})])
def test_waiting_for_the_database_makes_no_act_late(site: Site, path: str, form: dict[str, str]) -> None:
    game = a_game(site.room, ruleset="kelasu/1", pace="3d/turn")
    clock = WatchedClock(site.room.clock.now() + 3 * DAY - timedelta(seconds=1))
    workshop = Workshop(site.room.database, clock, site.room.workshop.registry, site.room.workshop.secret)
    browser = Site(replace(site.room, workshop=workshop)).browser(game.players[0])
    fields = {"csrf": browser.csrf(), **form}
    clock.looked_at.clear()

    with ThreadPoolExecutor(1) as thread:
        with site.room.workshop.open():
            answer = thread.submit(browser.post_raw, f"/games/{game.id}/{path}", fields)
            clock.looked_at.wait(_MOST)
            clock.move(timedelta(seconds=2))

        assert answer.result(_MOST).status_code == 303
