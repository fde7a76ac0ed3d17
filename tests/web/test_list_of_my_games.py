"""The list of a player’s running games: what its rows say, what is new in them, and how people choose among them."""

import re
from datetime import timedelta
from html import unescape

import pytest
from sqlalchemy import insert

from corr.core.pace import Late
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import Tighten
from corr.play.endings import accept_draw, offer_draw
from corr.play.running_games import PAGE
from corr.store.base import table
from corr.store.tables.ratings import Rating
from tests.clocks.ticking import enforce
from tests.leagues.running import REASON, a_running_season
from tests.play.proposing import propose
from tests.playing import DAY, Room, TestGame, a_game, another_game, statements_of, terms
from tests.web.browsing import Browser, KeptPage, Site, links, words
from tests.web.home_worlds import ACTS, WON, a_world, write

# -- rows -------------------------------------------------------------------------------------------------------


def rows_of(browser: Browser, address: str = "/") -> dict[str, str]:
    """The rows of running games as people read them, by the ids of the games."""
    found = re.findall(r'(?s)<a class="mine-game card" href="/games/([a-z0-9]+)">(.*?)</a>', browser.get(address).text)
    return {game: " ".join(unescape(re.sub("<[^>]+>", " ", row)).split()) for game, row in found}


def rate(room: Room, player: int, rating: float, *, game: str = "tiny", deviation: float = 60) -> None:
    day = room.clock.now().date() - timedelta(days=1)
    row = {"game": game, "player_id": player, "rating": rating, "deviation": deviation, "last_day": day}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Rating)).values(**row, volatility=0.06, games=9))


