"""Scanners open the links of letters before any person does: looking does nothing, and the button still works."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from corr.base.notices import Category
from corr.mail.answering.received_mail import packed
from corr.mail.queues.held_orders import NewHeldOrder, hold
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.proposed_terms import TypedTerms
from corr.store.tables.games import Challenge, Game, Turn
from corr.store.tables.mails import HeldOrder, MailPreference, Outbox, UnsubscribeToken
from corr.store.tables.player_accounts import Player, Session, SignIn
from tests.builders import ask_to_sign_in, ask_to_sign_up, token_to_end
from tests.playing import Room, a_game
from tests.posting import a_read_mail
from tests.web.browsing import Browser, Site

_TABLES = (Challenge, Game, HeldOrder, MailPreference, Outbox, Player, Session, SignIn, Turn, UnsubscribeToken)
_SCANNERS = ("Mozilla/5.0 (a scanner of links)", "a preview of links", "")


@dataclass(frozen=True)
class Link:
    """A link of a letter that something can be done with."""

    path: str
    posted: str
    form: dict[str, str]
    is_done: Callable[[Room], bool]


def _signing_in(room: Room) -> Link:
    room.player("Ada")
    path = f"/link/{ask_to_sign_in(room, 'ada@example.org').token}"
    return Link(path, path, {}, lambda room: room.count(Session) == 1)


def _signing_up(room: Room) -> Link:
    path = f"/link/{ask_to_sign_up(room, 'ada@example.org', 'Ada').token}"
    return Link(path, path, {}, lambda room: room.count(Player) == 1)


def _not_having_asked(room: Room) -> Link:
    room.player("Ada")
    path = f"/link/{ask_to_sign_in(room, 'ada@example.org').token}/not-asked"
    return Link(path, path, {}, lambda room: room.rows(SignIn)[0]["used_at"] is not None)


def _asking_for_the_code_of_an_invitation(room: Room) -> Link:
    return _invited(room, "code", lambda room: room.rows(SignIn)[0]["address"] == "friend@example.net")


def _confirming_a_held_mail(room: Room) -> Link:
    return _held(room, "confirm", lambda room: [row["text"] for row in room.rows(Turn)] == ["A1"])


def _rejecting_a_held_mail(room: Room) -> Link:
    return _held(room, "reject", lambda room: room.rows(HeldOrder)[0]["state"] == "rejected")


def _ending_letters(room: Room) -> Link:
    ada = room.player("Ada")
    token = token_to_end(room, ada, Category.REMINDERS)
    return Link(f"/u/{token}", f"/u/{token}", {}, lambda room: not room.rows(MailPreference)[0]["reminders"])


def _invited(room: Room, act: str, is_done: Callable[[Room], bool]) -> Link:
    ada = room.player("Ada")
    with room.workshop.open() as uow:
        make_challenge(uow, MakeChallenge(ada, "friend@example.net", TypedTerms("tiny", {}, "3d/turn", "either")))
    token = next(row["facts"]["token"] for row in room.rows(Outbox) if row["kind"] == "invitation")
    return Link(f"/invitations/{token}", f"/invitations/{token}/{act}", {}, is_done)


def _held(room: Room, act: str, is_done: Callable[[Room], bool]) -> Link:
    game = a_game(room)
    mail_id = a_read_mail(room, game.players[0], game.id, reason="held")
    orders = packed(Orders(acts=(Act.TURN,), turn="A1", typed=("A1",)))
    with room.workshop.open() as uow:
        order = NewHeldOrder(mail_id, game.players[0], game.id, 1, orders, "eve@example.net", uow.now)
        token = hold(uow, order).token
    return Link(f"/held/{token}", f"/held/{token}/{act}", {}, is_done)


_LINKS = (
    _signing_in,
    _signing_up,
    _not_having_asked,
    _confirming_a_held_mail,
    _rejecting_a_held_mail,
    _ending_letters,
)


@pytest.mark.parametrize(
    "made",
    [*_LINKS, _asking_for_the_code_of_an_invitation],
    ids=lambda made: made.__name__.strip("_").replace("_", " "),
)
def test_every_link_does_nothing_when_it_is_opened_and_acts_when_the_button_is_pressed(
    any_site: Site, made: Callable[[Room], Link]
) -> None:
    link = made(any_site.room)
    before = _everything(any_site.room)

    looks = [_looked_at(any_site.browser(), link.path, scanner) for scanner in _SCANNERS * 2]
    after = _everything(any_site.room)
    browser = any_site.browser()
    pressed = browser.post(link.posted, **link.form)

    assert looks == [(200, 200)] * 6
    assert after == before
    assert pressed.status_code in {200, 303}
    assert link.is_done(any_site.room)


@pytest.mark.parametrize("made", _LINKS, ids=lambda made: made.__name__.strip("_").replace("_", " "))
def test_every_button_acts_once_however_often_it_is_pressed(any_site: Site, made: Callable[[Room], Link]) -> None:
    link = made(any_site.room)
    any_site.browser().post(link.posted, **link.form)
    once = _everything(any_site.room)

    statuses = {any_site.browser().post(link.posted, **link.form).status_code for _ in range(2)}

    assert statuses <= {200, 303, 403, 404, 409}
    assert _everything(any_site.room) == once
    assert link.is_done(any_site.room)


def _looked_at(browser: Browser, path: str, agent: str) -> tuple[int, int]:
    """How a program that is no person is answered that asks for the page, and for its head alone."""
    head = browser.client.head(path, base_url=browser.url, headers={"User-Agent": agent})
    return browser.get(path, User_Agent=agent).status_code, head.status_code


def _everything(room: Room) -> dict[str, list[dict[str, Any]]]:
    return {str(rows.__tablename__): room.rows(rows) for rows in _TABLES}


@pytest.mark.parametrize("proxy", ["nginx.conf", "nginx-two-hosts.conf"])
def test_the_log_of_a_proxy_has_no_token_of_an_address(site: Site, proxy: str) -> None:
    text = (Path(__file__).parents[2] / "deploy" / proxy).read_text(encoding="utf-8")
    cut = re.compile(re.findall(r'"~(\^[^"]*)"', text)[0].replace("?<", "?P<"))
    rules = site.browser().client.application.url_map.iter_rules()
    paths = {rule.rule for rule in rules if "<token:token>" in rule.rule}

    ends = {path: found.end() if (found := cut.match(path)) else len(path) for path in paths}

    assert len(paths) > 15
    assert [path for path, end in ends.items() if not path[end:].startswith("<token:")] == []
