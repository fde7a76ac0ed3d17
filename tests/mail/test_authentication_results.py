"""What our own mail server says about a mail, and what others say in its name."""

from datetime import UTC, datetime

import pytest

from corr.mail.reading.authentication_results import stamped_at, verdict
from corr.mail.reading.mail_facts import SenderVerdict

OURS = "mx.play.example"
BOB = "bob@example.org"


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("dmarc=pass", SenderVerdict.PASS),
        ("dmarc=pass header.from=example.org", SenderVerdict.PASS),
        ("dmarc=pass (p=none dis=none) header.from=Example.ORG", SenderVerdict.PASS),
        ("spf=pass smtp.mailfrom=bob@example.org; dkim=pass header.d=example.org; dmarc=pass", SenderVerdict.PASS),
        ("dmarc=fail", SenderVerdict.FAIL),
        ("DMARC = Fail (p=reject)", SenderVerdict.FAIL),
        ("dmarc/1=fail", SenderVerdict.FAIL),
        ("dmarc=pass; dmarc=fail", SenderVerdict.FAIL),
        ("dmarc=none", SenderVerdict.UNKNOWN),
        ("dmarc=temperror", SenderVerdict.UNKNOWN),
        ("dmarc=permerror; dkim=pass header.d=example.org", SenderVerdict.UNKNOWN),
        ("dkim=pass; spf=pass", SenderVerdict.UNKNOWN),
        ("none", SenderVerdict.UNKNOWN),
        ("dmarc=pass header.from=evil.example", SenderVerdict.UNKNOWN),
    ],
)
def test_our_own_servers_word_on_the_sender_counts(result: str, expected: SenderVerdict) -> None:
    assert verdict([f"{OURS}; {result}"], OURS, BOB) is expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("dkim=pass header.d=example.org header.s=a", SenderVerdict.PASS),
        ("dkim=pass header.i=@Example.org header.s=a header.b=x1y2", SenderVerdict.PASS),
        ("dkim=fail header.d=example.org; dkim=pass (2048-bit key) header.d=example.org", SenderVerdict.PASS),
        ("spf=pass smtp.mailfrom=bob@example.org", SenderVerdict.PASS),
        ("spf=pass (sender is allowed) smtp.mailfrom=Example.ORG", SenderVerdict.PASS),
        ("spf=pass smtp.mailfrom=x@example.org.; dmarc=none", SenderVerdict.PASS),
        ("dmarc=none (p=none) header.from=example.org; dkim=pass header.d=example.org", SenderVerdict.PASS),
        ("dmarc=bestguesspass; spf=pass smtp.mailfrom=example.org", SenderVerdict.PASS),
        ("spf=fail smtp.mailfrom=bob@example.org; dkim=pass header.d=example.org", SenderVerdict.PASS),
        ("dmarc=pass header.from=example.org; spf=fail smtp.mailfrom=forwarder.example", SenderVerdict.PASS),
        ("spf=fail smtp.mailfrom=bob@example.org", SenderVerdict.FAIL),
        ("spf=hardfail smtp.mailfrom=bob@example.org", SenderVerdict.FAIL),
        ("dmarc=none; spf=fail; dkim=none", SenderVerdict.FAIL),
        ("dmarc=none; spf=fail; dkim=pass header.d=evil.example", SenderVerdict.FAIL),
        ("spf=pass smtp.helo=example.org; spf=fail smtp.mailfrom=bob@example.org", SenderVerdict.FAIL),
        ("dmarc=other header.from=example.org; spf=fail", SenderVerdict.FAIL),
        ("spf=softfail smtp.mailfrom=bob@example.org", SenderVerdict.UNKNOWN),
        ("spf=neutral; dkim=none; dmarc=none", SenderVerdict.UNKNOWN),
        ("spf=pass smtp.helo=example.org", SenderVerdict.UNKNOWN),
        ("spf=pass smtp.mailfrom=bob@evil.example", SenderVerdict.UNKNOWN),
        ("spf=pass smtp.mailfrom=bob@example.org@evil.example", SenderVerdict.UNKNOWN),
        ("spf=pass smtp.mailfrom=x smtp.mailfrom=bob@example.org", SenderVerdict.UNKNOWN),
        ('spf=pass smtp.mailfrom="x smtp.mailfrom=bob@example.org"@evil.example', SenderVerdict.UNKNOWN),
        ("dkim=pass header.d=evil.example header.i=@example.org", SenderVerdict.UNKNOWN),
        ("dkim=pass header.d=notexample.org", SenderVerdict.UNKNOWN),
        ("dkim=policy header.d=example.org", SenderVerdict.UNKNOWN),
        ("arc=pass header.d=example.org", SenderVerdict.UNKNOWN),
        ("iprev=pass policy.iprev=192.0.2.7; auth=pass smtp.auth=bob@example.org", SenderVerdict.UNKNOWN),
    ],
)
def test_where_there_is_no_dmarc_a_signature_or_a_server_of_the_very_domain_counts(
    result: str, expected: SenderVerdict
) -> None:
    assert verdict([f"{OURS}; {result}"], OURS, BOB) is expected


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("club.example.org", SenderVerdict.PASS),
        ("example.org", SenderVerdict.PASS),
        ("other.example.org", SenderVerdict.UNKNOWN),
        ("mail.club.example.org", SenderVerdict.UNKNOWN),
        ("org", SenderVerdict.UNKNOWN),
    ],
)
def test_a_domain_stands_for_those_below_it_and_for_no_neighbour(domain: str, expected: SenderVerdict) -> None:
    results = (f"dkim=pass header.d={domain}", f"spf=pass smtp.mailfrom=x@{domain}")

    assert [verdict([f"{OURS}; {result}"], OURS, "bob@club.example.org") for result in results] == [expected] * 2


