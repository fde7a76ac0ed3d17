"""The structure of mails, hostile ones above all: nothing is built for what no person writes."""

from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.mail.reading.parsed_mail import read_head, read_mail
from corr.mail.reading.structure import MailPart, TooComplexError, take_apart

LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))


def nested(depth: int) -> bytes:
    """A text within *depth* parts."""
    heads = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(depth))
    return b"From: bob@example.org\n" + heads + b"\nB3-C3\n"


def test_the_body_below_fifty_levels_is_found() -> None:
    assert read_mail(nested(50)).text == "B3-C3\n"


@pytest.mark.parametrize(
    "raw",
    [
        nested(3000),
        b"From: bob@example.org\n" + b"Content-Type: message/rfc822\n\n" * 2000,
        b"From: bob@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 100_000,
        b"From: bob@example.org\nContent-Type: multipart/digest; boundary=b\n\n" + b"--b\n\n" * 100_000,
        b"From: bob@example.org\n" + b"a: b\n" * 20_000 + b"\nx",
        b"From: bob@example.org\n" + b"A: %s\n" % (b"x" * 7000) * 20 + b"\nx",
        b"From: bob@example.org\nSubject: " + b"=?utf-8?q?a?= " * 200_000 + b"\n\nx",
    ],
    ids=["nested", "mails in mails", "empty parts", "empty mails", "many headers", "much header", "one header"],
)
def test_what_no_person_writes_is_refused_and_its_sender_known(raw: bytes) -> None:
    with pytest.raises(TooComplexError):
        read_mail(raw)

    assert read_head(raw).all("from") == ("bob@example.org",)


@pytest.mark.parametrize(
    "field", [b"From: " + b'"' * 20_000, b"To: " + b"(" * 20_000, b"Subject: " + b"=?q?a?=" * 20_000]
)
def test_a_header_that_is_too_long_is_kept_in_part(field: bytes) -> None:
    mail = read_mail(field + b"\nX-Other: yes\n\nB3-C3")

    assert mail.first("x-other") == "yes"
    assert len(mail.first(field.partition(b":")[0].decode().lower())) < 9000


def test_many_delimiters_that_nobody_announced_are_text() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + b"--c\n" * 50_000

    assert len(take_apart(raw)) == 2


def test_a_field_name_with_blanks_behind_it_is_another_field() -> None:
    assert read_mail(b"From : bob@example.org\n\nx").all("from") == ()


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_real_layouts_are_cut_as_the_standard_library_cuts_them(path: Path) -> None:
    raw = path.read_bytes().replace(b"\r\n", b"\n")

    assert list(map(shape, leaves(take_apart(raw)))) == list(standard(raw))


# The standard library takes delimiters in a row for one, closing ones too; so there is always something below.
PIECES = st.sampled_from([b"--b\n\n1\n", b"--c\n\n2\n", b"--b--\n3\n", b"--c--\n4\n", b"\n", b"--b \n\n5\n", b"6--b\n"])


@given(st.lists(PIECES, max_size=30).map(b"".join))
def test_parts_are_cut_as_the_standard_library_cuts_them(body: bytes) -> None:
    head = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\n0\n"
    raw = head + body + b"--c--\n7\n--b--\n"

    assert list(map(shape, leaves(take_apart(raw)))) == list(standard(raw))


def leaves(parts: tuple[MailPart, ...]) -> list[MailPart]:
    """The parts that hold no parts."""
    return [part for part in parts if not part.is_multipart]


def shape(part: MailPart) -> tuple[str, bytes]:
    """A part's kind and its bytes."""
    return part.kind, part.body(part.size)


def standard(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """The same by the standard library."""
    for part in message_from_bytes(raw, policy=policy.compat32).walk():
        content = part.get_payload()
        if not part.is_multipart() and isinstance(content, str):
            kind = part.get_content_type()
            yield (
                kind if not kind.startswith("multipart/") else "text/plain",
                content.encode("ascii", "surrogateescape"),
            )
