"""
Tables as CSV for spreadsheets: no cell is taken for a formula, whoever typed it (CSV injection).

A text that would begin a formula gets an apostrophe before it, which `unescaped` removes. In columns of texts so does
one that would be taken for a number or a day: 007 would come back as 7, and Jan 2 as a day of this year.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence

BOM = "\ufeff"
"""The beginning of every CSV file: without it some spreadsheets do not recognise UTF-8."""
_MARK = "'"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters that begin a formula in some program; full-width signs are read as the plain ones."""
_UNTOUCHED = " \u00a0'"
"""Characters that may precede a text that is taken for something else."""
_MONTHS = "jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_FIGURES = r"[0-9][0-9 .,:/_'’·-]*"
_NUMBER_OR_DAY = re.compile(
    rf"\.?{_FIGURES}(?:e[+-]?[0-9]+)?"
    rf"|(?:{_FIGURES})?(?:{_MONTHS})[a-zä]*[ .-]*{_FIGURES}"
    rf"|{_FIGURES}(?:{_MONTHS})[a-zä]*\.?",
    re.IGNORECASE,
)
"""Texts that some spreadsheet takes for a number, a day or a time, such as 1e5 and SEPT2."""
_LINE_END = "\r\n"


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str]], texts: Collection[int] = ()) -> str:
    """
    A table as CSV, with commas and a line for the header.

    :param texts: the indexes of columns that hold only texts and will be read again.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=_LINE_END)
    writer.writerow(header)
    for row in rows:
        writer.writerow([kept_as_text(cell) if place in texts else escaped(cell) for place, cell in enumerate(row)])
    return text.getvalue()


def escaped(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; a negative number stays a number."""
    begins = cell.lstrip(" \u00a0")
    is_number = begins[:1] == "-" and begins[1:].replace(".", "", 1).isdecimal()
    is_marked = begins.startswith(_FORMULA) and not is_number
    # An apostrophe that was typed gets another one, so that one is left after `unescaped`.
    return kept_as_text(cell) if is_marked or cell.startswith(_MARK) else cell


def kept_as_text(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula, a number or a day."""
    return f"{_MARK}{cell}" if _is_mistaken(cell) else cell


def unescaped(cell: str) -> str:
    """The text as it was before `escaped` or `kept_as_text`."""
    return cell.removeprefix(_MARK) if _is_mistaken(cell) else cell


def _is_mistaken(cell: str) -> bool:
    begins = cell.lstrip(_UNTOUCHED)
    return begins.startswith(_FORMULA) or _NUMBER_OR_DAY.fullmatch(begins.rstrip()) is not None
