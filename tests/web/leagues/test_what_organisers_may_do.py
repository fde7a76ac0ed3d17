"""
Every address of those who run leagues, asked by everybody: who may see it, who may do it, and that looking changes
nothing.

An address that is new and stands in none of the tables here makes a test fail, so that somebody decides about it.
"""

import re
from dataclasses import dataclass

import pytest

from tests.league_builders import a_running_season as an_elsewhere
from tests.web.browsing import Browser, Site
from tests.web.leagues.grounds import Season, a_running_season, a_sign_up
from tests.web.leagues.test_who_may_do_what import Club, a_club

_EVERYBODY = ("nobody", "other", "player", "organiser", "admin")
_SIGN_IN, _HERE, _NOT_YOURS, _NOT_NOW, _GONE = 303, 200, 403, 409, 404
_OURS = (_SIGN_IN, _NOT_YOURS, _NOT_YOURS, _HERE, _HERE)
_NOT_YET = (_SIGN_IN, _NOT_YOURS, _NOT_YOURS, _NOT_NOW, _NOT_NOW)
_LEAGUE, _SEASON = "/leagues/{league}/organise", "/leagues/{league}/1/organise"
_ANY_TIME = {
    "/leagues/new": (_SIGN_IN, _HERE, _HERE, _HERE, _HERE),
    _LEAGUE: _OURS,
    f"{_LEAGUE}/about": _OURS,
    f"{_LEAGUE}/close": _NOT_YET,
    f"{_LEAGUE}/reopen": _NOT_YET,
    f"{_LEAGUE}/next": _NOT_YET,
    f"{_LEAGUE}/organisers": _OURS,
    f"{_LEAGUE}/organisers?name=Ada": _OURS,
    f"{_LEAGUE}/organisers/{{runs}}/remove": _OURS,
    _SEASON: _OURS,
    f"{_SEASON}/league.yaml": _OURS,
    f"{_SEASON}/roster.csv": _OURS,
    f"{_SEASON}/players": _OURS,
    f"{_SEASON}/results": _OURS,
    f"{_SEASON}/late": _OURS,
    f"{_SEASON}/mail": _OURS,
}
_BEFORE = {
    f"{_SEASON}/settings": _OURS,
    f"{_SEASON}/ask": _OURS,
    f"{_SEASON}/roster": _OURS,
    f"{_SEASON}/plan": _OURS,
    f"{_SEASON}/plan/reset": _OURS,
    f"{_SEASON}/start": _OURS,
    f"{_SEASON}/call-off": _OURS,
    f"{_SEASON}/players/{{ada}}/remove": _OURS,
}
"""Pages that are there before the start only."""
_WHILE = {
    f"{_SEASON}/pause": _OURS,
    f"{_SEASON}/end": _OURS,
    f"{_SEASON}/pace": _OURS,
    f"{_SEASON}/players/{{ada}}/withdraw": _OURS,
    f"{_SEASON}/players/{{ada}}/replace": _OURS,
    f"{_SEASON}/players/{{ada}}/replace?name=Eve": _OURS,
    f"{_SEASON}/results/{{game}}": _OURS,
    f"{_SEASON}/results/{{game}}?result=first": _OURS,
}
"""Pages that are there while the season runs only."""
_LATER = {
    f"{_SEASON}/resume": _NOT_YET,
    f"{_SEASON}/pace/undo": _NOT_YET,
    f"{_SEASON}/results/{{game}}/undo": _NOT_YET,
}
"""Pages that are there while it runs, after something was done."""
_FORMS = (
    f"{_LEAGUE}/about",
    f"{_LEAGUE}/close",
    f"{_LEAGUE}/reopen",
    f"{_LEAGUE}/next",
    f"{_LEAGUE}/organisers",
    f"{_LEAGUE}/organisers/{{runs}}/remove",
    f"{_SEASON}/settings",
    f"{_SEASON}/ask",
    f"{_SEASON}/roster",
    f"{_SEASON}/plan",
    f"{_SEASON}/plan/reset",
    f"{_SEASON}/start",
    f"{_SEASON}/call-off",
    f"{_SEASON}/mail",
    f"{_SEASON}/pause",
    f"{_SEASON}/resume",
    f"{_SEASON}/end",
    f"{_SEASON}/pace",
    f"{_SEASON}/pace/undo",
    f"{_SEASON}/players/{{ada}}/remove",
    f"{_SEASON}/players/{{ada}}/withdraw",
    f"{_SEASON}/players/{{ada}}/replace",
    f"{_SEASON}/results/{{game}}",
    f"{_SEASON}/results/{{game}}/undo",
)
"""Everybody but organisers and administrators is turned away from each."""
_FIELDS = {
    "order_key": "k", "version": "0", "reason": "Because.", "name": "Eve", "description": "", "names": "Eve",
    "roster": "Eve", "act": "enter", "move": "1:1", "title": "Hello", "text": "Hello", "division": "",
    "ends_at": "2031-01-01 12:00", "pace": "1d/turn", "holds_from": "", "result": "draw",
}  # fmt: skip
_ORGANISING = re.compile(r"/leagues/(new|<[^>]+>/(organise|<[^>]+>/organise))")


