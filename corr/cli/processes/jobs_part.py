"""The jobs as a part of a process."""

from collections.abc import Sequence

from corr.jobs.tasks import runner_of
from corr.wiring.assembly import Service

_PATIENCE = 10.0
"""How many seconds a stop waits for what is in hand."""


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
