"""
Every address of leagues that players and strangers see, asked by everybody: who may see it, who may do it.

An address that is new and stands in none of the tables here, or of those about organising, makes a test fail.
"""

import re
from dataclasses import dataclass

import pytest
from sqlalchemy import select

from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.players import profiles
from corr.store.base import Row
from tests.web.browsing import Browser, Site
from tests.web.leagues.grounds import TINY, a_running_season, a_sign_up, dates_from

_EVERYBODY = ("nobody", "other", "player", "organiser", "admin")
_SIGN_IN, _GONE, _HERE, _NOT_YOURS, _NOT_NOW = 303, 404, 200, 403, 409
_PAGES = {
    "/leagues": (_HERE,) * 5,
    "/leagues/{league}": (_HERE,) * 5,
    "/leagues/{league}/journal": (_SIGN_IN, _NOT_YOURS, _HERE, _HERE, _HERE),
    "/leagues/{league}/1": (_HERE,) * 5,
    "/leagues/{league}/1/join": (_SIGN_IN, _NOT_NOW, _SIGN_IN, _NOT_NOW, _NOT_NOW),
    "/leagues/{league}/1/leave": (_SIGN_IN,) * 5,
    "/leagues/{league}/1/withdraw": (_SIGN_IN, _GONE, _HERE, _GONE, _GONE),
    "/leagues/{league}/1/asked": (_SIGN_IN,) * 5,
    "/leagues/{league}/1/standing": (_SIGN_IN, _NOT_NOW, _HERE, _NOT_NOW, _NOT_NOW),
    "/leagues/{league}/1/1": (_HERE,) * 5,
    "/leagues/{league}/1/1/why": (_HERE,) * 5,
    "/leagues/{league}/1/1/rounds": (_HERE,) * 5,
    "/leagues/{league}/1/1/schedule": (_HERE,) * 5,
    "/leagues/{league}/1/1/embed": (_HERE,) * 5,
    "/leagues/{league}/1/1/standings.csv": (_HERE,) * 5,
    "/leagues/{league}/1/1/standings.json": (_HERE,) * 5,
}
"""What each of everybody is answered about a season that runs; who is led elsewhere is answered 303 too."""
_FORMS = {
    "/leagues/{league}/1/join": "nobody other organiser admin",
    "/leagues/{league}/1/leave": "nobody",
    "/leagues/{league}/1/withdraw": "nobody other organiser admin",
    "/leagues/{league}/1/asked": "nobody other player organiser admin",
    "/leagues/{league}/1/standing": "nobody other organiser admin",
}
"""Who is turned away."""
_FIELDS = {"reason": "Because.", "order_key": "k", "answer": "yes"}
_ORGANISING = re.compile(r"/leagues/(new|<[^>]+>/(organise|<[^>]+>/organise))")


@dataclass(frozen=True)
class Club:
    """A league in which Ada plays, and that Olga runs."""

    site: Site
    players: dict[str, int]
    league: str

    def browser(self, who: str) -> Browser:
        """The browser of one of everybody."""
        return self.site.browser(self.players.get(who))

    def path(self, pattern: str) -> str:
        """An address of the league."""
        return pattern.format(league=self.league)

    def kept(self) -> dict[str, list[tuple[object, ...]]]:
        """All rows of all tables."""
        with self.site.room.workshop.look() as reader:
            return {
                rows.name: [tuple(row) for row in reader.connection.execute(select(rows).order_by(*rows.primary_key))]
                for rows in Row.metadata.sorted_tables
            }


def a_club(site: Site, *, is_running: bool = True) -> Club:
    """A club with an administrator and somebody who has nothing to do with it, but runs another one."""
    season = a_running_season(site.room) if is_running else a_sign_up(site.room)
    players = {"player": season.players["Ada"], "organiser": season.organiser}
    players |= {"other": site.room.player("Eve"), "admin": site.room.player("Zoe")}
    elsewhere = MakeLeague(players["other"], "other-cup", "Other Cup", "", TINY, dates_from(site.room))
    with site.room.workshop.open() as uow:
        profiles.grant(uow, "Zoe")
        make_league(uow, elsewhere)
    return Club(site, players, season.league_id)


@pytest.mark.both_databases
def test_each_page_is_there_for_those_whom_it_concerns(any_site: Site) -> None:
    club = a_club(any_site)
    browsers = [club.browser(who) for who in _EVERYBODY]

    # One club for all pages: looking at them changes nothing, as is tested below.
    found = {pattern: tuple(browser.get(club.path(pattern)).status_code for browser in browsers) for pattern in _PAGES}

    assert found == _PAGES


@pytest.mark.both_databases
def test_each_form_turns_away_whom_it_does_not_concern(any_site: Site) -> None:
    club = a_club(any_site)
    browsers = {who: club.browser(who) for who in _EVERYBODY}
    csrf = {who: browser.csrf() for who, browser in browsers.items()}
    before = club.kept()

    for pattern, turned_away in _FORMS.items():
        for who in turned_away.split():
            answer = browsers[who].post_raw(club.path(pattern), {"csrf": csrf[who], **_FIELDS})
            assert answer.status_code in {_NOT_YOURS, _GONE, _NOT_NOW}, (pattern, who)

    assert club.kept() == before


@pytest.mark.parametrize("is_running", [True, False])
@pytest.mark.parametrize("csrf", ["missing", "of somebody else"])
def test_no_form_is_taken_without_its_own_token(site: Site, csrf: str, is_running: bool) -> None:  # noqa: FBT001 - a table
    club = a_club(site, is_running=is_running)
    token = club.browser("other").csrf() if csrf == "of somebody else" else ""
    browser = club.browser("player")
    before = club.kept()

    for pattern in _FORMS:
        assert browser.post_raw(club.path(pattern), {"csrf": token, **_FIELDS}).status_code == _NOT_YOURS, pattern

    assert club.kept() == before


@pytest.mark.parametrize("who", _EVERYBODY)
def test_looking_changes_nothing_and_head_answers_as_get(any_site: Site, who: str) -> None:
    club = a_club(any_site)
    browser = club.browser(who)
    before = club.kept()

    for pattern in _PAGES:
        path = club.path(pattern)
        answer = browser.get(path)
        head = browser.client.head(path, base_url=browser.url, buffered=True)
        assert (head.status_code, head.data) == (answer.status_code, b""), path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        assert answer.headers["Cache-Control"], path

    assert club.kept() == before


def test_every_address_of_leagues_is_tried_here(site: Site) -> None:
    rules = site.browser().client.application.url_map.iter_rules()
    known = {
        (re.sub(r"<any[^>]*>", "standings", rule.rule), method)
        for rule in rules
        for method in {"GET", "POST"} & (rule.methods or set())
        if rule.rule.startswith("/leagues") and not _ORGANISING.match(rule.rule)
    }

    shown = {(re.sub(r"<[^>]+>", "#", path), method) for path, method in known}

    tried = {(_plain(path), "GET") for path in _PAGES} | {(_plain(path), "POST") for path in _FORMS}
    assert shown - tried == set()


def _plain(path: str) -> str:
    return re.sub(r"/(\{[^}]+\}|[0-9]+)(?=/|$)", "/#", path)
