"""
Which cases take more than a second without the mark `slow`, on a quiet machine.

What they share is not counted. One takes longer on purpose: a stage of the crash test (`tests/crash/test_breaks.py`).

    .venv/bin/pytest -n auto -o junit_duration_report=call --junitxml=/tmp/suite.xml
    .venv/bin/python -m tests.measures.slow_cases /tmp/suite.xml
"""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

_LONGEST = 1.0


def main(report: Path) -> None:
    # The suite wrote it itself.
    cases = ET.parse(report).getroot().iter("testcase")  # noqa: S314
    times = sorted((float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')}") for case in cases)
    for seconds, name in times:
        if seconds > _LONGEST:
            print(f"{seconds:6.2f}  {name}")
    print(f"{len(times)} cases, {sum(seconds for seconds, _ in times):.0f} seconds")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
