"""
Runs the benchmarks: `python -m tests.bench` for all, or with the names of some.

A benchmark is a module of this package with a `main()` that prints its table.
"""

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    known = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))
    wanted = sys.argv[1:] or known
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        sys.exit(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(known)}")
    for name in wanted:
        print(f"\n== {name}", flush=True)
        import_module(f"tests.bench.{name}").main()


if __name__ == "__main__":
    main()
