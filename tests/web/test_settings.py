"""The page of a player's settings, which are saved together; the pages beside it; and their addresses of before."""

import re
from urllib.parse import urlencode

import pytest

from corr.clocks.clock_preferences import clock_preferences_of
from corr.players.mail_preferences import preferences
from tests.playing import statements_of
from tests.web.browsing import Browser, Site, links, settings_fields, shown_settings, words

PAGES = ("clock", "people", "addresses", "feeds", "browsers")


def somebody(site: Site) -> Browser:
    return site.browser(site.room.player("Ada"))


def test_all_preferences_are_in_one_form_with_one_button(site: Site) -> None:
    browser = somebody(site)

    text = browser.get("/account").text

    main = text.partition("<main")[2]
    assert main.count(">Save<") == 1
    assert set(re.findall(r'<form [^>]*action="([^"]*)"', main)) == {"/sign-out", "/account"}
    assert {"name", "zone", "leads", "turns", "challenges_from", "after"} < set(settings_fields(browser))
    ids = re.findall(r'\sid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    # Where links of letters, and bookmarks, have led for long.
    assert {"profile", "mail", "clock", "people", "addresses", "feeds", "browsers"} <= set(ids)


def test_what_acts_at_once_has_pages_of_its_own(site: Site) -> None:
    browser = somebody(site)

    listed = links(browser.get("/account"))

    for name in PAGES:
        assert f"/account/{name}" in listed
        page = browser.get(f"/account/{name}")
        assert page.status_code == 200
        assert re.search(rf'href="/account/{name}"[^>]* aria-current="page"', page.text)


def test_the_address_of_the_mail_settings_leads_to_their_section(site: Site) -> None:
    answer = somebody(site).get("/account/mail")

    assert (answer.status_code, answer.location) == (303, "/account#mail")


@pytest.mark.parametrize("path", ["/account", "/account/mail", *(f"/account/{name}" for name in PAGES)])
def test_whoever_is_not_signed_in_is_asked_to_sign_in(site: Site, path: str) -> None:
    assert site.browser().get(path).location == "/sign-in"


def test_changes_of_several_sections_are_saved_at_once_and_said(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    browser = any_site.browser(ada)
    form = settings_fields(browser)
    del form["messages"]

    done = browser.post("/account", **{**form, "name": "Ada L.", "leads": "4h", "rest5": "yes", "rest6": ""})

    assert (done.status_code, done.location) == (303, "/account")
    again = browser.get("/account")
    assert "Saved: display name, reminders, rest days, emails about messages." in words(again)
    assert shown_settings(again) | {"name": "Ada L.", "leads": "4h", "rest5": "yes"} == shown_settings(again)
    assert "rest6" not in shown_settings(again)
    assert "messages" not in shown_settings(again)
    with any_site.room.workshop.look() as reader:
        assert clock_preferences_of(reader, ada).rest_days == "57"
        assert not preferences(reader, ada).messages


def test_a_form_without_a_change_changes_nothing_and_says_so(site: Site) -> None:
    browser = somebody(site)

    browser.post("/account", **settings_fields(browser))

    assert browser.sentence() == "You changed nothing."


def test_all_that_is_wrong_is_said_at_once_beside_its_field_and_nothing_is_lost(site: Site) -> None:
    browser = somebody(site)
    form = settings_fields(browser)
    wrong = {"name": "x", "leads": "soon", "rest1": "yes", "digest_hour": "24"}

    answer = browser.post("/account", **{**form, **wrong, "turns": "one", "zone": "Asia/Tokyo", "follows": ""})

    assert answer.status_code == 400
    assert "4 entries are not valid. Nothing has been done yet, and everything you typed" in words(answer)
    for name in ("name", "leads", "rest", "digest_hour"):
        assert f'id="fault.{name}"' in answer.text
        assert f'aria-describedby="fault.{name}"' in answer.text
    assert answer.text.count('role="alert"') == 1
    kept = shown_settings(answer)
    typed = {"name": "x", "leads": "soon", "rest1": "yes", "rest6": "yes", "turns": "one", "zone": "Asia/Tokyo"}
    assert kept | typed == kept
    assert "follows" not in kept
    unchanged = settings_fields(browser)
    assert unchanged == form

    browser.post("/account", **{**kept, "name": "Ada L.", "leads": "3d", "rest1": "", "digest_hour": "9"})

    saved = "Saved: display name, time zone, reminders, emails about your games, hour of the digest, emails about what"
    assert saved in browser.sentence()


def test_two_browsers_that_save_different_fields_keep_what_the_other_saved(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    here, there = any_site.browser(ada), any_site.browser(ada)
    form = settings_fields(here)
    before = settings_fields(there)

    here.post("/account", **{**form, "leads": "4h", "reminders": "", "zone": "Asia/Tokyo"})
    refused = there.post("/account", **{**before, "automatic": "", "turns": "none", "name": "x"})
    there.post("/account", **{**shown_settings(refused), "name": "Ada L."})

    after = settings_fields(here)
    assert after | {"leads": "4h", "zone": "Asia/Tokyo", "turns": "none", "name": "Ada L."} == after
    assert not {"reminders", "automatic"} & set(after)


def test_a_field_that_did_not_come_and_was_not_shown_stays(site: Site) -> None:
    browser = somebody(site)
    form = settings_fields(browser)

    browser.post("/account", zone="Asia/Tokyo")

    after = settings_fields(browser)
    assert after == form | {"zone": "Asia/Tokyo", "shown": after["shown"]}


@pytest.mark.parametrize("fields", [{"shown": "x" * 5000}, {"shown": urlencode({"name": "Ada", "nothing": "x"})}])
def test_what_the_form_showed_is_not_believed_blindly(site: Site, fields: dict[str, str]) -> None:
    browser = somebody(site)

    answer = browser.post("/account", **fields)

    assert answer.status_code == 400
    assert settings_fields(browser)["name"] == "Ada"


@pytest.mark.parametrize(
    ("path", "fields", "expected"),
    [
        ("/account/address/call-off", {}, ("/account/addresses", "There was no change to call off.")),
        ("/account/feeds/new", {"serial": "0"}, ("/account/feeds", "Here are your links.")),
        ("/account/sessions/end-others", {}, ("/account/browsers", "All other browsers are signed out.")),
        ("/account/mail/commands", {}, ("/account/addresses", "This is your new address for commands.")),
    ],
)
def test_a_button_leads_back_to_its_page_with_its_message(
    site: Site, path: str, fields: dict[str, str], expected: tuple[str, str]
) -> None:
    browser = somebody(site)

    done = browser.post(path, **fields)

    assert (done.status_code, done.location) == (303, expected[0])
    assert words(browser.get(done.location)).count(expected[1]) == 1


@pytest.mark.parametrize(
    ("path", "fields"),
    [("/account/address", {"address": "nonsense"}), ("/account/clock/leave", {"days": "soon", "order_key": "k"})],
)
def test_a_refusal_stands_in_its_form(site: Site, path: str, fields: dict[str, str]) -> None:
    answer = somebody(site).post(path, **fields)

    assert answer.status_code == 400
    assert answer.text.count('role="alert"') == 1
    assert 'aria-invalid="true"' in answer.text


def test_the_page_takes_few_statements(any_site: Site) -> None:
    browser = somebody(any_site)
    browser.get("/account")

    with statements_of(any_site.room) as seen:
        browser.get("/account")

    assert len(seen) <= 8, seen


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("GMT+2", "UTC+02: 2 hours ahead of UTC, so it is 14:00 there now."),
        ("+02:00", "UTC+02: 2 hours ahead of UTC, so it is 14:00 there now."),
        ("utc-5", "UTC-05: 5 hours behind UTC, so it is 07:00 there now."),
        ("EST", "EST: 5 hours behind UTC, so it is 07:00 there now."),
        ("berlin", "Europe/Berlin: 1 hour ahead of UTC, so it is 13:00 there now."),
    ],
)
def test_a_zone_is_told_as_it_was_understood(site: Site, typed: str, meaning: str) -> None:
    browser = site.browser(site.room.player("Ada"))

    browser.post("/account", zone=typed)

    page = browser.get("/account")
    assert "Saved: time zone." in words(page)
    assert meaning in words(page)
    # What the field holds is understood again.
    shown = re.search(r'name="zone" value="([^"]*)"', page.text)
    assert shown is not None
    browser.post("/account", zone=shown[1])
    assert meaning in words(browser.get("/account"))


def test_a_zone_of_parts_of_an_hour_is_refused_with_a_city(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))

    answer = browser.post("/account", zone="GMT+5:30")

    assert answer.status_code == 400
    assert "A zone that is not whole hours from UTC needs a city. Did you mean Asia/Kolkata?" in words(answer)
    assert 'value="GMT+5:30"' in answer.text
