"""A game after any of its turns: as a page, as JSON for scripts, and as a picture."""

import re
from typing import Any

import pytest
from sqlalchemy import text

from tests.long_turns import LONG_TURNS
from tests.playing import TestGame, a_game, statements_of
from tests.wandering import wandering
from tests.web.browsing import Browser, Site, links, words

_TURNS = ("B3-C3, B4-C4", "I3-H3", "C3-D3")


def _position(browser: Browser, game: TestGame, number: int, query: str = "") -> Any:  # noqa: ANN401 - whatever JSON has
    answer = browser.get(f"/games/{game.id}/turns/{number}.json{query}")
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "application/json"
    return answer.json


def _without_ids(text: str) -> str:
    """The same but for ids, which the name of the board changes, too."""
    return re.sub(r"\bl[0-9a-f]+p", "p", text)


def _current(page: str) -> list[str]:
    return re.findall(r'aria-current="true">(\d+)<', page)


def test_a_position_says_what_stands_where_and_what_was_done(site: Site) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")

    found = _position(site.browser(), game, 1)

    assert (found["after"], found["action"], found["place"]) == (1, 0, "After turn 1")
    assert found["turns"] == [{"seat": 0, "title": "Blue", "text": "B3-C3, B4-C4"}]
    assert found["steps"][1] == {"text": "B4-C4", "sentence": "Blank on B4 moves to C4"}
    assert (found["squares"]["C4"], "B4" in found["squares"]) == ("Blue Blank", False)
    assert found["layer"].startswith('<g class="board-layer" data-last="&gt;B3-C3 &gt;B4-C4"')
    assert "C4" in found["words"]


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_scripts_are_given_the_very_board_of_the_page(site: Site, number: int) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser = site.browser(game.players[1])

    for query in ("", "?turned=1"):
        page = browser.get(f"/games/{game.id}/turns/{number}{query}").text
        found = _position(browser, game, number, query)
        assert _without_ids(found["layer"]) in _without_ids(page)
        assert found["list"].split() == re.findall(r'<div class="turns".*?</ol>\s*</div>', page, re.DOTALL)[0].split()


def test_a_turn_can_be_seen_action_by_action(site: Site) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser = site.browser()

    first, whole = (_position(browser, game, 1, query) for query in ("?action=1", "?action=2"))
    page = browser.get(f"/games/{game.id}/turns/1?action=1")

    assert (first["place"], whole["place"]) == ("Turn 1, action 1 of 2", "After turn 1")
    assert ("C3" in first["squares"], "C4" in first["squares"]) == (True, False)
    assert whole == _position(browser, game, 1)
    assert "Turn 1, action 1 of 2" in words(page)
    assert {f"/games/{game.id}/turns/1?action={number}" for number in (1, 2)} <= set(links(page))


def test_each_action_of_a_long_turn_can_be_seen(site: Site) -> None:
    long = LONG_TURNS["kyo"][0]
    game = a_game(site.room, ruleset="kyo/1", pace="30d/turn")
    for seat in (0, 1):
        game.play(game.view(game.players[seat]).sample, seat=seat)
    with site.room.workshop.open() as uow:
        there = {"position": long.position, "game": game.id}
        uow.connection.execute(text("UPDATE turn SET position = :position WHERE number = 2"), there)
        uow.connection.execute(text("UPDATE game SET position = :position WHERE id = :game"), there)
    game.play(long.text, seat=0)
    browser, actions = site.browser(), long.text.split(", ")

    steps = _position(browser, game, 3)["steps"]
    layers = {
        number: _position(browser, game, 3, f"?action={number}")["layer"] for number in (1, 13, 200, len(actions))
    }

    assert [step["text"] for step in steps] == actions
    assert layers[len(actions)] == _position(browser, game, 3)["layer"]
    assert len(set(layers.values())) == len(layers)


@pytest.mark.parametrize("address", ["4.json", "999999999.json", f"{'9' * 30}.json", "-1.json", "x.json", "4.png",
                                     "1.json?action=3", "2?action=2", "0.json?action=1", "1.svg"])  # fmt: skip
def test_what_is_not_there_is_told_to_be_missing(any_site: Site, address: str) -> None:
    game = a_game(any_site.room, *_TURNS, ruleset="kelasu/1")

    assert any_site.browser().get(f"/games/{game.id}/turns/{address}").status_code == 404


@pytest.mark.parametrize("value", ["-1", "x", "9" * 30])
def test_a_number_of_an_action_that_is_none_is_refused(site: Site, value: str) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")

    assert site.browser().get(f"/games/{game.id}/turns/1.json?action={value}").status_code == 400


@pytest.mark.parametrize("kind", ["json", "png"])
def test_a_position_that_the_browser_has_is_not_sent_again(site: Site, kind: str) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser, other = site.browser(), site.browser(game.players[1])
    address = f"/games/{game.id}/turns/1.{kind}"
    tag = browser.get(address).headers["ETag"]

    with statements_of(site.room) as seen:
        answer = browser.get(address, If_None_Match=tag)

    assert (answer.status_code, answer.data) == (304, b"")
    assert len(seen) <= 2, seen
    assert [one.get(address + query, If_None_Match=tag).status_code for one, query in (
        (browser, "?turned=1"), (browser, "?action=1"), (other, ""))] == [200, 200, 200]  # fmt: skip


@pytest.mark.parametrize("kind", ["json", "png"])
def test_a_position_that_the_browser_has_takes_no_sentence_from_the_next_page(site: Site, kind: str) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    address = f"/games/{game.id}/turns/1.{kind}"
    tag = browser.get(address).headers["ETag"]
    browser.post("/account", name="Renamed")

    browser.get(address, If_None_Match=tag)

    assert browser.sentence() == "Saved: display name."


