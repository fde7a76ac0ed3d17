"""
The settings of a service, read from environment variables that begin with CORR_.

Without any of them the service is embedded: everything on loopback, SQLite in `var/`, letters into a local sink. All
faults are told at once, each with the variable, what was wrong with it and an example.
"""

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from corr.config import values
from corr.config.values import Listen, Mailbox, MailServer, PostgresAccess
from corr.errors import ConfigError

T = TypeVar("T")

THREADS = 4
"""How many requests a process answers at once: more would only wait for each other."""
_LONGEST_SHOWN = 120
_NO_DOMAIN = "corr.localhost"
_SECRETS = frozenset(
    {
        "CORR_DATABASE_REPLICA_URL",
        "CORR_DATABASE_URL",
        "CORR_HOOK_SECRET",
        "CORR_IMAP_URL",
        "CORR_SECRET",
        "CORR_SMTP_URL",
    }
)
"""They may hold passwords: a fault never repeats them, and each may also stand in a file named by CORR_…_FILE."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that may differ between two installations."""

    url: str
    """The public address of the pages, without a slash at the end."""
    var: Path
    """The folder for what the service writes itself: database, secret and letters of the embedded default."""
    database_url: str = field(repr=False)
    postgres_access: PostgresAccess
    """How that database is used if it is PostgreSQL."""
    secret: str | None = field(repr=False)
    """What tokens are keyed with; None lets the service make one in `var`."""
    web_listen: Listen
    mail_listen: Listen
    is_mail_unjudged: bool
    """Whether mails may be taken from anybody there, though nobody has judged who wrote them."""
    lmtp_listen: Listen | None
    """Where a mail server of ours hands mails over by LMTP; None opens no such door."""
    mailbox: Mailbox | None
    """A mailbox that is polled by IMAP; None if there is none."""
    hook_secret: str | None = field(repr=False)
    """What a provider that posts mails to us proves itself with; None takes none."""
    authserv_id: str
    """By what name our own mail server signs Authentication-Results and Received; empty if none does."""
    mail_domain: str
    mail_from: str
    reply_pattern: str
    bounce_pattern: str
    unsubscribe_pattern: str
    dkim_selector: str
    """The name of the public key in the DNS."""
    dkim_key: str | None = field(repr=False)
    """The private key in PEM; None leaves signing to the mail server."""
    mail_server: MailServer | None
    """None lets letters go into a sink in `var`."""
    senders: int
    """How many letters a process hands over to the mail server at once."""
    proxies: int
    """How many proxies of our own stand in front of the pages."""
    threads: int
    """How many requests are answered at once."""
    log_level: str

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is the embedded one."""
        return self.database_url.startswith("sqlite:")

    @property
    def is_embedded(self) -> bool:
        """
        Whether only this machine can reach the service, and letters leave it for nowhere.

        The mailbox page and demo players exist only then.
        """
        public = urlsplit(self.url).hostname or ""
        return (
            self.mail_server is None
            and self.proxies == 0
            and values.is_loopback(public)
            and self.web_listen.is_loopback
            and self.mail_listen.is_loopback
            and (self.lmtp_listen is None or self.lmtp_listen.is_loopback)
        )

    @property
    def is_on_one_machine(self) -> bool:
        """Whether nobody but this machine can reach the service, and itself it speaks with no mail server elsewhere."""
        listens = [listen for listen in (self.web_listen, self.mail_listen, self.lmtp_listen) if listen is not None]
        servers = [server for server in (self.mail_server, self.mailbox) if server is not None]
        hosts = [urlsplit(self.url).hostname or "", *(one.host for one in (*listens, *servers))]
        return self.proxies == 0 and all(values.is_loopback(host) for host in hosts)


def read_settings(environ: Mapping[str, str]) -> Settings:
    """
    The settings that *environ* describes; whatever is missing has its embedded default.

    :raises ConfigError: something cannot be used; the sentence lists every fault, one a line.
    """
    reader = _Reader(environ)
    read = reader.read
    web_listen = read("CORR_WEB_LISTEN", values.listen, Listen("127.0.0.1", 8000), "127.0.0.1:8000")
    url = read("CORR_URL", values.url, f"http://{web_listen}", "https://play.example.org")
    var = read("CORR_VAR", values.folder, Path("var"), "/var/lib/corr").absolute()
    domain = read("CORR_MAIL_DOMAIN", values.domain, _domain_of(url), "play.example.org")
    settings = Settings(
        url=url,
        var=var,
        database_url=read(
            "CORR_DATABASE_URL", values.database_url, _sqlite_url(var), "postgresql://corr:password@db.example.org/corr"
        ),
        postgres_access=_postgres_access(reader),
        secret=read("CORR_SECRET", values.secret, None, "the output of: openssl rand -hex 32"),
        web_listen=web_listen,
        mail_listen=read("CORR_MAIL_LISTEN", values.listen, Listen("127.0.0.1", 8025), "127.0.0.1:8025"),
        is_mail_unjudged=read("CORR_MAIL_UNJUDGED", values.yes_or_no, default=False, example="yes"),
        lmtp_listen=read("CORR_LMTP_LISTEN", values.listen, None, "127.0.0.1:8024"),
        mailbox=read("CORR_IMAP_URL", values.mailbox, None, "imaps://user:password@mail.example.org/INBOX"),
        hook_secret=read("CORR_HOOK_SECRET", values.secret, None, "the output of: openssl rand -hex 32"),
        authserv_id=read("CORR_AUTHSERV_ID", values.domain, "", "mx.example.org"),
        mail_domain=domain,
        mail_from=read("CORR_MAIL_FROM", values.address, f"game@{domain}", "game@play.example.org"),
        reply_pattern=read("CORR_REPLY_PATTERN", values.pattern, "r+{token}@{domain}", "r+{token}@{domain}"),
        bounce_pattern=read("CORR_BOUNCE_PATTERN", values.pattern, "b+{token}@{domain}", "b+{token}@{domain}"),
        unsubscribe_pattern=read(
            "CORR_UNSUBSCRIBE_PATTERN", values.pattern, "u+{token}@{domain}", "u+{token}@{domain}"
        ),
        dkim_selector=read("CORR_DKIM_SELECTOR", values.selector, "corr", "corr"),
        dkim_key=read("CORR_DKIM_KEY_FILE", values.dkim_key, None, "/etc/corr/dkim.pem"),
        mail_server=read("CORR_SMTP_URL", values.mail_server, None, "smtp://user:password@mail.example.org:587"),
        senders=read("CORR_SENDERS", values.senders, 2, "4"),
        proxies=read("CORR_PROXIES", values.proxies, 0, "1"),
        threads=read("CORR_WEB_THREADS", values.threads, THREADS, str(THREADS)),
        log_level=read("CORR_LOG_LEVEL", values.level, "info", "info"),
    )
    # What was faulty has been told; that its default fits nothing else would only confuse.
    contradictions = {name: fault for name, fault in _contradictions(settings).items() if name not in reader.faulty}
    more = [f"{name}: {fault} {reader.example(name)}" for name, fault in contradictions.items()]
    faults = [*reader.faults, *_unknown(environ, reader.examples), *more]
    if faults:
        raise ConfigError("The settings cannot be used:\n" + "\n".join(f"- {fault}" for fault in faults))
    return settings


def _postgres_access(reader: "_Reader") -> PostgresAccess:
    read, name = reader.read, "CORR_DATABASE_REPLICA_URL"
    is_pooled = read("CORR_DATABASE_POOLED", values.yes_or_no, default=False, example="yes")
    is_prepared = read("CORR_DATABASE_PREPARED", values.yes_or_no, default=not is_pooled, example="no")
    return PostgresAccess(
        is_pooled,
        is_prepared,
        read(name, values.replica_url, None, "postgresql://corr:password@replica.example.org/corr"),
    )


class _Reader:
    """Reads one variable after the other and keeps the faults."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.faults: list[str] = []
        self.faulty: set[str] = set()
        self.examples: dict[str, str] = {}

    def read(self, name: str, parse: Callable[[str], T], default: T, example: str) -> T:
        """The value of *name*; the default where it is missing, empty or faulty."""
        self.examples[name] = example
        try:
            text = self._text(name)
            return parse(text) if text else default
        except ValueError as fault:
            shown = "" if name in _SECRETS else f" is “{_showable(self._environ.get(name, ''))}”"
            self.faulty.add(name)
            self.faults.append(f"{name}{shown}: {fault} {self.example(name)}")
            return default

    def example(self, name: str) -> str:
        """The end of a fault's sentence."""
        return f"Example: {name}={self.examples[name]}"

    def _text(self, name: str) -> str:
        text = self._environ.get(name, "").strip()
        path = self._environ.get(f"{name}_FILE", "").strip() if name in _SECRETS else ""
        if not path:
            return text
        if text:
            raise ValueError(f"it is set and {name}_FILE is set too; keep one of them.")
        try:
            text = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise ValueError(f"the file “{_showable(path)}” of {name}_FILE cannot be read.") from None
        if not text:
            raise ValueError(f"the file “{_showable(path)}” of {name}_FILE is empty.")
        return text


