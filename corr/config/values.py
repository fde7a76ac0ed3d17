"""
How the text of one setting is read.

Each reader raises a ValueError with one sentence that says what the text must be and never repeats the text, since it
may hold a password.
"""

import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISREG
from urllib.parse import SplitResult, unquote, urlsplit

_SHORTEST_SECRET = 32
_HIGHEST_PORT = 65535
_MOST_PROXIES = 8
_MOST_SENDERS = 8
_MOST_THREADS = 64
_LONGEST_TOKEN = 26
_DOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\Z")
_LOCAL_PART = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`|~-]{1,64}\Z")
_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Listen:
    """An address where a server waits for connections."""

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether nobody but this machine can connect."""
        return is_loopback(self.host)

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class PostgresAccess:
    """How the servers of PostgreSQL are used."""

    is_pooled: bool = False
    """Whether a pooler stands in between, which gives each transaction another session."""
    is_prepared: bool = True
    """Whether the server keeps the plans of statements that come often, for as long as a session lasts."""
    replica_url: str | None = field(default=None, repr=False)
    """A replica, which may be some seconds behind; None if there is none."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """The outgoing mail server."""

    host: str
    port: int
    is_implicit_tls: bool
    """Whether the connection begins encrypted ("smtps"); otherwise STARTTLS is used where it is offered."""
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox that mails are fetched from by IMAP."""

    host: str
    port: int
    is_implicit_tls: bool
    """Whether the connection begins encrypted ("imaps"); otherwise STARTTLS is used where it is offered."""
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"


def listen(text: str) -> Listen:
    """
    A host and a port.

    :raises ValueError: it is none.
    """
    host, _, port = text.rpartition(":")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= len(str(_HIGHEST_PORT)) else 0
    if not host or not 0 < number <= _HIGHEST_PORT:
        raise ValueError(f"it must be a host, a colon and a port from 1 to {_HIGHEST_PORT}.")
    if not is_ip(host) and not _DOMAIN.match(host.lower()):
        raise ValueError("the host must be an IP address or a host name; an IPv6 address stands in brackets.")
    return Listen(host, number)


def url(text: str) -> str:
    """
    The address of a site that has a host of its own.

    :raises ValueError: it is none.
    """
    parts, _ = _split(text, {"http", "https"})
    if parts.username is not None or parts.query or parts.fragment or parts.path.strip("/"):
        raise ValueError("nothing may follow the host and port: the service needs a host of its own.")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def folder(text: str) -> Path:
    """
    A folder, which need not exist yet.

    :raises ValueError: it is something else.
    """
    fault = "it must be a folder, or a path where one can be made."
    is_other = False
    try:
        path = Path(text).expanduser()
        # `is_file` has been silent about paths that are too long since Python 3.14.
        with suppress(FileNotFoundError, NotADirectoryError):
            is_other = S_ISREG(path.stat().st_mode)
    except (OSError, RuntimeError, ValueError):
        # A path that is too long, a home of nobody, a zero byte.
        raise ValueError(fault) from None
    if is_other:
        raise ValueError(fault)
    return path


def domain(text: str) -> str:
    """
    A mail domain.

    :raises ValueError: it is none.
    """
    if not _DOMAIN.match(text.lower()):
        raise ValueError("it must be a domain, without a name and @ before it.")
    return text.lower()


def address(text: str) -> str:
    """
    A mail address.

    :raises ValueError: it is none.
    """
    local, _, host = text.rpartition("@")
    if not _LOCAL_PART.match(local) or not _DOMAIN.match(host.lower()):
        raise ValueError("it must be one plain mail address.")
    return f"{local}@{host.lower()}"


def pattern(text: str) -> str:
    """
    A mail address in which a token has its place.

    :raises ValueError: it is none.
    """
    fault = "it must be a mail address with {token} once before the @; {domain} stands for the mail domain."
    if text.count("{token}") != 1 or "{token}" in text.rpartition("@")[2]:
        raise ValueError(fault)
    try:
        address(text.replace("{token}", "x" * _LONGEST_TOKEN).replace("{domain}", "play.example.org"))
    except ValueError:
        raise ValueError(fault) from None
    return text


def database_url(text: str) -> str:
    """
    The address of a database, as SQLAlchemy wants it.

    :raises ValueError: it is none that Corr can use.
    """
    scheme, _, rest = text.partition("://")
    if "%00" in rest:
        raise ValueError("it holds %00, which stands for no letter and can be part of no name.")
    if scheme in {"postgresql", "postgres", "postgresql+psycopg"} and rest.partition("/")[2]:
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite" and "?" in rest:
        raise ValueError("nothing can follow the path; a question mark that is part of it is written %3F.")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1 and rest != "/:memory:":
        return text
    raise ValueError("it must begin with postgresql:// and name host and database, or be sqlite:/// and a path.")


def replica_url(text: str) -> str:
    """
    The address of a replica, as SQLAlchemy wants it.

    :raises ValueError: it is none of PostgreSQL.
    """
    try:
        url = database_url(text)
    except ValueError:
        url = ""
    if not url.startswith("postgresql"):
        raise ValueError("it must begin with postgresql:// and name host and database: only PostgreSQL has replicas.")
    return url


def secret(text: str) -> str:
    """
    A long random text.

    :raises ValueError: it is too short to be secret.
    """
    if len(text) < _SHORTEST_SECRET:
        raise ValueError(f"it must be random and have at least {_SHORTEST_SECRET} characters.")
    return text


def mail_server(text: str) -> MailServer:
    """
    A mail server, and who we are to it.

    :raises ValueError: it is none.
    """
    parts, port = _split(text, {"smtp", "smtps"})
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("nothing may follow the host and port; in a password, write / as %2F, ? as %3F, # as %23.")
    is_implicit_tls = parts.scheme == "smtps"
    return MailServer(
        host=parts.hostname or "",
        port=port or (465 if is_implicit_tls else 587 if parts.username else 25),
        is_implicit_tls=is_implicit_tls,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def mailbox(text: str) -> Mailbox:
    """
    A mailbox, and who we are to its server.

    :raises ValueError: it is none.
    """
    parts, port = _split(text, {"imap", "imaps"})
    if not parts.username or not parts.password:
        raise ValueError("it must name a user and a password; in them, write @ as %40, / as %2F and : as %3A.")
    if parts.query or parts.fragment:
        raise ValueError("nothing may follow the folder; in a password, write ? as %3F and # as %23.")
    is_implicit_tls = parts.scheme == "imaps"
    return Mailbox(
        host=parts.hostname or "",
        port=port or (993 if is_implicit_tls else 143),
        is_implicit_tls=is_implicit_tls,
        user=unquote(parts.username),
        password=unquote(parts.password),
        folder=unquote(parts.path.strip("/")) or "INBOX",
    )


def selector(text: str) -> str:
    """
    The name of a DKIM key in the DNS.

    :raises ValueError: it is none.
    """
    if not _DOMAIN.match(text.lower()):
        raise ValueError("it must be a name as in the DNS, such as the part before ._domainkey.")
    return text.lower()


def dkim_key(text: str) -> str:
    """
    The private key in the file that *text* names.

    :raises ValueError: there is no such file, or no private key in it.
    """
    try:
        key = Path(text).read_text(encoding="ascii")
    except (OSError, ValueError):
        raise ValueError("the file cannot be read.") from None
    if "-----BEGIN" not in key or "PRIVATE KEY-----" not in key:
        raise ValueError("the file holds no private key in PEM.")
    return key


def proxies(text: str) -> int:
    """
    How many proxies stand in front.

    :raises ValueError: it is no small number.
    """
    if not text.isascii() or not text.isdigit() or len(text) > 1 or int(text) > _MOST_PROXIES:
        raise ValueError(f"it must be a number from 0 to {_MOST_PROXIES}.")
    return int(text)


def senders(text: str) -> int:
    """
    How many letters are handed over at once.

    :raises ValueError: it is no small number.
    """
    if not text.isascii() or not text.isdigit() or len(text) > 1 or not 0 < int(text) <= _MOST_SENDERS:
        raise ValueError(f"it must be a number from 1 to {_MOST_SENDERS}.")
    return int(text)


def threads(text: str) -> int:
    """
    How many requests are answered at once.

    :raises ValueError: it is no number that makes sense.
    """
    if text not in map(str, range(1, _MOST_THREADS + 1)):
        raise ValueError(f"it must be a number from 1 to {_MOST_THREADS}.")
    return int(text)


def level(text: str) -> str:
    """
    How much is logged.

    :raises ValueError: there is no such level.
    """
    if text.lower() not in _LEVELS:
        raise ValueError(f"it must be one of {', '.join(_LEVELS)}.")
    return text.lower()


def yes_or_no(text: str) -> bool:
    """
    A yes or a no.

    :raises ValueError: it is neither.
    """
    if text.lower() not in {"yes", "no"}:
        raise ValueError("it must be yes or no.")
    return text.lower() == "yes"


def is_loopback(host: str) -> bool:
    """Whether *host* is this machine and nothing else."""
    return host == "localhost" or (is_ip(host) and ipaddress.ip_address(host).is_loopback)


def is_ip(host: str) -> bool:
    """Whether *host* is a bare IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _split(text: str, schemes: set[str]) -> tuple[SplitResult, int | None]:
    # The library's own faults would repeat what may be a password.
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ValueError(f"the port must be from 1 to {_HIGHEST_PORT}, and the host a name or an address.") from None
    if parts.scheme not in schemes:
        raise ValueError(f"it must begin with {' or '.join(f'{scheme}://' for scheme in sorted(schemes))}.")
    if port == 0 or not (is_ip(host) or _DOMAIN.match(host)):
        raise ValueError(f"it must name a host, and a port from 1 to {_HIGHEST_PORT} where that differs.")
    return parts, port
