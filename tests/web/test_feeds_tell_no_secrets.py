"""Feeds tell nothing that their player may not know, and their addresses stand in no log."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from corr.play.feeds import renew_feed
from tests.playing import TestGame, a_game, a_room
from tests.twins import Step, parted, told_alike
from tests.web.browsing import Site

_FEEDS = ("deadlines.ics", "turns.atom")


def fed(game: TestGame, token: str) -> str:
    """What the feeds with that address tell, and what programs are told of their age."""
    browser = Site(game.room).browser()
    found = [browser.get(f"/feeds/{token}/{name}") for name in _FEEDS]
    assert [answer.status_code for answer in found] == [200, 200]
    return told_alike(" ".join(f"{answer.headers['ETag']} {answer.text}" for answer in found), game)


def steps(texts: list[str]) -> tuple[Step, ...]:
    """What the first seat hands in, one after the other."""
    return tuple((0, text) for text in texts)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["hide A1"], ["hide C3"]),
        (["hide A1", "hide C3"], ["hide B2", "hide C3"]),
        (["hide C3", "hide A1"], ["hide A1", "hide B2"]),
    ],
)
def test_a_feed_does_not_tell_what_the_other_chose_nor_what_it_was_changed_to(
    sqlite_url: str, tmp_path: Path, one: list[str], other: list[str]
) -> None:
    with a_room(sqlite_url) as room:
        begun = a_game(room, ruleset="hide/1")
        with room.workshop.open() as uow:
            token = renew_feed(uow, begun.players[1], 0).token

        with parted(begun, [steps(one), steps(other)], tmp_path) as (left, right):
            told = fed(left, token), fed(right, token)

    assert told[0] == told[1]
    assert "A1" not in told[0]


def test_an_address_of_a_feed_stands_in_no_log_whatever_happens(
    any_site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = a_game(any_site.room)
    owner, program = any_site.browser(game.players[0]), any_site.browser()
    owner.post("/account/feeds/new", serial="0")
    with any_site.room.workshop.open() as uow:
        token = renew_feed(uow, game.players[0], 1).token

    for name in (*_FEEDS, "x"):
        program.get(f"/feeds/{token}/{name}")
    any_site.room.clock.move(timedelta(hours=1))
    with any_site.room.workshop.open() as uow:
        uow.connection.execute(text("ALTER TABLE feed_token RENAME TO lost"))
    broken = program.get(f"/feeds/{token}/deadlines.ics")
    with any_site.room.workshop.open() as uow:
        uow.connection.execute(text("ALTER TABLE lost RENAME TO feed_token"))

    assert broken.status_code == 500
    assert "failed: GET feeds.deadlines" in caplog.text
    assert token not in caplog.text
    assert token not in broken.text
