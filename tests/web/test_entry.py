"""Coming in: letters, links, codes and sessions, and what a stranger can learn from them."""

import re
from datetime import timedelta

import pytest

from corr.players.accounts import RequestSignIn, request_sign_in
from corr.players.profiles import grant
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import KnownBrowser, Player, Session
from corr.web.app_state import WebSettings
from tests.builders import write_sign_ins
from tests.playing import statements_of
from tests.web.browsing import Browser, Site, words


def _letter(site: Site) -> dict[str, str]:
    """What the newest letter carries."""
    write_sign_ins(site.room)
    facts = site.room.rows(Outbox)[-1]["facts"]
    assert isinstance(facts, dict)
    return facts


def _signed_up(site: Site, browser: Browser, name: str = "Ada") -> None:
    browser.post("/sign-up", name=name, address=f"{name.lower()}@example.org", zone="Europe/Berlin")
    assert browser.post(f"/link/{_letter(site)['token']}").status_code == 303


def test_signing_up_makes_an_account_by_the_link_of_the_letter(any_site: Site) -> None:
    browser = any_site.browser()

    asked = browser.post("/sign-up", name="Ada", address="ada@example.org", zone="Europe/Berlin")
    link = f"/link/{_letter(any_site)['token']}"
    shown = browser.get(link)
    followed = browser.post(link)

    assert (asked.status_code, asked.location) == (303, "/mail-sent")
    assert "Welcome, Ada" in words(shown)
    assert followed.status_code == 303
    assert "Welcome, Ada. Your games" in words(browser.get("/"))


def test_whoever_comes_back_is_welcomed_by_no_name(site: Site) -> None:
    site.room.player("Ada")
    browser = site.browser()

    browser.post("/sign-in", address="ada@example.org")
    browser.post(f"/link/{_letter(site)['token']}")

    assert "You are signed in. Your games" in words(browser.get("/"))


def test_opening_the_link_changes_nothing(site: Site) -> None:
    browser = site.browser()
    browser.post("/sign-up", name="Ada", address="ada@example.org", zone="UTC")

    for _ in range(3):
        site.browser().get(f"/link/{_letter(site)['token']}")

    assert site.room.count(Player) == 0
    assert browser.post(f"/link/{_letter(site)['token']}").status_code == 303


def test_the_code_signs_in_the_browser_that_asked_and_no_other(site: Site) -> None:
    site.room.player("Ada")
    browser, other = site.browser(), site.browser()
    browser.post("/sign-in", address="ada@example.org")
    code = _letter(site)["code"]

    assert other.post("/code", code=code).status_code == 400
    assert browser.post("/code", code=code).status_code == 303
    assert "Your games" in words(browser.get("/"))


def test_a_wrong_code_can_be_tried_five_times(any_site: Site) -> None:
    any_site.room.player("Ada")
    browser = any_site.browser()
    browser.post("/sign-in", address="ada@example.org")
    code = _letter(any_site)["code"]
    wrong = "000000" if code != "000000" else "111111"

    for _ in range(5):
        assert "That code is not right" in words(browser.post("/code", code=wrong))

    assert browser.post("/code", code=code).status_code == 400


def test_a_link_works_once(site: Site) -> None:
    site.room.player("Ada")
    browser = site.browser()
    browser.post("/sign-in", address="ada@example.org")
    link = f"/link/{_letter(site)['token']}"
    browser.post(link)

    again = site.browser()

    assert again.post(link).status_code == 409
    assert again.get(link).status_code == 410


def test_an_unknown_address_that_signs_in_is_asked_for_a_name(site: Site) -> None:
    browser = site.browser()
    browser.post("/sign-in", address="new@example.org")
    link = f"/link/{_letter(site)['token']}"

    assert "Choose a name" in words(browser.get(link))
    assert browser.post(link, name="").status_code == 400
    assert browser.post(link, name="Newcomer", zone="Europe/Paris").status_code == 303
    assert "Newcomer" in words(browser.get("/account"))


