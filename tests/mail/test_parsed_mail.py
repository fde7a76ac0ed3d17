"""Mails taken apart: which of their parts are read, and which are not."""

import pytest

from corr.mail.reading.parsed_mail import read_mail
from corr.mail.reading.structure import TooComplexError


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
        "Content-Disposition: ATTACHMENT",
        "Content-Disposition: attachment; filename*=utf-8''turn.txt",
        "Content-Disposition: inline; filename=turn.txt",
        "Content-Disposition: inline; filename*=utf-8''turn.txt",
        "Content-Disposition: inline; filename*0=tu; filename*1=rn.txt",
        "Content-Disposition: form-data",
        "Content-Type: text/plain; name=turn.txt",
        'Content-Type: text/plain; charset=utf-8; NAME="turn.txt"',
        "Content-Type: text/plain;\n name*0*=utf-8''turn",
        "Content-Type: text/html; name=turn.html",
    ],
)
def test_an_attached_file_is_never_read(header: str) -> None:
    mail = read_mail(parts("\nMine", f"{header}\n\nB3-C3"))

    assert (mail.text.strip(), mail.html) == ("Mine", "")


def test_a_mail_that_is_nothing_but_an_attached_file_says_nothing() -> None:
    assert read_mail(b"Content-Disposition: attachment; filename=turn.txt\n\nB3-C3").text == ""


@pytest.mark.parametrize("header", ["Content-Type: message/rfc822", "Content-Type: text/rfc822-headers"])
def test_a_mail_within_the_mail_is_not_read(header: str) -> None:
    assert "B3-C3" not in read_mail(parts("\nMine", f"{header}\n\nFrom: a@b.example\n\nB3-C3")).text


def test_the_mails_of_a_digest_are_not_read() -> None:
    assert "B3-C3" not in read_mail(parts("\nFrom: a@b.example\n\nB3-C3", kind="digest")).text


@pytest.mark.parametrize(
    "header",
    [
        "Content-Type: multipart/mixed",
        "Content-Type: multipart/mixed; boundary=never",
        'Content-Type: multipart/mixed; boundary=""',
    ],
)
def test_a_mail_that_claims_parts_and_has_none_is_text(header: str) -> None:
    assert read_mail(f"{header}\n\nB3-C3\n".encode()).text.strip() == "B3-C3"


def test_a_mail_whose_parts_are_not_parted_as_it_says_is_read_all_the_same() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=one\n\n--two\nContent-Type: text/plain\n\nB3-C3\n--two--\n"

    assert read_mail(raw).text == "B3-C3"


