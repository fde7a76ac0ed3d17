"""Deliberate breaks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Break:
    """A fault that is put into the running program, and the laws that have to report it."""

    make: Callable[[], None]
    laws: frozenset[str]


BREAKS: Mapping[str, Break] = {}