def test_a_picture_shows_the_board_as_it_was_for_whoever_asks(site: Site) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    nobody, second = site.browser(), site.browser(game.players[1])

    pictures = [nobody.get(f"/games/{game.id}/turns/{number}.png") for number in range(4)]

    assert {answer.content_type for answer in pictures} == {"image/png"}
    assert len({answer.data for answer in pictures}) == 4
    assert pictures[3].data == nobody.get(f"/games/{game.id}/board.png").data
    assert second.get(f"/games/{game.id}/turns/1.png").data == pictures[1].data
    assert second.get(f"/games/{game.id}/turns/1.png?turned=1").data != pictures[1].data


def test_a_secret_is_kept_from_all_others_in_every_position(site: Site) -> None:
    game = a_game(site.room, ruleset="kerd/1")
    for seat, turn in ((0, "infiltrator F11"), (1, "infiltrator E2"), (0, "A2-A3"), (1, "A11-A10")):
        game.play(turn, seat=seat)
    own, *others = (site.browser(player) for player in (game.players[0], game.players[1], None))

    for number in range(4):
        mine, theirs = _position(own, game, number), [_position(other, game, number) for other in others]
        assert ("infiltrator" in mine["squares"].get("F11", "")) == (number > 0)
        assert all("infiltrator" not in found["squares"].get("F11", "") for found in theirs)
        assert all("F11" not in repr(found["turns"]) for found in theirs)
    assert _position(own, game, 1)["steps"] == []


def test_the_page_of_a_turn_has_the_turns_beside_the_board_and_marks_its_own(site: Site) -> None:
    game = a_game(site.room, *wandering(40), ruleset="kelasu/1", pace="30d/turn")
    browser, address = site.browser(), f"/games/{game.id}/turns"

    for number, listed in ((0, (1, 14)), (3, (1, 14)), (20, (14, 27)), (39, (27, 40)), (40, (27, 40))):
        page = browser.get(f"{address}/{number}").text
        found = [
            int(turn) for turn in re.findall(rf'<a href="{address}/(\d+)"(?: aria-current="true")?>\1</a> <i', page)
        ]
        assert (found[0], found[-1]) == listed
        assert _current(page) == ([str(number)] if number else [])
    assert _current(browser.get(f"/games/{game.id}").text) == ["40"]


def test_a_turned_board_stays_turned_on_the_way_through_a_game(site: Site) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser, address = site.browser(), f"/games/{game.id}"

    for page in ("/turns/2?turned=1", "?turned=1"):
        ways = {link for link in links(browser.get(address + page)) if link.startswith(f"{address}/turns/")}
        assert ways
        assert all("turned=1" in way for way in ways), ways


def test_a_board_that_was_turned_stays_so_until_an_address_says_otherwise(site: Site) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser, address = site.browser(game.players[0]), f"/games/{game.id}"
    usual, past = (browser.get(address + page) for page in ("", "/turns/1"))
    browser.client.set_cookie("turned", "1", path=address)

    turned = [browser.get(address + page).text for page in ("", "/turns/1")]
    again, told = browser.get(f"{address}?turned=0"), browser.get(f"{address}/turns/1.json?turned=0").json

    assert [_rows(page) for page in turned] == [_rows(page.text)[::-1] for page in (usual, past)]
    assert _rows(again.text) == _rows(usual.text)
    assert again.headers["ETag"] != usual.headers["ETag"]
    assert all("turned=0" in link for link in links(again) if link.startswith(f"{address}/turns/"))
    assert told == browser.get(f"{address}/turns/1.json?turned=0").json != browser.get(f"{address}/turns/1.json").json


def _rows(page: str) -> list[str]:
    return page.partition('data-rows="')[2].partition('"')[0].split()


def test_a_player_is_shown_the_way_to_what_happened_since_her_last_turn(site: Site) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    ada, bob, nobody = (site.browser(player) for player in (*game.players, None))

    pages = [browser.get(f"/games/{game.id}") for browser in (bob, ada, nobody)]

    assert ["Since your last turn" in page.text for page in pages] == [True, False, False]
    assert f"/games/{game.id}/turns/2" in links(pages[0])
    assert "Back to your turn" in words(bob.get(f"/games/{game.id}/turns/1"))
    assert "Back to the game" in words(ada.get(f"/games/{game.id}/turns/1"))


@pytest.mark.both_databases
def test_a_position_costs_the_same_wherever_it_lies_in_a_game_of_500_turns(any_site: Site) -> None:
    game = a_game(any_site.room, *wandering(500), ruleset="kelasu/1", pace="30d/turn")
    browser = any_site.browser(game.players[0])
    browser.get(f"/games/{game.id}")

    for number in (0, 1, 24, 25, 26, 249, 474, 499, 500):
        with statements_of(any_site.room) as seen:
            _position(browser, game, number)
        assert len(seen) <= 8, seen


@pytest.mark.parametrize("path", ["turns/1.json", "turns/1.png", "board.png"])
def test_a_position_in_another_look_is_another_one(site: Site, path: str) -> None:
    game = a_game(site.room, *_TURNS, ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    address = f"/games/{game.id}/{path}"
    tag = browser.get(address).headers["ETag"]
    assert browser.get(address, If_None_Match=tag).status_code == 304

    browser.post("/appearance", theme="contrast", scheme="system", coordinates="fit", orientation="own")

    assert browser.get(address, If_None_Match=tag).status_code == 200
