"""Mail sent to me: each letter and its way, and the test letter whose answer completes a round trip."""

import re
from datetime import timedelta
from email.utils import parseaddr

import pytest

from corr.base import notices
from corr.players.reply_tokens import mark_answered
from corr.store.tables.mails import AccountTokenPurpose, Inbox, Outbox
from tests.mail.office import an_office
from tests.playing import a_game
from tests.posting import accepted, mint_account_token, put_off, withheld
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.grounds import a_running_season

_NASTY = "<script>alert(1)</script>{{7*'x'}}"


def _order_key(browser: Browser) -> str:
    found = re.search(r'name="order_key" value="([^"]+)"', browser.get("/account/letters").text)
    assert found is not None
    return found[1]


def test_each_letter_is_listed_with_what_became_of_it(any_site: Site) -> None:
    game = a_game(any_site.room)
    letter_id = accepted(any_site.room)
    browser = any_site.browser(game.players[0])

    listed = browser.get("/account/letters")
    shown = browser.get(f"/account/letters/{letter_id}")

    assert f"/account/letters/{letter_id}" in links(listed)
    assert re.search(r"against Bob turn 1 .{15,40} sent", words(listed))
    assert ": queued" in words(shown)
    assert "accepted for example.org: 250 kept" in words(shown)
    assert f"/games/{game.id}" in links(shown)


