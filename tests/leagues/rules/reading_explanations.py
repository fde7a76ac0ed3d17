"""
A reader of explanations as a careful person is one: every sentence must be of a known form, and every number re-adds.

It knows nothing of how explanations are made. From the text and the tables alone it gathers what they claim.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from corr.leagues.rules.explanations import Explanation, WordTable

_NUMBER = r"(?:\d+ \d+/\d+|\d+/\d+|\d*[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|\d+)"
_POINTS = rf"({_NUMBER}) points?"
_TITLES = "Wins|Sonneborn-Berger|Head-to-head|Koya|Open games|Rating at the start|Lot"
_TITLE = rf"({_TITLES})(?: \((?:fewer|lower|higher) first\))?"
_EACH = re.compile(rf"([A-Za-z -]+) \(({_NUMBER}) each\)")
_TERM = re.compile(rf"(?:(\d+) × )?({_NUMBER}) \(([^()]+)\)")
_HOW = re.compile(r"(beat|drew with|lost to) (.+?)( by forfeit)?")
_COUNTED = re.compile(r"(\d+) (wins?|draws?|loss|losses)( by forfeit)?")
_RESULTS = {"beat": "won", "drew with": "drawn", "lost to": "lost"}


@dataclass
class Claims:
    """What an explanation says."""

    points: dict[str, Fraction] = field(default_factory=dict)
    values: list[tuple[str, str, Fraction]] = field(default_factory=list)
    """Tie-break, player and number, step by step."""
    level: list[tuple[str, Fraction]] = field(default_factory=list)
    """Tie-break and the number that all of the group have."""
    steps: list[tuple[str, str]] = field(default_factory=list)
    """Each tie-break in the order in which it is told, and whether it is level, split or unused."""
    relations: list[tuple[str, str, str]] = field(default_factory=list)
    """Who stands above, below or level with whom; many players are their number."""
    more: int = 0
    """How many have more points."""
    same: int = 0
    place: int | None = None
    sharing: int = 1
    summed: list[tuple[str, str, Fraction]] = field(default_factory=list)
    """Which sum, whose, and its value: those that were re-added."""
    left_out: list[tuple[str, str, Fraction, Fraction]] = field(default_factory=list)
    """Which sum, whose, its value, and how many points it did not count."""
    lots: dict[str, str] = field(default_factory=dict)
    """How lots begin."""
    games: list[tuple[str, str, str, str, Fraction]] = field(default_factory=list)
    """Which sum, whose, how a game ended, against whom, and the amount, from sums that name opponents."""
    is_removed: bool = False
    is_before_first_game: bool = False
    above: str = ""
    below: str = ""


def read_explanation(explanation: Explanation) -> Claims:
    """All that *explanation* claims; an AssertionError where it cannot be read or does not add up."""
    claims = Claims()
    sentences = re.split(r"(?<=\.) ", explanation.text)
    assert tuple(sentences) == explanation.sentences
    for sentence in sentences:
        _read(claims, sentence)
    for table in explanation.tables:
        add_up(table)
    return claims


def number(text: str) -> Fraction:
    """A number as people write it."""
    mixed = text.split(" ")
    if text[-1].isnumeric() and not text[-1].isdecimal():
        return int(text[:-1] or 0) + Fraction(unicodedata.numeric(text[-1])).limit_denominator(10)
    return sum((Fraction(part) for part in mixed), Fraction(0))


def add_up(table: WordTable) -> dict[str, Fraction]:
    """The sums of a table's columns, which are those of its last row."""
    sums: dict[str, Fraction] = {}
    for at, (head, foot) in enumerate(zip(table.head, table.foot, strict=True)):
        if foot and at:
            sums[head] = sum((number(row[at]) for row in table.rows if row[at]), Fraction(0))
            assert sums[head] == number(foot), (table.caption, head)
    return sums


def _read(claims: Claims, sentence: str) -> None:
    for pattern, read in _FORMS:
        if found := re.fullmatch(pattern, sentence):
            read(claims, found)
            return
    raise AssertionError(f"no known form: {sentence}")


def _names(text: str) -> list[str]:
    return re.split(r", | and ", text)


def _how_many(text: str) -> int:
    """How many players, or games, are counted or listed: B, C twice and D are four."""
    if found := re.fullmatch(r"(\d+) (?:others|players)", text):
        return int(found[1])
    return sum(_times(name)[1] for name in _names(text))


def _times(name: str) -> tuple[str, int]:
    found = re.fullmatch(r"(.+?)(?: (twice)| (\d+) times)?", name)
    assert found
    return found[1], 2 if found[2] else int(found[3] or 1)


def _read_points(claims: Claims, found: re.Match[str]) -> None:
    claims.points[found[1]] = number(found[2])
    claims.more = 0 if found[3] == "nobody" else _how_many(found[3])
    claims.same = _how_many(found[4]) if found[4] else 0


def _read_most(claims: Claims, found: re.Match[str]) -> None:
    claims.points[found[1]] = number(found[2])


def _read_both_points(claims: Claims, found: re.Match[str]) -> None:
    claims.points |= {found[1]: number(found[2]), found[3]: number(found[4])}


def _read_equal_points(claims: Claims, found: re.Match[str]) -> None:
    claims.points |= dict.fromkeys(_names(found[1]), number(found[2]))


