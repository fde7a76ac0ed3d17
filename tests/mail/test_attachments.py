"""Files and pictures that come with a mail: they are not read, and whoever relied on them is told."""

from collections.abc import Iterator

import pytest

from tests.mail.office import Office, an_office
from tests.playing import a_room

MIXED = "Content-Type: multipart/mixed; boundary=b"
FILE = "Content-Disposition: attachment; filename=turn.txt\n\nI3-H3"
ATTACHED = (
    FILE,
    "Content-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\nQUJD",
    "Content-Type: image/png; name=photo.png\nContent-Disposition: inline\n\nx",
    "Content-Type: application/pdf\n\nx",
    "Content-Type: message/rfc822\n\nFrom: a@b.example\n\nI3-H3",
)
ABOVE = "Please write your turn into the mail itself: at the top, above the quoted letter."


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


def with_words(words: str, *others: str) -> str:
    """The parts of a mail."""
    return "".join(f"--b\n{part}\n" for part in (f"\n{words}", *others)) + "--b--\n"


@pytest.mark.parametrize("attached", ATTACHED, ids=["file", "picture", "named picture", "pdf", "mail"])
def test_a_mail_of_nothing_but_an_attachment_is_told_that_those_are_not_read(office: Office, attached: str) -> None:
    reason = office.answer("Bob", with_words("", attached), headers=MIXED)

    assert reason == "attachments"
    assert office.turns() == ["B3-C3"]
    assert "Attachments are not read." in office.last_words()
    assert "empty" not in office.last_words()
    assert ABOVE in office.last_words()


def test_a_mail_that_is_an_attachment_itself_is_told_so_too(office: Office) -> None:
    assert office.answer("Bob", "I3-H3", headers="Content-Disposition: attachment; filename=turn.txt") == "attachments"


def test_words_without_a_turn_beside_an_attachment_are_told_so_as_well(office: Office) -> None:
    reason = office.answer("Bob", with_words("My turn is in the file.", FILE), headers=MIXED)

    assert reason == "nothing-found"
    assert "No turn was found in your mail." in office.last_words()
    assert f"Attachments are not read. {ABOVE}" in office.last_words()


def test_a_turn_beside_an_attachment_is_played_without_a_word_about_it(office: Office) -> None:
    assert office.answer("Bob", with_words("I3-H3", FILE), headers=MIXED) == "played"
    assert "ttachment" not in office.last_words()


@pytest.mark.parametrize("kind", ["application/pgp-signature", "application/pkcs7-signature; name=smime.p7s"])
def test_a_signature_by_a_program_is_no_attachment(office: Office, kind: str) -> None:
    signature = f"Content-Type: {kind}\nContent-Disposition: attachment\n\nx"

    assert office.answer("Bob", with_words("", signature), headers=MIXED) == "empty"
    assert "Your mail was empty." in office.last_words()


@pytest.mark.parametrize("above", ["", "\n", "Hello Ada,\n\n"])
def test_a_line_without_end_is_not_taken_for_an_empty_mail(office: Office, above: str) -> None:
    code = office.answer("Bob", f"{above}I3-H3 " + "z" * 200_000)

    assert code not in {"empty", "played"}
    assert office.turns() == ["B3-C3"]


def test_an_empty_mail_is_told_where_to_write(office: Office) -> None:
    assert office.answer("Bob", "> I3-H3") == "empty"
    assert ABOVE in office.last_words()


def test_words_below_a_quotation_that_is_too_long_are_told_to_go_above_it(office: Office) -> None:
    assert office.answer("Bob", "> and so on\n" * 30_000 + "\nI3-H3") == "empty"
    assert "Your mail is so long that we read only the beginning." in office.last_words()
    assert ABOVE in office.last_words()


def test_words_without_an_end_are_told_what_to_leave_out(office: Office) -> None:
    assert office.answer("Bob", "I3-H3\n" + "and so on\n" * 40_000) == "too-long"
    assert "Please send it again, without the long text below your words." in office.last_words()
    assert office.turns() == ["B3-C3"]
