"""The list of players: what it shows, how one searches and chooses, who is not in it, and what it costs."""

from datetime import date, timedelta
from urllib.parse import quote

import pytest
from sqlalchemy import insert, update

from corr.players.listing import list_next, note_listing, search_words
from corr.players.profiles import rename
from corr.ratings.player_list import MOST_FOUND, PAGE
from corr.store.base import table
from corr.store.tables.player_accounts import ListedPlayer, NameWord, Player
from corr.store.tables.ratings import Rating
from tests.playing import DAY, Room, a_game, statements_of
from tests.web.browsing import Browser, Site, links, settings_fields, words

pytestmark = pytest.mark.both_databases
_LONG = "W" * 30


def _listed(room: Room) -> None:
    with room.workshop.open() as uow:
        note_listing(uow, [row["id"] for row in room.rows(Player)])
    while True:
        with room.workshop.open() as uow:
            if not list_next(uow):
                return


def _rate(room: Room, player_id: int, rating: float, game: str = "tiny") -> None:
    cells = {"game": game, "player_id": player_id, "rating": rating, "deviation": 60.0, "volatility": 0.06}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Rating)).values(**cells, games=9, last_day=date(2026, 3, 1)))


def _names(browser: Browser, query: str = "") -> list[str]:
    page = browser.get(f"/players{query}")
    assert page.status_code == 200
    return [link.removeprefix("/players/") for link in links(page) if link.startswith("/players/")]


def _everybody(browser: Browser, query: str) -> list[str]:
    found, path = [], f"/players?{query}"
    while path:
        page = browser.get(path)
        found += [link.removeprefix("/players/") for link in links(page) if link.startswith("/players/")]
        path = next((link for link in links(page) if "after=" in link), "")
    return found


def test_a_player_is_listed_with_what_others_want_to_know(any_site: Site) -> None:
    game = a_game(any_site.room)
    _rate(any_site.room, game.players[0], 1612.4)
    _listed(any_site.room)

    page = any_site.browser().get("/players")

    assert "2 players" in words(page)
    assert "Ada Tiny 1612 Active this week · 1 running game Challenge" in words(page)
    assert "Bob not rated yet" in words(page)
    assert {"/players/Ada", "/challenge?opponent=Ada"} <= set(links(page))


def test_nobody_challenges_themselves_from_the_list(site: Site) -> None:
    ada = site.room.player("Ada")
    _listed(site.room)

    page = site.browser(ada).get("/players")

    assert "Ada you" in words(page)
    assert "/challenge?opponent=Ada" not in links(page)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ann", ["Anna van Berg"]),
        ("BERG", ["Anna van Berg"]),
        ("van be", ["Anna van Berg"]),
        ("van-be", ["Anna van Berg"]),
        ("erg", []),
        ("zofie", ["Žofie O'Neil"]),
        ("Žof", ["Žofie O'Neil"]),
        ("neil", ["Žofie O'Neil"]),
        ("\u0430nna", ["Anna van Berg"]),
        ("%", []),
        ("a%", []),
        ("_", []),
        ("\N{GRINNING FACE}", []),
        ("ann@example.org", []),
        ("example.org", []),
    ],
)
def test_names_are_found_by_the_beginning_of_a_word(any_site: Site, typed: str, found: list[str]) -> None:
    for name in ("Anna van Berg", "Žofie O'Neil"):
        any_site.room.player(name)
    _listed(any_site.room)

    assert _names(any_site.browser(), f"?q={quote(typed)}") == [quote(name) for name in found]


def test_an_address_finds_nobody_and_the_page_says_so(site: Site) -> None:
    site.room.player("Ada")
    _listed(site.room)

    page = site.browser().get("/players?q=ada@example.org")

    assert "Nobody is found by a mail address." in words(page)
    assert "/players/Ada" not in links(page)


@pytest.mark.parametrize("order", ["", "name", "rating"])
@pytest.mark.parametrize("active", ["", "yes"])
def test_every_player_stands_on_one_page_in_order(any_site: Site, order: str, active: str) -> None:
    room = any_site.room
    everybody = [room.player(f"Player {number:02}") for number in range(2 * PAGE + 3)]
    for number, player in enumerate(everybody):
        _rate(room, player, 1400 + number * 7 % 10)
    _listed(room)

    found = _everybody(any_site.browser(), f"game=tiny&active={active}&order={order}")

    assert len(found) == len(set(found)) == len(everybody)
    if order == "name":
        assert found == sorted(found)
    if order == "rating":
        ratings = [1400 + int(name[-2:]) * 7 % 10 for name in found]
        assert ratings == sorted(ratings, reverse=True)


