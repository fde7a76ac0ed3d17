"""`corr jobs`: everything that is done by itself, beside any number of other processes."""

import os
from collections.abc import Iterator

import click

from corr.cli.running import words
from corr.cli.running.jobs_part import Jobs
from corr.cli.running.life import begin, opened, run
from corr.config import Settings


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
