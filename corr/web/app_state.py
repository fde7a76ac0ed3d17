"""What all pages of one application share, and how a page gets at it."""

import logging
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

from flask import Flask, current_app

from corr.administration.status import WriteProbe
from corr.base.database_errors import Trouble
from corr.base.uow import Workshop
from corr.mail.inbound.webhook_door import Hook
from corr.web.letterbox import Letterbox
from corr.web.part_foretold import Foretold
from corr.web.part_page_cache import PageCache
from corr.web.part_statics import Statics

_LOG = logging.getLogger(__name__)
_KEY = "corr"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The settings that pages need."""

    url: str
    """The public address of the pages, without a slash at the end."""
    proxies: int = 0
    """How many proxies of our own stand in front."""
    is_demo: bool = False
    """Whether anybody at this machine may sign in as a demo player."""
    patience: float = 8.0
    """Seconds that a request may wait for the data as a whole; a page that says so takes a moment more."""

    @property
    def is_secure(self) -> bool:
        """Whether the pages are reached by https, so that cookies may insist on it."""
        return self.url.startswith("https:")

    @property
    def host(self) -> str:
        """The public name with its port, as a browser sends it."""
        return urlsplit(self.url).netloc.lower()


@dataclass(frozen=True, slots=True)
class House:
    """What a page needs of the world outside its request."""

    workshop: Workshop
    settings: WebSettings
    statics: Statics
    key: bytes = field(repr=False)
    """What forms and flashed sentences are signed with."""
    pages: PageCache[str]
    """Pages that were asked for lately."""
    foretold: PageCache[Foretold]
    """What was foretold lately about games."""
    tables: PageCache[bytes]
    """Pages and files of leagues that were asked for lately: they are large."""
    letterbox: Letterbox | None = None
    """The letters that would have been sent; None in a real deployment."""
    hook: Hook | None = None
    """What takes mails that a provider posts; None if no secret for it is set."""
    trouble: Trouble = field(default_factory=lambda: Trouble(_LOG))
    """What tells now and then that the data is out of reach."""
    write_probe: WriteProbe = field(default_factory=WriteProbe)
    """What finds out whether anything can be written."""

    def is_own_host(self, host: str) -> bool:
        """Whether *host*, as a browser sent it, is this service and not a name that somebody pointed at it."""
        if host.lower() == self.settings.host:
            return True
        return is_loopback_host(self.settings.host) and is_loopback_host(host)


def is_loopback_host(host: str) -> bool:
    """Whether a host name with or without a port names the machine itself."""
    name, _, port = host.lower().rpartition(":")
    return (name if name and port.isdecimal() else host.lower()) in _LOOPBACK


def furnish(app: Flask, house: House) -> None:
    """Give *app* its house."""
    app.extensions[_KEY] = house


def house() -> House:
    """The house of the application that answers the present request."""
    return house_of(current_app)


def house_of(app: Flask) -> House:
    """The house that *app* was furnished with."""
    return cast("House", app.extensions[_KEY])
