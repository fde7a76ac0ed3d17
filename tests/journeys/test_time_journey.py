"""Two people and their time: terms, rest days, leave by page and by mail, a gift, a calendar, and two deadlines."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.gates.tree import ROOT
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import Served
from tests.journeys.steps import Writer, begin_by_challenge, play, sign_up, words_of
from tests.journeys.windows import a_program, look_until, new_window, unfolded
from tests.journeys.wound import FILE, GRACE, wind

pytestmark = pytest.mark.slow

ADA, BEN = "ada@blue.example", "ben@red.example"
THURSDAY = datetime(2027, 1, 14, 9, tzinfo=UTC)
FRIDAY = datetime(2027, 1, 15, 12, tzinfo=UTC)
BOTH_DEADLINES = datetime(2027, 1, 21, 9, tzinfo=UTC)
"""Each of them, but for the minutes that the story takes."""
OVER_THE_WEEKEND = "Mon 18 Jan 2027, 10:"
AFTER_THE_LEAVE = "Wed 20 Jan 2027, 10:"
AFTER_THE_GIFT = "Thu 21 Jan 2027, 10:"
"""The deadlines of one turn, one after the other, for people in Berlin."""
TERMS = ("2 days for each turn", "Rest days do not count", "may claim the game", "leave stops that player’s clock")


@dataclass(frozen=True)
class Player:
    """Somebody with a browser, a window of a real one, and a mail program."""

    browser: Browser
    window: Page
    mail: Writer


@dataclass(frozen=True)
class House:
    """Ada, who plays Blue, Ben, who plays Red, and the clock of the service."""

    ada: Player
    ben: Player
    wind: Callable[[datetime], None]


def test_two_players_and_their_time(tmp_path: Path, chromium: str) -> None:
    clock = tmp_path / "clock"
    wind(clock, THURSDAY)
    wound = {"module": "tests.journeys.wound", "PYTHONPATH": str(ROOT), FILE: str(clock)}
    with Served(tmp_path / "var", **wound) as served, Browser(served.origin) as first, Browser(served.origin) as second:
        sink = Sink(served.letters)
        sign_up(first, sink, "Ada", ADA)
        sign_up(second, sink, "Ben", BEN)
        with a_program(chromium) as program:
            ada = Player(first, new_window(program, served.origin, first), Writer(ADA, sink, served.mail_port))
            ben = Player(second, new_window(program, served.origin, second), Writer(BEN, sink, served.mail_port))
            house = House(ada, ben, lambda moment: wind(clock, moment))

            strict = agree_on_terms(ada.window, ben.window)
            calm = begin_by_challenge(first, second, "Ben", game="kelasu", pace="7d/turn")
            follow_a_turn_in_the_calendar(house, strict)
            play_until_ben_is_due(house, calm)
            take_leave(house, strict)
            house.wind(FRIDAY)
            see_who_is_away_and_give_a_day(house, strict)
            be_away_by_mail_and_back(house, calm)
            house.wind(BOTH_DEADLINES + GRACE)
            claim_the_game(house, strict)
            be_saved_by_a_day_of_leave(house, calm)
            read_the_histories(house, strict, calm)

    assert '"level": "error"' not in served.said


def agree_on_terms(ada: Page, ben: Page) -> str:
    """Ada proposes two days a turn, weekends off and claiming; Ben reads that and accepts. The id of the game."""
    ada.goto("/challenge")
    ada.get_by_label("Opponent").fill("Ben")
    ada.get_by_text("Another pace").click()
    ada.get_by_label("Pace", exact=True).fill("2d/turn")
    ada.get_by_text("Usual terms").click()
    ada.get_by_label("When time runs out").select_option("claim")
    ada.get_by_label("Weekends off").select_option("yes")
    ada.get_by_label("I move first").check()
    ada.get_by_role("button", name="Send the challenge").click()
    expect(ada.get_by_text("Your challenge to Ben is on its way.")).to_be_visible()
    ben.goto("/")
    ben.locator("a[href^='/challenges/']").first.click()
    for words in TERMS:
        expect(ben.get_by_role("main")).to_contain_text(words)
    ben.get_by_role("button", name="Accept and begin").click()
    expect(ben.get_by_text("The game has begun.")).to_be_visible()
    return ben.url.rpartition("/")[2]


def follow_a_turn_in_the_calendar(house: House, game_id: str) -> None:
    """What Ada has to do stands in her calendar, is gone when it is done, and comes again, behind the weekend."""
    window = house.ada.window
    window.goto("/account/feeds")
    window.get_by_role("button", name="Create my links").click()
    assert f"/games/{game_id}" in calendar(house)
    assert "Turn submitted" in play(house.ada.browser, game_id, 1, "B4-C4").words
    assert f"/games/{game_id}" not in calendar(house)
    assert "Turn submitted" in play(house.ben.browser, game_id, 2, "I4-H4").words
    assert "DTSTART:20270118T09" in calendar(house)
    window.goto(f"/games/{game_id}")
    expect(window.get_by_role("main")).to_contain_text(OVER_THE_WEEKEND)


def play_until_ben_is_due(house: House, game_id: str) -> None:
    """Three turns of the game in which time is to be saved by leave."""
    for number, text in enumerate(("B4-C4", "I4-H4", "B5-C5"), 1):
        browser = house.ada.browser if number % 2 else house.ben.browser
        assert "Turn submitted" in play(browser, game_id, number, text).words


def take_leave(house: House, game_id: str) -> None:
    """Ada wishes for no leave that begins by itself, plans some days, and sees at once what comes of it."""
    window = house.ada.window
    window.goto("/account")
    window.locator("input[name=automatic]").uncheck()
    window.get_by_role("button", name="Save").click()
    window.goto("/account")
    expect(window.locator("input[name=automatic]")).not_to_be_checked()
    window.goto("/account/clock")
    window.get_by_text("Or choose the dates").click()
    window.locator("input[name=first]").fill("2027-01-15")
    window.locator("input[name=last]").fill("2027-01-18")
    window.locator("form", has=window.locator("input[name=last]")).get_by_role("button").click()
    expect(window.get_by_role("heading", level=1)).to_have_text("Take 4 days of leave?")
    window.goto(f"/games/{game_id}")
    expect(window.get_by_role("main")).to_contain_text(OVER_THE_WEEKEND)
    window.go_back()
    window.get_by_role("button", name="Take this leave").click()
    window.goto(f"/games/{game_id}")
    expect(window.get_by_role("main")).to_contain_text(AFTER_THE_LEAVE)
    assert "DTSTART:20270120T09" in calendar(house)


def see_who_is_away_and_give_a_day(house: House, game_id: str) -> None:
    """Ben sees on both pages that Ada is away, and gives her a day."""
    window = house.ben.window
    window.goto("/")
    expect(window.locator(f"a[href='/games/{game_id}']")).to_contain_text("Away until")
    window.goto(f"/games/{game_id}")
    expect(window.get_by_text("Ada is away until")).to_be_visible()
    unfolded(window, f"a[href='/games/{game_id}/time']").click()
    window.locator("form[action$='/time'] button").click()
    expect(window.get_by_role("main")).to_contain_text(AFTER_THE_GIFT)
    house.ada.mail.next_letter(game_id, "Ben gave you 1 more day")
    assert "DTSTART:20270121T09" in calendar(house)


def be_away_by_mail_and_back(house: House, game_id: str) -> None:
    """Ben goes and comes by answering letters; Ada sees each on her page."""
    window, ben, game_page = house.ada.window, house.ben.mail, f"/games/{game_id}"
    away = window.get_by_text("Ben is away until")
    # He made the turn before so soon that the letter about it may have been sent or not.
    letter = ben.next_letter(game_id, "Turn 3, Blue: B5-C5")
    ben.answer(letter, "away 2d")
    ben.next_letter(game_id, "You are on leave from now until")
    look_until(window, game_page, away)
    ben.answer(letter, "back")
    ben.next_letter(game_id, "given back")
    look_until(window, game_page, history(window).filter(has_text="shortened"))
    expect(away).to_have_count(0)


def claim_the_game(house: House, game_id: str) -> None:
    """Ada's time is over; Ben is told, and claims."""
    window = house.ben.window
    house.ben.mail.next_letter(game_id, "Ada can still play")
    window.goto(f"/games/{game_id}")
    window.locator(f"a[href='/games/{game_id}/claim']").click()
    window.locator("form[action$='/claim'] button").click()
    expect(window.get_by_role("main")).to_contain_text("Red won")
    house.ada.mail.next_letter(game_id, "Ben has won")
    assert f"/games/{game_id}" not in calendar(house)


