"""The page of a game says what organisers decided, and lets them, and nobody else, give time."""

import re

from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult
from corr.leagues.acts.season_changes import Pause
from tests.leagues.running import REASON, a_running_season
from tests.playing import DAY
from tests.web.browsing import Site, words

_KEY = re.compile(r'name="order_key" value="([^"]*)"')


def test_the_page_of_a_paused_game_says_that_it_stands_still_in_its_league(site: Site) -> None:
    season = a_running_season(site.room)
    with site.room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON))

    page = words(site.browser(season.players["Ada"]).get(f"/games/{season.games['Ada-Bob'].id}"))

    assert "This game is paused" in page
    assert REASON in page
    assert "Its league paused it on" in page
    assert "administrator" not in page


def test_the_page_of_a_game_whose_result_was_set_says_by_whom_and_why(site: Site) -> None:
    season = a_running_season(site.room)
    game = season.games["Ada-Bob"]
    with site.room.workshop.open() as uow:
        SetResult(game.id, "draw").carry_out(uow, ActRequest(season.organiser, REASON, 0))

    page = words(site.browser(season.players["Ada"]).get(f"/games/{game.id}"))

    assert "The game is a draw by a decision of its league." in page
    assert f"The organiser Olga set the result: “{REASON}”" in page


def test_why_a_game_has_no_result_is_told_with_its_end(site: Site) -> None:
    season = a_running_season(site.room)
    game = season.games["Ada-Bob"]
    with site.room.workshop.open() as uow:
        SetResult(game.id, "none").carry_out(uow, ActRequest(season.organiser, REASON, 0))

    page = words(site.browser().get(f"/games/{game.id}"))

    ended = "The game was taken out of its league. There is no result."
    assert f"{ended} The organiser Olga took the game out of its league: “{REASON}”" in page


def test_an_organiser_may_give_time_on_the_page_and_others_see_no_such_thing(site: Site) -> None:
    season = a_running_season(site.room)
    game = season.games["Ada-Bob"]
    olga, cleo = site.browser(season.organiser), site.browser(season.players["Cleo"])
    path, before = f"/games/{game.id}/extension", game.seats()[0]["due_at"]

    assert "Add time …" in words(olga.get(f"/games/{game.id}"))
    assert "Add time …" not in words(cleo.get(f"/games/{game.id}"))
    assert cleo.get(path).status_code == 404
    found = _KEY.search(olga.get(path).text)
    assert found is not None
    answer = olga.post(path, order_key=found[1], seat="both", days="2", reason="Hospital")

    assert answer.status_code == 303
    assert game.seats()[0]["due_at"] == before + 2 * DAY
    assert cleo.post(path, order_key="k", seat="both", days="2", reason="Hospital").status_code == 404
