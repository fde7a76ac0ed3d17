"""Modules are worth opening, and their names tell them apart."""

from tests.measures import files

_MOST_SMALL = 107
"""How many modules outside the games may have less than 60 lines; it may only fall."""
_STILL_REPEATED = {
    "accounts", "acting", "acts", "addresses", "admins", "asked", "asking", "challenges", "clock", "clocks",
    "commands", "comparing", "contents", "demo", "feeds", "files", "games", "headers", "held", "history", "hook",
    "invitations", "jobs", "joining", "leagues", "leaving", "limits", "listening", "lists", "loading", "log",
    "mailing", "mails", "messages", "moments", "opening", "passing", "people", "planning", "plans", "players",
    "post", "practice", "preferences", "ratings", "reading", "reasons", "record", "results", "rights", "rosters",
    "rounds", "running", "samples", "seasons", "service", "sessions", "settling", "signing", "stamps", "standings",
    "stillness", "told", "troubled", "turns", "withdrawing", "wording", "writing",
}  # fmt: skip
"""The names that modules still share without need; none may be added."""


def test_no_two_modules_share_a_name_but_for_those_of_roles() -> None:
    assert set(files.repeated_names()) - _STILL_REPEATED == set()


def test_every_name_that_may_be_repeated_still_is() -> None:
    assert _STILL_REPEATED - set(files.repeated_names()) == set()


def test_few_modules_are_small() -> None:
    assert len(files.small_modules()) <= _MOST_SMALL
