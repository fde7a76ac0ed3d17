"""How pages look: what is chosen, by whom it is kept, and that nobody is shown a page of another look."""

import re
from html import unescape
from itertools import product

import pytest
from sqlalchemy import text

from corr.players.appearance import Appearance
from corr.store.tables.player_accounts import Coordinates, Orientation, Scheme, Theme
from corr.web.pages.appearance_pages import OTHERS, THEMES
from tests.playing import a_game, statements_of
from tests.web.browsing import Browser, KeptPage, Site, words
from tests.web.color_vision import palette

DARK = {"theme": "plain", "scheme": "dark", "coordinates": "off", "orientation": "first"}
_SHEETS = re.compile(r'<link rel="stylesheet" href="/static/([a-z]+)\.css\?v=\w+"(?: media="([^"]*)")?>')


def head(page: str) -> tuple[str, str, dict[str, str]]:
    """How a page says that it looks: its root, its colour scheme, and its style sheets with what they are for."""
    root, scheme = re.search(r"<html[^>]*>", page), re.search(r'<meta name="color-scheme" content="([^"]*)">', page)
    assert root is not None
    assert scheme is not None
    return root[0], scheme[1], dict(_SHEETS.findall(page))


def with_cookie(site: Site, value: str) -> Browser:
    """A stranger's browser with that cookie."""
    browser = site.browser()
    browser.client.set_cookie("appearance", value, domain="localhost")
    return browser


def test_pages_look_as_the_system_has_it_until_something_is_chosen(site: Site) -> None:
    root, scheme, sheets = head(site.browser().get("/rules").text)

    assert (root, scheme) == ('<html lang="en">', "light dark")
    assert sheets["dark"] == "(prefers-color-scheme: dark)"
    assert list(sheets).index("colors") < list(sheets).index("dark")


def test_what_a_player_chooses_is_kept_and_holds_in_every_browser(site: Site) -> None:
    ada = site.room.player("Ada")

    answer = site.browser(ada).post("/appearance", **DARK)

    assert (answer.status_code, answer.headers["Location"]) == (303, "/appearance")
    root, scheme, sheets = head(site.browser(ada).get("/").text)
    assert root == '<html lang="en" data-theme="plain" data-coordinates="off">'
    assert scheme == "dark"
    # Paper stays light.
    assert sheets["dark"] == "screen"
    assert head(site.browser(site.room.player("Bob")).get("/").text)[1] == "light dark"
    assert head(site.browser().get("/").text)[1] == "light dark"


