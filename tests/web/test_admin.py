"""The post office: administrators see what becomes of mail, and act on it; to all others it is not there."""

import logging
import re

import pytest
from sqlalchemy import update

from corr.base import notices
from corr.mail.queues.circuit_breaker import note_fault
from corr.mail.queues.inbox_limits import MOST_ANSWERS, room_for_answer
from corr.players import profiles
from corr.players.address_reputation import is_suppressed
from corr.store.base import table
from corr.store.tables.mails import DeliveryEvent, Inbox, Outbox
from tests.playing import Room, a_game
from tests.posting import RAW, a_parked_mail, bounced, complained, put_off, refused
from tests.web.browsing import Browser, Site, links, words

_NASTY = "<script>alert(1)</script>{{7*7}}"
_PAGES = ("/admin/mail", "/admin/mail/letters/1", "/admin/mail/host?host=example.org", "/admin/mail/parked/1",
          "/admin/mail/parked/1/raw")  # fmt: skip
_FORMS = {
    "/admin/mail/letters/1/retry": {},
    "/admin/mail/letters/1/drop": {},
    "/admin/mail/host/retry": {"host": "example.org"},
    "/admin/mail/host/drop": {"host": "example.org"},
    "/admin/mail/relay/retry": {"relay": "relay.example:25"},
    "/admin/mail/parked/1/again": {},
    "/admin/mail/parked/1/settle": {},
    "/admin/mail/addresses/lift": {"address": "ada@example.org"},
}


def _admin(site: Site, name: str = "Zoe") -> Browser:
    player_id = site.room.player(name)
    with site.room.workshop.open() as uow:
        profiles.grant(uow, name)
    return site.browser(player_id)


def _states(room: Room) -> list[str]:
    return [row["state"] for row in room.rows(Outbox)]


def _a_for_people_mail(room: Room, recipient: str = "postmaster@play.example") -> int:
    return a_parked_mail(room, recipient=recipient, reason="for-people")


def _letters_to(room: Room, *addresses: str) -> list[int]:
    for number, address in enumerate(addresses):
        with room.workshop.open() as uow:
            uow.tell(notices.invitation(f"{number}", address, {"token": "a secret token"}))
    return [row["id"] for row in room.rows(Outbox)][-len(addresses) :]


def test_to_players_and_strangers_none_of_it_is_there(any_site: Site) -> None:
    game = a_game(any_site.room)
    refused(any_site.room)
    _a_for_people_mail(any_site.room)
    bounced(any_site.room)
    before = (_states(any_site.room), any_site.room.rows(Inbox), any_site.room.count(DeliveryEvent))

    for browser in (any_site.browser(game.players[0]), any_site.browser()):
        missing = words(browser.get("/nowhere"))
        for path in _PAGES:
            assert browser.get(path).status_code == 404
            assert words(browser.get(path)) == missing
        for path, form in _FORMS.items():
            assert browser.post(path, **form).status_code == 404, path

    assert (_states(any_site.room), any_site.room.rows(Inbox), any_site.room.count(DeliveryEvent)) == before


def test_who_is_no_administrator_any_more_sees_nothing_at_once(site: Site) -> None:
    browser = _admin(site)
    before = browser.get("/admin/mail").status_code
    with site.room.workshop.open() as uow:
        profiles.revoke(uow, "Zoe")

    assert (before, browser.get("/admin/mail").status_code) == (200, 404)


def test_only_administrators_are_led_there(site: Site) -> None:
    ada, admin = site.browser(site.room.player("Ada")), _admin(site)

    assert not [link for link in links(ada.get("/account/mails")) if link.startswith("/admin")]
    assert "/admin/games" in links(admin.get("/account/mails"))
    assert "/admin/mail" in links(admin.get("/admin/games"))


