"""Dates and times that people type."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.errors import InputError
from corr.leagues.rules.settings import Dates
from corr.leagues.rules.settings_conversion import dates_on, read_moment, write_moment
from corr.leagues.rules.typed_values import SettingReader

BERLIN = ZoneInfo("Europe/Berlin")


def at(*moment: int) -> datetime:
    year, month, day, hour, minute, second = (*moment, 0, 0, 0)[:6]
    return datetime(year, month, day, hour, minute, second, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2027-03-01", at(2027, 2, 28, 23)),
        ("2027-3-1", at(2027, 2, 28, 23)),
        ("2027-03-01 18:00", at(2027, 3, 1, 17)),
        ("2027-03-01T18:00", at(2027, 3, 1, 17)),
        (" 2027-03-01   8:05:09 ", at(2027, 3, 1, 7, 5, 9)),
        ("2027-07-01 18:00", at(2027, 7, 1, 16)),
        ("2028-02-29", at(2028, 2, 28, 23)),
        ("2027-03-28 03:00", at(2027, 3, 28, 1)),
    ],
)
def test_a_moment_is_read_in_its_zone(typed: str, moment: datetime) -> None:
    assert read_moment(typed, BERLIN) == moment


def test_a_day_alone_is_its_end_where_something_is_possible_until_then() -> None:
    assert read_moment("2027-03-01", BERLIN, is_end=True) == at(2027, 3, 1, 23)
    assert read_moment("2027-03-28", BERLIN, is_end=True) == at(2027, 3, 28, 22)
    assert read_moment("2027-03-01 18:00", BERLIN, is_end=True) == at(2027, 3, 1, 17)


def test_of_an_hour_that_comes_twice_the_first_counts() -> None:
    assert read_moment("2027-10-31 02:30", BERLIN) == at(2027, 10, 31, 0, 30)


def test_an_hour_that_is_left_out_is_refused() -> None:
    with pytest.raises(InputError, match=r"there is no 02:30\. Write 2027-03-28 03:30 instead"):
        read_moment("2027-03-28 02:30", BERLIN)


def test_a_midnight_that_is_left_out_is_the_first_moment_after_it() -> None:
    assert read_moment("2027-09-05", ZoneInfo("America/Santiago")) == at(2027, 9, 5, 4)


@pytest.mark.parametrize(
    "typed",
    [
        "", "soon", "01.03.2027", "03/01/2027", "2027-13-01", "2027-02-29", "2027-02-30", "2027-03-01 24:00",
        "2027-03-01 18:60", "2027-03-01 18", "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "-2027-03-01",
        "２０２７-03-01", "2027-03-01 18:00Z", "2027-03-01 18:00 PM", "20270301", "1e3-01-01", "2027-03-01\0",
        "2027-03-01 " * 1000,
    ],
)  # fmt: skip
def test_what_is_no_date_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(InputError, match="Write a day such as 2027-03-01") as caught:
        read_moment(typed, BERLIN)
    assert len(caught.value.sentence) < 250


def test_the_dates_of_a_season_are_read_together() -> None:
    typed = {"sign_up_until": "2027-02-28", "starts_at": "2027-03-01", "ends_at": "2027-06-30"}

    assert dates_on(SettingReader(typed)) == Dates(at(2027, 3, 1), at(2027, 3, 1), at(2027, 7, 1))


def test_each_date_that_is_missing_or_wrong_is_told() -> None:
    sheet = SettingReader({"starts_at": "soon", "ends_at": "2027-06-30"})

    assert dates_on(sheet) is None
    assert {fault.field for fault in sheet.faults} == {"sign_up_until", "starts_at"}


@given(moment=some.datetimes(datetime(2001, 1, 1), datetime(2100, 1, 1)).map(lambda one: one.replace(microsecond=0)))
def test_what_is_written_reads_back_as_it_was(moment: datetime) -> None:
    known = moment.replace(tzinfo=UTC)

    assert read_moment(write_moment(known), UTC) == known


@given(
    typed=some.text() | some.from_regex(r"[0-9]{1,5}-[0-9]{1,3}-[0-9]{1,3}( [0-9]{1,3}:[0-9]{1,3})?", fullmatch=True)
)
def test_whatever_is_typed_is_read_or_refused_in_words(typed: str) -> None:
    told, moment = ".", at(2027, 1, 1)
    try:
        moment = read_moment(typed, BERLIN, is_end=True)
    except InputError as refused:
        told = refused.sentence

    assert told.endswith(".")
    assert moment.utcoffset() == timedelta(0)