@pytest.mark.both_databases
def test_nobody_learns_from_the_page_whether_an_address_has_an_account(any_site: Site) -> None:
    any_site.room.player("Ada")
    answers = []
    for address in ("ada@example.org", "eve@example.org"):
        browser = any_site.browser()
        form = {"csrf": browser.csrf(), "address": address}
        with statements_of(any_site.room) as seen:
            answer = browser.post_raw("/sign-in", form)
        page = browser.get(answer.location).text
        shown = re.sub(r'name="csrf" value="[^"]*"', "", page)
        answers.append((answer.status_code, answer.location, sorted(answer.headers.keys()), shown, len(seen)))

    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "address", ["", "ada", "ada@", "@example.org", "a b@example.org", "ada@example.org\nBcc: x@y.z"]
)
def test_what_is_no_address_is_told_at_the_form_that_keeps_it(any_site: Site, address: str) -> None:
    answer = any_site.browser().post("/sign-in", address=address)

    assert answer.status_code == 400
    assert 'role="alert"' in answer.text


def test_a_name_that_is_taken_is_told_and_the_form_is_kept(site: Site) -> None:
    site.room.player("Ada")

    answer = site.browser().post("/sign-up", name="ADA", address="new@example.org", zone="Europe/Paris")

    assert answer.status_code == 400
    assert "taken" in words(answer)
    assert 'value="new@example.org"' in answer.text
    assert 'value="Europe/Paris"' in answer.text


def _signed_in(site: Site, browser: Browser) -> str:
    """Where *browser*, which forms were shown to before, is led by signing in."""
    csrf = re.findall(r'name="csrf" value="([^"]*)"', browser.get("/sign-in").text)[0]
    browser.post_raw("/sign-in", {"csrf": csrf, "address": "ada@example.org"})
    return browser.post_raw("/code", {"csrf": csrf, "code": _letter(site)["code"]}).location


def test_signing_in_leads_to_the_page_that_was_asked_for(any_site: Site) -> None:
    any_site.room.player("Ada")
    browser = any_site.browser()

    browser.get("/challenge?opponent=Zo%C3%AB")

    assert _signed_in(any_site, browser) == "/challenge?opponent=Zo%C3%AB"


def test_a_page_that_was_asked_for_is_led_to_once(site: Site) -> None:
    site.room.player("Ada")
    browser = site.browser()
    browser.get("/challenge")

    visits = [_signed_in(site, browser)]
    browser.client.delete_cookie("sid", domain="localhost")
    visits.append(_signed_in(site, browser))

    assert visits == ["/challenge", "/"]


def test_a_page_with_an_endless_address_is_not_led_to(site: Site) -> None:
    site.room.player("Ada")
    browser = site.browser()

    browser.get(f"/challenge?opponent={'b' * 400}")

    assert _signed_in(site, browser) == "/"


@pytest.mark.parametrize("made_up", ["aHR0cHM6Ly9ldmlsLmV4YW1wbGUv.0000", "//evil.example", "x" * 3000, "."])
def test_a_made_up_address_is_not_led_to(site: Site, made_up: str) -> None:
    site.room.player("Ada")
    browser = site.browser()
    browser.client.set_cookie("wanted", made_up, domain="localhost")

    assert _signed_in(site, browser) == "/"


def test_signing_out_ends_the_session_at_the_server(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))

    browser.post("/sign-out")

    assert site.room.count(Session) == 0
    assert "Sign in" in words(browser.get("/"))


@pytest.mark.both_databases
def test_sessions_are_listed_and_can_be_ended_one_by_one_or_together(any_site: Site) -> None:
    site = any_site
    ada = site.room.player("Ada")
    here, there, elsewhere = site.browser(ada), site.browser(ada), site.browser(ada)
    ids = re.findall(r'name="session" value="(\d+)"', here.get("/account/browsers").text)

    here.post("/account/sessions/end", session=ids[0])
    left = [browser.get("/account").status_code for browser in (there, elsewhere)]
    here.post("/account/sessions/end-others")

    assert sorted(left) == [200, 303]
    assert [browser.get("/account").status_code for browser in (here, there, elsewhere)] == [200, 303, 303]


