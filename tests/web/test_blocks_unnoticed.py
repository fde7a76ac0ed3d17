"""A block cannot be noticed: to who is blocked, offers and links are gone like any that were withdrawn."""

import pytest
from werkzeug.test import TestResponse

from corr.play.blocking import block_player
from corr.play.links import take_link, token_of
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer, withdraw_offer
from corr.players.blocks import unblock
from corr.store.tables.games import Game
from tests.play.test_offers import TERMS, offer, take
from tests.playing import DAY, Room
from tests.web.browsing import Browser, Site, words

pytestmark = pytest.mark.both_databases
JOINING = {"name": "Guest", "address": "guest@example.net", "zone": "UTC"}


def blocked(room: Room) -> tuple[int, int]:
    """Dora, and Emil whom she blocks after a day."""
    dora, emil = room.player("Dora"), room.player("Emil")
    room.clock.move(DAY)
    with room.workshop.open() as uow:
        block_player(uow, dora, emil)
    return dora, emil


def withdrawn(room: Room, player_id: int, offer_id: str) -> str:
    with room.workshop.open() as uow:
        withdraw_offer(uow, offer_id, player_id)
    return offer_id


def a_link(room: Room, player_id: int, seats: int = 1) -> tuple[str, str]:
    """The id of a link's offer, and its token."""
    with room.workshop.open() as uow:
        made = make_offer(uow, MakeOffer(player_id, TERMS, Conditions(), is_link=True, seats=seats))
        return made, token_of(uow, made)


def told(browser: Browser, path: str, word: str) -> list[str]:
    """All that an address with the *word* in it answers, to looking and to each form."""
    csrf = browser.csrf()
    answers: list[TestResponse] = [browser.get(path), browser.get(f"{path}?take=1")]
    answers += [browser.post_raw(f"{path}/{act}", {"csrf": csrf, **JOINING}) for act in ("take", "join")]
    return [f"{answer.status} {answer.headers.get('Location')} {answer.text}".replace(word, "ID") for answer in answers]


def test_an_open_offer_is_to_who_is_blocked_as_one_that_was_withdrawn(any_site: Site) -> None:
    room = any_site.room
    dora, emil = blocked(room)
    opened, gone = offer(room, dora), withdrawn(room, dora, offer(room, dora))
    browser = any_site.browser(emil)

    answers = told(browser, f"/offers/{opened}", opened)

    assert answers == told(browser, f"/offers/{gone}", gone)
    assert "This offer was withdrawn." in answers[2]
    assert "block" not in answers[0].partition("<main")[2].lower()
    assert opened not in browser.get("/offers").text
    for other in (dora, room.player("Cleo"), None):
        assert opened in any_site.browser(other).get("/offers").text
    assert room.count(Game) == 0


def test_a_link_is_to_who_is_blocked_as_one_that_was_withdrawn(any_site: Site) -> None:
    room = any_site.room
    dora, emil = blocked(room)
    (_, opened), (ended, gone) = a_link(room, dora, seats=2), a_link(room, dora, seats=2)
    withdrawn(room, dora, ended)
    browser = any_site.browser(emil)

    answers = told(browser, f"/l/{opened}", opened)

    assert answers == told(browser, f"/l/{gone}", gone)
    assert "This offer was withdrawn." in answers[0]
    assert f"/l/{opened}/take" in any_site.browser(room.player("Cleo")).get(f"/l/{opened}").text


def test_what_becomes_of_an_offer_later_is_not_told_to_who_is_blocked(any_site: Site) -> None:
    room = any_site.room
    dora, emil = room.player("Dora"), room.player("Emil")
    cleo, early, late = room.player("Cleo"), offer(room, dora), offer(room, dora)
    take(room, early, cleo)
    room.clock.move(DAY)
    browser = any_site.browser(emil)
    before = browser.get(f"/offers/{early}").text
    with room.workshop.open() as uow:
        block_player(uow, dora, emil)
    gone = browser.get(f"/offers/{late}").text

    room.clock.move(DAY)
    take(room, late, room.player("Gus"))

    assert "Accepted by" in before
    assert browser.get(f"/offers/{early}").text == before
    assert "Withdrawn" in gone
    assert browser.get(f"/offers/{late}").text == gone
    assert "Gus" in any_site.browser(cleo).get(f"/offers/{late}").text


def test_who_took_a_link_before_the_block_still_finds_the_game(any_site: Site) -> None:
    room = any_site.room
    dora, emil = room.player("Dora"), room.player("Emil")
    _, token = a_link(room, dora, seats=2)
    with room.workshop.open() as uow:
        game_id = take_link(uow, token, emil)
    with room.workshop.open() as uow:
        block_player(uow, dora, emil)

    assert f"/games/{game_id}" in any_site.browser(emil).get(f"/l/{token}").text


def test_offers_are_there_again_when_the_block_ends(any_site: Site) -> None:
    room = any_site.room
    dora, emil = blocked(room)
    opened = offer(room, dora)
    with room.workshop.open() as uow:
        unblock(uow, dora, emil)

    assert opened in any_site.browser(emil).get("/offers").text
    assert any_site.browser(emil).post(f"/offers/{opened}/take").status_code == 303


def test_no_count_and_no_page_of_the_list_has_offers_of_who_blocked_the_reader(any_site: Site) -> None:
    room = any_site.room
    dora, emil = blocked(room)
    offers = [offer(room, dora) for _ in range(5)]
    of_cleo = offer(room, room.player("Cleo"))
    browser = any_site.browser(emil)

    listed = browser.get("/offers")

    assert "You can accept this one." in words(listed)
    assert of_cleo in listed.text
    assert not any(one in listed.text for one in offers)


def test_following_tells_nothing_of_a_block(any_site: Site) -> None:
    room = any_site.room
    dora, emil = room.player("Dora"), room.player("Emil")
    browser = any_site.browser(emil)
    browser.post("/follow", kind="player", what="Dora", way="letter", turns="no")
    browser.get("/")
    before = words(browser.get("/following"))

    with room.workshop.open() as uow:
        block_player(uow, dora, emil)

    assert words(browser.get("/following")) == before
    browser.post("/following/end-all")
    assert browser.post("/follow", kind="player", what="Dora", way="letter", turns="no").status_code == 303
    browser.get("/")
    assert words(browser.get("/following")) == before
