"""Somebody works on Corr and looks at the pages meanwhile: `make dev`."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.making import Making


@pytest.fixture
def making(tmp_path: Path) -> Iterator[Making]:
    # The environment that runs the tests has all that is needed.
    programs = Path(sys.executable).parent
    with Making(tmp_path / "checkout", "dev", f"BIN={programs}", "--assume-old=.venv/.dev") as making:
        making.wait_until(bool)
        yield making


@pytest.mark.slow
def test_what_changes_is_served_also_after_code_that_cannot_be_read(making: Making) -> None:
    template = making.folder / "templates" / "base.html"
    code = making.folder / "corr" / "web" / "__init__.py"
    before = code.read_text("utf-8")

    template.write_text(template.read_text("utf-8").replace("</body>", "<p>A new line</p></body>"), "utf-8")
    making.wait_until(lambda page: "A new line" in page)
    code.write_text(before + "x = (\n", "utf-8")
    making.wait_until(lambda page: not page and "SyntaxError" in making.said)
    code.write_text(before + 'print("It is the new code.")\n', "utf-8")
    making.wait_until(bool)
    making.stop()

    assert "It is the new code." in making.said
    assert making.front_page() == ""
