"""The number of games that wait for a player, in the menu of every page."""

import re

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze
from tests.playing import TestGame, a_game, another_game, statements_of
from tests.web.browsing import KeptPage, Site

_NUMBER = re.compile(r'id="waiting"(?: hidden)?><b>(\d+)</b>')


def number_on(page: str) -> int:
    """What the menu of a page says."""
    found = _NUMBER.search(page)
    assert found is not None
    assert (int(found[1]) == 0) == (" hidden" in found[0])
    return int(found[1])


def two_games(site: Site) -> tuple[TestGame, TestGame]:
    """One that waits for Ada and one that waits for Bob."""
    game = a_game(site.room)
    return game, another_game(site.room, game.players, "A1")


def test_the_number_is_that_of_the_list(any_site: Site) -> None:
    game, _ = two_games(any_site)
    another_game(any_site.room, game.players)
    ada, bob = (any_site.browser(player) for player in game.players)

    assert number_on(ada.get("/").text) == 2
    assert number_on(ada.get("/account").text) == 2
    assert number_on(bob.get("/ratings").text) == 1
    assert 'id="waiting"' not in any_site.browser().get("/games").text


@pytest.mark.parametrize("path", ["/", "/games/{id}", "/practice/kelasu"])
def test_no_kept_page_shows_another_number(site: Site, path: str) -> None:
    game, other = two_games(site)
    page = KeptPage(site, game.players[0], path.format(id=game.id))
    assert number_on(page.kept()) == 1

    other.play("B2")

    assert number_on(page.kept()) == 2
    assert number_on(page.afresh()) == 2


def test_the_page_of_a_game_is_not_drawn_anew_when_another_one_goes_on(site: Site) -> None:
    game, other = two_games(site)
    page = KeptPage(site, game.players[0], f"/games/{game.id}")
    with statements_of(site.room) as drawn:
        page.kept()

    other.play("B2")
    with statements_of(site.room) as filled:
        assert number_on(page.kept()) == 2

    assert any("game_event" in statement for statement in drawn)
    assert not any("game_event" in statement for statement in filled)


def test_a_frozen_game_waits_for_nobody(site: Site) -> None:
    game, _ = two_games(site)
    ada = KeptPage(site, game.players[0], "/")
    assert number_on(ada.kept()) == 1

    with site.room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "somebody looks at it"))

    assert number_on(ada.kept()) == 0


def test_the_number_takes_no_statement_of_its_own(site: Site) -> None:
    game, _ = two_games(site)
    browser = site.browser(game.players[0])
    browser.get("/rules")

    with statements_of(site.room) as seen:
        browser.get("/rules")

    assert len(seen) == 1
