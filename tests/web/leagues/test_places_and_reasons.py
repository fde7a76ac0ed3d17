"""Why everybody stands where they stand, and how it came about: reasons, and the chart of places."""

import re

import pytest

from corr.leagues.division_forecasts import work_out_next
from tests.playing import DAY
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.grounds import a_running_season
from tests.web.leagues.test_division_page import a_decided_season, rows_of


def test_every_place_is_explained_with_a_sentence_and_a_table(site: Site) -> None:
    season = a_decided_season(site)

    page = site.browser().get(f"{season.path}/1/why")

    assert page.text.count('<section class="why"') == 4
    assert "Ada has 3 points" in words(page)
    assert rows_of(page.text.split('id="why-2"')[1], "ledger")[-1] == ["Sum", "", "", "2", "2", "1"]


def test_each_place_leads_to_its_reason_which_can_be_read_at_once(site: Site) -> None:
    season = a_decided_season(site)
    browser = site.browser()
    link = next(found for found in links(browser.get(f"{season.path}/1")) if "/why#" in found)

    address, reason = link.split("#")
    page = browser.get(address)

    assert address == f"{season.path}/1/why"
    assert page.text.count(f'<h2 id="{reason}">') == 1
    assert "<details" not in page.text.partition("<main")[2], (
        "so that it is there in print, and for whoever looks for words in the page"
    )


def test_each_player_s_season_leads_to_the_own_reason(site: Site) -> None:
    season = a_decided_season(site)
    browser = site.browser(season.players["Bob"])

    [link] = [found for found in links(browser.get(season.path)) if "/why#" in found]
    page = browser.get(link.split("#")[0]).text

    assert re.search(rf'id="{link.split("#")[1]}">2 · <bdi>Bob</bdi> <span class="tag">you</span>', page)


def test_a_link_to_a_reason_on_the_page_of_the_division_still_leads_there(site: Site) -> None:
    season = a_decided_season(site)

    answer = site.browser().get(f"{season.path}/1?why=2")

    assert answer.status_code == 301
    assert answer.headers["Location"].endswith(f"{season.path}/1/why#why-2")


@pytest.mark.parametrize("why", ["0", ""])
def test_a_link_to_no_reason_stays_on_the_page_of_the_division(site: Site, why: str) -> None:
    season = a_decided_season(site)

    page = site.browser().get(f"{season.path}/1?why={why}")

    assert page.status_code == 200
    assert " open>" not in page.text


def test_reasons_change_with_results_alone(site: Site) -> None:
    season = a_running_season(site.room)
    browser = site.browser()
    before = browser.get(f"{season.path}/1/why")
    work_out_next(site.room.workshop)
    unchanged = browser.get(f"{season.path}/1/why", If_None_Match=before.headers["ETag"])
    season.beats("Ada", "Bob")

    after = browser.get(f"{season.path}/1/why", If_None_Match=before.headers["ETag"])

    assert "Nobody has finished a game yet" in words(before)
    assert unchanged.status_code == 304
    assert "Ada has 1 point, more than anybody else." in words(after)


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
