"""
Every address of the service, asked by everybody: who may see it, who may do it, and that looking changes nothing.

A form that is new, or a page about clocks, and stands in none of the tables here makes a test fail, so that somebody
decides about it.
"""

import re
from dataclasses import dataclass
from datetime import date

import pytest
from sqlalchemy import select

from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays, OnDates
from corr.core.pace import Late
from corr.play.feeds import renew_feed
from corr.players import profiles
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
    "/feeds/{token}/following.atom": (_HERE,) * 5,
    "/games/{game}/claim": (_SIGN_IN, _NOT_NOW, _NOT_NOW, _NOT_NOW, _NOT_NOW),
    "/games/{game}/extension": (_GONE, _GONE, _GONE, _GONE, _HERE),
    "/games/{game}/kept-draft": (_SIGN_IN, _NOT_YOURS, _HERE, _HERE, _NOT_YOURS),
    "/games/{game}/messages": (_SIGN_IN, _NOT_YOURS, _HERE, _HERE, _NOT_YOURS),
    "/games/{game}/time": (_SIGN_IN, _NOT_YOURS, _HERE, _HERE, _NOT_YOURS),
    "/status": (_HERE,) * 5,
    "/healthz": (_HERE,) * 5,
}
"""What each of everybody is answered."""
_FORMS = {
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
    "days": "1", "first": "", "last": "", "order_key": "k", "serial": "0", "seat": "both",
    "reason": "Because.", "is_sure": "yes",
}  # fmt: skip
_PLAYERS_FORMS = (
    "/account",
    "/account/address",
    "/account/address/call-off",
    "/account/address/remove",
    "/account/after-turn",
    "/account/asks/{organiser}",
    "/account/blocks/end",
    "/account/browsers/forget",
    "/account/mail/commands",
    "/account/mail/prove",
    "/account/mail/resume",
    "/account/mail/test",
    "/account/mails/{mail_id}/held/confirm",
    "/follow",
    "/following/{follow_id}/end",
    "/following/end-all",
    "/account/mails/{mail_id}/held/reject",
    "/account/sessions/end",
    "/account/sessions/end-others",
    "/challenge",
    "/challenges/{challenge_id}/accept",
    "/challenges/{challenge_id}/decline",
    "/challenges/{challenge_id}/withdraw",
    "/games/{game_id}/draw",
    "/games/{game_id}/held/{mail_id}/confirm",
    "/games/{game_id}/held/{mail_id}/reject",
    "/games/{game_id}/kept-draft",
    "/games/{game_id}/messages",
    "/games/{game_id}/messages/read",
    "/games/{game_id}/rematch",
    "/games/{game_id}/resign",
    "/games/{game_id}/turns",
    "/invitations/{token}/accept",
    "/invitations/{token}/decline",
    "/l/{token}/take",
    "/offers",
    "/offers/{offer_id}/take",
    "/offers/{offer_id}/withdraw",
    "/offers/limit",
    "/offers/standing/{standing_id}/end",
    "/players/{name}/block",
    "/players/{name}/report",
    "/leagues/new",
    "/leagues/{league_id}/{number}/asked",
    "/leagues/{league_id}/{number}/join",
    "/leagues/{league_id}/{number}/leave",
    "/leagues/{league_id}/{number}/standing",
    "/leagues/{league_id}/{number}/withdraw",
    "/leagues/{league_id}/organise/about",
    "/leagues/{league_id}/organise/close",
    "/leagues/{league_id}/organise/next",
    "/leagues/{league_id}/organise/organisers",
    "/leagues/{league_id}/organise/organisers/{player_id}/remove",
    "/leagues/{league_id}/organise/reopen",
    "/leagues/{league_id}/{number}/organise/ask",
    "/leagues/{league_id}/{number}/organise/call-off",
    "/leagues/{league_id}/{number}/organise/end",
    "/leagues/{league_id}/{number}/organise/mail",
    "/leagues/{league_id}/{number}/organise/pace",
    "/leagues/{league_id}/{number}/organise/pace/undo",
    "/leagues/{league_id}/{number}/organise/pause",
    "/leagues/{league_id}/{number}/organise/plan",
    "/leagues/{league_id}/{number}/organise/plan/reset",
    "/leagues/{league_id}/{number}/organise/players/{player_id}/remove",
    "/leagues/{league_id}/{number}/organise/players/{player_id}/replace",
    "/leagues/{league_id}/{number}/organise/players/{player_id}/withdraw",
    "/leagues/{league_id}/{number}/organise/results/{game_id}",
    "/leagues/{league_id}/{number}/organise/results/{game_id}/undo",
    "/leagues/{league_id}/{number}/organise/resume",
    "/leagues/{league_id}/{number}/organise/roster",
    "/leagues/{league_id}/{number}/organise/settings",
    "/leagues/{league_id}/{number}/organise/start",
)
"""Further forms for players alone: whoever has not signed in is turned away."""
_ADMINISTRATORS_FORMS = (
    "/admin/addresses",
    "/admin/mail/addresses/lift",
    "/admin/mail/host/drop",
    "/admin/mail/host/retry",
    "/admin/mail/letters/{letter_id}/drop",
    "/admin/mail/letters/{letter_id}/retry",
    "/admin/mail/parked/{mail_id}/again",
    "/admin/mail/parked/{mail_id}/settle",
    "/admin/mail/relay/retry",
    "/admin/reports/{report_id}",
    "/admin/sanctions/{sanction_id}/lift",
)
"""Further forms for administrators alone: to everybody else there is no such page."""
_OPEN_FORMS = (
    "/account/clock/plan",
    "/address/{token}/confirm",
    "/address/{token}/stop",
    "/appearance",
    "/code",
    "/following/stop/{token}",
    "/held/{token}/confirm",
    "/held/{token}/reject",
    "/hooks/mail",
    "/invitations/{token}/code",
    "/l/{token}/join",
    "/link/{token}",
    "/link/{token}/asked-after-all",
    "/link/{token}/not-asked",
    "/offers/{offer_id}/join",
    "/sign-in",
    "/sign-out",
    "/sign-up",
    "/u/{token}",
)
"""Forms for whoever has not signed in: a token, a code or a secret is the right to what they do, where there is any."""
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
        profiles.grant(uow, "Zoe")
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