def test_pages_lead_back_as_well(any_site: Site) -> None:
    for number in range(PAGE + 2):
        any_site.room.player(f"Player {number:02}")
    _listed(any_site.room)
    browser = any_site.browser()
    first = browser.get("/players?order=name")

    second = browser.get(next(link for link in links(first) if "after=" in link))
    back = browser.get(next(link for link in links(second) if "before=" in link))

    assert [link for link in links(back) if "/players/" in link] == [one for one in links(first) if "/players/" in one]
    assert [link for link in links(back) if "before=" in link] == []


def test_ratings_limit_the_list(any_site: Site) -> None:
    room = any_site.room
    for name, rating in (("Ada", 1499.6), ("Bob", 1600.4), ("Cleo", 1600.6)):
        _rate(room, room.player(name), rating)
    room.player("Dan")
    _listed(room)

    assert _names(any_site.browser(), "?game=tiny&from=1500&to=1600") == ["Bob", "Ada"]
    assert _names(any_site.browser(), "?game=tiny&from=1601") == ["Cleo"]
    assert _names(any_site.browser(), "?game=tiny&order=name") == ["Ada", "Bob", "Cleo"]


def test_whoever_was_not_here_for_a_month_is_not_active(any_site: Site) -> None:
    room = any_site.room
    room.player("Ada")
    _listed(room)
    room.clock.move(timedelta(days=40))
    bob = room.player("Bob")
    any_site.browser(bob).get("/")
    _listed(room)

    assert _names(any_site.browser(), "?active=yes") == ["Bob"]
    assert _names(any_site.browser()) == ["Bob", "Ada"]
    assert "Ada not rated yet Not active for a month or more" in words(any_site.browser().get("/players"))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("from=x&game=tiny", "A rating is a whole number from 0 to 4,000."),
        ("from=9999&game=tiny", "A rating is a whole number from 0 to 4,000."),
        ("from=-1&game=tiny", "A rating is a whole number from 0 to 4,000."),
        ("from=%D9%A3&game=tiny", "A rating is a whole number from 0 to 4,000."),
        ("from=1700&to=1600&game=tiny", "The lowest rating is above the highest one."),
        ("from=1700", "Choose a game to look for ratings: each game has its own."),
        ("order=rating", "Choose a game to look for ratings: each game has its own."),
        ("game=nosuch", "There’s no game called “nosuch”"),
        ("q=...", "Type letters or digits of a name."),
        ("q=nobody", "Nobody matches."),
        ("after=nonsense", "This address of a further page is not complete."),
        ("after=2026-03-02~99999999999999999999", "This address of a further page is not complete."),
        ("after=nan~1&game=tiny&order=rating", "No more players."),
        ("after=2026-03-02~1&order=whatever", ""),
    ],
)
def test_the_list_says_what_is_wrong(any_site: Site, query: str, sentence: str) -> None:
    page = any_site.browser().get(f"/players?{query}")

    assert page.status_code == 200
    assert sentence in words(page)


@pytest.mark.parametrize("query", ["q=" + "x" * 61, "q=%00", "q=a&q=b", "after=" + "x" * 701])
def test_nonsense_is_refused(site: Site, query: str) -> None:
    assert site.browser().get(f"/players?{query}").status_code == 400


