"""Terminals that have no sign for what Corr writes: something stands there in its place, and files stay as they are."""

import json

import pytest
from click.testing import CliRunner, Result

from corr.cli import main
from tests.cli.leagues.test_tables import a_season
from tests.playing import a_room


def run(*words: str, url: str = "") -> Result:
    """What `corr league` did at a terminal of Western Europe in 1995."""
    return CliRunner(charset="latin-1", env={"CORR_DATABASE_URL": url or None}).invoke(main, ["league", *words])


@pytest.mark.parametrize("words", [("schema",), ("standings", "summer-cup", "--why")])
def test_what_people_read_is_written_as_well_as_it_can_be(sqlite_url: str, words: tuple[str, ...]) -> None:
    with a_room(sqlite_url) as room:
        a_season(room)

    result = run(*words, url=sqlite_url)

    assert (result.exit_code, result.stderr) == (0, "")
    assert "?s " in result.stdout


@pytest.mark.parametrize("words", [("sample",), ("export", "summer-cup")])
def test_a_file_is_written_in_utf_8_at_any_terminal(sqlite_url: str, words: tuple[str, ...]) -> None:
    with a_room(sqlite_url) as room:
        a_season(room)

    result = run(*words, url=sqlite_url)

    assert result.exit_code == 0
    assert "Whether each player’s clock stands still" in result.stdout_bytes.decode()


def test_json_is_written_in_utf_8_at_any_terminal(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        a_season(room)

    result = run("standings", "summer-cup", "--json", "--why", url=sqlite_url)

    assert "’" in json.loads(result.stdout_bytes.decode())[1]["why"]["Dan"]
