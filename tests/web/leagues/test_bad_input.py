"""Strange requests to every address of leagues and ratings: a sentence, never a fault, and nothing changed."""

import re

import pytest

from corr.store.tables.leagues import League
from tests.web.browsing import Browser, Site, words
from tests.web.leagues.grounds import a_sign_up
from tests.web.leagues.test_what_organisers_may_do import grounds

_PARTS = (
    "x", "0", "-1", "1_0", "%00", "%ff", "%c0%ae%c0%ae", "..%2f..%2fetc%2fpasswd", "%ED%A0%80", str(2**31),
    str(2**63), "999999999", "9" * 5000, "%E2%80%AE", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%0d%0aX:1", "%D9%A3",
    "//evil.example",
)  # fmt: skip
_PAGES = (
    "/leagues/{}", "/leagues/{}/journal", "/leagues/{}/1", "/leagues/{}/1/1", "/leagues/{league}/{}",
    "/leagues/{}/organise",
    "/leagues/{league}/{}/join", "/leagues/{league}/{}/leave", "/leagues/{league}/{}/withdraw",
    "/leagues/{league}/1/{}", "/leagues/{league}/1/{}/why", "/leagues/{league}/1/{}/rounds",
    "/leagues/{league}/1/{}/schedule",
    "/leagues/{league}/1/{}/embed", "/leagues/{league}/1/{}/standings.csv", "/leagues/{league}/1/{}/rounds.json",
    "/leagues/{league}/1/1/{}.csv", "/leagues/{league}/1/1/{}.json", "/leagues/{league}/1/1?why={}",
    "/leagues?state={}", "/leagues?page={}",
    "/leagues?state=running&page={}", "/leagues/{league}/journal?page={}", "/leagues/{league}/{}/organise",
    "/leagues/{league}/organise/organisers?name={}", "/leagues/{league}/organise/organisers/{}/remove",
    "/leagues/{league}/1/organise/players/{}/withdraw", "/leagues/{league}/1/organise/players/{}/remove",
    "/leagues/{league}/1/organise/players/{}/replace", "/leagues/{league}/1/organise/players/{ada}/replace?name={}",
    "/leagues/{league}/1/organise/results?show={}", "/leagues/{league}/1/organise/results?division={}",
    "/leagues/{league}/1/organise/results/{}", "/leagues/{league}/1/organise/results/{game}?result={}",
    "/leagues/{league}/1/organise/end?ends_at={}", "/leagues/{league}/1/organise/pace?pace={}",
    "/leagues/{league}/1/organise/pace?pace=1d/turn&holds_from={}", "/ratings/{}", "/ratings/{}.csv",
    "/ratings/tiny?page={}", "/ratings/tiny?players={}", "/ratings/tiny.csv?page={}", "/players/{}/ratings/tiny",
    "/players/Ada/ratings/{}", "/players/{}/ratings/tiny.csv", "/players/Ada/ratings/tiny?page={}",
)  # fmt: skip
_TEXTS: dict[str, str | list[str]] = {
    "it came twice": ["1", "2"],
    "nul": "a\x00b",
    "right to left": "a\u202eb",
    "combining marks": "e" + "\u0301" * 1000,
    "markup": "<script>alert(1)</script>{{7*7}}{% raise %}%s%n%(a)s",
    "header lines": "a\r\nSet-Cookie: x=y",
    "far too long": "x" * 50_000,
    "a huge number": "9" * 19,
    "arabic digits": "٣",
}
_NO_NUMBERS = (
    "",
    " ",
    "x",
    "-1",
    "1.5",
    "½",
    "½½",
    "1/0",
    "1e400",
    "NaN",
    "٣",
    "１２",
    "1_0",
    "0x10",
    "true",
    "9" * 50,
)
_NO_DATES = (
    "", "soon", "0000-00-00", "2026-02-30", "2027-02-29 10:00", "2026-13-01", "0001-01-01", "1999-12-31", "9999-12-31",
    "10000-01-01", "-1-01-01", "2026-3-1 25:00", "2026-03-29T02:30", "٢٠٢٧-٠١-٠١", "03/04/2027", "31.12.2027", "1e10",
)  # fmt: skip
_NEW = {
    "act": "found", "order_key": "new", "name": "A New Cup", "id": "new-cup", "game": "kelasu",
    "sign_up_until": "2026-04-01 18:00", "starts_at": "2026-04-02 18:00", "ends_at": "2026-09-01 18:00",
}  # fmt: skip
"""A league that can be founded as it stands, by the clock of tests."""
_NUMBERS = ("players_per_division", "up", "down", "sign_up_days", "minimum_reliability", "legs")
_FIELDS = {
    "/leagues/new": (
        "name",
        "id",
        "description",
        "game",
        "own_pace",
        "points.win",
        "tie_breaks.1",
        "late",
        "act",
        "order_key",
    ),
    "/leagues/{league}/organise/about": ("name", "description", "version", "order_key"),
    "/leagues/{league}/organise/organisers": ("name", "order_key"),
    "/leagues/{league}/1/organise/ask": ("names", "order_key"),
    "/leagues/{league}/1/organise/roster": ("roster", "file", "act", "order_key"),
    "/leagues/{league}/1/organise/plan": ("move", "version"),
    "/leagues/{league}/1/organise/settings": ("ends_at", "own_pace", "game", "version", "act"),
    "/leagues/{league}/1/organise/mail": ("title", "text", "division", "act", "order_key"),
    "/leagues/{league}/1/organise/end": ("ends_at", "reason", "version", "order_key"),
    "/leagues/{league}/1/organise/pace": ("pace", "own_pace", "holds_from", "reason", "version"),
    "/leagues/{league}/1/organise/pause": ("order_key",),
    "/leagues/{league}/1/organise/players/{ada}/replace": ("name", "reason"),
    "/leagues/{league}/1/organise/results/{game}": ("result", "reason", "version", "order_key"),
    "/leagues/{league}/1/withdraw": ("reason", "order_key"),
}
_USUAL = {
    "order_key": "k", "version": "99", "act": "nothing", "reason": "", "name": "", "names": "", "roster": "",
    "move": "", "title": "", "text": "", "division": "", "ends_at": "", "pace": "", "holds_from": "", "result": "",
}  # fmt: skip