def test_where_nothing_waits_the_page_says_so(any_site: Site) -> None:
    shown = words(_admin(any_site).get("/admin/mail"))

    assert "letters wait 0" in shown
    assert "No letter waits." in shown
    assert "Nothing failed at any domain in the last 3 days." in shown
    assert "No mail waits for a person." in shown
    assert "Letters go to every address." in shown
    assert "too fast" not in shown


def test_the_queue_is_shown_with_its_oldest_letter_its_tries_and_what_failed_where(any_site: Site) -> None:
    a_game(any_site.room)
    put_off(any_site.room, "451 come back later")
    refused(any_site.room, "550 no such user")
    bounced(any_site.room)

    shown = words(_admin(any_site).get("/admin/mail"))

    assert "letter waits 1" in shown
    assert "The oldest letter waits since Mon 2 Mar 2026, 13:00 CET" in shown
    assert "451 come back later" in shown
    assert "1 try, next" in shown
    assert "1 put off, 1 refused, 0 came back" in shown
    assert "ada@example.org bounced, since 2 Mar 2026" in shown


def test_a_relay_that_takes_no_letters_is_told_in_its_own_words(any_site: Site) -> None:
    browser = _admin(any_site)
    with any_site.room.workshop.open() as uow:
        note_fault(uow, "relay.example:25", "535 wrong <b>password</b>", uow.now)

    page = browser.get("/admin/mail")
    browser.post("/admin/mail/relay/retry", relay="relay.example:25")

    assert "relay.example:25 has failed 1 time in a row" in words(page)
    assert "It said: 535 wrong <b>password</b>" in words(page)
    assert "No letter is tried before" in words(page)
    assert "One letter is about to be tried." in words(browser.get("/admin/mail"))


def test_a_robot_that_answers_every_answer_is_told_of_once_an_hour(any_site: Site) -> None:
    browser = _admin(any_site)
    robot = any_site.room.player("Robot")
    with any_site.room.workshop.open() as uow:
        for _ in range(MOST_ANSWERS + 5):
            room_for_answer(uow, robot)

    assert "came too fast to be read or answered at once, once." in words(browser.get("/admin/mail"))


@pytest.mark.both_databases
def test_nothing_on_these_pages_tells_what_stands_in_letters(any_site: Site) -> None:
    game = a_game(any_site.room)
    browser = _admin(any_site)
    letter_id = put_off(any_site.room)
    _letters_to(any_site.room, "friend@example.net")

    shown = [browser.get(path).text for path in ("/admin/mail", f"/admin/mail/letters/{letter_id}")]

    assert not any(game.id in text or "a secret token" in text or "Tiny" in text for text in shown)
    assert "friend@example.net" in shown[0]


def test_a_letter_is_tried_again_at_once_and_that_is_noted(any_site: Site) -> None:
    a_game(any_site.room)
    letter_id = refused(any_site.room)
    browser = _admin(any_site)
    path = f"/admin/mail/letters/{letter_id}"

    asked = words(browser.get(path))
    done = browser.post(f"{path}/retry")
    said = browser.sentence()
    browser.post(f"{path}/retry")

    assert "handed over within seconds" in asked
    assert (done.status_code, done.location, said) == (303, "/admin/mail", "The letter is tried again at once.")
    assert browser.sentence() == "That was done already; nothing changed now."
    assert [row["kind"] for row in any_site.room.rows(DeliveryEvent)] == ["refused", "retried"]


@pytest.mark.both_databases
def test_a_letter_is_thrown_away_once_and_its_player_sees_so(any_site: Site) -> None:
    game = a_game(any_site.room)
    letter_id = put_off(any_site.room)
    browser = _admin(any_site)
    owner = next(row["player_id"] for row in any_site.room.rows(Outbox) if row["id"] == letter_id)

    for _ in range(2):
        browser.post(f"/admin/mail/letters/{letter_id}/drop")

    assert owner in game.players
    assert [row["kind"] for row in any_site.room.rows(DeliveryEvent)].count("dropped") == 1
    assert "thrown away by an administrator" in words(any_site.browser(owner).get(f"/account/letters/{letter_id}"))


