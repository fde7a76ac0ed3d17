"""What every page tells a player whose letters come back, and how the player mends it."""

import pytest

from corr.players.address_reputation import is_suppressed, lift
from corr.store.tables.mails import Outbox
from tests.builders import sign_in_letters, write_sign_ins
from tests.playing import Room, a_game, statements_of
from tests.posting import bounced, complained
from tests.web.browsing import Site, words

_ADDRESS = "ada@example.org"
_BANNER = "Our emails aren’t reaching you."


def suppressed(room: Room) -> bool:
    with room.workshop.look() as reader:
        return is_suppressed(reader, _ADDRESS)


def test_while_all_is_well_nothing_is_said(site: Site) -> None:
    ada = site.room.player("Ada")

    assert 'class="trouble"' not in site.browser(ada).get("/").text


@pytest.mark.parametrize("path", ["/", "/games", "/rules", "/account", "/account/letters", "/nowhere", "/games/{}"])
def test_every_page_says_that_letters_come_back_since_when_and_why(any_site: Site, path: str) -> None:
    game = a_game(any_site.room)
    bounced(any_site.room, words="550 5.1.1 <b>no such user</b>")

    page = any_site.browser(game.players[0]).get(path.format(game.id))

    assert f"{_BANNER} Since 2 Mar 2026 emails to ada@example.org have come back." in words(page)
    assert "Its mail server said: 550 5.1.1 <b>no such user</b>" in words(page)
    assert "<b>no such user" not in page.text


def test_the_other_player_and_strangers_hear_nothing_of_it(any_site: Site) -> None:
    game = a_game(any_site.room)
    bounced(any_site.room)

    for browser in (any_site.browser(game.players[1]), any_site.browser()):
        assert _ADDRESS not in browser.get(f"/games/{game.id}").text


def test_a_game_page_that_was_kept_says_it_at_once_and_stops_at_once(site: Site) -> None:
    game = a_game(site.room)
    browser = site.browser(game.players[0])
    path = f"/games/{game.id}"

    before = browser.get(path)
    bounced(site.room)
    meanwhile = browser.get(path, If_None_Match=before.headers["ETag"])
    with site.room.workshop.open() as uow:
        lift(uow, _ADDRESS)
    after = browser.get(path)

    assert [_BANNER in words(page) for page in (before, meanwhile, after)] == [False, True, False]


def test_the_trouble_of_an_address_costs_no_statement_more(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    browser = any_site.browser(ada)
    counts = []
    for is_troubled in (False, True):
        if is_troubled:
            bounced(any_site.room)
        with statements_of(any_site.room) as seen:
            browser.get("/rules")
        counts.append(len(seen))

    assert counts[0] == counts[1]


def test_the_link_of_a_new_letter_proves_the_address_and_ends_the_trouble(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    browser = any_site.browser(ada)
    bounced(any_site.room)

    asked = browser.post("/account/mail/prove")
    write_sign_ins(any_site.room)
    letter = any_site.room.rows(Outbox)[-1]
    before = suppressed(any_site.room)
    any_site.browser().get(f"/link/{letter['facts']['token']}")
    looked_at = suppressed(any_site.room)
    followed = browser.post(f"/link/{letter['facts']['token']}")

    assert (asked.status_code, asked.location) == (303, "/mail-sent")
    assert (letter["kind"], letter["address"]) == ("sign-in", _ADDRESS)
    assert (before, looked_at, suppressed(any_site.room)) == (True, True, False)
    assert followed.status_code == 303
    assert _BANNER not in words(browser.get("/"))


def test_the_code_of_a_new_letter_proves_the_address_as_well(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    bounced(site.room)
    browser.post("/account/mail/prove")
    write_sign_ins(site.room)

    browser.post("/code", code=site.room.rows(Outbox)[-1]["facts"]["code"])

    assert not suppressed(site.room)


def test_an_address_is_not_proved_again_and_again(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    bounced(site.room)

    statuses = {browser.post("/account/mail/prove").status_code for _ in range(10)}
    write_sign_ins(site.room)

    assert statuses == {303}
    assert len(sign_in_letters(site.room)) == 5


def test_where_nothing_is_wrong_nothing_is_sent(any_site: Site) -> None:
    browser = any_site.browser(any_site.room.player("Ada"))

    for path in ("/account/mail/prove", "/account/mail/resume"):
        browser.post(path)
        assert "nothing to mend" in browser.sentence()
    assert any_site.room.count(Outbox) == 0


def test_after_a_complaint_letters_come_again_when_the_player_says_so(any_site: Site) -> None:
    game = a_game(any_site.room)
    complained(any_site.room)
    browser = any_site.browser(game.players[0])

    told = words(browser.get("/"))
    browser.post("/account/mail/resume")

    assert "Our emails aren’t reaching you. On 2 Mar 2026 the mail service of ada@example.org" in told
    assert browser.sentence() == "You are sent letters again."
    assert not suppressed(any_site.room)


def test_signing_in_alone_does_not_end_a_complaint(site: Site) -> None:
    game = a_game(site.room)
    complained(site.room)
    browser = site.browser()
    browser.post("/sign-in", address=_ADDRESS)
    write_sign_ins(site.room)

    browser.post("/code", code=site.room.rows(Outbox)[-1]["facts"]["code"])

    assert suppressed(site.room)
    assert "Our emails aren’t reaching you." in words(site.browser(game.players[0]).get("/"))


def test_a_bounce_is_not_ended_by_saying_so(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    bounced(site.room)

    browser.post("/account/mail/resume")

    assert suppressed(site.room)


@pytest.mark.parametrize("path", ["/account/mail/prove", "/account/mail/resume"])
def test_nobody_mends_an_address_without_being_signed_in(site: Site, path: str) -> None:
    site.room.player("Ada")
    bounced(site.room)

    assert site.browser().post(path).status_code == 403
    assert suppressed(site.room)
    assert site.room.count(Outbox) == 0
