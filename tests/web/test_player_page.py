"""The public page of a player: strength, results, games and who the viewer is to the player."""

from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.play.endings import resign
from corr.players.blocks import block
from corr.store.base import table
from corr.store.tables.moderation import BlockKind
from corr.store.tables.ratings import RatingDay
from tests.playing import a_game, another_game, statements_of
from tests.ratings.building import DAYS, Ended, count, write
from tests.web.browsing import Site, links, words
from tests.web.test_ratings import rated


def test_results_are_told_by_game(site: Site) -> None:
    ada, bob = site.room.player("Ada"), site.room.player("Bob")
    write(site.room, {"a": Ended(0, ada, bob, 0, turns=4), "b": Ended(0, ada, bob, None, "agreement", turns=4)})
    count(site.room)

    assert "1 won, 1 drawn, 0 lost" in words(site.browser().get("/players/Ada"))
    assert "0 won, 1 drawn, 1 lost" in words(site.browser().get("/players/Bob"))


def test_the_number_beside_a_rating_is_that_of_rated_games_alone(site: Site) -> None:
    ada, bob = site.room.player("Ada"), site.room.player("Bob")
    write(site.room, {"a": Ended(0, ada, bob, 0, turns=4), "b": Ended(0, ada, bob, 0, turns=4, is_rated=False)})
    count(site.room)

    page = words(site.browser().get("/players/Ada"))

    assert "· 1 rated game 2 won, 0 lost" in page


def test_a_viewer_sees_the_results_against_the_player_and_nobody_else_does(site: Site) -> None:
    ada, bob, cy = (site.room.player(name) for name in ("Ada", "Bob", "Cy"))
    write(site.room, {"a": Ended(0, ada, bob, 0), "b": Ended(0, bob, ada, 0, "resignation", game="kelasu")})
    count(site.room)

    seen = words(site.browser(ada).get("/players/Bob"))

    assert "You against Bob 1 won, 1 lost : Kelasu 0 won, 1 lost; Tiny 1 won, 0 lost." in seen
    for viewer in (None, cy, bob):
        assert "You against" not in words(site.browser(viewer).get("/players/Bob"))


def test_somebody_else_can_be_challenged_and_oneself_cannot(site: Site) -> None:
    ada, bob = site.room.player("Ada"), site.room.player("Bob")

    assert "/challenge?opponent=Ada" in links(site.browser(bob).get("/players/Ada"))
    assert "/challenge?opponent=Ada" not in links(site.browser(ada).get("/players/Ada"))


@pytest.mark.parametrize(
    ("blocks", "said"), [(0, "You have blocked Bob."), (1, "Bob takes no new games at the moment.")]
)
def test_nobody_is_offered_a_challenge_that_a_block_would_refuse(site: Site, blocks: int, said: str) -> None:
    players = site.room.player("Ada"), site.room.player("Bob")
    with site.room.workshop.open() as uow:
        block(uow, players[blocks], players[1 - blocks], BlockKind.BLOCK)

    page = site.browser(players[0]).get("/players/Bob")

    assert "/challenge?opponent=Bob" not in links(page)
    assert said in words(page)
    assert "/challenge?opponent=Bob" in links(site.browser(site.room.player("Cy")).get("/players/Bob"))


def test_ratings_over_time_are_drawn_from_two_days_on(site: Site) -> None:
    ada = rated(site.room, "Ada", 1600)

    def add(day: int, rating: float) -> None:
        cells = {"game": "tiny", "player_id": ada, "rating": rating, "deviation": 60, "volatility": 0.06, "games": 1}
        with site.room.workshop.open() as uow:
            uow.connection.execute(insert(table(RatingDay)).values(**cells, day=DAYS[day]))

    add(0, 1550)
    one = site.browser().get("/players/Ada")
    add(1, 1600)
    two = site.browser().get("/players/Ada")

    assert "Ratings over time" not in words(one)
    assert "Tiny: from 1550 on 2 Mar 2026 to 1600 on 3 Mar 2026." in two.text


def test_the_latest_games_are_shown_and_a_way_to_all(site: Site) -> None:
    first = a_game(site.room)
    games = [first, *(another_game(site.room, first.players) for _ in range(19))]
    for game in games[:10]:
        site.room.clock.move(timedelta(minutes=1))
        with site.room.workshop.open() as uow:
            resign(uow, game.id, game.players[0], "web")

    page = site.browser().get("/players/Ada")

    shown = [link for link in links(page) if link.startswith("/games/")]
    assert len(shown) == 16
    assert shown[8:] == [f"/games/{game.id}" for game in games[9:1:-1]]
    assert {"/games?player=Ada", "/games?player=Ada&state=over"} <= set(links(page))


def test_deadlines_and_half_made_turns_are_nobody_elses_business(site: Site) -> None:
    game = a_game(site.room, "A1")
    game.keep_draft("C3", seat=1)

    page = site.browser().get("/players/Bob")

    assert "C3" not in page.text
    assert "due in" not in words(page)


def test_the_page_takes_as_many_statements_however_many_games_there_are(site: Site) -> None:
    ada, bob = rated(site.room, "Ada", 1600), site.room.player("Bob")
    counts = []
    for number in range(2):
        another_game(site.room, (ada, bob))
        write(site.room, {f"g{number}x{each}": Ended(number, ada, bob, 0) for each in range(1 + 30 * number)})
        count(site.room)
        browser = site.browser(bob)
        browser.get("/players/Ada")
        with statements_of(site.room) as asked:
            browser.get("/players/Ada")
        counts.append(len(asked))

    assert counts[0] == counts[1] <= 16
