"""Pages about ratings: lists, a player's history and conduct, and the same as files."""

import csv
import json
import re
from io import StringIO

import pytest
from sqlalchemy import insert, update

from corr.game.game_row import PLAYER
from corr.store.base import table
from corr.store.tables.ratings import Rating
from tests.play.proposing import propose
from tests.playing import Room
from tests.ratings.building import DAYS, Ended, count, write
from tests.web.browsing import Site, links, words


def rated(room: Room, name: str, rating: float, *, day: int = 0, game: str = "tiny", deviation: float = 60) -> int:
    """A new player with a rating."""
    player_id = room.player(name)
    cells = {"game": game, "player_id": player_id, "rating": rating, "deviation": deviation, "volatility": 0.06}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Rating)).values(**cells, games=12, last_day=DAYS[day]))
    return player_id


def test_a_list_names_the_best_first_with_place_deviation_games_and_last_day(any_site: Site) -> None:
    rated(any_site.room, "Ada", 1500.4)
    rated(any_site.room, "Bob", 1700.6)

    page = any_site.browser().get("/ratings/tiny")

    assert "1 Bob 1701 ±60 12 2 Mar 2026 2 Ada 1500 ±60 12 2 Mar 2026" in words(page)


def test_equal_ratings_share_a_place_and_the_next_one_is_left_out(any_site: Site) -> None:
    for name, rating in (("Ada", 1600), ("Bob", 1700), ("Cy", 1600), ("Di", 1500)):
        rated(any_site.room, name, rating)

    page = any_site.browser().get("/ratings/tiny")

    assert re.findall(r"<td>(\d+)</td>\s*<th scope=\"row\"", page.text) == ["1", "2", "2", "4"]


@pytest.mark.both_databases
def test_places_go_on_over_the_pages(any_site: Site) -> None:
    for number in range(52):
        rated(any_site.room, f"Player{number}", 1600 if 48 <= number < 51 else 2000 - number)

    page = any_site.browser().get("/ratings/tiny?page=2")

    assert re.findall(r"<td>(\d+)</td>\s*<th scope=\"row\"", page.text) == ["50", "50"]
    assert "/ratings/tiny?page=1" in links(page)
    assert "/ratings/tiny?page=3" not in links(page)


def test_above_a_deviation_of_110_a_rating_has_a_question_mark_that_is_explained(site: Site) -> None:
    rated(site.room, "Ada", 1600, deviation=110)
    rated(site.room, "Bob", 1700, deviation=111)

    page = words(site.browser().get("/ratings/tiny"))

    assert "1700? ±111" in page
    assert "1600 ±110" in page
    assert "Above 110 a rating is provisional" in page


def test_the_deviation_grows_while_a_player_rests(site: Site) -> None:
    rated(site.room, "Ada", 1600, deviation=60)
    site.room.clock.move((DAYS[59] - DAYS[0]) * 2)

    page = words(site.browser().get("/ratings/tiny"))

    assert "1600 ±80" in page


def test_who_has_not_played_for_half_a_year_stands_among_all_only(any_site: Site) -> None:
    rated(any_site.room, "Ada", 1600)
    any_site.room.clock.move((DAYS[1] - DAYS[0]) * 180)
    assert "Ada" in words(any_site.browser().get("/ratings/tiny"))
    any_site.room.clock.move(DAYS[1] - DAYS[0])

    assert "Ada" not in words(any_site.browser().get("/ratings/tiny"))
    assert "There is nobody here." in words(any_site.browser().get("/ratings/tiny"))
    assert "1 Ada" in words(any_site.browser().get("/ratings/tiny?players=all"))


def test_a_closed_account_is_not_listed(any_site: Site) -> None:
    ada = rated(any_site.room, "Ada", 1600)
    with any_site.room.workshop.open() as uow:
        uow.connection.execute(update(PLAYER).where(PLAYER.c.id == ada).values(closed_at=uow.now))

    assert "Ada" not in words(any_site.browser().get("/ratings/tiny?players=all"))


def test_the_own_line_is_marked(site: Site) -> None:
    ada = rated(site.room, "Ada", 1600)
    rated(site.room, "Bob", 1700)

    page = site.browser(ada).get("/ratings/tiny").text

    assert page.count('<tr class="is-you">') == 1
    assert re.search(r'class="is-you">\s*<td>2</td>', page)


