"""Bad input on the pages for finding somebody to play: refused in words or shown as text, and no page breaks."""

from urllib.parse import quote

import pytest

from corr.play.offers import MOST_OPEN
from corr.store.tables.games import Game, Offer
from corr.store.tables.moderation import Report
from tests.playing import a_game
from tests.web.browsing import Site

pytestmark = pytest.mark.both_databases
_NASTY = (
    "\x00",
    "\x01\x1b[2J",
    "\u202eevil",
    "\ud7ff\uffff",
    "'; --",
    "%",
    "a" * 5_000,
    "<script>alert(1)</script>",
    "\u0301" * 60,
)
_CURSORS = (
    "~",
    "~1",
    "x~1",
    "2026-01-01~-1",
    "2026-13-01~1",
    "nan~1",
    "inf~9",
    "1e999~2",
    f"2026-01-01~{2**64}",
    "\x00~1",
    "Ⅷ~٣",
)


@pytest.mark.parametrize(
    "path", ["/players?q={}", "/players?game={}", "/players?order={}", "/players?from={}", "/offers?game={}"]
)
def test_whatever_is_looked_for_gets_a_page(any_site: Site, path: str) -> None:
    any_site.room.player("Ada")
    browser = any_site.browser()

    for text in _NASTY:
        page = browser.get(path.format(quote(text)))
        assert page.status_code in {200, 400}, text
        assert "<script>alert" not in page.text


@pytest.mark.parametrize("order", ["", "name", "rating"])
def test_a_place_in_the_list_that_was_made_up_is_no_fault_of_ours(any_site: Site, order: str) -> None:
    any_site.room.player("Ada")
    browser = any_site.browser()

    for cursor in _CURSORS:
        for way in ("after", "before"):
            page = browser.get(f"/players?game=tiny&order={order}&{way}={quote(cursor)}")
            assert page.status_code in {200, 400}, cursor


def test_one_account_makes_ten_offers_however_often_it_asks(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))
    form = {"game": "kelasu", "pace": "3d/turn", "seat_wish": "first", "takers": "0"}

    answers = [ada.post("/offers", **form, order_key=f"key {number}").status_code for number in range(MOST_OPEN + 15)]

    assert answers == [303] * MOST_OPEN + [429] * 15
    assert any_site.room.count(Offer) == MOST_OPEN


@pytest.mark.parametrize("key", ["\x00", "\u202e", "k" * 5_000, "'; DROP TABLE offer"])
def test_a_made_up_key_of_a_form_makes_at_most_one_offer(any_site: Site, key: str) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))
    form = {"game": "kelasu", "pace": "3d/turn", "seat_wish": "first", "takers": "0", "order_key": key}

    answers = {ada.post("/offers", **form).status_code for _ in range(2)}

    assert answers in ({303}, {400})
    assert any_site.room.count(Offer) == (answers == {303})


def test_a_taken_offer_that_is_posted_again_from_two_browsers_begins_one_game(any_site: Site) -> None:
    room = any_site.room
    ada, bob = room.player("Ada"), room.player("Bob")
    form = {"game": "kelasu", "pace": "3d/turn", "seat_wish": "either", "takers": "0", "order_key": "k"}
    address = any_site.browser(ada).post("/offers", **form).location
    browsers = any_site.browser(bob), any_site.browser(bob)

    answers = [browser.post(f"{address}/take", seat_wish="first").location for browser in (*browsers, *browsers)]

    assert len(set(answers)) == 1
    assert room.count(Game) == 1


@pytest.mark.parametrize("words_of_report", ["\x00", "\u202e", "x" * 501, " \u200b "])
def test_a_report_of_nothing_that_can_be_read_is_refused(any_site: Site, words_of_report: str) -> None:
    game = a_game(any_site.room)
    bob = any_site.browser(game.players[1])

    page = bob.post("/players/Ada/report", game=game.id, reason=words_of_report)

    assert page.status_code == 400
    assert any_site.room.count(Report) == 0
