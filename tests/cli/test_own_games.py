"""`corr game`: games that are checked, and kept beside their engines."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module, metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corr import games
from corr.cli import main
from corr.games.api import AnyRules
from corr.games.game_files import play_recorded, read_games

_COUNTS = [2, 6, 14, 32, 68]
_RULES = "from tests.games.counting import Counting\nclass RULES(Counting): pass\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a small game that is installed."""
    (tmp_path / "a_game.py").write_text(_RULES)
    info = tmp_path / "a_game-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a_game\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text("[corr.games]\ncounting = a_game:RULES\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{Path.cwd()}")
    yield tmp_path
    sys.modules.pop("a_game", None)


def run(*words: str, typed: str | bytes = "") -> Result:
    """What a command did."""
    return CliRunner().invoke(main, ["game", *words], input=typed)


def told(result: Result) -> str:
    """The sentence of a command that was refused."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr


def test_a_game_is_kept_with_its_result_and_its_counts(folder: Path) -> None:
    result = run("record", "counting", "--what", "a short  one", typed="1, 2\n\n2\n")

    (game,) = read_games((folder / "data" / "games.txt").read_text())
    assert result.exit_code == 0
    assert (game.what, game.result, game.turns) == ("a short one", "2", ("1, 2", "2"))
    assert game.positions == ("3 2", None)
    assert json.loads((folder / "data" / "perft.json").read_text()) == [
        {"position": "0 1", "counts": [2, 6, 12, 24, 26]}
    ]


def test_games_are_added_and_none_twice(folder: Path) -> None:
    run("record", "counting", typed="1\n2\n")
    run("record", "counting", typed="2\n2\n")

    again = run("record", "counting", typed="1\n2\n")

    assert len(read_games((folder / "data" / "games.txt").read_text())) == 2
    assert again.stdout.count("already") == 2


def test_without_turns_the_counts_alone_are_kept(folder: Path) -> None:
    result = run("record", "counting", "--position", "3 2")

    assert result.exit_code == 0
    assert [path.name for path in (folder / "data").iterdir()] == ["perft.json"]


@pytest.mark.parametrize(
    ("words", "typed", "sentence"),
    [
        (["counting"], "3\n", "“3”: Only 1 and 2 are possible."),
        (["counting"], "2\n2\n1\n1\n", "The game is over."),
        (["counting"], b"\xff\n", "The turns are not UTF-8 text: see byte 1."),
        (["counting"], "1\n" * 600_000, "There are more than 1,000,000 bytes of turns."),
        (["counting", "-o", "loud=yes"], "1\n", "Games are kept with the usual options only."),
        (["counting", "-p", "x"], "1\n", "A position is a sum and a side"),
        (["nothing"], "", "There’s no game called “nothing”. We have "),
        (["kerd"], "", "White and Black choose at the same time here"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_written(
    folder: Path, words: list[str], typed: str | bytes, sentence: str
) -> None:
    assert told(run("record", *words, typed=typed)).startswith(sentence)
    assert not (folder / "data").exists()


def test_a_folder_that_cannot_be_written_is_named(folder: Path) -> None:
    (folder / "data").write_text("")

    assert told(run("record", "counting", typed="1\n")) == f"{folder}/data cannot be written: file exists.\n"


@pytest.mark.parametrize("what", ["naïve", "\udcff", "x" * 201])
def test_words_that_cannot_be_kept_leave_the_games_as_they_are(folder: Path, what: str) -> None:
    run("record", "counting", typed="1, 2\n\n2\n")
    kept = (folder / "data" / "games.txt").read_bytes()

    told(run("record", "counting", "--what", what, typed="1\n"))

    assert (folder / "data" / "games.txt").read_bytes() == kept


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("games.txt", b"na\xc3\xafve"),
        ("perft.json", b"{"),
        ("perft.json", b"[" * 100_000),
        ("perft.json", b"\xff"),
        ("perft.json", b"[1]"),
        ("perft.json", b'{"position": 1}'),
        ("perft.json", b'[{"counts": [1]}]'),
    ],
)
def test_a_file_that_is_broken_is_named_and_nothing_is_written(folder: Path, name: str, content: bytes) -> None:
    (folder / "data").mkdir()
    (folder / "data" / name).write_bytes(content)

    assert told(run("record", "counting", typed="1\n")).startswith(f"{folder}/data/{name} is not ")
    assert {path.name: path.read_bytes() for path in (folder / "data").iterdir()} == {name: content}


@pytest.mark.parametrize("name", ["nothing", "", "../..", "x" * 500])
def test_a_game_that_is_none_is_not_checked(name: str) -> None:
    assert told(run("check", name)).startswith("There’s no game called “")


@pytest.mark.slow
@pytest.mark.parametrize(("thanks", "status"), [("Nobody.", 0), ("Nobody", 1)])
def test_a_game_is_checked_by_what_every_game_has_to_pass(folder: Path, thanks: str, status: int) -> None:
    info = f"replace(RULES.info, letters=('o', 't'), credits={thanks!r})"
    text = f"from dataclasses import replace\n{_RULES}RULES.info = {info}\n"
    (folder / "a_game.py").write_text(text)
    command = [sys.executable, "-m", "corr", "game", "check", "counting", "-k", "infos"]

    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)

    assert (done.returncode, "failed" in done.stdout) == (status, bool(status))


@pytest.mark.slow
def test_what_was_not_checked_of_a_game_is_told_without_paths(folder: Path) -> None:
    command = [sys.executable, "-m", "corr", "game", "check", "counting", "-k", "rules_page"]

    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)

    assert "Not checked, since the game has nothing of the kind:" in done.stdout
    assert "SKIPPED" not in done.stdout
    assert "tests/" not in done.stdout


def test_a_new_game_can_be_played_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run("new", "hexo", "--into", str(tmp_path))

    monkeypatch.syspath_prepend(tmp_path / "corr-hexo")
    rules: AnyRules = import_module("corr_hexo").RULES()
    project = tomllib.loads((tmp_path / "corr-hexo" / "pyproject.toml").read_text())["project"]
    assert result.exit_code == 0
    assert rules.sample(rules.empty_turn(rules.start())) == "A1"
    assert play_recorded(rules, "", "3/3/3 x", ["a1", "b1", "a2", "b2", "a3"]).result == "x"
    assert (rules.info.ruleset, rules.info.title) == ("hexo/1", "Hexo")
    assert project["dependencies"] == [f"corr-server>={metadata.version('corr-server')}"]
    assert project["entry-points"] == {"corr.games": {"hexo": "corr_hexo:RULES"}}
    assert [path.name for path in tmp_path.iterdir()] == ["corr-hexo"]


@pytest.mark.parametrize(
    ("beside", "command"), [("uv", "{0}/uv pip install --python {0}/python "), ("pip3", "{0}/python -m pip install ")]
)
def test_what_installs_a_new_game_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: str, command: str
) -> None:
    (tmp_path / beside).touch()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))

    result = run("new", "hexo", "--into", str(tmp_path))

    assert f"    {command.format(tmp_path)}--no-deps --editable {tmp_path}/corr-hexo\n" in result.stdout


@pytest.mark.parametrize(("path", "command"), [("/nowhere", "{0}/corr"), ("{0}", "corr")])
def test_what_shows_a_new_game_can_be_run_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, command: str
) -> None:
    (tmp_path / "corr").touch(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", path.format(tmp_path))

    result = run("new", "hexo", "--into", str(tmp_path))

    for words in ("board hexo", "game check hexo"):
        assert f"    {command.format(tmp_path)} {words}\n" in result.stdout


def test_no_file_of_a_new_game_speaks_of_the_model(tmp_path: Path) -> None:
    run("new", "hexo", "--into", str(tmp_path))

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in files} > {
        "rules.py",
        "rules.html",
        "diagrams.txt",
        "drawings.txt",
        "games.txt",
        "perft.json",
        "demo.txt",
    }
    assert [path for path in files if "newgame" in path.read_text().lower()] == []


def test_a_new_game_is_put_among_those_of_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "corr" / "games"
    own.mkdir(parents=True)
    monkeypatch.setattr(games, "__path__", [str(own)])
    without = run("new", "hexo", "--inside")
    (tmp_path / "pyproject.toml").touch()
    (own / "api.py").touch()

    result, taken = run("new", "hexo", "--inside"), run("new", "api", "--inside")
    for name in [name for name in sys.modules if name.startswith("corr.games.hexo")]:
        monkeypatch.delitem(sys.modules, name)

    assert told(without) == "This Corr is installed and is no checkout, so leave --inside out.\n"
    assert told(taken) == f"{own}/api is there already; nothing was written.\n"
    assert result.exit_code == 0
    assert {path.name for path in (own / "hexo").iterdir()} >= {"__init__.py", "data", "rules.html", "rules.py"}


def test_a_game_lies_in_one_folder_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [str(tmp_path)])

    result = run("new", "hexo", "--inside", "--into", str(tmp_path))

    assert told(result) == "A game is put --inside or --into a folder, not both.\n"
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "corr-hexo").mkdir()
    (tmp_path / "corr-hexo" / "mine.txt").touch()

    assert "is there already; nothing was written." in told(run("new", "hexo", "--into", str(tmp_path)))
    assert [path.name for path in tmp_path.rglob("*")] == ["corr-hexo", "mine.txt"]


@pytest.mark.parametrize("name", ["", "x", "Hexo", "hex-o", "../up", "x" * 21, "class", "a\x01b", "été", "9men"])
def test_a_name_that_no_game_can_have_is_refused(tmp_path: Path, name: str) -> None:
    assert told(run("new", "--into", str(tmp_path), "--", name)).startswith("The name of a game is two to twenty small")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_a_game_has_is_refused(tmp_path: Path) -> None:
    assert told(run("new", "kyo", "--into", str(tmp_path))).startswith("There is a game called kyo already")


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    assert told(run("new", "hexo", "--into", str(tmp_path / "no"))).startswith("There is no folder ")


@pytest.mark.parametrize(
    ("into", "sentence"), [("", "The name of the folder is missing."), ("x" * 5000, "There is no f")]
)
def test_a_name_that_no_folder_has_is_refused(into: str, sentence: str) -> None:
    assert told(run("new", "hexo", "--into", into)).startswith(sentence)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="no folder here takes no file")
def test_a_folder_that_takes_nothing_is_told_by_its_own_name() -> None:
    assert told(run("new", "hexo", "--into", "/proc")).startswith("/proc/corr-hexo cannot be written: ")
