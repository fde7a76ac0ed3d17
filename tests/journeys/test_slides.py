"""Pieces slide on the board, whoever moved them, without the browser drawing the board again; and may be heard."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.scripted_boards import TURNS, Demo, Desk, Visit, by_mouse, visited_demo
from tests.journeys.steps import begin_by_challenge, play, sign_in_as
from tests.journeys.windows import a_program, expect_true, hurry, new_window, stop_clock, unfolded

pytestmark = pytest.mark.slow

_SLIDING = "document.getAnimations().filter(it => it.effect.target.matches('svg.board g')).length"
_WAYS = """() => {
    const ways = [];
    for (const slide of document.getAnimations()) {
        const {target} = slide.effect, svg = target.closest("svg.board");
        if (!svg || !slide.effect.getKeyframes()[0].transform) continue;
        slide.pause();
        const squareAt = time => {
            slide.currentTime = time;
            const [board, piece] = [svg, target].map(it => it.getBoundingClientRect());
            const [columns, rows] = ["columns", "rows"].map(names => svg.dataset[names].split(" "));
            const x = Math.floor((piece.x + piece.width / 2 - board.x) / board.width * columns.length);
            const y = Math.floor((piece.y + piece.height / 2 - board.y) / board.height * rows.length);
            return [columns[x], rows[y]].sort().reverse().join("");
        };
        ways.push(`${squareAt(0)}-${squareAt(slide.effect.getTiming().duration - 1)}`);
        slide.currentTime = 0;
    }
    return ways.sort();
}"""
"""From which square to which one pieces slide now; there they are held until something ends it."""
_TICKS = """window.ticks = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...args) { window.ticks += 1; return start.apply(this, args); };"""
_ADDED = "document.querySelectorAll('.board-layer > g:not([class])').length"
"""How many groups scripts have put around pieces that stand alone, or that are gone."""
_WATCH = f"""() => {{ window.slid = new Promise(over => {{
    let before = 0;
    new MutationObserver(() => {{
        const now = {_ADDED};
        if (before && !now) over();
        before = now;
    }}).observe(document.getElementById("board"), {{childList: true, subtree: true}});
}}); }}"""
_TRACED = ["devtools.timeline", "blink.animations"]


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory, chromium: str, nursery: Nursery, demo: Demo) -> Iterator[Visit]:
    folder = tmp_path_factory.mktemp("slides") / "var"
    with a_program(chromium) as program, visited_demo(demo, folder, program, nursery) as visit:
        yield visit


def expect_ways(window: Page, *ways: str) -> None:
    """Wait until pieces slide along these ways."""
    expect_true(window, f"{_SLIDING} > 0")
    assert window.evaluate(_WAYS) == sorted(ways)


def expect_still(window: Page) -> None:
    """See that nothing slides, and that each piece is there once."""
    assert window.evaluate(_SLIDING) == 0
    assert window.evaluate(_ADDED) == 0


def a_window(visit: Visit, player: Browser | None) -> Desk:
    """A window in which no time passes, so that what slides is seen, with a turn that is not kept."""
    window = new_window(visit.program, visit.origin, player, scripts=True)
    window.route("**/kept-draft*", lambda route: route.fulfill(json={}))
    stop_clock(window)
    return Desk(window)


def test_pieces_slide_when_one_comes_to_a_game_and_with_each_action_and_step(visit: Visit) -> None:
    desk, turn = a_window(visit, visit.ada), TURNS["kelasu"]
    window = desk.window
    desk.open(visit.games["kelasu"])

    # What the other one did: four Blanks became one.
    expect_ways(window, "G5-G4", "H4-G4", "H5-G4")
    assert window.locator("#turn-live").inner_text() == ""
    # A click ends it at once, and means what it always means.
    desk.click("D5")
    expect_still(window)
    expect(window.locator("#turn-live")).to_contain_text("D5 picked.")
    assert window.evaluate("document.activeElement.dataset.square ?? ''") in {"", "D5"}

    # What one does oneself, and takes back.
    desk.click("H9")
    desk.expect_text("D5xH9")
    expect_ways(window, "D5-H9")
    by_mouse(desk, turn.steps[1])
    desk.expect_text("D5xH9, B1-C1")
    expect_ways(window, "B1-C1")
    window.locator("#turn-undo").click()
    desk.expect_text("D5xH9")
    expect_ways(window, "C1-B1")
    window.locator("#turn-undo").click()
    desk.expect_text("")
    expect_ways(window, "H9-D5")

    # Through the game, back and forth.
    window.evaluate("document.activeElement.blur()")
    desk.press("ArrowLeft")
    expect(window.locator("#position-place b")).to_have_text("After turn 5:")
    expect_ways(window, "G4-G5", "G4-H4", "G4-H5")
    desk.press("ArrowRight")
    expect(window.locator(".board.is-past")).to_have_count(0)
    expect_ways(window, "G5-G4", "H4-G4", "H5-G4")
    # Time ends it, too.
    window.clock.run_for(1000)
    expect_still(window)
    # Who looks back can turn it off.
    desk.press("ArrowLeft")
    expect(window.locator(".board.is-past")).to_have_count(1)
    expect(unfolded(window, "#board-slides")).to_be_visible(timeout=5000)
    desk.close()


def test_only_the_chips_that_go_slide_from_their_stack(visit: Visit) -> None:
    desk, (first, second, *_) = a_window(visit, visit.ada), TURNS["kyo"].steps
    window = desk.window
    desk.open(visit.games["kyo"])

    by_mouse(desk, first)
    desk.expect_text("F0>G0:2")
    expect_ways(window, "F0-G0")
    by_mouse(desk, second)
    desk.expect_text("F0>G0:2, G0>H1:2")
    expect_ways(window, "G0-H1")
    window.locator("#turn-restart").click()
    desk.expect_text("")

    # All that was done, the last first.
    expect_ways(window, "H1-F0")
    desk.close()


def test_the_other_players_turn_slides_in_an_open_page(visit: Visit) -> None:
    with Browser(visit.origin) as ben:
        sign_in_as(ben, "Ben")
        game = begin_by_challenge(visit.ada, ben, "Ben", game="kelasu")
        desk = a_window(visit, ben)
        hurry(desk.window)
        desk.window.goto(f"/games/{game}")

        play(visit.ada, game, 1, "B1-C1, B3-C3")
        desk.window.clock.run_for(60_000)

        expect_ways(desk.window, "B1-C1", "B3-C3")
        expect(desk.window.locator("#desk.is-scripted #turn-bar")).to_be_visible()
        desk.press("Escape")
        expect_still(desk.window)
        desk.close()


def test_nothing_slides_for_whoever_wants_that(visit: Visit) -> None:
    # A stranger on the page of a game, which has no bar.
    desk = a_window(visit, None)
    window = desk.window
    window.goto(visit.games["kelasu"])

    desk.press("ArrowLeft")
    expect_ways(window, "G4-G5", "G4-H4", "G4-H5")
    unfolded(window, "#board-slides").uncheck()
    expect_still(window)
    window.evaluate("document.activeElement.blur()")
    desk.press("ArrowLeft", "ArrowRight")
    expect(window.locator("#position-place b")).to_have_text("After turn 5:")
    expect_still(window)
    window.reload()
    slides = unfolded(window, "#board-slides")
    expect(slides).not_to_be_checked()
    slides.check()
    window.emulate_media(reduced_motion="reduce")
    window.evaluate("document.activeElement.blur()")
    desk.press("ArrowLeft")
    expect(window.locator("#position-place b")).to_have_text("After turn 5:")

    expect_still(window)
    desk.close()


def test_a_slide_draws_and_lays_out_nothing(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    for step in TURNS["kelasu"].steps[:3]:
        by_mouse(desk, step)
    desk.expect_text("D5xH9, B1-C1, B3-C3")
    events, ended = list[dict[str, Any]](), list[object]()
    session = desk.window.context.new_cdp_session(desk.window)
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda told: ended.append(told))  # noqa: PLW0108 - Playwright cannot mark a built-in one
    expect_true(desk.window, f"{_SLIDING} === 0")
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": _TRACED}})

    # Whoever asks how far a slide has come lets it be drawn, so the page tells when it is over.
    desk.window.evaluate(_WATCH)
    desk.window.locator("#turn-restart").click()
    desk.window.evaluate("window.slid")
    session.send("Tracing.end")
    while not ended:
        desk.window.wait_for_timeout(20)

    begin, end = slide_in(events)
    assert [event["name"] for event in events if is_work_on_the_board(event)]
    # It is drawn once when it begins and once when it is over; between them only what is drawn already moves.
    middle = range(int(begin + (end - begin) / 3), int(begin + (end - begin) * 2 / 3))
    assert [event["name"] for event in events if event["ts"] in middle and is_work_on_the_board(event)] == []
    desk.close()


def slide_in(events: list[dict[str, Any]]) -> tuple[int, int]:
    """When the slides of a trace began to run, and when they ended: nothing else moves after them."""
    found = [event for event in events if event["name"] == "Animation"]
    running = [event["ts"] for event in found if event["args"].get("data", {}).get("state") == "running"]
    return max(running), max(event["ts"] for event in found if event["ph"] == "e")


def is_work_on_the_board(event: dict[str, Any]) -> bool:
    """Whether the browser worked out places, or drew the board."""
    return event["name"] == "Layout" or (event["name"] == "Paint" and "board" in str(event["args"]["data"]["nodeName"]))


def test_a_landing_is_heard_by_whoever_wants_that(visit: Visit) -> None:
    desk = a_window(visit, visit.ada)
    window = desk.window
    window.add_init_script(_TICKS)
    desk.open(visit.games["kelasu"])
    by_mouse(desk, TURNS["kelasu"].steps[0])
    desk.expect_text("D5xH9")
    expect_ways(window, "D5-H9")
    window.clock.run_for(1000)
    assert window.evaluate("ticks") == 0

    # One hears what one chooses.
    unfolded(window, "#board-sound").check()
    expect_true(window, "ticks === 1")
    by_mouse(desk, TURNS["kelasu"].steps[1])
    desk.expect_text("D5xH9, B1-C1")
    expect_ways(window, "B1-C1")
    window.clock.run_for(1000)
    assert window.evaluate("ticks") == 2
    # Also where nothing slides, and after the page is loaded again.
    unfolded(window, "#board-slides").uncheck()
    window.locator("#turn-undo").click()
    desk.expect_text("D5xH9")
    expect_true(window, "ticks === 3")
    window.reload()
    expect(unfolded(window, "#board-sound")).to_be_checked()
    desk.close()
