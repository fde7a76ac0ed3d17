"""Half-made turns that are not lost: without a network, in two tabs, on two devices, after the session has ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Route, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.scripted_boards import TURNS, Demo, Desk, Step, Visit, by_mouse, visited_demo
from tests.journeys.steps import begin_by_challenge, play, sign_in_as
from tests.journeys.windows import unfolded

pytestmark = pytest.mark.slow

_TURN = TURNS["kelasu"]
_FIRST, _SECOND = "D5xH9", "D5xH9, B1-C1"


@pytest.fixture
def visit(tmp_path: Path, program: Program, nursery: Nursery, demo: Demo) -> Iterator[Visit]:
    with visited_demo(demo, tmp_path / "var", program, nursery) as visit:
        yield visit


def test_a_turn_of_each_game_is_submitted_with_one_page(visit: Visit) -> None:
    for game, turn in TURNS.items():
        desk = visit.desk(game, keeps=True)
        for step in turn.steps:
            by_mouse(desk, step)
        desk.expect_text(turn.text)
        desk.submit()

        expect(desk.window.get_by_text(f"Turn submitted: {turn.text}")).to_be_visible()
        assert desk.loads == 1
        desk.close()


def test_what_replaces_an_illegal_turn_that_was_left_can_be_undone(visit: Visit) -> None:
    desk = visit.desk("kelasu", keeps=True)
    field = unfolded(desk.window, "#turn-typed")
    field.fill("b3-e3")
    desk.expect_question("“b3-e3”")
    desk.window.reload()
    expect(field).to_have_value("b3-e3")

    field.fill("d5xh9")
    desk.expect_text("D5xH9")
    desk.window.locator("#turn-undo").click()

    desk.expect_text("")
    desk.close()


@pytest.mark.parametrize(("answer", "text"), [("Use that", _SECOND), ("Keep this", "D5xH9, B3-C3")])
def test_a_half_made_turn_is_there_again_here_and_on_another_device(visit: Visit, answer: str, text: str) -> None:
    here = visit.desk("kelasu", keeps=True)
    by_mouse(here, _TURN.steps[0])
    here.expect_text(_FIRST)
    here.expect_kept(_FIRST)
    here.window.reload()
    here.expect_text(_FIRST)

    there = visit.desk("kelasu", keeps=True)
    there.expect_text(_FIRST)
    by_mouse(there, _TURN.steps[1])
    there.expect_text(_SECOND)
    there.expect_kept(_SECOND)
    here.click("B3")
    here.click("C3")
    here.expect_text("D5xH9, B3-C3")
    here.expect_question("Another device has a newer half-made turn: D5xH9, B1-C1")
    here.choose(answer)
    here.expect_text(text)
    here.window.reload()
    here.expect_text(text)

    there.close()
    here.close()


def test_what_was_started_again_is_forgotten_and_then_kept_anew(visit: Visit) -> None:
    desk = visit.desk("kelasu", keeps=True)
    by_mouse(desk, _TURN.steps[0])
    desk.expect_kept(_FIRST)
    desk.window.locator("#turn-restart").click()
    desk.expect_kept("")
    unfolded(desk.window, "#turn-typed").fill("b1-c1, nonsense")
    desk.expect_text("B1-C1")
    desk.expect_kept("B1-C1")
    desk.close()

    other = visit.desk("kelasu", keeps=True)
    other.expect_text("B1-C1")
    other.close()


def test_a_half_made_turn_is_gone_once_the_game_has_gone_on(visit: Visit) -> None:
    address = visit.games["kelasu"]
    game = address.rpartition("/")[2]
    desk = visit.desk("kelasu", keeps=True)
    by_mouse(desk, _TURN.steps[0])
    desk.expect_kept(_FIRST)
    desk.expect_text(_FIRST)
    desk.window.goto("about:blank")
    play(visit.ada, game, _TURN.number, "B1-C1")
    with Browser(visit.origin) as ben:
        sign_in_as(ben, "Ben")
        play(ben, game, _TURN.number + 1, "I6-H6")

    with desk.window.expect_response("**/kept-draft?*"):
        desk.open(address)
    # What is asked for by itself is asked for at once.
    desk.window.wait_for_timeout(500)

    assert desk.texts_of("text=") == []
    desk.expect_text("")
    desk.close()


def test_a_turn_goes_on_when_the_network_is_back(visit: Visit) -> None:
    desk = visit.desk("kelasu", keeps=True)
    by_mouse(desk, _TURN.steps[0])
    desk.expect_text(_FIRST)

    desk.window.context.set_offline(True)
    by_mouse(desk, _TURN.steps[1])
    desk.expect_question("No connection.")
    desk.expect_text(_FIRST)
    desk.window.context.set_offline(False)
    desk.expect_text(_SECOND)

    expect(desk.window.locator("#turn-question")).to_have_text("Choose a piece.")
    desk.close()


def test_a_submit_whose_answer_was_lost_counts_once(visit: Visit) -> None:
    desk = visit.desk("kelasu", keeps=True)
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    desk.window.route("**/turns", lose_first)
    by_mouse(desk, _TURN.steps[0])
    desk.expect_text(_FIRST)
    desk.submit()

    expect(desk.window.get_by_text("Your turn had been played already: D5xH9")).to_be_visible()
    assert lost == [200]
    desk.close()


def test_a_turn_that_was_made_in_another_tab_is_said_and_nothing_is_lost(visit: Visit) -> None:
    first, second = visit.desk("kelasu"), visit.desk("kelasu")
    for desk in (first, second):
        by_mouse(desk, _TURN.steps[0])
        desk.expect_text(_FIRST)
    first.submit()
    expect(first.window.get_by_text("Turn submitted")).to_be_visible()

    by_mouse(second, _TURN.steps[1])

    second.expect_text(_FIRST)
    expect(second.window.locator("#turn-bar.is-fault")).to_be_visible()
    expect(second.window.get_by_role("link", name="Load the game again")).to_be_visible()
    first.close()
    second.close()


def test_what_an_opponent_does_meanwhile_takes_nothing_away(visit: Visit) -> None:
    game, field = visit.games["kelasu"], "#turn-typed"
    ada = visit.desk("kelasu", keeps=True)
    by_mouse(ada, _TURN.steps[0])
    ada.expect_kept(_FIRST)
    with Browser(visit.origin) as ben:
        sign_in_as(ben, "Ben")
        assert _FIRST not in ben.get(game).html
        ada.submit()
        expect(ada.window.get_by_text("Turn submitted")).to_be_visible()
        there = Desk.at(visit.program, visit.origin, game, ben)
        by_mouse(there, Step("I6", "H6"))
        there.expect_text("I6-H6")

        # A message makes nothing old.
        visit.ada.submit(visit.ada.get(game).form("/messages"), text="Take your time.")
        unfolded(there.window, field).fill("I6-H6, nonsense")
        there.expect_question("nonsense")
        there.expect_text("I6-H6")
        visit.ada.submit(visit.ada.get(f"{game}/resign").form("/resign"))
        there.window.locator(field).fill("I6-H6, I5-H5")

        expect(there.window.get_by_role("link", name="Load the game again")).to_be_visible()
        expect(there.window.locator(field)).to_have_value("I6-H6, I5-H5")
        there.expect_text("I6-H6")
    ada.close()
    there.close()


def test_whoever_is_signed_out_meanwhile_goes_on_after_signing_in(visit: Visit) -> None:
    desk = visit.desk("kelasu", keeps=True)
    cookies = desk.window.context.cookies()
    by_mouse(desk, _TURN.steps[0])
    desk.expect_text(_FIRST)

    desk.window.context.clear_cookies()
    by_mouse(desk, _TURN.steps[1])
    expect(desk.window.get_by_role("link", name="Sign in").last).to_be_visible()
    desk.expect_text(_FIRST)
    desk.window.context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
    desk.open(visit.games["kelasu"])
    desk.expect_text(_FIRST)

    desk.close()


def test_two_who_choose_in_one_browser_find_their_own_choice_alone(visit: Visit) -> None:
    with Browser(visit.origin) as ben:
        sign_in_as(ben, "Ben")
        game = f"/games/{begin_by_challenge(visit.ada, ben, 'Ben', game='kerd')}"
        desk = Desk.at(visit.program, visit.origin, game, visit.ada)
        unfolded(desk.window, "#turn-typed").fill("infiltrator F11")
        desk.expect_text("infiltrator F11")

        sign_in_there(desk, ben)
        desk.open(game)
        unfolded(desk.window, "#turn-typed").fill("infiltrator E2")
        desk.expect_text("infiltrator E2")
        sign_in_there(desk, visit.ada)
        desk.open(game)
        desk.expect_text("infiltrator F11")

    desk.close()


def test_what_was_begun_in_one_game_is_in_no_other(visit: Visit) -> None:
    with Browser(visit.origin) as ben:
        sign_in_as(ben, "Ben")
        here, there = (f"/games/{begin_by_challenge(visit.ada, ben, 'Ben', game='kelasu')}" for _ in range(2))
    desk = Desk.at(visit.program, visit.origin, here, visit.ada)
    by_mouse(desk, Step("B1", "C1"))
    desk.expect_text("B1-C1")

    with desk.window.expect_response("**/kept-draft?*"):
        desk.open(there)
    by_mouse(desk, Step("B3", "C3"))
    desk.expect_text("B3-C3")
    desk.open(here)

    desk.expect_text("B1-C1")
    assert [text for text in desk.texts_of(there) if "B1" in text] == []
    desk.close()


def sign_in_there(desk: Desk, player: Browser) -> None:
    """Let a player go on in that window."""
    cookies = [{"name": name, "value": value, "url": player.origin} for name, value in player.cookies.items()]
    desk.window.context.add_cookies(cookies)  # type: ignore[arg-type]
