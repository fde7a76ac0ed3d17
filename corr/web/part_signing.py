"""Keyed digests for forms and flashed sentences: each purpose has a key of its own."""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode


def signature(key: bytes, purpose: str, text: str) -> str:
    """A digest of *text* that only this service can make, good for one *purpose*."""
    return hmac.digest(key, f"{purpose}\0{text}".encode(), "sha256").hex()[:40]


def is_signature(key: bytes, purpose: str, text: str, given: str) -> bool:
    """Whether *given* is the signature of *text* for *purpose*; takes the same time whatever it is."""
    return hmac.compare_digest(signature(key, purpose, text).encode(), given.encode("utf-8", "replace"))


def sealed(key: bytes, purpose: str, text: str) -> str:
    """*text* with its signature, as a cookie can carry it."""
    return f"{urlsafe_b64encode(text.encode()).decode().rstrip('=')}.{signature(key, purpose, text)}"


def unsealed(key: bytes, purpose: str, value: str) -> str:
    """The text of a sealed value; empty if it was not sealed here for this purpose."""
    body, _, given = value.partition(".")
    try:
        text = urlsafe_b64decode((body + "=" * (-len(body) % 4)).encode()).decode()
    except ValueError:
        return ""
    return text if is_signature(key, purpose, text, given) else ""
