"""A whole service: its parts, put together as the settings say."""

import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from corr.base.uow import Clock, Workshop
from corr.config import Settings
from corr.errors import ConfigError
from corr.games.registry import Registry
from corr.loading import Later
from corr.mail.inbound.webhook_door import Hook
from corr.mail.letters.part_templates import mail_templates
from corr.mail.mail_site import Post, Signs
from corr.mail.reading.child import MailReader
from corr.mail.sending.smtp import SmtpTransport
from corr.mail.sending.transport import MaildirTransport, Transport
from corr.resources import templates_folder
from corr.store.connect import open_database
from corr.store.db import Database
from corr.wiring.database_access import make_folder
from corr.wiring.part_secret import secret_of
from corr.wiring.service_clock import clock_of

_PATIENCE = 30.0
"""Seconds that a unit of work of jobs or mail may wait for PostgreSQL. Pages have less, commands have no end."""
_LETTERS = "letters"
_A_SIGNER: Later[Callable[[str, str, str], Signs]] = Later("corr.mail.letters.dkim_signature:a_signer")
"""Loaded only where there is a key."""


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
    make_folder(settings.var)
    secret = secret_of(settings)
    post = _post(settings, secret)
    database, _ = open_database(settings.database_url, _PATIENCE)
    try:
        clock = clock_of(settings, database)
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


def hook_of(service: Service) -> Hook | None:
    """What takes mails that a provider posts; None if no secret for it is set."""
    secret = service.settings.hook_secret
    return None if secret is None else Hook(service.post, secret)


def _post(settings: Settings, secret: bytes) -> Post:
    return Post(
        domain=settings.mail_domain,
        sender_name="Corr",
        sender_address=settings.mail_from,
        reply_pattern=settings.reply_pattern,
        bounce_pattern=settings.bounce_pattern,
        unsubscribe_pattern=settings.unsubscribe_pattern,
        url=settings.url,
        templates=mail_templates(templates_folder()),
        secret=secret,
        authserv_id=settings.authserv_id,
        signer=_signer(settings),
    )


def _signer(settings: Settings) -> Signs | None:
    """
    Who signs letters, in the name of the domain that they come from.

    :raises ConfigError: the key cannot be used.
    """
    if settings.dkim_key is None:
        return None
    return _A_SIGNER.load()(settings.mail_from.rpartition("@")[2], settings.dkim_selector, settings.dkim_key)


def _transport(settings: Settings) -> Transport:
    if settings.mail_server is None:
        return MaildirTransport(settings.var / _LETTERS)
    return SmtpTransport(settings.mail_server, settings.mail_domain)
