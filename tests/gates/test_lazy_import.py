"""Parts of the program that are loaded when they are first needed."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corr.lazy_import import LazyImport

_THREADS = 4


def test_who_loads_what_another_thread_loads_just_then_gets_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_part.py").write_text("import time\ntime.sleep(0.1)\nFOUND = 'all of it'\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    part: LazyImport[str] = LazyImport("slow_part:FOUND")

    with ThreadPoolExecutor(_THREADS) as threads:
        found = list(threads.map(LazyImport.load, [part] * _THREADS))

    del sys.modules["slow_part"]
    assert found == ["all of it"] * _THREADS
