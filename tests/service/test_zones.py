"""Time zones as people type them."""

import pytest

from corr.errors import InputError
from corr.service.zones import read_zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        (" EUROPE/BERLIN ", "Europe/Berlin"),
        ("america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"),
        ("America/New York", "America/New_York"),
        ("utc", "UTC"),
        ("etc/gmt+5", "Etc/GMT+5"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
    ],
)
def test_a_zone_is_known_however_it_is_typed(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


def test_a_zone_that_is_nearly_right_is_suggested() -> None:
    with pytest.raises(InputError, match="Did you mean Europe/Berlin") as refused:
        read_zone("Europe/Berlni")

    assert refused.value.field == "zone"


def test_a_city_of_two_zones_is_asked_back() -> None:
    with pytest.raises(InputError, match="Did you mean Asia/Istanbul or Europe/Istanbul"):
        read_zone("Istanbul")


@pytest.mark.parametrize(
    "typed",
    ["", "Europe", "Factory", "localtime", "posix/Europe/Berlin", "../etc/passwd", "a\0b", "Nowhere", "é" * 9999],
)
def test_what_is_no_zone_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(InputError, match=r"There is no time zone of that name.* Europe/Berlin"):
        read_zone(typed)
