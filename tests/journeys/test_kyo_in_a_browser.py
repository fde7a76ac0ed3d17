"""Two people play Kyo in a real browser with scripts switched off, and one of them makes a turn of many steps."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import ForkedService
from tests.journeys.steps import play, sign_up
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

DEADLOCK = "Deadlock (rows 4 and 5)"
BEFORE = ("D0/C1:3", "H9-H8:3")
"""Gold lays Mana in the way of a Heavy Pawn of its own, and Red waits."""
BENT = "C0>C1:2>D2:3>C3:2"
TURN = "C0>C1:2, C1>D2:3, D2>E3:2, E3>F4:1, F4xG5"


def test_mana_moves_and_a_strike_are_clicked_together_to_one_turn(
    tmp_path: Path, chromium: str, nursery: Nursery
) -> None:
    with (
        ForkedService(nursery, tmp_path / "var") as served,
        Browser(served.origin) as gold,
        Browser(served.origin) as red,
        a_program(chromium) as program,
    ):
        sink = Sink(served.letters)
        sign_up(gold, sink, "Goldie", "goldie@kyo.example")
        sign_up(red, sink, "Rudy", "rudy@kyo.example")
        window, other = new_window(program, served.origin, gold), new_window(program, served.origin, red)
        game_id = begin_by_clicks(window, other, Terms("Rudy", "Kyo", {"Start position": DEADLOCK}))
        for number, (browser, text) in enumerate(zip((gold, red), BEFORE, strict=True), 1):
            assert f"Turn submitted: {text}" in play(browser, game_id, number, text).words

        see_a_refusal(window, game_id)
        click_link(window, "Build it on the board")
        click_the_turn(window)
        hand_in(window)
        expect(window.get_by_text(f"Turn submitted: {TURN}")).to_be_visible()

        see_the_turn(other, game_id)
    assert '"level": "error"' not in served.said


def see_a_refusal(window: Page, game_id: str) -> None:
    """Type a turn that bends where it must not, and read why that cannot be."""
    window.goto(f"/games/{game_id}")
    unfolded(window, "#turn-typed").fill(BENT)
    window.get_by_role("button", name="Submit at once").click()
    fault = window.get_by_role("alert")
    expect(fault).to_contain_text("Action 3, “D2>C3:2”")
    expect(fault).to_contain_text("must keep its direction (south-east); this one goes south-west")
    expect(window.locator("#turn-picks")).to_contain_text("D2>E3:2")


def click_the_turn(window: Page) -> None:
    """Stack, chips, tile, again and again; one step is taken back."""
    click_step(window, "C0", "with 2 chips: 2 × Light", "C1")
    click_step(window, "C1", "with 3 chips: 3 × Light", "B2")
    expect_steps(window, "to C1 with 2 chips, over Dark Mana", "to B2 with 3 chips, over Light Mana")
    click_link(window, "Undo")
    expect_steps(window, "to C1 with 2 chips, over Dark Mana")
    click_step(window, "C1", "with 3 chips: 3 × Light", "D2")
    click_step(window, "D2", "with 2 chips: 2 × Light", "E3")
    click_step(window, "E3", "with 1 chip: Light", "F4")
    expect(window.locator(".question")).to_contain_text("Go on with the Heavy Pawn on F4, or stop here.")
    click_step(window, "F4", "", "G5")
    expect_steps(
        window,
        "C0>C1:2 Heavy Pawn on C0 moves to C1 with 2 chips, over Dark Mana",
        "C1>D2:3 Heavy Pawn on C1 moves to D2 with 3 chips, over Light Mana",
        "D2>E3:2 Heavy Pawn on D2 moves to E3 with 2 chips, over Light Mana",
        "E3>F4:1 Heavy Pawn on E3 moves to F4 with 1 chip, over Light Mana",
        "F4xG5 Heavy Pawn on F4 strikes Red’s Light Pawn on G5",
    )
    expect(window.locator(".question")).to_have_text("The turn is over. A strike ends the turn.")


def click_step(window: Page, stack: str, lift: str, goal: str) -> None:
    """Choose a stack, unless it is the only one, how much of it is lifted, where that is asked, and where it goes."""
    question = window.locator(".question")
    is_chosen = f"({stack} chosen)" in question.inner_text()
    if not is_chosen:
        click_square(window, stack)
    if lift:
        click_link(window, lift)
    if lift or not is_chosen:
        expect(question).to_contain_text("Where to?")
    click_square(window, goal)


def expect_steps(window: Page, *sentences: str) -> None:
    """What the page says about the actions so far."""
    expect(window.locator(".steps li")).to_contain_text(list(sentences))


def see_the_turn(window: Page, game_id: str) -> None:
    """The other player sees what was played, and how the board stands now."""
    window.goto(f"/games/{game_id}")
    expect(window.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(window.locator(".turns li").last).to_contain_text("F4xG5")
    for action in TURN.split(", "):
        expect(window.locator(".turns")).to_contain_text(action)
    expect(window.locator("#board desc")).to_contain_text("Heavy Pawns D0, G5; Light Mana D2, E3, F4;")
