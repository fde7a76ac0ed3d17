"""Draw offers that cross a turn on a page: nobody declines what was not seen, and nothing that was made is lost."""

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from corr.play.endings import offer_draw, withdraw_draw
from corr.store.tables.games import Message
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, words
from tests.web.test_held import held_turn

_ASKED = "Ada offered a draw after you opened this page."


def _game(site: Site) -> tuple[TestGame, Browser]:
    """A game in which Bob is due, and his browser."""
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    return game, site.browser(game.players[1])


def _offer(game: TestGame, seat: int = 0) -> None:
    with game.room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[seat], "web")


def _fields(text: str) -> dict[str, str]:
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text)
    return {name: unescape(value) for name, value in fields if name != "csrf"}


def _turn_form(page: TestResponse, **values: str) -> dict[str, str]:
    """What the form of a turn sends, with the message beside it."""
    form = page.text.partition('id="turn-form"')[2].partition("</form>")[0]
    written = re.findall(r'<textarea[^>]*name="(text|words)"[^>]*>([^<]*)<', page.text)
    return _fields(form) | {name: unescape(value) for name, value in written} | {"act": "submit"} | values


def _draw_forms(page: TestResponse) -> list[str]:
    return re.findall(r'<form[^>]+action="[^"]+/draw">.*?</form>', page.text, re.DOTALL)


@pytest.mark.both_databases
def test_a_turn_of_a_page_without_the_offer_is_kept_and_asked_about(site: Site) -> None:
    game, bob = _game(site)
    form = _turn_form(bob.get(f"/games/{game.id}"), text="I3-H3", words="Good luck!", act="submit")
    _offer(game)

    asked = bob.post(f"/games/{game.id}/turns", **form)

    assert asked.status_code == 409
    assert _ASKED in words(asked)
    assert (game.view().turn_number, game.draw_offered_by()) == (2, 0)
    again = _turn_form(asked)
    assert (again["text"], again["words"]) == ("I3-H3", "Good luck!")


@pytest.mark.both_databases
def test_playing_on_after_the_question_declines_and_says_so(site: Site) -> None:
    game, bob = _game(site)
    form = _turn_form(bob.get(f"/games/{game.id}"), text="I3-H3", words="Good luck!", act="submit")
    _offer(game)
    asked = bob.post(f"/games/{game.id}/turns", **form)

    played = bob.post(f"/games/{game.id}/turns", **_turn_form(asked, act="submit"))

    page = words(bob.get(f"/games/{game.id}"))
    assert played.status_code == 303
    assert (game.view().turn_number, game.draw_offered_by()) == (3, None)
    assert "You declined the draw by playing on." in page
    assert [row["text"] for row in site.room.rows(Message)] == ["Good luck!"]
    seen_by_ada = words(site.browser(game.players[0]).get(f"/games/{game.id}"))
    assert "Red declined the draw by playing on." in seen_by_ada


@pytest.mark.both_databases
def test_accepting_after_the_question_ends_the_game(site: Site) -> None:
    game, bob = _game(site)
    form = _turn_form(bob.get(f"/games/{game.id}"), text="I3-H3", act="submit")
    _offer(game)
    asked = bob.post(f"/games/{game.id}/turns", **form)
    [accept] = _draw_forms(asked)

    bob.post(f"/games/{game.id}/draw", act="accept", **_fields(accept))

    assert game.view().reason == "agreement"


@pytest.mark.both_databases
def test_a_form_of_yesterday_has_seen_no_offer(site: Site) -> None:
    game, bob = _game(site)
    _offer(game)

    asked = bob.post(f"/games/{game.id}/turns", turn="2", text="I3-H3", act="submit")

    assert (asked.status_code, game.view().turn_number, game.draw_offered_by()) == (409, 2, 0)
    assert _ASKED in words(asked)


def test_the_page_says_how_long_an_offer_stands(site: Site) -> None:
    game, bob = _game(site)
    _offer(game)

    before = words(bob.get(f"/games/{game.id}"))
    game.play("I3-H3", seen_offer=None)

    assert "The offer stands until you answer it or make your turn." in before
    after = words(bob.get(f"/games/{game.id}"))
    assert "The offer stands until you answer it or Ada makes the next turn." in after


