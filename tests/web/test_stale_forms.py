"""A form that comes when its player is signed out meanwhile: nothing is done, and nothing that was written is lost."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest

from corr.store.tables.games import Message, Turn
from corr.store.tables.player_accounts import KeptForm
from corr.web.auth import unsealed
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, links, words


def a_kelasu(site: Site) -> TestGame:
    return a_game(site.room, "B3-C3", ruleset="kelasu/1")


def sign_in_again(site: Site, browser: Browser, player_id: int) -> None:
    """Sign a browser in, as the button of a letter does."""
    other = site.browser(player_id)
    cookie = other.client.get_cookie("sid", domain="localhost")
    assert cookie is not None
    browser.client.set_cookie("sid", cookie.value, domain="localhost")


def lose_cookie(browser: Browser) -> None:
    """Sign out in another tab."""
    browser.client.delete_cookie("sid", domain="localhost")


def end_session(browser: Browser) -> None:
    """Be signed out from another browser: the cookie stays."""
    cookie = browser.client.get_cookie("sid", domain="localhost")
    assert cookie is not None
    browser.post("/sign-out")
    browser.client.set_cookie("sid", cookie.value, domain="localhost")


def wanted(browser: Browser, site: Site, player_id: int) -> str:
    """Where a player is led after signing in."""
    cookie = browser.client.get_cookie("wanted", domain="localhost")
    assert cookie is not None
    address = unsealed(site.house.key, "wanted", cookie.value)
    assert re.fullmatch(r"/kept/[a-z2-7]{26}", address)
    sign_in_again(site, browser, player_id)
    return address


@pytest.mark.parametrize("signed_out", [lose_cookie, end_session])
def test_what_was_written_is_shown_at_once_and_again_after_signing_in(
    any_site: Site, signed_out: Callable[[Browser], None]
) -> None:
    game = a_kelasu(any_site)
    browser = any_site.browser(game.players[1])
    csrf = browser.csrf()
    signed_out(browser)

    answer = browser.post_raw(f"/games/{game.id}/turns", {"csrf": csrf, "turn": "2", "text": "I3-H3", "act": "submit"})
    again = browser.get(wanted(browser, any_site, game.players[1]))

    assert answer.status_code == 403
    assert "You are signed out; nothing was played. Sign in and submit again" in words(answer)
    assert ">I3-H3</textarea>" in answer.text
    assert "/sign-in" in links(answer)
    assert any_site.room.count(Turn) == 1
    assert "I3-H3" in again.text
    assert f'action="/games/{game.id}/turns"' in again.text
    assert f"/games/{game.id}" not in words(again)


def test_it_is_done_only_when_its_player_posts_it_again(site: Site) -> None:
    game = a_kelasu(site)
    browser = site.browser(game.players[1])
    csrf = browser.csrf()
    lose_cookie(browser)
    browser.post_raw(f"/games/{game.id}/turns", {"csrf": csrf, "turn": "2", "text": "I3-H3", "act": "submit"})
    page = browser.get(wanted(browser, site, game.players[1])).text
    before = site.room.count(Turn)

    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    fields |= {"text": unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page)[0])}
    done = browser.post_raw(f"/games/{game.id}/turns", fields)

    assert (before, done.status_code, site.room.count(Turn)) == (1, 303, 2)


@pytest.mark.both_databases
def test_nobody_else_is_ever_shown_it(any_site: Site) -> None:
    game = a_kelasu(any_site)
    browser = any_site.browser(game.players[1])
    csrf = browser.csrf()
    lose_cookie(browser)
    browser.post_raw(f"/games/{game.id}/messages", {"csrf": csrf, "version": "1", "text": "a secret"})
    address = wanted(browser, any_site, game.players[0])

    found = [
        browser.get(address),
        any_site.browser(any_site.room.player("Eve")).get(address),
        any_site.browser().get(address),
    ]

    assert [answer.status_code for answer in found] == [404, 404, 303]
    assert all("a secret" not in answer.text for answer in found)


def test_a_form_of_somebody_else_in_the_same_browser_is_neither_done_nor_shown(site: Site) -> None:
    game = a_kelasu(site)
    browser = site.browser(game.players[1])
    csrf = browser.csrf()
    sign_in_again(site, browser, game.players[0])

    answer = browser.post_raw(f"/games/{game.id}/messages", {"csrf": csrf, "version": "1", "text": "for another"})

    assert answer.status_code == 403
    assert "made for another player" in words(answer)
    assert "for another" not in answer.text.replace("for another player", "")
    assert (site.room.count(Message), site.room.count(KeptForm)) == (0, 0)


def test_whoever_has_signed_in_again_meanwhile_is_led_to_what_was_written(site: Site) -> None:
    game = a_kelasu(site)
    browser = site.browser(game.players[1])
    csrf = browser.csrf()
    sign_in_again(site, browser, game.players[1])

    answer = browser.post_raw(f"/games/{game.id}/messages", {"csrf": csrf, "version": "1", "text": "Hello again"})

    assert answer.status_code == 303
    assert "Hello again" in browser.get(answer.location).text
    assert site.room.count(Message) == 0


@pytest.mark.parametrize("mark", ["", "x", "x.y", "{}.bm9ib2R5.0000", "{}." + "a" * 90])
def test_a_form_that_nobody_made_is_not_kept(site: Site, mark: str) -> None:
    browser = site.browser()

    answer = browser.post_raw("/account", {"csrf": mark.format(browser.csrf()), "name": "Mallory"})

    assert answer.status_code == 403
    assert site.room.count(KeptForm) == 0


@pytest.mark.parametrize(
    ("form", "back"),
    [("/games/{}/messages", ("Back to the game", "/games/{}")), ("/account", ("Your games", "/"))],
)
def test_a_form_that_is_too_old_leads_back_to_the_page_that_it_is_about(
    site: Site, form: str, back: tuple[str, str]
) -> None:
    game = a_kelasu(site)

    answer = site.browser(game.players[1]).post_raw(
        form.format(game.id), {"csrf": "x", "version": "1", "text": "Hello"}
    )

    assert answer.status_code == 403
    assert f'href="{back[1].format(game.id)}">{back[0]}<' in answer.text


@pytest.mark.parametrize("path", ["/\\evil.example/x", "/nowhere", "//evil.example/"])
def test_a_form_for_no_page_of_ours_is_not_kept(site: Site, path: str) -> None:
    browser = site.browser(site.room.player("Olga"))
    csrf = browser.csrf()
    lose_cookie(browser)

    browser.post_raw(path, {"csrf": csrf, "name": "x"})

    assert site.room.count(KeptForm) == 0


def test_a_form_that_was_shown_long_ago_is_not_kept(site: Site) -> None:
    browser = site.browser(site.room.player("Olga"))
    csrf = browser.csrf()
    lose_cookie(browser)
    site.room.clock.move(timedelta(days=15))

    browser.post_raw("/account", {"csrf": csrf, "name": "x"})

    assert site.room.count(KeptForm) == 0


def test_a_form_from_another_site_is_not_kept(site: Site) -> None:
    game = a_kelasu(site)
    browser = site.browser(game.players[1])
    csrf = browser.csrf()
    lose_cookie(browser)

    answer = browser.post_raw(
        f"/games/{game.id}/messages", {"csrf": csrf, "version": "1", "text": "x"}, Sec_Fetch_Site="cross-site"
    )

    assert answer.status_code == 403
    assert site.room.count(KeptForm) == 0


def test_what_is_too_large_to_be_kept_can_still_be_copied(site: Site) -> None:
    browser = site.browser(site.room.player("Olga"))
    csrf = browser.csrf()
    lose_cookie(browser)

    answer = browser.post_raw("/account", {"csrf": csrf, "name": "Name " * 100, **{f"f{n}": "" for n in range(250)}})

    assert answer.status_code == 403
    assert "Copy what you wrote" in words(answer)
    assert "Name Name" in answer.text


def test_what_was_written_is_escaped(site: Site) -> None:
    browser = site.browser(site.room.player("Olga"))
    csrf = browser.csrf()
    lose_cookie(browser)

    answer = browser.post_raw("/account", {"csrf": csrf, "name": "</textarea><script>x</script>"})

    assert "<script>" not in answer.text
