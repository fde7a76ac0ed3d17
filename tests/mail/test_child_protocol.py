"""What the process that reads mails tells is checked like anything that comes from outside."""

import json
from typing import Any

import pytest

from corr.games.registry import Registry
from corr.mail.reading.child import read_reading
from corr.mail.reading.child_main import BrokenWireError, write_reading
from tests.mail.in_process_reader import InProcessReader

_BOUNCE = b"""From: mailer-daemon@example.org
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: 5.1.1

--b--
"""


def told(raw: bytes = b"From: bob@example.org\n\nB3-C3\nsay: Hello!\n") -> dict[str, Any]:
    """What is told of a mail."""
    reads = InProcessReader(Registry.discover())
    found = json.loads(
        write_reading(reads.read(raw, sender="bob@example.org", ruleset="kelasu/1", authserv_id="mx.example"))
    )
    assert isinstance(found, dict)
    return found


_OTHER_KINDS = {"text": (None, 5, 1.5, True, [], ["x"], {}), "texts": (None, 5, "x", {}, [1], [["x"]], [None])}
_OF_TEXTS = ("from_addresses", "addressed", "shown_to", "references", "left_out")


@pytest.mark.parametrize("name", [*told()])
def test_a_value_of_another_kind_is_no_reading(name: str) -> None:
    usual = told()
    # What may be missing is there, or is not; it is no text either way.
    others = _OTHER_KINDS["texts" if name in _OF_TEXTS else "text"]
    may_be_missing = name in {"stamped_at", "report", "orders_after_no"}
    wrong = [value for value in others if value is not None or not may_be_missing]

    for value in wrong:
        with pytest.raises(BrokenWireError):
            read_reading(json.dumps({**usual, name: value}).encode())


@pytest.mark.parametrize(
    "change",
    [{"acts": ["turn", "fly"]}, {"typed": ["one"] * 9}, {"say": 1}, {"more": ""}, {"row": "fear"}, {"beside": 1}],
)
@pytest.mark.parametrize("name", ["orders", "orders_after_no"])
def test_orders_that_make_no_sense_are_no_reading(name: str, change: dict[str, object]) -> None:
    usual = told(b"From: bob@example.org\n\nno\nB3-C3\n")

    with pytest.raises(BrokenWireError):
        read_reading(json.dumps({**usual, name: {**usual[name], **change}}).encode())


@pytest.mark.parametrize("change", [{"kind": "other"}, {"status": 5}, {"words": None}, {"more": ""}])
def test_a_report_that_makes_no_sense_is_no_reading(change: dict[str, object]) -> None:
    usual = told(_BOUNCE)

    with pytest.raises(BrokenWireError):
        read_reading(json.dumps({**usual, "report": {**usual["report"], **change}}).encode())


@pytest.mark.parametrize("moment", ["", "2027-01-01", "2027-01-01T10:00:00", "yesterday"])
def test_a_moment_without_a_zone_is_none(moment: str) -> None:
    with pytest.raises(BrokenWireError):
        read_reading(json.dumps({**told(), "stamped_at": moment}).encode())


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"a":' * 50_000, b"9" * 5000, b"null", b"\xff"])
def test_what_no_json_reader_survives_is_no_reading(content: bytes) -> None:
    with pytest.raises(BrokenWireError):
        read_reading(content)
