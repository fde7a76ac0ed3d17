"""
Tables as CSV for spreadsheets: nothing in them is taken for a formula, whoever typed it.

A text that would begin one gets an apostrophe before it, which `unescaped` takes away.
"""

import csv
import io
from collections.abc import Iterable, Sequence

BOM = "\ufeff"
"""Before every CSV that leaves the service: without it some spreadsheets take UTF-8 for something else."""
_MARK = "'"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a formula begins with, for one program or another; full-width signs are read as the plain ones."""
_LINE_END = "\r\n"


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as CSV, with commas and a line for the header."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=_LINE_END)
    writer.writerow(header)
    writer.writerows([escaped(cell) for cell in row] for row in rows)
    return text.getvalue()


def escaped(cell: str) -> str:
    """A cell as it is safe to open: a text stays a text. A number below zero stays a number."""
    begins = cell.lstrip(" \u00a0")
    is_number = begins[:1] == "-" and begins[1:].replace(".", "", 1).isdecimal()
    return f"{_MARK}{cell}" if begins.startswith(_FORMULA) and not is_number else cell


def unescaped(cell: str) -> str:
    """What was typed before `escaped`."""
    rest = cell.removeprefix(_MARK)
    return rest if rest.lstrip(" \u00a0").startswith(_FORMULA) else cell
