"""`corr serve`: pages, jobs and the mail servers in one process."""

import os
from collections.abc import Iterator

import click

from corr.cli.running import words
from corr.cli.running.life import begin, opened, run, with_port
from corr.cli.running.sockets import bound_for_pages, check_free_for_mail
from corr.cli.serve_jobs import Jobs
from corr.cli.serve_mail import MailServers
from corr.cli.serve_pages import Pages
from corr.config import Settings

_HIGHEST_PORT = 65535


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Begin with demo players and games, on a database of their own.")
@click.option("--port", type=click.IntRange(1, _HIGHEST_PORT), help="The port of the pages on this machine.")
def serve(*, is_demo: bool, port: int | None) -> None:
    """
    Serve pages, jobs and mail until Ctrl-C. Settings are environment variables that begin with CORR_.

    Where one process is not enough, `corr web`, `corr jobs` and `corr mail` do the same as three, any number of each.
    """
    settings = begin(with_port(os.environ, port), is_demo=is_demo)
    with bound_for_pages(settings) as listening:
        check_free_for_mail(settings)
        with opened(settings, is_demo=is_demo) as service:
            parts = (MailServers(service), Jobs(service), Pages(service, listening, is_demo=is_demo))
            run(service, parts, list(_welcome(settings, is_demo=is_demo)))


def _welcome(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.url} and takes mail at {settings.mail_listen}."
    yield from words.mail_doors(settings)
    yield from words.fetching(settings)
    yield from words.posting(settings)
    yield f"Everything is kept in {settings.var}."
    yield from words.mailbox(settings)
    yield from words.demo(settings, is_demo=is_demo)