@pytest.mark.both_databases
def test_all_letters_to_a_domain_are_thrown_away_after_it_was_said_what_will_happen(any_site: Site) -> None:
    browser = _admin(any_site)
    _letters_to(any_site.room, "a@down.example", "B@Down.Example", "c@up.example", "d@notdown.example")

    asked = browser.get("/admin/mail/host?host=down.example")
    browser.post("/admin/mail/host/drop", host="down.example")
    said = browser.sentence()
    browser.post("/admin/mail/host/drop", host="down.example")

    assert "2 letters wait, and 0 were given up." in words(asked)
    assert "This cannot be undone." in words(asked)
    assert said == "Thrown away: 2."
    assert browser.sentence() == "That was done already; nothing changed now."
    assert _states(any_site.room) == ["dropped", "dropped", "waiting", "waiting"]


@pytest.mark.both_databases
def test_all_letters_to_a_domain_are_tried_again(any_site: Site) -> None:
    a_game(any_site.room)
    for _ in range(2):
        refused(any_site.room)
    browser = _admin(any_site)

    browser.post("/admin/mail/host/retry", host="example.org")

    assert browser.sentence() == "Tried again at once: 2."
    assert _states(any_site.room) == ["waiting", "waiting"]


@pytest.mark.parametrize("host", ["%", "_", "", "example.org'--", "\\", "x" * 255, "é"])
def test_a_domain_that_nobody_writes_to_has_no_letters(any_site: Site, host: str) -> None:
    browser = _admin(any_site)
    _letters_to(any_site.room, "a@example.org")

    browser.post("/admin/mail/host/drop", host=host)

    assert _states(any_site.room) == ["waiting"]


@pytest.mark.both_databases
def test_mails_to_the_people_behind_the_service_can_be_read_and_settled(any_site: Site) -> None:
    mail_id = _a_for_people_mail(any_site.room)
    browser = _admin(any_site)
    path = f"/admin/mail/parked/{mail_id}"

    listed, shown, raw = browser.get("/admin/mail"), browser.get(path), browser.get(f"{path}/raw")
    browser.post(f"{path}/settle")
    said = browser.sentence()
    browser.post(f"{path}/settle")

    assert "to postmaster@play.example" in words(listed)
    assert re.search(r"Re .*A1 Its headers .*Subject: Re", words(shown))
    assert (raw.data, raw.headers["Content-Type"]) == (RAW, "message/rfc822")
    assert "attachment" in raw.headers["Content-Disposition"]
    assert (said, browser.sentence()) == ("The mail is settled.", "That was done already; nothing changed now.")
    assert [(row["state"], row["reason"]) for row in any_site.room.rows(Inbox)] == [("done", "settled")]
    assert browser.get(path).status_code == 404


