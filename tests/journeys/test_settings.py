"""The settings on a phone: three sections are changed, a bad field is mended, and all is saved at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Program
from playwright.sync_api import Dialog, Page, expect

from tests.crash.newborn import Nursery
from tests.journeys.scripted_boards import PHONE, Demo, Visit, visited_demo
from tests.journeys.windows import new_window

pytestmark = pytest.mark.slow

_WIDTH, _HEIGHT = PHONE
_FINGER = 44


@pytest.fixture
def own_visit(tmp_path: Path, program: Program, nursery: Nursery, demo: Demo) -> Iterator[Visit]:
    """The demo as Ada sees it, in which something may be changed."""
    with visited_demo(demo, tmp_path / "var", program, nursery) as visit:
        yield visit


@pytest.mark.parametrize("scripts", [False, True])
def test_three_sections_are_changed_and_saved_at_once(own_visit: Visit, *, scripts: bool) -> None:
    window = new_window(own_visit.program, own_visit.origin, own_visit.ada, scripts=scripts, has_touch=True)
    window.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
    window.goto("/account")

    expect_save_in_view(window)
    window.get_by_label("Display name").fill("Ada L.")
    window.get_by_label("Remind me this long before a deadline").fill("soon")
    window.get_by_label("Friday").check()
    window.get_by_label("Saturday").uncheck()
    expect_save_in_view(window)
    window.get_by_label("One digest a day").check()
    window.get_by_label("something I follow has news").uncheck()
    window.get_by_role("button", name="Save", exact=True).tap()

    expect(window.get_by_role("alert")).to_contain_text("One entry is not valid.")
    leads = window.get_by_label("Remind me this long before a deadline")
    expect(leads).to_have_value("soon")
    expect(window.get_by_label("Display name")).to_have_value("Ada L.")
    expect(window.get_by_label("Friday")).to_be_checked()
    expect(window.get_by_label("Saturday")).not_to_be_checked()
    expect(window.get_by_label("One digest a day")).to_be_checked()
    if scripts:
        assert asked_on_leaving(window)

    leads.fill("2d")
    window.get_by_role("button", name="Save", exact=True).tap()

    expect(window.get_by_role("status")).to_have_text(
        "Saved: display name, reminders, rest days, emails about your games, emails about what you follow."
    )
    expect(window.get_by_label("Remind me this long before a deadline")).to_have_value("2d")
    expect(window.get_by_label("something I follow has news")).not_to_be_checked()
    assert not asked_on_leaving(window)


def expect_save_in_view(window: Page) -> None:
    """The button lies in the window as it is scrolled, as large as a finger."""
    button = window.get_by_role("button", name="Save", exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= _FINGER


def asked_on_leaving(window: Page) -> bool:
    """Whether the browser asks before the page is left; it stays."""
    seen: list[Dialog] = []

    def stay(dialog: Dialog) -> None:
        seen.append(dialog)
        dialog.dismiss()

    window.once("dialog", stay)
    window.get_by_role("link", name="Browsers").tap()
    if not seen:
        window.wait_for_url("**/account/browsers")
        window.remove_listener("dialog", stay)
    return bool(seen)
