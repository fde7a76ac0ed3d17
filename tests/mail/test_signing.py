"""DKIM: whoever gets a letter can see that nobody changed it since."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import dkim
import pytest

from corr.config import read_settings
from corr.errors import ConfigError
from corr.mail.letters.dkim_signature import Signer, make_signer
from corr.wiring.assembly import build
from tests.mail.composing import GAMES, KINDS, claimed, rendered
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room

# Made for these tests, and used for nothing else.
KEY = """\
-----BEGIN RSA PRIVATE KEY-----
MIIEowIBAAKCAQEAyOrveQKZ4yT9hnvMLw5e+o25qxTzOxMrxc37y0CHbOGCx43Z
Tsp3VvZ/GVcHokmOiD7WfzMLuD9aYXIz75NDuU1kM1jWa9nAyEj8NwPs4VzLrgEd
GzF1Ec7813FgTvJQeQsnemyB0AzI2tI2Ulz/BWFiGFT2WPLc9/oB3Js++esuYm7u
E0wAcDqVKIOW+Z77QMq4UcHYqOTxOl7Nvb36sWhTn7/GsubZeb+QAaZVxiBqOslr
lmoP9aiA9IZfPC1BPA82pVOYmAkVZQrxWDI2O7Rud79l3GH5Kslm+rzQW1dkl5M/
+aTT81ug6ygesEeilyCVwNoJDwGH6+M1Um8PeQIDAQABAoIBAEjfPUAsu1fxYKrY
V/RxR+2kXcU5cgbpKyUxUrQjkXriSCbMwhabxLEb8nlkYXZxK2srL20vPH71K3jQ
jRnF1fhto3wkKpEvh4adQi1KFS6gE5fm+4GTbJyq8HXLv1yi8qEUdJsoo+Sr3mXP
fLhe1nhDG+srVbZpT8/5M5eqDythhsdLE7ulwv9wRrZbgohqeIngTwX8ZyZsDibv
6HccUK1XvkEcVZM7046z7xMXeipkX4o9NkgIg/YY3kJp30xlUV2Lm552ohe3gzhe
9F0cPXVPBeiTZiKowLcrWZXOK1GFPSw0wedJLqIbuk71Lf5PYMWVl3cWUaefQUiA
e2r6BakCgYEA8Aup90TVwrquCD6hX2H+GJXZUov5uj0BMVdGPf2qBNkNHrzfKhuX
DE4+Ei8jlFZm7vmqN9jwSifybaWVLXsxXuYnHk4TXkqptHjtQ2rFvYwYChzB1h3p
a8L39XU4NiB73GMd9hXjHCGtu2dbaIUl45ShgQpW3XEc2o15ObU5sDMCgYEA1kWE
gY7LubNcGxy8k96R0aBFiy8Yg7bKvFgI3Y/+KhUuFcuQphK9sFKQGQxcUK1dknIz
8HVEDXWw2+TxkEn4Wqs8lT/FFDdXdqK6ZQ7IRIsH/dSchGnaagnA2YZLyj7QmpsY
iYoILOq0YCIfU+5f+//+byasFoIpbCCj+ABRpaMCgYAer78IpzoUbLz2vNrwUJyl
E/L2RIKmNkpCvn9ySU1E1WKB/W8h+Oj0X8Q7mt8XhXwfLLd/8DG3qSeqsLJDYC5N
jWqOyzhao3zSX2slZS7mLlScZlS5RJWkewYr0NJgyQJMiDc6UE36OKv2+x2KXQsc
7tE+p822/VDM96z5nZtEVQKBgFPg3NE2zAuC6gB3DF86VozgF7k3k3okOVLnh3js
YEurBOJlUNeiKH14pI4Zp52xcBre9/Qeg6hdNQGvqtyYCE++DrZCQ2z5iRSY+SyM
T9t9LYCxFSBEq8qszMCacNrYIiMTqdRVo4Op0Th8wxTBEPP+L2Tll6IsC/kXAfkY
bt3PAoGBANK4HIT+cnXU9OR+1Ygoq1CJx0gD+F8adLHNddaHjE/JjTcbqAsiDUSW
+uypflXQuxytmZCmXXrIxEUOiBtDhZWAKSERYjjjkM3WkuxOzNXaorC2TVsYZSDt
4SzAAREwuiCTNfz2AfH19DfqknzlFnG9O5uuyRGdrIZa6me5L+0X
-----END RSA PRIVATE KEY-----
"""
PUBLIC = (
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyOrveQKZ4yT9hnvMLw5e+o25qxTzOxMrxc37y0CHbOGCx43ZTsp3VvZ/"
    "GVcHokmOiD7WfzMLuD9aYXIz75NDuU1kM1jWa9nAyEj8NwPs4VzLrgEdGzF1Ec7813FgTvJQeQsnemyB0AzI2tI2Ulz/BWFiGFT2"
    "WPLc9/oB3Js++esuYm7uE0wAcDqVKIOW+Z77QMq4UcHYqOTxOl7Nvb36sWhTn7/GsubZeb+QAaZVxiBqOslrlmoP9aiA9IZfPC1B"
    "PA82pVOYmAkVZQrxWDI2O7Rud79l3GH5Kslm+rzQW1dkl5M/+aTT81ug6ygesEeilyCVwNoJDwGH6+M1Um8PeQIDAQAB"
)


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def signed(office: Office, kind: str = "your-turn") -> bytes:
    """A letter that is signed."""
    identity = replace(IDENTITY, signer=make_signer("play.example", "corr", KEY))
    return rendered(office, claimed(office, kind), identity=identity).message


def is_genuine(letter: bytes) -> bool:
    """Whether somebody who asks the DNS for the key believes the signature."""

    def ask(name: bytes, timeout: int = 5) -> bytes:
        assert timeout
        return f"v=DKIM1; k=rsa; p={PUBLIC}".encode() if name == b"corr._domainkey.play.example." else b""

    return bool(dkim.verify(letter, dnsfunc=ask))


def tags(letter: bytes) -> dict[str, str]:
    """What the signature says of itself."""
    field = letter.partition(b"\r\nFrom:")[0].decode().removeprefix("DKIM-Signature:")
    pairs = [tag.partition("=") for tag in "".join(field.split()).split(";")]
    return {name: value for name, _, value in pairs}


@pytest.mark.parametrize("kind", KINDS)
def test_every_letter_is_signed_so_that_its_reader_believes_it(office: Office, kind: str) -> None:
    assert is_genuine(signed(office, kind))


def test_a_letter_without_a_key_is_left_to_the_mail_server(office: Office) -> None:
    assert b"DKIM-Signature" not in rendered(office, claimed(office, "your-turn")).message


def test_the_signature_covers_all_that_matters_and_the_whole_body(office: Office) -> None:
    found = tags(signed(office))

    covered = found["h"].split(":")
    assert {"from", "to", "subject", "date", "message-id", "reply-to", "mime-version", "content-type",
            "list-unsubscribe", "list-unsubscribe-post"} <= set(covered)  # fmt: skip
    assert covered.count("from") == 2
    assert "l" not in found
    assert found["c"] == "relaxed/relaxed"
    assert (found["d"], found["s"]) == ("play.example", "corr")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"B3-C3", b"B3-D3"),
        (b"Subject: ", b"Subject: Re: "),
        (b"To: ", b"To: eve@example.org, "),
        (b"List-Unsubscribe: <http:", b"List-Unsubscribe: <http://evil.example/>, <http:"),
        (b"List-Unsubscribe-Post: List-Unsubscribe=One-Click", b"List-Unsubscribe-Post: x"),
        (b"Reply-To: ", b"Reply-To: eve@example.org, "),
    ],
)
def test_a_letter_that_was_changed_is_not_believed(office: Office, old: bytes, new: bytes) -> None:
    letter = signed(office)
    assert old in letter

    assert not is_genuine(letter.replace(old, new, 1))


@pytest.mark.parametrize("field", [b"From: eve@example.org", b"Reply-To: eve@example.org", b"Subject: Win a prize"])
def test_a_letter_with_a_field_added_is_not_believed(office: Office, field: bytes) -> None:
    assert not is_genuine(field + b"\r\n" + signed(office))


def test_a_field_that_a_letter_does_not_have_cannot_be_added_to_it(office: Office) -> None:
    letter = signed(office, "sign-in")
    assert is_genuine(letter)

    assert not is_genuine(b"List-Unsubscribe: <https://evil.example/>\r\n" + letter)


def test_servers_on_the_way_may_fold_fields_and_end_lines_otherwise(office: Office) -> None:
    letter = signed(office).replace(b"References: ", b"References:\r\n\t").replace(b"Subject: ", b"subject:   ")

    assert is_genuine(letter + b"\r\n\r\n")


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIPXb\n-----END PRIVATE KEY-----\n", "holds no RSA key"),
        ("-----BEGIN RSA PRIVATE KEY-----\n\n-----END RSA PRIVATE KEY-----\n", "holds no RSA key"),
        ("-----BEGIN RSA PRIVATE KEY-----", "holds no RSA key"),
        (KEY[: len(KEY) // 2] + "\n-----END RSA PRIVATE KEY-----\n", "holds no RSA key"),
        ("-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIF%%%=\n-----END EC PRIVATE KEY-----\n", "holds no RSA key"),
    ],
)
def test_a_broken_key_is_told_in_a_clear_sentence(key: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        make_signer("play.example", "corr", key)


def test_a_key_with_other_line_ends_is_read_too() -> None:
    assert make_signer("play.example", "corr", KEY.replace("\n", "\r\n")) == make_signer("play.example", "corr", KEY)


def test_a_key_is_never_shown() -> None:
    assert "PRIVATE" not in repr(Signer("play.example", "corr", KEY.encode()))


def test_a_service_with_a_key_signs_for_the_domain_that_its_letters_come_from(tmp_path: Path) -> None:
    (tmp_path / "dkim.pem").write_text(KEY)
    environ = {"CORR_VAR": str(tmp_path / "var"), "CORR_DKIM_KEY_FILE": str(tmp_path / "dkim.pem"),
               "CORR_MAIL_DOMAIN": "mx.play.example", "CORR_MAIL_FROM": "game@play.example"}  # fmt: skip

    service = build(read_settings(environ))
    service.database.close()

    assert service.mail_identity.signer == make_signer("play.example", "corr", KEY)


def test_a_service_with_a_broken_key_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "dkim.pem").write_text("-----BEGIN PRIVATE KEY-----\nnothing\n-----END PRIVATE KEY-----\n")
    environ = {"CORR_VAR": str(tmp_path / "var"), "CORR_DKIM_KEY_FILE": str(tmp_path / "dkim.pem")}

    with pytest.raises(ConfigError, match="CORR_DKIM_KEY_FILE"):
        build(read_settings(environ))
