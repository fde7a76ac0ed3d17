"""The page about time and leave."""

import re
from datetime import date, timedelta

import pytest
from sqlalchemy import update

from corr.clocks.clock_preferences import ClockPreferences, clock_preferences_of
from corr.clocks.leave import LeaveView, leave_view
from corr.core.days_off import OnDates
from corr.store.base import table
from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game
from tests.clocks import leaving
from tests.playing import DAY, TestGame, a_game, another_game
from tests.web.browsing import Browser, Site, links, settings_fields, words


def somebody(site: Site) -> tuple[TestGame, Browser]:
    game = a_game(site.room)
    return game, site.browser(game.players[0])


def leave_of(site: Site, player: int) -> LeaveView:
    with site.room.workshop.look() as reader:
        return leave_view(reader, player)


def wishes(site: Site, player: int) -> ClockPreferences:
    with site.room.workshop.look() as reader:
        return clock_preferences_of(reader, player)


def key_in(text: str) -> str:
    found = re.search(r'name="order_key" value="([^"]+)"', text)
    assert found is not None
    return found[1]


def take(browser: Browser, **asked: str) -> str:
    """Look at a leave and take it; the key of its form."""
    looked = browser.post("/account/clock/plan", **asked)
    assert looked.status_code == 303
    key = key_in(browser.get(looked.headers["Location"]).text)
    answer = browser.post("/account/clock/leave", order_key=key, **asked)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account/clock")
    return key


def test_a_page_that_was_kept_says_that_the_other_is_away_once_the_leave_has_begun(site: Site) -> None:
    game = a_game(site.room, pace="30d/turn")
    planned = leaving.take(site.room, game.players[1], OnDates(date(2026, 3, 6), date(2026, 3, 8))).leave
    browser = site.browser(game.players[0])
    site.room.clock.move(planned.begins_at - site.room.clock.now() - timedelta(seconds=1))
    before = browser.get(f"/games/{game.id}")
    site.room.clock.move(timedelta(seconds=2))

    again = browser.get(f"/games/{game.id}", If_None_Match=before.headers["ETag"])

    assert "Bob is away until" not in words(before)
    assert again.status_code == 200
    assert "Bob is away until" in words(again)


def test_the_page_says_how_much_leave_there_is_and_when_the_next_day_comes(any_site: Site) -> None:
    _, browser = somebody(any_site)

    answer = browser.get("/account/clock")

    assert "You have 10 days of leave. You get the next one on 14 Mar 2026" in words(answer)
    assert "Turns you make on leave don’t add time. For the next one you keep what you have left" in words(answer)


def test_before_leave_is_taken_it_is_said_what_happens_in_which_games(site: Site) -> None:
    game, browser = somebody(site)
    another_game(site.room, game.players)
    strict = another_game(site.room, game.players)
    games = table(Game)
    with site.room.workshop.open() as uow:
        uow.connection.execute(update(games).where(games.c.id == strict.id).values(allows_leave=False))

    answer = browser.get("/account/clock/leave?days=3")

    assert "In 2 games your clock will be paused; in 1 game leave is not allowed: it goes on." in words(answer)
    assert "Turns you make on leave don’t add time. For the next one you keep what you have left" in words(answer)
    assert f"/games/{strict.id}" in links(answer)
    assert site.room.count(Leave) == 0


def test_leave_is_taken_once_however_often_the_form_comes(any_site: Site) -> None:
    game, browser = somebody(any_site)
    key = take(browser, days="3", first="", last="")

    again = browser.post("/account/clock/leave", order_key=key, days="3", first="", last="")

    assert again.status_code == 303
    assert [row["days"] for row in any_site.room.rows(Leave)] == [3]
    assert leave_of(any_site, game.players[0]).balance == 7
    assert "You are on leave until Thu 5 Mar 2026, 13:00 CET" in words(browser.get("/account/clock"))


