"""
Numbers and names of a league's table as people write and read them.

All points are fractions: 3, ½, 2¾, 2 3/7.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

from corr.errors import InputError

LARGEST_READ = 100
LARGEST_DENOMINATOR = 100

_SIGNS = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 5): "⅕",
    (2, 5): "⅖",
    (3, 5): "⅗",
    (4, 5): "⅘",
    (1, 6): "⅙",
    (5, 6): "⅚",
    (1, 8): "⅛",
    (3, 8): "⅜",
    (5, 8): "⅝",
    (7, 8): "⅞",
}
_VALUES = {sign: Fraction(*parts) for parts, sign in _SIGNS.items()}
_DECIMAL = re.compile(r"([0-9]{0,4})[.,]([0-9]{1,6})")
_MIXED = re.compile(r"(?:([0-9]{1,4})\s+)?([0-9]{1,4})\s*[/⁄]\s*([0-9]{1,4})")
_SIGNED = re.compile(rf"([0-9]{{0,4}})\s*([{''.join(_VALUES)}])")
_WHOLE = re.compile(r"[0-9]{1,4}")


@lru_cache(maxsize=1 << 14)
def ratio(numerator: int, denominator: int) -> Fraction:
    """The fraction of two whole numbers; a table has few different ones, and to make one is slow."""
    return Fraction(numerator, denominator)


def total(values: Sequence[Fraction]) -> Fraction:
    """The sum of *values*, which takes many times as long by adding fractions."""
    unit = lcm(*(value.denominator for value in values))
    return ratio(sum([value.numerator * (unit // value.denominator) for value in values]), unit)


def written(value: Fraction) -> str:
    """*value* as people write it: with a sign such as ½ where there is one, else as 2 3/7."""
    return _written(value.numerator, value.denominator)


@lru_cache(maxsize=1 << 14)
def ratio_written(numerator: int, denominator: int) -> str:
    """The fraction of two whole numbers as people write it."""
    return written(ratio(numerator, denominator))


@lru_cache(maxsize=1 << 14)
def _written(numerator: int, denominator: int) -> str:
    if numerator < 0:
        return f"−{_written(-numerator, denominator)}"
    whole, rest = divmod(numerator, denominator)
    if not rest:
        return str(whole)
    if sign := _SIGNS.get((rest, denominator)):
        return f"{whole or ''}{sign}"
    return f"{whole} {rest}/{denominator}" if whole else f"{rest}/{denominator}"


def read_fraction(text: str) -> Fraction:
    """
    The number from 0 to 100 that somebody wrote: 1, ½, 0.5, 0,5, 1/2, 2¾ or 2 3/7.

    :raises InputError: it is none of these, too large, or parts a point into more than a hundred.
    """
    value = _find_value(text.strip())
    if value is None:
        raise InputError(f"“{text.strip()[:40]}” is not a number of points. Write 1, ½, 0.5 or 1/2.")
    if value > LARGEST_READ:
        raise InputError(f"{text.strip()[:40]} is too much: write a number from 0 to {LARGEST_READ}.")
    if value.denominator > LARGEST_DENOMINATOR:
        raise InputError(f"{text.strip()[:40]} is too fine: use at most hundredths, such as 0.25 or 1/3.")
    return value


def _find_value(text: str) -> Fraction | None:
    if _WHOLE.fullmatch(text):
        return Fraction(text)
    if found := _DECIMAL.fullmatch(text):
        return Fraction(f"{found[1] or 0}.{found[2]}")
    if found := _SIGNED.fullmatch(text):
        return int(found[1] or 0) + _VALUES[found[2]]
    if (found := _MIXED.fullmatch(text)) and int(found[3]):
        return int(found[1] or 0) + Fraction(int(found[2]), int(found[3]))
    return None


def listed(names: Iterable[str]) -> str:
    """Names as a list in words: A, B and C; empty without names."""
    found = list(names)
    return " and ".join(filter(None, [", ".join(found[:-1]), *found[-1:]]))


def shortly_listed(names: Sequence[str], most: int) -> str:
    """Names as a list in words, of more than *most* only the first and how many others there are: A, B and 3 others."""
    if len(names) <= most:
        return listed(names)
    shown = names[: most - 1]
    return f"{', '.join(shown)} and {len(names) - len(shown)} others"


def points_written(points: Fraction) -> str:
    """Points with their word: ½ point, 1 point, 2¾ points, 0 points."""
    return f"{written(points)} {'point' if 0 < points <= 1 else 'points'}"


def listed_once(names: Iterable[str]) -> str:
    """Names as a list in words, each once: D twice and E."""
    times = Counter(names)
    return listed(name + {1: "", 2: " twice"}.get(count, f" {count} times") for name, count in times.items())