def test_a_new_name_is_found_and_the_old_one_is_not(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    _listed(any_site.room)

    with any_site.room.workshop.open() as uow:
        rename(uow, ada, "Grace")
    _listed(any_site.room)

    assert _names(any_site.browser(), "?q=ada") == []
    assert _names(any_site.browser(), "?q=grace") == ["Grace"]


def test_a_box_that_is_neither_ticked_nor_left_out_changes_nothing(site: Site) -> None:
    browser = site.browser(site.room.player("Ada"))
    browser.post("/account", unlisted="yes")

    refused = browser.post("/account", unlisted="perhaps")

    assert refused.status_code == 400
    assert 'name="unlisted" value="yes" checked' in browser.get("/account").text


def test_an_unlisted_player_is_nowhere_but_on_their_page(any_site: Site) -> None:
    ada = any_site.room.player("Ada")
    any_site.room.player("Bob")
    _listed(any_site.room)
    browser, stranger = any_site.browser(ada), any_site.browser()

    browser.post("/account", unlisted="yes")

    # At once, and still so when the rows were written anew.
    for _ in range(2):
        assert _names(stranger) == ["Bob"]
        assert _names(stranger, "?q=ada") == []
        assert "Ada" not in words(stranger.get("/players/Adda"))
        assert stranger.get("/players/Ada").status_code == 200
        _listed(any_site.room)
    assert {row["player_id"] for row in any_site.room.rows(NameWord)} == {ada + 1}
    assert 'name="unlisted" value="yes" checked' in browser.get("/account").text


def test_whoever_is_listed_again_is_found_again(site: Site) -> None:
    ada = site.room.player("Ada")
    browser = site.browser(ada)
    browser.post("/account", unlisted="yes")
    _listed(site.room)

    browser.post("/account", **{**settings_fields(browser), "unlisted": ""})
    _listed(site.room)

    assert _names(site.browser(), "?q=ada") == ["Ada"]


def test_a_closed_account_is_not_listed(site: Site) -> None:
    ada = site.room.player("Ada")
    _listed(site.room)

    with site.room.workshop.open() as uow:
        uow.connection.execute(update(table(Player)).where(table(Player).c.id == ada).values(closed_at=uow.now))

    assert _names(site.browser()) == []


def test_hostile_names_are_text(site: Site) -> None:
    names = [_LONG, "\u05d0\u05d1\u05d2 a", "a'b-c_d.e f", "&amp lt"]
    for name in names[:3]:
        site.room.player(name)
    _listed(site.room)

    page = site.browser().get("/players")

    assert {f"/players/{quote(name)}" for name in names[:3]} <= set(links(page))
    assert f"<bdi>{_LONG}</bdi>" in page.text


def test_searching_without_end_is_refused_for_a_while(site: Site) -> None:
    site.room.player("Ada")
    _listed(site.room)
    browser = site.browser(site.room.player("Bob"))

    answers = [browser.get("/players?q=ada").status_code for _ in range(60)]

    assert answers[:30] == [200] * 30
    assert 429 in answers
    assert browser.get("/players").status_code == 200
    site.room.clock.move(timedelta(minutes=2))
    assert browser.get("/players?q=ada").status_code == 200


def test_searching_is_limited_for_each_network(site: Site) -> None:
    stranger = site.browser()

    def searched(network: str) -> int:
        where = {"REMOTE_ADDR": network}
        return stranger.client.get("/players?q=ada", base_url=stranger.url, environ_overrides=where).status_code

    assert [searched("192.0.2.7") for _ in range(121)][119:] == [200, 429]
    assert searched("192.0.2.8") == 429
    assert searched("198.51.100.1") == 200


def test_a_search_that_finds_very_many_says_so(site: Site) -> None:
    ids = [site.room.player(f"Ann {number}") for number in range(MOST_FOUND + 1)]
    _listed(site.room)

    page = site.browser().get("/players?q=ann")

    assert len(ids) > MOST_FOUND
    assert f"More than {MOST_FOUND} names begin like this" in words(page)


@pytest.mark.parametrize("query", ["", "?q=p", "?game=tiny&order=rating", "?active=yes&order=name"])
def test_more_players_cost_no_more_statements(any_site: Site, query: str) -> None:
    browser = any_site.browser()
    counts = []
    for begin, end in ((0, 3), (3, 60)):
        for number in range(begin, end):
            _rate(any_site.room, any_site.room.player(f"Player {number:02}"), 1500)
        _listed(any_site.room)
        browser.get(f"/players{query}")
        with statements_of(any_site.room) as seen:
            browser.get(f"/players{query}")
        counts.append(len(seen))

    assert counts[0] == counts[1] <= 9


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Ada", {"ada"}),
        ("Anna van Berg", {"anna van berg", "van berg", "berg"}),
        ("O'Neil-Ruiz", {"o neil ruiz", "neil ruiz", "ruiz"}),
        ("Éloïse", {"eloise"}),
    ],
)
def test_a_name_is_searched_for_from_each_of_its_words_on(name: str, found: set[str]) -> None:
    assert search_words(name) == found


def test_rows_are_written_once_and_then_there_is_nothing_to_do(any_site: Site) -> None:
    any_site.room.player("Ada")
    _listed(any_site.room)
    before = any_site.room.rows(ListedPlayer)

    any_site.room.clock.move(DAY)
    with any_site.room.workshop.open() as uow:
        assert not list_next(uow)

    assert any_site.room.rows(ListedPlayer) == before
