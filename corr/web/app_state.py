"""The state that all pages of one application share: settings, static files and caches."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Generic, Self, TypeVar, cast

from flask import Flask, current_app

from corr.administration.status import WriteProbe
from corr.base.rate_limits import LocalBuckets
from corr.base.sentences import Sentence
from corr.base.uow import Reader, Trouble, Workshop
from corr.clocks.forecast import GameForecast
from corr.clocks.forecast_words import clock_words, forecast_sentence
from corr.games.seats import Seat
from corr.mail.inbound.intake import Webhook
from corr.mail.mail_identity import AddressPattern
from corr.play.page_stamps import GameStamp
from corr.play.usual_lengths import UsualLength
from corr.resources import package_digest, sources_in
from corr.web.letterbox import Letterbox
from corr.web.refusal_log import Refusals

T = TypeVar("T")
SCRIPTS = "scripts"
"""The folder of the scripts of pages, in that of the static files."""
_MINUTE = timedelta(minutes=1)
"""The finest step in which pages show the time that is left; rest days and planned leaves begin with a minute too."""
_ASKERS = 10_000
"""How many who ask for news are counted: two megabytes at most."""
_LENGTHS = 64
"""How many usual lengths are kept, some hundred bytes each."""
_LOG = logging.getLogger(__name__)
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


class PageCache(Generic[T]):
    """
    A cache of what was asked for last, such as the texts of pages. A key has to change whenever its thing does.

    :param places: how many things it holds.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._guard = Lock()
        self._things: OrderedDict[str, T] = OrderedDict()

    def find(self, key: str) -> T | None:
        """The thing with that key, which then stays longer."""
        with self._guard:
            if key in self._things:
                self._things.move_to_end(key)
            return self._things.get(key)

    def find_or_make(self, key: str, make: Callable[[], T]) -> T:
        """The thing with that key; if it is not kept, it is made and kept."""
        thing = self.find(key)
        if thing is None:
            thing = make()
            self.put(key, thing)
        return thing

    def put(self, key: str, thing: T) -> None:
        """Keep a thing; the one that was asked for least recently is dropped if there is no room."""
        with self._guard:
            self._things[key] = thing
            if len(self._things) > self._places:
                self._things.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Statics:
    """The static files and their addresses."""

    addresses: dict[str, str]
    """The addresses by file name."""
    scripts: str
    """
    The address of the folder of scripts, with a digest of them all: they import each other by names in that folder, so
    that a browser which has kept one of them has kept those that belong to it. Empty if there are none.
    """
    build: str
    """
    A digest of all that pages are made of: code, templates, and the files of games. A page that a browser kept from
    another build is not used.
    """

    @classmethod
    def of(cls, static: Path, templates: Path, games: Iterable[Path]) -> Self:
        """The static files of a folder; the build is made of them, of the templates, and of the folders of *games*."""
        digests = {path.name: _digest(path.read_bytes()) for path in sorted(static.iterdir()) if path.is_file()}
        scripts = "".join(_digest(path.read_bytes()) for path in sorted((static / SCRIPTS).glob("*.js")))
        sources = [*templates.rglob("*.html"), *(path for folder in games for path in sources_in(folder))]
        # By what they hold, since another host may have them elsewhere.
        others = sorted(_digest(path.read_bytes()) for path in sources)
        build = _digest("".join([package_digest(), *digests.values(), scripts, *others]).encode())
        addresses = {name: f"/static/{name}?v={digest}" for name, digest in digests.items()}
        return cls(addresses, f"/static/{SCRIPTS}/{_digest(scripts.encode())}" if scripts else "", build)

    def is_current(self, path: str, digest: str) -> bool:
        """Whether *path*, maybe with a *digest*, is the address of a file as it is now, which may be kept for ever."""
        folder, _, name = path.rpartition("/")
        return folder == self.scripts or self.addresses.get(name) == f"{path}?v={digest}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class KeptForecast:
    """The forecast of a game, and the words that pages show of it."""

    forecast: GameForecast | None
    """None if the game is over."""
    sentence: Sentence | None
    """The same in words."""
    clocks: tuple[str, str] = ("", "")
    """The time that is left at each seat, in few words; empty where no clock runs."""

    @classmethod
    def of(cls, reader: Reader, forecast: GameForecast | None) -> "KeptForecast":
        """*forecast* with its words at this moment."""
        if forecast is None:
            return cls(None, None)
        left = {clock.seat: clock_words(clock, reader.now) for clock in forecast.clocks if not forecast.is_frozen}
        return cls(forecast, forecast_sentence(forecast, reader.now), (left.get(Seat(0), ""), left.get(Seat(1), "")))

    @property
    def allowed(self) -> tuple[object, ...]:
        """What a page shows of it besides its words: whose time has run out, and what the viewer may do about it."""
        if self.forecast is None:
            return ()
        claimable = self.forecast.claimable
        past = [clock.is_past for clock in self.forecast.clocks]
        return self.forecast.closes_at is None, past, None if claimable is None else claimable.ends_without_result


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A page with gaps for what changes more often than all else on it."""

    parts: tuple[bytes, ...]
    """The text before, between and after the gaps."""
    gaps: tuple[str, ...]
    """The names of the gaps."""


@dataclass(frozen=True, slots=True)
class FilledFrame:
    """A page of which the frame may be kept for others, too."""

    frame: PageFrame
    fillings: tuple[bytes, ...]
    """What its gaps are filled with."""

    @property
    def text(self) -> bytes:
        """The page."""
        first, *others = self.frame.parts
        return b"".join([first, *chain.from_iterable(zip(self.fillings, others, strict=True))])


@dataclass(frozen=True, slots=True)
class LastingPage:
    """The text of a page, and how long it holds."""

    text: bytes
    until: datetime
    """The moment from which time alone may have changed it."""


def forecast_key(reader: Reader, game_id: str, viewer: int | None, stamp: GameStamp) -> str:
    """A text that changes whenever the forecast of a game may change."""
    now = reader.now
    second = now - now.replace(hour=0, minute=0, second=0, microsecond=0)
    left = None if stamp.due_at is None else (stamp.due_at - now) // _MINUTE
    return repr((game_id, viewer, stamp, now.date(), second // _MINUTE, left))


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The settings that pages need."""

    url: str
    """The public address of the pages, without a slash at the end."""
    proxies: int = 0
    """The number of our own proxies in front of the service."""
    is_demo: bool = False
    """Whether anybody at this machine may sign in as a demo player."""
    replies: AddressPattern = field(default_factory=lambda: AddressPattern("r+{token}@{domain}", "localhost"))
    """The addresses that answers to letters go to, and commands by mail."""
    patience: float = 8.0
    """Seconds that a request may wait for the database in all; the page that reports it takes a moment more."""


