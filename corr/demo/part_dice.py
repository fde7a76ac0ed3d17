"""Numbers that look like chance and are the same every time: a demo that was cut off goes on as it began."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def below(limit: int, *seed: object) -> int:
    """A number from 0 up to but not including *limit*, given by *seed*."""
    return int.from_bytes(sha256(repr(seed).encode()).digest()[:8]) % limit


def pick(things: Sequence[T], *seed: object) -> T:
    """One of *things*, given by *seed*."""
    return things[below(len(things), *seed)]
