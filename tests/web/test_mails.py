"""Mail I sent: what the server had from me, what was read, what was cut away, and what became of it."""

from datetime import timedelta

import pytest

from corr.mail.queues.mail_history import RAW_DAYS
from corr.store.tables.mails import Inbox
from tests.mail.office import an_office
from tests.playing import a_game
from tests.posting import RAW, a_parked_mail, a_read_mail, an_arrived_mail
from tests.web.browsing import Site, links, words

_NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)> {{7*7}} \"'&"


def test_a_mail_that_played_a_turn_is_shown_with_all_that_became_of_it(any_site: Site) -> None:
    office = an_office(any_site.room, ruleset="tiny/1")
    office.answer("Ada", "A1\n\nOn Monday, Corr wrote:\n> Your turn, Ada.\n")
    browser = any_site.browser(office.game.players[0])

    listed = browser.get("/account/mails")
    address = next(link for link in links(listed) if link.startswith("/account/mails/"))
    shown = browser.get(address)

    assert "Tiny with Bob" in words(listed)
    assert "played" in words(listed)
    assert "What we read A1" in words(shown)
    assert f"/games/{office.game.id}" in links(shown)


def test_what_was_cut_away_is_folded_away(site: Site) -> None:
    ada = site.room.player("Ada")
    mail_id = a_read_mail(site.room, ada, new_text="A1", cut_text="> an old letter")

    page = site.browser(ada).get(f"/account/mails/{mail_id}").text

    folded = page.partition("<details>")[2].partition("</details>")[0]
    assert "an old letter" in folded
    assert "<details open" not in page


@pytest.mark.parametrize(("word", "became"), [("yes", "and said yes."), ("no", "and said no.")])
def test_a_mail_that_was_asked_back_and_settled_waits_for_nothing(site: Site, word: str, became: str) -> None:
    office = an_office(site.room, ruleset="tiny/1")
    office.answer("Ada", "A1\n\noffer draw\n\nWait, is it legal?\n")
    browser = site.browser(office.game.players[0])
    mail_id = _last_mail(site)
    asked = words(browser.get(f"/account/mails/{mail_id}"))
    office.answer("Ada", word)

    shown = words(browser.get(f"/account/mails/{mail_id}"))

    assert "Do you mean this?" in asked
    assert became in shown
    assert "A1 offer draw" in shown
    assert "It waits" not in shown


def _last_mail(site: Site) -> int:
    return max(int(row["id"]) for row in site.room.rows(Inbox))


def test_each_command_stands_with_what_became_of_it(site: Site) -> None:
    ada = site.room.player("Ada")
    commands = (("A1", "Your turn was played."), ("draw", "You offered a draw."))
    mail_id = a_read_mail(site.room, ada, commands=commands)

    shown = words(site.browser(ada).get(f"/account/mails/{mail_id}"))

    assert "A1 Your turn was played. draw You offered a draw." in shown


def test_without_mails_the_page_says_how_to_write_one(site: Site) -> None:
    shown = words(site.browser(site.room.player("Ada")).get("/account/mails"))

    assert "No emails from you yet." in shown
    assert "simply reply" in shown


def test_mails_that_wait_or_were_laid_aside_are_shown_as_such(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    an_arrived_mail(any_site.room, ada)
    parked = a_parked_mail(any_site.room, ada)
    browser = any_site.browser(ada)

    assert "on its way" in words(browser.get("/account/mails"))
    assert "An administrator has been asked to look at it" in words(browser.get(f"/account/mails/{parked}"))


def test_nothing_in_a_mail_is_taken_for_markup(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    mail_id = a_read_mail(
        any_site.room,
        ada,
        subject=_NASTY,
        written_by=_NASTY,
        new_text=_NASTY,
        cut_text=_NASTY,
        outcome=_NASTY,
        commands=((_NASTY, _NASTY),),
    )
    browser = any_site.browser(ada)

    for path in ("/account/mails", f"/account/mails/{mail_id}"):
        page = browser.get(path).text
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert " 49 " not in page


def test_very_long_and_strange_texts_are_shown_all_the_same(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    strange = "\u202e\u0000\u2028é🎲" + "x" * 4000
    mail_id = a_read_mail(any_site.room, ada, new_text=strange, cut_text=strange * 9, subject=strange)

    assert any_site.browser(ada).get(f"/account/mails/{mail_id}").status_code == 200


def test_the_whole_mail_is_given_as_a_file_that_no_browser_shows(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    mail_id = a_read_mail(any_site.room, ada)

    answer = any_site.browser(ada).get(f"/account/mails/{mail_id}/raw")

    assert answer.data == RAW
    assert answer.headers["Content-Type"] == "message/rfc822"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="mail-{mail_id}.eml"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_after_thirty_days_the_whole_mail_is_gone_and_the_page_says_so(site: Site) -> None:
    ada = site.room.player("Ada")
    mail_id = a_read_mail(site.room, ada, new_text="A1")
    site.room.clock.move(timedelta(days=RAW_DAYS))
    browser = site.browser(ada)

    answer = browser.get(f"/account/mails/{mail_id}/raw")
    shown = browser.get(f"/account/mails/{mail_id}")

    assert answer.status_code == 410
    assert "forgotten after 30 days" in answer.text
    assert "The original email is no longer kept" in words(shown)
    assert f"/account/mails/{mail_id}/raw" not in links(shown)


@pytest.mark.parametrize("path", ["/account/mails/{}", "/account/mails/{}/raw"])
def test_to_anybody_but_its_player_a_mail_is_not_there(any_site: Site, path: str) -> None:
    game = a_game(any_site.room)
    mail_id = a_read_mail(any_site.room, game.players[0], game.id)
    eve = any_site.browser(game.players[1])

    foreign, missing = eve.get(path.format(mail_id)), eve.get(path.format(mail_id + 1))
    stranger = any_site.browser().get(path.format(mail_id))

    assert (foreign.status_code, missing.status_code) == (404, 404)
    assert words(foreign) == words(missing)
    assert (stranger.status_code, stranger.location) == (303, "/sign-in")


@pytest.mark.parametrize("number", ["0", "-1", "999999999", "2147483648", "9" * 5000, "x", "%00", "1.5", "٣", "1/../2"])
def test_a_number_that_no_mail_can_have_leads_nowhere(any_site: Site, number: str) -> None:
    browser = any_site.browser(any_site.room.player("Ada"))

    assert browser.get(f"/account/mails/{number}").status_code == 404
    assert browser.get(f"/account/mails/{number}/raw").status_code == 404


@pytest.mark.parametrize(
    ("number", "status"), [("0", 200), ("2", 200), ("999999999", 200), ("-1", 400), ("x", 400), ("9" * 30, 400)]
)
def test_a_page_that_is_not_there_is_told_without_a_fault(any_site: Site, number: str, status: int) -> None:
    browser = any_site.browser(any_site.room.player("Ada"))

    assert browser.get(f"/account/mails?page={number}").status_code == status


def test_older_mails_are_on_further_pages(site: Site) -> None:
    ada = site.room.player("Ada")
    for number in range(21):
        a_read_mail(site.room, ada, subject=f"Mail {number}.")
    browser = site.browser(ada)

    first, second = browser.get("/account/mails"), browser.get("/account/mails?page=2")

    assert "Mail 20." in words(first)
    assert "Mail 0." not in words(first)
    assert "Mail 0." in words(second)
    assert "/account/mails?page=2" in links(first)