def test_the_session_of_somebody_else_cannot_be_ended(site: Site) -> None:
    site.browser(site.room.player("Ada"))
    eve = site.browser(site.room.player("Eve"))

    assert eve.post("/account/sessions/end", session=str(site.room.rows(Session)[0]["id"])).status_code == 404


def test_name_and_zone_can_be_changed(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))

    browser.post("/account", name="Ada L.")
    browser.post("/account", zone="asia/tokyo")

    assert 'value="Ada L."' in browser.get("/account").text
    assert 'value="Asia/Tokyo"' in browser.get("/account").text
    assert browser.post("/account", zone="Nowhere/Land").status_code == 400


@pytest.mark.parametrize("path", ["/account", "/challenge"])
def test_pages_for_players_lead_strangers_to_the_sign_in_page(site: Site, path: str) -> None:
    answer = site.browser().get(path)

    assert (answer.status_code, answer.location) == (303, "/sign-in")


def test_account_pages_are_kept_by_nobody(site: Site) -> None:
    assert site.browser(site.room.player("Ada")).get("/account").headers["Cache-Control"] == "no-store"


def test_a_session_that_was_made_up_is_nobody(any_site: Site) -> None:
    for token in ("x", "x" * 5000, "\x00", "ü", "' OR 1=1 --"):
        answer = any_site.browser().get("/", Cookie=f"sid={token}")
        assert answer.status_code == 200
        assert "Start playing" in words(answer)


def test_a_whole_sign_up_needs_no_password(site: Site) -> None:
    browser = site.browser()
    _signed_up(site, browser)

    assert "Ada" in words(browser.get("/account"))


def _known(browser: Browser) -> str:
    found = browser.client.get_cookie("known", domain="localhost")
    return found.value if found else ""


def _ask_often(site: Site, address: str, times: int = 6) -> None:
    """A stranger asks for letters until there are no more."""
    stranger = site.browser()
    csrf = stranger.csrf()
    for _ in range(times):
        stranger.post_raw("/sign-in", {"csrf": csrf, "address": address})
    write_sign_ins(site.room)


@pytest.mark.both_databases
def test_a_browser_that_signed_in_before_signs_in_while_a_stranger_asks(any_site: Site) -> None:
    browser = any_site.browser()
    _signed_up(any_site, browser)
    browser.post("/sign-out")
    _ask_often(any_site, "ada@example.org")

    browser.post("/sign-in", address="ada@example.org")
    followed = browser.post("/code", code=_letter(any_site)["code"])

    assert followed.status_code == 303
    assert "Your games" in words(browser.get("/"))


def test_a_new_browser_is_told_the_same_while_a_stranger_asks_and_signs_in_by_the_newest_link(any_site: Site) -> None:
    any_site.room.player("Ada")
    before = any_site.browser()
    shown = [words(before.get(before.post("/sign-in", address="ada@example.org").location))]
    _ask_often(any_site, "ada@example.org", 30)

    browser = any_site.browser()
    asked = browser.post("/sign-in", address="ada@example.org")
    shown.append(words(browser.get(asked.location)))
    browser.post(f"/link/{_letter(any_site)['token']}")

    assert asked.status_code == 303
    assert shown[0] == shown[1]
    assert "Use the link in our latest email; it works in any browser" in shown[1]
    assert "Your games" in words(browser.get("/"))