@dataclass(frozen=True)
class Grounds:
    """A club with the names that stand in addresses."""

    club: Club
    names: dict[str, str]

    def browser(self, who: str) -> Browser:
        """The browser of one of everybody."""
        return self.club.browser(who)

    def path(self, pattern: str) -> str:
        """An address of the club."""
        return pattern.format(**self.names)


def grounds(site: Site, *, is_running: bool) -> Grounds:
    """A club whose season runs, or waits to begin."""
    club = a_club(site, is_running=is_running)
    game = "xxxxxxx"
    if is_running:
        found = re.search(r'href="/games/([a-z0-9]+)"', club.browser("nobody").get(f"/leagues/{club.league}/1/1").text)
        assert found is not None
        game = found[1]
    names = {
        "league": club.league,
        "ada": str(club.players["player"]),
        "runs": str(club.players["organiser"]),
        "game": game,
    }
    return Grounds(club, names)


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("is_running", [False, True])
def test_each_page_is_there_for_those_who_run_the_league(any_site: Site, *, is_running: bool) -> None:
    found = grounds(any_site, is_running=is_running)
    browsers = [found.browser(who) for who in _EVERYBODY]
    pages = _ANY_TIME | (_WHILE | _LATER if is_running else _BEFORE)

    answers = {
        pattern: tuple(browser.get(found.path(pattern)).status_code for browser in browsers) for pattern in pages
    }

    assert answers == pages


def test_what_is_for_before_the_start_says_kindly_that_it_is_past(site: Site) -> None:
    found = grounds(site, is_running=True)
    browser = found.browser("organiser")

    for pattern in _BEFORE:
        answer = browser.get(found.path(pattern))
        assert answer.status_code == _NOT_NOW, pattern
        assert "This is how it is now" in answer.text, pattern


def test_what_is_for_a_season_that_runs_says_kindly_that_it_has_not_begun(site: Site) -> None:
    found = grounds(site, is_running=False)
    browser = found.browser("organiser")

    for pattern in _WHILE:
        answer = browser.get(found.path(pattern))
        assert answer.status_code in {_NOT_NOW, _GONE}, pattern
        assert answer.status_code == _GONE or "This is how it is now" in answer.text, pattern


@pytest.mark.parametrize("is_running", [False, True])
def test_each_form_turns_away_whoever_does_not_run_the_league(any_site: Site, *, is_running: bool) -> None:
    found = grounds(any_site, is_running=is_running)
    browsers = [found.browser(who) for who in ("nobody", "other", "player")]
    csrf = [browser.csrf() for browser in browsers]
    before = found.club.kept()

    for pattern in _FORMS:
        for browser, own in zip(browsers, csrf, strict=True):
            answer = browser.post_raw(found.path(pattern), {"csrf": own, **_FIELDS})
            assert answer.status_code == _NOT_YOURS, pattern

    assert found.club.kept() == before


def test_nobody_founds_a_league_without_being_signed_in(any_site: Site) -> None:
    found = grounds(any_site, is_running=False)
    browser = found.browser("nobody")
    csrf = browser.csrf()
    before = found.club.kept()

    answer = browser.post_raw("/leagues/new", {"csrf": csrf, **_FIELDS, "act": "found", "name": "A New Cup"})

    assert answer.status_code == _NOT_YOURS
    assert found.club.kept() == before


