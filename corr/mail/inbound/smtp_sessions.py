"""The sessions of the mail listeners: the library's, with limits that it lacks."""

import asyncio
import logging
import re
from typing import Any, AnyStr, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from corr.mail.inbound.sender_limits import limit_key_of
from corr.mail.inbound.smtp_dialogue import GONE

_MOST_SESSIONS = 200
"""At a time; each holds a file descriptor, and pages need some too."""
_MOST_OF_ONE = 20
"""Of one client at a time, so that nobody can keep all others out; as many as mail servers open by default."""
_LONGEST_DATA = 600.0
"""Seconds that the text of one mail may take to come in."""
_LONGEST_PIECE = 16 * 1024
_LINE_END_OF_MAIL = b"\r\n"
_END_OF_MAIL = b".\r\n"
_CROWDED = b"421 4.3.2 Too many connections, please try again later\r\n"
_PLAIN_ADDRESS = re.compile(
    r"<(?P<address>(?:[\w+=-]+\.)*[\w+=-]+@(?:[a-z0-9-]+\.)*[a-z0-9-]+)> *(?P<rest>[a-z0-9= -]*)",
    re.ASCII | re.IGNORECASE,
)
"""How nearly all addresses in MAIL and RCPT look: the library's parser, for all others, costs as much as a mail."""


class SmtpSession(SMTP):
    """
    The session of one client.

    :param others: all open sessions; this one adds itself, and removes itself in the end.
    """

    line_length_limit = 64 * 1024
    """Some programs write a whole page of HTML on one line, and a mail must not fail for that."""

    def __init__(self, others: "set[SmtpSession]", handler: object, **settings: Any) -> None:  # noqa: ANN401 - passed on
        # The library logs every address, and ours hold tokens.
        logging.getLogger("mail.log").setLevel(logging.CRITICAL)
        super().__init__(handler, **settings)
        self._others = others
        self.limit_key = ""
        """What the client is counted by; empty for a mail server of our own."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in, unless there are too many."""
        super().connection_made(transport)
        self.limit_key = self._counted_by(transport)
        self._others.add(self)
        if self._is_crowded() and isinstance(transport, asyncio.WriteTransport):
            transport.write(_CROWDED)
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget the client."""
        self._others.discard(self)
        super().connection_lost(error)

    async def push(self, status: AnyStr) -> None:
        """Answer the client, and close the connection after a 421."""
        await super().push(status)
        if status[:3] in {GONE, GONE.encode()}:
            self._writer.close()

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - the library's name
        """Receive the text of a mail, which may take longer than a command."""
        self._reset_timeout(_LONGEST_DATA)
        await super().smtp_DATA(arg)

    def _counted_by(self, transport: asyncio.BaseTransport) -> str:
        return limit_key_of(transport.get_extra_info("peername"))

    def _is_crowded(self) -> bool:
        of_one = sum(session.limit_key == self.limit_key for session in self._others) if self.limit_key else 0
        return len(self._others) > _MOST_SESSIONS or of_one > _MOST_OF_ONE

    def _cb_client_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super()._cb_client_connected(cast("asyncio.StreamReader", _Reader(reader)), writer)

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
        self._kept = b""
        """A line of a mail that was read already and belongs to the next piece."""

    async def readuntil(self, separator: bytes = b"\n") -> bytes:
        """
        The next line of a dialogue, or the next few lines of a mail.

        :raises asyncio.LimitOverrunError: a line is too long.
        """
        if separator != _LINE_END_OF_MAIL:
            return await self._reader.readuntil(separator)
        first, self._kept = self._kept or await self._reader.readuntil(separator), b""
        return first if first == _END_OF_MAIL else await self._with_further_lines(first)

    async def _with_further_lines(self, first: bytes) -> bytes:
        lines, length = [first], len(first)
        while True:
            line = await self._reader.readuntil(_LINE_END_OF_MAIL)
            length += len(line)
            if line == _END_OF_MAIL or length > _LONGEST_PIECE:
                self._kept = line
                return b"".join(lines)
            # The library takes away the dot that is in front of the first line (RFC 5321, 4.5.2).
            lines.append(line[1:] if line.startswith(b".") else line)

    async def read(self, count: int) -> bytes:
        """Throw away what is too long: the mail is refused anyway, and must not fill the memory."""
        await self._reader.read(count)
        return b""
