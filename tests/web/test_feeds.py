"""The calendar of deadlines and the feed of turns, as programs fetch them, and the page where they are given out."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar
from sqlalchemy import update
from werkzeug.test import TestResponse

from corr.administration.game_freezes import FreezeOrder, freeze, thaw
from corr.clocks.gifts import GiveTime, give_time
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.play.feeds import FeedTurn
from corr.store.base import table
from corr.store.tables.player_accounts import Player
from corr.web.pages.feed_pages import CalendarPlace, calendar_of
from tests.fakes import START
from tests.playing import DAY, TestGame, a_game, another_game, statements_of
from tests.web.browsing import Browser, Site, words

ATOM = "{http://www.w3.org/2005/Atom}"
HARD = "Ann; Bob, \\n <b>&\u202e\u05d0\u05d1 \U0001f3b2 “x”"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def addresses(browser: Browser) -> tuple[str, str]:
    """The paths of the calendar and the feed of turns that the account page shows."""
    found = re.findall(r'value="http://localhost:8000(/feeds/[^"]*)"', browser.get("/account/feeds").text)
    assert len(found) == 3
    return found[0], found[1]


def subscribed(site: Site, player_id: int) -> tuple[Browser, str, str]:
    """A program without a session that knows the player's two addresses."""
    owner = site.browser(player_id)
    owner.post("/account/feeds/new", serial="0")
    return site.browser(), *addresses(owner)


def events(answer: TestResponse) -> list[dict[str, Any]]:
    """The events of a calendar, read by the rules: lines of at most 75 octets that end in CR and LF."""
    assert answer.content_type == "text/calendar; charset=utf-8"
    lines = answer.data.split(b"\r\n")
    assert lines[-1] == b""
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines)
    found = Calendar.from_ical(answer.data).walk("VEVENT")
    return [{name: getattr(value, "dt", value) for name, value in event.items()} for event in found]


def entries(answer: TestResponse) -> list[dict[str, str]]:
    """The entries of an Atom feed."""
    assert answer.content_type == "application/atom+xml; charset=utf-8"
    root = ET.fromstring(answer.data)  # noqa: S314 - our own words
    assert root.tag == f"{ATOM}feed"
    for part in (root, *root.iter(f"{ATOM}entry")):
        assert all(len(part.findall(f"{ATOM}{name}")) == 1 for name in ("id", "title", "updated"))
        assert MOMENT.fullmatch(part.findtext(f"{ATOM}updated") or "")
    return [
        {child.tag.removeprefix(ATOM): child.text or str(child.get("href")) for child in entry}
        for entry in root.iter(f"{ATOM}entry")
    ]


def rename(game: TestGame, name: str) -> None:
    """Give the second player another name."""
    with game.room.workshop.open() as uow:
        players = table(Player)
        uow.connection.execute(update(players).where(players.c.id == game.players[1]).values(name=name))


def test_the_calendar_has_an_event_at_each_deadline(any_site: Site) -> None:
    game = a_game(any_site.room, ruleset="kyo/1")
    program, calendar, _ = subscribed(any_site, game.players[0])

    answer = program.get(calendar)

    (event,) = events(answer)
    assert event["SUMMARY"] == "Kyo with Bob: your turn is due"
    assert event["DTSTART"] == game.view().due_at == START + 3 * DAY
    assert b"\r\nDTSTART:20260305T120000Z\r\n" in answer.data
    assert event["URL"] == f"http://localhost:8000/games/{game.id}"


def test_an_event_moves_with_the_game_and_is_gone_when_the_turn_was_made(site: Site) -> None:
    game = a_game(site.room)
    program, calendar, _ = subscribed(site, game.players[0])

    seen = [events(program.get(calendar))]
    for text in ("B2", "A1"):
        site.room.clock.move(timedelta(hours=1))
        game.play(text)
        seen.append(events(program.get(calendar)))

    assert [len(found) for found in seen] == [1, 0, 1]
    before, after = seen[0][0], seen[2][0]
    assert before["UID"] == after["UID"]
    assert before["SEQUENCE"] < after["SEQUENCE"]
    assert before["LAST-MODIFIED"] < after["LAST-MODIFIED"]
    assert after["DTSTART"] == before["DTSTART"] + timedelta(hours=2)


