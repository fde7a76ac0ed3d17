"""
Runs the benchmarks: `python -m tests.bench` for all but the long ones, or with the names of some.

A benchmark is a module of this package whose `figures()` yields what it finds. The exit status is 1 if any aim is
missed, and all aims stand in a table at the end.
"""

import sys
import time
from importlib import import_module
from pathlib import Path

from tests.bench._figures import Figure, Found, summary

_LONG = {
    "growth": ("growth", "meeting_others", "deadlines", "ratings", "leagues_at_scale"),
    "big": ("big",),
    "soak": ("soak",),
}
"""What runs only when it is named, and the benchmarks that go by that name."""


def main() -> int:
    """Run what the command line names; the exit status."""
    known = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py") if not path.stem.startswith("test_"))
    long = {name for names in _LONG.values() for name in names}
    wanted = [each for name in sys.argv[1:] for each in _LONG.get(name, (name,))]
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        sys.exit(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(known)}")
    began, found = time.monotonic(), list[Found]()
    for name in wanted or [name for name in known if name not in long]:
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        for each in import_module(f"tests.bench.{name}").figures():
            print(f"  {each.line}", flush=True)
            found.append(each)
        print(f"  ({time.monotonic() - started:.0f} s)", flush=True)
    print(f"\n== all aims, after {time.monotonic() - began:.0f} s")
    for line in summary(found):
        print(f"  {line}")
    return int(any(isinstance(each, Figure) and each.is_missed for each in found))


if __name__ == "__main__":
    sys.exit(main())