def test_the_first_page_of_ratings_has_the_best_five_of_each_game(site: Site) -> None:
    for number in range(6):
        rated(site.room, f"Player{number}", 1600 - number)
    rated(site.room, "Hidden", 1400, game="hide")

    page = site.browser().get("/ratings")

    assert "Player4" in words(page)
    assert "Player5" not in words(page)
    assert "Hidden" in words(page)
    assert "/ratings/tiny" in links(page)
    assert "No game has counted in the last 180 days." in words(page)


@pytest.mark.parametrize(
    "path", ["/ratings/chess", "/ratings/chess.csv", "/ratings/chess.json", "/players/Ada/ratings/chess"]
)
def test_of_a_game_that_there_is_not_there_is_no_list(site: Site, path: str) -> None:
    site.room.player("Ada")

    assert site.browser().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/players/Nobody/ratings/tiny", "/players/Nobody/ratings/tiny.csv"])
def test_of_a_player_who_is_not_there_there_is_no_history(site: Site, path: str) -> None:
    assert site.browser().get(path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/ratings/tiny?page=x", "/ratings/tiny?page=1&page=2", "/ratings/tiny?players=" + "x" * 99]
)
def test_an_address_that_cannot_be_read_is_told_in_a_sentence(site: Site, path: str) -> None:
    answer = site.browser().get(path)

    assert answer.status_code == 400
    assert "The field “" in words(answer)


@pytest.mark.parametrize("path", ["/ratings/tiny?page=999999999", "/players/Ada/ratings/tiny?page=999999999"])
def test_a_page_far_behind_the_last_is_empty_and_leads_to_the_first(any_site: Site, path: str) -> None:
    rated(any_site.room, "Ada", 1600)

    page = any_site.browser().get(path)

    assert page.status_code == 200
    assert [link.partition("?")[2] for link in links(page) if "page=" in link] == ["page=1"]


def test_a_list_as_csv_is_safe_to_open(any_site: Site) -> None:
    rated(any_site.room, "=1+1", 1600.6)
    rated(any_site.room, "Bob", 1700, deviation=200)

    answer = any_site.browser().get("/ratings/tiny.csv")

    assert answer.content_type.startswith("text/csv")
    assert 'filename="ratings-tiny.csv"' in answer.headers["Content-Disposition"]
    rows = list(csv.reader(StringIO(answer.text.removeprefix("\ufeff"))))
    assert rows == [
        ["place", "name", "rating", "deviation", "provisional", "games", "last day"],
        ["1", "Bob", "1700", "200", "True", "12", "2026-03-02"],
        ["2", "'=1+1", "1601", "60", "False", "12", "2026-03-02"],
    ]


def test_a_list_as_json_has_the_same(any_site: Site) -> None:
    rated(any_site.room, "Ada", 1600.6)

    answer = any_site.browser().get("/ratings/tiny.json")

    assert json.loads(answer.text) == {
        "game": "tiny",
        "title": "Tiny",
        "has_more": False,
        "players": [
            {
                "place": 1,
                "name": "Ada",
                "rating": 1601,
                "deviation": 60,
                "provisional": False,
                "games": 12,
                "last_day": "2026-03-02",
            }
        ],
    }


@pytest.mark.both_databases
def test_a_history_tells_each_day_with_its_change_and_draws_it(any_site: Site) -> None:
    ada, bob = any_site.room.player("Ada"), any_site.room.player("Bob")
    write(any_site.room, {"a": Ended(0, ada, bob), "b": Ended(9, ada, bob, 1), "c": Ended(9, bob, ada, None)})
    count(any_site.room)

    page = any_site.browser().get("/players/ada/ratings/tiny")

    days = re.findall(r"(\d+ \w+ \d{4}) (\d+\?) (±\d+) ([+−±]\d+) (\d+)", words(page))
    assert [(day[0], day[4]) for day in days] == [("11 Mar 2026", "2"), ("2 Mar 2026", "1")]
    assert days[1][3] == f"+{int(days[1][1].rstrip('?')) - 1500}"
    assert days[0][3].startswith("−")
    assert "After 3 rated games" in words(page)
    assert 'class="chart"' in page.text
    assert "chart-band" in page.text


