"""
Every address of the service, asked by everybody: who may see it, who may do it, and that looking changes nothing.

An address that is new and stands in none of the tables here makes a test fail, so that somebody decides about it.
"""

import re
from dataclasses import dataclass
from datetime import date

import pytest
from sqlalchemy import select

from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.leave_days import ForDays, OnDates
from corr.core.pace import Late
from corr.play.feeds import renew_feed
from corr.players import administrators
from corr.store.base import Row
from tests.playing import a_game, terms
from tests.web.browsing import Browser, Site

_EVERYBODY = ("nobody", "other", "opponent", "player", "admin")
_SIGN_IN, _GONE, _HERE, _NOT_YOURS, _NOT_NOW = 303, 404, 200, 403, 409
_PAGES = {
    "/account/clock": (_SIGN_IN, _HERE, _HERE, _HERE, _HERE),
    "/account/clock/leave?days=1": (_SIGN_IN, _HERE, _HERE, 400, _HERE),
    "/account/clock/leave/{leave}/end": (_SIGN_IN, _GONE, _GONE, _HERE, _GONE),
    "/account/feeds": (_SIGN_IN, _HERE, _HERE, _HERE, _HERE),
    "/account/feeds/new": (_SIGN_IN, _HERE, _HERE, _HERE, _HERE),
    "/account/feeds/off": (_SIGN_IN, _HERE, _HERE, _HERE, _HERE),
    "/admin/games": (_GONE, _GONE, _GONE, _GONE, _HERE),
    "/admin/games/{game}": (_GONE, _GONE, _GONE, _GONE, _HERE),
    "/admin/status": (_GONE, _GONE, _GONE, _GONE, _HERE),
    "/feeds/{token}/deadlines.ics": (_HERE,) * 5,
    "/feeds/{token}/turns.atom": (_HERE,) * 5,
    "/games/{game}/claim": (_SIGN_IN, _NOT_NOW, _NOT_NOW, _NOT_NOW, _NOT_NOW),
    "/games/{game}/extension": (_GONE, _GONE, _GONE, _GONE, _HERE),
    "/games/{game}/time": (_SIGN_IN, _NOT_YOURS, _HERE, _HERE, _NOT_YOURS),
    "/status": (_HERE,) * 5,
    "/healthz": (_HERE,) * 5,
}
"""What each of everybody is answered."""
_FORMS = {
    "/account/clock": "nobody",
    "/account/clock/leave": "nobody",
    "/account/clock/leave/{leave}/end": "nobody other opponent admin",
    "/account/clock/leave/{leave}/cancel": "nobody other opponent admin",
    "/account/feeds/new": "nobody",
    "/account/feeds/off": "nobody",
    "/admin/games": "nobody other opponent player",
    "/admin/games/{game}/end": "nobody other opponent player",
    "/admin/games/{game}/freeze": "nobody other opponent player",
    "/admin/games/{game}/thaw": "nobody other opponent player",
    "/games/{game}/claim": "nobody other admin",
    "/games/{game}/extension": "nobody other opponent player",
    "/games/{game}/time": "nobody other admin",
}
"""Who is turned away."""
_FIELDS = {
    "leads": "24h", "days": "1", "first": "", "last": "", "order_key": "k", "serial": "0", "seat": "both",
    "reason": "Because.", "is_sure": "yes",
}  # fmt: skip
_CHANGING = re.compile(r"/(account/(clock|feeds)|admin/(games|status)|feeds|games/[^/]+/(claim|time|extension))")


@dataclass(frozen=True)
class Town:
    """A game that Ada and Bob play, Eve who does not, and Zoe who looks after the service."""

    site: Site
    players: dict[str, int]
    names: dict[str, str]

    def browser(self, who: str) -> Browser:
        """The browser of one of everybody."""
        return self.site.browser(self.players.get(who))

    def path(self, pattern: str) -> str:
        """An address of Ada's game, leave or feed."""
        return pattern.format(**self.names)

    def kept(self) -> dict[str, list[tuple[object, ...]]]:
        """All rows of all tables."""
        with self.site.room.workshop.look() as reader:
            return {
                rows.name: [tuple(row) for row in reader.connection.execute(select(rows).order_by(*rows.primary_key))]
                for rows in Row.metadata.sorted_tables
            }


