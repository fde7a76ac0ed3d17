"""The page on which players choose what they are sent."""

import re

import pytest

from corr.players.mail_preferences import MailPreferences, begin_silence, preferences, set_preferences
from corr.store.tables.mails import MailPreference, TurnMail
from tests.playing import a_game
from tests.web.browsing import Browser, Site, settings_fields, words

ALL = {"turns": "each", "digest_hour": "8", "reminders": "yes", "messages": "yes", "challenges": "yes"}


def kept(site: Site, player_id: int) -> MailPreferences:
    with site.room.workshop.look() as reader:
        return preferences(reader, player_id)


def somebody(site: Site) -> tuple[int, Browser]:
    ada = site.room.player("Ada")
    return ada, site.browser(ada)


def ticked(text: str) -> list[str]:
    """The names, or for one of several the values, of what is ticked in the section about mail."""
    text = text.partition('id="mail"')[2].partition("</form>")[0]
    found = re.findall(r'<input type="(radio|checkbox)" name="([a-z]+)" value="([a-z]+)" checked', text)
    return [value if kind == "radio" else name for kind, name, value in found]


def test_the_page_says_what_each_way_means(site: Site) -> None:
    _, browser = somebody(site)

    answer = browser.get("/account")

    assert ticked(answer.text) == ["each", "reminders", "messages", "challenges", "leagues", "follows"]
    for sentence in (
        "Each turn at once An email whenever it is your turn.",
        "One digest a day One email about all your games. You can’t reply to it with a turn.",
        "One email, then silence",
        "No email I check the site myself.",
        "Deadlines keep running, whatever you choose.",
    ):
        assert sentence in words(answer)


def test_what_is_chosen_is_kept_and_shown(any_site: Site) -> None:
    ada, browser = somebody(any_site)

    off = dict.fromkeys(("reminders", "challenges", "leagues", "follows"), "")

    browser.post("/account", **{**settings_fields(browser), **off, "turns": "digest", "digest_hour": "21"})

    assert kept(any_site, ada) == MailPreferences(
        TurnMail.DIGEST,
        21,
        reminders=False,
        messages=True,
        challenges=False,
        leagues=False,
        follows=False,
        digest_at=kept(any_site, ada).digest_at,
    )
    again = browser.get("/account")
    assert "The next one is due Mon 2 Mar 2026, 21:00 CET" in words(again)
    assert ticked(again.text) == ["digest", "messages"]
    assert '<option value="21" selected>21:00</option>' in again.text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"turns": "always"}, "Choose how you want to hear of your games."),
        ({"turns": ""}, "Choose how you want to hear of your games."),
        ({"digest_hour": "24"}, "Choose an hour from 0 to 23 for the digest."),
        ({"digest_hour": "noon"}, "Choose an hour from 0 to 23 for the digest."),
        ({"digest_hour": "-1"}, "Choose an hour from 0 to 23 for the digest."),
        ({"reminders": "y" * 50}, "has 50 characters, which is too many"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_a_sentence(site: Site, fields: dict[str, str], sentence: str) -> None:
    _, browser = somebody(site)

    answer = browser.post("/account", **{**ALL, **fields})

    assert answer.status_code == 400
    assert sentence in words(answer)
    assert site.room.count(MailPreference) == 0


def test_a_stranger_is_asked_to_sign_in(site: Site) -> None:
    answer = site.browser().get("/account")

    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")


def test_a_form_of_another_site_changes_nothing(site: Site) -> None:
    _, browser = somebody(site)

    assert browser.post_raw("/account", {**ALL, "csrf": "x"}).status_code == 403
    assert site.room.count(MailPreference) == 0


@pytest.mark.parametrize("path", ["/", "/account", "/games/{game}"])
def test_whoever_looks_in_has_come_back(any_site: Site, path: str) -> None:
    game = a_game(any_site.room)
    ada = game.players[0]
    browser = any_site.browser(ada)
    with any_site.room.workshop.open() as uow:
        set_preferences(uow, ada, MailPreferences(turns=TurnMail.ONE))
        begin_silence(uow, ada, 1)

    silent = kept(any_site, ada).silent_since
    browser.get(path.format(game=game.id))

    assert silent is not None
    assert kept(any_site, ada).silent_since is None
