"""A player’s front page: kept only as long as it would look the same, with running games a page at a time."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

import pytest

from corr.core.days_off import OnDates
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.play import public_games
from corr.play.running_games import PAGE
from corr.web.auth import FLASH, sealed
from tests.clocks.leaving import take
from tests.clocks.ticking import enforce
from tests.league_builders import SIGN_UP, a_league, look_after
from tests.leagues.running import a_running_season
from tests.playing import a_game, another_game, statements_of
from tests.web.browsing import KeptPage, Site, links, words
from tests.web.home_worlds import ACTS, a_world


@pytest.mark.parametrize("act", ACTS)
def test_a_kept_page_shows_what_happened(site: Site, act: str) -> None:
    world = a_world(site.room)
    home = KeptPage(site, world.ada)
    before = home.kept()
    assert before == home.afresh()
    assert home.browser.get("/", If_None_Match=home.tag).status_code == 304

    ACTS[act](world)

    after = home.kept()
    assert after == home.afresh()
    assert after != before


def test_a_kept_page_follows_a_season_from_its_sign_up_to_its_start(site: Site) -> None:
    season = a_league(site.room, ["Ada", "Bob", "Cleo"])
    dan, eve = site.room.player("Dan"), site.room.player("Eve")
    homes = [KeptPage(site, player) for player in (season.player("Ada"), dan, season.organiser)]

    def ask(name: str) -> None:
        with site.room.workshop.open() as uow:
            ask_players(uow, AskPlayers(season.organiser, season.id, (name,), None))

    acts: list[Callable[[], object]] = [
        lambda: season.join(eve),
        lambda: ask("Dan"),
        lambda: season.join(dan),
        lambda: site.room.clock.move(SIGN_UP - timedelta(microseconds=1)),
        lambda: site.room.clock.move(timedelta(microseconds=1)),
        season.start,
        season.end_all,
        lambda: look_after(site.room),
    ]
    for act in acts:
        act()
        assert [home.kept() for home in homes] == [home.afresh() for home in homes]


def test_a_kept_page_holds_no_longer_than_its_words_are_true(site: Site) -> None:
    world = a_world(site.room)
    take(site.room, world.bob, OnDates(date(2026, 3, 9), date(2026, 3, 11)))
    home = KeptPage(site, world.ada)
    chance, kept = Random(4), 0

    for _ in range(60):
        site.room.clock.move(timedelta(seconds=10 ** chance.uniform(-2, 5.2)))
        before = home.tag
        assert home.kept() == home.afresh()
        kept += before == home.tag

    assert kept > 10


@pytest.mark.parametrize("tags", ['""', 'W/""', '"a","","b"'])
def test_an_empty_tag_of_a_browser_is_none_of_ours(site: Site, tags: str) -> None:
    browser = site.browser(site.room.player("Ada"))

    assert browser.get("/", if_none_match=tags).status_code == 200


def test_a_kept_page_tells_of_ones_own_leave_exactly_as_long_as_it_is_near(site: Site) -> None:
    world = a_world(site.room)
    take(site.room, world.ada, OnDates(date(2026, 3, 14), date(2026, 3, 15)))
    home = KeptPage(site, world.ada)
    seen = []

    for _ in range(20):
        shown = home.kept()
        assert shown == home.afresh()
        seen.append("now" if "You are on leave" in shown else "soon" if "You will be on leave" in shown else "")
        site.room.clock.move(timedelta(hours=19, seconds=1))

    assert list(dict.fromkeys(seen)) == ["", "soon", "now"]
    assert seen[-1] == ""


def test_whoever_is_on_leave_reads_until_when_and_can_come_back(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    first = take(site.room, game.players[0], OnDates(date(2026, 3, 2), date(2026, 3, 5))).leave
    take(site.room, game.players[0], OnDates(date(2026, 3, 6), date(2026, 3, 7)))
    site.room.clock.move(timedelta(hours=1))

    mine, theirs = (site.browser(player).get("/") for player in game.players)

    assert "You are on leave until Sat 7 Mar 2026." in words(mine)
    assert f"/account/clock/leave/{first.id}/end" in links(mine)
    assert "You are on leave" not in words(theirs)


@pytest.mark.both_databases
def test_a_kept_page_follows_the_deadlines_that_the_service_enforces(any_site: Site) -> None:
    world = a_world(any_site.room)
    home = KeptPage(any_site, world.ada)

    for _ in range(40):
        any_site.room.clock.move(timedelta(hours=17, seconds=7))
        assert home.kept() == home.afresh()
        enforce(any_site.room)
        assert home.kept() == home.afresh()


def test_each_moment_at_which_words_change_is_known_exactly(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    home = KeptPage(site, game.players[0])
    home.kept()
    before = home.tag

    site.room.clock.move(timedelta(microseconds=1))
    home.kept()

    # "3 days" are no longer left.
    assert (home.tag != before, home.kept()) == (True, home.afresh())
    site.room.clock.move(timedelta(minutes=59, seconds=59, microseconds=999_999))
    assert home.browser.get("/", If_None_Match=home.tag).status_code == 304
    site.room.clock.move(timedelta(microseconds=1))
    assert home.browser.get("/", If_None_Match=home.tag).status_code == 200


def test_what_depends_on_games_of_others_is_not_kept(site: Site) -> None:
    season = a_running_season(site.room, "Ada Bob Cleo Dan")
    home = KeptPage(site, season.players["Ada"])
    home.kept()

    season.games["Bob-Cleo"].play("A1")

    assert home.browser.get("/", If_None_Match=home.tag).status_code == 200
    assert home.kept() == home.afresh()


def test_another_process_knows_a_page_that_a_browser_has(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    site.room.clock.move(timedelta(minutes=1))
    home = KeptPage(site, game.players[0])
    home.kept()
    other = Site(site.room).browser()
    cookie = home.browser.client.get_cookie("sid", domain="localhost")
    assert cookie is not None
    other.client.set_cookie("sid", cookie.value, domain="localhost")

    with statements_of(site.room) as seen:
        answer = other.get("/", If_None_Match=home.tag)

    assert (answer.status_code, answer.text, len(seen)) == (304, "", 2)


@pytest.mark.parametrize("address", ["/", "/games/{}"])
def test_a_sentence_that_comes_again_is_shown_once_each_time(site: Site, address: str) -> None:
    game = a_game(site.room, "A1", "B1")
    browser, page, tag = site.browser(game.players[0]), address.format(game.id), ""

    for status in (200, 304):
        browser.client.set_cookie("flash", sealed(site.house.key, FLASH, "It is done."), domain="localhost")
        answer = browser.get(page, If_None_Match=tag)
        tag = answer.headers["ETag"]
        assert answer.status_code == status
        assert "It is done." not in browser.get("/rules").text


@pytest.mark.parametrize("tag", ['"x"', '"x-1"', "*", '"-9"', '"' + "9" * 4000 + '"', 'W/"x-99999999999999999999"'])
def test_tags_that_nobody_gave_are_none(site: Site, tag: str) -> None:
    game = a_game(site.room, "A1", "B1")

    assert site.browser(game.players[0]).get("/", If_None_Match=tag).status_code == 200


def test_a_page_of_another_player_or_another_page_is_not_mixed_up(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    ada, bob = (site.browser(player) for player in game.players)
    tag = ada.get("/").headers["ETag"]

    assert bob.get("/", If_None_Match=tag).status_code == 200
    assert ada.get("/?page=2", If_None_Match=tag).status_code == 200
    assert site.browser().get("/", If_None_Match=tag).status_code == 200


@pytest.mark.both_databases
def test_a_page_drawn_afresh_takes_few_statements(any_site: Site) -> None:
    world = a_world(any_site.room)
    browser = any_site.browser(world.ada)

    with statements_of(any_site.room) as seen:
        browser.get("/")

    # The session; the stamp; games that run, and those that are over; habits, days of leave; challenges, and seasons.
    assert len([statement for statement in seen if statement.startswith(("SELECT", "WITH"))]) <= 8


def test_running_games_come_a_page_at_a_time(site: Site) -> None:
    first = a_game(site.room)
    paces = (f"{days}d/turn" for days in range(4, PAGE + 10))
    games = [first.id, *(another_game(site.room, first.players, pace=pace).id for pace in paces)]
    browser = site.browser(first.players[0])

    one, two, three = (browser.get(f"/?running={number}") for number in (1, 2, 3))

    assert [link.removeprefix("/games/") for link in links(one) if link.startswith("/games/")] == games[:PAGE]
    assert [link.removeprefix("/games/") for link in links(two) if link.startswith("/games/")] == games[PAGE:]
    assert f"{PAGE} of {len(games)} games are on this page." in words(one)
    assert f"{len(games) - PAGE} of {len(games)} games are on this page." in words(two)
    assert "/?running=2" in links(one)
    assert "/?running=1" in links(two)
    assert f"It is your turn in {len(games)} games on earlier pages" in words(three)


def test_the_games_of_somebody_else_come_a_page_at_a_time_too(site: Site) -> None:
    first = a_game(site.room)
    for _ in range(public_games.PAGE):
        another_game(site.room, first.players)

    one = site.browser().get("/games?player=Ada")
    two = site.browser().get(next(link for link in links(one) if "after=" in link))

    counts = [len([link for link in links(page) if link.startswith("/games/")]) for page in (one, two)]
    assert counts == [public_games.PAGE, 1]


def test_whoever_has_not_begun_sees_the_offers_for_them_first_and_other_ways_to_begin(site: Site) -> None:
    order = {"game": "kelasu", "pace": "3d/turn", "seat_wish": "either"}
    ada, zoe = site.browser(site.room.player("Ada")), site.browser(site.room.player("Zoe"))
    assert "Play Kelasu against Ada" not in words(zoe.get("/"))
    ada.post("/offers", **order, order_key="a", known_only="yes")
    assert "Play Kelasu against Ada" not in words(zoe.get("/"))
    open_one = ada.post("/offers", **order, order_key="b").location

    page = zoe.get("/")
    zoe.post(f"{open_one}/take")

    assert page.text.count(f"{open_one}/take") == 1
    assert page.text.index(f"{open_one}/take") < page.text.index('class="first-boards"')
    assert "Start playing" not in words(zoe.get("/"))


def test_whoever_has_not_begun_sees_the_boards_of_all_games(site: Site) -> None:
    games = [info.game for info in site.room.workshop.registry.games()]

    page = site.browser(site.room.player("Zoe")).get("/")

    first = page.text.partition('class="first-boards"')[2].partition("</ul>")[0]
    assert [f"/practice/{game}" in first for game in games] == [True] * len(games)
    assert first.count("<img") == len(games) > 0
    assert {"/offers", "/offers/new", "/offers/new?link=1"} <= set(links(page))