@pytest.mark.both_databases
def test_an_event_moves_when_its_player_goes_on_leave(any_site: Site) -> None:
    game = a_game(any_site.room)
    program, calendar, _ = subscribed(any_site, game.players[0])
    (before,) = events(program.get(calendar))

    with any_site.room.workshop.open() as uow:
        take_leave(uow, TakeLeave(game.players[0], ForDays(7), "web", "key"))

    (after,) = events(program.get(calendar))
    assert after["UID"] == before["UID"]
    assert after["DTSTART"] == before["DTSTART"] + 7 * DAY
    assert after["SEQUENCE"] > before["SEQUENCE"]


def give(game: TestGame) -> None:
    """Let the opponent give the first player a day."""
    with game.room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, game.players[1], "given", "web", uow.now))


def go_away(game: TestGame) -> None:
    """Let the first player take leave."""
    with game.room.workshop.open() as uow:
        take_leave(uow, TakeLeave(game.players[0], ForDays(2), "web", "key"))


def stop_and_go_on(game: TestGame) -> None:
    """Let the game be frozen for an hour."""
    with game.room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "The rules were corrected."))
    game.room.clock.move(timedelta(hours=1))
    with game.room.workshop.open() as uow:
        thaw(uow, FreezeOrder(game.id, "They are right."))


@pytest.mark.both_databases
@pytest.mark.parametrize("change", [give, go_away, stop_and_go_on])
def test_a_deadline_that_moves_is_told_with_the_moment_of_that(
    any_site: Site, change: Callable[[TestGame], None]
) -> None:
    game = a_game(any_site.room)
    program, calendar, turns = subscribed(any_site, game.players[0])
    before = program.get(calendar)
    any_site.room.clock.move(timedelta(hours=5))

    change(game)
    moved_at = any_site.room.clock.now()
    any_site.room.clock.move(timedelta(hours=1))

    after = program.get(calendar, If_None_Match=before.headers["ETag"])
    (event,), (entry,) = events(after), entries(program.get(turns))
    assert event["DTSTART"] > events(before)[0]["DTSTART"]
    assert event["LAST-MODIFIED"] == event["DTSTAMP"] == moved_at
    assert entry["updated"] == f"{moved_at:%Y-%m-%dT%H:%M:%SZ}"
    feed = ET.fromstring(program.get(turns).data)  # noqa: S314 - our own words
    assert feed.findtext(f"{ATOM}updated") == entry["updated"]
    any_site.room.clock.move(timedelta(hours=1))
    assert program.get(calendar, If_None_Match=after.headers["ETag"]).status_code == 304


def test_a_frozen_game_waits_for_nobody(site: Site) -> None:
    game = a_game(site.room)
    program, calendar, turns = subscribed(site, game.players[0])

    with site.room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "The rules were corrected."))

    assert (events(program.get(calendar)), entries(program.get(turns))) == ([], [])


def test_an_untimed_game_is_no_event_but_an_entry(site: Site) -> None:
    game = a_game(site.room, pace="untimed")
    program, calendar, turns = subscribed(site, game.players[0])

    assert events(program.get(calendar)) == []
    assert [entry["summary"] for entry in entries(program.get(turns))] == ["It is your turn. There is no deadline."]


def test_an_entry_stays_the_same_one_when_the_turn_is_made(any_site: Site) -> None:
    game = a_game(any_site.room)
    program, _, turns = subscribed(any_site, game.players[0])

    (waiting,) = entries(program.get(turns))
    any_site.room.clock.move(timedelta(hours=1))
    game.play("B2")
    (made,) = entries(program.get(turns))

    assert waiting["id"] == made["id"] == f"tag:localhost,2026-03-02:game/{game.id}/turn/1"
    assert waiting["updated"] < made["updated"]
    assert waiting["summary"] == "It is your turn until Thu 5 Mar 2026, 13:00 CET."
    assert made["summary"] == "You made this turn on Mon 2 Mar 2026, 14:00 CET."


def test_turns_themselves_are_not_told(site: Site) -> None:
    game = a_game(site.room, "B2", "C1")
    program, calendar, turns = subscribed(site, game.players[0])

    told = program.get(calendar).text + program.get(turns).text

    assert "B2" not in told
    assert "C1" not in told
    assert calendar.split("/")[2] not in told


