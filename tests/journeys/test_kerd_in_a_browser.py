"""A game of Kerd in a real browser with scripts switched off: secret choices, check, a reveal, and the proof."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import ForkedService
from tests.journeys.steps import play, printed, sign_up
from tests.journeys.windows import (
    Terms,
    a_program,
    begin_by_clicks,
    click_link,
    click_square,
    hand_in,
    new_window,
    unfolded,
)

pytestmark = pytest.mark.slow

TURNS = ("F2-F3&F3-F4", "G11-G9&G10-G8", "K2-K3", "F12-J8", "H2-H4")
"""White opens the way to its King."""


@dataclass(frozen=True)
class Hall:
    """A service, two people who play there and somebody who only looks, each at a window and at a socket."""

    sockets: tuple[Browser, Browser, Browser]
    white: Page
    black: Page
    watcher: Page


@contextmanager
def a_hall(folder: Path, chromium: str, nursery: Nursery) -> Iterator[Hall]:
    """The service in a process of its own."""
    with (
        ForkedService(nursery, folder) as served,
        Browser(served.origin) as white,
        Browser(served.origin) as black,
        Browser(served.origin) as watcher,
        a_program(chromium) as program,
    ):
        sink = Sink(served.letters)
        sign_up(white, sink, "Wilma", "wilma@kerd.example")
        sign_up(black, sink, "Bruno", "bruno@kerd.example")
        sockets = (white, black, watcher)
        yield Hall(sockets, *(new_window(program, served.origin, socket) for socket in sockets))
        assert '"level": "error"' not in served.said


def test_infiltrators_are_chosen_revealed_and_proved(tmp_path: Path, chromium: str, nursery: Nursery) -> None:
    with a_hall(tmp_path / "var", chromium, nursery) as hall:
        game_id = begin_by_clicks(hall.white, hall.black, Terms("Bruno", "Kerd"))
        game = f"/games/{game_id}"

        see_that_a_choice_was_made(hall, game)
        choose(hall.white, game, "F11", "Your choice is changed")
        choose(hall.black, game, "D1", "Your choice is made")
        digests = see_what_binds(hall, game)
        see_the_own_mark_alone(hall, game)
        give_check(hall, game_id)
        escape_and_reveal(hall, game)
        see_the_end(hall, game)

        assert proved(hall.watcher, game) == digests


def opened(window: Page, path: str) -> Page:
    """The window with a page of the service in it."""
    window.goto(path)
    return window


def choose(window: Page, game: str, square: str, told: str) -> None:
    """Click a piece of the other player's, look at what that means, and hand it in; what is *told* then."""
    change = opened(window, game).get_by_role("link", name="Change it …")
    if change.count():
        change.click()
    expect(window.locator(".question")).to_contain_text("Choose your infiltrator")
    click_square(window, square)
    expect(window.locator(".steps li")).to_contain_text([f"infiltrator {square}"])
    hand_in(window)
    expect(window.get_by_text(told)).to_be_visible()


def see_that_a_choice_was_made(hall: Hall, game: str) -> None:
    """White chooses; the others see that this was done, and no square more often than before."""
    before = [squares_told(socket, game) for socket in hall.sockets[1:]]
    choose(hall.white, game, "G11", "Your choice is kept")
    expect(opened(hall.white, game).get_by_text("You may change it until Bruno has chosen.")).to_be_visible()
    expect(hall.white.get_by_text("You have chosen the Commander Pawn on G11. Waiting for Bruno.")).to_be_visible()
    expect(hall.white.locator("#turn-submit")).to_have_count(0)
    expect(opened(hall.black, game).locator(".seat-0")).to_contain_text("White · has chosen")
    for socket, told in zip(hall.sockets[1:], before, strict=True):
        assert "infiltrator G11" not in socket.get(game).html
        assert squares_told(socket, game) == told


def squares_told(socket: Browser, path: str) -> Counter[str]:
    """How often each square stands anywhere on the page, in what is not seen, too."""
    return Counter(re.findall(r"\b[A-L](?:1[0-2]|[1-9])\b", socket.get(path).html))


