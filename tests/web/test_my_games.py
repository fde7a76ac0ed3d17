"""A player’s front page: kept only as long as it would look the same, with running games a page at a time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

import pytest
from sqlalchemy import insert, select

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.base.uow import UnitOfWork
from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.clocks.gifts import GiveTime, give_time
from corr.core.leave_days import OnDates
from corr.core.pace import Late
from corr.game.game_row import PLAYER
from corr.leagues.acts.end_date import MoveEnd
from corr.leagues.acts.organiser_act import ActRequest, SeasonAct
from corr.leagues.acts.pace_change import Tighten
from corr.leagues.acts.pause import Pause
from corr.leagues.acts.replacement import AskToReplace, TakeOver, take_over
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.play.challenges import accept_challenge
from corr.play.running_games import PAGE
from corr.players.profiles import rename
from corr.store.base import table
from corr.store.tables import LeagueOrganiser, Outage
from corr.web.auth import FLASH, sealed
from tests.clocks.leaving import take
from tests.clocks.ticking import enforce
from tests.league_builders import SIGN_UP, a_league, look_after
from tests.leagues.running import REASON, RunningSeason, a_running_season, resign_at
from tests.play.proposing import decline, propose, withdraw
from tests.playing import DAY, Room, TestGame, a_game, another_game, statements_of, terms
from tests.web.browsing import Browser, Site, links, words

WON = ("A1", "B1", "A2", "B2", "A3")


@dataclass
class Home:
    """Ada's front page: as a browser and a server that keep it show it, and as another server draws it afresh."""

    site: Site
    player: int
    browser: Browser = field(init=False)
    shown: str = ""
    tag: str = ""

    def __post_init__(self) -> None:
        self.browser = self.site.browser(self.player)

    def kept(self) -> str:
        """The page for a browser that has it already."""
        answer = self.browser.get("/", If_None_Match=self.tag)
        if answer.status_code != 304:
            self.shown, self.tag = answer.text, answer.headers["ETag"]
        return self.shown

    def afresh(self) -> str:
        """The page of a server that has just been started."""
        cookie = self.browser.client.get_cookie("sid", domain="localhost")
        assert cookie is not None
        other = Site(self.site.room).browser()
        other.client.set_cookie("sid", cookie.value, domain="localhost")
        return other.get("/").text


@dataclass(frozen=True)
class World:
    """Ada with games, a league, challenges and opponents of all kinds."""

    room: Room
    season: RunningSeason
    usual: TestGame
    """Ada's turn; the opponent is Bob."""
    theirs: TestGame
    """Bob's turn."""
    over: TestGame
    incoming: str
    outgoing: str

    @property
    def ada(self) -> int:
        """The player whose page it is."""
        return self.usual.players[0]

    @property
    def bob(self) -> int:
        """The opponent in most games."""
        return self.usual.players[1]


def a_world(room: Room) -> World:
    """Everything that a front page can show."""
    season = a_running_season(room, "Ada Bob Cleo")
    season.begin(*season.games)
    players = season.players["Ada"], season.players["Bob"]
    over = another_game(room, players, *WON)
    usual = another_game(room, players, "A1", "B1", agreed=terms("3d/turn", weekends_off=True))
    theirs = another_game(room, players[::-1], agreed=terms("5d/turn", late=Late.CLAIM))
    another_game(room, players, pace="untimed")
    another_game(room, players, "A1", agreed=terms("2d/turn", late=Late.CLAIM, leave=False))
    propose(room, room.player("Dora"), opponent="Ada")
    incoming = propose(room, players[1], opponent="Ada").id
    outgoing = propose(room, players[0], opponent="Cleo").id
    return World(room, season, usual, theirs, over, incoming, outgoing)


def in_uow(act: Callable[..., object]) -> Callable[[World], None]:
    """An act with a unit of work and the world."""

    def done(world: World) -> None:
        with world.room.workshop.open() as uow:
            act(uow, world)

    return done


def in_season(act: Callable[[World], SeasonAct]) -> Callable[[World], None]:
    """An act of the organiser of the season."""

    def done(world: World) -> None:
        with world.room.workshop.open() as uow:
            act(world).carry_out(uow, ActRequest(world.season.organiser, REASON, version=world.season.row.version))

    return done


def player_named(uow: UnitOfWork, name: str) -> int:
    """The id of the player of that name."""
    return int(uow.connection.execute(select(PLAYER.c.id).where(PLAYER.c.name == name)).scalar_one())


def exchange(world: World) -> None:
    """Let somebody else take over the player's entry in the season."""
    world.season.players["Eve"] = world.room.player("Eve")
    in_season(lambda world: AskToReplace(world.season.id, world.ada, "Eve"))(world)
    with world.room.workshop.open() as uow:
        take_over(uow, TakeOver(world.season.id, world.season.players["Eve"]))


