"""A listener for the post of tests, on a port of its own."""

from collections.abc import Iterator
from contextlib import contextmanager

from corr.base.uow import Workshop
from corr.mail.inbound.listener import MailListener
from corr.mail.inbound.smtp_sessions import SessionLimits
from tests.mail.office import IDENTITY
from tests.ports import free_port


@contextmanager
def a_listener(workshop: Workshop, limits: SessionLimits | None = None) -> Iterator[int]:
    """The port of a listener, as long as it is wanted."""
    port = free_port()
    listener = MailListener(workshop, IDENTITY, "127.0.0.1", port, limits=limits)
    listener.start()
    try:
        yield port
    finally:
        listener.stop()
