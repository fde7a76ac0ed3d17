"""What journeys in a browser begin with: the browser, and the demo."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Program

from tests.crash.newborn import Nursery
from tests.journeys.scripted_boards import Demo, Visit, a_demo, kept_demo, visited_demo
from tests.journeys.windows import a_program


@pytest.fixture
def program(chromium: str) -> Iterator[Program]:
    """The browser; what a test opened in it is closed after it."""
    with a_program(chromium) as program:
        yield program


@pytest.fixture(scope="session")
def demo(shared: Path, nursery: Nursery) -> Demo:
    """The demo as it begins."""
    return kept_demo(shared / "demo", lambda folder: a_demo(folder, nursery))


@pytest.fixture(scope="session")
def visited(tmp_path_factory: pytest.TempPathFactory, chromium: str, nursery: Nursery, demo: Demo) -> Iterator[Visit]:
    """A service with the demo for all tests that change nothing in it."""
    folder = tmp_path_factory.mktemp("visited") / "var"
    with a_program(chromium) as program, visited_demo(demo, folder, program, nursery) as visit:
        yield visit


@pytest.fixture
def visit(visited: Visit, program: Program) -> Visit:
    """The demo as Ada sees it, in which nothing may be changed."""
    assert visited.program is program
    return visited
