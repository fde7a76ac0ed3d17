"""`corr league standings` and `corr league roster`."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from corr.leagues.rules.settings import SeasonSettings
from corr.store.tables.leagues import Ask
from tests.cli.leagues.terminal import run, settings
from tests.cli.leagues.test_files import told
from tests.league_builders import NAMES, TestSeason, a_league, a_running_season, some_players
from tests.playing import Room, a_room

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Without it some spreadsheets take UTF-8 for something else."""
THREES: SeasonSettings = settings(players_per_division="3", up="1", down="1", tie_breaks="sb, lot")


def rows_of(table: bytes) -> list[dict[str, str]]:
    """A table as a spreadsheet reads it."""
    return list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"))))


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    """A service on SQLite."""
    with a_room(sqlite_url) as made:
        yield made


def a_season(room: Room) -> TestSeason:
    """A season of two divisions of three; in the lower one all games are over."""
    season = a_running_season(room, 6, THREES)
    season.beat("Dan", "Eve")
    season.beat("Dan", "Finn")
    season.draw("Eve", "Finn")
    season.beat("Ada", "Bob")
    return season


def test_the_standings_are_printed_with_who_would_go_up_and_down(room: Room, sqlite_url: str) -> None:
    a_season(room)

    result = run("standings", "summer-cup", url=sqlite_url)

    assert (result.exit_code, result.stderr) == (0, "")
    upper, lower = result.stdout.rstrip("\n").split("\n\n")
    assert upper.splitlines()[0] == "Summer Cup, season 1, Division 1"
    assert upper.splitlines()[2] == "1  Ada        1       1   0"
    assert lower.splitlines()[0] == "Summer Cup, season 1, Division 2"
    assert lower.splitlines()[2] == "1  Dan        2       2   1  up"


def test_every_place_is_explained_on_request(room: Room, sqlite_url: str) -> None:
    a_season(room)

    plain = run("standings", "summer-cup", "--division", "2", url=sqlite_url).stdout
    explained = run("standings", "summer-cup", "--division", "2", "--why", url=sqlite_url).stdout

    assert explained.startswith(plain.rstrip("\n"))
    assert "Dan has 2 points" in explained
    assert "Dan has 2 points" not in plain


def test_standings_are_a_table_for_spreadsheets(room: Room, sqlite_url: str) -> None:
    a_season(room)

    written = run("standings", "summer-cup", "--csv", url=sqlite_url).stdout_bytes

    assert written.startswith(BYTE_ORDER_MARK)
    found = rows_of(written)
    assert [(row["division"], row["place"], row["player"]) for row in found][3] == ("2", "1", "Dan")
    assert (found[4]["points"], found[4]["points_decimal"], found[3]["zone"]) == ("½", "0.5", "up")


def test_standings_are_told_to_programs(room: Room, sqlite_url: str) -> None:
    a_season(room)

    upper, lower = json.loads(run("standings", "summer-cup", "--json", url=sqlite_url).stdout)

    assert (lower["league"], lower["season"], lower["state"], lower["division"]) == ("summer-cup", 1, "running", 2)
    first = lower["rows"][0]
    assert (first["place"], first["player"], first["points"], first["sb"], first["zone"]) == (1, "Dan", "2", "1", "up")
    assert "why" not in upper


def test_programs_and_spreadsheets_get_reasons_on_request(room: Room, sqlite_url: str) -> None:
    a_season(room)

    table = run("standings", "summer-cup", "--csv", "--why", url=sqlite_url).stdout_bytes
    body = json.loads(run("standings", "summer-cup", "--json", "--why", url=sqlite_url).stdout)

    assert rows_of(table)[3]["why"].startswith("Dan has 2 points")
    assert body[1]["why"]["Dan"].startswith("Dan has 2 points")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nope",), "There is no league “nope”. Perhaps you mean one of these: summer-cup (Summer Cup).\n"),
        (("summer-cup", "--season", "2"), "There is no such season.\n"),
        (("summer-cup", "--division", "3"), "Summer Cup, season 1 has no division 3; its divisions are 1 to 2.\n"),
        (("summer-cup", "--division", "-1"), "Summer Cup, season 1 has no division -1; its divisions are 1 to 2.\n"),
        (("summer-cup", "--csv", "--json"), "Choose one of --csv and --json.\n"),
    ],
)
def test_standings_that_there_are_not_are_told(
    room: Room, sqlite_url: str, words: tuple[str, ...], sentence: str
) -> None:
    a_season(room)

    assert told(run("standings", *words, url=sqlite_url)) == sentence


