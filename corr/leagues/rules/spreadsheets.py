"""
Tables as CSV for spreadsheets: nothing in them is taken for a formula, whoever typed it.

A text that would begin one gets an apostrophe before it, which `unescaped` takes away. So does one that would become
a number or a day, where a column holds texts: 007 would come back as 7, and Jan 2 as some day of this year.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence

BOM = "\ufeff"
"""Before every CSV that leaves the service: without it some spreadsheets take UTF-8 for something else."""
_MARK = "'"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a formula begins with, for one program or another; full-width signs are read as the plain ones."""
_UNTOUCHED = " \u00a0'"
"""What a text may begin with and yet be taken for something else."""
_MONTHS = "jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_FIGURES = r"[0-9][0-9 .,:/_'’·-]*"
_NUMBER_OR_DAY = re.compile(
    rf"\.?{_FIGURES}(?:e[+-]?[0-9]+)?"
    rf"|(?:{_FIGURES})?(?:{_MONTHS})[a-zä]*[ .-]*{_FIGURES}"
    rf"|{_FIGURES}(?:{_MONTHS})[a-zä]*\.?",
    re.IGNORECASE,
)
"""What some spreadsheet or other would take for a number, a day or a time; 1e5 is one, and so is SEPT2."""
_LINE_END = "\r\n"


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str]], texts: Collection[int] = ()) -> str:
    """
    A table as CSV, with commas and a line for the header.

    :param texts: which columns, from 0, hold texts alone and will be read again.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=_LINE_END)
    writer.writerow(header)
    for row in rows:
        writer.writerow([kept_as_text(cell) if place in texts else escaped(cell) for place, cell in enumerate(row)])
    return text.getvalue()


def escaped(cell: str) -> str:
    """A cell as it is safe to open: a text stays a text. A number below zero stays a number."""
    begins = cell.lstrip(" \u00a0")
    is_number = begins[:1] == "-" and begins[1:].replace(".", "", 1).isdecimal()
    is_marked = begins.startswith(_FORMULA) and not is_number
    # A mark that was typed gets another one, so that one of them is left.
    return kept_as_text(cell) if is_marked or cell.startswith(_MARK) else cell


def kept_as_text(cell: str) -> str:
    """The same for a text that is no number even if it looks like one."""
    return f"{_MARK}{cell}" if _is_mistaken(cell) else cell


def unescaped(cell: str) -> str:
    """What was typed before `escaped` or `kept_as_text`."""
    return cell.removeprefix(_MARK) if _is_mistaken(cell) else cell


def _is_mistaken(cell: str) -> bool:
    begins = cell.lstrip(_UNTOUCHED)
    return begins.startswith(_FORMULA) or _NUMBER_OR_DAY.fullmatch(begins.rstrip()) is not None
