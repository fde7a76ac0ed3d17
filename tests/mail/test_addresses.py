"""Addresses: who wrote a mail can be read in one way only, or not at all."""

import pytest

from corr.mail.envelope_addresses import author, clean_address, encoded_words, one_line, with_name


@pytest.mark.parametrize(
    "field",
    [
        "bob@example.org", "<bob@example.org>", "Bob <bob@example.org>", '"Miller, Bob" <bob@example.org>',
        "Bob (at home) <bob@EXAMPLE.org>", '"bob@example.org" <bob@example.org>', "bob@example.org <bob@example.org>",
        "=?utf-8?q?B=C3=B6b?= <bob@example.org>", '"a\\"b" <bob@example.org> (comment)', "Bób <bob@example.org>",
        "(Bob) bob@example.org (at home)",
    ],
)  # fmt: skip
def test_one_mailbox_is_one_author(field: str) -> None:
    assert author([field]) == "bob@example.org"


@pytest.mark.parametrize(
    "field",
    [
        "", "<>", "Bob", "alice@good.example <bob@evil.example>", "a@b.example, c@d.example", "team: a@b.example;",
        "Bob <a@b.example> <c@d.example>", "Bob <a@b.example", '"Bob <a@b.example>', "Bob <a@b.example> c",
        "Bob <a @b.example>", "a@b@c.example", "<a@b..example>", "Bob <a@-b.example>", "(" * 500 + "a@b.example",
        "Bob <a@b.example\\>", "x" * 2000, "<.a@b.example>", "Bob <<a@b.example>>", "Bob <a@b.example,c@d.example>",
        '"x"a@b.example', '"x" a@b.example', 'x"y"a@b.example', 'a@b.example"x"', "a(x)c@b.example", '"a"@b.example',
        '"x"a@b.example <a@b.example>', 'a@b.example "x" <a@b.example>', "a@b(x).example",
    ],
)  # fmt: skip
def test_anything_else_is_nobody(field: str) -> None:
    assert author([field]) is None


def test_two_from_fields_are_nobody() -> None:
    assert author(["a@b.example", "a@b.example"]) is None
    assert author([]) is None


def test_a_domain_in_other_letters_gets_its_ascii_form() -> None:
    assert clean_address("bob@Bücher.example") == "bob@xn--bcher-kva.example"


@pytest.mark.parametrize("name", ["Bob\r\nBcc: eve@evil.example", "Bob\x00", "Bob\u2028x", "\u202eBob", "B\ud800b"])
def test_nothing_in_a_name_begins_a_new_header(name: str) -> None:
    field = with_name(name, "bob@example.org")

    assert field.isascii()
    assert field.isprintable()
    assert author([field]) == "bob@example.org"


def test_long_names_in_other_letters_are_encoded_in_short_words() -> None:
    words = encoded_words("Ж" * 200).split(" ")

    assert len(words) > 1
    assert all(len(word) <= 75 for word in words)


def test_text_for_a_header_is_cut_to_a_length() -> None:
    assert one_line("a\n b" * 100, 10) == "a ba ba ba"
