"""Compressed answers: what everybody may read; what has a secret, only if no other site asked for it."""

import gzip

import pytest
from werkzeug.test import TestResponse

from tests.playing import Room, a_game
from tests.web.browsing import Browser, Site


@pytest.fixture
def site(room: Room) -> Site:
    """The pages."""
    return Site(room)


def test_a_game_is_compressed_for_strangers(room: Room, site: Site) -> None:
    address, browser = f"/games/{a_game(room).id}", site.browser()

    page, plain = _asked(browser, address), browser.get(address)

    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.data) < len(plain.data) / 2
    assert gzip.decompress(page.data) == plain.data
    assert "Accept-Encoding" in page.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert int(page.headers["Content-Length"]) == len(page.data)


def test_a_compressed_page_is_recognised_by_its_tag(room: Room, site: Site) -> None:
    address, browser = f"/games/{a_game(room).id}", site.browser()
    tag = _asked(browser, address).headers["ETag"]

    again = _asked(browser, address, If_None_Match=tag)

    assert tag.startswith("W/")
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["corr.css", "board.css"])
def test_static_files_are_compressed(site: Site, name: str) -> None:
    browser = site.browser()
    found = _asked(browser, f"/static/{name}")
    again = _asked(browser, f"/static/{name}", If_None_Match=found.headers["ETag"])

    assert gzip.decompress(found.data) == browser.get(f"/static/{name}").data
    assert again.status_code == 304


@pytest.mark.parametrize("asking", ["same-origin", "none"])
def test_pages_of_players_are_compressed_if_they_ask_themselves(room: Room, site: Site, asking: str) -> None:
    game = a_game(room)
    browser = site.browser(game.players[0])

    page = _asked(browser, f"/games/{game.id}", Sec_Fetch_Site=asking)

    assert len(page.data) < 14_000
    assert gzip.decompress(page.data) == browser.get(f"/games/{game.id}").data
    assert "Accept-Encoding" in page.headers["Vary"]


@pytest.mark.parametrize("asking", ["cross-site", "same-site", "anything", ""])
def test_pages_of_players_are_not_compressed_if_another_site_asks(room: Room, site: Site, asking: str) -> None:
    game = a_game(room)

    assert _is_plain(_asked(site.browser(game.players[0]), f"/games/{game.id}", Sec_Fetch_Site=asking))


def test_pages_of_players_are_not_compressed_if_nobody_says_who_asks(room: Room, site: Site) -> None:
    game = a_game(room)

    assert _is_plain(_asked(site.browser(game.players[0]), f"/games/{game.id}"))


def test_a_compressed_page_of_a_player_is_recognised_by_its_tag(room: Room, site: Site) -> None:
    game = a_game(room)
    browser, address = site.browser(game.players[0]), f"/games/{game.id}"
    tag = _asked(browser, address, Sec_Fetch_Site="none").headers["ETag"]

    assert _asked(browser, address, Sec_Fetch_Site="none", If_None_Match=tag).status_code == 304


def test_a_session_that_has_ended_compresses_nothing_either(room: Room, site: Site) -> None:
    browser = site.browser()
    browser.client.set_cookie("sid", "ended")

    assert _is_plain(_asked(browser, f"/games/{a_game(room).id}"))


def test_pages_with_a_form_are_not_compressed(site: Site) -> None:
    page = _asked(site.browser(), "/sign-in")

    assert 'name="csrf"' in page.text
    assert _is_plain(page)


def test_nothing_is_compressed_for_who_does_not_take_it(room: Room, site: Site) -> None:
    page = site.browser().get(f"/games/{a_game(room).id}", Accept_Encoding="gzip;q=0, br")

    assert _is_plain(page)


def _asked(browser: Browser, path: str, **headers: str) -> TestResponse:
    return browser.get(path, Accept_Encoding="gzip, deflate, br", **headers)


def _is_plain(page: TestResponse) -> bool:
    return page.status_code == 200 and "Content-Encoding" not in page.headers
