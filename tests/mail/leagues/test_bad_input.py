"""Mails about leagues as nobody should write them: each is answered once in words, and nobody joins by it."""

from collections.abc import Iterator

import pytest

from corr.store.tables.leagues import Entry, LeagueEvent
from tests.mail.leagues.seasons import a_season
from tests.mail.office import Office, an_office
from tests.playing import DAY, a_room

pytestmark = pytest.mark.both_databases

_UNREAD = (
    "join summer-cup2", "join summercup", "join " + "a" * 10_000, "join ../../etc/passwd",
    "join summer-cup' or '1'='1", "join {{7*7}}", "join %s%n", "join <script>alert(1)</script>", "join ５ummer-cup",
    "join \x07", "join 99999999999999999999", "join -1", "join all",
    "join 1", "join =HYPERLINK(1)", "join summer-cup " * 100, " ".join(f"join cup-{number}" for number in range(100)),
    "\n".join(f"join cup-{number}" for number in range(100)), "join summer-cup\nleave summer-cup",
)  # fmt: skip


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A league that takes players, and a game of Ada, who runs it, with Bob."""
    with a_room(database_url) as room:
        made = an_office(room, "B3-C3")
        a_season(room, made.game.players[0])
        yield made


@pytest.fixture
def one_office(sqlite_url: str) -> Iterator[Office]:
    """The same on SQLite alone."""
    with a_room(sqlite_url) as room:
        made = an_office(room, "B3-C3")
        a_season(room, made.game.players[0])
        yield made


@pytest.mark.slow
def test_words_about_joining_that_mean_no_league_join_none_and_are_answered(office: Office) -> None:
    for number, words in enumerate(_UNREAD):
        before = len(office.letters("Bob"))
        # Nobody is answered without end in one day.
        office.room.clock.move(DAY / 12)

        office.answer("Bob", words, mail_id=f"mail {number}")

        assert len(office.letters("Bob")) == before + 1, words[:40]
        assert office.room.count(Entry) == 0, words[:40]
    assert office.room.count(Entry) == 0
    assert office.room.count(LeagueEvent) == 0
    assert office.turns() == ["B3-C3"]


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied\n",
        "Precedence: auto_reply\n",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n",
        "X-Autoreply: yes\nAuto-Submitted: auto-generated\n",
    ],
)
def test_no_robot_joins_or_is_answered(one_office: Office, head: str) -> None:
    before = len(one_office.letters("Bob"))

    one_office.arrive(f"From: Bob <bob@example.org>\n{head}\njoin summer-cup\n", one_office.new_address("Bob"))

    assert len(one_office.letters("Bob")) == before
    assert one_office.room.count(Entry) == 0


def test_a_mail_of_html_alone_joins_as_one_of_text_does(one_office: Office) -> None:
    head = "From: Bob <bob@example.org>\nContent-Type: text/html; charset=utf-8\n\n"

    one_office.arrive(f"{head}<p>join summer-cup</p>\n", one_office.new_address("Bob"))

    assert one_office.room.count(Entry) == 1


def test_what_stands_in_html_that_nobody_sees_joins_nobody(one_office: Office) -> None:
    head = "From: Bob <bob@example.org>\nContent-Type: text/html; charset=utf-8\n\n"

    one_office.arrive(
        f'{head}<p>Hello</p><div style="display:none">join summer-cup</div>\n', one_office.new_address("Bob")
    )

    assert one_office.room.count(Entry) == 0
