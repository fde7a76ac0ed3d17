"""
`corr serve`, `corr web`, `corr jobs` and `corr mail` without a subcommand: they run until they are told to stop.

Each loads only its own parts, when it begins: jobs need no web server, and pages no mail server. A port that is in use
is noticed before anything else is started.
"""

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Protocol

import click

from corr.base.uow import Workshop
from corr.cli import loaded
from corr.cli.life import ServicePart, begin, opened, run, with_port
from corr.config import Settings
from corr.config.values import Listen
from corr.errors import ConfigError
from corr.lazy_import import LazyImport
from corr.mail.mail_identity import MailIdentity
from corr.wiring.assembly import Service


@contextmanager
def _bound_for_pages(settings: Settings) -> Iterator[socket.socket]:
    """
    A bound socket for the pages.

    :raises ConfigError: its address is in use, or this process may not use it.
    """
    with _bound(settings.web_listen, "--port or CORR_WEB_LISTEN") as bound:
        yield bound


def _check_apart(settings: Settings) -> None:
    """
    Check that no two addresses of this process are the same.

    :raises ConfigError: two are.
    """
    known: dict[Listen, str] = {}
    for setting, listen in (
        ("CORR_WEB_LISTEN", settings.web_listen),
        ("CORR_MAIL_LISTEN", settings.mail_listen),
        ("CORR_LMTP_LISTEN", settings.lmtp_listen),
    ):
        if listen in known:
            raise ConfigError(f"{known[listen]} and {setting} are both {listen}. Give each a port of its own.")
        if listen is not None and listen.port:
            known[listen] = setting


def _check_free_for_mail(settings: Settings) -> None:
    """
    Check that the addresses for mail are free; the mail servers bind them themselves.

    :raises ConfigError: one is in use, or this process may not use it.
    """
    with ExitStack() as probes:
        probes.enter_context(_bound(settings.mail_listen, "CORR_MAIL_LISTEN"))
        if settings.lmtp_listen is not None:
            probes.enter_context(_bound(settings.lmtp_listen, "CORR_LMTP_LISTEN"))


@contextmanager
def _bound(listen: Listen, setting: str) -> Iterator[socket.socket]:
    """
    A socket that is bound to *listen*.

    :raises ConfigError: the address cannot be bound.
    """
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    try:
        bound = socket.create_server((listen.host, listen.port), family=family)
    except OSError as fault:
        is_unknown = isinstance(fault, socket.gaierror) or fault.errno is None
        reason = "there is no such host" if is_unknown else os.strerror(fault.errno or 0).lower()
        raise ConfigError(
            f"Corr cannot listen on {listen}: {reason}. Perhaps it runs already; otherwise choose another address "
            f"with {setting}."
        ) from None
    with bound:
        yield bound


class _MakesPages(Protocol):
    """A function that makes the pages part of a process, on a socket that is bound already."""

    def __call__(self, service: Service, listening: socket.socket, *, is_demo: bool) -> ServicePart: ...


_PAGES: LazyImport[_MakesPages] = LazyImport("corr.cli.webserver:pages_of")
_JOBS: LazyImport[Callable[[Service], ServicePart]] = LazyImport("corr.jobs.tasks:runner_of")
_LISTENERS: LazyImport[Callable[[Workshop, MailIdentity, Settings], Sequence[ServicePart]]] = LazyImport(
    "corr.mail.inbound.listener:listeners_of"
)
_DEMO_WORDS: LazyImport[Callable[[str], Iterator[str]]] = LazyImport("corr.demo:sign_in_words")
_HIGHEST_PORT = 65535

_demo_option = click.option(
    "--demo", "is_demo", is_flag=True, help="Begin with demo players and games, on a database of their own."
)
_port_option = click.option(
    "--port", type=click.IntRange(1, _HIGHEST_PORT), help="The port of the pages on this machine."
)


@click.command()
@_demo_option
@_port_option
def serve(*, is_demo: bool, port: int | None) -> None:
    """
    Serve pages, jobs and mail until Ctrl-C. Settings are environment variables that begin with CORR_.

    Where one process is not enough, `corr web`, `corr jobs` and `corr mail` do the same as three, any number of each.
    """
    settings = begin(with_port(os.environ, port), is_demo=is_demo)
    _check_apart(settings)
    listeners, runner, pages = loaded(_LISTENERS), loaded(_JOBS), loaded(_PAGES)
    with _bound_for_pages(settings) as listening:
        _check_free_for_mail(settings)
        with opened(settings, is_demo=is_demo) as service:
            taking_mail = listeners(service.workshop, service.mail_identity, settings)
            parts = (*taking_mail, runner(service), pages(service, listening, is_demo=is_demo))
            run(service, parts, list(_words_of_all(settings, is_demo=is_demo)))


