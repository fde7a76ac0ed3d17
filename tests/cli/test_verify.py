"""`corr verify`, as a person at a terminal sees it."""

import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from corr.cli import main
from corr.store.tables.games import Game
from tests.administration.test_verifying import damage
from tests.known_games import KNOWN_RULESETS
from tests.playing import Room, TestGame, a_game, a_room, another_game

_TURNS = ("B3-C3, B4-C4", "I3-H3")
_BOARD = "UPDATE game SET last_squares = 'A9' WHERE id = :game"


def run(url: str, *words: str) -> Result:
    """What the command did for a service whose data lies at *url*."""
    environ = {"CORR_DATABASE_URL": url, "CORR_SECRET": "x" * 64, "CORR_URL": None, "CORR_VAR": None}
    return CliRunner(env=environ).invoke(main, ["verify", *words])


def two_games(room: Room) -> tuple[TestGame, TestGame]:
    """Two running games of the same players."""
    first = a_game(room, *_TURNS, ruleset="kelasu/1")
    return first, another_game(room, first.players, *_TURNS, ruleset="kelasu/1")


@pytest.mark.both_databases
def test_where_all_is_well_it_says_so_and_ends_well(database_url: str) -> None:
    with a_room(database_url) as room:
        two_games(room)

        result = run(database_url)

    assert (result.exit_code, result.stdout, result.stderr) == (0, "2 games verified, 0 with findings.\n", "")


def test_each_finding_is_a_line_and_the_exit_status_says_that_there_are_some(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        game, _ = two_games(room)
        damage(room, _BOARD, game=game.id)

        result = run(sqlite_url)

    finding, summary = result.stdout.splitlines()
    assert result.exit_code == 1
    assert finding.startswith(f"Game {game.id}: The squares that are marked are not those of the last turn.")
    assert summary == "2 games verified, 1 with findings."


@pytest.mark.slow
def test_on_a_terminal_no_sentence_shares_a_line_with_the_bar(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        game, _ = two_games(room)
        damage(room, _BOARD, game=game.id)
    watcher, terminal = pty.openpty()
    environ = {**os.environ, "CORR_DATABASE_URL": sqlite_url, "CORR_SECRET": "x" * 64, "TERM": "xterm"}

    subprocess.run([sys.executable, "-m", "corr", "verify"], stdout=terminal, stderr=terminal, env=environ, check=False)

    os.close(terminal)
    shown = read_all(watcher)
    lines = [line.rpartition("\r")[2].rpartition("\x1b[K")[2] for line in shown.split("\r\n")]
    assert "2 games verified, 1 with findings." in [line.replace("\x1b[?25h", "") for line in lines]
    assert any(line.startswith(f"Game {game.id}: ") for line in lines)


def test_one_game_is_verified_alone(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        first, second = two_games(room)
        damage(room, _BOARD, game=first.id)

        assert run(sqlite_url, "--game", second.id).exit_code == 0
        assert run(sqlite_url, "--game", first.id).exit_code == 1


def test_a_repair_says_what_it_did_and_leaves_nothing_to_find(database_url: str) -> None:
    with a_room(database_url) as room:
        game, _ = two_games(room)
        damage(room, _BOARD, game=game.id)

        result = run(database_url, "--repair")

        assert f"Game {game.id}: Written anew from the log: its board." in result.stdout
        assert run(database_url).exit_code == 0


@pytest.mark.parametrize(("words", "frozen"), [(["--dry-run"], 0), ([], 1)])
def test_corrected_rules_freeze_the_games_that_differ_unless_they_are_only_listed(
    sqlite_url: str, words: list[str], frozen: int
) -> None:
    with a_room(sqlite_url) as room:
        game, _ = two_games(room)
        damage(room, "UPDATE turn SET text = 'A1-A9' WHERE number = 2 AND game_id = :game", game=game.id)

        result = run(sqlite_url, "--ruleset", "kelasu/1", *words)

        found = [row["id"] for row in room.rows(Game) if row["frozen_at"] is not None]
    assert result.exit_code == 1
    assert "2 running games of kelasu/1 verified, 1 with findings." in result.stdout
    assert found == [game.id] * frozen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "nothere"], "There is no such game."),
        (["--game", "§"], "There is no such game."),
        (["--ruleset", "chess/9"], f"There is no ruleset “chess/9”; there are: {KNOWN_RULESETS}"),
        (["--ruleset", "kelasu/1", "--repair"], "--ruleset goes with neither --game nor --repair"),
        (["--dry-run"], "--dry-run goes with --ruleset."),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(sqlite_url: str, words: list[str], said: str) -> None:
    with a_room(sqlite_url):
        result = run(sqlite_url, *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_where_no_service_is_there_is_nothing_to_verify(sqlite_url: str) -> None:
    result = run(f"{sqlite_url}.nowhere")

    assert result.exit_code == 2
    assert "There is no database" in result.stderr


def read_all(terminal: int) -> str:
    """What comes until the other side is closed, which a terminal tells by a fault."""
    found = b""
    try:
        while some := os.read(terminal, 4096):
            found += some
    except OSError:
        return found.decode()
    finally:
        os.close(terminal)
    return found.decode()