@pytest.mark.parametrize("top", ["dmarc=none", "spf=none", "dkim=none"])
def test_a_pass_further_down_is_not_believed_and_a_failure_is(top: str) -> None:
    passed, failed = f"{OURS}; dkim=pass header.d=example.org", f"{OURS}; spf=fail smtp.mailfrom=bob@example.org"

    assert verdict([f"{OURS}; {top}", passed], OURS, BOB) is SenderVerdict.UNKNOWN
    assert verdict([f"{OURS}; {top}", failed], OURS, BOB) is SenderVerdict.FAIL


@pytest.mark.parametrize("name", [OURS.upper(), f"{OURS} 1", f"(our own) {OURS}"])
def test_our_server_is_known_in_every_way_of_writing_its_name(name: str) -> None:
    assert verdict([f"{name}; dmarc=fail"], OURS, BOB) is SenderVerdict.FAIL


@pytest.mark.parametrize(
    "field", ["mx.evil.example; dmarc=pass", "mx.play.example.evil.example; dmarc=pass", "dmarc=pass"]
)
def test_what_other_servers_say_is_not_heard(field: str) -> None:
    assert verdict([field], OURS, BOB) is SenderVerdict.UNKNOWN


@pytest.mark.parametrize("result", ["pass", "fail"])
def test_where_no_server_of_ours_judges_nothing_is_believed(result: str) -> None:
    assert verdict([f"; dmarc={result}", f"{OURS}; dmarc={result}"], "", BOB) is SenderVerdict.UNKNOWN


@pytest.mark.parametrize(("top", "below"), [("fail", "pass"), ("pass", "fail"), ("none", "pass")])
def test_only_the_topmost_word_of_our_server_counts(top: str, below: str) -> None:
    fields = ["mx.evil.example; dmarc=pass", f"{OURS}; dmarc={top}", f"{OURS}; dmarc={below}"]

    assert verdict(fields, OURS, BOB) is verdict(fields[:2], OURS, BOB)


def test_a_forged_pass_below_a_word_of_ours_on_something_else_is_not_believed() -> None:
    assert verdict([f"{OURS}; spf=pass", f"{OURS}; dmarc=pass"], OURS, BOB) is SenderVerdict.UNKNOWN


def test_a_failure_that_our_server_wrote_in_a_field_of_its_own_is_heard() -> None:
    assert verdict([f"{OURS}; spf=pass", f"{OURS}; dmarc=fail"], OURS, BOB) is SenderVerdict.FAIL


@pytest.mark.parametrize(
    "result",
    [
        'spf=pass smtp.mailfrom="; dmarc=pass"@example.org; dmarc=fail',
        "spf=pass (; dmarc=pass ; ) ; dmarc=fail",
        'spf=pass reason="\\"; dmarc=pass"; dmarc=fail',
        "spf=pass (a (b) ; dmarc=pass); dmarc=fail",
    ],
)
def test_words_of_a_stranger_within_our_servers_field_do_not_count(result: str) -> None:
    assert verdict([f"{OURS}; {result}"], OURS, BOB) is SenderVerdict.FAIL


def test_a_field_that_is_too_long_to_be_read_to_its_end_counts_as_a_failure() -> None:
    assert verdict([f"{OURS}; spf=pass smtp.mailfrom={'x' * 9000}; dmarc=fail"], OURS, BOB) is SenderVerdict.FAIL


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (f"from a (b [192.0.2.1]) by {OURS} (Postfix) with ESMTPS id 1; Mon, 4 Jan 2027 11:59:30 +0100", 10),
        (f"from a\tby {OURS.upper()}. with LMTP; Mon,  4 Jan 2027 10:59:30 +0000 (UTC)", 10),
        (f"by {OURS}; 4 Jan 2027 10:59:30 GMT", 10),
        (f"from a by {OURS} for <r+x@play.example>; Mon, 4 Jan 2027 09:59:30 -0000", None),
    ],
)
def test_our_servers_stamp_tells_when_a_mail_came(field: str, expected: int | None) -> None:
    moment = None if expected is None else datetime(2027, 1, 4, expected, 59, 30, tzinfo=UTC)

    assert stamped_at([field], OURS) == moment


@pytest.mark.parametrize(
    "field",
    [
        "from a by mx.evil.example; Mon, 4 Jan 2027 10:59:30 +0000",
        f"from {OURS} by mx.evil.example; Mon, 4 Jan 2027 10:59:30 +0000",
        f"from a (by {OURS}) by mx.evil.example; Mon, 4 Jan 2027 10:59:30 +0000",
        f"from a by {OURS}; yesterday",
        f"from a by {OURS}; Mon, 44 Jan 2027 10:59:30 +0000",
        f"from a by {OURS}; Mon, 4 Jan 0000 10:59:30 +0000",
        f"from a by {OURS}",
        "",
    ],
)
def test_a_stamp_that_is_not_ours_or_makes_no_sense_is_none(field: str) -> None:
    assert stamped_at([field], OURS) is None


def test_only_the_topmost_stamp_counts() -> None:
    forged = f"from a by {OURS}; Mon, 4 Jan 2027 08:00:00 +0000"

    assert stamped_at(["from b by other.example; Mon, 4 Jan 2027 12:00:00 +0000", forged], OURS) is None


def test_without_a_server_of_ours_no_stamp_counts() -> None:
    assert stamped_at(["from a by ; Mon, 4 Jan 2027 08:00:00 +0000"], "") is None
