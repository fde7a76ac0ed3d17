"""The additional work of a process that serves a demo. Other processes do not load this module."""

from collections.abc import Iterator

from corr.config import Settings
from corr.demo import PLAYERS, set_up_demo
from corr.wiring.assembly import Service


def set_up(service: Service) -> None:
    """
    Make an empty database a demo.

    :raises NotAllowedError: real people play there.
    """
    set_up_demo(service.workshop, service.mail_identity.reply.address)


def words(settings: Settings) -> Iterator[str]:
    """Lines about who may sign in, and where."""
    *names, last = (player.name for player in PLAYERS)
    yield f"Demo: sign in as {', '.join(names)} or {last} with one click at {settings.url}/demo"
    yield "Demo players exist only with --demo, and this database will never serve as a real one."
