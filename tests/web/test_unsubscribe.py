"""Ending letters by their own address: by mail programs, by scanners, and by people."""

from html import unescape

import pytest

from corr.base.notices import Category
from corr.mail.queues.subscriptions import unsubscribe_tokens
from corr.players.mail_preferences import SWITCHED, MailPreferences, preferences, reason_to_withhold, set_preferences
from corr.store.tables.mails import MailPreference, MailStanding, TurnMail
from tests.builders import token_to_end
from tests.playing import a_game
from tests.web.browsing import Browser, Site, links, words

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
FOREIGN = {"Sec_Fetch_Site": "cross-site", "Origin": "https://mail.example"}


def ask_for(site: Site, category: Category = Category.TURNS) -> tuple[int, str]:
    """A player, and where the letters of a kind end."""
    ada = site.room.player("Ada")
    return ada, f"/u/{token_to_end(site.room, ada, category)}"


def turns_of(site: Site, player_id: int) -> TurnMail:
    with site.room.workshop.look() as reader:
        return preferences(reader, player_id).turns


def urlencoded(browser: Browser, path: str, **headers: str) -> int:
    return browser.post_raw(path, ONE_CLICK, **headers).status_code


def multipart(browser: Browser, path: str, **headers: str) -> int:
    body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    return browser.post_raw(path, body, Content_Type="multipart/form-data; boundary=b", **headers).status_code


@pytest.mark.parametrize("post", [urlencoded, multipart])
def test_a_mail_program_ends_letters_by_one_post_without_a_cookie_and_without_our_form(
    any_site: Site, post: object
) -> None:
    ada, path = ask_for(any_site)
    assert callable(post)

    statuses = [post(any_site.browser(), path, **FOREIGN), post(any_site.browser(), path)]

    assert statuses == [200, 200]
    assert turns_of(any_site, ada) is TurnMail.NONE


def test_one_click_leads_nowhere_else_and_leaves_no_cookie(site: Site) -> None:
    _, path = ask_for(site)

    answer = site.browser().post_raw(path, ONE_CLICK)

    assert answer.status_code == 200
    assert {"Location", "Set-Cookie"} & set(answer.headers.keys()) == set()


@pytest.mark.parametrize("body", [{}, {"anything": "else"}, b"\x00\xff not a form", {"csrf": "x"}])
def test_whatever_a_mail_program_posts_it_means_that_the_letters_shall_end(site: Site, body: object) -> None:
    ada, path = ask_for(site)

    assert site.browser().post_raw(path, body).status_code == 200
    assert turns_of(site, ada) is TurnMail.NONE


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_a_scanner_that_follows_the_link_changes_nothing(site: Site, method: str) -> None:
    ada, path = ask_for(site)
    browser = site.browser()

    statuses = {browser.client.open(path, method=method, base_url=browser.url).status_code for _ in range(3)}

    assert statuses == {200}
    assert site.room.count(MailPreference) == 0
    assert urlencoded(browser, path) == 200
    assert turns_of(site, ada) is TurnMail.NONE


def test_a_person_who_follows_the_link_finds_a_button(site: Site) -> None:
    _, path = ask_for(site)

    answer = site.browser().get(path)

    assert "Stop these letters?" in words(answer)
    assert "You still get sign-in links, answers to your mails, and anything you have to confirm." in words(answer)
    assert f'action="{path}"' in answer.text
    assert "<button" in answer.text


def test_the_page_says_what_ended_and_what_goes_on(site: Site) -> None:
    _, path = ask_for(site)

    answer = site.browser().post_raw(path, ONE_CLICK)

    assert "You get no more letters about your turns and games" in words(answer)
    assert "You still get sign-in links, answers to your mails" in words(answer)
    assert "Your games and their deadlines continue." in words(answer)
    assert "/account/mail" in links(answer)


