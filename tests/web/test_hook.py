"""Where providers post mails: what is taken, what is refused, and that nothing of it reaches a log."""

import base64
from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from corr.mail.inbound.intake import MAX_SIZE, Webhook
from corr.store.tables.mails import Inbox
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room
from tests.web.browsing import Site

SECRET = "a secret between a provider and us"
PATH = "/hooks/mail"
RAW = b"From: bob@example.org\r\nSubject: \xe4\xff\r\n\r\nI3-H3\r\nx\ny\r\n"
UNKNOWN = f"r+{'a' * 26}@play.example"


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def client(office: Office) -> FlaskClient:
    """A provider of mail."""
    return client_of(office, Webhook(IDENTITY, SECRET))


def client_of(office: Office, hook: Webhook | None) -> FlaskClient:
    """A provider that posts to a service with this hook."""
    return Site(office.room, hook=hook).browser().client


def post(
    client: FlaskClient, raw: bytes = RAW, recipient: str = "", *, kind: str = "message/rfc822", **headers: str
) -> TestResponse:
    """Post a mail."""
    given = {"Authorization": f"Bearer {SECRET}", **{name.replace("_", "-"): text for name, text in headers.items()}}
    if recipient:
        given["Corr-Recipient"] = recipient
    return client.post(PATH, base_url="http://localhost:8000", data=raw, content_type=kind, headers=given)


def test_a_posted_mail_is_stored_to_the_letter(office: Office, client: FlaskClient) -> None:
    address = office.new_address("Bob")

    answer = post(client, recipient=address, Corr_Sender="bob@example.org")

    row = office.room.rows(Inbox)[0]
    assert answer.status_code == 200
    assert (row["source"], row["sender"], row["recipient"], row["raw"]) == ("hook", "bob@example.org", address, RAW)
    assert row["raw_hash"] == sha256(RAW).hexdigest()
    assert row["game_id"] == office.game.id


def test_several_recipients_get_a_mail_each(office: Office, client: FlaskClient) -> None:
    bob, ada = office.new_address("Bob"), office.new_address("Ada")

    post(client, recipient=f"<{bob}>, {UNKNOWN}, {ada}")

    assert [row["recipient"] for row in office.room.rows(Inbox)] == [bob, ada]


def test_without_an_envelope_the_headers_of_the_mail_tell(office: Office, client: FlaskClient) -> None:
    address = office.new_address("Bob")

    answer = post(client, f"To: Corr <{address}>\r\n".encode() + RAW)

    row = office.room.rows(Inbox)[0]
    assert answer.status_code == 200
    assert (row["sender"], row["recipient"]) == ("bob@example.org", address)


def test_an_empty_envelope_sender_is_that_of_a_bounce(office: Office, client: FlaskClient) -> None:
    post(client, recipient=office.new_address("Bob"), Corr_Sender="<>")

    assert office.room.rows(Inbox)[0]["sender"] == ""


@pytest.mark.parametrize("is_multipart", [False, True])
def test_a_form_as_providers_post_it_is_taken_to_the_letter(
    office: Office, client: FlaskClient, *, is_multipart: bool
) -> None:
    address = office.new_address("Bob")
    fields = {"recipient": address.encode(), "sender": b"bob@example.org", "body-mime": RAW}
    if is_multipart:
        parts = (
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + text
            for name, text in fields.items()
        )
        body, kind = b"\r\n".join([*parts, b"--x--\r\n"]), "multipart/form-data; boundary=x"
    else:
        body, kind = urlencode(fields).encode(), "application/x-www-form-urlencoded"

    answer = post(client, body, kind=kind)

    row = office.room.rows(Inbox)[0]
    assert answer.status_code == 200
    assert (row["sender"], row["recipient"], row["raw"]) == ("bob@example.org", address, RAW)


@pytest.mark.parametrize("address", [UNKNOWN, "nobody@play.example", "@", "r+x@play.example", "é"])
def test_unknown_and_malformed_recipients_are_refused_in_the_same_words(
    office: Office, client: FlaskClient, address: str
) -> None:
    answer = post(client, recipient=address.encode().decode("latin-1"))

    assert (answer.status_code, answer.text) == (404, "There is no such address\n")
    assert office.room.count(Inbox) == 0


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer wrong", f"Bearer {SECRET}x", f"Digest {SECRET}", "Basic !", SECRET, "Bearer \xe4"],
)
def test_whoever_does_not_know_the_secret_is_refused(office: Office, client: FlaskClient, authorization: str) -> None:
    answer = post(client, recipient=office.new_address("Bob"), Authorization=authorization)

    assert answer.status_code == 401
    assert office.room.count(Inbox) == 0


