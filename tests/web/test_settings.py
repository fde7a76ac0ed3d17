"""The page of a player's settings: its sections, the addresses they had before, and where its forms lead back to."""

import re

import pytest

from tests.playing import statements_of
from tests.web.browsing import Browser, Site, words

SECTIONS = ("profile", "mail", "addresses", "people", "clock", "feeds", "browsers")


def somebody(site: Site) -> Browser:
    return site.browser(site.room.player("Ada"))


def section(text: str, name: str) -> str:
    """What is written in one section of the page."""
    found = re.search(rf'<section class="card" id="{name}".*?(?=<section class="card"|</main>)', text, re.DOTALL)
    assert found is not None
    return found[0]


def test_all_settings_are_on_one_page_and_its_list_leads_to_each(site: Site) -> None:
    shown = somebody(site).get("/account").text

    listed = re.findall(r'<a href="#(\w+)">', shown)
    assert listed[: len(SECTIONS)] == list(SECTIONS)
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert len(ids) == len(set(ids))
    assert set(SECTIONS) < set(ids)


@pytest.mark.parametrize(
    ("before", "now"), [("mail", "/account#mail"), ("clock", "/account#clock"), ("feeds", "/account#feeds")]
)
def test_an_address_of_before_leads_to_its_section(site: Site, before: str, now: str) -> None:
    answer = somebody(site).get(f"/account/{before}")

    assert (answer.status_code, answer.location) == (303, now)


def test_whoever_is_not_signed_in_comes_to_the_section_after_signing_in(site: Site) -> None:
    assert site.browser().get("/account/clock").location == "/sign-in"


@pytest.mark.parametrize(
    ("path", "fields", "expected"),
    [
        ("/account/name", {"name": "Ada L."}, ("profile", "Your name is now Ada L.")),
        ("/account/mail", {"turns": "none", "digest_hour": "7"}, ("mail", "Your mail settings are saved.")),
        ("/account/clock", {"leads": "4h"}, ("clock", "Saved. Rest days count")),
        ("/account/address/call-off", {}, ("addresses", "There was no change to call off.")),
        ("/account/feeds/new", {"serial": "0"}, ("feeds", "Here are your links.")),
        ("/account/sessions/end-others", {}, ("browsers", "All other browsers are signed out.")),
    ],
)
def test_a_form_leads_back_to_its_section_with_its_message(
    site: Site, path: str, fields: dict[str, str], expected: tuple[str, str]
) -> None:
    name, sentence = expected
    browser = somebody(site)

    done = browser.post(path, **fields)
    shown = browser.get(done.location.partition("#")[0])

    assert (done.status_code, done.location) == (303, f"/account?at={name}#{name}")
    assert sentence in section(shown.text, name)
    assert shown.text.count(sentence) == 1


@pytest.mark.parametrize(
    ("path", "fields", "name"),
    [
        ("/account/name", {"name": "x"}, "profile"),
        ("/account/zone", {"zone": "Nowhere/Land"}, "profile"),
        ("/account/mail", {"turns": "never", "digest_hour": "7"}, "mail"),
        ("/account/address", {"address": "nonsense"}, "addresses"),
        ("/account/clock", {"leads": "soon"}, "clock"),
        ("/account/clock/leave", {"days": "soon", "order_key": "k"}, "clock"),
    ],
)
def test_a_refusal_stands_in_the_section_of_its_form(site: Site, path: str, fields: dict[str, str], name: str) -> None:
    answer = somebody(site).post(path, **fields)

    assert answer.status_code == 400
    assert 'role="alert"' in section(answer.text, name)
    assert answer.text.count('role="alert"') == 1


@pytest.mark.parametrize("at", ["nowhere", "<script>", "x" * 99])
def test_a_section_that_is_none_hides_no_message(site: Site, at: str) -> None:
    browser = somebody(site)
    browser.post("/account/name", name="Ada L.")

    shown = browser.get(f"/account?at={at}")

    assert shown.status_code == 400 if len(at) > 20 else "Your name is now Ada L." in words(shown)


def test_the_page_takes_few_statements(any_site: Site) -> None:
    browser = somebody(any_site)
    browser.get("/account")

    with statements_of(any_site.room) as seen:
        browser.get("/account")

    assert len(seen) <= 16, seen


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

    browser.post("/account/zone", zone=typed)

    page = browser.get("/account")
    assert f"Times are now shown for {meaning.partition(':')[0]}." in words(page)
    assert meaning in words(page)
    # What the field holds is understood again.
    shown = re.search(r'name="zone" value="([^"]*)"', page.text)
    assert shown is not None
    browser.post("/account/zone", zone=shown[1])
    assert meaning in words(browser.get("/account"))


def test_a_zone_of_parts_of_an_hour_is_refused_with_a_city(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))

    answer = browser.post("/account/zone", zone="GMT+5:30")

    assert answer.status_code == 400
    assert "A zone that is not whole hours from UTC needs a city. Did you mean Asia/Kolkata?" in words(answer)
    assert 'value="GMT+5:30"' in answer.text
    assert "such as Europe/Berlin or UTC+2" in words(answer)
