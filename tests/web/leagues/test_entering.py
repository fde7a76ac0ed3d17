"""Joining a season, leaving it and withdrawing from it: asked about before it is done, and done once."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.states import EntryState
from corr.store.base import table
from corr.store.tables.leagues import Entry
from corr.store.tables.ratings import Conduct
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.grounds import NAMES, TINY, Season, a_running_season, a_sign_up


def state_of(season: Season, player_id: int) -> str:
    """What became of a player's wish to play; empty if there was none."""
    entries = season.room.rows(Entry)
    return next((entry["state"] for entry in entries if entry["player_id"] == player_id), "")


@pytest.mark.both_databases
def test_the_page_before_joining_shows_all_that_is_settled(any_site: Site) -> None:
    season = a_sign_up(any_site.room)

    page = any_site.browser(any_site.room.player("Zoe")).get(f"{season.path}/join")

    assert page.status_code == 200
    for title in ("Sign-up", "Start", "End date", "Time to think", "Points", "Tie-breaks", "Withdrawing"):
        assert title in words(page), title


def test_joining_leads_to_the_season_with_a_sentence(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    zoe = any_site.room.player("Zoe")
    browser = any_site.browser(zoe)

    answer = browser.post(f"{season.path}/join")

    assert (answer.status_code, answer.location) == (303, season.path)
    assert "You have joined Summer Cup, season 1." in browser.sentence()
    assert state_of(season, zoe) == EntryState.JOINED


def test_joining_twice_is_joining_once(site: Site) -> None:
    season = a_sign_up(site.room)
    zoe = site.room.player("Zoe")
    browser = site.browser(zoe)

    for _ in range(2):
        browser.post(f"{season.path}/join")

    assert "You were in this season already." in browser.sentence()
    assert [entry["player_id"] for entry in site.room.rows(Entry)].count(zoe) == 1
    assert browser.get(f"{season.path}/join").location == season.path


@pytest.mark.both_databases
def test_leaving_is_asked_about_and_can_be_taken_back(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    ada = season.players["Ada"]
    browser = any_site.browser(ada)

    assert "you may join again" in words(browser.get(f"{season.path}/leave"))
    browser.post(f"{season.path}/leave")
    assert state_of(season, ada) == EntryState.LEFT
    assert f"{season.path}/join" in links(browser.get(season.path))
    browser.post(f"{season.path}/join")

    assert state_of(season, ada) == EntryState.JOINED


def test_who_joins_and_leaves_in_the_same_second_is_out(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    zoe = any_site.room.player("Zoe")
    browser = any_site.browser(zoe)

    browser.post(f"{season.path}/join")
    browser.post(f"{season.path}/leave")

    assert state_of(season, zoe) == EntryState.LEFT


def test_after_the_sign_up_nobody_joins_and_the_page_says_whom_to_ask(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    any_site.room.clock.move(timedelta(days=8))
    browser = any_site.browser(any_site.room.player("Zoe"))

    asked, done = browser.get(f"{season.path}/join"), browser.post(f"{season.path}/join")

    assert (asked.status_code, done.status_code) == (409, 409)
    assert "The organisers may still ask you" in words(done)


def test_who_is_not_reliable_enough_is_told_both_figures_or_may_join(site: Site) -> None:
    season = a_sign_up(site.room, settings=replace(TINY, minimum_reliability=90))

    # Too few games for a figure are no hindrance.
    assert site.browser(site.room.player("Zoe")).post(f"{season.path}/join").status_code == 303


def test_who_would_be_refused_is_offered_no_link_but_told_why(site: Site) -> None:
    season = a_sign_up(site.room, settings=replace(TINY, minimum_reliability=90))
    zoe = site.room.player("Zoe")
    with site.room.workshop.open() as uow:
        row = {"player_id": zoe, "games": 10, "kept": 5, "worked_out_at": uow.now}
        uow.connection.execute(insert(table(Conduct)).values(**row))

    pages = [site.browser(zoe).get(path) for path in (season.path, season.path.rpartition("/")[0])]

    for page in pages:
        assert "asks for a reliability of 90 %, and yours is 50 %" in words(page)
        assert f"{season.path}/join" not in links(page)


def test_withdrawing_shows_what_it_means_and_is_done_once(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    ada = season.players["Ada"]
    browser = any_site.browser(ada)
    page = browser.get(f"{season.path}/withdraw")
    assert "You have finished" in words(page)
    assert "finished 0 of 3 games" in words(page)

    for _ in range(2):
        answer = browser.post(f"{season.path}/withdraw", reason="Moving <house>", order_key="one")
        assert (answer.status_code, answer.location) == (303, season.path)

    assert state_of(season, ada) == EntryState.WITHDRAWN
    assert "withdrew" in words(any_site.browser().get(season.path))


def test_a_reason_for_withdrawing_may_be_as_long_as_any_other(site: Site) -> None:
    season = a_running_season(site.room)
    browser = site.browser(season.players["Ada"])

    assert 'maxlength="300"' in browser.get(f"{season.path}/withdraw").text
    assert browser.post(f"{season.path}/withdraw", reason="x" * 300, order_key="one").status_code == 303


def test_who_wants_to_leave_a_season_that_runs_is_led_to_withdrawing(site: Site) -> None:
    season = a_running_season(site.room)

    answer = site.browser(season.players["Ada"]).get(f"{season.path}/leave")

    assert answer.location == f"{season.path}/withdraw"


def test_who_is_not_in_a_season_cannot_leave_it(site: Site) -> None:
    season = a_sign_up(site.room)
    browser = site.browser(site.room.player("Zoe"))

    assert browser.get(f"{season.path}/leave").location == season.path
    assert browser.sentence() == "You are not in this season."


@pytest.mark.parametrize("has_leave", [True, False])
def test_leave_is_offered_instead_of_a_withdrawal_where_it_stops_clocks(site: Site, *, has_leave: bool) -> None:
    terms = replace(TINY.terms, allows_leave=has_leave)
    season = a_running_season(site.room, settings=replace(TINY, terms=terms))

    page = site.browser(season.players["Ada"]).get(f"{season.path}/withdraw")

    assert ("Leave stops your clocks" in words(page)) == has_leave


@pytest.mark.parametrize("act", ["join", "leave", "withdraw"])
def test_who_is_not_signed_in_comes_back_after_signing_in(site: Site, act: str) -> None:
    season = a_running_season(site.room) if act == "withdraw" else a_sign_up(site.room)
    browser = site.browser()

    answer = browser.get(f"{season.path}/{act}")

    assert (answer.status_code, answer.location) == (303, "/sign-in")
    assert "Please sign in first." in browser.sentence()


def test_a_withdrawal_without_its_key_is_refused_and_changes_nothing(site: Site) -> None:
    season = a_running_season(site.room)
    browser = site.browser(season.players["Ada"])

    assert browser.post(f"{season.path}/withdraw").status_code == 400
    assert browser.post(f"{season.path}/withdraw", order_key="k", reason="x" * 301).status_code == 400
    assert state_of(season, season.players["Ada"]) == EntryState.PLAYING


def test_the_season_page_offers_each_what_is_theirs(site: Site) -> None:
    season = a_sign_up(site.room, NAMES[:3])
    ada, zoe = (site.browser(player) for player in (season.players["Ada"], site.room.player("Zoe")))

    def offered(browser: Browser) -> set[str]:
        return {link.rpartition("/")[2] for link in links(browser.get(season.path))} & {"join", "leave", "withdraw"}

    assert (offered(ada), offered(zoe), offered(site.browser())) == ({"leave"}, {"join"}, {"join"})
    season.begin()
    assert (offered(ada), offered(zoe)) == ({"withdraw"}, set())
