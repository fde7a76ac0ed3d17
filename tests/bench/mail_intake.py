"""
How fast mails come in: taken in by the SMTP listener, and understood with all that follows from it.

Beside it, in the same run: the bare library with a handler that inserts one row and commits, on the same kind of
database with the same promise to survive a loss of power.
"""

import smtplib
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.mail.answering.gateway import understand_next
from corr.mail.inbound.listener import MailListener
from corr.mail.reading.child import ChildReader
from corr.play.lifecycle import NewGame, start_game
from corr.players.profiles import make_player
from corr.players.reply_tokens import mint_reply_token
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.wiring.service_clock import SystemClock
from tests.mail.office import IDENTITY
from tests.playing import terms
from tests.ports import free_port

MAILS = 200
"""In one round; each plays the first turn of a game of its own."""
ROUNDS = 3
CLIENTS = 4
TURN = "B6-C6, A6-B6"
GAMES_OF_A_PLAYER = 10
"""So few that nobody is answered too often."""
_HOST = "127.0.0.1"


class BareHandler:
    """Inserts one row for each mail."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE mail (id INTEGER PRIMARY KEY, recipient TEXT, raw BLOB)")

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """One mail, one row."""
        with self._connection:
            self._connection.execute(
                "INSERT INTO mail (recipient, raw) VALUES (?, ?)", (envelope.rcpt_tos[0], envelope.content)
            )
        return "250 OK"


def main() -> None:
    """Print the rates and their ratios."""
    bare_rates, ours, understood = [], [], []
    for _ in range(ROUNDS):
        with TemporaryDirectory() as folder:
            bare_rates.append(_bare(Path(folder) / "bare.sqlite"))
        with TemporaryDirectory() as folder, _workshop(Path(folder) / "corr.sqlite") as workshop:
            mails = _mails(workshop)
            ours.append(_taken_in(workshop, mails))
            understood.append(_understood(workshop))
    bare, stored = median(bare_rates), median(ours)
    print(f"bare aiosmtpd, one row a mail      {bare:8.0f} mails/s   1.00 x")
    print(f"taken in by our listener           {stored:8.0f} mails/s   {stored / bare:.2f} x (aim 0.50)")
    print(f"understood, played and answered    {median(understood):8.0f} mails/s   {median(understood) / bare:.2f} x")


@contextmanager
def _workshop(path: Path) -> Iterator[Workshop]:
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    try:
        yield Workshop(database, SystemClock(), Registry.discover(), b"a secret of benchmarks")
    finally:
        database.close()


def _mails(workshop: Workshop) -> list[tuple[str, str, bytes]]:
    """Sender, recipient and content of each mail of a round."""
    mails = []
    for number in range(0, MAILS, GAMES_OF_A_PLAYER):
        with workshop.open() as uow:
            first, second = (
                make_player(uow, f"{name} {number}", f"{name}{number}@example.org", "UTC", is_demo=False)
                for name in ("ada", "ben")
            )
            for each in range(number, number + GAMES_OF_A_PLAYER):
                game_id = start_game(uow, NewGame("kelasu/1", {}, terms("3d/turn"), (first, second)))
                recipient = IDENTITY.reply_address(mint_reply_token(uow, first, game_id, 1))
                sender = f"ada{number}@example.org"
                mails.append((sender, recipient, _content(sender, each)))
    return mails


def _content(sender: str, number: int) -> bytes:
    return (
        f"From: Ada <{sender}>\r\nMessage-ID: <{number}@example.org>\r\nSubject: Re: your turn\r\n\r\n"
        f"{TURN}\r\n\r\nOn Monday Corr wrote:\r\n" + "> a line of the letter that is answered\r\n" * 40
    ).encode()


def _bare(path: Path) -> float:
    port = free_port()
    controller = Controller(BareHandler(path), hostname=_HOST, port=port)
    controller.start()
    try:
        mails = [("ada@example.org", "r@play.example", _content("ada@example.org", each)) for each in range(MAILS)]
        return _rate(mails, port)
    finally:
        controller.stop()


def _taken_in(workshop: Workshop, mails: list[tuple[str, str, bytes]]) -> float:
    port = free_port()
    listener = MailListener(workshop, IDENTITY, _HOST, port)
    listener.start()
    try:
        return _rate(mails, port)
    finally:
        listener.stop()


def _understood(workshop: Workshop) -> float:
    reads = ChildReader()
    count = 0
    try:
        began = time.perf_counter()
        while understand_next(workshop, IDENTITY, reads, "bench"):
            count += 1
        return count / (time.perf_counter() - began)
    finally:
        reads.close()


def _rate(mails: list[tuple[str, str, bytes]], port: int) -> float:
    """
    Mails a second, sent by several clients at once, each over one connection.

    The clients are processes of their own: in one with the server, they would wait for each other's interpreter.
    """
    shares = [mails[number::CLIENTS] for number in range(CLIENTS)]
    with ProcessPoolExecutor(CLIENTS, mp_context=get_context("spawn")) as pool:
        list(pool.map(_start, range(CLIENTS)))
        began = time.perf_counter()
        list(pool.map(_send, [port] * CLIENTS, shares))
        return len(mails) / (time.perf_counter() - began)


def _start(_client: int) -> None:
    """Be there, with all that a client loads, and leave the next client to another process."""
    time.sleep(0.5)


def _send(port: int, mails: list[tuple[str, str, bytes]]) -> None:
    with smtplib.SMTP(_HOST, port, timeout=60) as connection:
        for sender, recipient, content in mails:
            connection.sendmail(sender, [recipient], content)


if __name__ == "__main__":
    main()