def test_dates_are_days_of_the_player(site: Site) -> None:
    game, browser = somebody(site)

    take(browser, days="", first="2026-03-28", last="2026-03-29")

    planned = leave_of(site, game.players[0]).planned[0]
    assert (planned.days, (planned.ends_at - planned.begins_at).total_seconds()) == (2, 47 * 3600)
    assert "2 days from Sat 28 Mar 2026 to Sun 29 Mar 2026" in words(browser.get("/account/clock"))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("days=0", "A leave takes whole days, and at least one."),
        ("days=-1", "A leave takes whole days, and at least one."),
        ("days=11", "You have 10 days of leave, and that would take 11 days"),
        ("days=9999999999", "You have 10 days of leave"),
        ("days=1.5", "“1.5” is not a number of whole days."),
        ("days=١", "“١” is not a number of whole days."),
        ("days=1_0", "“1_0” is not a number of whole days."),
        ("", "Say for how many days, or from which day to which."),
        ("first=2026-02-30&last=2026-03-02", "There is no day 2026-02-30 in the calendar."),
        ("first=2025-03-01&last=2026-03-10", "A leave cannot begin in the past"),
        ("first=2026-03-10&last=2026-03-09", "The last day of a leave cannot lie before its first day."),
        ("first=9999-12-31&last=9999-12-31", "A leave can begin up to 365 days ahead."),
        ("first=2026-03-10&last=9999-12-31", "You have 10 days of leave"),
        ("first=0000-00-00&last=2026-03-09", "There is no day 0000-00-00 in the calendar."),
        ("first=tomorrow&last=2026-03-09", "“tomorrow” is not a date."),
    ],
)
def test_what_cannot_be_is_said_on_the_page_with_its_limit(any_site: Site, asked: str, sentence: str) -> None:
    _, browser = somebody(any_site)

    looked = browser.get(f"/account/clock/leave?{asked}")
    fields = {"days": "", "first": "", "last": ""} | dict(part.split("=") for part in asked.split("&") if part)
    tried = browser.post("/account/clock/leave", order_key="key", **fields)

    for answer in (looked, tried):
        assert answer.status_code == 400
        assert sentence in words(answer)
    assert any_site.room.count(Leave) == 0


@pytest.mark.both_databases
def test_coming_back_says_first_which_deadlines_move_and_then_moves_them(any_site: Site) -> None:
    game, browser = somebody(any_site)
    due_at = game.seats()[0]["due_at"]
    take(browser, days="5", first="", last="")
    any_site.room.clock.move(DAY)
    address = next(link for link in links(browser.get("/account/clock")) if link.endswith("/end"))

    asked = browser.get(address)
    answer = browser.post(address)

    assert "10 Mar 2026 , 13:00 6 Mar 2026 , 13:00 in 3 days" in words(asked)
    assert "Used so far 1 of 5 days: a day that has begun counts" in words(asked)
    assert "You get back 4 days Leave left afterwards 9 days" in words(asked)
    assert "These deadlines move earlier by the time of leave that you give back" in words(asked)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account/clock")
    assert game.seats()[0]["due_at"] == due_at + DAY


def test_before_somebody_comes_back_the_deadlines_are_told_soonest_first(site: Site) -> None:
    game, browser = somebody(site)
    site.room.clock.move(2 * DAY)
    for pace in ("20d/turn", "2d/turn", "9d/turn"):
        another_game(site.room, game.players, pace=pace)
    take(browser, days="5", first="", last="")

    asked = browser.get(next(link for link in links(browser.get("/account/clock")) if link.endswith("/end")))

    assert re.findall(r"in (\d+) days", words(asked)) == ["2", "9", "20"]


def test_a_leave_of_whole_days_has_times_of_day_in_another_zone(site: Site) -> None:
    _, browser = somebody(site)
    take(browser, days="", first="2026-03-10", last="2026-03-12")
    here = words(browser.get("/account/clock"))
    browser.post("/account", zone="Asia/Tokyo")

    there = words(browser.get("/account/clock"))

    assert "3 days from Tue 10 Mar 2026 to Thu 12 Mar 2026" in here
    assert "3 days from Tue 10 Mar 2026, 08:00 to Fri 13 Mar 2026, 08:00 (Asia/Tokyo)" in there


def test_a_planned_leave_is_called_off(site: Site) -> None:
    game, browser = somebody(site)
    take(browser, days="", first="2026-03-28", last="2026-03-29")
    address = next(link for link in links(browser.get("/account/clock")) if link.endswith("/end"))

    assert "Cancel this leave?" in words(browser.get(address))
    answer = browser.post(address.replace("/end", "/cancel"))

    assert answer.status_code == 303
    assert leave_of(site, game.players[0]).planned == ()


