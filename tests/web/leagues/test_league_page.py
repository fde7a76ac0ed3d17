"""The page of a league: the season that is played, what happens in it, and the way into the next one."""

from dataclasses import replace

import pytest

from corr.game.game_row import get_game_row
from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.seasons.entries import LeaveSeason, leave_season
from corr.play.endings import offer_draw
from tests.league_builders import look_after
from tests.playing import DAY, TestGame, statements_of
from tests.web.browsing import KeptPage, Site, links, words
from tests.web.leagues.grounds import NAMES, TINY, Season, a_running_season, a_sign_up

_LEAGUE = "/leagues/summer-cup"
_DIVISIONS_OF_TEN = replace(TINY, players_per_division=10)


def play(season: Season, one: str, other: str, text: str) -> None:
    """The next turn of the game of two players."""
    game_id = season.game(one, other)
    with season.room.workshop.look() as reader:
        first, second = (seated.player_id for seated in get_game_row(reader, game_id).seats)
    TestGame(season.room, game_id, (first, second)).play(text)


@pytest.mark.both_databases
def test_the_tables_of_the_season_come_before_its_games_and_the_only_season_is_not_listed_again(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    any_site.room.clock.move(DAY)
    season.beats("Ada", "Bob")

    page = any_site.browser().get(_LEAGUE)

    text = words(page)
    assert "Tiny, once against everyone in the division Time to think 3 days for each turn" in text
    assert "1 Ada 1 1 of 3" in text
    assert "1 of 6 games over" in text
    assert text.index("1 Ada 1 1 of 3") < text.index("Latest games")
    assert "Seasons" not in text
    assert page.text.count('class="small-board"') == 5
    assert {season.path, f"{season.path}/1", f"/games/{season.game('Ada', 'Bob')}"} <= set(links(page))


def test_the_games_in_which_something_happened_last_come_first(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:6])
    season.room.clock.move(DAY)
    play(season, "Cleo", "Dan", "A1")
    season.room.clock.move(DAY)
    season.beats("Eve", "Finn")

    text = words(site.browser().get(_LEAGUE)).partition("Latest games")[2]

    assert text.index("resigned. Ended 13 Mar 2026") < text.index("turn 2 Last turn 12 Mar 2026")
    assert text.count("Tiny ·") == 4


def test_of_large_divisions_the_first_places_and_the_own_one_are_shown(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:12])
    for name in NAMES[:11]:
        season.beats(name, "Lea")

    stranger, own = (
        words(site.browser(player).get(_LEAGUE)).partition("Latest games")[0]
        for player in (None, season.players["Lea"])
    )

    assert "All 12 players · 11 of 66 games over" in stranger
    assert "Lea 0" not in stranger
    assert "12 Lea you 0 11" in own
    assert own.count("1 of 11") == stranger.count("1 of 11")


def test_of_many_divisions_the_highest_and_the_own_one_are_shown(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:12], settings=replace(TINY, players_per_division=3))
    lowest = season.divisions()[-1].entries[0].player_id

    stranger, own = (words(site.browser(player).get(_LEAGUE)) for player in (None, lowest))

    assert "Division 2" in stranger
    assert "Division 4" not in stranger
    assert "Division 3" not in own
    assert "Division 4" in own
    assert "All 4 divisions" in stranger


@pytest.mark.parametrize(
    ("rolls_over", "sentence"),
    [
        (True, "When season 1 is over, the sign-up for the next one opens here, for 14 days."),
        (False, "The sign-up for the next season will be here once an organiser opens it."),
    ],
)
def test_it_says_when_one_can_join(site: Site, rolls_over: bool, sentence: str) -> None:  # noqa: FBT001 - a table
    a_running_season(site.room, settings=replace(TINY, rolls_over=rolls_over))

    assert sentence in words(site.browser().get(_LEAGUE))


def test_a_league_whose_only_season_was_called_off_says_how_it_goes_on(site: Site) -> None:
    season = a_sign_up(site.room)
    with site.room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))

    page = site.browser().get(_LEAGUE)

    assert "Season 1 was called off. The sign-up for the next season will be here" in words(page)
    assert "Latest games" not in words(page)
    assert "To join" not in words(page)


def test_strangers_read_what_they_need_to_join_only_while_players_can(site: Site) -> None:
    season = a_sign_up(site.room)

    before = words(site.browser().get(_LEAGUE))
    site.room.clock.move(season.row().dates.sign_up_until - site.room.clock.now())
    after = words(site.browser().get(_LEAGUE))

    assert "To join you need" in before
    assert "To join" not in after


@pytest.mark.both_databases
def test_a_kept_page_is_always_as_a_fresh_one(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    pages = [KeptPage(any_site, player, _LEAGUE) for player in (None, season.players["Ada"], season.organiser)]
    seen = []

    def look() -> None:
        kept = [page.kept() for page in pages]
        assert kept == [page.afresh() for page in pages]
        seen.append(kept[0])

    look()
    with any_site.room.workshop.open() as uow:
        leave_season(uow, LeaveSeason(season.id, season.players["Dan"], "web"))
    look()
    season.begin()
    look()
    any_site.room.clock.move(DAY)
    play(season, "Ada", "Bob", "A1")
    look()
    offer_draw_in(season)
    look()
    season.beats("Ada", "Cleo")
    look()
    season.end_all()
    look()
    any_site.room.clock.move(DAY)
    look_after(any_site.room)
    look()
    assert len(set(seen)) >= 7, "what nobody sees may stay as it is; all else was seen"


def offer_draw_in(season: Season) -> None:
    """Something that changes a game, though not what strangers see of it."""
    with season.room.workshop.open() as uow:
        offer_draw(uow, season.game("Ada", "Bob"), season.players["Ada"], "web")


def test_a_league_page_without_changes_is_not_sent_again(site: Site) -> None:
    a_running_season(site.room)
    browser = site.browser()
    tag = browser.get(_LEAGUE).headers["ETag"]

    again = browser.get(_LEAGUE, If_None_Match=tag)

    assert (again.status_code, again.data) == (304, b"")


def test_a_kept_page_says_at_once_that_one_follows_the_league(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    eve = any_site.browser(any_site.room.player("Eve"))
    before = words(eve.get(_LEAGUE))

    eve.post("/follow", kind="league", what=season.league_id, way="feed")

    assert "Following" not in before
    assert "Following" in words(eve.get(_LEAGUE))
    assert "Following" not in words(any_site.browser().get(_LEAGUE))


def test_a_running_league_asks_little_however_many_play(site: Site) -> None:
    season = a_running_season(site.room, NAMES, settings=_DIVISIONS_OF_TEN)
    season.beats("Ada", "Bob")
    browser = site.browser()

    with statements_of(site.room) as drawn:
        browser.get(_LEAGUE)
    with statements_of(site.room) as kept:
        browser.get(_LEAGUE)

    assert len([statement for statement in drawn if statement.startswith("SELECT")]) <= 11
    assert len([statement for statement in kept if statement.startswith("SELECT")]) <= 9


def test_a_kept_page_of_a_season_is_as_a_fresh_one_while_time_passes(site: Site) -> None:
    season = a_sign_up(site.room)
    season.begin()
    pages = [KeptPage(site, player, f"{_LEAGUE}/1") for player in (None, season.players["Ada"])]

    for _ in range(3):
        assert [page.kept() for page in pages] == [page.afresh() for page in pages]
        site.room.clock.move(DAY)
