"""Numbers of points as people write and read them."""

from fractions import Fraction

import pytest

from corr.errors import InputError
from corr.leagues.rules.table_words import read_fraction, written


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(3), "3"),
        (Fraction(1, 2), "½"),
        (Fraction(11, 4), "2¾"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(17, 7), "2 3/7"),
        (Fraction(3, 7), "3/7"),
        (Fraction(-5, 2), "−2½"),
        (Fraction(1234), "1234"),
    ],
)
def test_a_number_is_written_as_people_do(value: Fraction, text: str) -> None:
    assert written(value) == text


@pytest.mark.parametrize("text", ["½", "0.5", "0,5", ".5", "1/2", " 1 / 2 ", "0.50", "1⁄2", "50/100"])
def test_a_half_may_be_written_in_many_ways(text: str) -> None:
    assert read_fraction(text) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", Fraction(1)),
        ("0", Fraction(0)),
        ("100", Fraction(100)),
        ("2¾", Fraction(11, 4)),
        ("2 ¾", Fraction(11, 4)),
        ("2 3/7", Fraction(17, 7)),
        ("1.25", Fraction(5, 4)),
        ("99/100", Fraction(99, 100)),
    ],
)
def test_a_number_is_read(text: str, value: Fraction) -> None:
    assert read_fraction(text) == value


def test_what_is_written_is_read_again() -> None:
    for denominator in range(1, 101):
        for numerator in range(0, 5 * denominator, 3):
            value = Fraction(numerator, denominator)

            assert read_fraction(written(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "one",
        "-1",
        "−1",
        "1/0",
        "1/2/3",
        "1e2",
        "0x1",
        "nan",
        "inf",
        "1.2.3",
        "1 2",
        "½½",
        "٣",
        "1" * 5000,
        "=1",
    ],
)
def test_what_is_no_number_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InputError, match=r"Write 1, ½, 0\.5 or 1/2") as refused:
        read_fraction(text)

    assert len(refused.value.sentence) < 120


@pytest.mark.parametrize("text", ["101", "100½", "9999", "100.01"])
def test_too_much_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="from 0 to 100"):
        read_fraction(text)


@pytest.mark.parametrize("text", ["1/101", "0.001", "0.333333", "1/9999"])
def test_too_fine_a_fraction_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="hundredths"):
        read_fraction(text)
