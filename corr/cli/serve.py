"""`corr serve`: pages, jobs and the mail listener in one process, from the first port to the last answer."""

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

import click
from flask import Flask

from corr.cli.logs import set_up_logs
from corr.cli.webserver import LARGEST_BODY, WebServer
from corr.config import Settings, read_settings
from corr.config.values import Listen
from corr.demo import PLAYERS, set_up_demo
from corr.errors import ConfigError
from corr.jobs.tasks import runner_of
from corr.service.upkeep.installation import refuse_demo
from corr.web.app import create_app
from corr.web.house import WebSettings
from corr.web.letterbox import Letterbox
from corr.web.pages.hook import LARGEST_BODY as LARGEST_POSTED_MAIL
from corr.wiring import Service, build, hook_of, listeners_of

_LOG = logging.getLogger(__name__)
_PATIENCE = 10.0
"""How many seconds a stop waits for what is in hand."""
_HIGHEST_PORT = 65535
_STOPS = (signal.SIGINT, signal.SIGTERM)
_ONE_WISH = 2.0
"""Seconds within which several signals are one: a terminal, a shell and `timeout` each pass them on."""


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Begin with demo players and games, on a database of their own.")
@click.option("--port", type=click.IntRange(1, _HIGHEST_PORT), help="The port of the pages on this machine.")
def serve(*, is_demo: bool, port: int | None) -> None:
    """Serve pages, jobs and mail until Ctrl-C. Settings are environment variables that begin with CORR_."""
    settings = read_settings(_environ(os.environ, port))
    if is_demo:
        _require_embedded(settings)
    # What is made from here on is for this account alone: the database holds addresses, the sink whole letters.
    os.umask(0o077)
    set_up_logs(settings.log_level, is_watched=sys.stderr.isatty())
    with _bound(settings.web_listen, "--port or CORR_WEB_LISTEN") as web_socket:
        with ExitStack() as probes:
            # Only to see that they are free: the listeners bind them themselves.
            probes.enter_context(_bound(settings.mail_listen, "CORR_MAIL_LISTEN"))
            if settings.lmtp_listen is not None:
                probes.enter_context(_bound(settings.lmtp_listen, "CORR_LMTP_LISTEN"))
        service = build(settings)
        try:
            _open_doors(service, web_socket, is_demo=is_demo)
        finally:
            service.reads.close()
            service.database.close()


def _open_doors(service: Service, web_socket: socket.socket, *, is_demo: bool) -> None:
    """Run everything until the process is told to stop."""
    if is_demo:
        set_up_demo(service.workshop, service.post.reply_address)
    else:
        with service.workshop.look() as reader:
            refuse_demo(reader)
    largest = LARGEST_BODY if service.settings.hook_secret is None else LARGEST_POSTED_MAIL
    web = WebServer(_app(service, is_demo=is_demo), web_socket, largest)
    listeners, runner = listeners_of(service), runner_of(service)
    with _stop_signals() as wait_for_stop:
        for listener in listeners:
            listener.start()
        runner.start(service.clock.now())
        web.start()
        click.echo("\n".join(_welcome(service.settings, is_demo=is_demo)))
        wait_for_stop()
    click.echo("Stopping: what is in hand is finished first.")
    web.stop()
    for listener in listeners:
        listener.stop()
    is_finished = runner.stop(_PATIENCE)
    for number in _STOPS:
        # All is done: whoever asks once more gets the same good end.
        signal.signal(number, signal.SIG_IGN)
    click.echo("Stopped." if is_finished else "Stopped; a letter in hand goes out again at the next start.")
    if not is_finished:
        # A thread waits for a far end that does not answer. Everything is made to be killed at any moment.
        sys.stdout.flush()
        os._exit(0)


def _app(service: Service, *, is_demo: bool) -> Flask:
    settings = service.settings
    letterbox = None
    if settings.is_embedded and service.letters is not None:
        letterbox = Letterbox(service.letters, settings.mail_listen.host, settings.mail_listen.port)
    pages = WebSettings(settings.url, settings.proxies, is_demo=is_demo)
    return create_app(service.workshop, pages, letterbox, hook_of(service))


def _welcome(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.url} and takes mail at {settings.mail_listen}."
    yield from _further_doors(settings)
    yield f"Everything is kept in {settings.var}."
    if settings.is_embedded:
        yield f"No letter leaves this machine: read what would have been sent, and answer it, at {settings.url}/mailbox"
        yield "The mailbox exists only while no CORR_SMTP_URL is set and all addresses are loopback ones."
    if is_demo:
        names = " or ".join(player.name for player in PLAYERS)
        yield f"Demo: sign in as {names} with one click at {settings.url}/demo"
        yield "Demo players exist only with --demo, and this database will never serve as a real one."
    yield "Ctrl-C stops."


def _further_doors(settings: Settings) -> Iterator[str]:
    if settings.lmtp_listen is not None:
        yield f"It takes mail by LMTP at {settings.lmtp_listen}."
    if settings.mailbox is not None:
        yield f"It fetches mail from the folder {settings.mailbox.folder} at {settings.mailbox.host}."
    if settings.hook_secret is not None:
        yield f"It takes mail that is posted to {settings.url}/hooks/mail by whoever knows the secret."


def _environ(environ: Mapping[str, str], port: int | None) -> dict[str, str]:
    return dict(environ) if port is None else {**environ, "CORR_WEB_LISTEN": f"127.0.0.1:{port}"}


def _require_embedded(settings: Settings) -> None:
    """
    Make sure that only this machine can reach a demo.

    :raises ConfigError: others could.
    """
    if not settings.is_embedded:
        raise ConfigError(
            "--demo lets anybody sign in as its players, so it runs only where no CORR_SMTP_URL and no CORR_PROXIES "
            "are set and where CORR_URL, CORR_WEB_LISTEN and CORR_MAIL_LISTEN are loopback addresses."
        )


@contextmanager
def _bound(listen: Listen, setting: str) -> Iterator[socket.socket]:
    """
    A socket that holds *listen*.

    :raises ConfigError: somebody else holds it, or it is not ours to hold.
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


@contextmanager
def _stop_signals() -> Iterator[Callable[[], None]]:
    """What waits for Ctrl-C or SIGTERM; one more that comes after a while ends the process at once."""
    # A handler in Python may come too late: a signal that arrives just before a thread begins to wait does not wake it.
    # The interpreter itself writes into the socket, and whoever reads from it is woken in any case.
    reading, writing = socket.socketpair()
    with reading, writing:
        writing.settimeout(0)
        signal.set_wakeup_fd(writing.fileno())
        for number in _STOPS:
            signal.signal(number, lambda *_: None)

        def wait() -> None:
            reading.recv(1)
            stop_hard = _hard_stop(time.monotonic() + _ONE_WISH)
            for number in _STOPS:
                signal.signal(number, stop_hard)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(-1)


def _hard_stop(begin: float) -> Callable[[int, object], None]:
    """What a signal does while the process stops: nothing before the moment *begin*, then it ends the process."""

    def stop_hard(number: int, _frame: object) -> None:
        if time.monotonic() >= begin:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    return stop_hard
