"""Every form, posted with whatever is in it by those who may not: it is the right that they lack that they are told."""

import re

import pytest

from tests.leagues import a_running_season
from tests.playing import a_game
from tests.service.proposing import propose
from tests.web.browsing import Site

_FOR_ANYBODY = {
    "/account/clock/plan", "/code", "/hooks/mail", "/link/<token:token>", "/sign-in", "/sign-out", "/sign-up",
    "/u/<token:token>",
}  # fmt: skip
"""Forms that need no sign-in."""
_SEASON = "leagues/<league:league_id>/<count:number>"
_FOR_ANY_PLAYER = re.compile(rf"/(account|challenge$|leagues/new|{_SEASON}/(join|leave|asked|standing))")
_HIDDEN = {
    "version": "1", "turn": "1", "act": "offer", "order_key": "k", "serial": "0", "session": "1", "is_sure": "yes",
}  # fmt: skip
"""What a page puts into its forms by itself."""
_FILLED_IN = (
    "text", "name", "zone", "opponent", "game", "pace", "days", "reason", "result", "names", "leads", "address",
)  # fmt: skip
_CONTENTS = {
    "nothing": dict.fromkeys(_FILLED_IN, ""),
    "spaces": dict.fromkeys(_FILLED_IN, " \n "),
    "signs nobody types": dict.fromkeys(_FILLED_IN, "\u202e\u0301"),
    "too much": {"text": "x" * 3000},
    "words": dict.fromkeys(_FILLED_IN, "Words"),
}


def _addresses(site: Site) -> dict[str, str]:
    """Every address that takes a form, with the names of things that are there, and belong to others."""
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
    rules = site.browser().client.application.url_map.iter_rules()
    forms = sorted(rule.rule for rule in rules if "POST" in (rule.methods or set()))
    return {form: re.sub(r"<(?:\w+:)?(\w+)>", lambda name: known.get(name[1], "1"), form) for form in forms}


@pytest.mark.parametrize("contents", _CONTENTS)
def test_a_stranger_is_asked_to_sign_in_whatever_a_form_holds(any_site: Site, contents: str) -> None:
    browser = any_site.browser()
    addresses = _addresses(any_site)
    csrf = browser.csrf()

    found = {
        form: browser.post_raw(path, {"csrf": csrf, **_HIDDEN, **_CONTENTS[contents]}).status_code
        for form, path in addresses.items()
        if form not in _FOR_ANYBODY
    }

    assert {form: status for form, status in found.items() if status not in {403, 404}} == {}


@pytest.mark.parametrize("contents", _CONTENTS)
def test_whoever_may_not_is_told_so_whatever_a_form_holds(any_site: Site, contents: str) -> None:
    addresses = _addresses(any_site)
    browser = any_site.browser(any_site.room.player("Sven"))
    csrf = browser.csrf()

    found = {
        form: browser.post_raw(path, {"csrf": csrf, **_HIDDEN, **_CONTENTS[contents]}).status_code
        for form, path in addresses.items()
        if form not in _FOR_ANYBODY and not _FOR_ANY_PLAYER.match(form)
    }

    assert {form: status for form, status in found.items() if status not in {403, 404}} == {}


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
