"""Tables as CSV for spreadsheets."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.leagues.rules.spreadsheets import escaped, kept_as_text, unescaped, write_csv


@pytest.mark.parametrize(
    "cell",
    [
        "'=1",
        "''+1",
        "'-1",
        '=HYPERLINK("http://evil.example","Ada")',
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1+1",
        "＋1",
        "－1",
        "＠SUM",
        " =1+1",
        "\u00a0=1",
        "-Ada",
    ],
)
def test_what_a_spreadsheet_would_work_out_is_text(cell: str) -> None:
    assert escaped(cell) == f"'{cell}"
    assert unescaped(escaped(cell)) == cell


@pytest.mark.parametrize("cell", ["Ada", "", "1", "6½", "-1", "-2.5", "a=b", "’tis", "'Ada", "O'Neill"])
def test_anything_else_stays_as_it_is(cell: str) -> None:
    assert escaped(cell) == cell
    assert unescaped(cell) == cell


def test_a_table_has_a_header_and_ends_of_lines_as_spreadsheets_want_them() -> None:
    assert write_csv(["name", "points"], [["Ada, Countess", "½"], ['"B"', "=1"]]) == (
        'name,points\r\n"Ada, Countess",½\r\n"""B""",\'=1\r\n'
    )


@given(cell=some.text(some.sampled_from("'=+-@1. \t\u00a0＝aMr") | some.characters(), max_size=12))
def test_whatever_was_typed_comes_back(cell: str) -> None:
    assert unescaped(escaped(cell)) == cell
    assert unescaped(kept_as_text(cell)) == cell


@given(rows=some.lists(some.lists(some.text(), min_size=2, max_size=2)))
def test_every_cell_comes_back(rows: list[list[str]]) -> None:
    text = write_csv(["a", "b"], rows)

    found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert found == [["a", "b"], *([escaped(cell) for cell in row] for row in rows)]
