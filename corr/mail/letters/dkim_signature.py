"""
DKIM signatures of letters (RFC 6376).

A letter is signed once, when it is composed, so that every try sends the same bytes.
"""

from dataclasses import dataclass, field

from dkim import DKIM, DKIMException
from dkim.crypto import UnparsableKeyError, parse_pem_private_key

from corr.errors import ConfigError

_SIGNED = (
    "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References", "MIME-Version",
    "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted", "List-Id", "List-Unsubscribe",
    "List-Unsubscribe-Post",
) * 2  # fmt: skip
"""
RFC 8058 wants the last two. All are listed twice, so that nobody can add a second one, or one that the letter does not
have (RFC 6376, 8.15).
"""
_LEAST_BITS = 1024
"""RFC 8301: signatures by shorter keys are not accepted."""
_NO_KEY = (
    "CORR_DKIM_KEY_FILE: the file holds no RSA key without a password. Make one with: openssl genrsa -out dkim.pem 2048"
)


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs letters for a domain."""

    domain: str
    selector: str
    """The name of the public key in the DNS."""
    key: bytes = field(repr=False)
    """The private key in PEM."""

    def signed(self, letter: bytes) -> bytes:
        """*letter* with a signature in front, over its body and the fields in `_SIGNED`."""
        signature = DKIM(letter).sign(
            self.selector.encode(),
            self.domain.encode(),
            self.key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name.encode() for name in _SIGNED],
        )
        return bytes(signature) + letter


def make_signer(domain: str, selector: str, key: str) -> Signer:
    """
    The signer with this *key* in PEM.

    :raises ConfigError: it is no RSA key, or a damaged or too short one.
    """
    pem = key.strip().replace("\r\n", "\n").encode()
    try:
        numbers = parse_pem_private_key(pem)
    except (DKIMException, UnparsableKeyError, ArithmeticError, AssertionError, LookupError, ValueError):
        raise ConfigError(_NO_KEY) from None
    modulus = int(numbers["modulus"])
    if modulus != numbers["prime1"] * numbers["prime2"]:
        raise ConfigError("CORR_DKIM_KEY_FILE: the key is damaged.")
    if modulus.bit_length() < _LEAST_BITS:
        raise ConfigError(f"CORR_DKIM_KEY_FILE: the key has {modulus.bit_length()} bits; take one of 2048.")
    return Signer(domain, selector, pem)
