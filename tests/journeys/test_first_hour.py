"""What somebody sees who comes for the first time."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Locator, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.scripted_boards import Demo, Visit, visited_demo
from tests.journeys.windows import new_window

pytestmark = pytest.mark.slow
_SCREENS = ((390, 844), (1280, 800))


@pytest.mark.parametrize("scripts", [False, True])
def test_the_first_screen_has_the_boards_and_games_that_somebody_waits_to_play(visit: Visit, *, scripts: bool) -> None:
    window = new_window(visit.program, visit.origin, scripts=scripts)
    seen = {}

    for width, height in _SCREENS:
        window.set_viewport_size({"width": width, "height": height})
        window.goto("/")
        boards = window.locator("main img[alt^='The board of']")
        offers = window.get_by_role("link", name=re.compile(r"^Play (Kelasu|Kerd|Kyo) against \w+$"))
        seen[width] = [on_screen(part, height) for part in (window.locator("h1"), boards, offers)]

    assert all(found[0] == 1 and found[1] >= 3 and found[2] >= 2 for found in seen.values()), seen


def test_a_letter_that_was_just_asked_for_comes_to_the_top_of_the_open_mailbox(
    tmp_path: Path, program: Program, nursery: Nursery, demo: Demo
) -> None:
    with visited_demo(demo, tmp_path / "var", program, nursery) as visit:
        window = new_window(program, visit.origin, scripts=True)
        window.goto("/mailbox")
        expect(window.get_by_role("link", name="Refresh")).to_have_count(0)
        first = window.locator(".mailbox a").first
        expect(first).not_to_contain_text("nora@example.org")

        with Browser(visit.origin) as nora:
            nora.submit(nora.get("/sign-in").form("/sign-in"), address="nora@example.org")

        expect(first).to_contain_text("nora@example.org")
        unscripted = new_window(program, visit.origin)
        unscripted.goto("/mailbox")
        expect(unscripted.get_by_role("link", name="Refresh")).to_be_visible()


def test_on_a_phone_finished_games_take_less_room_than_running_ones(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada)
    window.set_viewport_size({"width": 390, "height": 844})

    window.goto("/")
    running, finished = (
        [box["height"] for part in window.locator(where).all() if (box := part.bounding_box())]
        for where in ("#theirs ~ * .mine-game", "#over ~ .mine .mine-game")
    )

    assert max(finished) < min(running), (running, finished)


def on_screen(parts: Locator, height: int) -> int:
    """How many of *parts* are seen as a whole on a screen of that height before anything is scrolled."""
    boxes = (part.bounding_box() for part in parts.all())
    return sum(box is not None and box["width"] > 0 and box["y"] + box["height"] <= height for box in boxes)
