"""Everything random: ids, tokens and codes. It comes from `secrets`; only hashes of tokens are stored."""

import base64
import hashlib
import hmac
import re
import secrets

_APART = "mnpqrstvwxz23456789"
"""No vowels, so no words; and no letter that names a column of a board, so that no id can be read as a square."""
_NUMBERED = 8
_APART_STRIDE = 10_368_889_717
"""Shares no factor with the number of letters, so that different numbers have different ids."""
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_TOKEN_LENGTH = 26
_LONGEST_GIVEN = 100
_CODE_DIGITS = 6
TOKEN = re.compile(rf"(?<![a-z0-9])[a-z2-7]{{{_TOKEN_LENGTH}}}(?![a-z0-9])", re.IGNORECASE)
"""What has the form of a token of `new_token`, among other words."""


def new_game_id() -> str:
    """A short id for a game, which stands in addresses and subjects: 7 letters and digits, some 30 bits."""
    return _word(_APART, 7)


def numbered_game_id(number: int) -> str:
    """
    The id of the game of that *number* in a demo: one letter longer than any that came by chance, so that it is free.

    :param number: from 0 up to many millions; neighbours look nothing alike.
    """
    left, letters = (number + 1) * _APART_STRIDE % len(_APART) ** _NUMBERED, ""
    for _ in range(_NUMBERED):
        left, letter = divmod(left, len(_APART))
        letters += _APART[letter]
    return letters


def is_numbered(game_id: str) -> bool:
    """Whether `numbered_game_id` gave it."""
    return len(game_id) == _NUMBERED


def new_challenge_id() -> str:
    """An id for a challenge: longer than a game's, for it is no public thing."""
    return _word(_APART, 12)


def new_token() -> str:
    """A secret of 130 bits in lower-case base32: mail servers on the way may change the case of an address."""
    return _word(_BASE32, _TOKEN_LENGTH)


def new_session_token() -> str:
    """A secret of 256 bits for a cookie."""
    return secrets.token_urlsafe(32)


def new_order_key() -> str:
    """A key that makes a form count once."""
    return secrets.token_urlsafe(12)


def new_nonce() -> str:
    """32 hex digits that nobody can guess: what hides a word in its commitment."""
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
    """A token of the same form that is the same for the same *text*, and that nobody guesses without the *secret*."""
    digest = hmac.new(secret, f"{purpose}\n{text}".encode("utf-8", "replace"), hashlib.sha256).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:_TOKEN_LENGTH]


def invitation_token(secret: bytes, reply_token: str) -> str:
    """
    The token of an invitation's link, worked out from the one in the address that answers it, in whatever case.

    Nobody can go the other way: whoever is passed the link does not learn the address. So one hash is stored for both.
    """
    return keyed_token(secret, "invitation", reply_token[:_LONGEST_GIVEN].lower())


def hash_token(token: str) -> str:
    """What is stored in place of a token. Plain SHA-256 is enough: nobody can try all tokens."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def hash_given(token: str) -> str:
    """
    What is looked up for a *token* that somebody gave, in whatever case.

    Any text may be given: what is nothing like a token is hashed like any other, so that it takes as long.
    """
    return hash_token(token[:_LONGEST_GIVEN].lower())


def hash_with(secret: bytes, purpose: str, text: str) -> str:
    """What is stored in place of something guessable, such as a code: useless without the service's *secret*."""
    return hmac.new(secret, f"{purpose}\n{text}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _word(alphabet: str, length: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(length))
