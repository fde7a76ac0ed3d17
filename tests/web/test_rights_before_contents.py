"""
Every form, posted with whatever is in it by those who may not: it is the right that they lack that they are told.

A form that is new and stands in none of the tables here makes a test fail, so that somebody decides about it.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from corr.leagues.acts.league_changes import AddOrganiser
from corr.leagues.acts.organiser_act import ActRequest
from corr.players import profiles
from corr.store.tables.leagues import League
from corr.web import pages
from corr.web.pages.leagues.act_pages import LEAGUE_ACTS, SEASON_ACTS
from tests.league_builders import a_running_season, some_players
from tests.play.proposing import propose
from tests.playing import a_game
from tests.web.browsing import Site

_FOR_ANYBODY = {
    "/account/clock/plan", "/appearance", "/code", "/following/stop/<token:token>", "/hooks/mail",
    "/link/<token:token>", "/sign-in", "/sign-out", "/sign-up", "/u/<token:token>",
}  # fmt: skip
"""Forms that need no sign-in."""
_SEASON = "leagues/<league:league_id>/<count:number>"
_GAME = "games/<id:game_id>"
_FOLLOWS = "follow$|following/(<|end-all)"
_ANY_SEASON = f"{_SEASON}/(join|leave|asked|standing)"
_PLAYERS = rf"/(account|{_FOLLOWS}|challenge$|offers(/limit)?$|players/|leagues/new|{_ANY_SEASON})"
_OWN_GAME = rf"/{_GAME}/(turns|resign|draw|time|claim|messages|kept-draft|held|rematch)"
_CHALLENGE = "/challenges/<id:challenge_id>"
_ORGANISE = "/leagues/.*/organise"
_ROLES = {
    "stranger": "",
    "Sven": _PLAYERS,
    "Ada": rf"{_PLAYERS}|/{_SEASON}/withdraw",
    "Xenia": rf"{_PLAYERS}|{_OWN_GAME}|{_CHALLENGE}/withdraw",
    "Yuri": rf"{_PLAYERS}|{_OWN_GAME}|{_CHALLENGE}/(accept|decline)",
    "Olga": rf"{_PLAYERS}|{_ORGANISE}",
    "Bob, an organiser": rf"{_PLAYERS}|/{_SEASON}/withdraw|{_ORGANISE}(?!/results)",
    "Zoe, an administrator": rf"{_PLAYERS}|{_ORGANISE}|/{_GAME}/extension|/admin/",
    "Xenia, an administrator": rf"{_PLAYERS}|{_OWN_GAME}|{_CHALLENGE}/withdraw|{_ORGANISE}"
    "|/admin/(?!games/<id:game_id>/(freeze|end))",
}
"""
Who posts, and the forms of each: nobody at all, a player of no concern, one of the season, the two of a game and a
challenge, who organises the season, plays in it or not, and who looks after the service, plays the game or not.
"""
_LONG = ("text", "names", "roster", "description", "message", "reason")
_HIDDEN = {
    "version": "1", "turn": "1", "act": "offer", "order_key": "k", "serial": "0", "session": "1", "is_sure": "yes",
}  # fmt: skip
"""What a page puts into its forms by itself."""


def _read_by_pages() -> set[str]:
    """The names of all fields that some form has."""
    folder = Path(str(pages.__file__)).parent
    sources = " ".join(path.read_text() for path in folder.rglob("*.py"))
    typed = {name for address in (*LEAGUE_ACTS, *SEASON_ACTS) for name, _ in address.act.typed_fields}
    written = re.findall(r'forms\.(?:field|text_field|number_field)\(\s*"(\w+)"', sources)
    return {*written, *typed, "first", "last", "order_key"}


_FIELDS = _read_by_pages()
_TYPED = _FIELDS - set(_HIDDEN)
_CONTENTS: Mapping[str, Mapping[str, str]] = {
    "no field at all": {},
    "empty fields": dict.fromkeys(_FIELDS, ""),
    "spaces": _HIDDEN | dict.fromkeys(_TYPED, " \n "),
    "signs nobody types": _HIDDEN | dict.fromkeys(_TYPED, "\u202e\u0301"),
    "control characters": dict.fromkeys(_FIELDS, "\x07"),
    "huge texts": _HIDDEN | dict.fromkeys(_LONG, "x" * 9000),
    "huge words": dict.fromkeys(_FIELDS, "7" * 1000),
    "words": _HIDDEN | dict.fromkeys(_TYPED, "Words"),
}


def _addresses(site: Site) -> dict[str, str]:
    """Every address that takes a form, with the names of things that are there, and belong to some of the players."""
    season = a_running_season(site.room)
    game = a_game(site.room, "B3-C3", names="Xenia Yuri", ruleset="kelasu/1")
    challenge = propose(site.room, game.players[0], opponent="Yuri")
    known = {
        "game_id": game.id,
        "challenge_id": challenge.id,
        "league_id": season.league_id,
        "player_id": str(season.player("Ada")),
        "token": "x" * 43,
    }
    of_season = known | {"game_id": season.game("Ada", "Bob")}
    rules = site.browser().client.application.url_map.iter_rules()
    forms = sorted(rule.rule for rule in rules if "POST" in (rule.methods or set()))
    return {form: _address(form, of_season if form.startswith("/leagues") else known) for form in forms}


def _address(form: str, names: Mapping[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda name: names.get(name[1], "1"), form)


def _player(site: Site, role: str) -> int | None:
    if role == "stranger":
        return None
    name = role.partition(",")[0]
    player_id, organiser = some_players(site.room, [name, "Olga"])
    with site.room.workshop.open() as uow:
        if role.endswith("an administrator"):
            profiles.grant(uow, name)
        if role.endswith("an organiser"):
            [league] = site.room.rows(League)
            AddOrganiser(league["id"], name).carry_out(uow, ActRequest(organiser, order_key="k"))
    return player_id


@pytest.mark.slow
@pytest.mark.parametrize("role", _ROLES)
def test_whoever_may_not_is_told_so_whatever_a_form_holds(any_site: Site, role: str) -> None:
    addresses = _addresses(any_site)
    browser = any_site.browser(_player(any_site, role))
    csrf = browser.csrf()
    own = re.compile(_ROLES[role] or "$^")

    found = {
        (form, contents): browser.post_raw(path, {"csrf": csrf, **fields}).status_code
        for form, path in addresses.items()
        for contents, fields in _CONTENTS.items()
        if form not in _FOR_ANYBODY and not own.match(form)
    }

    assert {asked: status for asked, status in found.items() if status not in {403, 404}} == {}


def test_no_form_trips_the_service_where_fields_are_missing(any_site: Site) -> None:
    addresses = _addresses(any_site)
    faults = {}

    for player_id in (None, any_site.room.player("Sven")):
        browser = any_site.browser(player_id)
        csrf = browser.csrf()
        for form, path in addresses.items():
            status = browser.post_raw(path, {"csrf": csrf}).status_code
            if status >= 500:
                faults[form] = status
            if form == "/sign-out":
                browser = any_site.browser(player_id)
                csrf = browser.csrf()

    assert faults == {}


def test_no_form_but_those_with_a_secret_of_their_own_is_taken_without_a_token(site: Site) -> None:
    addresses = _addresses(site)
    browser = site.browser(site.room.player("Sven"))

    answers = {form: browser.post_raw(path, {}) for form, path in addresses.items()}

    refused = {form for form, answer in answers.items() if "This form is too old" in answer.text}
    assert set(answers) - refused == {"/following/stop/<token:token>", "/hooks/mail", "/u/<token:token>"}
    assert {answers[form].status_code for form in refused} == {403}
