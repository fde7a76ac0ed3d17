"""Random ids, tokens and codes. They come from `secrets`; only hashes of tokens are stored."""

import base64
import hashlib
import hmac
import re
import secrets

from corr.errors import InputError

_APART = "mnpqrstvwxz23456789"
"""Letters of ids: no vowels, so no words, and no column of a board, so that no id can be read as a square."""
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_TOKEN_LENGTH = 26
_TOKEN_BYTES = 20
"""More than a token holds: base32 writes five at a time."""
_LONGEST_GIVEN = 100
_CODE_DIGITS = 6
_ORDER_KEY_LENGTH = 200
TOKEN = re.compile(rf"(?<![a-z0-9])[a-z2-7]{{{_TOKEN_LENGTH}}}(?![a-z0-9])", re.IGNORECASE)
"""Finds what has the form of a token of `new_token` in a text."""


def new_game_id() -> str:
    """A short id for a game, as addresses and subjects show it: 7 letters and digits, some 30 bits."""
    return _word(_APART, 7)


def new_challenge_id() -> str:
    """An id for a challenge: longer than a game's, since a challenge is not public."""
    return _word(_APART, 12)


def new_offer_id() -> str:
    """A short id for an open offer, to be typed in a mail: 5 letters and digits, some 20 bits."""
    return _word(_APART, 5)


def new_token() -> str:
    """A secret of 130 bits in lower-case base32, since mail servers may change the case of an address."""
    return _base32(secrets.token_bytes(_TOKEN_BYTES))


def new_session_token() -> str:
    """A secret of 256 bits for a cookie."""
    return secrets.token_urlsafe(32)


def new_order_key() -> str:
    """A key that makes a form count once."""
    return secrets.token_urlsafe(12)


def check_order_key(order_key: str) -> None:
    """
    Refuse a key of an order that cannot be stored.

    :raises InputError: it is empty, too long, or has characters that nobody sees.
    """
    if not 0 < len(order_key) <= _ORDER_KEY_LENGTH or not order_key.isprintable():
        raise InputError("The key of this form cannot be used; please load the page again.", field="order_key")


def own_key(prefix: str, order_key: str) -> str:
    """
    The key under which a player's order is recorded: a *prefix* keeps it apart from those of others.

    :raises InputError: the key of the form cannot be used.
    """
    check_order_key(order_key)
    return f"{prefix} {order_key}"


def new_nonce() -> str:
    """32 hex digits that nobody can guess, to hide a text in its commitment."""
    return secrets.token_hex(16)


def new_code() -> str:
    """Six digits that a person can copy."""
    return f"{secrets.randbelow(10**_CODE_DIGITS):0{_CODE_DIGITS}}"


def number_below(limit: int) -> int:
    """A number from 0 up to but not including *limit*."""
    return secrets.randbelow(limit)


def is_token(text: str) -> bool:
    """Whether *text* has the shape of a token of `new_token`."""
    return len(text) == _TOKEN_LENGTH and all(letter in _BASE32 for letter in text)


def keyed_token(secret: bytes, purpose: str, text: str) -> str:
    """A token like those of `new_token`, always the same for the same *text*; nobody guesses it without *secret*."""
    digest = hmac.new(secret, f"{purpose}\n{text}".encode("utf-8", "replace"), hashlib.sha256).digest()
    return _base32(digest)


def invitation_token(secret: bytes, reply_token: str) -> str:
    """
    The token of an invitation's link, derived from the one in its reply address, whatever its case.

    It does not lead back: somebody who is given the link does not learn the reply address. One hash is stored for both.
    """
    return keyed_token(secret, "invitation", reply_token[:_LONGEST_GIVEN].lower())


def link_token(secret: bytes, offer_id: str) -> str:
    """The token in the address of a link, which its player may be shown again at any time."""
    return keyed_token(secret, "link", offer_id)


def hash_token(token: str) -> str:
    """The hash that is stored instead of a token. Plain SHA-256 is enough, since nobody can try all tokens."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def hash_given(token: str) -> str:
    """
    The hash to look up for a *token* that somebody gave, whatever its case.

    Any text may be given: one that cannot be a token is hashed as well, so that it takes as long.
    """
    return hash_token(token[:_LONGEST_GIVEN].lower())


def hash_with(secret: bytes, purpose: str, text: str) -> str:
    """The hash that is stored instead of something guessable, such as a code: useless without the *secret*."""
    return hmac.new(secret, f"{purpose}\n{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _base32(random: bytes) -> str:
    return base64.b32encode(random[:_TOKEN_BYTES]).decode("ascii").lower()[:_TOKEN_LENGTH]


def _word(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))
