"""Two people and their mail: a digest, words to each other, a strange address, a test letter, and an end to letters."""

import re
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.gates.tree import ROOT
from tests.journeys.browser import Browser
from tests.journeys.letters import Letter, Sink, answer_to, send
from tests.journeys.served import Served
from tests.journeys.steps import Writer, begin_by_challenge, is_about, play, sign_up, words_of
from tests.journeys.windows import PATIENCE, a_program, look_until, new_window
from tests.journeys.wound import FILE, wind

pytestmark = pytest.mark.slow

HOURS_BEFORE_A_DIGEST = datetime(2027, 1, 14, 12, tzinfo=UTC)
DORA, THEO, OFFICE = "dora@blue.example", "theo@red.example", "theo@office.example"
TURNS = ("B4-C4", "I4-H4", "B5-C5", "I5-H5", "C4-D4")
TALK = "We spent all of Sunday on the boat, and came home when it was dark."
AT_WORK = "I am at work, and I read all my letters here in the break."
YOUR_TURN = "It is your turn against"
MAIL_SETTINGS, LETTERS, MAILS = "/account/mail", "/account/letters", "/account/mails"
DIGEST_INSTEAD, NONE_WANTED = "you asked for one digest a day", "you asked for no letters about turns"


@dataclass(frozen=True)
class Player:
    """Somebody with a browser, a window of a real one, and a mail program."""

    browser: Browser
    window: Page
    mail: Writer


@dataclass(frozen=True)
class Table:
    """Dora, who plays Blue, and Theo, who plays Red."""

    game_id: str
    dora: Player
    theo: Player


def test_two_players_have_their_mail_as_they_want_it(tmp_path: Path, chromium: str) -> None:
    wind(tmp_path / "clock", HOURS_BEFORE_A_DIGEST)
    wound = {"module": "tests.journeys.wound", "PYTHONPATH": str(ROOT), FILE: str(tmp_path / "clock")}
    with Served(tmp_path / "var", **wound) as served, Browser(served.origin) as first, Browser(served.origin) as second:
        sink = Sink(served.letters)
        sign_up(first, sink, "Dora", DORA)
        sign_up(second, sink, "Theo", THEO)
        with a_program(chromium) as program:
            dora = Player(first, new_window(program, served.origin, first), Writer(DORA, sink, served.mail_port))
            theo = Player(second, new_window(program, served.origin, second), Writer(THEO, sink, served.mail_port))
            ask_for_a_digest(dora)
            table = Table(begin_by_challenge(first, second, "Theo", game="kelasu"), dora, theo)

            answer_with_a_turn_and_words(table)
            write_on_the_page(table)
            confirm_what_came_from_a_strange_address(table, new_window(program, served.origin))
            see_what_became_of_mails(table)
            try_the_round_trip(theo)
            have_no_more_letters(table)
            sign_in_again(dora)

    assert '"level": "error"' not in served.said


def ask_for_a_digest(player: Player) -> None:
    """Dora wants one letter a day, and Theo leaves all as it is."""
    choose_letters(player.window, "One digest a day")
    expect(player.window.get_by_role("status")).to_contain_text("Saved: emails about your games.")


def answer_with_a_turn_and_words(table: Table) -> None:
    """Theo answers his letter; Dora's turn is not told by one, his words are, and the page shows both."""
    assert "Turn submitted" in play(table.dora.browser, table.game_id, 1, TURNS[0]).words
    letter = next_turn_letter(table.theo, table.game_id)
    ask_before_playing(table, letter)
    table.theo.mail.answer(letter, f"Hello Dora,\n\n{TURNS[1]}\n\n{TALK}\n\nBest,\nTheo")
    delayed = table.theo.mail.next_letter(table.game_id, "will be played for you")
    table.theo.mail.answer(delayed, "yes")
    answer = table.theo.mail.next_letter(table.game_id, " was played.")
    assert f"This is what Dora is told: | {TALK}" in words_of(answer)

    look_until(table.dora.window, LETTERS, withheld(table.dora.window, DIGEST_INSTEAD))
    assert not turn_letters(table.dora, table.game_id)
    told = table.dora.mail.next_letter(table.game_id, "A message from Theo")
    assert f"| {TALK}" in words_of(told)
    table.dora.window.goto(f"/games/{table.game_id}")
    expect(table.dora.window.locator(".turns")).to_contain_text(TURNS[1])
    expect(table.dora.window.locator(".messages")).to_contain_text(TALK)


def ask_before_playing(table: Table, letter: Letter) -> None:
    """Theo asks whether a turn would be legal; it waits, on his page alone, until he says no."""
    table.theo.mail.answer(letter, f"Would this be legal?\n\n{TURNS[1]}")
    asked = table.theo.mail.next_letter(table.game_id, "Do you mean this?")
    assert f"This is what we read in your mail: | {TURNS[1]}" in words_of(asked)

    page, question = f"/games/{table.game_id}", "Do you mean this?"
    table.theo.window.goto(page)
    expect(table.theo.window.get_by_role("heading", name=question)).to_be_visible()
    table.dora.window.goto(page)
    expect(table.dora.window.get_by_role("heading", name=question)).to_have_count(0)
    expect(table.dora.window.locator(".turns")).not_to_contain_text(TURNS[1])

    table.theo.mail.answer(asked, "no")
    table.theo.mail.next_letter(table.game_id, "It was dropped.")


