"""Leave asked for in every malformed way: each mail is answered once, with what to write instead, and takes none."""

from collections.abc import Iterator

import pytest

from corr.store.tables.clocks import Leave
from tests.mail.office import Office, an_office
from tests.playing import a_room

_HOW = "Write “away 7d” for seven days from now on"
_UNREAD = (
    "away 1000000000d", "away 1e3d", "away 1_0", "away three days", "away tomorrow", "away next week", "away for ever",
    "away 10000-01-01 to 10000-01-02", "away 7d 7d", "away {{7*7}}", "away <script>alert(1)</script>", "away =1+1",
    "away %s%n", f"away {'9' * 60}d", f"away {'9' * 20_000}", "away 7d\u0301", "I will be away from the 3rd on",
    "on vacation 3d", "cancel my leave", "a\u200bway 7\x0bd from now",
)  # fmt: skip
_REFUSED = (
    "away -3d", "away –3d", "away 2026-12-20 to 2026-12-10", "away 31.12.2026", "away 0000-00-00 to 0000-00-00",
    "away until 2026-03-01", "away until 9999-12-31", "away 2027-02-29 to 2027-03-01", "away 03/04/2026 to 05/04/2026",
    "away 3d to 5d", "away 2026-12-20 to 3d", "away 24h", "away 3,5 days", "away 1 month", "away 5w",
)  # fmt: skip


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def any_office(database_url: str) -> Iterator[Office]:
    """The same, on either database."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def hypertext(words: str) -> str:
    """A mail with nothing but HTML."""
    lines = words.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>")
    return f"From: Bob <bob@example.org>\nContent-Type: text/html; charset=utf-8\n\n<p>{lines}</p>\n"


@pytest.mark.slow
@pytest.mark.parametrize("is_hypertext", [False, True])
def test_words_about_leave_that_say_nothing_clear_are_answered_with_how_to_write_it(
    any_office: Office, *, is_hypertext: bool
) -> None:
    before = len(any_office.letters("Bob"))

    for words in _UNREAD:
        raw = hypertext(words) if is_hypertext else f"From: Bob <bob@example.org>\n\n{words}\n"
        any_office.arrive(raw, any_office.new_address("Bob"))

        assert any_office.reasons()[-1] in {"nothing-found", "away"}, words
        assert _HOW in any_office.last_words(), words
    assert len(any_office.letters("Bob")) == before + len(_UNREAD)
    assert any_office.room.count(Leave) == 0


@pytest.mark.both_databases
@pytest.mark.slow
def test_leave_that_cannot_be_is_refused_however_it_is_written(any_office: Office) -> None:
    for words in _REFUSED:
        assert any_office.answer("Bob", words, mail_id=words) == "away", words
        assert "No leave was taken." in any_office.last_words(), words
        assert _HOW in any_office.last_words(), words
    assert any_office.room.count(Leave) == 0


@pytest.mark.parametrize("words", ["away 7 days please", "Away: 7d.", "away ７d", "*away 7d*", "away 7d\n" * 10])
def test_the_same_leave_in_other_spellings_and_ten_times_over_is_one(office: Office, words: str) -> None:
    assert office.answer("Bob", words) == "away"

    assert [row["days"] for row in office.room.rows(Leave)] == [7]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("away 1d\naway 2d", "unclear"),
        ("away 2d\nback", "unclear"),
        ("back\naway 2d", "unclear"),
        ("I3-H3\naway for ever", "delayed"),
    ],
)
def test_a_mail_that_can_be_read_in_two_ways_takes_no_leave_and_plays_nothing_at_once(
    office: Office, words: str, code: str
) -> None:
    assert office.answer("Bob", words) == code

    assert office.turns() == ["B3-C3"]
    assert office.room.count(Leave) == 0


@pytest.mark.parametrize("words", ["back 2026-03-09", "back tomorrow", "back back", "back?", "am I back?"])
def test_words_around_back_end_no_leave(office: Office, words: str) -> None:
    office.answer("Bob", "away 7d", mail_id="one")

    office.answer("Bob", words, mail_id="two")

    (leave,) = office.room.rows(Leave)
    assert (leave["ends_at"] - leave["begins_at"]).days == 7


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied\n",
        "Precedence: auto_reply\n",
        "X-Auto-Response-Suppress: All\nAuto-Submitted: auto-generated\n",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x\n",
    ],
)
def test_a_robot_takes_no_leave_and_is_not_answered(office: Office, head: str) -> None:
    before = len(office.letters("Bob"))

    office.arrive(f"From: Bob <bob@example.org>\n{head}\naway 7d\n", office.new_address("Bob"))

    assert len(office.letters("Bob")) == before
    assert office.room.count(Leave) == 0


def test_a_held_mail_with_bad_words_takes_nothing_when_it_is_read(office: Office) -> None:
    office.arrive("From: Eve <eve@example.org>\n\naway -3d\n", office.new_address("Bob"), "eve@example.org")

    assert office.room.count(Leave) == 0
    assert office.letters("Eve") == []