def test_before_a_season_has_begun_it_has_no_standings(room: Room, sqlite_url: str) -> None:
    a_league(room, 3, THREES)

    assert told(run("standings", "summer-cup", url=sqlite_url)) == (
        "Summer Cup, season 1 has no standings: it has not begun.\n"
    )


def test_a_roster_goes_out_and_comes_in_again_without_a_change(room: Room, sqlite_url: str, tmp_path: Path) -> None:
    season = a_league(room, 5, THREES)
    file = tmp_path / "roster.csv"

    out = run("roster", "summer-cup", "--out", str(file), url=sqlite_url)
    back = run("roster", "summer-cup", "--in", str(file), url=sqlite_url)

    assert (out.exit_code, back.exit_code) == (0, 0)
    assert file.read_bytes().startswith(BYTE_ORDER_MARK + b"name,division,rating,state\r\nAda,,,joined\r\n")
    assert [entry.name for entry in season.entries()] == list(NAMES[:5])


def test_those_of_a_roster_are_asked_and_nobody_is_entered(room: Room, sqlite_url: str) -> None:
    season = a_league(room, 0, THREES)
    some_players(room, ["Ada", "Ben", "Cleo"])

    result = run("roster", "summer-cup", "--in", "-", url=sqlite_url, typed="name;division\nADA;2\nBen;\n")

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "A letter goes to Ada and Ben.\n"
    assert season.entries() == ()
    season.join(*some_players(room, ["Ada", "Ben"]))
    assert [(entry.name, entry.planned_tier) for entry in season.entries()] == [("Ada", 2), ("Ben", None)]


def test_nobody_of_a_roster_is_asked_if_one_of_them_is_unknown_and_all_are_told(room: Room, sqlite_url: str) -> None:
    a_league(room, 0, THREES)
    some_players(room, ["Ada"])

    result = run("roster", "summer-cup", "--in", "-", url=sqlite_url, typed="Ada\nNobody\nZoe\n")

    assert told(result).splitlines() == [
        "Line 2: There is no player called “Nobody”.",
        "Line 3: There is no player called “Zoe”.",
    ]
    assert room.count(Ask) == 0


@pytest.mark.parametrize("words", [("standings",), ("roster",), ("export",), ("roster", "--in", "-")])
def test_a_league_that_was_not_meant_is_told_with_the_one_that_was(
    room: Room, sqlite_url: str, words: tuple[str, ...]
) -> None:
    a_league(room, 0, THREES)

    answer = told(run(*words, "Summer Cup", url=sqlite_url, typed="Ada\n"))

    assert answer == "There is no league “Summer Cup”. Perhaps you mean one of these: summer-cup (Summer Cup).\n"


def test_without_any_league_none_is_proposed(room: Room, sqlite_url: str) -> None:
    some_players(room, ["Ada"])

    assert told(run("standings", "nope", url=sqlite_url)) == "There is no league “nope”.\n"


def test_a_roster_comes_in_or_goes_out_but_not_both(room: Room, sqlite_url: str, tmp_path: Path) -> None:
    a_league(room, 0, THREES)
    some_players(room, ["Ada"])

    result = run("roster", "summer-cup", "--in", "-", "--out", str(tmp_path / "out"), url=sqlite_url, typed="Ada\n")

    assert told(result) == "A roster comes in or goes out: choose one of --in and --out.\n"
    assert room.count(Ask) == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (b"", "The file is empty."),
        (b"PK\x03\x04", "This is the file of a spreadsheet itself."),
        (b"name\nJos\xe9\n", "Line 2: the file is not written in UTF-8."),
        (b"name\n" + b"Ada\n" * 100_000, "A roster has at most 256 KB"),
        (b"".join(b"Player %d\n" % number for number in range(10_000)), "A roster has at most 1,000 players;"),
    ],
)
def test_a_roster_that_cannot_be_read_is_told(room: Room, sqlite_url: str, typed: bytes, sentence: str) -> None:
    a_league(room, 0, THREES)

    assert told(run("roster", "summer-cup", "--in", "-", url=sqlite_url, typed=typed)).startswith(sentence)


def test_nobody_enters_a_season_that_has_begun_by_a_roster(room: Room, sqlite_url: str) -> None:
    a_season(room)

    assert "has begun" in told(run("roster", "summer-cup", "--in", "-", url=sqlite_url, typed="Ada\n"))
