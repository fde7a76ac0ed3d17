"""`corr mail` without more words: the mail servers alone, beside other processes; and the same as a part of one."""

import os
from collections.abc import Iterator, Sequence

import click

from corr.cli.running import words
from corr.cli.running.life import begin, opened, run
from corr.cli.running.sockets import check_free_for_mail
from corr.config import Settings
from corr.wiring.assembly import Service
from corr.wiring.mail_listeners import listeners_of


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
