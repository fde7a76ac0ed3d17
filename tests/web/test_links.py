"""Pages of links: shown to messengers and people, taken with one click or with a letter, and told to nobody."""

import re

import pytest
from werkzeug.test import TestResponse

from corr.store.tables.games import Game, GameSeat, Offer
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player, SignIn
from tests.builders import write_sign_ins
from tests.web.browsing import Browser, Site, words

MESSENGERS = (
    "WhatsApp/2.23.20.0 A",
    "TelegramBot (like TwitterBot)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
)


def _order(**changed: str) -> dict[str, str]:
    form = {"order_key": "k1", "game": "kelasu", "pace": "3d/turn", "seat_wish": "first", "takers": "1"}
    return form | changed


def _link(site: Site, **changed: str) -> tuple[Browser, str]:
    """Ada's browser and the address of a link of hers."""
    ada = site.browser(site.room.player("Ada"))
    made = ada.post("/offers", **_order(**changed))
    assert made.location.startswith("/l/"), words(made)
    return ada, made.location


def _letter(site: Site) -> dict[str, str]:
    write_sign_ins(site.room)
    facts = site.room.rows(Outbox)[-1]["facts"]
    assert isinstance(facts, dict)
    return facts


def _join(site: Site, address: str, browser: Browser, name: str = "Cy") -> str:
    """The address of the letter that a stranger asks for at an offer."""
    fields = {"name": name, "address": f"{name or 'bob'}@example.org", "zone": "UTC"}
    assert browser.post(f"{address}/join", **fields).location.partition("?")[0] == "/mail-sent"
    return f"/link/{_letter(site)['token']}"


def test_its_player_reads_the_whole_link_and_finds_it_again_in_the_list(any_site: Site) -> None:
    ada, address = _link(any_site)

    for page in (ada.get(address), ada.get("/offers")):
        assert f'value="http://localhost:8000{address}" readonly' in page.text
    assert "For one player." in words(ada.get("/offers"))
    assert address not in any_site.browser().get("/offers").text


def test_a_link_is_taken_with_one_click_and_again_is_the_same_game(any_site: Site) -> None:
    ada, address = _link(any_site, takers="3")
    bob = any_site.browser(any_site.room.player("Bob"))

    shown = words(bob.get(address))
    begun = {bob.post(f"{address}/take").location for _ in range(2)}

    assert "Ada invites you to a game of Kelasu" in shown
    assert begun == {f"/games/{game['id']}" for game in any_site.room.rows(Game)}
    assert "2 of 3 places left. Accepted by Bob" in words(ada.get("/offers"))
    assert "Go to your game" in words(bob.get(address))


def test_a_stranger_takes_a_link_by_the_letter_that_confirms_the_address(any_site: Site) -> None:
    _, address = _link(any_site, seat_wish="second")
    stranger = any_site.browser()

    letter = _join(any_site, address, stranger)
    said = words(stranger.get(letter))
    begun = stranger.post(letter)

    assert "a game of Kelasu with Ada" in said
    assert begun.location == f"/games/{any_site.room.rows(Game)[0]['id']}"
    assert "Your turn" in words(stranger.get(begun.location))


@pytest.mark.parametrize(
    ("condition", "wish", "sits"), [("either", "first", 0), ("either", "second", 1), ("first", "first", 1)]
)
def test_a_stranger_may_wish_for_a_seat_where_the_offer_makes_none_a_condition(
    site: Site, condition: str, wish: str, sits: int
) -> None:
    _, address = _link(site, seat_wish=condition)
    stranger = site.browser()
    letter = _join(site, address, stranger)

    asks = 'name="seat_wish"' in stranger.get(letter).text
    stranger.post(letter, seat_wish=wish)

    cy = next(row["id"] for row in site.room.rows(Player) if row["name"] == "Cy")
    assert asks is (condition == "either")
    assert [row["seat"] for row in site.room.rows(GameSeat) if row["player_id"] == cy] == [sits]


def test_the_code_of_the_letter_begins_the_game_too(site: Site) -> None:
    _, address = _link(site)
    stranger = site.browser()
    _join(site, address, stranger)

    begun = stranger.post("/code", code=_letter(site)["code"])

    assert begun.location == f"/games/{site.room.rows(Game)[0]['id']}"


