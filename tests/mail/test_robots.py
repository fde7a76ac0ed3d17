"""Mail that is never answered."""

import pytest

from corr.mail.reading.incoming import read_mail
from corr.mail.reading.robots import reason_to_stay_silent


def silence(headers: str, sender: str = "bob@example.org") -> str:
    """Why a mail with *headers* is met with silence; empty if it is not."""
    mail = read_mail(f"{headers}\n\nB3-C3\n".encode())
    return reason_to_stay_silent(mail, sender, lambda address: address.endswith("@play.example"))


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ("Auto-Submitted: auto-replied", "auto-reply"),
        ("Auto-Submitted: AUTO-GENERATED (vacation); x=y", "auto-reply"),
        ("X-Autoreply: yes", "auto-reply"),
        ("Precedence: auto_reply", "auto-reply"),
        ("Precedence: junk", "auto-reply"),
        ("Delivered-To: Autoresponder", "auto-reply"),
        ("Subject: Automatische Antwort: Kelasu", "auto-reply"),
        ("Subject: =?utf-8?q?R=C3=A9ponse_automatique_:?= x", "auto-reply"),
        ("Subject: Re: Out of Office", "auto-reply"),
        ("Precedence: bulk", "list"),
        ("List-Id: <friends.example.org>", "list"),
        ("X-BeenThere: friends@example.org", "list"),
        ("From: MAILER-DAEMON@example.org", "bounce"),
        ("Content-Type: multipart/report; boundary=b", "bounce"),
        ("Content-Type: message/disposition-notification", "receipt"),
        ("Content-Type: text/calendar; method=REPLY", "calendar"),
        ("Content-Type: text/vnd.google.email-reaction+json", "reaction"),
        ("From: Corr <game@play.example>", "own-mail"),
        ("X-Corr-Instance: play.example", "own-mail"),
        ("\n".join(f"Received: from {hop}" for hop in range(51)), "own-mail"),
    ],
)
def test_robots_lists_and_bounces_are_met_with_silence(headers: str, reason: str) -> None:
    assert silence(headers) == reason


def test_a_mail_without_an_envelope_sender_is_a_bounce() -> None:
    assert silence("From: bob@example.org", sender="") == "bounce"


@pytest.mark.parametrize(
    "headers",
    [
        "From: bob@example.org",
        "Auto-Submitted: no",
        "X-Auto-Response-Suppress: DR, OOF, AutoReply",
        "Subject: Re: [mnp3q7x] Kelasu: Alice – Bob",
        "Subject: Automatic draws?",
    ],
)
def test_a_person_is_heard(headers: str) -> None:
    assert silence(headers) == ""