@dataclass(frozen=True, slots=True)
class AppState:
    """What a page needs from outside its request."""

    workshop: Workshop
    settings: WebSettings
    host: str
    """The public host name with its port, as a browser sends it."""
    is_secure: bool
    """Whether the pages are reached by https, so that cookies may require it."""
    cookie_prefix: str
    """What the names of our cookies begin with; it makes browsers require https and exactly this host."""
    statics: Statics
    key: bytes = field(repr=False)
    """The key that forms and flashed sentences are signed with."""
    pages: PageCache[FilledFrame]
    """Pages of games that were asked for recently."""
    frames: PageCache[PageFrame]
    """The same before their gaps were filled."""
    forecasts: PageCache[KeptForecast]
    """Forecasts of games that were made recently."""
    tables: PageCache[bytes]
    """Pages and files of leagues that were asked for recently; apart, as they are large."""
    homes: PageCache[LastingPage]
    """Front pages of players that were asked for recently."""
    small_boards: PageCache[bytes]
    """Small boards that were asked for recently, compressed."""
    usual_lengths: PageCache[UsualLength] = field(default_factory=lambda: PageCache(_LENGTHS))
    """How long games usually take."""
    askers: LocalBuckets = field(default_factory=lambda: LocalBuckets(_ASKERS))
    """What those who look at pages have left to ask for news."""
    letterbox: Letterbox | None = None
    """The letters that would have been sent; None in a real deployment."""
    hook: Webhook | None = None
    """The receiver of mails that a provider posts; None if no secret for it is set."""
    trouble: Trouble = field(default_factory=lambda: Trouble(_LOG))
    """The log of an unreachable database, which repeats itself only now and then."""
    refusals: Refusals = field(default_factory=Refusals)
    """What the log says of refused requests."""
    write_probe: WriteProbe = field(default_factory=WriteProbe)
    """The probe whether the database can be written."""

    def tag_of(self, *parts: object) -> str:
        """A text that differs whenever one of *parts* or the build does: an ETag, and the key of what is kept."""
        return hashlib.sha256(repr((self.statics.build, *parts)).encode()).hexdigest()[:32]

    def is_own_host(self, host: str) -> bool:
        """Whether *host*, as a browser sent it, is our name and not another one that leads to this machine."""
        if host.lower() == self.host:
            return True
        return is_loopback_host(self.host) and is_loopback_host(host)


def is_loopback_host(host: str) -> bool:
    """Whether *host*, with or without a port, is a name of the machine itself."""
    name, _, port = host.lower().rpartition(":")
    return (name if name and port.isdecimal() else host.lower()) in _LOOPBACK


class App(Flask):
    """The application."""

    state: AppState
    """What all its pages share; set before the first request."""


def app_state() -> AppState:
    """The state of the application that answers the present request."""
    return cast("App", current_app).state
