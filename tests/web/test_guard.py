"""What protects players: forms of our own only, cookies, headers, host names."""

import pytest

from corr.store.tables.games import Turn
from corr.web.app_state import WebSettings
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site

_HTTPS = WebSettings("https://play.example.org")


def _game(site: Site) -> tuple[TestGame, Browser]:
    game = a_game(site.room, ruleset="kelasu/1")
    return game, site.browser(game.players[0])


def _turn(csrf: str) -> dict[str, str]:
    return {"csrf": csrf, "turn": "1", "text": "B3-C3", "act": "submit"}


@pytest.mark.parametrize("csrf", ["", "x", "0" * 40, "ü", "\x00"])
def test_a_form_without_the_right_token_does_nothing(site: Site, csrf: str) -> None:
    game, browser = _game(site)

    assert browser.post_raw(f"/games/{game.id}/turns", _turn(csrf)).status_code == 403
    assert site.room.count(Turn) == 0


@pytest.mark.parametrize("is_second_right", [True, False])
def test_a_form_with_two_tokens_does_nothing_even_if_the_first_is_right(site: Site, *, is_second_right: bool) -> None:
    game, browser = _game(site)
    token = browser.csrf()
    second = token if is_second_right else "x"

    answer = browser.post_raw(f"/games/{game.id}/turns", {**_turn(token), "csrf": [token, second]})

    assert answer.status_code == 403
    assert site.room.count(Turn) == 0


def test_a_token_of_another_session_or_of_before_the_sign_in_does_nothing(site: Site) -> None:
    game, browser = _game(site)
    other = site.browser(game.players[0])

    of_another_session = browser.post_raw(f"/games/{game.id}/turns", _turn(other.csrf()))
    of_before = browser.post_raw(f"/games/{game.id}/turns", _turn(site.browser().csrf()))

    assert (of_another_session.status_code, of_before.status_code) == (303, 403)
    assert of_another_session.location.startswith("/kept/")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://["},
        {"Origin": "http://localhost:8000@evil.example"},
        {"Origin": "http://localhost.evil.example"},
    ],
)
def test_a_form_of_another_site_does_nothing_even_with_the_right_token(site: Site, headers: dict[str, str]) -> None:
    game, browser = _game(site)

    answer = browser.post_raw(f"/games/{game.id}/turns", _turn(browser.csrf()), **headers)

    assert answer.status_code == 403
    assert site.room.count(Turn) == 0


def test_a_form_of_our_own_site_is_taken(site: Site) -> None:
    game, browser = _game(site)
    headers = {"Origin": "http://localhost:8000", "Sec_Fetch_Site": "same-origin"}

    assert browser.post_raw(f"/games/{game.id}/turns", _turn(browser.csrf()), **headers).status_code == 303


@pytest.mark.parametrize("path", ["/", "/games", "/sign-in", "/rules", "/nothing", "/healthz", "/static/corr.css"])
def test_every_answer_carries_the_headers_that_protect(site: Site, path: str) -> None:
    headers = site.browser().get(path).headers

    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "charset" in headers["Content-Type"]


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:8000", ""]
)
def test_a_foreign_host_name_is_refused_with_a_page(site: Site, host: str) -> None:
    answer = site.browser().get("/", Host=host)

    assert answer.status_code == 400
    assert "does not answer under that name" in answer.text


def test_health_is_told_under_any_name(site: Site) -> None:
    assert site.browser().get("/healthz", Host="10.0.0.7").text == "ok\n"


def test_under_https_cookies_insist_on_it_and_on_this_very_host(site: Site) -> None:
    browser = Site(site.room, _HTTPS).browser()

    answer = browser.get("/sign-in")

    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-visit=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    assert "includeSubDomains" in answer.headers["Strict-Transport-Security"]


def test_what_a_proxy_claims_is_believed_only_where_one_is_set(site: Site) -> None:
    evil = {"X_Forwarded_Host": "evil.example", "X_Forwarded_For": "192.0.2.7"}

    assert "evil.example" not in site.browser().get("/nothing", **evil).text
    assert (
        Site(site.room, WebSettings("http://localhost:8000", proxies=1)).browser().get("/", **evil).status_code == 200
    )


def test_a_flashed_sentence_cannot_be_made_up(site: Site) -> None:
    for value in ("aGVsbG8.0000", "x", ".", "aGVsbG8", "%00", "é"):
        assert "flash" not in site.browser().get("/", Cookie=f"flash={value}").text


def test_files_are_kept_for_ever_under_the_address_with_their_digest_only(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/").text
    address = page.partition('rel="stylesheet" href="')[2].partition('"')[0]

    assert "immutable" in browser.get(address).headers["Cache-Control"]
    assert browser.get("/static/corr.css?v=old").headers["Cache-Control"] == "no-cache"
    for name in ("nosuch.js", "../app.py", "%2e%2e/corr.css", "..%2fcorr.css"):
        assert browser.get(f"/static/scripts/abc/{name}").status_code == 404
    assert browser.get("/static/../app.py").status_code == 404
    assert browser.get("/static/%2e%2e/app.py").status_code == 404


def test_names_are_never_read_as_markup_or_templates(site: Site) -> None:
    for name in ("<script>alert(1)</script>", "{{7*7}}", "%s%n"):
        player = site.room.player(name)
        page = site.browser(player).get("/account").text
        assert "<script>alert" not in page
        assert ">49<" not in page
