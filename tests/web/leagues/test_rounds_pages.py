"""The rounds of a division, and its games that go on."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.game.game_row import SEAT
from tests.playing import DAY
from tests.web.browsing import Site, links, words
from tests.web.leagues.grounds import NAMES, a_running_season


def test_the_rounds_show_seats_results_and_who_has_nobody_to_meet(any_site: Site) -> None:
    season = a_running_season(any_site.room, NAMES[:5])
    season.beats("Ada", "Bob")

    text = words(any_site.browser().get(f"{season.path}/1/rounds"))

    assert text.count("Without an opponent:") == 5
    assert "1 : 0" in text or "0 : 1" in text
    assert "Round 5" in text


def test_the_own_games_are_marked_in_the_rounds_for_the_viewer_alone(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:5])
    address = f"{season.path}/1/rounds"

    mine, other = (site.browser(player_id).get(address) for player_id in (season.players["Ada"], None))

    marked = re.findall(r'(?s)<li class="is-yours">.*?</li>', mine.text)
    assert len(marked) == 4
    assert all("Ada" in each for each in marked)
    assert "is-yours" not in other.text


def test_one_gets_to_each_of_many_rounds_at_once(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:5], legs=2)

    page = site.browser().get(f"{season.path}/1/rounds")

    assert [link for link in links(page) if link.startswith("#round-")] == [
        f"#round-{number}" for number in range(1, 11)
    ]
    assert page.text.count('<h2 id="round-') == 10


@pytest.mark.both_databases
def test_the_schedule_begins_with_the_game_that_has_the_least_time(any_site: Site) -> None:
    season = a_running_season(any_site.room, NAMES[:3])
    game_id = season.game("Ada", "Bob")
    with any_site.room.workshop.open() as uow:
        of_game = (SEAT.c.game_id == game_id) & SEAT.c.due_at.is_not(None)
        uow.connection.execute(update(SEAT).where(of_game).values(due_at=uow.now + timedelta(hours=6)))

    page = any_site.browser().get(f"{season.path}/1/schedule")

    assert next(link for link in links(page) if link.startswith("/games/")) == f"/games/{game_id}"
    assert "3 games are running. The game with the least time left comes first." in words(page)
    assert "to play" in words(page)


def test_a_game_whose_time_is_up_is_marked_in_the_schedule(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:3])
    site.room.clock.move(4 * DAY)

    assert words(site.browser().get(f"{season.path}/1/schedule")).count("time is up") == 3


def test_a_division_without_open_games_says_so_in_its_schedule(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:3])
    season.end_all()

    assert "All games of this division are over." in words(site.browser().get(f"{season.path}/1/schedule"))