def test_the_secret_may_be_the_password_in_an_address(office: Office, client: FlaskClient) -> None:
    given = base64.b64encode(f"corr:{SECRET}".encode()).decode()

    answer = post(client, recipient=office.new_address("Bob"), Authorization=f"Basic {given}")

    assert answer.status_code == 200


def test_after_twenty_wrong_secrets_a_stranger_is_turned_away(office: Office, client: FlaskClient) -> None:
    far = {"REMOTE_ADDR": "192.0.2.7"}
    wrong = {"Authorization": "Bearer wrong"}
    statuses = [client.post(PATH, headers=wrong, environ_base=far).status_code for _ in range(22)]

    client.environ_base |= far
    provider = post(client, recipient=office.new_address("Bob")).status_code

    assert statuses == [401] * 20 + [429] * 2
    assert provider == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "", "application/x-www-form-urlencoded"])
def test_what_is_no_mail_is_refused(office: Office, client: FlaskClient, kind: str) -> None:
    answer = post(client, b"x=1", office.new_address("Bob"), kind=kind)

    assert answer.status_code == 415


def test_a_mail_may_be_as_large_as_at_other_doors_and_no_larger(office: Office, client: FlaskClient) -> None:
    address = office.new_address("Bob")
    largest = RAW + b"x" * (MAX_SIZE - len(RAW))

    taken = post(client, largest, address)
    refused = post(client, largest + b"x", address)
    in_a_form = post(
        client, urlencode({"body-mime": largest + b"x"}).encode(), kind="application/x-www-form-urlencoded"
    )
    huge = post(client, b"x" * 25 * 1024 * 1024, kind="multipart/form-data; boundary=x")

    assert [answer.status_code for answer in (taken, refused, in_a_form, huge)] == [200, 413, 413, 413]
    assert office.room.count(Inbox) == 1


@pytest.mark.parametrize("raw", [b"--x\r\nnonsense", b"--x\r\nContent-Disposition: form-data\r\n\r\nx"])
def test_a_form_that_cannot_be_read_is_refused(client: FlaskClient, raw: bytes) -> None:
    answer = post(client, raw, kind="multipart/form-data; boundary=x")

    assert answer.status_code == 400


@pytest.mark.parametrize("kind", ["form-data", "form-data; filename=a"])
def test_a_part_of_a_form_without_a_name_is_passed_over(client: FlaskClient, kind: str) -> None:
    raw = f"--x\r\nContent-Disposition: {kind}\r\n\r\nI3-H3\r\n--x--\r\n".encode()

    answer = post(client, raw, kind="multipart/form-data; boundary=x")

    assert answer.status_code == 415


def test_a_form_of_very_many_fields_is_refused(client: FlaskClient) -> None:
    answer = post(client, b"a=b&" * 101, kind="application/x-www-form-urlencoded")

    assert answer.status_code == 400


@pytest.mark.parametrize("given", ["Basic \xe4\xff", "Basic =", "Basic ####", "Bearer \xe4\xff", "Basic", ""])
def test_what_can_be_no_secret_is_refused_like_a_wrong_one(client: FlaskClient, given: str) -> None:
    answer = post(client, Authorization=given)

    assert answer.status_code == 401


def test_a_database_in_trouble_leaves_the_mail_with_the_provider(office: Office, client: FlaskClient) -> None:
    address = office.new_address("Bob")
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE inbox RENAME TO away")

    answer = post(client, recipient=address)

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "60"


def test_without_a_secret_in_the_settings_there_is_no_such_page(office: Office) -> None:
    answer = post(client_of(office, None), recipient=office.new_address("Bob"))

    assert answer.status_code == 404
    assert "no page at this address" in answer.text


def test_no_token_and_no_secret_reach_a_log(
    office: Office, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    address = office.new_address("Bob")
    post(client, recipient=address)
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE inbox RENAME TO away")
    post(client, recipient=address)

    assert "could not be stored" in caplog.text
    assert IDENTITY.reply.token(address) not in caplog.text
    assert SECRET not in caplog.text


def test_a_provider_gets_no_cookie(office: Office, client: FlaskClient) -> None:
    answer = post(client, recipient=office.new_address("Bob"))

    assert "Set-Cookie" not in answer.headers
