"""One mail read from its bytes to what its writer asks for."""

import base64
import quopri

import pytest

from corr.games.registry import Registry
from corr.mail.reading.mail_facts import MailClass, Reading, ReportKind, SenderVerdict
from corr.mail.reading.parsed_mail import body_hash
from corr.mail.reading.reader import read
from corr.mail.reading.words.commands import Act

REGISTRY = Registry.discover()
OURS = "mx.play.example"
TOKEN = "abcdefghijklmnopqrstuvwxyz"


def reading(raw: str | bytes, *, sender: str = "bob@example.org", ruleset: str | None = "kelasu/1") -> Reading:
    """What is known of a mail."""
    content = raw.encode() if isinstance(raw, str) else raw
    return read(content, sender=sender, ruleset=ruleset, authserv_id=OURS, registry=REGISTRY)


def test_a_turn_is_read_with_its_writer() -> None:
    found = reading("From: Bob <bob@Example.org>\nSubject: Re: x\nMessage-ID: <1@example.org>\n\nB3-C3\n")

    assert (found.written_by, found.subject, found.message_id) == ("bob@example.org", "Re: x", "1@example.org")
    assert (found.mail_class, found.orders.acts, found.orders.turn) == (MailClass.HUMAN, (Act.TURN,), "B3-C3")
    assert found.new_text == "B3-C3"


def test_the_same_turn_in_text_and_html_is_one_turn() -> None:
    raw = (
        "From: bob@example.org\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\nB3-C3\n"
        "--b\nContent-Type: text/html\n\n<p>B3-C3</p>\n--b--\n"
    )

    assert reading(raw).orders.turn == "B3-C3"


@pytest.mark.parametrize("text", ["", " \n\n\t\n", "\n\n\n"])
def test_where_the_text_is_empty_the_html_is_read(text: str) -> None:
    raw = (
        f"From: bob@example.org\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\n{text}\n"
        "--b\nContent-Type: text/html\n\n<div>B3-C3</div>\n--b--\n"
    )

    assert reading(raw).orders.turn == "B3-C3"


_PATH = "C0 → C1 ⎯2→ D2"


@pytest.mark.parametrize(
    ("kind", "encoding", "body"),
    [
        ("text/plain; charset=utf-8", "8bit", _PATH.encode()),
        ("text/plain; charset=utf-8", "base64", base64.encodebytes(_PATH.encode())),
        ("text/plain; charset=utf-8", "quoted-printable", quopri.encodestring(_PATH.encode())),
        ("text/plain; charset=utf-16", "base64", base64.encodebytes(_PATH.encode("utf-16"))),
        ("text/html; charset=utf-8", "quoted-printable", quopri.encodestring(f"<p>{_PATH}</p>".encode())),
        ("text/html; charset=us-ascii", "7bit", b"<div>C0 &rarr; C1 &#9135;2&rarr; D2</div>"),
        ("text/html; charset=us-ascii", "7bit", b"<div>C0&#x20;&#8594; C1 <b>&#x23af;2&RightArrow;</b> D2</div>"),
    ],
)
def test_arrows_reach_the_game_whatever_a_client_makes_of_them(kind: str, encoding: str, body: bytes) -> None:
    head = f"From: bob@example.org\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n"

    found = reading(head.encode() + body, ruleset="kyo/1")

    assert (found.orders.acts, found.orders.turn) == ((Act.TURN,), _PATH)


def test_a_turn_in_an_attached_file_is_not_played() -> None:
    raw = (
        "From: bob@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n\n"
        "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=turn.txt\n\nB3-C3\n--b--\n"
    )

    assert (reading(raw).orders.acts, reading(raw).fault) == ((), "")


def test_a_turn_in_the_subject_alone_is_not_played() -> None:
    assert reading("From: bob@example.org\nSubject: B3-C3\n\n").orders.acts == ()


def test_text_parts_around_a_picture_are_one_turn() -> None:
    raw = (
        "From: bob@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nB3-C3\n"
        "--b\nContent-Type: image/png\nContent-Disposition: inline; filename=board.png\n\nx\n--b\n\nB4-C4\n--b--\n"
    )

    assert reading(raw).orders.turn.split() == ["B3-C3", "B4-C4"]


def test_what_is_signed_inline_is_read_without_its_armour() -> None:
    raw = (
        "From: bob@example.org\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- B3-C3\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBB3-C4\n-----END PGP SIGNATURE-----\n"
    )

    assert reading(raw).orders.turn == "B3-C3"