def see_what_binds(hall: Hall, game: str) -> list[str]:
    """Both are in, and all see the same numbers for them, but nobody sees the choice of somebody else."""
    shown = [re.findall(r"\b[0-9a-f]{64}\b", socket.get(game).words) for socket in hall.sockets]
    for socket, hidden in zip(hall.sockets, (("D1",), ("F11",), ("D1", "F11")), strict=True):
        for path in (game, f"{game}/turns", f"{game}/turns/2", f"{game}/commitments"):
            html = socket.get(path).html
            assert not [square for square in hidden if f"infiltrator {square}" in html], path
    opened(hall.watcher, game).get_by_text("Commitments: what was chosen in secret").click()
    click_link(hall.watcher, "How to check them")
    expect(hall.watcher.locator(".command")).to_contain_text(["CHOICE RANDOM | sha256sum"])
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) == 2
    return shown[0]


def see_the_own_mark_alone(hall: Hall, game: str) -> None:
    """Each player finds the own infiltrator on the board, and nobody finds another."""
    told = [socket.get(game).words for socket in hall.sockets]
    assert [re.findall(r"Infiltrator: (.*?)\.", words) for words in told] == [["F11"], ["D1"], []]
    secret = [set(re.findall(r"(\w+)’s is secret", words)) for words in told]
    assert secret == [{"Black"}, {"White"}, {"White", "Black"}]


def give_check(hall: Hall, game_id: str) -> None:
    """White opens the way to its King, Black's Queen takes it, and everybody is told."""
    for number, text in enumerate(TURNS, 2):
        page = play(hall.sockets[number % 2], game_id, number, text)
        assert f"Turn submitted: {text}" in page.words
    click_turn(hall.black, f"/games/{game_id}", "J8", "J4")
    expect(hall.black.locator(".alert")).to_contain_text("White is in check.")
    hand_in(hall.black)
    expect(hall.black.locator(".alert")).to_contain_text("White is in check.")


def click_turn(window: Page, game: str, source: str, goal: str) -> None:
    """Click a piece and where it goes."""
    click_square(opened(window, game), source)
    click_square(window, goal)


def escape_and_reveal(hall: Hall, game: str) -> None:
    """White's King steps out of the check, and Black's infiltrator mates it."""
    expect(opened(hall.white, game).locator(".alert")).to_contain_text("White is in check.")
    click_turn(hall.white, game, "G1", "F2")
    hand_in(hall.white)
    click_link(opened(hall.black, game), "reveal your infiltrator")
    expect(hall.black.locator(".question")).to_contain_text("Reveal your infiltrator, the Hussar on D1?")
    expect(hall.black.locator(".question")).to_contain_text("can’t be undone")
    click_link(hall.black, "Yes, reveal the Hussar on D1")
    unfolded(hall.black, "#turn-form [value=preview]").click()
    # Only the service knows whether White could reveal, so nothing is said of mate before.
    expect(hall.black.locator(".alert")).to_contain_text("White is in check.")
    expect(hall.black.get_by_text("checkmate")).to_have_count(0)
    hand_in(hall.black, "Submit the turn")


def see_the_end(hall: Hall, game: str) -> None:
    """Everybody sees how it ended, and what both had chosen."""
    expect(opened(hall.white, game).locator(".result")).to_contain_text("Black won")
    expect(hall.white.locator(".turns")).to_contain_text("infiltrator F11")
    for socket in hall.sockets:
        assert re.findall(r"\((\w+)\) chose (\w+)", socket.get(game).words) == [("Wilma", "F11"), ("Bruno", "D1")]


def proved(window: Page, game: str) -> list[str]:
    """What the lines print that the page gives to check with."""
    lines = opened(window, f"{game}/commitments").locator(".command").all_inner_texts()
    assert [re.findall(r" (F11|D1) [0-9a-f]{32} \| sha256sum$", line) for line in lines] == [["F11"], ["D1"]]
    return list(map(printed, lines))