@pytest.mark.parametrize("pattern", _PLAYERS_FORMS)
def test_each_form_of_players_turns_away_who_has_not_signed_in(site: Site, pattern: str) -> None:
    assert _answers(site, pattern, "nobody") <= {_NOT_YOURS, _GONE}


@pytest.mark.parametrize("pattern", _ADMINISTRATORS_FORMS)
def test_each_form_of_administrators_is_hidden_from_everybody_else(site: Site, pattern: str) -> None:
    assert _answers(site, pattern, "nobody", "other", "opponent", "player") == {_GONE}


@pytest.mark.parametrize("pattern", _OPEN_FORMS)
def test_each_open_form_does_nothing_without_a_token_or_a_code(site: Site, pattern: str) -> None:
    assert max(_answers(site, pattern, "nobody")) < 500


def test_every_form_stands_in_one_table(site: Site) -> None:
    rules = site.browser().client.application.url_map.iter_rules()
    declared = sorted(re.sub(r"<[^>]+>", "#", rule.rule) for rule in rules if "POST" in (rule.methods or set()))

    listed = (*_FORMS, *_PLAYERS_FORMS, *_ADMINISTRATORS_FORMS, *_OPEN_FORMS)

    assert sorted(re.sub(r"{[^}]+}", "#", path) for path in listed) == declared


def _answers(site: Site, pattern: str, *everybody: str) -> set[int]:
    """What each of *everybody* is answered who fills in a form of which nothing comes."""
    town = a_town(site)
    known = {"game_id": town.names["game"], "token": "x" * 43}
    path = re.sub(r"{(\w+)}", lambda name: known.get(name[1], "1"), pattern)
    browsers = [town.browser(who) for who in everybody]
    csrf = [browser.csrf() for browser in browsers]
    before = town.kept()

    found = {
        browser.post_raw(path, {"csrf": own, **_FIELDS}).status_code
        for browser, own in zip(browsers, csrf, strict=True)
    }

    assert town.kept() == before
    return found


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
