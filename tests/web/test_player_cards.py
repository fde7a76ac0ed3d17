"""The cards of the two players on the page of a game: names, ratings, clocks, banks and who is away."""

import re
from datetime import timedelta
from html import unescape

import pytest
from sqlalchemy import update

from corr.core.days_off import ForDays
from corr.ratings.rated_games import RATING
from tests.clocks.leaving import take
from tests.playing import TestGame, a_game, statements_of, terms
from tests.web.browsing import Browser, KeptPage, Site


def cards(browser: Browser, game: TestGame) -> list[str]:
    """What stands on the cards."""
    page = browser.get(f"/games/{game.id}").text
    found = re.findall(r'<li class="seat .*?(?=<div class="seat-material">|</li>)', page, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", card, flags=re.DOTALL)).split()) for card in found]


def a_rated_game(site: Site, of: str = "kelasu") -> TestGame:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    with site.room.workshop.open() as uow:
        for player, rating, deviation in ((game.players[0], 1612.0, 60.0), (game.players[1], 1490.0, 200.0)):
            values = {"volatility": 0.06, "games": 5, "last_day": uow.now.date()}
            uow.connection.execute(
                RATING.insert().values(game=of, player_id=player, rating=rating, deviation=deviation, **values)
            )
    return game


def test_a_card_has_name_rating_seat_and_the_time_that_is_left(site: Site) -> None:
    game = a_rated_game(site)

    assert cards(site.browser(game.players[0]), game) == ["Ada you 1612 Blue", "Bob 1490? Red · to play 3d"]
    assert cards(site.browser(), game) == ["Ada 1612 Blue", "Bob 1490? Red · to play 3d"]


def test_a_card_has_no_rating_of_other_games(site: Site) -> None:
    game = a_rated_game(site, of="tiny")

    assert cards(site.browser(), game) == ["Ada Blue", "Bob Red · to play 3d"]


@pytest.mark.parametrize(
    ("passed", "left"),
    [
        (timedelta(hours=5), "2d 19h"),
        (timedelta(days=2, hours=18, minutes=1), "5h 59m"),
        (timedelta(days=2, hours=23, minutes=59, seconds=30), "seconds"),
    ],
)
def test_the_time_on_a_card_is_told_to_the_minute(site: Site, passed: timedelta, left: str) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    browser = site.browser()
    cards(browser, game)

    site.room.clock.move(passed)

    assert cards(browser, game)[1] == f"Bob Red · to play {left}"


def test_a_card_shows_the_bank_while_the_clock_stands(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1", pace="10d+36h/12d")

    assert cards(site.browser(), game) == ["Ada Blue bank 11d", "Bob Red · to play 10d"]


def test_a_card_shows_that_a_player_is_away_to_the_other_one_alone(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1", agreed=terms("3d/turn"))

    take(site.room, game.players[1], ForDays(2))

    assert cards(site.browser(game.players[0]), game)[1] == "Bob Red · to play · away 3d, stopped"
    assert "away" not in " ".join(cards(site.browser(), game))


@pytest.mark.parametrize("values", [{"rating": 1633.0}, {"deviation": 150.0}])
def test_a_rating_that_changes_is_shown_at_once_and_nothing_else_is_drawn_anew(
    any_site: Site, values: dict[str, float]
) -> None:
    game = a_rated_game(any_site)
    pages = [KeptPage(any_site, reader, f"/games/{game.id}") for reader in (*game.players, None)]
    before = [(page.kept(), page.tag) for page in pages]
    assert [(page.kept(), page.tag) for page in pages] == before

    with any_site.room.workshop.open() as uow:
        uow.connection.execute(update(RATING).where(RATING.c.player_id == game.players[0]).values(values))

    assert all(page.kept() != text for page, (text, _) in zip(pages, before, strict=True))
    assert [page.kept() for page in pages] == [page.afresh() for page in pages]


def test_a_rating_becomes_provisional_with_the_days(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1", pace="untimed")
    with site.room.workshop.open() as uow:
        values = {"rating": 1612.0, "deviation": 109.9, "volatility": 0.06, "games": 5, "last_day": uow.now.date()}
        uow.connection.execute(RATING.insert().values(game="kelasu", player_id=game.players[0], **values))
    browser = site.browser()
    before = cards(browser, game)[0]

    site.room.clock.move(timedelta(days=30))

    assert (before, cards(browser, game)[0]) == ("Ada 1612 Blue", "Ada 1612? Blue")


@pytest.mark.both_databases
def test_ratings_take_one_statement_and_none_on_a_page_that_is_kept(any_site: Site) -> None:
    game = a_rated_game(any_site)
    browser = any_site.browser(game.players[0])

    with statements_of(any_site.room) as first:
        browser.get(f"/games/{game.id}")
    with statements_of(any_site.room) as again:
        browser.get(f"/games/{game.id}")

    assert len(first) <= 10, first
    assert len(again) == 2, again