@pytest.mark.parametrize(
    ("condition", "wish", "sits"), [("either", "first", 0), ("either", "second", 1), ("first", "first", 1)]
)
def test_a_stranger_with_the_code_may_wish_for_a_seat_too(site: Site, condition: str, wish: str, sits: int) -> None:
    _, address = _link(site, seat_wish=condition)
    stranger = site.browser()

    asked = stranger.post(f"{address}/join", name="Cy", address="cy@example.org")
    asks = 'name="seat_wish"' in stranger.get(asked.location).text
    mistyped = stranger.post("/code", code="1", seat_wish=wish).text
    stranger.post("/code", code=_letter(site)["code"], seat_wish=wish)

    cy = next(row["id"] for row in site.room.rows(Player) if row["name"] == "Cy")
    assert asks is (condition == "either")
    assert f'<option value="{wish}" selected>' in mistyped
    assert [row["seat"] for row in site.room.rows(GameSeat) if row["player_id"] == cy] == [sits]


def test_somebody_with_an_account_and_no_session_leaves_the_name_empty(site: Site) -> None:
    _, address = _link(site)
    site.room.player("Bob")
    browser = site.browser()

    begun = browser.post(_join(site, address, browser, ""))

    assert begun.location == f"/games/{site.room.rows(Game)[0]['id']}"
    assert site.room.count(Player) == 2


def test_a_letter_can_sign_in_without_playing_since_others_may_have_asked_for_it(site: Site) -> None:
    _, address = _link(site)
    site.room.player("Bob")
    letter = _join(site, address, site.browser(), "")

    assert "Only sign in" in words(site.browser().get(letter))
    assert site.browser().post(letter, only="1").status_code == 303
    assert site.room.count(Game) == 0


def test_the_first_to_confirm_has_the_game_and_the_others_an_account_and_open_offers(any_site: Site) -> None:
    _, address = _link(any_site)
    cy, dan = any_site.browser(), any_site.browser()
    first = _join(any_site, address, cy)
    second = _join(any_site, address, dan, "Dan")

    dan.post(second)
    late = cy.post(first)

    assert late.location == "/offers"
    assert "Welcome, Cy. The game has not started. Someone else got there first." in words(cy.get("/offers"))
    assert any_site.room.count(Game) == 1
    assert any_site.room.count(Player) == 3


def test_asking_for_letters_blocks_no_link(site: Site) -> None:
    _, address = _link(site)
    for name in ("Eve", "Mallory", "Oscar"):
        _join(site, address, site.browser(), name)

    assert site.browser(site.room.player("Bob")).post(f"{address}/take").status_code == 303


def test_previews_of_messengers_take_nothing_and_show_the_game(any_site: Site) -> None:
    _, address = _link(any_site, message="Between us.")
    before = any_site.room.rows(Offer)

    for agent in MESSENGERS:
        browser = any_site.browser()
        page = browser.get(address, User_Agent=agent)
        head = browser.client.head(address, base_url=browser.url, headers={"User-Agent": agent})
        assert (page.status_code, head.status_code, head.data) == (200, 200, b"")
        assert 'property="og:title" content="Ada invites you to a game of Kelasu"' in page.text
        image = re.search(r'og:image" content="http://localhost:8000(/[^"]+)"', page.text)
        assert image is not None
        picture = browser.get(image[1], User_Agent=agent)
        assert picture.data.startswith(b"\x89PNG")
        assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        described = "".join(re.findall(r'property="og:[^>]*>', page.text))
        assert "Between us" not in described
    assert any_site.room.rows(Offer) == before
    assert any_site.room.count(SignIn) == any_site.room.count(Game) == 0


def test_no_other_site_and_no_search_engine_learns_of_a_link(site: Site) -> None:
    _, address = _link(site)

    page = site.browser().get(address)

    assert page.headers["Referrer-Policy"] == "same-origin"
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert page.headers["Cache-Control"] == "private, no-store"
    assert '<meta name="robots" content="noindex, nofollow">' in page.text
    assert "Content-Encoding" not in site.browser().get(address, Accept_Encoding="gzip").headers


def test_withdrawn_expired_and_taken_links_say_so_and_nothing_else(any_site: Site) -> None:
    ada, address = _link(any_site, message="Secret words.")
    offer_id = any_site.room.rows(Offer)[0]["id"]
    bob = any_site.browser(any_site.room.player("Bob"))

    assert bob.post(f"/offers/{offer_id}/withdraw").status_code == 404
    assert ada.post(f"/offers/{offer_id}/withdraw").status_code == 303

    gone = any_site.browser().get(address)
    assert gone.status_code == 410
    assert "This offer was withdrawn." in words(gone)
    assert "Ada" not in words(gone)
    assert bob.post(f"{address}/take").status_code == 409
    assert any_site.browser().post(f"{address}/join", name="Cy", address="cy@example.org").status_code == 409
    assert any_site.room.count(SignIn) == 0


