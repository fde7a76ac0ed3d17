"""Letters about clocks: what was given and why, what will happen, and what was agreed before the game."""

from collections.abc import Iterator
from email import message_from_bytes

import pytest

from corr.base.notices import NoticeKind
from tests.mail.composing import GAMES, claimed, composed, rendered
from tests.mail.office import Office, an_office, text_of
from tests.playing import a_room


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def flat(text: str) -> str:
    """*text* on one line."""
    return " ".join(text.split())


def told(office: Office, kind: str, **facts: object) -> str:
    """The text of a letter to Bob with those facts, on one line."""
    return flat(text_of(message_from_bytes(rendered(office, claimed(office, kind, facts)).message)))


def test_a_day_that_was_given_is_told_with_the_deadline(office: Office) -> None:
    text = flat(text_of(composed(office, "time-given")))

    assert "Ada gave you 1 more day in your game of Kelasu." in text
    assert "You have until Thursday 5 March 2026, 14:00 CET (Europe/Berlin)." in text


@pytest.mark.parametrize(("seat", "whom"), [(0, "Ada has"), (1, "You have"), (None, "Both of you have")])
def test_an_extension_says_whose_clock_and_why(office: Office, seat: int | None, whom: str) -> None:
    text = told(office, NoticeKind.TIME_EXTENDED, days=2, reason="a storm", seat=seat)

    assert f"{whom} 2 days more in your game of Kelasu." in text
    assert "An administrator gave this time." in text
    assert "a storm" in text


def test_a_challenge_is_told_with_all_of_its_terms(office: Office) -> None:
    text = flat(text_of(composed(office, "challenge")))

    assert "Time: 3 days for each turn. At this pace a 60-turn game lasts half a year at most" in text
    assert "A player whose time runs out loses automatically." in text
