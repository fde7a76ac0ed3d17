"""The composition root: puts the parts of a service together as the settings say. Only here is the real clock."""

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from sqlalchemy.engine import make_url

from corr.config import Settings
from corr.errors import ConfigError
from corr.games.registry import Registry
from corr.mail.doors.hook import Hook
from corr.mail.doors.imap import MailboxPoller
from corr.mail.doors.listener import LmtpListener, MailListener
from corr.mail.letters.signing import Signer, a_signer
from corr.mail.letters.templates import mail_templates
from corr.mail.post import Post
from corr.mail.reading.child import MailReader
from corr.mail.sending.smtp import SmtpTransport
from corr.mail.sending.transport import MaildirTransport, Transport
from corr.resources import templates_folder
from corr.service.uow import Clock, Reader, UnitOfWork, Workshop
from corr.service.upkeep.rehearsals import Rehearsal, become_rehearsal, find_rehearsal
from corr.store.db import Database
from corr.store.migrate import Layout
from corr.store.opening import open_database

_NOT_HERE = (
    "A rehearsal runs only where CORR_URL, CORR_WEB_LISTEN, CORR_MAIL_LISTEN, CORR_LMTP_LISTEN, CORR_SMTP_URL and "
    "CORR_IMAP_URL name this machine alone, by loopback addresses, and no CORR_PROXIES are set."
)
_A_WHILE = timedelta(days=1)
"""A rehearsal begins only if its calendar goes on for so long."""
_SECRET_LENGTH = 32
_PATIENCE = 30.0
"""Seconds that a unit of work of jobs or mail may wait for PostgreSQL. Pages have less, commands have no end."""
_LETTERS = "letters"


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The present moment, aware and UTC."""
        return datetime.now(UTC)

    def machine(self, span: timedelta) -> timedelta:
        """The same *span*: this clock runs as fast as the machine's."""
        return span


class RehearsalClock:
    """The clock of a rehearsal, which runs faster and is the same in all processes."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal

    def now(self) -> datetime:
        """The present moment of the rehearsal."""
        return self._rehearsal.at(datetime.now(UTC))

    def machine(self, span: timedelta) -> timedelta:
        """How long a *span* of the machine's time is in the rehearsal."""
        return span * self._rehearsal.factor


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of one process, put together; nothing runs yet."""

    settings: Settings
    owner: str
    """This process among all that share the database: host name, process id and a random end."""
    clock: Clock
    database: Database
    workshop: Workshop
    post: Post
    transport: Transport
    reads: MailReader
    """What reads mails, in a process of its own that is begun with the first one."""
    letters: Path | None
    """The sink of letters; None where a mail server takes them."""


def build(settings: Settings) -> Service:
    """
    The parts of a service; its database is brought up to date.

    :raises ConfigError: the folder, the database, the secret or the key for signing cannot be used.
    """
    _make_folder(settings.var)
    secret, post = secret_of(settings), _post(settings)
    database, _ = open_database(settings.database_url, _PATIENCE)
    try:
        clock = _clock(settings, database)
    except ConfigError:
        database.close()
        raise
    workshop = Workshop(database, clock, Registry.discover(), secret)
    letters = settings.var / _LETTERS if settings.mail_server is None else None
    return Service(
        settings=settings,
        owner=f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}",
        clock=clock,
        database=database,
        workshop=workshop,
        post=post,
        transport=_transport(settings),
        reads=MailReader(),
        letters=letters,
    )


def listeners_of(service: Service) -> tuple[MailListener, ...]:
    """The doors that mails are brought to, ready to be opened."""
    workshop, post, settings = service.workshop, service.post, service.settings
    smtp = MailListener(workshop, post, settings.mail_listen.host, settings.mail_listen.port)
    if settings.lmtp_listen is None:
        return (smtp,)
    return smtp, LmtpListener(workshop, post, settings.lmtp_listen.host, settings.lmtp_listen.port)


def mailbox_of(service: Service) -> MailboxPoller | None:
    """What fetches mails from a mailbox; None if there is none."""
    mailbox = service.settings.mailbox
    return None if mailbox is None else MailboxPoller(service.workshop, service.post, mailbox)


def hook_of(service: Service) -> Hook | None:
    """What takes mails that a provider posts; None if no secret for it is set."""
    secret = service.settings.hook_secret
    return None if secret is None else Hook(service.post, secret)


@contextmanager
def looking(settings: Settings) -> Iterator[Reader]:
    """
    What a service keeps, for a command that only reads; the database is brought up to date first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    with keeping(settings) as workshop, workshop.look() as reader:
        yield reader


