"""A board that scripts run, and what people do there: by mouse, by finger, by keys, by typing."""

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser as Program
from playwright.sync_api import Error, Locator, Page, Request, Response, Route, expect

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.served import ForkedService
from tests.journeys.steps import sign_in_as
from tests.journeys.windows import PATIENCE, new_window
from tests.postgresql import locked

PHONE = (390, 664)
LAPTOP = (1280, 720)
CONFIRMED = 400
"""Milliseconds after which a second press on the button that asks is no double click any more."""


@dataclass(frozen=True)
class Step:
    """One action: from where, where to, and how much goes along where that is asked."""

    source: str
    goal: str
    along: str = ""
    """The beginning of what the choice says: "with 2 chips"."""
    is_sole: bool = False
    """Whether no other choice leads there, so that it is taken by itself."""
    is_picked: bool = False
    """Whether the piece is in hand already, as the only one that can go on."""

    @property
    def asked(self) -> str:
        """The beginning of the choice that has to be made; empty if none has."""
        return "" if self.is_sole else self.along


@dataclass(frozen=True)
class Turn:
    """A turn that Ada can make in a game of the demo."""

    number: int
    text: str
    steps: tuple[Step, ...]


TURNS = {
    "kelasu": Turn(
        7,
        "D5xH9, B1-C1, B3-C3, B6-C6",
        (Step("D5", "H9"), Step("B1", "C1"), Step("B3", "C3"), Step("B6", "C6")),
    ),
    "kyo": Turn(
        11,
        "F0>G0:2, G0>H1:2, H1>H0:2, H0>I1:2, I1>J2:1",
        (
            Step("F0", "G0", "with 2 chips"),
            Step("G0", "H1", "with 2 chips", is_picked=True),
            Step("H1", "H0", "with 2 chips", is_picked=True),
            Step("H0", "I1", "with 2 chips", is_sole=True, is_picked=True),
            Step("I1", "J2", is_picked=True),
        ),
    ),
    "kerd": Turn(12, "E2-E3", (Step("E2", "E3"),)),
}


@dataclass
class Desk:
    """A window with a board in which scripts run."""

    window: Page
    loads: int = 0
    """How many pages were loaded since the first."""
    asked: list[Request] = field(default_factory=list)
    """What scripts asked the service."""
    faults: list[str] = field(default_factory=list)
    """What went wrong in the scripts."""
    kept: list[str] = field(default_factory=list)
    """What the service keeps of the turn, one after the other."""

    @classmethod
    def at(
        cls,
        program: Program,
        origin: str,
        address: str,
        player: Browser | None = None,
        *,
        size: tuple[int, int] = LAPTOP,
        keeps: bool = False,
    ) -> "Desk":
        """
        A new window at that board.

        :param keeps: whether the service is asked for what was left half-made, and keeps it.
        """
        window = new_window(program, origin, player, scripts=True, has_touch=size == PHONE)
        if not keeps:
            window.route("**/kept-draft*", lambda route: route.fulfill(json={}))
        window.set_viewport_size({"width": size[0], "height": size[1]})
        desk = cls(window)
        window.on("pageerror", lambda error: desk.faults.append(str(error)))
        window.on("request", desk._note)
        window.on("response", desk._note_kept)
        desk.open(address)
        window.on("framenavigated", desk._count)
        return desk

    def open(self, address: str) -> None:
        """Go to a board, and wait until its scripts run."""
        self.window.goto(address)
        expect(self.window.locator("#desk.is-scripted")).to_be_visible()

    def close(self) -> None:
        """Close the window, in which nothing may have gone wrong."""
        self.window.context.close()
        assert self.faults == []

    def _count(self, _: object) -> None:
        self.loads += 1

    def _note(self, request: Request) -> None:
        if request.resource_type == "fetch":
            self.asked.append(request)

    def _note_kept(self, answer: Response) -> None:
        if "/kept-draft" in answer.url and answer.request.method == "POST" and answer.ok:
            self.kept.append(form_of(answer.request).get("text", ""))

    # -- what is seen ----------------------------------------------------------------------------------------------

    @property
    def top(self) -> float:
        """Where the board begins in the window, once a page that is loading has its style."""
        self.window.wait_for_load_state()
        found = self.window.locator("#board svg.board:visible").bounding_box()
        assert found is not None
        return round(found["y"], 1)

    def square(self, name: str) -> Locator:
        """A square of the board."""
        return self.window.locator(f".board-cell[data-square={name}]")

    def center(self, name: str) -> tuple[float, float]:
        """The middle of a square in the window."""
        try:
            self.square(name).scroll_into_view_if_needed()
        except Error as error:
            # The board was drawn anew just then.
            if "not attached" not in str(error):
                raise
            self.square(name).scroll_into_view_if_needed()
        found = self.square(name).bounding_box()
        assert found is not None
        return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2

    def expect_text(self, text: str) -> None:
        """Wait until the turn is *text*."""
        expect(self.window.locator("#turn-steps code")).to_have_text(text.split(", ") if text else [])

    def expect_question(self, words: str) -> None:
        """Wait until that is asked or said."""
        expect(self.window.locator("#turn-question")).to_contain_text(words)

    def expect_kept(self, text: str) -> None:
        """Wait until the service keeps *text* of the turn."""
        until = time.monotonic() + PATIENCE
        while self.kept[-1:] != [text]:
            assert time.monotonic() < until, f"it keeps {self.kept}"
            self.window.wait_for_timeout(50)

    def texts_of(self, part: str) -> list[str]:
        """The texts of the requests whose address holds *part*."""
        return [request.url for request in self.asked if part in request.url]

    # -- what is done ----------------------------------------------------------------------------------------------

    def click(self, name: str) -> None:
        """Click a square."""
        self.window.mouse.click(*self.center(name))

    def drag(self, source: str, goal: str) -> None:
        """Drag what stands on a square to another one."""
        self.window.mouse.move(*self.center(source))
        self.window.mouse.down()
        self.window.mouse.move(*self.center(goal), steps=4)
        self.window.mouse.up()

    def tap(self, name: str) -> None:
        """Touch a square."""
        self.window.touchscreen.tap(*self.center(name))

    def choose(self, words: str) -> None:
        """Choose what is beside the board: a button whose words begin so."""
        self.window.locator("#turn-bar").get_by_role("button", name=re.compile(f"^{re.escape(words)}")).click()

    def press(self, *keys: str) -> int:
        """Press keys one after the other; how many."""
        for key in keys:
            self.window.keyboard.press(key)
        return len(keys)

    def submit(self) -> None:
        """Submit the turn, and say yes where that is asked."""
        asks = self.window.locator("#turn-ask").is_checked()
        self.window.locator("#turn-submit").click()
        if asks:
            self.confirm()

    def confirm(self) -> None:
        """Press the button that asks once more, as soon as that counts."""
        expect(self.window.locator("#turn-bar.is-asking")).to_be_visible()
        self.window.wait_for_timeout(CONFIRMED)
        self.window.locator("#turn-submit").click()


