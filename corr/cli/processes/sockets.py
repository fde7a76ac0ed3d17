"""The ports of a process; one that is in use is noticed before anything else is started."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from corr.config import Settings
from corr.config.values import Listen
from corr.errors import ConfigError


@contextmanager
def bound_for_pages(settings: Settings) -> Iterator[socket.socket]:
    """
    A bound socket for the pages.

    :raises ConfigError: its address is in use, or this process may not use it.
    """
    with _bound(settings.web_listen, "--port or CORR_WEB_LISTEN") as bound:
        yield bound


def check_free_for_mail(settings: Settings) -> None:
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