def test_whoever_used_a_link_is_led_to_the_game_also_where_they_have_to_sign_in_first(any_site: Site) -> None:
    _, address = _link(any_site)
    cy, bob, elsewhere = any_site.browser(), any_site.browser(any_site.room.player("Bob")), any_site.browser()
    game = cy.post(_join(any_site, address, cy)).location

    again = cy.get(address)
    asked = elsewhere.get(address)

    assert (again.status_code, again.location) == (303, game)
    assert asked.status_code == 410
    assert "This link has been used. If you used it, sign in and you come to your game." in words(asked)
    assert "Someone else got there first." not in words(asked)
    assert any("wanted" in cookie for cookie in asked.headers.getlist("Set-Cookie"))
    assert "Someone else got there first." in words(bob.get(address))


@pytest.mark.parametrize("act", ["", "/take", "/join"])
def test_guessing_links_ends_and_shuts_out_no_real_link(site: Site, act: str) -> None:
    ada, address = _link(site)
    bob = site.browser(site.room.player("Bob"))

    def asked(token: str, network: str) -> TestResponse:
        path, where = f"/l/{token}{act}", {"REMOTE_ADDR": network}
        if not act:
            return bob.client.get(path, base_url=bob.url, environ_overrides=where)
        form = {"csrf": bob.csrf(), "name": "Cy", "address": "cy@example.org"}
        return bob.client.post(path, base_url=bob.url, data=form, environ_overrides=where)

    letters = "abcdefghijklmnopqrstuvwxyz234567"
    answers = [asked(letters[number] * 26, "192.0.2.7") for number in range(30)]
    real = address.removeprefix("/l/")

    assert {answer.status_code for answer in answers} == {404}
    assert len({re.sub(r"[a-z2-7]{26}", "", words(answer)) for answer in answers}) == 1
    assert asked(letters[31] * 26, "192.0.2.99").status_code == 429
    assert asked(real, "192.0.2.7").status_code in {200, 303}
    assert asked(letters[31] * 26, "198.51.100.1").status_code == 404
    assert ada.get(address).status_code == 200


def test_a_real_link_that_is_refused_is_no_guess_however_often(site: Site) -> None:
    ada, address = _link(site)
    network = {"REMOTE_ADDR": "192.0.2.7"}
    form = {"csrf": ada.csrf()}

    def take() -> int:
        answer = ada.client.post(f"{address}/take", base_url=ada.url, data=form, environ_overrides=network)
        return answer.status_code

    assert {take() for _ in range(40)} == {403}
    assert ada.client.get(address, base_url=ada.url, environ_overrides=network).status_code == 200


def test_names_and_words_in_a_link_are_text(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("<b>&quot;Eve"))
    made = ada.post("/offers", **_order(message='"><script>alert(1)</script>'))

    page = any_site.browser().get(made.location).text

    assert "<script>alert" not in page
    assert "<b>&quot;Eve" not in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"address": "nonsense", "name": "Cy"}, "nonsense"),
        ({"address": "cy@example.org", "name": "Ada"}, "That name is taken"),
        ({"address": "cy@example.org", "name": "<"}, "name"),
        ({"address": "", "name": ""}, "address"),
    ],
)
def test_what_a_stranger_mistypes_is_told_beside_the_board_and_kept(
    site: Site, fields: dict[str, str], expected: str
) -> None:
    _, address = _link(site)

    answer = site.browser().post(f"{address}/join", **fields)

    assert answer.status_code == 400
    assert expected in answer.text
    assert "Ada invites you" in words(answer)


def test_whoever_signs_in_to_take_a_link_comes_back_to_it(site: Site) -> None:
    _, address = _link(site)

    asked = site.browser().get(f"{address}?take=1")

    assert asked.location == "/sign-in"
    assert any("wanted" in cookie for cookie in asked.headers.getlist("Set-Cookie"))


def test_a_stranger_takes_an_offer_to_anybody_by_a_letter_too(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))
    address = ada.post("/offers", **_order(takers="0")).location
    stranger = any_site.browser()

    begun = stranger.post(_join(any_site, address, stranger))

    assert begun.location == f"/games/{any_site.room.rows(Game)[0]['id']}"


@pytest.mark.parametrize("takers", ["21", "-1", "many", "1.5"])
def test_a_link_for_an_impossible_number_is_refused(site: Site, takers: str) -> None:
    answer = site.browser(site.room.player("Ada")).post("/offers", **_order(takers=takers))

    assert answer.status_code == 400
    assert site.room.count(Offer) == 0


def test_send_a_link_leads_to_a_form_that_makes_one(site: Site) -> None:
    form = site.browser(site.room.player("Ada")).get("/offers/new?link=1").text

    assert '<input type="radio" name="takers" value="1" checked> <span>One friend' in form
