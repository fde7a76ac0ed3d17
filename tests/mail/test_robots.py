"""What kind of thing a mail is: robots, lists, reports, and people."""

import pytest

from corr.mail.reading.mail_facts import MailClass
from corr.mail.reading.parsed_mail import read_mail
from corr.mail.reading.robots import classify


def kind_of(headers: str, sender: str = "bob@example.org") -> tuple[str, str]:
    """The class of a mail with *headers*, and the reason for it."""
    mail_class, reason = classify(read_mail(f"{headers}\n\nB3-C3\n".encode()), sender)
    return mail_class.value, reason


@pytest.mark.parametrize(
    "headers",
    [
        "From: Bob <bob@example.org>",
        "Auto-Submitted: no",
        "Auto-Submitted: NO (a person wrote this)",
        "X-Autoreply: no",
        "Precedence: first-class",
        "Subject: Re: [mnp3q7x] Kelasu: Alice – Bob",
        "Subject: Automatic draws?",
        "Subject: Lists of legal turns",
        "Return-Path: <bob@example.org>",
        "\n".join(f"Received: from {hop}" for hop in range(50)),
        "From: Postmaster Pat <pat@postmaster.example>",
    ],
)
def test_a_person_is_heard(headers: str) -> None:
    assert kind_of(headers) == ("human", "")


def test_a_wish_for_no_automatic_answers_is_no_sign_of_a_robot() -> None:
    assert kind_of("X-Auto-Response-Suppress: DR, OOF, AutoReply") == ("human", "")


@pytest.mark.parametrize("value", ["auto-replied", "auto-generated", "auto-notified"])
@pytest.mark.parametrize(
    "form", ["{}", " {} ", "{}; owner-email=bob@example.org", "{} (vacation)", "(by hand? no) {}", "{};", "\n {}"]
)
def test_a_mail_that_says_it_was_sent_automatically_is_a_robots(value: str, form: str) -> None:
    for written in (value, value.upper(), value.title()):
        assert kind_of(f"Auto-Submitted: {form.format(written)}") == ("auto", "auto-submitted")


def test_one_of_two_fields_that_says_so_is_enough() -> None:
    assert kind_of("Auto-Submitted: no\nAuto-Submitted: auto-replied") == ("auto", "auto-submitted")


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ("X-Autoreply: yes", "auto-field"),
        ("X-Autorespond: Re: Kelasu", "auto-field"),
        ("X-Autoresponder: on", "auto-field"),
        ("X-POST-MessageClass: 9; Autoresponder", "auto-field"),
        ("X-MS-Exchange-Inbox-Rules-Loop: bob@example.org", "auto-field"),
        ("Precedence: auto_reply", "precedence"),
        ("Precedence: JUNK", "precedence"),
        ("X-Precedence: auto_reply (vacation)", "precedence"),
        ("Delivered-To: Autoresponder", "autoresponder"),
    ],
)
def test_the_fields_of_older_robots_are_known(headers: str, reason: str) -> None:
    assert kind_of(headers) == ("auto", reason)


@pytest.mark.parametrize(
    "subject",
    [
        "Automatische Antwort: Kelasu",
        "Abwesenheitsnotiz",
        "Auto-Reply: Kelasu",
        "Réponse automatique : x",
        "=?utf-8?Q?R=C3=A9ponse_automatique_:?= x",
        "=?iso-8859-1?Q?R=E9ponse_?= =?utf-8?b?YXV0b21hdGlxdWU=?=",
        "Out of Office",
        "Re: Out of the office",
        "Respuesta automática: Kelasu",
        "Risposta automatica: Kelasu",
        "Resposta automática",
        "Automatisch antwoord: Kelasu",
        "Autosvar: Kelasu",
        "Odpowiedź automatyczna",
        "Automaattinen vastaus",
        "Автоматический ответ: Kelasu",
        "Otomatik yanıt",
        "自動返信: Kelasu",
        "자동 회신",
        "自动回复: Kelasu",
    ],
)
def test_a_vacation_notice_without_any_field_is_known_by_its_subject(subject: str) -> None:
    assert kind_of(f"Subject: {subject}") == ("auto", "vacation-subject")