@pytest.mark.parametrize("kind", ["application/pgp-signature", "application/pkcs7-signature; name=smime.p7s"])
def test_what_is_signed_as_a_whole_is_read_without_its_signature(kind: str) -> None:
    raw = (
        "From: bob@example.org\nContent-Type: multipart/signed; boundary=b\n\n--b\n\nB3-C3\n"
        f"--b\nContent-Type: {kind}\n\nB4-C4\n--b--\n"
    )

    assert reading(raw).orders.turn == "B3-C3"


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("multipart/encrypted; boundary=b", "encrypted"),
        ("application/pkcs7-mime; smime-type=signed-data", "opaque"),
        ("application/ms-tnef; name=winmail.dat", "winmail"),
    ],
)
def test_why_words_cannot_be_read_is_said_in_a_sentence(kind: str, code: str) -> None:
    found = reading(f"From: bob@example.org\nContent-Type: {kind}\n\n--b\n\nB3-C3\n--b--\n")

    assert (found.fault_code, found.orders.acts, found.mail_class) == (code, (), MailClass.HUMAN)
    assert found.fault.startswith("It")
    assert found.fault.endswith(".")


def test_a_mail_that_is_too_intricate_is_still_known_by_its_headers() -> None:
    found = reading("From: bob@example.org\nAuto-Submitted: auto-replied\n" + "Content-Type: message/rfc822\n\n" * 2000)

    assert (found.mail_class, found.written_by, found.fault_code) == (MailClass.AUTO, "bob@example.org", "too-complex")


@pytest.mark.parametrize(
    "headers",
    [
        "From: bob@example.org\nFrom: bob@example.org",
        "From: bob@example.org, eve@evil.example",
        "From: bob@example.org <eve@evil.example>",
        "From: friends: bob@example.org;",
        "From: undisclosed-recipients:;",
        "From: Bob",
        "From:",
        "From : bob@example.org",
        "Sender: bob@example.org",
        "",
    ],
)
def test_a_mail_without_exactly_one_author_is_nobodys(headers: str) -> None:
    assert reading(f"{headers}\nSubject: x\n\nB3-C3\n".lstrip("\n")).written_by == ""


def test_every_address_in_from_is_known() -> None:
    found = reading('From: "game@play.example" <bob@example.org>, Eve <eve@evil.example>\n\nx')

    assert {"bob@example.org", "eve@evil.example"} <= set(found.from_addresses)


def test_the_verdict_of_our_own_server_is_known() -> None:
    evil, good = (f"Authentication-Results: {OURS}; dmarc={result}\n" for result in ("fail", "pass"))

    assert reading(evil + good + "From: bob@example.org\n\nx").verdict is SenderVerdict.FAIL


@pytest.mark.parametrize("name", ["To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To"])
@pytest.mark.parametrize(
    "form",
    [
        "r+{}@play.example",
        "<r+{}@play.example>",
        '"Reply with your turn" <r+{}@play.example>',
        "<1@example.org> <r+{}@play.example>",
        "<1@example.org>\n <r+{}@play.example>",
        "eve@example.org, r+{}@play.example",
        "<<r+{}@play.example>>",
        "r=2B{}@play.example",
        "rfc822;r+{}@play.example",
    ],
)
def test_a_token_is_found_wherever_it_stands(name: str, form: str) -> None:
    for token in (TOKEN, TOKEN.upper()):
        wanted = {f"r+{token}@play.example", f"r=2B{token}@play.example"}

        assert wanted & set(reading(f"{name}: {form.format(token)}\n\nx").addressed)


@pytest.mark.parametrize("name", ["References", "In-Reply-To"])
def test_what_a_mail_refers_to_is_no_address_that_it_went_to(name: str) -> None:
    found = reading(f"{name}: <1@example.org>\n <r+{TOKEN}@play.example>\n\nx")

    assert (found.addressed, found.shown_to) == ((), ())
    assert found.references == ("1@example.org", f"r+{TOKEN}@play.example")


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        (f"To: r+{TOKEN}@play.example\nDelivered-To: x@play.example", (f"r+{TOKEN}@play.example",)),
        ("To: Corr <game@play.example>,\n Ada <ada@example.org>", ("game@play.example", "ada@example.org")),
        ("Cc: ada@example.org (Ada)\nBcc: eve@example.org", ("ada@example.org", "eve@example.org")),
        ('To: "bob@work.example" <game@play.example>', ("game@play.example",)),
        ("To: friends: ada@example.org, eve@example.org;", ("ada@example.org", "eve@example.org")),
        ("To: undisclosed-recipients:;", ()),
        ("Resent-To: ada@example.org", ("ada@example.org",)),
    ],
)
def test_who_else_got_a_mail_is_known(fields: str, shown: tuple[str, ...]) -> None:
    assert reading(f"{fields}\n\nx").shown_to == shown