ACTS: dict[str, Callable[[World], object]] = {
    "one's own turn": lambda world: world.usual.play("A2"),
    "the opponent's turn": lambda world: world.theirs.play("A1"),
    "the opponent's resignation": lambda world: resign_at(world.room, world.usual, 1),
    "one's own resignation": lambda world: resign_at(world.room, world.theirs, 1),
    "a new game": lambda world: another_game(world.room, (world.ada, world.bob)),
    "a game of the league": lambda world: world.season.games["Ada-Bob"].play("A3"),
    "a game given up in the league": lambda world: world.season.resign("Ada-Cleo", 1),
    "a challenge to the player": lambda world: propose(world.room, world.season.players["Cleo"], opponent="Ada"),
    "a challenge by the player": lambda world: propose(world.room, world.ada, opponent="Bob"),
    "a challenge declined": lambda world: decline(world.room, world.incoming, world.ada),
    "a challenge withdrawn": lambda world: withdraw(world.room, world.outgoing, world.ada),
    "a challenge accepted": in_uow(lambda uow, world: accept_challenge(uow, world.incoming, world.ada)),
    "leave of the player": lambda world: take(world.room, world.ada, 7),
    "leave of the opponent": lambda world: take(world.room, world.bob, 7),
    "all days of leave taken": lambda world: take(world.room, world.ada, 10),
    "time given": in_uow(
        lambda uow, world: give_time(uow, GiveTime(world.theirs.id, world.ada, "k" * 20, "web", uow.now))
    ),
    "no automatic leave": in_uow(
        lambda uow, world: set_clock_preferences(
            uow, world.ada, ClockPreferences((24,), has_automatic_leave=False, rest_days="67")
        )
    ),
    "a game frozen": in_uow(lambda uow, world: freeze(uow, FreezeOrder(world.usual.id, "A look is wanted."))),
    "an outage": in_uow(lambda uow, _world: uow.connection.execute(insert(table(Outage)).values(began_at=uow.now))),
    "the opponent renamed": in_uow(lambda uow, world: rename(uow, world.bob, "Robert")),
    "a challenger renamed": in_uow(lambda uow, _world: rename(uow, player_named(uow, "Dora"), "Theodora")),
    "leave of an opponent who is not due": lambda world: take(world.room, world.season.players["Cleo"], 7),
    "the player renamed": in_uow(lambda uow, world: rename(uow, world.ada, "Adele")),
    "a season paused": in_season(lambda world: Pause(world.season.id)),
    "a tighter pace": in_season(lambda world: Tighten(world.season.id, "2d/turn", world.room.clock.now() + 20 * DAY)),
    "a later end": in_season(lambda world: MoveEnd(world.season.id, world.room.clock.now() + 90 * DAY)),
    "a replacement": exchange,
    "a league to run": in_uow(
        lambda uow, world: uow.connection.execute(
            insert(table(LeagueOrganiser)).values(league_id="cup", player_id=world.ada, since=uow.now)
        )
    ),
}
"""What changes the page, each done by somebody of whom the server that keeps it knows nothing."""


@pytest.mark.parametrize("act", ACTS)
def test_a_kept_page_shows_what_happened(site: Site, act: str) -> None:
    world = a_world(site.room)
    home = Home(site, world.ada)
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
    homes = [Home(site, player) for player in (season.player("Ada"), dan, season.organiser)]

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
    home = Home(site, world.ada)
    chance, kept = Random(4), 0

    for _ in range(60):
        site.room.clock.move(timedelta(seconds=10 ** chance.uniform(-2, 5.2)))
        before = home.tag
        assert home.kept() == home.afresh()
        kept += before == home.tag

    assert kept > 10


@pytest.mark.both_databases
def test_a_kept_page_follows_the_deadlines_that_the_service_enforces(any_site: Site) -> None:
    world = a_world(any_site.room)
    home = Home(any_site, world.ada)

    for _ in range(40):
        any_site.room.clock.move(timedelta(hours=17, seconds=7))
        assert home.kept() == home.afresh()
        enforce(any_site.room)
        assert home.kept() == home.afresh()


def test_each_moment_at_which_words_change_is_known_exactly(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    home = Home(site, game.players[0])
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
    home = Home(site, season.players["Ada"])
    home.kept()

    season.games["Bob-Cleo"].play("A1")

    assert home.browser.get("/", If_None_Match=home.tag).status_code == 200
    assert home.kept() == home.afresh()


def test_another_process_knows_a_page_that_a_browser_has(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    site.room.clock.move(timedelta(minutes=1))
    home = Home(site, game.players[0])
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
    assert "This page of your games is empty." in words(three)


def test_the_games_of_somebody_else_come_a_page_at_a_time_too(site: Site) -> None:
    first = a_game(site.room)
    for _ in range(PAGE):
        another_game(site.room, first.players)

    one, two = (site.browser().get(f"/players/Ada?running={number}") for number in (1, 2))

    counts = [len([link for link in links(page) if link.startswith("/games/")]) for page in (one, two)]
    assert counts == [PAGE, 1]
