"""Fractions as people write and read them: 3, ½, 2¾, 2 3/7. Points are never anything else."""

import re
from fractions import Fraction

from corr.errors import InputError

LARGEST_READ = 100
LARGEST_DENOMINATOR = 100

_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}
_VALUES = {sign: value for value, sign in _SIGNS.items()}
_DECIMAL = re.compile(r"([0-9]{0,4})[.,]([0-9]{1,6})")
_MIXED = re.compile(r"(?:([0-9]{1,4})\s+)?([0-9]{1,4})\s*[/⁄]\s*([0-9]{1,4})")
_SIGNED = re.compile(rf"([0-9]{{0,4}})\s*([{''.join(_VALUES)}])")
_WHOLE = re.compile(r"[0-9]{1,4}")


def written(value: Fraction) -> str:
    """*value* as people write it: with a sign such as ½ where there is one, else as 2 3/7."""
    if value < 0:
        return f"−{written(-value)}"
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    if rest in _SIGNS:
        return f"{whole or ''}{_SIGNS[rest]}"
    return f"{whole} {rest}" if whole else str(rest)


def read_fraction(text: str, *, field: str = "") -> Fraction:
    """
    The number from 0 to 100 that somebody wrote: 1, ½, 0.5, 0,5, 1/2, 2¾ or 2 3/7.

    :raises InputError: it is none of these, too large, or parts a point into more than a hundred.
    """
    value = _find_value(text.strip())
    if value is None:
        raise InputError(f"“{text.strip()[:40]}” is not a number of points. Write 1, ½, 0.5 or 1/2.", field=field)
    if value > LARGEST_READ:
        raise InputError(f"{text.strip()[:40]} is too much: write a number from 0 to {LARGEST_READ}.", field=field)
    if value.denominator > LARGEST_DENOMINATOR:
        raise InputError(f"{text.strip()[:40]} is too fine: use at most hundredths, such as 0.25 or 1/3.", field=field)
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
