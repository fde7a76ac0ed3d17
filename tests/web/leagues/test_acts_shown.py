"""What organisers did, and how a season ended, as everybody sees it."""

import pytest

from corr.game.game_row import get_game_row
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.acts.rulings import SetResult
from corr.leagues.acts.season_changes import Pause
from corr.leagues.seasons.season_end import end_season
from tests.league_builders import replaced
from tests.web.browsing import Site, words
from tests.web.leagues.grounds import NAMES, Season, a_running_season, a_sign_up


def a_ruling(season: Season, result: str, reason: str) -> str:
    """Let the organiser set the result of the game of Ada and Bob; the game's id."""
    game_id = season.game("Ada", "Bob")
    with season.room.workshop.open() as uow:
        version = get_game_row(uow, game_id).version
        SetResult(game_id, result).carry_out(uow, ActRequest(season.organiser, reason, version))
    return game_id


def ended(season: Season) -> None:
    """Let all games end, and the season with them."""
    season.end_all()
    with season.room.workshop.open() as uow:
        assert end_season(uow, season.id)


def test_the_rounds_explain_the_signs_that_they_show(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:4])
    before = words(site.browser().get(f"{season.path}/1/rounds"))
    a_ruling(season, "draw", "Both were ill.")

    after = words(site.browser().get(f"{season.path}/1/rounds"))

    assert "marks a result that was set" not in before
    assert "* marks a result that was set" in after
    assert "forfeits" not in after


def test_a_result_that_was_set_is_shown_as_such_with_its_reason(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    a_ruling(season, "draw", "Both <agreed> by telephone")

    page, rounds = (any_site.browser().get(f"{season.path}/{path}") for path in ("1", "1/rounds"))

    assert "Results that were set" in words(page)
    assert "The game is a draw by a decision of its league. Set by Olga" in words(page)
    assert "“Both <agreed> by telephone.”" in words(page)
    assert "½<sup>*</sup>" in page.text
    assert "* was set" in words(page)
    assert "<sup>*</sup>" in rounds.text


def test_what_had_been_played_is_told_beside_what_was_set(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob")
    a_ruling(season, "draw", "It was not Ada who played")

    assert "Before: " in words(site.browser().get(f"{season.path}/1"))


@pytest.mark.both_databases
def test_a_replacement_stands_in_the_row_of_whom_it_replaced(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    any_site.room.player("Zoe")
    with any_site.room.workshop.open() as uow:
        request = ActRequest(season.organiser, "Bob is ill")
        replaced(uow, AskToReplace(season.id, season.players["Bob"], "Zoe"), request)

    text = words(any_site.browser().get(f"{season.path}/1"))

    assert "Zoe plays for Bob since Wed 11 Mar 2026" in text


def test_a_kept_table_is_sent_anew_after_a_replacement(site: Site) -> None:
    season = a_running_season(site.room)
    site.room.player("Zoe")
    browser = site.browser()
    tag = browser.get(f"{season.path}/1/embed").headers["ETag"]
    with site.room.workshop.open() as uow:
        request = ActRequest(season.organiser, "Bob is ill")
        replaced(uow, AskToReplace(season.id, season.players["Bob"], "Zoe"), request)

    again = browser.get(f"{season.path}/1/embed", If_None_Match=tag)

    assert (again.status_code, "Zoe" in again.text) == (200, True)


def test_a_paused_season_says_so_on_its_pages(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    with any_site.room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, ActRequest(season.organiser, "A holiday"))

    page, schedule = (any_site.browser().get(path) for path in (season.path, f"{season.path}/1/schedule"))

    assert "The season has been paused since Wed 11 Mar 2026" in words(page)
    assert "The end date moves by the days of the pause." in words(page)
    assert words(schedule).count("stands still") == 6


@pytest.mark.both_databases
def test_a_season_that_is_over_names_its_champion(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    ended(season)
    browser = any_site.browser()

    league, page, listed, player = (
        words(browser.get(path)) for path in ("/leagues/summer-cup", season.path, "/leagues", "/players/Ada")
    )

    assert "Won by Ada" in league
    assert "Season 1 over" in page
    assert "Over Summer Cup , season 1" in listed
    assert "Division 1 place 1" in player
    assert "Possible" not in words(browser.get(f"{season.path}/1"))


@pytest.mark.both_databases
def test_the_journal_tells_members_what_was_done(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    a_ruling(season, "draw", "Both agreed")

    text = words(any_site.browser(season.players["Ada"]).get("/leagues/summer-cup/journal"))

    assert "Olga" in text
    assert "Both agreed" in text
    assert "season 1" in text


def test_the_journal_is_not_for_strangers_and_says_for_whom_it_is(any_site: Site) -> None:
    a_sign_up(any_site.room, NAMES[:3])
    browser = any_site.browser(any_site.room.player("Zoe"))

    answer = browser.get("/leagues/summer-cup/journal")

    assert answer.status_code == 403
    assert "for those who play in this league" in words(answer)
    assert "/journal" not in browser.get("/leagues/summer-cup").text


def test_a_closed_journal_page_far_behind_is_empty(site: Site) -> None:
    season = a_sign_up(site.room)

    page = site.browser(season.organiser).get("/leagues/summer-cup/journal?page=999999999")

    assert (page.status_code, "Nothing yet." in words(page)) == (200, True)
