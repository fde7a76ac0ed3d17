"""`corr web`: the pages alone, beside any number of other processes."""

import os
from collections.abc import Iterator

import click

from corr.cli.running import words
from corr.cli.running.life import begin, opened, run, with_port
from corr.cli.running.pages_part import Pages
from corr.cli.running.sockets import bound_for_pages
from corr.config import Settings

_HIGHEST_PORT = 65535


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
        run(service, (pages,), list(_welcome(settings, is_demo=is_demo)))


def _welcome(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.web_listen}, which others reach at {settings.url}."
    yield from words.posting(settings)
    yield "No letter is sent and no deadline kept from here: `corr jobs` does that, and `corr mail` takes mail."
    yield from words.keeping(settings)
    yield from words.mailbox(settings)
    yield from words.demo(settings, is_demo=is_demo)