def test_a_script_is_told_that_there_is_an_offer(site: Site) -> None:
    game, bob = _game(site)
    _offer(game)

    data = {"csrf": bob.csrf(), "turn": "2", "text": "I3-H3"}
    answer = bob.post_raw(f"/games/{game.id}/turns", data, accept="application/json")

    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["code"] == "unseen-draw"
    assert answer.json["sentence"].startswith("Ada offered a draw after you opened this page")


def test_a_turn_of_a_page_with_the_offer_is_played_at_once(site: Site) -> None:
    game, bob = _game(site)
    _offer(game)
    form = _turn_form(bob.get(f"/games/{game.id}"), text="I3-H3", act="submit")

    played = bob.post(f"/games/{game.id}/turns", **form)

    assert (played.status_code, game.view().turn_number, game.draw_offered_by()) == (303, 3, None)


@pytest.mark.parametrize(
    "way", ["preview?turn=2&text=I3-H3", "compose?turn=2&begun=I3-H3", "preview?turn=2&text=I3-E3"]
)
def test_each_page_of_a_turn_shows_the_offer_that_its_form_has_seen(site: Site, way: str) -> None:
    game, bob = _game(site)
    before = bob.get(f"/games/{game.id}/{way}")
    _offer(game)

    page = bob.get(f"/games/{game.id}/{way}")

    assert "offers you a draw" not in words(before)
    assert "Ada offers you a draw" in words(page)
    asked = bob.post(f"/games/{game.id}/turns", **_turn_form(before, text="I3-H3", act="submit"))
    played = bob.post(f"/games/{game.id}/turns", **_turn_form(page, text="I3-H3", act="submit"))
    assert (asked.status_code, played.status_code) == (409, 303)


def test_an_offer_that_was_seen_is_not_the_next_one(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    bob = site.browser(game.players[1])
    _offer(game)
    game.play("B3-C3")
    with site.room.workshop.open() as uow:
        withdraw_draw(uow, game.id, game.players[0], "web")
    _offer(game)
    page = bob.get(f"/games/{game.id}")
    form = _turn_form(page, text="I3-H3", act="submit")
    accept = _fields(_draw_forms(page)[0])
    with site.room.workshop.open() as uow:
        withdraw_draw(uow, game.id, game.players[0], "web")
    gone = bob.post(f"/games/{game.id}/draw", act="accept", **accept)

    assert gone.status_code == 409
    assert "no draw offer standing" in words(gone)
    assert bob.post(f"/games/{game.id}/turns", **form).status_code == 303


@pytest.mark.parametrize("place", ["/held/{token}", "/account/mails/{mail_id}/held", "/games/{game_id}/held/{mail_id}"])
def test_a_turn_of_a_mail_is_confirmed_only_by_a_page_that_shows_the_offer(site: Site, place: str) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])
    mail_id, token = held_turn(game, "A1")
    _offer(game, 1)

    way = place.format(token=token, mail_id=mail_id, game_id=game.id)
    asked = ada.post(f"{way}/confirm", seen_offer="")
    unplayed = game.view().turn_number
    form = asked.text.partition(f'action="{way}/confirm"')[2].partition("</form>")[0]
    played = ada.post(f"{way}/confirm", **_fields(form))

    assert (asked.status_code, unplayed) == (409, 1)
    assert "Bob offered a draw after you opened this page." in words(asked)
    assert (played.status_code, game.view().turn_number, game.draw_offered_by()) == (303, 2, None)


def test_pages_of_a_mail_say_that_a_yes_declines_a_draw(site: Site) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])
    mail_id, token = held_turn(game, "A1")
    _offer(game, 1)

    for way in (f"/held/{token}", f"/account/mails/{mail_id}"):
        assert "Bob offers you a draw. Playing the turn declines it" in words(ada.get(way))


@pytest.mark.both_databases
def test_what_a_form_says_it_has_seen_may_be_anything(site: Site) -> None:
    game, bob = _game(site)
    _offer(game)

    for seen, status in (("x", 400), ("-1", 400), ("999999999", 409), ("0", 409)):
        answer = bob.post(f"/games/{game.id}/turns", turn="2", text="I3-H3", act="submit", seen_offer=seen)
        assert answer.status_code == status, seen
    assert game.view().turn_number == 2