def test_the_leave_of_somebody_else_is_not_there(site: Site) -> None:
    game, browser = somebody(site)
    take(browser, days="5", first="", last="")
    address = next(link for link in links(browser.get("/account/clock")) if link.endswith("/end"))
    other = site.browser(game.players[1])

    assert [other.get(address).status_code, other.post(address).status_code] == [404, 404]
    assert leave_of(site, game.players[0]).current is not None


def test_wishes_are_kept_and_shown(any_site: Site) -> None:
    game, browser = somebody(any_site)

    form = settings_fields(browser) | {"leads": "4h, 2 days, 24", "rest5": "yes", "rest7": "", "automatic": ""}

    browser.post("/account", **form)

    assert wishes(any_site, game.players[0]) == ClockPreferences((48, 24, 4), has_automatic_leave=False, rest_days="56")
    shown = browser.get("/account").text
    assert 'value="2d, 24h, 4h"' in shown
    assert re.findall(r'name="(rest\d|automatic)" value="yes" checked', shown) == ["rest5", "rest6"]


def test_reminders_of_turns_that_are_due_follow_at_once(site: Site) -> None:
    game, browser = somebody(site)

    browser.post("/account", leads="36h", automatic="yes")

    seat = game.seats()[0]
    assert seat["remind_at"] == seat["due_at"] - 1.5 * DAY


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"leads": "soon"}, "“soon” is not a span of time."),
        ({"leads": "0h"}, "A reminder comes between 1 hour and 14 days before a deadline."),
        ({"leads": "15d"}, "A reminder comes between 1 hour and 14 days before a deadline."),
        ({"leads": "1h, 2h, 3h, 4h, 5h"}, "There are at most 4 reminders for each turn."),
        ({"leads": "-4h"}, "“-4h” is not a span of time."),
        ({"leads": "", "rest1": "yes", "rest2": "yes", "rest3": "yes"}, "You can rest on at most 2 days of the week."),
    ],
)
def test_wishes_beyond_a_limit_are_refused_with_it(site: Site, fields: dict[str, str], sentence: str) -> None:
    game, browser = somebody(site)

    answer = browser.post("/account", **fields)

    assert answer.status_code == 400
    assert sentence in words(answer)
    assert wishes(site, game.players[0]) == ClockPreferences()


def test_a_page_that_was_kept_is_shown_anew_when_a_leave_begins_or_ends_by_itself(any_site: Site) -> None:
    game, browser = somebody(any_site)
    take(browser, days="", first="2026-03-04", last="2026-03-04")
    tags = [browser.get(f"/games/{game.id}").headers["ETag"]]
    for days in (2, 1):
        any_site.room.clock.move(days * DAY)
        tags.append(browser.get(f"/games/{game.id}").headers["ETag"])
        stamp = game.stamp()
        assert stamp.away == (1 if days == 2 else 0)

    assert len(set(tags)) == 3


def test_a_list_of_games_says_which_opponent_is_away(site: Site) -> None:
    game, browser = somebody(site)
    take(browser, days="3", first="", last="")

    assert "Away until Thu 5 Mar 2026" in words(site.browser(game.players[1]).get("/"))


def test_a_game_page_says_who_is_away_and_until_when(any_site: Site) -> None:
    game, browser = somebody(any_site)
    take(browser, days="", first="2026-03-02", last="2026-03-04")

    assert "Ada is away until Wed 4 Mar 2026." in words(any_site.browser(game.players[1]).get(f"/games/{game.id}"))
    assert "You are away until Wed 4 Mar 2026." in words(browser.get(f"/games/{game.id}"))
    any_site.room.clock.move(3 * DAY)
    assert "away until" not in words(browser.get(f"/games/{game.id}"))


def test_who_only_watches_is_not_told_that_somebody_is_away_nor_until_when(any_site: Site) -> None:
    game, browser = somebody(any_site)
    take(browser, days="", first="2026-03-02", last="2026-03-04")
    watchers = (any_site.browser(), any_site.browser(any_site.room.player("Eve")))

    def seen() -> str:
        path = f"/games/{game.id}"
        return " ".join(words(watcher.get(page)) for watcher in watchers for page in (path, f"{path}/turns"))

    running = seen()
    opponent = words(any_site.browser(game.players[1]).get(f"/games/{game.id}"))
    browser.post(f"/games/{game.id}/resign")

    for told in (running, seen()):
        assert "away" not in told
        assert "on leave" not in told
        assert "took leave." in told
    assert "took leave until" in opponent
