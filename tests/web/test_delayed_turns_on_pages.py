"""A turn that is played by itself stands on its player’s pages, with buttons that play it now or stop it."""

import re

import pytest

from tests.mail.delaying import HOUR, MINUTE, delay, delay_unsent, fates, tick
from tests.mail.office import Office, an_office
from tests.playing import STRICT
from tests.web.browsing import Browser, Site, words


@pytest.fixture
def office(site: Site) -> Office:
    """A game in which Bob is due, with its post."""
    return an_office(site.room, "B3-C3", agreed=STRICT)


@pytest.fixture
def bob(site: Site, office: Office) -> Browser:
    return site.browser(office.game.players[1])


def test_the_page_of_the_game_says_what_is_played_and_when(office: Office, bob: Browser) -> None:
    delay(office)

    page = words(bob.get(f"/games/{office.game.id}"))
    assert "A turn from your email will be played by itself." in page
    assert "Your turn will be played" in page
    assert "I3-H3" in page
    assert "With these words for Ada: My dog is ill." in page
    assert re.search(r"It will be played by itself on [^.]*, 15:00 CET", page)
    assert "Play now" in page
    assert "Don’t play it" in page


def test_before_its_letter_has_gone_out_it_says_how_long_that_takes(office: Office, bob: Browser) -> None:
    delay_unsent(office)

    before = bob.get(f"/games/{office.game.id}")
    office.send_all()
    after = bob.get(f"/games/{office.game.id}", if_none_match=before.headers["ETag"])

    assert "an hour after our letter about it has gone out" in words(before)
    assert "15:00 CET" in words(after)


@pytest.mark.parametrize(("act", "turns"), [("confirm", ["B3-C3", "I3-H3"]), ("reject", ["B3-C3"])])
def test_a_button_plays_it_now_or_drops_it(office: Office, bob: Browser, act: str, turns: list[str]) -> None:
    delay(office)

    bob.post(f"/games/{office.game.id}/held/1/{act}")
    office.room.clock.move(2 * HOUR)
    tick(office.room)

    assert office.turns() == turns
    assert "Play now" not in words(bob.get(f"/games/{office.game.id}"))


def test_looking_at_it_changes_nothing(office: Office, bob: Browser) -> None:
    delay(office)
    link = re.search(r"/held/[a-z2-7]+", office.last_text())
    assert link is not None

    for path in (link[0], "/account/mails", "/account/mails/1", f"/games/{office.game.id}"):
        assert bob.get(path).status_code == 200
    assert fates(office) == ["delayed"]


def test_the_other_player_and_visitors_see_nothing_of_it(site: Site, office: Office) -> None:
    delay(office)

    for browser in (site.browser(office.game.players[0]), site.browser()):
        page = words(browser.get(f"/games/{office.game.id}"))
        assert "I3-H3" not in page
        assert "My dog" not in page


def test_the_page_of_the_mail_says_what_became_of_it(office: Office, bob: Browser) -> None:
    delay(office)
    listed, before = words(bob.get("/account/mails")), words(bob.get("/account/mails/1"))
    office.room.clock.move(HOUR + MINUTE)
    tick(office.room)
    after = words(bob.get("/account/mails/1"))

    assert "to be played" in listed
    assert "It will be played by itself on" in before
    assert "It was played by itself, as our answer said." in after


def test_once_it_is_stopped_the_list_of_mails_says_that_it_needs_a_yes(office: Office, bob: Browser) -> None:
    delay(office)
    office.answer("Bob", "Wait, I am not sure about that.")

    listed = words(bob.get("/account/mails"))
    assert "needs confirming" in listed
    assert "to be played" not in listed


def test_the_link_of_the_letter_says_that_it_was_played(office: Office, site: Site) -> None:
    delay(office)
    link = re.search(r"/held/[a-z2-7]+", office.last_text())
    assert link is not None
    assert "Your turn will be played" in words(site.browser().get(link[0]))
    office.room.clock.move(HOUR)
    tick(office.room)

    page = site.browser().get(link[0])
    assert page.status_code == 410
    assert "This turn was played" in words(page)
