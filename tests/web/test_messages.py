"""Messages on the pages of a game."""

import re

import pytest
from sqlalchemy import insert

from corr.store.base import table
from corr.store.tables.games import Message
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, words

HELLO = "Hello, <b>Bob</b>!"


def the_game(site: Site) -> tuple[TestGame, Browser, Browser]:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    return game, site.browser(game.players[0]), site.browser(game.players[1])


def write(game: TestGame, browser: Browser, text: str = HELLO) -> int:
    """Fill in the form of the page as it is now."""
    found = re.search(r'name="version" value="(\d+)"', browser.get(f"/games/{game.id}").text)
    assert found is not None
    return browser.post(f"/games/{game.id}/messages", text=text, version=found[1]).status_code


def test_a_message_is_shown_to_both_players_as_it_was_written(any_site: Site) -> None:
    game, ada, bob = the_game(any_site)

    assert write(game, ada) == 303

    assert ada.sentence() == "Your message is passed on to Bob."
    for browser in (ada, bob):
        shown = browser.get(f"/games/{game.id}")
        assert "Ada , turn 2 ·" in words(shown)
        assert "&lt;b&gt;Bob&lt;/b&gt;" in shown.text
        assert "<b>Bob</b>" not in shown.text


def test_a_line_under_the_players_leads_to_a_message_until_it_is_read(site: Site) -> None:
    game, ada, bob = the_game(site)
    line = '<a href="#messages"><b><bdi>Ada</bdi> wrote:</b> Hello, &lt;b&gt;Bob&lt;/b&gt;!</a>'

    write(game, ada)

    address = f"/games/{game.id}"
    head = bob.get(address).text.partition('id="board"')[0]
    unread = re.search(r'name="up_to" value="(\d+)"', bob.get(address).text)
    assert line in head
    assert line not in ada.get(address).text
    assert line not in site.browser().get(address).text
    assert unread is not None
    bob.post(f"{address}/messages/read", up_to=unread[1])
    assert line not in bob.get(address).text


def test_a_line_break_copied_from_a_text_processor_is_one(site: Site) -> None:
    game, ada, bob = the_game(site)

    assert write(game, ada, "one\vtwo") == 303

    assert "one two" in words(bob.get(f"/games/{game.id}"))


def test_nobody_else_finds_a_message_or_the_form(site: Site) -> None:
    game, ada, _ = the_game(site)
    write(game, ada)
    eve = site.browser(site.room.player("Eve"))

    for browser in (site.browser(), eve):
        for path in ("", "/turns", "/turns/1", "/record.txt"):
            answer = browser.get(f"/games/{game.id}{path}")
            assert answer.status_code == 200
            assert "Hello" not in answer.text
            assert "/messages" not in answer.text
    assert eve.post(f"/games/{game.id}/messages", text=HELLO, version="1").status_code == 403
    assert site.browser().post(f"/games/{game.id}/messages", text=HELLO, version="1").status_code == 403


def test_a_second_click_sends_nothing_more(site: Site) -> None:
    game, ada, _ = the_game(site)

    for _ in range(2):
        ada.post(f"/games/{game.id}/messages", text=HELLO, version="7")

    assert site.room.count(Message) == 1
    assert ada.sentence() == "Your message was sent to Bob already."


def test_the_same_words_can_be_said_again_later(site: Site) -> None:
    game, ada, _ = the_game(site)

    write(game, ada)
    write(game, ada)

    assert site.room.count(Message) == 2


def test_a_page_that_the_browser_keeps_is_another_one_after_a_message(site: Site) -> None:
    game, ada, bob = the_game(site)
    tag = bob.get(f"/games/{game.id}").headers["ETag"]
    same = bob.get(f"/games/{game.id}", If_None_Match=tag).status_code

    write(game, ada)

    assert same == 304
    assert bob.get(f"/games/{game.id}", If_None_Match=tag).status_code == 200


def test_what_is_too_long_is_refused_and_not_lost(site: Site) -> None:
    game, ada, _ = the_game(site)
    text = "word " * 300

    answer = ada.post(f"/games/{game.id}/messages", text=text, version="1")

    assert answer.status_code == 400
    assert "The message has 1,499 characters; at most 1,000 are possible." in words(answer)
    assert text.strip() in answer.text
    assert site.room.count(Message) == 0


@pytest.mark.slow
def test_the_pages_of_earlier_turns_and_of_all_turns_show_what_was_said(site: Site) -> None:
    game, ada, bob = the_game(site)
    write(game, ada, "Early words")
    game.play("I3-H3")
    write(game, bob, "Late words")

    said = {
        path: [text for text in ("Early words", "Late words") if text in ada.get(f"/games/{game.id}{path}").text]
        for path in ("", "/turns", "/turns/0", "/turns/1")
    }

    assert said == {
        "": ["Early words", "Late words"],
        "/turns": ["Early words", "Late words"],
        "/turns/0": [],
        "/turns/1": ["Early words"],
    }


def test_many_messages_are_cut_to_the_last_and_the_others_are_one_click_away(site: Site) -> None:
    game, ada, bob = the_game(site)
    for number in range(12):
        write(game, ada, f"from Ada {number}.")
        write(game, bob, f"from Bob {number}.")

    shown = ada.get(f"/games/{game.id}")

    assert "from Bob 11." in shown.text
    assert "from Ada 1." not in shown.text
    assert "All messages, 4 more" in words(shown)
    assert "from Ada 1." in ada.get(f"/games/{game.id}/turns").text


@pytest.mark.both_databases
def test_very_many_messages_have_pages_of_their_own(any_site: Site) -> None:
    game, ada, _ = the_game(any_site)
    add_messages(game, 620)

    first, last = (ada.get(f"/games/{game.id}/messages{query}") for query in ("", "?page=13"))

    assert "All messages, more than 480 more" in words(ada.get(f"/games/{game.id}"))
    assert [re.findall(r"no\. (\d+)\b", page.text)[::49] for page in (first, last)] == [["619", "570"], ["19"]]
    assert re.findall(r"no\. (\d+)\b", ada.get(f"/games/{game.id}/turns/1").text)[::19] == ["619", "600"]
    assert "There are no older ones." in words(ada.get(f"/games/{game.id}/messages?page=14"))


def test_a_page_without_messages_says_so(site: Site) -> None:
    game, ada, _ = the_game(site)

    assert "None yet." in words(ada.get(f"/games/{game.id}/messages"))


def add_messages(game: TestGame, count: int) -> None:
    """Write so many messages of the first player, one after another."""
    with game.room.workshop.open() as uow:
        rows = [
            {"game_id": game.id, "turn_number": 2, "seat": 0, "text": f"no. {number}", "door": "web", "at": uow.now}
            for number in range(count)
        ]
        uow.connection.execute(insert(table(Message)), [{**row, "order_key": row["text"]} for row in rows])