def test_what_a_browser_is_known_by_is_a_cookie_that_no_script_reads_and_no_other_page_sends(site: Site) -> None:
    secure = Site(site.room, WebSettings("https://localhost", patience=60))
    browser = secure.browser()
    browser.post("/sign-up", name="Ada", address="ada@example.org", zone="UTC")

    followed = browser.post(f"/link/{_letter(secure)['token']}")

    (cookie,) = (value for value in followed.headers.getlist("Set-Cookie") if "known=" in value)
    assert cookie.startswith("__Host-known=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))


def test_signing_out_keeps_what_a_browser_is_known_by_and_signs_nobody_in(site: Site) -> None:
    browser = site.browser()
    _signed_up(site, browser)
    before = _known(browser)

    browser.post("/sign-out")

    assert _known(browser) == before != ""
    assert "Sign in" in words(browser.get("/"))


@pytest.mark.both_databases
def test_browsers_that_are_known_are_listed_and_can_be_forgotten(any_site: Site) -> None:
    there, here = any_site.browser(), any_site.browser()
    _signed_up(any_site, there)
    there.post("/sign-out")
    here.post("/sign-in", address="ada@example.org")
    here.post("/code", code=_letter(any_site)["code"])
    listed = here.get("/account/browsers")
    (known_id,) = re.findall(r'name="browser" value="(\d+)"', listed.text)

    stranger = any_site.browser(any_site.room.player("Eve")).post("/account/browsers/forget", browser=known_id)
    forgotten = here.post("/account/browsers/forget", browser=known_id)

    assert "Signed out, but known" in words(listed)
    assert (stranger.status_code, forgotten.status_code) == (404, 303)
    assert "Signed out, but known" not in words(here.get("/account/browsers"))
    assert here.post("/account/browsers/forget", browser=known_id).status_code == 404


@pytest.mark.parametrize("path", ["/account/sessions/end", "/account/sessions/end-others"])
def test_a_browser_that_is_signed_out_from_another_one_is_known_no_more(site: Site, path: str) -> None:
    there, here = site.browser(), site.browser()
    _signed_up(site, there)
    here.post("/sign-in", address="ada@example.org")
    here.post("/code", code=_letter(site)["code"])
    (session,) = re.findall(r'name="session" value="(\d+)"', here.get("/account/browsers").text)

    here.post(path, session=session)

    assert site.room.count(KnownBrowser) == 1
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 303


@pytest.mark.both_databases
def test_whoever_did_not_ask_for_a_letter_stops_them_for_a_day_by_a_button(any_site: Site) -> None:
    any_site.room.player("Ada")
    _ask_often(any_site, "ada@example.org", 1)
    path = f"/link/{_letter(any_site)['token']}/not-asked"
    reader = any_site.browser()

    asked = words(reader.get(path))
    pressed = words(reader.post(path))
    _ask_often(any_site, "ada@example.org", 3)
    count = len(any_site.room.letters("sign-in"))
    resumed = reader.post(path.replace("not-asked", "asked-after-all"))
    _ask_often(any_site, "ada@example.org", 3)

    assert "You did not ask for this email?" in asked
    assert "No more emails for a day" in pressed
    assert count == 1
    assert resumed.status_code == 303
    assert len(any_site.room.letters("sign-in")) == 2


def test_the_page_of_a_letter_that_nobody_knows_stops_nothing(site: Site) -> None:
    browser, path = site.browser(), f"/link/{'a' * 26}/not-asked"

    assert browser.get(path).status_code == 410
    assert browser.post(path).status_code == 404


@pytest.mark.slow
@pytest.mark.both_databases
def test_administrators_see_that_letters_wait_and_pages_say_so_to_everybody(any_site: Site) -> None:
    zoe = any_site.room.player("Zoe")
    with any_site.room.workshop.open() as uow:
        grant(uow, "Zoe")
        for number in range(130):
            source = f"198.{number}.1.1"
            request_sign_in(uow, RequestSignIn(f"new{number}@example.org", f"b{number}", source))
    write_sign_ins(any_site.room)
    before = words(any_site.browser(zoe).get("/admin/status"))

    any_site.room.clock.move(timedelta(seconds=70))

    assert "letters to sign in" not in before
    assert "more letters to sign in are asked for than may go to new addresses in an hour, so 30 of them wait" in words(
        any_site.browser(zoe).get("/admin/status")
    )
    assert "one to a new address may take a while" in words(any_site.browser().get("/mail-sent"))