def a_town(site: Site) -> Town:
    """A town in which Ada, the player, is on leave, and plans another."""
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1", agreed=terms("3d/turn", late=Late.CLAIM, weekends_off=True))
    players = {"player": game.players[0], "opponent": game.players[1]}
    players |= {"other": site.room.player("Eve"), "admin": site.room.player("Zoe")}
    with site.room.workshop.open() as uow:
        administrators.grant(uow, "Zoe")
        take_leave(uow, TakeLeave(players["player"], ForDays(1), "web", "now"))
        planned = take_leave(uow, TakeLeave(players["player"], OnDates(date(2026, 6, 1), date(2026, 6, 2)), "web", "k"))
        token = renew_feed(uow, players["player"], 0).token
    return Town(site, players, {"game": game.id, "leave": str(planned.leave.id), "token": token})


@pytest.mark.parametrize("pattern", _PAGES)
def test_each_page_about_clocks_is_there_for_those_whom_it_concerns(any_site: Site, pattern: str) -> None:
    town = a_town(any_site)

    found = tuple(town.browser(who).get(town.path(pattern)).status_code for who in _EVERYBODY)

    assert found == _PAGES[pattern]


@pytest.mark.parametrize("pattern", _FORMS)
def test_each_form_about_clocks_turns_away_whom_it_does_not_concern(any_site: Site, pattern: str) -> None:
    town = a_town(any_site)
    browsers = [town.browser(who) for who in _FORMS[pattern].split()]
    csrf = [browser.csrf() for browser in browsers]
    before = town.kept()

    found = [
        browser.post_raw(town.path(pattern), {"csrf": own, **_FIELDS, "game": town.names["game"]}).status_code
        for browser, own in zip(browsers, csrf, strict=True)
    ]

    assert set(found) <= {_NOT_YOURS, _GONE}
    assert town.kept() == before


@pytest.mark.parametrize("csrf", ["missing", "of somebody else", "of before"])
def test_no_form_about_clocks_is_taken_without_its_own_token(any_site: Site, csrf: str) -> None:
    town = a_town(any_site)
    tokens = {"missing": "", "of somebody else": town.browser("other").csrf(), "of before": "x" * 43}
    browsers = {who: town.browser(who) for who in ("player", "admin")}
    before = town.kept()

    for pattern in _FORMS:
        for browser in browsers.values():
            form = {"csrf": tokens[csrf], **_FIELDS} if tokens[csrf] else dict(_FIELDS)
            assert browser.post_raw(town.path(pattern), form).status_code == _NOT_YOURS, pattern

    assert town.kept() == before


@pytest.mark.parametrize("who", _EVERYBODY)
def test_looking_changes_nothing_whoever_looks_at_whatever_there_is(any_site: Site, who: str) -> None:
    town = a_town(any_site)
    browser = town.browser(who)
    before = town.kept()

    for number, path in enumerate(addresses(town)):
        answer = browser.get(path)
        assert answer.status_code < 500 or path == "/readyz", path
        assert "Content-Security-Policy" in answer.headers, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["Cache-Control"], path
        if number % 3 == 0:
            head = browser.client.head(path, base_url=browser.url, buffered=True)
            assert (head.status_code, head.data) == (answer.status_code, b""), path

    assert town.kept() == before


def test_every_address_about_clocks_is_tried_here(site: Site) -> None:
    rules = site.browser().client.application.url_map.iter_rules()
    about_clocks = {
        (re.sub(r"<[^>]+>", "#", rule.rule), method)
        for rule in rules
        for method in {"GET", "POST"} & (rule.methods or set())
        if _CHANGING.match(rule.rule)
    }

    tried = {(re.sub(r"{[^}]+}", "#", path.partition("?")[0]), "GET") for path in _PAGES}
    tried |= {(re.sub(r"{[^}]+}", "#", path), "POST") for path in _FORMS}

    # It leads to a page with what was filled in, and knows nobody.
    assert about_clocks - tried == {("/account/clock/plan", "POST")}


def addresses(town: Town) -> list[str]:
    """Every address that can be looked at, with the names of Ada's game where names are due."""
    known = {"game_id": town.names["game"], "leave_id": town.names["leave"], "token": town.names["token"]}
    rules = town.site.browser().client.application.url_map.iter_rules()
    found = []
    for rule in rules:
        if "GET" in (rule.methods or set()):
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda name: known.get(name[1], "1"), rule.rule)
            found.append(path)
    return found
