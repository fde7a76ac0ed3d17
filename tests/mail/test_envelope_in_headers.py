"""Who a mail is from and for, where only its own headers tell."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.mail.inbound.intake import LONGEST_HEAD, recipients_in, sender_in
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room, statements_of


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


def found(office: Office, *fields: str) -> list[str]:
    """Whom a mail with these header fields is for."""
    raw = "\r\n".join([*fields, "", "To: in-the-text@play.example", ""]).encode("utf-8", "surrogateescape")
    with office.room.workshop.look() as reader:
        return list(recipients_in(reader, IDENTITY, raw))


@pytest.mark.parametrize(
    "field",
    [
        "Delivered-To: {}",
        "X-Original-To: {}",
        "Envelope-To: <{}>",
        "to: {}",
        "To: Corr <{}>, x@example.org",
        'To: "Corr, (the)" <{}>',
        "To: =?utf-8?q?C=C3=B6rr?=\r\n <{}>",
        "Cc: friends: x@example.org, {};",
        "To: \udcff\udcfe <{}>",
    ],
)  # fmt: skip
def test_an_address_is_found_in_every_field_that_may_hold_it(office: Office, field: str) -> None:
    address = office.new_address("Bob")

    assert found(office, "From: bob@example.org", field.format(address)) == [address]


def test_an_address_in_upper_case_is_found(office: Office) -> None:
    address = office.new_address("Bob").upper()

    assert found(office, f"To: {address}") == [address]


def test_what_mail_servers_wrote_counts_before_what_people_wrote(office: Office) -> None:
    ada, bob = office.new_address("Ada"), office.new_address("Bob")

    assert found(office, f"To: {ada}", f"Delivered-To: {bob}") == [bob]


def test_the_bare_address_of_the_mailbox_does_not_hide_the_token(office: Office) -> None:
    bob = office.new_address("Bob")

    assert found(office, "Delivered-To: game@play.example", f"To: {bob}") == [bob]


def test_all_known_addresses_that_people_wrote_are_found(office: Office) -> None:
    ada, bob = office.new_address("Ada"), office.new_address("Bob")

    assert found(office, f"To: {ada}, r+{'a' * 26}@play.example", f"Cc: {bob}") == [ada, bob]


@pytest.mark.parametrize("form", ["<reply-{}@play.example>", "<r+{}@play.example>"])
def test_a_token_among_what_a_mail_refers_to_is_no_address(office: Office, form: str) -> None:
    references = f"References: {form.format(IDENTITY.reply.token(office.new_address('Bob')))}"

    assert found(office, references, "To: game@play.example") == ["game@play.example"]
    assert found(office, references, "To: x@example.org") == []


def test_a_mail_to_the_address_of_letters_is_for_the_desk(office: Office) -> None:
    assert found(office, "To: Corr <Game@play.example>") == ["Game@play.example"]


@pytest.mark.parametrize(
    "fields",
    [
        ["To: x@example.org"],
        ["To: postmaster@play.example"],
        [f"To: r+{'a' * 26}@play.example"],
        ["Subject: game@play.example"],
        [],
    ],
)
def test_other_mails_are_for_nobody_here(office: Office, fields: list[str]) -> None:
    assert found(office, *fields) == []


def test_a_thousand_addresses_are_not_all_looked_up(office: Office) -> None:
    tokens = (f"{number:026}".translate(str.maketrans("0189", "bcde")) for number in range(1000))
    many = ", ".join(f"r+{token}@play.example" for token in tokens)

    with statements_of(office.room) as seen:
        nobody = found(office, f"To: {many}", f"Delivered-To: {many}")

    assert nobody == []
    assert len(seen) < 100


def test_what_stands_too_far_down_is_not_looked_at(office: Office) -> None:
    address = office.new_address("Bob")
    filler = [f"X-Filler: {'x' * 900}" for _ in range(LONGEST_HEAD // 900 + 1)]

    assert found(office, *filler, f"To: {address}") == []


@pytest.mark.parametrize(
    ("head", "sender"),
    [
        ("Return-Path: <bob@example.org>\r\nReturn-Path: <x@example.org>\r\nFrom: y@example.org", "bob@example.org"),
        ("Return-Path: <>\r\nFrom: y@example.org", ""),
        ("From: Bob <bob@example.org>", "bob@example.org"),
        ("From: a@example.org, b@example.org", ""),
        ("Subject: x", ""),
        ("\r\n\r\nFrom: bob@example.org", "bob@example.org"),
    ],
)
def test_the_sender_is_what_the_last_server_noted_or_else_the_author(head: str, sender: str) -> None:
    assert sender_in(f"{head}\r\n\r\nFrom: in-the-text@example.org\r\n".encode()) == sender


@given(st.binary(max_size=400))
def test_no_head_is_too_strange(noise: bytes) -> None:
    sender_in(noise)
    sender_in(b"Return-Path: " + noise)
    sender_in(b"From: " + noise)


def test_strange_heads_are_for_nobody(office: Office) -> None:
    strange = [b"To: " + bytes([sign]) * count for sign in range(256) for count in (1, 3000)]
    strange += [b"To: " + b"(" * 60000, b"To: " + b'"' * 60000, b"To: " + b"a@" * 30000, b"\x00", b":", b" : \r\n\t"]

    with office.room.workshop.look() as reader:
        assert [recipients_in(reader, IDENTITY, head) for head in strange] == [{}] * len(strange)
