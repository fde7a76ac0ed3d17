"""Turns that are written as lists."""

import pytest

from corr.games.notation import unlisted_turn

_ACTIONS = frozenset({"up", "down", "1. left", "1.\nup"})


def formed(text: str) -> bool:
    return text in _ACTIONS


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("1. up\n2. down", "up\ndown"),
        ("1) up\n(2) down", "up\ndown"),
        ("- up\n* down\n• up", "up\ndown\nup"),
        ("a. up\n\nb) down", "up\n\ndown"),
        ("**up**\n`down`", "up\ndown"),
        ("/move up", "up"),
        ("(up)", "up"),
    ],
)
def test_the_signs_of_a_list_are_left_out(typed: str, plain: str) -> None:
    assert unlisted_turn(typed, formed) == plain


@pytest.mark.parametrize("text", ["up", "1. left", "1.\nup", "1. sideways", "up 2. down", "", " \n "])
def test_what_is_no_list_of_actions_stays_as_it_is(text: str) -> None:
    assert unlisted_turn(text, formed) == text
