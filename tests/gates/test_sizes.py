"""Modules are worth opening, and their names tell them apart."""

from tests.measures import files

_MOST_SMALL = 27
"""How many modules outside the games may have less than 60 lines; it may only fall."""


def test_no_two_modules_share_a_name_but_for_those_of_roles() -> None:
    assert files.repeated_names() == {}


def test_few_modules_are_small() -> None:
    assert len(files.small_modules()) <= _MOST_SMALL
