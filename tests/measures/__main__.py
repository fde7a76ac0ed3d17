"""
Prints the measures: `python -m tests.measures` for a table of all, or with the names of some for what they count.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from tests.measures import circles, files, journeys


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table."""

    what: str
    aim: str
    found: Callable[[], list[str]]
    """What is counted, one thing a line."""


def _names() -> list[str]:
    return [f"{name}: {', '.join(paths)}" for name, paths in files.repeated_names().items()]


def _in_circles() -> list[str]:
    return [f"{name} (with {len(knot) - 1} more)" for knot in circles.knots() for name in knot]


def _moves(journey: Callable[[], journeys.Trace]) -> list[str]:
    return [move for move, count in journey().moves().most_common() for _ in range(count)]


_MEASURES = {
    "files": Measure("files below corr/", "", lambda: list(files.lines())),
    "small": Measure("modules below 60 lines outside the games", "30", files.small_modules),
    "one-importer": Measure("modules of 100 lines or less, one sibling importing", "5", files.modules_of_one_sibling),
    "names": Measure("names of two modules or more outside the games, not of a role", "0", _names),
    "leagues": Measure("places of league code that are too many", "0", files.places_in_the_way),
    "circles": Measure("packages and files in circles", "0", _in_circles),
    "web-turn": Measure("moves between packages: a turn on the web", "30", lambda: _moves(journeys.web_turn)),
    "mail-turn": Measure(
        "moves between packages: a turn by mail, both letters", "400", lambda: _moves(journeys.mail_turn)
    ),
}


def main() -> None:
    unknown = sorted(set(sys.argv[1:]) - set(_MEASURES))
    if unknown:
        sys.exit(f"no such measure: {', '.join(unknown)}; there are {', '.join(_MEASURES)}")
    if len(sys.argv) > 1:
        for name in sys.argv[1:]:
            _print_details(_MEASURES[name])
        return
    print(f"{'':12} {'now':>5} {'aim':>5}")
    for name, measure in _MEASURES.items():
        print(f"{name:12} {len(measure.found()):5} {measure.aim:>5}  {measure.what}", flush=True)


def _print_details(measure: Measure) -> None:
    found = measure.found()
    print(f"{measure.what}: {len(found)}")
    for line in dict.fromkeys(found):
        times = found.count(line)
        print(f"  {line}" if times == 1 else f"  {line} ({times})")


if __name__ == "__main__":
    main()