@pytest.mark.parametrize(
    "headers",
    [
        "Subject: Please confirm your message",
        "Subject: Re: Your email requires verification verify#abc",
        "Subject: Sender address verification",
        "X-TMDA-Confirm: yes",
    ],
)
def test_a_mail_that_asks_to_prove_oneself_a_person_is_a_robots(headers: str) -> None:
    assert kind_of(headers) == ("auto", "challenge")


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ("Precedence: bulk", "precedence"),
        ("Precedence: List (friends)", "precedence"),
        ("List-Id: <friends.example.org>", "list-id"),
        ("X-BeenThere: friends@example.org", "x-beenthere"),
        ("X-Mailing-List: friends@example.org", "x-mailing-list"),
    ],
)
def test_a_mail_through_a_list_is_a_lists(headers: str, reason: str) -> None:
    assert kind_of(headers) == ("list", reason)


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ("From: MAILER-DAEMON@example.org", "mailer-daemon"),
        ("From: Mail Delivery System <postmaster@example.org>", "mailer-daemon"),
        ("X-Failed-Recipients: bob@example.org", "failed-recipients"),
        ("Subject: Undeliverable: Kelasu", "bounce-subject"),
        ("Subject: Delivery Status Notification (Failure)", "bounce-subject"),
        ("Subject: failure notice", "bounce-subject"),
        ("Subject: RE: Kelasu: Alice – Bob : non remis (delivery failed)", "bounce-subject"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=b", "delivery-status"),
        ("Content-Type: multipart/report; boundary=b\n\n--b\n\nx\n--b", "report"),
    ],
)
def test_a_bounce_is_known_by_its_form_or_its_writer(headers: str, reason: str) -> None:
    assert kind_of(headers) == ("bounce", reason)


@pytest.mark.parametrize("sender", ["", "<>", " "])
def test_a_mail_without_an_envelope_sender_is_never_a_persons(sender: str) -> None:
    assert kind_of("From: bob@example.org", sender) == ("bounce", "no-sender")


def test_a_mail_whose_return_path_is_empty_has_no_envelope_sender() -> None:
    assert kind_of("Return-Path: < >\nFrom: bob@example.org") == ("bounce", "no-sender")


def test_a_vacation_notice_without_an_envelope_sender_is_no_bounce() -> None:
    assert kind_of("Auto-Submitted: auto-replied", "") == ("auto", "auto-submitted")


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Type: message/disposition-notification",
        'Content-Type: multipart/report; report-type="disposition-notification"; boundary=b',
        "Content-Type: multipart/report; Report-Type=DISPOSITION-NOTIFICATION; boundary=b",
    ],
)
@pytest.mark.parametrize("sender", ["bob@example.org", ""])
def test_a_notice_that_a_letter_was_read_is_a_receipt(headers: str, sender: str) -> None:
    assert kind_of(headers, sender) == ("receipt", "disposition-notification")


@pytest.mark.parametrize("method", ["REPLY", "REQUEST", "CANCEL"])
@pytest.mark.parametrize("disposition", ["", "\nContent-Disposition: attachment; filename=meeting.ics"])
def test_an_answer_to_an_invitation_is_for_the_calendar(method: str, disposition: str) -> None:
    calendar = f"Content-Type: text/calendar; method={method}; name=meeting.ics{disposition}\n\nBEGIN:VCALENDAR"
    text = "Content-Type: text/plain\n\nB3-C3"

    headers = f"Content-Type: multipart/alternative; boundary=b\n\n--b\n{text}\n--b\n{calendar}\n--b--"

    assert kind_of(headers) == ("calendar", "calendar")


def test_a_calendar_file_beside_the_words_of_a_person_makes_no_difference() -> None:
    calendar = "Content-Type: text/calendar; name=holidays.ics\nContent-Disposition: attachment\n\nBEGIN:VCALENDAR"

    headers = f"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nB3-C3\n--b\n{calendar}\n--b--"

    assert kind_of(headers) == ("human", "")


def test_a_reaction_with_an_emoji_is_no_mail_of_words() -> None:
    reaction = "Content-Type: text/vnd.google.email-reaction+json\n\n{}"

    headers = f"Content-Type: multipart/alternative; boundary=b\n\n--b\n\n+1\n--b\n{reaction}\n--b--"

    assert kind_of(headers) == ("reaction", "reaction")


@pytest.mark.parametrize("name", ["X-Corr-Instance", "x-corr-instance"])
def test_a_letter_of_ours_that_came_back_is_ours(name: str) -> None:
    assert kind_of(f"{name}: play.example") == ("own", "own-letter")


def test_a_mail_that_went_through_more_than_fifty_servers_goes_round_in_circles() -> None:
    assert kind_of("\n".join(f"Received: from {hop}" for hop in range(51))) == ("own", "loop")


def test_a_bounce_that_brings_a_letter_of_ours_along_is_a_bounce() -> None:
    inner = "Content-Type: message/rfc822\n\nX-Corr-Instance: play.example\nAuto-Submitted: auto-generated\n\nx"

    headers = f"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n{inner}\n--b--"

    assert kind_of(headers) == (MailClass.BOUNCE, "delivery-status")