def test_a_bounce_is_reported() -> None:
    found = reading("From: MAILER-DAEMON@example.org\n\n550 5.1.1 User unknown\n", sender="")

    assert found.report is not None
    assert (found.mail_class, found.report.kind, found.report.status) == (MailClass.BOUNCE, ReportKind.FAILED, "5.1.1")


@pytest.mark.parametrize(
    "headers", ["Auto-Submitted: auto-replied", "Subject: Out of Office", "Content-Type: multipart/report; boundary=x"]
)
def test_a_robots_turn_is_not_read(headers: str) -> None:
    assert reading(f"From: bob@example.org\n{headers}\n\nB3-C3\n").orders.acts == ()


def test_a_mail_without_an_envelope_sender_asks_for_nothing() -> None:
    assert reading("From: bob@example.org\n\nB3-C3\n", sender="").orders.acts == ()


def test_a_mail_through_a_list_is_read_so_that_it_can_be_asked_about() -> None:
    found = reading("From: bob@example.org\nList-Id: <x.example>\n\nB3-C3\n")

    assert (found.mail_class, found.orders.turn) == (MailClass.LIST, "B3-C3")


@pytest.mark.parametrize(
    "given", ["no brackets@example.org", "<a b@example.org>", "<x@y>\nMessage-ID: <z@y>", "<é@y>", "<>"]
)
def test_a_message_id_that_cannot_be_a_key_is_none(given: str) -> None:
    assert reading(f"Message-ID: {given}\n\nx").message_id == ""


ON_ITS_WAY = [
    "Received: from a\n\tby b; Mon, 4 Jan 2027 12:00:00 +0000\n",
    "Delivered-To: r@play.example\nX-Original-To: r@play.example\nReturn-Path: <bob@example.org>\n",
    "Authentication-Results: mx.play.example; dmarc=pass\nARC-Seal: i=1\nX-Spam-Status: No\n",
    "\n",
]


@pytest.mark.parametrize("headers", ON_ITS_WAY)
def test_a_mail_is_the_same_whatever_servers_write_on_it(headers: str) -> None:
    raw = "Subject: x\n\nB3-C3\n"

    assert body_hash((headers + raw).encode()) == body_hash(raw.encode())
    assert body_hash((headers + raw).replace("\n", "\r\n").encode()) == body_hash(raw.encode())


@pytest.mark.parametrize(
    "other", ["Subject: x\n\nB3-C4\n", "Subject: y\n\nB3-C3\n", "Subject: x\n\nReceived: B3-C3\n\nB3-C3\n"]
)
def test_another_mail_is_another_mail(other: str) -> None:
    assert body_hash(other.encode()) != body_hash(b"Subject: x\n\nB3-C3\n")


def test_what_is_below_a_mails_first_256_kilobytes_makes_another_mail() -> None:
    one, other = (b"Subject: x\n\n" + b"x\n" * 200_000 + end for end in (b"a", b"b"))

    assert reading(one).body_hash != reading(other).body_hash


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ("Content-Type: text/plain; charset=big5", "B3-C3 – schön".encode()),
        ("Content-Type: text/plain; charset=iso-8859-1", "B3-C3 – schön".encode()),
        ("Content-Type: text/plain; charset=iso-8859-1", "B3-C3 \x96 schön".encode("latin-1")),
        ("Content-Type: text/plain; charset=unicode-1-1-utf-7", "B3-C3 – schön".encode("utf-7")),
        ("Content-Type: text/plain; charset=x-unknown", "B3-C3 – schön".encode()),
        ("Content-Type: text/plain", "B3-C3 – schön".encode()),
        ("Content-Type: text/plain", "B3-C3 – schön".encode("cp1252")),
        ("Content-Type: text/plain; charset=utf-8", "B3-C3 – schön".encode("cp1252")),
    ],
)
def test_letters_are_read_whatever_charset_is_claimed(headers: str, body: bytes) -> None:
    assert reading(f"From: bob@example.org\n{headers}\n\n".encode() + body).new_text == "B3-C3 – schön"


def test_japanese_letters_without_a_charset_are_read() -> None:
    assert reading(b"From: bob@example.org\n\n" + "次の手".encode("iso-2022-jp")).new_text == "次の手"
