"""What reaches others of a player to whom an administrator has forbidden words, or offers: nothing, by any form."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from werkzeug.test import TestResponse

from corr.administration.reports import lift_sanction
from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.organiser_act import ActRequest
from corr.play.endings import resign
from corr.players.profiles import grant
from corr.players.sanctions import Outreach
from corr.store.tables.games import Challenge, Message, Offer
from corr.store.tables.leagues import League, Season
from corr.store.tables.mails import Outbox
from corr.store.tables.moderation import Report, SanctionKind
from corr.store.tables.player_accounts import Player
from tests.builders import forbid
from tests.league_builders import TestSeason, a_league, a_running_season, some_players
from tests.playing import TestGame, another_game
from tests.web.browsing import Browser, Site, words
from tests.web.leagues.filling import confirm, form_of, send

BAD = "You are all idiots"
PROPOSAL = {"game": "tiny", "pace": "3d/turn", "seat_wish": "either"}
INVITED = "guest@example.net"


@dataclass(frozen=True)
class Town:
    """Olga, who is forbidden something, runs three leagues and plays with Paul, who has resigned another game."""

    site: Site
    running: TestSeason
    signing_up: TestSeason
    called_off: str
    """The id of a league whose season was called off."""
    game: TestGame
    over: TestGame
    zoe: int
    """An administrator."""

    @property
    def olga(self) -> int:
        """The id of Olga."""
        return self.running.organiser

    @property
    def browser(self) -> Browser:
        """A browser of hers."""
        return self.site.browser(self.olga)

    @property
    def cup(self) -> str:
        """The address of the tools for the season that runs."""
        return f"/leagues/{self.running.league_id}/1/organise"

    @property
    def next_cup(self) -> str:
        """The same for the season whose sign-up is open."""
        return f"/leagues/{self.signing_up.league_id}/1/organise"

    def reached(self) -> tuple[object, ...]:
        """All that others were told, or can read."""
        room, olga = self.site.room, self.olga
        letters = [row["key"] for row in room.rows(Outbox) if row["player_id"] != olga]
        names = [row["name"] for row in (*room.rows(Player), *room.rows(League))]
        return letters, names, *(room.count(rows) for rows in (Message, Challenge, Offer, Season))


def a_town(site: Site) -> Town:
    running = a_running_season(site.room)
    signing_up = a_league(site.room, ("Eve", "Finn"), name="Winter Cup")
    ended = a_league(site.room, (), name="Spring Cup")
    with site.room.workshop.open() as uow:
        CallOff(ended.id).carry_out(uow, ActRequest(ended.organiser))
    _, paul, zoe = some_players(site.room, ["Gus", "Paul", "Zoe"])
    games = [another_game(site.room, (running.organiser, paul)) for _ in range(2)]
    with site.room.workshop.open() as uow:
        resign(uow, games[1].id, games[1].players[1], "web")
        grant(uow, "Zoe")
    return Town(site, running, signing_up, ended.league_id, games[0], games[1], zoe)


def _say(town: Town, text: str) -> TestResponse:
    return town.browser.post(f"/games/{town.game.id}/messages", version="0", text=text)


def _offer(town: Town, **changed: str) -> TestResponse:
    return town.browser.post("/offers", **PROPOSAL, **{"rated": "no"} | changed)


def _challenge(town: Town, **changed: str) -> TestResponse:
    return town.browser.post("/challenge", **PROPOSAL, **{"opponent": "Gus", "rated": "no"} | changed)


def _found(town: Town) -> TestResponse:
    browser, path = town.browser, "/leagues/new"
    draft = send(browser, path, form_of(browser.get(path)), name="Buy pills", act="preview")
    return send(browser, path, form_of(draft), act="found")


def _open(town: Town) -> TestResponse:
    browser, path = town.browser, f"/leagues/{town.called_off}/organise/next"
    draft = send(browser, path, form_of(browser.get(path)), act="preview")
    return send(browser, path, form_of(draft), act="found")


def _bring(town: Town) -> TestResponse:
    browser, path = town.browser, f"{town.next_cup}/roster"
    draft = send(browser, path, form_of(browser.get(path)), roster="Gus\n", act="preview")
    return send(browser, path, form_of(draft), act="enter")


def _ask(town: Town) -> TestResponse:
    browser, path = town.browser, f"{town.next_cup}/ask"
    return send(browser, path, form_of(browser.get(path)), names="Gus")


def _replace(town: Town) -> TestResponse:
    path = f"{town.cup}/players/{town.running.player('Ada')}/replace"
    return confirm(town.browser, f"{path}?name=Gus", reason="Away")


def _extend(town: Town) -> TestResponse:
    browser, path = town.browser, f"/games/{town.running.game('Ada', 'Bob')}/extension"
    return send(browser, path, form_of(browser.get(path)), reason=BAD)


def _mail(town: Town) -> TestResponse:
    browser, path = town.browser, f"{town.cup}/mail"
    return send(browser, path, form_of(browser.get(path)), title="To all", text=BAD, act="send")


def _describe(town: Town) -> TestResponse:
    browser, path = town.browser, f"/leagues/{town.running.league_id}/organise/about"
    return send(browser, path, form_of(browser.get(path)), name="All idiots", description=BAD)


def _rule(town: Town) -> TestResponse:
    path = f"{town.cup}/results/{town.running.game('Ada', 'Bob')}"
    return confirm(town.browser, f"{path}?result=draw", reason=BAD)


DOORS: dict[str, tuple[Outreach, Callable[[Town], TestResponse]]] = {
    "message": (Outreach.MESSAGE, lambda town: _say(town, BAD)),
    "words with a challenge": (Outreach.NOTE, lambda town: _challenge(town, message=BAD)),
    "words with an invitation": (Outreach.NOTE, lambda town: _challenge(town, opponent=INVITED, message=BAD)),
    "words with an offer": (Outreach.NOTE, lambda town: _offer(town, message=BAD)),
    "words with a link": (Outreach.NOTE, lambda town: _offer(town, takers="1", message=BAD)),
    "name": (Outreach.NAME, lambda town: town.browser.post("/account", name="Frida is an idiot")),
    "calling off": (Outreach.REASON, lambda town: confirm(town.browser, f"{town.next_cup}/call-off", reason=BAD)),
    "ruling": (Outreach.REQUIRED_REASON, _rule),
    "pause": (Outreach.REQUIRED_REASON, lambda town: confirm(town.browser, f"{town.cup}/pause", reason=BAD)),
    "extension": (Outreach.REQUIRED_REASON, _extend),
    "reason for a replacement": (Outreach.REQUIRED_REASON, _replace),
    "mail to a season": (Outreach.ANNOUNCEMENT, _mail),
    "words of a league": (Outreach.LEAGUE_WORDS, _describe),
    "founding": (Outreach.LEAGUE, _found),
    "challenge": (Outreach.CHALLENGE, _challenge),
    "rematch": (Outreach.CHALLENGE, lambda town: town.browser.post(f"/games/{town.over.id}/rematch")),
    "invitation": (Outreach.INVITATION, lambda town: _challenge(town, opponent=INVITED)),
    "offer": (Outreach.OFFER, _offer),
    "link": (Outreach.OFFER, lambda town: _offer(town, takers="1")),
    "next season": (Outreach.SEASON, _open),
    "question to join": (Outreach.ASK_TO_JOIN, _ask),
    "roster": (Outreach.ASK_TO_JOIN, _bring),
    "question to replace": (Outreach.ASK_TO_REPLACE, _replace),
}
"""Forms by which something reaches others, and what that is in the table."""
CASES = [(door, kind) for door, (outreach, _) in DOORS.items() for kind in outreach.forbidden_by]


def test_all_that_reaches_others_has_a_form_here() -> None:
    assert {outreach for outreach, _ in DOORS.values()} == set(Outreach)


@pytest.mark.parametrize(("door", "kind"), CASES)
def test_what_is_forbidden_reaches_nobody_until_it_is_allowed_again(site: Site, door: str, kind: SanctionKind) -> None:
    town, (outreach, post) = a_town(site), DOORS[door]
    forbid(site.room, town.olga, kind, by=town.running.player("Ada"))
    before = town.reached()

    answer = post(town)

    page = words(town.browser.get(answer.location) if answer.status_code == 303 else answer)
    assert f"An administrator has decided that you cannot {outreach.what} for another 7 days." in page
    assert outreach.instead in page
    assert town.reached() == before
    with site.room.workshop.open() as uow:
        lift_sanction(uow, 1, town.zoe, "All is well.")
    assert post(town).status_code == 303
    assert town.reached() != before


@pytest.mark.both_databases
def test_whoever_is_forbidden_all_may_leave_report_and_do_what_needs_no_words(any_site: Site) -> None:
    town = a_town(any_site)
    town.signing_up.join(town.olga)
    for kind in (SanctionKind.WORDS, SanctionKind.OFFERS, SanctionKind.INVITATIONS):
        forbid(any_site.room, town.olga, kind, by=town.running.player("Ada"))
    browser, reports = town.browser, any_site.room.count(Report)

    answers = [
        browser.post("/players/Paul/report", reason="He was rude first."),
        browser.post(f"/games/{town.game.id}/turns", turn="1", text="A1", act="submit", words=BAD),
        browser.post(f"/games/{town.game.id}/resign"),
        confirm(browser, f"/leagues/{town.signing_up.league_id}/1/leave"),
        confirm(browser, f"{town.next_cup}/call-off"),
        confirm(browser, f"/leagues/{town.running.league_id}/organise/organisers?name=Gus"),
    ]

    assert [answer.status_code for answer in answers] == [303] * len(answers)
    assert any_site.room.count(Report) == reports + 1
    assert any_site.room.count(Message) == 0
    assert BAD not in str(any_site.room.rows(Outbox))


def test_a_player_withdraws_without_words_while_words_are_forbidden(site: Site) -> None:
    town = a_town(site)
    ada = town.running.player("Ada")
    forbid(site.room, ada, SanctionKind.WORDS, by=town.olga)
    path = f"/leagues/{town.running.league_id}/1/withdraw"

    refused = confirm(site.browser(ada), path, reason=BAD)
    done = confirm(site.browser(ada), path)

    assert "This needs none: leave the field empty." in words(refused)
    assert done.status_code == 303
    assert BAD not in str(site.room.rows(Outbox))
