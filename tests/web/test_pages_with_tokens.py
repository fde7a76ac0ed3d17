"""Pages that show a token are not kept by browsers, and signing out empties what browsers have kept."""

import re
from email import message_from_bytes
from urllib.parse import urlsplit

from sqlalchemy import delete
from werkzeug.test import TestResponse

from corr.base.tokens import TOKEN
from corr.mail.queues.address_changes import AskForAddress, ask_for_address
from corr.play.feeds import renew_feed
from corr.play.following import follows_of, stop_token
from corr.players.accounts import RequestSignIn, request_sign_in
from corr.players.reply_tokens import find_command_token, renew_command_address
from corr.store.base import table
from corr.store.tables.player_accounts import Session
from tests.builders import sign_in_letters, write_sign_ins
from tests.mail.office import Office, an_office, text_of
from tests.play.proposing import propose
from tests.playing import TestGame
from tests.web.browsing import Browser, Site, links

_ADDRESS = re.compile(r"https?://[^\s<>\"]+")
_GUEST = "guest@example.org"
_MOST = 400


def crawled(browser: Browser, *paths: str) -> dict[str, TestResponse]:
    """The pages at those addresses, and all to which links lead from there."""
    pages, waiting = dict[str, TestResponse](), list(paths)
    while waiting and len(pages) < _MOST:
        path = waiting.pop(0)
        if path in pages or not path.startswith("/") or path.startswith("/practice"):
            continue
        pages[path] = browser.get(path)
        has_links = pages[path].mimetype == "text/html"
        found = [pages[path].location or "", *(links(pages[path]) if has_links else ())]
        waiting += [link.partition("#")[0] for link in found]
    return pages


def in_letters(office: Office, *names: str) -> list[str]:
    """The paths of all addresses in the letters to those people."""
    texts = (text_of(letter) for name in names for letter in office.letters(name))
    return [urlsplit(found.rstrip(".")).path for text in texts for found in _ADDRESS.findall(text)]


def tokens_in(page: TestResponse) -> set[str]:
    """What has the form of a token on a page, in its links or in a picture's words."""
    return set(TOKEN.findall(page.get_data().decode(errors="replace")))


def test_no_page_that_shows_a_token_is_kept(site: Site) -> None:
    office = an_office(site.room, "B3-C3")
    ada = office.game.players[0]
    browser = site.browser(ada)
    link = browser.post("/offers", order_key="k", game="kelasu", pace="3d/turn", seat_wish="first", takers="1").location
    browser.post("/follow", kind="player", what="Bob", way="feed")
    with site.room.workshop.open() as uow:
        feed = renew_feed(uow, ada, 0).token
        renew_command_address(uow, ada)
        commands = find_command_token(uow, ada)
        ask_for_address(uow, AskForAddress(ada, "ada@second.example", is_second=True))
        request_sign_in(uow, RequestSignIn("ada@example.org", "a browser", "192.0.2.7"))
        follow = follows_of(uow, ada)[0]
        stop = f"/following/stop/{stop_token(uow, follow.id)}"
    propose(site.room, ada, opponent=_GUEST)
    office.arrive("From: Eve <eve@example.org>\n\nI3-H3\n", office.new_address("Bob"), "eve@example.org")
    sent = [path for path in in_letters(office, "Ada", "Bob", "guest") if TOKEN.search(path)]

    pages = crawled(browser, "/", "/account", link, stop, *sent)

    shown = {path: tokens_in(page) for path, page in pages.items() if tokens_in(page)}
    assert {feed, commands, link.removeprefix("/l/")} <= set().union(*shown.values())
    assert {TOKEN.split(path)[0] for path in (stop, *sent)} == {
        "/u/", "/held/", "/link/", "/address/", "/invitations/", f"/following/stop/{follow.id}-",
    }  # fmt: skip
    assert [path for path in shown if "no-store" not in pages[path].headers["Cache-Control"]] == []
    assert len(pages) < _MOST


def test_signing_out_empties_what_the_browser_has_kept(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))

    answer = browser.post("/sign-out")

    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert "Clear-Site-Data" not in browser.get("/").headers


def test_ending_ones_own_session_signs_this_browser_out(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    session = site.room.rows(Session)[0]["id"]

    answer = browser.post("/account/sessions/end", session=str(session))

    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert browser.client.get_cookie("sid", domain="localhost") is None
    assert browser.sentence() == "You are signed out."


def test_signing_another_browser_out_keeps_what_this_one_has(site: Site) -> None:
    ada = site.room.player("Ada")
    site.browser(ada)
    browser = site.browser(ada)

    answer = browser.post("/account/sessions/end", session=str(site.room.rows(Session)[0]["id"]))

    assert "Clear-Site-Data" not in answer.headers
    assert browser.client.get_cookie("sid", domain="localhost") is not None


def test_signing_in_where_somebody_was_signed_in_empties_what_was_kept_for_them(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    with site.room.workshop.open() as uow:
        uow.connection.execute(delete(table(Session)))
    site.room.player("Bob")

    first, again = _signed_in(site, site.browser(), "bob"), _signed_in(site, browser, "bob")

    assert "Clear-Site-Data" not in first.headers
    assert again.headers["Clear-Site-Data"] == '"cache"'


def test_a_change_of_address_that_ends_this_session_signs_this_browser_out(site: Site) -> None:
    ada = site.room.player("Ada")
    browser = site.browser(ada)
    with site.room.workshop.open() as uow:
        ask_for_address(uow, AskForAddress(ada, "ada@new.example"))
    office = Office(TestGame(site.room, "", (ada, ada)))
    office.send_all()
    sent = [_ADDRESS.findall(text_of(message_from_bytes(raw))) for _, _, raw in office.transport.sent]
    paths = [urlsplit(found).path for texts in sent for found in texts if "/address/" in found]

    answers = [browser.post(f"{path}/confirm") for path in dict.fromkeys(paths)]

    assert ["Clear-Site-Data" in answer.headers for answer in answers] == [False, True]


def _signed_in(site: Site, browser: Browser, name: str) -> TestResponse:
    browser.post("/sign-in", address=f"{name}@example.org")
    write_sign_ins(site.room)
    token = sign_in_letters(site.room)[-1].token
    return browser.post(f"/link/{token}", name="", zone="UTC", seat_wish="")
