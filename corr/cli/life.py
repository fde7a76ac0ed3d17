"""The life of a process: settings, its log, a database, parts that run until a signal, and an orderly end."""

import json
import logging
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Protocol

import click

from corr.administration.installation import refuse_demo
from corr.base.faults import LoopFault
from corr.base.uow import Workshop
from corr.config import Settings, read_settings
from corr.distribution import check_installed_once
from corr.errors import ConfigError
from corr.jobs.heartbeat_loop import HeartbeatLoop
from corr.lazy_import import LazyImport
from corr.wiring.assembly import Service, build

_STOPS = (signal.SIGINT, signal.SIGTERM)
_ONE_WISH = 2.0
"""Seconds within which several signals count as one: a terminal, a shell and `timeout` may each pass it on."""
_SET_UP_DEMO: LazyImport[Callable[[Workshop, Callable[[str], str]], bool]] = LazyImport("corr.demo:set_up_demo")
_OTHERS = {
    "apscheduler": logging.ERROR,
    "mail.log": logging.ERROR,
    "waitress": logging.WARNING,
    "waitress.queue": logging.ERROR,
    "alembic": logging.WARNING,
    "sqlalchemy.pool": logging.CRITICAL,
}
"""
The least levels of libraries that would log every step, with addresses and tokens in it, every lost connection or every
request that waits.
"""
_SECRET = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z2-7]{26}(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}(?![A-Za-z0-9_-])"
    r"|(?<=://)[^/\s@:]+:[^/\s@]+(?=@)"
    r"|(?<=DETAIL: )[^\n]*"
)
"""Text that looks like a token, or like name and password in a URL; and PostgreSQL's "DETAIL:", which quotes rows."""
_FIELDS = (
    "request_id", "game_id", "player_id", "letter_id", "mail_id", "event", "method", "rule", "status", "network",
    "left_out",
)  # fmt: skip
"""The keys of `extra` that are logged."""


class ServicePart(Protocol):
    """A part of a process, which runs until it is stopped."""

    @property
    def loops(self) -> Sequence[str]:
        """The names of its loops."""
        ...

    def start(self) -> None:
        """Begin to run."""
        ...

    def turned(self) -> Sequence[str]:
        """The names of the loops that were alive since the last call."""
        ...

    def failing(self) -> Mapping[str, LoopFault]:
        """What its loops meet that have met nothing but faults since their last success, by their names."""
        ...

    def stop(self) -> bool:
        """Begin nothing more, and wait a while for work in progress; whether it was finished."""
        ...


@contextmanager
def stop_signals() -> Iterator[Callable[[], None]]:
    """A function that waits for Ctrl-C or SIGTERM; a second one, after a while, ends the process at once."""
    # A handler in Python may come too late: a signal that arrives just before a thread begins to wait does not wake it.
    # The interpreter itself writes into the socket, which wakes its reader in any case.
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


def ignore_stop_signals() -> None:
    """Ignore further signals once everything is done, so that the exit status stays good."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)


def _hard_stop(begin: float) -> Callable[[int, object], None]:
    """A signal handler for a process that stops: before *begin* it does nothing, after that it ends the process."""

    def stop_hard(number: int, _frame: object) -> None:
        if time.monotonic() >= begin:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    return stop_hard


def begin(environ: Mapping[str, str], *, is_demo: bool) -> Settings:
    """
    The settings of a process that begins to serve.

    :raises ConfigError: they cannot be used, a demo could be reached by others, or files of another package may lie
        among Corr's own.
    """
    check_installed_once()
    settings = read_settings(environ)
    if is_demo and not settings.is_embedded:
        raise ConfigError(
            "--demo lets anybody sign in as its players, so it runs only where no CORR_SMTP_URL and no CORR_PROXIES "
            "are set and where CORR_URL, CORR_WEB_LISTEN and CORR_MAIL_LISTEN are loopback addresses."
        )
    # Files made from here on are for this account alone: the database has addresses, the mail folder whole letters.
    os.umask(0o077)
    set_up_logs(settings.log_level, is_watched=sys.stderr.isatty())
    return settings


def with_port(environ: Mapping[str, str], port: int | None) -> dict[str, str]:
    """*environ* with pages on *port* of this machine; unchanged if there is none."""
    return dict(environ) if port is None else {**environ, "CORR_WEB_LISTEN": f"127.0.0.1:{port}"}


@contextmanager
def opened(settings: Settings, *, is_demo: bool) -> Iterator[Service]:
    """
    The parts of a service, of which nothing runs yet.

    :raises ConfigError: the folder, the database, the secret or the key for signing cannot be used.
    :raises NotAllowedError: the database is a demo's, or must not become one.
    """
    service = build(settings)
    try:
        if is_demo:
            _SET_UP_DEMO.load()(service.workshop, service.mail_identity.reply.address)
        else:
            with service.workshop.look() as reader:
                refuse_demo(reader)
        yield service
    finally:
        service.mail_reader.close()
        for transport in service.transports:
            transport.close()
        service.database.close()


def run(service: Service, parts: Sequence[ServicePart], welcome: Sequence[str]) -> None:
    """Let *parts* run until the process is told to stop."""
    heart = HeartbeatLoop(
        service.workshop,
        service.owner,
        lambda: [name for part in parts for name in part.turned()],
        lambda: {name: fault for part in parts for name, fault in part.failing().items()},
    )
    with stop_signals() as wait_for_stop:
        heart.start([name for part in parts for name in part.loops])
        for part in parts:
            part.start()
        click.echo("\n".join((*welcome, "Ctrl-C stops.")))
        wait_for_stop()
    click.echo("Stopping: what is in hand is finished first.")
    ends = [part.stop() for part in reversed(parts)]
    heart.stop()
    ignore_stop_signals()
    click.echo("Stopped." if all(ends) else "Stopped; a letter in hand goes out again at the next start.")
    if not all(ends):
        # A thread still waits for another server, which does not answer. The process may be killed at any moment.
        sys.stdout.flush()
        os._exit(0)


def set_up_logs(level: str, *, is_watched: bool) -> None:
    """Log to stderr: as plain lines if *is_watched*, else as JSON, one object a line, in UTC."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if is_watched else JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name, least in _OTHERS.items():
        logging.getLogger(name).setLevel(least)


class JsonLines(logging.Formatter):
    """Log lines as JSON objects; line breaks inside are encoded, so that nobody can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for *record*."""
        facts: dict[str, object] = {
            "at": _moment(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": without_secrets(record.getMessage()),
        }
        facts |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            facts["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(facts, default=str)


class PlainLines(logging.Formatter):
    """Log lines for a person at a terminal; control characters become question marks."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for *record*, and its trace below."""
        message = "".join(c if c.isprintable() else "?" for c in record.getMessage())
        line = without_secrets(f"{_moment(record)} {record.levelname.lower()} {record.name}: {message}")
        trace = f"\n{without_secrets(self.formatException(record.exc_info))}" if record.exc_info else ""
        return line + trace


def without_secrets(text: str) -> str:
    """*text* without anything that looks like a token or a password."""
    return _SECRET.sub("…", text)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
