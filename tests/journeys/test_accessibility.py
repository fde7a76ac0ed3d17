"""What axe finds while a turn is made, on a phone and on a screen, light and dark: nothing against WCAG 2.2 A, AA."""

import pytest
from playwright.sync_api import expect

from corr.players.appearance import Appearance
from corr.store.tables.player_accounts import Theme
from tests.conftest import lack
from tests.journeys.axe import AXE, RULES, judged, judged_everywhere
from tests.journeys.scripted_boards import TURNS, Desk, Visit, by_mouse
from tests.journeys.windows import new_window, unfolded

pytestmark = pytest.mark.slow

_FAULTS = """() => {
    const words = document.createElement("p");
    words.textContent = "Hello";
    Object.assign(words.style, {color: "#777", background: "#666"});
    document.querySelector("main").append(words, new Image(), document.createElement("h5"));
    document.querySelector("h5").textContent = "Too deep";
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        lack("axe-core (make install)")
    return AXE.read_text(encoding="utf-8")


def violations(desk: Desk, axe: str, what: str) -> list[str]:
    """What is found now on all that changes while a turn is made."""
    return [f"{what}, {fault}" for fault in judged_everywhere(desk.window, axe, "#desk")]


@pytest.mark.parametrize("game", TURNS)
def test_axe_finds_nothing_while_a_turn_is_made(visit: Visit, axe: str, game: str) -> None:
    desk, turn = visit.desk(game), TURNS[game]
    *steps, last = turn.steps
    for step in steps:
        by_mouse(desk, step)
    if not last.is_picked:
        desk.click(last.source)
    expect(desk.window.locator(".board-paint .is-picked")).to_have_count(1)

    found = violations(desk, axe, "a piece is picked")
    desk.click(last.goal)
    desk.expect_text(turn.text)
    unfolded(desk.window, "#turn-ask").check()
    desk.window.locator("#turn-submit").click()
    desk.expect_question("Submit this turn?")
    found += violations(desk, axe, "it is asked whether to submit")
    unfolded(desk.window, "#turn-typed").fill(f"{turn.text}, nonsense")
    desk.expect_question("nonsense")
    found += violations(desk, axe, "a fault is shown")
    desk.close()

    assert found == []


@pytest.mark.parametrize("game", TURNS)
def test_axe_finds_nothing_while_a_turn_is_tried(visit: Visit, axe: str, game: str) -> None:
    # A choice that is a turn of its own has nothing that stays picked.
    chosen = "?turns=infiltrator+F11_infiltrator+E2" if game == "kerd" else ""
    desk = Desk.at(visit.program, visit.origin, f"/practice/{game}{chosen}")
    desk.window.locator(".board-cell.can-pick").first.click()
    expect(desk.window.locator(".board-paint .is-picked")).to_have_count(1)

    found = violations(desk, axe, "a piece is picked")
    unfolded(desk.window, "#turn-typed").fill("nonsense")
    desk.expect_question("nonsense")
    found += violations(desk, axe, "a fault is shown")
    desk.close()

    assert found == []


def test_axe_finds_nothing_in_other_themes(visit: Visit, axe: str) -> None:
    window, found = new_window(visit.program, visit.origin, scripts=True), []
    for theme in set(Theme) - {Theme.WARM}:
        look = Appearance(theme).code
        window.context.add_cookies([{"name": "appearance", "value": look, "url": visit.origin}])
        for path in ("/practice/kerd", visit.games["kyo"]):
            window.goto(path)
            assert window.locator("html").get_attribute("data-theme") == theme
            for scheme in RULES:
                window.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
                found += [f"{path}, {theme}, {scheme}: {fault}" for fault in judged(window, axe, RULES["dark"])]
    window.context.close()

    assert found == []


def test_axe_would_find_what_is_wrong_in_either_theme(visit: Visit, axe: str) -> None:
    window = new_window(visit.program, visit.origin, scripts=True)
    window.goto("/sign-in")
    assert judged_everywhere(window, axe) == []
    window.evaluate(_FAULTS)

    found = [one.rpartition(": ")[2].partition(" ")[0] for one in judged_everywhere(window, axe)]
    window.context.close()

    assert found == ["color-contrast", "heading-order", "image-alt", "color-contrast"] * 2