def test_a_stranger_keeps_it_in_the_browser(site: Site) -> None:
    stranger = site.browser()

    answer = stranger.post("/appearance", **DARK | {"scheme": "light"})

    cookie = next(line for line in answer.headers.getlist("Set-Cookie") if line.startswith("appearance="))
    assert cookie.startswith("appearance=plain.light.off.first;")
    assert {"HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))
    root, scheme, sheets = head(stranger.get("/rules").text)
    assert 'data-theme="plain"' in root
    assert scheme == "light"
    assert "dark" not in sheets
    assert head(site.browser().get("/rules").text)[1] == "light dark"


def test_a_browser_looks_the_same_after_signing_out(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    browser.post("/appearance", **DARK)

    browser.post("/sign-out")

    assert head(browser.get("/").text)[1] == "dark"


def test_what_a_player_has_chosen_counts_more_than_the_browser(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    browser.client.set_cookie("appearance", "safe.dark.off.own", domain="localhost")

    assert head(browser.get("/").text)[1] == "light dark"


@pytest.mark.parametrize(
    "value",
    [
        "", ".", "...", "plain", "plain.dark.off", "plain.dark.off.first.more", "plain.dark.off.nobody",
        "Plain.dark.off.first",
        'x" onload="alert(1).dark.off.own', "plain.dark.off.first" * 99, "\u00e9.\u00e9.\u00e9.\u00e9",
    ],
)  # fmt: skip
def test_a_cookie_that_nobody_here_has_written_is_none(site: Site, value: str) -> None:
    page = with_cookie(site, value).get("/rules")

    assert page.status_code == 200
    assert head(page.text)[:2] == ('<html lang="en">', "light dark")


@pytest.mark.parametrize(
    "wrong",
    [
        {"theme": "neon"}, {"theme": ""}, {"scheme": "DARK"}, {"coordinates": "fit "* 3}, {"orientation": "third"},
        {"theme": "plain\u0000"}, {"scheme": "x" * 21},
    ],
)  # fmt: skip
def test_a_form_with_another_value_is_refused_and_nothing_kept(site: Site, wrong: dict[str, str]) -> None:
    ada = site.room.player("Ada")

    for browser in (site.browser(ada), site.browser()):
        answer = browser.post("/appearance", **DARK | wrong)

        assert answer.status_code == 400
        assert "appearance=" not in "".join(answer.headers.getlist("Set-Cookie"))
    assert head(site.browser(ada).get("/").text)[1] == "light dark"


def test_a_form_of_nobody_knows_where_changes_nothing(site: Site) -> None:
    ada = site.room.player("Ada")
    browser = site.browser(ada)

    missing = browser.post_raw("/appearance", DARK)
    by_address = browser.get("/appearance?theme=plain&scheme=dark&coordinates=off&orientation=first")

    assert missing.status_code == 403
    assert by_address.status_code == 200
    assert head(site.browser(ada).get("/").text)[1] == "light dark"


def test_the_form_shows_what_is_chosen_and_a_board_of_each_theme(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    browser.post("/appearance", **DARK)

    page = browser.get("/appearance")

    assert re.findall(r'name="(\w+)" value="(\w+)" checked', page.text) == list(DARK.items())
    assert re.findall(r'<div class="theme" data-theme="(\w+)">', page.text) == [theme.value for theme in Theme]
    assert page.text.count("<svg") >= len(Theme)
    ids = re.findall(r' id="([^"]*)"', page.text)
    assert len(ids) == len(set(ids))
    assert "This is kept in this browser" not in words(page)
    assert "This is kept in this browser" in words(site.browser().get("/appearance"))


def test_the_form_offers_all_that_there_is() -> None:
    offered = [[choice.value for choice in question.choices] for question in (THEMES, *OTHERS)]

    assert offered == [[word.value for word in kind] for kind in (Theme, Scheme, Coordinates, Orientation)]


def test_every_page_leads_to_it(site: Site) -> None:
    for path in ("/", "/rules", "/nowhere"):
        assert 'href="/appearance"' in site.browser().get(path).text


@pytest.mark.parametrize("path", ["/", "/games/{game}"])
def test_a_page_that_is_kept_is_never_shown_in_another_look(site: Site, path: str) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    page = KeptPage(site, game.players[0], path.format(game=game.id))
    before, tag = page.kept(), page.tag

    page.browser.post("/appearance", **DARK)
    page.browser.get("/rules")

    assert page.kept() == page.afresh() != before
    assert page.tag != tag
    page.browser.post("/appearance", theme="warm", scheme="system", coordinates="fit", orientation="own")
    page.browser.get("/rules")
    assert page.kept() == page.afresh() == before


def test_strangers_of_different_looks_share_no_page(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    looks = [Appearance(theme, scheme).code for theme, scheme in product(Theme, Scheme)]

    answers = [with_cookie(site, look).get(f"/games/{game.id}") for look in looks]

    assert len({answer.headers["ETag"] for answer in answers}) == len(looks)
    assert len({head(answer.text)[0] + head(answer.text)[1] for answer in answers}) == len(looks)


@pytest.mark.parametrize(
    ("orientation", "lowest"),
    [("own", ("A", "J", "J")), ("first", ("A", "A", "A")), ("second", ("J", "J", "J"))],
)
def test_the_side_that_was_chosen_is_at_the_bottom(site: Site, orientation: str, lowest: tuple[str, str, str]) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    found = []
    for player in (*game.players, None):
        browser = site.browser(player)
        browser.post("/appearance", **DARK | {"orientation": orientation})
        rows = re.search(r'data-rows="([^"]*)"', browser.get(f"/games/{game.id}").text)
        assert rows is not None
        found.append(rows[1].split()[-1])
        turned = re.search(r'data-rows="([^"]*)"', browser.get(f"/games/{game.id}?turned=1").text)
        assert turned is not None
        assert turned[1].split() == rows[1].split()[::-1]

    assert tuple(found) == lowest


@pytest.mark.parametrize(("theme", "scheme"), list(product(Theme, Scheme)))
def test_small_boards_have_the_colours_of_the_page(site: Site, theme: Theme, scheme: Scheme) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    light, dark = (palette(theme, name).properties for name in ("light", "dark"))
    look = Appearance(theme, scheme).code

    answer = site.browser(game.players[0]).get(f"/games/{game.id}/small-board.svg?seat=0&look={look}")

    always, _, in_dark = answer.text.partition("@media(prefers-color-scheme:dark)")
    for name in ("board-ground", "board-blue-body", "board-red-edge", "board-frame"):
        assert (dark if scheme is Scheme.DARK else light)[name] in always
        assert (dark[name] in in_dark) == (scheme is Scheme.SYSTEM)


@pytest.mark.parametrize("path", ["/", "/games"])
def test_pages_show_small_boards_in_their_look(site: Site, path: str) -> None:
    a_game(site.room, "B3-C3", ruleset="kelasu/1")
    browser = with_cookie(site, "plain.dark.off.first")

    shown = re.findall(r'src="(/games/[^"]*\.svg[^"]*)"', browser.get(path).text)

    assert shown
    for address in shown:
        assert "look=plain.dark.off.first" in address
        assert palette("plain", "dark").properties["board-ground"] in browser.get(unescape(address)).text


@pytest.mark.parametrize("look", ["plain", "neon.dark.off.own", "%00", "x" * 41, "warm.dark.off.own&look=x"])
def test_a_small_board_in_a_look_that_is_none_is_no_error(site: Site, look: str) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")

    assert site.browser().get(f"/games/{game.id}/small-board.svg?look={look}").status_code in {200, 400}


def test_a_small_board_has_the_side_at_the_bottom_that_was_chosen(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    address = f"/games/{game.id}/small-board.svg"

    plain, first, second = (
        site.browser().get(f"{address}?look=warm.system.fit.{side}").text for side in ("own", "first", "second")
    )

    assert plain == second != first


def test_a_look_costs_no_statement(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    browser, path = site.browser(game.players[0]), f"/games/{game.id}"
    browser.get(path)
    with statements_of(site.room) as before:
        browser.get(path)

    browser.post("/appearance", **DARK)
    browser.get("/rules")
    browser.get(path)
    with statements_of(site.room) as after:
        browser.get(path)

    assert len(after) == len(before)


def test_the_database_takes_nothing_else(site: Site) -> None:
    site.room.player("Ada")

    with pytest.raises(Exception, match="ck_player_theme"), site.room.workshop.open() as uow:
        uow.connection.execute(text("UPDATE player SET theme = 'neon'"))
