"""A flood of mails of one account, and how long another player waits for an answer meanwhile."""

import smtplib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

from sqlalchemy import ColumnElement, func, select

from corr.players.reply_tokens import mint_reply_token
from corr.store.base import table
from corr.store.tables.mails import Inbox
from tests.bench._figures import Figure, Found
from tests.bench._grounds import Past, grounds
from tests.bench._worlds import sites
from tests.bench.mail import Mail, Way, a_way

FLOOD = 5_000
"""Mails of one account."""
_CLIENTS = 4
_HEAD_START = 10.0
"""Seconds from the first mail of the flood until the other player writes."""
_AIM = 5.0
_PATIENCE = 300.0
_PAST = Past(finished=10, messages=10, turns=10)
_HOST = "127.0.0.1"
_MAIL = table(Inbox)


def figures() -> Iterator[Found]:
    """All of them, on both databases."""
    for site in sites():
        with a_way(site, "flooded", grounds(site.new_url("flooded"), _PAST)) as way, way.jobs():
            flood, one = _mails(way, FLOOD), _mails(way, 1)
            with ProcessPoolExecutor(_CLIENTS, mp_context=get_context("spawn")) as pool:
                shares = [flood[number::_CLIENTS] for number in range(_CLIENTS)]
                sending = pool.map(_pour, [way.door.port] * _CLIENTS, shares)
                while not _count(way, _MAIL.c.recipient == flood[0][1]):
                    time.sleep(0.1)
                time.sleep(_HEAD_START)
                waiting, began = _count(way, _MAIL.c.state == "new"), time.monotonic()
                assert _pour(way.door.port, one) == 1
                # The answer is stored with it.
                while not _count(way, (_MAIL.c.recipient == one[0][1]) & (_MAIL.c.state == "done")):
                    assert time.monotonic() < began + _PATIENCE, "the other player was never answered"
                    time.sleep(0.02)
                seconds = time.monotonic() - began
                taken = sum(sending)
        detail = f"{waiting} mails waited then; {taken} of {FLOOD} were taken, the others left to their sender"
        yield Figure(f"{site.name}: another player's answer in a flood", seconds, _AIM, "s", detail=detail)


def _mails(way: Way, number: int) -> list[Mail]:
    """Mails that ask for something small, all of one player."""
    match = next(way.prepared.matches)
    turn = match.play()
    with way.workshop.open() as uow:
        recipient = f"r+{mint_reply_token(uow, turn.by.id, match.id, turn.number)}@play.example"
    head = f"From: {turn.by.name} <{turn.by.address}>\r\nSubject: Re: your turn\r\n"
    return [
        (turn.by.address, recipient, f"{head}Message-ID: <{index}.{match.id}@example.org>\r\n\r\ngames\r\n".encode())
        for index in range(number)
    ]


def _pour(port: int, mails: Sequence[Mail]) -> int:
    """Send all of *mails*; how many were taken."""
    taken = 0
    with smtplib.SMTP(_HOST, port, timeout=60) as connection:
        for sender, recipient, content in mails:
            with suppress(smtplib.SMTPRecipientsRefused):
                connection.sendmail(sender, [recipient], content)
                taken += 1
    return taken


def _count(way: Way, which: ColumnElement[bool]) -> int:
    with way.workshop.look() as reader:
        return int(reader.connection.scalar(select(func.count()).select_from(_MAIL).where(which)) or 0)
