"""`corr serve`, `corr web`, `corr jobs` and `corr mail`: everything in one process, or a part of it."""

import os
from collections.abc import Iterator

import click

from corr.cli.running import words
from corr.cli.running.jobs_part import Jobs
from corr.cli.running.life import begin, opened, run, with_port
from corr.cli.running.mail_part import MailServers
from corr.cli.running.pages_part import Pages
from corr.cli.running.sockets import bound_for_pages, check_free_for_mail
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


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Begin with demo players and games, on a database of their own.")
@click.option("--port", type=click.IntRange(1, _HIGHEST_PORT), help="The port of the pages on this machine.")
def web(*, is_demo: bool, port: int | None) -> None:
    """
    Serve pages alone until Ctrl-C, in as many processes as are wanted.

    Letters are sent and deadlines kept by `corr jobs`, which has to run somewhere too.
    """
    settings = begin(with_port(os.environ, port), is_demo=is_demo)
    with bound_for_pages(settings) as listening, opened(settings, is_demo=is_demo) as service:
        pages = Pages(service, listening, is_demo=is_demo)
        run(service, (pages,), list(_welcome_to_pages(settings, is_demo=is_demo)))


def _welcome_to_pages(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.web_listen}, which others reach at {settings.url}."
    yield from words.posting(settings)
    yield "No letter is sent and no deadline kept from here: `corr jobs` does that, and `corr mail` takes mail."
    yield from words.keeping(settings)
    yield from words.mailbox(settings)
    yield from words.demo(settings, is_demo=is_demo)


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Work for a demo: on the database of its players.")
def jobs(*, is_demo: bool) -> None:
    """
    Send and read mail, keep deadlines and remind until Ctrl-C, in as many processes as are wanted.

    They share the work. When one is killed, the others go on with what it had in hand within a minute.
    """
    settings = begin(os.environ, is_demo=is_demo)
    with opened(settings, is_demo=is_demo) as service:
        run(service, (Jobs(service),), list(_welcome_to_jobs(settings)))


def _welcome_to_jobs(settings: Settings) -> Iterator[str]:
    yield "Corr sends and reads mail and keeps deadlines, together with all others that share the database."
    yield from words.fetching(settings)
    yield "Nothing listens here: `corr web` serves pages, and `corr mail` takes mail."
    yield from words.keeping(settings)


@click.command()
def listen(*, is_demo: bool) -> None:
    """Take in mail until Ctrl-C."""
    settings = begin(os.environ, is_demo=is_demo)
    check_free_for_mail(settings)
    with opened(settings, is_demo=is_demo) as service:
        run(service, (MailServers(service),), list(_welcome_to_mail(settings)))


def _welcome_to_mail(settings: Settings) -> Iterator[str]:
    yield f"Corr takes mail at {settings.mail_listen}."
    yield from words.mail_doors(settings)
    yield "It is stored here and understood elsewhere: `corr jobs` does that, and `corr web` serves pages."
    yield from words.keeping(settings)
