"""Positions as values and as text."""

import json
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.errors import PositionError
from corr.games.seats import FIRST, SECOND

from .cases import Case, every_case, first, positions
from .mutilating import Change, changes, mutilated
from .told import report

_SIGNS = "ABHKPTdkpqst0123456789*+-!?,/. \n\x00À３é"


@every_case
def test_every_position_of_a_game_is_one_line_that_is_parsed_again(case: Case) -> None:
    rules = case.rules
    for position in positions(case):
        text = rules.format_position(position)

        assert text.isascii()
        assert text.isprintable()
        again = rules.parse_position(text)
        assert again == position
        assert hash(again) == hash(position)
        assert rules.format_position(again) == text


@every_case
def test_what_was_parsed_behaves_like_what_was_played(case: Case) -> None:
    rules = case.rules
    for position in positions(case)[::4]:
        parsed = rules.parse_position(rules.format_position(position))

        assert rules.due(parsed) == rules.due(position)
        assert rules.outcome(parsed) == rules.outcome(position)
        assert rules.repetition_key(parsed) == rules.repetition_key(position)
        for seat in (FIRST, SECOND):
            ours, theirs = rules.begin(parsed, seat), rules.begin(position, seat)
            assert first(ours) == first(theirs)
            assert rules.listing(ours) == rules.listing(theirs)
            assert rules.scene(ours) == rules.scene(theirs)


@every_case
def test_asking_changes_no_position(case: Case) -> None:
    rules = case.rules
    for position in positions(case)[::4]:
        before = rules.format_position(position), hash(position)

        for seat in (FIRST, SECOND):
            draft = rules.begin(position, seat)
            rules.listing(draft)
            rules.hints(draft)
            rules.observe(position, seat)

        assert (rules.format_position(position), hash(position)) == before


@pytest.mark.slow
def test_another_process_plays_lists_and_draws_the_same() -> None:
    command = [sys.executable, "-m", f"{__package__}.told"]

    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout

    assert json.loads(told) == report()


@every_case
@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "10", "/" * 9, "a" * 100_000, "9" * 100_000, "10/" * 30_000, "٣/٣ g", "😀", "\ud800"]
)
def test_garbage_is_refused_as_a_position(case: Case, text: str) -> None:
    with pytest.raises(PositionError) as caught:
        case.rules.parse_position(text)

    assert caught.value.sentence.endswith((".", "!"))
    assert len(caught.value.sentence) < 400
    assert caught.value.sentence.isprintable()


@every_case
@given(number=st.integers(0, 10_000), changed=changes(_SIGNS, most=4))
def test_a_mutilated_position_is_refused_or_can_be_used(case: Case, number: int, changed: list[Change]) -> None:
    rules = case.rules
    text = mutilated(rules.format_position(positions(case)[number % len(positions(case))]), changed)

    with suppress(PositionError):
        position = rules.parse_position(text)
        assert rules.format_position(position) == " ".join(text.split())
        assert (rules.outcome(position) is None) == bool(rules.due(position))
        for seat in (FIRST, SECOND):
            draft = rules.begin(position, seat)
            assert draft.has_action() == (seat in rules.due(position))
            assert rules.scene(draft).squares
            assert len(rules.hints(draft)) <= 60


@every_case
def test_a_viewer_sees_a_position_of_the_same_game(case: Case) -> None:
    rules = case.rules
    for position in positions(case):
        for viewer in (FIRST, SECOND, None):
            seen = rules.observe(position, viewer)

            assert rules.observe(seen, viewer) == seen
            assert rules.parse_position(rules.format_position(seen)) == seen
            if not rules.outcome(position):
                assert rules.due(seen) == rules.due(position)
