"""Whatever comes in over the wire: it is read to its end, and nobody takes a bounce for a person."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.games.registry import Registry
from corr.mail.reading.child import ChildReader
from corr.mail.reading.mail_facts import MailClass, Reading
from corr.mail.reading.reader import read
from tests.mail.shapes import SHAPES

REGISTRY = Registry.discover()
LETTERS = [path.read_bytes() for path in sorted((Path(__file__).parent / "letters").glob("*.eml"))]
FIELDS = [
    *(b"From", b"To", b"Subject", b"Message-ID", b"Content-Type", b"Content-Transfer-Encoding", b"Received"),
    *(b"Content-Disposition", b"Auto-Submitted", b"Authentication-Results", b"References", b"Precedence"),
]
VALUES = [
    *(b"multipart/mixed; boundary=b", b"multipart/report; report-type=delivery-status; boundary=b", b"text/html"),
    *(
        b"text/plain; charset=utf-7; format=flowed",
        b"base64",
        b"quoted-printable",
        b"mx.example; dmarc=",
        b"<a@b.example>",
    ),
    *(b"=?utf-8?b?a?=", b"from a by mx.example; Mon, 4 Jan 2027 12:00:00 +0000", b"message/delivery-status", b"("),
]
LINES = st.sampled_from(
    [b"--b", b"--b--", b"", b"B3-C3", b"> B3-C3", b"Status: 5.1.1", b"On 4 Jan 2027 Ada wrote:", b"QjM="]
)
FIELD = st.builds(
    lambda name, value: name + b": " + value, st.sampled_from(FIELDS), st.sampled_from(VALUES) | st.binary()
)
MAILS = st.builds(
    lambda fields, lines: b"\n".join([*fields, b"", *lines]),
    st.lists(FIELD, max_size=8),
    st.lists(LINES | FIELD | st.binary(max_size=30), max_size=20),
)


def reading(raw: bytes, sender: str = "bob@example.org") -> Reading:
    """What is known of a mail."""
    return read(raw, sender=sender, ruleset="kelasu/1", authserv_id="mx.example", registry=REGISTRY)


@given(st.binary(max_size=300) | MAILS)
def test_any_bytes_are_read(raw: bytes) -> None:
    found = reading(raw)

    assert "\x00" not in found.new_text
    assert not (found.orders.acts and found.fault)
    assert all(" " not in address for address in (found.written_by, found.message_id, *found.references))


@given(MAILS, st.sampled_from(["", "<>"]))
def test_no_mail_without_an_envelope_sender_is_a_persons(raw: bytes, sender: str) -> None:
    found = reading(raw, sender)

    assert found.mail_class not in {MailClass.HUMAN, MailClass.LIST}
    assert found.orders.acts == ()


@given(st.sampled_from(LETTERS), st.data())
def test_a_letter_with_some_bytes_lost_or_changed_is_read(letter: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(letter)))
    end = data.draw(st.integers(start, min(len(letter), start + 200)))

    found = reading(letter[:start] + data.draw(st.binary(max_size=20)) + letter[end:])

    assert found.body_hash


@given(st.sampled_from(LETTERS), st.sampled_from(LETTERS), st.data())
def test_two_letters_run_together_are_read(one: bytes, other: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(one)))

    assert reading(one[:cut] + other).body_hash


@pytest.mark.slow
@pytest.mark.parametrize("size", [250_000, 1_000_000])
def test_no_mail_that_was_made_to_cost_much_kills_its_reader(size: int) -> None:
    with ChildReader() as reader:
        for make in SHAPES.values():
            found = reader.read(make(size), sender="bob@example.org", ruleset="kelasu/1", authserv_id="mx.example")

            assert found.body_hash


@pytest.mark.parametrize(
    "name",
    ["parts within parts", "mails within mails", "empty parts", "empty mails in a digest", "headers"],
)
def test_what_no_person_writes_is_said_to_be_too_complex(name: str) -> None:
    assert reading(SHAPES[name](1_000_000)).fault_code == "too-complex"