def test_a_letter_with_news_of_a_league_names_it_and_leads_there(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    browser = any_site.browser(season.players["Ada"])

    listed = browser.get("/account/letters")
    letter = re.search(r'"(/account/letters/\d+)">\s*<span class="games-who">A season begins', listed.text)
    assert letter is not None
    shown = browser.get(letter[1])

    league = season.row().league
    assert f"A season begins in {league}" in words(listed)
    assert f"Open {league}" in words(shown)
    assert f"/leagues/{season.league_id}" in links(shown)


def test_a_letter_that_waits_says_when_it_is_tried_next(any_site: Site) -> None:
    game = a_game(any_site.room)
    letter_id = put_off(any_site.room, "451 later")
    browser = any_site.browser(game.players[0])

    shown = words(browser.get(f"/account/letters/{letter_id}"))

    assert "put off: 451 later" in shown
    assert "Tried 1 time so far. The next try is on" in shown
    assert "! waiting" in words(browser.get("/account/letters"))


def test_a_letter_that_was_withheld_says_why(site: Site) -> None:
    game = a_game(site.room)
    letter_id = withheld(site.room, "Not sent: you asked for no reminders.")
    browser = site.browser(game.players[0])

    shown = words(browser.get(f"/account/letters/{letter_id}"))

    assert "not sent: you asked for no reminders." in shown


def test_the_words_of_the_far_end_are_never_taken_for_markup(any_site: Site) -> None:
    game = a_game(any_site.room)
    letter_id = put_off(any_site.room, _NASTY)
    browser = any_site.browser(game.players[0])

    for path in ("/account/letters", f"/account/letters/{letter_id}"):
        page = browser.get(path).text
        assert "<script>alert" not in page
        assert "xxxxxxx" not in page


def test_without_letters_the_page_says_so(site: Site) -> None:
    shown = words(site.browser(site.room.player("Ada")).get("/account/letters"))

    assert "No emails yet." in shown


def test_to_anybody_but_its_player_a_letter_is_not_there(any_site: Site) -> None:
    game = a_game(any_site.room)
    letter_id = next(row["id"] for row in any_site.room.rows(Outbox) if row["player_id"] == game.players[0])
    other = any_site.browser(game.players[1])

    foreign = other.get(f"/account/letters/{letter_id}")
    missing = other.get("/account/letters/999999999")
    stranger = any_site.browser().get(f"/account/letters/{letter_id}")

    assert (foreign.status_code, missing.status_code) == (404, 404)
    assert words(foreign) == words(missing)
    assert (stranger.status_code, stranger.location) == (303, "/sign-in")
    assert any_site.browser(game.players[0]).get(f"/account/letters/{letter_id}").status_code == 200


@pytest.mark.parametrize("number", ["0", "-1", "2147483648", "9" * 5000, "x", "%00", "1.5", "٣"])
def test_a_number_that_no_letter_can_have_leads_nowhere(any_site: Site, number: str) -> None:
    assert any_site.browser(any_site.room.player("Ada")).get(f"/account/letters/{number}").status_code == 404


@pytest.mark.both_databases
def test_a_test_letter_is_asked_for_by_a_button_and_its_way_is_shown(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    browser = any_site.browser(ada)

    asked = browser.post("/account/mail/test", order_key=_order_key(browser))
    queued = browser.get("/account/letters")
    letter_id = accepted(any_site.room)
    taken = browser.get("/account/letters")
    any_site.room.clock.move(timedelta(minutes=3))
    with any_site.room.workshop.open() as uow:
        mark_answered(uow, mint_account_token(uow, ada, AccountTokenPurpose.TEST, letter_id))
    answered = browser.get("/account/letters")

    assert (asked.status_code, asked.location) == (303, "/account/letters")
    assert "It is about to be sent." in words(queued)
    assert "Taken by the mail server" in words(taken)
    assert "reply to it: any words" in words(taken)
    assert "Answered Mon 2 Mar 2026, 13:03 CET : the round trip is complete" in words(answered)
    assert [words(page).count("Refresh") for page in (queued, taken, answered)] == [1, 1, 0]


def test_the_page_is_looked_at_again_by_a_link_and_not_by_itself(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    browser.post("/account/mail/test", order_key="k")

    page = browser.get("/account/letters")

    assert "/account/letters" in links(page)
    assert 'http-equiv="refresh"' not in page.text


def test_a_button_that_is_pressed_twice_sends_one_test_letter(any_site: Site) -> None:
    browser = any_site.browser(any_site.room.player("Ada"))
    key = _order_key(browser)

    answers = [browser.post("/account/mail/test", order_key=key).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert len(any_site.room.letters("test")) == 1


def test_too_many_test_letters_are_refused_with_a_sentence(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    for number in range(5):
        browser.post("/account/mail/test", order_key=f"key {number}")

    refused = browser.post("/account/mail/test", order_key="one more")

    assert refused.status_code == 429
    assert "At most 5 test letters are sent in an hour." in words(refused)
    assert len(site.room.letters("test")) == 5


@pytest.mark.parametrize("key", ["x" * 61, "a\x00b", None])
def test_a_strange_form_sends_nothing(any_site: Site, key: str | None) -> None:
    browser = any_site.browser(any_site.room.player("Ada"))

    answer = browser.post("/account/mail/test", **({} if key is None else {"order_key": key}))

    assert answer.status_code == 400
    assert any_site.room.letters("test") == []


def test_nobody_sends_a_test_letter_without_being_signed_in(site: Site) -> None:
    answer = site.browser().post("/account/mail/test", order_key="k")

    assert answer.status_code == 403
    assert site.room.letters("test") == []


def test_older_letters_are_on_further_pages(site: Site) -> None:
    ada = site.room.player("Ada")
    for number in range(31):
        with site.room.workshop.open() as uow:
            uow.tell(notices.test_letter(ada, f"{number}"))
    browser = site.browser(ada)

    first, second = browser.get("/account/letters"), browser.get("/account/letters?page=2")

    assert "/account/letters?page=2" in links(first)
    assert second.text.count("Test letter") == 1


def test_replying_to_the_test_letter_completes_the_round_trip(any_site: Site) -> None:
    office = an_office(any_site.room, ruleset="tiny/1")
    ada = office.game.players[0]
    browser = any_site.browser(ada)
    browser.post("/account/mail/test", order_key=_order_key(browser))
    letter = office.letters("Ada")[-1]
    before = words(browser.get("/account/addresses"))

    reply_to = parseaddr(letter["Reply-To"])[1]
    office.arrive("From: Ada <ada@example.org>\nSubject: Re: test\n\nHere I am.\n", reply_to, "ada@example.org")

    assert "the round trip is complete" not in before
    assert "the round trip is complete" in words(browser.get("/account/letters"))
    assert "the round trip is complete" in words(browser.get("/account/addresses"))
    assert "arrived Received" in words(browser.get(f"/account/mails/{any_site.room.rows(Inbox)[-1]['id']}"))
