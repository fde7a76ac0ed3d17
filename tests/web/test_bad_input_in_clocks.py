"""Strange requests about clocks, leave, time, feeds and frozen games: a sentence, never a fault, nothing changed."""

from collections.abc import Iterable

import pytest

from corr.play.feeds import renew_feed
from corr.players import profiles
from corr.store.tables.clocks import ClockPreference, FeedToken, Leave
from corr.store.tables.games import Challenge, Game, GameEvent, GameSeat
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, words

_TEXTS: dict[str, str | bytes | list[str]] = {
    "it came twice": ["1", "2"],
    "nul": "a\x00b",
    "a control character": "a\x07b",
    "a surrogate in utf-8": b"\xed\xa0\x80",
    "not utf-8": b"\xff\xfe\xc0\xaf",
    "markup": "<script>alert(1)</script>",
    "a template": "{{7*7}}{% raise %}",
    "a format": "%s%n%x",
    "header lines": "a\r\nSet-Cookie: x=y",
    "far too long": "x" * 30_000,
    "an emoji": "🎲" * 50,
    "combining marks": "e" + "\u0301" * 1000,
    "a formula": "=HYPERLINK(1)",
    "full-width digits": "１２",
    "arabic digits": "٣",
    "a number with a line": " 1_0 ",
    "a huge number": "9" * 19,
    "a power": "1e3",
    "a fraction": "1.5",
    "below nothing": "-1",
    "not a number": "NaN",
    "a date that never was": "0000-00-00",
    "a day that is not in the calendar": "2026-02-30",
    "the end of the calendar": "9999-12-31",
    "beyond the calendar": "10000-01-01",
    "a day with an hour": "2026-03-29T02:30",
    "a pace of nothing": "0h/turn",
    "a pace of too much": "9999d+9999d/9999d",
    "full-width pace": "３d/turn",
    "a thousand reminders": ",".join(["24h"] * 20_000),
    "a reminder at once": "0h",
    "a reminder weeks before": "400h",
    "another case": "YES",
}
_FORMS = {
    "/challenge": (
        {"opponent": "Bob", "game": "kelasu", "pace": "3d/turn"},
        ("pace", "own_pace", "late", "weekends_off", "leave"),
    ),
    "/account": ({"leads": "24h"}, ("leads", "rest6", "automatic")),
    "/account/clock/leave": ({"order_key": "k"}, ("days", "first", "last")),
    "/account/clock/leave/1/end": ({}, ("order_key",)),
    "/account/clock/leave/1/cancel": ({}, ("order_key",)),
    "/games/{game}/claim": ({}, ("order_key",)),
    "/games/{game}/extension": ({"order_key": "k", "days": "1", "reason": "Why."}, ("seat", "days")),
    "/account/feeds/new": ({}, ("serial",)),
    "/account/feeds/off": ({}, ("serial",)),
    "/admin/games": ({}, ("game",)),
    "/admin/games/{game}/thaw": ({}, ("reason",)),
    "/admin/games/{game}/end": ({"is_sure": "yes"}, ("reason", "is_sure")),
}
_KEPT = (Challenge, ClockPreference, FeedToken, Game, GameEvent, GameSeat, Leave)


def admin(site: Site) -> Browser:
    """The browser of an administrator, who plays nowhere."""
    player_id = site.room.player("Zoe")
    with site.room.workshop.open() as uow:
        profiles.grant(uow, "Zoe")
    return site.browser(player_id)


def kept(site: Site, *but: type) -> list[object]:
    """All that these forms could change."""
    return [site.room.rows(rows) for rows in _KEPT if rows not in but]


def answers(browser: Browser, game: TestGame) -> Iterable[tuple[str, str, str, int, bytes, str]]:
    """What each form answers to each strange text in each of its fields."""
    csrf = browser.csrf()
    for path, (usual, names) in _FORMS.items():
        for name in names:
            for kind, strange in _TEXTS.items():
                got = browser.post_raw(path.replace("{game}", game.id), {"csrf": csrf, **usual, name: strange})
                yield path, name, kind, got.status_code, got.data, str(got.headers)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["player", "administrator", "nobody"])
