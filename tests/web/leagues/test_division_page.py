"""The page of a division: standings, cross-table, and what is special about rows and games; its reasons."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.season_stamps import results_stamp
from tests.playing import statements_of
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.grounds import NAMES, TINY, Season, a_running_season


def rows_of(page: str, table: str) -> list[list[str]]:
    """The cells of a table with that class, row by row, as a person reads them."""
    found = re.search(rf'(?s)<table class="{table}[^"]*">.*?</table>', page)
    assert found is not None
    plain = re.sub(r'<span class="(?:unseen|sure)">.*?</span>', "", found[0])
    rows = re.findall(r"(?s)<tr.*?</tr>", plain)
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"(?s)<t[hd].*?</t[hd]>", row)
        ]
        for row in rows
    ]


def a_decided_season(site: Site) -> Season:
    """Ada beat all, Bob beat Cleo and Dan, and Cleo drew with Dan."""
    season = a_running_season(site.room)
    season.beats("Ada", "Bob", "Cleo", "Dan")
    season.beats("Bob", "Cleo", "Dan")
    season.end(season.game("Cleo", "Dan"), None, "agreement")
    return season


def test_everybody_sees_who_stands_where(any_site: Site) -> None:
    season = a_decided_season(any_site)

    page = any_site.browser().get(f"{season.path}/1")

    assert page.status_code == 200
    standings = rows_of(page.text, "standings")
    assert standings[0][:6] == ["Place", "Player", "Pts", "Games", "Wins", "SB"]
    assert [row[:6] for row in standings[1:3]] == [["1", "Ada", "3", "3", "3", "3"], ["2", "Bob", "2", "3", "2", "1"]]
    assert 'title="Sonneborn-Berger"' in page.text
    assert "all games are over" in words(page)


def test_the_cross_table_has_rows_and_columns_in_the_order_of_the_standings(site: Site) -> None:
    season = a_decided_season(site)

    rows = rows_of(site.browser().get(f"{season.path}/1").text, "cross")

    assert rows[0] == ["#", "Player", "1", "2", "3", "4", "Pts"]
    assert rows[1] == ["1", "Ada", "×", "1", "1", "1", "3"]
    assert rows[2] == ["2", "Bob", "0", "×", "1", "1", "2"]
    assert sorted(row[1] for row in rows[3:]) == ["Cleo", "Dan"]
    assert [row[-1] for row in rows[3:]] == ["½", "½"]


def test_every_cell_of_the_cross_table_leads_to_its_game(site: Site) -> None:
    season = a_running_season(site.room)

    found = links(site.browser().get(f"{season.path}/1"))

    assert found.count(f"/games/{season.game('Ada', 'Bob')}") == 2


def test_a_double_round_robin_shows_both_games_in_the_order_of_the_rounds(site: Site) -> None:
    season = a_running_season(site.room, legs=2)
    first, second = season.games("Ada", "Bob")
    season.end(first, "Ada")
    season.end(second, "Bob")

    rows = rows_of(site.browser().get(f"{season.path}/1").text, "cross")

    by_name = {row[1]: row for row in rows[1:]}
    assert by_name["Ada"][2 + int(by_name["Bob"][0]) - 1] == "1 0"
    assert by_name["Bob"][2 + int(by_name["Ada"][0]) - 1] == "0 1"


def test_forfeits_are_marked_and_the_legend_says_so(site: Site) -> None:
    season = a_running_season(site.room)
    season.end(season.game("Ada", "Bob"), "Ada", "forfeit")

    page = site.browser().get(f"{season.path}/1")

    assert {"+", "−"} <= {cell for row in rows_of(page.text, "cross") for cell in row}
    assert "+ won by forfeit · − lost by forfeit" in words(page)


def test_a_shared_place_is_shown_as_one(site: Site) -> None:
    season = a_running_season(site.room, settings=replace(TINY, tie_breaks=(TieBreak.WINS,)))
    season.beats("Ada", "Bob")

    page = site.browser().get(f"{season.path}/1")

    assert [row[0] for row in rows_of(page.text, "standings")[1:]] == ["1", "2=", "2=", "2="]
    assert "= shares the place" in words(page)


def test_zones_of_promotion_and_relegation_are_told_by_more_than_colour(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:6], settings=replace(TINY, players_per_division=3, up=1, down=1))
    season.end_all()

    upper, lower = (site.browser().get(f"{season.path}/{tier}") for tier in (1, 2))

    assert [row[0] for row in rows_of(upper.text, "standings")[1:]] == ["1", "2", "3 ▼"]
    assert [row[0] for row in rows_of(lower.text, "standings")[1:]] == ["1 ▲", "2", "3"]
    assert "leads to relegation" in words(upper)
    assert links(upper).count(f"{season.path}/2") == 1


def test_nobody_is_in_a_zone_before_a_game_has_ended(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:6], settings=replace(TINY, players_per_division=3))

    page, reasons = (site.browser().get(f"{season.path}/{path}") for path in ("1", "1/why"))

    assert "▼" not in page.text
    assert "Nobody has finished a game yet" in words(reasons)


def test_what_is_certain_and_what_is_still_possible_is_told_while_the_season_runs(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    season.beats("Ada", "Bob", "Cleo", "Dan")

    page = any_site.browser().get(f"{season.path}/1")

    standings = rows_of(page.text, "standings")
    possible = standings[0].index("Possible")
    assert [row[possible] for row in standings[1:]] == ["1", "2–4", "2–4", "2–4"]
    assert "Ada sure of the championship" in words(page)
    assert "the best and the worst place that each can still end on" in words(page)


def test_who_is_sure_of_the_first_place_below_is_sure_of_promotion_too(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:6], settings=replace(TINY, players_per_division=3, up=1))
    first, *others = season.divisions()[1].names().values()
    season.beats(first, *others)

    page = site.browser().get(f"{season.path}/2")

    assert f"{first} sure of first place, sure of promotion" in words(page)


def test_a_simulation_is_marked_as_one_with_its_moment(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    season.beats("Ada", "Bob")
    browser = any_site.browser()
    before = browser.get(f"{season.path}/1")
    work_out_next(any_site.room.workshop)

    page = browser.get(f"{season.path}/1", If_None_Match=before.headers["ETag"])

    assert "How it might end" not in words(before)
    assert "A simulation of the 5 open games" in words(page)
    assert "It was worked out Wed 11 Mar 2026, 12:00 UTC ." in words(page)
    for row in rows_of(page.text, "cross shares")[1:]:
        assert 95 <= sum(int(share) for share in row[1:] if share.isdecimal()) <= 105
    season.beats("Ada", "Cleo")
    assert "results that came since are not in it yet" in words(browser.get(f"{season.path}/1"))


def test_a_simulation_is_gone_once_no_game_is_open(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob")
    work_out_next(site.room.workshop)
    season.end_all()

    assert "How it might end" not in words(site.browser().get(f"{season.path}/1"))


def test_a_simulation_of_one_game_speaks_of_one(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob", "Cleo", "Dan")
    season.beats("Bob", "Cleo", "Dan")
    work_out_next(site.room.workshop)

    page = words(site.browser().get(f"{season.path}/1"))

    assert "A simulation of the open game The open game was played out" in page


def test_who_withdrew_early_is_listed_without_a_place_and_with_a_note(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob")
    bob = season.players["Bob"]
    with site.room.workshop.open() as uow:
        OwnWithdrawal(season.id, bob).carry_out(uow, ActRequest(bob))

    page, reasons = (site.browser().get(f"{season.path}/{path}") for path in ("1", "1/why"))

    last = rows_of(page.text, "standings")[-1]
    assert last[:3] == ["–", "Bob withdrew", "–"]
    assert "Bob withdrew: all results left the table." in words(page)
    assert "Bob withdrew, and all of Bob" in words(reasons)


def test_results_that_left_the_table_are_struck_through_in_the_cross_table(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Bob", "Ada")
    season.beats("Ada", "Cleo")
    bob = season.players["Bob"]
    before = site.browser().get(f"{season.path}/1")
    with site.room.workshop.open() as uow:
        OwnWithdrawal(season.id, bob).carry_out(uow, ActRequest(bob))

    page = site.browser().get(f"{season.path}/1")
    framed = site.browser().get(f"{season.path}/1/embed")

    told = "struck through"
    assert "<s>" not in before.text
    assert told not in words(before)
    for seen in (page, framed):
        assert re.findall(r"<s>(?:<bdi>)?([^<]+)", seen.text.split('class="cross"')[1].split("</table>")[0]) == [
            *["0", "–", "–"],
            *["Bob", "1", "–", "–"],
        ], "Bob and all of his games, and nothing else"
        assert told in words(seen)


def test_the_viewer_s_own_row_is_marked_for_the_viewer_alone(site: Site) -> None:
    season = a_running_season(site.room)

    mine = site.browser(season.players["Ada"]).get(f"{season.path}/1")
    other = site.browser().get(f"{season.path}/1")

    assert mine.text.count("is-you") == 2
    assert "Ada you" in [row[1] for row in rows_of(mine.text, "standings")], "a background is not to be seen by all"
    assert "is-you" not in other.text


def test_a_page_without_changes_is_not_sent_again(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    browser = any_site.browser()
    for address in (f"{season.path}/1", f"{season.path}/1/rounds", season.path):
        tag = browser.get(address).headers["ETag"]
        again = browser.get(address, If_None_Match=tag)
        assert (again.status_code, again.data) == (304, b""), address


def test_a_kept_page_is_sent_anew_once_a_game_has_ended(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    browser = any_site.browser()
    tags = {path: browser.get(path).headers["ETag"] for path in (season.path, f"{season.path}/1")}

    season.beats("Ada", "Bob")

    for path, tag in tags.items():
        assert browser.get(path, If_None_Match=tag).status_code == 200, path


def test_a_kept_page_of_one_reader_is_nobody_else_s(site: Site) -> None:
    season = a_running_season(site.room)
    ada = site.browser(season.players["Ada"])
    nobody = Browser(ada.client.application.test_client())

    for _ in range(2):
        assert "is-you" in ada.get(f"{season.path}/1").text
        seen = nobody.get(f"{season.path}/1")
        assert "is-you" not in seen.text
        assert "csrf" not in seen.text


def test_a_page_that_is_kept_asks_little(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:8], legs=2)
    browser = site.browser()
    address = f"{season.path}/1"
    browser.get(address)

    with statements_of(site.room) as kept:
        browser.get(address)
    season.beats("Ada", "Bob")
    with statements_of(site.room) as drawn:
        browser.get(address)

    assert len([statement for statement in kept if statement.startswith("SELECT")]) <= 3
    assert len([statement for statement in drawn if statement.startswith("SELECT")]) <= 10


def test_a_division_of_twenty_with_two_rounds_is_all_there(site: Site) -> None:
    season = a_running_season(site.room, NAMES, legs=2)
    season.beats("Ada", "Bob", "Cleo")

    page, reasons = (site.browser().get(f"{season.path}/{path}") for path in ("1", "1/why"))

    rows = rows_of(page.text, "cross")
    assert len(rows) == 21
    assert {len(row) for row in rows} == {23}
    assert reasons.text.count('<section class="why"') == 20
    assert len(page.data) + len(reasons.data) < 200_000
    assert len(page.data) < 100_000


@pytest.mark.parametrize("path", ["1", "1/why"])
def test_no_two_parts_of_the_page_have_the_same_name(site: Site, path: str) -> None:
    season = a_decided_season(site)
    page = site.browser().get(f"{season.path}/{path}").text

    titles = dict(re.findall(r'<h[12] id="([^"]+)"[^>]*>(.*?)</h[12]>', page))
    parts = re.findall(r'<(?:section|nav|div)\b[^>]*\baria-label(?:ledby)?="([^"]+)"', page)
    names = [titles.get(part, part) for part in parts]

    assert len(names) > 3
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize(
    "address",
    [
        "/leagues/nothing/1/1", "/leagues/summer-cup/2/1", "/leagues/summer-cup/1/2", "/leagues/summer-cup/1/0",
        "/leagues/summer-cup/0/1", "/leagues/summer-cup/999999999/1", f"/leagues/summer-cup/{'9' * 30}/1",
        f"/leagues/summer-cup/1/{2**63}", "/leagues/summer-cup/1/999999999", "/leagues/summer-cup/1/-1",
        "/leagues/summer-cup/1/x", "/leagues/su/1/1", f"/leagues/{'a' * 41}/1/1", "/leagues/-summer/1/1",
        "/leagues/%00%00%00/1/1", "/leagues/summer%20cup/1/1", "/leagues/summer-cup/1/1/nothing.csv",
        "/leagues/summer-cup/1/1/standings.xml", "/leagues/summer-cup/2147483648/1",
    ],
)  # fmt: skip
def test_what_is_not_there_is_told_to_be_missing(any_site: Site, address: str) -> None:
    a_running_season(any_site.room)

    answer = any_site.browser().get(address)

    assert answer.status_code == 404
    assert "Nothing here" in words(answer)


def test_a_league_is_found_in_whatever_case(site: Site) -> None:
    season = a_running_season(site.room)

    assert site.browser().get("/leagues/Summer-Cup/1/1").status_code == 200
    assert season.path == "/leagues/summer-cup/1"


def test_a_season_that_has_not_begun_has_no_division_yet(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:2])

    assert site.browser().get(f"{season.path}/1").status_code == 404


@pytest.mark.both_databases
def test_the_stamp_of_a_table_changes_with_every_result(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    stamps = []
    for loser in ("Bob", "Cleo", "Dan"):
        with any_site.room.workshop.look() as reader:
            stamps.append(results_stamp(reader, season.id))
        season.beats("Ada", loser)
        any_site.room.clock.move(timedelta(hours=1))

    assert len(set(stamps)) == 3
