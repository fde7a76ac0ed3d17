"""Standing offers on pages: made in the form of offers, listed with their games, ended; and a limit of games."""

import re

import pytest

from corr.store.tables.games import StandingOffer
from tests.web.browsing import Browser, Site, words

TERMS = {"game": "tiny", "pace": "3d/turn", "seat_wish": "first", "one_at_a_time": "no"}


def stand(ada: Browser, takers: str = "keep-2") -> str:
    """The address of the offer that is open."""
    return ada.post("/offers", **TERMS, takers=takers).headers["Location"]


def test_a_standing_offer_is_made_in_the_form_of_offers_and_listed_with_its_games(site: Site) -> None:
    ada, bob = (site.browser(site.room.player(name)) for name in ("Ada", "Bob"))
    assert "Anyone, reopened by itself: up to" in words(ada.get("/offers/new"))

    address = stand(ada)

    assert "A standing offer: open again after each game" in words(bob.get(address))
    assert "Your standing offers Tiny, 3 days for each turn 0 of 2 games running, an offer is open." in words(
        ada.get("/offers")
    )
    bob.post(f"{address}/take")
    assert "1 of 2 games running." in words(ada.get("/offers"))


def test_its_player_ends_it_and_nobody_else_does(site: Site) -> None:
    ada, bob = (site.browser(site.room.player(name)) for name in ("Ada", "Bob"))
    stand(ada)
    end = re.search(r'action="(/offers/standing/\d+/end)"', ada.get("/offers").text)
    assert end is not None

    assert bob.post(end[1]).status_code == 404
    assert ada.post(end[1]).status_code == 303

    assert "standing offer has ended" in words(ada.get("/offers"))
    assert "No one is offering a game right now." in words(bob.get("/offers"))


@pytest.mark.parametrize("takers", ["keep-6", "keep-0", "keep-", "keep-x", "keep-1.5"])
def test_a_choice_that_the_form_does_not_have_is_refused_beside_it(site: Site, takers: str) -> None:
    ada = site.browser(site.room.player("Ada"))

    refused = ada.post("/offers", **TERMS, takers=takers)

    assert refused.status_code == 400
    assert "Choose for whom the offer is." in words(refused)


def test_offers_wait_at_a_limit_of_running_games_that_the_page_says(site: Site) -> None:
    ada, bob = (site.browser(site.room.player(name)) for name in ("Ada", "Bob"))
    bob.post(f"{stand(ada)}/take")

    ada.post("/offers/limit", most_games="1")

    page = words(ada.get("/offers"))
    assert "You’ve reached your limit, so your offers are paused." in page
    assert "You have 1 now," in page
    ada.post("/offers/limit", most_games="")
    assert "so your offers are paused" not in words(ada.get("/offers"))


def test_a_limit_that_is_no_number_is_refused_with_what_to_write(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))

    refused = ada.post("/offers/limit", most_games="many")

    assert refused.status_code == 400
    assert "Write a number from 1 to 500, or nothing for no limit." in words(refused)


def test_how_many_games_are_kept_going_is_a_choice_of_its_own(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))

    ada.post("/offers", **TERMS, takers="keep", keeps="3", seats="5")

    assert [row["games"] for row in site.room.rows(StandingOffer)] == [3]


def test_a_refused_form_keeps_for_whom_the_offer_is(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))

    refused = ada.post("/offers", **{**TERMS, "game": "chess"}, takers="club", seats="7")

    assert 'value="club" checked' in refused.text
    assert "<option selected>7</option>" in refused.text
