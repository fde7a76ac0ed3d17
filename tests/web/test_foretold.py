"""What a game's page foretells is worked out once a minute, and anew as soon as anything changes it."""

from datetime import timedelta

from sqlalchemy import insert

from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.store.base import table
from corr.store.tables.clocks import Outage
from tests.playing import TestGame, a_game, statements_of
from tests.web.browsing import Site, words

_RESCUE = "unless automatic leave gives another day"


def a_begun_game(site: Site) -> TestGame:
    """A game in which the player at the first seat is due, and has played before."""
    return a_game(site.room, "B3-C3", "I1-H1", ruleset="kelasu/1")


def test_a_page_that_is_asked_for_again_costs_two_statements(site: Site) -> None:
    game = a_begun_game(site)
    browser = site.browser(game.players[0])
    browser.get(f"/games/{game.id}")

    with statements_of(site.room) as seen:
        browser.get(f"/games/{game.id}")

    # Who asks, and whether the page would be another one.
    assert len(seen) == 2


def test_automatic_leave_that_was_switched_off_is_not_promised_in_the_same_minute(site: Site) -> None:
    game = a_begun_game(site)
    browser = site.browser(game.players[0])
    before = words(browser.get(f"/games/{game.id}"))

    with site.room.workshop.open() as uow:
        set_clock_preferences(uow, game.players[0], ClockPreferences((24,), has_automatic_leave=False, rest_days="67"))

    assert _RESCUE in before
    assert _RESCUE not in words(browser.get(f"/games/{game.id}"))


def test_doors_that_were_closed_are_told_in_the_same_minute(site: Site) -> None:
    game = a_begun_game(site)
    browser = site.browser(game.players[0])
    before = words(browser.get(f"/games/{game.id}"))

    with site.room.workshop.open() as uow:
        uow.connection.execute(insert(table(Outage)).values(began_at=uow.now))

    assert "could not be reached" not in before
    assert "could not be reached" in words(browser.get(f"/games/{game.id}"))


def test_the_time_that_is_left_is_told_to_the_minute(site: Site) -> None:
    game = a_begun_game(site)
    browser = site.browser(game.players[0])
    browser.get(f"/games/{game.id}")
    site.room.clock.move(timedelta(days=2, hours=23, minutes=29, seconds=30))

    first = words(browser.get(f"/games/{game.id}"))
    site.room.clock.move(timedelta(seconds=31))
    second = words(browser.get(f"/games/{game.id}"))

    assert "(30 minutes)" in first
    assert "(29 minutes)" in second


def test_time_that_has_run_out_is_told_in_the_same_second(site: Site) -> None:
    game = a_begun_game(site)
    browser = site.browser(game.players[0])
    site.room.clock.move(timedelta(days=2, hours=23, minutes=59, seconds=59))
    before = words(browser.get(f"/games/{game.id}"))

    site.room.clock.move(timedelta(seconds=1))

    assert "less than a minute" in before
    assert "ran out" in words(browser.get(f"/games/{game.id}"))
