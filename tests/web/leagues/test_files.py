"""The tables of a division as CSV and JSON, and in a frame on another site."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from corr.game.game_row import get_game_row
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.seasons.season_end import end_season
from tests.web.browsing import Site, links, words
from tests.web.leagues.grounds import NAMES, TINY, Season, a_running_season
from tests.web.leagues.test_division_page import rows_of

_TABLES = ("standings", "crosstable", "rounds")


def csv_of(site: Site, season: Season, table: str) -> list[dict[str, str]]:
    """A table as a spreadsheet reads it."""
    body = site.browser().get(f"{season.path}/1/{table}.csv").data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(body, newline="")))


def json_of(site: Site, season: Season, table: str) -> Any:  # noqa: ANN401 - JSON
    """A table as a program reads it."""
    return json.loads(site.browser().get(f"{season.path}/1/{table}.json").data)


@pytest.mark.both_databases
def test_the_standings_as_csv_say_what_the_page_says(any_site: Site) -> None:
    season = a_running_season(any_site.room, NAMES[:8], legs=2)
    season.end_all()

    lines = csv_of(any_site, season, "standings")

    page = rows_of(any_site.browser().get(f"{season.path}/1").text, "standings")[1:]
    assert [line["player"] for line in lines] == [row[1] for row in page]
    assert [line["place"] for line in lines] == [row[0].removesuffix("=") for row in page]
    assert [line["wins"] for line in lines] == [row[4] for row in page]
    assert [line["played"] for line in lines] == [row[3] for row in page] == ["14"] * 8


def test_the_cross_table_as_csv_says_what_the_page_says(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:6], legs=2)
    season.beats("Ada", "Bob", "Cleo")
    season.end(season.game("Dan", "Eve"), None, "agreement")
    season.end(season.game("Dan", "Finn"), "Finn", "forfeit")

    lines = csv_of(site, season, "crosstable")

    signs = {"1": "1", "0": "0", "½": "½", "1F": "+", "0F": "−", ".": "·", "x": "×"}
    shown = [[" ".join(signs[sign] for sign in line[str(n)].split()) for n in range(1, 7)] for line in lines]
    page = rows_of(site.browser().get(f"{season.path}/1").text, "cross")[1:]
    assert shown == [row[2:-1] for row in page]


def test_the_rounds_as_csv_hold_every_game_with_its_seats(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:5])
    season.beats("Ada", "Bob")

    lines = csv_of(site, season, "rounds")

    assert len(lines) == 10
    [won] = [line for line in lines if line["game"] == season.game("Ada", "Bob")]
    first = won["first"]
    assert (won["first_result"], won["second_result"]) == (("win", "loss") if first == "Ada" else ("loss", "win"))
    assert {line["first_result"] for line in lines} == {"win", "open"} or first == "Bob"


def test_fractions_stand_there_exactly_and_as_decimals(site: Site) -> None:
    points = Points(Fraction(3), Fraction(4, 7), Fraction(0))
    season = a_running_season(site.room, settings=replace(TINY, points=points, tie_breaks=(TieBreak.SONNEBORN_BERGER,)))
    season.end(season.game("Ada", "Bob"), None, "agreement")

    [ada] = [line for line in csv_of(site, season, "standings") if line["player"] == "Ada"]
    [line] = [line for line in csv_of(site, season, "crosstable") if line["player"] == "Ada"]
    [row] = [row for row in json_of(site, season, "standings")["rows"] if row["player"] == "Ada"]

    # A slash between two numbers is a day to a spreadsheet; this one is the sign for fractions.
    assert (ada["points"], ada["points_decimal"]) == ("4⁄7", "0.571429")
    assert (ada["sb"], ada["sb_decimal"]) == ("2⁄7", "0.285714")
    assert (line["points"], line["points_decimal"]) == ("4⁄7", "0.571429")
    assert (row["points"], row["sb"]) == ("4/7", "2/7")


def test_halves_stand_in_a_spreadsheet_as_people_write_them(site: Site) -> None:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob")
    season.end(season.game("Ada", "Cleo"), None, "agreement")

    found = {line["player"]: line["points"] for line in csv_of(site, season, "standings")}

    assert (found["Ada"], found["Cleo"], found["Bob"]) == ("1½", "½", "0")


@pytest.mark.parametrize("table", _TABLES)
def test_json_and_csv_have_the_same_rows(any_site: Site, table: str) -> None:
    season = a_running_season(any_site.room)
    season.beats("Ada", "Bob")

    found = json_of(any_site, season, table)

    lines = csv_of(any_site, season, table)
    assert (found["table"], found["league"], found["season"], found["division"]) == (table, "summer-cup", 1, 1)
    key = "first" if table == "rounds" else "player"
    assert [row[key] for row in found["rows"]] == [line[key] for line in lines]


def test_the_standings_hold_what_may_still_become_of_everybody(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    season.beats("Ada", "Bob", "Cleo", "Dan")

    lines, found = csv_of(any_site, season, "standings"), json_of(any_site, season, "standings")

    possible = [(line["possible_best"], line["possible_worst"], line["certain"]) for line in lines]
    assert possible == [("1", "1", "champion"), ("2", "4", ""), ("2", "4", ""), ("2", "4", "")]
    assert [(row["possible_best"], row["possible_worst"]) for row in found["rows"]] == [(1, 1), (2, 4), (2, 4), (2, 4)]
    assert [row["certain"] for row in found["rows"]] == [["champion"], [], [], []]
    assert (found["possible_is_exact"], found["simulation"]) == (True, None)


def test_the_standings_of_a_season_that_is_over_have_nothing_left_to_foretell(site: Site) -> None:
    season = a_running_season(site.room)
    season.end_all()
    with site.room.workshop.open() as uow:
        end_season(uow, season.id)

    lines, found = csv_of(site, season, "standings"), json_of(site, season, "standings")

    assert {(line["possible_best"], line["possible_worst"], line["certain"]) for line in lines} == {("", "", "")}
    assert (found["possible_is_exact"], found["simulation"]) == (None, None)


def test_a_simulation_stands_in_the_standings_for_programs_as_soon_as_it_is_worked_out(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    season.beats("Ada", "Bob")
    before = json_of(any_site, season, "standings")
    work_out_next(any_site.room.workshop)

    found = json_of(any_site, season, "standings")

    assert before["simulation"] is None
    assert (found["simulation"]["is_current"], set(found["simulation"]["shares"])) == (True, set(NAMES[:4]))
    assert all(abs(sum(shares) - 1) < 0.001 for shares in found["simulation"]["shares"].values())


def test_the_rounds_say_who_set_a_result_and_why(site: Site) -> None:
    season = a_running_season(site.room)
    game = season.game("Ada", "Bob")
    with site.room.workshop.open() as uow:
        version = get_game_row(uow, game).version
        SetResult(game, "draw").carry_out(uow, ActRequest(season.organiser, "Both were ill.", version))

    [line] = [line for line in csv_of(site, season, "rounds") if line["is_set"] == "yes"]

    assert (line["game"], line["set_by"], line["set_reason"], line["was"]) == (game, "Olga", "Both were ill.", "")


def test_the_names_of_fields_are_those_that_are_documented(site: Site) -> None:
    season = a_running_season(site.room)

    found = {table: list(csv_of(site, season, table)[0]) for table in _TABLES}

    assert " ".join(found["standings"]) == (
        "place is_shared player player_number points points_decimal wins wins_decimal sb sb_decimal h2h h2h_decimal "
        "lot lot_decimal played won drawn lost open zone has_withdrawn possible_best possible_worst certain"
    )
    assert " ".join(found["crosstable"]) == "number player 1 2 3 4 points points_decimal"
    assert " ".join(found["rounds"]) == (
        "round first second first_result second_result is_forfeit is_set game set_by set_reason was"
    )


def test_a_file_has_a_plain_name_and_is_not_sent_twice(site: Site) -> None:
    season = a_running_season(site.room)
    browser = site.browser()

    answer = browser.get("/leagues/SUMMER-cup/01/1/standings.csv")

    assert answer.headers["Content-Disposition"] == 'attachment; filename="summer-cup-1-1-standings.csv"'
    assert answer.content_type.startswith("text/csv; charset=utf-8")
    again = browser.get("/leagues/SUMMER-cup/01/1/standings.csv", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    season.beats("Ada", "Bob")
    changed = browser.get("/leagues/SUMMER-cup/01/1/standings.csv", If_None_Match=answer.headers["ETag"])
    assert changed.status_code == 200


def test_a_name_that_looks_like_a_formula_is_no_formula_in_a_file(site: Site) -> None:
    season = a_running_season(site.room, ["=HYPERLINK(1)", "+Bob", "@Cleo", "-Dan"])

    raw = site.browser().get(f"{season.path}/1/standings.csv").data.decode("utf-8-sig")

    assert {line["player"] for line in csv.DictReader(io.StringIO(raw))} == {
        "'=HYPERLINK(1)", "'+Bob", "'@Cleo", "'-Dan",
    }  # fmt: skip


def test_files_and_frames_are_alike_for_everybody_and_set_no_cookie(site: Site) -> None:
    season = a_running_season(site.room)
    ada, nobody = site.browser(season.players["Ada"]), site.browser()

    for name in ("embed", "standings.csv", "crosstable.json", "rounds.csv"):
        mine, other = (browser.get(f"{season.path}/1/{name}") for browser in (ada, nobody))
        assert mine.data == other.data, name
        assert "Set-Cookie" not in mine.headers, name


def test_a_frame_leaves_a_sentence_for_the_next_page_alone(site: Site) -> None:
    season = a_running_season(site.room)
    ada = site.browser(season.players["Ada"])
    ada.post("/leagues/summer-cup/1/join")

    assert "Set-Cookie" not in ada.get(f"{season.path}/1/embed").headers
    assert "You were in this season already." in ada.sentence()


def test_the_table_can_stand_in_a_frame_on_any_site_and_nothing_else_can(site: Site) -> None:
    season = a_running_season(site.room)
    browser = site.browser(season.players["Ada"])

    framed = browser.get(f"{season.path}/1/embed")

    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    others = ["", "/1", "/1/why", "/1/rounds", "/1/schedule", "/1/standings.csv", "/1/crosstable.json", "/withdraw"]
    for address in ["/leagues", "/leagues/summer-cup", *(f"{season.path}{other}" for other in others)]:
        answer = browser.get(address)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], address
        assert answer.headers["X-Frame-Options"] == "DENY", address
    missing = browser.get("/leagues/nothing/1/1/embed")
    assert "frame-ancestors 'none'" in missing.headers["Content-Security-Policy"]


def test_a_frame_has_no_form_no_script_and_links_that_open_anew(site: Site) -> None:
    season = a_running_season(site.room)

    page = site.browser(season.players["Ada"]).get(f"{season.path}/1/embed")

    assert "<form" not in page.text
    assert "<script" not in page.text
    assert page.text.count("<a ") == page.text.count('target="_blank" rel="noopener"') == len(links(page))
    assert "Ada" in words(page)


def test_the_page_of_a_division_tells_how_to_put_it_on_another_site(site: Site) -> None:
    season = a_running_season(site.room)

    page = site.browser().get(f"{season.path}/1")

    assert f'<iframe src="http://localhost:8000{season.path}/1/embed"' in words(page)