def _read_sum(claims: Claims, found: re.Match[str]) -> None:
    """A sum whose terms re-add, of points or of the tie-break told just before."""
    who, value, terms = found[1], number(found[2]), found[4]
    kind = "Points" if found[3] else claims.values[-1][0]
    read = [_read_term(claims, (kind, who), term) for term in terms.split(" + ")]
    assert sum(read, Fraction(0)) == value, found[0]
    claims.summed.append((kind, who, value))


def _read_term(claims: Claims, whose: tuple[str, str], text: str) -> Fraction:
    term = _TERM.fullmatch(text)
    assert term, text
    times, amount = int(term[1] or 1), number(term[2])
    if how := _HOW.fullmatch(term[3]):
        assert _how_many(how[2]) == times, text
        for name, count in map(_times, _names(how[2])):
            claims.games += [(*whose, f"{_RESULTS[how[1]]}{how[3] or ''}", name, amount)] * count
    else:
        counted = _COUNTED.fullmatch(term[3])
        assert counted, text
        assert times in {1, int(counted[1])}, text
    return times * amount


def _read_split(claims: Claims, found: re.Match[str]) -> None:
    title = found[1]
    claims.steps.append((title, "split"))
    for value, names in re.findall(rf"({_NUMBER}) for (.+?)(?=, {_NUMBER} for |$)", found[2]):
        claims.values += [(title, name, number(value)) for name in _names(names)]
    for clause in (found[3] or "").split("; "):
        _read_clause(claims, clause)


def _read_clause(claims: Claims, clause: str) -> None:
    if clause:
        found = re.fullmatch(r"(.+) (?:stands?|stays?) (above|below|level with) (.+)", clause)
        assert found, clause
        claims.relations.append((found[1], found[2], found[3]))


def _read_level(claims: Claims, found: re.Match[str]) -> None:
    level = [(title.strip(), number(value)) for title, value in _EACH.findall(re.sub(r"\) and ", "), ", found[1]))]
    claims.level += level
    claims.steps += [(title[0].upper() + title[1:], "level") for title, _ in level]


def _read_wins(claims: Claims, found: re.Match[str]) -> None:
    names = [_times(name) for name in _names(found[2])]
    for name, count in names:
        claims.games += [("Wins", found[1], "won", name, Fraction(1))] * count
    value = next(value for title, who, value in reversed(claims.values) if title == "Wins" and who == found[1])
    assert value == sum(count for _, count in names), found[0]
    claims.summed.append(("Wins", found[1], value))


def _read_left_out(claims: Claims, found: re.Match[str]) -> None:
    claims.left_out.append((*claims.summed[-1], number(found[1])))


def _read_lot(claims: Claims, found: re.Match[str]) -> None:
    claims.lots[found[1]] = found[2]


def _read_open(claims: Claims, found: re.Match[str]) -> None:
    count = _how_many(found[2])
    value = next(value for title, who, value in reversed(claims.values) if title == "Open games" and who == found[1])
    assert value == count, found[0]
    claims.summed.append(("Open games", found[1], value))


def _read_place(claims: Claims, found: re.Match[str]) -> None:
    claims.place = int(found[2])


def _read_shared(claims: Claims, found: re.Match[str]) -> None:
    counted = re.fullmatch(r"all (\d+)", found[1])
    claims.sharing = int(counted[1]) if counted else len(_names(found[1]))
    claims.place = int(found[2])


def _read_above(claims: Claims, found: re.Match[str]) -> None:
    claims.above, claims.below = found[1], found[2]


def _read_unused(claims: Claims, _: re.Match[str]) -> None:
    claims.steps.append(("Head-to-head", "unused"))


def _read_removed(claims: Claims, _: re.Match[str]) -> None:
    claims.is_removed = True


def _read_before(claims: Claims, _: re.Match[str]) -> None:
    claims.is_before_first_game = True


def _nothing(_claims: Claims, _found: re.Match[str]) -> None:
    return


_FORMS: list[tuple[str, Callable[[Claims, re.Match[str]], None]]] = [
    (rf"(.+) has {_POINTS}; (.+) ha(?:s|ve) more(?:, and (.+) ha(?:s|ve) as many)?\.", _read_points),
    (rf"(.+) has {_POINTS}, more than anybody else\.", _read_most),
    (rf"(.+) has {_POINTS} and (.+) has {_POINTS}\.", _read_both_points),
    (rf"(.+) have {_POINTS} each\.", _read_equal_points),
    (r"(.+)’s lot begins with ([0-9a-f]+)\.", _read_lot),
    (rf"(.+)’s ({_NUMBER})( points?)?: (.+)\.", _read_sum),
    (rf"(?:Again, among those still level: )?{_TITLE}(?: among .+)?: (.+?)(?:; so (.+))?\.", _read_split),
    (r"They are level on (.+)\.", _read_level),
    (r"(.+) beat (.+)\.", _read_wins),
    (rf"{_POINTS} more came from players with less than half of their possible points\.", _read_left_out),
    (r"(.+) still plays (.+)\.", _read_open),
    (r"Head-to-head does not count while games among .+ are open\.", _read_unused),
    (r"Head-to-head does not count among .+: not all of their games have a result\.", _read_unused),
    (r"So (.+) has place (\d+)\.", _read_place),
    (r"Nothing else separates them, so (.+) share place (\d+)\.", _read_shared),
    (r"So (.+) stands above (.+)\.", _read_above),
    (r"(.+) withdrew, and all of .+’s results left the table: there is no place\.", _read_removed),
    (r"Nobody has finished a game yet, so everybody has 0 points\.", _read_before),
    (r"(.+) has not finished a game yet\.", _nothing),
    (r"No game has brought (.+) a point yet\.", _nothing),
]
