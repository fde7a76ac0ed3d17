"""`corr jobs`: what is done by itself, beside any number of other processes; and the same as a part of one."""

import os
from collections.abc import Iterator, Sequence

import click

from corr.cli.running import words
from corr.cli.running.life import begin, opened, run
from corr.config import Settings
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


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Work for a demo: on the database of its players.")
def jobs(*, is_demo: bool) -> None:
    """
    Send and read mail, keep deadlines and remind until Ctrl-C, in as many processes as are wanted.

    They share the work. When one is killed, the others go on with what it had in hand within a minute.
    """
    settings = begin(os.environ, is_demo=is_demo)
    with opened(settings, is_demo=is_demo) as service:
        run(service, (Jobs(service),), list(_welcome(settings)))


def _welcome(settings: Settings) -> Iterator[str]:
    yield "Corr sends and reads mail and keeps deadlines, together with all others that share the database."
    yield from words.fetching(settings)
    yield "Nothing listens here: `corr web` serves pages, and `corr mail` takes mail."
    yield from words.keeping(settings)
