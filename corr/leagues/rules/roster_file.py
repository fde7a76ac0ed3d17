"""
Roster files: the players of a season as CSV that a spreadsheet writes and reads.

An imported roster is a list of names, one in each line; or it has a first line that names its columns. Commas,
semicolons or tabs separate the cells. Players with the state left or withdrawn, as in an exported roster, are skipped.
All faults are reported with their lines, and a roster with a fault is not used at all. Mail addresses are refused,
known or not: else organisers could find out who has an account with one.
"""

import codecs
import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corr.errors import InputError
from corr.games.notation import control_sign, shown
from corr.leagues.rules.spreadsheets import unescaped
from corr.leagues.rules.typed_values import FaultsError, SettingFault, number

LARGEST = 256 * 1024
"""How many bytes a roster has at most."""
MOST_PLAYERS = 1000
LOWEST_TIER = 100
"""The highest number of a division that a roster may give."""
NAME, DIVISION = "name", "division"
WRITTEN_COLUMNS = (NAME, DIVISION, "rating", "state")
"""The columns of an exported roster; an import ignores the rating."""
_TOLD = 10
"""How many faults are reported at most."""
_LONGEST_LINE = 2000
_LONGEST_CELL = 320
_READ = {
    NAME: NAME,
    "player": NAME,
    DIVISION: DIVISION,
    "tier": DIVISION,
}
_ADDRESSES = frozenset({"address", "email", "e-mail", "mail"})
_STATE = "state"
_GONE = frozenset({"left", "withdrawn"})
_PASSED_OVER = frozenset({_STATE, "rating", "number", "place", "points", "joined", "door", "reliability"})
_UNSEEN = "".join(
    chr(sign)
    for signs in ((0xAD, 0x61C, 0x180E, 0xFEFF), range(0x200B, 0x2010), range(0x202A, 0x202F), range(0x2060, 0x2070))
    for sign in signs
)
"""Invisible characters: soft hyphens, zero-width spaces, and marks of the writing direction."""
_SEPARATORS = ",;\t"
_SAID = re.compile(r"sep=([,;\t])", re.IGNORECASE)
"""A first line by which some spreadsheets name the separator."""
_LINES = re.compile("\r\n|\n|\r")
_EXPECTED = "Its columns can be: name, division"
_NOBODYS_BUSINESS = "mail addresses are nobody’s business, so no player is found by one"
_WRITE_NAMES = "Write a player’s name in each line."
_ZIP = b"PK\x03\x04"
_OLD_SHEET = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A player in an imported roster."""

    line: int
    """The line in the file, from 1."""
    who: str
    """The name."""
    tier: int | None = None
    """The division, where one is given."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of an imported roster, each once."""

    lines: tuple[RosterLine, ...]


def read_roster(body: bytes) -> Roster:
    """
    The roster that a file holds.

    :raises InputError: the file as a whole cannot be read.
    :raises FaultsError: lines of it cannot be used; each fault names its line and column.
    """
    rows = _rows(_text(body))
    first = next(rows, None)
    if first is None:
        raise InputError(f"The file is empty. {_WRITE_NAMES}")
    columns = _columns(first)
    reader = _RosterReader(columns, len(columns))
    if not _is_header(first.cells):
        reader.read(first)
    for row in rows:
        reader.read(row)
    return reader.roster()