def test_a_last_part_that_is_never_closed_is_read() -> None:
    assert read_mail(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nB3-C3").text == "B3-C3"


def test_parts_of_parts_that_are_never_closed_end_with_the_part_around_them() -> None:
    inner = "Content-Type: multipart/alternative; boundary=c\n\n--c\n\nB3-C3"

    assert read_mail(parts(inner, "Content-Type: image/png\n\nx")).text == "B3-C3"


def test_parts_of_parts_may_be_parted_alike() -> None:
    inner = "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nB3-C3\n--b--"

    assert read_mail(parts(inner)).text == "B3-C3"


def test_what_stands_around_the_parts_is_not_read() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=b\n\nabove\n--b\n\nB3-C3\n--b--\n_____\nfriends mailing list\n"

    assert read_mail(raw).text == "B3-C3"


def test_blanks_at_the_end_of_a_delimiter_are_forgiven() -> None:
    assert read_mail(b"Content-Type: multipart/mixed; boundary=b\n\n--b \t\n\nB3-C3\n--b-- \nx").text == "B3-C3"


@pytest.mark.parametrize("before", [b"\r\n\r\n", b"\n", b" \n", b"From bob@example.org Mon Jan  4 12:00:00 2027\n"])
def test_what_some_programs_leave_before_the_headers_is_forgiven(before: bytes) -> None:
    mail = read_mail(before + b"Subject: Hi\r\n\r\nB3-C3")

    assert (mail.subject, mail.text) == ("Hi", "B3-C3")


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_lines_may_end_in_any_way(ending: bytes) -> None:
    raw = b"Subject: Hi\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nB3-C3\nB4-C4\n--b--\n"

    mail = read_mail(raw.replace(b"\n", ending))

    assert (mail.subject, mail.text) == ("Hi", "B3-C3\nB4-C4")


def test_a_body_without_a_blank_line_above_it_is_read() -> None:
    assert read_mail(b"Subject: Hi\nB3-C3\n").text == "B3-C3\n"


@pytest.mark.parametrize(
    "header",
    [
        'Content-Type: text/plain; charset="utf-8; format=flowed',
        "Content-Type: text/plain; charset=utf-8\nContent-Type: text/html",
        "Content-Type: nonsense\nContent-Type: text/plain",
        "Content-Type: text",
        "Content-Type: /",
        "Content-Type: ; charset=utf-8",
        "Content-Type: text/plain; charset==?utf-8?q?x?=",
        "Content-Type: plain text / something",
    ],
)
def test_a_content_type_that_makes_no_sense_is_plain_text(header: str) -> None:
    assert read_mail(f"{header}\n\nB3-C3 é\n".encode()).text.strip() == "B3-C3 é"


@pytest.mark.parametrize(
    "encoding", ["x-uuencode", "spam", "8-bit", "binary", "quoted-printable ;", "7bit (plain)", '"']
)
def test_an_unknown_encoding_is_taken_for_none(encoding: str) -> None:
    assert "B3-C3" in read_mail(f"Content-Transfer-Encoding: {encoding}\n\nB3-C3\n".encode()).text


@pytest.mark.parametrize(
    "body",
    ["QjMtQzM*", "QjMtQzM", "Qj\nMt\nQzM=", "!QjMtQzM=", "QjMtQzM=\nSent to the list of friends", "QjMtQzMA\nA list\n"],
)
def test_damaged_base64_is_read_as_far_as_it_goes(body: str) -> None:
    assert read_mail(f"Content-Transfer-Encoding: base64\n\n{body}\n".encode()).text == "B3-C3"


def test_flowed_text_is_put_together_again() -> None:
    raw = b"Content-Type: text/plain; format=flowed; delsp=yes\n\nH5+H6+ \nI4+I5=D@I4\n> quoted \n> too\n"

    assert read_mail(raw).text.split("\n")[:2] == ["H5+H6+I4+I5=D@I4", "> quotedtoo"]


def test_a_signature_part_is_not_read() -> None:
    signature = "Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----"

    assert read_mail(parts("\nB3-C3", signature, kind="signed")).text == "B3-C3"


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ("multipart/encrypted; protocol=x; boundary=b", "encrypted"),
        ("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "encrypted"),
        ("application/x-pkcs7-mime", "encrypted"),
        ("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", "opaque"),
        ("application/ms-tnef", "winmail"),
        ("application/octet-stream; name=WINMAIL.DAT", "winmail"),
    ],
)
def test_words_that_cannot_be_read_are_known_for_what_they_are(header: str, fault: str) -> None:
    assert read_mail(f"Content-Type: {header}\n\n--b\n\nx\n--b--\n".encode()).fault_code == fault


def test_words_encrypted_within_plain_text_are_known_for_what_they_are() -> None:
    assert read_mail(b"\n\nHi\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n").fault_code == "encrypted"


def test_an_encrypted_mail_that_is_only_quoted_makes_no_difference() -> None:
    assert read_mail(b"\n\nB3-C3\n> -----BEGIN PGP MESSAGE-----\n> hQEMA\n").fault_code == ""


@pytest.mark.parametrize("kind", ["application/ms-tnef; name=winmail.dat", "application/pkcs7-mime; name=smime.p7m"])
def test_wrapped_words_beside_plain_ones_make_no_difference(kind: str) -> None:
    mail = read_mail(parts("\nB3-C3", f"Content-Type: {kind}\nContent-Disposition: attachment\n\nx"))

    assert (mail.text, mail.fault_code) == ("B3-C3", "")


def test_of_a_body_that_is_very_long_the_beginning_is_read() -> None:
    mail = read_mail(b"Subject: Hi\n\nB3-C3\n" + b"x\n" * 200_000)

    assert (mail.text[:5], len(mail.text), mail.is_text_whole) == ("B3-C3", 256 * 1024, False)


def test_words_beside_a_body_that_is_too_long_are_half_of_what_was_written() -> None:
    assert not read_mail(parts("\nB3-C3", "\n" + "x\n" * 200_000)).is_text_whole


def test_words_above_html_that_is_too_long_are_whole() -> None:
    mail = read_mail(parts("\nB3-C3", "Content-Type: text/html\n\n" + "<p>x" * 100_000, kind="alternative"))

    assert (mail.text, mail.is_text_whole, mail.is_html_whole) == ("B3-C3", True, False)


def test_words_below_large_pictures_are_read() -> None:
    picture = "Content-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n" + "QUJD" * 18 + "\n"
    large = picture + ("QUJD" * 18 + "\n") * 25_000

    mail = read_mail(parts(large, "\nB3-C3", large, "\nB4-C4"))

    assert (mail.text.split(), mail.fault_code) == (["B3-C3", "B4-C4"], "")


def test_a_mail_that_is_larger_than_any_is_refused() -> None:
    with pytest.raises(TooComplexError):
        read_mail(b"x" * 8_400_000)
