"""Mails taken apart: hostile ones are met before the parser sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.mail.reading.incoming import TooComplexError, dedupe_key, read_head, read_mail


def parts(*bodies: str, kind: str = "mixed") -> bytes:
    """A mail of parts that each bring their own headers."""
    inner = "".join(f"--b\n{body}\n" for body in bodies)
    return f"From: bob@example.org\nContent-Type: multipart/{kind}; boundary=b\n\n{inner}--b--\n".encode()


def test_text_parts_around_a_picture_are_read_in_their_order() -> None:
    mail = read_mail(parts("Content-Type: text/plain\n\none", "Content-Type: image/png\n\nx", "\ntwo"))

    assert mail.text.split() == ["one", "two"]


@pytest.mark.parametrize(
    "header",
    [
        "Content-Disposition: attachment; filename=turn.txt",
        "Content-Type: text/plain; name=turn.txt",
        "Content-Disposition: inline; filename=turn.txt",
    ],
)
def test_an_attached_file_is_not_read(header: str) -> None:
    assert read_mail(parts("\nMine", f"{header}\n\nB3-C3")).text.strip() == "Mine"


def test_a_mail_within_the_mail_is_not_read() -> None:
    inner = "Content-Type: message/rfc822\n\nFrom: a@b.example\n\nB3-C3"

    assert "B3-C3" not in read_mail(parts("\nMine", inner)).text


def test_a_mail_that_claims_parts_and_has_none_is_text() -> None:
    assert read_mail(b"Content-Type: multipart/mixed\n\nB3-C3\n").text.strip() == "B3-C3"


def test_blank_lines_before_the_headers_are_forgiven() -> None:
    assert read_mail(b"\r\n\r\nSubject: Hi\r\n\r\nB3-C3").subject == "Hi"


@pytest.mark.parametrize("encoding", ["x-uuencode", "spam", "8-bit", "quoted-printable ;"])
def test_an_unknown_encoding_is_taken_for_none(encoding: str) -> None:
    assert "B3-C3" in read_mail(f"Content-Transfer-Encoding: {encoding}\n\nB3-C3\n".encode()).text


def test_damaged_base64_is_read_as_far_as_it_goes() -> None:
    assert read_mail(b"Content-Transfer-Encoding: base64\n\nQjMtQzM*\n").text.startswith("B3-C3")


@pytest.mark.parametrize(
    "raw",
    [
        b"x" * 300_000,
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(3000)),
        b"".join(b"Content-Type: message/rfc822\n\n" for _ in range(2000)),
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 50_000,
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 60,
        b"a: b\n" * 20_000 + b"\nx",
    ],
    ids=["large", "nested", "mails in mails", "empty parts", "sixty parts", "headers"],
)
def test_what_no_person_writes_is_refused_before_it_is_parsed(raw: bytes) -> None:
    with pytest.raises(TooComplexError):
        read_mail(raw)


def test_the_sender_of_a_mail_that_is_too_complex_is_still_known() -> None:
    raw = b"From: bob@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 5000

    assert read_head(raw).all("from") == ("bob@example.org",)


@pytest.mark.parametrize("field", [b"From: " + b'"' * 9000, b"To: " + b"(" * 9000, b"Subject: " + b"=?q?a?=" * 2000])
def test_a_header_that_is_too_long_is_left_out(field: bytes) -> None:
    mail = read_mail(field + b"\nX-Other: yes\n\nB3-C3")

    assert mail.first("x-other") == "yes"
    assert not mail.all(field.partition(b":")[0].decode().lower())


@pytest.mark.parametrize(
    "kind",
    ["multipart/encrypted; protocol=x; boundary=b", "application/pkcs7-mime; smime-type=enveloped-data"],
)
def test_an_encrypted_mail_is_recognised(kind: str) -> None:
    assert read_mail(f"Content-Type: {kind}\n\n--b\n\nx\n--b--\n".encode()).is_encrypted


def test_flowed_text_is_put_together_again() -> None:
    raw = b"Content-Type: text/plain; format=flowed; delsp=yes\n\nH5+H6+ \nI4+I5=D@I4\n> quoted \n> too\n"

    assert read_mail(raw).text.split("\n")[:2] == ["H5+H6+I4+I5=D@I4", "> quotedtoo"]


def test_the_same_mail_has_the_same_key_whatever_servers_wrote_on_it() -> None:
    raw = b"Subject: x\n\nB3-C3\n"
    again = b"Received: from a\n\tby b\nDelivered-To: r@play.example\n" + raw

    assert dedupe_key(raw, read_mail(raw), "token") == dedupe_key(again, read_mail(again), "TOKEN")


def test_the_same_message_id_at_two_doors_is_two_mails() -> None:
    raw = b"Message-ID: <a@b.example>\n\nB3-C3\n"

    assert dedupe_key(raw, read_mail(raw), "one") != dedupe_key(raw, read_mail(raw), "two")


@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_the_one_refusal(raw: bytes) -> None:
    try:
        mail = read_mail(b"Content-Type: text/plain; charset=" + raw)
    except TooComplexError:
        return

    assert "\x00" not in mail.text
