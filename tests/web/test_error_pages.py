"""Pages for addresses and acts that are not possible: what may be meant, and ways on."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from markupsafe import escape

from corr.store.tables.games import Message
from corr.store.tables.player_accounts import KeptForm
from tests.playing import a_game
from tests.web.browsing import Site, links, words
from tests.web.leagues.filling import form_of


@pytest.mark.parametrize(
    ("path", "ways"),
    [
        ("/nowhere", {"/games", "/rules", "/practice"}),
        ("/games/nosuch", {"/games", "/games?state=over"}),
        ("/games/nosuch/turns/3", {"/games"}),
        ("/players/Nobody", {"/ratings", "/games"}),
        ("/leagues/no-such-cup", {"/leagues"}),
        ("/ratings/chess", {"/ratings"}),
        ("/rules/chess", {"/rules", "/practice"}),
        ("/practice/chess", {"/practice", "/rules"}),
        ("//", {"/"}),
    ],
)
def test_a_page_that_is_not_there_leads_to_what_may_be_meant(site: Site, path: str, ways: set[str]) -> None:
    answer = site.browser().get(path)

    assert answer.status_code in {404, 308}
    assert answer.status_code == 308 or {"/", *ways} <= set(links(answer))


def test_a_name_that_is_nearly_right_is_asked_about(site: Site) -> None:
    site.room.player("Benjamin")

    answer = site.browser().get("/players/Benjamim")

    assert answer.status_code == 404
    assert "There is no player of that name. Did you mean “Benjamin”?" in words(answer)


def test_what_is_not_for_somebody_leads_back_to_the_game(site: Site) -> None:
    game, eve = a_game(site.room), site.room.player("Eve")

    answer = site.browser(eve).get(f"/games/{game.id}/compose?turn=1")

    assert answer.status_code == 403
    assert {f"/games/{game.id}", "/", "/games"} <= set(links(answer))


def test_hostile_addresses_come_back_as_text_or_not_at_all(site: Site) -> None:
    answer = site.browser().get("/players/<script>/ratings/x?<b>")

    assert answer.status_code == 404
    assert "<script>" not in answer.text.replace("<script src", "").replace("<script type", "")
    assert "<b>" not in answer.text


@pytest.mark.parametrize("words_sent", ["A bell \x07rings,\x00 <b>twice</b>", "x" * 5000])
def test_what_was_written_is_there_to_be_copied_when_it_is_refused(site: Site, words_sent: str) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])

    answer = ada.post(f"/games/{game.id}/messages", version="0", text=words_sent)

    assert answer.status_code == 400
    seen = words_sent.replace("\x07", "").replace("\x00", "")
    assert f">{escape(seen)}</textarea>" in answer.text
    assert answer.text.count("<textarea") == 1


def test_a_message_with_a_turn_is_there_to_be_copied_with_it(site: Site) -> None:
    game = a_game(site.room)

    answer = site.browser(game.players[0]).post(f"/games/{game.id}/turns", turn="1", text="x1", words="Hello\x07 Bob")

    assert answer.status_code == 400
    assert "The field “Your message” holds a control character (U+0007)" in words(answer)
    assert ">Hello Bob</textarea>" in answer.text
    assert ">x1</textarea>" in answer.text


@pytest.mark.parametrize("sent", [b"Z%fcrich", b"Z\xfcrich", b"%ed%a0%80"])
def test_a_form_that_is_no_utf_8_is_refused_as_it_stands(site: Site, sent: bytes) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])

    body = f"csrf={ada.csrf()}&version=0&text=".encode() + sent
    answer = ada.post_raw(f"/games/{game.id}/messages", body, Content_Type="application/x-www-form-urlencoded")

    assert answer.status_code == 400
    assert "This form is not readable as text in UTF-8." in words(answer)
    assert site.room.count(Message) == 0


def test_the_choices_of_a_form_that_is_no_utf_8_are_kept(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))
    site.room.player("Bob")
    chosen = {"opponent": "Bob", "game": "tiny", "pace": "3d/turn", "seat_wish": "second", "order_key": "k"}

    body = f"csrf={ada.csrf()}&{urlencode(chosen)}&message=Hi+Z%fcrich".encode()
    answer = ada.post_raw("/challenge", body, Content_Type="application/x-www-form-urlencoded")
    kept = form_of(answer)

    assert answer.status_code == 400
    assert "This form is not readable as text in UTF-8." in words(answer)
    assert kept | chosen == kept
    assert kept["message"] == "Hi Z�rich"
    assert ada.post_raw("/challenge", kept | {"message": "Hi Zürich"}).status_code == 303


@pytest.mark.parametrize(
    "body",
    [
        "text=Z%fcrich",
        "csrf=x&text=Z%fcrich",
        "csrf={csrf}&version=%fc&text=Hi",
        f"csrf={{csrf}}&text=Z%fcrich{'&a=' * 300}",
    ],
)
def test_no_form_is_offered_that_is_not_ours_or_cannot_be_mended(site: Site, body: str) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])

    sent = body.format(csrf=ada.csrf()).encode()
    answer = ada.post_raw(f"/games/{game.id}/messages", sent, Content_Type="application/x-www-form-urlencoded")

    assert answer.status_code == 400
    assert 'method="post"' not in answer.text.partition("<main")[2]


def test_a_form_that_is_no_utf_8_is_not_kept_for_who_is_signed_out(site: Site) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])
    body = f"csrf={ada.csrf()}&version=0&text=Z%fcrich".encode()
    ada.post("/sign-out")

    answer = ada.post_raw(f"/games/{game.id}/messages", body, Content_Type="application/x-www-form-urlencoded")

    assert 400 <= answer.status_code < 500
    assert "/kept/" not in answer.text
    assert site.room.count(KeptForm) == 0


def test_an_address_that_is_no_utf_8_is_refused(site: Site) -> None:
    answer = site.browser().get("/players?q=%ff")

    assert answer.status_code == 400
    assert "This address is not readable as text in UTF-8." in words(answer)


def test_a_report_that_is_one_too_many_is_not_lost(site: Site) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])
    site.room.player("Zoe")

    answers = [ada.post("/players/Zoe/report", reason=f"The reason {number}.") for number in range(12)]

    assert answers[-1].status_code == 429
    assert "The reason 11." in words(answers[-1])


def test_what_another_site_sent_is_not_shown(site: Site) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])

    answer = ada.post_raw(
        f"/games/{game.id}/messages", {"csrf": ada.csrf(), "text": "Buy \x07 this"}, Sec_Fetch_Site="cross-site"
    )

    assert answer.status_code == 403
    assert "Buy" not in answer.text


@pytest.mark.parametrize("part", ["rules", "practice", "ratings"])
def test_an_unknown_game_is_answered_with_those_that_there_are(site: Site, part: str) -> None:
    answer = site.browser().get(f"/{part}/chess")

    assert answer.status_code == 404
    assert "There’s no game called “chess”. We have " in words(answer)
    assert {f"/{part}/kelasu", f"/{part}/kyo", f"/{part}/kerd"} <= set(links(answer))


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/sign-out", 405), ("/?page=x", 400), ("/account/name", 404)]
)
def test_an_error_page_shows_a_board_and_ways_on(site: Site, path: str, status: int) -> None:
    browser = site.browser()

    answer = browser.get(path)

    assert answer.status_code == status
    board = re.search(r'<img class="small-board" src="([^"]+)"', answer.text)
    assert board is not None
    assert browser.get(unescape(board[1])).mimetype == "image/svg+xml"
    assert "/" in links(answer)


def test_a_form_that_is_too_large_is_answered_with_a_board_too(site: Site) -> None:
    answer = site.browser().post("/sign-in", address="x" * 70_000)

    assert answer.status_code == 413
    assert 'class="small-board"' in answer.text
