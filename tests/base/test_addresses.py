"""Mail addresses as people type them."""

import pytest

from corr.base.addresses import read_address, same_address
from corr.errors import InputError


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        (" alice@example.org ", "alice@example.org"),
        ("Alice+games@EXAMPLE.Org", "Alice+games@example.org"),
        ("a@müller.example.de", "a@xn--mller-kva.example.de"),
        ("o'neil@example.co.uk", "o'neil@example.co.uk"),
        ("ada@club.test", "ada@club.test"),
    ],
)
def test_an_address_is_kept_with_its_domain_in_one_form(typed: str, address: str) -> None:
    found = read_address(typed)

    assert found.address == address
    assert found.key == address.lower()


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "alice",
        "@example.org",
        "alice@",
        "alice@localhost",
        "alice@[127.0.0.1]",
        "alice@127.0.0.1",
        "a b@example.org",
        '"a b"@example.org',
        "A <a@example.org>",
        "a@b@example.org",
        "a@example.org,b@example.org",
        "a@exa\r\nmple.org",
        "a\0@example.org",
        "a\ud800@example.org",
        "jürgen@example.org",
        f"{'x' * 65}@example.org",
        f"a@{'x' * 300}.org",
        "a" * 1_000_000,
    ],
)
def test_what_letters_cannot_be_sent_to_is_refused(typed: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_address(typed)

    assert refusal.value.field == "address"
    refusal.value.sentence.encode()


def test_only_the_domain_may_differ_in_case() -> None:
    assert same_address("Bob@example.org", "Bob@EXAMPLE.org")
    assert not same_address("Bob@example.org", "bob@example.org")
