"""`corr admin`: says what it did in one line, and what is wrong in one sentence."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corr.cli import main
from corr.config import read_settings
from corr.players.profiles import make_player
from corr.wiring import changing


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a service with the player Ada keeps its data."""
    for name in [name for name in os.environ if name.startswith("CORR_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CORR_VAR", str(tmp_path / "var"))
    assert run("migrate").exit_code == 0
    with changing(read_settings(os.environ)) as uow:
        make_player(uow, "Ada", "ada@example.org", "UTC", is_demo=False)
    return tmp_path / "var"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.usefixtures("folder")
def test_a_player_becomes_an_administrator_and_a_plain_player_again() -> None:
    said = [run("admin", *words).stdout for words in (("grant", "Ada"), ("grant", "ada@example.org"))]
    said += [run("admin", *words).stdout for words in (("revoke", "ada"), ("revoke", "Ada"))]

    assert said == [
        "Ada is an administrator now.\n",
        "Ada is an administrator already.\n",
        "Ada is a plain player now.\n",
        "Ada is a plain player already.\n",
    ]


@pytest.mark.usefixtures("folder")
def test_administrators_are_listed_with_their_addresses() -> None:
    nobody = run("admin", "list")
    run("admin", "grant", "Ada")

    assert (nobody.stdout, nobody.exit_code) == ("", 0)
    assert "corr admin grant NAME" in nobody.stderr
    assert run("admin", "list").stdout == "Ada\tada@example.org\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("Zoe", "There is no player of that name.\n"),
        ("zoe@example.org", "There is no player with that mail address.\n"),
        ("", "There is no player of that name.\n"),
    ],
)
def test_an_unknown_player_is_told_in_one_sentence(who: str, said: str) -> None:
    result = run("admin", "grant", who)

    assert (result.exit_code, result.stdout, result.stderr) == (2, "", said)


def test_where_no_service_is_there_is_nothing_to_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORR_VAR", str(tmp_path / "nowhere"))

    result = run("admin", "grant", "Ada")

    assert result.exit_code == 2
    assert result.stderr.startswith("There is no database")
    assert not (tmp_path / "nowhere").exists()
