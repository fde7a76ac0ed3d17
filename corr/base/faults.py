"""
Faults that stop nothing: in words without those of players, and as what a loop met since its last success.

A loop goes on after a fault, and so do all other items when one is set aside. So that this stays no secret, each loop
remembers its faults until something succeeds, and its heartbeat tells of them.
"""

import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from traceback import extract_tb, format_tb
from types import MappingProxyType

_REMEMBERED = 4200.0
"""Seconds for which an item that was set aside counts although nothing was due since: most are tried again hourly."""


def log_words(fault: Exception) -> str:
    """The kind and place of a *fault* for a log; its own words may hold turns or words of players."""
    return f"{type(fault).__qualname__}\n{''.join(format_tb(fault.__traceback__))}"


def short_words(fault: Exception) -> str:
    """The same for a page, in one line: "KeyError in find_letters"."""
    places = extract_tb(fault.__traceback__)
    return f"{type(fault).__qualname__} in {places[-1].name}" if places else type(fault).__qualname__


@dataclass(frozen=True, slots=True)
class LoopFault:
    """What a loop meets that has met nothing but faults since its last success."""

    words: str
    """The latest fault."""
    seconds: float
    """How many seconds ago the first one was met."""


NO_FAULTS: Mapping[str, LoopFault] = MappingProxyType({})
"""What loops meet of which none fails."""


class LoopFaults:
    """
    The faults that one loop met since its last success.

    :param elapsed: seconds since some moment in the past.
    """

    def __init__(self, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._elapsed = elapsed
        self._words = ""
        self._first_at = 0.0
        self._has_stopped = False
        self._set_aside = 0
        self._set_aside_until = 0.0

    @property
    def present(self) -> LoopFault | None:
        """What it met; None if it works."""
        if self._has_stopped or self._elapsed() < self._set_aside_until:
            return LoopFault(self._words, self._elapsed() - self._first_at)
        return None

    def watch(self, step: Callable[[], bool]) -> bool:
        """Run a *step* of the loop, and remember what it meets; whether it did something."""
        before, token = self._set_aside, _STEPPING.set(self)
        try:
            did_something = step()
        except Exception as fault:
            self._note(fault)
            self._has_stopped = True
            raise
        finally:
            _STEPPING.reset(token)
        self._has_stopped = False
        if did_something and self._set_aside == before:
            self.note_success()
        return did_something

    def note_success(self) -> None:
        """Forget all faults, since something was done."""
        self._has_stopped, self._set_aside_until = False, 0.0

    def note_set_aside(self, fault: Exception) -> None:
        """Remember a *fault* for which an item was set aside: that nothing else is due does not make it good."""
        self._note(fault)
        self._set_aside += 1
        self._set_aside_until = self._elapsed() + _REMEMBERED

    def _note(self, fault: Exception) -> None:
        if self.present is None:
            self._first_at = self._elapsed()
        self._words = short_words(fault)


_STEPPING: ContextVar[LoopFaults | None] = ContextVar("stepping", default=None)
"""The faults of the loop whose step is running; None elsewhere, as in a request of a page."""


def set_aside(fault: Exception) -> None:
    """Tell the loop whose step is running that an item met a *fault* and was set aside; whoever did that logs it."""
    faults = _STEPPING.get()
    if faults is not None:
        faults.note_set_aside(fault)
