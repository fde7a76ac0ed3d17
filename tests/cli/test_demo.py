"""`corr demo`: what it says while it fills a database, what it refuses, and that it can be interrupted."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corr.cli import main
from corr.config import read_settings
from corr.players.profiles import make_player
from corr.wiring.assembly import build
from tests.cli.test_serve import free_listeners

_PATIENCE = 120.0
_MANY = "40000"


def _environ(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "CORR_VAR": str(folder / "var"), **free_listeners()}


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "corr", "demo", *arguments]
    return subprocess.run(command, env=_environ(folder), capture_output=True, text=True, timeout=_PATIENCE, check=False)


def _invoke(folder: Path, *arguments: str) -> Result:
    """The same in this process, which is there already."""
    return CliRunner(env=dict(_environ(folder))).invoke(main, ["demo", *arguments])


@pytest.mark.slow
def test_a_demo_is_filled_in_plain_lines_where_nobody_watches(tmp_path: Path) -> None:
    done = _run(tmp_path, "--games", "7")

    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == ["7 of 7 games (100 %)", "There are 7 games. To see them: corr serve --demo"]
    assert "\r" not in done.stdout


@pytest.mark.slow
def test_a_second_run_says_that_all_is_there(tmp_path: Path) -> None:
    _invoke(tmp_path, "--games", "7")

    done = _invoke(tmp_path, "--games", "7")

    assert (done.exit_code, done.stdout) == (0, "All 7 games are there already.\n")


@pytest.mark.slow
def test_more_games_follow_those_that_are_there(tmp_path: Path) -> None:
    _invoke(tmp_path, "--games", "7")

    done = _invoke(tmp_path, "--games", "9")

    assert done.stdout.startswith("7 of 9 games are there already; the others follow.\n")
    assert "There are 9 games." in done.stdout


@pytest.mark.slow
def test_a_terminal_is_shown_a_bar(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "corr", "demo", "--games", "7"]

    with subprocess.Popen(command, env={**_environ(tmp_path), "TERM": "xterm"}, stdout=theirs) as process:
        os.close(theirs)
        said = read_all(ours)
        status = process.wait(_PATIENCE)

    assert status == 0
    assert "Games  [#" in said
    assert "7/7" in said


@pytest.mark.slow
def test_an_interrupted_run_says_how_far_it_came_and_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "corr", "demo", "--games", _MANY]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=_environ(tmp_path), **pipes) as process:  # type: ignore[call-overload]  # the same keywords for all
        assert process.stdout.readline().startswith("At first")
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=_PATIENCE)

    again = _run(tmp_path, "--games", "7")

    assert process.returncode == 130
    assert re.match(r"Stopped\. At least [\d,]+ of 40,000 games are there; the same command goes on\.", complaint)
    assert "Traceback" not in complaint
    assert again.returncode == 0


@pytest.mark.parametrize("games", ["0", "-1", "1000000000000"])
def test_a_number_out_of_reach_is_refused_before_anything_is_made(tmp_path: Path, games: str) -> None:
    done = _invoke(tmp_path, f"--games={games}")

    assert done.exit_code == 2
    assert done.stderr == f"A demo has from 1 to 10,000,000 games, not {int(games):,}.\n"
    assert not (tmp_path / "var").exists()


def test_a_database_with_real_players_is_refused(tmp_path: Path) -> None:
    _make_real(tmp_path)

    done = _invoke(tmp_path, "--games", "7")

    assert done.exit_code == 2
    assert done.stderr.startswith("This database holds real players, so it cannot become a demo.")


def _make_real(folder: Path) -> None:
    service = build(read_settings(_environ(folder)))
    with service.workshop.open() as uow:
        make_player(uow, "Ann", "ann@example.org", "UTC", is_demo=False)


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