def founded(browser: Browser, **fields: object) -> tuple[int, str]:
    """What becomes of a league that is founded with some other fields."""
    answer = browser.post_raw("/leagues/new", {**_NEW, "csrf": browser.csrf(), **fields})
    return answer.status_code, words(answer)


@pytest.mark.both_databases
@pytest.mark.slow
@pytest.mark.parametrize("who", ["organiser", "nobody"])
def test_no_address_of_leagues_is_a_fault(any_site: Site, who: str) -> None:
    found = grounds(any_site, is_running=True)
    browser = found.browser(who)
    before = found.club.kept()

    for pattern in _PAGES:
        address = re.sub(r"{(\w+)}", lambda name: found.names[name[1]], pattern)
        for part in _PARTS:
            answer = browser.get(address.replace("{}", part))
            assert answer.status_code < 500, (address, part[:50])
            assert b"<script>alert" not in answer.data, (address, part[:50])
            assert (answer.location or "/").startswith(("/", "http://localhost:8000/")), (address, part[:50])

    assert found.club.kept() == before


@pytest.mark.both_databases
@pytest.mark.slow
@pytest.mark.parametrize("is_running", [False, True])
def test_no_text_in_any_field_of_leagues_is_a_fault_or_does_anything(any_site: Site, *, is_running: bool) -> None:
    found = grounds(any_site, is_running=is_running)
    browser = found.browser("organiser")
    csrf = browser.csrf()
    before = found.club.kept()

    for pattern, fields in _FIELDS.items():
        for field in fields:
            for kind, strange in _TEXTS.items():
                form = {"csrf": csrf, **_USUAL, field: strange}
                answer = browser.post_raw(found.path(pattern), form)
                assert answer.status_code < 500, (pattern, field, kind)
                assert b"<script>alert" not in answer.data, (pattern, field, kind)
                assert "\nSet-Cookie: x" not in str(answer.headers), (pattern, field, kind)
                assert answer.status_code != 303, (pattern, field, kind)

    assert found.club.kept() == before


@pytest.mark.parametrize("is_running", [False, True])
def test_whatever_a_player_writes_about_withdrawing_withdraws_nobody_without_its_key(
    any_site: Site, *, is_running: bool
) -> None:
    found = grounds(any_site, is_running=is_running)
    browser = found.browser("player")
    csrf = browser.csrf()
    before = found.club.kept()

    for order_key in ("", "  ", "a\x00b", "x" * 61, "a\u202eb", ["1", "2"]):
        answer = browser.post_raw(found.path("/leagues/{league}/1/withdraw"), {"csrf": csrf, "order_key": order_key})
        assert answer.status_code in {400, 404, 409}, order_key

    assert found.club.kept() == before


@pytest.mark.parametrize("field", _NUMBERS)
def test_no_league_is_founded_with_what_is_no_number(site: Site, field: str) -> None:
    browser = site.browser(site.room.player("Olga"))

    for text in (*_NO_NUMBERS, "1000000000"):
        status, told = founded(browser, **{field: text})
        assert status == 400, (field, text)
        assert "whole number" in told or "once or twice" in told, (field, text)

    assert site.room.count(League) == 0


