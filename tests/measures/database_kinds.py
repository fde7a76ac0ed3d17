"""
Which use cases the suite has tried on which kind of database.

As a plugin of pytest it writes down from where statements come; as a command it lists what writes and was tried on
SQLite alone:

    TEST_PLACES=/tmp/places .venv/bin/pytest -n auto -m "slow or not slow" -p tests.measures.database_kinds
    .venv/bin/python -m tests.measures.database_kinds /tmp/places
"""

import inspect
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

_CORR = f"{Path(__file__).resolve().parents[2] / 'corr'}{os.sep}"
_USE_CASES = ("administration", "base", "clocks", "game", "leagues", "play", "players", "ratings", "mail/queues")
_found: set[tuple[str, str, bool]] = set()
"""The kind of database, the use case, and whether it wrote."""


def pytest_configure() -> None:
    """Listen to all databases of the run."""
    event.listen(Engine, "before_cursor_execute", _note)


@pytest.fixture(autouse=True)
def _placed(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    folder = Path(os.environ["TEST_PLACES"])
    folder.mkdir(exist_ok=True)
    with (folder / f"{os.getpid()}.jsonl").open("a") as file:
        file.write(json.dumps([request.node.nodeid, sorted(_found)]) + "\n")
    _found.clear()


def _note(connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
    use_case = ""
    frame = inspect.currentframe()
    while frame is not None:
        path = frame.f_code.co_filename
        if path.startswith(_CORR) and path.removeprefix(_CORR).startswith(_USE_CASES):
            use_case = f"{path.removeprefix(_CORR)}:{frame.f_code.co_qualname}"
        frame = frame.f_back
    if use_case:
        _found.add((connection.dialect.name, use_case, not statement.lstrip().upper().startswith("SELECT")))


def main(folder: Path) -> None:
    tried: dict[str, set[tuple[str, bool]]] = {"sqlite": set(), "postgresql": set()}
    for path in folder.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            for kind, use_case, has_written in json.loads(line)[1]:
                tried[kind].add((use_case, has_written))
    missing = sorted(use_case for use_case, has_written in tried["sqlite"] - tried["postgresql"] if has_written)
    for use_case in missing:
        print(use_case)
    print(f"{len(missing)} of {sum(has_written for _, has_written in tried['sqlite'])} on SQLite alone")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
