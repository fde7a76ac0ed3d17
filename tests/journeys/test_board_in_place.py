"""The board stays where it is while a turn is made, and all that the turn needs is seen with it, at three sizes."""

import re
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.scripted_boards import Desk, Visit
from tests.journeys.windows import loaded, new_window, unfolded

pytestmark = pytest.mark.slow

_SIZES = {
    "phone": (390, 664),
    "small phone": (360, 640),
    "lying phone": (844, 390),
    "laptop": (1280, 720),
    "screen": (1920, 1080),
}
_WIDE = {"phone": 376, "small phone": 346, "lying phone": 320, "laptop": 560, "screen": 850}
"""The least width of a board in pixels."""
_ZOOMED = (320, 256)
"""A window of 1280 by 1024 at 400 %."""
_FIRST = {"kelasu": ("D5", "H9"), "kyo": ("G1", "F2"), "kerd": ("E2", "E3")}
"""A piece of Ada's in the demo, and where it may go."""
_LEAST = {"phone": {"kelasu": 38, "kyo": 38, "kerd": 31}}
"""The least side of a square in pixels; on a phone the names of rows need the rest of the width."""
_SEEN = """cell => {
    const box = cell.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell;
}"""
"""Whether nothing covers the middle of a square."""
_PAINTED = "it => getComputedStyle(it)[it.matches('.is-picked') ? 'stroke' : 'fill']"
"""The colour in which a mark is seen."""
_SHIFTS = """() => new Promise(answer => {
    let sum = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
        .observe({type: "layout-shift", buffered: true});
    setTimeout(() => answer(sum), 300);
})"""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom of something within the window."""


def a_window(visit: Visit, size: str, *, scripts: bool = False) -> Page:
    """A window of that size."""
    width, height = _SIZES[size]
    window = new_window(visit.program, visit.origin, visit.ada, scripts=scripts)
    window.set_viewport_size({"width": width, "height": height})
    return window


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("game", _FIRST)
def test_the_board_stays_at_its_place_and_is_seen_with_all_that_a_turn_needs(
    visit: Visit, game: str, size: str
) -> None:
    window = a_window(visit, size)
    source, goal = _FIRST[game]

    window.goto(visit.games[game])
    places = [squares(window)]
    for square in (source, goal):
        window.locator(f"#board a[href$='pick={square}#board']").click()
        places.append(squares(window))
        assert [name for name in _NEEDED if not is_seen(window, name)] == []
    window.goto(typed(window))
    places.append(squares(window))
    window.context.close()

    assert [place for place in places if place != places[0]] == []
    left, top, right, bottom = places[0]
    width, height = _SIZES[size]
    assert 0 <= left < right <= width
    assert 0 <= top < bottom <= height
    assert right - left >= _WIDE[size]
    assert bottom - top >= _LEAST.get(size, {}).get(game, 0) * (12 if game == "kerd" else 10)


_NEEDED = ("#turn-question", "#turn-undo", "#turn-submit")


def squares(window: Page) -> Box:
    """Where the squares of the board are, in tenths of a pixel."""
    return box(window, "#board svg.board")


def box(window: Page, what: str) -> Box:
    """Where something is in the window."""
    found = window.locator(what).first.bounding_box()
    assert found is not None, what
    x, y, width, height = (round(found[side], 1) for side in ("x", "y", "width", "height"))
    return x, y, round(x + width, 1), round(y + height, 1)


def is_seen(window: Page, what: str) -> bool:
    """Whether all of it is in the window, and none of it on the board."""
    left, top, right, bottom = box(window, what)
    board = squares(window)
    size = window.viewport_size
    assert size is not None
    is_inside = left >= 0 and top >= 0 and right <= size["width"] and bottom <= size["height"]
    is_beside = left >= board[2] or top >= board[3]
    return is_inside and is_beside


def typed(window: Page) -> str:
    """The address of the preview of the turn on the page."""
    fields = {name: window.locator(f"#turn-form [name={name}]").input_value() for name in ("turn", "text")}
    return f"{window.url.partition('/compose')[0]}/preview?{urlencode(fields)}"


@pytest.mark.parametrize(("size", "is_seen"), [("phone", False), ("laptop", True)])
def test_letters_on_pieces_are_seen_where_squares_are_large(visit: Visit, size: str, *, is_seen: bool) -> None:
    window = a_window(visit, size)
    window.goto(visit.games["kerd"])

    letters = window.evaluate("""[...document.querySelectorAll("#board .board-layer text")]
        .filter(it => /^[A-Z]$/.test(it.textContent)).map(it => getComputedStyle(it).display)""")

    assert {display != "none" for display in letters} == {is_seen}
    window.context.close()


def test_letters_on_small_pieces_come_back_for_whoever_wants_them_and_stay(visit: Visit) -> None:
    window = new_window(visit.program, visit.origin, visit.ada, scripts=True)
    window.set_viewport_size({"width": 390, "height": 844})
    window.goto(visit.games["kerd"])
    letter = window.locator("#board .board-layer text", has_text=re.compile("^Q$")).first
    expect(letter).to_have_css("display", "none")

    unfolded(window, "#board-letters").check()
    expect(letter).not_to_have_css("display", "none")
    window.reload()

    expect(letter).not_to_have_css("display", "none")
    window.context.close()


@pytest.mark.parametrize("game", _FIRST)
def test_on_a_phone_names_of_rows_and_columns_are_seen_beside_the_squares(visit: Visit, game: str) -> None:
    window = a_window(visit, "phone")
    window.goto(visit.games[game])
    left, _, right, bottom = squares(window)
    rows, columns = (
        [name.bounding_box() for name in window.locator(f"#board .board-inner-names{kind} text").all()]
        for kind in (":not(.is-below)", ".is-below")
    )
    window.context.close()

    assert len(rows) == len(columns) == (12 if game == "kerd" else 10)
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= left + 0.5 for box in rows)
    assert all(box and box["y"] >= bottom - 2 and box["x"] + box["width"] <= right for box in columns)


@pytest.mark.parametrize("size", ["laptop", "screen"])
def test_nothing_moves_while_a_turn_is_typed(visit: Visit, size: str) -> None:
    desk = visit.desk("kelasu", _SIZES[size])
    field = unfolded(desk.window, "#turn-typed")
    parts = ("#board svg.board", "#turn-bar", "#turn-typed")

    field.focus()
    before = [box(desk.window, part) for part in parts]
    field.press_sequentially("d5xh9")
    desk.expect_text("D5xH9")
    after = [box(desk.window, part) for part in parts]
    desk.close()

    assert after == before
    # Board, bar and field are seen together.
    assert all(0 <= top < bottom <= _SIZES[size][1] for _, top, _, bottom in before)


@pytest.mark.parametrize("size", ["phone", "laptop"])
@pytest.mark.parametrize("game", _FIRST)
def test_nothing_moves_while_a_page_is_loaded(visit: Visit, game: str, size: str) -> None:
    window = a_window(visit, size, scripts=True)
    # A slow browser paints a page of which the end is still on its way.
    window.context.new_cdp_session(window).send("Emulation.setCPUThrottlingRate", {"rate": 4})

    window.goto(visit.games[game])
    moved = window.evaluate(_SHIFTS)
    window.context.close()

    assert moved < 0.001  # as it is reported; a board that moves by three pixels counts more


def test_many_choices_are_reached_in_a_bar_of_the_same_height(visit: Visit) -> None:
    window = a_window(visit, "phone")
    window.goto(visit.games["kyo"])
    window.locator("#board a[href$='pick=A0#board']").click()

    before = box(window, "#turn-bar")
    last = window.locator("#turn-picks a").last
    last.scroll_into_view_if_needed()

    assert window.locator("#turn-picks a").count() > 3
    assert box(window, "#turn-bar") == before
    assert before[3] <= _SIZES["phone"][1]
    assert is_seen(window, "#turn-picks li:last-child a")
    window.context.close()


def test_at_400_percent_nothing_covers_the_square_that_has_the_focus(visit: Visit) -> None:
    desk = visit.desk("kelasu", _ZOOMED)

    covered = []
    for name in ("J0", "A0", "E5", "A9"):
        desk.square(name).focus()
        covered += [] if desk.square(name).evaluate(_SEEN) else [name]
    desk.close()

    assert covered == []


@pytest.mark.parametrize("game", _FIRST)
def test_at_400_percent_a_turn_is_made_and_read_without_scrolling_sideways(visit: Visit, game: str) -> None:
    desk = visit.desk(game, _ZOOMED)
    source, goal = _FIRST[game]

    desk.square(source).focus()
    desk.press(*source.lower(), *goal.lower())
    expect(desk.window.locator("#turn-steps code, #turn-picks button").first).to_be_attached()
    acts = [desk.window.locator(what) for what in ("#turn-undo", "#turn-submit")]
    for act in acts:
        act.scroll_into_view_if_needed()
        assert act.evaluate(_SEEN), "something covers it"
    wide = desk.window.evaluate("document.documentElement.scrollWidth")
    desk.close()

    assert wide <= _ZOOMED[0]


@pytest.mark.parametrize(("wish", "animation"), [("no-preference", "board-pending"), ("reduce", "none")])
def test_the_arrow_of_what_is_asked_for_rests_for_whoever_wants_that(
    visit: Visit, wish: Literal["no-preference", "reduce"], animation: str
) -> None:
    desk = visit.desk("kelasu")
    desk.window.emulate_media(reduced_motion=wish)
    desk.window.route("**/draft?**", lambda _: None)

    desk.click("D5")
    desk.click("H9")
    arrow = desk.window.locator(".board-pending")
    expect(arrow).to_have_count(1)
    moves = arrow.evaluate("it => getComputedStyle(it).animationName")
    desk.close()

    assert moves == animation


def test_what_is_picked_and_where_it_may_go_is_seen_where_the_system_sets_the_colours(visit: Visit) -> None:
    desk = visit.desk("kelasu")
    desk.window.emulate_media(forced_colors="active")

    desk.click("D5")
    expect(desk.window.locator(".is-picked")).to_have_count(1)
    marks = [desk.window.locator(what).first.evaluate(_PAINTED) for what in (".is-picked", ".is-target")]
    desk.close()

    assert [paint for paint in marks if paint in ("none", "rgba(0, 0, 0, 0)")] == []
    # A ring is no frame, whatever its colour.
    assert marks[0] != marks[1]


def test_a_piece_that_is_picked_has_a_ring_and_no_frame_like_a_king_in_check(visit: Visit) -> None:
    desk = visit.desk("kerd")

    desk.click(_FIRST["kerd"][0])
    picked = desk.window.locator(".board-paint .is-picked")
    expect(picked).to_have_count(1)
    rounded = picked.evaluate("it => getComputedStyle(it).rx")
    desk.close()

    assert rounded == "40px"


def test_what_cannot_be_done_looks_so_where_the_system_sets_the_colours(visit: Visit) -> None:
    window = a_window(visit, "laptop", scripts=True)
    window.emulate_media(forced_colors="active")
    window.goto(visit.games["kyo"])
    window.locator("#desk.is-scripted").wait_for()

    undo, redo, first = (
        window.locator(f"#{name}").evaluate("it => getComputedStyle(it).color")
        for name in ("turn-undo", "turn-redo", "history-first")
    )
    window.context.close()

    assert undo == redo != first


def test_flipping_the_board_loads_nothing_keeps_the_turn_and_is_remembered(visit: Visit) -> None:
    desk = visit.desk("kelasu", keeps=True)
    flip = desk.window.get_by_role("link", name="Flip the board")
    desk.click("D5")
    desk.click("H9")
    desk.expect_text("D5xH9")
    flip.scroll_into_view_if_needed()
    upper, loads = desk.square("J0").bounding_box(), loaded(desk.window)

    flip.click()
    expect(desk.window.locator("#board svg.board")).to_have_attribute("data-rows", re.compile("^A .* J$"))
    desk.expect_text("D5xH9")
    assert desk.square("A9").bounding_box() == upper
    desk.click("B1")
    desk.click("C1")
    desk.expect_text("D5xH9, B1-C1")
    assert loads == []
    desk.window.reload()
    desk.expect_text("D5xH9, B1-C1")
    expect(desk.window.locator("#board svg.board")).to_have_attribute("data-rows", re.compile("^A .* J$"))
    flip.click()

    expect(desk.window.locator("#board svg.board")).to_have_attribute("data-rows", re.compile("^J .* A$"))
    desk.expect_text("D5xH9, B1-C1")
    desk.close()


def test_a_practice_board_is_flipped_in_its_place(visit: Visit) -> None:
    desk = Desk.at(visit.program, visit.origin, f"{visit.origin}/practice/kelasu")
    flip = desk.window.get_by_role("link", name="Flip the board")
    rows = desk.window.locator("#board svg.board")
    desk.click("B1")
    desk.click("C1")
    desk.expect_text("B1-C1")
    loads = loaded(desk.window)

    flip.click()
    expect(rows).to_have_attribute("data-rows", re.compile("^J .* A$"))
    desk.expect_text("B1-C1")
    desk.click("B3")
    desk.click("C3")
    desk.expect_text("B1-C1, B3-C3")
    flip.click()

    expect(rows).to_have_attribute("data-rows", re.compile("^A .* J$"))
    desk.expect_text("B1-C1, B3-C3")
    assert loads == []
    desk.close()