def _unknown(environ: Mapping[str, str], names: Collection[str]) -> list[str]:
    known = [*names, *(f"{name}_FILE" for name in _SECRETS)]
    faults = []
    for name in sorted(environ):
        if name.startswith("CORR_") and name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(names)}."
            faults.append(f"{name}: there is no such setting. {hint}")
    return faults


def _contradictions(settings: Settings) -> dict[str, str]:
    """What each setting alone allows and all together do not, by the setting to change."""
    public = urlsplit(settings.url)
    is_public = not values.is_loopback(public.hostname or "")
    listens = (settings.web_listen, settings.mail_listen, settings.lmtp_listen)
    is_inside = all(listen is None or listen.is_loopback for listen in listens) and settings.proxies == 0
    faults = {}
    if is_public and public.scheme != "https":
        faults["CORR_URL"] = (
            f"the pages' address “{settings.url}” can be reached by others, so it must begin with https://, because "
            "sessions travel along."
        )
    if settings.mail_server is None and (is_public or not is_inside):
        faults["CORR_SMTP_URL"] = (
            "it is missing. A service that others can reach needs an outgoing mail server, because nobody can sign "
            "in without mail."
        )
    if not settings.mail_listen.is_loopback and not settings.is_mail_unjudged:
        faults["CORR_MAIL_LISTEN"] = (
            f"at “{settings.mail_listen}” anybody can hand over mail, and Corr does not find out by itself whether a "
            "mail is really from its sender. Let it listen on this machine alone, and let a mail server of yours, "
            "which judges mails, hand them over at CORR_LMTP_LISTEN. Or say that you know that with "
            "CORR_MAIL_UNJUDGED=yes: turns are played then, and players are asked first about all else that stands in "
            "their name."
        )
    if not settings.is_sqlite and settings.secret is None:
        shared = "it is missing. Several machines can share a PostgreSQL database, and all need the same secret."
        faults["CORR_SECRET"] = shared
    if settings.is_sqlite and settings.postgres_access.replica_url is not None:
        faults["CORR_DATABASE_REPLICA_URL"] = "the database is on SQLite, which has no replicas."
    if settings.mail_server is not None and settings.mail_domain == _NO_DOMAIN:
        faults["CORR_MAIL_DOMAIN"] = "it is missing. Letters need a domain to come from, and CORR_URL names none."
    return faults | _same_patterns(settings)


def _same_patterns(settings: Settings) -> dict[str, str]:
    """Each pattern by which an address could not be told from one of another kind."""
    patterns = {
        "CORR_REPLY_PATTERN": settings.reply_pattern,
        "CORR_BOUNCE_PATTERN": settings.bounce_pattern,
        "CORR_UNSUBSCRIBE_PATTERN": settings.unsubscribe_pattern,
    }
    faults, seen = dict[str, str](), dict[str, str]()
    for name, pattern in patterns.items():
        first = seen.setdefault(pattern.replace("{domain}", settings.mail_domain).lower(), name)
        if first != name:
            faults[name] = f"it makes the same addresses as {first}; let another word begin them."
    return faults


def _sqlite_url(var: Path) -> str:
    path = str(var / "corr.sqlite").replace("%", "%25").replace("?", "%3F")
    return f"sqlite:///{path}"


def _domain_of(url: str) -> str:
    """The mail domain that goes without saying: the pages' host; a loopback one has no mail, so any name will do."""
    host = urlsplit(url).hostname or ""
    return _NO_DOMAIN if values.is_loopback(host) or values.is_ip(host) else host


def _showable(text: str) -> str:
    cut = text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
    return "".join(character if character.isprintable() else "?" for character in cut)