@pytest.mark.parametrize("csrf", ["missing", "of somebody else"])
def test_no_form_is_taken_without_its_own_token(any_site: Site, csrf: str) -> None:
    found = grounds(any_site, is_running=True)
    token = {"missing": "", "of somebody else": found.browser("other").csrf()}[csrf]
    browser = found.browser("organiser")
    before = found.club.kept()

    for pattern in (*_FORMS, "/leagues/new"):
        form = {"csrf": token, **_FIELDS} if token else dict(_FIELDS)
        assert browser.post_raw(found.path(pattern), form).status_code == _NOT_YOURS, pattern

    assert found.club.kept() == before


@pytest.mark.parametrize("is_running", [False, True])
def test_looking_changes_nothing(any_site: Site, *, is_running: bool) -> None:
    found = grounds(any_site, is_running=is_running)
    browsers = [found.browser(who) for who in ("organiser", "admin", "other")]
    before = found.club.kept()

    for pattern in (*_ANY_TIME, *_BEFORE, *_WHILE, *_LATER):
        for browser in browsers:
            answer = browser.get(found.path(pattern))
            assert answer.status_code < 500, pattern
            assert "Content-Security-Policy" in answer.headers, pattern

    assert found.club.kept() == before


@pytest.mark.parametrize("pattern", ["/leagues/none-such/organise", "/leagues/{league}/9/organise/results"])
def test_what_is_not_there_is_not_found(site: Site, pattern: str) -> None:
    found = grounds(site, is_running=True)

    assert found.browser("organiser").get(found.path(pattern)).status_code == _GONE


def test_every_address_of_organisers_is_tried_here(site: Site) -> None:
    rules = site.browser().client.application.url_map.iter_rules()
    ours = {
        (re.sub(r"<[^>]+>", "#", rule.rule), method)
        for rule in rules
        for method in {"GET", "POST"} & (rule.methods or set())
        if _ORGANISING.match(rule.rule)
    }

    patterns = (*_ANY_TIME, *_BEFORE, *_WHILE, *_LATER)
    tried = {(_bare(pattern), "GET") for pattern in patterns}
    tried |= {(_bare(pattern), "POST") for pattern in (*_FORMS, "/leagues/new")}

    assert ours == tried


@pytest.mark.parametrize("end", ["", "/undo"])
def test_a_game_of_another_season_has_no_result_to_be_set_here(site: Site, end: str) -> None:
    season = a_running_season(site.room)
    others = an_elsewhere(site.room, ("Gus", "Hana", "Ivo"), name="Winter Cup")
    browser, path = site.browser(season.organiser), f"{season.path}/organise/results/{others.game('Gus', 'Hana')}{end}"
    form = {**_FIELDS, "version": "1"}

    answers = [
        browser.get(path),
        browser.get(f"{path}?result=draw"),
        browser.post_raw(path, {"csrf": browser.csrf(), **form}),
    ]

    assert [answer.status_code for answer in answers] == [_GONE] * 3
    assert len(others.open_games()) == 3


def test_who_plays_in_a_division_sets_no_results_of_it(site: Site) -> None:
    season: Season = a_running_season(site.room)
    olga = site.browser(season.organiser)
    added = olga.post(f"/leagues/{season.league_id}/organise/organisers", order_key="add", name="Ada")
    game = season.game("Bob", "Cleo")

    answer = site.browser(season.players["Ada"]).get(f"{season.path}/organise/results/{game}")

    assert added.status_code == 303
    assert answer.status_code == _NOT_YOURS
    assert "You play in this division" in answer.text


def _bare(pattern: str) -> str:
    """An address with # where names stand."""
    return re.sub(r"{[^}]+}", "#", pattern.partition("?")[0].replace("/1/", "/#/"))


def test_a_season_is_named_by_its_number(site: Site) -> None:
    season = a_sign_up(site.room)

    page = site.browser(season.organiser).get(f"{season.path}/organise")

    assert "Summer Cup, season 1" in re.sub(r"</?bdi>", "", page.text)
