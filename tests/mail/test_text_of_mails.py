"""The text of a mail on its way through the server: read in pieces of many lines, and kept to the letter."""

import socket
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.mail.inbound.smtp_sessions import Sessions, SmtpSession
from tests.ports import free_port

PATIENCE = 60.0
MOST = 400_000
PARTS = [b".", b"..", b"\r\n", b"\r\n", b"\n", b"\r", b".\r\n", b"\r\n.", b" ", b"a line.", b"x" * 70]
LONG = [
    b"y" * 16_000,
    b"z" * 60_000,
    (b"a line of many\r\n" * 5_000),
    (b"it ends with a dot.\r\n" * 2_000),
    b"\r\n" * 9_000,
]
LONGEST_LINE = 65_536


class Kept:
    """A handler that keeps the text of mails."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Keep one."""
        assert isinstance(envelope.content, bytes)
        self.texts.append(envelope.content)
        return "250 OK"


class Listening(Controller):
    """A server on a port of its own."""

    def factory(self) -> SMTP:
        """A session of our own kind."""
        return SmtpSession(Sessions(), self.handler, data_size_limit=MOST)


@pytest.fixture
def kept() -> Iterator[tuple[Kept, int]]:
    """A handler, and the port of its server."""
    handler, port = Kept(), free_port()
    listening = Listening(handler, hostname="127.0.0.1", port=port)
    listening.start()
    yield handler, port
    listening.stop()


def a_text(chance: Random, parts: list[bytes], most: int) -> bytes:
    """A text whose last line is whole."""
    text = b"".join(chance.choice(parts) for _ in range(chance.randrange(most)))
    return text if text.endswith(b"\r\n") or not text else text + b"\r\n"


def stuffed(text: bytes) -> bytes:
    """*text* as a client writes it (RFC 5321, 4.5.2)."""
    return b"\r\n".join(b"." + line if line.startswith(b".") else line for line in text.split(b"\r\n")) + b".\r\n"


def answers(port: int, chance: Random, texts: list[bytes]) -> list[bytes]:
    """The codes of the answers to mails with these *texts*, which come in any pieces, all at once."""
    envelope = b"MAIL FROM:<a@example.org>\r\nRCPT TO:<b@example.org>\r\nDATA\r\n"
    sent = b"HELO x\r\n" + b"".join(envelope + stuffed(text) for text in texts) + b"QUIT\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire:
        while sent:
            length = chance.choice([1, 3, 100, 5_000, 100_000])
            wire.sendall(sent[:length])
            sent = sent[length:]
        said = [line[:3] for line in wire.makefile("rb")]
    return [after for before, after in pairwise(said) if before == b"354"]


@pytest.mark.parametrize("seed", range(12))
def test_any_text_is_kept_to_the_letter_whatever_pieces_it_comes_in(kept: tuple[Kept, int], seed: int) -> None:
    handler, port = kept
    chance = Random(seed)
    parts = PARTS + LONG if seed % 2 else PARTS
    texts = [a_text(chance, parts, 40 if seed % 2 == 0 else 12) for _ in range(8)]
    texts = [text for text in texts if max(map(len, text.split(b"\r\n"))) < LONGEST_LINE - 2 and len(text) < MOST]

    said = answers(port, chance, texts)

    assert handler.texts == texts
    assert said == [b"250"] * len(texts)


@pytest.mark.parametrize("tail", [b"", b".", b"..", b".\r\n", b"x\r\n.", b"x.\r\n.y"])
@pytest.mark.parametrize("length", [LONGEST_LINE, LONGEST_LINE + 1, 2 * LONGEST_LINE, 2 * LONGEST_LINE + 1, 300_000])
def test_a_line_that_is_too_long_ends_no_mail(kept: tuple[Kept, int], length: int, tail: bytes) -> None:
    handler, port = kept
    texts = [b"before.\r\n\r\n" + b"x" * length + tail + b"\r\nMAIL FROM:<eve@example.org>\r\n", b"another\r\n"]

    said = answers(port, Random(length), texts)

    assert said == [b"500", b"250"]
    assert handler.texts == [b"another\r\n"]


def test_a_mail_that_is_too_large_is_read_to_its_end(kept: tuple[Kept, int]) -> None:
    handler, port = kept
    texts = [b"a line.\r\n" * (MOST // 8), b"another\r\n", (b"x" * 76 + b"\r\n") * (MOST // 70), b""]

    said = answers(port, Random(0), texts)

    assert said == [b"552", b"250", b"552", b"250"]
    assert handler.texts == [b"another\r\n", b""]
