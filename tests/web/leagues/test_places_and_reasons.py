"""Why everybody stands where they stand, and how it came about: reasons, and the chart of places."""

import re

import pytest

from tests.playing import DAY
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.grounds import a_running_season
from tests.web.leagues.test_division_page import a_decided_season, rows_of


def test_every_place_is_explained_with_a_sentence_and_a_table(site: Site) -> None:
    season = a_decided_season(site)

    page = site.browser().get(f"{season.path}/1")

    assert page.text.count('<details class="why"') == 4
    assert "Ada has 3 points" in words(page)
    assert rows_of(page.text.split('id="why-2"')[1], "ledger")[-1] == ["Sum", "", "", "2", "2", "1"]


def test_each_place_leads_to_its_reason_which_stands_open_then(site: Site) -> None:
    season = a_decided_season(site)
    browser = site.browser()
    closed = browser.get(f"{season.path}/1")
    link = next(found for found in links(closed) if found.startswith("?why="))

    opened = browser.get(f"{season.path}/1{link.split('#')[0]}")

    reason = link.split("#")[1]
    assert f'<details class="why" id="{reason}">' in closed.text
    assert f'<details class="why" id="{reason}" open>' in opened.text
    assert opened.text.count('<details class="why"') == 4
    assert opened.text.count(" open>") == 1
    assert links(closed).count(link) == 2, "from the table, and from the reason itself, to hand on"


@pytest.mark.parametrize("why", ["0", "999", ""])
def test_a_link_to_a_reason_that_is_not_there_opens_none(site: Site, why: str) -> None:
    season = a_decided_season(site)

    page = site.browser().get(f"{season.path}/1?why={why}")

    assert page.status_code == 200
    assert " open>" not in page.text


def test_a_chart_shows_the_places_over_time_once_games_have_ended_on_two_days(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob")
    one_day = site.browser().get(f"{season.path}/1")
    site.room.clock.move(2 * DAY)
    season.beats("Bob", "Cleo")

    two_days = site.browser().get(f"{season.path}/1")

    assert "Places over time" not in one_day.text
    assert "<h2" in one_day.text
    assert '<svg class="chart"' in two_days.text
    assert "Ada: from 1 on 11 Mar 2026 to 1 on 13 Mar 2026." in two_days.text


def test_the_chart_stands_there_as_a_table_too(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Bob", "Cleo")
    site.room.clock.move(2 * DAY)
    season.beats("Ada", "Bob", "Cleo")

    page = site.browser().get(f"{season.path}/1")

    rows = rows_of(page.text.split("The same as a table")[1], "cross")
    assert rows[0] == ["Player", "11 Mar", "13 Mar"]
    assert {row[0]: row[1:] for row in rows[1:]}["Bob"] == ["1", "2"]
    assert {row[0]: row[-1] for row in rows[1:]}["Ada"] == "1"


def test_in_the_chart_the_own_line_is_strong_and_for_strangers_that_of_the_first(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob")
    site.room.clock.move(2 * DAY)
    season.beats("Bob", "Cleo")

    def strong(browser: Browser) -> list[str]:
        page = browser.get(f"{season.path}/1").text
        return re.findall(r'chart-own" id="line-\d+"><title>(\w+):', page)

    assert strong(site.browser(season.players["Cleo"])) == ["Cleo"]
    assert strong(site.browser()) == ["Ada"]
