"""Every kind of page that the demo has, found as people find them: by following links."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from corr.web.app import create_empty_app
from corr.web.app_state import WebSettings
from tests.journeys.browser import Browser, Page
from tests.journeys.steps import sign_in_as
from tests.known_games import KNOWN_GAMES

PLAYERS = ("", "Ada", "Ben", "Cleo")
"""Who looks: a stranger, an administrator who organises and plays, a player, and one who is away."""
_MOST = 8
"""How many pages of one kind are looked at for further links."""
_HTML = "<!DOCTYPE HTML>"


@dataclass(frozen=True, order=True)
class DemoPage:
    """A page as a player of the demo, or a stranger, sees it."""

    kind: str
    """What answers, such as "games.game", and the game that is seen, if it is one of several."""
    player: str
    path: str
    main: str = field(compare=False)
    """What it says, without the menu and what else stands on every page."""

    @property
    def name(self) -> str:
        """A name for a file."""
        return re.sub(r"\W+", "-", f"{self.kind} {self.player or 'stranger'}".lower())


def kinds() -> set[str]:
    """All that answers when somebody looks, whether it is a page or not."""
    return {rule.endpoint for rule in _addresses().map.iter_rules() if "GET" in (rule.methods or set())}


def find_pages(origin: str) -> list[DemoPage]:
    """One page of each kind, once as a stranger sees it and once as a player of the demo, of the demo at *origin*."""
    found: dict[tuple[str, bool], DemoPage] = {}
    for player in PLAYERS:
        with Browser(origin) as browser:
            if player:
                sign_in_as(browser, player)
            for kind, page in _walk(browser):
                path = page.url.removeprefix(origin)
                found.setdefault((kind, player != ""), DemoPage(kind, player, path, _main_of(page)))
    return sorted(found.values())


def _walk(browser: Browser) -> Iterator[tuple[str, Page]]:
    addresses = _addresses()
    seen: Counter[str] = Counter()
    paths = dict.fromkeys(["/"])
    for path in (waiting := list(paths)):
        try:
            endpoint, names = addresses.match(path.partition("?")[0])
        except HTTPException:
            continue
        about = f"{endpoint} {names.get('game', '')}".strip()
        if seen[about] >= _MOST:
            continue
        seen[about] += 1
        page = browser.get(path)
        if page.html.lstrip()[:15].upper() != _HTML:
            continue
        endpoint, _ = addresses.match(urlsplit(page.url).path)
        yield f"{endpoint} {_game_of(page)}".strip(), page
        for _, address in page.links:
            linked = address.removeprefix(browser.origin).partition("#")[0]
            if linked.startswith("/") and linked not in paths:
                paths[linked] = None
                waiting.append(linked)


def _addresses() -> MapAdapter:
    return create_empty_app(WebSettings("http://corr.example", is_demo=True), has_mailbox=True).url_map.bind("")


def _main_of(page: Page) -> str:
    main = LexborHTMLParser(page.html).css_first("main")
    return re.sub(r'name="csrf" value="\w+"', "", main.html or "") if main else page.html


def _game_of(page: Page) -> str:
    title = re.search(r"<title>(.*?)</title>", page.html, re.DOTALL)
    words = title[1].casefold() if title else ""
    return next((game for game in KNOWN_GAMES.split(", ") if game in words), "")
