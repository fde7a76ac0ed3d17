"""The parts that a process may run; here mail servers, and the loops that look after everything else."""

from collections.abc import Sequence
from typing import Protocol

from corr.jobs.tasks import runner_of
from corr.wiring.service import Service, listeners_of

_PATIENCE = 10.0
"""How many seconds a stop waits for what is in hand."""


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


class MailServers:
    """The doors that mails are brought to."""

    def __init__(self, service: Service) -> None:
        self._listeners = listeners_of(service)

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        return [listener.loop for listener in self._listeners]

    def start(self) -> None:
        """Begin to listen."""
        for listener in self._listeners:
            listener.start()

    def turned(self) -> Sequence[str]:
        """Which doors looked after their clients."""
        return [listener.loop for listener in self._listeners if listener.has_turned()]

    def stop(self) -> bool:
        """Let the mails in hand be stored and acknowledged."""
        for listener in self._listeners:
            listener.stop()
        return True


class Jobs:
    """Everything that is done by itself."""

    def __init__(self, service: Service) -> None:
        self._runner = runner_of(service)

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        return self._runner.loops

    def start(self) -> None:
        """Begin to tick."""
        self._runner.start()

    def turned(self) -> Sequence[str]:
        """Which loops went well."""
        return self._runner.turned()

    def stop(self) -> bool:
        """Finish what is in hand."""
        return self._runner.stop(_PATIENCE)
