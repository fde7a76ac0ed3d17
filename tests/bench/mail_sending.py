"""
How fast letters go out: claimed, composed, kept, handed over to a local mail server, marked.

Beside it, in the same run and to the same server: the bare library, which builds a message with the same text, HTML and
picture and sends it over one connection, without keeping anything. Both with pictures that were drawn before.
"""

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from corr.base.uow import Workshop
from corr.config.values import MailServer
from corr.games.registry import Registry
from corr.mail.letters.letter import Letter
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.outbox import RenderedLetter
from corr.mail.sending import prepare
from corr.mail.sending.dispatch import send_next
from corr.mail.sending.smtp import SmtpTransport
from corr.play.lifecycle import NewGame, start_game
from corr.players.profiles import make_player
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.wiring.service_clock import SystemClock
from tests.mail.office import IDENTITY
from tests.playing import terms
from tests.ports import free_port
from tests.postgresql import find_programs, shared_cluster

LETTERS = 300
"""In one round; two for each game, to players of its own."""
ROUNDS = 3


@dataclass(frozen=True)
class Round:
    """What one round took, in seconds."""

    bare: float
    whole: float
    composing: float


def main() -> None:
    """Print the rates and their ratios, for each kind of database."""
    with _sink() as port:
        with TemporaryDirectory() as folder:
            urls = [f"sqlite:///{folder}/{number}.sqlite" for number in range(ROUNDS)]
            _print("SQLite", [_round(url, port) for url in urls])
        programs = find_programs()
        if programs is None:
            print("no PostgreSQL on this machine")
            return
        with TemporaryDirectory() as folder:
            cluster = shared_cluster(Path(folder), programs, run=os.getpid())
            for number in range(ROUNDS):
                cluster.run(f"CREATE DATABASE sending{number}")
            _print("PostgreSQL", [_round(cluster.url(f"sending{number}"), port) for number in range(ROUNDS)])


def _print(database: str, rounds: list[Round]) -> None:
    bare, whole = (LETTERS / median(getattr(one, name) for one in rounds) for name in ("bare", "whole"))
    composing = median(one.composing / one.whole for one in rounds)
    apart = LETTERS / median(one.whole - one.composing for one in rounds)
    print(database)
    print(f"  bare EmailMessage and smtplib      {bare:8.0f} letters/s   1.00 x")
    print(f"  the whole way, composing included  {whole:8.0f} letters/s   {whole / bare:.2f} x")
    print(f"  the way without composing          {apart:8.0f} letters/s   {apart / bare:.2f} x (aim 0.50)")
    print(f"  share of composing                 {composing:8.0%}")


def _round(url: str, port: int) -> Round:
    database = Database(url)
    upgrade(database)
    try:
        workshop = Workshop(database, SystemClock(), Registry.discover(), b"a secret of benchmarks")
        _tell_letters(workshop)
        composed: list[bytes] = []
        with _composing(composed) as seconds, closing(_transport(port)) as transport:
            began = time.perf_counter()
            while send_next(workshop, IDENTITY, transport, "a sender"):
                pass
            whole = time.perf_counter() - began
        assert len(composed) == LETTERS
        return Round(_bare(composed, port), whole, sum(seconds))
    finally:
        database.close()


def _tell_letters(workshop: Workshop) -> None:
    for number in range(LETTERS // 2):
        with workshop.open() as uow:
            first, second = (
                make_player(uow, f"{name} {number}", f"{name}{number}@example.org", "UTC", is_demo=False)
                for name in ("ada", "ben")
            )
            start_game(uow, NewGame("kelasu/1", {}, terms("3d/turn"), (first, second)))


@contextmanager
def _composing(composed: list[bytes]) -> Iterator[list[float]]:
    """The seconds that composing takes, letter by letter, while it is open; the letters go into *composed*."""
    seconds: list[float] = []
    compose = prepare.compose_letter  # type: ignore[attr-defined]  # it is imported there, and used from there

    def timed(letter: Letter, identity: MailIdentity) -> RenderedLetter:
        began = time.perf_counter()
        made = compose(letter, identity)
        seconds.append(time.perf_counter() - began)
        composed.append(made.message)
        return made

    prepare.compose_letter = timed  # type: ignore[attr-defined]  # a stopwatch around it
    try:
        yield seconds
    finally:
        prepare.compose_letter = compose  # type: ignore[attr-defined]  # as above


def _bare(letters: list[bytes], port: int) -> float:
    """What the bare library takes for letters with the same parts."""
    parts = [
        {part.get_content_type(): part.get_payload(decode=True) for part in message_from_bytes(raw).walk()}
        for raw in letters
    ]
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as connection:
        for number, content in enumerate(parts):
            message = _bare_message(number, content)
            connection.send_message(message, "b+x@play.example", [f"ada{number}@example.org"])
    return time.perf_counter() - began


def _bare_message(number: int, content: dict[str, object]) -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ada via Corr <game@play.example>"
    message["To"] = f"Ada <ada{number}@example.org>"
    message["Subject"] = "Kelasu: Ada - Ben"
    message["Message-ID"] = f"<{number}@play.example>"
    text, html, picture = (content[kind] for kind in ("text/plain", "text/html", "image/png"))
    assert isinstance(text, bytes)
    assert isinstance(html, bytes)
    assert isinstance(picture, bytes)
    message.set_content(text.decode())
    message.add_alternative(html.decode(), subtype="html")
    message.get_payload()[1].add_related(picture, "image", "png", cid="<board@play.example>")  # type: ignore[index, union-attr]  # the HTML part just added
    return message


def _transport(port: int) -> SmtpTransport:
    return SmtpTransport(MailServer("127.0.0.1", port, is_implicit_tls=False))


@contextmanager
def _sink() -> Iterator[int]:
    """A mail server in a process of its own that forgets all that it is given."""
    port = free_port()
    words = [sys.executable, "-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"]
    with subprocess.Popen(words) as server:
        try:
            _await(port)
            yield port
        finally:
            server.terminate()


def _await(port: int) -> None:
    for _ in range(100):
        try:
            with smtplib.SMTP("127.0.0.1", port):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the mail server does not start")