@pytest.mark.both_databases
def test_the_mails_of_players_are_not_shown_but_may_be_read_again(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    mail_id = a_parked_mail(any_site.room, ada, recipient="r+secrettoken@play.example")
    browser = _admin(any_site)
    path = f"/admin/mail/parked/{mail_id}"

    pages = [browser.get("/admin/mail"), browser.get(path)]
    raw = browser.get(f"{path}/raw")
    again = browser.post(f"{path}/again")

    assert not any("secrettoken" in page.text or "Subject: Re" in page.text for page in pages)
    assert "What stands in it is its player’s own and is not shown." in words(pages[1])
    assert raw.status_code == 404
    assert (again.status_code, browser.sentence()) == (303, "The mail is read once more.")
    assert [(row["state"], row["tries"]) for row in any_site.room.rows(Inbox)] == [("new", 0)]


def test_a_mail_that_is_not_kept_any_more_cannot_be_read_again(any_site: Site) -> None:
    mail_id = a_parked_mail(any_site.room)
    with any_site.room.workshop.open() as uow:
        uow.connection.execute(update(table(Inbox)).values(raw=None))

    answer = _admin(any_site).post(f"/admin/mail/parked/{mail_id}/again")

    assert answer.status_code == 409
    assert any_site.room.rows(Inbox)[0]["state"] == "parked"


@pytest.mark.both_databases
def test_an_address_gets_letters_again(any_site: Site) -> None:
    a_game(any_site.room)
    complained(any_site.room)
    browser = _admin(any_site)

    browser.post("/admin/mail/addresses/lift", address="Ada@Example.org")
    said = browser.sentence()
    browser.post("/admin/mail/addresses/lift", address="ada@example.org")

    with any_site.room.workshop.look() as reader:
        assert not is_suppressed(reader, "ada@example.org")
    assert said == "Letters are sent to Ada@Example.org again."
    assert browser.sentence() == "That was done already; nothing changed now."


def test_what_an_administrator_does_is_logged_without_addresses(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    a_game(site.room)
    letter_id = refused(site.room)
    bounced(site.room)
    browser = _admin(site)

    with caplog.at_level(logging.INFO, "corr.web.pages.admin"):
        browser.post(f"/admin/mail/letters/{letter_id}/retry")
        browser.post("/admin/mail/addresses/lift", address="ada@example.org")

    said = [record.getMessage() for record in caplog.records if record.name == "corr.web.pages.admin"]
    assert len(said) == 2
    assert all(re.fullmatch(r"administrator \d+: .+", line) for line in said)
    assert not any("ada@example.org" in line for line in said)


def test_nothing_that_strangers_wrote_is_taken_for_markup(any_site: Site) -> None:
    browser = _admin(any_site)
    _letters_to(any_site.room, f"{_NASTY}@example.org")
    put_off(any_site.room, _NASTY)
    bounced(any_site.room, f"{_NASTY}@example.org", _NASTY)
    mail_id = a_parked_mail(any_site.room, recipient=_NASTY, reason="for-people")

    for path in ("/admin/mail", f"/admin/mail/parked/{mail_id}", f"/admin/mail/host?host={_NASTY}"):
        page = browser.get(path).text
        assert "<script>alert" not in page
        assert ">49<" not in page


@pytest.mark.parametrize("number", ["0", "999999999", "-1", "2147483648", "9" * 400, "x", "%00", "٣"])
def test_a_number_that_nothing_can_have_leads_nowhere(any_site: Site, number: str) -> None:
    browser = _admin(any_site)

    for path in ("letters/{}", "parked/{}", "parked/{}/raw"):
        assert browser.get(f"/admin/mail/{path.format(number)}").status_code == 404
    for path in ("letters/{}/retry", "letters/{}/drop"):
        assert browser.post(f"/admin/mail/{path.format(number)}").status_code == 404
    for path in ("parked/{}/again", "parked/{}/settle"):
        assert browser.post(f"/admin/mail/{path.format(number)}").status_code in {303, 404}


@pytest.mark.parametrize("path", _FORMS)
def test_a_form_of_another_site_does_nothing(site: Site, path: str) -> None:
    a_game(site.room)
    refused(site.room)
    browser = _admin(site)

    assert browser.post_raw(path, _FORMS[path]).status_code == 403
    assert browser.get(path).status_code == 405
    assert _states(site.room).count("failed") == 1


@pytest.mark.parametrize(
    "strange", ["", " \t ", "a\x00b", "a\u202eb", b"\xff\xfe", "x" * 30_000, "%", "'--", "🎲" * 50, "a\r\nX: y", "@"]
)
def test_strange_words_in_a_form_do_nothing(any_site: Site, strange: str | bytes) -> None:
    browser = _admin(any_site)
    _letters_to(any_site.room, "a@example.org")
    csrf = browser.csrf()

    for path, form in _FORMS.items():
        for name in form:
            assert browser.post_raw(path, {"csrf": csrf, name: strange}).status_code < 500, path
    assert _states(any_site.room) == ["waiting"]
