"""
Prints the measures: `python -m tests.measures` for a table of all, or with the names of some for what they count.
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.measures import circles, files, journeys


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table."""

    what: str
    aim: str
    found: Callable[[], Mapping[str, int]]
    """How often each thing that is counted was found."""


def _names() -> Counter[str]:
    return Counter(f"{name}: {', '.join(paths)}" for name, paths in files.repeated_names().items())


def _in_circles() -> Counter[str]:
    return Counter(f"{name} (with {len(knot) - 1} more)" for knot in circles.knots() for name in knot)


def _lines_of(game: str) -> Callable[[], Mapping[str, int]]:
    folder = f"corr/games/{game}/"
    return lambda: {name: count for name, count in files.lines().items() if name.startswith(folder)}


_MEASURES = {
    "files": Measure("files below corr/", "400", lambda: Counter(files.lines().keys())),
    "lines": Measure("lines of them", "56000", files.lines),
    "code": Measure("lines of code: no blanks, comments, docstrings, attribute strings", "37500", files.code_lines),
    "kelasu": Measure("lines of Kelasu", "1450", _lines_of("kelasu")),
    "kyo": Measure("lines of Kyo", "2000", _lines_of("kyo")),
    "kerd": Measure("lines of Kerd", "2500", _lines_of("kerd")),
    "small": Measure("modules below 60 lines outside the games", "30", lambda: Counter(files.small_modules())),
    "one-importer": Measure(
        "modules of 100 lines or less, one sibling importing", "5", lambda: Counter(files.modules_of_one_sibling())
    ),
    "names": Measure("names of two modules or more outside the games, not of a role", "0", _names),
    "leagues": Measure("places of league code that are too many", "0", lambda: Counter(files.places_in_the_way())),
    "circles": Measure("packages and files in circles", "0", _in_circles),
    "web-functions": Measure("functions: a turn on the web", "110", lambda: journeys.web_turn().functions()),
    "web-statements": Measure("statements: a turn on the web", "9", lambda: Counter(journeys.web_turn().statements)),
    "web-moves": Measure("moves between packages: a turn on the web", "30", lambda: journeys.web_turn().moves()),
    "mail-functions": Measure(
        "functions: a turn by mail, both letters", "350", lambda: journeys.mail_turn().functions()
    ),
    "mail-statements": Measure(
        "statements: a turn by mail, both letters", "45", lambda: Counter(journeys.mail_turn().statements)
    ),
    "answer": Measure(
        "statements: the same until it is answered", "", lambda: Counter(journeys.answered_mail("").statements)
    ),
    "answer-words": Measure(
        "statements: the same with words for the opponent",
        "",
        lambda: Counter(journeys.answered_mail("Good luck!").statements),
    ),
    "mail-writes": Measure(
        "write transactions: a turn by mail, both letters", "7", lambda: journeys.mail_turn().writes()
    ),
    "mail-moves": Measure(
        "moves between packages: a turn by mail, both letters", "400", lambda: journeys.mail_turn().moves()
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
    print(f"{'':15} {'now':>6} {'aim':>6}")
    for name, measure in _MEASURES.items():
        print(f"{name:15} {sum(measure.found().values()):6} {measure.aim:>6}  {measure.what}", flush=True)


def _print_details(measure: Measure) -> None:
    found = Counter(measure.found())
    print(f"{measure.what}: {found.total()}")
    for line, times in found.most_common():
        print(f"  {line}" if times == 1 else f"  {line} ({times})")


if __name__ == "__main__":
    main()
