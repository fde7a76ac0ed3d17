"""`corr mail` without more words: the mail servers alone, beside any number of other processes."""

import os
from collections.abc import Iterator

import click

from corr.cli.running import words
from corr.cli.running.life import begin, opened, run
from corr.cli.running.mail_part import MailServers
from corr.cli.running.sockets import check_free_for_mail
from corr.config import Settings


@click.command()
def listen(*, is_demo: bool) -> None:
    """Take in mail until Ctrl-C."""
    settings = begin(os.environ, is_demo=is_demo)
    check_free_for_mail(settings)
    with opened(settings, is_demo=is_demo) as service:
        run(service, (MailServers(service),), list(_welcome(settings)))


def _welcome(settings: Settings) -> Iterator[str]:
    yield f"Corr takes mail at {settings.mail_listen}."
    yield from words.mail_doors(settings)
    yield "It is stored here and understood elsewhere: `corr jobs` does that, and `corr web` serves pages."
    yield from words.keeping(settings)