@pytest.mark.parametrize("field", ["sign_up_until", "starts_at", "ends_at"])
def test_no_league_is_founded_with_what_is_no_date(site: Site, field: str) -> None:
    browser = site.browser(site.room.player("Olga"))
    browser.post("/account", zone="Europe/Berlin")

    for text in _NO_DATES:
        status, told = founded(browser, **{field: text})
        assert status == 400, (field, text)
        assert "Write a day" in told or "put forward" in told or "in the past" in told, (field, text, told)

    assert site.room.count(League) == 0


@pytest.mark.parametrize(
    "dates",
    [
        ("2026-04-02 18:00", "2026-04-01 18:00", "2026-09-01 18:00"),
        ("2026-04-01 18:00", "2026-09-01 18:00", "2026-04-02 18:00"),
        ("2026-09-01 18:00", "2026-04-01 18:00", "2026-04-02 18:00"),
        ("2026-04-01 18:00", "2026-04-02 18:00", "2026-04-02 18:00"),
        ("2020-04-01 18:00", "2020-04-02 18:00", "2020-09-01 18:00"),
        ("2026-04-01 18:00", "2026-04-02 18:00", "2199-12-31 18:00"),
    ],
)
def test_dates_in_the_wrong_order_found_nothing(site: Site, dates: tuple[str, str, str]) -> None:
    browser = site.browser(site.room.player("Olga"))

    status, _ = founded(browser, **dict(zip(("sign_up_until", "starts_at", "ends_at"), dates, strict=True)))

    assert status == 400
    assert site.room.count(League) == 0


@pytest.mark.parametrize("field", ["points.win", "points.draw", "points.loss"])
@pytest.mark.parametrize(
    "text", ["", "1/0", "0/0", "1e400", "NaN", "inf", "½½", "٣", "1_0", "-1", "1/-2", "9" * 60, "1/999999999999", "x"]
)
def test_points_that_are_no_fractions_found_nothing(site: Site, field: str, text: str) -> None:
    browser = site.browser(site.room.player("Olga"))

    assert founded(browser, **{field: text})[0] == 400

    assert site.room.count(League) == 0


@pytest.mark.parametrize(
    "tie_breaks", [("wins", "wins"), ("magic",), ("sb,h2h",), ("lot", "", "lot"), ("WINS", "wins"), ("w\u0456ns",)]
)
def test_tie_breaks_that_come_twice_or_that_nobody_knows_found_nothing(site: Site, tie_breaks: tuple[str, ...]) -> None:
    browser = site.browser(site.room.player("Olga"))

    status, told = founded(browser, **{f"tie_breaks.{place}": word for place, word in enumerate(tie_breaks, 1)})

    assert status == 400
    assert "tie-break" in told.lower()
    assert site.room.count(League) == 0


def test_a_league_is_founded_once_however_often_its_form_comes(any_site: Site) -> None:
    browser = any_site.browser(any_site.room.player("Olga"))

    assert [founded(browser)[0] for _ in range(3)] == [303, 303, 303]

    assert any_site.room.count(League) == 1


def test_the_key_of_somebody_else_is_no_key_of_ones_own(any_site: Site) -> None:
    olga, eve = (any_site.browser(any_site.room.player(name)) for name in ("Olga", "Eve"))
    founded(olga)

    status, _ = founded(eve, name="Another Cup", id="another-cup")

    assert status == 303
    assert [row["id"] for row in any_site.room.rows(League)] == ["another-cup", "new-cup"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "!",
        "<b>Cup</b>",
        "Cup\u202e",
        "Cu\u200bp",
        "Cup\r\nBcc: x@y",
        "C" * 61,
        "{{7*7}}",
        "Cup\x00",
        "e" + "\u0301" * 9,
        "%s%n",
        "Support",
    ],
)
def test_names_that_mislead_found_no_league(site: Site, name: str) -> None:
    browser = site.browser(site.room.player("Olga"))

    status, told = founded(browser, name=name)

    assert status == 400
    assert "name" in told.lower()
    assert site.room.count(League) == 0


@pytest.mark.parametrize("name", ["Summer Cup", "SUMMER  CUP", "Summer Cu\u0440", "Surnmer Cup", "Ｓummer Cup"])
def test_a_name_that_looks_like_another_leagues_is_taken(site: Site, name: str) -> None:
    a_sign_up(site.room)

    status, told = founded(site.browser(site.room.player("Eve")), name=name)

    assert status == 400
    assert "Choose another" in told


@pytest.mark.parametrize("short", ["new", "admin", "a", "-cup", "Cup Two", "cup/1", "..", "cup.json", "ｃup", "c" * 41])
def test_short_names_that_are_no_addresses_found_no_league(site: Site, short: str) -> None:
    status, _ = founded(site.browser(site.room.player("Olga")), id=short)

    assert status == 400
    assert site.room.count(League) == 0
