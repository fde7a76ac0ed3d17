"""What a process may run; each kind stands in a module of its own, so that no process loads what another one runs."""

from collections.abc import Sequence
from typing import Protocol


class Part(Protocol):
    """Something that runs until it is stopped."""

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        ...

    def start(self) -> None:
        """Begin to run."""
        ...

    def turned(self) -> Sequence[str]:
        """The names of the loops that were alive since this was asked before."""
        ...

    def stop(self) -> bool:
        """Begin nothing more, and wait a while for what is in hand; whether it was finished."""
        ...
