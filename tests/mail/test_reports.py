"""What bounces and complaints say about letters of ours, by the book and in other words."""

import pytest

from corr.mail.reading.mail_facts import MailClass, Report, ReportKind
from corr.mail.reading.parsed_mail import read_mail
from corr.mail.reading.robots import classify, report_of


def reported(raw: str, sender: str = "") -> Report | None:
    """What the mail *raw* reports."""
    mail = read_mail(raw.encode())
    return report_of(mail, classify(mail, sender)[0])


def by_the_book(*recipients: str, text: str = "It did not work.") -> Report:
    """What a delivery report with a block for each of *recipients* says."""
    blocks = "\n\n".join(("Reporting-MTA: dns; mx.example.org", *recipients))
    found = reported(
        "From: mx@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        f"--b\n\n{text}\n--b\nContent-Type: message/delivery-status\n\n{blocks}\n--b--\n"
    )
    assert found is not None
    return found


def in_words(text: str, subject: str = "failure notice") -> Report:
    """What a bounce in words alone says."""
    found = reported(f"From: MAILER-DAEMON@example.org\nSubject: {subject}\n\n{text}\n")
    assert found is not None
    return found


def test_an_unknown_recipient_is_reported_with_its_code_and_the_far_ends_words() -> None:
    report = by_the_book(
        "Final-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 5.1.1 <bob@example.org>:\n User unknown"
    )

    assert report == Report(ReportKind.FAILED, "5.1.1", "550 5.1.1 <bob@example.org>: User unknown")


@pytest.mark.parametrize(
    ("block", "kind", "status"),
    [
        ("Action: delayed\nStatus: 4.4.1", ReportKind.DELAYED, "4.4.1"),
        ("Action: Delayed (warning)\nStatus: 4.2.2 (mailbox full)", ReportKind.DELAYED, "4.2.2"),
        ("Action: delivered\nStatus: 2.0.0", ReportKind.DELIVERED, "2.0.0"),
        ("Action: relayed\nStatus: 2.1.9", ReportKind.DELIVERED, "2.1.9"),
        ("ACTION: FAILED\nSTATUS: 5.2.1", ReportKind.FAILED, "5.2.1"),
        ("Action: failed\nStatus: 4.4.7", ReportKind.FAILED, "4.4.7"),
        ("Action: failure\nStatus: 553 too large", ReportKind.FAILED, "5.0.0"),
        ("Status: 5.7.1", ReportKind.FAILED, "5.7.1"),
        ("Status: 4.4.2", ReportKind.DELAYED, "4.4.2"),
        ("Action: failed\nDiagnostic-Code: smtp; 550 5.1.1 unknown", ReportKind.FAILED, "5.1.1"),
        ("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 5.2.2 full", ReportKind.FAILED, "5.2.2"),
        ("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: x; no", ReportKind.FAILED, "5.0.0"),
        ("Action: failed\nDiagnostic-Code: smtp; 550 no such user here", ReportKind.FAILED, "5.1.1"),
        ("Action: failed", ReportKind.FAILED, ""),
    ],
)
def test_a_report_by_the_book_is_read(block: str, kind: ReportKind, status: str) -> None:
    report = by_the_book(f"Final-Recipient: rfc822; bob@example.org\n{block}")

    assert (report.kind, report.status) == (kind, status)


def test_of_several_recipients_the_one_that_failed_matters() -> None:
    report = by_the_book(
        "Action: delivered\nStatus: 2.0.0", "Action: delayed\nStatus: 4.0.0", "Action: failed\nStatus: 5.1.1"
    )

    assert (report.kind, report.status) == (ReportKind.FAILED, "5.1.1")


def test_a_report_that_is_empty_is_read_by_its_words() -> None:
    raw = (
        "From: mx@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\n"
        "The server said: 550 5.1.1 The account does not exist\n--b\nContent-Type: message/delivery-status\n\n--b--\n"
    )

    assert reported(raw) == Report(ReportKind.FAILED, "5.1.1", "The server said: 550 5.1.1 The account does not exist")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("<bob@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)", "5.1.1"),
        ("bob@example.org\n  550 unknown user", "5.1.1"),
        ("host mx.example.org said: 550 Requested action not taken", "5.0.0"),
        ("552 over quota", "5.2.2"),
        ("Your message to bob could not be delivered: mailbox is full", "5.2.2"),
        ("The address was not found; the domain does not exist", "5.1.2"),
        ("The recipient name is not recognized", "5.1.1"),
        ("This account has been disabled or discontinued.", "5.2.1"),
        ("The user's mailfolder is full.", "5.2.2"),
        ("This person's account is exceeding their quota.", "5.2.2"),
        ("b.example ... unknown host", "5.1.2"),
        ("It could not be delivered.", ""),
        ("It failed.\n--- Below this line is a copy of the message.\nSubject: 550 5.1.1 user unknown", ""),
        ("It failed.\n--- Original message follows.\nRelease 4.3.1 is out", ""),
        ("Since release 2.0.13 it is so.", ""),
        ("It was sent on 10.5.1.1 at 5.1.1.9", ""),
        ("The phone number is 550550 and 1-550-1", ""),
    ],
)
def test_a_bounce_in_words_alone_is_read_as_far_as_it_goes(text: str, status: str) -> None:
    report = in_words(text)

    assert (report.kind, report.status) == (ReportKind.FAILED, status)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Delivery is delayed; no action is required.", ""),
        ("451 4.7.1 Greylisted, we are still trying", "4.7.1"),
        ("452 mailbox full", "4.2.2"),
        ("Delivery attempts will continue to be made for 5 days.", ""),
        ("Your message has not yet been delivered. It will be retried.", ""),
    ],
)
def test_a_warning_that_it_takes_longer_is_no_failure(text: str, status: str) -> None:
    report = in_words(text, "Warning: could not send message for past 4 hours")

    assert (report.kind, report.status) == (ReportKind.DELAYED, status)


def test_the_words_of_a_bounce_are_one_line_without_controls() -> None:
    report = by_the_book(f"Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; a\x01b\u202ec {'x' * 500}")

    assert report.words.startswith("a b c xxx")
    assert len(report.words) == 200


def complaint(kind: str) -> str:
    """A report that somebody marked a letter of ours."""
    return (
        "From: abuse@example.org\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\n\n"
        f"This is a report.\n--b\nContent-Type: message/feedback-report\n\nFeedback-Type: {kind}\n"
        "User-Agent: Loop/1.0\nVersion: 1\n\n--b\nContent-Type: message/rfc822\n\nSubject: Kelasu\n\nB3-C3\n--b--\n"
    )


@pytest.mark.parametrize("kind", ["abuse", "ABUSE", "fraud", "other", "opt-out"])
@pytest.mark.parametrize("sender", ["", "abuse@example.org"])
def test_a_complaint_is_known_and_told_apart_from_bounces(kind: str, sender: str) -> None:
    assert reported(complaint(kind), sender) == Report(ReportKind.COMPLAINT, "", f"{kind} Loop/1.0")


@pytest.mark.parametrize("kind", ["not-spam", "auth-failure"])
def test_a_report_that_does_not_complain_is_just_a_report(kind: str) -> None:
    mail = read_mail(complaint(kind).encode())

    assert classify(mail, "")[0] is MailClass.REPORT


@pytest.mark.parametrize(
    "headers",
    ["From: bob@example.org", "Auto-Submitted: auto-replied", "Content-Type: message/disposition-notification"],
)
def test_what_is_neither_bounce_nor_complaint_reports_nothing(headers: str) -> None:
    assert reported(f"{headers}\n\n550 5.1.1 User unknown\n", "bob@example.org") is None