def first_of(faults: Sequence[SettingFault]) -> tuple[SettingFault, ...]:
    """The first of *faults*, and one that says how many more there are."""
    more = len(faults) - _TOLD
    return (*faults[:_TOLD], *([SettingFault("", f"So it is with {more:,} more.")] if more > 0 else []))


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the file with its cells."""

    line: int
    cells: tuple[str, ...]
    fault: str = ""
    """Why it could not be split into cells."""


class _RosterReader:
    """The reader of rows, which keeps faults until the end."""

    def __init__(self, columns: Sequence[str], width: int) -> None:
        self._columns = columns
        self._width = width
        self._faults: list[SettingFault] = []
        self._lines: dict[str, RosterLine] = {}

    def read(self, row: _Row) -> None:
        """Read a row, or keep its fault."""
        if row.fault:
            self._refuse(row.line, row.fault)
            return
        cells = [unescaped(_bare(cell)) for cell in row.cells]
        if any(cells[self._width :]):
            columns = "is one column: a name alone in each line" if self._width == 1 else f"are {self._width} columns"
            self._refuse(row.line, f"it has {len(cells)} cells, and there {columns}.")
            return
        found = dict(zip(self._columns, cells, strict=False))
        if found.get(_STATE, "").lower() in _GONE:
            return
        who = found.get(NAME, "")
        tier = self._tier(row.line, found.get(DIVISION, ""))
        if self._is_person(row.line, who):
            self._add(RosterLine(row.line, who, tier))

    def roster(self) -> Roster:
        """
        The roster that was read.

        :raises FaultsError: some lines cannot be used.
        :raises InputError: there is no player in it, or there are too many.
        """
        if self._faults:
            raise FaultsError(first_of(self._faults))
        if not self._lines:
            raise InputError(f"There is no player in this file. {_WRITE_NAMES}")
        if len(self._lines) > MOST_PLAYERS:
            raise InputError(f"A roster has at most {MOST_PLAYERS:,} players; this has {len(self._lines):,}.")
        return Roster(tuple(self._lines.values()))

    def _add(self, found: RosterLine) -> None:
        known = self._lines.setdefault(_key(found.who), found)
        if known.tier != found.tier:
            self._refuse(
                found.line, f"“{shown(found.who)}” stands in line {known.line} already, with another division."
            )

    def _tier(self, line: int, cell: str) -> int | None:
        try:
            return number("The division", 1, LOWEST_TIER).read(cell) if cell else None
        except InputError as refused:
            self._refuse(line, refused.sentence, DIVISION)
            return None

    def _is_person(self, line: int, who: str) -> bool:
        if not who:
            self._refuse(line, "there is no name.", NAME)
        elif len(who) > _LONGEST_CELL:
            self._refuse(line, f"no name has {len(who):,} letters.", NAME)
        elif (fault := control_sign(who)) is not None:
            self._refuse(line, fault, NAME)
        elif unseen := [sign for sign in who if sign in _UNSEEN]:
            self._refuse(line, f"it has a sign that nobody sees, U+{ord(unseen[0]):04X}; leave that out.", NAME)
        elif "@" in who:
            self._refuse(line, f"{_NOBODYS_BUSINESS}. Write the player’s name as it stands in Corr.", NAME)
        else:
            return True
        return False

    def _refuse(self, line: int, sentence: str, column: str = "") -> None:
        place = f"Line {line}"
        if column and self._width > 1:
            place += f", column {self._columns.index(column) + 1} ({column})"
        self._faults.append(SettingFault(f"line {line}", f"{place}: {sentence}"))


def _text(body: bytes) -> str:
    """
    The file as text.

    :raises InputError: it is none, or none that can be read for certain.
    """
    if len(body) > LARGEST:
        raise InputError(f"A roster has at most {LARGEST // 1024} KB; this is larger.")
    if body.startswith((_ZIP, _OLD_SHEET)):
        raise InputError("This is the file of a spreadsheet itself. Save it as “CSV UTF-8” there, and give that file.")
    is_wide = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = body.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as fault:
        line = len(_LINES.findall(body[: fault.start].decode("latin-1"))) + 1
        raise InputError(
            f"Line {line}: the file is not written in UTF-8. Save it as “CSV UTF-8” in your spreadsheet, or with the "
            "encoding UTF-8 in your editor, so that no letter is mistaken."
        ) from None
    if "\0" in text:
        line = len(_LINES.findall(text[: text.index("\0")])) + 1
        raise InputError(f"Line {line} holds a sign that is no text (NUL). Save the file as “CSV UTF-8” and try again.")
    return text


def _rows(text: str) -> Iterator[_Row]:
    """The lines that are not empty, split into cells."""
    separator = ""
    for line, words in enumerate(_LINES.split(text), 1):
        if not words.strip(f" {_SEPARATORS}"):
            continue
        if not separator and (said := _SAID.fullmatch(words.strip(" "))):
            separator = said[1]
            continue
        separator = separator or _separator(words)
        yield _row(line, words, separator)


def _row(line: int, words: str, separator: str) -> _Row:
    if len(words) > _LONGEST_LINE:
        return _Row(
            line, (), f"it has {len(words):,} letters, and no line of a roster has more than {_LONGEST_LINE:,}."
        )
    try:
        # Line by line, so that a quotation mark that is not closed spoils only its own line.
        (cells,) = csv.reader([words], delimiter=separator, strict=True, skipinitialspace=True)
    except csv.Error:
        return _Row(line, (), 'a quotation mark (") is not closed, or stands in the middle. Close it, or leave it out.')
    return _Row(line, tuple(cells))


def _separator(words: str) -> str:
    """The separator of the first line, and so of all lines; a comma if it has none."""
    outside = Counter(re.sub(r'"[^"]*"', "", words))
    return max(_SEPARATORS, key=lambda sign: outside[sign])


def _is_header(cells: Sequence[str]) -> bool:
    return any(_column(cell) in _READ.keys() | _ADDRESSES for cell in cells)


def _columns(first: _Row) -> tuple[str, ...]:
    """The names of the columns by the first line; a roster with a single column needs no header."""
    words = [_column(cell) for cell in first.cells]
    while len(words) > 1 and not words[-1]:
        words.pop()
    if not _is_header(words):
        if len(words) > 1:
            raise InputError(
                f"Line {first.line} has to name the columns, since there are {len(words)}. {_EXPECTED}. Or write one "
                "name in each line, and nothing else."
            )
        return (NAME,)
    columns = tuple(_READ.get(word, word) for word in words)
    for place, (word, column) in enumerate(zip(words, columns, strict=True), 1):
        if column in _ADDRESSES:
            raise InputError(
                f"Line {first.line}, column {place} ({word}): {_NOBODYS_BUSINESS}. Write each player’s name as it "
                "stands in Corr, in a column “name”, and delete this one."
            )
        if column not in _READ and column not in _PASSED_OVER:
            raise InputError(
                f"Line {first.line}, column {place}: there is no column “{shown(word)}”. {_EXPECTED}; delete others."
            )
        if columns.index(column) < place - 1:
            raise InputError(f"Line {first.line}, column {place}: there are two columns “{column}”. Delete one.")
    if NAME not in columns:
        raise InputError(f"Line {first.line}: there is no column “name”. Add one.")
    return columns


def _column(cell: str) -> str:
    return unicodedata.normalize("NFKC", _bare(cell)).strip().lower()


def _bare(cell: str) -> str:
    """A cell without spaces and invisible characters around it, which get there when names are copied."""
    while (bare := cell.strip().strip(_UNSEEN)) != cell:
        cell = bare
    return cell


def _key(who: str) -> str:
    return unicodedata.normalize("NFC", " ".join(who.split())).casefold()
