"""
The sessions of the clients that bring mail: how they are read, how slow they may be, and which are closed for others.
"""

import asyncio
import logging
import re
import time
from dataclasses import dataclass, field
from typing import Any, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from corr.base.connection_limits import Rank, TransferLimits, Waiting, address_group, to_close
from corr.mail.inbound.smtp_requests import GONE, limit_key_of

_LONGEST_PIECE = 16 * 1024
_LARGE = 1 << 20
"""Bytes of a mail from which on its session may be closed if all mails that come in are too large together."""
_LINE_END_OF_MAIL = b"\r\n"
_END_OF_MAIL = b".\r\n"
_CLOSED = b"421 4.3.2 Too slow, or too many connections, please try again later\r\n"
_PLAIN_ADDRESS = re.compile(
    r"<(?P<address>(?:[\w+=-]+\.)*[\w+=-]+@(?:[a-z0-9-]+\.)*[a-z0-9-]+)> *(?P<rest>[a-z0-9= -]*)",
    re.ASCII | re.IGNORECASE,
)
"""How nearly all addresses in MAIL and RCPT look: the library's parser, for all others, costs as much as a mail."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """What clients of a listener may hold."""

    sessions: int = 200
    """At a time; each holds a file descriptor, and pages need some too."""
    of_one: int = 20
    """Of one client at a time, so that nobody can keep all others out; as many as mail servers open by default."""
    first_mail: float = 30.0
    """Seconds until the first MAIL that is accepted."""
    silence: float = 60.0
    """Seconds until the next command."""
    idle: float = 5.0
    """Seconds without a command after which a session makes room before others do."""
    texts: int = 64 << 20
    """Bytes of all mails that come in at one time."""
    look_every: float = 1.0
    """Seconds between two searches for sessions that take too long."""
    transfer: TransferLimits = field(default_factory=TransferLimits)
    """How slowly the text of a mail may come."""


class Sessions(set["SmtpSession"]):
    """The open sessions of a listener."""

    def __init__(self, limits: SessionLimits | None = None) -> None:
        super().__init__()
        self.limits = limits or SessionLimits()

    def are_all_used_by(self, limit_key: str) -> bool:
        """Whether a client has more sessions than it may have, and none is idle: then it can wait with the newest."""
        now = time.monotonic()
        sessions = [session for session in self if limit_key and session.limit_key == limit_key]
        return len(sessions) > self.limits.of_one and not any(
            each.rank < Rank.ACTIVE for session in sessions if (each := session.waiting(now)) is not None
        )

    def close_some(self) -> None:
        """Close sessions that take too long, and others if there are too many or their mails too large."""
        limits, now = self.limits, time.monotonic()
        waiting = [each for session in self if (each := session.waiting(now)) is not None]
        for session in to_close(waiting, len(self), limits.sessions, limits.of_one):
            session.close_early()
        excess = sum(session.text_size for session in self) - limits.texts
        large = [each for each in waiting if each.client in self and each.client.text_size > _LARGE]
        for each in sorted(large, key=lambda each: (each.is_own, -each.client.text_size)):
            if excess <= 0:
                return
            excess -= each.client.text_size
            each.client.close_early()


class SmtpSession(SMTP):
    """
    The session of one client.

    :param others: all open sessions; this one adds itself, and removes itself in the end.
    """

    line_length_limit = 64 * 1024
    """Some programs write a whole page of HTML on one line, and a mail must not fail for that."""

    def __init__(self, others: Sessions, handler: object, **settings: Any) -> None:  # noqa: ANN401 - passed on
        # The library logs every address, and ours hold tokens.
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        super().__init__(handler, **settings)
        self._others = others
        self.limit_key = ""
        """What the client is counted by; empty for a mail server of our own."""
        self._group = ""
        self._input: _Reader | None = None
        self._connected_at = self._moved_at = time.monotonic()
        self._has_mailed = False

    @property
    def text_size(self) -> int:
        """Bytes of the text of a mail that are held; with it, of the commands that came together with it."""
        return self._input.size if self._input else 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, for whom others may have to make room."""
        super().connection_made(transport)
        self.limit_key = self._counted_by(transport)
        peer = transport.get_extra_info("peername")
        self._group = address_group(str(peer[0])) if peer else ""
        self._others.add(self)
        if self._others.are_all_used_by(self.limit_key):
            self.close_early()
        elif len(self._others) > min(self._others.limits.sessions, self._others.limits.of_one):
            self._others.close_some()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the client."""
        self._others.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Take in what the client sends."""
        self._moved_at = time.monotonic()
        if self._input is not None:
            self._input.size += len(data)
        super().data_received(data)
        if self.text_size > _LARGE:
            self._others.close_some()

    def waiting(self, now: float) -> "Waiting[SmtpSession] | None":
        """What it waits for; None if an answer to its client is being worked out."""
        limits, source = self._others.limits, self._input
        if source is None or not source.is_waiting:
            return None
        seconds, place = now - source.since, (self._group, not self.limit_key)
        if source.is_in_text:
            is_over = limits.transfer.is_too_slow(source.size, seconds, now - max(self._moved_at, source.since))
            return Waiting(self, *place, self._connected_at, is_over, Rank.ACTIVE, is_counted=False)
        is_useless = not self._has_mailed and now - self._connected_at > limits.first_mail
        is_over = is_useless or seconds > limits.silence
        resting = Rank.RESTING if self._has_mailed else Rank.STALE
        rank = resting if seconds > limits.idle else Rank.ACTIVE
        return Waiting(self, *place, self._connected_at, is_over, rank)

    def close_early(self) -> None:
        """Say that this is the end, and close the connection."""
        self._others.discard(self)
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self.transport.write(_CLOSED)
            self.transport.close()

    async def push(self, status: str | bytes) -> None:
        """Answer the client, and close the connection after a 421."""
        # Some answers of the library repeat what the client said, which may be no text at all.
        answer = status.encode("ascii", "replace") if isinstance(status, str) else status
        await super().push(answer)
        if answer[:3] == GONE.encode():
            self._writer.close()

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802 - the library's name
        """Begin a mail."""
        await super().smtp_MAIL(arg)
        self._has_mailed |= self.envelope is not None and self.envelope.mail_from is not None

    def _counted_by(self, transport: asyncio.BaseTransport) -> str:
        return limit_key_of(transport.get_extra_info("peername"))

    def _cb_client_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._input = _Reader(reader)
        super()._cb_client_connected(cast("asyncio.StreamReader", self._input), writer)

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        plain = _PLAIN_ADDRESS.fullmatch(arg)
        if plain:
            return plain["address"], plain["rest"]
        try:
            return super()._getaddr(arg)
        except (LookupError, ValueError, AttributeError, RecursionError):
            # The standard library trips over "<", over a single quotation mark, and over many brackets.
            return None, None