@pytest.mark.both_databases
def test_a_long_history_is_told_in_pages_of_which_each_change_is_right(any_site: Site) -> None:
    ada, bob = any_site.room.player("Ada"), any_site.room.player("Bob")
    write(any_site.room, {f"g{day}": Ended(day, ada, bob, day % 2) for day in range(60)})
    count(any_site.room)
    browser = any_site.browser()

    changes = [
        change
        for number in (1, 2)
        for change in re.findall(
            r"\d+\?? ±\d+ ([+−±]\d+) \d", words(browser.get(f"/players/Ada/ratings/tiny?page={number}"))
        )
    ]

    assert len(changes) == 60
    rows = list(csv.DictReader(StringIO(browser.get("/players/Ada/ratings/tiny.csv").text.removeprefix("\ufeff"))))
    told = [int(change.replace("−", "-").replace("±", "")) for change in reversed(changes)]
    assert told == [pytest.approx(float(row["change"]), abs=0.51) for row in rows]
    assert rows[0]["day"] == "2026-03-02"
    assert sum(int(row["games"]) for row in rows) == 60


def test_who_has_no_rated_game_is_told_so(site: Site) -> None:
    ada = site.room.player("Ada")

    assert "No game of Tiny has counted for Ada yet." in words(site.browser().get("/players/Ada/ratings/tiny"))
    assert "No game of Tiny has counted for you yet." in words(site.browser(ada).get("/players/Ada/ratings/tiny"))


def test_a_players_page_has_the_ratings_by_game(any_site: Site) -> None:
    rated(any_site.room, "Ada", 1600.6, deviation=120)

    page = any_site.browser().get("/players/Ada")

    assert "Tiny 1601? ±120 · 12 rated games" in words(page)
    assert "A question mark means the rating is provisional" in words(page)
    assert "/players/Ada/ratings/tiny" in links(page)


def test_a_players_page_has_the_reliability_from_five_games_on(any_site: Site) -> None:
    ada, bob = any_site.room.player("Ada"), any_site.room.player("Bob")
    write(any_site.room, {f"g{number}": Ended(number, ada, bob, 1, "resignation", turns=4) for number in range(4)})
    count(any_site.room)
    assert "Reliability" not in words(any_site.browser().get("/players/Ada"))
    write(any_site.room, {"late": Ended(5, ada, bob, 1, "time", turns=4)})
    count(any_site.room)

    assert "Reliability 4 of the last 5 games finished (80%)" in words(any_site.browser().get("/players/Ada"))
    assert "Reliability 5 of the last 5 games finished (100%)" in words(any_site.browser().get("/players/Bob"))


def test_a_challenge_tells_the_ratings_of_both(site: Site) -> None:
    ada = rated(site.room, "Ada", 1600)
    rated(site.room, "Bob", 1700, deviation=200)
    made = propose(site.room, ada)

    assert "Ratings Ada 1600, Bob 1700?" in words(site.browser(ada).get(f"/challenges/{made.id}"))


def test_a_challenge_tells_no_rating_of_who_has_none(site: Site) -> None:
    ada = rated(site.room, "Ada", 1600)
    site.room.player("Bob")
    made = propose(site.room, ada)

    page = words(site.browser(ada).get(f"/challenges/{made.id}"))
    assert "Ratings Ada 1600 Seats" in page


@pytest.mark.both_databases
def test_pages_of_ratings_are_for_everybody_and_look_alike_to_strangers(any_site: Site) -> None:
    rated(any_site.room, "Ada", 1600)
    before = any_site.room.rows(Rating)

    for path in ("/ratings", "/ratings/tiny", "/ratings/tiny.csv", "/ratings/tiny.json", "/players/Ada/ratings/tiny"):
        assert any_site.browser().get(path).status_code == 200, path

    assert any_site.room.rows(Rating) == before


def test_the_best_of_a_game_are_shown_with_all_who_share_the_last_place_and_the_reader(site: Site) -> None:
    for number in range(4):
        rated(site.room, f"Best{number}", 1900 - number)
    for name in ("Abe", "Bea", "Cyd"):
        rated(site.room, name, 1700)
    rated(site.room, "Hal", 1600)
    reader = site.browser(rated(site.room, "Ida", 1500))

    seen, by_strangers = reader.get("/ratings"), site.browser().get("/ratings")

    assert all(f"5 {name} 1700" in words(by_strangers) for name in ("Abe", "Bea", "Cyd"))
    assert "9 Ida you 1500" in words(seen)
    assert "Ida" not in words(by_strangers)
    assert "Hal" not in words(seen)
    assert "/ratings/tiny" in links(by_strangers)