def test_a_row_says_against_whom_and_how_long_in_few_words(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    rate(site.room, game.players[1], 1612)
    rate(site.room, game.players[0], 1400, deviation=200)
    rate(site.room, game.players[1], 1777, game="tiny-other")
    ada, bob = (site.browser(player) for player in game.players)

    assert rows_of(ada) == {game.id: "Bob 1612 Tiny · turn 3 3 days left"}
    assert rows_of(bob) == {game.id: "Ada 1400? Tiny · turn 3 3 days left"}


def test_each_row_has_the_board_of_its_game_as_its_player_sees_it(site: Site) -> None:
    game = a_game(site.room, *("infiltrator F11", "infiltrator E2"), ruleset="kerd/1")

    for seat, player in enumerate(game.players):
        browser = site.browser(player)
        pictures = re.findall(
            r'<img class="small-board" src="([^"]+)" alt="([^"]+)"\s+width="96"', browser.get("/").text
        )
        ((address, told),) = pictures
        answer = browser.get(unescape(address))
        assert f"&seat={seat}" in unescape(address)
        assert told == "Board after turn 1"
        assert "immutable" in answer.headers["Cache-Control"]
        assert 'class="mark"' in answer.text


def test_finished_games_have_their_boards_too_and_say_what_they_were_for_the_player(site: Site) -> None:
    won = a_game(site.room, *WON)
    drawn = another_game(site.room, won.players, "A1", "B1")
    with site.room.workshop.open() as uow:
        offer_draw(uow, drawn.id, won.players[0], "web")
    with site.room.workshop.open() as uow:
        accept_draw(uow, drawn.id, won.players[1], "web")

    for seat, (player, opponent, result) in enumerate(zip(won.players, ("Bob", "Ada"), ("Won", "Lost"), strict=True)):
        browser = site.browser(player)
        found, page = rows_of(browser), browser.get("/").text
        pictures = list(map(unescape, re.findall(r'<img class="small-board" src="([^"]+)"[^>]*loading="lazy"', page)))
        assert found[won.id].startswith(f"{opponent} Tiny · ")
        assert f" {result} Cross won" in found[won.id]
        assert " Draw The game is a draw" in found[drawn.id]
        assert [f"&seat={seat}" in address for address in pictures] == [True, True]
        assert browser.get(pictures[0]).mimetype == "image/svg+xml"


def test_many_finished_games_take_as_many_statements_as_few(site: Site) -> None:
    first = a_game(site.room, *WON)
    counts = []

    for _ in range(2):
        browser = site.browser(first.players[0])
        with statements_of(site.room) as seen:
            browser.get("/")
        counts.append(len(seen))
        for _ in range(30):
            another_game(site.room, first.players, *WON)

    assert counts[0] == counts[1]


def test_what_others_ask_comes_after_the_games_that_wait_for_the_player(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    propose(site.room, game.players[1], opponent="Ada")
    propose(site.room, site.room.player("Dora"), opponent="Ada")
    ada = site.browser(game.players[0])

    page = ada.get("/")

    assert page.text.index('id="yours"') < page.text.index('id="challenges"')
    assert "2 challenges wait for your answer." in words(page)
    assert "#challenges" in links(page)
    game.play("A2")
    page = ada.get("/")
    assert page.text.index('id="challenges"') < page.text.index('id="yours"')
    assert "for your answer" not in words(page)


def test_boards_have_the_colours_that_each_reader_chose(site: Site) -> None:
    game = a_game(site.room, "A1")
    ada, other = (site.browser(game.players[0]) for _ in range(2))
    assert "look=" not in ada.get("/").text

    ada.post("/appearance", theme="plain", scheme="dark", coordinates="off", orientation="first")

    assert "look=" in ada.get("/").text
    assert ada.get("/").text.count("small-board.svg") == other.get("/").text.count("small-board.svg") == 1


def test_what_follows_is_said_on_the_last_day_only(site: Site) -> None:
    lost = a_game(site.room, "A1", "B1", agreed=terms("3d/turn", leave=False))
    claimed = another_game(site.room, lost.players, "A1", "B1", agreed=terms("3d/turn", late=Late.CLAIM, leave=False))
    saved = another_game(site.room, lost.players, "A1", "B1")
    ada, bob = (site.browser(player) for player in lost.players)
    assert "Then" not in " ".join(rows_of(ada).values())

    site.room.clock.move(timedelta(days=2, hours=3))

    found = rows_of(ada)
    assert "Then you lose on time." in found[lost.id]
    assert "Then Bob may claim the game." in found[claimed.id]
    assert "Then a day of leave begins." in found[saved.id]
    assert "Then" not in " ".join(rows_of(bob).values())


def test_a_game_that_can_be_claimed_says_so_to_who_may(site: Site) -> None:
    game = a_game(site.room, "A1", "B1", agreed=terms("3d/turn", late=Late.CLAIM, leave=False))
    site.room.clock.move(timedelta(days=3))
    enforce(site.room)
    ada, bob = (rows_of(site.browser(player))[game.id] for player in game.players)

    assert "Time is up Bob may claim the game. You can still play." in ada
    assert "Time is up You may claim it" in bob


def test_a_draw_offer_is_marked_for_both(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    with site.room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[1], "web")
    ada, bob = (rows_of(site.browser(player))[game.id] for player in game.players)

    assert ada.endswith("Draw offered")
    assert bob.endswith("You offered a draw")


def unread(site: Site, game: TestGame) -> list[bool]:
    """Whether each player is told of a message on the list and on the game's page."""
    found = []
    for player in game.players:
        browser = site.browser(player)
        is_marked = rows_of(browser)[game.id].endswith("Message")
        assert is_marked == ("Mark as read" in browser.get(f"/games/{game.id}").text)
        found.append(is_marked)
    return found


@pytest.mark.parametrize("how", ["said so", "played", "wrote"])
def test_a_message_is_unread_until_its_reader_does_something(site: Site, how: str) -> None:
    game = a_game(site.room, "A1", "B1")
    with site.room.workshop.open() as uow:
        write(uow, game, game.players[1])
    assert unread(site, game) == [True, False]

    if how == "said so":
        browser = site.browser(game.players[0])
        seen = re.search(r'name="up_to" value="(\d+)"', browser.get(f"/games/{game.id}").text)
        assert seen is not None
        answers = [browser.post(f"/games/{game.id}/messages/read", up_to=seen[1]) for _ in range(2)]
        assert [answer.location for answer in answers] == [f"/games/{game.id}#messages"] * 2
    elif how == "played":
        game.play("A2")
    else:
        with site.room.workshop.open() as uow:
            write(uow, game, game.players[0], "And hello to you")

    assert unread(site, game) == [False, how == "wrote"]


def test_no_kept_page_marks_messages_that_were_read(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    with site.room.workshop.open() as uow:
        write(uow, game, game.players[1])
    page = KeptPage(site, game.players[0], f"/games/{game.id}")
    seen = re.search(r'name="up_to" value="(\d+)"', page.kept())
    assert seen is not None

    page.browser.post(f"/games/{game.id}/messages/read", up_to=seen[1])

    assert 'id="unread"' not in page.kept()


def test_a_message_that_came_meanwhile_stays_unread(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    browser = site.browser(game.players[0])
    for text in ("One", "Two"):
        with site.room.workshop.open() as uow:
            write(uow, game, game.players[1], text)

    browser.post(f"/games/{game.id}/messages/read", up_to="1")

    assert unread(site, game) == [True, False]


@pytest.mark.parametrize(
    ("who", "value", "status"),
    [
        ("Bob", "1", 303),
        ("Carol", "1", 403),
        ("Ada", "x", 400),
        ("Ada", "", 400),
        ("Ada", "9" * 9, 303),
        ("Ada", "9" * 19, 400),
    ],
)
def test_only_a_player_says_what_the_player_read(site: Site, who: str, value: str, status: int) -> None:
    game = a_game(site.room, "A1", "B1")
    players = {"Ada": game.players[0], "Bob": game.players[1], "Carol": site.room.player("Carol")}
    with site.room.workshop.open() as uow:
        write(uow, game, players["Bob"])

    answer = site.browser(players[who]).post(f"/games/{game.id}/messages/read", up_to=value)

    assert answer.status_code == status
    assert unread(site, game)[0] == (status != 303 or who == "Bob")


def test_looking_changes_nothing(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    with site.room.workshop.open() as uow:
        write(uow, game, game.players[1])

    for path in ("/", f"/games/{game.id}", f"/games/{game.id}/messages", f"/games/{game.id}/turns"):
        site.browser(game.players[0]).get(path)

    assert unread(site, game) == [True, False]
    assert site.browser(game.players[0]).get(f"/games/{game.id}/messages/read").status_code == 405


def test_what_is_announced_for_many_games_is_said_once(site: Site) -> None:
    season = a_running_season(site.room, "Ada Bob Cleo Dan")
    act = Tighten(season.id, "2d/turn", site.room.clock.now() + 20 * DAY)
    with site.room.workshop.open() as uow:
        act.carry_out(uow, ActRequest(season.organiser, REASON, version=season.row.version))

    shown = words(site.browser(season.players["Ada"]).get("/"))

    assert shown.count("In Summer Cup, for turns that begin from") == 1
    assert "This applies to 3 of the games below." in shown


def test_an_untimed_game_says_when_it_is_closed_only_if_that_is_soon(site: Site) -> None:
    game = a_game(site.room, "A1", pace="untimed")
    assert "No time limit" in rows_of(site.browser(game.players[0]))[game.id]

    for _ in range(80):
        # A session that nobody uses does not last for months.
        home = KeptPage(site, game.players[0])
        home.kept()
        site.room.clock.move(timedelta(days=5, hours=7, minutes=3))
        assert home.kept() == home.afresh()
        if "if nobody plays" in rows_of(home.browser)[game.id]:
            return
    pytest.fail("it is never said")


# -- filters ----------------------------------------------------------------------------------------------------


def test_filters_come_with_twenty_games(site: Site) -> None:
    first = a_game(site.room)
    browser = site.browser(first.players[0])
    for _ in range(18):
        another_game(site.room, first.players)
    before = browser.get("/").text

    another_game(site.room, first.players)

    assert 'name="opponent"' not in before
    assert 'name="opponent"' in browser.get("/").text


def test_games_are_chosen_by_game_turn_and_opponent(site: Site) -> None:
    usual = a_game(site.room, "A1", "B1")
    ada, cleo = usual.players[0], site.room.player("Cleo")
    theirs = another_game(site.room, usual.players, "A1")
    kelasu = another_game(site.room, (ada, cleo), ruleset="kelasu/1")
    browser = site.browser(ada)

    found = {
        query: set(rows_of(browser, f"/?{query}"))
        for query in ("game=kelasu", "turn=yours", "turn=theirs", "opponent=Bob", "opponent=cleo", "opponent=Ada",
                      "game=tiny&turn=yours", "game=kyo", "turn=nobody", "")
    }  # fmt: skip

    everything = {usual.id, theirs.id, kelasu.id}
    assert found == {
        "game=kelasu": {kelasu.id},
        "turn=yours": {usual.id, kelasu.id},
        "turn=theirs": {theirs.id},
        "opponent=Bob": {usual.id, theirs.id},
        "opponent=cleo": {kelasu.id},
        "game=tiny&turn=yours": {usual.id},
        "opponent=Ada": set(),
        "game=kyo": set(),
        "turn=nobody": everything,
        "": everything,
    }


def test_a_name_that_nobody_has_leads_to_one_that_somebody_has(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")

    answer = site.browser(game.players[0]).get("/?opponent=Bobb&turn=yours")

    assert "There is no player of that name. Did you mean Bob ?" in words(answer)
    assert "/?turn=yours&opponent=Bob" in links(answer)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "query",
    ["game=%00", "game='--", "turn=%F0%9F%98%80", "opponent=%27%20OR%201=1", "opponent=" + "x" * 60,
     "running=999999999", "running=0&game=tiny", "game=tiny&opponent=Bob&turn=theirs&running=2", "game=no-such"],
)  # fmt: skip
def test_hostile_filters_find_nothing_and_break_nothing(any_site: Site, query: str) -> None:
    game = a_game(any_site.room, "A1", "B1")
    browser = any_site.browser(game.players[0])

    answer = browser.get(f"/?{query}")

    assert answer.status_code in {200, 400}
    assert "<script>" not in answer.text.partition("<main")[2]


def test_pages_of_chosen_games_keep_the_choice(site: Site) -> None:
    first = a_game(site.room)
    for _ in range(PAGE):
        another_game(site.room, first.players)
    browser = site.browser(first.players[0])

    one, two = (browser.get(f"/?game=tiny&opponent=Bob&running={number}") for number in (1, 2))

    assert "/?game=tiny&opponent=Bob&running=2" in links(one)
    assert len([link for link in links(two) if link.startswith("/games/")]) == 1


def test_a_kept_page_of_chosen_games_is_up_to_date(site: Site) -> None:
    world = a_world(site.room)
    pages = [
        KeptPage(site, world.ada, f"/?{query}") for query in ("turn=yours", "game=tiny", "opponent=Bob", "opponent=Eve")
    ]
    assert [page.kept() for page in pages] == [page.afresh() for page in pages]

    for act in ("one's own turn", "the opponent renamed", "leave of the opponent", "a message"):
        ACTS[act](world)
        assert [page.kept() for page in pages] == [page.afresh() for page in pages]


def test_who_has_no_games_is_told_how_to_begin(site: Site) -> None:
    answer = site.browser(site.room.player("Nora")).get("/")

    assert {"/practice", "/offers", "/offers/new"} <= set(links(answer))
    assert {"/offers", "/challenge", "/leagues", "/rules", "/practice"} <= set(links(answer))


@pytest.mark.both_databases
def test_a_list_of_chosen_games_takes_two_statements_more_at_most(any_site: Site) -> None:
    world = a_world(any_site.room)
    browser = any_site.browser(world.ada)

    with statements_of(any_site.room) as seen:
        browser.get("/?game=tiny&turn=yours&opponent=Bob")

    assert len([statement for statement in seen if statement.startswith(("SELECT", "WITH"))]) <= 9


def test_games_beyond_one_page_are_counted_by_one_statement_however_many(site: Site) -> None:
    world = a_world(site.room)
    browser = site.browser(world.ada)
    counts = []

    for _ in range(3):
        with statements_of(site.room) as seen:
            browser.get("/")
        counts.append(len(seen))
        for _ in range(60):
            another_game(site.room, (world.ada, world.bob))

    few, many, more = counts
    assert many == more == few + 1
