"""Rosters that come in as CSV."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.errors import InputError
from corr.leagues.rules.roster_file import LARGEST, MOST_PLAYERS, RosterLine, read_roster
from corr.leagues.rules.spreadsheets import write_csv
from corr.leagues.rules.typed_values import FaultsError

UTF16 = b"\xff\xfe"
DIVISION = "Line 2, column 1 (division): The division is a whole number from 1 to 100,"


def names(body: bytes | str) -> list[str]:
    """Who is in a roster, by its lines."""
    found = read_roster(body if isinstance(body, bytes) else body.encode())
    return [line.who for line in found.lines]


def told(body: bytes | str) -> list[str]:
    """What is wrong with a roster."""
    with pytest.raises(InputError) as caught:
        read_roster(body if isinstance(body, bytes) else body.encode())
    refused = caught.value
    return [fault.sentence for fault in refused.faults] if isinstance(refused, FaultsError) else [refused.sentence]


@pytest.mark.parametrize(
    "body",
    [
        b"Ada\nBen\n",
        b"Ada\nBen",
        b"Ada\r\nBen\r\n",
        b"Ada\rBen\r",
        b"Ada\r\n\n\rBen\n\n",
        b" Ada \n\tBen",
        b'"Ada"\n"Ben"\n',
        b"name\nAda\nBen\n",
        b"NAME\nAda\nBen\n",
        b"Player\nAda\nBen\n",
        b"\xef\xbb\xbfname\nAda\nBen\n",
        b"\xef\xbb\xbfAda\nBen\n",
        "Ada\nBen\n".encode("utf-16"),
        UTF16 + "name\r\nAda\r\nBen".encode("utf-16-le"),
        b"\xfe\xff" + "name\r\nAda\r\nBen".encode("utf-16-be"),
        b"name,rating\nAda,1500\nBen,\n",
        b"rating;name\n1500;Ada\n;Ben\n",
        b"name\trating\nAda\t1\nBen\t2",
        b"sep=;\nname;rating\nAda;1\nBen;2",
        b"name,,\nAda,,\nBen,,\n",
        b"name,rating\nAda\nBen\n",
        b"state,name,place,points\njoined,Ada,1,2\njoined,Ben,2,1\n",
        b"Ada\nBen\nada\n",
        b"Ada,\nBen,\n",
        b"\n\n;;\nAda\nBen",
    ],
)
def test_a_roster_is_read_however_a_spreadsheet_writes_it(body: bytes) -> None:
    assert names(body) == ["Ada", "Ben"]


@pytest.mark.parametrize(
    "body",
    [
        "Ada\nada@example.org\n",
        "name\nada@example.org\n",
        "Ada\nAda <ada@example.org>\n",
        "Ada\n=ada@example.org\n",
        "Ada\n@\n",
    ],
)
def test_a_mail_address_does_not_do_for_a_name(body: str) -> None:
    (found,) = told(body)

    assert found == (
        "Line 2: mail addresses are nobody’s business, so no player is found by one. Write the player’s name as it "
        "stands in Corr."
    )


@pytest.mark.parametrize("column", ["address", "email", "E-Mail", "mail"])
def test_a_column_of_mail_addresses_is_refused_beside_names_too(column: str) -> None:
    (found,) = told(f"name;{column}\nAda;ada@example.org\n")

    assert found.startswith(f"Line 1, column 2 ({column.lower()}): mail addresses are nobody’s business")
    assert told(f"{column}\nada@example.org\n")[0].startswith(
        f"Line 1, column 1 ({column.lower()}): mail addresses are"
    )


def test_signs_that_nobody_sees_around_a_name_are_left_out() -> None:
    # Names that are read from the right are copied with such signs around them.
    assert names("\u200bname\n\u2068אבג\u2069\n\u00a0Ben\u200f\u200b \n\ufeffAda\n") == ["אבג", "Ben", "Ada"]


def test_divisions_are_read_where_they_are_given() -> None:
    found = read_roster(b"division,name\n2,Ada\n,Ben\n 01 ,Cleo\n")

    assert [line.tier for line in found.lines] == [2, None, 1]


def test_who_stands_there_twice_is_taken_once() -> None:
    found = read_roster("name\nJosé\nBen\njose\u0301\nBEN\n".encode())

    assert [line.who for line in found.lines] == ["José", "Ben"]


def test_who_stands_there_twice_with_two_divisions_is_refused() -> None:
    assert told("name,division\nAda,1\nAda,2") == ["Line 3: “Ada” stands in line 2 already, with another division."]


def test_who_had_left_or_withdrawn_in_a_roster_that_went_out_does_not_enter_by_it() -> None:
    assert names("name,state\nAda,joined\nBen,left\nCleo,withdrawn\nDan,\n") == ["Ada", "Dan"]
    assert names("Name,State\nAda,Joined\nBen,Left\nCleo,WITHDRAWN\nDan,\n") == ["Ada", "Dan"]


@pytest.mark.parametrize("body", [b"", b"\xef\xbb\xbf", b"\n\n\r\n", b" \n,,\n", UTF16])
def test_an_empty_file_is_told(body: bytes) -> None:
    assert told(body) == ["The file is empty. Write a player’s name in each line."]


@pytest.mark.parametrize("body", ["name\n", "name,division\n\n"])
def test_a_file_with_a_header_alone_is_told(body: str) -> None:
    assert told(body) == ["There is no player in this file. Write a player’s name in each line."]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("name\nJos\xe9\n".encode("latin-1"), "Line 2: the file is not written in UTF-8."),
        ("name\nJosé\n".encode("utf-16-le"), "Line 2: the file is not written in UTF-8."),
        (b"\xff\xfea\xd8\x00\x00", "Line 1: the file is not written in UTF-8."),
        (b"name\nA\0da\n", "Line 2 holds a sign that is no text (NUL)."),
        ("name\nAda\n".encode("utf-16-le"), "Line 1 holds a sign that is no text (NUL)."),
        (b"PK\x03\x04rest", "This is the file of a spreadsheet itself."),
        (b"\xd0\xcf\x11\xe0rest", "This is the file of a spreadsheet itself."),
        (b"x" * (LARGEST + 1), "A roster has at most 256 KB; this is larger."),
        (b"Ada,Ben\n", "Line 1 has to name the columns, since there are 2. Its columns can be"),
        (b"name,shoe size\nAda,7\n", "Line 1, column 2: there is no column “shoe size”."),
        (b"name,name\nAda,Ben\n", "Line 1, column 2: there are two columns “name”."),
        (b"name,Player\nAda,Ben\n", "Line 1, column 2: there are two columns “name”."),
        (b"division\n1\n", "Line 1: there is no column “name”."),
        (b"division,rating\n1,2\n", "Line 1: there is no column “name”."),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(body: bytes, sentence: str) -> None:
    (found,) = told(body)

    assert found.startswith(sentence)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('name\n"Ada\nBen\n', 'Line 2: a quotation mark (") is not closed, or stands in the middle.'),
        ('name\n"Ada"x\n', 'Line 2: a quotation mark (") is not closed, or stands in the middle.'),
        ('"name\nAda\n', 'Line 1: a quotation mark (") is not closed, or stands in the middle.'),
        ("name,division\nAda,1,2\n", "Line 2: it has 3 cells, and there are 2 columns."),
        ("Ada\nBen,2\n", "Line 2: it has 2 cells, and there is one column: a name alone in each line."),
        ("name,division\n,1\n", "Line 2, column 1 (name): there is no name."),
        ("division,name\nx,Ada\n", f"{DIVISION} not “x”."),
        ("division,name\n1_0,Ada\n", f"{DIVISION} not “1_0”."),
        ("division,name\n１,Ada\n", f"{DIVISION} not “１”."),
        ("division,name\n1e3,Ada\n", f"{DIVISION} not “1e3”."),
        ("division,name\n0,Ada\n", f"{DIVISION} not “0”."),
        ("name\n" + "x" * 321, "Line 2: no name has 321 letters."),
        ("name\n" + "x" * 200_000, "Line 2: it has 200,000 letters, and no line of a roster has more than 2,000."),
        ("name\nA\u200bda", "Line 2: it has a sign that nobody sees, U+200B; leave that out."),
        ("name\nA\u00adda", "Line 2: it has a sign that nobody sees, U+00AD; leave that out."),
        ("name,division\nA\u202eda,1", "Line 2, column 1 (name): it has a sign that nobody sees, U+202E;"),
        ("name\nA\x07da", "Line 2: It has a control character, U+0007, which cannot be seen; leave that out."),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_used_is_told_with_its_place(body: str, sentence: str) -> None:
    (found,) = told(body)

    assert found.startswith(sentence)


def test_an_error_in_the_last_line_lets_nobody_in() -> None:
    assert told("name,division\nAda,1\nBen,1\nCleo,none\n") == [
        "Line 4, column 2 (division): The division is a whole number from 1 to 100, not “none”."
    ]


def test_several_faults_are_told_at_once_but_no_more_than_ten() -> None:
    assert len(told("name,division\n,1\nAda,x\n,3\n")) == 3
    many = told("name,division\n" + ",1\n" * 500)
    assert many[9:] == ["Line 11, column 1 (name): there is no name.", "So it is with 490 more."]


def test_ten_thousand_lines_are_too_many() -> None:
    body = "".join(f"Player {number}\n" for number in range(10_000))

    assert told(body) == ["A roster has at most 1,000 players; this has 10,000."]
    assert len(names("".join(body.splitlines(keepends=True)[:MOST_PLAYERS]))) == MOST_PLAYERS


def test_a_line_may_refer_to_nothing_but_itself() -> None:
    assert names("name\n=A2\n") == ["=A2"]


def test_a_roster_that_was_written_can_be_read_again() -> None:
    written = write_csv(["name", "division", "rating", "state"], [["=Ada", "1", "1500", "joined"], ["Ben", "", "", ""]])

    assert read_roster(written.encode()).lines == (RosterLine(2, "=Ada", 1), RosterLine(3, "Ben"))


@pytest.mark.parametrize("name", ["007", "1e5", "3-4", "2027-03-01", "12.5", "Jan 2", "5 May", "SEPT2", "'007", "-1"])
def test_a_name_that_a_spreadsheet_would_take_for_a_number_or_a_day_is_written_as_a_text(name: str) -> None:
    written = write_csv(["name"], [[name]], texts={0})

    assert written == f"name\r\n'{name}\r\n"
    assert names(written) == [name]


@pytest.mark.parametrize("name", ["Ada", "Player 7", "R2-D2", "May", "Jan", "O'Neill", "’tis", "Marc", "4ever"])
def test_any_other_name_is_written_as_it_is(name: str) -> None:
    assert write_csv(["name"], [[name]], texts={0}) == f"name\r\n{name}\r\n"


@given(body=some.binary(max_size=300) | some.text(max_size=300).map(lambda text: text.encode(errors="replace")))
def test_any_file_is_read_or_refused_in_words(body: bytes) -> None:
    told = "."
    lines: tuple[str, ...] = ("Ada",)
    try:
        lines = tuple(line.who for line in read_roster(body).lines)
    except InputError as refused:
        told = refused.sentence

    assert told.endswith(".")
    assert all(lines)