def write_on_the_page(table: Table) -> None:
    """Dora answers on the page; Theo reads it in a letter of its own, to which he could answer with words."""
    window = table.dora.window
    window.get_by_label("Write to Theo").fill("That sounds nice. Are you on holiday?")
    window.get_by_role("button", name="Send").click()
    expect(window.get_by_role("status")).to_contain_text("passed on to Theo")
    letter = table.theo.mail.next_letter(table.game_id, "A message from Dora")
    assert "| That sounds nice. Are you on holiday?" in words_of(letter)


def confirm_what_came_from_a_strange_address(table: Table, stranger: Page) -> None:
    """Theo writes from his office; it waits until he says on the page of the letter that it was he."""
    choose_letters(table.dora.window, "Each turn at once")
    assert "Turn submitted" in play(table.dora.browser, table.game_id, 3, TURNS[2]).words
    letter = next_turn_letter(table.theo, table.game_id)
    text = f"{TURNS[3]}\n\n{AT_WORK}"
    send(answer_to(letter, OFFICE, text), OFFICE, letter.reply_to, table.theo.mail.port)
    asked = table.theo.mail.next_letter(table.game_id, f"came from {OFFICE}")

    stranger.goto(asked.link("/held/"))
    expect(stranger.get_by_role("main")).to_contain_text(TURNS[3])
    stranger.get_by_role("button", name="Yes, play it").click()
    told = next_turn_letter(table.dora, table.game_id)
    assert f"Turn 4, Red: {TURNS[3]} | Theo wrote: | {AT_WORK}" in words_of(told)


def see_what_became_of_mails(table: Table) -> None:
    """Theo finds all of his mails, and what was read in one of them."""
    window = table.theo.window
    window.goto(MAILS)
    assert [tag.inner_text() for tag in window.locator(".mails .tag").all()] == [
        "confirmed",
        "played",
        "confirmed",
        "dropped",
        "dropped",
    ]
    window.locator(".mails a").nth(2).click()
    expect(window.locator(".mail-text").first).to_contain_text(f"{TURNS[1]}\n\n{TALK}")


def try_the_round_trip(player: Player) -> None:
    """A letter is asked for on the page, and answered with a word."""
    player.window.goto("/account/addresses")
    player.window.get_by_role("button", name="Send a test email").click()
    letter = player.mail.sink.wait_for(player.mail.address, lambda letter: "test letter" in letter.subject)
    player.mail.answer(letter, "Here!")
    look_until(player.window, LETTERS, player.window.get_by_text("the round trip is complete"))


def have_no_more_letters(table: Table) -> None:
    """Dora's mail program unsubscribes for her, twice; a look at the page alone would change nothing."""
    letter = turn_letters(table.dora, table.game_id)[-1].message
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.search(r"<(https?://[^>]+)>", str(letter["List-Unsubscribe"]))
    assert found
    assert "Stop these letters?" in table.dora.browser.get(found[1]).words
    for _ in range(2):
        assert posted(found[1], "List-Unsubscribe=One-Click") == 200
    table.dora.window.goto(MAIL_SETTINGS)
    expect(table.dora.window.get_by_label("No email")).to_be_checked()

    assert "Turn submitted" in play(table.dora.browser, table.game_id, 5, TURNS[4]).words
    table.theo.mail.answer(next_turn_letter(table.theo, table.game_id), "resign")
    look_until(table.dora.window, LETTERS, withheld(table.dora.window, NONE_WANTED))
    assert not [found for found in table.dora.mail.sink.letters() if found.to == DORA and "resigned" in found.text]


def sign_in_again(player: Player) -> None:
    """Letters to sign in come whatever else does not."""
    player.browser.cookies.clear()
    player.browser.submit(player.browser.get("/sign-in").form("/sign-in"), address=player.mail.address)
    letter = player.mail.sink.wait_for(player.mail.address, lambda letter: "/link/" in letter.text)
    player.browser.submit(player.browser.get(letter.link("/link/")).form("/link/"))
    assert "An email when" in player.browser.get(MAIL_SETTINGS).words


def choose_letters(window: Page, way: str) -> None:
    """Choose how turns are told."""
    window.goto(MAIL_SETTINGS)
    window.get_by_label(way).check()
    window.get_by_role("button", name="Save").click()
    expect(window.get_by_role("status")).to_contain_text("Saved:")


def next_turn_letter(player: Player, game_id: str) -> Letter:
    """The next letter that says whose turn it is."""
    return player.mail.next_letter(game_id, YOUR_TURN)


def turn_letters(player: Player, game_id: str) -> list[Letter]:
    """All letters so far that say whose turn it is."""
    letters = [letter for letter in player.mail.sink.letters() if letter.to == player.mail.address]
    return [letter for letter in letters if is_about(game_id, letter) and YOUR_TURN in words_of(letter)]


def withheld(window: Page, reason: str) -> Locator:
    """A letter on the page about letters that was not sent for *reason*."""
    return window.locator(".mails li").filter(has_text=reason)


def posted(url: str, body: str) -> int:
    """The status that a program gets which knows nothing but the address."""
    parts = urlsplit(url)
    with closing(HTTPConnection(parts.netloc, timeout=PATIENCE)) as connection:
        connection.request("POST", parts.path, body, {"Content-Type": "application/x-www-form-urlencoded"})
        return connection.getresponse().status
