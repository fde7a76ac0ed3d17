"""Browsers for tests of pages: the real application on a real database, asked without a socket."""

import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import unescape
from typing import Any

from flask import Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from corr.mail.inbound.intake import Webhook
from corr.players.sessions import open_session
from corr.web.app import create_empty_app, make_app_state
from corr.web.app_state import App, AppState, WebSettings
from corr.web.letterbox import Letterbox
from tests.playing import Room

URL = "http://localhost:8000"
_CSRF = re.compile(r'name="csrf" value="([^"]*)"')
_SETTINGS = (
    re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"'),
    re.compile(r'<input id="\w+" name="(\w+)" [^>]*?value="([^"]*)"'),
    re.compile(r'<input type="(?:radio|checkbox)" name="(\w+)" value="(\w+)" checked'),
    re.compile(r'<select id="(\w+)"(?:(?!</select>).)*?<option value="(\w+)" selected', re.DOTALL),
)
"""The fields of the form of settings, by how they are written."""
_PATIENCE = 60.0
"""Seconds that a page has to reach its data, where that is not what is tried: a busy machine is no fault of it."""


@dataclass
class Browser:
    """Somebody's browser."""

    client: FlaskClient
    url: str = URL
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> TestResponse:
        """A page."""
        return self.client.get(path, base_url=self.url, buffered=True, headers=self.headers | _named(headers))

    def csrf(self) -> str:
        """What this browser's forms carry now."""
        found = _CSRF.search(self.get("/sign-in").text)
        assert found is not None
        return found[1]

    def post(self, path: str, **fields: str) -> TestResponse:
        """A form of our own pages, handed in."""
        return self.post_raw(path, {"csrf": self.csrf(), **fields})

    def post_raw(self, path: str, data: object, **headers: str) -> TestResponse:
        """Whatever somebody might post."""
        return self.client.post(
            path, base_url=self.url, buffered=True, data=data, headers=self.headers | _named(headers)
        )

    def sentence(self) -> str:
        """What the next page says about what just happened."""
        found = re.search(r'<p class="flash"[^>]*>(.*?)(?: <a .*?</a>)?</p>', self.get("/").text)
        return unescape(found[1]) if found else ""


class _Visitor(FlaskClient):
    """A client that finds its own house, wherever the application was before."""

    def __init__(self, app: App, response: type[Response], house: AppState) -> None:
        super().__init__(app, response)
        self._app = app
        self._house = house

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:  # noqa: ANN401 - as Flask has it
        self._app.state = self._house
        return super().open(*args, **kwargs)


@dataclass(frozen=True)
class Site:
    """A whole site. Its application is made once for all sites of its kind, since that takes longer than any page."""

    room: Room
    settings: WebSettings = field(default_factory=lambda: WebSettings(URL, patience=_PATIENCE))
    letterbox: Letterbox | None = None
    hook: Webhook | None = None

    @cached_property
    def house(self) -> AppState:
        """What all browsers of the site share."""
        return make_app_state(self.room.workshop, self.settings, self.letterbox, self.hook)

    def browser(self, player_id: int | None = None) -> Browser:
        """A new browser, signed in as a player if one is given."""
        app = _application(self.settings, has_mailbox=self.letterbox is not None)
        browser = Browser(_Visitor(app, app.response_class, self.house), url=self.settings.url)
        if player_id is not None:
            with self.room.workshop.open() as uow:
                token = open_session(uow, player_id, "a test").token
            name = f"{self.house.cookie_prefix}sid"
            browser.client.set_cookie(name, token, domain="localhost", secure=self.house.is_secure)
        return browser


@dataclass
class KeptPage:
    """A page: as a browser and a server that keep it show it, and as another server draws it afresh."""

    site: Site
    player: int | None
    """Who is signed in."""
    path: str = "/"
    browser: Browser = field(init=False)
    shown: str = ""
    tag: str = ""

    def __post_init__(self) -> None:
        self.browser = self.site.browser(self.player)

    def kept(self) -> str:
        """The page for a browser that has it already."""
        answer = self.browser.get(self.path, If_None_Match=self.tag)
        if answer.status_code != 304:
            self.shown, self.tag = answer.text, answer.headers["ETag"]
        return self.shown

    def afresh(self) -> str:
        """The page of a server that has just been started."""
        other = Site(self.site.room).browser()
        cookie = self.browser.client.get_cookie("sid", domain="localhost")
        if cookie is not None:
            other.client.set_cookie("sid", cookie.value, domain="localhost")
        return other.get(self.path).text


def settings_fields(browser: Browser) -> dict[str, str]:
    """All fields of the form of settings, as a browser would send them back unchanged."""
    return shown_settings(browser.get("/account"))


def shown_settings(answer: TestResponse) -> dict[str, str]:
    """The same of a page with that form."""
    form = answer.text.partition('<form id="settings"')[2].partition("</form>")[0]
    return {name: unescape(value) for pattern in _SETTINGS for name, value in pattern.findall(form)}


@cache
def _application(settings: WebSettings, *, has_mailbox: bool) -> App:
    return create_empty_app(settings, has_mailbox=has_mailbox)


def words(response: TestResponse) -> str:
    """The text of a page as a person reads it."""
    body = re.sub(r"(?s)<head>.*?</head>|<svg.*?</svg>|<datalist.*?</datalist>", " ", response.text)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def links(response: TestResponse) -> list[str]:
    """Where a page's links lead."""
    return [unescape(found) for found in re.findall(r'<a [^>]*?href="([^"]*)"', response.text)]


def _named(headers: dict[str, str]) -> dict[str, str]:
    """Header names as they are written: `If_None_Match` stands for `If-None-Match`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}