def be_saved_by_a_day_of_leave(house: House, game_id: str) -> None:
    """Ben's own time is over too; the service took a day of leave, told him, and he still plays."""
    house.ben.mail.sink.wait_for(BEN, lambda letter: "A day of leave was used for you" in words_of(letter))
    window = house.ada.window
    window.goto(f"/games/{game_id}")
    expect(window.get_by_text("Ben is away until")).to_be_visible()
    assert "Turn submitted" in play(house.ben.browser, game_id, 4, "I5-H5").words


def read_the_histories(house: House, strict: str, calm: str) -> None:
    """All that happened to the clocks stands on the games' pages."""
    window = house.ada.window
    window.goto(f"/games/{strict}")
    told = " ".join(history(window).all_inner_texts())
    assert in_order(told, "claimed", "time ran out", "Red gave Blue 1 day", "Blue took leave until"), told
    window.goto(f"/games/{calm}")
    told = " ".join(history(window).all_inner_texts())
    assert in_order(told, "by itself", "Red’s leave was shortened", "Red took leave until"), told


def calendar(house: House) -> str:
    """Ada's calendar, as a program fetches it that knows nothing but its address."""
    found = re.search(r'value="https?://[^/"]+(/feeds/[^"]*\.ics)"', house.ada.browser.get("/account/feeds").html)
    assert found
    with Browser(house.ada.browser.origin) as program:
        return program.get(found[1]).html.replace("\r\n ", "")


def history(window: Page) -> Locator:
    """What happened in the game of the page beside turns, the last first."""
    return window.locator(".events li")


def in_order(told: str, *parts: str) -> bool:
    """Whether all *parts* stand in *told*, one after the other."""
    return re.search(".*".join(map(re.escape, parts)), told, re.DOTALL) is not None