@contextmanager
def changing(settings: Settings) -> Iterator[UnitOfWork]:
    """
    What a service keeps, for a command that changes it in one transaction; the database is brought up to date first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    with keeping(settings) as workshop, workshop.open() as uow:
        yield uow


@contextmanager
def keeping(settings: Settings) -> Iterator[Workshop]:
    """
    What a service keeps, for a command that opens it again and again; the database is brought up to date first.

    :raises ConfigError: there is no database yet, or it cannot be used.
    """
    path = make_url(settings.database_url).database if settings.is_sqlite else None
    if path and not Path(path).exists():
        raise ConfigError(f"There is no database {path}. Check CORR_VAR and CORR_DATABASE_URL.")
    database, _ = open_database(settings.database_url)
    try:
        # Nothing is signed by a command.
        yield Workshop(database, _clock(settings, database), Registry.discover(), secret=b"")
    finally:
        database.close()


def rehearse(settings: Settings, factor: int) -> Rehearsal:
    """
    Let the time of an empty database run faster from now on; it serves as nothing but a rehearsal for ever.

    :raises ConfigError: others could reach the service, or the database cannot be used.
    :raises InputError: the factor is out of bounds.
    :raises NotAllowedError: the database has been in use.
    """
    if not settings.is_on_one_machine:
        raise ConfigError(_NOT_HERE)
    _make_folder(settings.var)
    database, _ = open_database(settings.database_url)
    try:
        with Workshop(database, SystemClock(), Registry([]), secret=b"").open() as uow:
            return become_rehearsal(uow, factor)
    finally:
        database.close()


def _clock(settings: Settings, database: Database) -> Clock:
    """
    The clock that *database* is kept by.

    :raises ConfigError: it is a rehearsal's, and others can reach the service; or its calendar has come to its end.
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


def migrate(settings: Settings) -> Layout:
    """
    Bring the database up to date; how far it was before.

    :raises ConfigError: the folder for it or the database cannot be used.
    """
    _make_folder(settings.var)
    database, before = open_database(settings.database_url)
    database.close()
    return before


def secret_of(settings: Settings) -> bytes:
    """
    What tokens are keyed with: the configured secret, or one that is made once and kept in `var`.

    :raises ConfigError: the file cannot be read or written, or is damaged.
    """
    if settings.secret is not None:
        # Bytes that are no text came through the environment as they are.
        return sha256(settings.secret.encode("utf-8", "surrogateescape")).digest()
    path = settings.var / "secret"
    try:
        if not path.exists():
            _make_secret(path)
        text = path.read_text(encoding="ascii").strip()
    except OSError as fault:
        raise ConfigError(f"The secret in {path} cannot be read or made: {fault.strerror}.") from None
    except UnicodeDecodeError:
        text = ""
    # A crash of the machine may leave zeros in a file.
    if len(text) < _SECRET_LENGTH or not text.isprintable():
        raise ConfigError(f"The secret in {path} is damaged. Restore it, or delete it: then open links stop working.")
    return sha256(text.encode()).digest()


def _post(settings: Settings) -> Post:
    return Post(
        domain=settings.mail_domain,
        sender_name="Corr",
        sender_address=settings.mail_from,
        reply_pattern=settings.reply_pattern,
        bounce_pattern=settings.bounce_pattern,
        unsubscribe_pattern=settings.unsubscribe_pattern,
        url=settings.url,
        templates=mail_templates(templates_folder()),
        authserv_id=settings.authserv_id,
        signer=_signer(settings),
    )


def _signer(settings: Settings) -> Signer | None:
    """
    Who signs letters, in the name of the domain that they come from.

    :raises ConfigError: the key cannot be used.
    """
    if settings.dkim_key is None:
        return None
    return a_signer(settings.mail_from.rpartition("@")[2], settings.dkim_selector, settings.dkim_key)


def _transport(settings: Settings) -> Transport:
    if settings.mail_server is None:
        return MaildirTransport(settings.var / _LETTERS)
    return SmtpTransport(settings.mail_server, settings.mail_domain)


def _make_secret(path: Path) -> None:
    # Written aside and linked, so that two processes that start at once agree on one.
    draft = path.with_name(f"secret.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(_SECRET_LENGTH) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def _make_folder(folder: Path) -> None:
    """
    Make the folder for everything that is kept, readable for its owner alone.

    :raises ConfigError: it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        raise ConfigError(f"CORR_VAR: the folder {folder} cannot be made: {fault.strerror}.") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ConfigError(f"CORR_VAR: nothing can be written into the folder {folder}.")
