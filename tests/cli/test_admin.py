"""`corr migrate`: it makes what is missing, and a second time finds nothing to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from corr.cli import main


def migrate(folder: Path) -> str:
    """What the command prints about the database in *folder*."""
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": os.environ.get("PYTHONPATH", ""), "CORR_VAR": str(folder)}
    command = [sys.executable, "-m", "corr", "migrate"]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.slow
def test_a_new_database_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    printed = migrate(tmp_path / "var")

    assert printed.startswith("The database went from empty to ")
    assert (tmp_path / "var" / "corr.sqlite").stat().st_mode & 0o077 == 0


def test_a_database_that_is_up_to_date_is_left_alone(sqlite_url: str) -> None:
    environ = {"CORR_VAR": None, "CORR_DATABASE_URL": sqlite_url}

    assert CliRunner(env=environ).invoke(main, ["migrate"]).stdout == "The database is up to date.\n"
