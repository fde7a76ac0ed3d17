"""The clock of a service. Only this module reads the real time."""

from datetime import UTC, datetime, timedelta

from corr.administration.installation import Rehearsal, find_rehearsal
from corr.base.uow import ServiceClock, Workshop
from corr.config import Settings
from corr.errors import ConfigError
from corr.games.registry import Registry
from corr.store.db import Database

_NOT_HERE = (
    "A rehearsal runs only where CORR_URL, CORR_WEB_LISTEN, CORR_MAIL_LISTEN, CORR_LMTP_LISTEN, CORR_SMTP_URL and "
    "CORR_IMAP_URL name this machine alone, by loopback addresses, and no CORR_PROXIES are set."
)
_A_WHILE = timedelta(days=1)
"""The least time that the calendar of a rehearsal must have left."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The present moment, aware and UTC."""
        return datetime.now(UTC)

    def machine(self, span: timedelta) -> timedelta:
        """The same *span*: this clock runs as fast as the machine's."""
        return span


class RehearsalClock:
    """The clock of a rehearsal, which runs faster and is the same for all processes."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal

    def now(self) -> datetime:
        """The present moment of the rehearsal."""
        return self._rehearsal.at(datetime.now(UTC))

    def machine(self, span: timedelta) -> timedelta:
        """A *span* of the machine's time in the time of the rehearsal."""
        return span * self._rehearsal.factor


def check_alone(settings: Settings) -> None:
    """
    Make sure that only this machine can reach a rehearsal.

    :raises ConfigError: others could reach it.
    """
    if not settings.is_on_one_machine:
        raise ConfigError(_NOT_HERE)


def service_clock(settings: Settings, database: Database) -> ServiceClock:
    """
    The clock of the service that uses *database*.

    :raises ConfigError: the database is a rehearsal, and others can reach the service, or its calendar has ended.
    """
    with Workshop(database, SystemClock(), Registry([]), secret=b"").look() as reader:
        rehearsal = find_rehearsal(reader)
    if rehearsal is None:
        return SystemClock()
    if not settings.is_on_one_machine:
        raise ConfigError(f"This database belongs to a rehearsal, in which time runs faster. {_NOT_HERE}")
    clock = RehearsalClock(rehearsal)
    try:
        clock.now() + clock.machine(_A_WHILE)
    except OverflowError:
        raise ConfigError("This rehearsal has come to the end of the calendar. Begin another one.") from None
    return clock