@click.command()
@_demo_option
@_port_option
def web(*, is_demo: bool, port: int | None) -> None:
    """
    Serve pages alone until Ctrl-C.

    As many processes as are wanted share the work. Letters are sent and deadlines kept by `corr jobs`, which has to run
    somewhere too.
    """
    settings = begin(with_port(os.environ, port), is_demo=is_demo)
    pages = loaded(_PAGES)
    with _bound_for_pages(settings) as listening, opened(settings, is_demo=is_demo) as service:
        part = pages(service, listening, is_demo=is_demo)
        run(service, (part,), list(_words_of_pages(settings, is_demo=is_demo)))


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Work for a demo: on the database of its players.")
def jobs(*, is_demo: bool) -> None:
    """
    Send and read mail, keep deadlines and remind until Ctrl-C.

    As many processes as are wanted share the work. When one is killed, the others go on with what it had in hand within
    a minute.
    """
    settings = begin(os.environ, is_demo=is_demo)
    runner = loaded(_JOBS)
    with opened(settings, is_demo=is_demo) as service:
        run(service, (runner(service),), list(_words_of_jobs(settings)))


@click.command()
def listen(*, is_demo: bool) -> None:
    """Take in mail until Ctrl-C."""
    settings = begin(os.environ, is_demo=is_demo)
    listeners = loaded(_LISTENERS)
    _check_free_for_mail(settings)
    with opened(settings, is_demo=is_demo) as service:
        parts = listeners(service.workshop, service.mail_identity, settings)
        run(service, parts, list(_words_of_mail(settings)))


def _words_of_all(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.url} and takes mail at {settings.mail_listen}."
    yield from _lmtp(settings)
    yield from _fetching(settings)
    yield from _webhook(settings)
    yield f"Everything is kept in {settings.var}."
    yield from _mailbox(settings)
    yield from _demo(settings, is_demo=is_demo)


def _words_of_pages(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.web_listen}, which others reach at {settings.url}."
    yield from _webhook(settings)
    yield "No letter is sent and no deadline kept from here: `corr jobs` does that, and `corr mail` takes mail."
    yield _storage(settings)
    yield from _mailbox(settings)
    yield from _demo(settings, is_demo=is_demo)


def _words_of_jobs(settings: Settings) -> Iterator[str]:
    yield "Corr sends and reads mail and keeps deadlines, together with all others that share the database."
    yield from _fetching(settings)
    yield "Nothing listens here: `corr web` serves pages, and `corr mail` takes mail."
    yield _storage(settings)


def _words_of_mail(settings: Settings) -> Iterator[str]:
    yield f"Corr takes mail at {settings.mail_listen}."
    yield from _lmtp(settings)
    yield "It is stored here and understood elsewhere: `corr jobs` does that, and `corr web` serves pages."
    yield _storage(settings)


def _lmtp(settings: Settings) -> Iterator[str]:
    if settings.lmtp_listen is not None:
        yield f"It takes mail by LMTP at {settings.lmtp_listen}."


def _fetching(settings: Settings) -> Iterator[str]:
    if settings.mailbox is not None:
        yield f"It fetches mail from the folder {settings.mailbox.folder} at {settings.mailbox.host}."


def _webhook(settings: Settings) -> Iterator[str]:
    if settings.hook_secret is not None:
        yield f"It takes mail that is posted to {settings.url}/hooks/mail by whoever knows the secret."


def _storage(settings: Settings) -> str:
    return f"Everything is kept in {settings.var}." if settings.is_sqlite else "Everything is kept in PostgreSQL."


def _mailbox(settings: Settings) -> Iterator[str]:
    """Lines about where letters are read that are not sent."""
    if settings.is_embedded:
        yield f"No letter leaves this machine: read what would have been sent, and answer it, at {settings.url}/mailbox"
        yield "The mailbox exists only while no CORR_SMTP_URL is set and all addresses are loopback ones."


def _demo(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    if is_demo:
        yield from _DEMO_WORDS.load()(settings.url)
