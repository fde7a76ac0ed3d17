"""The jobs as a part of a process."""

from collections.abc import Sequence

from corr.jobs.tasks import runner_of
from corr.mail.reading.words.vocabulary import check_words
from corr.wiring.assembly import Service

_PATIENCE = 10.0
"""Seconds that a stop waits for work in progress."""


class Jobs:
    """
    All jobs of the service.

    :raises WordListError: mails could not be read.
    """

    def __init__(self, service: Service) -> None:
        check_words()
        self._runner = runner_of(service)

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        return self._runner.loops

    def start(self) -> None:
        """Begin to tick."""
        self._runner.start()

    def turned(self) -> Sequence[str]:
        """The names of the loops that are alive."""
        return self._runner.turned()

    def stop(self) -> bool:
        """Stop, after work in progress is finished."""
        return self._runner.stop(_PATIENCE)
