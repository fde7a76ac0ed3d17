"""A whole service: its parts and its secret, as the settings say."""

import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from corr.base.uow import ServiceClock, Workshop
from corr.config import Settings
from corr.errors import ConfigError
from corr.games.registry import Registry
from corr.lazy_import import LazyImport
from corr.mail.inbound.intake import Webhook
from corr.mail.letters.compose import mail_templates
from corr.mail.letters.transport import MaildirTransport, SmtpTransport, Transport
from corr.mail.mail_identity import AddressPattern, LetterSigner, MailIdentity
from corr.mail.reading.child import ChildReader
from corr.resources import templates_folder
from corr.store.db import Database
from corr.store.migrate import open_database
from corr.wiring import make_folder, service_clock

_SECRET_LENGTH = 32
_PATIENCE = 30.0
"""Seconds that a unit of work of jobs or mail may wait for PostgreSQL. Pages wait less, commands without a limit."""
_LETTERS = "letters"
_MAKE_SIGNER: LazyImport[Callable[[str, str, str], LetterSigner]] = LazyImport(
    "corr.mail.letters.dkim_signature:make_signer"
)
"""Loaded only if there is a key."""


def secret_of(settings: Settings) -> bytes:
    """
    The key of all tokens: made from the configured secret, or from one that is made once and kept in `var`.

    :raises ConfigError: the file cannot be read or written, or is damaged.
    """
    if settings.secret is not None:
        # Bytes in the environment that are no UTF-8 are kept as they are.
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
    # After a crash of the machine, a file may contain zeros.
    if len(text) < _SECRET_LENGTH or not text.isprintable():
        raise ConfigError(f"The secret in {path} is damaged. Restore it, or delete it: then open links stop working.")
    return sha256(text.encode()).digest()


def _make_secret(path: Path) -> None:
    # Written to another file and linked, so that two processes that start at once use the same secret.
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


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of one process; nothing runs yet."""

    settings: Settings
    owner: str
    """The name of this process among all that share the database: host name, process id and a random end."""
    clock: ServiceClock
    database: Database
    workshop: Workshop
    mail_identity: MailIdentity
    transports: tuple[Transport, ...]
    """One for each loop that sends letters."""
    mail_reader: ChildReader
    """The reader of mails, in a child process that is started with the first mail."""
    letters: Path | None
    """The folder that letters are written to; None if they are sent to a mail server."""


def build(settings: Settings) -> Service:
    """
    The parts of a service; its database is brought up to date.

    :raises ConfigError: the folder, the database, the secret or the key for signing cannot be used.
    :raises BrokenGameError: an installed game cannot be used.
    """
    registry = Registry.discover()
    make_folder(settings.var)
    secret = secret_of(settings)
    mail_identity = _mail_identity(settings, secret)
    database, _ = open_database(settings.database_url, _PATIENCE, settings.postgres_access)
    try:
        clock = service_clock(settings, database)
    except ConfigError:
        database.close()
        raise
    workshop = Workshop(database, clock, registry, secret)
    letters = settings.var / _LETTERS if settings.mail_server is None else None
    return Service(
        settings=settings,
        owner=f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}",
        clock=clock,
        database=database,
        workshop=workshop,
        mail_identity=mail_identity,
        transports=_transports(settings),
        mail_reader=ChildReader(),
        letters=letters,
    )


def hook_of(service: Service) -> Webhook | None:
    """The receiver of mails that a provider posts; None if no secret for it is set."""
    secret = service.settings.hook_secret
    return None if secret is None else Webhook(service.mail_identity, secret)


def _mail_identity(settings: Settings, secret: bytes) -> MailIdentity:
    return MailIdentity(
        domain=settings.mail_domain,
        sender_name="Corr",
        sender_address=settings.mail_from,
        reply=AddressPattern(settings.reply_pattern, settings.mail_domain),
        bounce=AddressPattern(settings.bounce_pattern, settings.mail_domain),
        unsubscribe=AddressPattern(settings.unsubscribe_pattern, settings.mail_domain),
        url=settings.url,
        templates=mail_templates(templates_folder()),
        secret=secret,
        authserv_id=settings.authserv_id,
        signer=_signer(settings),
    )


def _signer(settings: Settings) -> LetterSigner | None:
    """
    The DKIM signer for letters, in the name of the domain that they come from; None without a key.

    :raises ConfigError: the key cannot be used.
    """
    if settings.dkim_key is None:
        return None
    return _MAKE_SIGNER.load()(settings.mail_from.rpartition("@")[2], settings.dkim_selector, settings.dkim_key)


def _transports(settings: Settings) -> tuple[Transport, ...]:
    server = settings.mail_server
    if server is None:
        # Nobody waits for a folder.
        return (MaildirTransport(settings.var / _LETTERS),)
    return tuple(SmtpTransport(server, settings.mail_domain) for _ in range(settings.senders))
