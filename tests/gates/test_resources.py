"""Where a checkout finds what is not code, and how parts of the program are loaded later."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corr.resources import Later, migrations_folder, templates_folder
from tests.gates import tree

_THREADS = 4


def test_a_checkout_uses_its_own_templates_and_migrations() -> None:
    found = (templates_folder(), migrations_folder())

    assert found == (tree.ROOT / "templates", tree.ROOT / "migrations")


def test_who_loads_what_another_thread_loads_just_then_gets_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_part.py").write_text("import time\ntime.sleep(0.1)\nFOUND = 'all of it'\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    part: Later[str] = Later("slow_part:FOUND")

    with ThreadPoolExecutor(_THREADS) as threads:
        found = list(threads.map(Later.load, [part] * _THREADS))

    del sys.modules["slow_part"]
    assert found == ["all of it"] * _THREADS
