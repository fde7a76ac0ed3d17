"""Modules are worth opening, and their names tell them apart."""

from tests.measures import files

_MOST_SMALL = 77
"""How many modules outside the games may have less than 60 lines; it may only fall."""
_STILL_REPEATED = {
    "accounts", "acting", "acts", "addresses", "asking", "challenges", "clock", "clocks", "commands", "demo",
    "feeds", "files", "games", "headers", "hook", "invitations", "jobs", "leagues", "leaving", "listening",
    "loading", "mailing", "mails", "messages", "opening", "post", "ratings", "reading", "rights", "rosters",
    "seasons", "service", "sessions", "settling", "signing", "tokens", "turns",
}  # fmt: skip
"""The names that modules still share without need; none may be added."""


def test_no_two_modules_share_a_name_but_for_those_of_roles() -> None:
    assert set(files.repeated_names()) - _STILL_REPEATED == set()


def test_every_name_that_may_be_repeated_still_is() -> None:
    assert _STILL_REPEATED - set(files.repeated_names()) == set()


def test_few_modules_are_small() -> None:
    assert len(files.small_modules()) <= _MOST_SMALL