def test_it_can_be_undone_on_the_spot_to_what_it_was(site: Site) -> None:
    ada, path = ask_for(site)
    with site.room.workshop.open() as uow:
        set_preferences(uow, ada, MailPreferences(turns=TurnMail.DIGEST, digest_hour=20))
    browser = site.browser()

    ended = browser.post_raw(path, ONE_CLICK)
    undone = browser.post_raw(path, {"act": "resume", "was": "digest"})

    assert '<input type="hidden" name="was" value="digest">' in ended.text
    assert "From now on you get letters about your turns and games, in one digest a day." in words(undone)
    assert turns_of(site, ada) is TurnMail.DIGEST


@pytest.mark.parametrize(("was", "status"), [("", 200), ("each", 200), ("always", 400), ("x" * 99, 400)])
def test_undoing_takes_known_words_alone(site: Site, was: str, status: int) -> None:
    _, path = ask_for(site)
    browser = site.browser()
    browser.post_raw(path, ONE_CLICK)

    assert browser.post_raw(path, {"act": "resume", "was": was}).status_code == status


@pytest.mark.parametrize("category", SWITCHED)
def test_each_kind_of_letter_has_its_own_page(site: Site, category: Category) -> None:
    _, path = ask_for(site, category)
    browser = site.browser()

    pages = [browser.get(path), browser.post_raw(path, ONE_CLICK), browser.post_raw(path, {"act": "resume"})]

    assert [answer.status_code for answer in pages] == [200] * 3
    assert "You get no more" in words(pages[1])
    assert "You get them again" in words(pages[2])


@pytest.mark.both_databases
def test_a_stranger_asks_never_to_be_invited_again_and_may_think_better_of_it(any_site: Site) -> None:
    with any_site.room.workshop.open() as uow:
        (token,) = unsubscribe_tokens(uow, [(None, "cleo@example.org", Category.INVITATIONS)])
    browser = any_site.browser()

    asked = browser.get(f"/u/{token}")
    ended = browser.post_raw(f"/u/{token}", ONE_CLICK)
    refused = [row["no_invitations_at"] is not None for row in any_site.room.rows(MailStanding)]
    again = browser.post_raw(f"/u/{token}", {"act": "resume"})

    assert "Never invite me again" in words(asked)
    assert "Nobody can invite you here any more" in words(ended)
    assert "You can be invited again" in words(again)
    assert refused == [True]
    assert all("cleo" not in answer.text for answer in (asked, ended, again))


@pytest.mark.parametrize("token", ["x", "a" * 26, "A-Z_0"])
def test_a_link_that_was_cut_off_is_told_kindly(site: Site, token: str) -> None:
    browser = site.browser()

    answers = [browser.get(f"/u/{token}"), browser.post_raw(f"/u/{token}", ONE_CLICK)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert all("This link ends no letters" in unescape(answer.text) for answer in answers)


def test_whoever_is_signed_in_elsewhere_ends_the_letters_of_the_link_and_not_their_own(site: Site) -> None:
    ada, path = ask_for(site)
    bob = site.room.player("Bob")

    site.browser(bob).post_raw(path, ONE_CLICK)

    assert [turns_of(site, ada), turns_of(site, bob)] == [TurnMail.NONE, TurnMail.EACH]


@pytest.mark.parametrize("path", ["/account", "/account/address", "/sign-out"])
def test_no_other_form_is_taken_from_anywhere(site: Site, path: str) -> None:
    ada = site.room.player("Ada")

    assert site.browser(ada).post_raw(path, ONE_CLICK, **FOREIGN).status_code == 403


def test_without_letters_the_deadline_goes_on_and_the_page_of_the_game_shows_it(site: Site) -> None:
    game = a_game(site.room)
    token = token_to_end(site.room, game.players[0])
    due_at = game.view(game.players[0]).due_at

    site.browser().post_raw(f"/u/{token}", ONE_CLICK)

    assert game.view(game.players[0]).due_at == due_at
    assert "(3 days)" in words(site.browser(game.players[0]).get(f"/games/{game.id}"))
    with site.room.workshop.look() as reader:
        assert reason_to_withhold(reader, "your-turn", game.players[0], None)
        assert not reason_to_withhold(reader, "sign-in", game.players[0], None)