def test_no_text_in_any_field_about_clocks_is_a_fault_or_changes_anything(any_site: Site, who: str) -> None:
    game = a_game(any_site.room, ruleset="kelasu/1")
    zoe = admin(any_site)
    browser = {"player": any_site.browser(game.players[0]), "administrator": zoe, "nobody": any_site.browser()}[who]
    before = kept(any_site, GameEvent)

    for path, name, kind, status, body, headers in answers(browser, game):
        assert status < 500, (path, name, kind)
        assert b"<script>alert" not in body, (path, name, kind)
        assert "\nSet-Cookie: x" not in headers, (path, name, kind)
        # Nothing is read of a form with one button, which is done once and then told as done.
        assert status >= 400 or path.endswith(("/cancel", "/end", "/thaw")), (path, name, kind)
    assert kept(any_site, GameEvent) == before


@pytest.mark.parametrize(
    ("path", "refusal"),
    [
        ("/account/clock/leave", "The key of this form is missing; please load the page again."),
    ],
)
def test_a_field_that_has_to_come_is_missed(site: Site, path: str, refusal: str) -> None:
    game = a_game(site.room)
    browser = site.browser(game.players[0])

    answer = browser.post(path, automatic="yes", days="1")

    assert answer.status_code == 400
    assert refusal in words(answer)
    assert kept(site)[1] == kept(site)[-1] == []


@pytest.mark.parametrize("key", ["", "   "])
def test_an_empty_key_takes_no_leave(site: Site, key: str) -> None:
    game = a_game(site.room)

    answer = site.browser(game.players[0]).post("/account/clock/leave", order_key=key, days="1")

    assert answer.status_code == 400
    assert site.room.count(Leave) == 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"days": "2", "first": "2026-03-20"}, "Say either for how many days, or from which day to which; not both."),
        ({"last": "2026-03-20"}, "Say on which day your leave begins."),
        ({"first": "2027-03-03"}, "A leave can begin up to 365 days ahead."),
        ({"first": "2026-03-01"}, "A leave cannot begin in the past; it can begin today."),
    ],
)
def test_days_that_are_told_in_two_ways_or_by_half_are_asked_about(
    any_site: Site, asked: dict[str, str], sentence: str
) -> None:
    game = a_game(any_site.room)
    browser = any_site.browser(game.players[0])

    shown = browser.get("/account/clock/leave?" + "&".join(f"{name}={value}" for name, value in asked.items()))
    taken = browser.post("/account/clock/leave", order_key="k", **asked)

    for answer in (shown, taken):
        assert answer.status_code == 400
        assert sentence in words(answer)
    assert any_site.room.count(Leave) == 0


@pytest.mark.parametrize("zone", ["America/Sao_Paulo", "America/Havana", "Africa/Cairo", "Pacific/Apia", "Asia/Beirut"])
@pytest.mark.parametrize("day", ["2026-03-08", "2026-03-29", "2026-04-24", "2026-10-25", "2026-10-31", "2026-11-01"])
def test_days_whose_midnight_is_skipped_or_comes_twice_can_be_taken(site: Site, zone: str, day: str) -> None:
    game = a_game(site.room)
    browser = site.browser(game.players[0])
    browser.post("/account", zone=zone)

    assert browser.get(f"/account/clock/leave?first={day}").status_code == 200
    assert browser.post("/account/clock/leave", order_key="k", first=day).status_code == 303

    (leave,) = site.room.rows(Leave)
    assert leave["days"] == 1
    assert 23 <= (leave["ends_at"] - leave["begins_at"]).total_seconds() / 3600 <= 25


def test_a_form_of_a_leave_that_is_over_does_not_promise_it(any_site: Site) -> None:
    game = a_game(any_site.room)
    browser = any_site.browser(game.players[0])
    form = {"order_key": "k", "first": "2026-04-01"}
    browser.post("/account/clock/leave", **form)
    browser.post("/account/clock/leave/1/cancel")

    again = browser.post("/account/clock/leave", **form)

    assert again.status_code == 303
    assert browser.sentence() == "That leave was taken before, and is over by now. Nothing has been changed."
    assert any_site.room.count(Leave) == 1


def test_a_zone_that_changes_in_the_middle_of_a_leave_moves_neither_leave_nor_deadline(any_site: Site) -> None:
    game = a_game(any_site.room)
    browser = any_site.browser(game.players[0])
    browser.post("/account/clock/leave", order_key="k", first="2026-03-02", last="2026-03-04")
    before = kept(any_site, Game)

    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"):
        assert browser.post("/account", zone=zone).status_code == 303
        assert browser.get("/account").status_code == 200

    assert kept(any_site, Game) == before


