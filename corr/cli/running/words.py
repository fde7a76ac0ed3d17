"""What a process says of itself when it runs: what it does, and which other command does the rest."""

from collections.abc import Callable, Iterator

from corr.config import Settings
from corr.lazy_import import LazyImport

_OF_DEMO: LazyImport[Callable[[Settings], Iterator[str]]] = LazyImport("corr.cli.running.demo_part:words")


def mail_doors(settings: Settings) -> Iterator[str]:
    """The doors for mail beside SMTP that a listening process opens."""
    if settings.lmtp_listen is not None:
        yield f"It takes mail by LMTP at {settings.lmtp_listen}."


def fetching(settings: Settings) -> Iterator[str]:
    """The mailbox that is looked into."""
    if settings.mailbox is not None:
        yield f"It fetches mail from the folder {settings.mailbox.folder} at {settings.mailbox.host}."


def posting(settings: Settings) -> Iterator[str]:
    """The page that takes mail."""
    if settings.hook_secret is not None:
        yield f"It takes mail that is posted to {settings.url}/hooks/mail by whoever knows the secret."


def keeping(settings: Settings) -> Iterator[str]:
    """Where everything is kept."""
    yield f"Everything is kept in {settings.var}." if settings.is_sqlite else "Everything is kept in PostgreSQL."


def mailbox(settings: Settings) -> Iterator[str]:
    """Where letters are read that leave for nowhere."""
    if settings.is_embedded:
        yield f"No letter leaves this machine: read what would have been sent, and answer it, at {settings.url}/mailbox"
        yield "The mailbox exists only while no CORR_SMTP_URL is set and all addresses are loopback ones."


def demo(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    """Who may sign in to a demo, and where."""
    if is_demo:
        yield from _OF_DEMO.load()(settings)
