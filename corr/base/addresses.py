"""Mail addresses as people type them: their form is checked and made uniform; whether mail arrives is not."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from email_validator import EmailNotValidError, validate_email

from corr.errors import InputError

_LONGEST = 254
_SHAPE = "Write a mail address such as alice@example.org."
_WITHOUT_DOTS: Mapping[str, str] = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""
Domains whose provider ignores dots before the @, with the domain that they are the same as.

https://support.google.com/mail/answer/7436150. No other large provider says so of its mailboxes.
"""


@dataclass(frozen=True, slots=True)
class Address:
    """A mail address that letters can be sent to."""

    address: str
    """As it was typed, with the domain in ASCII and in lower case."""
    key: str = field(repr=False)
    """The address in lower case: spellings with the same key belong to one person."""

    @property
    def mailbox(self) -> str:
        """The key of the mailbox behind it; see `mailbox_of`."""
        return mailbox_of(self.key)


def read_address(text: str, *, field_name: str = "address") -> Address:
    """
    The address that is written in *text*.

    :param field_name: the form field that a refusal names.
    :raises InputError: it is no address, or none that letters can be sent to.
    """
    typed = text.strip()
    if not typed:
        raise InputError(f"There is no mail address. {_SHAPE}", field=field_name)
    if len(typed) > _LONGEST:
        raise InputError(f"A mail address has at most {_LONGEST} letters.", field=field_name)
    local, _, domain = typed.rpartition("@")
    if not typed.isprintable() or " " in typed or not local:
        raise InputError(f"This is not a mail address. {_SHAPE}", field=field_name)
    if not local.isascii():
        raise InputError(
            "Before the @ an address may hold plain letters, digits and signs only: many mail servers refuse others.",
            field=field_name,
        )
    try:
        # A club's own network may have names that nobody else knows, so only the form is checked.
        found = validate_email(
            typed,
            check_deliverability=False,
            allow_smtputf8=False,
            globally_deliverable=False,
            test_environment=True,
            strict=True,
        )
    except EmailNotValidError:
        raise InputError(f"This is not a mail address. {_SHAPE}", field=field_name) from None
    # A domain that ends in digits is an IP address, not a name.
    if "." not in found.ascii_domain or found.ascii_domain.rpartition(".")[2].isdigit():
        raise InputError(f"The part after the @, “{domain}”, is not a full domain. {_SHAPE}", field=field_name)
    address = f"{found.local_part}@{found.ascii_domain.lower()}"
    return Address(address, address.lower())


def mailbox_of(key: str) -> str:
    """
    The key of the mailbox that most providers deliver letters to that are sent to the address with *key*.

    They ignore what follows a plus sign (RFC 5233), and some ignore dots. It serves to limit letters to one person, and
    never to decide who somebody is.
    """
    local, _, domain = key.rpartition("@")
    bare = local.partition("+")[0] or local
    if domain in _WITHOUT_DOTS:
        return f"{bare.replace('.', '') or bare}@{_WITHOUT_DOTS[domain]}"
    return f"{bare}@{domain}"


def same_address(one: str, other: str) -> bool:
    """Whether two addresses are equal, apart from the case of their domains."""
    one_local, _, one_domain = one.rpartition("@")
    other_local, _, other_domain = other.rpartition("@")
    return one_local == other_local and one_domain.lower() == other_domain.lower()