@pytest.mark.parametrize("reason", ["", " ", "a\u202eb", "x" * 301, "a\x00b", "\u200b"])
def test_a_reason_that_cannot_be_read_freezes_nothing_and_adds_nothing(any_site: Site, reason: str) -> None:
    game, browser = a_game(any_site.room), admin(any_site)
    before = kept(any_site)

    frozen = browser.post(f"/admin/games/{game.id}/freeze", reason=reason)
    added = browser.post(f"/games/{game.id}/extension", order_key="k", seat="both", days="1", reason=reason)

    assert (frozen.status_code, added.status_code) == (400, 400)
    assert kept(any_site) == before


@pytest.mark.parametrize("reason", ["<script>alert(1)</script>", "{{7*7}}", "=1+1", "%s", "a\r\nBcc: x@example.org"])
def test_a_reason_is_shown_as_it_was_written(site: Site, reason: str) -> None:
    game, browser = a_game(site.room), admin(site)

    browser.post(f"/games/{game.id}/extension", order_key="k", seat="both", days="1", reason=reason)
    browser.post(f"/admin/games/{game.id}/freeze", reason=reason)

    for path in (f"/games/{game.id}", "/admin/games", f"/admin/games/{game.id}"):
        page = site.browser(game.players[0]).get(path) if path.startswith("/games") else browser.get(path)
        assert page.status_code == 200
        assert " ".join(reason.split()) in words(page) or "<script>" in reason
        assert "<script>alert" not in page.text


def test_forms_that_nobody_signed_in_may_know_are_not_there_whatever_is_in_them(site: Site) -> None:
    game = a_game(site.room)
    paths = (
        "/admin/games",
        f"/admin/games/{game.id}/freeze",
        f"/admin/games/{game.id}/end",
        f"/games/{game.id}/extension",
    )

    for browser in (site.browser(game.players[0]), site.browser()):
        for path in paths:
            for form in ({}, {"reason": "a\x00b", "game": "a\x00b", "order_key": "a\x00b"}, {"reason": "Because."}):
                assert browser.post(path, **form).status_code == 404, (path, form)


_TOKENS = ("x", "%00", "%ff", "..", "%2e%2e", "a" * 64, "a" * 65, "a" * 5000, "%0d%0aX:1", "{{7*7}}", "'%20OR%201=1", "-", "%C3%A9", "%D9%A3")  # fmt: skip  # noqa: E501


@pytest.mark.parametrize("name", ["deadlines.ics", "turns.atom", "x", ""])
def test_no_made_up_token_opens_a_feed(any_site: Site, name: str) -> None:
    game = a_game(any_site.room)
    with any_site.room.workshop.open() as uow:
        token = renew_feed(uow, game.players[0], 0).token
    browser = any_site.browser(game.players[0])

    for wrong in (*_TOKENS, token[:-1], f"{token}a", token[::-1], f"{token}%20"):
        assert browser.get(f"/feeds/{wrong}/{name}").status_code == 404, wrong


@pytest.mark.parametrize(
    "headers",
    [
        {"If_None_Match": "x" * 7000},
        {"If_None_Match": ",".join(['"a"'] * 2000)},
        {"If_None_Match": '"'},
        {"If_None_Match": "\u00ff"},
        {"If_Modified_Since": "rubbish"},
        {"If_Modified_Since": "Fri, 31 Dec 9999 23:59:59 GMT"},
        {"Range": "bytes=9999999999999-"},
        {"Range": "bytes=5-1,x"},
    ],
)
def test_a_feed_is_given_whole_whatever_a_program_says_that_it_has(any_site: Site, headers: dict[str, str]) -> None:
    game = a_game(any_site.room)
    with any_site.room.workshop.open() as uow:
        token = renew_feed(uow, game.players[0], 0).token

    answer = any_site.browser().get(f"/feeds/{token}/deadlines.ics", **headers)

    assert answer.status_code == 200
    assert answer.data.endswith(b"END:VCALENDAR\r\n")


@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "REPORT", "FOO"])
@pytest.mark.parametrize(
    "path", ["/healthz", "/status", "/admin/games", "/account/clock", "/account/clock/leave/1/end"]
)
def test_other_methods_do_nothing(site: Site, method: str, path: str) -> None:
    game = a_game(site.room)
    browser = site.browser(game.players[0])
    browser.post("/account/clock/leave", order_key="k", days="3")
    before = kept(site)

    answer = browser.client.open(path, method=method, base_url=browser.url, buffered=True)

    assert answer.status_code in {403, 405}
    assert kept(site) == before