def test_hard_names_are_written_so_that_every_program_reads_them(site: Site) -> None:
    game = a_game(site.room)
    program, calendar, turns = subscribed(site, game.players[0])
    rename(game, HARD)

    (event,) = events(program.get(calendar))
    (entry,) = entries(program.get(turns))

    assert f"with {HARD}:" in event["SUMMARY"]
    # Of signs that nobody sees, XML is given none.
    assert f"with {HARD.replace(chr(0x202E), '')}:" in entry["title"]


@pytest.mark.slow
def test_a_calendar_of_a_thousand_games_is_whole() -> None:
    place = CalendarPlace("Ada", "https://play.example.org")
    one = FeedTurn("game0", "Kyo", "Bob", 1, 1, START, START, START, START + DAY)
    turns = [FeedTurn(f"game{n}", "Kyo", HARD * 9, n, n, START, START, START, START + DAY) for n in range(1000)]

    found = Calendar.from_ical(calendar_of(place, [one, *turns[1:]])).walk("VEVENT")

    assert len({event["UID"] for event in found}) == 1000


def test_a_program_that_has_the_latest_is_told_so(any_site: Site) -> None:
    game = a_game(any_site.room)
    program, *both = subscribed(any_site, game.players[0])

    for address in both:
        first = program.get(address)
        any_site.room.clock.move(timedelta(hours=1))
        again = program.get(address, If_None_Match=first.headers["ETag"])
        head = program.client.head(address, base_url=program.url)

        assert (again.status_code, again.data) == (304, b"")
        assert (head.status_code, head.data, head.headers["ETag"]) == (200, b"", first.headers["ETag"])
        assert first.headers["Cache-Control"] == "private, no-cache"
        assert first.headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in first.headers


def test_an_address_that_never_was_looks_like_one_that_was_revoked(site: Site) -> None:
    game = a_game(site.room)
    program, *both = subscribed(site, game.players[0])
    site.browser(game.players[0]).post("/account/feeds/off", serial="1")

    for address in both:
        revoked = program.get(address)
        unknown = program.get(f"/feeds/{'a' * 26}/{address.rpartition('/')[2]}")

        assert (revoked.status_code, unknown.status_code) == (404, 404)
        assert words(revoked) == words(unknown)


def test_new_addresses_are_made_after_a_question(site: Site) -> None:
    game = a_game(site.room)
    owner = site.browser(game.players[0])
    owner.post("/account/feeds/new", serial="0")
    before = addresses(owner)

    question = owner.get("/account/feeds/new")
    unchanged = addresses(owner)
    owner.post("/account/feeds/new", serial="1")

    assert "Create new links?" in words(question)
    assert unchanged == before
    assert [owner.get(address).status_code for address in before] == [404, 404]
    assert [owner.get(address).status_code for address in addresses(owner)] == [200, 200]


@pytest.mark.parametrize("serial", ["", "x", "-1", "1" * 5000, "\0"])
@pytest.mark.parametrize("path", ["/account/feeds/new", "/account/feeds/off"])
def test_a_form_that_nobody_made_changes_nothing(any_site: Site, path: str, serial: str) -> None:
    owner = any_site.browser(any_site.room.player("Ada"))

    assert owner.post(path, serial=serial).status_code == 400
    assert "Create my links" in words(owner.get("/account/feeds"))


def test_the_page_with_the_addresses_is_for_who_is_signed_in(site: Site) -> None:
    owner = site.browser(site.room.player("Ada"))

    # Without a referrer, browsers would not say either where its form comes from, and it would be refused.
    assert owner.get("/account/feeds").headers["Referrer-Policy"] == "same-origin"
    assert site.browser().get("/account").location == "/sign-in"
    assert "Disallow: /feeds/" in site.browser().get("/robots.txt").text


def test_a_feed_of_many_games_asks_no_more_than_one_of_few(any_site: Site) -> None:
    game = a_game(any_site.room)
    program, *both = subscribed(any_site, game.players[0])

    asked, pages = [], []
    for more in (0, 30):
        for _ in range(more):
            another_game(any_site.room, game.players)
        with statements_of(any_site.room) as seen:
            pages = [program.get(address) for address in both]
        asked.append(len(seen))

    assert len(events(pages[0])) == len(entries(pages[1])) == 31
    assert asked[0] == asked[1]