@dataclass(frozen=True)
class Visit:
    """The demo as Ada sees it."""

    program: Program
    served: ForkedService
    ada: Browser
    games: dict[str, str]
    """The address of a game that waits for her, by its name."""

    @property
    def origin(self) -> str:
        """The address of the service."""
        return self.served.origin

    def desk(self, game: str, size: tuple[int, int] = LAPTOP, *, keeps: bool = False) -> Desk:
        """A window with her game."""
        return Desk.at(self.program, self.origin, self.games[game], self.ada, size=size, keeps=keeps)


@dataclass(frozen=True)
class Demo:
    """A service with the demo as it begins, with Ada signed in, to make copies of: that takes a third of the time."""

    folder: Path
    cookies: dict[str, str]
    games: dict[str, str]
    """The path of a game that waits for her, by its name."""


def kept_demo(folder: Path, make: Callable[[Path], Demo]) -> Demo:
    """The demo in a *folder* that all processes of this run know: the first that asks for it makes it."""
    kept = folder.with_suffix(".json")
    with locked(folder.with_suffix(".turn")):
        if not kept.exists():
            folder.mkdir()
            made = make(folder / "var")
            kept.write_text(json.dumps({"cookies": made.cookies, "games": made.games}), encoding="utf-8")
    return Demo(folder / "var", **json.loads(kept.read_text(encoding="utf-8")))


def a_demo(folder: Path, nursery: Nursery) -> Demo:
    """The demo, once it has stopped."""
    with ForkedService(nursery, folder, "--demo") as served, Browser(served.origin) as ada:
        sign_in_as(ada, "Ada")
        games: dict[str, str] = {}
        for words, address in ada.get("/").links:
            for game, turn in TURNS.items():
                if game.title() in words and f"turn {turn.number}" in words:
                    games.setdefault(game, urlsplit(address).path)
        served.stop()
        return Demo(folder, ada.cookies, games)


@contextmanager
def visited_demo(demo: Demo, folder: Path, program: Program, nursery: Nursery) -> Iterator[Visit]:
    """A service with a copy of the demo, and Ada who is signed in."""
    shutil.copytree(demo.folder, folder)
    with ForkedService(nursery, folder, "--demo") as served, Browser(served.origin) as ada:
        ada.cookies |= demo.cookies
        games = {game: served.origin + path for game, path in demo.games.items()}
        yield Visit(program, served, ada, games)


def by_mouse(desk: Desk, step: Step) -> None:
    """Click a piece and its goal."""
    if not step.is_picked:
        desk.click(step.source)
    desk.click(step.goal)
    if step.asked:
        desk.choose(step.asked)


def by_drag(desk: Desk, step: Step) -> None:
    """Drag a piece to its goal."""
    desk.drag(step.source, step.goal)
    if step.asked:
        desk.choose(step.asked)


def by_finger(desk: Desk, step: Step) -> None:
    """Touch a piece and its goal."""
    if not step.is_picked:
        desk.tap(step.source)
    desk.tap(step.goal)
    if step.asked:
        desk.choose(step.asked)


def by_names(desk: Desk, step: Step) -> None:
    """Type the names of squares on the board."""
    if not desk.window.evaluate("document.activeElement.matches('.board-cell')"):
        desk.square(step.source).focus()
    if not step.is_picked:
        desk.press(*step.source.lower())
    desk.press(*step.goal.lower())
    if step.asked:
        desk.choose(step.asked)


WAYS: dict[str, tuple[tuple[int, int], Callable[[Desk, Step], None]]] = {
    "mouse": (LAPTOP, by_mouse),
    "drag": (LAPTOP, by_drag),
    "touch": (PHONE, by_finger),
    "keyboard": (LAPTOP, by_names),
}
"""In which window, and how, a step is made."""


def hold_turns(desk: Desk) -> list[dict[str, str]]:
    """Let no turn come to the service; the forms that were sent there."""
    orders: list[dict[str, str]] = []

    def hold(route: Route) -> None:
        orders.append(form_of(route.request))
        route.fulfill(status=422, json={"sentence": "held back"})

    desk.window.route("**/turns", hold)
    return orders


def form_of(request: Request) -> dict[str, str]:
    """The fields of a form that was posted."""
    return {name: values[0] for name, values in parse_qs(request.post_data or "").items()}
