"""Who may see and do what about mail: every address is tried by a stranger, another player, the owner, an admin."""

import re

import pytest

from corr.mail.answering.received_mail import packed
from corr.mail.queues.held_orders import NewHeldOrder, hold
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from corr.players import profiles
from corr.store.tables.games import Turn
from corr.store.tables.mails import HeldOrder, Inbox, Outbox
from tests.playing import Room, a_game
from tests.posting import a_parked_mail, a_read_mail, accepted
from tests.web.browsing import Browser, Site

_HERE, _AWAY, _DONE, _SIGN_IN, _TURNED_AWAY = 200, 404, 303, 303, 403
_OWN = (
    "/account/mails/{mail}",
    "/account/mails/{mail}/raw",
    "/account/mails/{mail}/held",
    "/account/letters/{letter}",
)
_OWN_FORMS = ("/account/mails/{mail}/held/confirm", "/account/mails/{mail}/held/reject")
_ADMIN = (
    "/admin/mail",
    "/admin/mail/letters/{letter}",
    "/admin/mail/host?host=example.org",
    "/admin/mail/parked/{parked}",
    "/admin/mail/parked/{parked}/raw",
)
_ADMIN_FORMS = (
    "/admin/mail/letters/{letter}/retry",
    "/admin/mail/letters/{letter}/drop",
    "/admin/mail/host/retry",
    "/admin/mail/host/drop",
    "/admin/mail/relay/retry",
    "/admin/mail/parked/{parked}/again",
    "/admin/mail/parked/{parked}/settle",
    "/admin/mail/addresses/lift",
)
_FIELDS = {"host": "example.org", "relay": "relay.example:25", "address": "ada@example.org"}


class Town:
    """A mail and a letter of Ada's, a mail to the people behind the service, and everybody who may ask for them."""

    def __init__(self, site: Site) -> None:
        game = a_game(site.room)
        ada, bob = game.players
        zoe = site.room.player("Zoe")
        with site.room.workshop.open() as uow:
            profiles.grant(uow, "Zoe")
        self.room = site.room
        self.places = {"letter": self._letter_of(ada), "mail": self._held_mail(ada, game.id)}
        self.places["parked"] = a_parked_mail(site.room, recipient="postmaster@play.example", reason="for-people")
        self.people: dict[str, Browser] = {
            "stranger": site.browser(),
            "other": site.browser(bob),
            "owner": site.browser(ada),
            "admin": site.browser(zoe),
        }

    def address(self, path: str) -> str:
        """*path* with its number."""
        return path.format(**self.places)

    def statuses(self, path: str) -> dict[str, int]:
        """How everybody is answered who asks for *path*."""
        return {name: browser.get(self.address(path)).status_code for name, browser in self.people.items()}

    def posted(self, name: str, path: str) -> int:
        """How somebody is answered who hands the form of *path* in."""
        return self.people[name].post(self.address(path), **_FIELDS).status_code

    def _letter_of(self, ada: int) -> int:
        while True:
            letter_id = accepted(self.room)
            if next(row["player_id"] for row in self.room.rows(Outbox) if row["id"] == letter_id) == ada:
                return letter_id

    def _held_mail(self, ada: int, game_id: str) -> int:
        mail_id = a_read_mail(self.room, ada, game_id, reason="held")
        orders = packed(Orders(acts=(Act.TURN,), turn="A1", typed=("A1",)))
        with self.room.workshop.open() as uow:
            hold(uow, NewHeldOrder(mail_id, ada, game_id, 1, orders, "eve@example.net", uow.now))
        return mail_id


def _state(room: Room) -> tuple[object, ...]:
    return tuple(room.rows(rows) for rows in (HeldOrder, Inbox, Outbox, Turn))


@pytest.mark.parametrize("path", _OWN)
def test_what_is_a_players_own_is_there_for_that_player_alone(any_site: Site, path: str) -> None:
    town = Town(any_site)

    statuses = town.statuses(path)

    assert statuses == {"stranger": _SIGN_IN, "other": _AWAY, "owner": _HERE, "admin": _AWAY}


@pytest.mark.parametrize("path", _OWN_FORMS)
@pytest.mark.parametrize(("name", "status"), [("stranger", _TURNED_AWAY), ("other", _AWAY), ("admin", _AWAY)])
def test_nobody_else_decides_about_a_players_mail(any_site: Site, path: str, name: str, status: int) -> None:
    town = Town(any_site)
    before = _state(any_site.room)

    assert town.posted(name, path) == status
    assert _state(any_site.room) == before


@pytest.mark.parametrize("path", _ADMIN)
def test_the_post_office_is_there_for_administrators_alone(any_site: Site, path: str) -> None:
    town = Town(any_site)

    statuses = town.statuses(path)

    assert statuses == {"stranger": _AWAY, "other": _AWAY, "owner": _AWAY, "admin": _HERE}


@pytest.mark.parametrize("path", _ADMIN_FORMS)
def test_only_administrators_act_in_the_post_office(any_site: Site, path: str) -> None:
    town = Town(any_site)
    before = _state(any_site.room)

    turned_away = [town.posted(name, path) for name in ("stranger", "other", "owner")]
    unchanged = _state(any_site.room) == before

    assert turned_away == [_AWAY] * 3
    assert unchanged
    assert town.posted("admin", path) == _DONE


def test_every_address_of_mail_is_tried_here(site: Site) -> None:
    app = site.browser().client.application
    rules = {re.sub(r"<[^>]+>", "#", rule.rule) for rule in app.url_map.iter_rules()}
    about_mail = {rule for rule in rules if rule.startswith(("/admin/mail", "/account/mails/", "/account/letters/"))}

    tried = {re.sub(r"{[^}]+}", "#", path.partition("?")[0]) for path in (*_OWN, *_OWN_FORMS, *_ADMIN, *_ADMIN_FORMS)}

    assert about_mail == tried