class LmtpSession(SmtpSession, LMTP):
    """The session of a mail server of our own that delivers by LMTP."""

    def _counted_by(self, transport: asyncio.BaseTransport) -> str:  # noqa: ARG002 - it is one of our own
        return ""


class _Reader:
    """
    The stream of a client: commands line by line, the text of a mail in pieces of many lines.

    The library keeps each line of a mail as an object of its own, and an empty one takes fifty times its size then. Of
    a line that is too long, this throws away what the library would keep.
    """

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._lines = b""
        """Lines of a mail that were read and not given out yet."""
        self._are_last = False
        """Whether its end was read, too."""
        self._far = 0
        """The length of what comes next and has no line that ends with a dot."""
        self.since = time.monotonic()
        """When it began to wait for a command, or for the text of a mail, or when the last command was read."""
        self.is_waiting, self.is_in_text = True, False
        self.size = 0
        """Bytes that came since it began to wait for a command."""

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        """
        The next line of a dialogue, or the next lines of a mail.

        :raises asyncio.LimitOverrunError: a line is too long.
        """
        if separator != _LINE_END_OF_MAIL:
            self.since, self.is_waiting, self.size = time.monotonic(), True, 0
            line = await self._reader.readuntil(separator)
            self.since, self.is_waiting = time.monotonic(), False
            return line
        if not self.is_in_text:
            self.since, self.is_waiting, self.is_in_text = time.monotonic(), True, True
        while len(self._lines) < _LONGEST_PIECE and not self._are_last:
            await self._read_on()
        if not self._lines:
            self._are_last = self.is_in_text = self.is_waiting = False
            return _END_OF_MAIL
        before = self._lines.rfind(separator, 0, _LONGEST_PIECE)
        end = len(separator) + (self._lines.index(separator) if before < 0 else before)
        piece, self._lines = self._lines[:end], self._lines[end:]
        # The library takes away the dot that is in front of the first line (RFC 5321, 4.5.2).
        return piece.replace(b"\r\n.", b"\r\n")

    async def _read_on(self) -> None:
        """
        Read some lines more; far fewer reads than lines, since the end is a line that ends with a dot.

        :raises asyncio.LimitOverrunError: a line is too long. What was read of the mail is forgotten.
        """
        try:
            more = await self._reader.readuntil(_LINE_END_OF_MAIL if self._far > 0 else _END_OF_MAIL)
        except asyncio.LimitOverrunError as fault:
            if self._far <= 0:
                self._far = fault.consumed
                return
            self._lines = b""
            raise
        self._far = max(0, self._far - len(more))
        self._are_last = more == _END_OF_MAIL or more.endswith(_LINE_END_OF_MAIL + _END_OF_MAIL)
        self._lines += more[: -len(_END_OF_MAIL)] if self._are_last else more

    async def read(self, count: int) -> bytes:
        """Throw away what is too long: the mail is refused anyway, and must not fill the memory."""
        await self._reader.read(count)
        return b""
